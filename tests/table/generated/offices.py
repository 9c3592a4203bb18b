"""Offices: typed access to the table `offices`.

Generated from its design; change that, and generate again:

    tavola generate offices.yaml -o offices.py
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    CollectionArgument,
    CollectionSchema,
    Design,
    FieldSchema,
    IndexSchema,
    IterationSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, Fields, NumberRef, TextRef
from tavola.operations.filters import Filter
from tavola.operations.read.collection import Collect, Collected
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import (
    CollectOptions,
    Handle,
    IndexOptions,
    Page,
    Plans,
    QueryOptions,
    Record,
    Table,
)

__all__ = ["Desk", "Domain", "Offices"]

_INDEX_1 = PhysicalIndex(name="GSI1", partition_key="GSI1PK", sort_key="GSI1SK")
_INDEX_2 = PhysicalIndex(name="GSI2", partition_key="GSI2PK", sort_key="GSI2SK")

_DESIGN = Design(
    name="Offices",
    layout="templates",
    table=TableSettings(
        name="offices", type_attribute="kind", indexes=(_INDEX_1, _INDEX_2), has_tenancy=True
    ),
    models={
        "Desk": ModelSchema(
            name="Desk",
            handle="desk",
            fields={
                "room": FieldSchema(
                    name="room", python_name="room", type="StringField", required=True
                ),
                "number": FieldSchema(
                    name="number", python_name="number", type="IntegerField", required=True
                ),
                "plate": FieldSchema(name="plate", python_name="plate", type="StringField"),
                "owner": FieldSchema(name="owner", python_name="owner", type="StringField"),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(
                    ("T#", Placeholder("$tenant", form="tenant"), "#ROOM#", Placeholder("room"))
                ),
                sort_attribute="SK",
                sort=Template(("DESK#", Placeholder("number", form="int:4"))),
            ),
            primary_id=Template(
                (Placeholder("room", escaped="%#"), "#", Placeholder("number", form="int:4"))
            ),
            indexes={
                "desksInRoom": IndexSchema(
                    name="desksInRoom",
                    python_name="desks_in_room",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(
                            (
                                "T#",
                                Placeholder("$tenant", form="tenant"),
                                "#ROOM#",
                                Placeholder("room"),
                            ),
                        ),
                        sort_attribute="SK",
                        sort=Template(("DESK#", Placeholder("number", form="int:4"))),
                    ),
                ),
                "desksOfOwner": IndexSchema(
                    name="desksOfOwner",
                    python_name="desks_of_owner",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(
                            (
                                "T#",
                                Placeholder("$tenant", form="tenant"),
                                "#OWNER#",
                                Placeholder("owner"),
                            ),
                        ),
                        sort_attribute="GSI1SK",
                        sort=Template(
                            (
                                Placeholder("room", escaped="%#"),
                                "#",
                                Placeholder("number", form="int:4"),
                            ),
                        ),
                    ),
                    physical=_INDEX_1,
                ),
            },
            uniques={
                "uniquePlate": UniqueSchema(
                    name="uniquePlate",
                    fields=("plate",),
                    python_name="find_by_plate",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(
                            (
                                "T#",
                                Placeholder("$tenant", form="tenant"),
                                "#PLATE#",
                                Placeholder("plate"),
                            ),
                        ),
                        sort_attribute="SK",
                        sort=Template(("PLATE",)),
                    ),
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_2,
                key=KeyPair(
                    partition_attribute="GSI2PK",
                    partition=Template(
                        (
                            "T#",
                            Placeholder("$tenant", form="tenant"),
                            "#DESKS#",
                            Placeholder("$bucket", form="int:3"),
                        ),
                    ),
                    sort_attribute="GSI2SK",
                    sort=Template(
                        (
                            Placeholder("room", escaped="%#"),
                            "#",
                            Placeholder("number", form="int:4"),
                        ),
                    ),
                ),
                buckets=2,
            ),
            type_value="DESK",
            is_tenanted=True,
        ),
        "Domain": ModelSchema(
            name="Domain",
            handle="domain",
            fields={
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", required=True
                ),
                "tenant": FieldSchema(
                    name="tenant", python_name="tenant", type="StringField", required=True
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("DOMAIN#", Placeholder("name"))),
                sort_attribute="SK",
                sort=Template(("META",)),
            ),
            primary_id=Template((Placeholder("name"),)),
            type_value="DOMAIN",
        ),
    },
    collections={
        "wholeRoom": CollectionSchema(
            name="wholeRoom",
            python_name="whole_room",
            models=("Desk",),
            partition_attribute="PK",
            partition=Template(
                ("T#", Placeholder("$tenant", form="tenant"), "#ROOM#", Placeholder("room"))
            ),
            arguments=(
                CollectionArgument(
                    name="room",
                    python_name="room",
                    field=FieldSchema(
                        name="room", python_name="room", type="StringField", required=True
                    ),
                ),
            ),
            sort_attribute="SK",
            is_tenanted=True,
        ),
    },
)

DeskField = Literal["room", "number", "plate", "owner"]


class DeskFields(Fields):
    """Desk's fields, to make conditions and changes of."""

    room: TextRef
    number: NumberRef[int]
    plate: TextRef
    owner: TextRef


