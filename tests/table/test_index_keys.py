"""Index keys are right after every write, whoever else writes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from tavola import ConditionFailed, ItemChanged
from tavola.engine import Engine
from tavola.stores.embedded import EmbeddedStore
from tests.patience import eventually
from tests.table.generated.club import Club, Member, MemberChanges
from tests.table.stores import managed_key, read_raw, set_raw

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def scores(club: Club, team: str) -> list[int | None]:
    return [member.score for member in club.member.members_for_team(team=team)]


def test_a_new_item_stands_in_its_index(club: Club, some: str) -> None:
    club.member.create(team=some, score=3)

    assert eventually(lambda: scores(club, some), [3]) == [3]


def test_a_partial_update_by_key_moves_the_item(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=3)

    club.member.update(ada.member_id, score=9)

    assert eventually(lambda: scores(club, some), [9]) == [9]


def test_a_partial_save_moves_the_item(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=3)
    ada.team = some + "b"

    ada.save()

    assert eventually(lambda: scores(club, some + "b"), [3]) == [3]
    assert eventually(lambda: scores(club, some), []) == []


def test_clearing_an_indexed_field_takes_the_item_out(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=3, joined_at=NOW)
    ada.score = None
    ada.joined_at = None

    ada.save()

    assert eventually(lambda: scores(club, some), []) == []
    assert club.member.get(ada.member_id) == ada


def test_an_item_enters_a_sparse_index_when_it_gets_its_last_part(club: Club, some: str) -> None:
    ada = club.member.create(team=some)
    club.member.update(ada.member_id, note="no part of a key")

    club.member.update(ada.member_id, score=1)

    assert eventually(lambda: scores(club, some), [1]) == [1]


def test_a_counter_in_an_index_is_written_as_its_sum(club: Club, some: str) -> None:
    ada = club.member.create(team=some)
    club.member.update(ada.member_id, Member.fields.visits.add(4))

    club.member.update(ada.member_id, Member.fields.visits.add(7))

    found = eventually(
        lambda: [(m.visits) for m in club.member.members_by_visits(team=some, visits=11)], [11]
    )
    assert found == [11]


def test_concurrent_updates_of_two_parts_leave_the_key_of_both(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=0)
    writes: list[MemberChanges] = [
        {"score": number} if number % 2 else {"team": f"{some}x{number}"} for number in range(24)
    ]

    def change(values: MemberChanges) -> None:
        club.member.update(ada.member_id, **values)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(change, writes))

    final = club.member.get(ada.member_id)
    assert final is not None
    assert eventually(
        lambda: list(club.member.members_for_team(team=final.team or "")), [final]
    ) == [final]


def test_concurrent_counting_in_an_index_loses_nothing(club: Club, some: str) -> None:
    ada = club.member.create(team=some)
    add = Member.fields.visits.add(1)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(club.member.update, [ada.member_id] * 20, [add] * 20))

    found = eventually(
        lambda: list(club.member.members_by_visits(team=some, visits=20)), [ada.refresh()]
    )
    assert [member.visits for member in found] == [20]


def test_a_save_is_refused_when_another_part_of_its_key_moved(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=3)
    club.member.update(ada.member_id, team=some + "b")
    ada.score = 4

    with pytest.raises(ItemChanged):
        ada.save()

    assert eventually(lambda: scores(club, some + "b"), [3]) == [3]


def test_a_save_keeps_what_another_writer_changed_beside_it(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=3)
    club.member.update(ada.member_id, note="theirs")
    ada.level = 5

    ada.save()

    assert (ada.note, ada.level) == ("theirs", 5)
    assert club.member.get(ada.member_id) == ada


def test_a_part_that_moved_past_the_precision_of_floats_is_noticed(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=2**53)
    club.member.update(ada.member_id, score=2**53 + 1)
    ada.team = f"{some}-b"

    with pytest.raises(ItemChanged):
        ada.save()


def test_a_forced_reindex_puts_keys_right_that_others_have_spoiled(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=3)
    key = managed_key("m", ada.member_id)
    before = read_raw(club, key)
    set_raw(club, key, "_gsi1_pk", {"S": f"m#gsi1#{some}-lost"})
    set_raw(club, key, "_iter_pk", {"S": "m#iter#lost"})

    ada.refresh().save(force_reindex=True)

    assert read_raw(club, key) == before
    assert eventually(lambda: scores(club, some), [3]) == [3]


def test_saving_an_unchanged_instance_leaves_its_keys_alone(club: Club, some: str) -> None:
    ada = club.member.create(team=some, score=3)
    key = managed_key("m", ada.member_id)
    set_raw(club, key, "_gsi1_pk", {"S": "m#gsi1#lost"})
    spoiled = read_raw(club, key)

    ada.refresh().save()

    assert read_raw(club, key) == spoiled


def test_a_number_in_another_form_is_not_taken_for_a_change_of_it() -> None:
    # DynamoDB: what is written as 1e+20 is given back with all its digits.
    with Engine.open("memory:") as engine:
        store, actions = EmbeddedStore(engine), list[str]()

        def note(action: str, body: Any) -> bytes:
            actions.append(action)
            return engine.execute(action, body)

        store.execute = note
        club = Club.open("memory:", store=store)
        ada = club.member.create(team="red", weight=1e20)
        ada.team = "blue"
        actions.clear()
        with pytest.raises(ConditionFailed):
            ada.save(condition=Member.fields.note == "another")

    # Who took it for a change would read and plan again.
    assert actions == ["UpdateItem"]
