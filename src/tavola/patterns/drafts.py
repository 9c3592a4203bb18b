"""Versioned drafts: numbered by an atomic counter, edited under a revision lock, archived by TTL.

Two models share one owner key:

    owners     key (owner…)             a counter of the latest version
    versions   key (owner…, version)    status, rev, first_published_at, and a TtlField

The YAML to paste:

    Book:
      fields:
        name: {type: StringField, required: true}
        lastVersion: {type: CounterField}
      key: {PK: "BOOK#{name}", SK: META}
    Edition:
      fields:
        name: {type: StringField, required: true}
        version: {type: IntegerField, required: true}
        status: {type: EnumField, values: [draft, published], required: true}
        rev: {type: CounterField}
        firstPublishedAt: {type: DateTimeField}
        ttl: {type: TtlField}
      key: {PK: "BOOK#{name}", SK: "EDITION#{version:08d}"}
      indexes: {editions: primaryKey}

A version that was ever published is no longer a draft: it is neither edited nor archived nor
discarded, so that what the published marker names stays what was published.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import AlreadyExists, ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.model.field_expressions import Change, Expr
from tavola.model.model import Model
from tavola.operations.explain import Explained
from tavola.operations.retry import MAX_RACES
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Delete, Update
from tavola.patterns.pieces.parts import Part, number_is, part_of
from tavola.table.base import BaseTable

__all__ = [
    "DRAFT",
    "PUBLISHED",
    "AddDraft",
    "AddOwner",
    "ChangeDraft",
    "Drafts",
    "Frozen",
    "was_published",
]

O = TypeVar("O", bound=Model)  # noqa: E741 - an owner
V = TypeVar("V", bound=Model)

DRAFT = "draft"
PUBLISHED = "published"


class Frozen(ConditionFailed):
    """The version was published once, so it never changes again."""


def was_published(version: Any) -> bool:
    """Whether a version is or ever was the published one."""
    return version.status == PUBLISHED or version.first_published_at is not None


class Drafts(Generic[O, V]):
    """The numbered drafts of an owner, as operations to run on a table, sync or async."""

    def __init__(
        self,
        table: BaseTable,
        owners: type[O],
        versions: type[V],
        *,
        counter: str = "last_version",
        most: int = 99_999_999,
    ) -> None:
        self._owners = part_of(table, owners, counter)
        self._versions = part_of(table, versions, "version", "status", "rev", "first_published_at")
        self._counter = counter
        self._most = most

    def add_owner(self, *owner: Any, **values: Any) -> AddOwner[O, V]:
        """Create an owner whose counter begins after the versions that are stored already."""
        return AddOwner(self._owners, self._versions, owner, self._counter, values)

    def add(self, *owner: Any, make: Callable[[int], V]) -> AddDraft[O, V]:
        """Create what `make` makes of the next version; an owner without an item gets one."""
        return AddDraft(self._owners, self._versions, owner, make, self._counter, self._most)

    def edit(
        self, *owner: Any, version: int, revision: int, changes: Sequence[Change]
    ) -> ChangeDraft[V]:
        """Change a draft that nobody has edited since this revision; it is stale no longer."""
        part = self._versions
        own = [part.field("rev").add(1), *([part.ttl.remove()] if part.ttl is not None else [])]
        condition = self._is_draft_at(revision)
        update = part.update((*owner, version), *changes, *own, condition=condition)
        return ChangeDraft(part, update, revision)

    def archive(
        self, *owner: Any, version: int, at: datetime | None, revision: int | None = None
    ) -> ChangeDraft[V]:
        """Let a draft expire at a time; None keeps it for good."""
        part = self._versions
        if part.ttl is None:
            raise OperationError(
                f"{part.codec.schema.name} has no TtlField, so it cannot be archived. Add one."
            )
        condition = self._is_draft_at(revision)
        update = part.update((*owner, version), part.ttl.set(at), condition=condition)
        return ChangeDraft(part, update, revision)

    def discard(self, *owner: Any, version: int, revision: int | None = None) -> ChangeDraft[V]:
        """Delete a draft; its version is never given again."""
        part = self._versions
        condition = self._is_draft_at(revision)
        return ChangeDraft(part, part.delete((*owner, version), condition=condition), revision)

    def _is_draft_at(self, revision: int | None) -> Expr:
        """The version exists, was never published, and is still at this revision."""
        part = self._versions
        is_draft: Expr = part.field("status") == DRAFT
        is_new: Expr = part.field("first_published_at").is_missing()
        if revision is None:
            return is_draft & is_new
        return is_draft & is_new & number_is(part.field("rev"), revision)


class AddOwner(Struct, Generic[O, V], frozen=True):
    """Create the item that counts an owner's versions."""

    owners: Part[O]
    versions: Part[V]
    owner: tuple[Any, ...]
    counter: str
    values: Mapping[str, Any] = {}

    def steps(self) -> Steps[O]:
        """Look for stored versions, which another writer may have made, then create."""
        highest = yield from self.highest()
        owner = self.owners.make(self.owner, **self.values, **{self.counter: highest})
        return (yield from self.owners.create(owner).steps())

    def catch_up(self) -> Steps[None]:
        """Raise the counter to the highest stored version, unless somebody did already."""
        highest = yield from self.highest()
        count = self.owners.field(self.counter)
        behind = count.is_missing() | (count < highest)
        try:
            yield from self.owners.update(self.owner, count.set(highest), condition=behind).steps()
        except ConditionFailed:
            return

    def highest(self) -> Steps[int]:
        """Find the highest stored version, 0 for none."""
        found: Any = yield from self.versions.latest(self.owner).steps()
        return found.items[0].version if found.items else 0


