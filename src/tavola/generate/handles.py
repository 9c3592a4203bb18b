"""The plans and the handle of one model."""

from __future__ import annotations

from tavola.design.schema import ModelSchema
from tavola.generate.layout import INDENT, Group, Writer
from tavola.generate.methods import Method, methods_of
from tavola.generate.scope import Scope

__all__ = ["write_handle"]


def write_handle(writer: Writer, scope: Scope, model: ModelSchema) -> None:
    """Write a model's plans, and the handle that runs them."""
    methods = list(methods_of(scope, model))
    plans = scope.plans[model.name]
    writer.line(f"class {plans}({scope.imports.name('Plans')}[{model.name}]):")
    writer.docstring(f"Operations on {model.name}, unsent.", indent=INDENT)
    for method in methods:
        writer.blank()
        _write_plan(writer, method)
    writer.blank(2)
    base = scope.imports.name("AsyncHandle" if scope.is_async else "Handle")
    writer.line(f"class {scope.handles[model.name]}({base}[{model.name}, {plans}]):")
    writer.docstring(f"The {model.name} items of a table.", indent=INDENT)
    for method in methods:
        writer.blank()
        _write_run(writer, scope, method)
    writer.blank(2)


def _write_plan(writer: Writer, method: Method) -> None:
    writer.statement(
        f"def {method.name}",
        Group("(", (("", "self"), *method.parameters), ")"),
        f" -> {method.planned}:",
        indent=INDENT,
    )
    writer.docstring(method.summary, indent=2 * INDENT)
    writer.statement("return ", method.body, indent=2 * INDENT)


def _write_run(writer: Writer, scope: Scope, method: Method) -> None:
    writer.statement(
        f"{scope.define} {method.name}",
        Group("(", (("", "self"), *method.parameters), ")"),
        f" -> {method.result}:",
        indent=INDENT,
    )
    writer.docstring(method.summary, indent=2 * INDENT)
    plan = Group.call(f"self.plan.{method.name}", *method.forwarded)
    run = method.shortcut or Group(f"{method.runner}(", (("", plan),), ")")
    # A method without result says so by not returning one.
    before = "" if method.result == "None" else "return "
    writer.statement(before + scope.wait, run, indent=2 * INDENT)
