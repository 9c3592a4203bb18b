"""Orders: typed access to the table `orders`.

Generated from its design; change that, and generate again:

    tavola generate orders.yaml -o orders.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack
from uuid import UUID

from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    PatternSchema,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, NumberRef, TextRef, auto
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, IndexOptions, Page, Plans, Record, Table

__all__ = ["Booking", "Cart", "Order", "Orders", "Parcel", "Visit"]

_INDEX_1 = PhysicalIndex(name="GSI1", partition_key="GSI1PK", sort_key="GSI1SK")

_DESIGN = Design(
    name="Orders",
    layout="templates",
    table=TableSettings(
        name="orders", type_attribute="type", ttl_attribute="ttl", indexes=(_INDEX_1,)
    ),
    models={
        "Order": ModelSchema(
            name="Order",
            handle="order",
            fields={
                "orderId": FieldSchema(
                    name="orderId",
                    python_name="order_id",
                    type="StringField",
                    required=True,
                    min_length=2,
                    pattern="[a-z0-9-]+",
                ),
                "status": FieldSchema(
                    name="status",
                    python_name="status",
                    type="EnumField",
                    default="open",
                    values=("open", "paid", "sent", "cancelled"),
                    transitions=(("open", ("paid", "cancelled")), ("paid", ("sent", "cancelled"))),
                    initial=("open", "paid"),
                ),
                "quantity": FieldSchema(
                    name="quantity",
                    python_name="quantity",
                    type="IntegerField",
                    default=1,
                    minimum=1,
                    maximum=100,
                ),
                "discount": FieldSchema(
                    name="discount",
                    python_name="discount",
                    type="DecimalField",
                    minimum=0,
                    maximum="0.5",
                ),
                "weight": FieldSchema(
                    name="weight", python_name="weight", type="FloatField", minimum=0.5
                ),
                "stock": FieldSchema(
                    name="stock", python_name="stock", type="CounterField", minimum=0, maximum=10
                ),
                "note": FieldSchema(
                    name="note", python_name="note", type="StringField", min_length=2, max_length=20
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("ORDER#", Placeholder("orderId"))),
                sort_attribute="SK",
                sort=Template(("ORDER",)),
            ),
            primary_id=Template((Placeholder("orderId"),)),
            indexes={
                "ordersByStatus": IndexSchema(
                    name="ordersByStatus",
                    python_name="orders_by_status",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(("STATUS#", Placeholder("status"))),
                        sort_attribute="GSI1SK",
                        sort=Template((Placeholder("orderId"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            type_value="Order",
            counters=("stock",),
        ),
        "Parcel": ModelSchema(
            name="Parcel",
            handle="parcel",
            fields={
                "parcelId": FieldSchema(
                    name="parcelId", python_name="parcel_id", type="UuidField", auto_assign=True
                ),
                "hall": FieldSchema(
                    name="hall", python_name="hall", type="StringField", required=True
                ),
                "state": FieldSchema(
                    name="state",
                    python_name="state",
                    type="EnumField",
                    default="here",
                    values=("here", "gone"),
                ),
                "at": FieldSchema(
                    name="at",
                    python_name="at",
                    type="DateTimeField",
                    required=True,
                    storage="epochMillis",
                ),
                "weight": FieldSchema(
                    name="weight", python_name="weight", type="DecimalField", required=True
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("PARCEL#", Placeholder("parcelId", form="uuid"))),
                sort_attribute="SK",
                sort=Template(("PARCEL",)),
            ),
            primary_id=Template((Placeholder("parcelId", form="uuid"),)),
            indexes={
                "parcelsByDate": IndexSchema(
                    name="parcelsByDate",
                    python_name="parcels_by_date",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(
                            (
                                "PARCELS#",
                                Placeholder("hall", escaped="%#"),
                                "#",
                                Placeholder("state"),
                            ),
                        ),
                        sort_attribute="GSI1SK",
                        sort=Template(
                            (
                                Placeholder("at", form="iso"),
                                "#",
                                Placeholder("weight", form="fixed:8.2"),
                            ),
                        ),
                    ),
                    physical=_INDEX_1,
                ),
            },
            uniques={
                "uniqueWeightInHall": UniqueSchema(
                    name="uniqueWeightInHall",
                    fields=("hall", "at", "weight"),
                    python_name="find_by_weight_in_hall",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(
                            (
                                "UNIQUE#Parcel#uniqueWeightInHall#",
                                Placeholder("hall", escaped="%#"),
                                "#",
                                Placeholder("at", form="ms"),
                                "#",
                                Placeholder("weight", form="decimal"),
                            ),
                        ),
                        sort_attribute="SK",
                        sort=Template(("UNIQUE",)),
                    ),
                ),
            },
            type_value="Parcel",
        ),
        "Cart": ModelSchema(
            name="Cart",
            handle="cart",
            fields={
                "cartId": FieldSchema(
                    name="cartId", python_name="cart_id", type="StringField", required=True
                ),
                "ttl": FieldSchema(
                    name="ttl",
                    python_name="ttl",
                    type="TtlField",
                    storage="epochSeconds",
                    expires_after=7776000,
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("CART#", Placeholder("cartId"))),
                sort_attribute="SK",
                sort=Template(("CART",)),
            ),
            primary_id=Template((Placeholder("cartId"),)),
            type_value="Cart",
            ttl_field="ttl",
        ),
        "Booking": ModelSchema(
            name="Booking",
            handle="booking",
            fields={
                "bookingId": FieldSchema(
                    name="bookingId", python_name="booking_id", type="StringField", required=True
                ),
                "guest": FieldSchema(name="guest", python_name="guest", type="StringField"),
                "endsAt": FieldSchema(
                    name="endsAt",
                    python_name="ends_at",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "state": FieldSchema(
                    name="state",
                    python_name="state",
                    type="EnumField",
                    values=("held", "kept"),
                    transitions=(("held", ("kept",)),),
                    initial=("held",),
                ),
                "ttl": FieldSchema(
                    name="ttl",
                    python_name="ttl",
                    type="TtlField",
                    storage="epochSeconds",
                    expires_after=604800,
                    expires_from="endsAt",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("BOOKING#", Placeholder("bookingId"))),
                sort_attribute="SK",
                sort=Template(("BOOKING",)),
            ),
            primary_id=Template((Placeholder("bookingId"),)),
            uniques={
                "uniqueGuest": UniqueSchema(
                    name="uniqueGuest",
                    fields=("guest",),
                    python_name="find_by_guest",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("GUEST#", Placeholder("guest"))),
                        sort_attribute="SK",
                        sort=Template(("LOCK",)),
                    ),
                ),
            },
            type_value="Booking",
            ttl_field="ttl",
        ),
        "Visit": ModelSchema(
            name="Visit",
            handle="visit",
            fields={
                "visitId": FieldSchema(
                    name="visitId", python_name="visit_id", type="StringField", required=True
                ),
                "page": FieldSchema(name="page", python_name="page", type="StringField"),
                "seenAt": FieldSchema(
                    name="seenAt",
                    python_name="seen_at",
                    type="ModifiedDateField",
                    storage="epochMillis",
                ),
                "ttl": FieldSchema(
                    name="ttl",
                    python_name="ttl",
                    type="TtlField",
                    storage="epochSeconds",
                    expires_after=3600,
                    expires_from="seenAt",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("VISIT#", Placeholder("visitId"))),
                sort_attribute="SK",
                sort=Template(("VISIT",)),
            ),
            primary_id=Template((Placeholder("visitId"),)),
            type_value="Visit",
            ttl_field="ttl",
        ),
    },
    patterns={
        "openOrders": PatternSchema(
            name="openOrders",
            python_name="open_orders",
            model="Order",
            index="ordersByStatus",
            given={"status": "equals"},
            constants={"status": "open"},
        ),
        "waitingParcels": PatternSchema(
            name="waitingParcels",
            python_name="waiting_parcels",
            model="Parcel",
            index="parcelsByDate",
            given={"hall": "equals", "state": "equals"},
            constants={"state": "here"},
            descending=True,
        ),
        "parcelsOfMay": PatternSchema(
            name="parcelsOfMay",
            python_name="parcels_of_may",
            model="Parcel",
            index="parcelsByDate",
            given={"hall": "equals", "state": "equals", "at": "between"},
            constants={"state": "here", "at": ["2026-05-01T00:00:00Z", "2026-05-31T23:59:59Z"]},
        ),
        "recentParcels": PatternSchema(
            name="recentParcels",
            python_name="recent_parcels",
            model="Parcel",
            index="parcelsByDate",
            given={"hall": "equals", "state": "equals", "at": "atLeast"},
            constants={"state": "here", "at": "2026-05-15T00:00:00Z"},
        ),
    },
)

OrderStatus = Literal["open", "paid", "sent", "cancelled"]
OrderField = Literal["order_id", "status", "quantity", "discount", "weight", "stock", "note"]


class OrderFields(Fields):
    """Order's fields, to make conditions and changes of."""

    order_id: TextRef
    status: FieldRef[OrderStatus]
    quantity: NumberRef[int]
    discount: NumberRef[Decimal]
    weight: NumberRef[float]
    stock: NumberRef[int]
    note: TextRef


