"""Writing one item: create, put, save, update, delete; `upsert.py` has the upsert."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.codec.encoder import Encoded
from tavola.errors import (
    ConditionFailed,
    DecodeError,
    ItemMissing,
    OperationError,
    StoreError,
    shown,
)
from tavola.model.field_expressions import Change, Expr
from tavola.model.identifiers import is_ulid
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired
from tavola.operations.explain import Explained
from tavola.operations.hooks import Verb, WriteEvent
from tavola.operations.read.get import read_item
from tavola.operations.read.matching import matcher, updated
from tavola.operations.steps import Step, Steps
from tavola.operations.write.instances import (
    Version,
    automatic_changes,
    counts_versions,
    difference,
    expected_version,
    growing,
    loaded_key,
    loaded_version,
    need_loaded,
    need_whole,
    remember,
    set_automatic,
    take_over,
    version_guard,
    version_of,
)
from tavola.operations.write.known import Known
from tavola.operations.write.plans.plan import (
    NEEDS_ITEM,
    Expectation,
    Guard,
    Needs,
    Plan,
    Planner,
    plan_delete,
    plan_put,
    plan_update,
)
from tavola.operations.write.rules.expiry_rules import set_expiry
from tavola.operations.write.sending.send import read_known, write

M = TypeVar("M", bound=Model)
Values = Mapping[str, Any]


class Write(Explained, Generic[M], frozen=True):
    """What all writes have in common: where, and of which model."""

    context: TableContext
    codec: Codec[M]

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Make the action from what is known of the item."""
        raise AssertionError  # every write says how

    def known(self) -> Known[M] | None:
        """What is known before anything is read."""
        return None

    def prepared(self) -> Write[M]:
        """The write as one transaction sends it."""
        return self

    def planner(self) -> Planner | None:
        """What makes the action, however often it is planned; None if there is nothing to write."""
        return self.plan

    def read(self, planner: Planner) -> Steps[Known[M]]:
        """Read the item that the plan needs."""
        return read_known(self.context, self.codec, planner)

    def may_replan(self, refusal: ConditionFailed) -> bool:
        """Whether a refusal only means that the item has to be read again."""
        del refusal
        return False

    def finish(self, plan: Plan) -> None:
        """Bring the instance up to date after a transaction has succeeded."""

    def event(self) -> WriteEvent[M]:
        """The event passed to hooks."""
        raise AssertionError  # every write says what it is

    def before(self) -> Iterable[Step]:
        """Run the hooks before a save."""
        return self.context.hooks.call("before_save", self.codec.model, self.event)

    def after(self, result: M | None = None) -> Iterable[Step]:
        """Run the hooks after a save."""
        return self.context.hooks.call(
            "after_save", self.codec.model, lambda: _with_result(self.event(), result)
        )


def _with_result(event: WriteEvent[M], result: M | None) -> WriteEvent[M]:
    return event if result is None else msgspec.structs.replace(event, instance=result)


