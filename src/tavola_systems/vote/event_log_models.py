"""VoteEventLog: typed access to the table `vote_event_log`.

Generated from its design; change that, and generate again:

    tavola generate event_log.yaml -o event_log_models.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    TableSettings,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, NumberRef, TextRef
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, Page, Plans, QueryOptions, Record, Table

__all__ = ["Event", "Head", "VoteEventLog"]

_DESIGN = Design(
    name="VoteEventLog",
    layout="templates",
    table=TableSettings(
        name="vote_event_log",
        type_attribute="entity_type",
        point_in_time_recovery=True,
        deletion_protection=True,
    ),
    models={
        "Event": ModelSchema(
            name="Event",
            handle="event",
            fields={
                "event_id": FieldSchema(
                    name="event_id", python_name="event_id", type="IntegerField", required=True
                ),
                "actor": FieldSchema(
                    name="actor", python_name="actor", type="StringField", required=True
                ),
                "when_occurred": FieldSchema(
                    name="when_occurred",
                    python_name="when_occurred",
                    type="DateTimeField",
                    required=True,
                    storage="epochMillis",
                ),
                "event_type": FieldSchema(
                    name="event_type", python_name="event_type", type="StringField", required=True
                ),
                "event_data": FieldSchema(
                    name="event_data", python_name="event_data", type="JsonField", required=True
                ),
                "previous": FieldSchema(
                    name="previous",
                    python_name="previous",
                    type="StringField",
                    required=True,
                    description="The hash of the event before.",
                ),
                "hash": FieldSchema(
                    name="hash", python_name="hash", type="StringField", required=True
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("EVENTS",)),
                sort_attribute="SK",
                sort=Template(
                    (
                        Placeholder("event_id", form="int:8"),
                        "#",
                        Placeholder("when_occurred", form="iso"),
                    ),
                ),
            ),
            primary_id=Template(
                (
                    Placeholder("event_id", form="int:8"),
                    "#",
                    Placeholder("when_occurred", form="iso"),
                ),
            ),
            indexes={
                "eventsInOrder": IndexSchema(
                    name="eventsInOrder",
                    python_name="events_in_order",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("EVENTS",)),
                        sort_attribute="SK",
                        sort=Template(
                            (
                                Placeholder("event_id", form="int:8"),
                                "#",
                                Placeholder("when_occurred", form="iso"),
                            ),
                        ),
                    ),
                ),
            },
            type_value="EVENT",
            description="One thing that happened.",
        ),
        "Head": ModelSchema(
            name="Head",
            handle="head",
            fields={
                "sequence": FieldSchema(
                    name="sequence", python_name="sequence", type="IntegerField", required=True
                ),
                "hash": FieldSchema(
                    name="hash", python_name="hash", type="StringField", required=True
                ),
                "paused": FieldSchema(
                    name="paused",
                    python_name="paused",
                    type="StringField",
                    description="Why nothing is appended.",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("HEAD",)),
                sort_attribute="SK",
                sort=Template(("HEAD",)),
            ),
            primary_id=Template(("Head",)),
            type_value="HEAD",
            description="Where the log ends, and whether it is paused.",
        ),
    },
)

EventField = Literal[
    "event_id", "actor", "when_occurred", "event_type", "event_data", "previous", "hash"
]


class EventFields(Fields):
    """Event's fields, to make conditions and changes of."""

    event_id: NumberRef[int]
    actor: TextRef
    when_occurred: FieldRef[datetime]
    event_type: TextRef
    event_data: FieldRef[Any]
    previous: TextRef
    hash: TextRef


class EventValues(TypedDict, total=False):
    """What a new Event is made of."""

    event_id: Required[int]
    actor: Required[str]
    when_occurred: Required[datetime]
    event_type: Required[str]
    event_data: Required[Any]
    previous: Required[str]
    hash: Required[str]


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
    """Head's fields, to make conditions and changes of."""

    sequence: NumberRef[int]
    hash: TextRef
    paused: TextRef


class HeadValues(TypedDict, total=False):
    """What a new Head is made of."""

    sequence: Required[int]
    hash: Required[str]
    paused: str | None


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


