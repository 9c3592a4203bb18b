"""Filters: the typed form and the `$` form are one, here and in the database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola import Expr, OperationError
from tavola.codec.codec import Codec
from tavola.expressions.render import Placeholders, render
from tavola.operations.filters import parse_filter
from tests.table.generated.club import Club, Member
from tests.table.generated.library import Book, Library

CODEC = Codec(Club.design, Member)
F = Member.fields
DAY = datetime(2026, 3, 1, tzinfo=UTC)
PAIRS: list[tuple[Expr, dict[str, Any]]] = [
    (F.level == 3, {"level": 3}),
    (F.level == 3, {"level": {"$eq": 3}}),
    (F.level != 3, {"level": {"$ne": 3}}),
    (F.level > 3, {"level": {"$gt": 3}}),
    (F.level >= 3, {"level": {"$gte": 3}}),
    (F.level < 3, {"level": {"$lt": 3}}),
    (F.level <= 3, {"level": {"$lte": 3}}),
    ((F.level > 1) & (F.level < 5), {"level": {"$gt": 1, "$lt": 5}}),
    (F.level.is_in([1, 4]), {"level": {"$in": [1, 4]}}),
    (F.joined_at.is_in([DAY]), {"joinedAt": {"$in": [DAY]}}),
    (F.joined_at == DAY, {"joinedAt": DAY}),
    (F.joined_at >= DAY, {"joinedAt": {"$gte": "2026-03-01T00:00:00Z"}}),
    (F.level.between(2, 4), {"level": {"$between": [2, 4]}}),
    (F.note.begins_with("a"), {"note": {"$beginsWith": "a"}}),
    (F.note.contains("b"), {"note": {"$contains": "b"}}),
    (F.tags.contains("x"), {"tags": {"$contains": "x"}}),
    (F.team.exists(), {"team": {"$exists": True}}),
    (F.team.is_missing(), {"team": {"$exists": False}}),
    (F.team == None, {"team": None}),  # noqa: E711 - makes a condition
    (F.tags.size() == 2, {"tags": {"$size": 2}}),
    (F.tags.size() == 0, {"tags": {"$size": 0}}),
    (F.tags.size() < 2, {"tags": {"$size": {"$lt": 2}}}),
    (F.tags.size().between(0, 1), {"tags": {"$size": {"$between": [0, 1]}}}),
    (F.tags.size().is_in([0, 2]), {"tags": {"$size": {"$in": [0, 2]}}}),
    (F.note.size() > 1, {"note": {"$size": {"$gt": 1}}}),
    (F.level.between(4, 2), {"level": {"$between": [4, 2]}}),
    (F.note.between("b", "a"), {"note": {"$between": ["b", "a"]}}),
    (F.tags.size().between(2, 1), {"tags": {"$size": {"$between": [2, 1]}}}),
    ((F.level == 1) & (F.note == "ab"), {"level": 1, "note": "ab"}),
    ((F.level == 1) & (F.note == "ab"), {"$and": [{"level": 1}, {"note": "ab"}]}),
    ((F.level == 1) | (F.level == 2), {"$or": [{"level": 1}, {"level": 2}]}),
    (~((F.level == 1) & (F.note == "ab")), {"$not": {"level": 1, "note": "ab"}}),
    (F.active == False, {"active": False}),  # noqa: E712 - makes a condition
    (F.note == "", {"note": ""}),
]


def rendered(expr: Expr) -> tuple[str, dict[str, str], dict[str, Any]]:
    placeholders = Placeholders()
    text = render(expr.tree, placeholders)
    return text, dict(placeholders.names), dict(placeholders.values)


@pytest.mark.parametrize(("typed", "dollar"), PAIRS, ids=lambda part: str(part)[:60])
def test_both_forms_are_the_same_condition(typed: Expr, dollar: dict[str, Any]) -> None:
    assert rendered(parse_filter(CODEC, dollar)) == rendered(typed)


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    with Club.open("memory:") as opened:
        for number in range(12):
            opened.member.create(
                team="t" if number % 3 else None,
                level=number % 6,
                note=("", "ab", "ba", "a#b")[number % 4],
                tags={"x", "y"} if number % 4 == 1 else {"x"} if number % 4 == 2 else set(),
                joined_at=DAY + timedelta(days=number % 3),
                active=bool(number % 2),
            )
        yield opened


def ids(members: Any) -> list[str]:
    return sorted(member.member_id for member in members)


@pytest.mark.parametrize(("typed", "dollar"), PAIRS, ids=lambda part: str(part)[:60])
def test_the_database_and_the_iteration_agree(
    club: Club, typed: Expr, dollar: dict[str, Any]
) -> None:
    queried = ids(club.member.members_by_joining(filter=typed).all())

    assert ids(club.member.iterate_all(filter=dollar)) == queried
    assert ids(club.member.scan(filter=dollar, allow_scan=True)) == queried
    assert club.member.count(club.member.plan.members_by_joining(filter=dollar)) == len(queried)


Filters = st.SearchStrategy[dict[str, Any]]


def combined(inner: Filters) -> Filters:
    several = st.lists(inner, min_size=1, max_size=3)
    both: Filters = st.fixed_dictionaries({"$and": several})
    either: Filters = st.fixed_dictionaries({"$or": several})
    neither: Filters = st.fixed_dictionaries({"$not": inner})
    return both | either | neither


@given(st.recursive(st.sampled_from([dollar for _, dollar in PAIRS]), combined, max_leaves=5))
@settings(max_examples=80)
def test_any_combination_agrees(dollar: dict[str, Any]) -> None:
    with Club.open("memory:") as club:
        for number in range(6):
            club.member.create(
                level=number, note="ab" if number % 2 else "", joined_at=DAY, tags={"x"}
            )
        queried = ids(club.member.members_by_joining(filter=dollar).all())
        negated = ids(club.member.members_by_joining(filter={"$not": dollar}).all())

        assert ids(club.member.iterate_all(filter=dollar)) == queried
        assert sorted(queried + negated) == ids(club.member.iterate_all())


@pytest.mark.parametrize(
    ("dollar", "message"),
    [
        ({"levle": 1}, "has no field 'levle'"),
        ({"level": {"$gtt": 1}}, "'$gtt' is not an operator. Did you mean $gt"),
        ({"$xor": []}, "'$xor' is not an operator here"),
        ({"$or": []}, "$or has []"),
        ({"level": {"$between": [1]}}, "$between has [1]"),
        ({"level": {"$beginsWith": "a"}}, "$beginsWith does not fit a IntegerField"),
        ({"level": "one"}, "level is 'one'. Use an int"),
        ({"level": {"$in": []}}, "no value is given"),
        ({"tags": {"$size": {"$near": 1}}}, "$near"),
        ({"tags": {"$size": {"$gt": "3"}}}, "Member.tags: its size is compared with '3'"),
        ({"tags": {"$size": {"$between": 1}}}, "$between has 1"),
        ({"tags": {"$contains": 5}}, "Member.tags is 5. Use a str"),
        ({"note": {"$contains": None}}, "Member.note is None. Use a str"),
        ({"note": {"$beginsWith": 5}}, "Member.note is 5. Use a str"),
        ({"$not": 5}, "5 is not a filter"),
        ({"$and": [5]}, "5 is not a filter"),
        ({"level": {"$in": 5}}, "$in has 5"),
    ],
)
def test_a_wrong_filter_says_what_is_wrong(dollar: dict[str, Any], message: str) -> None:
    with pytest.raises(OperationError) as refused:
        parse_filter(CODEC, dollar)

    assert message in str(refused.value)


B = Book.fields


@pytest.mark.parametrize(
    ("typed", "dollar"),
    [
        (B.price == Decimal("1.5"), {"price": 1.5}),
        (B.price.is_in([Decimal("1.50")]), {"price": {"$in": ["1.50"]}}),
        (B.code == UUID(int=5), {"code": "00000000-0000-0000-0000-000000000005"}),
        (B.printed_at < DAY, {"printedAt": {"$lt": "2026-03-01T01:00:00+01:00"}}),
        (B.bought_at < DAY, {"boughtAt": {"$lt": "2026-03-01T00:00:00Z"}}),
        (B.expires < DAY, {"expires": {"$lt": "2026-03-01T00:00:00Z"}}),
    ],
    ids=lambda part: str(part)[:60],
)
def test_a_literal_of_a_design_file_stands_for_its_value(
    typed: Expr, dollar: dict[str, Any]
) -> None:
    assert rendered(parse_filter(Codec(Library.design, Book), dollar)) == rendered(typed)


@pytest.mark.parametrize(
    "dollar", [{"price": "x"}, {"code": "x"}, {"printedAt": "x"}, {"boughtAt": {"$in": ["x"]}}]
)
def test_a_literal_that_stands_for_nothing_is_refused(dollar: dict[str, Any]) -> None:
    with pytest.raises(OperationError, match=r"is 'x'\. Use a"):
        parse_filter(Codec(Library.design, Book), dollar)


def test_a_condition_has_no_truth() -> None:
    with pytest.raises(OperationError, match="neither true nor false"):
        bool(F.level == 1)
