"""Spread: typed access to the table `spread`.

Generated from its design; change that, and generate again:

    tavola generate spread.yaml -o spread.py
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

from tavola import Record, Table, between
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, PatternSchema,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Event", "Order", "Reading", "Spread"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", projection="keysOnly")

_DESIGN = Design(
    name="Spread", layout="templates", table=TableSettings(name="spread", type_attribute="type", ttl_attribute="ttl", indexes=(_INDEX_1, _INDEX_2)),
    models={
        "Order": ModelSchema(
            name="Order", handle="order",
            fields={
                "orderId": FieldSchema("orderId", "order_id", "StringField", required=True),
                "shop": FieldSchema("shop", "shop", "StringField", required=True),
                "at": FieldSchema("at", "at", "DateTimeField", storage="iso"),
                "status": FieldSchema("status", "status", "EnumField", values=("open", "sent")),
                "note": FieldSchema("note", "note", "StringField"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("PK", Template(("ORDER#", Placeholder("orderId"))), "SK", Template(("ORDER",))),
            primary_id=Template((Placeholder("orderId"),)),
            indexes={
                "ordersByShop": IndexSchema(
                    "ordersByShop", "orders_by_shop",
                    KeyPair("GSI1PK", Template(("SHOP#", Placeholder("shop", escaped="%#"), "#", Placeholder("orderId", "shard:8:text"))), "GSI1SK",
                        Template((Placeholder("at", "iso"),))),
                    physical=_INDEX_1, shards=8,
                ),
                "ordersByStatus": IndexSchema(
                    "ordersByStatus", "orders_by_status",
                    KeyPair(
                        "GSI2PK",
                        Template(
                            (
                                Placeholder("shop", escaped="%#"),
                                "#",
                                Placeholder("status", escaped="%#"),
                                "#",
                                Placeholder("orderId", "shard:3:text"),
                            ),
                        ),
                    ),
                    physical=_INDEX_2, shards=3,
                ),
            },
            type_value="ORDER", ttl_field="ttl",
        ),
        "Event": ModelSchema(
            name="Event", handle="event",
            fields={
                "source": FieldSchema("source", "source", "StringField", required=True),
                "eventId": FieldSchema("eventId", "event_id", "IntegerField", required=True),
                "text": FieldSchema("text", "text", "StringField"),
            },
            key=KeyPair("PK", Template(("LOG#", Placeholder("source", escaped="%#"), "#", Placeholder("eventId", "shard:4:int"))), "SK",
                Template((Placeholder("eventId", "int:8"),))),
            primary_id=Template((Placeholder("source", escaped="%#"), "#", Placeholder("eventId", "int:8"))),
            indexes={
                "events": IndexSchema(
                    "events", "events",
                    KeyPair("PK", Template(("LOG#", Placeholder("source", escaped="%#"), "#", Placeholder("eventId", "shard:4:int"))), "SK",
                        Template((Placeholder("eventId", "int:8"),))),
                    shards=4,
                ),
            },
            type_value="EVENT",
        ),
        "Reading": ModelSchema(
            name="Reading", handle="reading",
            fields={
                "device": FieldSchema("device", "device", "StringField", required=True),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="epochMillis"),
                "level": FieldSchema("level", "level", "IntegerField"),
            },
            key=KeyPair("PK", Template(("DEVICE#", Placeholder("device", escaped="%#"), "#", Placeholder("at", "part:%Y-%m"))), "SK",
                Template((Placeholder("at", "iso"),))),
            primary_id=Template((Placeholder("device", escaped="%#"), "#", Placeholder("at", "iso"))),
            indexes={
                "readings": IndexSchema(
                    "readings", "readings",
                    KeyPair("PK", Template(("DEVICE#", Placeholder("device", escaped="%#"), "#", Placeholder("at", "part:%Y-%m"))), "SK",
                        Template((Placeholder("at", "iso"),))),
                    date_part="at",
                ),
                "readingsByLevel": IndexSchema(
                    "readingsByLevel", "readings_by_level",
                    KeyPair("GSI1PK", Template(("DAY#", Placeholder("device", escaped="%#"), "#", Placeholder("at", "part:%Y-%m-%d"))), "GSI1SK",
                        Template((Placeholder("level", "int:6"),))),
                    physical=_INDEX_1, date_part="at",
                ),
            },
            type_value="READING",
        ),
    },
    patterns={
        "latestOrders": PatternSchema(name="latestOrders", python_name="latest_orders", model="Order", index="ordersByShop", given={"shop": "equals"},
            limit=5, descending=True),
        "readingsOfTime": PatternSchema(name="readingsOfTime", python_name="readings_of_time", model="Reading", index="readings",
            given={"device": "equals", "at": "between"}),
    },
)

OrderStatus = Literal["open", "sent"]
OrderField = Literal["order_id", "shop", "at", "status", "note", "ttl"]


class OrderFields(Fields):
    """Order's fields, for building conditions and changes."""

    order_id: TextRef
    shop: TextRef
    at: FieldRef[datetime]
    status: FieldRef[OrderStatus]
    note: TextRef
    ttl: FieldRef[datetime]


