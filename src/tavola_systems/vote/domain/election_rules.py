"""What may happen to elections: each rule reads the state and returns the event's body."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType

from tavola_systems.vote.domain import events as e
from tavola_systems.vote.domain.entities import MAX_RANK, Candidate, Election, Ranking
from tavola_systems.vote.domain.errors import BadArgument, Conflict, Unauthorized, UnknownName
from tavola_systems.vote.domain.roles import Permission
from tavola_systems.vote.domain.sealing import sealed_length
from tavola_systems.vote.domain.state import State
from tavola_systems.vote.domain.typed_texts import check_name, check_text, fold
from tavola_systems.vote.domain.user_rules import need_permission

__all__ = [
    "MAX_CANDIDATES",
    "MAX_EVENT_BYTES",
    "ElectionSettings",
    "add_voters",
    "check_remind",
    "create_election",
    "delete_election",
    "finalize",
    "launch",
    "need_election",
    "set_candidates",
    "set_voters",
    "update_election",
]

T = TypeVar("T")

# DynamoDB: an item holds 400 KB. A list that is longer becomes several events.
MAX_ITEM_BYTES = 409_600
MAX_EVENT_BYTES = 200_000
# Of the 409,600 bytes of an item names, hashes and attributes' names take at most so many.
_REST_BYTES = 9_600
MAX_CANDIDATES = 500


class ElectionSettings(Struct, frozen=True, kw_only=True):
    """What to change; what is not given stays, None clears a time."""

    description: str | UnsetType = UNSET
    secret_ballot: bool | UnsetType = UNSET
    no_voting_before: datetime | UnsetType | None = UNSET
    no_voting_after: datetime | UnsetType | None = UNSET
    confirmations: Literal["beside", "apart"] | UnsetType = UNSET


def need_election(state: State, name: str) -> Election:
    """Find an election, or say that there is none."""
    election = state.election(name)
    if election is None:
        raise UnknownName(f"Election {name!r} does not exist.")
    return election


def _own(state: State, actor: str, name: str) -> Election:
    caller = need_permission(state, actor, Permission.USE_APPLICATION)
    election = need_election(state, name)
    if election.owner_name != caller.name:
        raise Unauthorized(f"election {election.name!r}: only its organiser changes it.")
    return election


def _editable(state: State, actor: str, name: str, now: datetime) -> Election:
    election = _own(state, actor, name)
    if not election.allow_edit or election.phase(now) == "finished":
        raise Conflict(
            f"election {election.name!r}: its candidates and voters are fixed since its launch."
        )
    return election


def create_election(
    state: State, actor: str, *, name: str, description: str = ""
) -> e.ElectionCreated:
    """Set up an election; the caller organises it."""
    need_permission(state, actor, Permission.USE_APPLICATION)
    name = check_name(name, "election")
    taken = state.election(name)
    if taken is not None:
        raise Conflict(f"election: {taken.name!r} exists already. Choose another name.")
    return e.ElectionCreated(name=name, description=check_text(description, "description"))


def update_election(
    state: State, actor: str, *, name: str, settings: ElectionSettings
) -> e.ElectionUpdated:
    """Change the rules of an election that was not launched yet."""
    election = _own(state, actor, name)
    if election.launched_at is not None:
        raise Conflict(f"Election {election.name!r} is launched, so its rules are fixed.")

    description = _given(settings.description, election.description)
    before = _given(settings.no_voting_before, election.no_voting_before)
    after = _given(settings.no_voting_after, election.no_voting_after)
    if before is not None and after is not None and before >= after:
        raise BadArgument(
            "no_voting_after: it is not later than no_voting_before. Give a later time."
        )
    return e.ElectionUpdated(
        name=election.name,
        description=check_text(description, "description"),
        secret_ballot=_given(settings.secret_ballot, election.secret_ballot),
        no_voting_before=None if before is None else e.millis(before),
        no_voting_after=None if after is None else e.millis(after),
        confirmations=_given(settings.confirmations, election.confirmations),
    )


def _given(value: T | UnsetType, otherwise: T) -> T:
    return otherwise if isinstance(value, UnsetType) else value


def launch(
    state: State, actor: str, *, name: str, allow_edit: bool, now: datetime
) -> e.ElectionLaunched:
    """Let voting begin, now or at its time."""
    election = _own(state, actor, name)
    if election.launched_at is not None:
        raise Conflict(f"Election {election.name!r} is launched already.")
    if election.candidate_count < 2:
        raise Conflict(
            f"Election {election.name!r} has {election.candidate_count} candidates. "
            "Set at least 2 before you launch it."
        )
    if election.voter_count < 1 and not allow_edit:
        raise Conflict(
            f"election {election.name!r}: nobody may vote in it. Set voters before you launch it."
        )
    if election.no_voting_after is not None and election.no_voting_after <= now:
        raise Conflict(
            f"election {election.name!r}: its voting would be over already. Give a later end."
        )
    return e.ElectionLaunched(name=election.name, allow_edit=allow_edit)


def check_remind(state: State, actor: str, *, name: str, now: datetime) -> Election:
    """Refuse to write to voters who cannot vote."""
    election = _own(state, actor, name)
    if election.phase(now) not in {"open", "scheduled"}:
        raise Conflict(f"Election {election.name!r} takes no ballots now.")
    return election


def finalize(state: State, actor: str, *, name: str, now: datetime) -> e.ElectionFinalized:
    """End the voting of an election that has no end of its own."""
    election = _own(state, actor, name)
    if election.launched_at is None:
        raise Conflict(f"Election {election.name!r} is not launched, so there is nothing to end.")
    if election.no_voting_after is not None:
        raise Conflict(
            f"Election {election.name!r} ends by itself at "
            f"{election.no_voting_after.isoformat(timespec='minutes')}."
        )
    if election.phase(now) == "finished":
        raise Conflict(f"Election {election.name!r} is finished already.")
    return e.ElectionFinalized(name=election.name)


def delete_election(state: State, actor: str, *, name: str) -> e.ElectionDeleted:
    """Remove an election with everything in it."""
    return e.ElectionDeleted(name=_own(state, actor, name).name)


def set_candidates(
    state: State,
    actor: str,
    *,
    name: str,
    candidates: Sequence[tuple[str, str]],
    now: datetime,
) -> e.CandidatesChanged | None:
    """Make these the candidates, each with a description; the event holds the difference."""
    election = _editable(state, actor, name, now)
    wanted = [
        Candidate(
            election_name=election.name,
            candidate_name=check_name(candidate, "candidate"),
            description=check_text(description, "description"),
        )
        for candidate, description in candidates
    ]
    _check_distinct([candidate.candidate_name for candidate in wanted], "candidate")
    if not wanted:
        raise BadArgument("candidates: none is given. Give at least one.")
    _check_sizes(wanted)
    known = {candidate.candidate_name: candidate for candidate in state.candidates(election.name)}
    kept = {candidate.candidate_name for candidate in wanted}
    changed = e.CandidatesChanged(
        election_name=election.name,
        added=tuple(map(_new, (one for one in wanted if one.candidate_name not in known))),
        described=tuple(
            _new(one)
            for one in wanted
            if one.candidate_name in known and known[one.candidate_name] != one
        ),
        removed=tuple(candidate for candidate in known if candidate not in kept),
    )
    return changed if changed.added or changed.described or changed.removed else None


def _new(candidate: Candidate) -> e.NewCandidate:
    return e.NewCandidate(candidate.candidate_name, candidate.description)


def _check_sizes(candidates: Sequence[Candidate]) -> None:
    """Refuse candidates of whom an item could not hold a full ballot, or the event of setting."""
    if len(candidates) > MAX_CANDIDATES:
        raise BadArgument(
            f"candidates: {len(candidates)} are given. At most {MAX_CANDIDATES} can be ranked."
        )
    names = [one.candidate_name for one in candidates]
    ballot = e.BallotCast(
        election_name="",
        voter_name="",
        rankings=tuple(Ranking(name, MAX_RANK) for name in names),
    )
    listed = e.CandidatesChanged(
        election_name="", added=tuple(map(_new, candidates)), described=(), removed=()
    )
    largest = max(sealed_length(names), e.body_length(ballot), e.body_length(listed))
    if largest > MAX_ITEM_BYTES - _REST_BYTES:
        raise BadArgument(
            f"candidates: with names and descriptions as long as these, an entry of {largest} "
            f"bytes would have to be stored. Keep it below {MAX_ITEM_BYTES - _REST_BYTES}."
        )


def _check_distinct(names: Iterable[str], what: str) -> None:
    counted = Counter(map(fold, names))
    twice = [name for name in names if counted[fold(name)] > 1]
    if twice:
        raise BadArgument(f"{what}: {twice[0]!r} is given more than once. Give each one once.")


def set_voters(
    state: State, actor: str, *, name: str, voters: Sequence[str], now: datetime
) -> e.VotersChanged | None:
    """Make these the voters, as the difference; a long one is cut, and None says it is done."""
    election = _editable(state, actor, name, now)
    _check_distinct([check_name(voter, "voter") for voter in voters], "voter")
    if not voters:
        raise BadArgument("voters: none is given. Give at least one.")
    wanted = _registered(state, voters)
    known = {voter.voter_name for voter in state.voters(election.name)}
    removed = sorted(known - set(wanted))
    for voter in removed:
        if state.ballot(election.name, voter) is not None:
            raise Conflict(
                f"Voter {voter!r} has voted in {election.name!r}, and ballots stay. Keep them."
            )
    return _difference(election, [voter for voter in wanted if voter not in known], removed)


def add_voters(
    state: State, actor: str, *, name: str, voters: Sequence[str], now: datetime
) -> e.VotersChanged | None:
    """Let more users vote; those who may already are not news."""
    election = _editable(state, actor, name, now)
    wanted = dict.fromkeys(_registered(state, voters))
    new = [voter for voter in wanted if state.voter(election.name, voter) is None]
    return _difference(election, new, [])


def _registered(state: State, names: Sequence[str]) -> list[str]:
    users = state.users_by_name(names)
    unknown = [name for name, user in zip(names, users, strict=True) if user is None]
    if unknown:
        shown = ", ".join(map(repr, unknown[:5]))
        raise BadArgument(
            f"voters: {len(unknown)} are not registered: {shown}. Invite them by their address."
        )
    return [user.name for user in users if user is not None]


def _difference(
    election: Election, added: Sequence[str], removed: Sequence[str]
) -> e.VotersChanged | None:
    """As much as one event holds."""
    size = 0
    taken: list[str] = []
    for name in (*removed, *added):
        size += len(name.encode()) + 3
        if size > MAX_EVENT_BYTES:
            break
        taken.append(name)
    if not taken:
        return None
    gone = tuple(taken[: len(removed)])
    return e.VotersChanged(
        election_name=election.name, added=tuple(taken[len(gone) :]), removed=gone
    )
