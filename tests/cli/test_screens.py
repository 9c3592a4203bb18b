"""What commands on items show, from the first sign to the last."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.cli.conftest import Words
from tests.cli.shelf import SHELF, opened, prepared, screen, shelf

__all__ = ["prepared", "shelf"]

BEETLE = """\
Toy
┌───────┬────────────────┐
│ kind  │ car            │
│ name  │ Beetle         │
│ label │ B1             │
│ price │ 1              │
│ isNew │ true           │
│ tags  │ ["a","b"]      │
│ notes │ {"n":[1,null]} │
│ sold  │ 0              │
└───────┴────────────────┘
"""
FOUND = """
┏━━━━━━┳━━━━━━━━┳━━━━━━━┳━━━━━━━┳━━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━━━━━━━┳━━━━━━┓
┃ kind ┃ name   ┃ label ┃ price ┃ isNew ┃ tags      ┃ notes          ┃ sold ┃
┡━━━━━━╇━━━━━━━━╇━━━━━━━╇━━━━━━━╇━━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━━━━━━━╇━━━━━━┩
│ car  │ Beetle │ B1    │ 1     │ true  │ ["a","b"] │ {"n":[1,null]} │ 0    │
└──────┴────────┴───────┴───────┴───────┴───────────┴────────────────┴──────┘
! 1 item.
"""
ANT_LINE = '{"kind":"car","name":"Ant","isNew":false,"tags":[],"sold":0}\n'
BEETLE_LINE = (
    '{"kind":"car","name":"Beetle","label":"B1","price":1,"isNew":true,"tags":["a","b"],'
    '"notes":{"n":[1,null]},"sold":0}\n'
)
CRICKET_LINE = f'{{"kind":"car","name":"Cricket","label":"{"x" * 40}","tags":[],"sold":0}}\n'
THREE = """
┏━━━━━━┳━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━┳━━━━━━━┳━━━━━━━━━━━┓
┃ kind ┃ name    ┃ label                          ┃ price ┃ isNew ┃ tags      ┃
┡━━━━━━╇━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━╇━━━━━━━╇━━━━━━━━━━━┩
│ car  │ Ant     │                                │       │ false │           │
│ car  │ Beetle  │ B1                             │ 1     │ true  │ ["a","b"] │
│ car  │ Cricket │ xxxxxxxxxxxxxxxxxxxxxxxxxxxxx… │       │       │           │
└──────┴─────────┴────────────────────────────────┴───────┴───────┴───────────┘
! not shown: notes, sold (--json shows all)
! 3 items.
"""
DAY_GRID = """
┏━━━━━━━━━━━━┓
┃ day        ┃
┡━━━━━━━━━━━━┩
│ 2026-05-01 │
"""
CHANGE = """
Toy car Beetle
┏━━━━━━━┳━━━━━━━━┳━━━━━━━┓
┃ field ┃ before ┃ after ┃
┡━━━━━━━╇━━━━━━━━╇━━━━━━━┩
│ price │ 1      │ 2.50  │
│ sold  │ 0      │ 3     │
│ isNew │ true   │       │
└───────┴────────┴───────┘
"""
NOTHING = "Nothing was changed. Add --yes to do it.\n"
OF_KIND = "query Toy.toysOfKind kind=car"
DAY = "query days.yaml --store days.db Day"

LOOKING = {
    "get Toy car Beetle": f"\n{BEETLE}",
    "get Toy car Beetle --json": f"\n{BEETLE_LINE}",
    "get Toy car Beetle price=1": "\n! tavola get: price=1 is not part of the key of Toy.\n[1]",
    "get Toy car Bee": "\n! tavola get: Toy car Bee: there is no such item.\n[1]",
    OF_KIND: THREE,
    f"{OF_KIND} --all": THREE,
    "query Toy.toys_of_kind kind=car --json": f"\n{ANT_LINE}{BEETLE_LINE}{CRICKET_LINE}",
    f"{OF_KIND} --all --json --limit 1": f"\n{ANT_LINE}{BEETLE_LINE}{CRICKET_LINE}",
    f"{OF_KIND} --limit 1 --count": "\n3\n",
    "query Toy.toysOfKind kind=bus": "\n! 0 items.\n",
    f"{OF_KIND} --only 'is_new, sold' --descending": """
