"""Two designs on one file, opened each by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import tavola
from tavola import OperationError, together
from tavola.stores.limiting import LimitedStore, RateLimit
from tests.table.generated import async_club
from tests.table.generated.club import Account, Club
from tests.table.generated.library import Library, Shelf


def test_a_transaction_spans_both(tmp_path: Path) -> None:
    file = str(tmp_path / "app.db")
    with Club.open(file) as club, Library.open(file) as library:
        with tavola.transaction(club, library) as tx:
            account = tx.create(Account(name="a"))
            shelf = tx.create(Shelf(name="s"))
            tx.add(library.shelf.plan.create(name="t"))

        assert (club.account.get("a"), library.shelf.get("s")) == (account, shelf)
        assert club.run(together(club.account.plan.get("a"), library.shelf.plan.get("s"))) == (
            account,
            shelf,
        )


def test_another_way_to_the_file_is_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "app.db"
    (tmp_path / "sub").mkdir()
    with Club.open(str(file)) as club, Library.open(str(tmp_path / "sub/../app.db")) as library:
        with tavola.transaction(club, library) as tx:
            tx.create(Account(name="a"))
            tx.create(Shelf(name="s"))

        assert library.shelf.get("s") is not None


def test_a_store_around_another_is_where_that_is(tmp_path: Path) -> None:
    file = str(tmp_path / "app.db")
    with Club.open(file) as club, Library.open(file) as plain:
        limited = LimitedStore(plain.store, RateLimit(100, 100))
        library = Library.open(file, store=limited)
        with tavola.transaction(club, library) as tx:
            tx.create(Account(name="a"))
            tx.create(Shelf(name="s"))

        assert plain.shelf.get("s") is not None


def test_two_files_and_two_memories_are_two_stores(tmp_path: Path) -> None:
    with (
        Club.open(str(tmp_path / "a.db")) as club,
        Library.open(str(tmp_path / "b.db")) as library,
        pytest.raises(OperationError, match="Open both on one file"),
    ):
        tavola.transaction(club, library)
    with (
        Club.open("memory:") as club,
        Library.open("memory:") as library,
        pytest.raises(OperationError, match="different stores"),
    ):
        tavola.transaction(club, library)


def test_async_tables_share_a_file_too(tmp_path: Path) -> None:
    file = str(tmp_path / "app.db")

    async def scenario() -> None:
        async with await async_club.Club.open(file) as one, await async_club.Club.open(file) as two:
            made = await two.account.create(name="b")
            async with one.transaction() as tx:
                tx.create(async_club.Account(name="a"))
                tx.add(two.account.plan.update(made.name, balance=1))
            assert await two.account.get("a") is not None

    asyncio.run(scenario())
