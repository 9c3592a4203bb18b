"""`maxMemberCount` holds for additions too, whoever else adds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tavola import ItemChanged, OutOfBounds
from tests.table.generated.board import Board, Pin


def _tags(board: Board, pin: Pin) -> set[str]:
    found = board.pin.get(pin.pin_id)
    assert found is not None
    return found.tags


def test_members_are_added_while_there_is_room(board: Board) -> None:
    pin = board.pin.create(tags={"a"})

    board.pin.update(pin.pin_id, Pin.fields.tags.add("b", "c"))

    assert _tags(board, pin) == {"a", "b", "c"}


def test_members_are_added_to_an_empty_set(board: Board) -> None:
    pin = board.pin.create()

    board.pin.update(pin.pin_id, Pin.fields.tags.add("a", "b", "c"))

    assert _tags(board, pin) == {"a", "b", "c"}


def test_a_member_too_many_is_refused(board: Board) -> None:
    pin = board.pin.create(tags={"a", "b"})

    with pytest.raises(OutOfBounds) as refused:
        board.pin.update(pin.pin_id, Pin.fields.tags.add("c", "d"))

    assert refused.value.message == "Pin.tags would have 4 members. At most 3 are allowed."
    assert _tags(board, pin) == {"a", "b"}


def test_a_member_too_many_is_refused_beside_other_changes(board: Board) -> None:
    pin = board.pin.create(tags={"a", "b"}, topic="before")

    with pytest.raises(OutOfBounds, match=r"Pin\.tags would have 4 members\."):
        board.pin.update(pin.pin_id, Pin.fields.topic.set("t"), Pin.fields.tags.add("c", "d"))

    assert (_tags(board, pin), pin.refresh().topic) == ({"a", "b"}, "before")


def test_members_that_are_there_already_take_no_room(board: Board) -> None:
    pin = board.pin.create(tags={"a", "b", "c"})

    changed = board.pin.update(pin.pin_id, Pin.fields.tags.add("a", "b"), topic="t")

    assert (changed.tags, changed.topic) == ({"a", "b", "c"}, "t")


def test_a_list_keeps_to_its_room(board: Board) -> None:
    pin = board.pin.create(notes=["first"])
    board.pin.update(pin.pin_id, Pin.fields.notes.append("second"))

    with pytest.raises(OutOfBounds, match=r"Pin\.notes would have 3 members\. At most 2 are"):
        board.pin.update(pin.pin_id, Pin.fields.notes.append("third"))

    assert pin.refresh().notes == ["first", "second"]


def _change_both(board: Board, full: Pin, other: Pin) -> None:
    with board.transaction() as tx:
        tx.update(other, Pin.fields.topic.set("after"))
        tx.update(full, Pin.fields.tags.add("d"))


def test_a_transaction_keeps_to_the_room(board: Board) -> None:
    full = board.pin.create(tags={"a", "b", "c"})
    other = board.pin.create(topic="before")

    with pytest.raises(OutOfBounds, match=r"Pin\.tags would have 4 members\."):
        _change_both(board, full, other)

    assert (_tags(board, full), other.refresh().topic) == ({"a", "b", "c"}, "before")


def test_saving_does_not_add_what_another_writer_left_no_room_for(board: Board) -> None:
    pin = board.pin.create(tags={"a", "b"})
    board.pin.update(pin.pin_id, Pin.fields.tags.add("c"))
    pin.tags.add("d")

    with pytest.raises(ItemChanged, match="was changed meanwhile"):
        pin.save()

    assert _tags(board, pin) == {"a", "b", "c"}


def test_saving_fills_a_set_that_nobody_else_changed(board: Board) -> None:
    pin = board.pin.create(tags={"a"})
    board.pin.update(pin.pin_id, topic="other")
    pin.tags |= {"b", "c"}

    pin.save()

    assert _tags(board, pin) == {"a", "b", "c"}


def test_writers_who_add_at_once_never_exceed_the_room(board: Board) -> None:
    pin = board.pin.create()

    def add(tag: str) -> bool:
        try:
            board.pin.update(pin.pin_id, Pin.fields.tags.add(tag))
        except OutOfBounds:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        added = list(pool.map(add, "abcdefgh"))

    assert (sum(added), len(_tags(board, pin))) == (3, 3)


def test_an_addition_is_one_request_while_there_is_room(board: Board) -> None:
    pin = board.pin.create(tags={"a"})

    with board.consumed() as consumed:
        board.pin.update(pin.pin_id, Pin.fields.tags.add("b"))

    assert consumed.requests == 1
