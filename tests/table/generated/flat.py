"""Flat: typed access to the table `flat`.

Generated from its design; change that, and generate again:

    tavola generate flat.yaml -o flat.py
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
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, IterationSchema, KeyPair, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, UniqueSchema, auto, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Account", "Counter", "Flat"]

_INDEX_1 = PhysicalIndex("byCity", "city_key", "name_key")
_INDEX_2 = PhysicalIndex("all", "all_key", projection="keysOnly")

_DESIGN = Design(
    name="Flat", layout="templates",
    table=TableSettings(name="flat", partition_key="id", sort_key=None, type_attribute="type", ttl_attribute="ttl", indexes=(_INDEX_1, _INDEX_2)),
    models={
        "Account": ModelSchema(
            name="Account", handle="account",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "city": FieldSchema("city", "city", "StringField"),
                "email": FieldSchema("email", "email", "StringField"),
                "version": FieldSchema("version", "version", "VersionField"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("id", Template(("ACCOUNT#", Placeholder("name")))), primary_id=Template((Placeholder("name"),)),
            indexes={
                "account": IndexSchema("account", "account", KeyPair("id", Template(("ACCOUNT#", Placeholder("name"))))),
                "accountsByCity": IndexSchema("accountsByCity", "accounts_by_city",
                    KeyPair("city_key", Template(("CITY#", Placeholder("city"))), "name_key", Template((Placeholder("name"),))), physical=_INDEX_1),
            },
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("id", Template(("EMAIL#", Placeholder("email"))))),
            },
            iteration=IterationSchema(physical=_INDEX_2, key=KeyPair("all_key", Template(("ACCOUNTS#", Placeholder("$bucket", "int:3")))), buckets=3),
            type_value="ACCOUNT", version_field="version", ttl_field="ttl",
        ),
        "Counter": ModelSchema(name="Counter", handle="counter",
            fields={"name": FieldSchema("name", "name", "StringField", required=True), "hits": FieldSchema("hits", "hits", "CounterField")},
            key=KeyPair("id", Template(("COUNTER#", Placeholder("name")))), primary_id=Template((Placeholder("name"),)), type_value="COUNTER",
            counters=("hits",)),
    },
)

AccountField = Literal["name", "city", "email", "version", "ttl"]


class AccountFields(Fields):
    """Account's fields, for building conditions and changes."""

    name: TextRef
    city: TextRef
    email: TextRef
    version: TextRef
    ttl: FieldRef[datetime]


class AccountChanges(TypedDict, total=False):
    """What an update of an Account may set."""

    city: str | None
    email: str | None
    ttl: datetime | None


class Account(Record, schema=_DESIGN.models["Account"]):
    """An Account.

    - key: id = ACCOUNT#{name}
    - account: key
    - accountsByCity (byCity): city_key = CITY#{city}, name_key = {name}
    - uniqueEmail, a lock: id = EMAIL#{email}
    - iteration (all): all_key = ACCOUNTS#{bucket:03d}
    """

    fields: ClassVar[AccountFields]
    name: str
    city: str | None = None
    email: str | None = None
    version: str = auto()
    ttl: datetime | None = None


CounterField = Literal["name", "hits"]


class CounterFields(Fields):
    """Counter's fields, for building conditions and changes."""

    name: TextRef
    hits: NumberRef[int]


class CounterChanges(TypedDict, total=False):
    """What an update of a Counter may set."""

    hits: int


class Counter(Record, schema=_DESIGN.models["Counter"]):
    """A Counter.

    - key: id = COUNTER#{name}
    """

    fields: ClassVar[CounterFields]
    name: str
    hits: int = 0


class AccountMethods(Methods[Account]):
    """The methods of Account's handle and plans."""

    create = create_method(Account)
    """Write a new Account; refuse if there is one with its key."""
    upsert = upsert_method(Account)
    """Change an Account, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Account]:
        """Read the Account with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Account]:
        """Read Account items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[AccountChanges]) -> Update[Account]:
        """Change an Account by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition, expect_version)

    @method
    def delete(self, name: str, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[Account]:
        """Delete an Account by its key; say whether there was one."""
        return self._delete((name,), condition, expect_version)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Account]:
        """Find the one Account with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    @method
    def account(self, *, name: str, **options: Unpack[QueryOptions[AccountField]]) -> Query[Account]:
        """Query `account` in the table: id = ACCOUNT#{name}."""
        return self._query("account", {"name": name}, **options)

    @method
    def accounts_by_city(self, *, city: str, name: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[AccountField]]) -> Query[Account]:
        """Query `accountsByCity` in byCity: city_key = CITY#{city}, name_key = {name}."""
        return self._query("accountsByCity", {"city": city, "name": name}, **options)


class AccountPlans(AccountMethods, Plans[Account]):
    """Operations on Account, unsent."""


class AccountHandle(AccountMethods, Handle[Account, AccountPlans]):
    """The Account items of a table."""


class CounterMethods(Methods[Counter]):
    """The methods of Counter's handle and plans."""

    create = create_method(Counter)
    """Write a new Counter; refuse if there is one with its key."""
    upsert = upsert_method(Counter)
    """Change a Counter, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Counter]:
        """Read the Counter with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Counter]:
        """Read Counter items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[CounterChanges]) -> Update[Counter]:
        """Change a Counter by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Counter]:
        """Delete a Counter by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Counter]:
        """Delete Counter items by their keys, in batches."""
        return self._delete_all(keys)


class CounterPlans(CounterMethods, Plans[Counter]):
    """Operations on Counter, unsent."""


class CounterHandle(CounterMethods, Handle[Counter, CounterPlans]):
    """The Counter items of a table."""


class Flat(Table):
    """The table `flat` on a store."""

    design = _DESIGN
    models = (Account, Counter)

    account = handle(Account, AccountHandle, AccountPlans)
    """The Account items."""
    counter = handle(Counter, CounterHandle, CounterPlans)
    """The Counter items."""
