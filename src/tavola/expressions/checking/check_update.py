"""What DynamoDB refuses in an update that parses, in the order in which it says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tavola.errors import ValidationFailed
from tavola.expressions.checking.shared_checks import (
    check_operator_count,
    find_clash,
    find_undefined,
    find_wrong_part,
    find_wrong_path,
    wrong_count,
    wrong_type,
)
from tavola.expressions.paths import operands_of, operands_within, resolve_path
from tavola.expressions.tree import (
    Arithmetic,
    Function,
    Operand,
    Path,
    UpdateAction,
    UpdateClause,
    UpdateTree,
    ValueRef,
)
from tavola.values import Value

__all__ = [
    "actions_of",
    "check_update",
    "check_update_values",
    "paths_of",
    "refs_of",
    "update_types",
]

_FUNCTIONS: Final = frozenset({"if_not_exists", "list_append"})
_CONDITION_FUNCTIONS: Final = frozenset(
    {
        "attribute_exists",
        "attribute_not_exists",
        "attribute_type",
        "begins_with",
        "contains",
        "size",
    },
)
_ARITY: Final = 2
_TYPES_OF: Final[Mapping[str, frozenset[str]]] = {
    "ADD": frozenset({"N", "SS", "NS", "BS"}),
    "DELETE": frozenset({"SS", "NS", "BS"}),
    "list_append": frozenset({"L"}),
    "+": frozenset({"N"}),
    "-": frozenset({"N"}),
}
_TYPE_WORDS: Final[Mapping[str, str]] = {
    "S": "STRING",
    "N": "NUMBER",
    "B": "BINARY",
    "NULL": "NULL",
    "BOOL": "BOOLEAN",
    "L": "LIST",
    "M": "MAP",
}


def actions_of(update: UpdateTree) -> Iterator[tuple[UpdateClause, UpdateAction]]:
    """Yield the actions of all sections, in the order of the text."""
    for section in update.sections:
        for action in section.actions:
            yield section, action


def paths_of(update: UpdateTree) -> Iterator[Path]:
    """Yield every path, written or read, in the order of the text."""
    for _, action in actions_of(update):
        yield action.path
        yield from (operand for operand in _operands(action) if isinstance(operand, Path))


def refs_of(update: UpdateTree) -> Iterator[ValueRef]:
    """Yield every value placeholder, in the order of the text."""
    for _, action in actions_of(update):
        yield from (operand for operand in _operands(action) if isinstance(operand, ValueRef))


def _operands(action: UpdateAction) -> Iterator[Path | ValueRef | Function]:
    return operands_within(() if action.value is None else (action.value,))


def check_update(update: UpdateTree, names: Mapping[str, str]) -> None:
    """Refuse what is wrong whatever the values are, up to undefined names."""
    check_operator_count(sum(isinstance(call, Arithmetic) for call in _calls(update)))
    if fault := find_wrong_part(paths_of(update)):
        raise ValidationFailed(fault)
    _check_function_names(update)
    _check_function_use(update)
    _check_sections(update)
    if fault := find_wrong_path(paths_of(update), names):
        raise ValidationFailed(fault)


def _check_function_names(update: UpdateTree) -> None:
    for call in _calls(update):
        if not isinstance(call, Function) or call.name in _FUNCTIONS:
            continue
        if call.name in _CONDITION_FUNCTIONS:
            raise ValidationFailed(
                f"The function is not allowed in an update expression; function: {call.name}",
            )
        raise ValidationFailed(f"Invalid function name; function: {call.name}")


def _check_sections(update: UpdateTree) -> None:
    keywords: set[str] = set()
    for section in update.sections:
        if section.keyword in keywords:
            raise ValidationFailed(
                f'The "{section.keyword}" section can only be used once in an update expression;',
            )
        keywords.add(section.keyword)


def _check_function_use(update: UpdateTree) -> None:
    """Only `if_not_exists` may stand within a call."""
    for call in _calls(update):
        for operand in operands_of(call) if isinstance(call, Function) else ():
            if isinstance(operand, Function) and operand.name == "list_append":
                raise ValidationFailed(
                    "The function is not allowed to be used this way in an expression; "
                    f"function: {operand.name}",
                )


def check_update_values(
    update: UpdateTree,
    names: Mapping[str, str],
    values: Mapping[str, Value],
) -> None:
    """Refuse undefined values, clashing paths and operands of a wrong type."""
    written = [resolve_path(action.path, names) for _, action in actions_of(update)]
    fault = (
        find_undefined(refs_of(update), names, values)
        or find_clash(written)
        or _find_wrong_operand(update, values)
        or next(filter(None, (_find_wrong_call(call, values) for call in _calls(update))), None)
    )
    if fault:
        raise ValidationFailed(fault)


def _calls(update: UpdateTree) -> Iterator[Function | Arithmetic]:
    for _, action in actions_of(update):
        if action.value is not None:
            yield from _calls_within(action.value)


def _calls_within(operand: Operand) -> Iterator[Function | Arithmetic]:
    if isinstance(operand, Function | Arithmetic):
        for inner in operands_of(operand):
            yield from _calls_within(inner)
        yield operand


def _find_wrong_operand(update: UpdateTree, values: Mapping[str, Value]) -> str | None:
    for section, action in actions_of(update):
        if section.keyword not in _TYPES_OF or not isinstance(action.value, ValueRef):
            continue
        kind = next(iter(values[action.value.text]))
        if kind not in _TYPES_OF[section.keyword]:
            return (
                "Incorrect operand type for operator or function; "
                f"operator: {section.keyword}, operand type: {_TYPE_WORDS.get(kind, kind)}"
            )
    return None


def _name(call: Function | Arithmetic) -> str:
    return call.name if isinstance(call, Function) else call.operator


def _find_wrong_call(call: Function | Arithmetic, values: Mapping[str, Value]) -> str | None:
    if fault := _find_wrong_shape(call):
        return fault
    name = _name(call)
    refs = (operand.text for operand in operands_of(call) if isinstance(operand, ValueRef))
    kinds = (next(iter(values[ref])) for ref in refs)
    wrong = next((kind for kind in kinds if kind not in _TYPES_OF.get(name, (kind,))), None)
    return None if wrong is None else wrong_type(name, wrong)


def _find_wrong_shape(call: Function | Arithmetic) -> str | None:
    operands, name = operands_of(call), _name(call)
    if len(operands) != _ARITY:
        return wrong_count(name, len(operands))
    if name == "if_not_exists" and not isinstance(operands[0], Path):
        return f"Operator or function requires a document path; operator or function: {name}"
    return None


def update_types(
    update: UpdateTree,
    names: Mapping[str, str],
) -> Mapping[str, frozenset[str]] | None:
    """Return the types each value may have, or None if the update is wrong anyhow."""
    written = [resolve_path(action.path, names) for _, action in actions_of(update)]
    if find_clash(written) or any(_find_wrong_shape(call) for call in _calls(update)):
        return None
    allowed: dict[str, frozenset[str]] = {}
    for section, action in actions_of(update):
        if section.keyword in _TYPES_OF and isinstance(action.value, ValueRef):
            _narrow(allowed, action.value, section.keyword)
    for call in _calls(update):
        for operand in operands_of(call):
            if isinstance(operand, ValueRef) and _name(call) in _TYPES_OF:
                _narrow(allowed, operand, _name(call))
    return allowed


def _narrow(allowed: dict[str, frozenset[str]], ref: ValueRef, operator: str) -> None:
    types = _TYPES_OF[operator]
    allowed[ref.text] = allowed.get(ref.text, types) & types