class AddDraft(Struct, Generic[O, V], frozen=True):
    """Allocate the next version of an owner, and create it."""

    owners: Part[O]
    versions: Part[V]
    owner: tuple[Any, ...]
    make: Callable[[int], V]
    counter: str
    most: int

    def steps(self) -> Steps[V]:
        """Count, then create; a counter that lags behind stored versions catches up first."""
        for _ in range(MAX_RACES):
            version = yield from self._allocated()
            try:
                if version is not None:
                    return (yield from self.versions.create(self.make(version)).steps())
            except AlreadyExists:
                yield from self._owner.catch_up()
        raise ItemChanged(
            f"{self._name}: the write lost the race to other writers {MAX_RACES} times. "
            "Try again later."
        )

    @property
    def _name(self) -> str:
        return f"{self.versions.codec.schema.name} of {'/'.join(map(str, self.owner))}"

    @property
    def _owner(self) -> AddOwner[O, V]:
        return AddOwner(self.owners, self.versions, self.owner, self.counter)

    def _allocated(self) -> Steps[int | None]:
        """Count one up; None after the counter had to be made first."""
        count = self.owners.field(self.counter)
        update = self.owners.update(self.owner, count.add(1), condition=count < self.most)
        try:
            owner = yield from update.steps()
        except ItemMissing:
            yield from self._make_owner()
            return None
        except ConditionFailed as refused:
            if count.field_shape.attribute_name in (refused.item or {}):
                raise OperationError(
                    f"{self._name}: all versions up to {self.most} are used. Take another owner."
                ) from None
            yield from self._owner.catch_up()
            return None
        number: int = getattr(owner, self.counter)
        return number

    def _make_owner(self) -> Steps[None]:
        try:
            yield from self._owner.steps()
        except AlreadyExists:
            return


class ChangeDraft(Explained, Generic[V], frozen=True):
    """A write of one draft that says why it was refused."""

    versions: Part[V]
    write: Update[V] | Delete[V]
    revision: int | None = None

    def steps(self) -> Steps[Any]:
        """Send the write; it returns the changed version, or True for a deletion."""
        try:
            return (yield from self.write.steps())
        except ItemMissing:
            raise
        except ConditionFailed as refused:
            raise self._explain_refusal(refused) from refused

    def _explain_refusal(self, refused: ConditionFailed) -> ConditionFailed:
        where = "/".join(str(value) for value in self.write.key_values.values())
        name = f"{self.versions.codec.schema.name} {where}"
        item: Any = refused.item
        if item is None:
            return ItemMissing(f"{name} does not exist.")
        stored: Any = self.versions.decode(item)
        if was_published(stored):
            return Frozen(
                f"{name} was published, so it never changes. Make a new draft from it.", item=item
            )
        if self.revision is not None and stored.rev != self.revision:
            return ItemChanged(
                f"{name} is at revision {stored.rev}, not {self.revision}. "
                "Read it again and repeat the change.",
                item=item,
            )
        return refused
