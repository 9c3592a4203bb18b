"""The statement of a program that stands behind an operation, as it is written in its file."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from textwrap import dedent
from typing import Final

from msgspec import Struct

__all__ = ["SourceLine", "find_caller", "find_source"]

_MAX_LINES: Final = 12
_HANDS_ON: Final = re.compile(
    r"(return |\w+(: [^=]+)? = )?self\._?\w+\.run\(\w+\)|return \w+\(\*\w+, \*\*\w+\)"
)
"""A statement that only runs what another one planned, or passes a call on."""
_WHOLE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
"""Statements that hold others and say nothing by themselves."""


class SourceLine(Struct, frozen=True):
    """A statement and where it stands."""

    place: str
    """`tavola_systems/blog/writing.py:88`"""
    code: str


def find_source(called_from: Sequence[tuple[str, int]], root: Path) -> SourceLine | None:
    """Find the nearest statement of a system; generated models and the platform only pass calls."""
    return _source(_own_lines(called_from, root), root)


def find_caller(called_from: Sequence[tuple[str, int]], root: Path) -> SourceLine | None:
    """Find the statement where a request came into the system, if it is another one."""
    return _source(_own_lines(called_from, root)[:0:-1], root)


def _own_lines(called_from: Sequence[tuple[str, int]], root: Path) -> list[tuple[str, int]]:
    """The lines of systems, the nearest first; those of the platform if there are no others."""
    told = [one for one in called_from if _is_told(Path(one[0]), root)]
    passed = [one for one in told if Path(one[0]).relative_to(root).parts[0] == "platform"]
    own = [one for one in told if one not in passed] or passed
    return [one for one in own if not _HANDS_ON.fullmatch(_statement(*one))] or own


def _source(lines: Sequence[tuple[str, int]], root: Path) -> SourceLine | None:
    for file, line in lines:
        code = _statement(file, line)
        if code:
            return SourceLine(f"{Path(file).relative_to(root.parent)}:{line}", code)
    return None


def _is_told(file: Path, root: Path) -> bool:
    if not file.is_relative_to(root) or file.name.endswith("models.py"):
        return False
    return file.relative_to(root).parts[:2] not in {("platform", "http"), ("platform", "running")}


@lru_cache(maxsize=512)
def _statement(file: str, line: int) -> str:
    """The smallest statement at a line; of a long one, its beginning."""
    try:
        text = Path(file).read_text("utf-8")
        tree = ast.parse(text)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return ""
    found = [
        one
        for one in ast.walk(tree)
        if isinstance(one, ast.stmt)
        and not isinstance(one, _WHOLE)
        and one.lineno <= line <= (one.end_lineno or one.lineno)
    ]
    if not found:
        return ""
    best = max(found, key=lambda one: one.lineno)
    lines = text.splitlines()[best.lineno - 1 : best.end_lineno]
    more = ["    …"] if len(lines) > _MAX_LINES else []
    return dedent("\n".join([*lines[:_MAX_LINES], *more]))
