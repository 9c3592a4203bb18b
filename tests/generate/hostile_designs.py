"""Designs with names, defaults and descriptions that no careful person would choose.

Most of what is drawn is refused. So that whole designs are accepted, each part is tried alone
first, and what is refused there is left out.
"""

from __future__ import annotations

import keyword
from functools import cache
from typing import Any

import yaml
from hypothesis import strategies as st

from tavola.design.load import compile_design
from tavola.design.schema import Design

NAMES = [
    *("Model", "Table", "List", "None_", "Any", "Self", "Design", "Index", "Query", "Page"),
    *("str", "int", "list", "type", "id", "self", "cls", "db", "run", "plan", "fields", "get"),
    *("created", "datetime", "Decimal", "field", "handle", "method", "Optional", "Literal", "key"),
    *("limit", "cursor", "descending", "values", "items", "update", "T", "M", "A1", "aB", "a_b"),
    *("Expr", "Handle", "Record", "dict", "bytes", "float", "bool", "set", "UUID", "annotations"),
    *("changes", "options", "condition", "values_", "changes_", "Condition", "Iterable"),
    *("print", "object", "Exception", "tavola", "runtime", "Filter"),
    *keyword.kwlist,
    *keyword.softkwlist,
]
TEXTS = [
    *('"""', "'''", 'ends in """', "ends in \\", "\\N{x}", "\\u12", "{x}", "{", "%s", "\x85"),
    *("two\nlines", "tab\there", "\ufeff", "a" * 300, "  spaces  ", "#", "'", '"', "`", "é", ""),
    *("# type: ignore", "# fmt: on", "-*- coding: latin-1 -*-", "\u2028", "\r", "\\", '\\"""'),
    *("🙂", "\u202e", "'''\"\"\"", '"', '""', "None", "\x7f"),
]
TYPES = [
    *("StringField", "IntegerField", "FloatField", "DecimalField", "BooleanField", "JsonField"),
    *("StringSetField", "ListField", "MapField", "UuidField", "DateTimeField", "EnumField"),
    *("BinaryField", "CreateDateField", "ModifiedDateField", "VersionField", "CounterField"),
    *("UlidField", "RelatedField"),
]
names = st.sampled_from(NAMES) | st.text("abAB_9", min_size=1, max_size=6)
texts = st.sampled_from(TEXTS) | st.text(max_size=8)
numbers = st.integers() | st.floats() | st.sampled_from([10**37, 10**400, 1e308, -0.0, 1e-200])
defaults: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
NAME_FIELD = {"type": "StringField", "required": True}


def accepted(document: dict[str, Any]) -> Design | None:
    """What `check` makes of a design, if it finds no error."""
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
    design, findings = compile_design([("hostile.yaml", text)], "hostile")
    return None if any(one.is_error for one in findings) else design


@cache
def _is_name(kind: str, name: str) -> bool:
    parts = {"model": "Thing", "field": "other", "index": "things"} | {kind: name}
    model = {
        "key": {"PK": "A#{n4me}", "SK": "X"},
        "fields": {"n4me": NAME_FIELD, parts["field"]: {"type": "StringField"}},
        "indexes": {parts["index"]: {"index": "byOther", "GSI1PK": "{n4me}"}},
    }
    return accepted({"table": _table("shop"), "models": {parts["model"]: model}}) is not None


def _is_field(field: dict[str, Any]) -> bool:
    model = {"key": {"PK": "A#{name}", "SK": "X"}, "fields": {"name": NAME_FIELD, "other": field}}
    return accepted({"table": _table("shop"), "models": {"Thing": model}}) is not None


def _table(name: str) -> dict[str, Any]:
    index = {"partitionKey": "GSI1PK"}
    keys = {"partitionKey": "PK", "sortKey": "SK", "typeAttribute": "_type"}
    return {"name": name, **keys, "indexes": {"byOther": index}}


@st.composite
def _field(draw: st.DrawFn, models: list[str]) -> dict[str, Any]:
    kind = draw(st.sampled_from(TYPES))
    field: dict[str, Any] = {"type": kind}
    if kind == "EnumField":
        field["values"] = draw(st.lists(texts, min_size=1, max_size=3, unique=True))
    if kind == "RelatedField":
        return field | {"model": draw(st.sampled_from(models))}
    for key, drawn in (("description", texts), ("defaultValue", defaults)):
        value = draw(drawn)
        if draw(st.booleans()) and _is_field(field | {key: value}):
            field[key] = value
    return field | {"required": True} if draw(st.booleans()) else field


def _named(kind: str) -> st.SearchStrategy[str]:
    return names.filter(lambda name: _is_name(kind, name))


@st.composite
def hostile_keys(draw: st.DrawFn) -> dict[str, Any]:
    """A design whose fields have names that are none, in the templates of its keys."""
    named = st.lists(names | texts | names.map(" {} ".format), min_size=1, max_size=3, unique=True)
    fields = draw(named)
    template = "#".join(f"{{{name}}}" for name in draw(st.permutations(fields)))
    model = {
        "key": {"PK": f"A#{template}", "SK": draw(st.sampled_from(["X", template]))},
        "fields": dict.fromkeys(fields, NAME_FIELD),
        "indexes": {"things": {"index": "byOther", "GSI1PK": template}},
    }
    return {"table": _table("shop"), "models": {"Thing": model}}


@st.composite
def hostile_designs(draw: st.DrawFn) -> dict[str, Any]:
    """A design in one of the two layouts."""
    chosen = draw(st.lists(_named("model"), min_size=1, max_size=3, unique_by=str.lower))
    is_managed = draw(st.booleans())
    models: dict[str, Any] = {}
    for number, name in enumerate(chosen):
        drawn = draw(st.dictionaries(_named("field"), _field(chosen), max_size=5))
        fields = {"n4me": NAME_FIELD} | drawn
        model: dict[str, Any] = {"fields": fields, "description": draw(texts)}
        other, index = draw(st.sampled_from(list(fields))), draw(_named("index"))
        if is_managed:
            model["modelPrefix"] = f"m{number}"
            partition = draw(st.sampled_from(["n4me", "n4me", other, "model"]))
            model["primaryKey"] = {"partitionKey": partition}
            entry = {"partitionKey": other, "sortKey": "n4me", "indexId": "gsi1"}
            model["indexes"] = {index: entry}
        else:
            model["key"] = {"PK": f"M{number}#{{n4me}}", "SK": "X"}
            model["indexes"] = {index: {"index": "byOther", "GSI1PK": f"M{number}#{{{other}}}"}}
        models[name] = model
    if is_managed:
        return {"table": {"name": "shop"}, "models": models}
    table_name = draw(st.sampled_from(["shop", "my-shop", "a.b", "x" * 255]))
    return {"table": _table(table_name), "models": models}
