"""Queries: order, conditions, filters, limits, projections, counts, collections."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import pytest

from tavola import OperationError, SortCondition, between, ge, gt, le, lt
from tavola.operations.read.collection import Collected
from tests.patience import eventually
from tests.table.generated.club import Club, Member, Visit
from tests.table.generated.library import Book, Library, Loan, Shelf
from tests.table.stores import DAY, Home, unsent

NUMBERS = [-(10**15), -20, -10, -5, -2, -1, 0, 1, 2, 3, 10, 20, 100, 10**15]
WEIGHTS = [-1e20, -10.0, -2.5, -0.5, -1e-9, 0.0, 1e-9, 0.5, 2.0, 3.14, 10.0, 100.0, 1e20]


def visits(club: Club, some: str, count: int) -> list[Visit]:
    made = [
        Visit(member_id=some, at=DAY + timedelta(days=number), minutes=number, room=some)
        for number in range(count)
    ]
    club.visit.put_all(made)
    return made


def test_integers_in_a_sort_key_are_in_numeric_order(club: Club, some: str) -> None:
    for number in reversed(NUMBERS):
        club.member.create(team=some, score=number)

    def scores() -> list[int | None]:
        return [member.score for member in club.member.members_for_team(team=some)]

    assert eventually(scores, list(NUMBERS)) == NUMBERS


def test_floats_in_a_sort_key_are_in_numeric_order(club: Club, some: str) -> None:
    for number in reversed(WEIGHTS):
        club.member.create(team=some, weight=number)

    def weights() -> list[float | None]:
        return [member.weight for member in club.member.members_by_weight(team=some)]

    assert eventually(weights, list(WEIGHTS)) == WEIGHTS


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (-5, [-5]),
        (lt(-5), [-(10**15), -20, -10]),
        (le(-5), [-(10**15), -20, -10, -5]),
        (gt(20), [100, 10**15]),
        (ge(20), [20, 100, 10**15]),
        (between(-2, 2), [-2, -1, 0, 1, 2]),
    ],
)
def test_a_sort_condition_compares_numbers(
    club: Club, some: str, condition: int | SortCondition, expected: list[int]
) -> None:
    for number in NUMBERS:
        club.member.create(team=some, score=number)

    def scores() -> list[int | None]:
        page = club.member.members_for_team(team=some, score=condition)
        return [member.score for member in page]

    assert eventually(scores, list(expected)) == expected


def test_the_primary_key_is_queried_by_its_values(club: Club, some: str) -> None:
    made = visits(club, some, 5)

    found = club.visit.visits_for_member(member_id=some, at=ge(made[2].at), consistent=True)

    assert list(found) == made[2:]


def test_the_newest_come_first_if_asked(club: Club, some: str) -> None:
    made = visits(club, some, 5)

    page = club.visit.visits_for_member(member_id=some, descending=True, limit=2, consistent=True)

    assert page.items == [made[4], made[3]]


@pytest.mark.parametrize(
    "text", ["a#b", "#", "##__SK__##", "p1#", "%23", "[x]#", "{y}", "ä#☃", "'\"", "a b"]
)
def test_any_character_may_stand_in_any_value(club: Club, some: str, text: str) -> None:
    value = f"{some}{text}"
    ada = club.member.create(team=value, email=value, nick=value, note=value, score=1)
    account = club.account.create(name=value, owner=value)

    assert club.member.find_by_email(value) == ada
    assert club.account.get(value) == account
    assert eventually(lambda: list(club.member.members_for_team(team=value)), [ada]) == [ada]


def test_values_with_delimiters_stay_apart(library: Library, some: str) -> None:
    pairs = [(f"{some}#a", "b"), (some, "a#b"), (f"{some}%23a", "b")]
    made = [library.loan.create(reader=r, shelf=s, number=1) for r, s in pairs]

    assert [library.loan.get(r, s, 1) for r, s in pairs] == made
    assert list(library.loan.loans_of_reader(reader=some, shelf="a", consistent=True)) == []
    assert list(library.loan.loans_of_reader(reader=some, shelf="a#b", consistent=True)) == [
        made[1]
    ]


def test_a_prefix_ends_at_its_delimiter(library: Library, some: str) -> None:
    for shelf in ("p1", "p10"):
        library.loan.create(reader=some, shelf=shelf, number=7)

    found = library.loan.loans_of_reader(reader=some, shelf="p1", consistent=True)

    assert [loan.shelf for loan in found] == ["p1"]


def test_a_limit_is_the_number_of_items_wanted(club: Club, some: str) -> None:
    made = visits(club, some, 30)

    page = club.visit.visits_for_member(
        member_id=some, limit=3, filter={"minutes": {"$gte": 25}}, consistent=True
    )

    assert page.items == made[25:28]
    assert list(page.all()) == made[25:]


def test_a_filter_that_drops_all_gives_an_empty_last_page(club: Club, some: str) -> None:
    visits(club, some, 5)

    page = club.visit.visits_for_member(member_id=some, limit=2, filter={"minutes": 99})

    assert (page.items, page.cursor, page.previous) == ([], None, None)


@pytest.fixture
def large(home: Home) -> Library:
    """A shelf of twelve books of 300 KB, of which a response of DynamoDB holds three."""
    library = home.empty(Library)
    for number in range(12):
        library.book.create(shelf="s", number=number, title="t", pages=number, body="x" * 300_000)
    return library


def test_a_filter_that_leaves_whole_responses_empty_goes_on(large: Library) -> None:
    page = large.book.books_on_shelf(shelf="s", limit=1, filter={"pages": 11}, consistent=True)

    assert [book.number for book in page] == [11]


def test_a_loop_over_a_page_without_limit_goes_to_the_end(large: Library) -> None:
    page = large.book.books_on_shelf(shelf="s", consistent=True)
    first = list(page.items)

    assert 0 < len(first) < 12
    assert [book.number for book in page] == list(range(12))
    assert [book.number for book in page.all()] == list(range(12))
    assert page.items == first


@pytest.mark.parametrize("limit", [1, 5, 12, 13])
def test_a_loop_over_a_page_with_a_limit_ends_there_and_all_goes_on(
    large: Library, limit: int
) -> None:
    page = large.book.books_on_shelf(shelf="s", limit=limit, consistent=True)

    assert [book.number for book in page] == list(range(min(limit, 12)))
    assert [book.number for book in page.all()] == list(range(12))


def test_a_page_tells_whether_anything_was_found_but_not_how_much(large: Library) -> None:
    page = large.book.books_on_shelf(shelf="s", limit=2)
    none = large.book.books_on_shelf(shelf="none")

    assert (bool(page), bool(none)) == (True, False)
    assert not hasattr(page, "__len__")


def test_a_count_counts_all_pages(large: Library) -> None:
    ask = large.book.plan.books_on_shelf
    plan = ask(shelf="s", consistent=True)
    few = ask(shelf="s", filter={"pages": {"$lt": 7}}, consistent=True)

    assert (large.book.count(plan), large.book.count(few)) == (12, 7)


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(OperationError, match="limit is 0"):
        unsent(Club).visit.visits_for_member(member_id="m", limit=0)


def test_a_collection_below_one_is_refused() -> None:
    with pytest.raises(OperationError, match="limit is 0"):
        unsent(Library).whole_shelf(name="s", limit=0)


def test_a_consistent_read_of_a_global_index_is_refused() -> None:
    with pytest.raises(OperationError, match="no consistent reads"):
        unsent(Club).query(Member, "membersForTeam", team="t", consistent=True)


def test_a_condition_in_the_partition_key_is_refused() -> None:
    with pytest.raises(OperationError, match="by equality"):
        unsent(Club).query(Member, "membersForTeam", team=ge("t"))


@pytest.fixture
def shelf(library: Library, some: str) -> Shelf:
    made = library.shelf.create(name=some, room="r")
    states: list[Literal["here", "lent", "lost"]] = ["here", "lent", "lent", "lost", "lent"]
    for number, state in enumerate(states):
        library.book.create(
            shelf=some, number=number, title=f"{some}-{number}", state=state, pages=number, body="x"
        )
    return made


def test_a_collection_reads_several_models_at_once(library: Library, shelf: Shelf) -> None:
    found = library.whole_shelf(name=shelf.name, consistent=True)

    assert found.of(Shelf) == [shelf]
    with pytest.raises(OperationError, match=r"^Loan is not part of this collection\. It has "):
        found.of(Loan)
    assert [book.number for book in found.of(Book)] == [0, 1, 2, 3, 4]


def test_a_collection_is_read_in_pages(library: Library, shelf: Shelf) -> None:
    first = library.whole_shelf(name=shelf.name, limit=4, consistent=True)

    rest = library.whole_shelf(name=shelf.name, limit=4, cursor=first.cursor, consistent=True)

    assert [book.number for book in first.of(Book)] == [0, 1, 2, 3]
    assert ([book.number for book in rest.of(Book)], rest.of(Shelf)) == ([4], [shelf])
    assert (rest.cursor, first.previous) == (None, None)


def test_the_pages_of_a_collection_lead_back(library: Library, shelf: Shelf) -> None:
    def ask(cursor: str | None = None) -> Collected[Shelf | Book]:
        return library.whole_shelf(
            name=shelf.name, limit=2, cursor=cursor, descending=True, consistent=True
        )

    first = ask()
    second = ask(first.cursor)
    third = ask(second.cursor)
    back = ask(third.previous)

    assert (third.cursor, back, ask(back.previous).items) == (None, second, first.items)
    assert ask(back.previous).previous is None


def test_a_full_page_of_a_collection_may_be_the_last(library: Library, shelf: Shelf) -> None:
    found = library.whole_shelf(name=shelf.name, limit=6, consistent=True)

    assert (len(found.items), found.cursor) == (6, None)


def test_an_access_pattern_fixes_filter_fields_and_limit(library: Library, shelf: Shelf) -> None:
    page = library.book.lent_books(shelf=shelf.name)

    assert [(book.number, book.title) for book in page] == [
        (1, f"{shelf.name}-1"),
        (2, f"{shelf.name}-2"),
    ]
    assert not hasattr(page.items[0], "pages")
    assert [book.number for book in page.all()] == [1, 2, 4]


def test_a_heavy_field_is_left_out_of_lists(library: Library, shelf: Shelf) -> None:
    page = library.book.books_on_shelf(shelf=shelf.name, consistent=True)

    collected = library.whole_shelf(name=shelf.name, consistent=True).of(Book)

    assert [hasattr(book, "body") for book in (*page, *collected)] == [False] * 10
    assert getattr(library.book.get(shelf.name, 0), "body", None) == "x"


def test_an_index_of_keys_is_hydrated(library: Library, shelf: Shelf) -> None:
    title = f"{shelf.name}-3"

    def states() -> list[tuple[str, str | None]]:
        return [(book.title, book.state) for book in library.book.books_by_title(title=title)]

    assert eventually(states, [(title, "lost")]) == [(title, "lost")]


def test_a_filter_on_what_an_index_lacks_is_applied(library: Library, shelf: Shelf) -> None:
    def titles() -> list[str]:
        page = library.book.books_by_pages(
            shelf=shelf.name, only=["title"], filter=Book.fields.state == "lent", limit=2
        )
        return [book.title for book in page.all()]

    expected = [f"{shelf.name}-{number}" for number in (1, 2, 4)]
    assert eventually(titles, expected) == expected


def test_a_filtered_index_that_lacks_the_field_is_counted_right(
    library: Library, shelf: Shelf
) -> None:
    plan = library.book.plan.books_by_pages(shelf=shelf.name, filter={"state": "lent"})

    assert eventually(lambda: library.book.count(plan), 3) == 3


def test_a_mapping_skips_dangling_references(club: Club) -> None:
    leader = club.member.create()
    followers = [club.member.create() for _ in range(4)]
    for follower in followers:
        club.follow.create(leader_id=leader.member_id, follower_id=follower.member_id)
    followers[1].delete()

    page = leader.get_followers(limit=3)

    assert page.items == [followers[0], followers[2], followers[3]]


def test_a_dangling_reference_is_none(club: Club, some: str) -> None:
    gone = club.member.create()
    gone.delete()
    visit = club.visit.create(member_id=gone.member_id, at=DAY, room=some)

    assert visit.get_member() is None


def test_many_items_are_read_in_the_order_of_their_keys(club: Club, some: str) -> None:
    made = [club.account.create(name=f"{some}-{number}") for number in range(3)]
    names = [made[2].name, "missing", made[0].name, made[2].name]

    assert club.account.get_many(names) == [made[2], None, made[0], made[2]]


def test_a_loan_has_no_other_fields() -> None:
    with pytest.raises(OperationError, match="Did you mean 'reader'"):
        Loan(reeder="x")  # type: ignore[call-arg]  # the mistake is the test
