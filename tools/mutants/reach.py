"""Which functions each test file runs: a pytest plugin that writes it down.

    TAVOLA_REACH=FOLDER pytest -p tools.mutants.reach tests

Every function of ours begins with a note that it runs: our modules are given it when they are
imported. So looking costs little, where a trace of all calls would make property tests many times
slower. What other processes run is not seen; module-level code runs for whoever imports the module
first, and is not noted.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from hypothesis import settings

FOLDER_VARIABLE = "TAVOLA_REACH"
_EXAMPLES = 15
_NOTE = "__tavola_reach__"
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class NotingLoader(SourceFileLoader):
    """Loads a module whose functions say that they run."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source, never what Python has cached of it."""
        source = Path(self.path)
        tree = ast.parse(source.read_bytes())
        place = f"src/{self.path.rpartition(f'{os.sep}src{os.sep}')[2]}"
        for name, function in find_functions(tree):
            function.body.insert(_start_of(function), _note_of(f"{place}::{name}", function))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)


def find_functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, _Function]]:
    """Find all functions of a module, each with the name that Python gives it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _Function):
            yield f"{prefix}{node.name}", node
            yield from find_functions(node, f"{prefix}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            yield from find_functions(node, f"{prefix}{node.name}.")
        else:
            yield from find_functions(node, prefix)


def _start_of(function: _Function) -> int:
    """Find the first statement behind the docstring."""
    return int(ast.get_docstring(function, clean=False) is not None)


def _note_of(name: str, function: _Function) -> ast.Expr:
    call = ast.Call(ast.Name(_NOTE, ast.Load()), [ast.Constant(name)], [])
    return ast.copy_location(ast.Expr(call), function.body[0])


class NotingFinder(MetaPathFinder):
    """Finds our own modules before anyone else does."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the library as always, and have it loaded with notes."""
        if fullname.partition(".")[0] != "tavola":
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = NotingLoader(fullname, spec.loader.path)
        return spec


class Recorder:
    """Notes each function of ours that runs, for each test file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: set[str] = set()
        self.note = self._running.add
        self._file = ""
        self._begun = 0.0
        self.reached: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def enter(self, file: str) -> None:
        """Begin a test."""
        self._file = file
        self._running.clear()
        self._begun = time.perf_counter()

    def leave(self) -> None:
        """End a test."""
        spent = time.perf_counter() - self._begun
        self.seconds[self._file] = self.seconds.get(self._file, 0.0) + spent
        self.reached.setdefault(self._file, set()).update(self._running.copy())

    def write(self) -> None:
        """Keep what this process saw beside what others did."""
        found = {
            file: {
                "seconds": self.seconds[file],
                "reached": sorted(names),
                "failed": file in self.failed,
            }
            for file, names in self.reached.items()
        }
        path = self._folder / f"{os.getpid()}.json"
        path.write_text(json.dumps(found))


class ReachPlugin:
    """Lets a recorder look at every test."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Look at one test with its fixtures."""
        self._recorder.enter(item.nodeid.partition("::")[0])
        try:
            return (yield)
        finally:
            self._recorder.leave()

    def pytest_collection(self) -> None:
        """Try few examples of properties: what they run shows soon."""
        few = settings(settings.get_profile("tavola"), max_examples=_EXAMPLES)
        settings.register_profile("reach", few)
        settings.load_profile("reach")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note who fails without any change, and so would seem to notice every one."""
        if report.failed:
            self._recorder.failed.add(report.nodeid.partition("::")[0])

    def pytest_sessionfinish(self) -> None:
        """Write down what was seen."""
        self._recorder.write()


def _start(folder: Path) -> Recorder:
    import builtins

    recorder = Recorder(folder)
    names: Any = vars(builtins)
    names[_NOTE] = recorder.note
    sys.meta_path.insert(0, NotingFinder())
    return recorder


# Before anything of ours is imported.
_recorder = _start(Path(os.environ[FOLDER_VARIABLE])) if FOLDER_VARIABLE in os.environ else None


def pytest_configure(config: pytest.Config) -> None:
    """Start to look, in the processes that run tests."""
    if _recorder is not None:
        config.pluginmanager.register(ReachPlugin(_recorder))
