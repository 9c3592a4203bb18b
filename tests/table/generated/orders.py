"""Orders: typed access to the table `orders`.

Generated from its design; change that, and generate again:

    tavola generate orders.yaml -o orders.py
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
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack
from uuid import UUID

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, PatternSchema,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, UniqueSchema, auto, create_method, method, upsert_method)
from tavola.runtime import handle as handle_

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query, Update

__all__ = ["Account", "Booking", "Cart", "Order", "Orders", "Parcel", "Visit"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")

_DESIGN = Design(
    name="Orders", layout="templates", table=TableSettings(name="orders", type_attribute="type", ttl_attribute="ttl", indexes=(_INDEX_1,)),
    models={
        "Order": ModelSchema(
            name="Order", handle="order",
            fields={
                "orderId": FieldSchema("orderId", "order_id", "StringField", required=True, min_length=2, pattern="[a-z0-9-]+"),
                "status": FieldSchema("status", "status", "EnumField", default="open", values=("open", "paid", "sent", "cancelled"),
                    transitions=(("open", ("paid", "cancelled")), ("paid", ("sent", "cancelled"))), initial=("open", "paid"), attribute="st"),
                "quantity": FieldSchema("quantity", "quantity", "IntegerField", default=1, minimum=1, maximum=100, attribute="qty"),
                "discount": FieldSchema("discount", "discount", "DecimalField", minimum=0, maximum="0.5"),
                "weight": FieldSchema("weight", "weight", "FloatField", minimum=0.5),
                "stock": FieldSchema("stock", "stock", "CounterField", minimum=0, maximum=10, attribute="stock-left"),
                "note": FieldSchema("note", "note", "StringField", min_length=2, max_length=20),
            },
            key=KeyPair("PK", Template(("ORDER#", Placeholder("orderId"))), "SK", Template(("ORDER",))),
            primary_id=Template((Placeholder("orderId"),)),
            indexes={
                "ordersByStatus": IndexSchema("ordersByStatus", "orders_by_status",
                    KeyPair("GSI1PK", Template(("STATUS#", Placeholder("status"))), "GSI1SK", Template((Placeholder("orderId"),))),
                    physical=_INDEX_1),
            },
            type_value="Order", counters=("stock",),
        ),
        "Parcel": ModelSchema(
            name="Parcel", handle="parcel",
            fields={
                "parcelId": FieldSchema("parcelId", "parcel_id", "UuidField", auto_assign=True),
                "hall": FieldSchema("hall", "hall", "StringField", required=True),
                "state": FieldSchema("state", "state", "EnumField", default="here", values=("here", "gone")),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="epochMillis"),
                "weight": FieldSchema("weight", "weight", "DecimalField", required=True, attribute="size"),
            },
            key=KeyPair("PK", Template(("PARCEL#", Placeholder("parcelId", "uuid"))), "SK", Template(("PARCEL",))),
            primary_id=Template((Placeholder("parcelId", "uuid"),)),
            indexes={
                "parcelsByDate": IndexSchema(
                    "parcelsByDate", "parcels_by_date",
                    KeyPair("GSI1PK", Template(("PARCELS#", Placeholder("hall", escaped="%#"), "#", Placeholder("state"))), "GSI1SK",
                        Template((Placeholder("at", "iso"), "#", Placeholder("weight", "fixed:8.2")))),
                    physical=_INDEX_1,
                ),
            },
            uniques={
                "uniqueWeightInHall": UniqueSchema(
                    name="uniqueWeightInHall", fields=("hall", "at", "weight"), python_name="find_by_weight_in_hall",
                    key=KeyPair(
                        "PK",
                        Template(
                            (
                                "UNIQUE#Parcel#uniqueWeightInHall#",
                                Placeholder("hall", escaped="%#"),
                                "#",
                                Placeholder("at", "ms"),
                                "#",
                                Placeholder("weight", "decimal"),
                            ),
                        ),
                        "SK", Template(("UNIQUE",)),
                    ),
                ),
            },
            type_value="Parcel",
        ),
        "Cart": ModelSchema(
            name="Cart", handle="cart",
            fields={
                "cartId": FieldSchema("cartId", "cart_id", "StringField", required=True),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", expires_after=7776000),
            },
            key=KeyPair("PK", Template(("CART#", Placeholder("cartId"))), "SK", Template(("CART",))), primary_id=Template((Placeholder("cartId"),)),
            type_value="Cart", ttl_field="ttl",
        ),
        "Booking": ModelSchema(
            name="Booking", handle="booking",
            fields={
                "bookingId": FieldSchema("bookingId", "booking_id", "StringField", required=True),
                "guest": FieldSchema("guest", "guest", "StringField"),
                "endsAt": FieldSchema("endsAt", "ends_at", "DateTimeField", storage="epochMillis", attribute="ends-at"),
                "state": FieldSchema("state", "state", "EnumField", values=("held", "kept"), transitions=(("held", ("kept",)),), initial=("held",),
                    attribute="class"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", expires_after=604800, expires_from="endsAt"),
            },
            key=KeyPair("PK", Template(("BOOKING#", Placeholder("bookingId"))), "SK", Template(("BOOKING",))),
            primary_id=Template((Placeholder("bookingId"),)),
            uniques={
                "uniqueGuest": UniqueSchema(name="uniqueGuest", fields=("guest",), python_name="find_by_guest",
                    key=KeyPair("PK", Template(("GUEST#", Placeholder("guest"))), "SK", Template(("LOCK",)))),
            },
            type_value="Booking", ttl_field="ttl",
        ),
        "Account": ModelSchema(
            name="Account", handle="account",
            fields={
                "accountId": FieldSchema("accountId", "account_id", "StringField", required=True),
                "org": FieldSchema("org", "org", "StringField", required=True),
                "handle": FieldSchema("handle", "handle", "StringField", required=True, attribute="@"),
                "deletedAt": FieldSchema("deletedAt", "deleted_at", "DateTimeField", storage="epochMillis", attribute="deleted"),
            },
            key=KeyPair("PK", Template(("ACCOUNT#", Placeholder("accountId"))), "SK", Template(("ACCOUNT",))),
            primary_id=Template((Placeholder("accountId"),)),
            uniques={
                "uniqueHandle": UniqueSchema(
                    name="uniqueHandle", fields=("org", "handle"), python_name="find_by_handle",
                    key=KeyPair("PK", Template(("UNIQUE#Account#uniqueHandle#", Placeholder("org", escaped="%#"), "#", Placeholder("handle"))), "SK",
                        Template(("UNIQUE",))),
                    condition={"deletedAt": {"$exists": False}}, condition_fields=("deletedAt",),
                ),
            },
            type_value="Account",
        ),
        "Visit": ModelSchema(
            name="Visit", handle="visit",
            fields={
                "visitId": FieldSchema("visitId", "visit_id", "StringField", required=True),
                "page": FieldSchema("page", "page", "StringField"),
                "seenAt": FieldSchema("seenAt", "seen_at", "ModifiedDateField", storage="epochMillis"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", expires_after=3600, expires_from="seenAt"),
            },
            key=KeyPair("PK", Template(("VISIT#", Placeholder("visitId"))), "SK", Template(("VISIT",))),
            primary_id=Template((Placeholder("visitId"),)), type_value="Visit", ttl_field="ttl",
        ),
    },
    patterns={
        "openOrders": PatternSchema(name="openOrders", python_name="open_orders", model="Order", index="ordersByStatus", given={"status": "equals"},
            constants={"status": "open"}),
        "waitingParcels": PatternSchema(name="waitingParcels", python_name="waiting_parcels", model="Parcel", index="parcelsByDate",
            given={"hall": "equals", "state": "equals"}, constants={"state": "here"}, descending=True),
        "parcelsOfMay": PatternSchema(name="parcelsOfMay", python_name="parcels_of_may", model="Parcel", index="parcelsByDate",
            given={"hall": "equals", "state": "equals", "at": "between"},
            constants={"state": "here", "at": ["2026-05-01T00:00:00Z", "2026-05-31T23:59:59Z"]}),
        "recentParcels": PatternSchema(name="recentParcels", python_name="recent_parcels", model="Parcel", index="parcelsByDate",
            given={"hall": "equals", "state": "equals", "at": "atLeast"}, constants={"state": "here", "at": "2026-05-15T00:00:00Z"}),
    },
)

OrderStatus = Literal["open", "paid", "sent", "cancelled"]
OrderField = Literal["order_id", "status", "quantity", "discount", "weight", "stock", "note"]


class OrderFields(Fields):
    """Order's fields, for building conditions and changes."""

    order_id: TextRef
    status: FieldRef[OrderStatus]
    quantity: NumberRef[int]
    discount: NumberRef[Decimal]
    weight: NumberRef[float]
    stock: NumberRef[int]
    note: TextRef


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
    """Parcel's fields, for building conditions and changes."""

    parcel_id: FieldRef[UUID]
    hall: TextRef
    state: FieldRef[ParcelState]
    at: FieldRef[datetime]
    weight: NumberRef[Decimal]


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
    - uniqueWeightInHall, a lock: PK = UNIQUE#Parcel#uniqueWeightInHall#{hall}#{at}#{weight}, SK = UNIQUE
    """

    fields: ClassVar[ParcelFields]
    hall: str
    at: datetime
    weight: Decimal
    parcel_id: UUID = auto()
    state: ParcelState | None = "here"


CartField = Literal["cart_id", "ttl"]


class CartFields(Fields):
    """Cart's fields, for building conditions and changes."""

    cart_id: TextRef
    ttl: FieldRef[datetime]


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
    """Booking's fields, for building conditions and changes."""

    booking_id: TextRef
    guest: TextRef
    ends_at: FieldRef[datetime]
    state: FieldRef[BookingState]
    ttl: FieldRef[datetime]


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


