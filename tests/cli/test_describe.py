"""`tavola describe`: the book of a design, with what its questions cost."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LIBRARY, Words
from tests.generate.changing import where_commands_reach

ROOT = Path(__file__).parents[2]
DESIGNS = sorted(
    [*ROOT.glob("src/tavola_systems/*/design.yaml"), *ROOT.glob("tests/table/designs/*.yaml")]
)


@pytest.mark.parametrize("path", DESIGNS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_question_of_a_design_is_told_with_its_cost(tavola: Words, path: Path) -> None:
    code, out, err = tavola("describe", str(path))
    assert (code, err) == (0, "")
    rows = re.findall(r"^\| `(\w+\.\w+)`.*$", out.partition("## Questions")[2], re.MULTILINE)
    told = re.findall(r"^\| `(\w+\.\w+)`.* units? \| `", out, re.MULTILINE)
    # A model without key fields is read without arguments.
    assert [name for name in rows if name not in told and not name.endswith(".get")] == []


def test_a_partition_shows_its_models_in_their_order(tavola: Words, tmp_path: Path) -> None:
    (tmp_path / "library.yaml").write_text(LIBRARY)
    _, out, _ = tavola("describe", str(tmp_path / "library.yaml"))
    table = out.partition("## The table `library`")[2].partition("###")[0]
    assert re.findall(r"^\| (\S+) \| (\S+) \| ([^|]+) \|", table, re.MULTILINE)[1:] == [
        ("`AUTHOR#{author}`", "`BOOK#{title}`", "Book"),
        ("″", "`META`", "Author"),
        ("`EMAIL#{email}`", "`LOCK`", "lock of Author.uniqueEmail"),
    ]


@where_commands_reach
def test_questions_are_measured_on_stored_items(library: Any, tavola: Words) -> None:
    before = library.book.get("Ada", "Notes")
    code, out, _ = tavola("describe", "--store", os.environ["TAVOLA_STORE"])
    assert code == 0
    assert re.search(r"`Book.booksOfAuthor` .* 0\.5 units, 3 items \|", out)
    assert re.search(r"`Author.uniqueEmail` .* 2 units, 1 item \|", out)
    assert library.book.get("Ada", "Notes") == before
