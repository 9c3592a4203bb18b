"""Stock: typed access to the table `stock`.

Generated from its design; change that, and generate again:

    tavola generate stock.yaml -o stock.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldRef, FieldSchema, Fields, Handle,
    IndexSchema, IterationSchema, KeyPair, ListRef, MapRef, Methods, ModelSchema, NumberRef, PhysicalIndex, Placeholder, Plans, SetRef, TableSettings,
    Template, TextRef, auto, create_method, handle, member, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Collect, CollectOptions, Delete, Filter, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Part", "Shelf", "Stock"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK", projection="keysOnly")
_INDEX_3 = PhysicalIndex("GSI3", "GSI3PK", "GSI3SK", projection="keysOnly")

_DESIGN = Design(
    name="Stock", layout="templates", table=TableSettings(name="stock", type_attribute="kind", indexes=(_INDEX_1, _INDEX_2, _INDEX_3)),
    models={
        "Part": ModelSchema(
            name="Part", handle="part",
            fields={
                "store": FieldSchema("store", "store", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True),
                "state": FieldSchema("state", "state", "EnumField", required=True, values=("new", "used")),
                "grade": FieldSchema("grade", "grade", "EnumField", values=("a", "b")),
                "unit": FieldSchema("unit", "unit", "StringField", required=True, default="piece"),
                "fragile": FieldSchema("fragile", "fragile", "BooleanField", required=True, default=False),
                "sizes": FieldSchema("sizes", "sizes", "ListField", required=True, default=[1], items="IntegerField"),
                "places": FieldSchema("places", "places", "MapField", items="StringField"),
                "labels": FieldSchema("labels", "labels", "StringSetField", required=True, default=["plain"]),
                "left": FieldSchema("left", "left", "CounterField", required=True, default=5),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", default="2020-01-01T00:00:00Z", storage="epochMillis"),
                "changedAt": FieldSchema("changedAt", "changed_at", "ModifiedDateField", storage="epochMillis"),
                "version": FieldSchema("version", "version", "VersionField"),
            },
            key=KeyPair("PK", Template(("STORE#", Placeholder("store"))), "SK", Template(("PART#", Placeholder("number", "int:4")))),
            primary_id=Template((Placeholder("store", escaped="%#"), "#", Placeholder("number", "int:4"))),
            indexes={
                "parts": IndexSchema("parts", "parts",
                    KeyPair("PK", Template(("STORE#", Placeholder("store"))), "SK", Template(("PART#", Placeholder("number", "int:4"))))),
                "byUnit": IndexSchema(
                    "byUnit", "by_unit",
                    KeyPair("GSI1PK", Template(("UNIT#", Placeholder("store", escaped="%#"), "#", Placeholder("unit"))), "GSI1SK",
                        Template((Placeholder("number", "int:4"),))),
                    physical=_INDEX_1,
                ),
                "byState": IndexSchema(
                    "byState", "by_state",
                    KeyPair("GSI2PK", Template(("STATE#", Placeholder("store", escaped="%#"), "#", Placeholder("state"))), "GSI2SK",
                        Template((Placeholder("number", "int:4"),))),
                    physical=_INDEX_2,
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_3,
                key=KeyPair("GSI3PK", Template(("PARTS#", Placeholder("$bucket", "int:3"))), "GSI3SK",
                    Template((Placeholder("store", escaped="%#"), "#", Placeholder("number", "int:4")))),
                buckets=10,
            ),
            type_value="PART", version_field="version", counters=("left",),
        ),
        "Shelf": ModelSchema(
            name="Shelf", handle="shelf",
            fields={
                "store": FieldSchema("store", "store", "StringField", required=True),
                "name": FieldSchema("name", "name", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("STORE#", Placeholder("store"))), "SK", Template(("SHELF#", Placeholder("name")))),
            primary_id=Template((Placeholder("store", escaped="%#"), "#", Placeholder("name"))), type_value="SHELF",
        ),
    },
    collections={
        "wholeStore": CollectionSchema(name="wholeStore", python_name="whole_store", models=("Part", "Shelf"), partition_attribute="PK",
            partition=Template(("STORE#", Placeholder("store"))),
            arguments=(CollectionArgument(name="store", python_name="store", field=FieldSchema("store", "store", "StringField", required=True)),),
            sort_attribute="SK"),
    },
)

PartState = Literal["new", "used"]
PartGrade = Literal["a", "b"]
PartField = Literal["store", "number", "title", "state", "grade", "unit", "fragile", "sizes", "places", "labels", "left", "created_at", "changed_at",
    "version"]


class PartFields(Fields):
    """Part's fields, for building conditions and changes."""

    store: TextRef
    number: NumberRef[int]
    title: TextRef
    state: FieldRef[PartState]
    grade: FieldRef[PartGrade]
    unit: TextRef
    fragile: FieldRef[bool]
    sizes: ListRef
    places: MapRef
    labels: SetRef
    left: NumberRef[int]
    created_at: FieldRef[datetime]
    changed_at: FieldRef[datetime]
    version: TextRef


class PartChanges(TypedDict, total=False):
    """What an update of a Part may set."""

    title: str
    state: PartState
    grade: PartGrade | None
    unit: str
    fragile: bool
    sizes: list[int]
    places: dict[str, str] | None
    labels: set[str]
    left: int
    created_at: datetime


