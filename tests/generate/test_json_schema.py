"""The JSON Schema of a design file: it takes what `check` takes, and refuses wrong structure."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from tavola.design.load import check_design, compile_design
from tavola.generate.json_schema import json_schema, json_schema_text
from tests.design.misspellings import DESIGNS, Misspelling, misspellings
from tests.design.reading.test_bad_files import BAD, user

ROOT = Path(__file__).parents[2]
VALIDATOR = jsonschema_rs.validator_for(json_schema())
STRUCTURAL = re.compile(
    r"unknown key|unknown option|unknown field type|is missing\. It takes|is no option of"
    r"|' is '.*Did you mean|There is |Write \d+ to \d+|Write true or false|in quotes if need be"
)
"""What is wrong with a design without regard to its other parts."""


def designs() -> list[Path]:
    """Every design of the repository that is right."""
    found = [*ROOT.glob("src/**/*.yaml"), *ROOT.glob("tests/table/designs/*.yaml")]
    found += [*ROOT.glob("tests/design/examples/*.yaml"), *ROOT.glob("examples/designs/*.yaml")]
    return sorted(found)


def accepts(text: str) -> bool:
    document: Any = yaml.safe_load(text)
    return VALIDATOR.is_valid(document)


@pytest.mark.parametrize("path", designs(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_design_that_check_takes_is_taken(path: Path) -> None:
    assert not [finding for finding in check_design(path) if finding.is_error]
    document = yaml.safe_load(path.read_text("utf-8"))
    assert [str(error) for error in VALIDATOR.iter_errors(document)] == []


def bad_texts() -> list[tuple[str, bool]]:
    """Designs with one mistake each, and whether it is one of structure."""
    texts = [user(**changes) for _, changes, _ in BAD]
    texts += [one.text for name in DESIGNS for one in misspellings(name)]
    found: list[tuple[str, bool]] = []
    for text in texts:
        _, findings = compile_design([("design.yaml", text)], "design")
        errors = [str(finding) for finding in findings if finding.is_error]
        found.append((text, bool(errors) and all(STRUCTURAL.search(error) for error in errors)))
    return found


def test_nine_of_ten_mistakes_of_structure_are_refused_and_nothing_right_is() -> None:
    structural = [text for text, is_structural in bad_texts() if is_structural]
    refused = [text for text in structural if not accepts(text)]
    assert len(structural) > 250
    assert len(refused) >= 0.9 * len(structural)


def test_what_check_takes_of_misspelt_designs_is_taken() -> None:
    texts = [one for name in DESIGNS for one in misspellings(name) if not _errors(one)]
    assert texts
    assert [one.name for one in texts if not accepts(one.text)] == []


def _errors(one: Misspelling) -> list[str]:
    _, findings = compile_design([("design.yaml", one.text)], "design")
    return [str(finding) for finding in findings if finding.is_error]


def test_every_shipped_design_names_the_schema() -> None:
    shipped = [*ROOT.glob("src/tavola_systems/*/*.yaml"), *ROOT.glob("examples/designs/*.yaml")]
    assert shipped
    named = [path.read_text("utf-8").partition("\n")[0].partition("$schema=") for path in shipped]
    found = [
        (path.parent / address).resolve()
        for path, (_, _, address) in zip(shipped, named, strict=True)
    ]
    assert set(found) == {ROOT / "docs/design.schema.json"}


def test_the_schema_of_the_documentation_is_what_the_grammar_says() -> None:
    assert (ROOT / "docs/design.schema.json").read_text("utf-8") == json_schema_text()
