"""Jobs that move items: what is noted of them, how they go on, and how threads end together."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tavola.cli.move.journal import Journal, fingerprint_of, journal_path
from tavola.cli.move.threads import Stop, work_side_by_side
from tavola.errors import OperationError
from tests.cli.conftest import Words
from tests.cli.shelf import prepared, shelf

__all__ = ["prepared", "shelf"]

ANOTHER = "j.json is the journal of another job. Finish that one, or remove the file."


def test_a_journal_keeps_what_is_done_until_the_job_is() -> None:
    first = Journal(Path("j.json"), "job")
    assert (first.is_resumed, first.done) == (False, {})
    first.write({"copied": 3})
    assert json.loads(Path("j.json").read_bytes()) == {"job": "job", "done": {"copied": 3}}

    second = Journal(Path("j.json"), "job")
    assert (second.is_resumed, second.done) == (True, {"copied": 3})
    second.finish()
    second.finish()
    assert sorted(path.name for path in Path().glob("j.json*")) == []


def test_a_file_beside_a_journal_is_left_alone() -> None:
    Path("j.json.new").write_text("precious")

    journal = Journal(Path("j.json"), "job")
    journal.write({"copied": 3})
    journal.finish()

    assert [(path.name, path.read_text()) for path in Path().glob("j.json*")] == [
        ("j.json.new", "precious")
    ]


@pytest.mark.parametrize("form", ["dynamodb", "json", "csv"])
def test_a_dump_that_goes_on_cuts_its_own_files_alone(tavola: Words, form: str) -> None:
    Path("new/data").mkdir(parents=True)
    own = {"dynamodb": "data/000.json.gz", "json": "Toy.jsonl", "csv": "Toy.csv"}[form]
    others = ["notes.txt", "data/notes.json.gz", "Toy.csv.new", "Other.jsonl", "Other.csv"]
    for name in (own, *others):
        (Path("new") / name).write_text("precious")
    job = fingerprint_of("dump", "shelf.db", "shelf", form, f"{Path.cwd()}/new")
    Path("j.json").write_text(json.dumps({"job": job, "done": {"read": 0}}))

    code, _, _ = tavola("dump", "--to", "new", "--format", form, "--journal", "j.json")

    assert code == 0
    assert b"precious" not in (Path("new") / own).read_bytes()
    assert {(Path("new") / name).read_text() for name in others} == {"precious"}


@pytest.mark.parametrize(
    "content",
    [
        b'{"job": "other", "done": {"copied": 3}}',
        b'{"job": "job"}',
        b'{"done": {}}',
        b'{"job": "job", "done": 3}',
        b'{"job": "job", "done": ["ab", "c"]}',
        b"[]",
        b"",
        b"\xff",
    ],
)
def test_a_file_that_is_no_journal_of_the_job_is_left_alone(content: bytes) -> None:
    Path("j.json").write_bytes(content)

    with pytest.raises(OperationError) as caught:
        Journal(Path("j.json"), "job")

    assert (str(caught.value), Path("j.json").read_bytes()) == (ANOTHER, content)


def test_a_journal_stands_where_somebody_wants_it() -> None:
    Path("notes").mkdir()
    assert [
        journal_path(None, "toys", "usual.json"),
        journal_path("mine.json", "toys", "usual.json"),
        journal_path("notes", "toys", "usual.json"),
    ] == [Path("usual.json"), Path("mine.json"), Path("notes/toys.json")]


def test_jobs_are_told_apart_by_all_their_parts() -> None:
    jobs = [("copy", "a", "b"), ("copy", "ab", ""), ("dump", "a", "b"), ("copy", "a", "\udcff")]
    found = {fingerprint_of(*job) for job in jobs}
    assert {len(one) for one in found} == {12}
    assert len(found) == 4
    assert fingerprint_of("copy", 1, Path("x")) == fingerprint_of("copy", "1", "x")


GOING_ON = "1,234 items are there.\n"
JOBS: dict[str, tuple[list[str], str, str]] = {
    "copy --from shelf.db --to new.db": (
        ["copy", "shelf.db", "shelf", "new.db", "shelf"],
        "copied",
        f"Going on from j.json: {GOING_ON}",
    ),
    "dump --to new": (
        ["dump", "shelf.db", "shelf", "dynamodb", "{here}/new"],
        "read",
        f"Going on: {GOING_ON}",
    ),
    "load Toy.jsonl --store new.db": (
        ["load", "{here}/Toy.jsonl", "new.db", "shelf"],
        "count",
        f"Going on: {GOING_ON}",
    ),
}


@pytest.mark.parametrize("line", JOBS)
def test_a_job_that_goes_on_says_so(tavola: Words, line: str) -> None:
    Path("Toy.jsonl").write_text('{"kind": "bus", "name": "Ant"}\n')
    Path("new").mkdir()
    parts, key, told = JOBS[line]
    job = fingerprint_of(*(part.format(here=Path.cwd()) for part in parts))
    Path("j.json").write_text(json.dumps({"job": job, "done": {key: 1234}}))

    code, _, err = tavola(*line.split(), "--journal", "j.json")

    assert (code, err, Path("j.json").exists()) == (0, told, False)


def test_work_is_done_by_all_threads() -> None:
    done: list[int] = []

    def job(number: int) -> Callable[[threading.Event], None]:
        return lambda _: done.append(number)

    work_side_by_side([job(number) for number in range(5)], 2)
    assert sorted(done) == [0, 1, 2, 3, 4]


def test_the_first_failure_ends_the_other_threads() -> None:
    waits = threading.Event()

    def fail(_: threading.Event) -> None:
        waits.wait()
        raise ValueError("broken")

    def wait(stop: threading.Event) -> None:
        waits.set()
        stop.wait()
        raise Stop

    with pytest.raises(ValueError, match="broken"):
        work_side_by_side([fail, wait], 2)
