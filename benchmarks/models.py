"""Typed models beside the engine's bytes, and beside how other libraries decode theirs.

python -m benchmarks.models [--iterate 100000]
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import orjson
from rich.console import Console

from benchmarks import goals
from benchmarks.figures import keep, keep_ratios
from benchmarks.isolation import few_packages, run_python
from benchmarks.measuring import Report, at_least, at_most, interleaved, print_settings
from benchmarks.places_models import Place, PlaceAddress, Places, UntypedPlace
from benchmarks.posts_models import Post, Posts
from tavola.table.internals import codec_of

PAGE = 100


def fill(db: Posts, count: int) -> Post:
    """Write posts of one user; return the last."""
    text = "a few words that stand for a real value"
    for number in range(count):
        post = db.post.create(
            user_id="user-1",
            title=f"Post {number}",
            slug=f"post-{number}",
            summary=text,
            language="en",
            category="notes",
            image=f"images/{number}.png",
            status="published",
            views=number,
        )
    return post


def compare_get(console: Console, db: Posts, post: Post) -> None:
    """Measure a typed get against the engine's own GetItem."""
    engine: Any = db.store
    request = next(db.post.plan.get(post.post_id).steps())
    assert not isinstance(request, tuple)
    body: dict[str, Any] = request.body  # type: ignore[union-attr]  # a get begins with its request
    times = interleaved(
        {
            "typed": lambda: db.post.get(post.post_id),
            "engine": lambda: engine.execute("GetItem", body),
        },
        rounds=25,
        clock=time.process_time,
    )
    report = Report(console, "A get, CPU per call", "", "µs", "ratio")
    report.add("the engine's GetItem", f"{times['engine']:.1f}", "")
    found = times["typed"] / times["engine"]
    keep("a typed `get`, beside the engine's own GetItem", f"{found:.1f}×")
    report.add(
        "typed get",
        f"{times['typed']:.1f}",
        at_most(times["typed"] / times["engine"], goals.TYPED_GET_TO_ENGINE),
    )
    report.show()


def compare_maps(console: Console, db: Places) -> None:
    """Measure a map whose members the design names against one that may hold anything."""
    values = {"street": "Via Appia 1", "city": "Rome", "zip": "00100", "floor": 3}
    typed = db.place.create(place_id="p", address=PlaceAddress(**values, is_office=True))  # type: ignore[arg-type]  # as the design has them
    plain = db.untyped_place.create(place_id="p", address={**values, "isOffice": True})
    execute = db.store.execute
    answers = [
        execute(request.action, request.body)  # type: ignore[union-attr]  # a get begins with it
        for plan in (db.place.plan.get("p"), db.untyped_place.plan.get("p"))
        for request in [next(plan.steps())]
    ]
    places, untyped = codec_of(db, Place), codec_of(db, UntypedPlace)
    report = Report(console, "A typed map of 5 members, CPU per item", "", "µs", "untyped", "ratio")
    work: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "read": (
            lambda: places.decoder.one(answers[0], db),
            lambda: untyped.decoder.one(answers[1], db),
        ),
        "check and write": (lambda: places.encode(typed), lambda: untyped.encode(plain)),
    }
    for name, (ours, theirs) in work.items():
        times = interleaved({"typed": ours, "untyped": theirs}, rounds=25, clock=time.process_time)
        ratio = at_most(times["typed"] / times["untyped"], goals.TYPED_MAP_TO_UNTYPED)
        report.add(name, f"{times['typed']:.2f}", f"{times['untyped']:.2f}", ratio)
    report.show()


def compare_decoding(console: Console, db: Posts) -> None:
    """Measure the decoding of one response of 100 items."""
    operation = db.post.plan.posts_for_user(user_id="user-1", limit=PAGE - 1)
    request: Any = next(operation.steps())
    response: bytes = db.store.execute(request.action, request.body)
    decoder = operation.codec.decoder
    work: dict[str, Callable[[], object]] = {
        "orjson.loads, untyped": lambda: orjson.loads(response),
        "Tavola models": lambda: decoder.page(response, db),
        **_others(json.loads(response)["Items"], response),
    }
    times = interleaved(work, rounds=15, clock=time.process_time)
    ours = times["Tavola models"]
    title = f"Decoding {PAGE} items of 12 fields, CPU per page"
    report = Report(console, title, "", "µs", "against Tavola")
    for name, spent in times.items():
        if name == "Tavola models":
            ratio = (
                at_most(ours / times["orjson.loads, untyped"], goals.DECODING_TO_ORJSON)
                + " of orjson"
            )
        elif name == "orjson.loads, untyped":
            ratio = ""
        else:
            ratio = at_least(spent / ours, goals.FASTER_DECODING)
        report.add(name, f"{spent:.0f}", ratio)
    report.show()
    untyped = times["orjson.loads, untyped"]
    keep(
        "decoding 100 items into typed models, beside `orjson.loads` of the same bytes, untyped",
        f"{ours / untyped:.1f}×",
    )
    known = ("Tavola models", "orjson.loads, untyped")
    others = {name: spent / ours for name, spent in times.items() if name not in known}
    keep_ratios("decoding 100 items, beside other libraries", others, "faster")


