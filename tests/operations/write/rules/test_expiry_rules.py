"""An item ends by the design's rule, unless it is told when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tavola import OperationError
from tests.table.generated.orders import Booking, Cart, Orders, Visit
from tests.table.stores import Home

END = datetime(2030, 5, 1, 12, tzinfo=UTC)
WEEK = timedelta(days=7)


def _now(home: Home) -> datetime:
    return datetime.fromtimestamp(int(home.clock()), UTC)


def test_an_item_ends_a_while_after_its_creation(home: Home, orders: Orders, some: str) -> None:
    cart = orders.cart.create(cart_id=some)

    assert cart.ttl == _now(home) + timedelta(days=90)
    assert orders.cart.get(some) == cart


def test_a_change_does_not_move_the_end_that_counts_from_creation(
    home: Home, orders: Orders, some: str
) -> None:
    cart = orders.cart.create(cart_id=some)
    home.clock.advance(1000)
    given = _now(home) + timedelta(days=5)

    assert cart.refresh().ttl == _now(home) - timedelta(seconds=1000) + timedelta(days=90)
    assert orders.cart.update(some, ttl=given).ttl == given


def test_an_end_that_is_given_wins(orders: Orders, some: str) -> None:
    cart = orders.cart.create(cart_id=some, ttl=END)
    booking = orders.booking.create(booking_id=some, ends_at=END, ttl=END)

    assert (cart.ttl, booking.ttl) == (END, END)
    assert orders.booking.update(some, ends_at=END + WEEK, ttl=END).ttl == END


def test_a_batch_gives_each_item_its_end(home: Home, orders: Orders, some: str) -> None:
    orders.cart.put_all([Cart(cart_id=some)])

    found = orders.cart.get(some)
    assert found is not None
    assert found.ttl == _now(home) + timedelta(days=90)


def test_an_end_follows_its_date(orders: Orders, some: str) -> None:
    booking = orders.booking.create(booking_id=some, ends_at=END)

    changed = orders.booking.update(some, ends_at=END + WEEK)

    assert (booking.ttl, changed.ttl) == (END + WEEK, END + 2 * WEEK)


def test_without_its_date_there_is_no_end(orders: Orders, some: str) -> None:
    assert orders.booking.create(booking_id=some).ttl is None
    assert orders.booking.update(some, ends_at=END).ttl == END + WEEK
    assert orders.booking.update(some, Booking.fields.ends_at.remove()).ttl is None


def test_a_save_moves_the_end_with_its_date(orders: Orders, some: str) -> None:
    booking = orders.booking.create(booking_id=some, ends_at=END)
    booking.ends_at = END + WEEK
    booking.save()
    booking.ends_at = END + 2 * WEEK
    booking.save()

    assert booking.ttl == END + 3 * WEEK
    assert orders.booking.get(some) == booking


def test_a_transaction_moves_the_end_with_its_date(orders: Orders, some: str) -> None:
    booking = orders.booking.create(booking_id=some, ends_at=END, guest=some)
    with orders.transaction() as tx:
        booking.ends_at = END + WEEK
        tx.save(booking)

    assert booking.ttl == END + 2 * WEEK
    assert orders.booking.get(some) == booking


def test_a_put_of_a_loaded_item_moves_the_end_with_its_date(orders: Orders, some: str) -> None:
    booking = orders.booking.create(booking_id=some, ends_at=END)
    booking.ends_at = END + WEEK
    orders.booking.put(booking)

    assert booking.ttl == END + 2 * WEEK


def test_the_lock_of_a_unique_value_ends_with_its_owner(
    home: Home, orders: Orders, some: str
) -> None:
    orders.booking.create(booking_id=some, guest=some, ends_at=_now(home))
    home.clock.advance(WEEK.total_seconds() + 1)

    again = orders.booking.create(booking_id=f"{some}-2", guest=some)

    assert orders.booking.find_by_guest(some) == again


def test_an_end_follows_every_change(home: Home, orders: Orders, some: str) -> None:
    orders.visit.create(visit_id=some)
    home.clock.advance(600)

    changed = orders.visit.update(some, page="/")

    assert changed.ttl == _now(home) + timedelta(hours=1)


def test_a_default_of_a_followed_date_is_refused(orders: Orders, some: str) -> None:
    orders.booking.create(booking_id=some)

    with pytest.raises(OperationError, match=r"Booking\.ends_at: ttl follows it"):
        orders.booking.update(some, Booking.fields.ends_at.set_default(END))


def test_a_date_too_late_to_end_is_refused(orders: Orders, some: str) -> None:
    late = datetime(9999, 12, 31, tzinfo=UTC)

    with pytest.raises(OperationError, match=r"Booking\.ttl would be after the year 9999"):
        orders.booking.create(booking_id=some, ends_at=late)


def test_a_model_without_a_rule_ends_when_it_is_told(orders: Orders) -> None:
    assert Visit(visit_id="x").ttl is None