class EventPlans(Plans[Event]):
    """Operations on Event, unsent."""

    def create(self, **values: Unpack[EventValues]) -> Create[Event]:
        """Write a new Event; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        event_id: int,
        when_occurred: datetime,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Event]:
        """Read the Event with this key; None if there is none."""
        return self._get((event_id, when_occurred), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[int, datetime]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Event]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        event_id: int,
        when_occurred: datetime,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[EventChanges],
    ) -> Update[Event]:
        """Change an Event by its key; refuse if there is none."""
        return self._update((event_id, when_occurred), changes, values, condition)

    def upsert(self, **values: Unpack[EventValues]) -> Upsert[Event]:
        """Change an Event, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, event_id: int, when_occurred: datetime, *, condition: Filter | None = None
    ) -> Delete[Event]:
        """Delete an Event by its key; say whether there was one."""
        return self._delete((event_id, when_occurred), condition)

    def delete_all(self, keys: Iterable[tuple[int, datetime]]) -> BatchWrite[Event]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def events_in_order(
        self,
        *,
        event_id: int | SortCondition | None = None,
        when_occurred: datetime | SortCondition | None = None,
        **options: Unpack[QueryOptions[EventField]],
    ) -> Query[Event]:
        """Query the table: PK = EVENTS, SK = {event_id:08d}#{when_occurred:iso}."""
        return self._query(
            "eventsInOrder", {"event_id": event_id, "when_occurred": when_occurred}, **options
        )


class EventHandle(Handle[Event, EventPlans]):
    """The Event items of a table."""

    def create(self, **values: Unpack[EventValues]) -> Event:
        """Write a new Event; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        event_id: int,
        when_occurred: datetime,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Event | None:
        """Read the Event with this key; None if there is none."""
        return self._table.get(
            self._plan_get((event_id, when_occurred), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[int, datetime]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Event | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        event_id: int,
        when_occurred: datetime,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[EventChanges],
    ) -> Event:
        """Change an Event by its key; refuse if there is none."""
        return self._run(
            self.plan.update(event_id, when_occurred, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[EventValues]) -> Event:
        """Change an Event, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, event_id: int, when_occurred: datetime, *, condition: Filter | None = None
    ) -> bool:
        """Delete an Event by its key; say whether there was one."""
        return self._run(self.plan.delete(event_id, when_occurred, condition=condition))

    def delete_all(self, keys: Iterable[tuple[int, datetime]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def events_in_order(
        self,
        *,
        event_id: int | SortCondition | None = None,
        when_occurred: datetime | SortCondition | None = None,
        **options: Unpack[QueryOptions[EventField]],
    ) -> Page[Event]:
        """Query the table: PK = EVENTS, SK = {event_id:08d}#{when_occurred:iso}."""
        return self._page(
            self.plan.events_in_order(event_id=event_id, when_occurred=when_occurred, **options)
        )


class HeadPlans(Plans[Head]):
    """Operations on Head, unsent."""

    def create(self, **values: Unpack[HeadValues]) -> Create[Head]:
        """Write a new Head; refuse if there is one with its key."""
        return self._create(values)

    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Get[Head]:
        """Read the Head with this key; None if there is none."""
        return self._get((), consistent, include_expired)

    def update(
        self, *changes: Change, condition: Filter | None = None, **values: Unpack[HeadChanges]
    ) -> Update[Head]:
        """Change a Head by its key; refuse if there is none."""
        return self._update((), changes, values, condition)

    def upsert(self, **values: Unpack[HeadValues]) -> Upsert[Head]:
        """Change a Head, or create it where there is none."""
        return self._upsert(values)

    def delete(self, *, condition: Filter | None = None) -> Delete[Head]:
        """Delete a Head by its key; say whether there was one."""
        return self._delete((), condition)


class HeadHandle(Handle[Head, HeadPlans]):
    """The Head items of a table."""

    def create(self, **values: Unpack[HeadValues]) -> Head:
        """Write a new Head; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Head | None:
        """Read the Head with this key; None if there is none."""
        return self._table.get(self._plan_get((), consistent, include_expired))

    def update(
        self, *changes: Change, condition: Filter | None = None, **values: Unpack[HeadChanges]
    ) -> Head:
        """Change a Head by its key; refuse if there is none."""
        return self._run(self.plan.update(*changes, condition=condition, **values))

    def upsert(self, **values: Unpack[HeadValues]) -> Head:
        """Change a Head, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, *, condition: Filter | None = None) -> bool:
        """Delete a Head by its key; say whether there was one."""
        return self._run(self.plan.delete(condition=condition))


class VoteEventLog(Table):
    """The table `vote_event_log` on a store."""

    design = _DESIGN
    models = (Event, Head)

    @cached_property
    def event(self) -> EventHandle:
        """The Event items."""
        return EventHandle(self, EventPlans(self.own_place, self.codec(Event)))

    @cached_property
    def head(self) -> HeadHandle:
        """The Head items."""
        return HeadHandle(self, HeadPlans(self.own_place, self.codec(Head)))
