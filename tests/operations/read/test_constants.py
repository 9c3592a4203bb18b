"""Access patterns with constants: what the design fixes is no argument."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from tavola import OperationError
from tests.patience import eventually
from tests.table.generated.orders import Orders
from tests.table.stores import Home


def _parcel(orders: Orders, hall: str, day: int, **values: object) -> int:
    at = datetime(2026, 5, day, tzinfo=UTC)
    orders.parcel.create(hall=hall, at=at, weight=Decimal(day), **values)  # type: ignore[arg-type]  # as a test gives it
    return day


@pytest.fixture
def hall(orders: Orders, some: str) -> str:
    for day in (1, 20, 31):
        _parcel(orders, some, day)
    _parcel(orders, some, 15, state="gone")
    orders.parcel.create(hall=some, at=datetime(2026, 6, 2, tzinfo=UTC), weight=Decimal(2))
    eventually(lambda: len(orders.parcel.waiting_parcels(hall=some).items), 4)
    return some


def test_a_constant_selects_the_partition(orders: Orders, hall: str) -> None:
    found = orders.parcel.waiting_parcels(hall=hall, limit=2)

    assert [one.at.day for one in found] == [2, 31]
    assert [
        one.at.day for one in orders.parcel.waiting_parcels(hall=hall, cursor=found.cursor)
    ] == [
        20,
        1,
    ]


def test_a_constant_range_ends_where_the_design_says(orders: Orders, hall: str) -> None:
    assert [one.at.day for one in orders.parcel.parcels_of_may(hall=hall)] == [1, 20, 31]
    assert [one.at.day for one in orders.parcel.recent_parcels(hall=hall)] == [20, 31, 2]


def test_a_pattern_of_constants_alone_has_no_arguments(home: Home, some: str) -> None:
    orders = home.empty(Orders)
    made = orders.order.create(order_id=some)

    eventually(lambda: made in orders.order.open_orders().all(), True)


def test_a_cursor_of_another_constant_is_refused(orders: Orders, hall: str) -> None:
    cursor = orders.parcel.parcels_of_may(hall=hall, limit=1).cursor

    with pytest.raises(OperationError, match="was made by another query"):
        orders.parcel.recent_parcels(hall=hall, cursor=cursor)
