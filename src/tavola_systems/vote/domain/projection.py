"""What an event changes in the rows: the projection, as data that every backend carries out.

An event that touches few rows is written together with them and the cursor. One that touches many
is applied in parts, in order, by whoever comes next if the first one dies. There are two kinds. A
list that is always the same is gone on with where it was left: a voter list, say, whose last change
is the election's new count. A list that `shrinks` is asked for again after each part, and holds
only what is left to do: a renamed user's elections, say, which are found by the old name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavola_systems.vote.domain import events as e
from tavola_systems.vote.domain.entities import Ballot, Candidate, Election, Row, User, Voter
from tavola_systems.vote.domain.errors import ElectionLogDamaged
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.domain.state import State

__all__ = ["Change", "Changes", "Insert", "RemovedRow", "Replace", "changes_of"]


class Insert(Struct, frozen=True):
    """A new row."""

    row: Row


class Replace(Struct, frozen=True):
    """A row with other values under the same key."""

    old: Row
    new: Row


class RemovedRow(Struct, frozen=True):
    """A row that goes."""

    row: Row


Change = Insert | Replace | RemovedRow


class Changes(Struct, frozen=True):
    """All that one event changes, in order."""

    all: Iterable[Change]
    shrinks: bool = False
    """Asked for again, it holds only what is left to do. Changes of one election stay together."""


def changes_of(event: e.Event, state: State) -> Changes:
    """Say what an event changes, given the rows as they are before it."""
    body = e.load_body(event)
    project: Callable[[Any, e.Event, State], Changes] = _PROJECTIONS[type(body)]
    return project(body, event, state)


def _user(state: State, name: str, event: e.Event) -> User:
    found = state.user(name)
    if found is None:
        raise ElectionLogDamaged(
            f"Event {event.event_id} names the user {name!r}, who does not exist."
        )
    return found


def _election(state: State, name: str, event: e.Event) -> Election:
    found = state.election(name)
    if found is None:
        raise ElectionLogDamaged(
            f"Event {event.event_id} names the election {name!r}, which does not exist."
        )
    return found


def _registered(body: e.UserRegistered, event: e.Event, state: State) -> Changes:
    del state
    user = User(
        name=body.name,
        email=body.email,
        salt=body.salt,
        hash=body.hash,
        role=Role[body.role],
        epoch=event.event_id,
        registered_at=event.when_occurred,
        registration_id=event.event_id,
    )
    return Changes([Insert(user)])


def _changed_user(state: State, event: e.Event, name: str, **values: Any) -> Replace:
    user = _user(state, name, event)
    return Replace(user, replace(user, **values))


def _role_changed(body: e.UserRoleChanged, event: e.Event, state: State) -> Changes:
    return Changes(
        [_changed_user(state, event, body.name, role=Role[body.role], epoch=event.event_id)]
    )


def _transferred(body: e.OwnershipTransferred, event: e.Event, state: State) -> Changes:
    return Changes(
        [
            _changed_user(state, event, body.from_name, role=Role.AUDITOR, epoch=event.event_id),
            _changed_user(state, event, body.to_name, role=Role.OWNER, epoch=event.event_id),
        ]
    )


def _password_changed(body: e.UserPasswordChanged, event: e.Event, state: State) -> Changes:
    return Changes(
        [
            _changed_user(
                state, event, body.name, salt=body.salt, hash=body.hash, epoch=event.event_id
            )
        ]
    )


def _email_changed(body: e.UserEmailChanged, event: e.Event, state: State) -> Changes:
    return Changes([_changed_user(state, event, body.name, email=body.email)])


def _removed(body: e.UserRemoved, event: e.Event, state: State) -> Changes:
    user = _user(state, body.name, event)
    changes: list[Change] = []
    for election in state.elections_of_voter(user.name):
        smaller = replace(election, voter_count=election.voter_count - 1)
        changes += [
            Replace(election, smaller),
            RemovedRow(Voter(election_name=election.name, voter_name=user.name)),
        ]
    return Changes([*changes, RemovedRow(user)], shrinks=True)


def _renamed(body: e.UserNameChanged, event: e.Event, state: State) -> Changes:
    """Move every row that names the user; the user's own comes last."""
    user = _user(state, body.name, event)
    changes: list[Change] = []
    for election in state.elections_of_owner(body.name):
        changes.append(Replace(election, replace(election, owner_name=body.new_name)))
    for election in state.elections_of_voter(body.name):
        changes += _moved(election.name, body, state)
    renamed = replace(user, name=body.new_name, epoch=event.event_id)
    return Changes([*changes, RemovedRow(user), Insert(renamed)], shrinks=True)


def _moved(election_name: str, body: e.UserNameChanged, state: State) -> list[Change]:
    """The voter's own row goes last: it is what the ballot is found by."""
    old = Voter(election_name=election_name, voter_name=body.name)
    moved: list[Change] = [Insert(replace(old, voter_name=body.new_name))]
    ballot = state.ballot(election_name, body.name)
    if ballot is not None:
        moved += [Insert(replace(ballot, voter_name=body.new_name)), RemovedRow(ballot)]
    return [*moved, RemovedRow(old)]


