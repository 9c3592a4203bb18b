"""`tavola completion`: what a shell needs to complete commands, options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from msgspec import Struct

from tavola.cli.data.parsers import Subparsers

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Print a script that lets a shell complete the commands of tavola, their options, and the
values that options may have.

  bash   eval "$(tavola completion bash)"            in ~/.bashrc
  zsh    eval "$(tavola completion zsh)"             in ~/.zshrc
  fish   tavola completion fish > ~/.config/fish/completions/tavola.fish"""


class _Option(Struct, frozen=True):
    """One option of a command: its words, its help, and what may follow it."""

    words: tuple[str, ...]
    meaning: str
    choices: tuple[str, ...]


class _Command(Struct, frozen=True):
    """A command, or one of a command's own (`table create`), with its options."""

    name: str
    meaning: str
    options: tuple[_Option, ...]
    commands: tuple[_Command, ...] = ()
    choices: tuple[str, ...] = ()
    """What its first argument may be, where that is one of some words."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "completion",
        help="print a script that lets a shell complete the commands",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=tuple(_SCRIPTS))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    from tavola.cli import whole_parser

    (root,) = [_read("tavola", "", whole_parser())]
    print(_SCRIPTS[args.shell](root.commands))
    return 0


def _read(name: str, meaning: str, parser: argparse.ArgumentParser) -> _Command:
    """Read what a parser takes."""
    options: list[_Option] = []
    commands: list[_Command] = []
    choices: tuple[str, ...] = ()
    for action in parser._actions:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] # argparse tells it no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] # likewise
            told = {each.dest: each.help or "" for each in action._choices_actions}  # noqa: SLF001 # pyright: ignore[reportPrivateUsage, reportUnknownVariableType, reportUnknownMemberType] # likewise
            commands = [_read(one, told.get(one, ""), sub) for one, sub in action.choices.items()]  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType, reportUnknownVariableType] # likewise
        elif action.option_strings:
            values = tuple(map(str, action.choices or ()))
            options.append(_Option(tuple(action.option_strings), _plain(action.help), values))
        elif action.choices and not choices:
            choices = tuple(map(str, action.choices))
    return _Command(name, meaning, tuple(options), tuple(commands), choices)


def _plain(text: str | None) -> str:
    return (text or "").partition("(default")[0].strip().replace("'", "").replace("%%", "%")


def _words_of(command: _Command) -> str:
    options = [word for option in command.options for word in option.words]
    return " ".join([*(each.name for each in command.commands), *command.choices, *options])


def _bash(commands: tuple[_Command, ...]) -> str:
    names = " ".join(command.name for command in commands)
    values = "\n".join(_bash_values(commands))
    words = "\n".join(f"    {one.name}) words='{_words_of(one)}' ;;" for one in commands)
    return f"""\
_tavola() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{names} --help --version' -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}} $before" in
{values}
  esac
  case "${{COMP_WORDS[1]}}" in
{words}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}}
complete -o filenames -F _tavola tavola"""


def _bash_values(commands: tuple[_Command, ...]) -> Iterator[str]:
    for command in commands:
        for option in command.options:
            if option.choices:
                patterns = "|".join(f"'{command.name} {word}'" for word in option.words)
                choices = " ".join(option.choices)
                reply = f"COMPREPLY=($(compgen -W '{choices}' -- \"$current\")); return"
                yield f"    {patterns}) {reply} ;;"


def _zsh(commands: tuple[_Command, ...]) -> str:
    return f"autoload -U +X bashcompinit && bashcompinit\n{_bash(commands)}"


def _fish(commands: tuple[_Command, ...]) -> str:
    lines = ["complete -c tavola -n __fish_use_subcommand -f"]
    for command in commands:
        lines.append(
            f"complete -c tavola -n __fish_use_subcommand -a {command.name} -d '{command.meaning}'"
        )
        seen = f"-n '__fish_seen_subcommand_from {command.name}'"
        for word in (*(each.name for each in command.commands), *command.choices):
            lines.append(f"complete -c tavola {seen} -a {word}")
        lines += [f"complete -c tavola {seen} {_fish_option(one)}" for one in command.options]
    return "\n".join(lines)


def _fish_option(option: _Option) -> str:
    words = " ".join(
        f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}" for word in option.words
    )
    choices = f" -x -a '{' '.join(option.choices)}'" if option.choices else ""
    return f"{words}{choices} -d '{option.meaning}'"


_SCRIPTS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
