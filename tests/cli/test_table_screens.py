"""What commands on designs and whole tables show, and the files that they write."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Words
from tests.cli.shelf import SHELF, opened, prepared, screen, shelf

__all__ = ["prepared", "shelf"]

ADVICE = """
models:
  User:
    modelPrefix: u
    fields: {userId: {type: UlidField}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: userId}
  Note:
    modelPrefix: n
    fields: {noteId: {type: UlidField}, createdAt: {type: CreateDateField}}
    primaryKey: {partitionKey: noteId}
"""
BAD = """
table: {name: bad, partitionKey: PK, sortKey: SK}
models:
  Toy:
    fields: {kind: {type: StringField, required: true}, "a,b": {type: StringField}}
    key: {Pk: "KIND#{kind}", SK: TOY}
"""
OVERLAP = (
    "Toy.indexes.toysByLabel: 'label' is unique, so that find_by_label finds it already. Leave the"
    " index out unless it orders several items."
)
STRAY = "KIND#car/?: the item belongs to no model. Delete it, or describe it in the design."
HELD = (
    "table 'shelf' holds items already. Give an empty one, or --overwrite to write over those with"
    " the same keys."
)
NO_MODEL = (
    "1 item belongs to no model of the design. A changed key template leaves such items behind,"
    " which stay as they are:\n  KIND#car/?\n"
)
NOTHING = "Nothing was changed. Add --yes to do it.\n"
DIFFERENT_KEY = (
    "other.db: the table has the key [('PK', 'S')], that of shelf.db has"
    " [('PK', 'S'), ('SK', 'S')]. Items of one do not fit the other."
)

SCREENS = {
    "check advice.yaml": """
advice.yaml:5: User.fields.userId is an id that nobody assigns. Add autoAssign: true. (advice)
advice.yaml:9: Note.fields.noteId is an id that nobody assigns. Add autoAssign: true. (advice)
advice.yaml: 2 pieces of advice.
""",
    "check advice.yaml --format json --strict": """
{"file":"advice.yaml","line":5,"level":"advice","where":"User.fields.userId",\
"problem":"is an id that nobody assigns.","remedy":"Add autoAssign: true."}
{"file":"advice.yaml","line":9,"level":"advice","where":"Note.fields.noteId",\
"problem":"is an id that nobody assigns.","remedy":"Add autoAssign: true."}
[1]""",
    "check advice.yaml --format github": """
::notice file=advice.yaml,line=5,title=User.fields.userId::User.fields.userId is an id that nobody\
 assigns. Add autoAssign: true.
::notice file=advice.yaml,line=9,title=Note.fields.noteId::Note.fields.noteId is an id that nobody\
 assigns. Add autoAssign: true.
""",
    "check bad.yaml --format github": """
::error file=bad.yaml,line=5,title=Toy.fields.a%2Cb::Toy.fields.a,b: 'a,b' is not a name: use\
 letters, digits and '_', a letter first. Choose another name.
::error file=bad.yaml,line=6,title=Toy.key::Toy.key has unknown key 'Pk'. Did you mean 'PK'?
[1]""",
    "check bad.yaml --format json": """
{"file":"bad.yaml","line":5,"level":"error","where":"Toy.fields.a,b","problem":"'a,b' is not a\
 name: use letters, digits and '_', a letter first.","remedy":"Choose another name."}
{"file":"bad.yaml","line":6,"level":"error","where":"Toy.key","problem":"has unknown key 'Pk'.",\
"remedy":"Did you mean 'PK'?"}
[1]""",
    "check shelf.yaml --data shelf.db?durability=process": f"""
shelf.yaml:24: {OVERLAP} (advice)
shelf.yaml: 1 piece of advice.
shelf.db
┏━━━━━━━━━━┳━━━━━━━┓
┃ items    ┃ count ┃
┡━━━━━━━━━━╇━━━━━━━┩
│ Toy      │     3 │
│ lock     │     2 │
│ no model │     1 │
└──────────┴───────┘
no model: {STRAY}
no model: 1
[1]""",
    "check shelf.yaml --data shelf.db --format github": f"""
