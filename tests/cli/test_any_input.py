"""Whatever a command is given or writes to, it ends in lines for a reader and an exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.parts import needs_linux, needs_unix

DESIGNS = {
    "no text": b"\xff\xfe\x00",
    "a lone surrogate": b'table: {name: "\\ud800"}\nmodels: {"\\udfff": {}}\n',
    "nested": b"a: " + b"[" * 3000 + b"]" * 3000,
    "within itself": b"&a\nmodels: *a\n",
    "a long number": b"models: 1" + b"0" * 5000,
    "tags": b"models: !!python/object:os.system x\n",
}


DESIGN = """
models:
  A:
    modelPrefix: a
    fields: {b: {type: StringField, required: true}}
    primaryKey: {partitionKey: b}
"""


def tavola(*words: str, folder: Path, stdout: int = PIPE) -> tuple[int, str]:
    """Run a command in a folder of its own: what it is tried with must not hurt elsewhere."""
    command = [sys.executable, "-m", "tavola", *words]
    ended = subprocess.run(command, text=True, check=False, stdout=stdout, stderr=PIPE, cwd=folder)
    return ended.returncode, (ended.stdout or "") + ended.stderr


@pytest.mark.parametrize("content", DESIGNS.values(), ids=DESIGNS.keys())
def test_a_design_of_any_bytes_is_told_in_lines(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "design.yaml"
    path.write_bytes(content)

    code, told = tavola("check", str(path), folder=tmp_path)

    assert (code, "Traceback" in told, "design.yaml" in told) == (1, False, True)


@needs_unix
@pytest.mark.parametrize("store", [".", "nowhere/a.db", "x://y", "dynamodb://", "fifo"])
def test_a_store_that_is_none_is_told_in_one_line(tmp_path: Path, store: str) -> None:
    path = tmp_path / "design.yaml"
    path.write_text(DESIGN)
    os.mkfifo(tmp_path / "fifo")

    code, told = tavola("table", "create", str(path), "--yes", f"--store={store}", folder=tmp_path)

    assert (code, told.count("\n")) == (1, 1)
    assert told.startswith("tavola table")


@needs_linux
def test_output_that_nobody_can_take_is_told_in_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        code, told = tavola("check", str(tmp_path), folder=tmp_path, stdout=full.fileno())

    assert (code, told) == (1, "tavola check: No space left on device.\n")


def test_output_that_is_read_no_further_ends_quietly(tmp_path: Path) -> None:
    path = tmp_path / "design.yaml"
    path.write_bytes(b"".join(b"key%d: 1\n" % number for number in range(5000)))
    command = [sys.executable, "-m", "tavola", "check", str(path)]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()

    assert (process.returncode, told) == (1, b"")
