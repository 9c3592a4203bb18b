"""What DynamoDB refuses in a condition that parses, in the order in which it says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tavola.errors import ValidationFailed
from tavola.expressions.checking.shared_checks import (
    check_operator_count,
    find_undefined,
    find_wrong_part,
    find_wrong_path,
    wrong_count,
    wrong_type,
)
from tavola.expressions.paths import (
    Leaf,
    leaves_of,
    operands_of,
    operands_within,
    path_text,
    resolve_path,
)
from tavola.expressions.tree import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Not,
    Operand,
    Or,
    Path,
    ValueRef,
)
from tavola.values import ORDERED_TYPES, TYPES, Value, compare_values

__all__ = ["check_leaves", "check_structure", "is_always_refused", "operand_types", "value_bounds"]

_ARITIES: Final[Mapping[str, int]] = {
    "attribute_exists": 1,
    "attribute_not_exists": 1,
    "attribute_type": 2,
    "begins_with": 2,
    "contains": 2,
    "size": 1,
}
_UPDATE_FUNCTIONS: Final = frozenset({"if_not_exists", "list_append"})
_VALUE_FUNCTIONS: Final = frozenset({"begins_with", "contains", "size"})
_MAX_IN_OPERANDS: Final = 100
_ALL_TYPES: Final = frozenset(TYPES)
_SIZED_TYPES: Final = _ALL_TYPES - {"N", "BOOL", "NULL"}
_TEXT_TYPES: Final = frozenset({"S", "B"})
_EQUALITY: Final = frozenset({"=", "<>"})


def check_structure(tree: Condition, *, has_redundant_parentheses: bool) -> None:
    """Refuse what is wrong whatever the names and values are."""
    check_operator_count(_operators(tree))
    if has_redundant_parentheses:
        raise ValidationFailed("The expression has redundant parentheses;")
    leaves = list(leaves_of(tree))
    _check_function_names(leaves)
    _check_function_use(leaves)
    operands = [operand for leaf in leaves for operand in operands_within(operands_of(leaf))]
    if fault := find_wrong_part(operand for operand in operands if isinstance(operand, Path)):
        raise ValidationFailed(fault)


def _operators(tree: Condition) -> int:
    count = 0
    waiting: list[Condition] = [tree]
    while waiting:
        node = waiting.pop()
        count += 1
        match node:
            case And(conditions) | Or(conditions):
                count += len(conditions) - 2
                waiting.extend(conditions)
            case Not(condition):
                waiting.append(condition)
            case Function():
                count -= 1
            case _:
                pass
    return count


def _check_function_names(leaves: Iterable[Leaf]) -> None:
    for leaf in leaves:
        for function in _functions(leaf):
            if function.name in _UPDATE_FUNCTIONS:
                raise ValidationFailed(
                    "The function is not allowed in a condition expression; "
                    f"function: {function.name}",
                )
            if function.name not in _ARITIES:
                raise ValidationFailed(f"Invalid function name; function: {function.name}")


def _functions(leaf: Leaf) -> list[Function]:
    inner = [
        operand for operand in operands_within(operands_of(leaf)) if isinstance(operand, Function)
    ]
    return [*inner, leaf] if isinstance(leaf, Function) else inner


def _check_function_use(leaves: Iterable[Leaf]) -> None:
    """Only `size` may stand within something, and it may not stand alone."""
    for leaf in leaves:
        inner = [function for function in _functions(leaf) if function is not leaf]
        misused = [function for function in inner if function.name != "size"]
        if isinstance(leaf, Function) and leaf.name == "size":
            misused.append(leaf)
        if misused:
            raise ValidationFailed(
                "The function is not allowed to be used this way in an expression; "
                f"function: {misused[0].name}",
            )


def check_leaves(tree: Condition, names: Mapping[str, str], values: Mapping[str, Value]) -> None:
    """Refuse the first comparison or call that its names and values make wrong."""
    for leaf in leaves_of(tree):
        fault = _find_fault(leaf, names, values)
        if fault is not None:
            raise ValidationFailed(fault)


def _find_fault(leaf: Leaf, names: Mapping[str, str], values: Mapping[str, Value]) -> str | None:
    operands = operands_of(leaf)
    calls = _functions(leaf)
    return (
        find_undefined(operands_within(operands), names, values)
        or next(filter(None, map(_find_wrong_count, calls)), None)
        or _find_too_many(leaf)
        or _find_same_operands(leaf, names)
        or next(filter(None, (_find_wrong_call(call, values) for call in calls)), None)
        or _find_wrong_comparison(leaf, values)
    )


def _find_wrong_count(call: Function) -> str | None:
    given = len(call.arguments)
    return None if given == _ARITIES[call.name] else wrong_count(call.name, given)


def _find_too_many(leaf: Leaf) -> str | None:
    if isinstance(leaf, In) and len(leaf.options) > _MAX_IN_OPERANDS:
        return (
            "The IN operator is provided with too many operands; "
            f"number of operands: {len(leaf.options)}"
        )
    return None


def _find_same_operands(leaf: Leaf, names: Mapping[str, str]) -> str | None:
    first, *others = operands_of(leaf)
    if not isinstance(first, Path):
        return None
    path = resolve_path(first, names)
    if not any(isinstance(other, Path) and resolve_path(other, names) == path for other in others):
        return None
    return (
        "The first operand must be distinct from the remaining operands for this operator or "
        f"function; operator: {_operator(leaf)}, first operand: {path_text(path)}"
    )


def _operator(leaf: Leaf) -> str:
    match leaf:
        case Comparison(operator):
            return operator
        case Function(name):
            return name
        case _:
            return type(leaf).__name__.upper()


def _find_wrong_call(call: Function, values: Mapping[str, Value]) -> str | None:
    first = call.arguments[0]
    if call.name in {"attribute_exists", "attribute_not_exists"}:
        if isinstance(first, Path):
            return None
        return f"Operator or function requires a document path; operator or function: {call.name}"
    if call.name == "attribute_type":
        return _find_wrong_type_name(call.arguments[1], values)
    if call.name in {"begins_with", "size"}:
        allowed = _TEXT_TYPES if call.name == "begins_with" else _SIZED_TYPES
        return _find_wrong_type(call.name, call.arguments, allowed, values)
    return None


def _find_wrong_type_name(operand: Operand, values: Mapping[str, Value]) -> str | None:
    kind = _type_of(operand, values)
    if kind is None or not isinstance(operand, ValueRef):
        return wrong_type("attribute_type", kind or "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}")
    if kind != "S":
        return wrong_type("attribute_type", kind)
    name = values[operand.text]["S"]
    if name in TYPES:
        return None
    return (
        f"Invalid attribute type name found; type: {name}, "
        "valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"
    )


def _find_wrong_type(
    operator: str,
    operands: Iterable[Operand],
    allowed: frozenset[str],
    values: Mapping[str, Value],
) -> str | None:
    kinds = (_type_of(operand, values) for operand in operands)
    wrong = next((kind for kind in kinds if kind is not None and kind not in allowed), None)
    return None if wrong is None else wrong_type(operator, wrong)


def _type_of(operand: Operand, values: Mapping[str, Value]) -> str | None:
    if isinstance(operand, ValueRef):
        return next(iter(values[operand.text]))
    return "N" if isinstance(operand, Function) else None


def _find_wrong_comparison(leaf: Leaf, values: Mapping[str, Value]) -> str | None:
    if isinstance(leaf, Comparison) and leaf.operator not in _EQUALITY:
        return _find_wrong_type(leaf.operator, operands_of(leaf), ORDERED_TYPES, values)
    if isinstance(leaf, Between):
        fault = _find_wrong_type("BETWEEN", operands_of(leaf), ORDERED_TYPES, values)
        return fault or _find_wrong_bounds(leaf, values)
    return None


def _find_wrong_bounds(leaf: Between, values: Mapping[str, Value]) -> str | None:
    if not (isinstance(leaf.low, ValueRef) and isinstance(leaf.high, ValueRef)):
        return None
    low, high = values[leaf.low.text], values[leaf.high.text]
    order = compare_values(low, high)
    if order is None:
        rule = "requires same data type for lower and upper bounds"
    elif order > 0:
        rule = "requires upper bound to be greater than or equal to lower bound"
    else:
        return None
    return (
        f"The BETWEEN operator {rule}; lower bound operand: {_bound(low)}, "
        f"upper bound operand: {_bound(high)}"
    )


def _bound(value: Value) -> str:
    ((kind, content),) = value.items()
    return f"AttributeValue: {{{kind}:{content}}}"


def is_always_refused(tree: Condition, names: Mapping[str, str]) -> bool:
    """Say whether `check_leaves` refuses a condition whatever its values are."""
    return any(_is_wrong(leaf, names) for leaf in leaves_of(tree))


def value_bounds(tree: Condition) -> tuple[tuple[str, str], ...]:
    """Return the pairs of values that stand as the bounds of a BETWEEN."""
    return tuple(
        (leaf.low.text, leaf.high.text)
        for leaf in leaves_of(tree)
        if isinstance(leaf, Between)
        and isinstance(leaf.low, ValueRef)
        and isinstance(leaf.high, ValueRef)
    )


def operand_types(tree: Condition) -> Mapping[str, frozenset[str]] | None:
    """Return the types each value may have, or None if only `check_leaves` can tell."""
    allowed: dict[str, frozenset[str]] = {}
    for leaf in leaves_of(tree):
        if _calls_need_checks(leaf):
            return None
        for ref, types in _leaf_types(leaf):
            allowed[ref] = allowed.get(ref, types) & types
    return {ref: types for ref, types in allowed.items() if types != _ALL_TYPES}


def _is_wrong(leaf: Leaf, names: Mapping[str, str]) -> bool:
    paths = (path for path in operands_within(operands_of(leaf)) if isinstance(path, Path))
    return bool(
        find_wrong_path(paths, names)
        or any(map(_find_wrong_count, _functions(leaf)))
        or _find_too_many(leaf)
        or _find_same_operands(leaf, names)
        or any(map(_is_call_within_call, _functions(leaf))),
    )


def _is_call_within_call(call: Function) -> bool:
    """Only `contains` and `attribute_type` can take what `size` gives, a number."""
    return call.name in {"begins_with", "size"} and any(
        isinstance(argument, Function) for argument in call.arguments
    )


def _calls_need_checks(leaf: Leaf) -> bool:
    return any(
        call.name == "attribute_type"
        or any(isinstance(argument, Function) for argument in call.arguments)
        or (call.name not in _VALUE_FUNCTIONS and not isinstance(call.arguments[0], Path))
        for call in _functions(leaf)
    )


def _leaf_types(leaf: Leaf) -> Iterable[tuple[str, frozenset[str]]]:
    for call in _functions(leaf):
        types = {"begins_with": _TEXT_TYPES, "size": _SIZED_TYPES}.get(call.name, _ALL_TYPES)
        yield from ((arg.text, types) for arg in call.arguments if isinstance(arg, ValueRef))
    if isinstance(leaf, Function):
        return
    is_ordered = isinstance(leaf, Between) or (
        isinstance(leaf, Comparison) and leaf.operator not in _EQUALITY
    )
    types = ORDERED_TYPES if is_ordered else _ALL_TYPES
    for operand in operands_of(leaf):
        if isinstance(operand, ValueRef):
            yield operand.text, types
