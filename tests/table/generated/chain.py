"""Chain: typed access to the table `chain`.

Generated from its design; change that, and generate again:

    tavola generate chain.yaml -o chain.py
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
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
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, IndexOptions, Page, Plans, QueryOptions, Record, Table

__all__ = ["Chain", "Guest", "Setting"]

_INDEX_1 = PhysicalIndex(name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk")
_INDEX_2 = PhysicalIndex(name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk")
_INDEX_3 = PhysicalIndex(name="gsi3", partition_key="_gsi3_pk", sort_key="_gsi3_sk")
_INDEX_4 = PhysicalIndex(name="gsi4", partition_key="_gsi4_pk", sort_key="_gsi4_sk")
_INDEX_5 = PhysicalIndex(name="gsi5", partition_key="_gsi5_pk", sort_key="_gsi5_sk")
_INDEX_6 = PhysicalIndex(
    name="iter_index", partition_key="_iter_pk", sort_key="_iter_sk", projection="keysOnly"
)

_DESIGN = Design(
    name="Chain",
    layout="managed",
    table=TableSettings(
        name="chain",
        partition_key="_pk",
        sort_key="_sk",
        ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6),
        has_tenancy=True,
    ),
    models={
        "Guest": ModelSchema(
            name="Guest",
            handle="guest",
            fields={
                "guestId": FieldSchema(
                    name="guestId", python_name="guest_id", type="StringField", required=True
                ),
                "email": FieldSchema(name="email", python_name="email", type="StringField"),
                "city": FieldSchema(name="city", python_name="city", type="StringField"),
                "stays": FieldSchema(name="stays", python_name="stays", type="CounterField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(
                    ("[", Placeholder("$tenant", form="tenant"), "]#g#", Placeholder("guestId"))
                ),
                sort_attribute="_sk",
                sort=Template(("g",)),
            ),
            primary_id=Template((Placeholder("guestId"),)),
            indexes={
                "guestsForCity": IndexSchema(
                    name="guestsForCity",
                    python_name="guests_for_city",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(
                            (
                                "[",
                                Placeholder("$tenant", form="tenant"),
                                "]#g#gsi1#",
                                Placeholder("city"),
                            ),
                        ),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("guestId"),)),
                    ),
                    physical=_INDEX_1,
                ),
                "allGuests": IndexSchema(
                    name="allGuests",
                    python_name="all_guests",
                    key=KeyPair(
                        partition_attribute="_gsi2_pk",
                        partition=Template(
                            ("[", Placeholder("$tenant", form="tenant"), "]#g#gsi2#g")
                        ),
                        sort_attribute="_gsi2_sk",
                        sort=Template((Placeholder("guestId"),)),
                    ),
                    physical=_INDEX_2,
                ),
            },
            uniques={
                "uniqueEmail": UniqueSchema(
                    name="uniqueEmail",
                    fields=("email",),
                    python_name="find_by_email",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(
                            (
                                "[",
                                Placeholder("$tenant", form="tenant"),
                                "]#_raft_uc#_uc1#g#email:",
                                Placeholder("email"),
                            ),
                        ),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(
                        (
                            "[",
                            Placeholder("$tenant", form="tenant"),
                            "]#g#iter#",
                            Placeholder("$bucket", form="int:3"),
                        ),
                    ),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("guestId"),)),
                ),
                buckets=2,
            ),
            model_prefix="g",
            counters=("stays",),
            is_tenanted=True,
        ),
        "Setting": ModelSchema(
            name="Setting",
            handle="setting",
            fields={
                "key": FieldSchema(
                    name="key", python_name="key", type="StringField", required=True
                ),
                "value": FieldSchema(name="value", python_name="value", type="StringField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("[", Placeholder("$tenant", form="tenant"), "]#set")),
                sort_attribute="_sk",
                sort=Template((Placeholder("key"),)),
            ),
            primary_id=Template((Placeholder("key"),)),
            indexes={
                "allSettings": IndexSchema(
                    name="allSettings",
                    python_name="all_settings",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("[", Placeholder("$tenant", form="tenant"), "]#set")),
                        sort_attribute="_sk",
                        sort=Template((Placeholder("key"),)),
                    ),
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(
                        (
                            "[",
                            Placeholder("$tenant", form="tenant"),
                            "]#set#iter#",
                            Placeholder("$bucket", form="int:3"),
                        ),
                    ),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("key"),)),
                ),
                buckets=10,
            ),
            model_prefix="set",
            is_tenanted=True,
        ),
    },
)

GuestField = Literal["guest_id", "email", "city", "stays"]


class GuestFields(Fields):
    """Guest's fields, to make conditions and changes of."""

    guest_id: TextRef
    email: TextRef
    city: TextRef
    stays: NumberRef[int]