class Create(Write[M], Generic[M], frozen=True):
    """Write a new item; refuse if there is one with its key."""

    instance: M
    expects: Expectation = "absent"
    condition: Expr | None = None

    def steps(self) -> Steps[M]:
        """Write it, with the hooks around it."""
        yield from self.before()
        _, plan = yield from self.unhooked()
        self.finish(plan)
        yield from self.after()
        return self.instance

    def unhooked(self) -> Steps[tuple[bytes | None, Plan]]:
        """Send one PutItem, or a transaction with the locks of unique values."""
        return write(self.context, self.codec, self.plan, None, "NONE")

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Give the instance what the table sets, and write it whole."""
        counts = self.expects == "any" and counts_versions(self.codec)
        if counts and known is None:
            return NEEDS_ITEM
        if counts:
            # From here on it is counted as if the instance had been read with it.
            version = self.codec.shape.by_name[str(self.codec.schema.version_field)]
            setattr(self.instance, version.python_name, version_of(self.codec, known))
        return plan_put(
            self.context,
            self.codec,
            self._encode(),
            expects=self.expects,
            condition=self.condition,
            known=known,
            guarded=self.codec.schema.version_field if counts else None,
        )

    def _encode(self) -> Encoded:
        """Give the instance what the table sets; return its values and attributes."""
        codec, instance = self.codec, self.instance
        need_whole(codec, instance)
        if codec.shape.automatic:
            set_automatic(self.context, instance, again=self.expects == "any")
        set_expiry(self.context, codec, instance)
        return codec.encode(instance)

    def finish(self, plan: Plan) -> None:
        """Remember what was written."""
        context, item = self.context, plan.body["Item"]
        remember(self.codec, self.instance, plan.values, context.owner, item)

    def event(self) -> WriteEvent[M]:
        """The event passed to hooks."""
        values = self.codec.values(self.instance)
        key = {name: values[name] for name in self.codec.schema.key_fields}
        verb: Verb = "put" if self.expects == "any" else "create"
        return WriteEvent(verb, self.context.owner, key, self.instance)


class Update(Write[M], Generic[M], frozen=True):
    """Change fields of an item by its key."""

    key_values: Mapping[str, Any]
    changes: tuple[Change, ...]
    condition: Expr | None = None
    expect_version: Version | None = None
    reindex: bool = False

    def steps(self) -> Steps[M]:
        """Change it, with the hooks around it."""
        yield from self.before()
        written = yield from self.unhooked()
        yield from self.after(written)
        return written

    def event(self) -> WriteEvent[M]:
        """The event passed to hooks."""
        return WriteEvent("update", self.context.owner, self.key_values, None, self.changes)

    def unhooked(self) -> Steps[M]:
        """Send one UpdateItem or a transaction; read first where an index key needs it."""
        if not self.changes and not self.reindex:
            raise OperationError(
                f"{self.codec.schema.name}.update: nothing is changed. Give at least one change."
            )
        context, codec = self.context, self.codec
        response, plan = yield from write(context, codec, self.plan, None, "ALL_NEW")
        found = yield from find_written(context, codec, self.key_values, response)
        if found is not None:
            return found
        # Somebody deleted it right after, which is no reason to say that it was not written.
        return codec.decoder.raw(
            updated(plan.body, plan.before or plan.key), context.owner, context.tenant
        )

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Add what every update changes by itself."""
        given: Any = self.changes
        wrong = next((one for one in given if not isinstance(one, Change)), None)
        if wrong is not None:
            raise OperationError(f"{self.codec.schema.name}: {shown(wrong)} is not a change.")
        before = version_of(self.codec, known)
        expected = before or self.expect_version
        own = automatic_changes(self.context, self.codec, expected, by_key=True)
        named = {change.field.name for change in self.changes}
        if self.codec.schema.version_field in named:
            raise OperationError(
                f"{self.codec.schema.name}.{self.codec.schema.version_field} is set by every "
                "write. Leave it out; expect_version checks it."
            )
        changes = [*self.changes, *(change for change in own if change.field.name not in named)]
        return plan_update(
            self.context,
            self.codec,
            self.key_values,
            changes,
            condition=self.condition,
            version=self._version(),
            # What is not a ULID has no order with one; whatever replaces it is new.
            grows=growing(self.codec, changes) if before is None or _is_ulid(before) else None,
            known=known,
            reindex=self.reindex,
        )

    def _version(self) -> Guard | None:
        return expected_version(self.codec, self.expect_version)


def _is_ulid(version: Version) -> bool:
    return isinstance(version, str) and is_ulid(version)


