"""Circuit: typed access to the tables `matches` and `audit`.

Generated from its design; change that, and generate again:

    tavola generate circuit.yaml -o circuit.py
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
from tavola.runtime import (Design, FieldSchema, Fields, Handle, KeyPair, Methods, ModelSchema, NumberRef, Placeholder, Plans, TableSettings,
    Template, TextRef, UniqueSchema, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change
    from tavola.runtime import BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, OnBadItem, Update

__all__ = ["Circuit", "Domain", "Entry", "Match"]

_DESIGN = Design(
    name="Circuit", layout="templates", table=TableSettings(name="matches", has_tenancy=True),
    models={
        "Match": ModelSchema(
            name="Match", handle="match",
            fields={
                "matchId": FieldSchema("matchId", "match_id", "StringField", required=True),
                "slug": FieldSchema("slug", "slug", "StringField"),
                "seats": FieldSchema("seats", "seats", "IntegerField"),
            },
            key=KeyPair("PK", Template(("T#", Placeholder("$tenant", "tenant"), "#MATCH#", Placeholder("matchId"))), "SK", Template(("MATCH",))),
            primary_id=Template((Placeholder("matchId"),)),
            uniques={
                "uniqueSlug": UniqueSchema(name="uniqueSlug", fields=("slug",), python_name="find_by_slug",
                    key=KeyPair("PK", Template(("T#", Placeholder("$tenant", "tenant"), "#SLUG#", Placeholder("slug"))), "SK", Template(("SLUG",)))),
            },
            type_value="Match", is_tenanted=True, table="matches",
        ),
        "Domain": ModelSchema(
            name="Domain", handle="domain",
            fields={
                "host": FieldSchema("host", "host", "StringField", required=True),
                "owner": FieldSchema("owner", "owner", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("DOMAIN#", Placeholder("host"))), "SK", Template(("DOMAIN",))), primary_id=Template((Placeholder("host"),)),
            type_value="Domain", table="matches",
        ),
        "Entry": ModelSchema(name="Entry", handle="entry",
            fields={"entryId": FieldSchema("entryId", "entry_id", "StringField", required=True), "text": FieldSchema("text", "text", "StringField")},
            key=KeyPair("PK", Template(("ENTRY#", Placeholder("entryId"))), "SK", Template(("ENTRY",))),
            primary_id=Template((Placeholder("entryId"),)), type_value="Entry", table="audit"),
    },
    more_tables=(TableSettings(name="audit"),),
)

MatchField = Literal["match_id", "slug", "seats"]


class MatchFields(Fields):
    """Match's fields, for building conditions and changes."""

    match_id: TextRef
    slug: TextRef
    seats: NumberRef[int]


class MatchChanges(TypedDict, total=False):
    """What an update of a Match may set."""

    slug: str | None
    seats: int | None


class Match(Record, schema=_DESIGN.models["Match"]):
    """A Match.

    - key: PK = T#{tenant}#MATCH#{matchId}, SK = MATCH
    - uniqueSlug, a lock: PK = T#{tenant}#SLUG#{slug}, SK = SLUG
    """

    fields: ClassVar[MatchFields]
    match_id: str
    slug: str | None = None
    seats: int | None = None


DomainField = Literal["host", "owner"]


class DomainFields(Fields):
    """Domain's fields, for building conditions and changes."""

    host: TextRef
    owner: TextRef


class DomainChanges(TypedDict, total=False):
    """What an update of a Domain may set."""

    owner: str


class Domain(Record, schema=_DESIGN.models["Domain"]):
    """A Domain.

    - key: PK = DOMAIN#{host}, SK = DOMAIN
    """

    fields: ClassVar[DomainFields]
    host: str
    owner: str


EntryField = Literal["entry_id", "text"]


class EntryFields(Fields):
    """Entry's fields, for building conditions and changes."""

    entry_id: TextRef
    text: TextRef


class EntryChanges(TypedDict, total=False):
    """What an update of an Entry may set."""

    text: str | None


