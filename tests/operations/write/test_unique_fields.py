"""`fields: [...]` of a unique constraint, in both layouts."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from tavola import UniqueTaken
from tests.table.generated.board import Board, Seat
from tests.table.generated.orders import Orders

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_values_are_unique_together_in_the_managed_layout(board: Board, some: str) -> None:
    first = board.seat.create(row=some, number=1, label="a")
    board.seat.create(row=some, number=2, label="b")
    board.seat.create(row=f"{some}-2", number=1, label="a")

    with pytest.raises(UniqueTaken) as refused:
        board.seat.create(row=some, number=1)

    assert (refused.value.fields, refused.value.values) == (("row", "number"), (some, 1))
    assert board.seat.find_by_place(some, 1) == first
    assert board.seat.find_by_label_in_row("a", some) == first


def test_texts_that_join_alike_are_different(board: Board, some: str) -> None:
    one = board.seat.create(label=f"{some}#row:x", row="y")
    other = board.seat.create(label=some, row="x#row:y")

    assert board.seat.find_by_label_in_row(f"{some}#row:x", "y") == one
    assert board.seat.find_by_label_in_row(some, "x#row:y") == other


def test_without_one_of_the_values_there_is_no_lock(board: Board, some: str) -> None:
    board.seat.create(row=some)
    board.seat.create(row=some)
    seat = board.seat.create(row=some, number=1)

    board.seat.update(seat.seat_id, Seat.fields.number.remove())

    assert board.seat.find_by_place(some, 1) is None
    assert board.seat.create(row=some, number=1).number == 1


def test_a_change_of_any_value_moves_the_lock(board: Board, some: str) -> None:
    seat = board.seat.create(row=some, number=1)

    board.seat.update(seat.seat_id, row=f"{some}-2")

    assert board.seat.find_by_place(some, 1) is None
    assert board.seat.find_by_place(f"{some}-2", 1) is not None
    with pytest.raises(UniqueTaken):
        board.seat.create(row=f"{some}-2", number=1)


def test_a_template_design_needs_no_templates_for_a_lock(orders: Orders, some: str) -> None:
    made = orders.parcel.create(hall=some, at=NOON, weight=Decimal("1.50"))

    with pytest.raises(UniqueTaken):
        orders.parcel.create(hall=some, at=NOON, weight=Decimal("1.5"))

    assert orders.parcel.find_by_weight_in_hall(some, NOON, Decimal("1.5")) == made
