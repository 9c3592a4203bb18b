"""A status goes where the design lets it go, whatever is stored meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from tavola import ItemChanged, OperationError, TransitionRefused
from tavola.operations.write.transaction import Transaction
from tavola.table.internals import context_of
from tests.patience import eventually
from tests.table.generated.orders import Booking, Order, Orders, OrderStatus
from tests.table.stores import Home


def _status(orders: Orders, order_id: str) -> str | None:
    found = orders.order.get(order_id)
    assert found is not None
    return found.status


def test_an_update_follows_a_transition_and_moves_the_index_key(home: Home, some: str) -> None:
    orders = home.empty(Orders)
    orders.order.create(order_id=some)

    changed = orders.order.update(some, status="paid")

    assert changed.status == "paid"
    eventually(
        lambda: (
            some in [one.order_id for one in orders.order.orders_by_status(status="paid").all()]
        ),
        True,
    )


def test_an_update_names_both_states_when_it_is_refused(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some)

    with pytest.raises(TransitionRefused) as refused:
        orders.order.update(some, status="sent")

    assert refused.value.message == (
        f"Order ORDER#{some}/ORDER: status cannot go from 'open' to 'sent'. "
        "From 'open' it may become 'paid' or 'cancelled'."
    )
    assert (refused.value.field, refused.value.before, refused.value.after) == (
        "status",
        "open",
        "sent",
    )
    assert _status(orders, some) == "open"


def test_a_final_state_stays(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some)
    orders.order.update(some, status="cancelled")

    with pytest.raises(TransitionRefused, match="'cancelled' is final"):
        orders.order.update(some, status="open")


def test_the_same_state_is_no_transition(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some, status="paid")

    assert orders.order.update(some, status="paid", note="again").note == "again"


def test_a_save_is_refused_before_anything_is_sent(orders: Orders, some: str) -> None:
    made = orders.order.create(order_id=some)
    made.status = "sent"

    with pytest.raises(TransitionRefused) as refused:
        made.save()

    assert refused.value.message == (
        "Order: status cannot go from 'open' to 'sent'. "
        "From 'open' it may become 'paid' or 'cancelled'."
    )


def test_a_save_expects_the_state_that_was_loaded(orders: Orders, some: str) -> None:
    made = orders.order.create(order_id=some)
    orders.order.update(some, status="cancelled")
    made.status = "paid"

    with pytest.raises(ItemChanged):
        made.save()

    assert _status(orders, some) == "cancelled"


def test_a_state_cannot_be_taken_away(orders: Orders, some: str) -> None:
    made = orders.order.create(order_id=some)

    with pytest.raises(TransitionRefused, match="from 'open' to None"):
        orders.order.update(some, Order.fields.status.remove())

    assert made.refresh().status == "open"


def test_a_new_item_has_an_initial_state(orders: Orders, some: str) -> None:
    with pytest.raises(OperationError) as refused:
        orders.order.create(order_id=some, status="sent")

    assert str(refused.value) == "Order.status is 'sent'. A new one is 'open' or 'paid'."
    assert orders.order.get(some) is None


def test_a_put_keeps_to_the_stored_state(orders: Orders, some: str) -> None:
    made = orders.order.create(order_id=some)

    with pytest.raises(TransitionRefused, match="from 'open' to 'sent'"):
        orders.order.put(Order(order_id=some, status="sent"))
    orders.order.put(Order(order_id=some, status="cancelled"))

    assert made.refresh().status == "cancelled"


def test_a_put_of_a_new_item_begins_with_an_initial_state(orders: Orders, some: str) -> None:
    with pytest.raises(TransitionRefused) as refused:
        orders.order.put(Order(order_id=some, status="sent"))
    orders.order.put(Order(order_id=some, status="paid"))

    assert "status cannot begin as 'sent'. A new one is 'open' or 'paid'." in str(refused.value)
    assert _status(orders, some) == "paid"


def test_an_expired_item_holds_no_state(home: Home, orders: Orders, some: str) -> None:
    end = datetime.fromtimestamp(home.clock(), UTC) + timedelta(minutes=1)
    orders.booking.create(booking_id=some, state="held", ttl=end)
    orders.booking.update(some, state="kept")
    home.clock.advance(61)

    orders.booking.put(Booking(booking_id=some, state="held"))

    found = orders.booking.get(some)
    assert found is not None
    assert found.state == "held"


def test_a_transaction_follows_transitions(orders: Orders, some: str) -> None:
    first = orders.order.create(order_id=some)
    second = orders.order.create(order_id=f"{some}-2")

    paid = orders.order.plan.update(first.order_id, status="paid")
    sent = orders.order.plan.update(second.order_id, status="sent")
    with pytest.raises(TransitionRefused) as refused:
        orders.run(Transaction(context_of(orders), (paid, sent)))

    assert refused.value.position == 1
    assert (first.refresh().status, second.refresh().status) == ("open", "open")


def test_a_batch_cannot_check_states(orders: Orders, some: str) -> None:
    with pytest.raises(OperationError, match="has transitions, which a batch cannot check"):
        orders.order.put_all([Order(order_id=some)])


def test_of_two_that_leave_one_state_at_once_one_is_refused(orders: Orders, some: str) -> None:
    orders.order.create(order_id=some, status="paid")

    def leave(status: OrderStatus) -> bool:
        try:
            orders.order.update(some, status=status)
        except TransitionRefused:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        left = [
            one.result() for one in (pool.submit(leave, "sent"), pool.submit(leave, "cancelled"))
        ]

    assert sorted(left) == [False, True]
