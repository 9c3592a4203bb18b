"""The methods of one model, each with the operation that it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tavola.design.fields.member_paths import key_field
from tavola.design.names import with_article
from tavola.design.schema import IndexSchema, ModelSchema, PatternSchema, UniqueSchema
from tavola.generate.layout import Group, Node, quote
from tavola.generate.models import show_key
from tavola.generate.module_scope import ModuleScope, Parameters

__all__ = ["GeneratedMethod", "methods_of"]

_READ_OPTIONS = ("consistent", "include_expired")


class GeneratedMethod(Struct, frozen=True):
    """One method, as it makes an operation."""

    name: str
    summary: str
    parameters: Parameters
    planned: str
    """What it returns: an operation."""
    body: Node


def methods_of(scope: ModuleScope, model: ModelSchema) -> Iterator[GeneratedMethod]:
    """Give a model's methods in the order in which they are written."""
    yield _get(scope, model)
    if model.key_fields:
        yield _get_many(scope, model)
    yield _update(scope, model)
    yield _delete(scope, model)
    if model.key_fields and not model.uniques and model.version_field is None:
        yield _delete_all(scope, model)
    for unique in model.uniques.values():
        yield _find(scope, model, unique)
    for index in model.indexes.values():
        yield _index(scope, model, index)
    for pattern in scope.design.patterns_of(model.name):
        yield _pattern(scope, model, pattern)


def _get(scope: ModuleScope, model: ModelSchema) -> GeneratedMethod:
    name = scope.imports.name
    return GeneratedMethod(
        "get",
        f"Read the {model.name} with this key; None if there is none.",
        (*scope.key_parameters(model), *_read_options(scope)),
        f"{name('Get')}[{model.name}]",
        Group.call("self._get", scope.key_tuple(model), *_READ_OPTIONS),
    )


def _read_options(scope: ModuleScope) -> Parameters:
    """How items are read by their keys: written out, since every forwarded `**` costs time."""
    boolean = scope.imports.name("bool")
    return (
        ("", "*"),
        ("", f"consistent: {boolean} = True"),
        ("", f"include_expired: {boolean} = False"),
    )


def _keys(scope: ModuleScope, model: ModelSchema) -> str:
    """The type of many keys: values where a key is one, tuples where it is several."""
    name = scope.imports.name
    types = [scope.annotations.value(model, field) for field in scope.key_fields(model)]
    one = types[0] if len(types) == 1 else f"{name('tuple')}[{', '.join(types)}]"
    return f"{name('Iterable')}[{one}]"


def _get_many(scope: ModuleScope, model: ModelSchema) -> GeneratedMethod:
    name = scope.imports.name
    return GeneratedMethod(
        "get_many",
        f"Read {model.name} items by their keys; the result is in the keys' order.",
        (
            ("", f"keys: {_keys(scope, model)}"),
            *_read_options(scope),
            ("", f"on_bad_item: {name('OnBadItem')} = {quote('raise')}"),
        ),
        f"{name('GetMany')}[{model.name}]",
        Group.call("self._get_many", "keys", *_READ_OPTIONS, "on_bad_item"),
    )


def _conditions(scope: ModuleScope, model: ModelSchema) -> dict[str, str]:
    """What must hold for a write by key, as parameters by name."""
    name = scope.imports.name
    found = {"condition": f"condition: {name('Filter')} | None = None"}
    if model.version_field is not None:
        version = scope.annotations.value(model, model.fields[model.version_field])
        found["expect_version"] = f"expect_version: {version} | None = None"
    return found


def _update(scope: ModuleScope, model: ModelSchema) -> GeneratedMethod:
    name = scope.imports.name
    conditions = _conditions(scope, model)
    changes, values = (_beside_fields(model, one) for one in ("changes", "values"))
    return GeneratedMethod(
        "update",
        f"Change {with_article(model.name)} by its key; refuse if there is none.",
        (
            *scope.key_parameters(model),
            ("", f"*{changes}: {name('Change')}"),
            *(("", text) for text in conditions.values()),
            ("", f"**{values}: {name('Unpack')}[{scope.changes[model.name]}]"),
        ),
        f"{name('Update')}[{model.name}]",
        Group.call("self._update", scope.key_tuple(model), changes, values, *conditions),
    )


def _beside_fields(model: ModelSchema, name: str) -> str:
    """Give an argument's name that no field has: fields are given by keyword beside it."""
    taken = {field.python_name for field in model.fields.values()}
    while name in taken:
        name += "_"
    return name


def _delete(scope: ModuleScope, model: ModelSchema) -> GeneratedMethod:
    name = scope.imports.name
    conditions = _conditions(scope, model)
    return GeneratedMethod(
        "delete",
        f"Delete {with_article(model.name)} by its key; say whether there was one.",
        (*scope.key_parameters(model), ("", "*"), *(("", text) for text in conditions.values())),
        f"{name('Delete')}[{model.name}]",
        Group.call("self._delete", scope.key_tuple(model), *conditions),
    )


