"""Every command with hostile words: it ends in lines for a reader and an exit code of ours.

The words come from the parser itself, so that a new command or option is tried as soon as it is
there. `serve` is left to the list of words that it refuses: with others it would go on serving.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola.cli import main, whole_parser
from tests.parts import needs_unix
from tests.table.generated.yard import Yard

pytestmark = needs_unix  # for links that lead in a loop, and /dev/zero

EXAMPLES = int(os.environ.get("TAVOLA_FUZZ_EXAMPLES", "12"))
DESIGN = Path(__file__).parents[1] / "table" / "designs" / "yard.yaml"
FILES = {
    "bad.yaml": b"models: [\xff",
    "empty": b"",
    "text.txt": b"hello\n",
    "x.jsonl": b'{"number":"2"}\n[]\n' + b"[" * 5000 + b"\n",
    "Crate.jsonl": b'{"number":2,"hall":"h","contents":null,"zz":{}}\n',
    "cut.json.gz": gzip.compress(b'{"Item":{"PK":{"S":"a"}}}\n', mtime=0)[:-9],
    "damaged.json.gz": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xffgarbage" * 5,
    "no.json.gz": b"hello",
    "journal.json": b'{"job":1,"done":[]}',
    "item.json": b'{"number":"7","hall":"h","contents":"c"}',
    "nested.json": b"[" * 100_000,
}
WORDS = (
    *("design.yaml", "good.db", "damaged.db", "cut.db", ".", "nowhere/x", "new", "loop", "loop/x"),
    *FILES,
    *("", "a\0b", "\udcff", "x" * 300, "-1", "0", "1", "1e999", "9" * 5000, "nan", "é", "\u202e"),
    *("Crate", "Crate.cratesInHall", "Drawing.drawings", "Loading", "hall", "yard", "CRATE#1"),
    *("hall=h", "number=1", "number=", "=", "a=b=c", "number>=1", "number^=1", "{", "[]", "null"),
    *('{"number":"1"}', '{"number":{"$gt":[]}}', "memory:", "memory:?x=1", "x://y", "dynamodb://"),
    *("good.db?durability=x", "/dev/full", "/dev/null", "/dev/zero", "2026-13-45", "json", "-"),
)
LIKELY: dict[str, tuple[str, ...]] = {
    "design": ("design.yaml",),
    "store": ("good.db", "good.db", "damaged.db", "cut.db", "new"),
    "source": ("good.db", "damaged.db", "Crate.jsonl", "x.jsonl", "cut.json.gz"),
    "target": ("good.db", "new", "damaged.db"),
    "model": ("Crate", "Loading", "Drawing"),
    "pattern": ("Crate.cratesInHall", "Drawing.drawings", "hall"),
    "file": ("item.json", "nested.json", "-", "good.db"),
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a design, a store, and much that is neither."""
    folder = tmp_path_factory.mktemp("prepared")
    shutil.copy(DESIGN, folder / "design.yaml")
    with Yard.open(str(folder / "good.db")) as db:
        db.crate.create(number="1", hall="h", contents="c")
        db.loading.create(plate="p", crate="1")
    content = bytearray((folder / "good.db").read_bytes())
    content[100::97] = bytes(byte ^ 255 for byte in content[100::97])
    (folder / "damaged.db").write_bytes(content)
    (folder / "cut.db").write_bytes(content[:5000])
    for name, written in FILES.items():
        (folder / name).write_bytes(written)
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it as the current folder."""
    copy = tmp_path / "here"
    shutil.copytree(prepared, copy)
    (copy / "loop").symlink_to(copy / "loop")
    monkeypatch.chdir(copy)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"number":')))
    return copy


def commands() -> dict[str, argparse.ArgumentParser]:
    """All commands but `serve`, those of `table` by two words."""
    found: dict[str, argparse.ArgumentParser] = {}
    for name, parser in _choices(whole_parser()):
        inner = dict(_choices(parser))
        found |= {f"{name} {second}": one for second, one in inner.items()} or {name: parser}
    return {name: parser for name, parser in found.items() if name != "serve"}


def _choices(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        choices: Any = action.choices
        if isinstance(choices, dict) and not action.option_strings:
            yield from choices.items()  # pyright: ignore[reportUnknownMemberType] # subparsers


COMMANDS = commands()
AMOUNTS = {None: (1,), "?": (0, 1), "*": (0, 1, 2, 3), "+": (1, 2, 3)}


def any_words(rng: Random, parser: argparse.ArgumentParser) -> list[str]:
    """Words for each of a command's arguments, likely ones and others."""
    words: list[str] = []
    for action in parser._actions:
        if action.dest == "help":
            continue
        if not action.option_strings:
            count = rng.choice(AMOUNTS.get(_amount(action), (1,)))
            words += [_word(rng, action) for _ in range(count)]
        elif action.required or rng.random() < 0.25:
            words.append(rng.choice(action.option_strings))
            words += [] if action.nargs == 0 else [_word(rng, action)]
    return words


