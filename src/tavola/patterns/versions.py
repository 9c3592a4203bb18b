"""Versions by copy-on-write: one item is the latest, every earlier state of it is kept.

Two models share one owner key:

    latest     key (owner…)            version, and the content
    versions   key (owner…, version)   the same content

The YAML to paste:

    Page:
      fields:
        pageId: {type: StringField, required: true}
        version: {type: IntegerField, required: true}
        title: {type: StringField}
        blocks: {type: ListField, heavy: true}
      key: {PK: "PAGE#{pageId}", SK: LATEST}
    PageVersion:
      fields:
        pageId: {type: StringField, required: true}
        version: {type: IntegerField, required: true}
        title: {type: StringField}
        blocks: {type: ListField, heavy: true}
      key: {PK: "PAGE#{pageId}", SK: "v{version:08d}"}
      indexes: {pageVersions: primaryKey}

A change is one transaction: the latest item goes from version N to N+1 on the condition that it is
at N, and what it was is written as version N, which nobody has written before. So a version never
changes once there is a later one, none is lost, and of two who change N one is refused. What
changes the latest item in another way is not noticed here: let the content change by `change` only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import (
    AlreadyExists,
    ConditionFailed,
    ItemChanged,
    ItemMissing,
    TransactionCancelled,
)
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.read.queries.query import Query
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.differences import Difference, differences
from tavola.patterns.pieces.parts import Part, part_of
from tavola.patterns.pieces.races import among_others, until_done
from tavola.table.base import BaseTable

__all__ = [
    "ChangeLatest",
    "Compare",
    "CreateLatest",
    "DeleteLatest",
    "FindVersion",
    "RestoreVersion",
    "VersionConflict",
    "Versions",
]

L = TypeVar("L", bound=Model)
V = TypeVar("V", bound=Model)

Also = Callable[[Any], Sequence[Write[Any]]]
When = Callable[[Any], Expr | None]
# The latest item and its copy come before whatever else a transaction holds.
_OWN_WRITES = 2


def _nothing(_: Any) -> Sequence[Write[Any]]:
    return ()


def _always(_: Any) -> None:
    return None


class VersionConflict(ItemChanged):
    """Another version is the latest than the one that was expected.

    `current` is it, or None if the item is deleted; `differences` are what others changed since the
    expected version.
    """

    def __init__(
        self, message: str, *, expected: int, current: Any, found: Sequence[Difference]
    ) -> None:
        super().__init__(message)
        self.expected = expected
        self.current = current
        self.differences = tuple(found)


class VersionItems(Struct, Generic[L, V], frozen=True):
    """The two models, and the fields that a version keeps."""

    latest: Part[L]
    versions: Part[V]
    content: tuple[str, ...]

    def name(self, owner: Sequence[Any]) -> str:
        """The item, for messages."""
        return self.latest.label(owner)

    def copy_of(self, owner: Sequence[Any], latest: L) -> V:
        """The latest item as a version of its own."""
        instance: Any = latest
        return self.versions.make((*owner, instance.version), **self.values(latest))

    def values(self, instance: Any) -> dict[str, Any]:
        """The content of the latest item, or of a version."""
        found = {name: getattr(instance, name, None) for name in self.content}
        return {name: deepcopy(value) for name, value in found.items() if value is not None}

    def unmoved(self, latest: Any, when: When) -> Expr:
        """The latest item is at the version that was read, and what else must hold there."""
        same: Expr = self.latest.field("version") == latest.version
        more = when(latest)
        return same if more is None else same & more

    def conflict(self, owner: Sequence[Any], expected: int, current: Any) -> Steps[VersionConflict]:
        """Say what others have changed since a version."""
        if current is None:
            return VersionConflict(
                f"{self.name(owner)} is deleted, not at version {expected}. Restore it first.",
                expected=expected,
                current=None,
                found=(),
            )
        base = yield from self.versions.get((*owner, expected)).steps()
        found = differences({} if base is None else self.values(base), self.values(current))
        return VersionConflict(
            f"{self.name(owner)} is at version {current.version}, not {expected}. "
            "Look at what was changed, and repeat your change.",
            expected=expected,
            current=current,
            found=found if base is not None else (),
        )


class Versions(Generic[L, V]):
    """The versions of an item, as operations to run on a table, sync or async.

    `content` are the fields that versions keep; otherwise all that both models have.
    """

    def __init__(
        self,
        table: BaseTable,
        latest: type[L],
        versions: type[V],
        *,
        content: Sequence[str] | None = None,
    ) -> None:
        newest, kept = part_of(table, latest, "version"), part_of(table, versions, "version")
        names = _shared(newest, kept) if content is None else content
        self.items: VersionItems[L, V] = VersionItems(
            part_of(table, latest, *names), part_of(table, versions, *names), tuple(names)
        )

    def create(self, *owner: Any, make: Callable[[int], L], also: Also = _nothing) -> Any:
        """Create what `make` makes of version 1, or of the next one where versions are kept."""
        return CreateLatest(self.items, owner, make, also)

    def change(
        self,
        *owner: Any,
        expected: int,
        edit: Callable[[L], Any],
        also: Also = _nothing,
        when: When = _always,
    ) -> ChangeLatest[L, V]:
        """Change the latest item, which must be at the expected version; returns it as it is then.

        `edit` assigns to the instance that it is given. `also` are writes of the same transaction,
        made of the changed instance. An edit that changes nothing makes no version. `when` is one
        more condition, made of the instance before the edit: for fields that no version keeps.
        """
        return ChangeLatest(self.items, owner, expected, edit, also, when)

    def restore(
        self, *owner: Any, version: int, expected: int | None, also: Also = _nothing
    ) -> RestoreVersion[L, V]:
        """Make an earlier version's content the latest, as a new version.

        With `expected=None` a deleted item comes back.
        """
        return RestoreVersion(self.items, owner, version, expected, also)

    def delete(
        self, *owner: Any, expected: int, also: Also = _nothing, when: When = _always
    ) -> DeleteLatest[L, V]:
        """Delete the latest item; all versions are kept, this one included."""
        return DeleteLatest(self.items, owner, expected, also, when)

    def find(self, *owner: Any, version: int) -> FindVersion[L, V]:
        """Read one version, the latest too; None if there is none."""
        return FindVersion(self.items, owner, version)

    def earlier(self, *owner: Any, limit: int | None = None, cursor: str | None = None) -> Query[V]:
        """List the versions before the latest, newest first, without heavy fields."""
        names = (shape.name for shape in self.items.versions.codec.key_shapes)
        given = dict(zip(names, owner, strict=False))
        return self.items.versions.query(
            given, limit=limit, cursor=cursor, descending=True, whole=False
        )

    def compare(self, *owner: Any, before: int, after: int) -> Compare[L, V]:
        """Compare the content of two versions."""
        return Compare(self.items, owner, before, after)


def _shared(latest: Part[Any], versions: Part[Any]) -> list[str]:
    keys = {shape.python_name for shape in versions.codec.key_shapes}
    names = (shape.python_name for shape in versions.codec.shape.fields)
    return [name for name in names if latest.has(name) and name not in keys]


class CreateLatest(Struct, Generic[L, V], frozen=True):
    """Create the item; a deleted one's versions are counted on."""

    items: VersionItems[L, V]
    owner: tuple[Any, ...]
    make: Callable[[int], L]
    also: Also

    def steps(self) -> Steps[L]:
        """Find the last version that is kept, and create the next, unless somebody else does."""
        items = self.items
        return (yield from until_done(items.latest, items.name(self.owner), self._try))

    def _try(self) -> Steps[L | None]:
        items = self.items
        found: Any = yield from items.versions.latest(self.owner).steps()
        number = found.items[0].version + 1 if found.items else 1
        latest: Any = self.make(number)
        latest.version = number
        fresh = items.versions.field("version").is_missing()
        check = items.versions.check((*self.owner, number), fresh)
        writes: list[Write[Any]] = [items.latest.create(latest), check, *self.also(latest)]
        try:
            yield from items.latest.transaction(writes).steps()
        except ConditionFailed as refused:
            # Somebody created and deleted it in between, so that its number is used.
            if refused.position == 1:
                return None
            raise among_others(refused, _OWN_WRITES) from None
        return latest  # type: ignore[no-any-return]  # an L


