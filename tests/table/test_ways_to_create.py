"""A new item is the same whichever way it is written: `create`, `add`, a plan, a transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tavola import OperationError, Table
from tavola.design.load import load_design
from tavola.model.model import values_of
from tavola.operations.creating import prepare_new
from tavola.operations.instances import difference
from tavola.operations.planning import Plan
from tavola.table.dynamic import table_class

FIELDS = r"""
      cls: {type: StringField, required: true, maxLength: 9}
      item: {type: IntegerField, required: true}
      value: {type: StringField}
      given: {type: StringField, defaultValue: "it's \"{0}\" \\ \n"}
      wholeOrNone: {type: IntegerField}
      wholeByDefault: {type: IntegerField, defaultValue: 7}
      real: {type: FloatField, required: true}
      rounded: {type: FloatField, precision: 2}
      exact: {type: DecimalField, required: true}
      exactByDefault: {type: DecimalField, defaultValue: 1.10}
      flag: {type: BooleanField, required: true}
      flagByDefault: {type: BooleanField, defaultValue: false}
      raw: {type: BinaryField, required: true}
      rawOrNone: {type: BinaryField}
      uuid: {type: UuidField, required: true}
      uuidOfTable: {type: UuidField, autoAssign: true}
      ulid: {type: UlidField, autoAssign: true}
      ulidOrNone: {type: UlidField}
      state: {type: EnumField, values: [busy, idle], required: true}
      list: {type: ListField, required: true}
      words: {type: ListField, items: StringField, maxMemberCount: 3}
      map: {type: MapField, required: true}
      mapOrNone: {type: MapField}
      json: {type: JsonField, required: true}
      jsonByDefault: {type: JsonField, defaultValue: {a: [1]}}
      set: {type: StringSetField, required: true}
      setOrNone: {type: StringSetField, maxMemberCount: 3}
      setByDefault: {type: StringSetField, defaultValue: [a, b]}
      count: {type: CounterField}
      countFrom: {type: CounterField, defaultValue: 5}
      at: {type: DateTimeField, required: true}
      atSeconds: {type: DateTimeField, storage: epochSeconds}
      atIso: {type: DateTimeField, storage: iso, required: true}
      atIsoSeconds: {type: DateTimeField, storage: isoSeconds}
      born: {type: DateTimeField, defaultValue: "1970-01-01T00:00:00Z"}
      madeAt: {type: CreateDateField}
      changedAt: {type: ModifiedDateField, storage: iso}
      version: {type: VersionField}
"""
TEMPLATES = rf"""
table:
  name: all_things
  tenancy: required
  partitionKey: "P'K"
  sortKey: "S\"K\\ {{x}}#"
  typeAttribute: "ty\\pe {{}}'"
  indexes:
    GSI1: {{partitionKey: G1PK, sortKey: G1SK}}
    GSI2: {{partitionKey: G2PK, sortKey: G2SK}}
models:
  Every:
    type: "EV'E\"R\\Y {{name}}"
    fields:{FIELDS}
    key: {{"P'K": "T'\"\\#{{tenant}}#{{cls}}", "S\"K\\ {{x}}#": "{{item:03d}}#{{cls}}#{{at:013d}}"}}
    indexes:
      byValue: {{index: GSI1, G1PK: "T#{{tenant}}#{{value}}#{{state}}", G1SK: "{{atIso}}#{{ulid}}"}}
    iteration: {{index: GSI2, G2PK: "T#{{tenant}}#EVERY#{{bucket}}", G2SK: "{{cls}}"}}
    iterationBuckets: 3
  Sole:
    type: SOLE
    fields:
      name: {{type: StringField}}
    key: {{"P'K": "ONE#{{tenant}}#X", "S\"K\\ {{x}}#": ONLY}}
"""
MANAGED = rf"""
table: {{name: all_things}}
models:
  Every:
    modelPrefix: e
    iterationBuckets: 2
    fields:{FIELDS}
    primaryKey: {{partitionKey: cls, sortKey: item}}
    indexes:
      byState: {{partitionKey: state, sortKey: real, indexId: gsi1}}
      byValue: {{partitionKey: value, sortKey: atSeconds, indexId: gsi2}}
      byFlag: {{partitionKey: modelPrefix, sortKey: flagByDefault, indexId: gsi3}}
"""
GUARDED = f"""{MANAGED}
    uniqueConstraints:
      uniqueValue: {{field: value, uniqueConstraintId: uc1}}
      uniqueUuid: {{field: uuid, uniqueConstraintId: uc2}}
""".replace("version: {", "ttl: {type: TtlField}\n      version: {")


class State(str, Enum):  # noqa: UP042 - the texts of a StrEnum's members are their values anyway
    """An application's own words."""

    BUSY = "busy"


class Moment(datetime):
    """A date of another library."""


