"""From a design to the text of a Python module."""

from __future__ import annotations

from collections.abc import Iterable

from tavola.design.schema import CollectionSchema, Design, ModelSchema, PhysicalIndex
from tavola.generate.handles import write_handle
from tavola.generate.layout import INDENT, Group, Node, Writer, quote
from tavola.generate.literals import literal
from tavola.generate.models import write_model
from tavola.generate.scope import Scope

__all__ = ["generate_module"]


def generate_module(
    design: Design, *, source: str, output: str, is_async: bool = False, name: str | None = None
) -> str:
    """Write a design as a module; `source` and `output` are the files' names, for its header."""
    scope = Scope(design, is_async=is_async)
    body = Writer()
    indexes = _write_indexes(body, scope)
    body.statement("_DESIGN = ", literal(design, scope.imports, indexes))
    body.blank()
    for model in design.models.values():
        write_model(body, scope, model)
    for model in design.models.values():
        write_handle(body, scope, model)
    _write_table(body, scope)
    whole = Writer()
    _write_header(whole, scope, _command(source, output, is_async=is_async, name=name))
    whole.extend(body)
    return whole.text()


def _command(source: str, output: str, *, is_async: bool, name: str | None) -> str:
    words = ["tavola generate", source, "-o", output]
    if is_async:
        words.append("--async")
    if name is not None:
        words += ["--name", name]
    return " ".join(words)


def _write_header(writer: Writer, scope: Scope, command: str) -> None:
    design = scope.design
    writer.docstring(
        f"{design.name}: typed access to the table `{design.table.name}`.",
        ("Generated from its design; change that, and generate again:", "", f"    {command}"),
    )
    writer.blank()
    writer.line("from __future__ import annotations")
    writer.blank()
    scope.imports.write(writer)
    names = sorted([design.name, *design.models])
    members = tuple(("", quote(name)) for name in names)
    writer.statement("__all__ = ", Group("[", members, "]", "display"))
    writer.blank()


def _write_indexes(writer: Writer, scope: Scope) -> dict[PhysicalIndex, str]:
    """Write the table's indexes as constants, because every model refers to them."""
    found: dict[PhysicalIndex, str] = {}
    for number, index in enumerate(scope.design.table.indexes, 1):
        constant = f"_INDEX_{number}"
        writer.statement(f"{constant} = ", literal(index, scope.imports, found))
        found[index] = constant
    if found:
        writer.blank()
    return found


def _write_table(writer: Writer, scope: Scope) -> None:
    design = scope.design
    collections = list(design.collections.values())
    if collections:
        _write_collection_plans(writer, scope, collections)
    base = scope.imports.name("AsyncTable" if scope.is_async else "Table")
    writer.line(f"class {design.name}({base}):")
    writer.docstring(f"The table `{design.table.name}` on a store.", indent=INDENT)
    writer.blank()
    writer.line("design = _DESIGN", indent=INDENT)
    models = tuple(("", name) for name in design.models)
    writer.statement("models = ", Group("(", models, ")", "display"), indent=INDENT)
    for model in design.models.values():
        writer.blank()
        _write_property(writer, scope, model)
    if collections:
        writer.blank()
        _write_cached(
            writer, scope, "plan", f"{design.name}Plans", "Collections, unsent.", ("self",)
        )
    for collection in collections:
        writer.blank()
        _write_collection(writer, scope, collection)


def _write_property(writer: Writer, scope: Scope, model: ModelSchema) -> None:
    plans = f"{scope.plans[model.name]}(self.own_place, self.codec({model.name}))"
    _write_cached(
        writer,
        scope,
        model.handle,
        scope.handles[model.name],
        f"The {model.name} items.",
        ("self", plans),
    )


def _write_cached(
    writer: Writer, scope: Scope, name: str, kind: str, summary: str, arguments: Iterable[str]
) -> None:
    writer.line(f"@{scope.imports.name('cached_property')}", indent=INDENT)
    writer.line(f"def {name}(self) -> {kind}:", indent=INDENT)
    writer.docstring(summary, indent=2 * INDENT)
    writer.statement("return ", Group.call(kind, *arguments), indent=2 * INDENT)


def _collected(scope: Scope, collection: CollectionSchema) -> str:
    return " | ".join(collection.models)


def _arguments(scope: Scope, collection: CollectionSchema) -> tuple[tuple[str, Node], ...]:
    model = scope.design.models[collection.models[0]]
    fields = [
        (one.python_name, scope.annotations.value(model, one.field)) for one in collection.arguments
    ]
    unpack = f"{scope.imports.name('Unpack')}[{scope.imports.name('CollectOptions')}]"
    star: tuple[tuple[str, Node], ...] = (("", "*"),) if fields else ()
    return (
        ("", "self"),
        *star,
        *(("", f"{name}: {kind}") for name, kind in fields),
        ("", f"**options: {unpack}"),
    )


def _write_collection_plans(
    writer: Writer, scope: Scope, collections: Iterable[CollectionSchema]
) -> None:
    design = scope.design
    name = scope.imports.claim(f"{design.name}Plans", "the table")
    writer.line(f"class {name}:")
    writer.docstring("Operations on several models at once, unsent.", indent=INDENT)
    writer.blank()
    writer.line(f"def __init__(self, table: {design.name}) -> None:", indent=INDENT)
    writer.line("self._table = table", indent=2 * INDENT)
    for collection in collections:
        writer.blank()
        _write_collection_plan(writer, scope, collection)
    writer.blank(2)


def _write_collection_plan(writer: Writer, scope: Scope, collection: CollectionSchema) -> None:
    collect = scope.imports.name("Collect")
    writer.statement(
        f"def {collection.python_name}",
        Group("(", _arguments(scope, collection), ")"),
        f" -> {collect}[{_collected(scope, collection)}]:",
        indent=INDENT,
    )
    writer.docstring(_summary(collection), indent=2 * INDENT)
    pairs = tuple((f"{quote(one.name)}: ", one.python_name) for one in collection.arguments)
    members: tuple[tuple[str, Node], ...] = (
        ("", quote(collection.name)),
        ("", Group("{", pairs, "}", "display")),
        ("", "**options"),
    )
    call = Group("self._table.collect_plan(", members, ")")
    writer.statement("return ", call, indent=2 * INDENT)


def _write_collection(writer: Writer, scope: Scope, collection: CollectionSchema) -> None:
    collected = scope.imports.name("Collected")
    writer.statement(
        f"{scope.define} {collection.python_name}",
        Group("(", _arguments(scope, collection), ")"),
        f" -> {collected}[{_collected(scope, collection)}]:",
        indent=INDENT,
    )
    writer.docstring(_summary(collection), indent=2 * INDENT)
    arguments = [f"{one.python_name}={one.python_name}" for one in collection.arguments]
    plan = Group.call(f"self.plan.{collection.python_name}", *arguments, "**options")
    writer.statement(
        f"return {scope.wait}", Group("self.run(", (("", plan),), ")"), indent=2 * INDENT
    )


def _summary(collection: CollectionSchema) -> str:
    return f"Read {collection.partition_attribute} = {collection.partition}, items of all models."
