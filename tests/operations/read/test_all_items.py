"""`all`: the iteration index, queried by its name in pages."""

from __future__ import annotations

import pytest

from tavola import OperationError
from tests.patience import awaited, eventually
from tests.table.generated import async_club
from tests.table.generated.chain import Chain, Guest
from tests.table.generated.club import Account, Club, Visit
from tests.table.generated.library import Library, Shelf
from tests.table.internals import query_plan
from tests.table.stores import DAY, Home, Run


@pytest.fixture
def accounts(empty_club: Club) -> list[str]:
    """All accounts of a club, as soon as its iteration index shows them."""
    made = sorted(empty_club.account.create(name=f"n{number}").name for number in range(10))
    assert eventually(lambda: sorted(names(empty_club)), made) == made
    return made


def names(club: Club, limit: int | None = None) -> list[str]:
    return [one.name for one in club.query(Account, "all", limit=limit).all()]


def test_all_items_are_queried_by_name(empty_club: Club, some: str) -> None:
    club = empty_club
    made = sorted(club.account.create(name=f"{some}-{number}").name for number in range(10))

    def found() -> list[str]:
        everything = club.query(Account, "all", limit=4).all()
        return sorted(one.name for one in everything if one.name.startswith(f"{some}-"))

    assert eventually(found, made) == made


def test_pages_of_any_size_hold_every_item_once(empty_club: Club, accounts: list[str]) -> None:
    limits = [1, 2, 3, 4, 9, 10, 11, None]

    found = {limit: sorted(names(empty_club, limit)) for limit in limits}

    assert found == dict.fromkeys(limits, accounts)


def test_the_last_page_has_no_cursor(empty_club: Club, accounts: list[str]) -> None:
    page = empty_club.query(Account, "all", limit=len(accounts))

    assert (len(page.items), page.cursor, page.previous) == (10, None, None)


def test_a_page_of_no_items_has_no_cursor(empty_club: Club) -> None:
    page = empty_club.query(Account, "all")

    assert (page.items, page.cursor) == ([], None)


def test_all_items_are_filtered_counted_and_read_in_part(empty_club: Club) -> None:
    for number in range(10):
        empty_club.account.create(name=f"n{number}", balance=number)
    eventually(lambda: len(names(empty_club)), 10)
    rich = query_plan(empty_club, Account, "all", filter=Account.fields.balance >= 7)

    [one] = empty_club.query(Account, "all", filter={"balance": 9}, only=["balance"])

    assert (empty_club.account.count(rich), one.balance, hasattr(one, "owner")) == (3, 9, False)


def test_a_template_model_is_queried_by_the_same_name(home: Home, some: str) -> None:
    library = home.empty(Library)
    made = sorted(library.shelf.create(name=f"{some}-{number}").name for number in range(5))

    def found() -> list[str]:
        everything = library.query(Shelf, "all", limit=2).all()
        return sorted(shelf.name for shelf in everything if shelf.name.startswith(f"{some}-"))

    assert eventually(found, made) == made


@pytest.mark.parametrize("form", ["1.{inner}", "99999.{inner}", "0.x", "{inner}", "٣.{inner}"])
def test_a_cursor_of_another_bucket_or_of_none_is_refused(
    empty_club: Club, accounts: list[str], form: str
) -> None:
    del accounts
    cursor = empty_club.query(Account, "all", limit=1).cursor or ""
    wrong = form.format(inner=cursor.removeprefix("0."))

    with pytest.raises(OperationError, match=r"[Tt]he cursor|^cursor: "):
        empty_club.query(Account, "all", cursor=wrong)


def test_a_cursor_of_another_filter_is_refused(empty_club: Club, accounts: list[str]) -> None:
    del accounts
    cursor = empty_club.query(Account, "all", limit=2).cursor

    with pytest.raises(OperationError, match="was made by another query"):
        empty_club.query(Account, "all", cursor=cursor, filter=Account.fields.balance >= 1)


def test_a_tenant_sees_its_own_items_and_takes_its_own_cursors(chain: Chain, some: str) -> None:
    ours, theirs = chain.tenant(f"{some}a"), chain.tenant(f"{some}b")
    made = [ours.guest.create(guest_id=f"{some}{number}").guest_id for number in range(3)]
    theirs.guest.create(guest_id=some)

    def found() -> list[str]:
        return sorted(guest.guest_id for guest in ours.query(Guest, "all").all())

    assert eventually(found, made) == made
    with pytest.raises(OperationError, match=r"^cursor: .* was made by another query"):
        theirs.query(Guest, "all", cursor=ours.query(Guest, "all", limit=1).cursor)


def test_all_items_are_queried_by_name_in_async_code(run_alone: Run, some: str) -> None:
    async def scenario(club: async_club.Club) -> None:
        made = [(await club.account.create(name=f"{some}-{number}")).name for number in range(5)]

        async def found() -> list[str]:
            page = await club.query(async_club.Account, "all", limit=2)
            return sorted([one.name async for one in page.all() if one.name.startswith(f"{some}-")])

        assert await awaited(found, made) == made

    run_alone(scenario)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"owner": "o"}, r"^Account\.all takes no 'owner'\. Use a filter\."),
        ({"descending": True}, r"^Account\.all: its 3 buckets have no common order\."),
        ({"limit": 0}, r"^Account\.all: limit is 0\."),
        ({"limit": "4"}, r"^Account\.all: limit is '4'\. Give an int"),
        ({"cursor": 4}, r"^Account\.all: cursor is 4\. Pass a page's cursor"),
        ({"on_bad_item": "drop"}, r"^Account\.all: on_bad_item is 'drop'"),
        ({"consistent": True}, r"^Account\.all: a global secondary index has no consistent"),
    ],
)
def test_what_all_items_cannot_be_asked_by_is_refused(
    club: Club, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises(OperationError, match=message):
        club.query(Account, "all", **arguments)


def test_a_model_that_is_not_iterable_has_no_such_index(club: Club) -> None:
    member = club.member.create()
    club.visit.create(member_id=member.member_id, at=DAY)

    with pytest.raises(OperationError, match="Visit has no index 'all'"):
        club.query(Visit, "all")


def test_a_plan_shows_the_first_bucket(club: Club) -> None:
    explained = query_plan(club, Account, "all", limit=5).explain()

    assert (explained.action, explained.index) == ("Query", "iter_index")