AccountField = Literal["account_id", "org", "handle", "deleted_at"]


class AccountFields(Fields):
    """Account's fields, for building conditions and changes."""

    account_id: TextRef
    org: TextRef
    handle: TextRef
    deleted_at: FieldRef[datetime]


class AccountChanges(TypedDict, total=False):
    """What an update of an Account may set."""

    org: str
    handle: str
    deleted_at: datetime | None


class Account(Record, schema=_DESIGN.models["Account"]):
    """An Account.

    - key: PK = ACCOUNT#{accountId}, SK = ACCOUNT
    - uniqueHandle, a lock: PK = UNIQUE#Account#uniqueHandle#{org}#{handle}, SK = UNIQUE
    """

    fields: ClassVar[AccountFields]
    account_id: str
    org: str
    handle: str
    deleted_at: datetime | None = None


VisitField = Literal["visit_id", "page", "seen_at", "ttl"]


class VisitFields(Fields):
    """Visit's fields, for building conditions and changes."""

    visit_id: TextRef
    page: TextRef
    seen_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


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
    def orders_by_status(self, *, status: OrderStatus, order_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[OrderField]]) -> Query[Order]:
        """Query `ordersByStatus` in GSI1: GSI1PK = STATUS#{status}, GSI1SK = {orderId}."""
        return self._query("ordersByStatus", {"status": status, "order_id": order_id}, **options)

    @method
    def open_orders(self, **options: Unpack[IndexOptions[OrderField]]) -> Query[Order]:
        """Query `openOrders`: ordersByStatus, status is open."""
        return self._pattern("openOrders", {}, **options)


