"""Board: typed access to the table `board`.

Generated from its design; change that, and generate again:

    tavola generate board.yaml -o board.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Literal, TypedDict, Unpack

from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, ListRef, NumberRef, SetRef, TextRef, auto, member
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, IndexOptions, Page, Plans, Record, Table

__all__ = ["Board", "Pin", "Seat"]

_INDEX_1 = PhysicalIndex(name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk")
_INDEX_2 = PhysicalIndex(name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk")
_INDEX_3 = PhysicalIndex(name="gsi3", partition_key="_gsi3_pk", sort_key="_gsi3_sk")
_INDEX_4 = PhysicalIndex(name="gsi4", partition_key="_gsi4_pk", sort_key="_gsi4_sk")
_INDEX_5 = PhysicalIndex(name="gsi5", partition_key="_gsi5_pk", sort_key="_gsi5_sk")
_INDEX_6 = PhysicalIndex(
    name="iter_index", partition_key="_iter_pk", sort_key="_iter_sk", projection="keysOnly"
)

_DESIGN = Design(
    name="Board",
    layout="managed",
    table=TableSettings(
        name="board",
        partition_key="_pk",
        sort_key="_sk",
        ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6),
    ),
    models={
        "Pin": ModelSchema(
            name="Pin",
            handle="pin",
            fields={
                "pinId": FieldSchema(
                    name="pinId", python_name="pin_id", type="UlidField", auto_assign=True
                ),
                "topic": FieldSchema(name="topic", python_name="topic", type="StringField"),
                "tags": FieldSchema(
                    name="tags", python_name="tags", type="StringSetField", max_member_count=3
                ),
                "notes": FieldSchema(
                    name="notes",
                    python_name="notes",
                    type="ListField",
                    items="StringField",
                    max_member_count=2,
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="epochMillis",
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("p#", Placeholder("pinId"))),
                sort_attribute="_sk",
                sort=Template(("p",)),
            ),
            primary_id=Template((Placeholder("pinId"),)),
            indexes={
                "pinsByTopic": IndexSchema(
                    name="pinsByTopic",
                    python_name="pins_by_topic",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("p#gsi1#", Placeholder("topic"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("createdAt", form="ms20"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            model_prefix="p",
        ),
        "Seat": ModelSchema(
            name="Seat",
            handle="seat",
            fields={
                "seatId": FieldSchema(
                    name="seatId", python_name="seat_id", type="UlidField", auto_assign=True
                ),
                "row": FieldSchema(name="row", python_name="row", type="StringField"),
                "number": FieldSchema(name="number", python_name="number", type="IntegerField"),
                "label": FieldSchema(name="label", python_name="label", type="StringField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("s#", Placeholder("seatId"))),
                sort_attribute="_sk",
                sort=Template(("s",)),
            ),
            primary_id=Template((Placeholder("seatId"),)),
            uniques={
                "uniquePlace": UniqueSchema(
                    name="uniquePlace",
                    fields=("row", "number"),
                    python_name="find_by_place",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(
                            (
                                "_raft_uc#_uc1#s#row:",
                                Placeholder("row", escaped="%#"),
                                "#number:",
                                Placeholder("number", form="int"),
                            ),
                        ),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
                "uniqueLabelInRow": UniqueSchema(
                    name="uniqueLabelInRow",
                    fields=("label", "row"),
                    python_name="find_by_label_in_row",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(
                            (
                                "_raft_uc#_uc2#s#label:",
                                Placeholder("label", escaped="%#"),
                                "#row:",
                                Placeholder("row"),
                            ),
                        ),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
            },
            model_prefix="s",
        ),
    },
)

PinField = Literal["pin_id", "topic", "tags", "notes", "created_at"]


class PinFields(Fields):
    """Pin's fields, to make conditions and changes of."""

    pin_id: TextRef
    topic: TextRef
    tags: SetRef
    notes: ListRef
    created_at: FieldRef[datetime]


class PinValues(TypedDict, total=False):
    """What a new Pin is made of."""

    pin_id: str
    topic: str | None
    tags: set[str]
    notes: list[str] | None
    created_at: datetime


class PinChanges(TypedDict, total=False):
    """What an update of a Pin may set."""

    topic: str | None
    tags: set[str]
    notes: list[str] | None
    created_at: datetime


class Pin(Record, schema=_DESIGN.models["Pin"]):
    """A Pin.

    - key: _pk = p#{pinId}, _sk = p
    - pinsByTopic (gsi1): _gsi1_pk = p#gsi1#{topic}, _gsi1_sk = {createdAt:sortable}
    """

    fields: ClassVar[PinFields]
    pin_id: str = auto()
    topic: str | None = None
    tags: set[str] = member()
    notes: list[str] | None = None
    created_at: datetime = auto()


SeatField = Literal["seat_id", "row", "number", "label"]


class SeatFields(Fields):
    """Seat's fields, to make conditions and changes of."""

    seat_id: TextRef
    row: TextRef
    number: NumberRef[int]
    label: TextRef


class SeatValues(TypedDict, total=False):
    """What a new Seat is made of."""

    seat_id: str
    row: str | None
    number: int | None
    label: str | None


class SeatChanges(TypedDict, total=False):
    """What an update of a Seat may set."""

    row: str | None
    number: int | None
    label: str | None


