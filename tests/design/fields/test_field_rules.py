"""Rules of fields: what is read, and one finding for each mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tavola.design import Design

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

MODEL = """
    models:
      Thing:
        modelPrefix: t
        fields:
          thingId: {type: UlidField, autoAssign: true}
          endsAt: {type: DateTimeField}
          %s
        primaryKey: {partitionKey: thingId}
    """
STATUS = "status: {type: EnumField, values: [open, paid, sent], %s}"


def test_maps_that_share_a_class_have_the_same_members(check: Check) -> None:
    one = "one: {type: MapField, class: Place, fields: {city: {type: StringField}}}"
    other = "other: {type: MapField, class: Place, fields: {town: {type: StringField}}}"

    found = check(MODEL % f"{one}\n          {other}")

    assert found == [
        "shop.yaml:9: Thing.fields.other: class 'Place' has other members than in line 8. "
        "Write the same ones, or another class."
    ]


def test_typed_maps_are_read(load: Load) -> None:
    lines = "lines: {type: ListField, items: {type: MapField, fields: {sku: {type: StringField}}}}"
    place = "place: {type: MapField, class: Place, fields: {city: {type: StringField}}}"

    fields = load(MODEL % f"{lines}\n          {place}").models["Thing"].fields

    element = fields["lines"].element
    assert element is not None
    assert (element.class_name, [one.name for one in element.members]) == ("ThingLines", ["sku"])
    assert fields["place"].class_name == "Place"
    assert load(MODEL % place).models["Thing"].map_named("Place") == fields["place"]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("n: {type: IntegerField, min: -1, max: 5}", {"minimum": -1, "maximum": 5}),
        ("x: {type: FloatField, min: 0.5}", {"minimum": 0.5, "maximum": None}),
        ("d: {type: DecimalField, max: '9.99'}", {"maximum": "9.99"}),
        ("c: {type: CounterField, min: 0}", {"minimum": 0}),
        (
            "s: {type: StringField, minLength: 1, maxLength: 1, pattern: '[A-Z].*'}",
            {"min_length": 1, "pattern": "[A-Z].*"},
        ),
        (
            STATUS % "transitions: {open: [paid], paid: [sent], sent: []}, initial: open",
            {
                "transitions": (("open", ("paid",)), ("paid", ("sent",)), ("sent", ())),
                "initial": ("open",),
            },
        ),
        (STATUS % "initial: [open, paid]", {"initial": ("open", "paid")}),
        ("at: {type: DateTimeField, storage: '%Y-%m-%d %H'}", {"storage": "%Y-%m-%d %H"}),
        ("b: {type: BooleanField, storage: number}", {"storage": "number"}),
        ("b: {type: BooleanField, storage: boolean}", {"storage": None}),
        ("v: {type: VersionField, storage: number}", {"storage": "number", "is_date": False}),
        ("v: {type: VersionField, storage: ulid}", {"storage": None}),
        ("ttl: {type: TtlField, after: 90d}", {"expires_after": 7_776_000, "expires_from": ""}),
        ("ttl: {type: TtlField, after: 2w}", {"expires_after": 1_209_600}),
        (
            "ttl: {type: TtlField, after: {field: endsAt, add: 15m}}",
            {"expires_after": 900, "expires_from": "endsAt"},
        ),
    ],
)
def test_a_rule_is_read(load: Load, line: str, read: dict[str, Any]) -> None:
    field = load(MODEL % line).models["Thing"].fields[line.partition(":")[0]]

    assert {name: getattr(field, name) for name in read} == read


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("n: {type: IntegerField, min: 0.5}", "n: 'min' is 0.5. Write an integer."),
        (
            "n: {type: DateTimeField, storage: '%d.%m.%Y'}",
            "n: 'storage' is '%d.%m.%Y', by which dates would not sort, or not be whole. Write %Y, "
            "%m, %d, then in order %H, %M, %S and %f, and %z at the end, as "
            "'%Y-%m-%dT%H:%M:%S.%f%z'.",
        ),
        (
            "n: {type: DateTimeField, storage: epochMilis}",
            "n: 'storage' is 'epochMilis'. Did you mean 'epochMillis'?",
        ),
        (
            "n: {type: BooleanField, storage: numbr}",
            "n: 'storage' is 'numbr'. Did you mean 'number'?",
        ),
        (
            "n: {type: MapField, fields: {a: {type: CounterField}}}",
            "n.fields.a: a map holds no CounterField. It holds StringField, IntegerField, "
            "FloatField, DecimalField, BooleanField, BinaryField, StringSetField, EnumField, "
            "ListField, MapField, JsonField, UuidField, UlidField, DateTimeField.",
        ),
        (
            "n: {type: MapField, fields: {a: {type: StringFeild}}}",
            "n.fields.a has unknown field type 'StringFeild'. Did you mean 'StringField'?",
        ),
        (
            "n: {type: MapField, fields: {a: {type: StringField, maxLenght: 3}}}",
            "n.fields.a has unknown option 'maxLenght'. Did you mean 'maxLength'?",
        ),
        (
            "n: {type: MapField, fields: {set: {type: StringField}}}",
            "n.fields.set: 'set' is taken by a method or an argument of ours ('set'). "
            "Choose another, and say 'attribute'.",
        ),
        ("n: {type: MapField, fields: {}}", "n: 'fields' is empty. Name at least one member."),
        (
            "n: {type: MapField, items: StringField, fields: {a: {type: StringField}}}",
            "n: it has 'fields' and 'items'. A map has one of them.",
        ),
        (
            "n: {type: ListField, fields: {a: {type: StringField}}}",
            "n: ListField takes no 'fields'. It belongs to MapField.",
        ),
        (
            "n: {type: ListField, items: {type: VersionField}}",
            "n.items: a list or map holds no VersionField. It holds StringField, IntegerField, "
            "FloatField, DecimalField, BooleanField, BinaryField, StringSetField, EnumField, "
            "ListField, MapField, JsonField, UuidField, UlidField, DateTimeField.",
        ),
        (
            "n: {type: ListField, items: {type: StringField, required: true}}",
            "n.items: 'items' takes no 'required'. Leave it out.",
        ),
        (
            "n: {type: MapField, fields: {a: {type: StringField, heavy: true}}}",
            "n.fields.a: a member takes no 'heavy'. Leave it out.",
        ),
        (
            "n: {type: MapField, defaultValue: {a: b}, fields: {a: {type: StringField}}}",
            "n: a field with typed members takes no default but an empty list. "
            "Give its members defaults.",
        ),
        (
            "n: {type: MapField, class: Thing, fields: {a: {type: StringField}}}",
            "n: 'Thing' is a model or the table. Choose another.",
        ),
        (
            "n: {type: MapField, class: place, fields: {a: {type: StringField}}}",
            "n: 'place' is not a name for a class. Write one as Address.",
        ),
        (
            "n: {type: MapField, fields: {aB: {type: StringField}, a_b: {type: StringField}}}",
            "n.fields.a_b: another member is 'a_b' in Python too. Rename one.",
        ),
        (
            "n: {type: StringField, storage: number}",
            "n: StringField takes no 'storage'. It belongs to BooleanField, VersionField, "
            "DateTimeField, CreateDateField, ModifiedDateField.",
        ),
        ("n: {type: IntegerField, max: many}", "n: 'max' is 'many'. Write an integer."),
        ("n: {type: FloatField, max: '1'}", "n: 'max' is '1'. Write a number."),
        ("n: {type: DecimalField, min: 1e}", "n: 'min' is '1e'. Write a number."),
        (
            "n: {type: IntegerField, min: 5, max: 1}",
            "n: 'min' is 5 and 'max' is 1. Swap them.",
        ),
        (
            "n: {type: StringField, min: 5}",
            "n: StringField takes no 'min'. It belongs to IntegerField, FloatField, DecimalField, "
            "CounterField.",
        ),
        (
            "n: {type: IntegerField, minn: 5}",
            "n has unknown option 'minn'. Did you mean 'min'?",
        ),
        (
            "n: {type: IntegerField, min: 5, defaultValue: 1}",
            "n: the default is 1. At least 5 is allowed. Choose another.",
        ),
        (
            "s: {type: StringField, minLength: 5, maxLength: 1}",
            "s: 'minLength' is 5 and 'maxLength' is 1. Swap them.",
        ),
        (
            "s: {type: StringField, minLength: -5}",
            "s: 'minLength' is -5. Write 0 to 1000000000.",
        ),
        (
            "s: {type: StringField, maxLength: 2, defaultValue: long}",
            "s: the default has 4 characters. At most 2 are allowed. Choose another.",
        ),
        (
            "s: {type: StringField, pattern: '[A-Z'}",
            "s: 'pattern' is not a regular expression: unterminated character set at position 0. "
            "Write one that Python's re module takes.",
        ),
        (
            "s: {type: StringField, pattern: '[A-Z]+', defaultValue: ab}",
            "s: the default is 'ab'. It has to match '[A-Z]+'. Choose another.",
        ),
        (
            STATUS % "transitions: {open: [payd]}",
            "status.transitions: 'payd' is none of the values. Did you mean 'paid'?",
        ),
        (
            STATUS % "transitions: {shut: [paid]}",
            "status.transitions: 'shut' is none of the values. There is 'open', 'paid', 'sent'.",
        ),
        (
            STATUS % "transitions: [open, paid]",
            "status: 'transitions' is a list. "
            "Write what each value may become, as {open: [paid], paid: [sent]}.",
        ),
        (
            STATUS % "transitions: {open: paid}",
            "status.transitions: 'open' is not a list of strings. Write [first, second].",
        ),
        (
            STATUS % "initial: opened",
            "status: 'opened' is none of the values. Did you mean 'open'?",
        ),
        (
            STATUS % "initial: open, defaultValue: paid",
            "status: the default 'paid' is not among 'initial'. A new item may have 'open'.",
        ),
        (
            "ttl: {type: TtlField, after: 90}",
            "ttl: 'after' is 90. Write a number and its unit (s, m, h, d or w), as 90d.",
        ),
        (
            "ttl: {type: TtlField, after: 0d}",
            "ttl: 'after' is '0d'. Write a number and its unit (s, m, h, d or w), as 90d.",
        ),
        (
            "ttl: {type: TtlField, after: {field: endsAt}}",
            "ttl.after: 'add' is missing. It takes a duration, as 7d.",
        ),
        (
            "ttl: {type: TtlField, after: {field: endAt, add: 7d}}",
            "ttl.after: 'endAt' is not a field. Did you mean 'endsAt'?",
        ),
        (
            "ttl: {type: TtlField, after: {field: thingId, add: 7d}}",
            "ttl.after: 'thingId' is not a date field. There is 'endsAt'.",
        ),
        (
            "ttl: {type: TtlField, after: {field: endsAt, plus: 7d}}",
            "ttl.after has unknown key 'plus'. There is 'field', 'add'.",
        ),
        (
            "ttl: {type: TtlField, required: true, after: 7d}",
            "ttl: 'after' gives it a value by itself, and 'required' asks for one. "
            "Leave one of them out.",
        ),
        (
            "at: {type: DateTimeField, after: 7d}",
            "at: DateTimeField takes no 'after'. It belongs to TtlField.",
        ),
    ],
)
def test_a_mistake_in_a_rule_is_told_once(check: Check, line: str, finding: str) -> None:
    assert check(MODEL % line) == [f"shop.yaml:8: Thing.fields.{finding}"]