class OrderPlans(OrderMethods, Plans[Order]):
    """Operations on Order, unsent."""


class OrderHandle(OrderMethods, Handle[Order, OrderPlans]):
    """The Order items of a table."""


class ParcelMethods(Methods[Parcel]):
    """The methods of Parcel's handle and plans."""

    create = create_method(Parcel)
    """Write a new Parcel; refuse if there is one with its key."""
    upsert = upsert_method(Parcel)
    """Change a Parcel, or create it where there is none."""

    @method
    def get(self, parcel_id: UUID, *, consistent: bool = True, include_expired: bool = False) -> Get[Parcel]:
        """Read the Parcel with this key; None if there is none."""
        return self._get((parcel_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[UUID], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Parcel]:
        """Read Parcel items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, parcel_id: UUID, *changes: Change, condition: Filter | None = None, **values: Unpack[ParcelChanges]) -> Update[Parcel]:
        """Change a Parcel by its key; refuse if there is none."""
        return self._update((parcel_id,), changes, values, condition)

    @method
    def delete(self, parcel_id: UUID, *, condition: Filter | None = None) -> Delete[Parcel]:
        """Delete a Parcel by its key; say whether there was one."""
        return self._delete((parcel_id,), condition)

    @method
    def find_by_weight_in_hall(self, hall: str, at: datetime, weight: Decimal, *, include_expired: bool = False) -> FindByUnique[Parcel]:
        """Find the one Parcel with this `hall` and `at` and `weight`."""
        return self._find("uniqueWeightInHall", (hall, at, weight), include_expired)

    @method
    def parcels_by_date(self, *, hall: str, state: ParcelState, at: datetime | SortCondition | None = None,
            weight: Decimal | SortCondition | None = None, **options: Unpack[IndexOptions[ParcelField]]) -> Query[Parcel]:
        """Query `parcelsByDate` in GSI1: GSI1PK = PARCELS#{hall}#{state}, GSI1SK = {at:iso}#{weight:08.2f}."""
        return self._query("parcelsByDate", {"hall": hall, "state": state, "at": at, "weight": weight}, **options)

    @method
    def waiting_parcels(self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]) -> Query[Parcel]:
        """Query `waitingParcels`: parcelsByDate, state is here."""
        return self._pattern("waitingParcels", {"hall": hall}, **options)

    @method
    def parcels_of_may(self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]) -> Query[Parcel]:
        """Query `parcelsOfMay`: parcelsByDate, state is here, at as designed."""
        return self._pattern("parcelsOfMay", {"hall": hall}, **options)

    @method
    def recent_parcels(self, *, hall: str, **options: Unpack[IndexOptions[ParcelField]]) -> Query[Parcel]:
        """Query `recentParcels`: parcelsByDate, state is here, at as designed."""
        return self._pattern("recentParcels", {"hall": hall}, **options)


