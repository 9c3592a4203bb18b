"""VoteEventLog: typed access to the table `vote_event_log`.

Generated from its design; change that, and generate again:

    tavola generate event_log.yaml -o event_log_models.py
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
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, Placeholder, Plans,
    TableSettings, Template, TextRef, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, OnBadItem, Query, QueryOptions, Update

__all__ = ["Event", "Head", "Mailing", "VoteEventLog"]

_DESIGN = Design(
    name="VoteEventLog", layout="templates",
    table=TableSettings(name="vote_event_log", type_attribute="entity_type", point_in_time_recovery=True, deletion_protection=True),
    models={
        "Event": ModelSchema(
            name="Event", handle="event",
            fields={
                "event_id": FieldSchema("event_id", "event_id", "IntegerField", required=True),
                "actor": FieldSchema("actor", "actor", "StringField", required=True),
                "when_occurred": FieldSchema("when_occurred", "when_occurred", "DateTimeField", required=True, storage="epochMillis"),
                "event_type": FieldSchema("event_type", "event_type", "StringField", required=True),
                "event_data": FieldSchema("event_data", "event_data", "JsonField", required=True),
                "previous": FieldSchema("previous", "previous", "StringField", required=True, description="The hash of the event before."),
                "hash": FieldSchema("hash", "hash", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("EVENTS",)), "SK", Template((Placeholder("event_id", "int:8"), "#", Placeholder("when_occurred", "iso")))),
            primary_id=Template((Placeholder("event_id", "int:8"), "#", Placeholder("when_occurred", "iso"))),
            indexes={
                "eventsInOrder": IndexSchema(
                    "eventsInOrder", "events_in_order",
                    KeyPair("PK", Template(("EVENTS",)), "SK",
                        Template((Placeholder("event_id", "int:8"), "#", Placeholder("when_occurred", "iso")))),
                ),
            },
            type_value="EVENT", description="One thing that happened.",
        ),
        "Head": ModelSchema(
            name="Head", handle="head",
            fields={
                "sequence": FieldSchema("sequence", "sequence", "IntegerField", required=True),
                "hash": FieldSchema("hash", "hash", "StringField", required=True),
                "paused": FieldSchema("paused", "paused", "StringField", description="Why nothing is appended."),
            },
            key=KeyPair("PK", Template(("HEAD",)), "SK", Template(("HEAD",))), primary_id=Template(("Head",)), type_value="HEAD",
            description="Where the log ends, and whether it is paused.",
        ),
        "Mailing": ModelSchema(
            name="Mailing", handle="mailing",
            fields={
                "mailing_id": FieldSchema("mailing_id", "mailing_id", "StringField", required=True, max_length=64),
                "election_name": FieldSchema("election_name", "election_name", "StringField", required=True, max_length=200),
                "event_id": FieldSchema("event_id", "event_id", "IntegerField", required=True,
                    description="The event that is its cause; 0 for a reminder."),
            },
            key=KeyPair("PK", Template(("MAILINGS",)), "SK", Template((Placeholder("mailing_id"),))),
            primary_id=Template((Placeholder("mailing_id"),)),
            indexes={
                "mailings": IndexSchema("mailings", "mailings", KeyPair("PK", Template(("MAILINGS",)), "SK", Template((Placeholder("mailing_id"),)))),
            },
            type_value="MAILING", description="Personal links that wait to be mailed; written in the transaction that is their cause.",
        ),
    },
)

EventField = Literal["event_id", "actor", "when_occurred", "event_type", "event_data", "previous", "hash"]


class EventFields(Fields):
    """Event's fields, for building conditions and changes."""

    event_id: NumberRef[int]
    actor: TextRef
    when_occurred: FieldRef[datetime]
    event_type: TextRef
    event_data: FieldRef[Any]
    previous: TextRef
    hash: TextRef


class EventChanges(TypedDict, total=False):
    """What an update of an Event may set."""

    actor: str
    event_type: str
    event_data: Any
    previous: str
    hash: str


class Event(Record, schema=_DESIGN.models["Event"]):
    """One thing that happened.

    - key: PK = EVENTS, SK = {event_id:08d}#{when_occurred:iso}
    - eventsInOrder: key
    """

    fields: ClassVar[EventFields]
    event_id: int
    actor: str
    when_occurred: datetime
    event_type: str
    event_data: Any
    previous: str
    """The hash of the event before."""
    hash: str


HeadField = Literal["sequence", "hash", "paused"]


class HeadFields(Fields):
    """Head's fields, for building conditions and changes."""

    sequence: NumberRef[int]
    hash: TextRef
    paused: TextRef


class HeadChanges(TypedDict, total=False):
    """What an update of a Head may set."""

    sequence: int
    hash: str
    paused: str | None


class Head(Record, schema=_DESIGN.models["Head"]):
    """Where the log ends, and whether it is paused.

    - key: PK = HEAD, SK = HEAD
    """

    fields: ClassVar[HeadFields]
    sequence: int
    hash: str
    paused: str | None = None
    """Why nothing is appended."""


MailingField = Literal["mailing_id", "election_name", "event_id"]


