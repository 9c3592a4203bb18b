"""Offices: typed access to the table `offices`.

Generated from its design; change that, and generate again:

    tavola generate offices.yaml -o offices.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldSchema, Fields, Handle, IndexSchema,
    IterationSchema, KeyPair, Methods, ModelSchema, NumberRef, PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, UniqueSchema,
    create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query,
        QueryOptions, Update)

__all__ = ["Desk", "Domain", "Offices"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK")

_DESIGN = Design(
    name="Offices", layout="templates", table=TableSettings(name="offices", type_attribute="kind", indexes=(_INDEX_1, _INDEX_2), has_tenancy=True),
    models={
        "Desk": ModelSchema(
            name="Desk", handle="desk",
            fields={
                "room": FieldSchema("room", "room", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "plate": FieldSchema("plate", "plate", "StringField"),
                "owner": FieldSchema("owner", "owner", "StringField"),
            },
            key=KeyPair("PK", Template(("T#", Placeholder("$tenant", "tenant"), "#ROOM#", Placeholder("room"))), "SK",
                Template(("DESK#", Placeholder("number", "int:4")))),
            primary_id=Template((Placeholder("room", escaped="%#"), "#", Placeholder("number", "int:4"))),
            indexes={
                "desksInRoom": IndexSchema(
                    "desksInRoom", "desks_in_room",
                    KeyPair("PK", Template(("T#", Placeholder("$tenant", "tenant"), "#ROOM#", Placeholder("room"))), "SK",
                        Template(("DESK#", Placeholder("number", "int:4")))),
                ),
                "desksOfOwner": IndexSchema(
                    "desksOfOwner", "desks_of_owner",
                    KeyPair("GSI1PK", Template(("T#", Placeholder("$tenant", "tenant"), "#OWNER#", Placeholder("owner"))), "GSI1SK",
                        Template((Placeholder("room", escaped="%#"), "#", Placeholder("number", "int:4")))),
                    physical=_INDEX_1,
                ),
            },
            uniques={
                "uniquePlate": UniqueSchema(
                    name="uniquePlate", fields=("plate",), python_name="find_by_plate",
                    key=KeyPair("PK", Template(("T#", Placeholder("$tenant", "tenant"), "#PLATE#", Placeholder("plate"))), "SK",
                        Template(("PLATE",))),
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_2,
                key=KeyPair("GSI2PK", Template(("T#", Placeholder("$tenant", "tenant"), "#DESKS#", Placeholder("$bucket", "int:3"))), "GSI2SK",
                    Template((Placeholder("room", escaped="%#"), "#", Placeholder("number", "int:4")))),
                buckets=2,
            ),
            type_value="DESK", is_tenanted=True,
        ),
        "Domain": ModelSchema(
            name="Domain", handle="domain",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "tenant": FieldSchema("tenant", "tenant", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("DOMAIN#", Placeholder("name"))), "SK", Template(("META",))), primary_id=Template((Placeholder("name"),)),
            type_value="DOMAIN",
        ),
    },
    collections={
        "wholeRoom": CollectionSchema(name="wholeRoom", python_name="whole_room", models=("Desk",), partition_attribute="PK",
            partition=Template(("T#", Placeholder("$tenant", "tenant"), "#ROOM#", Placeholder("room"))),
            arguments=(CollectionArgument(name="room", python_name="room", field=FieldSchema("room", "room", "StringField", required=True)),),
            sort_attribute="SK", is_tenanted=True),
    },
)

DeskField = Literal["room", "number", "plate", "owner"]


class DeskFields(Fields):
    """Desk's fields, for building conditions and changes."""

    room: TextRef
    number: NumberRef[int]
    plate: TextRef
    owner: TextRef


class DeskChanges(TypedDict, total=False):
    """What an update of a Desk may set."""

    plate: str | None
    owner: str | None


class Desk(Record, schema=_DESIGN.models["Desk"]):
    """A Desk.

    - key: PK = T#{tenant}#ROOM#{room}, SK = DESK#{number:04d}
    - desksInRoom: key
    - desksOfOwner (GSI1): GSI1PK = T#{tenant}#OWNER#{owner}, GSI1SK = {room}#{number:04d}
    - uniquePlate, a lock: PK = T#{tenant}#PLATE#{plate}, SK = PLATE
    - iteration (GSI2): GSI2PK = T#{tenant}#DESKS#{bucket:03d}, GSI2SK = {room}#{number:04d}
    """

    fields: ClassVar[DeskFields]
    room: str
    number: int
    plate: str | None = None
    owner: str | None = None