def _amount(action: argparse.Action) -> Any:
    return action.nargs


def _word(rng: Random, action: argparse.Action) -> str:
    usual = [str(one) for one in action.choices or LIKELY.get(action.dest, ())]
    return rng.choice(usual) if usual and rng.random() < 0.75 else rng.choice(WORDS)


def run(words: list[str]) -> int | str | None:
    try:
        return main(words)
    except SystemExit as usage:
        return usage.code


@pytest.mark.parametrize("seed", range(EXAMPLES))
@pytest.mark.parametrize("name", COMMANDS)
def test_any_words_end_in_lines_and_a_code(
    name: str, seed: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*name.split(), *any_words(Random(f"{name} {seed}"), COMMANDS[name])]

    code = run(words)

    told = capsys.readouterr()
    assert code in (0, 1, 2), words
    assert "fault of Tavola's" not in told.err, words
    assert code == 0 or told.err or told.out, words


LOAD = ["load", "design.yaml", "--store", "new.db"]
PUT = ["put", "design.yaml", "Crate", "--yes", "--store", "good.db"]
QUERY = ["query", "design.yaml", "Crate.cratesInHall", "hall=h", "--store", "good.db"]
REFUSED: dict[str, tuple[list[str], str]] = {
    "a cut gzip file": ([*LOAD, "cut.json.gz"], "cut.json.gz is not a whole gzip file"),
    "a damaged gzip file": ([*LOAD, "damaged.json.gz"], "damaged.json.gz is not a whole gzip file"),
    "no gzip file": ([*LOAD, "no.json.gz"], "no.json.gz is not a whole gzip file"),
    "a line too deep": ([*LOAD, "nested.json"], "nested.json:1 is "),
    "a document that is not JSON": ([*PUT, "--from", "text.txt"], "--from text.txt is not JSON"),
    "a document too deep": ([*PUT, "--from", "nested.json"], "--from nested.json is "),
    "bytes for a document": ([*PUT, "--from", "good.db"], "--from good.db is not JSON"),
    "half a document typed": ([*PUT, "--from", "-"], "--from - is not JSON"),
    "half a condition": ([*QUERY, "--where", "{"], "--where is not JSON"),
    "a folder in a loop": (["dump", "design.yaml", "--store", "good.db", "--to", "loop/x"], "loop"),
    "a file in a loop": (["backup", "loop", "to"], "loop"),
    "a NUL": (["check", "a\0b"], "a word with a NUL"),
    "an endless design": (["check", "/dev/zero"], "longer than 16,000,000 bytes"),
    "a host in half characters": (["serve", "--port", "0", "--host", "\udcff"], "no host has"),
    "a host too long": (["serve", "--port", "0", "--host", "x" * 300], "no host has such a name"),
    "a server's file": (["serve", "--port", "0", "--db", "text.txt"], "is not a Tavola file"),
    "a server's damaged file": (["serve", "--port", "0", "--db", "cut.db"], "is damaged"),
}


@pytest.mark.parametrize(("words", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_told_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    code = run(words)

    told = capsys.readouterr()
    lines = (told.err + told.out).splitlines()
    assert (code in (1, 2), [line for line in lines if reason in line] != []) == (True, True), lines
    assert told.err.count("\n") <= 1


def test_a_fault_of_ours_is_told_in_one_line_too(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def divide(_: object) -> int:
        return 1 // 0

    monkeypatch.setattr(Path, "read_bytes", divide)

    code = run([*PUT, "--from", "item.json"])

    assert (code, capsys.readouterr().err) == (
        1,
        "tavola put: ZeroDivisionError: integer division or modulo by zero. This is a fault of "
        "Tavola's; TAVOLA_TRACEBACK=1 shows where it is.\n",
    )


def test_an_interruption_ends_with_its_own_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "read_bytes", interrupted)

    assert run([*PUT, "--from", "item.json"]) == 130
