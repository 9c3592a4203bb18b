"""YAML as a tree of plain values: what each text is, and what is not taken."""

from __future__ import annotations

import pytest

from tavola.design.reading.yaml_tree import Node, parse_yaml
from tavola.design.schema import Literals

Told = tuple[int, str, str, str]


def parsed(text: str) -> tuple[Node, list[Told]]:
    """Read a text; give its root, and what was reported."""
    told: list[Told] = []

    def report(*found: *Told) -> None:
        told.append(found)

    return parse_yaml(text, "shop.yaml", report), told


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-17", -17),
        ("+5", 5),
        ("007", 7),
        ("0x1F", 31),
        ("0o17", 15),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("1" * 399, int("1" * 399)),
        ("1" * 400, float("inf")),
        *((text, None) for text in ("~", "null", "Null", "NULL")),
        *((text, True) for text in ("true", "True", "TRUE")),
        *((text, False) for text in ("false", "False", "FALSE")),
        *(
            (text, text)
            for text in ("yes", "no", "on", "nUll", "1_000", "0b1", "2025-01-15", ".inf")
        ),
        ("'1'", "1"),
        ('"true"', "true"),
        ("''", ""),
        ("!!binary aGk=", "aGk="),
    ],
)
def test_a_plain_text_is_what_yaml_1_2_says(text: str, value: Literals) -> None:
    root, told = parsed(f"a: {text}")
    found = root.plain()

    assert (found, told) == ({"a": value}, [])
    assert isinstance(found, dict)
    assert type(found["a"]) is type(value)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a:", "nothing"),
        ("a: {}", "a mapping"),
        ("a: []", "a list"),
        ("a: x", "a string"),
        ("a: true", "a boolean"),
        ("a: 1", "a number"),
        ("a: 1.5", "a number"),
    ],
)
def test_a_value_is_named_in_words(text: str, kind: str) -> None:
    assert parsed(text)[0].entries["a"].kind == kind


def test_a_value_has_the_line_of_its_key_or_its_own() -> None:
    root, _ = parsed("\n\na:\n  - b\n  - c:\n      d\n")
    listed = root.entries["a"].value
    assert isinstance(listed, list)

    assert (root.line, root.entries["a"].line) == (3, 3)
    assert [(one.line, one.file) for one in listed] == [(4, "shop.yaml"), (5, "shop.yaml")]
    assert listed[1].entries["c"].line == 5


@pytest.mark.parametrize("text", ["", "# nothing"])
def test_an_empty_file_is_an_empty_mapping(text: str) -> None:
    assert parsed(text) == (Node({}, 1, "shop.yaml"), [])


@pytest.mark.parametrize(
    ("text", "value", "told"),
    [
        (
            "a: 1\n? [b]\n: 2\nc: 3",
            {"a": 1, "c": 3},
            [(2, "yaml", "a key is not a string.", "Use plain names as keys.")],
        ),
        (
            "a: 1\n\nb: 2\na: 3\nc: 4",
            {"a": 1, "b": 2, "c": 4},
            [(4, "a", "the key 'a' is given twice (first in line 1).", "Keep one.")],
        ),
        (
            "a:\n  b: !mine 5",
            {"a": {"b": 5}},
            [(2, "yaml", "the tag !mine is not taken.", "Leave it out.")],
        ),
        (
            "a: 1\nb: [",
            {},
            [
                (
                    2,
                    "yaml",
                    "expected the node content, but found '<stream end>'.",
                    "Write valid YAML.",
                )
            ],
        ),
    ],
)
def test_what_is_not_taken_is_reported_and_left_out(
    text: str, value: Literals, told: list[Told]
) -> None:
    root, found = parsed(text)

    assert (root.plain(), found) == (value, told)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<<: {a: 1, b: 2}\nb: 3", {"b": 3, "a": 1}),
        ("b: 3\n<<: {a: 1, b: 2}", {"b": 3, "a": 1}),
        ("<<: [{a: 1}, {a: 2, b: 2}]", {"a": 1, "b": 2}),
        ("'<<': {a: 1}", {"<<": {"a": 1}}),
        ("<<: 5\na: 1", {"a": 1}),
    ],
)
def test_a_merge_key_gives_what_is_not_there(text: str, value: Literals) -> None:
    root, told = parsed(text)

    assert (root.plain(), told) == (value, [])


TOO_LARGE = ("yaml", "the file is nested too deep or too large.", "Leave aliases out.")


def test_sixty_levels_are_deep_enough() -> None:
    assert parsed("[" * 60 + "a" + "]" * 60)[1] == []
    assert parsed("\n" + "[" * 61 + "a, b" + "]" * 61)[1] == [(2, *TOO_LARGE)]


def test_of_too_many_values_one_is_reported() -> None:
    def listed(count: int) -> str:
        """Write a list of so many values, those in it and itself counted."""
        return f"[{', '.join(['x'] * (count - 1))}]"

    many = f"- &all {listed(1000)}\n" + "- *all\n" * 98

    assert parsed(f"{many}- {listed(999)}")[1] == []
    assert parsed(f"{many}- {listed(1000)}")[1] == [(100, *TOO_LARGE)]
    assert parsed(f"{many}- {listed(1002)}")[1] == [(100, *TOO_LARGE)]