class ChangeLatest(Struct, Generic[L, V], frozen=True):
    """Change the latest item, and keep what it was."""

    items: VersionItems[L, V]
    owner: tuple[Any, ...]
    expected: int
    edit: Callable[[L], Any]
    also: Also
    when: When = _always

    def steps(self) -> Steps[L]:
        """Read it, and write it on the condition that it is still what was read."""
        items = self.items
        latest: Any = yield from items.latest.get(self.owner).steps()
        if latest is None or latest.version != self.expected:
            raise (yield from items.conflict(self.owner, self.expected, latest))
        kept, before = items.copy_of(self.owner, latest), items.values(latest)
        condition = items.unmoved(latest, self.when)
        self.edit(latest)
        if items.values(latest) == before:
            return latest  # type: ignore[no-any-return]  # an L
        latest.version = self.expected + 1
        items.latest.check_size(latest)
        items.versions.check_size(kept)
        writes: list[Write[Any]] = [items.latest.save(latest, condition=condition)]
        writes += [items.versions.create(kept), *self.also(latest)]
        yield from _send(items, self.owner, self.expected, writes)
        return latest  # type: ignore[no-any-return]  # an L


class RestoreVersion(Struct, Generic[L, V], frozen=True):
    """Make an earlier content the latest again, forwards."""

    items: VersionItems[L, V]
    owner: tuple[Any, ...]
    version: int
    expected: int | None
    also: Also

    def steps(self) -> Steps[L]:
        """Read the version, and change the latest item to it, or create it again."""
        items = self.items
        wanted = yield from FindVersion(items, self.owner, self.version).steps()
        if wanted is None:
            raise ItemMissing(
                f"{items.name(self.owner)} has no version {self.version}. Choose another."
            )
        values = items.values(wanted)
        if self.expected is None:
            return (yield from self._bring_back(values))

        def edit(latest: L) -> None:
            for name in items.content:
                setattr(latest, name, deepcopy(values.get(name)))

        change = ChangeLatest(items, self.owner, self.expected, edit, self.also)
        return (yield from change.steps())

    def _bring_back(self, values: dict[str, Any]) -> Steps[L]:
        items = self.items

        def make(number: int) -> L:
            return items.latest.make(self.owner, version=number, **deepcopy(values))

        try:
            return (yield from CreateLatest(items, self.owner, make, self.also).steps())
        except AlreadyExists as refused:
            if refused.position is not None:
                raise
            raise ItemChanged(
                f"{items.name(self.owner)} is not deleted. Say which version is expected.",
                item=refused.item,
            ) from refused


