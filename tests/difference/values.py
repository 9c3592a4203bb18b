"""Strategies for attribute values, keys and items: ordinary, odd and wrong."""

from __future__ import annotations

import base64
import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.difference.tables import PARTITIONS, SORT_BINARIES, SORT_NUMBERS, Item, Table

Value = dict[str, Any]

ODDITIES: dict[str, Any] = json.loads((Path(__file__).parent / "oddities.json").read_text())
ATTRIBUTE_NAMES = ("a", "n", "m", "l", "ss", "status", "label", "rank", "bytes", "serial", "z")
LONG_KEYS: tuple[Value, ...] = (
    {"S": "k" * 1025},
    {"S": "k" * 2049},
    {"B": base64.b64encode(b"k" * 2049).decode()},
)


def oddities(name: str) -> st.SearchStrategy[Any]:
    """Return the members of one of the lists of odd things."""
    return st.sampled_from(ODDITIES[name]).map(copy.deepcopy)


@cache
def texts() -> st.SearchStrategy[str]:
    """Return strings, most of them from a small pool so that they meet again."""
    return oddities("texts") | st.text(max_size=4)


@cache
def numbers() -> st.SearchStrategy[str]:
    """Return numbers in forms that DynamoDB accepts."""
    return st.integers(-20, 20).map(str) | oddities("odd_numbers")


@cache
def binaries() -> st.SearchStrategy[str]:
    """Return binary values as they stand in JSON."""
    return st.binary(max_size=3).map(lambda content: base64.b64encode(content).decode())


def typed(kind: str, contents: st.SearchStrategy[Any]) -> st.SearchStrategy[Value]:
    """Return attribute values of one type."""
    return contents.map(lambda content: {kind: content})


@cache
def scalars() -> st.SearchStrategy[Value]:
    """Return values that hold no others."""
    return st.one_of(
        typed("S", texts()),
        typed("N", numbers()),
        typed("B", binaries()),
        typed("BOOL", st.booleans()),
        typed("NULL", st.just(True)),
    )


@cache
def sets() -> st.SearchStrategy[Value]:
    """Return sets of the three types."""
    return st.one_of(
        typed("SS", st.lists(texts(), min_size=1, max_size=3, unique=True)),
        typed("NS", st.lists(st.integers(-9, 9).map(str), min_size=1, max_size=3, unique=True)),
        typed("BS", st.lists(binaries(), min_size=1, max_size=3, unique=True)),
    )


@cache
def values() -> st.SearchStrategy[Value]:
    """Return values of all types, nested a little."""
    return st.recursive(scalars() | sets(), _containers, max_leaves=4)


def _containers(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return typed("L", st.lists(inner, max_size=3)) | typed(
        "M", st.dictionaries(st.sampled_from("abl"), inner, max_size=3)
    )


def _nested(depth: int) -> Value:
    value: Value = {"S": "deep"}
    for _ in range(depth):
        value = {"L": [value]}
    return value


@cache
def wrong_values() -> st.SearchStrategy[Any]:
    """Return values that DynamoDB refuses, for whatever reason."""
    return st.one_of(
        typed("N", oddities("wrong_numbers")),
        typed("NS", oddities("wrong_numbers").map(lambda number: ["1", number])),
        oddities("wrong_values"),
        st.integers(31, 33).map(_nested),
    )


@cache
def misshapen_values() -> st.SearchStrategy[Any]:
    """Return what is not even shaped as an attribute value."""
    return oddities("misshapen_values")


@cache
def key_values(kind: str) -> st.SearchStrategy[Value]:
    """Return values for a key attribute of a type, from a small pool."""
    pools = {"S": PARTITIONS, "N": SORT_NUMBERS, "B": SORT_BINARIES[1:]}
    return typed(kind, st.sampled_from(pools[kind]))


@cache
def keys(table: Table) -> st.SearchStrategy[Item]:
    """Return keys of a table."""
    return st.fixed_dictionaries({name: key_values(kind) for name, kind in table.key_types.items()})


@cache
def attributes(table: Table) -> st.SearchStrategy[Item]:
    """Return attributes beside the key; those of index keys have the right type."""
    indexed = {name: key_values(kind) for name, kind in table.attribute_types.items()}
    free = {name: values() for name in ATTRIBUTE_NAMES if name not in indexed}
    return st.fixed_dictionaries({}, optional=indexed | free)


@st.composite
def items(draw: st.DrawFn, table: Table) -> Item:
    """Return items that a table takes."""
    return draw(attributes(table)) | draw(keys(table))


@st.composite
def wrong_keys(draw: st.DrawFn, table: Table) -> Item:
    """Return keys that do not fit a table: missing, too many, wrong types, empty, too long."""
    key = draw(keys(table))
    name = draw(st.sampled_from(list(table.key_types)))
    wrong = oddities("wrong_key_values") | st.sampled_from(LONG_KEYS)
    match draw(st.integers(0, 5)):
        case 0:
            del key[name]
            return key
        case 1:
            return key | {"other": draw(values())}
        case 2:
            return {draw(st.sampled_from(["other", name])): draw(wrong)}
        case _:
            return key | {name: draw(wrong)}


@st.composite
def wrong_items(draw: st.DrawFn, table: Table) -> Item:
    """Return items that a table refuses: wrong keys, wrong index keys, wrong values, odd names."""
    item = draw(items(table))
    names = st.sampled_from([*ATTRIBUTE_NAMES, *table.key_types, ""])
    match draw(st.integers(0, 5)):
        case 0:
            others = {name: value for name, value in item.items() if name not in table.key_types}
            return others | draw(wrong_keys(table))
        case 1:
            return item | {draw(names): draw(misshapen_values())}
        case 2:
            return item | {draw(names): draw(values())}
        case 3:
            return item | draw(wrong_keys(table)) | {draw(names): draw(wrong_values())}
        case _:
            return item | {draw(names): draw(wrong_values())}
