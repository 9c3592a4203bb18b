"""What patterns are made of: hashes, differences, patience, refusals."""

from __future__ import annotations

import json
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from tavola.errors import ConditionFailed, OperationError
from tavola.patterns.chain import NO_PREDECESSOR, canonical, link
from tavola.patterns.pieces.differences import Difference, differences
from tavola.patterns.pieces.parts import number_is, part_of
from tavola.patterns.pieces.patience import Patience
from tavola.patterns.pieces.races import among_others
from tests.patterns.workshop import Page, Seats, Tally, Workshop

NOON = datetime(2027, 1, 15, 12, 0, 0, 5000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (7, "7"),
        (1.5, "1.5"),
        ("ü", '"ü"'),
        (Decimal("7.00"), "7"),
        (Decimal("1E+2"), "100"),
        (Decimal("1.50"), '"1.5"'),
        (Decimal("1E-7"), '"0.0000001"'),
        (NOON, '"2027-01-15T12:00:00.005Z"'),
        (NOON.astimezone(timezone(timedelta(hours=2))), '"2027-01-15T12:00:00.005Z"'),
        (date(2027, 1, 15), '"2027-01-15"'),
        (b"\xff\x00", '"/wA="'),
        (UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        ({"b": None, "a": [1, None, (2,)], 3: 4}, '{"3":4,"a":[1,null,[2]]}'),
        ({"b", "a"}, '["a","b"]'),
        (frozenset({3, 1, 2}), "[1,2,3]"),
        ([2, 1], "[2,1]"),
    ],
)
def test_every_value_has_one_text_that_is_hashed(value: Any, text: str) -> None:
    made = json.dumps(canonical(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    assert made == text
    hashed = link("p", {"v": value})
    whole = f'["p",{{"v":{text}}}]' if value is not None else '["p",{}]'
    assert hashed == sha256(whole.encode()).hexdigest()


def test_the_first_of_a_chain_follows_zeros() -> None:
    assert NO_PREDECESSOR == "0" * 64


def test_what_has_no_text_is_not_hashed() -> None:
    with pytest.raises(OperationError) as refused:
        canonical([range(2)])

    assert str(refused.value) == (
        "range(0, 2): a range cannot be hashed."
        " Use what JSON knows, dates, decimals, bytes or UUIDs."
    )


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [Difference(("a",), 1, 2)]),
        ({"a": 1}, {"b": 2}, [Difference(("a",), 1, None), Difference(("b",), None, 2)]),
        ({"m": {"x": 1, "y": 2}}, {"m": {"x": 1, "y": 3}}, [Difference(("m", "y"), 2, 3)]),
        ({"m": {"x": 1}}, {"m": [1]}, [Difference(("m",), {"x": 1}, [1])]),
        ({"m": [1]}, {"m": {"x": 1}}, [Difference(("m",), [1], {"x": 1})]),
        ({"l": [1, 2, 3]}, {"l": [1, 9, 3]}, [Difference(("l", 1), 2, 9)]),
        (
            {"l": [1, 2, 3]},
            {"l": [3]},
            [Difference(("l", 0), 1, None), Difference(("l", 1), 2, None)],
        ),
        (
            {"l": [3]},
            {"l": [1, 3, 2]},
            [Difference(("l", 0), None, 1), Difference(("l", 2), None, 2)],
        ),
        (
            {"l": [{"k": 1}, {"k": 2}]},
            {"l": [{"k": 1}, {"k": 5}, {"k": 6}]},
            [Difference(("l", 1, "k"), 2, 5), Difference(("l", 2), None, {"k": 6})],
        ),
        (
            {"l": [1, 2, 3]},
            {"l": [7]},
            [
                Difference(("l", 0), 1, 7),
                Difference(("l", 1), 2, None),
                Difference(("l", 2), 3, None),
            ],
        ),
        ({"l": [{"a": 1, "b": 2}]}, {"l": [{"b": 2, "a": 1}]}, []),
    ],
)
def test_differences_are_found_as_deep_as_they_are(
    before: dict[str, Any], after: dict[str, Any], found: list[Difference]
) -> None:
    assert differences(before, after) == found


