"""Two tables, item by item: what is missing, what differs, what only the second one has."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from tavola.cli.move.threads import Advance, Stop, work_side_by_side
from tavola.cli.move.transfer_endpoint import TransferEndpoint
from tavola.operations.transfer.raw_items import RawItem, ReadItems, ReadPage
from tavola.values import values_equal

__all__ = ["Differences", "compare"]

_NAMED = 20
"""How many keys of each kind are named."""


class Differences(Struct):
    """What a comparison found."""

    compared: int = 0
    missing: int = 0
    different: int = 0
    extra: int = 0
    missing_keys: list[str] = field(default_factory=list[str])
    different_keys: list[str] = field(default_factory=list[str])
    extra_keys: list[str] = field(default_factory=list[str])

    @property
    def is_none(self) -> bool:
        """Whether both are the same."""
        return not (self.missing or self.different or self.extra)

    def add(self, kind: str, keys: Iterable[tuple[str, ...]]) -> None:
        """Count keys, and name the first ones."""
        names: list[str] = getattr(self, f"{kind}_keys")
        for key in keys:
            setattr(self, kind, getattr(self, kind) + 1)
            if len(names) < _NAMED:
                names.append(" / ".join(key))


def compare(
    source: TransferEndpoint,
    target: TransferEndpoint,
    keys: tuple[str, ...],
    workers: int,
    advance: Advance,
) -> Differences:
    """Read both tables in parts, each beside the same items of the other one."""
    found = Differences()
    lock = threading.Lock()

    def forwards(items: list[RawItem]) -> None:
        theirs = _by_key(target.run(ReadItems(target.context, _keys(items, keys))), keys)
        missing = [key for key in _by_key(items, keys) if key not in theirs]
        different = [
            key
            for key, item in _by_key(items, keys).items()
            if key in theirs and not values_equal({"M": item}, {"M": theirs[key]})
        ]
        with lock:
            found.compared += len(items)
            found.add("missing", missing)
            found.add("different", different)
        advance(len(items))

    def backwards(items: list[RawItem]) -> None:
        wanted = ReadItems(source.context, _keys(items, keys), keys)
        ours = _by_key(source.run(wanted), keys)
        with lock:
            found.add("extra", [key for key in _by_key(items, keys) if key not in ours])

    work_side_by_side(_parts(source, workers, forwards), workers)
    work_side_by_side(_parts(target, workers, backwards, keys), workers)
    return found


def _parts(
    endpoint: TransferEndpoint,
    workers: int,
    look: Callable[[list[RawItem]], None],
    only: tuple[str, ...] = (),
) -> list[Callable[[threading.Event], None]]:
    def part(segment: int) -> Callable[[threading.Event], None]:
        def read(stop: threading.Event) -> None:
            rest: ReadPage | None = ReadPage(
                endpoint.context, segment=segment, segments=workers, only=only
            )
            while rest is not None:
                if stop.is_set():
                    raise Stop
                page = endpoint.run(rest)
                look(page.items)
                rest = page.rest

        return read

    return [part(number) for number in range(workers)]


def _keys(items: Sequence[RawItem], names: tuple[str, ...]) -> list[RawItem]:
    return [{name: item[name] for name in names} for item in items]


def _by_key(items: Sequence[RawItem], names: tuple[str, ...]) -> dict[tuple[str, ...], RawItem]:
    return {tuple(_text(item[name]) for name in names): item for item in items}


def _text(value: dict[str, Any]) -> str:
    ((_, inner),) = value.items()
    return str(inner)