class DeskValues(TypedDict, total=False):
    """What a new Desk is made of."""

    room: Required[str]
    number: Required[int]
    plate: str | None
    owner: str | None


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
    """Domain's fields, to make conditions and changes of."""

    name: TextRef
    tenant: TextRef


class DomainValues(TypedDict, total=False):
    """What a new Domain is made of."""

    name: Required[str]
    tenant: Required[str]


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


class DeskPlans(Plans[Desk]):
    """Operations on Desk, unsent."""

    def create(self, **values: Unpack[DeskValues]) -> Create[Desk]:
        """Write a new Desk; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, room: str, number: int, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Desk]:
        """Read the Desk with this key; None if there is none."""
        return self._get((room, number), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Desk]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        room: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[DeskChanges],
    ) -> Update[Desk]:
        """Change a Desk by its key; refuse if there is none."""
        return self._update((room, number), changes, values, condition)

    def upsert(self, **values: Unpack[DeskValues]) -> Upsert[Desk]:
        """Change a Desk, or create it where there is none."""
        return self._upsert(values)

    def delete(self, room: str, number: int, *, condition: Filter | None = None) -> Delete[Desk]:
        """Delete a Desk by its key; say whether there was one."""
        return self._delete((room, number), condition)

    def find_by_plate(self, plate: str, *, include_expired: bool = False) -> FindByUnique[Desk]:
        """Find the one Desk with this `plate`."""
        return self._find("uniquePlate", (plate,), include_expired)

    def desks_in_room(
        self,
        *,
        room: str,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[DeskField]],
    ) -> Query[Desk]:
        """Query the table: PK = T#{tenant}#ROOM#{room}, SK = DESK#{number:04d}."""
        return self._query("desksInRoom", {"room": room, "number": number}, **options)

    def desks_of_owner(
        self,
        *,
        owner: str,
        room: str | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[DeskField]],
    ) -> Query[Desk]:
        """Query GSI1: GSI1PK = T#{tenant}#OWNER#{owner}, GSI1SK = {room}#{number:04d}."""
        return self._query(
            "desksOfOwner", {"owner": owner, "room": room, "number": number}, **options
        )


