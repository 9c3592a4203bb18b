"""A model with a field of every type, in three layouts, and values for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from tavola import Table
from tavola.design.load import load_design
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
      atMicros: {type: DateTimeField, storage: "%Y-%m-%dT%H:%M:%S.%f%z", required: true}
      atDay: {type: DateTimeField, storage: "%Y%m%d"}
      numbered: {type: BooleanField, storage: number, required: true}
      numberedOrNone: {type: BooleanField, storage: number}
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
        "at_micros": ANY_DATES,
        "numbered": st.booleans(),
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
        "at_day": st.none() | ANY_DATES,
        "numbered_or_none": st.none() | st.booleans(),
        "born": st.none() | ANY_DATES,
        "made_at": ANY_DATES,
        "changed_at": ANY_DATES,
    },
)


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
    "at_micros": datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC),
    "numbered": True,
    "made_at": datetime(2026, 1, 2, tzinfo=UTC),
    "changed_at": datetime.fromtimestamp(1_700_000_000.123, UTC),
}


@cache
def kind_of(design: str) -> type[Table]:
    """Make the table class of a design that is written here."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "every.yaml"
        path.write_text(design)
        return table_class(load_design(path))