┏━━━━━━┳━━━━━━━━━┳━━━━━━━┳━━━━━━┓
┃ kind ┃ name    ┃ isNew ┃ sold ┃
┡━━━━━━╇━━━━━━━━━╇━━━━━━━╇━━━━━━┩
│ car  │ Cricket │       │ 0    │
│ car  │ Beetle  │ true  │ 0    │
│ car  │ Ant     │ false │ 0    │
└──────┴─────────┴───────┴──────┘
! 3 items.
""",
    "query Toy.uniqueLabel label=B1": FOUND,
    "query Toy.find_by_label label=B1": FOUND,
    "query Toy.uniqueLabel label=B2": "\n! 0 items.\n",
    "query Toy.uniqueLabel label=B2 --json": "\n",
    "query Toy.uniqueLabel": "\n! tavola query: Toy.uniqueLabel: label is missing.\n[1]",
    "query Toy --scan --limit 1 --json": f"\n{ANT_LINE}",
    DAY: f"{DAY_GRID}│ 2026-05-02 │\n└────────────┘\n! 2 items.\n",
    f"{DAY} --limit 1": f"{DAY_GRID}└────────────┘\n! 1 item.\n",
    f"{DAY} --limit 1 --all": f"{DAY_GRID}│ 2026-05-02 │\n└────────────┘\n! 2 items.\n",
    f"{DAY} --limit 1 --json": '\n{"day":"2026-05-01"}\n',
    f"{DAY} --limit 1 --all --json": '\n{"day":"2026-05-01"}\n{"day":"2026-05-02"}\n',
    f"{DAY} --limit 1 --count": "\n2\n",
    f"{DAY} day=1": (
        "\n! tavola query: day=1 has no meaning without an index. Ask as Day.INDEX, or use --where."
        "\n[1]"
    ),
    f"{DAY}.all": (
        "\n! tavola query: Day.all: there is no such index or access pattern. Day has none.\n[1]"
    ),
    "items KIND#car": """
┏━━━━━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃ PK       ┃ SK          ┃ model    ┃ attributes                               ┃
┡━━━━━━━━━━╇━━━━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┩
│ KIND#car │ ?           │ no model │ n=[{"N":"1"}]                            │
│ KIND#car │ TOY#Ant     │ Toy      │ isNew=false  kind=car  name=Ant  sold=0… │
│ KIND#car │ TOY#Beetle  │ Toy      │ GSI1PK=LABEL#B1  isNew=true  kind=car  … │
│ KIND#car │ TOY#Cricket │ Toy      │ GSI1PK=LABEL#xxxxxxxxxxxxxxxxxxxxxxxxxx… │
└──────────┴─────────────┴──────────┴──────────────────────────────────────────┘
! 4 items.
""",
    "items LABEL#B1 --index GSI1": """