DomainField = Literal["name", "tenant"]


class DomainFields(Fields):
    """Domain's fields, for building conditions and changes."""

    name: TextRef
    tenant: TextRef


class DomainChanges(TypedDict, total=False):
    """What an update of a Domain may set."""

    tenant: str


class Domain(Record, schema=_DESIGN.models["Domain"]):
    """A Domain.

    - key: PK = DOMAIN#{name}, SK = META
    """

    fields: ClassVar[DomainFields]
    name: str
    tenant: str


class DeskMethods(Methods[Desk]):
    """The methods of Desk's handle and plans."""

    create = create_method(Desk)
    """Write a new Desk; refuse if there is one with its key."""
    upsert = upsert_method(Desk)
    """Change a Desk, or create it where there is none."""

    @method
    def get(self, room: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Desk]:
        """Read the Desk with this key; None if there is none."""
        return self._get((room, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Desk]:
        """Read Desk items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, room: str, number: int, *changes: Change, condition: Filter | None = None, **values: Unpack[DeskChanges]) -> Update[Desk]:
        """Change a Desk by its key; refuse if there is none."""
        return self._update((room, number), changes, values, condition)

    @method
    def delete(self, room: str, number: int, *, condition: Filter | None = None) -> Delete[Desk]:
        """Delete a Desk by its key; say whether there was one."""
        return self._delete((room, number), condition)

    @method
    def find_by_plate(self, plate: str, *, include_expired: bool = False) -> FindByUnique[Desk]:
        """Find the one Desk with this `plate`."""
        return self._find("uniquePlate", (plate,), include_expired)

    @method
    def desks_in_room(self, *, room: str, number: int | SortCondition | None = None, **options: Unpack[QueryOptions[DeskField]]) -> Query[Desk]:
        """Query `desksInRoom` in the table: PK = T#{tenant}#ROOM#{room}, SK = DESK#{number:04d}."""
        return self._query("desksInRoom", {"room": room, "number": number}, **options)

    @method
    def desks_of_owner(self, *, owner: str, room: str | SortCondition | None = None, number: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[DeskField]]) -> Query[Desk]:
        """Query `desksOfOwner` in GSI1: GSI1PK = T#{tenant}#OWNER#{owner}, GSI1SK = {room}#{number:04d}."""
        return self._query("desksOfOwner", {"owner": owner, "room": room, "number": number}, **options)


class DeskPlans(DeskMethods, Plans[Desk]):
    """Operations on Desk, unsent."""


class DeskHandle(DeskMethods, Handle[Desk, DeskPlans]):
    """The Desk items of a table."""


class DomainMethods(Methods[Domain]):
    """The methods of Domain's handle and plans."""

    create = create_method(Domain)
    """Write a new Domain; refuse if there is one with its key."""
    upsert = upsert_method(Domain)
    """Change a Domain, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Domain]:
        """Read the Domain with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Domain]:
        """Read Domain items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[DomainChanges]) -> Update[Domain]:
        """Change a Domain by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Domain]:
        """Delete a Domain by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Domain]:
        """Delete Domain items by their keys, in batches."""
        return self._delete_all(keys)


class DomainPlans(DomainMethods, Plans[Domain]):
    """Operations on Domain, unsent."""


class DomainHandle(DomainMethods, Handle[Domain, DomainPlans]):
    """The Domain items of a table."""


class OfficesCollections(Collections):
    """Reads of several models at once."""

    @method
    def whole_room(self, *, room: str, **options: Unpack[CollectOptions]) -> Collect[Desk]:
        """Read `wholeRoom`: the items of all its models with PK = T#{tenant}#ROOM#{room}."""
        return self._collect("wholeRoom", {"room": room}, **options)


class OfficesPlans(OfficesCollections, CollectionPlans):
    """The same, unsent."""


class Offices(OfficesCollections, Table):
    """The table `offices` on a store."""

    design = _DESIGN
    models = (Desk, Domain)

    desk = handle(Desk, DeskHandle, DeskPlans)
    """The Desk items."""
    domain = handle(Domain, DomainHandle, DomainPlans)
    """The Domain items."""

    @cached_property
    def plan(self) -> OfficesPlans:
        """Collections, unsent."""
        return OfficesPlans(self)
