"""The methods, the plans and the handle of one model."""

from __future__ import annotations

from textwrap import wrap

from tavola.design.schema import ModelSchema
from tavola.generate.layout import INDENT, WIDTH, Group, Writer
from tavola.generate.methods import GeneratedMethod, methods_of
from tavola.generate.module_scope import ModuleScope
from tavola.runtime.descriptors import create_summary, upsert_summary

__all__ = ["write_handle", "write_method"]


def write_handle(writer: Writer, scope: ModuleScope, model: ModelSchema) -> None:
    """Write a model's methods, and the two classes that return or run what they make."""
    name = scope.imports.name
    methods = scope.methods[model.name]
    writer.line(f"class {methods}({name('Methods')}[{model.name}]):")
    writer.docstring(f"The methods of {model.name}'s handle and plans.", indent=INDENT)
    writer.blank()
    for own, make, summary in (
        ("create", "create_method", create_summary(model.name)),
        ("upsert", "upsert_method", upsert_summary(model.name)),
    ):
        writer.line(f"{own} = {name(make)}({model.name})", indent=INDENT)
        writer.docstring(summary, indent=INDENT)
    for method in methods_of(scope, model):
        writer.blank()
        write_method(writer, scope, method)
    writer.blank(2)
    plans = scope.plans[model.name]
    writer.line(f"class {plans}({methods}, {name('Plans')}[{model.name}]):")
    writer.docstring(f"Operations on {model.name}, unsent.", indent=INDENT)
    writer.blank(2)
    base = name("AsyncHandle" if scope.is_async else "Handle")
    writer.line(f"class {scope.handles[model.name]}({methods}, {base}[{model.name}, {plans}]):")
    writer.docstring(f"The {model.name} items of a table.", indent=INDENT)
    writer.blank(2)


def _folded(annotation: str) -> str:
    """Break a type of very many models into lines."""
    outer, bracket, inner = annotation.partition("[")
    if len(annotation) + 12 <= WIDTH or not bracket:
        return annotation
    margin = " " * 2 * INDENT
    width = WIDTH - 2 * INDENT
    lines = wrap(inner.removesuffix("]"), width, break_long_words=False, break_on_hyphens=False)
    body = "\n".join(f"{margin}{line}" for line in lines)
    return f"{outer}[\n{body}\n{' ' * INDENT}]"


def write_method(writer: Writer, scope: ModuleScope, method: GeneratedMethod) -> None:
    """Write a method that makes an operation."""
    writer.line(f"@{scope.imports.name('method')}", indent=INDENT)
    writer.statement(
        f"def {method.name}",
        Group("(", (("", "self"), *method.parameters), ")"),
        f" -> {_folded(method.planned)}:",
        indent=INDENT,
    )
    writer.docstring(method.summary, indent=2 * INDENT)
    writer.statement("return ", method.body, indent=2 * INDENT)