class ParcelPlans(ParcelMethods, Plans[Parcel]):
    """Operations on Parcel, unsent."""


class ParcelHandle(ParcelMethods, Handle[Parcel, ParcelPlans]):
    """The Parcel items of a table."""


class CartMethods(Methods[Cart]):
    """The methods of Cart's handle and plans."""

    create = create_method(Cart)
    """Write a new Cart; refuse if there is one with its key."""
    upsert = upsert_method(Cart)
    """Change a Cart, or create it where there is none."""

    @method
    def get(self, cart_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Cart]:
        """Read the Cart with this key; None if there is none."""
        return self._get((cart_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Cart]:
        """Read Cart items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, cart_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[CartChanges]) -> Update[Cart]:
        """Change a Cart by its key; refuse if there is none."""
        return self._update((cart_id,), changes, values, condition)

    @method
    def delete(self, cart_id: str, *, condition: Filter | None = None) -> Delete[Cart]:
        """Delete a Cart by its key; say whether there was one."""
        return self._delete((cart_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Cart]:
        """Delete Cart items by their keys, in batches."""
        return self._delete_all(keys)


class CartPlans(CartMethods, Plans[Cart]):
    """Operations on Cart, unsent."""


class CartHandle(CartMethods, Handle[Cart, CartPlans]):
    """The Cart items of a table."""


class BookingMethods(Methods[Booking]):
    """The methods of Booking's handle and plans."""

    create = create_method(Booking)
    """Write a new Booking; refuse if there is one with its key."""
    upsert = upsert_method(Booking)
    """Change a Booking, or create it where there is none."""

    @method
    def get(self, booking_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Booking]:
        """Read the Booking with this key; None if there is none."""
        return self._get((booking_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Booking]:
        """Read Booking items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, booking_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[BookingChanges]) -> Update[Booking]:
        """Change a Booking by its key; refuse if there is none."""
        return self._update((booking_id,), changes, values, condition)

    @method
    def delete(self, booking_id: str, *, condition: Filter | None = None) -> Delete[Booking]:
        """Delete a Booking by its key; say whether there was one."""
        return self._delete((booking_id,), condition)

    @method
    def find_by_guest(self, guest: str, *, include_expired: bool = False) -> FindByUnique[Booking]:
        """Find the one Booking with this `guest`."""
        return self._find("uniqueGuest", (guest,), include_expired)


class BookingPlans(BookingMethods, Plans[Booking]):
    """Operations on Booking, unsent."""


class BookingHandle(BookingMethods, Handle[Booking, BookingPlans]):
    """The Booking items of a table."""


class AccountMethods(Methods[Account]):
    """The methods of Account's handle and plans."""

    create = create_method(Account)
    """Write a new Account; refuse if there is one with its key."""
    upsert = upsert_method(Account)
    """Change an Account, or create it where there is none."""

    @method
    def get(self, account_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Account]:
        """Read the Account with this key; None if there is none."""
        return self._get((account_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Account]:
        """Read Account items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, account_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[AccountChanges]) -> Update[Account]:
        """Change an Account by its key; refuse if there is none."""
        return self._update((account_id,), changes, values, condition)

    @method
    def delete(self, account_id: str, *, condition: Filter | None = None) -> Delete[Account]:
        """Delete an Account by its key; say whether there was one."""
        return self._delete((account_id,), condition)

    @method
    def find_by_handle(self, org: str, handle: str, *, include_expired: bool = False) -> FindByUnique[Account]:
        """Find the one Account with this `org` and `handle`."""
        return self._find("uniqueHandle", (org, handle), include_expired)


class AccountPlans(AccountMethods, Plans[Account]):
    """Operations on Account, unsent."""


class AccountHandle(AccountMethods, Handle[Account, AccountPlans]):
    """The Account items of a table."""


class VisitMethods(Methods[Visit]):
    """The methods of Visit's handle and plans."""

    create = create_method(Visit)
    """Write a new Visit; refuse if there is one with its key."""
    upsert = upsert_method(Visit)
    """Change a Visit, or create it where there is none."""

    @method
    def get(self, visit_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Visit]:
        """Read the Visit with this key; None if there is none."""
        return self._get((visit_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Visit]:
        """Read Visit items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, visit_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[VisitChanges]) -> Update[Visit]:
        """Change a Visit by its key; refuse if there is none."""
        return self._update((visit_id,), changes, values, condition)

    @method
    def delete(self, visit_id: str, *, condition: Filter | None = None) -> Delete[Visit]:
        """Delete a Visit by its key; say whether there was one."""
        return self._delete((visit_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Visit]:
        """Delete Visit items by their keys, in batches."""
        return self._delete_all(keys)


class VisitPlans(VisitMethods, Plans[Visit]):
    """Operations on Visit, unsent."""


class VisitHandle(VisitMethods, Handle[Visit, VisitPlans]):
    """The Visit items of a table."""


class Orders(Table):
    """The table `orders` on a store."""

    design = _DESIGN
    models = (Order, Parcel, Cart, Booking, Account, Visit)

    order = handle_(Order, OrderHandle, OrderPlans)
    """The Order items."""
    parcel = handle_(Parcel, ParcelHandle, ParcelPlans)
    """The Parcel items."""
    cart = handle_(Cart, CartHandle, CartPlans)
    """The Cart items."""
    booking = handle_(Booking, BookingHandle, BookingPlans)
    """The Booking items."""
    account = handle_(Account, AccountHandle, AccountPlans)
    """The Account items."""
    visit = handle_(Visit, VisitHandle, VisitPlans)
    """The Visit items."""
