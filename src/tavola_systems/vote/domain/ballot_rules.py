"""Who may cast what, and when: all of it is decided at one moment, with the ballot's event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from tavola_systems.vote.domain import events as e
from tavola_systems.vote.domain.election_rules import need_election
from tavola_systems.vote.domain.entities import MAX_RANK, Election, Ranking
from tavola_systems.vote.domain.errors import BadArgument, Conflict, Unauthorized
from tavola_systems.vote.domain.roles import Permission
from tavola_systems.vote.domain.sealing import Contents, Seal, open_ballot
from tavola_systems.vote.domain.state import State
from tavola_systems.vote.domain.typed_texts import fold
from tavola_systems.vote.domain.user_rules import need_permission

__all__ = ["cast_ballot"]


def cast_ballot(
    state: State,
    actor: str,
    *,
    election_name: str,
    rankings: Sequence[tuple[str, int | None]],
    now: datetime,
    seal: Seal,
    random: Callable[[int], bytes],
) -> tuple[e.BallotCast | e.BallotRankingsChanged, str]:
    """Cast a ballot, or change it, and say its confirmation, which stays."""
    state.prepare_ballot(actor, election_name)
    voter = need_permission(state, actor, Permission.VOTE).name
    election = need_election(state, election_name)
    if state.voter(election.name, voter) is None:
        raise Unauthorized(f"election {election.name!r}: {voter} is not among its voters.")
    _check_open(election, now)
    names = [candidate.candidate_name for candidate in state.candidates(election.name)]
    ranked = _check_rankings(rankings, names)
    old = state.ballot(election.name, voter)
    if old is None:
        confirmation = str(UUID(bytes=random(16), version=4))
    else:
        confirmation = open_ballot(old, seal).confirmation
    kind = e.BallotCast if old is None else e.BallotRankingsChanged
    if election.secret_ballot:
        sealed = seal.close(Contents(confirmation, ranked), election.name, names)
        body = kind(election_name=election.name, voter_name=voter, sealed=sealed)
    else:
        body = kind(
            election_name=election.name,
            voter_name=voter,
            confirmation=confirmation,
            rankings=ranked,
        )
    return body, confirmation


def _check_open(election: Election, now: datetime) -> None:
    match election.phase(now):
        case "draft":
            raise Conflict(f"Election {election.name!r} is not launched yet.")
        case "scheduled":
            begins = election.no_voting_before
            text = "" if begins is None else begins.isoformat(timespec="minutes")
            raise Conflict(f"election {election.name!r}: voting begins at {text}.")
        case "finished":
            raise Conflict(f"election {election.name!r}: voting is over.")
        case "open":
            return


def _check_rankings(
    rankings: Sequence[tuple[str, int | None]], candidates: Sequence[str]
) -> tuple[Ranking, ...]:
    known = {fold(name): name for name in candidates}
    ranks: dict[str, int] = {}
    seen: set[str] = set()
    for given, rank in rankings:
        name = known.get(fold(given))
        if name is None:
            raise BadArgument(f"rankings: {given!r} is not a candidate. Choose among those listed.")
        if name in seen:
            raise BadArgument(f"rankings: {name!r} is ranked twice. Give each candidate one rank.")
        seen.add(name)
        if rank is None:
            continue
        if isinstance(rank, bool) or not 1 <= rank <= MAX_RANK:
            raise BadArgument(
                f"rankings: {name!r} has rank {rank}. Ranks begin at 1 and end at {MAX_RANK}."
            )
        ranks[name] = rank
    if not ranks:
        raise BadArgument("rankings: no candidate is ranked. Rank at least one.")
    ordered = sorted(ranks.items(), key=lambda one: (one[1], one[0]))
    return tuple(Ranking(name, rank) for name, rank in ordered)