class OrderChanges(TypedDict, total=False):
    """What an update of an Order may set."""

    shop: str
    at: datetime | None
    status: OrderStatus | None
    note: str | None
    ttl: datetime | None


class Order(Record, schema=_DESIGN.models["Order"]):
    """An Order.

    - key: PK = ORDER#{orderId}, SK = ORDER
    - ordersByShop (GSI1): GSI1PK = SHOP#{shop}#{orderId:shard:8}, GSI1SK = {at:iso}
    - ordersByStatus (GSI2): GSI2PK = {shop}#{status}#{orderId:shard:3}
    """

    fields: ClassVar[OrderFields]
    order_id: str
    shop: str
    at: datetime | None = None
    status: OrderStatus | None = None
    note: str | None = None
    ttl: datetime | None = None


EventField = Literal["source", "event_id", "text"]


class EventFields(Fields):
    """Event's fields, for building conditions and changes."""

    source: TextRef
    event_id: NumberRef[int]
    text: TextRef


class EventChanges(TypedDict, total=False):
    """What an update of an Event may set."""

    text: str | None


class Event(Record, schema=_DESIGN.models["Event"]):
    """An Event.

    - key: PK = LOG#{source}#{eventId:shard:4}, SK = {eventId:08d}
    - events: key
    """

    fields: ClassVar[EventFields]
    source: str
    event_id: int
    text: str | None = None


ReadingField = Literal["device", "at", "level"]


class ReadingFields(Fields):
    """Reading's fields, for building conditions and changes."""

    device: TextRef
    at: FieldRef[datetime]
    level: NumberRef[int]


class ReadingChanges(TypedDict, total=False):
    """What an update of a Reading may set."""

    level: int | None


class Reading(Record, schema=_DESIGN.models["Reading"]):
    """A Reading.

    - key: PK = DEVICE#{device}#{at:%Y-%m}, SK = {at:iso}
    - readings: key
    - readingsByLevel (GSI1): GSI1PK = DAY#{device}#{at:%Y-%m-%d}, GSI1SK = {level:06d}
    """

    fields: ClassVar[ReadingFields]
    device: str
    at: datetime
    level: int | None = None


class OrderMethods(Methods[Order]):
    """The methods of Order's handle and plans."""

    create = create_method(Order)
    """Write a new Order; refuse if there is one with its key."""
    upsert = upsert_method(Order)
    """Change an Order, or create it where there is none."""

    @method
    def get(self, order_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Order]:
        """Read the Order with this key; None if there is none."""
        return self._get((order_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Order]:
        """Read Order items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, order_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[OrderChanges]) -> Update[Order]:
        """Change an Order by its key; refuse if there is none."""
        return self._update((order_id,), changes, values, condition)

    @method
    def delete(self, order_id: str, *, condition: Filter | None = None) -> Delete[Order]:
        """Delete an Order by its key; say whether there was one."""
        return self._delete((order_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Order]:
        """Delete Order items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def orders_by_shop(self, *, shop: str, at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[OrderField]]) -> Query[Order]:
        """Query `ordersByShop` in GSI1: GSI1PK = SHOP#{shop}#{orderId:shard:8}, GSI1SK = {at:iso}."""
        return self._query("ordersByShop", {"shop": shop, "at": at}, **options)

    @method
    def orders_by_status(self, *, shop: str, status: OrderStatus, **options: Unpack[IndexOptions[OrderField]]) -> Query[Order]:
        """Query `ordersByStatus` in GSI2: GSI2PK = {shop}#{status}#{orderId:shard:3}."""
        return self._query("ordersByStatus", {"shop": shop, "status": status}, **options)

    @method
    def latest_orders(self, *, shop: str, **options: Unpack[IndexOptions[OrderField]]) -> Query[Order]:
        """Query `latestOrders`: ordersByShop."""
        return self._pattern("latestOrders", {"shop": shop}, **options)


