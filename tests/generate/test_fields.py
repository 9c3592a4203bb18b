"""Every field type in a generated module: its default, its round trip, its JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from pydantic import TypeAdapter

from tavola import OperationError
from tests.table.stores import Home, managed_key, put_raw, settle

DESIGN = """
table: {name: shop}
models:
  Thing:
    modelPrefix: t
    fields:
      thingId: {type: UlidField, autoAssign: true}
      text: {type: StringField, defaultValue: ""}
      whole: {type: IntegerField, defaultValue: 0}
      real: {type: FloatField, defaultValue: 1}
      exact: {type: DecimalField, defaultValue: 0.1}
      flag: {type: BooleanField, defaultValue: false}
      words: {type: StringSetField, defaultValue: [b, a]}
      choice: {type: EnumField, values: [a, b], defaultValue: b}
      parts: {type: ListField, defaultValue: [1, {a: x}]}
      notes: {type: MapField, defaultValue: {a: [true]}}
      anything: {type: JsonField, defaultValue: {a: 1.5}}
      uid: {type: UuidField, defaultValue: 12345678-1234-5678-1234-567812345678}
      count: {type: CounterField}
      at: {type: DateTimeField, defaultValue: "2026-01-01T00:00:00Z"}
    primaryKey: {partitionKey: thingId}
"""

DEFAULTS = {
    "text": "",
    "whole": 0,
    "real": 1.0,
    "exact": Decimal("0.1"),
    "flag": False,
    "words": {"a", "b"},
    "choice": "b",
    "parts": [1, {"a": "x"}],
    "notes": {"a": [True]},
    "anything": {"a": 1.5},
    "uid": UUID("12345678-1234-5678-1234-567812345678"),
    "count": 0,
    "at": datetime(2026, 1, 1, tzinfo=UTC),
}


@pytest.fixture(name="module")
def generated(generate: Any) -> Any:
    return generate(DESIGN)


def test_a_default_is_what_the_design_says(module: Any) -> None:
    thing = module.Thing()
    assert {name: getattr(thing, name) for name in DEFAULTS} == DEFAULTS


def test_a_default_belongs_to_one_instance(module: Any) -> None:
    module.Thing().parts.append(2)
    assert module.Thing().parts == DEFAULTS["parts"]


def test_what_is_stored_is_read_back(home: Home, module: Any) -> None:
    db = home.empty(module.Shop)
    thing = db.thing.create()
    assert db.thing.get(thing.thing_id) == thing


def test_what_is_written_as_json_is_read_back(module: Any) -> None:
    adapter = TypeAdapter[Any](module.Thing)
    assert adapter.validate_json(adapter.dump_json(module.Thing())) == module.Thing()
    assert adapter.validate_python({}) == module.Thing()


def test_an_item_without_a_field_has_none_but_an_empty_set_and_a_counter_at_0(
    home: Home, module: Any
) -> None:
    db = home.empty(module.Shop)
    thing_id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    put_raw(db, {**managed_key("t", thing_id), "thingId": {"S": thing_id}})
    thing = db.thing.get(thing_id)
    assert (thing.text, thing.words, thing.count) == (None, set(), 0)


TENANTS = """
table:
  name: desk
  tenancy: required
  indexes:
    GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
models:
  Project:
    fields:
      area: {type: StringField, required: true}
      name: {type: StringField, required: true}
    key: {PK: "T#{tenant}#PROJECT#{area}", SK: "NAME#{name}"}
    indexes: {projectsInArea: primaryKey}
  Task:
    fields:
      taskId: {type: UlidField, autoAssign: true}
      projectId: {type: RelatedField, model: Project, required: true}
    key: {PK: "T#{tenant}#TASK#{taskId}", SK: META}
    indexes:
      tasksForProject: {index: GSI1, GSI1PK: "T#{tenant}#P#{projectId}", GSI1SK: "TASK#{taskId}"}
"""


def test_relations_of_models_with_two_part_keys_stay_within_their_tenant(
    home: Home, generate: Any
) -> None:
    db = home.empty(generate(TENANTS).Desk)
    acme, zeta = db.tenant("acme"), db.tenant("zeta")
    project = acme.project.create(area="a#b", name="c#d")
    zeta.project.create(area="a#b", name="c#d")
    task = acme.task.create(project_id=project.primary_id)
    zeta.task.create(project_id=project.primary_id)
    settle(db)
    assert task.get_project() == project
    assert list(project.query_tasks()) == [task]


MEMBERS = """
table: {name: shop}
models:
  Thing:
    modelPrefix: t
    fields:
      thingId: {type: UlidField, autoAssign: true}
      scores: {type: ListField, items: IntegerField, maxMemberCount: 2}
      names: {type: MapField, items: StringField}
    primaryKey: {partitionKey: thingId}
"""


def test_members_of_lists_and_maps_are_what_the_design_says(generate: Any) -> None:
    thing = generate(MEMBERS).Thing(scores=[1, 2], names={"a": "x"})
    assert (thing.scores, thing.names) == ([1, 2], {"a": "x"})


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"scores": ["1"]}, "holds '1'. Its members are IntegerFields."),
        ({"scores": [True]}, "holds True. Its members are IntegerFields."),
        ({"scores": [1, 2, 3]}, "has 3 members. At most 2 are allowed."),
        ({"names": {"a": 1}}, "holds 1. Its members are StringFields."),
    ],
)
def test_other_members_are_refused(generate: Any, values: dict[str, Any], problem: str) -> None:
    with pytest.raises(OperationError, match=problem):
        generate(MEMBERS).Thing(**values)
