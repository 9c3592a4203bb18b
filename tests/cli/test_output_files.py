"""Every command with `-o`: it writes over its own files, and over nothing else.

The commands come from the parser itself, so that a new one is tried as soon as it is there.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.cli import main
from tests.cli.test_every_command import COMMANDS, DESIGN
from tests.parts import needs_unix

pytestmark = needs_unix  # for links and named pipes


def writers() -> Iterator[list[str]]:
    """Every command that writes a file, with each of the words that it asks for."""
    for name, parser in COMMANDS.items():
        actions = parser._actions
        if any("-o" in action.option_strings for action in actions):
            yield from ([*name.split(), *words] for words in _required(actions))


def _required(actions: list[argparse.Action]) -> Iterator[list[str]]:
    asked = [one for one in actions if one.required and "-o" not in one.option_strings]
    for words in itertools.product(*(one.choices or ["design.yaml"] for one in asked)):
        yield [
            word
            for action, value in zip(asked, words, strict=True)
            for word in (*action.option_strings[:1], str(value))
        ]


WRITERS = list(writers())
each_writer = pytest.mark.parametrize("words", WRITERS, ids=" ".join)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A design as the current folder's, with a name by which it could be imported too."""
    shutil.copy(DESIGN, tmp_path / "design.yaml")
    monkeypatch.chdir(tmp_path)


def test_the_commands_that_write_files_are_found() -> None:
    assert {words[0] for words in WRITERS} >= {"generate", "export", "describe", "schema"}


@each_writer
@pytest.mark.parametrize(
    "content", ["precious\n", "# precious\n", "{}", '{\n  "Version": "2012-10-17"\n}\n']
)
def test_a_file_of_somebody_else_s_stays(
    words: list[str], content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("precious.py").write_text(content)

    code = main([*words, "-o", "precious.py"])

    assert (code, Path("precious.py").read_text()) == (1, content)
    assert capsys.readouterr().err.removeprefix(f"tavola {words[0]}: ") == (
        f"-o precious.py was not written by tavola {words[0]}, and stays as it is."
        " Choose another name, or remove it first.\n"
    )


@each_writer
def test_a_design_stays(words: list[str]) -> None:
    assert main([*words, "-o", "design.yaml"]) == 1

    assert Path("design.yaml").read_bytes() == DESIGN.read_bytes()


@each_writer
def test_a_design_stays_behind_a_link(words: list[str]) -> None:
    Path("link.py").symlink_to("design.yaml")

    assert main([*words, "-o", "link.py"]) == 1

    assert Path("design.yaml").read_bytes() == DESIGN.read_bytes()


@each_writer
def test_a_file_of_a_directory_of_designs_stays(words: list[str]) -> None:
    Path("designs").mkdir()
    Path("design.yaml").rename("designs/one.yaml")
    Path("link.py").symlink_to("designs/one.yaml")

    assert main(
        [*("designs" if word == "design.yaml" else word for word in words), "-o", "link.py"]
    )

    assert Path("designs/one.yaml").read_bytes() == DESIGN.read_bytes()


@each_writer
def test_a_named_pipe_is_not_waited_for(words: list[str]) -> None:
    os.mkfifo("pipe.py")

    assert main([*words, "-o", "pipe.py"]) == 1

    assert Path("pipe.py").is_fifo()


@each_writer
@pytest.mark.parametrize("before", ["", "\n", None])
def test_a_command_writes_over_its_own(words: list[str], before: str | None) -> None:
    if before is None:
        assert main([*words, "-o", "own.py"]) == 0
    else:
        Path("own.py").write_text(before)

    assert main([*words, "-o", "own.py"]) == 0

    assert Path("own.py").read_text().strip()


@each_writer
def test_the_file_of_another_command_stays(words: list[str]) -> None:
    other = next(one for one in WRITERS if one[0] != words[0])
    assert main([*other, "-o", "own.py"]) == 0
    before = Path("own.py").read_bytes()

    assert main([*words, "-o", "own.py"]) == 1

    assert Path("own.py").read_bytes() == before
