"""Mistakes in calls: each is refused, and says what would be right.

What is refused before anything is sent is tried on a store that takes no request, since it is the
same on all of them; all else is tried on each store.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

import pytest

from tavola import DecodeError, ItemMissing, OperationError, TableNotFound, ge, lt
from tests.patience import eventually
from tests.table.generated import async_club
from tests.table.generated.chain import Chain
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.library import Book, Library, Shelf
from tests.table.generated.offices import Offices
from tests.table.stores import Home, Run, managed_key, set_raw, unsent


@pytest.fixture
def unsent_club() -> Club:
    return unsent(Club)


def _refused(message: str) -> Any:
    return pytest.raises(OperationError, match=rf"^{message}")


def test_an_unknown_field_of_an_update_is_named(unsent_club: Club) -> None:
    handle = cast("Any", unsent_club.account)

    with _refused(r"Account has no field 'balanse'\. Did you mean 'balance'\?$"):
        handle.update("n", balanse=1)


def test_a_change_of_a_field_that_only_another_model_has_is_refused(club: Club, some: str) -> None:
    club.account.create(name=some)

    with _refused(r"Account has no field 'visits'\."):
        club.account.update(some, Member.fields.visits.add(1))


def test_a_filter_on_a_field_that_only_another_model_has_is_refused(unsent_club: Club) -> None:
    with _refused(r"Account has no field 'visits\.total'\."):
        unsent_club.account.accounts_for_owner(owner="o", filter=Member.fields.visits > 1)


def test_a_condition_on_a_field_that_only_another_model_has_is_refused(unsent_club: Club) -> None:
    with _refused(r"Account has no field 'visits\.total'\."):
        unsent_club.account.delete(
            "n", condition=~(Member.fields.visits > 1) & (Account.fields.name == "n")
        )


def test_a_version_is_not_for_users_to_set(club: Club, some: str) -> None:
    club.account.create(name=some)

    with _refused(r"Account\.version is set by every write\. Leave it out; expect_version"):
        club.account.update(some, Account.fields.version.set("zzz"))


def test_a_field_that_was_not_read_says_so(club: Club, some: str) -> None:
    club.account.create(name=some, owner=some)
    eventually(lambda: len(club.account.accounts_for_owner(owner=some).items), 1)
    [partial] = club.account.accounts_for_owner(owner=some, only=["balance"])

    with pytest.raises(AttributeError, match=r"^Account\.owner was not read: "):
        _ = partial.owner


def test_a_cursor_with_a_position_that_the_store_refuses_is_damaged(club: Club, some: str) -> None:
    for name in "ab":
        club.account.create(name=f"{some}-{name}", owner=some)
    eventually(lambda: len(club.account.accounts_for_owner(owner=some).items), 2)
    cursor = club.account.accounts_for_owner(owner=some, limit=1).cursor or ""
    inside = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    forged = urlsafe_b64encode(inside.replace(b"\xa1S", b"\xa1N")).decode()

    with _refused("cursor: .* is damaged"):
        club.account.accounts_for_owner(owner=some, limit=1, cursor=forged)


def test_who_asks_for_all_items_by_an_index_is_told_how(unsent_club: Club) -> None:
    with _refused(
        r"Account has no index 'every'\. It has accountsForOwner\. All items: iterate_all"
    ):
        unsent_club.query(Account, "every")


def test_an_item_that_no_iteration_would_find_is_refused(unsent_club: Club) -> None:
    with _refused(r"Account: its key is empty, so that no iteration would find it\. Give name "):
        unsent_club.account.create(name="")


def test_a_tenant_of_a_design_that_has_none_is_refused(unsent_club: Club) -> None:
    with _refused(r"table 'club': its design has no tenants, so that one would see all items\. "):
        unsent_club.tenant("acme")


def test_an_instance_that_is_gone_cannot_be_deleted_again(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    club.account.delete(some)

    with pytest.raises(ItemMissing, match=r"does not exist\. Nothing is left to delete\.$"):
        account.delete()


def test_a_template_model_is_told_to_declare_an_iteration_index() -> None:
    library = unsent(Library)

    with _refused(r"Book is not iterable\. Make it so in the design \(an iteration index\)"):
        library.book.plan.iterate()


def test_a_write_after_the_block_of_its_transaction_is_refused(club: Club, some: str) -> None:
    with club.transaction() as tx:
        tx.create(Account(name=some))

    with _refused(r"The transaction is already finished\. Add writes before its block ends\."):
        tx.create(Account(name=f"{some}-late"))


def test_a_block_that_failed_leaves_nothing_for_the_next(empty_club: Club) -> None:
    block = empty_club.transaction()
    with suppress(ZeroDivisionError), block as tx:
        tx.create(Account(name="lost"))
        _ = 1 / 0

    with block as tx:
        kept = tx.create(Account(name="kept"))

    assert eventually(lambda: list(empty_club.account.iterate_all()), [kept]) == [kept]
    assert empty_club.account.get("lost") is None


def _endless() -> list[Any]:
    endless: list[Any] = []
    endless.append(endless)
    return endless


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], {"a": ({"b": float("-inf")},)}])
def test_json_has_no_numbers_that_are_not_finite(value: Any) -> None:
    with _refused(r"Book\.extra is .*\. Use finite numbers\.$"):
        Book(shelf="s", number=1, title="t", extra=value)


def test_a_value_that_holds_itself_is_refused() -> None:
    with _refused(r"Book\.extra is nested too deep, or holds itself\. DynamoDB takes 32 levels"):
        Book(shelf="s", number=1, title="t", extra=_endless())


def test_a_scan_of_tenants_items_needs_a_tenant() -> None:
    chain = unsent(Chain)

    with _refused(r"Guest: no tenant is given\. Use db\.tenant\('…'\)\.guest\.$"):
        list(chain.guest.scan(allow_scan=True))


def test_half_a_character_is_no_tenant() -> None:
    chain = unsent(Chain)

    with _refused(r"tenant: '\\ud800' holds "):
        chain.tenant("\ud800")


def test_operations_show_neither_the_design_nor_the_key_of_cursors() -> None:
    chain = unsent(Chain, cursor_key=b"a secret of many bytes, 32 of them").tenant("a")

    shown = repr(chain.guest.plan.get("g"))

    assert (repr(chain), "secret" in shown, len(shown) < 300) == (
        "<Chain: table 'chain' of tenant 'a'>",
        False,
        True,
    )


def test_a_page_shows_its_items(club: Club, some: str) -> None:
    account = club.account.create(name=some, owner=some)
    shown = f"Page(items=[{account!r}], cursor=None)"

    assert eventually(lambda: repr(club.account.accounts_for_owner(owner=some)), shown) == shown


def test_an_item_that_does_not_fit_its_model_is_named(empty_club: Club) -> None:
    empty_club.account.create(name="n", owner="o")
    set_raw(empty_club, managed_key("a", "n"), 'b a"l', {"N": "1.5"})

    with pytest.raises(DecodeError) as refused:
        empty_club.account.get("n")

    assert str(refused.value) == (
        "Account.balance: the item a#n/a holds {'N': '1.5'}, which does not fit IntegerField, "
        "stored as N. Give the item a fitting value by an update, or change the type in the design."
    )


def _transaction(club: Club) -> None:
    with club.transaction() as tx:
        tx.create(Account(name="n"))


CALLS: dict[str, Callable[[Club], object]] = {
    "get": lambda club: club.account.get("n"),
    "get_many": lambda club: club.account.get_many(["n"]),
    "create": lambda club: club.account.create(name="n"),
    "query": lambda club: club.account.accounts_for_owner(owner="o"),
    "transaction": _transaction,
}


@pytest.mark.parametrize("call", CALLS)
def test_a_table_that_is_missing_is_named(home: Home, call: str) -> None:
    club = Club.open("dynamodb://eu-west-1", table="nowhere", store=home.store)

    with pytest.raises(TableNotFound) as refused:
        CALLS[call](club)

    assert (refused.value.code, str(refused.value)) == (
        "ResourceNotFoundException",
        "ResourceNotFoundException: table 'nowhere': Requested resource not found. "
        "Make it with `tavola table create`, or open one that is there.",
    )


def test_a_query_of_another_tenant_is_not_counted() -> None:
    offices = unsent(Offices)
    query = offices.tenant("a").desk.plan.desks_in_room(room="r")

    with _refused(r"Desk\.count: the query is of table 'offices' of tenant 'a', not of .* 'b'\. "):
        offices.tenant("b").desk.count(query)


def test_a_collection_of_tenants_items_needs_a_tenant() -> None:
    offices = unsent(Offices)

    with _refused(r"whole_room: no tenant is given\. Use db\.tenant\('…'\)\.whole_room\(…\)\.$"):
        offices.whole_room(room="r")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": "5"}, r"limit is '5'\. Give an int, or leave it out\.$"),
        ({"limit": True}, r"limit is True\. Give an int, or leave it out\.$"),
        ({"limit": 0}, r"limit is 0\. Ask for at least one item\.$"),
        ({"cursor": 5}, r"cursor is 5\. Pass a page's cursor, which is a string\.$"),
    ],
)
def test_an_option_of_a_wrong_type_is_refused(options: Any, message: str) -> None:
    library = unsent(Library)

    with _refused(rf"Book\.books_on_shelf: {message}"):
        library.book.books_on_shelf(shelf="s", **options)
    with _refused(rf"wholeShelf: {message}"):
        library.whole_shelf(name="s", **options)


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("title", r"only is 'title'\. Give a list of names: only=\['title'\]\.$"),
        (5, r"only is 5\. Give a list of names\.$"),
        (["title", "body"], r"only has 'body', which is heavy, and lists leave heavy fields out\."),
    ],
)
def test_fields_that_a_list_cannot_read_are_refused(only: Any, message: str) -> None:
    library = unsent(Library)

    with _refused(rf"Book\.books_on_shelf: {message}"):
        library.book.books_on_shelf(shelf="s", only=only)


@pytest.mark.parametrize("keys", ["ab", 5])
def test_one_key_is_not_many(unsent_club: Club, keys: Any) -> None:
    with _refused(rf"Account: the keys are {keys!r}\. Give a list of keys\.$"):
        unsent_club.account.get_many(keys)


def test_a_key_of_two_fields_is_a_tuple() -> None:
    library = unsent(Library)
    keys: Any = ["ab"]

    with _refused(r"Book: a key is 'ab'\. Give tuples of \(shelf, number\)\.$"):
        library.book.get_many(keys)


def test_a_date_without_time_zone_is_shown_as_it_was_given(unsent_club: Club) -> None:
    naive = datetime(2026, 1, 2)

    with _refused(r"key '\{joinedAt\}': joinedAt: datetime\.datetime\(2026, 1, 2, 0, 0\) cannot"):
        unsent_club.member.members_by_joining(joined_at=ge(naive))


_FAR_EAST = timezone(timedelta(hours=14))


def test_a_date_that_is_none_in_utc_is_refused(unsent_club: Club) -> None:
    early = datetime(1, 1, 1, tzinfo=_FAR_EAST)

    with _refused(r"Member\.joined_at is .*\. Use one that is from year 1 to 9999 in UTC too\.$"):
        Member(joined_at=early)
    with _refused(r"key '\{joinedAt\}': joinedAt: .* from year 1 to 9999\.$"):
        unsent_club.member.members_by_joining(joined_at=ge(early))


def test_the_last_date_of_all_is_a_bound_too(empty_club: Club) -> None:
    member = empty_club.member.create(joined_at=datetime(2026, 1, 2, tzinfo=UTC))

    def found() -> list[Member]:
        last = datetime.max.replace(tzinfo=UTC)
        return empty_club.member.members_by_joining(joined_at=lt(last)).items

    assert eventually(found, [member]) == [member]


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (Shelf, r"^Shelf\(\) takes its fields by keyword\. Write Shelf\(name=…\)\.$"),
        (Book, r" Write Book\(shelf=…, number=…, title=…\)\.$"),
        (Member, r" Write Member\(member_id=…\)\.$"),
    ],
)
def test_a_value_without_a_name_is_refused(model: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        model("x")


def test_a_reference_that_no_item_can_have_leads_nowhere(library: Library) -> None:
    assert library.book.get_by_id("no id of a book") is None


def test_a_reference_that_no_item_can_have_leads_nowhere_async(run: Run) -> None:
    async def scenario(club: async_club.Club) -> None:
        assert await club.visit.get_by_id("no id of a visit") is None

    run(scenario)


def test_a_locations_table_counts_where_a_store_is_given() -> None:
    club = unsent(Club, "dynamodb://eu-west-1/club-staging")

    assert club.table_name == "club-staging"
