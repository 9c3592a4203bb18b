"""The event log and the rows made from it, on every backend."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.backends.memory import MemoryBackend
from tavola_systems.vote.domain.errors import BadArgument, Conflict, ElectionLogDamaged, Unsupported
from tavola_systems.vote.domain.events import FIRST_HASH, LAST_EVENT_ID, Event, chain, load_body
from tavola_systems.vote.maintenance import backup, read_backup, restore, verify
from tests.patience import eventually
from tests.systems.vote.conftest import Clock, new_service
from tests.systems.vote.world import BOARD, RANKED, World


def lived(world: World) -> World:
    """Let something of every kind happen."""
    world.voted()
    world.launched("Colour of the shed", secret_ballot=False)
    world.commands.cast_ballot("vera", "Colour of the shed", RANKED)
    world.commands.cast_ballot("vera", "Colour of the shed", RANKED[:1])
    world.drafted("Never mind")
    world.commands.delete_election("olga", "Never mind")
    world.commands.admit("olga", "wanda", "wanda@example.com")
    world.commands.add_eligible_voters("olga", world.drafted("Summer party"), ["wanda"])
    world.commands.remove_user("ada", "wanda")
    world.commands.change_name("vera", "vera", "Vera")
    world.commands.change_name("olga", "olga", "Olga P.")
    world.commands.change_email("viktor", "viktor", "v@example.com")
    world.commands.change_password("viktor", "viktor", "new")
    world.commands.transfer_ownership("ada", "Olga P.")
    return world


def agrees(backend: Backend) -> None:
    """Wait until the listings show all, and expect log and rows to agree."""
    eventually(lambda: verify(backend).differences, [])


def test_events_are_numbered_without_gaps_and_chained(world: World) -> None:
    lived(world)
    events = list(world.service.backend.events())
    assert [event.event_id for event in events] == list(range(1, len(events) + 1))
    assert [event.previous for event in events] == [FIRST_HASH, *(e.hash for e in events[:-1])]
    head = world.queries.head()
    assert (head.sequence, head.hash) == (len(events), events[-1].hash)


def test_what_happened_reads_as_it_was(world: World) -> None:
    world.launched()
    world.commands.cast_ballot("vera", BOARD, RANKED)
    (event,) = world.service.backend.events(after=world.queries.head().sequence - 1)
    assert (event.actor, event.event_type) == ("vera", "BallotCast")
    assert event.when_occurred == world.at(0)


def test_events_are_read_from_a_number_and_up_to_a_limit(world: World) -> None:
    found = world.service.backend.events(after=2, limit=3)
    assert [event.event_id for event in found] == [3, 4, 5]


def test_log_and_rows_agree(world: World) -> None:
    agrees(lived(world).service.backend)


def test_rows_are_rebuilt_as_they_were(world: World) -> None:
    backend = lived(world).service.backend
    head = backend.head()
    assert backend.rebuild() == head.sequence
    assert backend.head() == head
    agrees(backend)
    tally = world.queries.tally(BOARD)
    assert tally.ballot_count == 2
    assert world.queries.authenticate("v@example.com", "new").name == "viktor"


def test_a_rebuild_may_be_followed_by_commands(world: World) -> None:
    lived(world).service.backend.rebuild()
    world.commands.register("yara", "yara@example.com", "secret")
    agrees(world.service.backend)


def test_every_backend_ends_with_the_same_hash(world: World) -> None:
    lived(world)
    clock = Clock()
    other = lived(World(new_service(MemoryBackend(), clock), clock))
    assert world.queries.head() == other.queries.head()


def test_a_backup_restores_to_the_same_state(
    world: World, tmp_path: Path, backend: Backend
) -> None:
    lived(world)
    file = tmp_path / "backup.jsonl"
    count = backup(backend, file)
    assert file.stat().st_mode & 0o777 == 0o600
    fresh = MemoryBackend()
    assert restore(fresh, file) == count
    assert fresh.head() == backend.head()
    assert verify(fresh).differences == []


def test_a_backup_of_another_backend_restores_here(backend: Backend, tmp_path: Path) -> None:
    clock = Clock()
    source = lived(World(new_service(MemoryBackend(), clock), clock)).service.backend
    backup(source, tmp_path / "backup.jsonl")
    restore(backend, tmp_path / "backup.jsonl")
    assert backend.head() == source.head()
    agrees(backend)
    service = new_service(backend, clock)
    service.commands.register("yara", "yara@example.com", "secret")
    agrees(backend)


def test_a_restore_refuses_a_log_that_is_not_empty(world: World, tmp_path: Path) -> None:
    backend = world.service.backend
    backup(backend, tmp_path / "backup.jsonl")
    before = backend.head()
    with pytest.raises(Conflict, match="is not empty"):
        restore(backend, tmp_path / "backup.jsonl")
    assert backend.head() == before


def changed(lines: list[str], number: int, **values: object) -> list[str]:
    """A backup with another value in one line."""
    event = json.loads(lines[number]) | values
    return [*lines[:number], json.dumps(event), *lines[number + 1 :]]


@pytest.mark.parametrize("kind", ["actor", "dropped", "swapped", "hash"])
def test_a_changed_backup_is_refused_and_nothing_is_written(
    one_world: World, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "backup.jsonl"
    backup(one_world.service.backend, file)
    lines = file.read_text().splitlines()
    bent = {
        "actor": changed(lines, 2, actor="eve"),
        "dropped": [*lines[:2], *lines[3:]],
        "swapped": [lines[1], lines[0], *lines[2:]],
        "hash": changed(lines, 2, hash="0" * 64),
    }
    file.write_text("\n".join(bent[kind]) + "\n")
    fresh = MemoryBackend()
    with pytest.raises(ElectionLogDamaged):
        restore(fresh, file)
    assert fresh.head().sequence == 0


def test_a_line_that_is_no_event_is_named(one_world: World) -> None:
    assert one_world.queries.counts().users == 5
    with pytest.raises(BadArgument, match="Line 2 of the backup is not an event"):
        list(read_backup([b"\n", b"{}\n"]))


def test_a_backup_never_overwrites_a_file(one_world: World, tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    with pytest.raises(BadArgument, match="exists already"):
        backup(one_world.service.backend, tmp_path / "there")


class ElectionAnnotated(Struct, frozen=True):
    """Something that only a later version of this system knows."""

    note: str


def unknown() -> Iterable[Event]:
    """A log of a later version, correctly chained."""
    body: Any = ElectionAnnotated("later")
    when = datetime(2026, 3, 2, tzinfo=UTC)
    yield chain(body, event_id=1, actor="ada", when=when, previous=FIRST_HASH)


def test_an_event_of_an_unknown_type_is_refused(backend: Backend) -> None:
    with pytest.raises(ElectionLogDamaged, match="ElectionAnnotated"):
        backend.restore(unknown())


def test_an_event_that_lacks_something_is_refused(one_world: World) -> None:
    event = next(iter(one_world.service.backend.events()))
    event.event_data.pop("email")
    with pytest.raises(ElectionLogDamaged, match="UserRegistered is not readable"):
        load_body(event)


def test_a_log_that_has_used_all_its_numbers_is_full(one_world: World) -> None:
    *_, last = one_world.service.backend.events()
    body = load_body(last)
    when = last.when_occurred
    kept = chain(body, event_id=LAST_EVENT_ID, actor="ada", when=when, previous=last.hash)
    assert kept.event_id == 99_999_999
    with pytest.raises(Unsupported, match="is full"):
        chain(body, event_id=LAST_EVENT_ID + 1, actor="ada", when=when, previous=last.hash)
