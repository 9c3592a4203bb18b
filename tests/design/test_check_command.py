"""`tavola check`: what it prints and how it exits."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tavola.cli.check import add_parser

GOOD = """\
models:
  User:
    modelPrefix: u
    fields: {userId: {type: UlidField, autoAssign: true}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: userId}
"""
ADVICE = GOOD.replace(", autoAssign: true", "")
ERROR = GOOD.replace("primaryKey", "primarykey")
ANOTHER = """\
  Tag:
    modelPrefix: "?"
    fields: {tagId: {type: UlidField, autoAssign: true}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: tagId}
  Note:
    modelPrefix: n
    fields: {noteId: {type: UlidField}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: noteId}
"""


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    args = parser.parse_args(["check", *arguments])
    code: int = args.run(args)
    return code


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (GOOD, [], 0),
        (GOOD, ["--strict"], 0),
        (ADVICE, [], 0),
        (ADVICE, ["--strict"], 1),
        (ERROR, [], 1),
    ],
)
def test_errors_exit_1_and_advice_only_when_strict(
    tmp_path: Path, text: str, options: list[str], code: int
) -> None:
    file = tmp_path / "blog.yaml"
    file.write_text(text)
    assert run(str(file), *options) == code


def test_every_finding_is_one_line_and_a_summary_comes_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "blog.yaml"
    file.write_text(ERROR + ANOTHER)
    run(str(file))
    assert capsys.readouterr().out.splitlines() == [
        f"{file}:5: User has unknown key 'primarykey'. Did you mean 'primaryKey'?",
        f"{file}:7: Tag: 'modelPrefix' is '?'. Write 1 to 4 letters or digits.",
        f"{file}:12: Note.fields.noteId is an id that nobody assigns. "
        "Add autoAssign: true. (advice)",
        f"{file}: 2 errors, 1 piece of advice.",
    ]


def test_advice_on_a_model_waits_until_it_has_no_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "blog.yaml"
    file.write_text(ERROR.replace(", autoAssign: true", ""))
    run(str(file))
    assert capsys.readouterr().out.splitlines() == [
        f"{file}:5: User has unknown key 'primarykey'. Did you mean 'primaryKey'?",
        f"{file}: 1 error.",
    ]


def test_a_good_design_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "blog.yaml"
    file.write_text(GOOD)
    run(str(file))
    assert capsys.readouterr().out == f"{file}: nothing to complain about.\n"


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "blog.yaml"
    assert run(str(file)) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{file}:1: The design cannot be read: No such file or directory.",
        f"{file}: 1 error.",
    ]