class OrderValues(TypedDict, total=False):
    """What a new Order is made of."""

    order_id: Required[str]
    status: OrderStatus | None
    quantity: int | None
    discount: Decimal | None
    weight: float | None
    stock: int
    note: str | None


class OrderChanges(TypedDict, total=False):
    """What an update of an Order may set."""

    status: OrderStatus | None
    quantity: int | None
    discount: Decimal | None
    weight: float | None
    stock: int
    note: str | None


class Order(Record, schema=_DESIGN.models["Order"]):
    """An Order.

    - key: PK = ORDER#{orderId}, SK = ORDER
    - ordersByStatus (GSI1): GSI1PK = STATUS#{status}, GSI1SK = {orderId}
    """

    fields: ClassVar[OrderFields]
    order_id: str
    status: OrderStatus | None = "open"
    quantity: int | None = 1
    discount: Decimal | None = None
    weight: float | None = None
    stock: int = 0
    note: str | None = None


ParcelState = Literal["here", "gone"]
ParcelField = Literal["parcel_id", "hall", "state", "at", "weight"]


class ParcelFields(Fields):
    """Parcel's fields, to make conditions and changes of."""

    parcel_id: FieldRef[UUID]
    hall: TextRef
    state: FieldRef[ParcelState]
    at: FieldRef[datetime]
    weight: NumberRef[Decimal]