::notice file=shelf.yaml,line=24,title=Toy.indexes.toysByLabel::{OVERLAP}
::error title=no model::{STRAY}
[1]""",
    "check days.yaml --data days.db": """
days.yaml:6: Day has no CreateDateField. Add createdAt: {type: CreateDateField} to know when an\
 item was made. (advice)
days.yaml: 1 piece of advice.
days.db
┏━━━━━━━┳━━━━━━━┓
┃ items ┃ count ┃
┡━━━━━━━╇━━━━━━━┩
│ Day   │     2 │
└───────┴───────┘
The items are what the design says.
""",
    "check shelf.yaml days.yaml --data shelf.db": (
        "\n! tavola check: --data goes with one design. Check the others without it.\n[1]"
    ),
    "table describe --store shelf.db": f"""
shelf: ACTIVE
┌─────────────────────┬──────────────────────────┐
│ key                 │ PK, SK                   │
│ index               │ GSI1 (GSI1PK) ALL ACTIVE │
│ billing             │ PAY_PER_REQUEST          │
│ items               │ 6 (549 bytes)            │
│ expires by          │ never                    │
│ recovery            │ off                      │
│ deletion protection │ off                      │
│ stream              │ none                     │
│ encryption          │ owned                    │
│ tags                │                          │
└─────────────────────┴──────────────────────────┘
shelf on shelf.db is what the design says.
note  {NO_MODEL}""",
    "table create --store new.db": f"""