┏━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃ GSI1PK   ┃ PK       ┃ SK         ┃ model ┃ attributes                        ┃
┡━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┩
│ LABEL#B1 │ KIND#car │ TOY#Beetle │ Toy   │ isNew=true  kind=car  label=B1  … │
└──────────┴──────────┴────────────┴───────┴───────────────────────────────────┘
! 1 item.
""",
    "items KIND#car --begins-with TOY# --limit 1 --json": (
        '\n{"model":"Toy","item":{"kind":{"S":"car"},"name":{"S":"Ant"},"isNew":{"BOOL":false},'
        '"sold":{"N":"0"},"type":{"S":"TOY"},"PK":{"S":"KIND#car"},"SK":{"S":"TOY#Ant"}}}\n'
    ),
    "items LABEL#B1 --index GSI1 --begins-with x": (
        "\n! tavola items: --begins-with: the sort key is not a string here.\n[1]"
    ),
    "items nobody": "\n! 0 items.\n",
    "get Toy car Ant --store none.db": (
        "\n! tavola get: --store none.db: there is no such file. Name the table's file.\n[1]"
    ),
    "get Toy car Ant --store days.db": (
        "\n! tavola get: --store days.db has no table 'shelf'. Name the file of the design's table."
        "\n[1]"
    ),
    "get Nothing x": "\n! tavola get: Nothing: the design has no such model. It has Toy.\n[1]",
}
CHANGING = {
    "delete Toy car Beetle": f"\n{BEETLE}{NOTHING}",
    "delete Toy car Beetle --yes": f"\n{BEETLE}1 item deleted.\n",
    "delete Toy car Bee": "\n! tavola delete: Toy car Bee: there is no such item.\n[1]",
    "delete Toy car Beetle a=1 sold=1": (
        "\n! tavola delete: Toy: 'a=1' is too much. Its key is kind=… name=….\n[1]"
    ),
    "delete Toy car Beetle sold=1": (
        "\n! tavola delete: sold=1 is not part of the key of Toy.\n[1]"
    ),
    "update Toy car Beetle price=2.50 sold+=3 --remove is_new": CHANGE + NOTHING,
    "update Toy car Beetle price=2.50 sold+=3 --remove isNew --yes": f"{CHANGE}1 item changed.\n",
    "update Toy car Bee price=1": "\n! tavola update: Toy car Bee: there is no such item.\n[1]",
    **{
        f"update Toy car Ant {word}": (
            f"\n! tavola update: {word.partition('+')[0]}: += adds to numbers only. "
            "Set it with =.\n[1]"
        )
        for word in ("label+=x", "tags+=c", "isNew+=true", "notes+={}")
    },
    "put Toy": "\n! tavola put: Toy has no fields. Give name=value, or --from FILE.\n[1]",
    "put Toy kind=car name=Dor": """
Toy, new
┏━━━━━━━┳━━━━━━━━┳━━━━━━━┓
┃ field ┃ before ┃ after ┃
┡━━━━━━━╇━━━━━━━━╇━━━━━━━┩
│ kind  │        │ car   │
│ name  │        │ Dor   │
└───────┴────────┴───────┘
"""
    + NOTHING,
    "put Toy kind=car name=Dor --yes": """
Toy, new
┏━━━━━━━┳━━━━━━━━┳━━━━━━━┓
┃ field ┃ before ┃ after ┃
┡━━━━━━━╇━━━━━━━━╇━━━━━━━┩
│ kind  │        │ car   │
│ name  │        │ Dor   │
└───────┴────────┴───────┘
Toy
┌──────┬─────┐
│ kind │ car │
│ name │ Dor │
│ tags │     │
│ sold │ 0   │
└──────┴─────┘
""",
}


@pytest.mark.parametrize("line", LOOKING)
def test_what_is_found_is_shown(tavola: Words, line: str) -> None:
    assert screen(tavola, line) == LOOKING[line]


@pytest.mark.parametrize("line", CHANGING)
def test_what_would_change_is_shown_before(tavola: Words, line: str) -> None:
    assert screen(tavola, line) == CHANGING[line]


@pytest.mark.parametrize("columns", [20, 43, 74, 80, 100, 110, 130])
def test_a_grid_of_any_width_fits_its_terminal(
    tavola: Words, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    shown = tavola(*OF_KIND.split())[1].splitlines()

    assert max(map(len, shown)) <= columns
    assert {line[-1] for line in shown} == {"┓", "┃", "┩", "│", "┘"}


class Terminal(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "is_done"),
    [("y\n", True), (" YES \n", True), ("n\n", False), ("\n", False), ("", False), ("ye\n", False)],
)
@pytest.mark.parametrize(
    ("line", "question", "done"),
    [
        ("delete Toy car Beetle", "Delete it?", "1 item deleted."),
        ("update Toy car Beetle sold=1", "Change it?", "1 item changed."),
        ("put Toy kind=car name=Dor", "Write it?", "└──────┴─────┘"),
    ],
)
def test_who_sits_at_a_terminal_is_asked(
    tavola: Words, monkeypatch: pytest.MonkeyPatch, typed: str, is_done: bool,
    line: str, question: str, done: str,
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", Terminal(typed))

    code, out, err = tavola(*line.split())

    before, _, after = out.partition(f"{question} [y/N] ")
    assert (code, err, before != "") == (0, "", True)
    assert after.splitlines()[-1] == (done if is_done else "Nothing was changed.")


def test_an_item_that_is_put_over_another_is_shown_beside_it(tavola: Words) -> None:
    assert screen(tavola, "put Toy kind=car name=Beetle label=B1 price=2") == (
        """