class ParcelValues(TypedDict, total=False):
    """What a new Parcel is made of."""

    parcel_id: UUID
    hall: Required[str]
    state: ParcelState | None
    at: Required[datetime]
    weight: Required[Decimal]


class ParcelChanges(TypedDict, total=False):
    """What an update of a Parcel may set."""

    hall: str
    state: ParcelState | None
    at: datetime
    weight: Decimal


class Parcel(Record, schema=_DESIGN.models["Parcel"]):
    """A Parcel.

    - key: PK = PARCEL#{parcelId}, SK = PARCEL
    - parcelsByDate (GSI1): GSI1PK = PARCELS#{hall}#{state}, GSI1SK = {at:iso}#{weight:08.2f}
    - uniqueWeightInHall, a lock: PK = UNIQUE#Parcel#uniqueWeightInHall#{hall}#{at}#{weight},
      SK = UNIQUE
    """

    fields: ClassVar[ParcelFields]
    hall: str
    at: datetime
    weight: Decimal
    parcel_id: UUID = auto()
    state: ParcelState | None = "here"


CartField = Literal["cart_id", "ttl"]


class CartFields(Fields):
    """Cart's fields, to make conditions and changes of."""

    cart_id: TextRef
    ttl: FieldRef[datetime]


class CartValues(TypedDict, total=False):
    """What a new Cart is made of."""

    cart_id: Required[str]
    ttl: datetime | None


