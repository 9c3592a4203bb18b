"""Every action, asked for with anything: only errors of ours come out of an engine and a store."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest

from tavola.engine import Engine
from tavola.engine.actions import ACTIONS
from tavola.errors import StoreError, TavolaError
from tavola.stores.embedded import AsyncEmbeddedStore
from tests.engine.single_table import table

EXAMPLES = int(os.environ.get("TAVOLA_FUZZ_EXAMPLES", "40"))
TABLE = "things"
KEY = {"pk": {"S": "a"}}


def nested(depth: int) -> Any:
    inner: Any = {"S": "x"}
    for _ in range(depth):
        inner = {"L": [inner]}
    return inner


PLAIN: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**63, 10**400, 1.5, "", "a", "\0", "x" * 3000, TABLE),
    *(
        [],
        {},
        [None],
        [[]],
        {"a": None},
        {"": {}},
        {"S": "a"},
        {"S": 1},
        {"N": "x"},
        {"N": "1e400"},
    ),
    *({"N": "1" * 200}, {"N": "1e9999999"}, {"B": "!"}, {"SS": []}, {"NS": ["1", "1.0"]}, KEY),
    *({"S": "a", "N": "1"}, nested(40), [KEY] * 101, {f"{n}": KEY for n in range(30)}),
    *("attribute_exists(", "a = :a", "SET a = :a", "#a", "(" * 400, "a.b[99999999999999999999]"),
    *("ALL_OLD", "COUNT", "SIZE", "TOTAL", "ARN", f"arn:aws:dynamodb:us-east-1:0:table/{TABLE}"),
    *('SELECT * FROM "things"', "DELETE FROM things", 'INSERT INTO "things" VALUE {', "'" * 9),
)
"""What JSON can say."""
OTHER: tuple[Any, ...] = (
    *(b"x", object(), {1: 2}, {None: 1}, (), {1}, float("nan"), float("inf"), Decimal(1)),
    *("\ud800", {"S": "\ud800"}, {"\ud800": {"S": "a"}}, range(3), Path("x"), int),
    nested(900),
)
"""What only Python can."""
GOOD: dict[str, Any] = {
    "TableName": TABLE,
    "Key": KEY,
    "Item": KEY,
    "RequestItems": {TABLE: {"Keys": [KEY]}},
    "TransactItems": [{"Put": {"TableName": TABLE, "Item": KEY}}],
    "KeyConditionExpression": "pk = :a",
    "ExpressionAttributeValues": {":a": {"S": "a"}},
    "Statement": f"SELECT * FROM \"{TABLE}\" WHERE pk = 'a'",
    "Statements": [{"Statement": f"SELECT * FROM \"{TABLE}\" WHERE pk = 'a'"}],
    "TransactStatements": [{"Statement": f"DELETE FROM \"{TABLE}\" WHERE pk = 'a'"}],
}


def any_body(rng: Random, fields: list[str], values: tuple[Any, ...]) -> dict[str, Any]:
    """Some of an action's parameters, some right, some anything; one perhaps deep inside."""
    body: dict[str, Any] = {}
    for name in rng.sample(fields, rng.randint(0, len(fields))) + [n for n in GOOD if n in fields]:
        is_right = name in GOOD and rng.random() < 0.7
        body[name] = GOOD[name] if is_right else rng.choice(values)
    return changed_inside(rng, body, values) if rng.random() < 0.5 else body


def changed_inside(rng: Random, value: Any, values: tuple[Any, ...]) -> Any:
    """The same with one part, at nearly any depth, replaced."""
    is_here = rng.random() < 0.1
    if isinstance(value, dict) and value and not is_here:
        members = cast("dict[str, Any]", value)
        name = rng.choice(list(members))
        return {**members, name: changed_inside(rng, members[name], values)}
    if isinstance(value, list) and value and not is_here:
        parts = cast("Sequence[Any]", value)
        place = rng.randrange(len(parts))
        return [*parts[:place], changed_inside(rng, parts[place], values), *parts[place + 1 :]]
    return rng.choice(values)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with Engine.open("memory:", buckets=tmp_path) as opened:
        opened.execute("CreateTable", table("other", GSI_1=("GSI1PK", "GSI1SK")))
        opened.execute(
            "CreateTable",
            {
                "TableName": TABLE,
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                "BillingMode": "PAY_PER_REQUEST",
            },
        )
        yield opened


def fields_of(action: str) -> list[str]:
    """The names of an action's parameters, from its own file."""
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", action).lower()
    return list(import_module(f"tavola.engine.actions.{words}").INPUT)


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_any_body_is_answered_or_refused(engine: Engine, action: str) -> None:
    rng = Random(action)
    for _ in range(EXAMPLES):
        with suppress(TavolaError):
            engine.execute(action, any_body(rng, fields_of(action), PLAIN + OTHER))


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_any_json_is_answered_with_json_or_refused(engine: Engine, action: str) -> None:
    rng = Random(f"{action} as bytes")
    for _ in range(EXAMPLES):
        body = msgspec.json.encode(any_body(rng, fields_of(action), PLAIN))
        place = rng.randrange(len(body))
        damaged = body[:place] + bytes([rng.randrange(256)]) + body[place + 1 :]
        for sent in (body, damaged):
            with suppress(StoreError):
                msgspec.json.decode(engine.execute(action, sent))


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_a_store_answers_or_refuses_anything(engine: Engine, action: str) -> None:
    rng = Random(f"{action} of a store")
    store = AsyncEmbeddedStore(engine)

    async def ask() -> None:
        for _ in range(EXAMPLES // 4):
            with suppress(TavolaError):
                await store.execute(action, any_body(rng, fields_of(action), PLAIN + OTHER))

    asyncio.run(ask())


@pytest.mark.parametrize("action", [None, 1, b"GetItem", "", "getItem", "GetItem ", "\ud800", []])
def test_an_action_that_is_none_is_refused(engine: Engine, action: Any) -> None:
    with pytest.raises(TavolaError):
        engine.execute(action, {})


@pytest.mark.parametrize("body", [None, "", "{}", b"", b"[]", b"null", b"{", [], 1, object()])
def test_a_body_that_is_no_object_is_refused(engine: Engine, body: Any) -> None:
    with pytest.raises(TavolaError):
        engine.execute("ListTables", body)
