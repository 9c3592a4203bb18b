"""Writing one item: create, put, save, update, upsert, delete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import AlreadyExists, ItemMissing, OperationError
from tavola.model.fields import Change, Expr
from tavola.model.model import Model
from tavola.operations.explain import Explained
from tavola.operations.instances import (
    adopt,
    automatic_changes,
    check_all,
    difference,
    need_loaded,
    set_automatic,
    take_over,
    version_guard,
)
from tavola.operations.known import Known
from tavola.operations.place import Place
from tavola.operations.planning import (
    Expectation,
    Guard,
    Needs,
    Plan,
    plan_delete,
    plan_put,
    plan_update,
)
from tavola.operations.sending import MAX_RACES, read_item, write
from tavola.operations.steps import Steps

M = TypeVar("M", bound=Model)
Values = Mapping[str, Any]


class Write(Explained, Generic[M], frozen=True):
    """What all writes have in common: where, and of which model."""

    place: Place
    codec: Codec[M]

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Make the action from what is known of the item."""
        raise AssertionError  # every write says how

    def known(self) -> Known[M] | None:
        """What is known before anything is read."""
        return None

    def finish(self) -> None:
        """Bring the instance up to date after a transaction has succeeded."""


class Create(Write[M], Generic[M], frozen=True):
    """Write a new item; refuse if there is one with its key."""

    instance: M
    expects: Expectation = "absent"
    condition: Expr | None = None

    def steps(self) -> Steps[M]:
        """Send one PutItem, or a transaction with the locks of unique values."""
        yield from write(self.place, self.codec, self.plan, None, "NONE")
        self.finish()
        return self.instance

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Give the instance what the table sets, and write it whole."""
        set_automatic(self.place, self.instance, again=self.expects == "any")
        values = check_all(self.codec, self.instance)
        return plan_put(
            self.place,
            self.codec,
            values,
            expects=self.expects,
            condition=self.condition,
            known=known,
        )

    def finish(self) -> None:
        """Remember what was written."""
        values = check_all(self.codec, self.instance)
        for field in self.codec.shape.fields:
            setattr(self.instance, field.python_name, values.get(field.name))
        adopt(self.instance, self.codec.item(values, self.place.tenant), self.place.owner)


class Update(Write[M], Generic[M], frozen=True):
    """Change fields of an item by its key."""

    key_values: Mapping[str, Any]
    changes: tuple[Change, ...]
    condition: Expr | None = None
    expect_version: str | None = None
    reindex: bool = False

    def steps(self) -> Steps[M]:
        """Send one UpdateItem or a transaction; read first where an index key needs it."""
        if not self.changes and not self.reindex:
            raise OperationError(
                f"{self.codec.schema.name}.update: nothing is changed. Give at least one change."
            )
        response = yield from write(self.place, self.codec, self.plan, None, "ALL_NEW")
        return (yield from decode_written(self.place, self.codec, self.key_values, response))

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Add what every update changes by itself."""
        before = _version_of(self.codec, known)
        own = automatic_changes(self.place, self.codec, before or self.expect_version)
        named = {change.field.name for change in self.changes}
        changes = [*self.changes, *(change for change in own if change.field.name not in named)]
        return plan_update(
            self.place,
            self.codec,
            self.key_values,
            changes,
            condition=self.condition,
            version=self._version(),
            grows=_growing(self.codec, changes),
            known=known,
            reindex=self.reindex,
        )

    def _version(self) -> Guard | None:
        if self.expect_version is None:
            return None
        guard = version_guard(self.codec, self.expect_version)
        if guard is None:
            raise OperationError(
                f"{self.codec.schema.name}: has no VersionField, so expect_version says nothing. "
                "Add one to the design, or use condition."
            )
        return guard


