"""The command itself: which words it takes for a design, and how it ends whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tavola.cli import main, whole_parser
from tests.cli.conftest import Words
from tests.cli.shelf import prepared, shelf

__all__ = ["prepared", "shelf"]

ANT = '{"kind":"car","name":"Ant","isNew":false,"tags":[],"sold":0}\n'


@pytest.mark.parametrize(
    "words",
    [
        ["get", "Toy", "car", "Ant", "--json"],
        ["get", "shelf.yaml", "Toy", "car", "Ant", "--json"],
        ["get", "shelf", "Toy", "car", "Ant", "--json"],
        ["get", "shelf.yml", "Toy", "car", "Ant", "--json"],
        ["get", "--json", "Toy", "car", "Ant"],
        ["get", "--json", "shelf.yaml", "Toy", "car", "Ant"],
        ["get", "--store", "shelf.db", "shelf.yml", "Toy", "car", "Ant", "--json"],
    ],
)
def test_the_usual_design_stands_in_where_none_is_given(tavola: Words, words: list[str]) -> None:
    Path("shelf").mkdir()
    for name in ("shelf/shelf.yaml", "shelf.yml"):
        Path(name).write_text(Path("shelf.yaml").read_text())

    assert tavola(*words) == (0, ANT, "")


def test_the_usual_design_stands_behind_the_command_of_a_table(tavola: Words) -> None:
    assert tavola("table", "delete", "--store", "shelf.db")[1].startswith(
        "Delete shelf on shelf.db"
    )


@pytest.mark.parametrize("words", [["get", "-h"], ["get", "--help"], ["get"], ["table"], ["nope"]])
def test_help_and_wrong_words_are_not_taken_for_a_design(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)

    told = capsys.readouterr()
    assert caught.value.code == (2 if len(words) == 1 else 0)
    assert "shelf.yaml" not in told.out + told.err


@pytest.mark.parametrize("command", ["init", "serve", "backup", "schema", "completion"])
def test_commands_without_a_design_get_none(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--nope"])

    assert (caught.value.code, "shelf.yaml" in capsys.readouterr().err) == (2, False)


def test_a_backup_says_what_its_words_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["backup", "--help"])

    shown = " ".join(capsys.readouterr().out.split())
    assert "FILE what to copy, such as blog.db" in shown
    assert "TO the copy, which is not there yet (default: beside FILE" in shown


def test_a_word_with_a_nul_is_wrong_usage(tavola: Words) -> None:
    told = "tavola: a word with a NUL in it names nothing.\n"
    assert tavola("get", "Toy", "a\0b") == (2, "", told)


def test_no_words_show_the_commands(tavola: Words) -> None:
    code, out, err = tavola()
    assert (code, out) == (2, "")
    assert err == whole_parser().format_help()
    assert err.startswith("usage: tavola [-h] [--version] COMMAND ...\n\nA DynamoDB single-table")
    assert err.endswith(
        "tavola COMMAND --help explains a command. Exit codes: 0 done, 1 refused or wrong, 2 wrong"
        " usage.\nTAVOLA_DESIGN names the design where a command is given none, TAVOLA_STORE the"
        " store.\n"
    )


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, *_):
        if name == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
from tavola.cli import main
sys.exit(main(["check", "shelf.yaml"]))
"""


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("rich", "tavola: the command line needs rich: pip install 'tavola[cli]'.\n"),
        ("yaml", "tavola: the command line needs yaml: pip install 'tavola[cli]'.\n"),
    ],
)
def test_what_is_not_installed_is_told(module: str, told: str) -> None:
    script = WITHOUT.format(module=module)
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", told)


def test_another_module_that_is_missing_is_a_fault_of_ours() -> None:
    script = WITHOUT.format(module="msgspec")
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr.endswith("ModuleNotFoundError: No module named 'msgspec'\n")


def break_reading(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the file `x`, and no other one, be read with an error."""
    read = Path.read_bytes

    def read_or_fail(path: Path) -> bytes:
        if path.name == "x":
            raise error
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", read_or_fail)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(28, "No space left on device"), "No space left on device."),
        (OSError(2, "No such file", "a.txt"), "a.txt: No such file."),
        (OSError("strange"), "strange."),
    ],
)
def test_an_error_of_the_system_is_one_line(
    tavola: Words, monkeypatch: pytest.MonkeyPatch, error: OSError, told: str
) -> None:
    break_reading(monkeypatch, error)

    assert tavola("put", "Toy", "--from", "x") == (1, "", f"tavola put: {told}\n")


def test_a_fault_of_ours_is_cut_and_shown_whole_when_asked(
    tavola: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_reading(monkeypatch, ZeroDivisionError("a\nb " + "x" * 400))

    code, out, err = tavola("put", "Toy", "--from", "x")
    shown = ("ZeroDivisionError: a b " + "x" * 400)[:300]
    assert (code, out) == (1, "")
    assert err == (
        f"tavola put: {shown}. This is a fault of Tavola's; TAVOLA_TRACEBACK=1 shows where it is.\n"
    )
    monkeypatch.setenv("TAVOLA_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        tavola("put", "Toy", "--from", "x")


def test_lone_surrogates_are_shown_by_their_codes() -> None:
    command = [sys.executable, "-m", "tavola", "get", "Toy", os.fsdecode(b"\xff"), "x"]
    ended = subprocess.run(command, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (
        1,
        b"tavola get: Toy.kind is '\\udcff'. Use text without lone surrogates.\n",
    )


@pytest.mark.parametrize(
    ("shell", "lines"),
    [
        (
            "fish",
            [
                "complete -c tavola -n __fish_use_subcommand -f",
                "complete -c tavola -n __fish_use_subcommand -a get -d 'show one item'",
                "complete -c tavola -n '__fish_seen_subcommand_from table' -a create",
                "complete -c tavola -n '__fish_seen_subcommand_from completion' -a fish",
                "complete -c tavola -n '__fish_seen_subcommand_from dump' -l format"
                " -x -a 'dynamodb json csv' -d ''",
                "complete -c tavola -n '__fish_seen_subcommand_from get' -s h -l help"
                " -d 'show this help message and exit'",
                "complete -c tavola -n '__fish_seen_subcommand_from generate' -s o -l output"
                " -d 'the file to write'",
                "complete -c tavola -n '__fish_seen_subcommand_from serve' -l host"
                " -d 'listen here'",
            ],
        ),
        (
            "bash",
            [
                "    completion) words='bash zsh fish -h --help' ;;",
                "    'dump --format') COMPREPLY=($(compgen -W 'dynamodb json csv' --"
                ' "$current")); return ;;',
                "complete -o filenames -F _tavola tavola",
            ],
        ),
        ("zsh", ["autoload -U +X bashcompinit && bashcompinit", "_tavola() {"]),
    ],
)
def test_a_script_completes_commands_options_and_values(
    tavola: Words, shell: str, lines: list[str]
) -> None:
    shown = tavola("completion", shell)[1].splitlines()
    assert [line for line in lines if line not in shown] == []
