"""Ballots are read page by page; who is renamed meanwhile counts once, on every backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tavola.stores.opening import open_store
from tavola_systems.vote.backends import dynamodb_table, sql_database, table_rows
from tavola_systems.vote.domain.errors import Unavailable, UnknownName
from tavola_systems.vote.domain.sealing import Seal
from tests.systems.vote.conftest import Clock, new_service
from tests.systems.vote.test_tables import DyingStore, die_at, tables
from tests.systems.vote.world import BOARD, RANKED, VOTERS, World

Ask = Callable[[World], Any]


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every ballot be a page of its own."""
    for module in (table_rows, sql_database):
        monkeypatch.setattr(module, "_PAGE", 1)


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Let something happen once, right after the first ballot of a reading was opened."""

    def prepare(act: Callable[[], object]) -> None:
        turns = iter([act])
        unpack = Seal._unpack  # pyright: ignore[reportPrivateUsage]  # where every reading comes by

        def interrupted(self: Seal, sealed: str, election_name: str) -> Any:
            found = unpack(self, sealed, election_name)
            for turn in turns:
                turn()
            return found

        monkeypatch.setattr(Seal, "_unpack", interrupted)

    return prepare


def finished(world: World) -> None:
    """An election that is over, in which all three have voted."""
    world.launched()
    for voter in VOTERS:
        world.commands.cast_ballot(voter, BOARD, RANKED)
    world.commands.finalize("olga", BOARD)


MOVES = [("vilma", "aaron, who is read already"), ("vera", "zz, who is still to come")]
ASKED: dict[str, Ask] = {
    "tally": lambda world: world.queries.tally(BOARD).ballot_count,
    "result": lambda world: len(set(world.queries.result(BOARD).who_voted)),
    "ballots": lambda world: len(list(world.queries.ballots(BOARD))),
    "confirmations": lambda world: len(set(world.queries.confirmations(BOARD))),
}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize(("name", "new_name"), MOVES)
def test_who_is_renamed_while_ballots_are_read_counts_once(
    world: World, interrupt: Any, name: str, new_name: str, asked: str
) -> None:
    finished(world)
    interrupt(lambda: world.commands.change_name("ada", name, new_name))
    assert ASKED[asked](world) == len(VOTERS)
    assert world.queries.tally(BOARD).ballot_count == len(VOTERS)


def test_an_election_that_is_deleted_while_it_is_counted_has_no_half_result(
    world: World, interrupt: Any
) -> None:
    finished(world)
    interrupt(lambda: world.commands.delete_election("olga", BOARD))
    try:
        assert world.queries.tally(BOARD).ballot_count == len(VOTERS)
    except UnknownName:
        assert world.queries.search_election(BOARD) is None


def test_ballots_that_are_cast_while_others_are_counted_do_not_delay_it(
    world: World, interrupt: Any
) -> None:
    world.launched(secret_ballot=True, no_voting_after=world.at(60))
    world.commands.cast_ballot("vera", BOARD, RANKED)
    world.drafted("Another one")
    world.commands.launch("olga", "Another one")
    world.pass_minutes(61)
    interrupt(lambda: world.commands.cast_ballot("viktor", "Another one", RANKED))
    assert world.queries.tally(BOARD).ballot_count == 1


@pytest.fixture
def renaming() -> Iterator[tuple[World, DyingStore]]:
    """Vera has voted in so many elections that a rename takes several transactions."""
    clock = Clock()
    store = DyingStore(open_store("memory:")[0])
    world = World(new_service(tables(store), clock), clock)
    for number in range(30):
        name = world.launched(f"Election {number}")
        world.commands.cast_ballot("vera", name, RANKED)
        world.commands.finalize("olga", name)
    yield world, store
    store.close()


def test_who_reads_after_a_process_died_half_way_through_a_rename_counts_each_ballot_once(
    renaming: tuple[World, DyingStore],
) -> None:
    world, store = renaming
    number, name = 0, "vera"
    while True:
        number += 1
        new_name = f"vera {number}"
        is_dead = die_at(
            store,
            number,
            lambda name=name, new_name=new_name: world.commands.change_name("ada", name, new_name),
            is_answer_lost=True,
        )
        service = new_service(tables(store), world.clock)
        counts = [service.queries.tally(f"Election {one}").ballot_count for one in range(30)]
        assert counts == [1] * 30
        found = service.queries.search_user(new_name)
        name = name if found is None else new_name
        if not is_dead:
            return


def test_a_reading_that_never_rests_is_given_up(
    one_table_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(one_table_world)
    backend = one_table_world.service.backend
    monkeypatch.setattr(backend, "_has_moved", bool)
    monkeypatch.setattr(dynamodb_table, "_READINGS", 2)
    with pytest.raises(Unavailable, match="at every reading"):
        one_table_world.queries.tally(BOARD)


@pytest.fixture
def one_table_world() -> Iterator[World]:
    clock = Clock()
    store = open_store("memory:")[0]
    yield World(new_service(tables(store), clock), clock)
    store.close()
