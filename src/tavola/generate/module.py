"""From a design to the text of a Python module."""

from __future__ import annotations

from tavola.design.schema import CollectionSchema, Design, PhysicalIndex
from tavola.generate.handles import write_handle, write_method
from tavola.generate.layout import INDENT, Group, Node, Writer, quote
from tavola.generate.literals import literal
from tavola.generate.methods import GeneratedMethod
from tavola.generate.models import write_model, write_typed_map
from tavola.generate.module_scope import ModuleScope, Parameters
from tavola.generate.python_types import typed_maps
from tavola.runtime import VERSION

__all__ = ["generate_module", "is_generated"]

_GENERATED = "Generated from its design; change that, and generate again:"

_LEFT_ALONE = ("# fmt: off", "# isort: skip_file", "# ruff: noqa: PGH004", "# ruff: noqa")
"""What formatters and linters read; PGH004 would have the last one name its rules."""


def generate_module(
    design: Design, *, source: str, output: str, is_async: bool = False, name: str | None = None
) -> str:
    """Write a design as a module; `source` and `output` are the files' names, for its header."""
    scope = ModuleScope(design, is_async=is_async)
    body = Writer()
    indexes = _write_indexes(body, scope)
    body.statement("_DESIGN = ", literal(design, scope.imports, indexes))
    body.blank()
    for model, typed in typed_maps(design).values():
        write_typed_map(body, scope, model, typed)
    for model in design.models.values():
        write_model(body, scope, model)
    for model in design.models.values():
        write_handle(body, scope, model)
    _write_table(body, scope)
    whole = Writer()
    _write_header(whole, scope, _command(source, output, is_async=is_async, name=name))
    whole.extend(body)
    return whole.text()


def is_generated(text: bytes) -> bool:
    """Say whether a file's text is a module that was generated, or nothing at all."""
    return not text.strip() or _GENERATED.encode() in text[:2000]


def _command(source: str, output: str, *, is_async: bool, name: str | None) -> str:
    words = ["tavola generate", source, "-o", output]
    if is_async:
        words.append("--async")
    if name is not None:
        words += ["--name", name]
    return " ".join(words)


def _write_header(writer: Writer, scope: ModuleScope, command: str) -> None:
    design = scope.design
    writer.docstring(
        f"{design.name}: typed access to the {_tables(design)}.",
        (_GENERATED, "", f"    {command}"),
    )
    writer.blank()
    # The layout is the generator's own: who formats it would make `--check` fail.
    for mark in _LEFT_ALONE:
        writer.line(mark)
    writer.blank()
    writer.line("from __future__ import annotations")
    writer.blank()
    # Before anything of ours is imported that this version may not have.
    writer.line("import tavola.runtime")
    writer.blank()
    writer.line(f"tavola.runtime.require({VERSION})")
    writer.blank()
    scope.imports.write(writer)
    names = sorted([design.name, *design.models, *typed_maps(design)])
    members = tuple(("", quote(name)) for name in names)
    writer.statement("__all__ = ", Group("[", members, "]", "display"))
    writer.blank()


def _tables(design: Design) -> str:
    names = [f"`{table.name}`" for table in design.tables]
    if len(names) == 1:
        return f"table {names[0]}"
    return f"tables {', '.join(names[:-1])} and {names[-1]}"


def _write_indexes(writer: Writer, scope: ModuleScope) -> dict[PhysicalIndex, str]:
    """Write the table's indexes as constants, because every model refers to them."""
    found: dict[PhysicalIndex, str] = {}
    indexes = dict.fromkeys(index for table in scope.design.tables for index in table.indexes)
    for number, index in enumerate(indexes, 1):
        constant = f"_INDEX_{number}"
        writer.statement(f"{constant} = ", literal(index, scope.imports, found))
        found[index] = constant
    if found:
        writer.blank()
    return found


def _write_table(writer: Writer, scope: ModuleScope) -> None:
    design = scope.design
    name = scope.imports.name
    base = name("AsyncTable" if scope.is_async else "Table")
    plans = ""
    if design.collections:
        methods, plans = _write_collections(writer, scope)
        base = f"{methods}, {base}"
    writer.line(f"class {design.name}({base}):")
    writer.docstring(f"The {_tables(design)} on a store.", indent=INDENT)
    writer.blank()
    writer.line("design = _DESIGN", indent=INDENT)
    models = tuple(("", one) for one in design.models)
    writer.statement("models = ", Group("(", models, ")", "display"), indent=INDENT)
    writer.blank()
    for model in design.models.values():
        made = f"{model.name}, {scope.handles[model.name]}, {scope.plans[model.name]}"
        writer.line(f"{model.handle} = {name('handle')}({made})", indent=INDENT)
        writer.docstring(f"The {model.name} items.", indent=INDENT)
    if design.collections:
        writer.blank()
        writer.line(f"@{name('cached_property')}", indent=INDENT)
        writer.line(f"def plan(self) -> {plans}:", indent=INDENT)
        writer.docstring("Collections, unsent.", indent=2 * INDENT)
        writer.line(f"return {plans}(self)", indent=2 * INDENT)


def _write_collections(writer: Writer, scope: ModuleScope) -> tuple[str, str]:
    """Write the methods that read collections, and their plans; give both classes."""
    design = scope.design
    methods = scope.imports.claim(f"{design.name}Collections")
    plans = scope.imports.claim(f"{design.name}Plans")
    writer.line(f"class {methods}({scope.imports.name('Collections')}):")
    writer.docstring("Reads of several models at once.", indent=INDENT)
    for collection in design.collections.values():
        writer.blank()
        write_method(writer, scope, _collection(scope, collection))
    writer.blank(2)
    writer.line(f"class {plans}({methods}, {scope.imports.name('CollectionPlans')}):")
    writer.docstring("The same, unsent.", indent=INDENT)
    writer.blank(2)
    return methods, plans


def _collection(scope: ModuleScope, collection: CollectionSchema) -> GeneratedMethod:
    name = scope.imports.name
    pairs = tuple((f"{quote(one.name)}: ", one.python_name) for one in collection.arguments)
    members: tuple[tuple[str, Node], ...] = (
        ("", quote(collection.name)),
        ("", Group("{", pairs, "}", "display")),
        ("", "**options"),
    )
    where = f"{collection.partition_attribute} = {collection.partition}"
    return GeneratedMethod(
        collection.python_name,
        f"Read `{collection.name}`: the items of all its models with {where}.",
        _parameters(scope, collection),
        f"{name('Collect')}[{' | '.join(collection.models)}]",
        Group("self._collect(", members, ")"),
    )


def _parameters(scope: ModuleScope, collection: CollectionSchema) -> Parameters:
    model = scope.design.models[collection.models[0]]
    fields = [
        (one.python_name, scope.annotations.value(model, one.field)) for one in collection.arguments
    ]
    unpack = f"{scope.imports.name('Unpack')}[{scope.imports.name('CollectOptions')}]"
    star: Parameters = (("", "*"),) if fields else ()
    return (*star, *(("", f"{one}: {kind}") for one, kind in fields), ("", f"**options: {unpack}"))