class Seat(Record, schema=_DESIGN.models["Seat"]):
    """A Seat.

    - key: _pk = s#{seatId}, _sk = s
    - uniquePlace, a lock: _pk = _raft_uc#_uc1#s#row:{row}#number:{number}, _sk = _raft_uc
    - uniqueLabelInRow, a lock: _pk = _raft_uc#_uc2#s#label:{label}#row:{row}, _sk = _raft_uc
    """

    fields: ClassVar[SeatFields]
    seat_id: str = auto()
    row: str | None = None
    number: int | None = None
    label: str | None = None


class PinPlans(Plans[Pin]):
    """Operations on Pin, unsent."""

    def create(self, **values: Unpack[PinValues]) -> Create[Pin]:
        """Write a new Pin; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, pin_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Pin]:
        """Read the Pin with this key; None if there is none."""
        return self._get((pin_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Pin]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        pin_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PinChanges],
    ) -> Update[Pin]:
        """Change a Pin by its key; refuse if there is none."""
        return self._update((pin_id,), changes, values, condition)

    def upsert(self, **values: Unpack[PinValues]) -> Upsert[Pin]:
        """Change a Pin, or create it where there is none."""
        return self._upsert(values)

    def delete(self, pin_id: str, *, condition: Filter | None = None) -> Delete[Pin]:
        """Delete a Pin by its key; say whether there was one."""
        return self._delete((pin_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Pin]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def pins_by_topic(
        self,
        *,
        topic: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PinField]],
    ) -> Query[Pin]:
        """Query gsi1: _gsi1_pk = p#gsi1#{topic}, _gsi1_sk = {createdAt:sortable}."""
        return self._query("pinsByTopic", {"topic": topic, "created_at": created_at}, **options)


class PinHandle(Handle[Pin, PinPlans]):
    """The Pin items of a table."""

    def create(self, **values: Unpack[PinValues]) -> Pin:
        """Write a new Pin; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, pin_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Pin | None:
        """Read the Pin with this key; None if there is none."""
        return self._table.get(self._plan_get((pin_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Pin | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        pin_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PinChanges],
    ) -> Pin:
        """Change a Pin by its key; refuse if there is none."""
        return self._run(self.plan.update(pin_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[PinValues]) -> Pin:
        """Change a Pin, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, pin_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Pin by its key; say whether there was one."""
        return self._run(self.plan.delete(pin_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def pins_by_topic(
        self,
        *,
        topic: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[PinField]],
    ) -> Page[Pin]:
        """Query gsi1: _gsi1_pk = p#gsi1#{topic}, _gsi1_sk = {createdAt:sortable}."""
        return self._page(self.plan.pins_by_topic(topic=topic, created_at=created_at, **options))


class SeatPlans(Plans[Seat]):
    """Operations on Seat, unsent."""

    def create(self, **values: Unpack[SeatValues]) -> Create[Seat]:
        """Write a new Seat; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, seat_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Seat]:
        """Read the Seat with this key; None if there is none."""
        return self._get((seat_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Seat]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        seat_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SeatChanges],
    ) -> Update[Seat]:
        """Change a Seat by its key; refuse if there is none."""
        return self._update((seat_id,), changes, values, condition)

    def upsert(self, **values: Unpack[SeatValues]) -> Upsert[Seat]:
        """Change a Seat, or create it where there is none."""
        return self._upsert(values)

    def delete(self, seat_id: str, *, condition: Filter | None = None) -> Delete[Seat]:
        """Delete a Seat by its key; say whether there was one."""
        return self._delete((seat_id,), condition)

    def find_by_place(
        self, row: str, number: int, *, include_expired: bool = False
    ) -> FindByUnique[Seat]:
        """Find the one Seat with this `row` and `number`."""
        return self._find("uniquePlace", (row, number), include_expired)

    def find_by_label_in_row(
        self, label: str, row: str, *, include_expired: bool = False
    ) -> FindByUnique[Seat]:
        """Find the one Seat with this `label` and `row`."""
        return self._find("uniqueLabelInRow", (label, row), include_expired)


class SeatHandle(Handle[Seat, SeatPlans]):
    """The Seat items of a table."""

    def create(self, **values: Unpack[SeatValues]) -> Seat:
        """Write a new Seat; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, seat_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Seat | None:
        """Read the Seat with this key; None if there is none."""
        return self._table.get(self._plan_get((seat_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Seat | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        seat_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SeatChanges],
    ) -> Seat:
        """Change a Seat by its key; refuse if there is none."""
        return self._run(self.plan.update(seat_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[SeatValues]) -> Seat:
        """Change a Seat, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, seat_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Seat by its key; say whether there was one."""
        return self._run(self.plan.delete(seat_id, condition=condition))

    def find_by_place(self, row: str, number: int, *, include_expired: bool = False) -> Seat | None:
        """Find the one Seat with this `row` and `number`."""
        return self._run(self.plan.find_by_place(row, number, include_expired=include_expired))

    def find_by_label_in_row(
        self, label: str, row: str, *, include_expired: bool = False
    ) -> Seat | None:
        """Find the one Seat with this `label` and `row`."""
        return self._run(
            self.plan.find_by_label_in_row(label, row, include_expired=include_expired)
        )


class Board(Table):
    """The table `board` on a store."""

    design = _DESIGN
    models = (Pin, Seat)

    @cached_property
    def pin(self) -> PinHandle:
        """The Pin items."""
        return PinHandle(self, PinPlans(self.own_place, self.codec(Pin)))

    @cached_property
    def seat(self) -> SeatHandle:
        """The Seat items."""
        return SeatHandle(self, SeatPlans(self.own_place, self.codec(Seat)))
