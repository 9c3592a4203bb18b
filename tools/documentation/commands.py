"""docs/cli.md: every command with its arguments, written from the parser.

Written from the parser's parts, not from its help: that is laid out differently by each Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tavola.cli import whole_parser

__all__ = ["commands_page"]

FOLDER: Final = Path(__file__).parent


def commands_page() -> str:
    """Write the page."""
    lines = [(FOLDER / "introductions" / "cli.md").read_text("utf-8")]
    commands = _subparsers(whole_parser())
    lines += ["| command | what it does |", "|---|---|"]
    lines += [f"| [`tavola {name}`](#tavola-{name}) | {text} |" for name, _, text in commands]
    lines.append("")
    for name, parser, _ in commands:
        lines += _command(f"tavola {name}", parser, "##")
    return "\n".join(lines).rstrip() + "\n"


def _subparsers(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser, str]]:
    """The commands of a parser, each with its own parser and its one line of help."""
    for action in _actions(parser):
        choices: Any = action.choices
        if isinstance(choices, dict):  # only that of commands has its choices by name
            inner: Any = action
            helps = {one.dest: one.help or "" for one in inner._choices_actions}  # noqa: SLF001 (argparse shows it nowhere else)
            return [(name, one, helps.get(name, "")) for name, one in inner.choices.items()]
    return []


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    inner: Any = parser
    found: list[argparse.Action] = inner._actions  # noqa: SLF001 (as above)
    return found


def _command(name: str, parser: argparse.ArgumentParser, level: str) -> Iterator[str]:
    yield f"{level} `{name}`"
    yield ""
    yield from _prose(parser.description or "")
    below = _subparsers(parser)
    if not below:
        yield from _usage(name, parser)
        yield from _arguments(parser)
    yield from _prose(parser.epilog or "")
    for one, subparser, _ in below:
        yield from _command(f"{name} {one}", subparser, f"{level}#")


def _prose(text: str) -> Iterator[str]:
    """Paragraphs as they are, and what is indented as a block, below its first line or alone."""
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        if lines[0].startswith("example: "):
            lines = ["example:", f"  {lines[0].removeprefix('example: ')}"]
        if lines[0].endswith(":") and all(line.startswith("  ") for line in lines[1:]):
            yield from (lines[0].capitalize(), "")
            lines = lines[1:]
        if lines and all(line.startswith("  ") for line in lines):
            yield from ("```text", *(line[2:] for line in lines), "```", "")
        elif any(lines):
            yield from (*lines, "")


def _usage(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    words = [name]
    for action in _actions(parser):
        if not action.option_strings:
            word = _metavar(action)
            words.append(f"[{word}]" if action.nargs in ("?", "*") else word)
        elif action.required:
            words.append(f"{action.option_strings[-1]} {_metavar(action)}")
    if any(
        one.option_strings and not one.required and one.dest != "help" for one in _actions(parser)
    ):
        words.insert(1, "[options]")
    yield from ("```text", " ".join(words), "```", "")


def _metavar(action: argparse.Action) -> str:
    given: Any = action.metavar
    if given is None and action.choices is not None:
        return "|".join(str(one) for one in action.choices)
    return str(given or action.dest.upper()) + ("…" if action.nargs in ("*", "+") else "")


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    shown = [action for action in _actions(parser) if action.help is not argparse.SUPPRESS]
    shown = [action for action in shown if action.dest != "help"]
    if not shown:
        return
    yield "| argument | meaning |"
    yield "|---|---|"
    for action in shown:
        yield f"| {_names(action)} | {_meaning(action)} |"
    yield ""


def _names(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_cell(_metavar(action))}`"
    value = "" if action.nargs == 0 else f" {_cell(_metavar(action))}"
    return ", ".join(f"`{one}{value}`" for one in action.option_strings)


def _meaning(action: argparse.Action) -> str:
    text = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    text = text.replace("%(prog)s", "tavola")
    return _cell(f"{text} (required)" if action.required and action.option_strings else text)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
