"""A table on which clients meet: unique values, index keys, expiry and a set with a maximum.

Guests have no versions, patrons have ULIDs; everything else is the same. Members and fellows, whose
versions count, are the same again, but for their e-mails, which are unique within a team, and their
nicks, which are free in team u. Lodgers and boarders share their keys; boarders have versions and
never expire.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from copy import copy, deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any

import msgspec

from tavola.codec.codec import Codec
from tavola.design.load import compile_design
from tavola.engine import Engine
from tavola.operations.read.get import Get
from tavola.operations.read.unique_conditions import find_lock
from tavola.operations.write.operations import Create
from tavola.stores.embedded import EmbeddedStore
from tavola.table import Table
from tavola.table.dynamic import table_class
from tavola.table.internals import codecs_of, context_of
from tavola.testing import Clock
from tests.table.stores import Item

FIELDS = """
    fields:
      guestId: {type: StringField, required: true}
      email: {type: StringField}
      nick: {type: StringField}
      team: {type: StringField}
      visits: {type: CounterField}
      points: {type: CounterField}
      tags: {type: StringSetField, maxMemberCount: 2}
      ttl: {type: TtlField}
"""
INDEXES = """
    primaryKey: {partitionKey: guestId}
    indexes:
      byEmail: {partitionKey: team, sortKey: email, indexId: gsi1}
      byVisits: {partitionKey: team, sortKey: visits, indexId: gsi2}
    uniqueConstraints:
      uniqueEmail: {field: email, uniqueConstraintId: uc1}
      uniqueNick: {field: nick, uniqueConstraintId: uc2}
"""
DESIGN = f"""
table: {{name: hall}}
models:
  Guest:
    modelPrefix: g
{FIELDS}{INDEXES}
  Patron:
    modelPrefix: p
{FIELDS}      version: {{type: VersionField}}
{INDEXES}"""
TEMPLATES = """
    key: {_pk: "MODEL#{guestId}", _sk: MODEL}
    indexes:
      byEmail: {index: gsi1, _gsi1_pk: "{team}", _gsi1_sk: "{email}"}
      byVisits: {index: gsi2, _gsi2_pk: "{team}", _gsi2_sk: "{visits:08d}"}
    uniqueConstraints:
      uniqueEmail: {field: email, _pk: "MODEL-EMAIL#{team}#{email}", _sk: LOCK}
      uniqueNick: {field: nick, _pk: "MODEL-NICK#{nick}", _sk: LOCK, while: {team: {$ne: u}}}
"""
LODGE = f"""
table:
  name: lodge
  partitionKey: _pk
  sortKey: _sk
  ttlAttribute: ttl
  indexes:
    gsi1: {{partitionKey: _gsi1_pk, sortKey: _gsi1_sk}}
    gsi2: {{partitionKey: _gsi2_pk, sortKey: _gsi2_sk}}
models:
  Member:
{FIELDS}{TEMPLATES.replace("MODEL", "MEMBER")}
  Fellow:
{FIELDS}      version: {{type: VersionField, storage: number}}
{TEMPLATES.replace("MODEL", "FELLOW")}"""
SHARED = TEMPLATES.replace("MODEL#{guestId}", "ROOM#{guestId}")
INN = f"""
table:
  name: inn
  partitionKey: _pk
  sortKey: _sk
  typeAttribute: kind
  ttlAttribute: ttl
  indexes:
    gsi1: {{partitionKey: _gsi1_pk, sortKey: _gsi1_sk}}
    gsi2: {{partitionKey: _gsi2_pk, sortKey: _gsi2_sk}}
models:
  Lodger:
    sharesKeyWith: Boarder
{FIELDS}{SHARED.replace("_sk: MODEL", "_sk: ROOM").replace("MODEL", "LODGER")}
  Boarder:
{FIELDS.replace("      ttl: {type: TtlField}", "      version: {type: VersionField}")}
{SHARED.replace("_sk: MODEL", "_sk: ROOM").replace("MODEL", "BOARDER")}"""
DESIGNS = {"hall": DESIGN, "lodge": LODGE, "inn": INN}
TABLES = {
    "Guest": "hall",
    "Patron": "hall",
    "Member": "lodge",
    "Fellow": "lodge",
    "Lodger": "inn",
    "Boarder": "inn",
}
START = 1_800_000_000

Values = dict[str, Any]


@cache
def table_class_of(name: str) -> type[Table]:
    design, findings = compile_design([(f"{name}.yaml", DESIGNS[name])], name)
    assert [one for one in findings if one.is_error] == []
    return table_class(design)


@dataclass(frozen=True)
class Act:
    """One operation of a client."""

    verb: str
    one: str = "a"
    other: str = "b"
    values: Values = field(default_factory=dict[str, Any])
    second: str = "update"
    """What a transaction does with the other item, and with what values."""
    more: Values = field(default_factory=dict[str, Any])
    model: str = ""
    """Whose operation it is, if not that of the scene's model."""


