"""What differs between two values: by field, by member of a map, by element of a list."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, cast

from msgspec import Struct

from tavola.patterns.chain import canonical

__all__ = ["Difference", "differences"]

Path = tuple[str | int, ...]


class Difference(Struct, frozen=True):
    """One place that differs. None stands for nothing: it was added, or taken away.

    The numbers in a path into a list are those of the older one, or of the newer for what was
    added.
    """

    path: Path
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Compare two mappings of values, as deep as they go."""
    return list(_compare_maps((), before, after))


def _compare(path: Path, before: Any, after: Any) -> Iterator[Difference]:
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        older, newer = cast("tuple[Mapping[str, Any], Mapping[str, Any]]", (before, after))
        yield from _compare_maps(path, older, newer)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _compare_lists(path, *cast("Sequence[list[Any]]", (before, after)))
    else:
        yield Difference(path, before, after)


def _compare_maps(
    path: Path, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Difference]:
    for name in [*before, *(name for name in after if name not in before)]:
        yield from _compare((*path, name), before.get(name), after.get(name))


def _compare_lists(path: Path, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Difference]:
    """Find what stayed; pair what was replaced, one by one, where the numbers are equal."""
    matcher = SequenceMatcher(None, _texts(before), _texts(after), autojunk=False)
    for what, low, high, new_low, new_high in matcher.get_opcodes():
        if what == "equal":
            continue
        paired = min(high - low, new_high - new_low)
        for number in range(paired):
            yield from _compare(
                (*path, low + number), before[low + number], after[new_low + number]
            )
        for number in range(low + paired, high):
            yield Difference((*path, number), before[number], None)
        for number in range(new_low + paired, new_high):
            yield Difference((*path, number), None, after[number])


def _texts(values: Sequence[Any]) -> list[str]:
    return [json.dumps(canonical(value), sort_keys=True) for value in values]
