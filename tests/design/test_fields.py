"""Fields: every type, its options and its defaults."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design, FieldSchema
from tavola.design.field_types import FIELD_TYPES

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

ISO_DATE = "an ISO date with a time zone, as '2025-01-15T10:30:00Z'"
MODEL = """
    models:
      Thing:
        modelPrefix: t
        fields:
          thingId: {type: UlidField, autoAssign: true}
          %s
        primaryKey: {partitionKey: thingId}
    """


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (
            "name: {type: StringField, required: true}",
            FieldSchema("name", "name", "StringField", True),
        ),
        (
            "isOpen: {type: BooleanField, defaultValue: false}",
            FieldSchema("isOpen", "is_open", "BooleanField", default=False),
        ),
        (
            "n: {type: IntegerField, defaultValue: 0}",
            FieldSchema("n", "n", "IntegerField", default=0),
        ),
        (
            'empty: {type: StringField, defaultValue: ""}',
            FieldSchema("empty", "empty", "StringField", default=""),
        ),
        (
            "tags: {type: StringSetField, maxStringLength: 50, maxMemberCount: 10}",
            FieldSchema(
                "tags", "tags", "StringSetField", max_string_length=50, max_member_count=10
            ),
        ),
        (
            "at: {type: DateTimeField}",
            FieldSchema("at", "at", "DateTimeField", storage="epochMillis"),
        ),
        (
            "at: {type: DateTimeField, storage: iso, defaultValue: '2025-01-15T10:30:00Z'}",
            FieldSchema("at", "at", "DateTimeField", default="2025-01-15T10:30:00Z", storage="iso"),
        ),
        ("ttl: {type: TtlField}", FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds")),
        (
            "price: {type: DecimalField, defaultValue: '0.10'}",
            FieldSchema("price", "price", "DecimalField", default="0.10"),
        ),
        (
            "rate: {type: FloatField, precision: 2}",
            FieldSchema("rate", "rate", "FloatField", precision=2),
        ),
        (
            "body: {type: StringField, heavy: true, expectedBytes: 9000, maxLength: 20000}",
            FieldSchema(
                "body", "body", "StringField", max_length=20000, is_heavy=True, expected_bytes=9000
            ),
        ),
        (
            "meta: {type: MapField, items: StringField, defaultValue: {a: b}}",
            FieldSchema("meta", "meta", "MapField", default={"a": "b"}, items="StringField"),
        ),
        (
            "state: {type: EnumField, values: [a, b], defaultValue: a}",
            FieldSchema("state", "state", "EnumField", default="a", values=("a", "b")),
        ),
        (
            "parent: {type: RelatedField, model: Thing}",
            FieldSchema("parent", "parent", "RelatedField", model="Thing"),
        ),
    ],
)
def test_a_field_keeps_its_options(load: Load, line: str, field: FieldSchema) -> None:
    assert load(MODEL % line).models["Thing"].fields[field.name] == field


@pytest.mark.parametrize(
    ("type_name", "default", "shown", "taken"),
    [
        ("StringField", "5", 5, "text"),
        ("IntegerField", "1.5", 1.5, "an integer"),
        ("IntegerField", "true", True, "an integer"),
        ("IntegerField", "abc", "abc", "an integer"),
        ("FloatField", "abc", "abc", "a number"),
        ("DecimalField", "abc", "abc", "a number, or text in quotes to keep every digit"),
        ("DecimalField", "'NaN'", "NaN", "a number, or text in quotes to keep every digit"),
        ("BooleanField", "'yes'", "yes", "true or false"),
        ("BooleanField", "0", 0, "true or false"),
        ("StringSetField", "[1]", [1], "a list of texts"),
        ("ListField", "{a: 1}", {"a": 1}, "a list"),
        ("MapField", "[1]", [1], "a mapping"),
        ("UuidField", "abc", "abc", "a UUID"),
        ("DateTimeField", "'2025-01-15'", "2025-01-15", ISO_DATE),
        ("DateTimeField", "5", 5, ISO_DATE),
        ("CounterField", "'1'", "1", "an integer"),
        ("CreateDateField", "'2025-01-15T10:30:00'", "2025-01-15T10:30:00", ISO_DATE),
    ],
)
def test_a_default_must_fit_its_type(
    check: Check, type_name: str, default: str, shown: object, taken: str
) -> None:
    assert check(MODEL % f"x: {{type: {type_name}, defaultValue: {default}}}") == [
        f"shop.yaml:7: Thing.fields.x: the default {shown!r} does not fit {type_name}. "
        f"It takes {taken}."
    ]


@pytest.mark.parametrize("type_name", ["UlidField", "VersionField", "BinaryField"])
def test_some_fields_take_no_default(check: Check, type_name: str) -> None:
    assert check(MODEL % f"x: {{type: {type_name}, defaultValue: abc}}") == [
        f"shop.yaml:7: Thing.fields.x: a {type_name} takes no default. Leave it out."
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "x: {type: EnumField}",
            "an EnumField needs 'values'. Write a list, as [draft, published].",
        ),
        (
            "x: {type: EnumField, values: []}",
            "'values' is no list of texts. Write [first, second].",
        ),
        (
            "ttl: {type: IntegerField}",
            "'ttl' is the attribute that expires items, and IntegerField does not. "
            "Make it a TtlField, or give it another name.",
        ),
        ("x: {type: EnumField, values: [a, a]}", "'values' has 'a' twice. Keep one."),
        (
            "x: {type: EnumField, values: [a], defaultValue: b}",
            "the default 'b' does not fit EnumField. It takes one of its values.",
        ),
        ("x: {}", "'type' is missing. Write one, as {type: StringField}."),
        ("x: StringField", "text stands here. Write a mapping, as {type: StringField}."),
        (
            "x: {type: DateTimeField, storage: epoch}",
            "'storage' is 'epoch'. Did you mean 'epochMillis'?",
        ),
        (
            "x: {type: ListField, items: Strings}",
            "'items' is 'Strings'. Did you mean 'StringField'?",
        ),
        ("x: {type: StringField, required: 'true'}", "'required' is 'true'. Write true or false."),
        ("x: {type: FloatField, precision: 21}", "'precision' is 21. Write 0 to 20."),
        (
            "x: {type: VersionField}\n          y: {type: VersionField}",
            "a model has one VersionField, not x and y. Keep one.",
        ),
    ],
)
def test_a_wrong_option_says_what_would_be_right(check: Check, line: str, message: str) -> None:
    assert any(found.endswith(message) for found in check(MODEL % line)), check(MODEL % line)


def test_special_fields_are_known_by_their_part(load: Load) -> None:
    line = "n: {type: CounterField}, v: {type: VersionField}, ttl: {type: TtlField}"
    model = load(MODEL % "\n          ".join(line.split(", "))).models["Thing"]
    assert (model.counters, model.version_field, model.ttl_field) == (("n",), "v", "ttl")


@pytest.mark.parametrize("type_name", [name for name in FIELD_TYPES if name != "TtlField"])
def test_every_type_of_the_grammar_loads(load: Load, type_name: str) -> None:
    needs = {"EnumField": ", values: [a]", "RelatedField": ", model: Thing"}.get(type_name, "")
    design = load(MODEL % f"x: {{type: {type_name}{needs}}}")
    assert design.models["Thing"].fields["x"].type == type_name


@pytest.mark.parametrize(
    "line",
    [
        "n: {type: FloatField, defaultValue: 1e999}",
        "n: {type: FloatField, defaultValue: -1e999}",
        "n: {type: FloatField, defaultValue: 1e126}",
        "n: {type: FloatField, defaultValue: 1e-131}",
        f"n: {{type: IntegerField, defaultValue: {'1' * 39}}}",
        "n: {type: ListField, defaultValue: [1, [1e999]]}",
        "n: {type: JsonField, defaultValue: {a: [1e999]}}",
    ],
)
def test_a_default_that_no_store_takes_is_refused(check: Check, line: str) -> None:
    (found,) = check(MODEL % line)

    assert ": Thing.fields.n: the default has the number " in found
    assert "which DynamoDB cannot store" in found
