from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.keys import Placeholder, Template
from tavola.keys.overlap import find_common_text

P = Placeholder
LATEST = Template(("CONTENT#", P("node", "text", "%#"), "#LATEST"))
VERSION = Template(("CONTENT#", P("node", "text", "%#"), "#v", P("version", "int:8")))
CONTENT = Template(("CONTENT#", P("node")))
ANY = Template((P("text"),))
ESCAPED, OTHER = P("x", "text", "%#"), P("y", "text", "%#")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (LATEST, VERSION),
        (Template(("USER#", P("a"))), Template(("ELECTION#", P("a")))),
        (Template(("META",)), Template(("METADATA",))),
        (Template((P("n", "int:8"),)), Template((P("n", "int:9"),))),
        (Template((P("n", "int20"),)), Template((P("at", "iso"),))),
        (Template(("T#", P("$tenant", "tenant"), "#A")), Template(("T#", P("$tenant", "tenant")))),
        (Template(("u#", P("id"))), Template(("u",))),
        # What is escaped in a value ends it: one has a part more than the other.
        (Template(("A#", ESCAPED)), Template(("A#", ESCAPED, "#B"))),
        (Template(("A#", ESCAPED, "#B")), Template(("A#", ESCAPED, "#", OTHER, "#B"))),
        (Template((ESCAPED, "#", P("n", "int:2"))), Template((ESCAPED, "#", OTHER, "#1"))),
    ],
)
def test_templates_of_different_shape_never_meet(first: Template, second: Template) -> None:
    assert find_common_text(first, second) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (LATEST, CONTENT),
        (VERSION, CONTENT),
        (ANY, LATEST),
        (ANY, Template(("META",))),
        (Template((P("n", "int:8"),)), Template((P("n", "int"),))),
        (Template(("A", P("x"))), Template((P("y"), "B"))),
        (CONTENT, CONTENT),
    ],
)
def test_a_text_that_both_can_write_is_found(first: Template, second: Template) -> None:
    text = find_common_text(first, second)
    assert text is not None
    assert (first.matches(text), second.matches(text)) == (True, True)


parts = st.lists(
    st.one_of(
        st.sampled_from(["A", "#", "A#", "B#A"]),
        st.just(P("x", "text", "%#")),
        st.just(P("y", "int:2")),
    ),
    min_size=1,
    max_size=4,
    unique=True,
)


@given(parts, parts, st.text("AB", max_size=2), st.integers(0, 99))
@settings(max_examples=200)
def test_templates_that_meet_are_always_found(
    first: list[str | Placeholder], second: list[str | Placeholder], text: str, number: int
) -> None:
    left, right = Template(tuple(first)), Template(tuple(second))
    values: dict[str, object] = {"x": text, "y": number}
    same = left.format(values) == right.format(values)
    assert not same or find_common_text(left, right) is not None


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (CONTENT, LATEST, "CONTENT##LATEST"),
        (Template(("u#", P("id"))), Template(("u#", P("other"))), "u#"),
        (Template((P("n", "int:2"), "#")), Template((P("x"),)), "11#"),
        (Template((P("n", "int"),)), Template((P("m", "int:3"),)), "111"),
        (Template(("T#", P("$tenant", "tenant"))), Template(("T#", P("x"))), "T#x"),
        (Template((P("b", "bool"),)), Template((P("n", "shard:8:text"),)), "1"),
    ],
)
def test_the_shortest_common_text_is_given(first: Template, second: Template, text: str) -> None:
    assert find_common_text(first, second) == text