class DeleteLatest(Struct, Generic[L, V], frozen=True):
    """Delete the latest item, and keep what it was."""

    items: VersionItems[L, V]
    owner: tuple[Any, ...]
    expected: int
    also: Also
    when: When = _always

    def steps(self) -> Steps[V]:
        """Read it, and write it as a version in its deletion's transaction; returns that."""
        items = self.items
        latest: Any = yield from items.latest.get(self.owner).steps()
        if latest is None or latest.version != self.expected:
            raise (yield from items.conflict(self.owner, self.expected, latest))
        kept = items.copy_of(self.owner, latest)
        condition = items.unmoved(latest, self.when)
        writes: list[Write[Any]] = [items.latest.delete(self.owner, condition=condition)]
        writes += [items.versions.create(kept), *self.also(latest)]
        yield from _send(items, self.owner, self.expected, writes)
        return kept


def _send(
    items: VersionItems[L, V], owner: Sequence[Any], expected: int, writes: list[Write[Any]]
) -> Steps[None]:
    """Send a change; whoever lost the race gets what others made of it."""
    try:
        yield from items.latest.transaction(writes).steps()
    except ConditionFailed as refused:
        if refused.position is not None and refused.position >= _OWN_WRITES:
            raise among_others(refused, _OWN_WRITES) from None
        yield from _explain(items, owner, expected, refused)
        raise
    except TransactionCancelled as cancelled:
        yield from _explain(items, owner, expected, cancelled)
        raise


def _explain(
    items: VersionItems[L, V], owner: Sequence[Any], expected: int, cause: Exception
) -> Steps[None]:
    current: Any = yield from items.latest.get(owner).steps()
    if current is None or current.version != expected:
        raise (yield from items.conflict(owner, expected, current)) from cause


class FindVersion(Struct, Generic[L, V], frozen=True):
    """Read one version, wherever it stands."""

    items: VersionItems[L, V]
    owner: tuple[Any, ...]
    version: int

    def steps(self) -> Steps[V | None]:
        """Look among the versions, then at the latest; once more if it became one in between."""
        found = yield from self._kept()
        if found is not None:
            return found
        latest: Any = yield from self.items.latest.get(self.owner).steps()
        if latest is not None and latest.version == self.version:
            return self.items.copy_of(self.owner, latest)
        return (yield from self._kept())

    def _kept(self) -> Steps[V | None]:
        return (yield from self.items.versions.get((*self.owner, self.version)).steps())


class Compare(Struct, Generic[L, V], frozen=True):
    """Compare two versions."""

    items: VersionItems[L, V]
    owner: tuple[Any, ...]
    before: int
    after: int

    def steps(self) -> Steps[list[Difference]]:
        """Read both."""
        older = yield from self._content(self.before)
        newer = yield from self._content(self.after)
        return differences(older, newer)

    def _content(self, version: int) -> Steps[dict[str, Any]]:
        found = yield from FindVersion(self.items, self.owner, version).steps()
        if found is None:
            raise ItemMissing(
                f"{self.items.name(self.owner)} has no version {version}. Choose another."
            )
        return self.items.values(found)
