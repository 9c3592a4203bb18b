"""One convention for all commands: the design comes first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from tavola.cli import whole_parser

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
