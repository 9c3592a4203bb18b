"""`min`, `max`, `minLength` and `pattern` hold for every write, additions included."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from tavola import ItemChanged, OperationError, OutOfBounds
from tests.table.generated.orders import Order, Orders


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"order_id": "x"}, "Order.order_id has 1 characters. At least 2 are needed."),
        ({"order_id": "A1"}, "Order.order_id is 'A1'. It has to match '[a-z0-9-]+'."),
        ({"order_id": "a1\n"}, "Order.order_id is 'a1\\n'. It has to match '[a-z0-9-]+'."),
        ({"quantity": 0}, "Order.quantity is 0. At least 1 is allowed."),
        ({"quantity": 101}, "Order.quantity is 101. At most 100 is allowed."),
        ({"discount": Decimal("0.51")}, "Order.discount is 0.51. At most 0.5 is allowed."),
        ({"discount": Decimal("-0.01")}, "Order.discount is -0.01. At least 0 is allowed."),
        ({"weight": 0.4}, "Order.weight is 0.4. At least 0.5 is allowed."),
        ({"stock": 11}, "Order.stock is 11. At most 10 is allowed."),
        ({"note": "x"}, "Order.note has 1 characters. At least 2 are needed."),
    ],
)
def test_a_value_that_breaks_a_rule_is_refused_when_it_is_given(
    values: dict[str, Any], problem: str
) -> None:
    given: dict[str, Any] = {"order_id": "a1", **values}

    with pytest.raises(OperationError) as refused:
        Order(**given)

    assert str(refused.value) == problem


def test_the_bounds_themselves_are_allowed(orders: Orders, some: str) -> None:
    made = orders.order.create(
        order_id=some, quantity=100, discount=Decimal("0.5"), weight=0.5, stock=10, note="ab"
    )

    assert orders.order.get(some) == made


def test_a_broken_rule_is_refused_by_update_and_save(orders: Orders, some: str) -> None:
    made = orders.order.create(order_id=some, quantity=5)
    made.quantity = 0

    with pytest.raises(OperationError, match=r"quantity is 0\. At least 1"):
        made.save()
    with pytest.raises(OperationError, match=r"quantity is 200\. At most 100"):
        orders.order.update(some, quantity=200)

    assert made.refresh().quantity == 5


def test_an_addition_keeps_to_the_bounds(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some, stock=9)
    orders.order.update(some, Order.fields.stock.add(1))

    with pytest.raises(OutOfBounds) as refused:
        orders.order.update(some, Order.fields.stock.add(1))

    assert refused.value.message == "Order.stock would be 11. At most 10 is allowed."


def test_an_addition_to_nothing_counts_from_zero(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some)

    with pytest.raises(OutOfBounds) as refused:
        orders.order.update(some, Order.fields.discount.add(Decimal("0.6")))
    orders.order.update(some, Order.fields.discount.add(Decimal("0.4")))
    changed = orders.order.update(some, Order.fields.discount.add(Decimal("-0.1")))

    assert refused.value.message == "Order.discount would be 0.6. At most 0.5 is allowed."
    assert changed.discount == Decimal("0.3")


def test_a_counter_that_is_saved_keeps_to_what_others_left(orders: Orders, some: str) -> None:
    mine = orders.order.create(order_id=some, stock=2)
    orders.order.update(some, Order.fields.stock.add(-1))
    mine.stock -= 2

    with pytest.raises(ItemChanged):
        mine.save()

    assert mine.refresh().stock == 1


def test_a_transaction_keeps_to_the_bounds(orders: Orders, some: str) -> None:
    made = orders.order.create(order_id=some, stock=1)

    with (
        pytest.raises(OutOfBounds, match=r"stock would be -1\. At least 0"),
        orders.transaction() as tx,
    ):
        tx.update(made, Order.fields.stock.add(-2))

    assert made.refresh().stock == 1


def _send(orders: Orders, writes: list[Any]) -> None:
    with orders.transaction() as tx:
        for write in writes:
            tx.add(write)


def test_a_transaction_says_which_write_was_out_of_bounds(orders: Orders, some: str) -> None:
    made = orders.order.create(order_id=some, stock=1)
    other = orders.order.create(order_id=f"{some}-2")

    writes = [
        orders.order.plan.update(other.order_id, Order.fields.quantity.add(1)),
        orders.order.plan.update(made.order_id, Order.fields.stock.add(-2)),
    ]

    with pytest.raises(OutOfBounds) as refused:
        _send(orders, writes)

    assert (refused.value.position, refused.value.field) == (1, "stock")
    assert refused.value.item is not None


def test_a_lost_race_is_refused_as_what_it_is(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some, stock=1)
    orders.order.update(some, Order.fields.stock.add(-1), Order.fields.status.set("paid"))

    with pytest.raises(OutOfBounds, match=r"stock would be -1\. At least 0"):
        orders.order.update(some, Order.fields.stock.add(-1), Order.fields.status.set("sent"))


def test_many_who_take_at_once_leave_nothing_below_the_floor(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some, stock=3)

    def take(_: int) -> bool:
        try:
            orders.order.update(some, Order.fields.stock.add(-1))
        except OutOfBounds:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(take, range(8)))

    found = orders.order.get(some)
    assert found is not None
    assert (sum(taken), found.stock) == (3, 0)


@pytest.mark.parametrize(
    "condition",
    [lambda: Order.fields.quantity > -5, lambda: Order.fields.order_id != "NOT LIKE THIS"],
)
def test_what_is_compared_need_not_keep_to_the_rules(
    orders: Orders, some: str, condition: Callable[[], Any]
) -> None:
    orders.order.create(order_id=some, quantity=5)

    changed = orders.order.update(some, condition=condition(), note="yes")

    assert changed.note == "yes"


def test_an_item_older_than_a_rule_is_read_by_its_key(orders: Orders) -> None:
    assert orders.order.get("NOT LIKE THIS") is None