def _delete_all(scope: ModuleScope, model: ModelSchema) -> GeneratedMethod:
    name = scope.imports.name
    return GeneratedMethod(
        "delete_all",
        f"Delete {model.name} items by their keys, in batches.",
        (("", f"keys: {_keys(scope, model)}"),),
        f"{name('BatchWrite')}[{model.name}]",
        Group.call("self._delete_all", "keys"),
    )


def _find(scope: ModuleScope, model: ModelSchema, unique: UniqueSchema) -> GeneratedMethod:
    name = scope.imports.name
    fields = [model.fields[one] for one in unique.fields]
    names = [field.python_name for field in fields]
    values = Group("(", tuple(("", one) for one in names), ")", "display")
    members = (("", quote(unique.name)), ("", values), ("", "include_expired"))
    return GeneratedMethod(
        unique.python_name,
        f"Find the one {model.name} with this {' and '.join(f'`{one}`' for one in names)}.",
        (
            *(
                ("", f"{field.python_name}: {scope.annotations.value(model, field)}")
                for field in fields
            ),
            ("", "*"),
            ("", f"include_expired: {name('bool')} = False"),
        ),
        f"{name('FindByUnique')}[{model.name}]",
        Group("self._find(", members, ")"),
    )


def _index(scope: ModuleScope, model: ModelSchema, index: IndexSchema) -> GeneratedMethod:
    names = [*scope.partition_names(model, index.key), *scope.sort_names(model, index.key)]
    fields = (
        *scope.partition_parameters(model, index.key),
        *scope.sort_parameters(model, index.key),
    )
    options = scope.query_options(model, index)
    given = Group("{", tuple((f"{quote(name)}: ", name) for name in names), "}", "display")
    body = Group("self._query(", (("", quote(index.name)), ("", given), ("", "**options")), ")")
    where = index.physical.name if index.physical else "the table"
    summary = f"Query `{index.name}` in {where}: {show_key(index.key)}."
    return _query_method(scope, model, index.python_name, summary, fields, options, body)


def _query_method(
    scope: ModuleScope,
    model: ModelSchema,
    name: str,
    summary: str,
    fields: Parameters,
    options: str,
    body: Node,
) -> GeneratedMethod:
    return GeneratedMethod(
        name,
        summary,
        (*((("", "*"), *fields) if fields else ()), ("", f"**options: {options}")),
        f"{scope.imports.name('Query')}[{model.name}]",
        body,
    )


_CONDITIONS: Mapping[str, str] = {
    "beginsWith": "begins_with",
    "lessThan": "lt",
    "atMost": "le",
    "greaterThan": "gt",
    "atLeast": "ge",
}


def _pattern(scope: ModuleScope, model: ModelSchema, pattern: PatternSchema) -> GeneratedMethod:
    index = model.indexes[pattern.index]
    fields, pairs = _pattern_fields(scope, model, pattern, index)
    given = Group("{", tuple(pairs), "}", "display")
    body = Group("self._pattern(", (("", quote(pattern.name)), ("", given), ("", "**options")), ")")
    options = scope.query_options(model, index)
    if pattern.only:
        options = f"{scope.imports.name('Unpack')}[{scope.imports.name('PatternOptions')}]"
    summary = _pattern_summary(pattern)
    return _query_method(scope, model, pattern.python_name, summary, fields, options, body)


def _pattern_summary(pattern: PatternSchema) -> str:
    """What an access pattern is: in the design's words, or by what it fixes."""
    said = " ".join(pattern.description.split())
    if said:
        return said if said[-1] in ".!?" else f"{said}."
    fixed = [
        f"{name} is {value}" if pattern.given[name] == "equals" else f"{name} as designed"
        for name, value in pattern.constants.items()
    ]
    if pattern.filter:
        fixed.append(f"filtered by {', '.join(pattern.filter)}")
    if pattern.only:
        fixed.append(f"only {', '.join(pattern.only)}")
    return f"Query `{pattern.name}`: {', '.join([pattern.index, *fixed])}."


def _pattern_fields(
    scope: ModuleScope, model: ModelSchema, pattern: PatternSchema, index: IndexSchema
) -> tuple[Parameters, list[tuple[str, Node]]]:
    """The parameters of a pattern, and how they become conditions on the key."""
    names = [*scope.partition_names(model, index.key), *scope.sort_names(model, index.key)]
    if not pattern.given:
        fields = (
            *scope.partition_parameters(model, index.key),
            *scope.sort_parameters(model, index.key),
        )
        return fields, [(f"{quote(name)}: ", name) for name in names]
    parameters: list[tuple[str, str]] = []
    pairs: list[tuple[str, Node]] = []
    for own_name, condition in pattern.given.items():
        if own_name in pattern.constants:
            continue
        field = key_field(model, own_name)
        kind = scope.annotations.value(model, field)
        value = field.python_name
        if condition == "between":
            kind = f"{scope.imports.name('tuple')}[{kind}, {kind}]"
            value = f"{scope.imports.name('between')}(*{value})"
        elif condition != "equals":
            value = f"{scope.imports.name(_CONDITIONS[condition])}({value})"
        parameters.append(("", f"{field.python_name}: {kind}"))
        pairs.append((f"{quote(field.python_name)}: ", value))
    return tuple(parameters), pairs