Toy, over the one that is there
┏━━━━━━━┳━━━━━━━━━━━━━━━━┳━━━━━━━┓
┃ field ┃ before         ┃ after ┃
┡━━━━━━━╇━━━━━━━━━━━━━━━━╇━━━━━━━┩
│ price │ 1              │ 2     │
│ isNew │ true           │       │
│ tags  │ ["a","b"]      │       │
│ notes │ {"n":[1,null]} │       │
│ sold  │ 0              │       │
└───────┴────────────────┴───────┘
"""
        + NOTHING
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[]", "--from - is not a JSON object."),
        ("{", "--from - is not JSON: Input data was truncated."),
        ('{"size": 1}', "size: Toy has no such field. It has kind, name, label, price, isNew, tags,"
         " notes, sold."),
        ('{"price": "x"}', "price: 'x' is not a number."),
        ("{}", "Toy has no fields. Give name=value, or --from FILE."),
    ],
)  # fmt: skip
def test_a_document_that_cannot_be_put_is_told(
    tavola: Words, monkeypatch: pytest.MonkeyPatch, content: str, told: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))

    assert tavola("put", "Toy", "--from", "-", "--yes") == (1, "", f"tavola put: {told}\n")


def test_words_stand_over_what_a_document_says(
    tavola: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = b'{"kind": "bus", "name": "Dor", "isNew": true}'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(document)))

    tavola("put", "Toy", "--from", "-", "kind=car", "--yes")

    assert tavola("get", "Toy", "car", "Dor", "--json")[1] == (
        '{"kind":"car","name":"Dor","isNew":true,"tags":[],"sold":0}\n'
    )


@pytest.mark.parametrize("limit", ["0", "x", "-1"])
def test_a_limit_is_one_or_more(
    tavola: Words, capsys: pytest.CaptureFixture[str], limit: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        tavola("query", "Toy", f"--limit={limit}")

    assert (caught.value.code, capsys.readouterr().err.splitlines()[-1]) == (
        2,
        f"tavola query: error: argument --limit: '{limit}' is not a number of items. "
        "Give 1 or more.",
    )


def test_a_change_of_a_counter_alone_needs_its_item(
    tavola: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(*_: object) -> bool:
        return tavola("delete", "Toy", "car", "Beetle", "--yes")[0] == 0

    monkeypatch.setattr("tavola.cli.update.is_confirmed", leave)

    assert tavola("update", "Toy", "car", "Beetle", "sold+=3")[0] == 1
    assert tavola("get", "Toy", "car", "Beetle")[0] == 1


def test_a_partition_of_several_pages_is_shown_to_its_end(tavola: Words) -> None:
    with opened(Path(), "shelf", SHELF) as db:
        for name in ("Dor", "Earwig", "Fly", "Gnat"):
            db.toy.create(kind="car", name=name, notes={"text": "x" * 390_000})

    def names(*words: str) -> list[str]:
        lines = tavola("items", "KIND#car", "--json", *words)[1].splitlines()
        return [line.partition('"name":{"S":"')[2].partition('"')[0] for line in lines]

    assert names() == ["", "Ant", "Beetle", "Cricket", "Dor", "Earwig", "Fly", "Gnat"]
    assert names("--limit", "6") == ["", "Ant", "Beetle", "Cricket", "Dor", "Earwig"]
    assert names("--limit", "7") == ["", "Ant", "Beetle", "Cricket", "Dor", "Earwig", "Fly"]