class OrderPlans(OrderMethods, Plans[Order]):
    """Operations on Order, unsent."""


class OrderHandle(OrderMethods, Handle[Order, OrderPlans]):
    """The Order items of a table."""


class EventMethods(Methods[Event]):
    """The methods of Event's handle and plans."""

    create = create_method(Event)
    """Write a new Event; refuse if there is one with its key."""
    upsert = upsert_method(Event)
    """Change an Event, or create it where there is none."""

    @method
    def get(self, source: str, event_id: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Event]:
        """Read the Event with this key; None if there is none."""
        return self._get((source, event_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Event]:
        """Read Event items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, source: str, event_id: int, *changes: Change, condition: Filter | None = None, **values: Unpack[EventChanges]) -> Update[Event]:
        """Change an Event by its key; refuse if there is none."""
        return self._update((source, event_id), changes, values, condition)

    @method
    def delete(self, source: str, event_id: int, *, condition: Filter | None = None) -> Delete[Event]:
        """Delete an Event by its key; say whether there was one."""
        return self._delete((source, event_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Event]:
        """Delete Event items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def events(self, *, source: str, event_id: int | SortCondition | None = None, **options: Unpack[QueryOptions[EventField]]) -> Query[Event]:
        """Query `events` in the table: PK = LOG#{source}#{eventId:shard:4}, SK = {eventId:08d}."""
        return self._query("events", {"source": source, "event_id": event_id}, **options)


class EventPlans(EventMethods, Plans[Event]):
    """Operations on Event, unsent."""


class EventHandle(EventMethods, Handle[Event, EventPlans]):
    """The Event items of a table."""


class ReadingMethods(Methods[Reading]):
    """The methods of Reading's handle and plans."""

    create = create_method(Reading)
    """Write a new Reading; refuse if there is one with its key."""
    upsert = upsert_method(Reading)
    """Change a Reading, or create it where there is none."""

    @method
    def get(self, device: str, at: datetime, *, consistent: bool = True, include_expired: bool = False) -> Get[Reading]:
        """Read the Reading with this key; None if there is none."""
        return self._get((device, at), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Reading]:
        """Read Reading items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, device: str, at: datetime, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ReadingChanges]) -> Update[Reading]:
        """Change a Reading by its key; refuse if there is none."""
        return self._update((device, at), changes, values, condition)

    @method
    def delete(self, device: str, at: datetime, *, condition: Filter | None = None) -> Delete[Reading]:
        """Delete a Reading by its key; say whether there was one."""
        return self._delete((device, at), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, datetime]]) -> BatchWrite[Reading]:
        """Delete Reading items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def readings(self, *, device: str, at: datetime | SortCondition, **options: Unpack[QueryOptions[ReadingField]]) -> Query[Reading]:
        """Query `readings` in the table: PK = DEVICE#{device}#{at:%Y-%m}, SK = {at:iso}."""
        return self._query("readings", {"device": device, "at": at}, **options)

    @method
    def readings_by_level(self, *, device: str, at: datetime | SortCondition, level: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[ReadingField]]) -> Query[Reading]:
        """Query `readingsByLevel` in GSI1: GSI1PK = DAY#{device}#{at:%Y-%m-%d}, GSI1SK = {level:06d}."""
        return self._query("readingsByLevel", {"device": device, "at": at, "level": level}, **options)

    @method
    def readings_of_time(self, *, device: str, at: tuple[datetime, datetime], **options: Unpack[QueryOptions[ReadingField]]) -> Query[Reading]:
        """Query `readingsOfTime`: readings."""
        return self._pattern("readingsOfTime", {"device": device, "at": between(*at)}, **options)


class ReadingPlans(ReadingMethods, Plans[Reading]):
    """Operations on Reading, unsent."""


class ReadingHandle(ReadingMethods, Handle[Reading, ReadingPlans]):
    """The Reading items of a table."""


class Spread(Table):
    """The table `spread` on a store."""

    design = _DESIGN
    models = (Order, Event, Reading)

    order = handle(Order, OrderHandle, OrderPlans)
    """The Order items."""
    event = handle(Event, EventHandle, EventPlans)
    """The Event items."""
    reading = handle(Reading, ReadingHandle, ReadingPlans)
    """The Reading items."""