class Save(Write[M], Generic[M], frozen=True):
    """Write what an instance changed since it was read."""

    instance: M
    condition: Expr | None = None
    reindex: bool = False

    def steps(self) -> Steps[M]:
        """Save it, with the hooks around it."""
        need_loaded(self.codec, self.instance, "saved")
        yield from self.before()
        if (yield from self.unhooked()):
            yield from self.after()
        return self.instance

    def unhooked(self) -> Steps[bool]:
        """Send the difference, or nothing at all; say whether anything was sent."""
        planner = self.planner()
        if planner is None:
            return False
        known = self.known()
        response, plan = yield from write(self.context, self.codec, planner, known, "ALL_NEW")
        if response is None:
            self.finish(plan)
        yield from self._look(plan, response)
        return True

    def _look(self, plan: Plan, response: bytes | None) -> Steps[None]:
        """See what others wrote beside it; the save is done, even if this cannot be read.

        With a version nobody wrote beside it. Whoever was there after it shows when the instance is
        saved again, which then has to be refused.
        """
        try:
            fresh = yield from find_written(self.context, self.codec, plan.values, response)
        except StoreError:
            return
        if fresh is None:
            return
        version = self.codec.schema.version_field
        if version is None or self.codec.values(fresh)[version] == plan.values[version]:
            take_over(self.instance, fresh, plan.values)

    def known(self) -> Known[M]:
        """The item as the instance was loaded from it."""
        need_loaded(self.codec, self.instance, "saved")
        return Known(self.codec, instance=self.instance)

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Write the difference, conditioned on the version that was read."""
        return self._plan_change(difference(self.codec, self.instance), known)

    def planner(self) -> Planner | None:
        """What writes the difference as it is now: edits made between races are a later save's."""
        changed = difference(self.codec, self.instance)
        return partial(self._plan_change, changed) if changed or self.reindex else None

    def _plan_change(self, changed: Sequence[Change], known: Known[Any] | None) -> Plan | Needs:
        before = loaded_version(self.codec, self.instance)
        changes = [*changed, *automatic_changes(self.context, self.codec, before)]
        return plan_update(
            self.context,
            self.codec,
            loaded_key(self.codec, self.instance, "saved"),
            changes,
            condition=self.condition,
            version=version_guard(self.codec, before),
            known=known,
            reindex=self.reindex,
        )

    def finish(self, plan: Plan) -> None:
        """Remember what was written; what others wrote meanwhile shows after a refresh."""
        remember(self.codec, self.instance, plan.values, self.context.owner)

    def event(self) -> WriteEvent[M]:
        """The event passed to hooks."""
        key = loaded_key(self.codec, self.instance, "saved")
        return WriteEvent("save", self.context.owner, key, self.instance)


class Delete(Write[M], Generic[M], frozen=True):
    """Take an item away; says whether there was one."""

    key_values: Mapping[str, Any]
    condition: Expr | None = None
    expect_version: Version | None = None
    instance: M | None = None

    def steps(self) -> Steps[bool]:
        """Delete it, with the hooks around it."""
        yield from self.before()
        is_deleted = yield from self.unhooked()
        if is_deleted:
            yield from self.after()
        return is_deleted

    def unhooked(self) -> Steps[bool]:
        """Send one DeleteItem, or a transaction that releases its unique values too."""
        try:
            response, plan = yield from write(self.context, self.codec, self.plan, None, "ALL_OLD")
        except ItemMissing:
            # Whoever deletes by key wants it gone; an item of another model that shares it stays.
            if self.expects_item:
                raise
            return False
        if plan.expects == "present":
            return True
        old: RawItem | None = self.codec.attributes(plan.values)
        if response is not None:
            old = msgspec.json.decode(response).get("Attributes")
        return old is not None and not is_expired(self.context, plan.ttl, old)

    @property
    def expects_item(self) -> bool:
        """Whether it is refused where there is none."""
        if self.instance is not None or self.expect_version is not None:
            return True
        return self.condition is not None and not matcher(self.condition.tree)({})

    def before(self) -> Iterable[Step]:
        """Run the hooks before a deletion."""
        return self.context.hooks.call("before_delete", self.codec.model, self.event)

    def after(self, result: M | None = None) -> Iterable[Step]:
        """Run the hooks after a deletion."""
        del result
        return self.context.hooks.call("after_delete", self.codec.model, self.event)

    def event(self) -> WriteEvent[M]:
        """The event passed to hooks."""
        return WriteEvent("delete", self.context.owner, self.key_values, self.instance)

    def plan(self, known: Known[Any] | None) -> Plan | Needs:
        """Delete, on the version that was read if an instance is deleted."""
        version = (
            expected_version(self.codec, self.expect_version)
            if self.instance is None
            else version_guard(self.codec, self.expect_version)
        )
        return plan_delete(
            self.context,
            self.codec,
            self.key_values,
            expects="present" if version else "any",
            condition=self.condition,
            version=version,
            known=known,
        )


def find_written(
    context: TableContext, codec: Codec[M], values: Values, response: bytes | None
) -> Steps[M | None]:
    """Decode what a write returned; a transaction returns nothing, so the item is read."""
    try:
        if response is not None:
            return codec.decoder.written(response, context.owner, context.tenant)
        item = yield from read_item(context, codec.key(values, context.tenant))
        if item is None or codec.is_foreign(item):
            return None
        return codec.decoder.raw(item, context.owner, context.tenant)
    except DecodeError as unfit:
        unfit.args = (f"{unfit} The write was applied.",)
        raise
