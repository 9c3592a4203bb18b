"""Whatever stands in a file: findings, never an exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.design.load import compile_design
from tavola.errors import Finding

HERE = Path(__file__).parent
FILES = [HERE / "dynamobao-models.yaml", *sorted((HERE / "examples").glob("*.yaml"))]
JUNK = ["", "5", "[]", "{}", "[a, {b: c}]", "true", "null", "'{'", "{tenant}", "a: b", "~", "!!x y"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_spoiled_design_gives_findings(file: Path) -> None:
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
        _, findings = compile_design([("x.yaml", "\n".join(spoiled))], "x")
        assert all(isinstance(finding, Finding) for finding in findings)

    check()


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
def test_any_shape_gives_findings(shape: dict[str, object]) -> None:
    _, findings = compile_design([("x.yaml", repr(shape))], "x")
    assert all(isinstance(finding, Finding) for finding in findings)