@dataclass(frozen=True)
class Scene:
    """What is stored before, and what clients do then."""

    model: str
    items: dict[str, Values]
    clients: tuple[tuple[Act, ...], ...]
    locks: tuple[tuple[str, str], ...] = ()
    """Emails with the owners of locks that were left behind."""
    unending: tuple[str, ...] = ()
    """Emails whose locks do not expire, as DynamoBao writes them."""
    others: dict[str, str] = field(default_factory=dict[str, str])
    """The models of the items that are not the scene's model's."""


class Stage:
    """Tables in memory, one of which a scene takes place on."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self.clock = clock
        self.store = EmbeddedStore(engine)
        self.name = "hall"
        # One source for both, since tokens of one store differ.
        rng = Random(1)
        self._tables: dict[str, Any] = {
            name: table_class_of(name).open("memory:", store=self.store, clock=clock, rng=rng)
            for name in DESIGNS
        }

        self._scene: Scene | None = None
        self._first: list[Item] = []

    @property
    def table(self) -> Any:
        return self._tables[self.name]

    def begin(self, scene: Scene, prepare: Callable[[], None]) -> None:
        """Store what a scene begins with; the second time it is known."""
        self.clock.now = START
        for item in self.stored():
            key = {name: item[name] for name in ("_pk", "_sk")}
            self.store.execute("DeleteItem", {"TableName": self.name, "Key": key})
        if self._scene is scene:
            for item in self._first:
                self.put(item)
        else:
            prepare()
            self._scene, self._first = scene, self.stored()

    def stored(self) -> list[Item]:
        body = {"TableName": self.name, "ConsistentRead": True}
        items: list[Item] = msgspec.json.decode(self.store.execute("Scan", body))["Items"]
        return items

    def put(self, item: Item) -> None:
        self.store.execute("PutItem", {"TableName": self.name, "Item": item})


@contextmanager
def open_stage() -> Generator[Stage]:
    """Open a stage, and close it in the end."""
    clock = Clock(START)
    with Engine.open("memory:", clock=clock) as engine:
        yield Stage(engine, clock)


class Hall:
    """The table as a scene begins, and the clients."""

    def __init__(self, stage: Stage, scene: Scene) -> None:
        stage.name = TABLES[scene.model]
        self.stage = stage
        self.table = stage.table
        self.context = context_of(stage.table)
        self._codecs = {codec.schema.name: codec for codec in codecs_of(self.table)}
        self.codec: Codec[Any] = self._codecs[scene.model]
        stage.begin(scene, lambda: self._prepare(scene))

    def seen_by(self, model: str) -> Hall:
        """The same, for the operations of another model."""
        other = copy(self)
        other.codec = self._codecs[model] if model else self.codec
        return other

    def of(self, item: Item) -> Hall:
        """The same, for the operations of the model that an item belongs to."""
        return self.seen_by(item["kind"]["S"] if "kind" in item else "")

    def decoded(self, item: Item) -> Values:
        """The values of an item of the model."""
        return self.codec.values(self.codec.decoder.raw(item, None))

    def _prepare(self, scene: Scene) -> None:
        for name, values in scene.items.items():
            hall = self.seen_by(scene.others.get(name, ""))
            self.table.run(Create(self.context, hall.codec, hall.make(name, values)))
        locks = {lock["_pk"]["S"]: lock for lock in self.locks()}
        for email, owner in scene.locks:
            lock = self.lock("email", {"guestId": owner, "email": email, "team": "t"})
            if lock["_pk"]["S"] not in locks:
                self.stage.put(lock)
        for email in scene.unending:
            lock = self.lock("email", {"guestId": "g", "email": email, "team": "t"})
            found = locks.get(lock["_pk"]["S"])
            if found is not None:
                bare = {name: value for name, value in found.items() if name != "ttl"}
                self.stage.put(bare)

    def values(self, given: Values) -> Values:
        """Times to live are told in seconds after the beginning."""
        values = deepcopy(given)
        if values.get("ttl") is not None:
            values["ttl"] = datetime.fromtimestamp(START + values["ttl"], UTC)
        return values

    def make(self, name: str, values: Values) -> Any:
        return self.codec.model(guest_id=name, **self.values(values))

    def get(self, name: str) -> Get[Any]:
        return Get(self.context, self.codec, self.codec.key({"guestId": name}, None))

    def lock(self, name: str, values: Values) -> Item:
        lock = self.find_lock(name, values)
        assert lock is not None
        return lock

    def find_lock(self, name: str, values: Values) -> Item | None:
        uniques = self.codec.schema.uniques.values()
        unique = next(one for one in uniques if one.fields[-1] == name)
        return find_lock(self.codec, unique, values, None)

    def is_alive(self, values: Values) -> bool:
        ttl = values.get("ttl")
        return ttl is None or ttl.timestamp() > self.stage.clock()

    def locks(self) -> list[Item]:
        return [item for item in self.stage.stored() if "relatedId" in item]

    def guests(self) -> list[Item]:
        return [item for item in self.stage.stored() if "relatedId" not in item]
