"""One convention for all commands: the design comes first."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.cli import whole_parser
from tests.cli.conftest import Words

WITHOUT_A_DESIGN = {"init", "serve", "backup", "schema", "completion"}
"""They make a design, or are about files and services of whatever design."""


def commands(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every command with its arguments in their order."""
    arguments = [one for one in parser._actions if not one.option_strings]
    known: list[Any] = [vars(one)["choices"] for one in arguments]
    inner = [choices for choices in known if hasattr(choices, "items")]
    if not inner:
        yield name, [one.dest for one in arguments]
    for choices in inner:
        for word, command in choices.items():
            yield from commands(command, f"{name} {word}".strip())


def test_the_design_is_the_first_argument_of_every_command_that_has_one() -> None:
    first = {name: arguments[:1] for name, arguments in commands(whole_parser())}
    others = {name for name, found in first.items() if found not in (["design"], ["designs"])}

    assert others == WITHOUT_A_DESIGN


def test_no_command_takes_the_design_elsewhere() -> None:
    later = [name for name, found in commands(whole_parser()) if "design" in found[1:]]

    assert later == []


WORDS = {
    "put": ["put", "d.yaml", "Crate", "name=1", "size=-2"],
    "get": ["get", "d.yaml", "Crate", "-5", "b"],
    "query": ["query", "d.yaml", "Crate.all", "name=1"],
    "update": ["update", "d.yaml", "Crate", "k", "name=1"],
    "delete": ["delete", "d.yaml", "Crate", "k"],
    "items": ["items", "d.yaml", "PK"],
    "check": ["check", "d.yaml", "e.yaml"],
    "dump": ["dump", "d.yaml"],
    "load": ["load", "d.yaml", "dump"],
}
OPTIONS = {
    "put": [["--store", "x"], ["--yes"], ["--tenant=acme"]],
    "update": [["--store", "x"], ["--yes"], ["--tenant", "acme"]],
    "delete": [["--yes"], ["--store=x"]],
    "check": [["--strict"], ["--data", "x"], ["--format=json"]],
    "dump": [["--store", "x"], ["--to", "y"]],
    "load": [["--store", "x"], ["--capacity", "5"]],
}
USUAL = [["--store", "x"], ["--json"], ["--tenant=acme"]]


@given(st.data())
def test_words_and_options_stand_in_any_order(data: st.DataObject) -> None:
    command = data.draw(st.sampled_from(sorted(WORDS)))
    name, *words = WORDS[command]
    options = OPTIONS.get(command, USUAL)
    parser = whole_parser()
    usual = parser.parse_args([name, *(word for one in options for word in one), *words])
    left, mixed = list(words), [name]
    for one in data.draw(st.permutations(options)):
        for _ in range(data.draw(st.integers(0, len(left)))):
            mixed.append(left.pop(0))
        mixed += one
    assert vars(parser.parse_args([*mixed, *left])) == vars(usual)


@pytest.mark.parametrize(
    "words",
    [
        ["get", "d.yaml", "Crate", "--store", "x", "--", "-k"],
        ["get", "--store", "x", "d.yaml", "--", "Crate", "-k"],
        ["get", "--sto=x", "--", "d.yaml", "Crate", "-k"],
    ],
)
def test_what_follows_two_dashes_are_words(words: list[str]) -> None:
    read = whole_parser().parse_args(words)
    assert (read.design, read.model, read.key, read.store) == ("d.yaml", "Crate", ["-k"], "x")


def test_an_option_that_there_is_not_is_still_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        whole_parser().parse_args(["get", "d.yaml", "--store=x", "--nope", "Crate", "k"])
    assert "unrecognized arguments: --nope" in capsys.readouterr().err


@pytest.mark.parametrize("home", ["file"], indirect=True)
@pytest.mark.usefixtures("library")
def test_a_value_may_follow_an_option(tavola: Words) -> None:
    code, out, err = tavola("put", "Author", "name=Zoe", "--yes", "email=zoe@example.com")
    assert (code, err) == (0, ""), out
    assert "zoe@example.com" in tavola("get", "Author", "--json", "Zoe")[1]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("home", ["file"], indirect=True)
@pytest.mark.parametrize("first", [["--json"], ["--store", "{store}"], ["--store={store}"]])
def test_a_design_may_follow_an_option_though_another_one_is_usual(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: list[str]
) -> None:
    design = str(tmp_path / "before.yaml")
    options = [word.format(store=os.environ["TAVOLA_STORE"]) for word in first]
    usual = tavola("get", *options, "Author", "Ada")
    monkeypatch.setenv("TAVOLA_DESIGN", "another.yaml")

    assert tavola("get", *options, design, "Author", "Ada") == usual
    assert usual[0] == 0