class MailingFields(Fields):
    """Mailing's fields, for building conditions and changes."""

    mailing_id: TextRef
    election_name: TextRef
    event_id: NumberRef[int]


class MailingChanges(TypedDict, total=False):
    """What an update of a Mailing may set."""

    election_name: str
    event_id: int


class Mailing(Record, schema=_DESIGN.models["Mailing"]):
    """Personal links that wait to be mailed; written in the transaction that is their cause.

    - key: PK = MAILINGS, SK = {mailing_id}
    - mailings: key
    """

    fields: ClassVar[MailingFields]
    mailing_id: str
    election_name: str
    event_id: int
    """The event that is its cause; 0 for a reminder."""


class EventMethods(Methods[Event]):
    """The methods of Event's handle and plans."""

    create = create_method(Event)
    """Write a new Event; refuse if there is one with its key."""
    upsert = upsert_method(Event)
    """Change an Event, or create it where there is none."""

    @method
    def get(self, event_id: int, when_occurred: datetime, *, consistent: bool = True, include_expired: bool = False) -> Get[Event]:
        """Read the Event with this key; None if there is none."""
        return self._get((event_id, when_occurred), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, datetime]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Event]:
        """Read Event items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: int, when_occurred: datetime, *changes: Change, condition: Filter | None = None,
            **values: Unpack[EventChanges]) -> Update[Event]:
        """Change an Event by its key; refuse if there is none."""
        return self._update((event_id, when_occurred), changes, values, condition)

    @method
    def delete(self, event_id: int, when_occurred: datetime, *, condition: Filter | None = None) -> Delete[Event]:
        """Delete an Event by its key; say whether there was one."""
        return self._delete((event_id, when_occurred), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, datetime]]) -> BatchWrite[Event]:
        """Delete Event items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def events_in_order(self, *, event_id: int | SortCondition | None = None, when_occurred: datetime | SortCondition | None = None,
            **options: Unpack[QueryOptions[EventField]]) -> Query[Event]:
        """Query `eventsInOrder` in the table: PK = EVENTS, SK = {event_id:08d}#{when_occurred:iso}."""
        return self._query("eventsInOrder", {"event_id": event_id, "when_occurred": when_occurred}, **options)


class EventPlans(EventMethods, Plans[Event]):
    """Operations on Event, unsent."""


class EventHandle(EventMethods, Handle[Event, EventPlans]):
    """The Event items of a table."""


class HeadMethods(Methods[Head]):
    """The methods of Head's handle and plans."""

    create = create_method(Head)
    """Write a new Head; refuse if there is one with its key."""
    upsert = upsert_method(Head)
    """Change a Head, or create it where there is none."""

    @method
    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Get[Head]:
        """Read the Head with this key; None if there is none."""
        return self._get((), consistent, include_expired)

    @method
    def update(self, *changes: Change, condition: Filter | None = None, **values: Unpack[HeadChanges]) -> Update[Head]:
        """Change a Head by its key; refuse if there is none."""
        return self._update((), changes, values, condition)

    @method
    def delete(self, *, condition: Filter | None = None) -> Delete[Head]:
        """Delete a Head by its key; say whether there was one."""
        return self._delete((), condition)


class HeadPlans(HeadMethods, Plans[Head]):
    """Operations on Head, unsent."""


class HeadHandle(HeadMethods, Handle[Head, HeadPlans]):
    """The Head items of a table."""


class MailingMethods(Methods[Mailing]):
    """The methods of Mailing's handle and plans."""

    create = create_method(Mailing)
    """Write a new Mailing; refuse if there is one with its key."""
    upsert = upsert_method(Mailing)
    """Change a Mailing, or create it where there is none."""

    @method
    def get(self, mailing_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Mailing]:
        """Read the Mailing with this key; None if there is none."""
        return self._get((mailing_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Mailing]:
        """Read Mailing items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, mailing_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[MailingChanges]) -> Update[Mailing]:
        """Change a Mailing by its key; refuse if there is none."""
        return self._update((mailing_id,), changes, values, condition)

    @method
    def delete(self, mailing_id: str, *, condition: Filter | None = None) -> Delete[Mailing]:
        """Delete a Mailing by its key; say whether there was one."""
        return self._delete((mailing_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Mailing]:
        """Delete Mailing items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def mailings(self, *, mailing_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[MailingField]]) -> Query[Mailing]:
        """Query `mailings` in the table: PK = MAILINGS, SK = {mailing_id}."""
        return self._query("mailings", {"mailing_id": mailing_id}, **options)


class MailingPlans(MailingMethods, Plans[Mailing]):
    """Operations on Mailing, unsent."""


class MailingHandle(MailingMethods, Handle[Mailing, MailingPlans]):
    """The Mailing items of a table."""


class VoteEventLog(Table):
    """The table `vote_event_log` on a store."""

    design = _DESIGN
    models = (Event, Head, Mailing)

    event = handle(Event, EventHandle, EventPlans)
    """The Event items."""
    head = handle(Head, HeadHandle, HeadPlans)
    """The Head items."""
    mailing = handle(Mailing, MailingHandle, MailingPlans)
    """The Mailing items."""
