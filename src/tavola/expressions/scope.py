"""A request's expressions together: they share placeholders, and none may be left over."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple

from tavola.errors import ValidationFailed
from tavola.expressions.checking.check_condition import (
    check_leaves,
    check_structure,
    is_always_refused,
    operand_types,
    value_bounds,
)
from tavola.expressions.checking.check_update import (
    actions_of,
    check_update,
    check_update_values,
    paths_of,
    refs_of,
    update_types,
)
from tavola.expressions.checking.shared_checks import check_size
from tavola.expressions.evaluate import Evaluate, compile_condition
from tavola.expressions.in_steps import evaluate_in_steps, weigh
from tavola.expressions.key_condition import KeyCondition, KeyTests, find_key_tests
from tavola.expressions.parsing.parse import parse_condition_text, parse_projection, parse_update
from tavola.expressions.paths import leaves_of, operands_of, operands_within, resolve_path
from tavola.expressions.project import Project, check_projection, compile_paths
from tavola.expressions.search_condition import Equality, find_equalities
from tavola.expressions.text_cache import Names, keep_parsed
from tavola.expressions.tree import Condition as ConditionTree
from tavola.expressions.tree import NameRef, Path, UpdateTree, ValueRef
from tavola.expressions.update import Apply, compile_update
from tavola.values import (
    NULL_MUST_BE_TRUE,
    Item,
    Value,
    ValueRefused,
    check_name,
    check_value,
    compare_values,
)

__all__ = ["CompiledUpdate", "Condition", "Projection", "Scope"]

_NAME_REF: Final = re.compile(r"#[0-9a-zA-Z_]+")
_VALUE_REF: Final = re.compile(r":[0-9a-zA-Z_]+")
# DynamoDB: a placeholder has 255 characters at most. Developer guide, ServiceQuotas.
_MAX_REF: Final = 255
_CACHED: Final = 2048
_MOST_NAMES: Final = 256
"""Past so many, neither they nor what they stand in is kept."""


class Condition:
    """A condition with its values: `matches(item)`; `judge(item)` is the same in steps."""

    __slots__ = ("attributes", "judge", "matches", "weight")

    def __init__(
        self,
        matches: Callable[[Mapping[str, Value]], bool],
        attributes: frozenset[str],
        judge: Callable[[Mapping[str, Value]], Generator[None, None, bool]] | None = None,
        weight: int = 1,
    ) -> None:
        self.matches = matches
        self.attributes = attributes
        self.judge = partial(_judge_at_once, matches) if judge is None else judge
        self.weight = weight
        """How many comparisons it takes at most."""

    @classmethod
    def of_tree(
        cls, tree: ConditionTree, values: Mapping[str, Value], attributes: frozenset[str]
    ) -> Condition:
        """Make a condition of a checked tree whose names are those of attributes."""
        return cls(
            partial(compile_condition(tree, {}), values),
            attributes,
            partial(evaluate_in_steps, tree, {}, values),
            weigh(tree),
        )


def _judge_at_once(
    matches: Callable[[Mapping[str, Value]], bool], item: Mapping[str, Value]
) -> Generator[None, None, bool]:
    yield
    return matches(item)


class CompiledUpdate:
    """An update with its values: `apply(item)` gives a new item."""

    __slots__ = ("apply", "attributes", "makes_items", "nested", "touched")

    def __init__(
        self,
        apply: Callable[[Mapping[str, Value]], Item],
        attributes: frozenset[str],
        touched: Project,
        *,
        makes_items: bool = True,
        nested: frozenset[str] = frozenset(),
    ) -> None:
        self.apply = apply
        self.attributes = attributes
        self.touched = touched
        self.makes_items = makes_items
        """Whether it sets something, not only removes."""
        self.nested = nested
        """The attributes of which it changes only a part."""


class Projection(NamedTuple):
    """A projection: `apply(item)` gives the selected part."""

    apply: Project
    attributes: frozenset[str]
    name_refs: frozenset[str] = frozenset()
    value_refs: frozenset[str] = frozenset()


class _ConditionProgram(NamedTuple):
    tree: ConditionTree
    evaluate: Evaluate
    attributes: frozenset[str]
    name_refs: frozenset[str]
    value_refs: frozenset[str]
    types: Mapping[str, frozenset[str]] | None
    bounds: tuple[tuple[str, str], ...]
    weight: int


class _UpdateProgram(NamedTuple):
    tree: UpdateTree
    apply: Apply
    attributes: frozenset[str]
    touched: Project
    name_refs: frozenset[str]
    value_refs: frozenset[str]
    types: Mapping[str, frozenset[str]] | None
    makes_items: bool
    nested: frozenset[str]


class Scope:
    """The placeholders of one request, and which of them its expressions used."""

    __slots__ = ("_has_many_names", "_names", "_names_key", "_programs", "_values")

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        self._names: Mapping[str, str] = {} if names is None else names
        self._values: Mapping[str, Value] = {} if values is None else values
        self._programs: list[_ConditionProgram | _UpdateProgram | Projection] = []
        self._names_key: Names = ()
        self._has_many_names = False
        if names is not None:
            self._names_key = tuple(names.items())
            self._has_many_names = len(names) > _MOST_NAMES
            check = _check_names.__wrapped__ if self._has_many_names else _check_names
            check(self._names_key)
        if values is not None:
            self._values = _checked_values(values)

    def condition(self, text: str, kind: str = "ConditionExpression") -> Condition:
        """Parse, check and compile a condition or filter."""
        program = self._condition_program(text, kind)
        return Condition(
            partial(program.evaluate, self._values),
            program.attributes,
            partial(evaluate_in_steps, program.tree, self._names, self._values),
            program.weight,
        )

    def key_condition(self, text: str) -> KeyCondition:
        """Parse and check a key condition."""
        self._condition_program(text, "KeyConditionExpression")
        find = _key_tests.__wrapped__ if self._has_many_names else _key_tests
        return KeyCondition(find(text, self._names_key), self._values)

    def search_condition(self, text: str) -> tuple[tuple[str, Value], ...]:
        """Parse and check a search condition: attributes, each with the value that it has."""
        self._condition_program(text, "SearchConditionExpression")
        find = _equalities.__wrapped__ if self._has_many_names else _equalities
        tests = find(text, self._names_key)
        return tuple((name, self._values[ref]) for name, ref in tests)

    def update(self, text: str) -> CompiledUpdate:
        """Parse, check and compile an update."""
        parse = _update_program.__wrapped__ if self._has_many_names else _update_program
        program = parse(text, self._names_key)
        if not self._are_typed(program.types, program.value_refs):
            with _named("UpdateExpression"):
                check_update_values(program.tree, self._names, self._values)
        self._programs.append(program)
        return CompiledUpdate(
            partial(program.apply, self._values),
            program.attributes,
            program.touched,
            makes_items=program.makes_items,
            nested=program.nested,
        )

    def projection(self, text: str) -> Projection:
        """Parse, check and compile a projection."""
        parse = _projection_program.__wrapped__ if self._has_many_names else _projection_program
        projection = parse(text, self._names_key)
        self._programs.append(projection)
        return projection

    def check_all_used(self) -> None:
        """Refuse placeholders that no expression used."""
        if self._names:
            _check_used("Names", self._names, [each.name_refs for each in self._programs])
        if self._values:
            _check_used("Values", self._values, [each.value_refs for each in self._programs])

    def _condition_program(self, text: str, kind: str) -> _ConditionProgram:
        parse = _condition_program.__wrapped__ if self._has_many_names else _condition_program
        program = parse(text, kind, self._names_key)
        if not (
            self._are_typed(program.types, program.value_refs)
            and (not program.bounds or self._are_in_order(program.bounds))
        ):
            with _named(kind):
                check_leaves(program.tree, self._names, self._values)
        self._programs.append(program)
        return program

    def _are_typed(
        self,
        types: Mapping[str, frozenset[str]] | None,
        refs: frozenset[str],
    ) -> bool:
        """Say whether all values are there, of types that need no further look."""
        values = self._values
        if types is None or not refs <= values.keys():
            return False
        return not types or not any(
            allowed.isdisjoint(values[ref]) for ref, allowed in types.items()
        )

    def _are_in_order(self, bounds: tuple[tuple[str, str], ...]) -> bool:
        values = self._values
        orders = (compare_values(values[low], values[high]) for low, high in bounds)
        return all(order is not None and order <= 0 for order in orders)


def _check_used(kind: str, given: Mapping[str, Any], used: list[frozenset[str]]) -> None:
    all_used = used[0] if len(used) == 1 else frozenset[str]().union(*used)
    if not given.keys() <= all_used:
        unused = ", ".join(ref for ref in given if ref not in all_used)
        raise ValidationFailed(
            f"Value provided in ExpressionAttribute{kind} unused in expressions: "
            f"keys: {{{unused}}}",
        )


@contextmanager
def _named(kind: str) -> Generator[None, None, None]:
    """Say in which expression of the request a fault is."""
    try:
        yield
    except ValidationFailed as fault:
        raise ValidationFailed(f"Invalid {kind}: {fault.message}") from None


@keep_parsed(_CACHED)
def _check_names(names: Names) -> None:
    if not names:
        raise ValidationFailed("ExpressionAttributeNames must not be empty")
    for ref, name in names:
        _check_ref("Names", ref, _NAME_REF)
        try:
            check_name(name)
        except ValueRefused as fault:
            raise ValidationFailed(
                f"ExpressionAttributeNames contains invalid value: {fault.message} for key {ref}",
            ) from None


def _check_ref(kind: str, ref: str, form: re.Pattern[str]) -> None:
    if len(ref) > _MAX_REF:
        fault = (
            f"The expression attribute map contains a key that is too long; size of key: {len(ref)}"
        )
    elif not form.fullmatch(ref):
        fault = f'Syntax error; key: "{ref}"'
    else:
        return
    raise ValidationFailed(f"ExpressionAttribute{kind} contains invalid key: {fault}")


def _checked_values(values: Mapping[str, Any]) -> Mapping[str, Value]:
    if not values:
        raise ValidationFailed("ExpressionAttributeValues must not be empty")
    checked: dict[str, Value] = {}
    for ref, value in values.items():
        _check_ref("Values", ref, _VALUE_REF)
        try:
            checked[ref] = check_value(value)
        except ValueRefused as fault:
            if fault.message == NULL_MUST_BE_TRUE:
                raise
            where = f"ExpressionAttributeValues contains invalid value: {fault.older} for key {ref}"
            raise ValueRefused(fault.message, where) from None
    return checked


@keep_parsed(_CACHED)
def _condition_program(text: str, kind: str, names_key: Names) -> _ConditionProgram:
    names = dict(names_key)
    with _named(kind):
        check_size(text)
        tree, has_redundant_parentheses = parse_condition_text(text)
        check_structure(tree, has_redundant_parentheses=has_redundant_parentheses)
    operands = [
        operand for leaf in leaves_of(tree) for operand in operands_within(operands_of(leaf))
    ]
    paths = [operand for operand in operands if isinstance(operand, Path)]
    is_wrong = is_always_refused(tree, names)
    return _ConditionProgram(
        tree=tree,
        evaluate=_never if is_wrong else compile_condition(tree, names),
        attributes=frozenset() if is_wrong else _heads(paths, names),
        name_refs=_name_refs(paths),
        value_refs=_value_refs(operand for operand in operands if isinstance(operand, ValueRef)),
        types=None if is_wrong else operand_types(tree),
        bounds=value_bounds(tree),
        weight=weigh(tree),
    )


def _never(values: Mapping[str, Value], item: Mapping[str, Value]) -> bool:
    """Stand for a condition that is refused before it is evaluated."""
    return False


@keep_parsed(_CACHED)
def _key_tests(text: str, names_key: Names) -> KeyTests:
    with _named("KeyConditionExpression"):
        return KeyTests(find_key_tests(parse_condition_text(text).tree, dict(names_key)))


@keep_parsed(_CACHED)
def _equalities(text: str, names_key: Names) -> tuple[Equality, ...]:
    with _named("SearchConditionExpression"):
        return find_equalities(parse_condition_text(text).tree, dict(names_key))


@keep_parsed(_CACHED)
def _update_program(text: str, names_key: Names) -> _UpdateProgram:
    names = dict(names_key)
    with _named("UpdateExpression"):
        check_size(text, shows_size=False)
        tree = parse_update(text)
        check_update(tree, names)
    written = [action.path for _, action in actions_of(tree)]
    types = update_types(tree, names)
    return _UpdateProgram(
        tree=tree,
        apply=_unchanged if types is None else compile_update(tree, names),
        attributes=_heads(written, names),
        touched=_nothing
        if types is None
        else compile_paths([resolve_path(path, names) for path in written]),
        name_refs=_name_refs(paths_of(tree)),
        value_refs=_value_refs(refs_of(tree)),
        types=types,
        makes_items=any(section.keyword in ("SET", "ADD") for section in tree.sections),
        nested=_heads([path for path in written if len(path.parts) > 1], names),
    )


def _unchanged(values: Mapping[str, Value], item: Mapping[str, Value]) -> Item:
    """Stand for an update that is refused before it is applied."""
    return dict(item)


def _nothing(item: Mapping[str, Value]) -> Item:
    """Stand for what an update that is refused would touch."""
    return {}


@keep_parsed(_CACHED)
def _projection_program(text: str, names_key: Names) -> Projection:
    with _named("ProjectionExpression"):
        check_size(text)
        tree = parse_projection(text)
        paths = check_projection(tree, dict(names_key))
    return Projection(
        apply=compile_paths(paths),
        attributes=frozenset(str(path[0]) for path in paths),
        name_refs=_name_refs(tree.paths),
    )


def _heads(paths: Iterable[Path], names: Mapping[str, str]) -> frozenset[str]:
    return frozenset(str(resolve_path(path, names)[0]) for path in paths)


def _name_refs(paths: Iterable[Path]) -> frozenset[str]:
    return frozenset(
        part.text for path in paths for part in path.parts if isinstance(part, NameRef)
    )


def _value_refs(refs: Iterable[ValueRef]) -> frozenset[str]:
    return frozenset(ref.text for ref in refs)
