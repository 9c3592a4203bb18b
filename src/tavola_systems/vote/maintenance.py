"""What an operator does with a log: back it up, restore it, and compare it with the rows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tavola_systems.vote.backends.backend import Backend, LogHead
from tavola_systems.vote.backends.memory import MemoryRows
from tavola_systems.vote.domain.errors import BadArgument, ElectionLogDamaged
from tavola_systems.vote.domain.events import Event, check_chain
from tavola_systems.vote.domain.projection import changes_of
from tavola_systems.vote.domain.state import State

__all__ = ["Verified", "backup", "read_backup", "restore", "verify"]

_EVENT = msgspec.json.Decoder(Event)


class Verified(Struct, frozen=True):
    """What a verification found."""

    head: LogHead
    differences: list[str]
    """Rows that are not what the log makes of them."""


def backup(backend: Backend, path: Path) -> int:
    """Write all events as JSON lines into a new file that only its owner reads."""
    count = 0
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        descriptor = os.open(path, flags, 0o600)
    except FileExistsError as error:
        raise BadArgument(f"{path} exists already. Name a new file.") from error
    with os.fdopen(descriptor, "wb") as file:
        for event in backend.events():
            file.write(msgspec.json.encode(event) + b"\n")
            count += 1
    return count


def read_backup(lines: Iterable[bytes]) -> Iterator[Event]:
    """Read events from JSON lines; what is wrong is named by its line."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield _EVENT.decode(line)
        except msgspec.DecodeError as wrong:
            raise BadArgument(f"Line {number} of the backup is not an event: {wrong}.") from wrong


def restore(backend: Backend, path: Path) -> int:
    """Fill an empty log from a backup; a broken one is refused before anything is written."""
    previous = LogHead()
    with path.open("rb") as file:
        for event in read_backup(file):
            check_chain(event, event_id=previous.sequence + 1, previous=previous.hash)
            previous = LogHead(event.event_id, event.hash)
    with path.open("rb") as file:
        return backend.restore(read_backup(file))


def verify(backend: Backend) -> Verified:
    """Recompute every hash, replay the log, and compare the result with the rows."""
    head = backend.head()
    expected = MemoryRows()
    last = LogHead()
    for event in backend.events(limit=head.sequence):
        check_chain(event, event_id=last.sequence + 1, previous=last.hash)
        expected.apply(changes_of(event, expected).all)
        last = LogHead(event.event_id, event.hash)
    if (last.sequence, last.hash) != (head.sequence, head.hash):
        raise ElectionLogDamaged(
            f"The head names event {head.sequence} with the hash {head.hash[:12]}…, "
            f"but the log ends with {last.sequence} and {last.hash[:12]}…."
        )
    with backend.reading() as found:
        differences = list(_differences(expected, found))
    if backend.cursor() != head.sequence:
        differences.append(f"cursor: at {backend.cursor()}, the log ends at {head.sequence}.")
    return Verified(head, differences)


def _differences(expected: MemoryRows, found: State) -> Iterator[str]:
    if expected.counts() != found.counts():
        yield f"counts: {found.counts()}, not {expected.counts()}."
    yield from _compare("user", expected.users(), found.users())
    yield from _compare("election", expected.elections(), found.elections())
    for user in expected.users():
        names = _election_names(expected, user.name)
        if names != _election_names(found, user.name):
            yield f"user {user.name!r}: the elections listed are not {names}."
    for election in expected.elections():
        name = election.name
        yield from _compare("candidate", expected.candidates(name), found.candidates(name))
        yield from _compare("voter", expected.voters(name), found.voters(name))
        yield from _compare("ballot", expected.ballots(name), found.ballots(name))


def _election_names(state: State, user_name: str) -> list[str]:
    voting = state.elections_of_voter(user_name)
    owned = state.elections_of_owner(user_name)
    return [election.name for election in (*owned, *voting)]


def _compare(what: str, expected: Iterable[Any], found: Iterable[Any]) -> Iterator[str]:
    wanted = {row.key: row for row in expected}
    for row in found:
        name = " / ".join(row.key)
        if row.key not in wanted:
            yield f"{what} {name!r} is there, but the log knows nothing of it."
        elif wanted.pop(row.key) != row:
            yield f"{what} {name!r} is not what the log makes of it."
    for key in wanted:
        yield f"{what} {' / '.join(key)!r} is missing."
