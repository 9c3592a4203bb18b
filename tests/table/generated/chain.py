"""Chain: typed access to the table `chain`.

Generated from its design; change that, and generate again:

    tavola generate chain.yaml -o chain.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (Design, FieldSchema, Fields, Handle, IndexSchema, IterationSchema, KeyPair, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, UniqueSchema, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Chain", "Guest", "Setting"]

_INDEX_1 = PhysicalIndex("gsi1", "_gsi1_pk", "_gsi1_sk")
_INDEX_2 = PhysicalIndex("gsi2", "_gsi2_pk", "_gsi2_sk")
_INDEX_3 = PhysicalIndex("gsi3", "_gsi3_pk", "_gsi3_sk")
_INDEX_4 = PhysicalIndex("gsi4", "_gsi4_pk", "_gsi4_sk")
_INDEX_5 = PhysicalIndex("gsi5", "_gsi5_pk", "_gsi5_sk")
_INDEX_6 = PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", projection="keysOnly")

_DESIGN = Design(
    name="Chain", layout="managed",
    table=TableSettings(name="chain", partition_key="_pk", sort_key="_sk", ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6), has_tenancy=True),
    models={
        "Guest": ModelSchema(
            name="Guest", handle="guest",
            fields={
                "guestId": FieldSchema("guestId", "guest_id", "StringField", required=True),
                "email": FieldSchema("email", "email", "StringField"),
                "city": FieldSchema("city", "city", "StringField"),
                "stays": FieldSchema("stays", "stays", "CounterField"),
            },
            key=KeyPair("_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#g#", Placeholder("guestId"))), "_sk", Template(("g",))),
            primary_id=Template((Placeholder("guestId"),)),
            indexes={
                "guestsForCity": IndexSchema(
                    "guestsForCity", "guests_for_city",
                    KeyPair("_gsi1_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#g#gsi1#", Placeholder("city"))), "_gsi1_sk",
                        Template((Placeholder("guestId"),))),
                    physical=_INDEX_1,
                ),
                "allGuests": IndexSchema(
                    "allGuests", "all_guests",
                    KeyPair("_gsi2_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#g#gsi2#g")), "_gsi2_sk",
                        Template((Placeholder("guestId"),))),
                    physical=_INDEX_2,
                ),
            },
            uniques={
                "uniqueEmail": UniqueSchema(
                    name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#_raft_uc#_uc1#g#email:", Placeholder("email"))), "_sk",
                        Template(("_raft_uc",))),
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#g#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk",
                    Template((Placeholder("guestId"),))),
                buckets=2,
            ),
            model_prefix="g", counters=("stays",), is_tenanted=True,
        ),
        "Setting": ModelSchema(
            name="Setting", handle="setting",
            fields={"key": FieldSchema("key", "key", "StringField", required=True), "value": FieldSchema("value", "value", "StringField")},
            key=KeyPair("_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#set")), "_sk", Template((Placeholder("key"),))),
            primary_id=Template((Placeholder("key"),)),
            indexes={
                "allSettings": IndexSchema("allSettings", "all_settings",
                    KeyPair("_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#set")), "_sk", Template((Placeholder("key"),)))),
            },
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("[", Placeholder("$tenant", "tenant"), "]#set#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk",
                    Template((Placeholder("key"),))),
                buckets=10,
            ),
            model_prefix="set", is_tenanted=True,
        ),
    },
)

GuestField = Literal["guest_id", "email", "city", "stays"]


class GuestFields(Fields):
    """Guest's fields, for building conditions and changes."""

    guest_id: TextRef
    email: TextRef
    city: TextRef
    stays: NumberRef[int]


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
    """Setting's fields, for building conditions and changes."""

    key: TextRef
    value: TextRef


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


class GuestMethods(Methods[Guest]):
    """The methods of Guest's handle and plans."""

    create = create_method(Guest)
    """Write a new Guest; refuse if there is one with its key."""
    upsert = upsert_method(Guest)
    """Change a Guest, or create it where there is none."""

    @method
    def get(self, guest_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Guest]:
        """Read the Guest with this key; None if there is none."""
        return self._get((guest_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Guest]:
        """Read Guest items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, guest_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[GuestChanges]) -> Update[Guest]:
        """Change a Guest by its key; refuse if there is none."""
        return self._update((guest_id,), changes, values, condition)

    @method
    def delete(self, guest_id: str, *, condition: Filter | None = None) -> Delete[Guest]:
        """Delete a Guest by its key; say whether there was one."""
        return self._delete((guest_id,), condition)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Guest]:
        """Find the one Guest with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    @method
    def guests_for_city(self, *, city: str, guest_id: str | SortCondition | None = None, **options: Unpack[IndexOptions[GuestField]]) -> Query[Guest]:
        """Query `guestsForCity` in gsi1: _gsi1_pk = [{tenant}]#g#gsi1#{city}, _gsi1_sk = {guestId}."""
        return self._query("guestsForCity", {"city": city, "guest_id": guest_id}, **options)

    @method
    def all_guests(self, *, guest_id: str | SortCondition | None = None, **options: Unpack[IndexOptions[GuestField]]) -> Query[Guest]:
        """Query `allGuests` in gsi2: _gsi2_pk = [{tenant}]#g#gsi2#g, _gsi2_sk = {guestId}."""
        return self._query("allGuests", {"guest_id": guest_id}, **options)


class GuestPlans(GuestMethods, Plans[Guest]):
    """Operations on Guest, unsent."""


class GuestHandle(GuestMethods, Handle[Guest, GuestPlans]):
    """The Guest items of a table."""


class SettingMethods(Methods[Setting]):
    """The methods of Setting's handle and plans."""

    create = create_method(Setting)
    """Write a new Setting; refuse if there is one with its key."""
    upsert = upsert_method(Setting)
    """Change a Setting, or create it where there is none."""

    @method
    def get(self, key: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Setting]:
        """Read the Setting with this key; None if there is none."""
        return self._get((key,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Setting]:
        """Read Setting items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, key: str, *changes: Change, condition: Filter | None = None, **values: Unpack[SettingChanges]) -> Update[Setting]:
        """Change a Setting by its key; refuse if there is none."""
        return self._update((key,), changes, values, condition)

    @method
    def delete(self, key: str, *, condition: Filter | None = None) -> Delete[Setting]:
        """Delete a Setting by its key; say whether there was one."""
        return self._delete((key,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Setting]:
        """Delete Setting items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def all_settings(self, *, key: str | SortCondition | None = None, **options: Unpack[QueryOptions[SettingField]]) -> Query[Setting]:
        """Query `allSettings` in the table: _pk = [{tenant}]#set, _sk = {key}."""
        return self._query("allSettings", {"key": key}, **options)


class SettingPlans(SettingMethods, Plans[Setting]):
    """Operations on Setting, unsent."""


class SettingHandle(SettingMethods, Handle[Setting, SettingPlans]):
    """The Setting items of a table."""


class Chain(Table):
    """The table `chain` on a store."""

    design = _DESIGN
    models = (Guest, Setting)

    guest = handle(Guest, GuestHandle, GuestPlans)
    """The Guest items."""
    setting = handle(Setting, SettingHandle, SettingPlans)
    """The Setting items."""
