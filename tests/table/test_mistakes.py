"""Mistakes in calls: each is refused before anything is sent, and says what would be right."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from typing import Any, cast

import pytest

from tavola import DecodeError, OperationError
from tests.table.generated.chain import Chain
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.library import Book, Library
from tests.table.stores import managed_key, set_raw


@pytest.fixture
def club() -> Club:
    return Club.open("memory:")


def _refused(message: str) -> Any:
    return pytest.raises(OperationError, match=rf"^{message}")


def test_an_unknown_field_of_an_update_is_named(club: Club) -> None:
    handle = cast("Any", club.account)

    with _refused(r"Account: has no field 'balanse'\. Did you mean 'balance'\?$"):
        handle.update("n", balanse=1)


def test_a_change_of_a_field_that_only_another_model_has_is_refused(club: Club) -> None:
    club.account.create(name="n")

    with _refused(r"Account: has no field 'visits'\."):
        club.account.update("n", Member.fields.visits.add(1))


def test_a_filter_on_a_field_that_only_another_model_has_is_refused(club: Club) -> None:
    with _refused(r"Account: has no field 'visits'\."):
        club.account.accounts_for_owner(owner="o", filter=Member.fields.visits > 1)


def test_a_condition_on_a_field_that_only_another_model_has_is_refused(club: Club) -> None:
    with _refused(r"Account: has no field 'visits'\."):
        club.account.delete(
            "n", condition=~(Member.fields.visits > 1) & (Account.fields.name == "n")
        )


def test_a_version_is_not_for_users_to_set(club: Club) -> None:
    club.account.create(name="n")

    with _refused(r"Account\.version: is set by every write\. Leave it out; expect_version"):
        club.account.update("n", Account.fields.version.set("zzz"))


def test_a_field_that_was_not_read_says_so(club: Club) -> None:
    club.account.create(name="n", owner="o")
    [partial] = club.account.accounts_for_owner(owner="o", only=["balance"])

    with pytest.raises(AttributeError, match=r"^Account\.owner was not read: "):
        _ = partial.owner


def test_a_cursor_with_a_position_that_the_store_refuses_is_damaged(club: Club) -> None:
    for name in "ab":
        club.account.create(name=name, owner="o")
    cursor = club.account.accounts_for_owner(owner="o", limit=1).cursor or ""
    inside = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    forged = urlsafe_b64encode(inside.replace(b"\xa1S", b"\xa1N")).decode()

    with _refused("cursor: .* is damaged"):
        club.account.accounts_for_owner(owner="o", limit=1, cursor=forged)


def test_a_template_model_is_told_to_declare_an_iteration_index() -> None:
    library = Library.open("memory:")

    with _refused(r"Book: is not iterable\. Make it so in the design \(an iteration index\)"):
        library.book.plan.iterate()


def test_a_write_after_the_block_of_its_transaction_is_refused(club: Club) -> None:
    with club.transaction() as tx:
        tx.create(Account(name="early"))

    with _refused(r"transaction: is over\. Add writes before its block ends\."):
        tx.create(Account(name="late"))


def test_a_block_that_failed_leaves_nothing_for_the_next(club: Club) -> None:
    block = club.transaction()
    with suppress(ZeroDivisionError), block as tx:
        tx.create(Account(name="lost"))
        _ = 1 / 0

    with block as tx:
        tx.create(Account(name="kept"))

    assert [account.name for account in club.account.iterate_all()] == ["kept"]


def _endless() -> list[Any]:
    endless: list[Any] = []
    endless.append(endless)
    return endless


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], {"a": ({"b": float("-inf")},)}])
def test_json_has_no_numbers_that_are_not_finite(value: Any) -> None:
    with _refused(r"Book\.extra: is .*\. Use finite numbers\.$"):
        Book(shelf="s", number=1, title="t", extra=value)


def test_a_value_that_holds_itself_is_refused() -> None:
    with _refused(r"Book\.extra: is nested too deep, or holds itself\. DynamoDB takes 32 levels"):
        Book(shelf="s", number=1, title="t", extra=_endless())


def test_a_scan_of_tenants_items_needs_a_tenant() -> None:
    chain = Chain.open("memory:")

    with _refused(r"Guest: no tenant is given\. Use db\.tenant\('…'\)\.guest\.$"):
        list(chain.guest.scan(allow_scan=True))


def test_half_a_character_is_no_tenant() -> None:
    chain = Chain.open("memory:")

    with _refused(r"tenant: '\\ud800' holds "):
        chain.tenant("\ud800")


def test_operations_show_neither_the_design_nor_the_key_of_cursors() -> None:
    chain = Chain.open("memory:", cursor_key=b"a secret of many bytes, 32 of them").tenant("a")

    shown = repr(chain.guest.plan.get("g"))

    assert (repr(chain), "secret" in shown, len(shown) < 300) == (
        "<Chain: table 'chain' of tenant 'a'>",
        False,
        True,
    )


def test_a_page_shows_its_items(club: Club) -> None:
    account = club.account.create(name="n", owner="o")

    page = club.account.accounts_for_owner(owner="o")

    assert repr(page) == f"Page(items=[{account!r}], cursor=None)"


def test_an_item_that_does_not_fit_its_model_is_named(club: Club) -> None:
    account = club.account.create(name="n", owner="o")
    set_raw(club, managed_key("a", account.name), "balance", {"N": "1.5"})

    with pytest.raises(DecodeError) as refused:
        club.account.get("n")

    assert str(refused.value) == (
        "Account.balance: the item a#n/a holds {'N': '1.5'}, which does not fit IntegerField, "
        "stored as N."
    )
