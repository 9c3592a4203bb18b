"""Setting a field to what another one of the same item holds.

`SET a = b` is enough where the new value can break nothing: no rule of the field, no index key, no
lock, no time to live that follows it. Elsewhere the item is read, the value is set as such, and the
field that it came from must still be what was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.value_rules import exact_number
from tavola.errors import ConditionFailed, OperationError, OutOfBounds
from tavola.expressions import tree
from tavola.model.field_expressions import Change, FieldPath
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.operations.read.matching import matcher
from tavola.operations.request_bodies import any_of
from tavola.operations.write.known import Known

M = TypeVar("M", bound=Model)


class Need(Struct, frozen=True):
    """What an item must have, or the update would be none; a refusal by it is final."""

    condition: tree.Condition
    problem: str
    bounded: str = ""
    """The field whose bounds it keeps."""

    def holds(self, item: RawItem | None) -> bool:
        """Say whether a stored item has it."""
        return matcher(self.condition)(item or {})

    def refusal(self, where: str, item: RawItem | None) -> ConditionFailed:
        """Say what is missing."""
        if self.bounded:
            return OutOfBounds(f"{where}: {self.problem}", field=self.bounded, item=item)
        return ConditionFailed(f"{where}: {self.problem}", item=item)


def find_needs(codec: Codec[M], changes: Sequence[Change]) -> tuple[Need, ...]:
    """Find what must be there: what is copied, and the maps and lists that changes lead into."""
    needs: dict[tree.Path, Need] = {}
    bounds: list[Need] = []
    for change in changes:
        name = f"{codec.schema.name}.{change.field.python_name}"
        if change.source is not None and not _counts_from_zero(change.source):
            place = change.source.tree
            needs[place] = _need_value(place, f"{name}: {_shown(place)} has no value to set it to.")
        if change.leaf is None or not change.path:
            continue
        place = tree.Path((change.field.attribute_name, *change.path[:-1]))
        problem = f"{name}: {_shown(place)} has no value, so that nothing in it can be changed."
        needs.setdefault(place, _need_value(place, f"{problem} Set it whole."))
        bound = _bound_of(change, change.leaf)
        if bound is not None:
            problem = f"{name}: {_shown(FieldPath(change.field, change.path).tree)} would leave"
            bounds.append(Need(bound, f"{problem} its bounds.", change.leaf.python_name))
    return (*needs.values(), *bounds)


def _shown(place: tree.Path) -> str:
    return ".".join(map(str, place.parts))


def _need_value(place: tree.Path, problem: str) -> Need:
    return Need(tree.Function("attribute_exists", (place,)), problem)


def _bound_of(change: Change, leaf: FieldShape) -> tree.Condition | None:
    """What a member of a map must be, so that an addition keeps to its rules."""
    here = FieldPath(change.field, change.path).tree
    missing = tree.Function("attribute_not_exists", (here,))
    most = leaf.schema.max_member_count
    if most is not None and change.verb in ("add", "append"):
        room = tree.Literal({"N": str(most - len(change.value))})
        return any_of(missing, tree.Comparison("<=", tree.Function("size", (here,)), room))
    if leaf.broken_rule is None or change.verb != "add" or not change.value:
        return None
    amount = exact_number(change.value)
    edge = leaf.schema.maximum if amount > 0 else leaf.schema.minimum
    may_begin = leaf.broken_rule(change.value) is None
    if edge is None:
        return None if may_begin else tree.Not(missing)
    limit = tree.Literal({"N": format(exact_number(edge) - amount, "f")})
    within = tree.Comparison("<=" if amount > 0 else ">=", here, limit)
    return any_of(within, missing) if may_begin else within


def _counts_from_zero(source: FieldPath) -> bool:
    return source.leaf is None and source.field.schema.type == "CounterField"


def copied_operand(source: FieldPath) -> tree.Operand:
    """What is copied: a missing counter counts as 0."""
    if _counts_from_zero(source):
        return tree.Function("if_not_exists", (source.tree, tree.Literal({"N": "0"})))
    return source.tree


def sources_to_read(codec: Codec[M], changes: Sequence[Change]) -> set[str]:
    """The fields whose values must be known before they can be copied."""
    return {
        change.source.field.name
        for change in changes
        if change.source is not None and not _is_direct(codec, change)
    }


def with_values(
    codec: Codec[M], changes: Sequence[Change], known: Known[M] | None
) -> Sequence[Change]:
    """Write copies that must be checked as what they come to."""
    if known is None or not sources_to_read(codec, changes):
        return changes
    return [
        change if change.source is None or _is_direct(codec, change) else _set(codec, change, known)
        for change in changes
    ]


def _set(codec: Codec[M], change: Change, known: Known[M]) -> Change:
    if known.is_missing:  # The write is refused for that; nothing has to be known of it.
        return replace(change, verb="remove", source=None)
    source = change.source or FieldPath(change.field)
    value = known.value(source.field)
    for part in source.path:
        value = _member(value, part)
    if value is None:
        name = f"{codec.schema.name}.{change.field.python_name}"
        what = ".".join(map(str, (source.field.attribute_name, *source.path)))
        raise ConditionFailed(f"{name}: {what} has no value to set it to.", item=known.item)
    target = change.leaf or change.field
    try:
        checked = target.check(codec.schema.name, value)
    except OperationError as wrong:  # not the call is wrong, but what is stored
        raise OutOfBounds(str(wrong), field=target.python_name, item=known.item) from None
    return replace(change, verb="set", value=checked, source=None)


def _member(value: Any, part: str | int) -> Any:
    if value is None:
        return None
    if isinstance(part, int):
        return value[part] if part < len(value) else None
    return value.member(part)


def _is_direct(codec: Codec[M], change: Change) -> bool:
    """Whether DynamoDB may copy the value itself: it fits, and nothing else depends on it."""
    source = change.source
    if source is None:
        return True
    target = change.leaf or change.field
    is_same_kind = _meaning(target) == _meaning(source.leaf or source.field)
    return is_same_kind and not _has_rules(target) and change.field.name not in _watched(codec)


def _meaning(field: FieldShape) -> tuple[Any, ...]:
    schema = field.schema
    return (schema.type, schema.storage, schema.values, schema.items, schema.precision)


def _has_rules(field: FieldShape) -> bool:
    schema = field.schema
    limits = (schema.max_length, schema.max_string_length, schema.max_member_count)
    is_bounded = field.broken_rule is not None or any(limit is not None for limit in limits)
    return is_bounded or bool(schema.transitions or schema.initial)


def _watched(codec: Codec[M]) -> set[str]:
    """The fields that something else in the item follows."""
    schema = codec.schema
    watched = {name for pair in codec.secondary for name in pair.fields}
    watched |= {name for unique in schema.uniques.values() for name in unique.parts}
    watched |= set(schema.key_fields)
    if codec.ttl is not None:
        watched |= {codec.ttl.name, codec.ttl.schema.expires_from}
    return watched
