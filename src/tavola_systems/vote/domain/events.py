"""What can happen: each command appends one of these bodies to the log, in order, chained.

An event's hash covers its predecessor's hash and everything it says, so that no event can be
changed, dropped or moved later without every following hash being wrong.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from tavola.patterns.chain import NO_PREDECESSOR, link
from tavola_systems.vote.domain.entities import Ranking
from tavola_systems.vote.domain.errors import ElectionLogDamaged, Unsupported

__all__ = [
    "FIRST_HASH",
    "LAST_EVENT_ID",
    "BallotCast",
    "BallotRankingsChanged",
    "CandidatesChanged",
    "ElectionCreated",
    "ElectionDeleted",
    "ElectionFinalized",
    "ElectionLaunched",
    "ElectionUpdated",
    "Event",
    "EventContent",
    "NewCandidate",
    "OwnershipTransferred",
    "UserEmailChanged",
    "UserNameChanged",
    "UserPasswordChanged",
    "UserRegistered",
    "UserRemoved",
    "UserRoleChanged",
    "VotersChanged",
    "body_length",
    "chain",
    "check_chain",
    "check_room",
    "dump_body",
    "event_types",
    "load_body",
    "millis",
    "moves_rows",
]

FIRST_HASH = NO_PREDECESSOR
"""What the first event names as its predecessor's hash."""

LAST_EVENT_ID = 10**8 - 1
"""Numbers have eight digits, so that events sort by them as text."""


class EventContent(Struct, frozen=True, kw_only=True):
    """What one event says; its class is the event's type."""


class UserRegistered(EventContent, frozen=True, kw_only=True):
    """Somebody was registered, by themselves or by an organiser's invitation."""

    name: str
    email: str
    salt: str
    hash: str
    role: str


class UserRoleChanged(EventContent, frozen=True, kw_only=True):
    """A user has another role."""

    name: str
    role: str


class OwnershipTransferred(EventContent, frozen=True, kw_only=True):
    """The system has another owner; the former one is an auditor."""

    from_name: str
    to_name: str


class UserRemoved(EventContent, frozen=True, kw_only=True):
    """A user is gone, from every list of voters too."""

    name: str


class UserPasswordChanged(EventContent, frozen=True, kw_only=True):
    """A user has another password."""

    name: str
    salt: str
    hash: str


class UserNameChanged(EventContent, frozen=True, kw_only=True):
    """A user has another name, everywhere."""

    name: str
    new_name: str


class UserEmailChanged(EventContent, frozen=True, kw_only=True):
    """A user has another address."""

    name: str
    email: str


class ElectionCreated(EventContent, frozen=True, kw_only=True):
    """An election was set up."""

    name: str
    description: str


class ElectionUpdated(EventContent, frozen=True, kw_only=True):
    """An election's rules are these now; times are epoch milliseconds."""

    name: str
    description: str
    secret_ballot: bool
    no_voting_before: int | None
    no_voting_after: int | None
    confirmations: str


class ElectionLaunched(EventContent, frozen=True, kw_only=True):
    """Voting may begin."""

    name: str
    allow_edit: bool


class ElectionFinalized(EventContent, frozen=True, kw_only=True):
    """Voting is over."""

    name: str


class ElectionDeleted(EventContent, frozen=True, kw_only=True):
    """An election and all that belongs to it is gone."""

    name: str


class NewCandidate(Struct, frozen=True):
    """A candidate in an event."""

    name: str
    description: str = ""


class CandidatesChanged(EventContent, frozen=True, kw_only=True):
    """Candidates are new, have another description, or no longer stand."""

    election_name: str
    added: tuple[NewCandidate, ...]
    described: tuple[NewCandidate, ...]
    removed: tuple[str, ...]


class VotersChanged(EventContent, frozen=True, kw_only=True):
    """Some may vote now, others no longer; none of those has voted."""

    election_name: str
    added: tuple[str, ...]
    removed: tuple[str, ...]


class BallotCast(EventContent, frozen=True, kw_only=True):
    """A voter voted for the first time."""

    election_name: str
    voter_name: str
    confirmation: str | None = None
    rankings: tuple[Ranking, ...] | None = None
    sealed: str | None = None