class DeskHandle(Handle[Desk, DeskPlans]):
    """The Desk items of a table."""

    def create(self, **values: Unpack[DeskValues]) -> Desk:
        """Write a new Desk; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, room: str, number: int, *, consistent: bool = True, include_expired: bool = False
    ) -> Desk | None:
        """Read the Desk with this key; None if there is none."""
        return self._table.get(self._plan_get((room, number), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Desk | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        room: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[DeskChanges],
    ) -> Desk:
        """Change a Desk by its key; refuse if there is none."""
        return self._run(self.plan.update(room, number, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[DeskValues]) -> Desk:
        """Change a Desk, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, room: str, number: int, *, condition: Filter | None = None) -> bool:
        """Delete a Desk by its key; say whether there was one."""
        return self._run(self.plan.delete(room, number, condition=condition))

    def find_by_plate(self, plate: str, *, include_expired: bool = False) -> Desk | None:
        """Find the one Desk with this `plate`."""
        return self._run(self.plan.find_by_plate(plate, include_expired=include_expired))

    def desks_in_room(
        self,
        *,
        room: str,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[DeskField]],
    ) -> Page[Desk]:
        """Query the table: PK = T#{tenant}#ROOM#{room}, SK = DESK#{number:04d}."""
        return self._page(self.plan.desks_in_room(room=room, number=number, **options))

    def desks_of_owner(
        self,
        *,
        owner: str,
        room: str | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[DeskField]],
    ) -> Page[Desk]:
        """Query GSI1: GSI1PK = T#{tenant}#OWNER#{owner}, GSI1SK = {room}#{number:04d}."""
        return self._page(
            self.plan.desks_of_owner(owner=owner, room=room, number=number, **options)
        )


class DomainPlans(Plans[Domain]):
    """Operations on Domain, unsent."""

    def create(self, **values: Unpack[DomainValues]) -> Create[Domain]:
        """Write a new Domain; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Domain]:
        """Read the Domain with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Domain]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[DomainChanges],
    ) -> Update[Domain]:
        """Change a Domain by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    def upsert(self, **values: Unpack[DomainValues]) -> Upsert[Domain]:
        """Change a Domain, or create it where there is none."""
        return self._upsert(values)

    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Domain]:
        """Delete a Domain by its key; say whether there was one."""
        return self._delete((name,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Domain]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class DomainHandle(Handle[Domain, DomainPlans]):
    """The Domain items of a table."""

    def create(self, **values: Unpack[DomainValues]) -> Domain:
        """Write a new Domain; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Domain | None:
        """Read the Domain with this key; None if there is none."""
        return self._table.get(self._plan_get((name,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Domain | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[DomainChanges],
    ) -> Domain:
        """Change a Domain by its key; refuse if there is none."""
        return self._run(self.plan.update(name, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[DomainValues]) -> Domain:
        """Change a Domain, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, name: str, *, condition: Filter | None = None) -> bool:
        """Delete a Domain by its key; say whether there was one."""
        return self._run(self.plan.delete(name, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class OfficesPlans:
    """Operations on several models at once, unsent."""

    def __init__(self, table: Offices) -> None:
        self._table = table

    def whole_room(self, *, room: str, **options: Unpack[CollectOptions]) -> Collect[Desk]:
        """Read PK = T#{tenant}#ROOM#{room}, items of all models."""
        return self._table.collect_plan("wholeRoom", {"room": room}, **options)


class Offices(Table):
    """The table `offices` on a store."""

    design = _DESIGN
    models = (Desk, Domain)

    @cached_property
    def desk(self) -> DeskHandle:
        """The Desk items."""
        return DeskHandle(self, DeskPlans(self.own_place, self.codec(Desk)))

    @cached_property
    def domain(self) -> DomainHandle:
        """The Domain items."""
        return DomainHandle(self, DomainPlans(self.own_place, self.codec(Domain)))

    @cached_property
    def plan(self) -> OfficesPlans:
        """Collections, unsent."""
        return OfficesPlans(self)

    def whole_room(self, *, room: str, **options: Unpack[CollectOptions]) -> Collected[Desk]:
        """Read PK = T#{tenant}#ROOM#{room}, items of all models."""
        return self.run(self.plan.whole_room(room=room, **options))
