"""Checking the filters of access patterns: fields, operators, and the values beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tavola.design.fields.fields import UnknownField, wanted_literal
from tavola.design.models.model_scope import ModelScope
from tavola.design.names import suggest, with_article
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import FieldSchema, ModelSchema

__all__ = ["check_filter", "check_value"]

_COMPARISONS: Final = ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte")
_RANGES: Final = ("$in", "$between")
_OPERATORS: Final = (*_COMPARISONS, *_RANGES, "$beginsWith", "$contains", "$exists", "$size")
_TEXTS: Final = frozenset({"StringField", "EnumField", "UlidField", "VersionField", "RelatedField"})
_FITTING: Final[Mapping[str, frozenset[str]]] = {
    "$beginsWith": _TEXTS,
    "$contains": _TEXTS | {"StringSetField", "ListField"},
    "$size": _TEXTS | {"StringSetField", "ListField", "MapField"},
}
"""The types of field that an operator takes; the others take all."""


def check_filter(reader: Reader, node: Node, model: ModelSchema | ModelScope) -> list[str]:
    """Check a filter in the `$` form and give the fields that it names."""
    if not isinstance(node.value, dict) or not node.value:
        _complain(reader, node, f"{node.kind} is not a filter.", "Write {field: value}.")
        return []
    named: list[str] = []
    for name, value in node.value.items():
        if name in ("$and", "$or"):
            branches = value.value if isinstance(value.value, list) else [value]
            for branch in branches:
                named += check_filter(reader, branch, model)
        elif name == "$not":
            named += check_filter(reader, value, model)
        elif (member := _find_member(model, name)) is not None:
            named += [name.split(".")[0], *_check_field(reader, model, member, value)]
        elif name not in model.fields:
            remedy = suggest(name, [*model.fields, "$and", "$or", "$not"])
            problem = f"names unknown field '{name}'."
            reader.findings.error(value, reader.where, problem, remedy, f"{model.name}.{name}")
        else:
            named += [name, *_check_field(reader, model, model.fields[name], value)]
    return named


def _find_member(model: ModelSchema | ModelScope, name: str) -> FieldSchema | None:
    """Find the member of a typed map that `address.city` names."""
    first, *inside = name.split(".")
    found = model.fields.get(first) if inside else None
    for part in inside:
        found = next((one for one in found.members if one.name == part), None) if found else None
    return found


def _complain(reader: Reader, node: Node, problem: str, remedy: str) -> None:
    reader.findings.error(node, reader.where, problem, remedy)


def _check_field(
    reader: Reader, model: ModelSchema | ModelScope, field: FieldSchema, node: Node
) -> list[str]:
    """Check what is said of a field; give the other fields that it is compared with."""
    if isinstance(field, UnknownField):
        return []
    if not any(name.startswith("$") for name in node.entries):
        check_value(reader, field, node)
        return []
    others: list[str] = []
    for name, operand in _split_fields(reader, model, field, node, others):
        if name not in _OPERATORS:
            problem = f"'{field.name}' has unknown operator '{name}'."
            _complain(reader, node, problem, suggest(name, _OPERATORS))
        elif field.type not in _FITTING.get(name, {field.type}) or _is_no_text(field, name):
            problem = f"{name} does not fit '{field.name}', {with_article(field.type)}."
            _complain(reader, operand, problem, "Compare it in another way.")
        else:
            _check_operand(reader, field, name, operand)
    return others


def _split_fields(
    reader: Reader,
    model: ModelSchema | ModelScope,
    field: FieldSchema,
    node: Node,
    others: list[str],
) -> list[tuple[str, Node]]:
    """Give the operators whose operands are values; `others` gets the fields of the rest."""
    values: list[tuple[str, Node]] = []
    operators = {"$eq": node} if "$field" in node.entries else node.entries
    for name, operand in operators.items():
        members = operand.value if isinstance(operand.value, list) else [operand]
        named = [one for one in members if "$field" in one.entries]
        if not named or name not in (*_COMPARISONS, *_RANGES):
            values.append((name, operand))
            continue
        for one in members:
            if one not in named:
                check_value(reader, field, one)
        for one in named:
            others += _check_other(reader, model, field, one.entries["$field"])
    return values


def _is_no_text(field: FieldSchema, operator: str) -> bool:
    return operator in _FITTING and field.is_numbered


def _check_other(
    reader: Reader, model: ModelSchema | ModelScope, field: FieldSchema, node: Node
) -> list[str]:
    """Give the field that another is compared with; report one that it never equals."""
    name = node.plain()
    other = model.fields.get(name) if isinstance(name, str) else None
    if other is None:
        problem = f"$field names unknown field {name!r}."
        _complain(reader, node, problem, suggest(str(name), model.fields))
        return []
    if not isinstance(other, UnknownField) and field.compared_as != other.compared_as:
        kinds = f"a {field.compared_as}, and '{other.name}' a {other.compared_as}"
        problem = f"'{field.name}' is {kinds}."
        _complain(reader, node, problem, "Compare fields of one kind.")
    return [other.name]


def _check_operand(reader: Reader, field: FieldSchema, operator: str, node: Node) -> None:
    if operator == "$size":
        _check_size(reader, field, node)
    elif operator == "$exists":
        if not isinstance(node.value, bool):
            _complain(reader, node, "$exists takes no value.", "Write true or false.")
    elif operator in _RANGES:
        for member in _members(reader, operator, node):
            check_value(reader, field, member)
    elif operator in _COMPARISONS:
        check_value(reader, field, node)
    elif field.type != "ListField" and not isinstance(node.value, str):
        problem = f"{operator} looks for {node.plain()!r} in '{field.name}'."
        _complain(reader, node, problem, "It takes a string.")


def _members(reader: Reader, operator: str, node: Node) -> list[Node]:
    members = node.value if isinstance(node.value, list) else []
    if not members or (operator == "$between" and len(members) != 2):
        remedy = "Write [low, high]." if operator == "$between" else "Write a list of values."
        _complain(reader, node, f"{operator} has {node.plain()!r}.", remedy)
        return []
    return members


def check_value(reader: Reader, field: FieldSchema, node: Node) -> None:
    """Report a literal that a field never is."""
    value = node.plain()
    if value is None:
        return
    if field.type == "EnumField" and value not in field.values:
        problem = f"'{field.name}' is never {value!r}."
        _complain(reader, node, problem, suggest(str(node.value), field.values))
        return
    wanted = wanted_literal(field, value)
    if wanted is not None:
        problem = f"{value!r} does not fit '{field.name}', {with_article(field.type)}."
        _complain(reader, node, problem, f"It takes {wanted}.")


def _check_size(reader: Reader, field: FieldSchema, node: Node) -> None:
    entries = node.entries or {"$eq": node}
    for name, operand in entries.items():
        if name not in (*_COMPARISONS, *_RANGES):
            problem = f"the size of '{field.name}' has unknown operator '{name}'."
            _complain(reader, operand, problem, suggest(name, [*_COMPARISONS, *_RANGES]))
            continue
        sizes = _members(reader, name, operand) if name in _RANGES else [operand]
        for size in sizes:
            if not isinstance(size.value, int) or isinstance(size.value, bool):
                problem = f"the size of '{field.name}' is never {size.plain()!r}."
                _complain(reader, size, problem, "It takes an integer.")
