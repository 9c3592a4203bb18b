"""Whatever stands in a file: errors with their places, or a design that can be used."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.design.load import compile_design
from tavola.generate.module import generate_module

HERE = Path(__file__).parent
FILES = [HERE / "dynamobao-models.yaml", *sorted((HERE / "examples").glob("*.yaml"))]
JUNK = ["", "5", "[]", "{}", "[a, {b: c}]", "true", "null", "'{'", "{tenant}", "a: b", "~", "!!x y"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_spoiled_design_is_found_wrong_or_can_be_used(file: Path) -> None:
    lines = file.read_text().splitlines()

    @given(
        st.lists(st.integers(0, len(lines) - 1), min_size=1, max_size=4),
        st.sampled_from(JUNK),
        st.sampled_from(["drop", "value", "key", "twice"]),
    )
    @settings(max_examples=25)
    def check(places: list[int], junk: str, how: str) -> None:
        spoiled = list(lines)
        for place in places:
            spoiled[place] = spoil(spoiled[place], junk, how)
        check_or_use("\n".join(spoiled))

    check()


def check_or_use(text: str) -> None:
    """See that a design is found wrong, with a place in the file, or that it is a good one."""
    design, findings = compile_design([("x.yaml", text)], "x")
    lines = range(1, text.count("\n") + 2)
    assert [str(one) for one in findings if one.file != "x.yaml" or one.line not in lines] == []
    if not any(finding.is_error for finding in findings):
        compile(generate_module(design, source="x.yaml", output="x.py"), "x.py", "exec")


def spoil(line: str, junk: str, how: str) -> str:
    head, colon, tail = line.partition(":")
    return {
        "drop": "",
        "value": f"{head}{colon} {junk}",
        "key": f"{head[:-1]}{colon}{tail}",
        "twice": f"{line}\n{line}",
    }[how]


literals = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["models", "table", "fields", "key", "indexes", "User", "PK", "type", "primaryKey"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(st.sampled_from(["models", "table", "collections", "accessPatterns"]), literals)
)
@settings(max_examples=100)
def test_any_shape_is_found_wrong_or_can_be_used(shape: dict[str, object]) -> None:
    check_or_use(repr(shape))
