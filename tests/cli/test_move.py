"""`tavola dump`, `load`, `copy` and `backup`: everything arrives, also after a kill anywhere."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tavola.cli import main
from tavola.cli.data.session import load_module
from tavola.design.load import load_design
from tavola.engine import Engine
from tavola.operations.transfer.raw_items import ReadPage
from tavola.stores.opening import open_store
from tests.cli.conftest import LIBRARY, Words
from tests.generate.changing import where_commands_reach
from tests.parts import needs_unix
from tests.patience import until

BOOKS = 60
HEAVY = "x" * 50_000
"""A page of a scan is a megabyte: so many books are three of them."""


def read_all(location: str, table: str = "library") -> list[dict[str, Any]]:
    """All items of a table, in the order of their keys."""
    store, _ = open_store(location)
    items: list[dict[str, Any]] = []
    body: dict[str, Any] = {"TableName": table}
    while True:
        page = json.loads(store.execute("Scan", body))
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            break
        body["ExclusiveStartKey"] = page["LastEvaluatedKey"]
    store.close()
    return sorted(items, key=lambda item: (item["PK"]["S"], item["SK"]["S"]))


@pytest.fixture
def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a design and a file of several pages; commands run there."""
    (tmp_path / "library.yaml").write_text(LIBRARY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVOLA_DESIGN", "library.yaml")
    module = load_module(load_design("library.yaml"), "library.yaml")
    with module.Library.open("full.db?durability=process") as db:
        for number in range(5):
            db.author.create(name=f"Author {number}", email=f"{number}@example.com")
        for number in range(BOOKS):
            db.book.create(
                author=f"Author {number % 5}", title=f"{number:03d}", shelf=HEAVY[:40],
                notes={"text": HEAVY, "bytes": b"\x00", "set": {1, 2}}, tags={"a", "b"},
            )  # fmt: skip
        stray = {"PK": {"S": "AUTHOR#Author 1"}, "SK": {"S": "nobody's"}}
        db.store.execute("PutItem", {"TableName": "library", "Item": stray})
    return tmp_path


@pytest.mark.parametrize("form", ["dynamodb", "json"])
def test_what_is_dumped_and_loaded_is_the_same_table(full: Path, tavola: Words, form: str) -> None:
    assert tavola("dump", "--store", "full.db", "--to", "dump", "--format", form)[0] == 0
    assert tavola("load", "dump", "--store", "copy.db")[0] == 0
    assert read_all("copy.db") == read_all("full.db")
    assert [path.name for path in full.glob("tavola-*")] == []


@where_commands_reach
def test_a_copy_has_the_index_keys_and_unique_values(
    library: Any, tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    there = ("copy", "--from", os.environ["TAVOLA_STORE"], "--to", "copy.db")
    assert tavola(*there, "--workers", "3")[:2] == (
        0,
        f"5 items copied from {there[2].partition('?')[0]} to copy.db.\n",
    )
    assert tavola(*there, "--verify")[0] == 0
    back = ("copy", "--from", "copy.db", "--to", os.environ["TAVOLA_STORE"])
    library.book.delete("Ada", "Notes")
    library.book.update("Ada", "Numbers", pages=7)
    library.book.create(author="Ada", title="Another")
    assert tavola(*back, "--verify")[:2] == (
        1,
        "5 items compared.\n1 item not copied:\n  AUTHOR#Ada / BOOK#Notes\n1 item different:\n"
        "  AUTHOR#Ada / BOOK#Numbers\n1 item only in the copy:\n  AUTHOR#Ada / BOOK#Another\n",
    )
    assert tavola(*back)[0] == 1
    assert tavola(*back, "--overwrite")[0] == 0
    assert library.book.get("Ada", "Notes").pages == 100


def test_a_dump_is_what_dynamodb_exports_and_imports(full: Path, tavola: Words) -> None:
    """The engine's own import, which AWS's documentation describes, takes it."""
    tavola("dump", "--store", "full.db", "--to", "buckets/archive/dump")
    with Engine.open("imported.db", buckets=full / "buckets") as engine:
        request = {
            "S3BucketSource": {"S3Bucket": "archive", "S3KeyPrefix": "dump/data"},
            "InputFormat": "DYNAMODB_JSON",
            "InputCompressionType": "GZIP",
            "TableCreationParameters": {
                "TableName": "library",
                "AttributeDefinitions": [
                    {"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK")
                ],
                "KeySchema": [
                    {"AttributeName": "PK", "KeyType": "HASH"},
                    {"AttributeName": "SK", "KeyType": "RANGE"},
                ],
                "BillingMode": "PAY_PER_REQUEST",
            },
        }
        engine.execute("ImportTable", request)
    assert read_all("imported.db") == read_all("full.db")


def test_manifests_tell_the_files_and_their_items(full: Path, tavola: Words) -> None:
    tavola("dump", "--store", "full.db", "--to", "dump")
    lines = (full / "dump/manifest-files.json").read_text().splitlines()
    told = {one["dataFileS3Key"]: one["itemCount"] for one in map(json.loads, lines)}
    found = {
        f"data/{path.name}": len(gzip.decompress(path.read_bytes()).splitlines())
        for path in (full / "dump/data").iterdir()
    }
    assert told == found
    assert sum(told.values()) == BOOKS + 5 + 5 + 1


@pytest.mark.usefixtures("full")
def test_csv_has_a_column_for_each_field_and_no_formulas(tavola: Words) -> None:
    tavola("put", "Author", "name==1+1", "email=x@example.com", "--store", "full.db", "--yes")
    _, out, _ = tavola("dump", "--store", "full.db", "--to", "csv", "--format", "csv")
    with Path("csv/Author.csv").open(newline="") as file:
        rows = sorted(csv.reader(file))
    assert rows[0] == ["'=1+1", "x@example.com", ""]
    assert rows[-1] == ["name", "email", "born"]
    assert "1 of no model, or unlike theirs, stand in csv/other.jsonl." in out


@pytest.mark.usefixtures("full")
def test_documents_that_do_not_fit_are_named_and_left_out(tavola: Words) -> None:
    Path("Author.jsonl").write_text(
        '{"name": "A", "email": "same@example.com"}\n'
        '{"name": "B", "email": "same@example.com"}\n'
        '{"name": "C"}\n'
        '{"name": "D", "email": "d@example.com", "ages": 3}\n'
    )
    words = ("load", "Author.jsonl", "--store", "copy.db", "--workers", "1")
    assert tavola(*words)[:2] == (
        1,
        "1 items put into copy.db.\n3 left out:\n"
        "  Author.jsonl:2: uniqueEmail belongs to another item.\n"
        "  Author.jsonl:3: Author.email is missing. It is required.\n"
        "  Author.jsonl:4: ages: Author has no such field. It has name, email, born.\n",
    )


@pytest.mark.usefixtures("full")
def test_an_item_with_other_unique_values_is_not_written_over(tavola: Words) -> None:
    Path("Author.jsonl").write_text('{"name": "A", "email": "one@example.com"}\n')
    tavola("load", "Author.jsonl", "--store", "copy.db")
    Path("Author.jsonl").write_text('{"name": "A", "email": "two@example.com"}\n')
    assert tavola("load", "Author.jsonl", "--store", "copy.db", "--overwrite")[0] == 1
    assert [item["email"]["S"] for item in read_all("copy.db") if "email" in item] == [
        "one@example.com"
    ]


class Killed(BaseException):
    """The process ends here."""


def kill_at(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Die before the request, the addition to a file or the note of that number."""
    steps = count(1)
    lock = threading.Lock()

    def dying(work: Callable[..., Any]) -> Callable[..., Any]:
        def work_or_die(*given: Any, **named: Any) -> Any:
            with lock:
                is_over = next(steps) >= step
            if is_over:
                raise Killed
            return work(*given, **named)

        return work_or_die

    monkeypatch.setattr(Engine, "execute", dying(Engine.execute))
    monkeypatch.setattr("os.fsync", dying(os.fsync))
    monkeypatch.setattr("tavola.cli.move.journal.Path.replace", dying(Path.replace))


COMMANDS = {
    "copy": ["copy", "--from", "full.db", "--to", "copy.db"],
    "dump": ["dump", "--store", "full.db", "--to", "dump", "--format", "json"],
    "load": ["load", "dump", "--store", "copy.db"],
}


def deaths_until_done(words: list[str], step: int) -> int:
    """Run a command that dies after so many steps, again and again until it ends well."""
    for deaths in range(500):
        with pytest.MonkeyPatch.context() as patch:
            kill_at(patch, step)
            patch.setattr("tavola.cli.copy.ReadPage", partial(ReadPage, page=5))
            patch.setattr("tavola.cli.dump.ReadPage", partial(ReadPage, page=5))
            patch.setattr("tavola.cli.load._CHUNK", 7)
            try:
                assert main([*words, "--workers", "2"]) == 0
            except Killed:
                continue
            return deaths
    raise AssertionError("it never ends")


@pytest.mark.parametrize("step", [23, 29, 34, 41])
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("full")
def test_nothing_is_lost_or_double_wherever_a_command_dies(name: str, step: int) -> None:
    whole = read_all("full.db")
    if name == "load":
        assert main(COMMANDS["dump"]) == 0
    assert deaths_until_done(COMMANDS[name], step) > 0
    if name == "dump":
        lines = Path("dump/Book.jsonl").read_text().splitlines()
        assert len(lines) == len({json.loads(line)["title"] for line in lines}) == BOOKS
        assert main(COMMANDS["load"]) == 0
    assert read_all("copy.db") == whole


@needs_unix
@pytest.mark.usefixtures("full")
def test_a_killed_process_is_gone_on_with(tavola: Words) -> None:
    words = [sys.executable, "-m", "tavola", *COMMANDS["copy"], "--capacity", "700"]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    until(lambda: list(Path().glob("tavola-copy-*.json")), "a first note")
    process.send_signal(signal.SIGKILL)
    process.wait()
    code, _, err = tavola(*COMMANDS["copy"])
    assert (code, err.startswith("Going on from tavola-copy-")) == (0, True)
    assert read_all("copy.db") == read_all("full.db")


@pytest.mark.usefixtures("full")
def test_a_journal_of_another_job_is_not_ones_own(tavola: Words) -> None:
    Path("notes.json").write_text('{"job": "another", "done": {"copied": 3}}')
    assert tavola(*COMMANDS["copy"], "--journal", "notes.json") == (
        1,
        "",
        "tavola copy: notes.json is the journal of another job. Finish that one, or remove the"
        " file.\n",
    )


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["copy", "--from", "none.db", "--to", "x.db"], "none.db: there is no such file."),
        (
            ["copy", "--from", "full.db", "--to", "./full.db"],
            "--from and --to are the same table. There is nothing to copy.",
        ),
        (["load", "nowhere", "--store", "x.db"], "nowhere: there is no such file or folder."),
        (
            ["dump", "--store", "full.db", "--to", "."],
            "--to . exists and is not empty. Name a new folder.",
        ),
        (["backup", "none.db", "x.db"], "there is no such file, or an empty one."),
        (["backup", "full.db", "library.yaml"], "library.yaml already exists. Name a new file."),
        (["backup", "memory:"], "memory: is not a file. `tavola dump` takes a table's items."),
    ],
)
def test_what_cannot_be_moved_is_told_in_a_line(tavola: Words, words: list[str], told: str) -> None:
    code, out, err = tavola(*words)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.endswith(f"{told}\n")


def test_a_backup_is_one_moment_while_others_write(full: Path, tavola: Words) -> None:
    """Every write is a transaction of two items; a copy has both or neither."""
    stop = threading.Event()
    written = threading.Event()

    def write() -> None:
        with Engine.open("full.db?durability=process") as engine:
            for number in count():
                if stop.is_set():
                    return
                puts = [
                    {"Put": {"TableName": "library", "Item": {
                        "PK": {"S": "PAIR"}, "SK": {"S": side}, "n": {"N": str(number)}}}}
                    for side in ("left", "right")
                ]  # fmt: skip
                engine.execute("TransactWriteItems", {"TransactItems": puts})
                written.set()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        until(written.is_set, "a first pair")
        for number in range(5):
            assert tavola("backup", "full.db", f"backup-{number}.db")[0] == 0
    finally:
        stop.set()
        thread.join()
    for number in range(5):
        pair = [item["n"]["N"] for item in read_all(f"backup-{number}.db") if "n" in item]
        assert len(pair) == 2
        assert len(set(pair)) == 1
    assert sorted(path.name for path in full.glob("backup-*new*")) == []


TYPED = """
models:
  Person:
    modelPrefix: p
    fields:
      name: {type: StringField, required: true}
      home: {type: MapField, fields: {city: {type: StringField}, since: {type: DateTimeField}}}
      lines:
        type: ListField
        items: {type: MapField, class: Line, fields: {n: {type: IntegerField}}}
    primaryKey: {partitionKey: name}
"""


def test_typed_maps_come_back_with_members_that_nobody_knows(
    tavola: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("people.yaml").write_text(TYPED)
    module = load_module(load_design("people.yaml"), "people.yaml")
    with module.People.open("full.db") as db:
        home = {"city": "Paris", "since": datetime(2026, 5, 1, tzinfo=UTC)}
        db.person.create(name="Ada", home=home, lines=[{"n": 1}, {"n": 2}])
        change = {
            "TableName": db.table_name,
            "Key": {"_pk": {"S": "p#Ada"}, "_sk": {"S": "p"}},
            "UpdateExpression": "SET home.floor = :n, #l[1].note = :b",
            "ExpressionAttributeNames": {"#l": "lines"},
            "ExpressionAttributeValues": {":n": {"N": "3"}, ":b": {"B": "AAE="}},
        }
        db.store.execute("UpdateItem", change)
    dump = ("dump", "people.yaml", "--store", "full.db", "--to", "dump", "--format", "json")
    assert tavola(*dump)[0] == 0
    assert tavola("load", "people.yaml", "dump", "--store", "copy.db")[0] == 0
    compared = tavola("copy", "people.yaml", "--from", "full.db", "--to", "copy.db", "--verify")
    assert compared[:2] == (0, "1 item compared.\nBoth tables hold the same items.\n")
