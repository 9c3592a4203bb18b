"""Updates of a form that is always the same: rendered once, then only filled with values.

See `prepared` for what such writes are for, and what they leave out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.codec.codec import NO_KEY, Codec, index_key, touched
from tavola.design.schema import KeyPair
from tavola.errors import OperationError
from tavola.expressions import tree
from tavola.expressions.render import Placeholders, render
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.operations.context import TableContext
from tavola.operations.expiry import live_at, now_of
from tavola.operations.request_bodies import SHOWS_OLD, all_of, any_of, exists, is_missing, path
from tavola.operations.write.compiled.compiled_update import (
    NOW,
    BodyMaker,
    FieldSlot,
    FormParts,
    compile_update,
)
from tavola.operations.write.compiled.prepared import PreparedWrite, prepared
from tavola.operations.write.rules.transitions import Transition

__all__ = ["UpdateForm", "UpdateSpec"]

M = TypeVar("M", bound=Model)


class _Slot(dict[str, Any]):
    """Stands in a tree for the value of a field, or of a key attribute, that is filled in later."""

    def __init__(self, name: str) -> None:
        self.name = name


class UpdateSpec(Struct, frozen=True):
    """What an update of one form does; fields by their Python names."""

    sets: tuple[str, ...] = ()
    """Fields that get a value, a different one each time."""
    fixed: tuple[tuple[str, Any], ...] = ()
    """Fields that get always the same value; a status does."""
    removes: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    """Fields that must have a given value."""
    either: tuple[str, ...] = ()
    """Fields that must have a given value, or none at all."""


class UpdateForm(Generic[M]):
    """An update of a form, for one model."""

    def __init__(self, codec: Codec[M], spec: UpdateSpec) -> None:
        self._codec = codec
        self._spec = self._with_expiry(spec)
        self._check()
        fields = codec.shape.by_python_name
        expected = (*self._spec.equal, *self._spec.either)
        self._equal = [_slot(codec, f"={name}", fields[name]) for name in expected]
        self._set = [_slot(codec, name, fields[name], is_written=True) for name in self._spec.sets]
        written = {*self._spec.sets, *self._spec.removes, *dict(self._spec.fixed)}
        self._pairs = touched(codec.secondary, {fields[name].name for name in written})
        self._fixed = {fields[name].name: value for name, value in self._spec.fixed}
        self._transitions = self._find_transitions()
        self._constants: dict[str, Any] = {}
        self._body, self._places = self._render()
        self._make_body = self._compile()

    def _with_expiry(self, spec: UpdateSpec) -> UpdateSpec:
        """A time to live that follows a date is written with it."""
        ttl = self._codec.ttl
        self._follows: FieldShape | None = None
        if ttl is None or not ttl.schema.expires_from or ttl.python_name in spec.sets:
            return spec
        source = self._codec.shape.by_name[ttl.schema.expires_from]
        if source.python_name in spec.removes:
            return _replaced(spec, removes=(*spec.removes, ttl.python_name))
        if source.python_name in spec.sets:
            self._follows = source
            return _replaced(spec, sets=(*spec.sets, ttl.python_name))
        return spec

    def _check(self) -> None:
        """Refuse what only a planned update does."""
        codec, spec = self._codec, self._spec
        written = {*spec.sets, *spec.removes, *dict(spec.fixed)}
        at_every_write = {"ModifiedDateField", "VersionField"}
        if codec.schema.uniques or any(
            one.schema.type in at_every_write for one in codec.shape.automatic
        ):
            raise OperationError(f"{codec.schema.name}: every update of it writes more. Plan it.")
        key = {one.python_name for one in codec.key_shapes}
        if written & key:
            raise OperationError(f"{codec.schema.name}: its key {sorted(written & key)} is fixed.")
        removed = {codec.shape.by_python_name[name].name for name in spec.removes}
        if touched(codec.secondary, removed):
            raise OperationError(f"{codec.schema.name}: an index key would be removed. Plan it.")
        for name in (*spec.sets, *spec.removes):
            if codec.shape.by_python_name[name].schema.transitions:
                raise OperationError(f"{codec.schema.name}.{name} is a status. Give it as fixed.")

    def _render(self) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        """The body without values, and which value belongs to which placeholder."""
        codec, spec = self._codec, self._spec
        fields = codec.shape.by_python_name
        ttl = codec.ttl
        placeholders = Placeholders()
        condition = all_of(
            exists(codec.schema.key.partition_attribute),
            live_at(_Slot(NOW), ttl.attribute_name) if ttl is not None else None,
            *(one.condition for one in self._transitions),
            *(_equals(fields[name].attribute_name, f"={name}") for name in spec.equal),
            *(_equals_if_any(fields[name].attribute_name, f"={name}") for name in spec.either),
        )
        sets = [_assign(one.field.attribute_name, _Slot(one.name)) for one in self._set]
        for name, value in spec.fixed:
            field = fields[name]
            checked = field.check(codec.schema.name, value)
            sets.append(_assign(field.attribute_name, field.kind.attribute(checked)))
        sets += [_assign(name, _Slot(f"#{name}")) for name in self._key_attributes()]
        clauses = [tree.UpdateClause("SET", tuple(sets))] if sets else []
        removed = [tree.UpdateAction(path(fields[one].attribute_name)) for one in spec.removes]
        if removed:
            clauses.append(tree.UpdateClause("REMOVE", tuple(removed)))
        assert condition is not None  # noqa: S101 - that the item exists is one
        body: dict[str, Any] = {
            "ConditionExpression": render(condition, placeholders),
            "UpdateExpression": render(tree.UpdateTree(tuple(clauses)), placeholders),
            "ExpressionAttributeNames": placeholders.names,
            **SHOWS_OLD,
        }
        slots = placeholders.values.items()
        self._constants = {at: one for at, one in slots if not isinstance(one, _Slot)}
        return body, [(at, one.name) for at, one in slots if isinstance(one, _Slot)]

    def _find_transitions(self) -> tuple[Transition, ...]:
        fields = self._codec.shape.by_python_name
        states = ((fields[name].schema, value) for name, value in self._spec.fixed)
        return tuple(Transition(schema, value) for schema, value in states if schema.transitions)

    def _key_attributes(self) -> list[str]:
        names = [one.name for pair in self._pairs for one in pair.made]
        own = self._codec.primary_attributes
        return [name for name in dict.fromkeys(names) if name not in own]

    def _compile(self) -> BodyMaker:
        """The function that makes the body: a compiled one, and behind it the long way."""
        follows = next((one for one in self._set if one.field is self._follows), None)
        parts = FormParts(
            self._equal,
            self._set,
            self._fixed,
            self._pairs,
            follows,
            self._body,
            self._constants,
            self._places,
        )
        return compile_update(self._codec, parts) or self.fill

    def write(
        self,
        context: TableContext,
        key: Sequence[Any],
        values: Mapping[str, Any],
        equal: Mapping[str, Any],
    ) -> PreparedWrite:
        """Prepare the update of one item; `equal` has what must be there."""
        try:
            body = self._make_body(context, key, values, equal)
        except NO_KEY:
            body = self.fill(context, key, values, equal)
        return prepared(context, self._codec, "Update", body, "present", self._transitions)

    def fill(
        self,
        context: TableContext,
        key: Sequence[Any],
        values: Mapping[str, Any],
        equal: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Make the body slot by slot: the long way, which says what is wrong."""
        codec = self._codec
        found: dict[str, Any] = {}
        checked: dict[str, Any] = {}
        # What is set comes last: index keys are made of what will be there.
        for one in self._equal:
            kept = checked[one.field.name] = one.check(equal[one.field.python_name])
            found[one.name] = one.field.kind.attribute(kept)
        for one in self._set:
            value = values.get(one.field.python_name)
            if value is None and one.field is codec.ttl and self._follows is not None:
                value = checked[self._follows.name] + timedelta(
                    seconds=one.field.schema.expires_after or 0
                )
            kept = checked[one.field.name] = one.check(value)
            found[one.name] = one.field.kind.attribute(kept)
        if codec.ttl is not None:
            found[NOW] = now_of(context)
        if self._pairs:
            scope = {**checked, **codec.key_values(key), **self._fixed}
            for pair in self._pairs:
                found |= _key_values(codec, pair, codec.scope(scope, context.tenant))
        filled = {at: found[name] for at, name in self._places}
        return {
            "TableName": context.table,
            "Key": codec.key_of(key, context.tenant),
            **self._body,
            "ExpressionAttributeValues": self._constants | filled,
        }