class CartChanges(TypedDict, total=False):
    """What an update of a Cart may set."""

    ttl: datetime | None


class Cart(Record, schema=_DESIGN.models["Cart"]):
    """A Cart.

    - key: PK = CART#{cartId}, SK = CART
    """

    fields: ClassVar[CartFields]
    cart_id: str
    ttl: datetime | None = None


BookingState = Literal["held", "kept"]
BookingField = Literal["booking_id", "guest", "ends_at", "state", "ttl"]


class BookingFields(Fields):
    """Booking's fields, to make conditions and changes of."""

    booking_id: TextRef
    guest: TextRef
    ends_at: FieldRef[datetime]
    state: FieldRef[BookingState]
    ttl: FieldRef[datetime]


class BookingValues(TypedDict, total=False):
    """What a new Booking is made of."""

    booking_id: Required[str]
    guest: str | None
    ends_at: datetime | None
    state: BookingState | None
    ttl: datetime | None


class BookingChanges(TypedDict, total=False):
    """What an update of a Booking may set."""

    guest: str | None
    ends_at: datetime | None
    state: BookingState | None
    ttl: datetime | None


class Booking(Record, schema=_DESIGN.models["Booking"]):
    """A Booking.

    - key: PK = BOOKING#{bookingId}, SK = BOOKING
    - uniqueGuest, a lock: PK = GUEST#{guest}, SK = LOCK
    """

    fields: ClassVar[BookingFields]
    booking_id: str
    guest: str | None = None
    ends_at: datetime | None = None
    state: BookingState | None = None
    ttl: datetime | None = None


VisitField = Literal["visit_id", "page", "seen_at", "ttl"]


class VisitFields(Fields):
    """Visit's fields, to make conditions and changes of."""

    visit_id: TextRef
    page: TextRef
    seen_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class VisitValues(TypedDict, total=False):
    """What a new Visit is made of."""

    visit_id: Required[str]
    page: str | None
    seen_at: datetime
    ttl: datetime | None


class VisitChanges(TypedDict, total=False):
    """What an update of a Visit may set."""

    page: str | None
    ttl: datetime | None


class Visit(Record, schema=_DESIGN.models["Visit"]):
    """A Visit.

    - key: PK = VISIT#{visitId}, SK = VISIT
    """

    fields: ClassVar[VisitFields]
    visit_id: str
    page: str | None = None
    seen_at: datetime = auto()
    ttl: datetime | None = None


class OrderPlans(Plans[Order]):
    """Operations on Order, unsent."""

    def create(self, **values: Unpack[OrderValues]) -> Create[Order]:
        """Write a new Order; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, order_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Order]:
        """Read the Order with this key; None if there is none."""
        return self._get((order_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Order]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        order_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[OrderChanges],
    ) -> Update[Order]:
        """Change an Order by its key; refuse if there is none."""
        return self._update((order_id,), changes, values, condition)

    def upsert(self, **values: Unpack[OrderValues]) -> Upsert[Order]:
        """Change an Order, or create it where there is none."""
        return self._upsert(values)

    def delete(self, order_id: str, *, condition: Filter | None = None) -> Delete[Order]:
        """Delete an Order by its key; say whether there was one."""
        return self._delete((order_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Order]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def orders_by_status(
        self,
        *,
        status: OrderStatus,
        order_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[OrderField]],
    ) -> Query[Order]:
        """Query GSI1: GSI1PK = STATUS#{status}, GSI1SK = {orderId}."""
        return self._query("ordersByStatus", {"status": status, "order_id": order_id}, **options)

    def open_orders(self, **options: Unpack[IndexOptions[OrderField]]) -> Query[Order]:
        """Query orders_by_status, status is open."""
        return self._pattern("openOrders", {}, **options)


