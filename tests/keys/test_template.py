from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.errors import DecodeError, OperationError
from tavola.keys import HIGHEST, TENANT, Placeholder, Template
from tavola.keys.template import text_pattern

ESCAPED = "%#"
LATEST = Template(("CONTENT#", Placeholder("node", "text", ESCAPED), "#LATEST"))
NOTE = Template(
    ("NOTE#", Placeholder("candidate", "text", ESCAPED), "#", Placeholder("voter", "text"))
)
COLON = Template((Placeholder("a", "text", "%#:"), ":", Placeholder("b", "text", ESCAPED), "#x"))
QUEUED = Template(("QAT#", Placeholder("at", "int:8"), "#REQ#", Placeholder("id")))
TENANTED = Template(("[", Placeholder(TENANT, "tenant"), "]#u#", Placeholder("userId")))

texts = st.text(
    st.one_of(
        st.sampled_from("#%:ab/2345x"),
        st.characters(exclude_categories=["Cs"], exclude_characters=HIGHEST),
    ),
    max_size=12,
)


def test_a_key_is_written_from_its_fields() -> None:
    assert QUEUED.format({"at": 7, "id": "r1"}) == "QAT#00000007#REQ#r1"


def test_a_final_value_is_written_as_it_is() -> None:
    assert NOTE.format({"candidate": "A#B", "voter": "C#D%"}) == "NOTE#A%23B#C#D%"


def test_a_value_that_is_followed_is_escaped() -> None:
    assert LATEST.format({"node": "50%#1"}) == "CONTENT#50%25%231#LATEST"


def test_a_delimiter_of_its_own_is_escaped_too() -> None:
    assert COLON.format({"a": "1:2#é", "b": "3:4"}) == "1%3A2%23é:3:4#x"


def test_a_missing_part_leaves_the_key_out() -> None:
    assert QUEUED.format({"at": None, "id": "r1"}) is None


@pytest.mark.parametrize(
    ("template", "values", "missing"),
    [
        (QUEUED, {"id": "r1"}, "at"),
        (QUEUED, {"at": None}, "at, id"),
        (Template((Placeholder("email"),)), {"email": ""}, "email"),
    ],
)
def test_a_missing_part_is_named_when_the_key_is_needed(
    template: Template, values: dict[str, object], missing: str
) -> None:
    with pytest.raises(OperationError) as refused:
        template.format_all(values)

    assert str(refused.value) == (
        f"key '{template}': {missing} has no value. Give every field of the key."
    )


def test_an_empty_key_is_left_out() -> None:
    assert Template((Placeholder("email"),)).format({"email": ""}) is None


def test_falsy_values_are_values() -> None:
    assert QUEUED.format({"at": 0, "id": ""}) == "QAT#00000000#REQ#"


@pytest.mark.parametrize(
    ("values", "prefix"),
    [
        ({}, "QAT#"),
        ({"at": 1}, "QAT#00000001#REQ#"),
        ({"at": 1, "id": "x"}, "QAT#00000001#REQ#x"),
        ({"id": "x"}, "QAT#"),
    ],
)
def test_a_prefix_ends_at_the_delimiter(values: dict[str, object], prefix: str) -> None:
    assert QUEUED.prefix(values) == prefix


def test_a_template_reads_as_it_was_written() -> None:
    assert str(TENANTED) == "[{tenant}]#u#{userId}"


def test_a_constant_has_no_fields() -> None:
    template = Template(("METADATA",))
    assert (template.is_constant, template.fields, template.format({})) == (True, (), "METADATA")


@pytest.mark.parametrize("template", [LATEST, NOTE, COLON])
def test_parsing_is_the_inverse_of_formatting(template: Template) -> None:
    @given(st.fixed_dictionaries(dict.fromkeys(template.fields, texts)))
    @settings(max_examples=150)
    def check(values: dict[str, object]) -> None:
        assert template.parse(template.format_all(values)) == values

    check()


@pytest.mark.parametrize("template", [LATEST, NOTE, COLON])
def test_two_tuples_never_give_one_key(template: Template) -> None:
    tuples = st.fixed_dictionaries(dict.fromkeys(template.fields, texts))

    @given(tuples, tuples)
    @settings(max_examples=150)
    def check(first: dict[str, object], second: dict[str, object]) -> None:
        same_key = template.format_all(first) == template.format_all(second)
        assert same_key == (first == second)

    check()


@pytest.mark.parametrize(
    "text",
    [
        "CONTENT#a#LATES",
        "CONTENT#a#b#LATEST",
        "CONTENT#%41#LATEST",
        "CONTENT#%FF#LATEST",
        "ROUTE#a#LATEST",
        "CONTENT#a",
    ],
)
def test_a_text_of_another_form_does_not_parse(text: str) -> None:
    assert LATEST.matches(text) is False
    with pytest.raises(DecodeError) as refused:
        LATEST.parse(text)

    assert str(refused.value) == (
        f"The key {text!r} does not fit the template 'CONTENT#{{node}}#LATEST'."
    )


def test_a_value_of_another_form_does_not_parse() -> None:
    assert Template((Placeholder("at", "iso"),)).matches("2025-99-15T10:30:00.000Z") is False