class BallotRankingsChanged(EventContent, frozen=True, kw_only=True):
    """A voter changed the ballot; the confirmation stays."""

    election_name: str
    voter_name: str
    confirmation: str | None = None
    rankings: tuple[Ranking, ...] | None = None
    sealed: str | None = None


class Event(Struct, frozen=True, kw_only=True):
    """One entry of the log."""

    event_id: int
    actor: str
    when_occurred: datetime
    event_type: str
    event_data: dict[str, Any]
    previous: str
    hash: str


def election_of(event: Event) -> str | None:
    """The name of the election that an event is about."""
    name: str | None = event.event_data.get("election_name")
    if name is None and event.event_type.startswith("Election"):
        name = event.event_data["name"]
    return name


def moves_rows(event: Event) -> bool:
    """Whether it moves or removes rows, so that who reads page by page meets them twice or never.

    Ballots that are cast meanwhile are met or not, but never twice.
    """
    return event.event_type in _MOVES


def event_types() -> list[str]:
    """The names of all types."""
    return list(_types())


@cache
def _types() -> dict[str, type[EventContent]]:
    return {body.__name__: body for body in EventContent.__subclasses__()}


_MOVES = frozenset(
    body.__name__
    for body in (UserNameChanged, UserRemoved, ElectionDeleted, CandidatesChanged, VotersChanged)
)


def load_body(event: Event) -> EventContent:
    """Read what an event says; an unknown type or form is refused, never skipped."""
    kind = _types().get(event.event_type)
    if kind is None:
        raise ElectionLogDamaged(
            f"event {event.event_id}: the type {event.event_type!r} is unknown. "
            "Use a version of this system that knows it."
        )
    try:
        return msgspec.convert(event.event_data, kind)
    except msgspec.ValidationError as wrong:
        raise ElectionLogDamaged(
            f"event {event.event_id}: {event.event_type} is not readable: {wrong}."
        ) from wrong


def dump_body(body: EventContent) -> dict[str, Any]:
    """Write what an event says as plain JSON values."""
    dumped: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(body))
    return dumped


def body_length(body: EventContent) -> int:
    """How many bytes the log keeps of what an event says."""
    return len(msgspec.json.encode(body))


def chain(body: EventContent, *, event_id: int, actor: str, when: datetime, previous: str) -> Event:
    """Make the event that follows the one with this hash."""
    check_room(event_id)
    data = dump_body(body)
    kind = type(body).__name__
    return Event(
        event_id=event_id,
        actor=actor,
        when_occurred=when,
        event_type=kind,
        event_data=data,
        previous=previous,
        hash=_hash(event_id, actor, when, kind, data, previous),
    )


def check_room(event_id: int) -> None:
    """Refuse an event for which the log has no number left."""
    if event_id > LAST_EVENT_ID:
        raise Unsupported(
            f"The log has {LAST_EVENT_ID} events and is full. Begin another one, in new tables."
        )


def check_chain(event: Event, *, event_id: int, previous: str) -> None:
    """Refuse an event that does not follow, or whose hash is not that of what it says."""
    if event.event_id != event_id:
        raise ElectionLogDamaged(f"Event {event_id} is missing; event {event.event_id} follows.")
    if event.previous != previous:
        raise ElectionLogDamaged(
            f"Event {event_id} names another predecessor. The log was changed."
        )
    if event.hash != _hash(
        event_id, event.actor, event.when_occurred, event.event_type, event.event_data, previous
    ):
        raise ElectionLogDamaged(
            f"event {event_id}: its hash is not that of what it says. It was changed."
        )


def millis(time: datetime) -> int:
    """A time as epoch milliseconds."""
    return round(time.timestamp() * 1000)


def _hash(
    event_id: int, actor: str, when: datetime, kind: str, data: dict[str, Any], previous: str
) -> str:
    return link(
        previous,
        {
            "event_id": event_id,
            "actor": actor,
            "when_occurred": when,
            "event_type": kind,
            "event_data": data,
        },
    )
