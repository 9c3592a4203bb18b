"""Clients that ask a DynamoDB for one item, write one and read a page: ours and others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from benchmarks.loops import new_loop
from benchmarks.responder import PAGE, item

ACTIONS = ("GetItem", "PutItem", "Query of 100")
KEY_ID, SECRET = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
REGION = "us-east-1"

Calls = Callable[[int], None]
"""Makes so many calls."""
Contestant = dict[str, Calls]
"""One for each of the actions."""

KEY = {"pk": {"S": "USER#ada"}, "sk": {"S": "POST#00000001"}}
QUERY = {
    "TableName": "bench",
    "KeyConditionExpression": "pk = :pk",
    "ExpressionAttributeValues": {":pk": {"S": "USER#ada"}},
}
VALUES: dict[str, Any] = {
    "author": "ada",
    "title": "A title for post 1",
    "slug": "a-title-for-post-1",
    "summary": "a few words that stand for a real value",
    "language": "en",
    "category": "notes",
    "status": "published",
    "views": 1,
    "rating": 4.25,
    "active": True,
}
POST: dict[str, Any] = {
    **VALUES,
    "post_id": "00000001",
    "created_at": datetime(2025, 1, 15, 10, 30, tzinfo=UTC),
}


def _repeat(call: Callable[[], object]) -> Calls:
    def calls(count: int) -> None:
        for _ in range(count):
            call()

    return calls


def _await(loop: asyncio.AbstractEventLoop, call: Callable[[], Awaitable[object]]) -> Calls:
    async def await_all(count: int) -> None:
        for _ in range(count):
            await call()

    return lambda count: loop.run_until_complete(await_all(count))


def _contestant(wrap: Callable[[Any], Calls], *calls: Callable[[], Any]) -> Contestant:
    return dict(zip(ACTIONS, map(wrap, calls), strict=True))


def boto3_client(url: str, ca_bundle: str | None) -> Contestant:
    """AWS's own SDK: dictionaries of `{"S": …}`, nothing decoded."""
    client: Any = import_module("boto3").client(
        "dynamodb",
        region_name=REGION,
        endpoint_url=url,
        aws_access_key_id=KEY_ID,
        aws_secret_access_key=SECRET,
        verify=ca_bundle,
    )
    return _contestant(
        _repeat,
        lambda: client.get_item(TableName="bench", Key=KEY),
        lambda: client.put_item(TableName="bench", Item=item(1)),
        lambda: client.query(**QUERY),
    )


def pynamodb(url: str, ca_bundle: str | None) -> Contestant:
    """PynamoDB's models."""
    kinds: Any = import_module("pynamodb.attributes")
    model: Any = import_module("pynamodb.models").Model
    del ca_bundle
    text = kinds.UnicodeAttribute
    fields: dict[str, Any] = {name: text() for name in item(1) if name not in ("pk", "sk")}
    fields |= {
        "pk": text(hash_key=True),
        "sk": text(range_key=True),
        "views": kinds.NumberAttribute(),
        "rating": kinds.NumberAttribute(),
        "active": kinds.BooleanAttribute(),
        "Meta": type(
            "Meta",
            (),
            {
                "table_name": "bench",
                "region": REGION,
                "host": url,
                "aws_access_key_id": KEY_ID,
                "aws_secret_access_key": SECRET,
                "billing_mode": "PAY_PER_REQUEST",
            },
        ),
    }
    post: Any = type("Post", (model,), fields)
    stored = {"type": "POST", "postId": "1", "createdAt": "2025-01-15T10:30:00.000Z"}
    return _contestant(
        _repeat,
        lambda: post.get("USER#ada", "POST#00000001"),
        lambda: post("USER#ada", "POST#00000001", **VALUES, **stored).save(),
        lambda: list(post.query("USER#ada", limit=PAGE)),
    )


