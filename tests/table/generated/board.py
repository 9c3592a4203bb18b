"""Board: typed access to the table `board`.

Generated from its design; change that, and generate again:

    tavola generate board.yaml -o board.py
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
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, ListRef, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, SetRef, TableSettings, Template, TextRef, UniqueSchema, auto, create_method, handle, member, method,
    upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query, Update

__all__ = ["Board", "Pin", "Seat"]

_INDEX_1 = PhysicalIndex("gsi1", "_gsi1_pk", "_gsi1_sk")
_INDEX_2 = PhysicalIndex("gsi2", "_gsi2_pk", "_gsi2_sk")
_INDEX_3 = PhysicalIndex("gsi3", "_gsi3_pk", "_gsi3_sk")
_INDEX_4 = PhysicalIndex("gsi4", "_gsi4_pk", "_gsi4_sk")
_INDEX_5 = PhysicalIndex("gsi5", "_gsi5_pk", "_gsi5_sk")
_INDEX_6 = PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", projection="keysOnly")

_DESIGN = Design(
    name="Board", layout="managed",
    table=TableSettings(name="board", partition_key="_pk", sort_key="_sk", ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6)),
    models={
        "Pin": ModelSchema(
            name="Pin", handle="pin",
            fields={
                "pinId": FieldSchema("pinId", "pin_id", "UlidField", auto_assign=True),
                "topic": FieldSchema("topic", "topic", "StringField"),
                "tags": FieldSchema("tags", "tags", "StringSetField", max_member_count=3),
                "notes": FieldSchema("notes", "notes", "ListField", items="StringField", max_member_count=2),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("p#", Placeholder("pinId"))), "_sk", Template(("p",))), primary_id=Template((Placeholder("pinId"),)),
            indexes={
                "pinsByTopic": IndexSchema("pinsByTopic", "pins_by_topic",
                    KeyPair("_gsi1_pk", Template(("p#gsi1#", Placeholder("topic"))), "_gsi1_sk", Template((Placeholder("createdAt", "ms20"),))),
                    physical=_INDEX_1),
            },
            model_prefix="p",
        ),
        "Seat": ModelSchema(
            name="Seat", handle="seat",
            fields={
                "seatId": FieldSchema("seatId", "seat_id", "UlidField", auto_assign=True),
                "row": FieldSchema("row", "row", "StringField"),
                "number": FieldSchema("number", "number", "IntegerField"),
                "label": FieldSchema("label", "label", "StringField"),
            },
            key=KeyPair("_pk", Template(("s#", Placeholder("seatId"))), "_sk", Template(("s",))), primary_id=Template((Placeholder("seatId"),)),
            uniques={
                "uniquePlace": UniqueSchema(
                    name="uniquePlace", fields=("row", "number"), python_name="find_by_place",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc1#s#row:", Placeholder("row", escaped="%#"), "#number:", Placeholder("number", "int"))),
                        "_sk", Template(("_raft_uc",))),
                ),
                "uniqueLabelInRow": UniqueSchema(
                    name="uniqueLabelInRow", fields=("label", "row"), python_name="find_by_label_in_row",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc2#s#label:", Placeholder("label", escaped="%#"), "#row:", Placeholder("row"))), "_sk",
                        Template(("_raft_uc",))),
                ),
            },
            model_prefix="s",
        ),
    },
)

PinField = Literal["pin_id", "topic", "tags", "notes", "created_at"]


class PinFields(Fields):
    """Pin's fields, for building conditions and changes."""

    pin_id: TextRef
    topic: TextRef
    tags: SetRef
    notes: ListRef
    created_at: FieldRef[datetime]


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
    """Seat's fields, for building conditions and changes."""

    seat_id: TextRef
    row: TextRef
    number: NumberRef[int]
    label: TextRef


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


class PinMethods(Methods[Pin]):
    """The methods of Pin's handle and plans."""

    create = create_method(Pin)
    """Write a new Pin; refuse if there is one with its key."""
    upsert = upsert_method(Pin)
    """Change a Pin, or create it where there is none."""

    @method
    def get(self, pin_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Pin]:
        """Read the Pin with this key; None if there is none."""
        return self._get((pin_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Pin]:
        """Read Pin items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, pin_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[PinChanges]) -> Update[Pin]:
        """Change a Pin by its key; refuse if there is none."""
        return self._update((pin_id,), changes, values, condition)

    @method
    def delete(self, pin_id: str, *, condition: Filter | None = None) -> Delete[Pin]:
        """Delete a Pin by its key; say whether there was one."""
        return self._delete((pin_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Pin]:
        """Delete Pin items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def pins_by_topic(self, *, topic: str, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[PinField]]) -> Query[Pin]:
        """Query `pinsByTopic` in gsi1: _gsi1_pk = p#gsi1#{topic}, _gsi1_sk = {createdAt:sortable}."""
        return self._query("pinsByTopic", {"topic": topic, "created_at": created_at}, **options)


class PinPlans(PinMethods, Plans[Pin]):
    """Operations on Pin, unsent."""


class PinHandle(PinMethods, Handle[Pin, PinPlans]):
    """The Pin items of a table."""


class SeatMethods(Methods[Seat]):
    """The methods of Seat's handle and plans."""

    create = create_method(Seat)
    """Write a new Seat; refuse if there is one with its key."""
    upsert = upsert_method(Seat)
    """Change a Seat, or create it where there is none."""

    @method
    def get(self, seat_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Seat]:
        """Read the Seat with this key; None if there is none."""
        return self._get((seat_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Seat]:
        """Read Seat items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, seat_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[SeatChanges]) -> Update[Seat]:
        """Change a Seat by its key; refuse if there is none."""
        return self._update((seat_id,), changes, values, condition)

    @method
    def delete(self, seat_id: str, *, condition: Filter | None = None) -> Delete[Seat]:
        """Delete a Seat by its key; say whether there was one."""
        return self._delete((seat_id,), condition)

    @method
    def find_by_place(self, row: str, number: int, *, include_expired: bool = False) -> FindByUnique[Seat]:
        """Find the one Seat with this `row` and `number`."""
        return self._find("uniquePlace", (row, number), include_expired)

    @method
    def find_by_label_in_row(self, label: str, row: str, *, include_expired: bool = False) -> FindByUnique[Seat]:
        """Find the one Seat with this `label` and `row`."""
        return self._find("uniqueLabelInRow", (label, row), include_expired)


class SeatPlans(SeatMethods, Plans[Seat]):
    """Operations on Seat, unsent."""


class SeatHandle(SeatMethods, Handle[Seat, SeatPlans]):
    """The Seat items of a table."""


class Board(Table):
    """The table `board` on a store."""

    design = _DESIGN
    models = (Pin, Seat)

    pin = handle(Pin, PinHandle, PinPlans)
    """The Pin items."""
    seat = handle(Seat, SeatHandle, SeatPlans)
    """The Seat items."""
