"""A public value counts the same for the program and for the browser, in all of Unicode."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola_systems.requests.domain.draw import tidy_public_value
from tests.parts import missing

SCRIPT = Path(__file__).parents[3] / "src/tavola_systems/requests/static/verify.js"
EVERY = [one for one in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(one) != "Cn"]
ASK = """
import { readFileSync, writeFileSync } from "node:fs";
import { tidyPublicValue } from "./verify.mjs";
const typed = JSON.parse(readFileSync(0, "utf8"));
writeFileSync(1, JSON.stringify(typed.map(tidyPublicValue)));
"""


def tidied(typed: str) -> str | None:
    try:
        return tidy_public_value(typed)
    except OperationError:
        return None


def tidied_by_the_browser(typed: list[str], folder: Path) -> list[str | None]:
    """What the script of the page makes of some values."""
    node = shutil.which("node")
    if node is None:
        missing("there is no Node.js: apt-get install nodejs")
    (folder / "verify.mjs").write_text(SCRIPT.read_text())
    (folder / "ask.mjs").write_text(ASK)
    ran = subprocess.run(
        [node, "ask.mjs"], cwd=folder, input=json.dumps(typed), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    answers: list[str | None] = json.loads(ran.stdout)
    return answers


def test_every_character_counts_the_same_in_the_browser(tmp_path: Path) -> None:
    typed = [text for one in EVERY for text in (f"{one}7", f"7{one}{one}7", f"7{one}")]
    expected = [tidied(one) for one in typed]
    found = tidied_by_the_browser(typed, tmp_path)
    wrong = [ascii(pair) for pair in zip(typed, expected, found, strict=True) if pair[1] != pair[2]]
    assert wrong == []


def test_no_character_that_nobody_sees_counts() -> None:
    unseen = [one for one in EVERY if unicodedata.category(one) in {"Cc", "Cf", "Cs"}]
    assert [one for one in unseen if tidied(one) is not None] == list("\t\n\v\f\r")


@given(st.text(max_size=30))
def test_what_is_tidy_stays_as_it_is(typed: str) -> None:
    value = tidied(typed)
    assert value is None or tidy_public_value(value) == value


def test_a_value_that_grows_when_it_is_composed_is_measured_then() -> None:
    assert tidied("\u0958" * 500) is not None
    assert tidied("\u0958" * 501) is None