def aiodynamo(url: str, ca_bundle: str | None) -> Contestant:
    """aiodynamo on aiohttp: dictionaries."""
    clients: Any = import_module("aiodynamo.client")
    keys: Any = import_module("aiodynamo.credentials")
    hash_key: Any = import_module("aiodynamo.expressions").HashKey
    http: Any = import_module("aiodynamo.http.aiohttp").AIOHTTP
    session: Any = import_module("aiohttp").ClientSession
    del ca_bundle
    loop = new_loop()

    async def connect() -> Any:
        static = keys.StaticCredentials(keys.Key(KEY_ID, SECRET))
        return clients.Client(http(session()), static, REGION, clients.URL(url))

    client = loop.run_until_complete(connect())
    stored = {"pk": "USER#ada", "sk": "POST#00000001", "type": "POST", **VALUES}
    key = {"pk": "USER#ada", "sk": "POST#00000001"}

    async def query() -> list[Any]:
        return [found async for found in client.query("bench", hash_key("pk", "USER#ada"))]

    return _contestant(
        lambda call: _await(loop, call),
        lambda: client.get_item("bench", key),
        lambda: client.put_item("bench", stored),
        query,
    )


def pydynox(url: str, ca_bundle: str | None) -> Contestant:
    """pydynox's models, whose core is Rust."""
    library: Any = import_module("pydynox")
    kinds: Any = import_module("pydynox.attributes")
    del ca_bundle
    client = library.DynamoDBClient(REGION, KEY_ID, SECRET, endpoint_url=url)
    fields: dict[str, Any] = {name: kinds.StringAttribute() for name in item(1)}
    fields |= {
        "model_config": library.ModelConfig(table="bench", client=client),
        "pk": kinds.StringAttribute(partition_key=True),
        "sk": kinds.StringAttribute(sort_key=True),
        "views": kinds.NumberAttribute(),
        "rating": kinds.NumberAttribute(),
        "active": kinds.BooleanAttribute(),
    }
    post: Any = type("Post", (library.Model,), fields)
    stored = {"pk": "USER#ada", "sk": "POST#00000001", "type": "POST", **VALUES}
    return _contestant(
        _repeat,
        lambda: post.sync_get(pk="USER#ada", sk="POST#00000001"),
        lambda: post(**stored).sync_save(),
        lambda: list(post.sync_query("USER#ada", limit=PAGE)),
    )


def _location(url: str, ca_bundle: str | None) -> str:
    trust = f"&caBundle={ca_bundle}" if ca_bundle else ""
    return f"dynamodb://{REGION}/bench?endpoint={url}{trust}"


def tavola_models(url: str, ca_bundle: str | None) -> Contestant:
    """Ours: typed models, sync."""
    from benchmarks.client_models import Bench

    db = Bench.open(_location(url, ca_bundle), environment={})
    return _contestant(
        _repeat,
        lambda: db.post.get("ada", "00000001"),
        lambda: db.post.create(**POST),
        lambda: db.post.posts_for_author(author="ada", limit=PAGE).items,
    )


def tavola_async_models(
    url: str, ca_bundle: str | None, loop: asyncio.AbstractEventLoop | None = None
) -> Contestant:
    """Ours: typed models, async, on uvloop where it is installed."""
    from benchmarks.client_async_models import Bench

    running = loop or new_loop()
    db = running.run_until_complete(Bench.open(_location(url, ca_bundle), environment={}))
    return _contestant(
        lambda call: _await(running, call),
        lambda: db.post.get("ada", "00000001"),
        lambda: db.post.create(**POST),
        lambda: db.post.posts_for_author(author="ada", limit=PAGE),
    )


def tavola_asyncio_models(url: str, ca_bundle: str | None) -> Contestant:
    """Ours: typed models, async, on asyncio's own loop."""
    return tavola_async_models(url, ca_bundle, asyncio.new_event_loop())


def tavola_store(url: str, ca_bundle: str | None) -> Contestant:
    """Our store alone: bytes, nothing decoded."""
    from tavola.stores.dynamodb import DynamoDBStore

    store = DynamoDBStore.open(_location(url, ca_bundle), environment={})
    put = {"TableName": "bench", "Item": item(1)}
    return _contestant(
        _repeat,
        lambda: store.execute("GetItem", {"TableName": "bench", "Key": KEY}),
        lambda: store.execute("PutItem", put),
        lambda: store.execute("Query", QUERY),
    )