class Entry(Record, schema=_DESIGN.models["Entry"]):
    """An Entry.

    - key: PK = ENTRY#{entryId}, SK = ENTRY
    """

    fields: ClassVar[EntryFields]
    entry_id: str
    text: str | None = None


class MatchMethods(Methods[Match]):
    """The methods of Match's handle and plans."""

    create = create_method(Match)
    """Write a new Match; refuse if there is one with its key."""
    upsert = upsert_method(Match)
    """Change a Match, or create it where there is none."""

    @method
    def get(self, match_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Match]:
        """Read the Match with this key; None if there is none."""
        return self._get((match_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Match]:
        """Read Match items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, match_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[MatchChanges]) -> Update[Match]:
        """Change a Match by its key; refuse if there is none."""
        return self._update((match_id,), changes, values, condition)

    @method
    def delete(self, match_id: str, *, condition: Filter | None = None) -> Delete[Match]:
        """Delete a Match by its key; say whether there was one."""
        return self._delete((match_id,), condition)

    @method
    def find_by_slug(self, slug: str, *, include_expired: bool = False) -> FindByUnique[Match]:
        """Find the one Match with this `slug`."""
        return self._find("uniqueSlug", (slug,), include_expired)


class MatchPlans(MatchMethods, Plans[Match]):
    """Operations on Match, unsent."""


class MatchHandle(MatchMethods, Handle[Match, MatchPlans]):
    """The Match items of a table."""


class DomainMethods(Methods[Domain]):
    """The methods of Domain's handle and plans."""

    create = create_method(Domain)
    """Write a new Domain; refuse if there is one with its key."""
    upsert = upsert_method(Domain)
    """Change a Domain, or create it where there is none."""

    @method
    def get(self, host: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Domain]:
        """Read the Domain with this key; None if there is none."""
        return self._get((host,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Domain]:
        """Read Domain items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, host: str, *changes: Change, condition: Filter | None = None, **values: Unpack[DomainChanges]) -> Update[Domain]:
        """Change a Domain by its key; refuse if there is none."""
        return self._update((host,), changes, values, condition)

    @method
    def delete(self, host: str, *, condition: Filter | None = None) -> Delete[Domain]:
        """Delete a Domain by its key; say whether there was one."""
        return self._delete((host,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Domain]:
        """Delete Domain items by their keys, in batches."""
        return self._delete_all(keys)


class DomainPlans(DomainMethods, Plans[Domain]):
    """Operations on Domain, unsent."""


class DomainHandle(DomainMethods, Handle[Domain, DomainPlans]):
    """The Domain items of a table."""


class EntryMethods(Methods[Entry]):
    """The methods of Entry's handle and plans."""

    create = create_method(Entry)
    """Write a new Entry; refuse if there is one with its key."""
    upsert = upsert_method(Entry)
    """Change an Entry, or create it where there is none."""

    @method
    def get(self, entry_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Entry]:
        """Read the Entry with this key; None if there is none."""
        return self._get((entry_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Entry]:
        """Read Entry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, entry_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[EntryChanges]) -> Update[Entry]:
        """Change an Entry by its key; refuse if there is none."""
        return self._update((entry_id,), changes, values, condition)

    @method
    def delete(self, entry_id: str, *, condition: Filter | None = None) -> Delete[Entry]:
        """Delete an Entry by its key; say whether there was one."""
        return self._delete((entry_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Entry]:
        """Delete Entry items by their keys, in batches."""
        return self._delete_all(keys)


class EntryPlans(EntryMethods, Plans[Entry]):
    """Operations on Entry, unsent."""


class EntryHandle(EntryMethods, Handle[Entry, EntryPlans]):
    """The Entry items of a table."""


class Circuit(Table):
    """The tables `matches` and `audit` on a store."""

    design = _DESIGN
    models = (Match, Domain, Entry)

    match = handle(Match, MatchHandle, MatchPlans)
    """The Match items."""
    domain = handle(Domain, DomainHandle, DomainPlans)
    """The Domain items."""
    entry = handle(Entry, EntryHandle, EntryPlans)
    """The Entry items."""
