"""The suite: not a line of it knows what stands behind boto3."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError
from orders import Orders, OutOfStock


def test_an_order_takes_its_pieces(orders: Orders) -> None:
    orders.stock("pen", 5)
    orders.place("ada", "001", "pen", 2)
    assert orders.pieces("pen") == 3


def test_an_order_for_too_much_leaves_nothing_behind(orders: Orders) -> None:
    orders.stock("pen", 1)
    with pytest.raises(OutOfStock):
        orders.place("ada", "001", "pen", 2)
    assert (orders.pieces("pen"), orders.of_customer("ada")) == (1, [])


def test_orders_come_newest_first(orders: Orders) -> None:
    orders.stock("pen", 5)
    orders.place("ada", "001", "pen", 1)
    orders.place("ada", "002", "pen", 1)
    orders.place("bob", "003", "pen", 1)
    assert orders.of_customer("ada") == ["002", "001"]


def test_open_orders_are_read_page_by_page(orders: Orders) -> None:
    orders.stock("pen", 9)
    for number in ("001", "002", "003", "004", "005"):
        orders.place("ada", number, "pen", 1)
    orders.ship("ada", "003")
    assert orders.open_orders() == ["001", "002", "004", "005"]


def test_an_unknown_order_cannot_be_shipped(orders: Orders) -> None:
    with pytest.raises(ClientError, match="The conditional request failed"):
        orders.ship("ada", "001")


def test_every_test_has_tables_of_its_own(orders: Orders, dynamodb: Any) -> None:
    assert [table.name for table in dynamodb.tables.all()] == ["shop"]
    assert orders.of_customer("ada") == []