class Text(str):
    """A text of another class."""

    __slots__ = ()


ZONES = st.sampled_from([UTC, ZoneInfo("UTC"), timezone(timedelta(hours=-3, minutes=-30))])
TEXTS = st.text(st.characters(codec="utf-8"), max_size=9) | st.sampled_from(
    ["a#b", "%", "'\"\\", "{0}", "\n", Text("abc"), State.BUSY]
)
DATES = st.datetimes(datetime(1970, 1, 3), datetime(2200, 1, 1), timezones=ZONES) | st.builds(
    Moment, st.integers(1971, 2100), st.just(2), st.just(3), tzinfo=ZONES
)
WHOLES = st.integers(-(10**37), 10**37)
DECIMALS = st.builds(Decimal, st.integers(-(10**30), 10**30)) | st.just(Decimal("-1.50"))
FLOATS = (
    st.floats(-1e9, 1e9)
    | st.integers(-9, 9)
    | st.sampled_from([0.0, -0.0, 1e16, -1e16, 1e15 + 0.5, 9.9e125, -1e-130, 0.1 + 0.2])
).filter(lambda real: real == 0 or abs(real) >= 1e-130)
ANY_DATES = DATES | st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=ZONES)
PLAIN = st.none() | st.booleans() | st.integers(-99, 99) | st.text("ab#", max_size=3)
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=2),
    max_leaves=5,
)
SETS = st.sets(TEXTS, max_size=3) | st.lists(TEXTS, max_size=3) | st.frozensets(TEXTS, max_size=3)
ULIDS = st.just("01ARZ3NDEKTSV4RRFFQ69G5FAV") | st.just(Text("01ARZ3NDEKTSV4RRFFQ69G5FAV"))
VALUES = st.fixed_dictionaries(
    {
        "cls": TEXTS,
        "item": st.integers(0, 1100),
        "real": FLOATS,
        "exact": DECIMALS | WHOLES,
        "flag": st.booleans(),
        "raw": st.binary(max_size=5),
        "uuid": st.uuids(),
        "state": st.sampled_from(["busy", "idle", State.BUSY]),
        "list": st.lists(JSON, max_size=3),
        "map": st.dictionaries(st.text("ab", max_size=3), JSON, max_size=3),
        "json": JSON.filter(lambda value: value is not None),
        "set": SETS,
        "at": DATES,
        "at_iso": ANY_DATES,
    },
    optional={
        "value": st.none() | TEXTS,
        "given": st.none() | TEXTS,
        "whole_or_none": st.none() | WHOLES,
        "whole_by_default": st.none() | WHOLES,
        "rounded": st.none() | FLOATS,
        "exact_by_default": st.none() | DECIMALS,
        "flag_by_default": st.none() | st.booleans(),
        "raw_or_none": st.none() | st.binary(max_size=3),
        "uuid_of_table": st.uuids(),
        "ulid": ULIDS,
        "ulid_or_none": st.none() | ULIDS,
        "words": st.none() | st.lists(st.text("ab", max_size=3), max_size=3),
        "map_or_none": st.none() | st.dictionaries(st.text("ab", max_size=3), JSON, max_size=3),
        "json_by_default": JSON,
        "set_or_none": st.none() | SETS,
        "set_by_default": st.none() | SETS,
        "count": st.none() | st.integers(-9, 9),
        "count_from": st.none() | st.integers(-9, 9),
        "at_seconds": st.none() | ANY_DATES,
        "at_iso_seconds": st.none() | ANY_DATES,
        "born": st.none() | ANY_DATES,
        "made_at": ANY_DATES,
        "changed_at": ANY_DATES,
    },
)


@cache
def table_of(design: str) -> Any:
    """Open a table of a design that is written here."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "every.yaml"
        path.write_text(design)
        made: type[Table] = table_class(load_design(path))
    table = made.open("memory:", chance=Random(1), clock=lambda: 1_700_000_000.123456)
    return table.tenant("acme") if made.design.table.has_tenancy else table


def item_of(write: Any) -> Any:
    """What a creation would write: the item, or why it cannot be."""
    try:
        plan = write.plan(None)
    except OperationError as refused:
        return str(refused)
    assert isinstance(plan, Plan)
    write.finish(plan)
    return plan.body["Item"]


def create(table: Any, values: dict[str, Any], number: int = 0) -> tuple[Any, Any]:
    """What a handle's creation makes: the instance, and the item or why there is none."""
    codec = table.codec(table.models[number])
    instance, body = prepare_new(table.own_place, codec, values)
    if body is None:
        # Only what has unique values or expires is not written at once, and what has no key.
        item = item_of(table.plans(table.models[number]).add(instance))
        assert isinstance(item, str) or not codec.is_written_at_once
        return instance, item
    return instance, body["Item"]


