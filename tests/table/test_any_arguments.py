"""Every method of a table, given anything: only errors of ours come out, or Python's TypeError."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola import open_store
from tavola.engine import Engine
from tavola.errors import OperationError, StoreUnavailable, TavolaError
from tests.table.generated.arcade import Arcade
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Club
from tests.table.generated.offices import Offices
from tests.table.generated.yard import Yard

EXAMPLES = int(os.environ.get("TAVOLA_FUZZ_EXAMPLES", "8"))
KINDS: list[type[Any]] = [Arcade, Club, Yard]
OPTIONS = (
    *("limit", "cursor", "filter", "only", "descending", "consistent", "condition"),
    *("on_bad_item", "include_expired", "expect_version"),
)


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def within_itself() -> dict[str, Any]:
    made: dict[str, Any] = {}
    made["name"] = made
    return made


VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 10**400, 1.5, float("nan"), float("inf"), -0.0, 1j),
    *(Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999"), Decimal("1.5")),
    *("", "a", "\0", "\ud800", "x" * 3000, "a#b", "{x}", "raise", "$and"),
    *(b"", b"\xff", bytearray(b"x"), memoryview(b"x")),
    *([], {}, set[str](), (), [None], {"a": None}, {"a": {1}}, {1: 2}, {"name": {"$eq": []}}),
    *({"$and": 1}, {"$not": None}, {"name": "x"}, range(3), object(), int, len, Path("x")),
    *(datetime.min, datetime.max, datetime(2026, 1, 1), datetime(2026, 1, 1, tzinfo=UTC)),
    *(timedelta(1), nested(2000), within_itself()),
)


def methods() -> Iterator[Any]:
    """All methods of all handles and their plans, by name."""
    for kind in KINDS:
        with kind.open("memory:") as db:
            for name in (model.handle for model in kind.design.models.values()):
                handle = getattr(db, name)
                for part, owner in (("handle", handle), ("plan", handle.plan)):
                    known = [one for one in dir(owner) if not one.startswith("_")]
                    called = [one for one in known if callable(getattr(owner, one))]
                    yield from ((kind, name, part, one) for one in called)


METHODS = list(methods())


def any_call(rng: Random, method: Any) -> tuple[list[Any], dict[str, Any]]:
    """Arguments as the method's signature has them, of any value."""
    given: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in inspect.signature(method).parameters.values():
        is_given = parameter.default is parameter.empty or rng.random() < 0.4
        if parameter.kind is parameter.VAR_POSITIONAL:
            given += rng.choices(VALUES, k=rng.randint(0, 2))
        elif parameter.kind is parameter.VAR_KEYWORD:
            names = rng.sample(OPTIONS, rng.randint(0, 3))
            named |= {name: rng.choice(VALUES) for name in names}
        elif is_given and parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = rng.choice(VALUES)
        elif is_given:
            given.append(rng.choice(VALUES))
    return given, named


def use(made: Any) -> None:
    """Do with a result what its user would."""
    if hasattr(made, "explain"):
        made.explain()
    if inspect.isgenerator(made):
        list(made)


@pytest.mark.parametrize(("kind", "handle", "part", "name"), METHODS)
def test_anything_ends_in_an_error_of_ours(
    kind: type[Any], handle: str, part: str, name: str
) -> None:
    rng = Random(f"{kind.__name__} {handle} {part} {name}")
    with kind.open("memory:") as db:
        owner = getattr(db, handle) if part == "handle" else getattr(db, handle).plan
        method = getattr(owner, name)
        for _ in range(EXAMPLES):
            given, named = any_call(rng, method)
            with suppress(TavolaError, TypeError):
                use(method(*given, **named))


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
@pytest.mark.parametrize("name", ["table", "rng", "store", "observer", "environment"])
def test_any_option_of_opening_is_taken_or_refused(name: str, value: Any) -> None:
    # What an observer raises is the user's own.
    with suppress(TavolaError, TypeError if name == "observer" else TavolaError):
        Club.open("memory:", **{name: value}).close()


@pytest.mark.parametrize("value", [None, 1, b"blog.db", object(), ["blog.db"], {"club": 1}])
def test_a_location_of_another_type_is_refused(value: Any) -> None:
    with pytest.raises(OperationError, match=r"^open: location is \w+\. Give a string or a path"):
        Club.open(value)


@pytest.mark.parametrize("name", ["club.db", "memory:", ":memory:", "dynamodb:", "a b%20.db"])
def test_a_path_names_a_file_however_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with Club.open(Path(name)) as db:
        db.member.create(nick="Ada", email="ada@example.com")
    assert (tmp_path / name).is_file()
    with Club.open({Club.design.table.name: tmp_path / name}) as db:
        assert db.member.find_by_email("ada@example.com") is not None
    with Engine.open(tmp_path / name) as engine:
        assert b"club" in engine.execute("ListTables", {})


def test_an_async_table_is_opened_by_a_path(tmp_path: Path) -> None:
    async def write() -> str:
        async with await AsyncClub.open(tmp_path / "club.db") as db:
            await db.member.create(nick="Ada", email="ada@example.com")
            return db.table_name

    name = asyncio.run(write())
    store, _ = open_store(tmp_path / "club.db")
    assert b"Ada" in store.execute("Scan", {"TableName": name})
    store.close()


def test_a_path_with_a_question_mark_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OperationError, match=r"has a '\?', where options begin"):
        Club.open(tmp_path / "a?b.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("tenant", [value for value in VALUES if not isinstance(value, str)][:20])
def test_a_tenant_of_another_type_is_refused(tenant: Any) -> None:
    with Offices.open("memory:") as db, pytest.raises((TavolaError, TypeError)):
        db.tenant(tenant).desk.get("a", 1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_closed_table_takes_anything_and_says_so(kind: type[Any], tmp_path: Path) -> None:
    rng = Random(kind.__name__)
    with kind.open(str(tmp_path / "closed.db")) as db:
        named = [one[1:] for one in METHODS if one[0] is kind and one[2] == "handle"]
        methods = [getattr(getattr(db, handle), name) for handle, _, name in named]
    for method in methods:
        given, options = any_call(rng, method)
        with suppress(TavolaError, TypeError):
            use(method(*given, **options))
    first = next(iter(kind.design.models.values())).handle
    with pytest.raises(StoreUnavailable, match="the engine is closed"):
        list(getattr(db, first).scan(allow_scan=True))
