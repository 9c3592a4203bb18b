"""No test is in another's way: global state is put back, shared tables are not read as a whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests").rglob("*.py"))
OVER_TABLES = sorted((ROOT / "tests" / "table").glob("test_*.py"))
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
WHOLE_READS = {"iterate_all", "iterate_bucket", "scan"}


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


def fixtures_on_shared_tables() -> set[str]:
    """The fixtures whose tables outlive a test on services."""
    tree = ast.parse((ROOT / "tests" / "table" / "conftest.py").read_text())
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {one.name for one in functions if "_name(home," in ast.unparse(one)} - {"_name"}


def whole_reads(code: str, shared: set[str]) -> list[str]:
    """Say where a test reads all of a table in which others may have left what they wanted."""
    tree = ast.parse(code)
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    tests = [one for one in tree.body if isinstance(one, Function) and one.name.startswith("test")]
    return [fault for test in tests for fault in _whole_reads_of(test, shared - own)]


def _whole_reads_of(test: Function, shared: set[str]) -> Iterator[str]:
    given = {
        one.arg for node in ast.walk(test) if isinstance(node, Function) for one in _args(node)
    }
    tables = shared & given if "run_alone" not in given else set[str]()
    refused = {
        id(inner)
        for node in ast.walk(test)
        if isinstance(node, ast.With) and "raises(" in ast.unparse(node.items[0])
        for inner in ast.walk(node)
    }
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = re.match(r"\w+", ast.unparse(node.func))
            is_whole = node.func.attr in WHOLE_READS and ".plan." not in ast.unparse(node.func)
            if is_whole and of is not None and of[0] in tables and id(node) not in refused:
                yield f"{node.lineno}: {of[0]} is shared: take empty_club, home.empty or run_alone"


def _args(function: Function) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


@pytest.mark.parametrize("path", OVER_TABLES, ids=lambda path: path.name)
def test_no_test_reads_a_whole_table_that_others_write_to(path: Path) -> None:
    assert whole_reads(path.read_text(), fixtures_on_shared_tables()) == []


def test_the_fixtures_of_shared_tables_are_known() -> None:
    assert {"club", "stock", "library", "chain"} <= fixtures_on_shared_tables()
    assert "empty_club" not in fixtures_on_shared_tables()


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("def test(club): list(club.account.iterate_all())", 1),
        ("def test(club): list(club.account.scan(allow_scan=True))", 1),
        ("def test(run):\n  async def all(club): club.account.iterate_all()", 1),
        ("def test(run_alone):\n  async def all(club): club.account.iterate_all()", 0),
        ("def test(empty_club): list(empty_club.account.iterate_all())", 0),
        ("def test(home):\n  club = home.empty(Club)\n  club.account.iterate_all()", 0),
        ("def club(empty_club): ...\ndef test(club): club.account.iterate_all()", 0),
        ("def test(club):\n  with pytest.raises(E): club.account.iterate_bucket(3)", 0),
    ],
)
def test_a_whole_read_of_a_shared_table_is_found(code: str, number: int) -> None:
    assert len(whole_reads(code, {"club"})) == number


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
