"""What may be changed in a line so that a good test fails: one small change at a time.

A change is a piece of text in place of another. Left alone is what no test can see: annotations,
docstrings, `__all__` and `__slots__`, bodies of protocols, what is imported for type checkers, what
is said to be out of reach.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

__all__ = ["Change", "find_changes", "is_code"]

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
_UNSEEN_NAMES = frozenset({"__all__", "__slots__", "__match_args__"})


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a file; `start` and `end` are positions in its bytes."""

    path: str
    line: int
    function: str
    start: int
    end: int
    old: str
    new: str
    kind: str

    def apply(self, source: bytes) -> bytes:
        """Write the file with this change in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]


class _Finder(ast.NodeVisitor):
    """Walks through a module and collects what may be changed."""

    def __init__(self, path: str, source: bytes) -> None:
        self.found: list[Change] = []
        self._path = path
        self._source = source
        self._names: list[str] = []
        """Where we are, each as Python names it; the last one is a function or a class."""
        self._is_in_function = False
        lines = source.splitlines(keepends=True)
        self._starts = list(accumulate(map(len, lines), initial=0))

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _span(self, node: Any) -> tuple[int, int]:
        start = self._at(node.lineno, node.col_offset)
        return start, self._at(node.end_lineno, node.end_col_offset)

    def _add(self, node: Any, start: int, end: int, new: str, kind: str) -> None:
        old = self._source[start:end].decode()
        function = self._names[-1] if self._names else ""
        self.found.append(Change(self._path, node.lineno, function, start, end, old, new, kind))

    def _add_between(self, node: Any, left: Any, right: Any, signs: tuple[str, str]) -> None:
        """Change the sign between two operands, wherever it stands between them."""
        start, end = self._span(left)[1], self._span(right)[0]
        old, new = signs
        place = self._source[start:end].find(old.encode())
        if place >= 0:
            self._add(node, start + place, start + place + len(old), new, f"{old} → {new}")

    # What is not looked into.

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases):
            return
        self._enter(node, is_function=False)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list):
            return
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._enter(node, is_function=True)

    def _enter(
        self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, *, is_function: bool
    ) -> None:
        outer = self._is_in_function
        prefix = f"{self._names[-1]}{'.<locals>' if outer else ''}." if self._names else ""
        self._names.append(f"{prefix}{node.name}")
        self._is_in_function = is_function
        for statement in node.body:
            self.visit(statement)
        self._is_in_function = outer
        self._names.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(one, ast.Name) and one.id in _UNSEEN_NAMES for one in node.targets):
            return
        self.visit(node.value)
        if self._is_in_function and isinstance(node.targets[0], ast.Attribute | ast.Subscript):
            self._add(node, *self._span(node), "pass", "no assignment")

    def visit_Import(self, node: ast.Import) -> None:
        """Leave imports alone."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Leave imports alone."""

    # What is changed.

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        # A comparison is turned round where it stands.
        if not isinstance(test, ast.Compare | ast.NamedExpr):
            start, end = self._span(test)
            self._add(test, start, end, f"(not ({self._text(test)}))", "if not")

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._source[start:end].decode()

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, sign, right in zip(operands, node.ops, operands[1:], strict=False):
            self._add_between(node, left, right, _COMPARISONS[type(sign)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        signs = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._add_between(node, left, right, signs)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        signs = _ARITHMETIC.get(type(node.op))
        if signs is not None and not _is_text(node.left) and not _is_text(node.right):
            self._add_between(node, node.left, node.right, signs)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self._span(node)
            self._add(node, start, end, f"({self._text(node.operand)})", "no not")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        # The type that a cast names, and the name of a type variable, are for type checkers.
        unseen = int(name in ("cast", "TypeVar", "ParamSpec"))
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("encode", "decode"):
            # Python reads a codec's name however it is written.
            unseen = int(bool(node.args) and _is_text(node.args[0]))
        for part in (node.func, *node.args[unseen:], *node.keywords):
            self.visit(part)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave the parts of a text alone: their positions are not known."""

    def visit_Constant(self, node: ast.Constant) -> None:
        new = _changed(node.value)
        if new is not None:
            self._add(node, *self._span(node), new, "constant")

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is None:
            return
        # None is as untrue as False, and nobody looks closer.
        if not (isinstance(value, ast.Constant) and value.value in (None, False)):
            self._add(node, *self._span(value), "None", "returns None")
        self.visit(value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Call | ast.Await):
            self._add(node, *self._span(node), "pass", "no call")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        # A bare AssertionError says that nobody comes here, mostly to the type checker.
        if not (isinstance(node.exc, ast.Name) and node.exc.id == "AssertionError"):
            self._add(node, *self._span(node), "pass", "no raise")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, *self._span(node), "break", "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, *self._span(node), "continue", "continue")


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr)


def _changed(value: object) -> str | None:
    match value:
        case bool():
            return str(not value)
        case int():
            return str(value + 1)
        case str() if value.strip():
            return repr(f"{value}_")
        case bytes() if value.strip():
            return repr(value + b"_")
        case _:
            return None


def find_changes(path: str, source: bytes) -> list[Change]:
    """Find all that may be changed in a module."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return finder.found


def is_code(path: str, source: bytes) -> bool:
    """Return whether a changed file still compiles."""
    try:
        compile(source, path, "exec")
    except SyntaxError:
        return False
    return True
