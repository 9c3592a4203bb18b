"""No test is in another's way: global state is put back, shared tables are not read whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.stores import SHARED, refuse_reading_of_others

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests").rglob("*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef

PUT_BACK = {
    "gc.disable": "gc.enable",
    "tracemalloc.start": "tracemalloc.stop",
    "signal.signal": "signal.signal",
    "logging.disable": "logging.disable",
    "sys.setrecursionlimit": "sys.setrecursionlimit",
    "socket.setdefaulttimeout": "socket.setdefaulttimeout",
}
"""What changes a whole process, and what has to stand in a `finally` of the same function."""
NEVER = {
    "os.chdir": "monkeypatch.chdir",
    "os.umask": "a process of its own",
    "os.putenv": "monkeypatch.setenv",
    "os.environ.update": "monkeypatch.setenv",
    "os.environ.pop": "monkeypatch.delenv",
    "random.seed": "random.Random",
    "sys.path.append": "monkeypatch.syspath_prepend",
    "sys.path.insert": "monkeypatch.syspath_prepend",
}


def left_behind(code: str) -> list[str]:
    """Say what a test may leave changed for later ones, each with its line."""
    tree = ast.parse(code)
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    found = [fault for function in functions for fault in _not_put_back(function)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (better := NEVER.get(ast.unparse(node.func))):
            found.append(f"{node.lineno}: use {better}")
        elif isinstance(node, ast.Subscript) and _changes_environment(node):
            found.append(f"{node.lineno}: use monkeypatch.setenv")
    return sorted({*found, *_lasting_filters(tree)})


def _changes_environment(node: ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Store | ast.Del) and ast.unparse(node.value) == "os.environ"


def _not_put_back(function: Function) -> Iterator[str]:
    ends = " ".join(
        ast.unparse(statement)
        for node in ast.walk(function)
        if isinstance(node, ast.Try)
        for statement in node.finalbody
    )
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in PUT_BACK and f"{PUT_BACK[name]}(" not in ends:
                yield f"{node.lineno}: {PUT_BACK[name]} belongs into a finally"


def _lasting_filters(tree: ast.Module) -> Iterator[str]:
    within = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.With) and "catch_warnings" in ast.unparse(node.items[0])
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if name in ("warnings.simplefilter", "warnings.filterwarnings") and id(node) not in within:
            yield f"{getattr(node, 'lineno', 0)}: use warnings.catch_warnings"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_test_changes_of_its_process_is_put_back(path: Path) -> None:
    assert left_behind(path.read_text()) == []


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("def test():\n    gc.disable()\n    gc.enable()", "2: gc.enable belongs into a finally"),
        ("def test():\n    signal.signal(1, catch)", "2: signal.signal belongs into a finally"),
        ("os.chdir(folder)", "1: use monkeypatch.chdir"),
        ("os.environ['A'] = 'b'", "1: use monkeypatch.setenv"),
        ("del os.environ['A']", "1: use monkeypatch.setenv"),
        ("warnings.simplefilter('ignore')", "1: use warnings.catch_warnings"),
    ],
)
def test_each_of_them_is_found(code: str, fault: str) -> None:
    assert left_behind(code) == [fault]


@pytest.mark.parametrize(
    ("action", "value"),
    [
        ("Scan", {"S": "n1"}),
        ("Query", {"S": "a#iter#000"}),
        ("Query", {"S": "BOOKS"}),
        ("Query", {"N": "7"}),
    ],
)
def test_a_shared_table_is_not_read_beyond_what_is_a_tests_own(
    action: str, value: dict[str, str]
) -> None:
    body = {"TableName": f"{SHARED}club", "ExpressionAttributeValues": {":k": value}}

    with pytest.raises(AssertionError, match="all-tests-club is shared: take empty_club"):
        refuse_reading_of_others(action, body)


@pytest.mark.parametrize(
    "value", [{"S": "TEAM#n12"}, {"S": "01JCWX5Q3R2Z8Y7W6V5T4S3R2Q"}, {"N": "12345678"}]
)
def test_what_is_a_tests_own_is_read(value: dict[str, str]) -> None:
    body = {"TableName": f"{SHARED}club", "ExpressionAttributeValues": {":k": value}}

    refuse_reading_of_others("Query", body)


def test_a_table_that_is_a_tests_own_is_read_as_a_whole() -> None:
    refuse_reading_of_others("Scan", {"TableName": "club-n1"})


LEFT_OUT_BELOW = {"stores", "server", "reference", "difference", "interoperation", "systems"}
"""Folders that run on Unix alone (`collect_ignore` in tests/conftest.py)."""
UNIX = re.compile(r"os\.fork|os\.mkfifo|signal\.SIGKILL|AF_UNIX|/dev/zero|setrlimit")
LINUX = re.compile(r"\"/dev/full\"\)|\"/proc/")


@pytest.mark.parametrize(
    "path",
    [one for one in FILES if one.name.startswith("test_")],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_what_needs_unix_or_linux_says_so(path: Path) -> None:
    code = path.read_text()
    is_here = path == Path(__file__) or path.name == "test_steady_tests.py"
    is_on_unix = path.relative_to(ROOT / "tests").parts[0] in LEFT_OUT_BELOW

    if not is_here:
        assert "needs_linux" in code or not LINUX.search(code)
        assert is_on_unix or "needs_" in code or not UNIX.search(code)