class GuestValues(TypedDict, total=False):
    """What a new Guest is made of."""

    guest_id: Required[str]
    email: str | None
    city: str | None
    stays: int


class GuestChanges(TypedDict, total=False):
    """What an update of a Guest may set."""

    email: str | None
    city: str | None
    stays: int


class Guest(Record, schema=_DESIGN.models["Guest"]):
    """A Guest.

    - key: _pk = [{tenant}]#g#{guestId}, _sk = g
    - guestsForCity (gsi1): _gsi1_pk = [{tenant}]#g#gsi1#{city}, _gsi1_sk = {guestId}
    - allGuests (gsi2): _gsi2_pk = [{tenant}]#g#gsi2#g, _gsi2_sk = {guestId}
    - uniqueEmail, a lock: _pk = [{tenant}]#_raft_uc#_uc1#g#email:{email}, _sk = _raft_uc
    - iteration (iter_index): _iter_pk = [{tenant}]#g#iter#{bucket:03d}, _iter_sk = {guestId}
    """

    fields: ClassVar[GuestFields]
    guest_id: str
    email: str | None = None
    city: str | None = None
    stays: int = 0


SettingField = Literal["key", "value"]


class SettingFields(Fields):
    """Setting's fields, to make conditions and changes of."""

    key: TextRef
    value: TextRef


class SettingValues(TypedDict, total=False):
    """What a new Setting is made of."""

    key: Required[str]
    value: str | None


class SettingChanges(TypedDict, total=False):
    """What an update of a Setting may set."""

    value: str | None


class Setting(Record, schema=_DESIGN.models["Setting"]):
    """A Setting.

    - key: _pk = [{tenant}]#set, _sk = {key}
    - allSettings: key
    - iteration (iter_index): _iter_pk = [{tenant}]#set#iter#{bucket:03d}, _iter_sk = {key}
    """

    fields: ClassVar[SettingFields]
    key: str
    value: str | None = None


class GuestPlans(Plans[Guest]):
    """Operations on Guest, unsent."""

    def create(self, **values: Unpack[GuestValues]) -> Create[Guest]:
        """Write a new Guest; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, guest_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Guest]:
        """Read the Guest with this key; None if there is none."""
        return self._get((guest_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Guest]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        guest_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[GuestChanges],
    ) -> Update[Guest]:
        """Change a Guest by its key; refuse if there is none."""
        return self._update((guest_id,), changes, values, condition)

    def upsert(self, **values: Unpack[GuestValues]) -> Upsert[Guest]:
        """Change a Guest, or create it where there is none."""
        return self._upsert(values)

    def delete(self, guest_id: str, *, condition: Filter | None = None) -> Delete[Guest]:
        """Delete a Guest by its key; say whether there was one."""
        return self._delete((guest_id,), condition)

    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Guest]:
        """Find the one Guest with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    def guests_for_city(
        self,
        *,
        city: str,
        guest_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[GuestField]],
    ) -> Query[Guest]:
        """Query gsi1: _gsi1_pk = [{tenant}]#g#gsi1#{city}, _gsi1_sk = {guestId}."""
        return self._query("guestsForCity", {"city": city, "guest_id": guest_id}, **options)

    def all_guests(
        self,
        *,
        guest_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[GuestField]],
    ) -> Query[Guest]:
        """Query gsi2: _gsi2_pk = [{tenant}]#g#gsi2#g, _gsi2_sk = {guestId}."""
        return self._query("allGuests", {"guest_id": guest_id}, **options)


