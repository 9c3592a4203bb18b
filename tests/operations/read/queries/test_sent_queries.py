"""The very requests that queries send, the steps in which they read, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from tavola import OperationError, begins_with, between, eq, ge, part
from tavola.errors import ValidationFailed
from tavola.expressions import tree
from tavola.keys import SortRange
from tavola.operations.read.pages.pace import PageSizes
from tavola.operations.read.queries.merge import After, Head, Stream, resumed, sort_texts, take
from tavola.operations.read.queries.query import Edge
from tavola.operations.request_bodies import (
    QueryRange,
    add_expressions,
    all_of,
    any_of,
    attributes_of,
    equals,
    exists,
    is_missing,
)
from tavola.operations.steps import Request
from tests.table.generated.club import Club, Member
from tests.table.generated.library import Book, Library
from tests.table.generated.spread import Spread
from tests.table.stores import unsent

LIBRARY, SPREAD, CLUB = unsent(Library), unsent(Spread), unsent(Club)
START = datetime(2026, 1, 30, tzinfo=UTC)
DAY = timedelta(days=1)
MILLIS = {"N": "1769731200000"}


def first(plan: Any) -> Any:
    """What a plan sends first."""
    return next(plan.steps())


def planned(table: Any, model: Any, query: str, **given: Any) -> Any:
    """Plan a query by its name, of whatever is given."""
    return table._query_plan(model, query, **given)


def query(names: list[str], values: list[Any], **body: Any) -> Request:
    return Request(
        "Query",
        {
            "TableName": "library",
            **body,
            "ExpressionAttributeNames": {f"#n{at}": name for at, name in enumerate(names)},
            "ExpressionAttributeValues": {f":v{at}": value for at, value in enumerate(values)},
        },
    )


def text(value: str) -> dict[str, str]:
    return {"S": value}


def test_a_query_of_some_fields_reads_these_with_the_keys() -> None:
    plan = LIBRARY.book.plan.books_on_shelf(
        shelf="s", number=ge(3), descending=True, consistent=True, only=["title"]
    )

    assert first(plan) == query(
        ["PK", "SK", "book title", "expires", "number", "shelf"],
        [text("SHELF#s"), text("BOOK#00000003"), text("BOOK#\U0010ffff")],
        KeyConditionExpression="#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2",
        ProjectionExpression="#n0, #n1, #n2, #n3, #n4, #n5",
        ConsistentRead=True,
        ScanIndexForward=False,
    )


def test_a_query_of_an_index_that_lacks_fields_reads_them_later() -> None:
    plan = LIBRARY.book.plan.books_by_title(title=begins_with("a"), limit=4)

    assert first(plan) == query(
        ["GSI2PK", "GSI2SK"],
        [text("BOOKS"), text("a")],
        IndexName="GSI2",
        KeyConditionExpression="#n0 = :v0 AND begins_with(#n1, :v1)",
        ScanIndexForward=True,
        Limit=5,
    )


@pytest.mark.parametrize(("limit", "filtered", "sent"), [(2, None, 3), (2, 1, 200), (300, 1, 301)])
def test_a_query_asks_for_one_more_than_it_shows(limit: int, filtered: Any, sent: int) -> None:
    condition = None if filtered is None else Book.fields.pages > filtered
    plan = LIBRARY.book.plan.books_on_shelf(shelf="s", limit=limit, filter=condition)

    assert first(plan).body["Limit"] == sent


def test_pages_begin_with_what_is_wanted_and_double() -> None:
    body: dict[str, Any] = {}
    sizes, least, none = PageSizes(10), PageSizes(10, at_least=50), PageSizes(None)

    limits: list[int] = []
    for have in (0, 0, 5, 9):
        sizes.set_limit(body, have)
        limits.append(body["Limit"])
    least.set_limit(body, 0)

    assert (limits, body["Limit"]) == ([11, 22, 44, 88], 50)
    empty: dict[str, Any] = {}
    none.set_limit(empty, 3)
    assert empty == {}


@pytest.mark.parametrize("at", [START, eq(START)], ids=["date", "equal"])
def test_a_date_is_asked_of_its_part(at: Any) -> None:
    (by_key,) = first(SPREAD.reading.plan.readings(device="d", at=at, limit=5))
    (by_level,) = first(SPREAD.reading.plan.readings_by_level(device="d", at=at, limit=5))

    assert by_key.body == {
        "TableName": "spread",
        "KeyConditionExpression": "#n0 = :v0 AND #n1 = :v1",
        "ExpressionAttributeNames": {"#n0": "PK", "#n1": "SK"},
        "ExpressionAttributeValues": {
            ":v0": text("DEVICE#d#2026-01"),
            ":v1": text("2026-01-30T00:00:00.000Z"),
        },
        "ScanIndexForward": True,
        "Limit": 6,
    }
    assert by_level.body == {
        "TableName": "spread",
        "IndexName": "GSI1",
        "KeyConditionExpression": "#n0 = :v0",
        "FilterExpression": "#n1 = :v1",
        "ExpressionAttributeNames": {"#n0": "GSI1PK", "#n1": "at"},
        "ExpressionAttributeValues": {":v0": text("DAY#d#2026-01-30"), ":v1": MILLIS},
        "ScanIndexForward": True,
        "Limit": 200,
    }


def test_merged_parts_share_what_is_wanted_and_keep_to_the_dates() -> None:
    asked = between(START, START + 3 * DAY)
    filtered = first(SPREAD.reading.plan.readings_by_level(device="d", at=asked, limit=5))
    (one_part,) = first(SPREAD.reading.plan.readings(device="d", at=part("2026-02"), limit=5))

    assert [one.body["ExpressionAttributeValues"][":v0"]["S"][-5:] for one in filtered] == [
        "01-30",
        "01-31",
        "02-01",
        "02-02",
    ]
    assert {one.body["FilterExpression"] for one in filtered} == {"#n1 >= :v1 AND #n1 <= :v2"}
    assert [one.body["Limit"] for one in filtered] == [50] * 4
    assert one_part.body["ExpressionAttributeValues"] == {":v0": text("DEVICE#d#2026-02")}


READINGS: Any = SPREAD.reading.plan.readings
REFUSED: list[tuple[Callable[[], Any], str]] = [
    *(
        (partial(READINGS, device="d", at=at), f"Reading.readings: {why}")
        for at, why in (
            (
                ge(START),
                "at: '>=' is an open range, and the partition key has one part "
                "'%Y-%m' of it. Use between, part, or a date.",
            ),
            (part("2026"), "at: '2026' is not a part '%Y-%m' of a date. Write it as '2026-05'."),
            (
                between(START, datetime(2027, 1, 1)),
                "at: datetime.datetime(2027, 1, 1, 0, 0) is not a datetime with a time zone.",
            ),
            (between(5, 6), "at: 5 is not a datetime with a time zone."),
            (None, "at has no value. Give a date, between or part."),
        )
    ),
    (
        lambda: planned(CLUB, Member, "all", team="t"),
        "Member.all takes no 'team'. Use a filter.",
    ),
    (
        lambda: planned(CLUB, Member, "all", descending=True),
        "Member.all: its 10 buckets have no common order. Leave descending out.",
    ),
    *(
        (
            lambda cursor=cursor: planned(CLUB, Member, "all", cursor=cursor),
            f"cursor: {cursor!r} is damaged. "
            "Pass the cursor of a page of this very query, unchanged.",
        )
        for cursor in ("x.y", "10.y", "00000.y")
    ),
    (
        lambda: planned(LIBRARY, Book, "booksOnShelf", title="t"),
        "Book.books_on_shelf: 'title' is not part of its key. It has shelf, number.",
    ),
    (
        lambda: planned(LIBRARY, Book, "booksOnShelf", shelf=ge("s")),
        "Book.books_on_shelf: 'shelf' is in the partition key. Give it by equality.",
    ),
    (
        lambda: planned(LIBRARY, Book, "booksByState", state="here", consistent=True),
        "Book.books_by_state: a global secondary index has no consistent reads. "
        "Leave consistent out, or query the primary key.",
    ),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_what_no_query_can_ask_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(OperationError) as refused:
        first(make())

    assert str(refused.value) == message


ONE, TWO, THREE = exists("a"), is_missing("b"), equals("c", {"N": "1"})


def test_conditions_are_joined_without_nesting() -> None:
    assert all_of() is all_of(None) is None
    assert (all_of(None, ONE), any_of(ONE)) == (ONE, ONE)
    assert all_of(ONE, tree.And((TWO, THREE)), Book.fields.title == "t") == tree.And(
        (ONE, TWO, THREE, (Book.fields.title == "t").tree)
    )
    assert any_of(ONE, TWO) == tree.Or((ONE, TWO))
    assert list(attributes_of(tree.Not(tree.And((ONE, tree.Or((TWO, THREE))))))) == ["a", "b", "c"]
    assert list(attributes_of(None)) == []


@pytest.mark.parametrize(
    ("sort", "condition", "bounds"),
    [
        (None, "#n0 = :v0", []),
        (SortRange("=", "x"), "#n0 = :v0 AND #n1 = :v1", ["x"]),
        (SortRange("<=", "x"), "#n0 = :v0 AND #n1 <= :v1", ["x"]),
        (SortRange("between", "x", "y"), "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2", ["x", "y"]),
        (SortRange("begins_with", "x"), "#n0 = :v0 AND begins_with(#n1, :v1)", ["x"]),
    ],
)
def test_a_range_is_rendered_first(sort: Any, condition: str, bounds: list[str]) -> None:
    body = add_expressions({}, key=QueryRange("PK", "p", "SK", sort), projection=["a"])

    assert body["KeyConditionExpression"] == condition
    assert list(body["ExpressionAttributeValues"].values()) == [text("p"), *map(text, bounds)]
    assert list(body["ExpressionAttributeNames"].values()) == [
        "PK",
        *(["SK"] if bounds else []),
        "a",
    ]


def test_a_range_of_several_attributes_names_them_all() -> None:
    key = QueryRange(
        "t",
        "1",
        "at",
        SortRange("=", "5", tag="N"),
        "N",
        (("region", text("eu")),),
        (("day", text("d")),),
    )

    body = add_expressions({}, key=key)

    assert key.partition_values == {"t": {"N": "1"}, "region": text("eu")}
    assert body == {
        "KeyConditionExpression": "#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2 AND #n3 = :v3",
        "ExpressionAttributeNames": {"#n0": "t", "#n1": "region", "#n2": "day", "#n3": "at"},
        "ExpressionAttributeValues": {
            ":v0": {"N": "1"},
            ":v1": text("eu"),
            ":v2": text("d"),
            ":v3": {"N": "5"},
        },
    }


NOBODY: Any = None


def stream(number: int, *sorts: str, is_open: bool = False) -> Stream[Any]:
    made = Stream[Any](number, QueryRange("PK", str(number), "SK"))
    heads = (Head(one, one, NOBODY, Edge(b"", number)) for one in sorts)
    made.add(heads, {"PK": text("p")} if is_open else None)
    return made


@pytest.mark.parametrize(
    ("forward", "most", "taken"),
    [
        (True, None, ["0a", "1a", "1b", "0c"]),
        (True, 2, ["0a", "1a"]),
        (True, 0, []),
        (False, None, ["0c", "1b", "1a", "0a"]),
    ],
)
def test_partitions_are_merged_by_sort_key_and_then_by_number(
    forward: bool, most: int | None, taken: list[str]
) -> None:
    orders = [["a", "c"], ["a", "b"]]
    streams = [stream(at, *(one if forward else one[::-1])) for at, one in enumerate(orders)]

    found = [f"{one.edge.number}{one.sort}" for one in take(streams, forward, most)]

    assert found == taken


def test_nothing_is_taken_while_an_open_partition_shows_nothing() -> None:
    assert list(take([stream(0, "a"), stream(1, is_open=True)], True, None)) == []
    several = [stream(0, "a"), stream(1, "b", "c", is_open=True)]
    assert [one.sort for one in take(several, True, None)] == ["a", "b", "c"]


def test_a_partition_is_read_in_growing_steps() -> None:
    plan = LIBRARY.book.plan.books_on_shelf(shelf="s")
    one = Stream[Any](0, plan.key_range())

    limits: list[int] = []
    for kept in (0, 10, 3, 100):
        limits.append(one.request(plan, True, 10).body["Limit"])
        one.kept = kept

    assert limits == [10, 20, 20, 40]
    one.start = {"PK": text("p")}
    last = one.request(plan, False, None)
    assert (last.action, last.body["ScanIndexForward"], last.body["ExclusiveStartKey"]) == (
        "Query",
        False,
        {"PK": text("p")},
    )
    assert ("Limit" in last.body, one.reads) == (False, 5)


@pytest.mark.parametrize(
    ("forward", "inclusive", "taken"),
    [
        (True, True, ["b", "c"]),
        (True, False, ["c"]),
        (False, True, ["a", "b"]),
        (False, False, ["a"]),
    ],
)
def test_a_cursor_leaves_what_comes_after_it(
    forward: bool, inclusive: bool, taken: list[str]
) -> None:
    after = After("b", forward, inclusive)

    assert [one for one in "abc" if after.takes(one, one)] == taken


@pytest.mark.parametrize(
    ("number", "forward", "is_open"),
    [(0, True, False), (2, True, True), (0, False, True), (2, False, False)],
)
def test_partitions_without_a_sort_key_stand_one_behind_another(
    number: int, forward: bool, is_open: bool
) -> None:
    made = resumed(number, QueryRange("PK", "p"), 1, "", forward, "S")

    assert (made.number, made.is_open) == (number, is_open)


def test_the_sort_keys_of_a_page_are_read_by_their_numbers() -> None:
    page = b'{"Items": [{"SK": {"S": "a"}}, {"PK": {"S": "p"}}, {"SK": {"N": "5"}}]}'

    assert sort_texts("SK", page) == ["a", "", "5"]
    assert sort_texts(None, page) == []


@pytest.mark.parametrize(
    "plan",
    [
        LIBRARY.book.plan.books_on_shelf(shelf="s"),
        SPREAD.reading.plan.readings(device="d", at=part("2026-02")),
        LIBRARY.plan.whole_shelf(name="s"),
    ],
    ids=["one partition", "parts", "collection"],
)
def test_a_refusal_without_a_cursor_is_the_databases_own(plan: Any) -> None:
    steps, refusal = plan.steps(), ValidationFailed("no")
    next(steps)

    with pytest.raises(ValidationFailed) as refused:
        steps.throw(refusal)

    assert refused.value is refusal