def test_many_equal_elements_are_still_told_apart() -> None:
    before = [0] * 300

    assert differences({"l": before}, {"l": [*before, 1]}) == [Difference(("l", 300), None, 1)]


def _patience(*times: float) -> Patience:
    moments = iter(times)
    return Patience(lambda: next(moments), 10.0)


def test_patience_ends_by_the_clock_or_by_the_pauses() -> None:
    by_clock, by_pauses = _patience(100.0, 103.0, 110.0), _patience(*[100.0] * 9)

    assert (by_clock.left, by_clock.left) == (7.0, 0.0)
    assert [by_pauses.pause(6.0), by_pauses.left, by_pauses.pause(6.0)] == [6.0, 4.0, 4.0]
    assert (by_pauses.pause(1.0), by_pauses.left, by_pauses.seconds) == (0.0, 0.0, 10.0)


def test_no_pause_is_taken_from_patience_that_is_over() -> None:
    assert _patience(100.0, 200.0).pause(1.0) == 0.0


@pytest.mark.parametrize(
    ("position", "own", "counted"), [(None, 1, None), (0, 1, None), (1, 1, 0), (2, 2, 0), (5, 2, 3)]
)
def test_a_refusal_is_counted_among_the_caller_s_writes(
    position: int | None, own: int, counted: int | None
) -> None:
    refused = ConditionFailed()
    refused.position = position

    assert among_others(refused, own) is refused
    assert refused.position == counted


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    return workshop.tenant("acme")


@pytest.mark.parametrize(("expected", "holds"), [(0, True), (1, False)])
@pytest.mark.parametrize("name", ["uncounted", "zero"])
def test_a_counter_that_was_never_counted_is_at_0(
    db: Workshop, name: str, expected: int, holds: bool
) -> None:
    part, count = part_of(db, Tally), Tally.fields.count
    db.run(part.create(Tally(name="uncounted")))
    db.run(part.create(Tally(name="zero")))
    db.run(part.update(("uncounted",), count.remove()))
    check = part.check((name,), number_is(count, expected))

    with nullcontext() if holds else pytest.raises(ConditionFailed):
        db.run(part.transaction([check, part.create(Tally(name="other"))]))


def test_a_part_names_its_items_and_what_it_lacks(db: Workshop) -> None:
    part = part_of(db, Seats, "total")

    assert (part.name, part.label(("a", 1)), part.is_async) == ("Seats", "Seats a/1", False)
    assert (part.has("total"), part.has("missing"), part.ttl) == (True, False, None)
    with pytest.raises(OperationError) as refused:
        part_of(db, Seats, "total", "one", "two")
    assert str(refused.value) == (
        "Seats has no field 'one', 'two', which this pattern needs. Add it to the design."
    )


def test_a_part_without_an_index_of_its_key_is_not_queried(db: Workshop) -> None:
    with pytest.raises(OperationError) as refused:
        part_of(db, Page).query({"pageId": "a"})

    assert str(refused.value) == (
        "Page has no index that names its primary key."
        " Add one to the design: `versions: primaryKey`."
    )


def test_an_item_may_have_400_kb_and_no_more(db: Workshop) -> None:
    part = part_of(db, Page)
    with pytest.raises(OperationError) as refused:
        part.check_size(Page(page_id="a", version=1, title="x" * 500_000))
    spare = 909_600 - int(str(refused.value).split()[4])

    part.check_size(Page(page_id="a", version=1, title="x" * spare))
    with pytest.raises(OperationError) as refused:
        part.check_size(Page(page_id="a", version=1, title="x" * (spare + 1)))
    assert str(refused.value) == (
        "Page: the item has 409601 bytes. DynamoDB takes 409600; keep less in it."
    )
