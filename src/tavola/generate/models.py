"""The classes of one model: its fields, what it is made of, and itself with its relations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tavola.design.names import with_article
from tavola.design.schema import FieldSchema, KeyPair, ModelSchema, Relation
from tavola.generate.layout import INDENT, Group, Writer, quote, wrapped
from tavola.generate.literals import literal
from tavola.generate.module_scope import ModuleScope
from tavola.generate.python_types import is_automatic
from tavola.keys import Template

__all__ = ["write_model", "write_typed_map"]

_DOC_WIDTH = 140
_MUTABLE = ("StringSetField", "ListField", "MapField", "JsonField")
_CONVERTED = ("DateTimeField", "TtlField", "UuidField", "BinaryField", "DecimalField")


def write_model(writer: Writer, scope: ModuleScope, model: ModelSchema) -> None:
    """Write everything that a model needs before its handle."""
    for alias, values in scope.annotations.aliases(model):
        writer.statement(f"{alias} = ", values)
    # Lists leave heavy fields out, so that none can be asked for by name.
    light = [field for field in model.fields.values() if not field.is_heavy]
    names = tuple(("", quote(field.python_name)) for field in light)
    choice = Group(f"{scope.imports.name('Literal')}[", names, "]")
    writer.statement(f"{scope.field_names[model.name]} = ", choice)
    writer.blank(2)
    _write_fields(writer, scope, model)
    _write_changes(writer, scope, model)
    _write_class(writer, scope, model)


def _write_fields(writer: Writer, scope: ModuleScope, model: ModelSchema) -> None:
    writer.line(f"class {scope.fields[model.name]}({scope.imports.name('Fields')}):")
    writer.docstring(f"{model.name}'s fields, for building conditions and changes.", indent=INDENT)
    writer.blank()
    for field in model.fields.values():
        ref = scope.annotations.ref(model, field)
        writer.line(f"{field.python_name}: {ref}", indent=INDENT)
    writer.blank(2)


def _write_changes(writer: Writer, scope: ModuleScope, model: ModelSchema) -> None:
    typed_dict = scope.imports.name("TypedDict")
    changeable = [field for field in model.fields.values() if _is_changeable(model, field)]
    writer.line(f"class {scope.changes[model.name]}({typed_dict}, total=False):")
    writer.docstring(f"What an update of {with_article(model.name)} may set.", indent=INDENT)
    if changeable:
        writer.blank()
    for field in changeable:
        annotation = scope.annotations.stored(model, field)
        writer.line(f"{field.python_name}: {annotation}", indent=INDENT)
    writer.blank(2)


def _must_be_given(field: FieldSchema) -> bool:
    return field.required and not is_automatic(field) and field.default is None


def _is_changeable(model: ModelSchema, field: FieldSchema) -> bool:
    is_own = field.type in ("ModifiedDateField", "VersionField")
    return field.name not in model.key_fields and not is_own


def _write_class(writer: Writer, scope: ModuleScope, model: ModelSchema) -> None:
    record = scope.imports.name("AsyncRecord" if scope.is_async else "Record")
    maps = classes_in(model.fields.values())
    given = f", maps={_tuple_of(maps)}" if maps else ""
    schema = f"_DESIGN.models[{quote(model.name)}]"
    mixin = f"{scope.imports.mixin(model.mixin)}, " if model.mixin else ""
    writer.line(f"class {model.name}({mixin}{record}, schema={schema}{given}):")
    summary = " ".join(model.description.split()) or f"A{with_article(model.name)[1:]}."
    writer.docstring(summary[:_DOC_WIDTH], list(_details(model, summary)), indent=INDENT)
    writer.blank()
    writer.line(
        f"fields: {scope.imports.name('ClassVar')}[{scope.fields[model.name]}]", indent=INDENT
    )
    write_members(writer, scope, model, model.fields.values())
    for relation in model.relations:
        writer.blank()
        _write_relation(writer, scope, model, relation)
    writer.blank(2)


def write_members(
    writer: Writer, scope: ModuleScope, model: ModelSchema, fields: Iterable[FieldSchema]
) -> None:
    """Write the fields of a class, those first that must be given."""
    for field in sorted(fields, key=lambda one: not _must_be_given(one)):
        annotation = scope.annotations.stored(model, field)
        writer.statement(
            f"{field.python_name}: {annotation}{' = ' if not _must_be_given(field) else ''}",
            _default(scope, field),
            indent=INDENT,
        )
        if field.description:
            writer.docstring(" ".join(field.description.split()), indent=INDENT)


def classes_in(fields: Iterable[FieldSchema]) -> list[str]:
    """The classes of typed maps that fields hold, without those inside of these."""
    found: list[str] = []
    for field in fields:
        if field.members:
            found.append(field.class_name)
        elif field.element is not None:
            found += classes_in([field.element])
    return list(dict.fromkeys(found))


def _tuple_of(names: list[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def write_typed_map(
    writer: Writer, scope: ModuleScope, model: ModelSchema, typed: FieldSchema
) -> None:
    """Write the class of a typed map, and what stands for it in conditions and changes."""
    name = scope.imports.name
    maps = classes_in(typed.members)
    given = f", maps={_tuple_of(maps)}" if maps else ""
    schema = f"_DESIGN.models[{quote(model.name)}].map_named({quote(typed.class_name)})"
    writer.line(f"class {typed.class_name}({name('TypedMap')}, schema={schema}{given}):")
    described = " ".join(typed.description.split())
    writer.docstring(described or f"{typed.class_name}, a map in items.", indent=INDENT)
    writer.blank()
    write_members(writer, scope, model, typed.members)
    writer.blank(2)
    refs = scope.annotations.map_refs[typed.class_name]
    writer.line(f"class {refs}({name('TypedMapRef')}[{typed.class_name}]):")
    writer.docstring(
        f"{typed.class_name}'s members, for building conditions and changes.", indent=INDENT
    )
    writer.blank()
    for member in typed.members:
        writer.line(f"{member.python_name}: {scope.annotations.ref(model, member)}", indent=INDENT)
    writer.blank(2)


def _details(model: ModelSchema, summary: str) -> Iterable[str]:
    if len(summary) > _DOC_WIDTH:
        yield from wrapped(summary.split(), _DOC_WIDTH)
        yield ""
    for entry in _keys(model):
        first, *others = wrapped(f"- {entry}".split(" "), _DOC_WIDTH)
        yield first
        yield from (f"  {line}" for line in others)


def _keys(model: ModelSchema) -> Iterable[str]:
    yield f"key: {show_key(model.key)}"
    for index in model.indexes.values():
        place = f" ({index.physical.name}): {show_key(index.key)}" if index.physical else ": key"
        yield f"{index.name}{place}"
    for unique in model.uniques.values():
        yield f"{unique.name}, a lock: {show_key(unique.key)}"
    if model.iteration is not None:
        yield f"iteration ({model.iteration.physical.name}): {show_key(model.iteration.key)}"


def show_key(pair: KeyPair) -> str:
    """A key as its attributes and templates."""
    return ", ".join(f"{one.name} = {_shown(one.template)}" for one in pair.attributes)


_SHOWN_FORMS = {
    "int20": ":sortable",
    "float16": ":sortable",
    "ms20": ":sortable",
    "lower": ":lower",
    "fold": ":fold",
    "iso": ":iso",
    "isoSeconds": ":isoSeconds",
}


def _shown(template: Template) -> str:
    """A template as a design writes it, with the form of every placeholder."""
    return "".join(
        part if isinstance(part, str) else f"{{{part.field.lstrip('$')}{_shown_form(part.form)}}}"
        for part in template.parts
    )


def _shown_form(code: str) -> str:
    name, _, size = code.partition(":")
    if not size:
        return _SHOWN_FORMS.get(code, "")
    if name == "raw":
        return ":raw"
    if name == "number":
        return ""
    if name == "date":
        return ""
    if name == "part":
        return f":{size}"
    if name == "shard":
        return f":shard:{size.partition(':')[0]}"
    if name.startswith("desc"):
        return f":desc:0{size}d"
    return f":0{size}{'f' if name == 'fixed' else 'd'}"


def _default(scope: ModuleScope, field: FieldSchema) -> Any:
    name = scope.imports.name
    if _must_be_given(field):
        return ""
    if is_automatic(field):
        return f"{name('auto')}()"
    if field.type in _MUTABLE or (field.type in _CONVERTED and field.default is not None):
        given = () if field.default is None else ((("default=", _plain(scope, field.default))),)
        is_any = field.default is None and field.type != "StringSetField"
        return "None" if is_any else Group(f"{name('member')}(", given, ")")
    if field.type == "CounterField" and field.default is None:
        return "0"
    return _plain(scope, field.default)


def _plain(scope: ModuleScope, value: Any) -> Any:
    return literal(value, scope.imports, {})


def _write_relation(
    writer: Writer, scope: ModuleScope, model: ModelSchema, relation: Relation
) -> None:
    if relation.kind == "getter":
        _write_getter(writer, scope, model, relation)
    elif relation.kind == "query":
        _write_query(writer, scope, model, relation)
    else:
        _write_mapping(writer, scope, model, relation)


def _write_getter(
    writer: Writer, scope: ModuleScope, model: ModelSchema, relation: Relation
) -> None:
    field = model.fields[relation.field]
    writer.line(
        f"{scope.define} {relation.python_name}(self) -> {relation.target} | None:", indent=INDENT
    )
    writer.docstring(
        f"Read the {relation.target} that `{field.python_name}` refers to.", indent=2 * INDENT
    )
    call = Group.call(
        f"{scope.handle_of_instance(relation.target)}.get_by_id", f"self.{field.python_name}"
    )
    writer.statement(f"return {scope.wait}", call, indent=2 * INDENT)


def _write_query(
    writer: Writer, scope: ModuleScope, model: ModelSchema, relation: Relation
) -> None:
    target = scope.design.models[relation.target]
    index = target.indexes[relation.index]
    sort = scope.sort_parameters(target, index.key, without=(relation.field,))
    page = scope.imports.name("AsyncPage" if scope.is_async else "Page")
    members = (
        ("", "self"),
        *((("", "*"), *sort) if sort else ()),
        ("", f"**options: {scope.query_options(target, index)}"),
    )
    writer.statement(
        f"{scope.define} {relation.python_name}",
        Group("(", members, ")"),
        f" -> {page}[{relation.target}]:",
        indent=INDENT,
    )
    owner = target.fields[relation.field].python_name
    writer.docstring(
        f"Query `{index.name}`: the {relation.target} items whose `{owner}` is this one.",
        indent=2 * INDENT,
    )
    call = Group.call(
        f"{scope.handle_of_instance(relation.target)}.{index.python_name}",
        f"{owner}={_own_id(model)}",
        *(f"{name}={name}" for name in scope.sort_names(target, index.key, (relation.field,))),
        "**options",
    )
    writer.statement(f"return {scope.wait}", call, indent=2 * INDENT)


def _write_mapping(
    writer: Writer, scope: ModuleScope, model: ModelSchema, relation: Relation
) -> None:
    source = scope.design.models[relation.source]
    index = source.indexes[relation.index]
    sort = scope.sort_parameters(source, index.key, without=(relation.field,))
    page = scope.imports.name("AsyncPage" if scope.is_async else "Page")
    unpack = f"{scope.imports.name('Unpack')}[{scope.imports.name('PageOptions')}]"
    members = (
        ("", "self"),
        *((("", "*"), *sort) if sort else ()),
        ("", f"**options: {unpack}"),
    )
    writer.statement(
        f"{scope.define} {relation.python_name}",
        Group("(", members, ")"),
        f" -> {page}[{relation.target}]:",
        indent=INDENT,
    )
    writer.docstring(
        f"Read the {relation.target} items of this one, in the order of {source.name}'s "
        f"`{index.name}`.",
        indent=2 * INDENT,
    )
    call = Group.call(
        f"{scope.handle_of_instance(source.name)}.plan.{index.python_name}",
        f"{source.fields[relation.field].python_name}={_own_id(model)}",
        *(f"{name}={name}" for name in scope.sort_names(source, index.key, (relation.field,))),
        "**options",
    )
    writer.statement("mapping = ", call, indent=2 * INDENT)
    reach = Group.call(
        f"{scope.handle_of_instance(relation.target)}.reach", "mapping", quote(relation.other_field)
    )
    writer.statement(f"return {scope.wait}", reach, indent=2 * INDENT)


def _own_id(model: ModelSchema) -> str:
    """The primary id of an instance: a field of its own where that is all there is to it."""
    placeholders = model.primary_id.placeholders
    if len(model.primary_id.parts) == 1 and len(placeholders) == 1:
        field = model.fields[placeholders[0].field]
        if field.type in ("StringField", "UlidField", "RelatedField"):
            return f"self.{field.python_name}"
    return "self.primary_id"
