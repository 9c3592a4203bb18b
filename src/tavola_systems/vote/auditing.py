"""What auditors see: events without secrets, and the rows as tables of a relational database.

A table is read in the order of its key, and from any key on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from tavola_systems.vote.domain.entities import Ballot, Candidate, Election
from tavola_systems.vote.domain.events import Event
from tavola_systems.vote.domain.state import State
from tavola_systems.vote.domain.typed_texts import fold

__all__ = ["TABLES", "TableName", "audited", "key_of", "rows_of"]

TableName = Literal["users", "elections", "candidates", "voters", "ballots", "rankings"]
TABLES: tuple[TableName, ...] = (
    "users",
    "elections",
    "candidates",
    "voters",
    "ballots",
    "rankings",
)
_KEYS: dict[TableName, tuple[str, ...]] = {
    "users": ("name",),
    "elections": ("name",),
    "candidates": ("election_name", "candidate_name"),
    "voters": ("election_name", "voter_name"),
    "ballots": ("election_name", "voter_name"),
    "rankings": ("election_name", "voter_name", "candidate_name"),
}
_WITHHELD = frozenset({"salt", "hash", "sealed"})


def audited(event: Event) -> dict[str, Any]:
    """An event as auditors see it."""
    data = {
        name: "withheld" if name in _WITHHELD and value else value
        for name, value in event.event_data.items()
    }
    return {
        "event_id": event.event_id,
        "actor": event.actor,
        "when_occurred": event.when_occurred,
        "event_type": event.event_type,
        "event_data": data,
        "previous": event.previous,
        "hash": event.hash,
    }


def key_of(table: TableName, row: dict[str, Any]) -> tuple[str, ...]:
    """Where a row stands, to go on after it."""
    return tuple(row[name] for name in _KEYS[table])


def rows_of(state: State, table: TableName, after: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Read a table, or what of it comes after a key."""
    return _TABLES[table](state, after)


def _name(after: Sequence[str]) -> str:
    return fold(after[0]) if after else ""


def _elections_from(state: State, after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The elections that are left, each with the name after which its rows are."""
    if len(after) > 1:
        begun = state.election(after[0])
        if begun is not None:
            yield begun.name, after[1]
    for election in state.elections(_name(after)):
        yield election.name, ""


def _users(state: State, after: Sequence[str]) -> Iterator[dict[str, Any]]:
    for user in state.users(_name(after)):
        yield {
            "name": user.name,
            "email": user.email,
            "role": user.role.name,
            "registered_at": user.registered_at,
        }


def _elections(state: State, after: Sequence[str]) -> Iterator[dict[str, Any]]:
    for election in state.elections(_name(after)):
        yield {name: getattr(election, name) for name in Election.__struct_fields__}


def _candidates(state: State, after: Sequence[str]) -> Iterator[dict[str, Any]]:
    for election_name, last in _elections_from(state, after):
        for candidate in state.candidates(election_name):
            if candidate.candidate_name > last:
                yield {name: getattr(candidate, name) for name in Candidate.__struct_fields__}


def _voters(state: State, after: Sequence[str]) -> Iterator[dict[str, Any]]:
    for election_name, last in _elections_from(state, after):
        for voter in state.voters(election_name, last):
            yield {"election_name": voter.election_name, "voter_name": voter.voter_name}


def _ballots(state: State, after: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Who has voted; a secret election's confirmations are sealed with the rankings."""
    for election_name, last in _elections_from(state, after):
        for ballot in state.ballots(election_name, last):
            yield {
                "election_name": ballot.election_name,
                "voter_name": ballot.voter_name,
                "confirmation": ballot.confirmation,
                "when_cast": ballot.when_cast,
            }


def _rankings(state: State, after: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rankings of open elections; those of secret ones are published without voters."""
    begun = state.ballot(after[0], after[1]) if len(after) > 2 else None
    if begun is not None:
        rows = list(_ranked(begun))
        names = [row["candidate_name"] for row in rows]
        yield from rows[names.index(after[2]) + 1 :] if after[2] in names else rows
    for election_name, last in _elections_from(state, after):
        for ballot in state.ballots(election_name, last):
            yield from _ranked(ballot)


def _ranked(ballot: Ballot) -> Iterator[dict[str, Any]]:
    for ranking in ballot.rankings or ():
        yield {
            "election_name": ballot.election_name,
            "voter_name": ballot.voter_name,
            "candidate_name": ranking.candidate_name,
            "rank": ranking.rank,
        }


_TABLES: dict[TableName, Callable[[State, Sequence[str]], Iterator[dict[str, Any]]]] = {
    "users": _users,
    "elections": _elections,
    "candidates": _candidates,
    "voters": _voters,
    "ballots": _ballots,
    "rankings": _rankings,
}
