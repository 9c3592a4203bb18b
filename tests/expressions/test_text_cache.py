"""What was parsed is kept, but not more than so many characters of it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.partiql import binding
from tavola.engine.request import value_shapes
from tavola.errors import StoreError
from tavola.expressions import Scope, scope
from tavola.expressions.text_cache import MAX_KEPT_CHARACTERS, keep_parsed

LONG = "a" * 2_000
VALUES = {":v": {"S": "x"}}
EVER_NEW = 3_000


def with_names(count: int, number: int) -> Scope:
    return Scope({f"#n{number}x{n}": f"n{n}" for n in range(count)})


KINDS: dict[str, Callable[[int], object]] = {
    "condition": lambda n: Scope().condition(f"attribute_exists({LONG}{n:04})"),
    "key condition": lambda n: Scope(values=VALUES).key_condition(f"{LONG}{n:04} = :v"),
    "search condition": lambda n: Scope(values=VALUES).search_condition(f"{LONG}{n:04} = :v"),
    "update": lambda n: Scope().update(f"REMOVE {LONG}{n:04}"),
    "projection": lambda n: Scope().projection(f"{LONG}{n:04}"),
    "names": lambda n: Scope({"#n": f"{LONG}{n:04}"}),
    "statement": lambda n: binding.parse_statement(f'SELECT {LONG}{n:04} FROM "things"'),
}


def caches(*modules: ModuleType) -> dict[str, Any]:
    """Whatever keeps results in some modules."""
    return {
        f"{module.__name__}.{name}": one
        for module in modules
        for name, one in vars(module).items()
        if hasattr(one, "cache_info")
    }


def kept_entries(*modules: ModuleType) -> dict[str, int]:
    return {name: one.cache_info().currsize for name, one in caches(*modules).items()}


@pytest.mark.parametrize("kind", KINDS)
def test_ever_new_long_texts_leave_little_behind(kind: str) -> None:
    modules = (scope, binding)
    for one in caches(*modules).values():
        one.cache_clear()

    for number in range(EVER_NEW):
        KINDS[kind](number)

    kept = kept_entries(*modules)
    assert len(kept) == 8
    assert 0 < max(kept.values()) <= MAX_KEPT_CHARACTERS // len(LONG)


def test_so_many_characters_are_kept() -> None:
    made: list[str] = []
    keep = keep_parsed(1000)(made.append)
    texts = [f"{LONG}{number:04}" for number in range(EVER_NEW)]

    for text in texts:
        keep(text)

    entries: Any = keep.cache_info()
    assert 0 < entries.currsize * len(texts[0]) <= MAX_KEPT_CHARACTERS
    assert made == texts


def test_short_texts_are_parsed_once() -> None:
    made: list[str] = []
    keep = keep_parsed(1000)(made.append)
    texts = [f"a{number}" for number in range(1000)]

    for text in texts * 3:
        keep(text)

    assert made == texts


def test_names_count_as_their_characters() -> None:
    made: list[Any] = []
    keep = keep_parsed(1000)(lambda *key: made.append(key))
    for number in range(200):
        keep("#n", (("#n", f"{LONG}{number:04}"),))

    entries: Any = keep.cache_info()
    assert 0 < entries.currsize <= MAX_KEPT_CHARACTERS // len(LONG)


def test_hundreds_of_names_are_not_kept() -> None:
    before = kept_entries(scope)

    for number in range(10):
        many = with_names(300, number)
        many.projection(f"#n{number}x0")
        many.update(f"REMOVE #n{number}x0")
        many.condition(f"attribute_exists(#n{number}x0)")

    assert kept_entries(scope) == before


def test_what_is_too_long_for_the_name_of_a_table_is_not_remembered(memory: Engine) -> None:
    before = kept_entries(value_shapes)

    for number in range(10):
        with pytest.raises(StoreError):
            memory.execute("DescribeTable", {"TableName": f"{LONG}{number}"})

    assert kept_entries(value_shapes) == before


@pytest.fixture
def memory() -> Any:
    with Engine.open("memory:") as engine:
        yield engine