class OrderHandle(Handle[Order, OrderPlans]):
    """The Order items of a table."""

    def create(self, **values: Unpack[OrderValues]) -> Order:
        """Write a new Order; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, order_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Order | None:
        """Read the Order with this key; None if there is none."""
        return self._table.get(self._plan_get((order_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Order | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        order_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[OrderChanges],
    ) -> Order:
        """Change an Order by its key; refuse if there is none."""
        return self._run(self.plan.update(order_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[OrderValues]) -> Order:
        """Change an Order, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, order_id: str, *, condition: Filter | None = None) -> bool:
        """Delete an Order by its key; say whether there was one."""
        return self._run(self.plan.delete(order_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def orders_by_status(
        self,
        *,
        status: OrderStatus,
        order_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[OrderField]],
    ) -> Page[Order]:
        """Query GSI1: GSI1PK = STATUS#{status}, GSI1SK = {orderId}."""
        return self._page(self.plan.orders_by_status(status=status, order_id=order_id, **options))

    def open_orders(self, **options: Unpack[IndexOptions[OrderField]]) -> Page[Order]:
        """Query orders_by_status, status is open."""
        return self._page(self.plan.open_orders(**options))


class ParcelPlans(Plans[Parcel]):
    """Operations on Parcel, unsent."""

    def create(self, **values: Unpack[ParcelValues]) -> Create[Parcel]:
        """Write a new Parcel; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, parcel_id: UUID, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Parcel]:
        """Read the Parcel with this key; None if there is none."""
        return self._get((parcel_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[UUID], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Parcel]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        parcel_id: UUID,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ParcelChanges],
    ) -> Update[Parcel]:
        """Change a Parcel by its key; refuse if there is none."""
        return self._update((parcel_id,), changes, values, condition)

    def upsert(self, **values: Unpack[ParcelValues]) -> Upsert[Parcel]:
        """Change a Parcel, or create it where there is none."""
        return self._upsert(values)

    def delete(self, parcel_id: UUID, *, condition: Filter | None = None) -> Delete[Parcel]:
        """Delete a Parcel by its key; say whether there was one."""
        return self._delete((parcel_id,), condition)

    def find_by_weight_in_hall(
        self, hall: str, at: datetime, weight: Decimal, *, include_expired: bool = False
    ) -> FindByUnique[Parcel]:
        """Find the one Parcel with this `hall` and `at` and `weight`."""
        return self._find("uniqueWeightInHall", (hall, at, weight), include_expired)

    def parcels_by_date(
        self,
        *,
        hall: str,
        state: ParcelState,
        at: datetime | SortCondition | None = None,
        weight: Decimal | SortCondition | None = None,
        **options: Unpack[IndexOptions[ParcelField]],
    ) -> Query[Parcel]:
        """Query GSI1: GSI1PK = PARCELS#{hall}#{state}, GSI1SK = {at:iso}#{weight:08.2f}."""
        return self._query(
            "parcelsByDate", {"hall": hall, "state": state, "at": at, "weight": weight}, **options
        )

    def waiting_parcels(
        self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]
    ) -> Query[Parcel]:
        """Query parcels_by_date, state is here."""
        return self._pattern("waitingParcels", {"hall": hall}, **options)

    def parcels_of_may(
        self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]
    ) -> Query[Parcel]:
        """Query parcels_by_date, state is here, at as designed."""
        return self._pattern("parcelsOfMay", {"hall": hall}, **options)

    def recent_parcels(
        self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]
    ) -> Query[Parcel]:
        """Query parcels_by_date, state is here, at as designed."""
        return self._pattern("recentParcels", {"hall": hall}, **options)


