"""Which functions each test file runs: a pytest plugin that writes it down, and who reads that.

    TAVOLA_REACH=FOLDER pytest -p tools.mutants.reach tests

A function is noted once for every test file, so that looking costs little. What other processes
run is not seen; module-level code runs for whoever imports the module first, and is not noted.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

FOLDER_VARIABLE = "TAVOLA_REACH"
SOURCES = f"{os.sep}src{os.sep}tavola"


class Recorder:
    """Notes each function of ours that runs, once for each test file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[CodeType] = set()
        self._file = ""
        self._begun = 0.0
        self.reached: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def trace(self, frame: FrameType, event: str, argument: Any) -> None:
        """Look at a call; what is inside a function is not looked at."""
        code = frame.f_code
        if code not in self._seen:
            self._seen.add(code)
            if self._file and SOURCES in code.co_filename:
                place = code.co_filename.partition(f"{os.sep}src{os.sep}")[2]
                name = f"src/{place}::{code.co_qualname}"
                self.reached.setdefault(self._file, set()).add(name)

    def enter(self, file: str) -> None:
        """Begin a test; what others of its file ran need not be noted again."""
        if file != self._file:
            self._file = file
            self._seen = set()
        self._begun = time.perf_counter()

    def leave(self) -> None:
        """End a test."""
        spent = time.perf_counter() - self._begun
        self.seconds[self._file] = self.seconds.get(self._file, 0.0) + spent

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
        sys.settrace(self._recorder.trace)
        threading.settrace(self._recorder.trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self._recorder.leave()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note who fails without any change, and so would seem to notice every one."""
        if report.failed:
            self._recorder.failed.add(report.nodeid.partition("::")[0])

    def pytest_sessionfinish(self) -> None:
        """Write down what was seen."""
        self._recorder.write()


def pytest_configure(config: pytest.Config) -> None:
    """Start to look, in the processes that run tests."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder:
        config.pluginmanager.register(ReachPlugin(Recorder(Path(folder))))