@given(st.text(max_size=20), st.text(max_size=8), texts)
@settings(max_examples=200)
def test_a_tenant_never_leaves_its_segment(tenant: str, other: str, user: str) -> None:
    try:
        key = TENANTED.format_all({TENANT: tenant, "userId": user})
    except OperationError:
        return
    assert TENANTED.parse(key) == {TENANT: tenant, "userId": user}
    assert key.startswith(f"[{other}]#") == (other == tenant)


@pytest.mark.parametrize("write", [Template.format, Template.prefix, Template.format_all])
def test_a_value_that_does_not_fit_is_named_with_its_key(write: Callable[..., object]) -> None:
    template = Template((Placeholder("percent", form="int:3"), "#", Placeholder("code")))

    with pytest.raises(OperationError) as refused:
        write(template, {"percent": 1000, "code": "x"})

    assert str(refused.value) == (
        "key '{percent}#{code}': percent: 1000 does not fit 3 digits. "
        "It takes 0 to 999; widen the template or check the value."
    )


RAW = Template((Placeholder("a", "raw:##"), "##", Placeholder("b")))
FOLDED = Template((Placeholder("name", "fold", ESCAPED), "#", Placeholder("n", "desc:8")))


def test_a_raw_value_is_written_as_it_is() -> None:
    assert RAW.format({"a": "50%#1", "b": "#"}) == "50%#1###"
    assert RAW.parse("50%#1x###") == {"a": "50%#1x", "b": "#"}


@pytest.mark.parametrize("value", ["x##y", "x#", "##"])
def test_a_raw_value_that_would_end_too_early_is_refused(value: str) -> None:
    with pytest.raises(OperationError, match="cannot stand before '##' as it is"):
        RAW.format({"a": value, "b": ""})


@given(texts, texts)
def test_a_raw_key_is_read_back_or_refused(first: str, second: str) -> None:
    try:
        text = RAW.format({"a": first, "b": second})
    except OperationError:
        assert (first + "##").find("##") < len(first)
        return
    assert RAW.parse(text or "") == {"a": first, "b": second}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Straße", "STRASSE"), ("É", "e\u0301"), ("ΑΣ", "ας"), ("Ada#1", "ADA#1")],
)
def test_texts_that_fold_alike_have_one_key(one: str, other: str) -> None:
    assert FOLDED.format({"name": one, "n": 1}) == FOLDED.format({"name": other, "n": 1})


@given(texts)
def test_a_folded_key_is_recognised(name: str) -> None:
    text = FOLDED.format({"name": name, "n": 1}) or ""

    assert FOLDED.matches(text)


def test_a_text_that_is_not_folded_is_no_folded_key() -> None:
    assert not FOLDED.matches("Ada#99999998")


def test_the_greatest_number_is_written_first() -> None:
    assert FOLDED.format({"name": "a", "n": 42}) == "a#99999957"
    assert FOLDED.parse("a#99999957") == {"name": "a", "n": 42}


@pytest.mark.parametrize(
    ("name", "literal"),
    [("a", "##"), ("b", ""), ("c", "!")],
)
def test_the_literal_after_a_placeholder_is_known(name: str, literal: str) -> None:
    template = Template((Placeholder("a"), "##", Placeholder("b"), Placeholder("c", "bool"), "!"))

    assert template.literal_after(name) == literal


def test_one_component_is_written_and_refused_alone() -> None:
    assert QUEUED.component("at", 7) == "00000007"
    assert LATEST.component("node", "50%") == "50%25"
    with pytest.raises(OperationError) as refused:
        QUEUED.component("id", 5)

    assert str(refused.value) == (
        "key 'QAT#{at}#REQ#{id}': id: 5 cannot stand in a key. It takes a string."
    )


@pytest.mark.parametrize(
    ("template", "pattern"),
    [
        (LATEST, f"CONTENT\\#[^{HIGHEST}\\#]*\\#LATEST"),
        (COLON, f"[^{HIGHEST}\\#:]*:[^{HIGHEST}\\#]*\\#x"),
        (QUEUED, f"QAT\\#[0123456789]{{8,8}}\\#REQ\\#[^{HIGHEST}]{{0,}}"),
    ],
)
def test_a_quick_test_knows_the_texts_of_a_template(template: Template, pattern: str) -> None:
    assert text_pattern(template).pattern == pattern


def test_a_quick_test_passes_texts_of_several_lines() -> None:
    assert text_pattern(LATEST).fullmatch("CONTENT#a\nb#LATEST")


@pytest.mark.parametrize(
    ("form", "layout", "is_shard"),
    [("part:%Y-%m", "%Y-%m", False), ("shard:8:text", "", True), ("text", "", False)],
)
def test_a_placeholder_knows_what_spreads_a_partition(
    form: str, layout: str, is_shard: bool
) -> None:
    placeholder = Placeholder("at", form)

    assert (placeholder.date_layout, placeholder.is_shard) == (layout, is_shard)


@pytest.mark.parametrize(
    ("parts", "tag"),
    [
        ((Placeholder("n", "number:int"),), "N"),
        ((Placeholder("b", "binary"),), "B"),
        ((Placeholder("t"),), "S"),
        (("N",), "S"),
        ((Placeholder("n", "number:int"), "#"), "S"),
    ],
)
def test_only_what_stands_alone_is_no_text(parts: tuple[str | Placeholder, ...], tag: str) -> None:
    assert Template(parts).tag == tag
