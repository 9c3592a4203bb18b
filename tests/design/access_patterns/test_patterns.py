"""Access patterns: each is answered by a query, within what the index holds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tavola.design import Design
from tavola.design.checks.cost import estimate_pattern_units

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

TASKS = """
    table:
      indexes:
        GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK, projection: {include: [title, state]}}
        GSI2: {partitionKey: GSI2PK, sortKey: GSI2SK, projection: keysOnly}
    models:
      Task:
        fields:
          id: {type: StringField}
          owner: {type: StringField}
          state: {type: EnumField, values: [open, done]}
          day: {type: DateTimeField, storage: iso}
          title: {type: StringField}
          text: {type: StringField, heavy: true}
        key: {PK: "OWNER#{owner}", SK: "TASK#{state}#{id}"}
        indexes:
          tasksForOwner: primaryKey
          tasksByDay: {index: GSI1, GSI1PK: "STATE#{state}", GSI1SK: "{day}"}
          tasksById: {index: GSI2, GSI2PK: "ID#{id}", GSI2SK: "{day}"}
    accessPatterns:
      question: {model: Task, %s}
    """


@pytest.mark.parametrize(
    ("line", "index"),
    [
        ("query: tasksForOwner", "tasksForOwner"),
        ("query: primaryKey", "tasksForOwner"),
        ("given: [owner]", "tasksForOwner"),
        ("given: [owner, state]", "tasksForOwner"),
        ("given: {owner: equals, state: equals, id: beginsWith}", "tasksForOwner"),
        ("given: {state: equals, day: between}", "tasksByDay"),
        ("given: [id]", "tasksById"),
    ],
)
def test_a_pattern_finds_the_index_that_answers_it(load: Load, line: str, index: str) -> None:
    assert load(TASKS % line).patterns["question"].index == index


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "given: [title]",
            "asks Task by title, which no index answers, so that it needs a scan. "
            "Add an index with these fields in its key, or name one with 'query'.",
        ),
        (
            "limit: 10",
            "asks Task for all items, which no index answers, so that it needs a scan. "
            "Add an index with these fields in its key, or name one with 'query'.",
        ),
        ("query: scan", "'query: scan' needs a scan. Add an index and name it here."),
        (
            "given: {owner: beginsWith}",
            "asks for 'owner' by beginsWith, but it is in a partition key. "
            "DynamoDB takes equality there; add an index with it in the sort key.",
        ),
        (
            "query: tasksForOwner, given: {owner: beginsWith}",
            "asks for 'owner' by beginsWith, but it is in the partition key of 'tasksForOwner'. "
            "DynamoDB takes equality there; add an index with it in the sort key.",
        ),
        (
            "query: tasksForOwner, given: [state]",
            "does not give 'owner', so that 'tasksForOwner' would need a scan. "
            "Give every field of the partition key.",
        ),
        (
            "query: tasksForOwner, given: [owner, id]",
            "gives owner, id, which do not lead the sort key of 'tasksForOwner' (state, id). "
            "Give leading fields by equality and a condition on the last one.",
        ),
        ("query: taskForOwner", "Task has no index 'taskForOwner'. Did you mean 'tasksForOwner'?"),
        ("given: [ownr]", "'given' names unknown field 'ownr'. Did you mean 'owner'?"),
        (
            "query: tasksForOwner, only: [titel]",
            "'only' names unknown field 'titel'. Did you mean 'title'?",
        ),
        (
            "query: tasksForOwner, only: [text]",
            "'only' asks for the heavy field 'text' in a list. "
            "Read it with get, or leave heavy out of the field.",
        ),
        (
            "query: tasksByDay, only: [owner]",
            "'only' needs 'owner', which the projection of GSI1 misses. "
            "Include it: projection: {include: [owner]}, or all.",
        ),
        (
            "query: tasksById, filter: {title: x}",
            "'filter' needs 'title', which the projection of GSI2 misses. "
            "Include it: projection: {include: [title]}, or all.",
        ),
        (
            "query: tasksByDay, filter: {title: {$ne: {$field: owner}}}",
            "'filter' needs 'owner', which the projection of GSI1 misses. "
            "Include it: projection: {include: [owner]}, or all.",
        ),
        (
            "query: tasksForOwner, maxCapacity: 0.5, limit: 1000",
            "a page costs about 1266.5 read units, more than maxCapacity 0.5. "
            "Lower limit, project less into the index, or give fields their expectedBytes.",
        ),
        ("query: tasksForOwner, maxCapacity: -1", "'maxCapacity' is -1. Write a number above 0."),
        ("query: tasksForOwner, limit: 0", "'limit' is 0. Write 1 to 100000."),
        (
            "query: tasksForOwner, fliter: {state: open}",
            "has unknown key 'fliter'. Did you mean 'filter'?",
        ),
    ],
)
def test_a_pattern_that_cannot_be_answered_says_why(check: Check, line: str, message: str) -> None:
    found = [re.split("question:? ", one, maxsplit=1)[1] for one in check(TASKS % line)]
    assert message in found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "given: [owner]",
            "asks Task by owner; the primary key answers that, but has no name to query it by. "
            "Add it to the model's indexes, as allItems: primaryKey.",
        ),
        (
            "given: {owner: beginsWith}",
            "asks for 'owner' by beginsWith, but it is in a partition key. "
            "DynamoDB takes equality there; add an index with it in the sort key.",
        ),
    ],
)
def test_a_primary_key_without_a_name_is_known_too(check: Check, line: str, message: str) -> None:
    unnamed = TASKS.replace("          tasksForOwner: primaryKey\n", "")
    assert check(unnamed % line) == [f"shop.yaml:20: accessPatterns.question {message}"]


@pytest.mark.parametrize(
    ("filter_text", "problem"),
    [
        ("{sate: open}", "names unknown field 'sate'. Did you mean 'state'?"),
        ("{state: opne}", "'state' is never 'opne'. Did you mean 'open'?"),
        ("{state: {$eq: donee}}", "'state' is never 'donee'. Did you mean 'done'?"),
        (
            "{title: {$begins: a}}",
            "'title' has unknown operator '$begins'. Did you mean '$beginsWith'?",
        ),
        (
            "{$or: [{state: open}, {titel: x}]}",
            "names unknown field 'titel'. Did you mean 'title'?",
        ),
        ("{$not: {titel: x}}", "names unknown field 'titel'. Did you mean 'title'?"),
        ("[a]", "a list is not a filter. Write {field: value}."),
        ("{title: 5}", "5 does not fit 'title', a StringField. It takes a string."),
        ("{title: {$in: x}}", "$in has 'x'. Write a list of values."),
        ("{title: {$between: [a]}}", "$between has ['a']. Write [low, high]."),
        ("{title: {$in: [a, 5]}}", "5 does not fit 'title', a StringField. It takes a string."),
        ("{title: {$contains: 5}}", "$contains looks for 5 in 'title'. It takes a string."),
        ("{title: {$exists: x}}", "$exists takes no value. Write true or false."),
        (
            "{title: {$size: {$gtt: 1}}}",
            "the size of 'title' has unknown operator '$gtt'. Did you mean '$gt'?",
        ),
        (
            "{title: {$lt: {$field: ownr}}}",
            "$field names unknown field 'ownr'. Did you mean 'owner'?",
        ),
        (
            "{title: {$field: day}}",
            "'title' is a string, and 'day' a date stored as iso. Compare fields of one kind.",
        ),
        (
            "{title: {$between: [5, {$field: owner}]}}",
            "5 does not fit 'title', a StringField. It takes a string.",
        ),
        ("{title: {$size: x}}", "the size of 'title' is never 'x'. It takes an integer."),
    ],
)
def test_a_filter_is_checked(check: Check, filter_text: str, problem: str) -> None:
    found = check(TASKS % f"query: tasksForOwner, filter: {filter_text}")
    [told] = found
    assert told.removeprefix("shop.yaml:21: accessPatterns.question.filter").lstrip(": ") == problem


def test_a_filter_keeps_its_form(load: Load) -> None:
    line = "query: tasksForOwner, filter: {$or: [{state: open}, {title: {$exists: false}}]}"
    assert load(TASKS % line).patterns["question"].filter == {
        "$or": [{"state": "open"}, {"title": {"$exists": False}}]
    }


def test_an_estimate_counts_pages_of_four_kilobytes(load: Load) -> None:
    design = load(TASKS % "query: tasksByDay, limit: 100")
    assert estimate_pattern_units(design, design.patterns["question"]) == 3.0


def test_an_unknown_model_is_named(check: Check) -> None:
    found = check(TASKS.replace("{model: Task, %s}", "{model: Taks, query: tasksForOwner}"))
    assert found == [
        "shop.yaml:21: accessPatterns.question names unknown model 'Taks'. Did you mean 'Task'?"
    ]


def test_a_pattern_may_not_have_an_index_s_method(check: Check) -> None:
    text = (TASKS % "query: tasksForOwner").replace("question:", "tasks_for_owner:")
    assert check(text) == [
        "shop.yaml:21: accessPatterns.tasks_for_owner: its method 'tasks_for_owner' is that of "
        "Task.indexes.tasksForOwner. Choose another name."
    ]


def test_a_constant_is_part_of_the_pattern(load: Load) -> None:
    days = "['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']"
    line = f"given: {{state: {{equals: open}}, day: {{between: {days}}}}}"
    pattern = load(TASKS % line).patterns["question"]

    assert pattern.index == "tasksByDay"
    assert pattern.given == {"state": "equals", "day": "between"}
    assert pattern.constants == {
        "state": "open",
        "day": ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"],
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("given: {state: {equals: opn}}", "'state' is never 'opn'. Did you mean 'open'?"),
        (
            "given: {state: {equal: open}}",
            "'state' has unknown condition 'equal'. Did you mean 'equals'?",
        ),
        (
            "given: {state: {}}",
            "'state' has nothing. Write one condition with its value, as {equals: open}.",
        ),
        (
            "given: {state: {equals: open, atLeast: a}}",
            "'state' has equals, atLeast. Write one condition with its value, as {equals: open}.",
        ),
        (
            "given: {state: {equals: null}}",
            "'state' equals nothing. Write one condition with its value, as {equals: open}.",
        ),
        (
            "given: {state: {equals: open}, day: {atLeast: today}}",
            "'today' does not fit 'day', a DateTimeField. "
            "It takes an ISO date with a time zone, as '2025-01-15T10:30:00Z'.",
        ),
        (
            "given: {state: {equals: open}, day: {between: '2026-01-01T00:00:00Z'}}",
            "'between' has '2026-01-01T00:00:00Z'. Write [low, high].",
        ),
        (
            "given: {owner: {equals: a}, state: {equals: open}, id: {beginsWith: 5}}",
            "'beginsWith' has 5. It takes a string.",
        ),
    ],
)
def test_a_wrong_constant_is_told_once(check: Check, line: str, message: str) -> None:
    assert check(TASKS % line) == [f"shop.yaml:21: accessPatterns.question.given: {message}"]


def test_a_constant_condition_on_a_partition_key_is_an_error(check: Check) -> None:
    (found,) = check(TASKS % "given: {owner: {beginsWith: a}}")

    assert "asks for 'owner' by beginsWith, but it is in a partition key." in found


@pytest.mark.parametrize(
    ("sort", "units"),
    # Parts in the order of the sort key are read one after another; others side by side, each with
    # a little more than its share.
    [("{at:iso}", 3.0), ("{at:iso}#{name}", 3.0), ("{name}", 4.0)],
)
def test_the_parts_of_a_date_that_are_read_side_by_side_count(
    load: Load, sort: str, units: float
) -> None:
    design = load(f"""
        table: {{indexes: {{GSI1: {{partitionKey: GPK, sortKey: GSK}}}}}}
        models:
          Event:
            fields:
              eventId: {{type: StringField}}
              name: {{type: StringField}}
              at: {{type: DateTimeField, required: true}}
            key: {{PK: "EVENT#{{eventId}}", SK: EVENT}}
            indexes:
              byDay: {{index: GSI1, GPK: "DAY#{{at:%Y-%m-%d}}", GSK: "{sort}"}}
        accessPatterns:
          days: {{model: Event, query: byDay, given: {{at: between}}, limit: 100}}
          day: {{model: Event, query: byDay, given: {{at: equals}}, limit: 100}}
        """)

    assert estimate_pattern_units(design, design.patterns["days"]) == units
    assert estimate_pattern_units(design, design.patterns["day"]) == 3.0


@pytest.mark.parametrize(
    "filter_text",
    [
        "{title: {$contains: a, $beginsWith: b}}",
        "{marks: {$contains: 5}}",
        "{marks: {$size: {$gte: 1, $lt: 9}}}",
        "{title: {$size: {$in: [1, 2]}}}",
        "{title: {$between: [a, b], $ne: c, $exists: true}}",
        "{title: {$between: [{$field: id}, z]}, text: null}",
        "{$and: [{state: open}, {$not: {state: done}}]}",
        "{$or: {state: open, day: {$gt: '2026-01-01T00:00:00Z'}}}",
        "{place.city: Rome}",
    ],
)
def test_a_filter_that_fits_is_good(check: Check, filter_text: str) -> None:
    place = "place: {type: MapField, fields: {city: {type: StringField}}}"
    more = f"marks: {{type: ListField}}\n          {place}\n          text:"
    text = TASKS.replace("text:", more)

    assert check(text % f"query: tasksForOwner, filter: {filter_text}") == []


def test_a_field_that_is_given_with_nothing_is_given_by_equality(load: Load) -> None:
    pattern = load(TASKS % "given: {owner: , state: }").patterns["question"]

    assert pattern.given == {"owner": "equals", "state": "equals"}