class GuestHandle(Handle[Guest, GuestPlans]):
    """The Guest items of a table."""

    def create(self, **values: Unpack[GuestValues]) -> Guest:
        """Write a new Guest; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, guest_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Guest | None:
        """Read the Guest with this key; None if there is none."""
        return self._table.get(self._plan_get((guest_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Guest | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        guest_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[GuestChanges],
    ) -> Guest:
        """Change a Guest by its key; refuse if there is none."""
        return self._run(self.plan.update(guest_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[GuestValues]) -> Guest:
        """Change a Guest, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, guest_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Guest by its key; say whether there was one."""
        return self._run(self.plan.delete(guest_id, condition=condition))

    def find_by_email(self, email: str, *, include_expired: bool = False) -> Guest | None:
        """Find the one Guest with this `email`."""
        return self._run(self.plan.find_by_email(email, include_expired=include_expired))

    def guests_for_city(
        self,
        *,
        city: str,
        guest_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[GuestField]],
    ) -> Page[Guest]:
        """Query gsi1: _gsi1_pk = [{tenant}]#g#gsi1#{city}, _gsi1_sk = {guestId}."""
        return self._page(self.plan.guests_for_city(city=city, guest_id=guest_id, **options))

    def all_guests(
        self,
        *,
        guest_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[GuestField]],
    ) -> Page[Guest]:
        """Query gsi2: _gsi2_pk = [{tenant}]#g#gsi2#g, _gsi2_sk = {guestId}."""
        return self._page(self.plan.all_guests(guest_id=guest_id, **options))


class SettingPlans(Plans[Setting]):
    """Operations on Setting, unsent."""

    def create(self, **values: Unpack[SettingValues]) -> Create[Setting]:
        """Write a new Setting; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, key: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Setting]:
        """Read the Setting with this key; None if there is none."""
        return self._get((key,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Setting]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        key: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SettingChanges],
    ) -> Update[Setting]:
        """Change a Setting by its key; refuse if there is none."""
        return self._update((key,), changes, values, condition)

    def upsert(self, **values: Unpack[SettingValues]) -> Upsert[Setting]:
        """Change a Setting, or create it where there is none."""
        return self._upsert(values)

    def delete(self, key: str, *, condition: Filter | None = None) -> Delete[Setting]:
        """Delete a Setting by its key; say whether there was one."""
        return self._delete((key,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Setting]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def all_settings(
        self,
        *,
        key: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[SettingField]],
    ) -> Query[Setting]:
        """Query the table: _pk = [{tenant}]#set, _sk = {key}."""
        return self._query("allSettings", {"key": key}, **options)


class SettingHandle(Handle[Setting, SettingPlans]):
    """The Setting items of a table."""

    def create(self, **values: Unpack[SettingValues]) -> Setting:
        """Write a new Setting; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, key: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Setting | None:
        """Read the Setting with this key; None if there is none."""
        return self._table.get(self._plan_get((key,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Setting | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        key: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SettingChanges],
    ) -> Setting:
        """Change a Setting by its key; refuse if there is none."""
        return self._run(self.plan.update(key, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[SettingValues]) -> Setting:
        """Change a Setting, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, key: str, *, condition: Filter | None = None) -> bool:
        """Delete a Setting by its key; say whether there was one."""
        return self._run(self.plan.delete(key, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def all_settings(
        self,
        *,
        key: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[SettingField]],
    ) -> Page[Setting]:
        """Query the table: _pk = [{tenant}]#set, _sk = {key}."""
        return self._page(self.plan.all_settings(key=key, **options))


class Chain(Table):
    """The table `chain` on a store."""

    design = _DESIGN
    models = (Guest, Setting)

    @cached_property
    def guest(self) -> GuestHandle:
        """The Guest items."""
        return GuestHandle(self, GuestPlans(self.own_place, self.codec(Guest)))

    @cached_property
    def setting(self) -> SettingHandle:
        """The Setting items."""
        return SettingHandle(self, SettingPlans(self.own_place, self.codec(Setting)))
