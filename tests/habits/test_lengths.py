"""A function past 50 lines, or a file past 400, has a reason here; without one it is divided."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "tavola"
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 50

LONG_FILES = {
    "codec/codec.py": "what a model's items are made of and read from: both ways, side by side",
    "codec/decoder.py": "the fast way and the slow one give the same, and are read together",
    "design/reading/grammar.py": "a table of every key that a design may have",
    "design/schema.py": "a record for each part of a design, one after another",
    "engine/storage/sqlite.py": "the one door to SQLite",
    "errors.py": "the whole tree of what is raised",
    "expressions/scope.py": "every clause of a request's expressions, in one class",
    "operations/read/queries/query.py": "a query, with its pages there and back",
    "operations/write/operations.py": "an operation for each way to write one item",
    "operations/write/plans/plan.py": "each plan of a write, with the steps that they share",
    "patterns/queue.py": "a queue, with its theory at the head",
    "patterns/versions.py": "versions, with their theory at the head",
    "server/connection.py": "a connection is one state, and everything that changes it",
    "server/responder.py": "a request's way to its response, refusals in AWS's order",
}
"""Files of more lines, and why they are one."""

LONG_FUNCTIONS = {
    "cli/serve.py:add_parser": "one call for each option",
    "design/access_patterns/collections.py:_compile_collection": "checks in the order of a reader",
    "design/load.py:_compile": "the order in which a design's parts are compiled",
    "operations/write/plans/plan.py:plan_put": "the parts of one action, in order",
    "operations/write/plans/plan.py:plan_update": "the parts of one action, in order",
}
"""Functions of more lines, and why they are one."""


def long_files_in(sources: Path) -> list[str]:
    """The files that are too long, but for generated ones."""
    return sorted(
        path.relative_to(sources).as_posix()
        for path, text in _written(sources)
        if text.count("\n") > MAX_FILE_LINES
    )


def long_functions_in(sources: Path) -> list[str]:
    """The functions that are too long, with their files."""
    return sorted(
        f"{path.relative_to(sources).as_posix()}:{node.name}"
        for path, text in _written(sources)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION_LINES
    )


def _written(sources: Path) -> Iterator[tuple[Path, str]]:
    for path in sources.rglob("*.py"):
        text = path.read_text("utf-8")
        if "Generated from its design" not in text.partition("from __future__")[0]:
            yield path, text


def test_a_long_file_has_a_reason() -> None:
    # One that is short again leaves the list.
    assert long_files_in(SOURCES) == sorted(LONG_FILES)


def test_a_long_function_has_a_reason() -> None:
    assert long_functions_in(SOURCES) == sorted(LONG_FUNCTIONS)


def test_what_is_too_long_is_found(tmp_path: Path) -> None:
    for name, lines in (("just", 400), ("over", 401)):
        (tmp_path / f"{name}.py").write_text("x = 1\n" * lines)
        (tmp_path / f"{name}_made.py").write_text('"""Generated from its design"""\n' * lines)
    for name, lines in (("fits", 49), ("long", 50)):
        (tmp_path / f"{name}.py").write_text(f"async def {name}():\n" + "    pass\n" * lines)

    assert (long_files_in(tmp_path), long_functions_in(tmp_path)) == (["over.py"], ["long.py:long"])