def _others(items: list[Any], response: bytes) -> dict[str, Callable[[], object]]:
    """Decoders of other libraries, as far as they are installed; stored names become theirs."""
    from boto3.dynamodb.types import TypeDeserializer
    from pydantic import BaseModel

    class PostModel(BaseModel):
        postId: str
        userId: str
        title: str
        slug: str
        summary: str
        language: str
        category: str
        image: str | None = None
        status: str
        views: int
        createdAt: datetime
        modifiedAt: datetime

    deserialize = TypeDeserializer().deserialize

    def pydantic_way() -> object:
        return [
            PostModel.model_validate({name: deserialize(value) for name, value in item.items()})
            for item in json.loads(response)["Items"]
        ]

    found: dict[str, Callable[[], object]] = {"json + boto3 + Pydantic": pydantic_way}
    libraries = (("pydynantic", _pydynantic), ("dyntastic", _dyntastic), ("PynamoDB", _pynamodb))
    for name, make in libraries:
        try:
            found[name] = make(items, response)
        except ImportError:
            print(f"{name} is not installed: pip install --group bench")
    return found


def _pydynantic(items: list[Any], response: bytes) -> Callable[[], object]:
    library = import_module("pydynantic")
    read = import_module("pydynantic.marshalling").deserialize_item
    del items

    class Post(library.Entity):  # type: ignore[misc, name-defined]  # an untyped library
        postId: str
        userId: str
        title: str
        slug: str
        summary: str
        language: str
        category: str
        image: str | None = None
        status: str
        views: int
        createdAt: int
        modifiedAt: int

    return lambda: [Post.model_validate(read(item)) for item in json.loads(response)["Items"]]


def _dyntastic(items: list[Any], response: bytes) -> Callable[[], object]:
    library = import_module("dyntastic")
    from boto3.dynamodb.types import TypeDeserializer

    del items

    class Post(library.Dyntastic):  # type: ignore[misc, name-defined]  # an untyped library
        __table_name__ = "t"
        __hash_key__ = "postId"
        postId: str
        userId: str
        title: str
        slug: str
        summary: str
        language: str
        category: str
        image: str | None = None
        status: str
        views: int
        createdAt: datetime
        modifiedAt: datetime

    deserialize = TypeDeserializer().deserialize
    return lambda: [
        Post(**{name: deserialize(value) for name, value in item.items() if name[0] != "_"})
        for item in json.loads(response)["Items"]
    ]


def _pynamodb(items: list[Any], response: bytes) -> Callable[[], object]:
    models = import_module("pynamodb.models")
    attributes = import_module("pynamodb.attributes")
    del items
    names = ("userId", "title", "slug", "summary", "language", "category", "image", "status")
    body: dict[str, Any] = {name: attributes.UnicodeAttribute(null=True) for name in names}
    body |= {name: attributes.NumberAttribute() for name in ("views", "createdAt", "modifiedAt")}
    body["postId"] = attributes.UnicodeAttribute(hash_key=True)
    body["Meta"] = type("Meta", (), {"table_name": "t"})
    model: Any = type("Post", (models.Model,), body)

    def decode() -> object:
        found = []
        for item in json.loads(response)["Items"]:
            known = {name: value for name, value in item.items() if name[0] != "_"}
            found.append(model.from_raw_data(known))
        return found

    return decode


def compare_imports(console: Console) -> None:
    """Measure how long imports take in fresh processes that have little else."""
    statements = {"bare": "pass", "ours": "import benchmarks.posts_models", "boto3": "import boto3"}
    samples: dict[str, list[float]] = {name: [] for name in statements}
    with few_packages() as folder:
        for _ in range(12):
            for name, statement in statements.items():
                started = time.perf_counter()
                run_python(folder, statement)
                samples[name].append(time.perf_counter() - started)
    # The first of each reads the disk, and may compile.
    bare, ours, theirs = (median(times[1:]) for times in samples.values())
    ours, theirs = ours - bare, theirs - bare
    report = Report(console, "Imports in a fresh process", "", "ms", "ratio")
    report.add(
        "tavola and a generated module",
        f"{ours * 1000:.0f}",
        at_most(ours / theirs, goals.IMPORT_TO_BOTO3),
    )
    report.add("boto3", f"{theirs * 1000:.0f}", "")
    report.show()


def show_iteration(console: Console, folder: Path, count: int) -> None:
    """Iterate over many items, and watch the memory after the first tenth."""
    db = Posts.open(f"{folder / 'iterate.db'}?durability=process")
    for first in range(0, count, 1000):
        db.post.put_all(_new_post(number) for number in range(first, min(first + 1000, count)))
    items = db.post.iterate_all()
    started = time.perf_counter()
    seen = sum(1 for _ in islice(items, count // 10))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen += sum(1 for _ in items)
    spent = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report = Report(console, "Iterating a whole model", "items", "per second", "memory, end ÷ 10 %")
    report.add(f"{seen:,}", f"{seen / spent:,.0f}", at_most(after / before, goals.ITERATION_MEMORY))
    report.show()
    db.close()


def _new_post(number: int) -> Post:
    return Post(
        user_id=f"user-{number % 100}",
        title=f"Post {number}",
        slug=f"post-{number}",
        summary="short",
        language="en",
        category="notes",
        status="published",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def main(arguments: list[str] | None = None) -> None:
    """Run all comparisons."""
    parser = argparse.ArgumentParser(description="Typed models' speed")
    parser.add_argument("--iterate", type=int, default=1_000_000, help="items to iterate over")
    options = parser.parse_args(arguments)
    console = Console(width=110)
    print_settings(console, "Typed models")
    console.print(f"msgspec {msgspec.__version__}, orjson {orjson.__version__}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Posts.open(f"{folder / 'posts.db'}?durability=process") as db:
            post = fill(db, PAGE)
            compare_get(console, db, post)
            compare_decoding(console, db)
        with Places.open("memory:") as places:
            compare_maps(console, places)
        compare_imports(console)
        show_iteration(console, folder, options.iterate)


if __name__ == "__main__":
    main()