DESIGNS = pytest.mark.parametrize(
    "design", [TEMPLATES, MANAGED, GUARDED], ids=["templates", "managed", "guarded"]
)


@DESIGNS
@given(values=VALUES)
@settings(max_examples=150, deadline=None)
def test_what_is_made_for_its_creation_is_written_like_any_instance(
    design: str, values: dict[str, Any]
) -> None:
    table = table_of(design)
    plans, model = table.plans(table.models[0]), table.models[0]

    created, item = create(table, values)

    assert item == item_of(plans.add(model(**values_of(created))))


@DESIGNS
@given(values=VALUES)
@settings(max_examples=100, deadline=None)
def test_what_was_created_is_what_is_read_and_has_no_changes(
    design: str, values: dict[str, Any]
) -> None:
    table = table_of(design)
    codec = table.codec(table.models[0])

    created, item = create(table, values)
    assume(isinstance(item, dict))

    assert codec.decoder.bytes(msgspec.json.encode(item), None) == created
    assert difference(codec, created) == []


SOME: dict[str, Any] = {
    "cls": "c#1",
    "item": 7,
    "value": "v",
    "real": 1.5,
    "exact": Decimal("2.50"),
    "flag": True,
    "raw": b"raw",
    "uuid": UUID(int=1),
    "uuid_of_table": UUID(int=2),
    "ulid": "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "state": "idle",
    "list": [1, "a"],
    "map": {"a": None},
    "json": [{}],
    "set": {"b", "a"},
    "at": datetime(2026, 1, 2, tzinfo=UTC),
    "at_iso": datetime(2026, 1, 2, tzinfo=UTC),
    "made_at": datetime(2026, 1, 2, tzinfo=UTC),
    "changed_at": datetime.fromtimestamp(1_700_000_000.123, UTC),
}


def stored_by(table: Any, write: Callable[[Any, Any], object]) -> Any:
    """Write some item in one way; return what is stored, without its version, and delete it."""
    plans = table.plans(table.models[0])
    write(table, plans)
    get = plans._get((SOME["cls"], SOME["item"], *([SOME["at"]] if table.own_place.tenant else [])))
    stored = msgspec.json.decode(table.store.execute("GetItem", get.body()))["Item"]
    table.get(get).delete()
    del stored["version"]
    return stored


def by_create(table: Any, plans: Any) -> None:
    """What the `create` of a generated handle does."""
    del plans
    table.create(table.codec(table.models[0]), SOME)


def by_plan(table: Any, plans: Any) -> None:
    """A planned creation, run."""
    table.run(plans._create(SOME))


def by_add(table: Any, plans: Any) -> None:
    """An instance that was made by hand."""
    table.run(plans.add(table.models[0](**SOME)))


def by_put(table: Any, plans: Any) -> None:
    """An instance, whatever stood there."""
    table.run(plans.put(table.models[0](**SOME)))


def by_upsert(table: Any, plans: Any) -> None:
    """An update of an item that is not there."""
    table.run(plans._upsert(SOME))


def by_transaction(table: Any, plans: Any) -> None:
    """An instance in a transaction."""
    del plans
    with table.transaction() as tx:
        tx.create(table.models[0](**SOME))


@DESIGNS
@pytest.mark.parametrize("write", [by_plan, by_add, by_put, by_upsert, by_transaction])
def test_every_way_stores_what_create_stores(design: str, write: Callable[[Any, Any], Any]) -> None:
    table = table_of(design)

    assert stored_by(table, write) == stored_by(table, by_create)


def test_a_model_of_one_item_is_created_like_any_other() -> None:
    table = table_of(TEMPLATES)
    plans = table.plans(table.models[1])

    _, item = create(table, {}, 1)

    assert item == item_of(plans.add(table.models[1]()))
    assert item == {
        "ty\\pe {}'": {"S": "SOLE"},
        "P'K": {"S": "ONE#acme#X"},
        'S"K\\ {x}#': {"S": "ONLY"},
    }


def test_the_item_of_a_constant_key_is_read_saved_and_deleted() -> None:
    table = table_of(TEMPLATES)
    plans = table.plans(table.models[1])
    sole = table.create(table.codec(table.models[1]), {"name": "a"})
    sole.name = "b"
    sole.save()

    found = table.get(plans._get(()))

    assert (found, found.refresh().name, found.delete()) == (sole, "b", True)
    assert table.get(plans._get(())) is None


def test_what_an_explanation_shows_is_nobody_elses() -> None:
    table = table_of(MANAGED)
    plan = table.plans(table.models[0])._create(SOME)
    shown = plan.explain().request
    shown["ExpressionAttributeNames"]["#other"] = "other"
    shown["Item"].clear()

    assert plan.explain().request == plan.plan(None).body
    assert "#other" not in plan.explain().request["ExpressionAttributeNames"]