class Part(Record, schema=_DESIGN.models["Part"]):
    """A Part.

    - key: PK = STORE#{store}, SK = PART#{number:04d}
    - parts: key
    - byUnit (GSI1): GSI1PK = UNIT#{store}#{unit}, GSI1SK = {number:04d}
    - byState (GSI2): GSI2PK = STATE#{store}#{state}, GSI2SK = {number:04d}
    - iteration (GSI3): GSI3PK = PARTS#{bucket:03d}, GSI3SK = {store}#{number:04d}
    """

    fields: ClassVar[PartFields]
    store: str
    number: int
    title: str
    state: PartState
    grade: PartGrade | None = None
    unit: str = "piece"
    fragile: bool = False
    sizes: list[int] = member(default=[1])
    places: dict[str, str] | None = None
    labels: set[str] = member(default=["plain"])
    left: int = 5
    created_at: datetime = auto()
    changed_at: datetime = auto()
    version: str = auto()


ShelfField = Literal["store", "name"]


class ShelfFields(Fields):
    """Shelf's fields, for building conditions and changes."""

    store: TextRef
    name: TextRef


class ShelfChanges(TypedDict, total=False):
    """What an update of a Shelf may set."""


class Shelf(Record, schema=_DESIGN.models["Shelf"]):
    """A Shelf.

    - key: PK = STORE#{store}, SK = SHELF#{name}
    """

    fields: ClassVar[ShelfFields]
    store: str
    name: str


class PartMethods(Methods[Part]):
    """The methods of Part's handle and plans."""

    create = create_method(Part)
    """Write a new Part; refuse if there is one with its key."""
    upsert = upsert_method(Part)
    """Change a Part, or create it where there is none."""

    @method
    def get(self, store: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Part]:
        """Read the Part with this key; None if there is none."""
        return self._get((store, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Part]:
        """Read Part items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, store: str, number: int, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[PartChanges]) -> Update[Part]:
        """Change a Part by its key; refuse if there is none."""
        return self._update((store, number), changes, values, condition, expect_version)

    @method
    def delete(self, store: str, number: int, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[Part]:
        """Delete a Part by its key; say whether there was one."""
        return self._delete((store, number), condition, expect_version)

    @method
    def parts(self, *, store: str, number: int | SortCondition | None = None, **options: Unpack[QueryOptions[PartField]]) -> Query[Part]:
        """Query `parts` in the table: PK = STORE#{store}, SK = PART#{number:04d}."""
        return self._query("parts", {"store": store, "number": number}, **options)

    @method
    def by_unit(self, *, store: str, unit: str, number: int | SortCondition | None = None, **options: Unpack[IndexOptions[PartField]]) -> Query[Part]:
        """Query `byUnit` in GSI1: GSI1PK = UNIT#{store}#{unit}, GSI1SK = {number:04d}."""
        return self._query("byUnit", {"store": store, "unit": unit, "number": number}, **options)

    @method
    def by_state(self, *, store: str, state: PartState, number: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[PartField]]) -> Query[Part]:
        """Query `byState` in GSI2: GSI2PK = STATE#{store}#{state}, GSI2SK = {number:04d}."""
        return self._query("byState", {"store": store, "state": state, "number": number}, **options)


class PartPlans(PartMethods, Plans[Part]):
    """Operations on Part, unsent."""


class PartHandle(PartMethods, Handle[Part, PartPlans]):
    """The Part items of a table."""


class ShelfMethods(Methods[Shelf]):
    """The methods of Shelf's handle and plans."""

    create = create_method(Shelf)
    """Write a new Shelf; refuse if there is one with its key."""
    upsert = upsert_method(Shelf)
    """Change a Shelf, or create it where there is none."""

    @method
    def get(self, store: str, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Shelf]:
        """Read the Shelf with this key; None if there is none."""
        return self._get((store, name), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Shelf]:
        """Read Shelf items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, store: str, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ShelfChanges]) -> Update[Shelf]:
        """Change a Shelf by its key; refuse if there is none."""
        return self._update((store, name), changes, values, condition)

    @method
    def delete(self, store: str, name: str, *, condition: Filter | None = None) -> Delete[Shelf]:
        """Delete a Shelf by its key; say whether there was one."""
        return self._delete((store, name), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Shelf]:
        """Delete Shelf items by their keys, in batches."""
        return self._delete_all(keys)


class ShelfPlans(ShelfMethods, Plans[Shelf]):
    """Operations on Shelf, unsent."""


class ShelfHandle(ShelfMethods, Handle[Shelf, ShelfPlans]):
    """The Shelf items of a table."""


class StockCollections(Collections):
    """Reads of several models at once."""

    @method
    def whole_store(self, *, store: str, **options: Unpack[CollectOptions]) -> Collect[Part | Shelf]:
        """Read `wholeStore`: the items of all its models with PK = STORE#{store}."""
        return self._collect("wholeStore", {"store": store}, **options)


class StockPlans(StockCollections, CollectionPlans):
    """The same, unsent."""


class Stock(StockCollections, Table):
    """The table `stock` on a store."""

    design = _DESIGN
    models = (Part, Shelf)

    part = handle(Part, PartHandle, PartPlans)
    """The Part items."""
    shelf = handle(Shelf, ShelfHandle, ShelfPlans)
    """The Shelf items."""

    @cached_property
    def plan(self) -> StockPlans:
        """Collections, unsent."""
        return StockPlans(self)