class ParcelHandle(Handle[Parcel, ParcelPlans]):
    """The Parcel items of a table."""

    def create(self, **values: Unpack[ParcelValues]) -> Parcel:
        """Write a new Parcel; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, parcel_id: UUID, *, consistent: bool = True, include_expired: bool = False
    ) -> Parcel | None:
        """Read the Parcel with this key; None if there is none."""
        return self._table.get(self._plan_get((parcel_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[UUID], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Parcel | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        parcel_id: UUID,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ParcelChanges],
    ) -> Parcel:
        """Change a Parcel by its key; refuse if there is none."""
        return self._run(self.plan.update(parcel_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[ParcelValues]) -> Parcel:
        """Change a Parcel, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, parcel_id: UUID, *, condition: Filter | None = None) -> bool:
        """Delete a Parcel by its key; say whether there was one."""
        return self._run(self.plan.delete(parcel_id, condition=condition))

    def find_by_weight_in_hall(
        self, hall: str, at: datetime, weight: Decimal, *, include_expired: bool = False
    ) -> Parcel | None:
        """Find the one Parcel with this `hall` and `at` and `weight`."""
        return self._run(
            self.plan.find_by_weight_in_hall(hall, at, weight, include_expired=include_expired)
        )

    def parcels_by_date(
        self,
        *,
        hall: str,
        state: ParcelState,
        at: datetime | SortCondition | None = None,
        weight: Decimal | SortCondition | None = None,
        **options: Unpack[IndexOptions[ParcelField]],
    ) -> Page[Parcel]:
        """Query GSI1: GSI1PK = PARCELS#{hall}#{state}, GSI1SK = {at:iso}#{weight:08.2f}."""
        return self._page(
            self.plan.parcels_by_date(hall=hall, state=state, at=at, weight=weight, **options)
        )

    def waiting_parcels(
        self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]
    ) -> Page[Parcel]:
        """Query parcels_by_date, state is here."""
        return self._page(self.plan.waiting_parcels(hall=hall, **options))

    def parcels_of_may(
        self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]
    ) -> Page[Parcel]:
        """Query parcels_by_date, state is here, at as designed."""
        return self._page(self.plan.parcels_of_may(hall=hall, **options))

    def recent_parcels(
        self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]
    ) -> Page[Parcel]:
        """Query parcels_by_date, state is here, at as designed."""
        return self._page(self.plan.recent_parcels(hall=hall, **options))