class Save(Write[M], Generic[M], frozen=True):
    """Write what an instance changed since it was read."""

    instance: M
    condition: Expr | None = None
    reindex: bool = False

    def steps(self) -> Steps[M]:
        """Send the difference, or nothing at all."""
        need_loaded(self.codec, self.instance, "saved")
        if not self.changed and not self.reindex:
            return self.instance
        response = yield from write(self.place, self.codec, self.plan, self.known(), "ALL_NEW")
        values = self.codec.values(self.instance)
        fresh = yield from decode_written(self.place, self.codec, values, response)
        take_over(self.instance, fresh)
        return self.instance

    @property
    def changed(self) -> list[Change]:
        """The difference to what was read."""
        return difference(self.codec, self.instance)

    def known(self) -> Known[M]:
        """The item as the instance was loaded from it."""
        need_loaded(self.codec, self.instance, "saved")
        return Known(self.codec, instance=self.instance)

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Write the difference, conditioned on the version that was read."""
        before = _version_of(self.codec, known)
        changes = [*self.changed, *automatic_changes(self.place, self.codec, before)]
        assert known is not None  # noqa: S101 - an instance is its own knowledge
        key_values = {
            name: known.value(self.codec.shape.by_name[name])
            for name in self.codec.schema.key_fields
        }
        return plan_update(
            self.place,
            self.codec,
            key_values,
            changes,
            condition=self.condition,
            version=version_guard(self.codec, before),
            known=known,
            reindex=self.reindex,
        )

    def finish(self) -> None:
        """Remember what was written; what others wrote meanwhile shows after a refresh."""
        values = check_all(self.codec, self.instance)
        loaded = self.codec.attributes(values)
        adopt(self.instance, loaded, self.place.owner)


class Upsert(Explained, Generic[M], frozen=True):
    """Update an item, or create it where there is none."""

    update: Update[M]
    make: Callable[[], M]

    def steps(self) -> Steps[M]:
        """Try the update, then the creation, until one of them finds what it expects."""
        for _ in range(MAX_RACES):
            try:
                return (yield from self.update.steps())
            except ItemMissing:
                pass
            try:
                return (yield from self._create().steps())
            except AlreadyExists as exists:
                last = exists
        raise last

    def _create(self) -> Create[M]:
        return Create(self.update.place, self.update.codec, self.make())


class Delete(Write[M], Generic[M], frozen=True):
    """Take an item away; says whether there was one."""

    key_values: Mapping[str, Any]
    condition: Expr | None = None
    expect_version: str | None = None
    instance: M | None = None

    def steps(self) -> Steps[bool]:
        """Send one DeleteItem, or a transaction that releases its unique values too."""
        response = yield from write(self.place, self.codec, self.plan, None, "ALL_OLD")
        if response is None:
            return True
        old: RawItem | None = msgspec.json.decode(response).get("Attributes")
        return old is not None

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Delete, on the version that was read if an instance is deleted."""
        version = None
        expects: Expectation = "any"
        if self.instance is not None:
            version = version_guard(self.codec, self.expect_version)
            expects = "present" if version else "any"
        elif self.expect_version is not None:
            version = version_guard(self.codec, self.expect_version)
        return plan_delete(
            self.place,
            self.codec,
            self.key_values,
            expects=expects,
            condition=self.condition,
            version=version,
            known=known,
        )


def decode_written(
    place: Place, codec: Codec[M], values: Values, response: bytes | None
) -> Steps[M]:
    """Decode what a write returned; a transaction returns nothing, so the item is read."""
    if response is not None:
        instance = codec.decoder.written(response, place.owner)
    else:
        item = yield from read_item(place, codec.key(values, place.tenant))
        instance = None if item is None else codec.decoder.raw(item, place.owner)
    if instance is None:
        raise ItemMissing(f"{codec.schema.name}: was deleted right after it was written.")
    return instance


def _version_of(codec: Codec[M], known: Known[Any] | None) -> str | None:
    name = codec.schema.version_field
    if name is None or known is None:
        return None
    value: str | None = known.value(codec.shape.by_name[name])
    return value


def _growing(codec: Codec[M], changes: Sequence[Change]) -> Guard | None:
    name = codec.schema.version_field
    for change in changes:
        if change.field.name == name:
            return Guard(change.field.name, {"S": change.value})
    return None