shelf on new.db
┏━━━┳━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━┓
┃ # ┃ change                           ┃ action      ┃
┡━━━╇━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━┩
│ 1 │ Create the table with index GSI1 │ CreateTable │
└───┴──────────────────────────────────┴─────────────┘
{NOTHING}""",
    "table delete --store shelf.db": f"\nDelete shelf on shelf.db with 6 items.\n{NOTHING}",
    "table describe --store shelf.db --table days": (
        "\n! tavola table describe: --table days: the design has shelf.\n[1]"
    ),
    "reindex shelf.yaml --store shelf.db --model Nope": (
        "\n! tavola reindex: --model Nope: the design has no such model. It has Toy.\n[1]"
    ),
    "describe shelf.yaml -o out.md": "\nout.md: written.\n",
    "schema -o schema.json": "\nschema.json: written.\n",
    "dump --to json --format json": (
        "\n6 items read, written to json.\n"
        "1 of no model, or unlike theirs, stand in json/other.jsonl.\n"
    ),
    "dump --to dump": "\n6 items read, written to dump.\n",
    "dump --to items.json": (
        "\n! tavola dump: --to items.json exists and is not empty. Name a new folder.\n[1]"
    ),
    "dump --to empty": "\n6 items read, written to empty.\n",
    "load empty --store new.db": "\n! tavola load: empty holds neither *.json.gz nor *.jsonl.\n[1]",
    "load none --store new.db": "\n! tavola load: none: there is no such file or folder.\n[1]",
    "load items.json --store new.db": (
        '\n! tavola load: Line 2 of items.json is not an item. Write {"Item": {…}}.\n[1]'
    ),
    "load words.json --store new.db": (
        "\n! tavola load: words.json:3 is not JSON: JSON is malformed: "
        "invalid character (byte 0).\n"
        "[1]"
    ),
    "load Toy.jsonl --store shelf.db": f"\n! tavola load: shelf.db: {HELD}\n[1]",
    "copy --from shelf.db --to new.db": "\n6 items copied from shelf.db to new.db.\n",
    "copy --from none.db --to new.db": "\n! tavola copy: none.db: there is no such file.\n[1]",
    "copy days.yaml --from days.db --to shelf.db --verify": (
        "\n! tavola copy: shelf.db has no table 'days'.\n[1]"
    ),
    "copy --from shelf.db --to other.db": f"\n! tavola copy: {DIFFERENT_KEY}\n[1]",
}
WRONG_NUMBERS = {
    "copy --from a --to b --workers 0": "--workers: '0' is not a number of workers. Give 1 to 256.",
    "dump --to b --workers 257": "--workers: '257' is not a number of workers. Give 1 to 256.",
    "dump --to b --workers x": "--workers: 'x' is not a number of workers. Give 1 to 256.",
    "reindex shelf.yaml --workers 0": "--workers: '0' is not a number of workers. Give 1 to 256.",
    "reindex a.yaml --workers 257": "--workers: '257' is not a number of workers. Give 1 to 256.",
    "load a --capacity 0": "--capacity: '0' is not a capacity. Give units a second, above 0.",
    "load a --capacity x": "--capacity: 'x' is not a capacity. Give units a second, above 0.",
    "load a --capacity nan": "--capacity: 'nan' is not a capacity. Give units a second, above 0.",
    "serve --port 65536": "--port: '65536' is not a port. Give a number from 0 to 65535.",
    "serve --port -1": "--port: '-1' is not a port. Give a number from 0 to 65535.",
}


@pytest.fixture(autouse=True)
def files(shelf: None) -> None:
    """What commands are given beside the shelf."""
    Path("advice.yaml").write_text(ADVICE)
    Path("bad.yaml").write_text(BAD)
    Path("empty").mkdir()
    Path("items.json").write_text('{"Item": {"PK": {"S": "a"}, "SK": {"S": "b"}}}\n[]\n')
    Path("words.json").write_text('{"Item": {}}\n\n?\n')
    Path("Toy.jsonl").write_text('{"kind": "bus", "name": "Ant"}\n')
    with opened(
        Path(),
        "other",
        "table: {name: shelf, partitionKey: PK}\nmodels:\n  A: {fields: "
        '{a: {type: StringField, required: true}}, key: {PK: "A#{a}"}}\n',
        "Shelf",
    ):
        pass  # fmt: skip


@pytest.mark.parametrize("line", SCREENS)
def test_a_command_shows_what_it_did(tavola: Words, line: str) -> None:
    assert screen(tavola, line) == SCREENS[line]


@pytest.mark.parametrize("line", WRONG_NUMBERS)
def test_a_number_out_of_range_is_wrong_usage(
    tavola: Words, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        tavola(*line.split(), *(["--store", "a"] if "reindex" in line else []))

    last = capsys.readouterr().err.splitlines()[-1]
    assert (caught.value.code, last) == (
        2,
        f"tavola {line.split()[0]}: error: argument {WRONG_NUMBERS[line]}",
    )


@pytest.mark.parametrize("workers", ["1", "256"])
def test_as_many_may_work_side_by_side(tavola: Words, workers: str) -> None:
    words = ("copy", "--from", "shelf.db", "--to", "new.db", "--workers", workers)
    assert tavola(*words)[:2] == (0, "6 items copied from shelf.db to new.db.\n")


@pytest.mark.parametrize("words", [[], ["--dry-run", "--workers", "3"], ["--model", "Toy"]])
def test_a_table_that_is_right_is_not_rewritten(tavola: Words, words: list[str]) -> None:
    code, out, _ = tavola("reindex", "shelf.yaml", "--store", "shelf.db", *words)
    be = "would be " if "--dry-run" in words else ""
    left = "" if "--model" in words else NO_MODEL
    assert (code, out) == (0, f"3 items read, 0 {be}rewritten.\n{left}")


def test_a_dump_is_told_as_dynamodb_tells_an_export(tavola: Words) -> None:
    tavola("dump", "--to", "dump", "--workers", "1")
    data = Path("dump/data/000.json.gz").read_bytes()
    assert json.loads(Path("dump/manifest-summary.json").read_text()) == {
        "version": "2020-06-30",
        "tableArn": "arn:aws:dynamodb:us-east-1:000000000000:table/shelf",
        "itemCount": 6,
        "outputFormat": "DYNAMODB_JSON",
        "exportType": "FULL_EXPORT",
        "manifestFilesS3Key": "manifest-files.json",
    }
    assert json.loads(Path("dump/manifest-files.json").read_text()) == {
        "itemCount": 6,
        "md5Checksum": hashlib.md5(data, usedforsecurity=False).hexdigest(),
        "dataFileS3Key": "data/000.json.gz",
    }
    stray = b'{"Item":{"n":{"L":[{"N":"1"}]},"PK":{"S":"KIND#car"},"SK":{"S":"?"}}}'
    assert [line for line in gzip.decompress(data).splitlines() if b"?" in line] == [stray]


def test_spreadsheets_get_every_value_as_text(tavola: Words) -> None:
    words = ["put", "Toy", "kind=car", "name=+1", "label=@x", "price=-1", "--yes"]
    assert tavola(*words)[0] == 0
    tavola("dump", "--to", "csv", "--format", "csv", "--workers", "1")
    assert Path("csv/Toy.csv").read_bytes().decode().splitlines() == [
        "kind,name,label,price,isNew,tags,notes,sold",
        "car,'+1,'@x,-1,,[],,0",
        "car,Ant,,,false,[],,0",
        'car,Beetle,B1,1,true,"[""a"",""b""]","{""n"":[1,null]}",0',
        f"car,Cricket,{'x' * 40},,,[],,0",
    ]


def test_of_many_differences_some_are_named(tavola: Words) -> None:
    tavola("copy", "--from", "shelf.db", "--to", "new.db")
    with opened(Path(), "shelf", SHELF) as db:
        for number in range(21):
            db.toy.create(kind="bus", name=f"{number:02}")
        db.toy.update("car", "Ant", price=3)
    words = ("copy", "--from", "shelf.db", "--to", "new.db", "--verify", "--workers", "1")
    named = "".join(f"  KIND#bus / TOY#{number:02}\n" for number in range(20))
    assert tavola(*words)[:2] == (
        1,
        f"27 items compared.\n21 items not copied:\n{named}  … and 1 more\n"
        "1 item different:\n  KIND#car / TOY#Ant\n",
    )


def test_of_many_documents_that_do_not_fit_some_are_named(tavola: Words) -> None:
    Path("Toy.jsonl").write_text('{"kind": "bus"}\n' * 21 + '{"kind": "bus", "name": "A"}\n')
    named = "".join(
        f"  Toy.jsonl:{number}: Toy.name is missing. It is required.\n" for number in range(1, 21)
    )
    words = ("load", "Toy.jsonl", "--store", "new.db", "--workers", "1")
    assert tavola(*words)[:2] == (1, f"1 items put into new.db.\n21 left out:\n{named}")


def test_of_many_faults_in_data_some_are_named_and_all_counted(tavola: Words) -> None:
    with opened(Path(), "shelf", SHELF) as db:
        for number in range(60):
            item = {"PK": {"S": "X"}, "SK": {"S": f"{number:02}"}}
            db.store.execute("PutItem", {"TableName": "shelf", "Item": item})
    shown = tavola("check", "shelf.yaml", "--data", "shelf.db", "--workers", "1")[1].splitlines()
    assert len([line for line in shown if line.startswith("no model: X/")]) in (49, 50)
    assert len([line for line in shown if "belongs to no model" in line]) == 50
    assert shown[-1] == "no model: 61"


def test_a_backup_stands_beside_its_file_with_the_moment_in_its_name(tavola: Words) -> None:
    code, out, err = tavola("backup", "shelf.db?durability=process")
    (copy,) = Path().glob("shelf-*.db")
    assert (code, err) == (0, "")
    assert out == f"shelf.db: copied to {copy} ({copy.stat().st_size:,} bytes).\n"
    assert re.fullmatch(r"shelf-\d{8}T\d{6}Z\.db", copy.name)


def test_the_prompt_knows_the_models_and_the_conditions(
    tavola: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = tavola("shell", "-c", "print(sorted(set(globals()) - {'__builtins__'}))")
    assert (code, err) == (0, "")
    assert out.split("'")[1::2] == [
        *("Toy", "UTC", "__doc__", "__name__", "begins_with", "between", "datetime", "db", "eq"),
        *("ge", "gt", "le", "lt", "tavola", "timedelta"),
    ]