class CartPlans(Plans[Cart]):
    """Operations on Cart, unsent."""

    def create(self, **values: Unpack[CartValues]) -> Create[Cart]:
        """Write a new Cart; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, cart_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Cart]:
        """Read the Cart with this key; None if there is none."""
        return self._get((cart_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Cart]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        cart_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[CartChanges],
    ) -> Update[Cart]:
        """Change a Cart by its key; refuse if there is none."""
        return self._update((cart_id,), changes, values, condition)

    def upsert(self, **values: Unpack[CartValues]) -> Upsert[Cart]:
        """Change a Cart, or create it where there is none."""
        return self._upsert(values)

    def delete(self, cart_id: str, *, condition: Filter | None = None) -> Delete[Cart]:
        """Delete a Cart by its key; say whether there was one."""
        return self._delete((cart_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Cart]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class CartHandle(Handle[Cart, CartPlans]):
    """The Cart items of a table."""

    def create(self, **values: Unpack[CartValues]) -> Cart:
        """Write a new Cart; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, cart_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Cart | None:
        """Read the Cart with this key; None if there is none."""
        return self._table.get(self._plan_get((cart_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Cart | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        cart_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[CartChanges],
    ) -> Cart:
        """Change a Cart by its key; refuse if there is none."""
        return self._run(self.plan.update(cart_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[CartValues]) -> Cart:
        """Change a Cart, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, cart_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Cart by its key; say whether there was one."""
        return self._run(self.plan.delete(cart_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class BookingPlans(Plans[Booking]):
    """Operations on Booking, unsent."""

    def create(self, **values: Unpack[BookingValues]) -> Create[Booking]:
        """Write a new Booking; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, booking_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Booking]:
        """Read the Booking with this key; None if there is none."""
        return self._get((booking_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Booking]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        booking_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BookingChanges],
    ) -> Update[Booking]:
        """Change a Booking by its key; refuse if there is none."""
        return self._update((booking_id,), changes, values, condition)

    def upsert(self, **values: Unpack[BookingValues]) -> Upsert[Booking]:
        """Change a Booking, or create it where there is none."""
        return self._upsert(values)

    def delete(self, booking_id: str, *, condition: Filter | None = None) -> Delete[Booking]:
        """Delete a Booking by its key; say whether there was one."""
        return self._delete((booking_id,), condition)

    def find_by_guest(self, guest: str, *, include_expired: bool = False) -> FindByUnique[Booking]:
        """Find the one Booking with this `guest`."""
        return self._find("uniqueGuest", (guest,), include_expired)


class BookingHandle(Handle[Booking, BookingPlans]):
    """The Booking items of a table."""

    def create(self, **values: Unpack[BookingValues]) -> Booking:
        """Write a new Booking; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, booking_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Booking | None:
        """Read the Booking with this key; None if there is none."""
        return self._table.get(self._plan_get((booking_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Booking | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        booking_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BookingChanges],
    ) -> Booking:
        """Change a Booking by its key; refuse if there is none."""
        return self._run(self.plan.update(booking_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[BookingValues]) -> Booking:
        """Change a Booking, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, booking_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Booking by its key; say whether there was one."""
        return self._run(self.plan.delete(booking_id, condition=condition))

    def find_by_guest(self, guest: str, *, include_expired: bool = False) -> Booking | None:
        """Find the one Booking with this `guest`."""
        return self._run(self.plan.find_by_guest(guest, include_expired=include_expired))


class VisitPlans(Plans[Visit]):
    """Operations on Visit, unsent."""

    def create(self, **values: Unpack[VisitValues]) -> Create[Visit]:
        """Write a new Visit; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, visit_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Visit]:
        """Read the Visit with this key; None if there is none."""
        return self._get((visit_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Visit]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        visit_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[VisitChanges],
    ) -> Update[Visit]:
        """Change a Visit by its key; refuse if there is none."""
        return self._update((visit_id,), changes, values, condition)

    def upsert(self, **values: Unpack[VisitValues]) -> Upsert[Visit]:
        """Change a Visit, or create it where there is none."""
        return self._upsert(values)

    def delete(self, visit_id: str, *, condition: Filter | None = None) -> Delete[Visit]:
        """Delete a Visit by its key; say whether there was one."""
        return self._delete((visit_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Visit]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class VisitHandle(Handle[Visit, VisitPlans]):
    """The Visit items of a table."""

    def create(self, **values: Unpack[VisitValues]) -> Visit:
        """Write a new Visit; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, visit_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Visit | None:
        """Read the Visit with this key; None if there is none."""
        return self._table.get(self._plan_get((visit_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Visit | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        visit_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[VisitChanges],
    ) -> Visit:
        """Change a Visit by its key; refuse if there is none."""
        return self._run(self.plan.update(visit_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[VisitValues]) -> Visit:
        """Change a Visit, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, visit_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Visit by its key; say whether there was one."""
        return self._run(self.plan.delete(visit_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class Orders(Table):
    """The table `orders` on a store."""

    design = _DESIGN
    models = (Order, Parcel, Cart, Booking, Visit)

    @cached_property
    def order(self) -> OrderHandle:
        """The Order items."""
        return OrderHandle(self, OrderPlans(self.own_place, self.codec(Order)))

    @cached_property
    def parcel(self) -> ParcelHandle:
        """The Parcel items."""
        return ParcelHandle(self, ParcelPlans(self.own_place, self.codec(Parcel)))

    @cached_property
    def cart(self) -> CartHandle:
        """The Cart items."""
        return CartHandle(self, CartPlans(self.own_place, self.codec(Cart)))

    @cached_property
    def booking(self) -> BookingHandle:
        """The Booking items."""
        return BookingHandle(self, BookingPlans(self.own_place, self.codec(Booking)))

    @cached_property
    def visit(self) -> VisitHandle:
        """The Visit items."""
        return VisitHandle(self, VisitPlans(self.own_place, self.codec(Visit)))
