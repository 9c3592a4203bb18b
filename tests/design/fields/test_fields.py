"""Fields: every type, its options and its defaults."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design, FieldSchema
from tavola.design.fields.field_types import FIELD_TYPES

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
        ("StringField", "5", 5, "a string"),
        ("IntegerField", "1.5", 1.5, "an integer"),
        ("IntegerField", "true", True, "an integer"),
        ("IntegerField", "abc", "abc", "an integer"),
        ("FloatField", "abc", "abc", "a number"),
        ("DecimalField", "abc", "abc", "a number, or text in quotes to keep every digit"),
        ("DecimalField", "'NaN'", "NaN", "a number, or text in quotes to keep every digit"),
        ("BooleanField", "'yes'", "yes", "true or false"),
        ("BooleanField", "0", 0, "true or false"),
        ("StringSetField", "[1]", [1], "a list of strings"),
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
            "'values' is not a list of strings. Write [first, second].",
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
        ("x: StringField", "a string stands here. Write a mapping, as {type: StringField}."),
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


MEMBERS = (
    "It holds StringField, IntegerField, FloatField, DecimalField, BooleanField, BinaryField, "
    "StringSetField, EnumField, ListField, MapField, JsonField, UuidField, UlidField, "
    "DateTimeField."
)
UNSTORABLE = "which DynamoDB cannot store. Use at most 38 digits, between -9.99E+125 and 9.99E+125."
EMPTY_LIST = (
    "7: Thing.fields.x: a field with typed members takes no default but an empty list. "
    "Give its members defaults."
)
WRONG: dict[str, list[str]] = {
    "modelPrefix: {type: StringField}": [
        "7: Thing.fields.modelPrefix: 'modelPrefix' means the model's prefix in keys. "
        "Choose another name."
    ],
    "x: {type: RelatedField, model: Thing, defaultValue: 5}": [
        "7: Thing.fields.x: the default 5 does not fit RelatedField. "
        "It takes a primary id as a string."
    ],
    "x: {type: StringField, attribute: ''}": [
        "7: Thing.fields.x: 'attribute' is empty. Write the attribute's name."
    ],
    "x: {type: StringField, attribute: 5}": [
        "7: Thing.fields.x: 'attribute' is a number. Write a string, in quotes if need be."
    ],
    "x: {type: StringField, attribute: y}\n          y: {type: StringField}": [
        "8: Thing.fields.y: 'y' and 'x' are both stored as 'y'. Store one as another."
    ],
    "x: {type: StringField, values: [a], min: 3, model: A}": [
        "7: Thing.fields.x: StringField takes no 'values'. It belongs to EnumField.",
        "7: Thing.fields.x: StringField takes no 'min'. "
        "It belongs to IntegerField, FloatField, DecimalField, CounterField.",
        "7: Thing.fields.x: StringField takes no 'model'. It belongs to RelatedField.",
    ],
    "x: {type: BooleanField, storage: text}": [
        "7: Thing.fields.x: 'storage' is 'text'. There is 'boolean', 'number'."
    ],
    "x: {type: VersionField, storage: text}": [
        "7: Thing.fields.x: 'storage' is 'text'. There is 'ulid', 'number'."
    ],
    "x: {type: DateTimeField, storage: '%d.%m.%Y'}": [
        "7: Thing.fields.x: 'storage' is '%d.%m.%Y', by which dates would not sort, or not be "
        "whole. Write %Y, %m, %d, then in order %H, %M, %S and %f, and %z at the end, "
        "as '%Y-%m-%dT%H:%M:%S.%f%z'."
    ],
    "ttl: {type: TtlField}\n          x: {type: TtlField, attribute: y}": [
        "8: Thing.fields.x: a TtlField must be stored as 'ttl'. "
        "DynamoDB expires by one attribute of the table.",
        "8: Thing.fields.x: a model has one TtlField, not ttl and x. Keep one.",
    ],
    "x: {type: FloatField, defaultValue: 1e999}": [
        f"7: Thing.fields.x: the default has the number inf, {UNSTORABLE}"
    ],
    f"x: {{type: IntegerField, defaultValue: {'1' * 45}}}": [
        f"7: Thing.fields.x: the default has the number {'1' * 45}, {UNSTORABLE}"
    ],
    f"x: {{type: IntegerField, defaultValue: {'1' * 46}}}": [
        f"7: Thing.fields.x: the default has the number {'1' * 45}…, {UNSTORABLE}"
    ],
    "x: {type: MapField, fields: {a: {type: StringField}}, maxMemberCount: 3}": [
        "7: Thing.fields.x: a map with 'fields' takes no 'maxMemberCount'. Leave it out."
    ],
    "x: {type: MapField, fields: {a: {type: StringField}}, items: StringField}": [
        "7: Thing.fields.x: it has 'fields' and 'items'. A map has one of them."
    ],
    "x: {type: MapField, fields: {}}": [
        "7: Thing.fields.x: 'fields' is empty. Name at least one member."
    ],
    "x: {type: MapField, fields: {a: {type: TtlField}}}": [
        f"7: Thing.fields.x.fields.a: a map holds no TtlField. {MEMBERS}"
    ],
    "x: {type: ListField, items: {type: TtlField}}": [
        f"7: Thing.fields.x.items: a list or map holds no TtlField. {MEMBERS}"
    ],
    **{
        f"x: {{type: MapField, fields: {{a: {{type: {kind}, {option}: {value}}}}}}}": [
            f"7: Thing.fields.x.fields.a: a member takes no '{option}'. Leave it out."
        ]
        for kind, option, value in [
            ("StringField", "heavy", "true"),
            ("UlidField", "autoAssign", "true"),
            ("EnumField, values: [b]", "transitions", "{b: []}"),
            ("EnumField, values: [b]", "initial", "b"),
        ]
    },
    "x: {type: ListField, items: {type: StringField, required: true, attribute: y}}": [
        "7: Thing.fields.x.items: 'items' takes no 'required'. Leave it out.",
        "7: Thing.fields.x.items: 'items' takes no 'attribute'. Leave it out.",
    ],
    "x: {type: ListField, items: {type: StringField, defaultValue: a, heavy: true}}": [
        "7: Thing.fields.x.items: 'items' takes no 'heavy'. Leave it out.",
        "7: Thing.fields.x.items: 'items' takes no 'defaultValue'. Leave it out.",
    ],
    "x: {type: MapField, fields: {set: {type: StringField}}}": [
        "7: Thing.fields.x.fields.set: 'set' is taken by a method or an argument of ours ('set'). "
        "Choose another, and say 'attribute'."
    ],
    "x: {type: MapField, fields: {aB: {type: StringField}, a_b: {type: StringField}}}": [
        "7: Thing.fields.x.fields.a_b: another member is 'a_b' in Python too. Rename one."
    ],
    "x: {type: MapField, class: thing, fields: {a: {type: StringField}}}": [
        "7: Thing.fields.x: 'thing' is not a name for a class. Write one as Address."
    ],
    "x: {type: MapField, class: 'A-B', fields: {a: {type: StringField}}}": [
        "7: Thing.fields.x: 'A-B' is not a name for a class. Write one as Address."
    ],
    "x: {type: MapField, class: Thing, fields: {a: {type: StringField}}}": [
        "7: Thing.fields.x: 'Thing' is a model or the table. Choose another."
    ],
    "x: {type: MapField, class: Shop, fields: {a: {type: StringField}}}": [
        "7: Thing.fields.x: 'Shop' is a model or the table. Choose another."
    ],
    "x: {type: MapField, class: A, fields: {a: {type: StringField}}}\n"
    "          y: {type: MapField, class: A, fields: {b: {type: StringField}}}": [
        "8: Thing.fields.y: class 'A' has other members than in line 7. "
        "Write the same ones, or another class."
    ],
    "x: {type: MapField, fields: {a: {type: StringField}}, defaultValue: {a: b}}": [EMPTY_LIST],
    "x: {type: ListField, items: {type: StringField}, defaultValue: [a]}": [EMPTY_LIST],
}


@pytest.mark.parametrize(("line", "messages"), WRONG.items())
def test_a_wrong_field_is_told_with_what_would_be_right(
    check: Check, line: str, messages: list[str]
) -> None:
    assert check(MODEL % line) == [f"shop.yaml:{message}" for message in messages]


@pytest.mark.parametrize(
    ("type_name", "option", "low", "high"),
    [
        ("StringField", "maxLength", 0, 10**9),
        ("StringField", "minLength", 0, 10**9),
        ("StringSetField", "maxStringLength", 0, 10**9),
        ("StringSetField", "maxMemberCount", 0, 10**9),
        ("FloatField", "precision", 0, 20),
        ("StringField", "expectedBytes", 0, 409_600),
    ],
)
def test_an_option_that_is_a_number_has_limits(
    check: Check, type_name: str, option: str, low: int, high: int
) -> None:
    def found(value: int) -> list[str]:
        return check(MODEL % f"x: {{type: {type_name}, {option}: {value}}}")

    assert found(low) == found(high) == []
    assert [*found(low - 1), *found(high + 1)] == [
        f"shop.yaml:7: Thing.fields.x: '{option}' is {value}. Write {low} to {high}."
        for value in (low - 1, high + 1)
    ]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (
            "x: {type: VersionField, storage: number}",
            FieldSchema("x", "x", "VersionField", storage="number"),
        ),
        ("x: {type: VersionField, storage: ulid}", FieldSchema("x", "x", "VersionField")),
        (
            "x: {type: BooleanField, storage: number}",
            FieldSchema("x", "x", "BooleanField", storage="number"),
        ),
        (
            "x: {type: DateTimeField, storage: '%Y-%m-%d'}",
            FieldSchema("x", "x", "DateTimeField", storage="%Y-%m-%d"),
        ),
        (
            "x: {type: StringField, attribute: x, description: It is x.}",
            FieldSchema("x", "x", "StringField", description="It is x."),
        ),
        (
            "x: {type: StringField, attribute: y}",
            FieldSchema("x", "x", "StringField", attribute="y"),
        ),
        (
            "x: {type: ListField, items: {type: StringField}, defaultValue: []}",
            FieldSchema(
                "x",
                "x",
                "ListField",
                default=[],
                element=FieldSchema("items", "items", "StringField"),
            ),
        ),
        (
            "x: {type: UuidField, defaultValue: '00000000-0000-0000-0000-00000000000A'}",
            FieldSchema("x", "x", "UuidField", default="00000000-0000-0000-0000-00000000000A"),
        ),
        ("x: {type: JsonField, defaultValue: 5}", FieldSchema("x", "x", "JsonField", default=5)),
    ],
)
def test_an_option_that_is_usual_leaves_no_trace(load: Load, line: str, field: FieldSchema) -> None:
    assert load(MODEL % line).models["Thing"].fields["x"] == field


@pytest.mark.parametrize(
    "line",
    [
        "x: {type: StringField, maxLength: 3, defaultValue: abc}",
        "x: {type: StringField, minLength: 3, defaultValue: abc}",
        "x: {type: StringField, minLength: 3, maxLength: 3, pattern: 'a.c', defaultValue: abc}",
        "x: {type: IntegerField, min: 5, max: 5, defaultValue: 5}",
        "x: {type: CounterField, max: 5, defaultValue: 5}",
        "x: {type: FloatField, min: 0.1, defaultValue: 0.1}",
        "x: {type: DecimalField, max: '0.10', defaultValue: '0.1'}",
        "x: {type: DecimalField, defaultValue: ' 1_000 '}",
        "x: {type: EnumField, values: [a, b], initial: [a, b], defaultValue: b}",
        "ttl: {type: TtlField, after: 1s}",
        "ttl: {type: TtlField, after: 36600d}",
    ],
)
def test_what_is_just_allowed_is_good(check: Check, line: str) -> None:
    assert check(MODEL % line) == []