def _slot(
    codec: Codec[Any], name: str, field: FieldShape, *, is_written: bool = False
) -> FieldSlot:
    """Give a field its place; what is compared need not keep to the field's rules."""
    check, model = field.check if is_written else field.check_type, codec.schema.name

    def check_given(value: Any) -> Any:
        kept = check(model, value)
        if kept is None or (field.kind.tag == "SS" and not kept):
            raise OperationError(
                f"{model}.{field.python_name} has no value, which this form of update needs."
            )
        return kept

    return FieldSlot(name, field, check_given)


def _replaced(spec: UpdateSpec, **values: Any) -> UpdateSpec:
    given = {name: getattr(spec, name) for name in spec.__struct_fields__}
    return UpdateSpec(**(given | values))


def _equals(attribute: str, slot: str) -> tree.Condition:
    return tree.Comparison("=", path(attribute), tree.Literal(_Slot(slot)))


def _equals_if_any(attribute: str, slot: str) -> tree.Condition:
    return any_of(_equals(attribute, slot), is_missing(attribute))


def _assign(attribute: str, value: dict[str, Any]) -> tree.UpdateAction:
    return tree.UpdateAction(path(attribute), tree.Literal(value))


def _key_values(codec: Codec[Any], pair: KeyPair, scope: Mapping[str, Any]) -> dict[str, Any]:
    key = index_key(pair, scope)
    if not key:
        raise OperationError(
            f"{codec.schema.name}: {pair.partition_attribute} lacks a part. "
            "Give it in `sets` or `equal`."
        )
    return {f"#{name}": value for name, value in key.items()}
