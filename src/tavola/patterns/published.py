"""A published marker: of an owner's versions one is current, switched as a whole or not at all.

Three models share one owner key:

    versions   key (owner…, version)    status, rev, published_at, published_by, first_published_at
    markers    key (owner…)             version, sequence, published_at, published_by
    log        key (owner…, sequence)   action, version, previous, published_at, published_by

The YAML to paste:

    Edition:
      fields:
        name: {type: StringField, required: true}
        version: {type: IntegerField, required: true}
        status: {type: EnumField, values: [draft, published], required: true}
        rev: {type: CounterField}
        publishedAt: {type: DateTimeField}
        publishedBy: {type: StringField}
        firstPublishedAt: {type: DateTimeField}
      key: {PK: "BOOK#{name}", SK: "EDITION#{version:08d}"}
    Current:
      fields:
        name: {type: StringField, required: true}
        version: {type: IntegerField, required: true}
        sequence: {type: CounterField}
        publishedAt: {type: DateTimeField}
        publishedBy: {type: StringField}
      key: {PK: "BOOK#{name}", SK: CURRENT}
    Release:
      fields:
        name: {type: StringField, required: true}
        sequence: {type: IntegerField, required: true}
        action: {type: EnumField, values: [publish, rollback], required: true}
        version: {type: IntegerField, required: true}
        previous: {type: IntegerField}
        publishedAt: {type: DateTimeField, required: true}
        publishedBy: {type: StringField, required: true}
      key: {PK: "BOOK#{name}", SK: "RELEASE#{sequence:08d}"}

The marker is the truth; the versions' statuses follow it in the same transaction. A version that
was ever published never changes (see `drafts`), so the marker and the version that it names belong
together, however much time passes between reading the one and the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from tavola.errors import (
    ConditionFailed,
    ItemChanged,
    ItemMissing,
    TransactionCancelled,
    UniqueTaken,
)
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.operations.read.get import GetBatch
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.operations.write.transaction import Transaction
from tavola.patterns.drafts import DRAFT, PUBLISHED, was_published
from tavola.patterns.pieces.parts import Part, number_is, part_of
from tavola.table.base import BaseTable

__all__ = ["FindPublished", "Published", "Publishing", "Stale", "Switch", "SwitchRefused"]

V = TypeVar("V", bound=Model)
K = TypeVar("K", bound=Model)
L = TypeVar("L", bound=Model)

_BY_AND_AT = ("version", "published_at", "published_by")


class Stale(ItemChanged):
    """Another version is published than the one that was expected; `current` is it."""

    def __init__(self, message: str, *, expected: int | None, current: int | None) -> None:
        super().__init__(message)
        self.expected = expected
        self.current = current


class SwitchRefused(ConditionFailed):
    """The version may not be published, or not be rolled back to."""


class Published(Struct, Generic[V, K], frozen=True):
    """The marker and the version that it names."""

    marker: K
    version: V


class Publishing(Generic[V, K, L]):
    """The published version of an owner, as operations to run on a table, sync or async."""

    def __init__(self, table: BaseTable, versions: type[V], markers: type[K], log: type[L]) -> None:
        self._versions = part_of(
            table, versions, *_BY_AND_AT, "status", "rev", "first_published_at"
        )
        self._markers = part_of(table, markers, *_BY_AND_AT, "sequence")
        self._log = part_of(table, log, *_BY_AND_AT, "sequence", "action", "previous")

    def find(self, *owner: Any, known: int | None = None) -> FindPublished[V, K]:
        """Read what is published; one round trip if it is the known version, two otherwise."""
        return FindPublished(self._versions, self._markers, owner, known)

    def publish(
        self,
        *owner: Any,
        version: int,
        expected: int | None,
        by: str,
        revision: int | None = None,
        also: Callable[[V], Sequence[Write[Any]]] = lambda _: (),
    ) -> Switch[V, K, L]:
        """Publish a newer version in place of the expected one (None for the first time).

        `also` are writes and checks that belong into the same transaction, made of the version.
        """
        return self._switch("publish", owner, version, expected, by, revision, also)

    def rollback(
        self,
        *owner: Any,
        version: int,
        expected: int,
        by: str,
        also: Callable[[V], Sequence[Write[Any]]] = lambda _: (),
    ) -> Switch[V, K, L]:
        """Go back from the expected version to an older one that was published before."""
        return self._switch("rollback", owner, version, expected, by, None, also)

    def _switch(
        self,
        action: Literal["publish", "rollback"],
        owner: tuple[Any, ...],
        version: int,
        expected: int | None,
        by: str,
        revision: int | None,
        also: Callable[[V], Sequence[Write[Any]]],
    ) -> Switch[V, K, L]:
        return Switch(
            versions=self._versions,
            markers=self._markers,
            log=self._log,
            action=action,
            owner=owner,
            version=version,
            expected=expected,
            by=by,
            revision=revision,
            also=also,
        )


class FindPublished(Struct, Generic[V, K], frozen=True):
    """Read the marker and the version that it names."""

    versions: Part[V]
    markers: Part[K]
    owner: tuple[Any, ...]
    known: int | None = None

    def steps(self) -> Steps[Published[V, K] | None]:
        """Read the known version beside the marker; another one after it."""
        marker: Any
        version: Any
        marker, version = yield from self._first()
        if marker is None:
            return None
        # A draft that was read before its publication may have been edited in between.
        if version is None or version.version != marker.version or not was_published(version):
            version = yield from self.versions.get((*self.owner, marker.version)).steps()
        if version is None:
            raise ItemMissing(
                f"{self.markers.codec.schema.name} {'/'.join(map(str, self.owner))} names "
                f"version {marker.version}, which does not exist. Publish another."
            )
        _follow(version, marker)
        return Published(marker, version)

    def _first(self) -> Steps[tuple[Any, Any]]:
        marker = self.markers.get(self.owner)
        if self.known is None:
            return (yield from marker.steps()), None
        version = self.versions.get((*self.owner, self.known))
        found = yield from GetBatch((marker, version)).instances()
        return found[0], found[1]


def _follow(version: Any, marker: Any) -> None:
    """Show a version as its marker has it: a later publication may have taken its status away."""
    version.status = PUBLISHED
    version.published_at = marker.published_at
    version.published_by = marker.published_by


class Switch(Struct, Generic[V, K, L], frozen=True):
    """Make another version the published one: versions, marker and log in one transaction."""

    versions: Part[V]
    markers: Part[K]
    log: Part[L]
    action: Literal["publish", "rollback"]
    owner: tuple[Any, ...]
    version: int
    expected: int | None
    by: str
    revision: int | None
    also: Callable[[V], Sequence[Write[Any]]]

    def steps(self) -> Steps[L]:
        """Read what is there, check it, and switch on the condition that it is still so."""
        marker, target, old = yield from self._read()
        self._check(marker, target)
        entry = self._entry(marker)
        writes = [*self._writes(marker, target, old, entry), *self.also(target)]
        try:
            yield from Transaction(self.versions.context, tuple(writes)).steps()
        except ConditionFailed as refused:
            raise self._explain_refusal(refused) from refused
        except TransactionCancelled as cancelled:
            # Others hold the items again and again: most likely one of them has published.
            marker = yield from self.markers.get(self.owner).steps()
            self._check_expected(marker, cancelled)
            raise
        return entry

    def _read(self) -> Steps[tuple[Any, Any, Any]]:
        gets: list[Any] = [self.markers.get(self.owner), self._get(self.version)]
        if self.expected is not None and self.expected != self.version:
            gets.append(self._get(self.expected))
        found = yield from GetBatch(tuple(gets)).instances()
        return found[0], found[1], found[2] if len(found) > 2 else None

    def _get(self, version: int) -> Any:
        return self.versions.get((*self.owner, version))

    @property
    def _name(self) -> str:
        owner = "/".join(map(str, self.owner))
        return f"{self.versions.codec.schema.name} {owner}/{self.version}"

    def _check(self, marker: Any, target: Any) -> None:
        self._check_expected(marker)
        current = marker.version if marker is not None else None
        if target is None:
            raise ItemMissing(f"{self._name} does not exist, or has expired.")
        if self.revision is not None and target.rev != self.revision:
            raise ItemChanged(
                f"{self._name} is at revision {target.rev}, not {self.revision}. Review it again."
            )
        if current == self.version:
            raise SwitchRefused(f"{self._name} is the published one already.")
        if self.action == "publish" and current is not None and self.version < current:
            raise SwitchRefused(
                f"{self._name} is older than the published version {current}. "
                "Roll back to it, or make a new draft from it."
            )
        if self.action == "rollback":
            self._check_back(current, target)

    def _check_back(self, current: int | None, target: Any) -> None:
        if current is None or self.version > current:
            raise SwitchRefused(
                f"{self._name} is newer than the published version {current}. Publish it instead."
            )
        if not was_published(target):
            raise SwitchRefused(
                f"{self._name} was never published, so nothing can go back to it. "
                "Make a new draft from it, and publish that."
            )

    def _check_expected(self, marker: Any, cause: Exception | None = None) -> None:
        current = marker.version if marker is not None else None
        if current != self.expected:
            raise self._stale(current) from cause

    def _stale(self, current: int | None) -> Stale:
        def describe(version: int | None) -> str:
            return "none" if version is None else str(version)

        return Stale(
            f"{self._name}: the published version is {describe(current)}, "
            f"not {describe(self.expected)}. Look at it and try again.",
            expected=self.expected,
            current=current,
        )

    def _entry(self, marker: Any) -> L:
        sequence = (marker.sequence if marker is not None else 0) + 1
        return self.log.make(
            (*self.owner, sequence),
            action=self.action,
            version=self.version,
            previous=self.expected,
            published_at=self.versions.context.now(),
            published_by=self.by,
        )

    def _writes(self, marker: Any, target: Any, old: Any, entry: Any) -> list[Write[Any]]:
        """The marker comes first, so that it is what a refusal names."""
        writes: list[Write[Any]] = [self._mark(marker, entry), self._raise(target, entry)]
        if old is not None:
            writes.append(self._lower(marker))
        return [*writes, self.log.create(entry)]

    def _mark(self, marker: Any, entry: Any) -> Write[Any]:
        values = {
            "version": entry.version,
            "sequence": entry.sequence,
            "published_at": entry.published_at,
            "published_by": entry.published_by,
        }
        part = self.markers
        if marker is None:
            return part.create(part.make(self.owner, **values))
        # The same version may have gone and come back meanwhile; the sequence never does.
        condition = (part.field("version") == marker.version) & number_is(
            part.field("sequence"), marker.sequence
        )
        changes = (part.field(name).set(value) for name, value in values.items())
        return part.update(self.owner, *changes, condition=condition)

    def _raise(self, target: Any, entry: Any) -> Write[Any]:
        part = self.versions
        changes = [
            part.field("status").set(PUBLISHED),
            part.field("published_at").set(entry.published_at),
            part.field("published_by").set(entry.published_by),
            part.field("first_published_at").set_default(entry.published_at),
            *self._lasting(),
        ]
        condition = number_is(part.field("rev"), target.rev)
        return part.update((*self.owner, self.version), *changes, condition=condition)

    def _lower(self, marker: Any) -> Write[Any]:
        part = self.versions
        since = marker.published_at or part.context.now()
        return part.update(
            (*self.owner, self.expected),
            part.field("status").set(DRAFT),
            part.field("published_at").remove(),
            part.field("published_by").remove(),
            part.field("first_published_at").set_default(since),
            *self._lasting(),
        )

    def _lasting(self) -> list[Change]:
        """What was published never expires."""
        ttl = self.versions.ttl
        return [] if ttl is None else [ttl.remove()]

    def _explain_refusal(self, refused: ConditionFailed) -> ConditionFailed:
        if isinstance(refused, UniqueTaken):
            return refused
        item: Any = refused.item
        if refused.position == 0:
            marker: Any = None if item is None else self.markers.decode(item)
            return self._stale(None if marker is None else marker.version)
        if refused.position == 1 and not isinstance(refused, ItemMissing):
            return ItemChanged(f"{self._name} was edited meanwhile. Review it again.", item=item)
        return refused
