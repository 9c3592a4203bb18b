"""Constraints of several fields: what they may name, in both layouts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

FIELDS = (
    "{id: {type: StringField}, org: {type: StringField}, n: {type: CounterField}, "
    "x: {type: FloatField}, tags: {type: StringSetField}, ttl: {type: TtlField}, "
    "more: {type: MapField}, state: {type: EnumField, values: [on, off]}}"
)
MANAGED = f"""
    models:
      Member:
        modelPrefix: m
        fields: {FIELDS}
        primaryKey: {{partitionKey: id}}
        uniqueConstraints:
          uniquePlace: {{%s, uniqueConstraintId: uc1}}
    """
TEMPLATES = f"""
    models:
      Member:
        fields: {FIELDS}
        key: {{PK: "MEMBER#{{id}}", SK: MEMBER}}
        uniqueConstraints:
          uniquePlace: {{%s}}
    """


@pytest.mark.parametrize(
    ("design", "line", "key", "values"),
    [
        (MANAGED, "fields: [org, id]", "_raft_uc#_uc1#m#org:a%23#id:b#", {"org": "a#", "id": "b#"}),
        (MANAGED, "fields: [id]", "_raft_uc#_uc1#m#id:b#", {"id": "b#"}),
        (TEMPLATES, "fields: [org, id]", "UNIQUE#Member#uniquePlace#a#b", {"org": "a", "id": "b"}),
        (
            TEMPLATES,
            "fields: [x, org]",
            "UNIQUE#Member#uniquePlace#bff8000000000000#a",
            {"x": 1.5, "org": "a"},
        ),
        (
            TEMPLATES,
            'fields: [id, org], PK: "AT#{org}#{id}", SK: LOCK',
            "AT#a#b",
            {"org": "a", "id": "b"},
        ),
    ],
)
def test_a_lock_is_made_of_all_fields(
    load: Load, design: str, line: str, key: str, values: dict[str, object]
) -> None:
    unique = load(design % line).models["Member"].uniques["uniquePlace"]

    assert unique.key.partition.format(values) == key
    assert set(unique.fields) == set(values)


@pytest.mark.parametrize(
    ("design", "line", "message"),
    [
        (MANAGED, "fields: [orgg, id]", "'fields' names unknown field 'orgg'. Did you mean 'org'?"),
        (MANAGED, "field: org, fields: [id]", "has 'field' and 'fields'. Keep one of them."),
        (MANAGED, "fields: []", "'fields' is not a list of strings. Write [first, second]."),
        (MANAGED, "fields: [id, id]", "'fields' has 'id' twice. Keep one."),
        (
            MANAGED,
            "fields: [org, n]",
            "'n' is a counter, and an addition cannot claim a value. Use an IntegerField.",
        ),
        (
            MANAGED,
            "fields: [org, tags]",
            "'tags' is a StringSetField, which no key can hold. "
            "Use a field with one string, number or date.",
        ),
        (
            TEMPLATES,
            'fields: [org, id], PK: "AT#{org}", SK: LOCK',
            "its templates do not name 'id'. Write 'ID#{id}'.",
        ),
        (
            TEMPLATES,
            'fields: [org], PK: "AT#{org}#{id}", SK: LOCK',
            "its templates name 'id', which is not among 'fields'. Name it in both, or in none.",
        ),
        (
            TEMPLATES,
            'fields: [org, id], PK: "AT#{org}#{id}"',
            "'SK' is missing. It takes a template, as 'USER#{name}'.",
        ),
        (TEMPLATES, "fields: [org, idd]", "'fields' names unknown field 'idd'. Did you mean 'id'?"),
    ],
)
def test_a_mistake_in_the_fields_is_told_once(
    check: Check, design: str, line: str, message: str
) -> None:
    (found,) = check(design % line)

    assert found.partition(": Member.uniqueConstraints.uniquePlace")[2].lstrip(": ") == message


@pytest.mark.parametrize("design", [MANAGED, TEMPLATES])
def test_a_constraint_may_hold_under_a_condition(load: Load, design: str) -> None:
    line = "fields: [org], while: {state: 'on', $or: [{x: {$gt: 1}}, {id: {$exists: true}}]}"
    unique = load(design % line).models["Member"].uniques["uniquePlace"]

    assert unique.condition["state"] == "on"
    assert unique.parts == ("org", "state", "x", "id")


@pytest.mark.parametrize("design", [MANAGED, TEMPLATES])
@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("{stat: 'on'}", "names unknown field 'stat'. Did you mean 'state'?"),
        ("{state: onn}", "'state' is never 'onn'. Did you mean 'on'?"),
        ("{x: {$gte: 1, $gtt: 2}}", "'x' has unknown operator '$gtt'. Did you mean '$gt'?"),
        ("{}", "a mapping is not a filter. Write {field: value}."),
        (
            "{ttl: {$exists: false}}",
            "'ttl' ends the lock by itself. Leave it out: what has expired is gone.",
        ),
        (
            "{more: {$exists: false}}",
            "'more' is a MapField. Use fields with one string, number or date.",
        ),
    ],
)
def test_a_mistake_in_the_condition_is_told_once(
    check: Check, design: str, condition: str, message: str
) -> None:
    (found,) = check(design % f"fields: [org], while: {condition}")

    told = found.partition(": Member.uniqueConstraints.uniquePlace.while")[2]
    assert told.lstrip(": ") == message
