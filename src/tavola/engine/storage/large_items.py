"""Stored items of many members, decoded part by part, so that no call into C lasts long.

An item of 400 KB may have 200,000 members. Decoded at once they take up to 60 ms, during which no
thread of the process does anything else, and 60 MB. Here the decoder first finds where the members
begin and end, which takes a tenth of that, and then makes them a thousand at a time. What comes out
is what one call would have given.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Raw

from tavola.engine.pacing import UNPACED, Pace
from tavola.engine.storage.catalog import TableInfo
from tavola.values import Item

__all__ = [
    "decode_for_row",
    "decode_in_parts",
    "decode_in_steps",
    "let_go",
    "read_key",
    "takes_long",
    "use_large",
]

T = TypeVar("T")

_LONG_BYTES: Final = 64 * 1024
_MANY_MEMBERS: Final = 10_000
"""So many commas, and the values between them, take the decoder about 2 ms at once."""
_GROUP: Final = 1_000

_decode: Final[Callable[[bytes | Raw], Any]] = msgspec.json.Decoder(Any).decode
_find_attributes: Final = msgspec.json.Decoder(dict[str, Raw]).decode
_find_members: Final = msgspec.json.Decoder(list[Raw]).decode


def takes_long(data: bytes) -> bool:
    """Return whether a stored item has so many members that it should be decoded in parts."""
    if len(data) <= _LONG_BYTES:
        return False
    commas = 0
    for start in range(0, len(data), _LONG_BYTES):
        # To count 200,000 takes 4 ms.
        commas += data.count(b",", start, start + _LONG_BYTES)
        if commas > _MANY_MEMBERS:
            return True
    return False


def read_key(data: bytes, names: tuple[str, ...]) -> Item:
    """Decode some attributes of a stored item, which has them."""
    if len(data) <= _LONG_BYTES:
        item: Item = _decode(data)
        return {name: item[name] for name in names}
    found = _find_attributes(data)
    return {name: _decode(found[name]) for name in names}


def decode_for_row(table: TableInfo, data: bytes) -> Item:
    """Decode of a stored item what the columns of its row are made of, and perhaps more.

    Of an item of many members it leaves out what no index copies: nothing so long is a key or a
    time to live.
    """
    if not takes_long(data) or table.vector_indexes:
        return decode_in_parts(data)
    copied = {name for key in table.index_keys if key.index.is_projected for name in key.projected}
    found = _find_attributes(data).items()
    return {
        name: _in_parts(_decode_value(value, UNPACED))
        for name, value in found
        if name in copied or len(value) <= _LONG_BYTES
    }


def decode_in_parts(data: bytes) -> Item:
    """Decode a stored item; between two parts the interpreter may let other threads go on."""
    if len(data) <= _LONG_BYTES:
        short: Item = _decode(data)
        return short
    item: Item = _in_parts(decode_in_steps(data, UNPACED))
    return item


def _in_parts(steps: Generator[None, None, T]) -> T:
    """Take all steps one after another."""
    try:
        while True:
            next(steps)
    except StopIteration as done:
        result: T = done.value
        return result


def decode_in_steps(data: bytes, pace: Pace) -> Generator[None, None, Item]:
    """Decode a stored item, and pause when it is time for others."""
    if not takes_long(data):
        item: Item = _decode(data)
        return item
    return (yield from _decode_map(data, pace))


def use_large(
    data: bytes, pace: Pace, use: Callable[[Item], Generator[None, None, T]]
) -> Generator[None, None, T]:
    """Decode an item and use it, both in steps, when there is room for one more that is decoded.

    What `use` returns must not be a part of the item, which is taken apart afterwards.
    """
    while not pace.take_room():
        yield
    try:
        if pace.is_over():
            yield
        item = yield from decode_in_steps(data, pace)
        result = yield from use(item)
        yield from _forget(item.values(), pace)
        return result
    finally:
        pace.give_room_back()


def let_go(item: Item) -> None:
    """Take an item apart that nobody uses any more; other threads may go on between two parts."""
    _in_parts(_forget(item.values(), UNPACED))


def _forget(values: Iterable[Any], pace: Pace) -> Generator[None]:
    """Let go of long lists part by part: to free 400,000 objects at once takes 20 ms."""
    for value in values:
        if "M" in value:
            yield from _forget(value["M"].values(), pace)
        members: list[Any] = value.get("L", [])
        while len(members) > _GROUP:
            del members[-_GROUP:]
            if pace.is_over():
                yield
        yield from _forget(members, pace)


def _decode_map(data: bytes | Raw, pace: Pace) -> Generator[None, None, dict[str, Any]]:
    found: dict[str, Any] = {}
    attributes = _find_attributes(data)
    if pace.is_over():
        yield
    for name, value in attributes.items():
        found[name] = yield from _decode_value(value, pace)
        if pace.is_over():
            yield
    return found


def _decode_value(data: Raw, pace: Pace) -> Generator[None, None, Any]:
    if len(data) <= _LONG_BYTES:
        return _decode(data)
    ((kind, content),) = _find_attributes(data).items()
    if pace.is_over():
        yield
    if kind == "L":
        return {kind: (yield from _decode_list(content, pace))}
    if kind == "M":
        return {kind: (yield from _decode_map(content, pace))}
    return {kind: _decode(content)}


def _decode_list(data: Raw, pace: Pace) -> Generator[None, None, list[Any]]:
    members: list[Any] = _find_members(data)
    found: list[Any] = []
    for start in range(0, len(members), _GROUP):
        if pace.is_over():
            yield
        group = members[start : start + _GROUP]
        # Freed group by group, and not all at the end.
        members[start : start + _GROUP] = [None] * len(group)
        if sum(map(len, group)) <= _LONG_BYTES:
            found += map(_decode, group)
        else:
            for member in group:
                value = yield from _decode_value(member, pace)
                found.append(value)
    return found