def _created(body: e.ElectionCreated, event: e.Event, state: State) -> Changes:
    del state
    election = Election(
        name=body.name,
        owner_name=event.actor,
        description=body.description,
        created_at=event.when_occurred,
    )
    return Changes([Insert(election)])


def _updated(body: e.ElectionUpdated, event: e.Event, state: State) -> Changes:
    election = _election(state, body.name, event)
    confirmations = "apart" if body.confirmations == "apart" else "beside"
    changed = replace(
        election,
        description=body.description,
        secret_ballot=body.secret_ballot,
        no_voting_before=_time(body.no_voting_before),
        no_voting_after=_time(body.no_voting_after),
        confirmations=confirmations,
    )
    return Changes([Replace(election, changed)])


def _launched(body: e.ElectionLaunched, event: e.Event, state: State) -> Changes:
    election = _election(state, body.name, event)
    changed = replace(
        election, launched_at=event.when_occurred, allow_vote=True, allow_edit=body.allow_edit
    )
    return Changes([Replace(election, changed)])


def _finalized(body: e.ElectionFinalized, event: e.Event, state: State) -> Changes:
    election = _election(state, body.name, event)
    changed = replace(
        election, finalized_at=event.when_occurred, allow_vote=False, allow_edit=False
    )
    return Changes([Replace(election, changed)])


def _deleted(body: e.ElectionDeleted, event: e.Event, state: State) -> Changes:
    """The election goes first, so that no reader finds half of it."""
    del event
    return Changes(_emptied(body.name, state), shrinks=True)


def _emptied(election_name: str, state: State) -> Iterator[Change]:
    election = state.election(election_name)
    if election is not None:
        yield RemovedRow(election)
    yield from map(RemovedRow, state.ballots(election_name))
    yield from map(RemovedRow, state.voters(election_name))
    yield from map(RemovedRow, state.candidates(election_name))


def _candidates_changed(body: e.CandidatesChanged, event: e.Event, state: State) -> Changes:
    election = _election(state, body.election_name, event)
    known = {candidate.candidate_name: candidate for candidate in state.candidates(election.name)}

    def row(new: e.NewCandidate) -> Candidate:
        return Candidate(
            election_name=election.name, candidate_name=new.name, description=new.description
        )

    added: list[Change] = [Insert(row(new)) for new in body.added]
    described: list[Change] = [Replace(known[new.name], row(new)) for new in body.described]
    removed: list[Change] = [RemovedRow(known[name]) for name in body.removed]
    count = election.candidate_count + len(body.added) - len(body.removed)
    counted = replace(election, candidate_count=count)
    return Changes([*added, *removed, *described, Replace(election, counted)])


def _voters_changed(body: e.VotersChanged, event: e.Event, state: State) -> Changes:
    election = _election(state, body.election_name, event)

    def row(name: str) -> Voter:
        return Voter(election_name=election.name, voter_name=name)

    added: list[Change] = [Insert(row(name)) for name in body.added]
    removed: list[Change] = [RemovedRow(row(name)) for name in body.removed]
    count = election.voter_count + len(body.added) - len(body.removed)
    counted = replace(election, voter_count=count)
    return Changes([*added, *removed, Replace(election, counted)])


def _cast(body: e.BallotCast | e.BallotRankingsChanged, event: e.Event, state: State) -> Changes:
    election = _election(state, body.election_name, event)
    ballot = Ballot(
        election_name=election.name,
        voter_name=body.voter_name,
        when_cast=event.when_occurred,
        confirmation=body.confirmation,
        rankings=body.rankings,
        sealed=body.sealed,
    )
    old = state.ballot(election.name, body.voter_name)
    if old is not None:
        return Changes([Replace(old, ballot)])
    counted = replace(election, ballot_count=election.ballot_count + 1)
    return Changes([Insert(ballot), Replace(election, counted)])


def _time(number: int | None) -> datetime | None:
    return None if number is None else datetime.fromtimestamp(number / 1000, UTC)


_PROJECTIONS: dict[type[e.EventContent], Callable[[Any, e.Event, State], Changes]] = {
    e.UserRegistered: _registered,
    e.UserRoleChanged: _role_changed,
    e.OwnershipTransferred: _transferred,
    e.UserRemoved: _removed,
    e.UserPasswordChanged: _password_changed,
    e.UserNameChanged: _renamed,
    e.UserEmailChanged: _email_changed,
    e.ElectionCreated: _created,
    e.ElectionUpdated: _updated,
    e.ElectionLaunched: _launched,
    e.ElectionFinalized: _finalized,
    e.ElectionDeleted: _deleted,
    e.CandidatesChanged: _candidates_changed,
    e.VotersChanged: _voters_changed,
    e.BallotCast: _cast,
    e.BallotRankingsChanged: _cast,
}
