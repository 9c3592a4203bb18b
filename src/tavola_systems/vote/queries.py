"""The questions on any backend, and what nobody may learn.

Of a secret election no answer holds a voter together with rankings or a confirmation, but the
voter's own ballot for the voter; and nothing of the count before the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Lock
from typing import Any, TypeVar

from tavola_systems.vote.auditing import TABLES, TableName, audited, rows_of
from tavola_systems.vote.backends.backend import Backend, LogHead
from tavola_systems.vote.domain.election_rules import need_election
from tavola_systems.vote.domain.entities import Ballot, Candidate, Election, Ranking
from tavola_systems.vote.domain.errors import Paused, Unauthorized, UnknownName
from tavola_systems.vote.domain.events import election_of
from tavola_systems.vote.domain.passwords import PasswordHashes
from tavola_systems.vote.domain.roles import Permission, Role, permissions_of
from tavola_systems.vote.domain.sealing import Seal, open_ballot
from tavola_systems.vote.domain.state import Counts, State
from tavola_systems.vote.domain.tally import Tally, tally
from tavola_systems.vote.domain.typed_texts import fold
from tavola_systems.vote.domain.user_rules import need_permission, need_user
from tavola_systems.vote.query_model import (
    Eligibility,
    OwnBallot,
    QueryModel,
    Result,
    RevealedBallot,
    Turnout,
    UserView,
)

__all__ = ["Queries"]

T = TypeVar("T")

# Of an election that ended by itself, a ballot may be on its way for so long.
_SETTLED = timedelta(minutes=1)
_KEPT_TALLIES = 16


class Queries(QueryModel):
    """The questions on any backend."""

    def __init__(
        self,
        backend: Backend,
        *,
        seal: Seal,
        passwords: PasswordHashes,
        clock: Callable[[], float],
    ) -> None:
        self._backend = backend
        self._seal = seal
        self._passwords = passwords
        self._clock = clock
        self._tallies: dict[tuple[Election, int], Tally] = {}
        self._counting = Lock()

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)

    def authenticate(self, login: str, password: str) -> UserView:
        """Find who signs in; an unknown name takes as long as a wrong password."""
        with self._backend.reading() as state:
            user = state.user(login) or state.user_by_email(login)
        salt, hashed = ("", "") if user is None else (user.salt, user.hash)
        is_right = self._passwords.is_right(password, salt, hashed)
        if user is None or not is_right or user.role == Role.NO_ACCESS:
            raise Unauthorized("sign in: the name or the password is wrong.")
        return UserView.of(user)

    def find_user(self, name: str) -> UserView:
        """Find a user."""
        with self._backend.reading() as state:
            return UserView.of(need_user(state, name))

    def search_user(self, name: str) -> UserView | None:
        """Find a user by name."""
        with self._backend.reading() as state:
            user = state.user(name)
        return None if user is None else UserView.of(user)

    def search_user_by_email(self, email: str) -> UserView | None:
        """Find a user by address."""
        with self._backend.reading() as state:
            user = state.user_by_email(email)
        return None if user is None else UserView.of(user)

    def find_users(self, names: Iterable[str]) -> list[UserView]:
        """Find several users by name."""
        with self._backend.reading() as state:
            return [UserView.of(user) for user in state.users_by_name(names) if user is not None]

    def users(self, after: str = "", limit: int | None = None) -> Iterator[UserView]:
        """Users by name."""
        with self._backend.reading() as state:
            yield from map(UserView.of, islice(state.users(fold(after)), limit))

    def permissions(self, role: Role) -> list[Permission]:
        """What a role may do."""
        return permissions_of(role)

    def counts(self) -> Counts:
        """How many there are."""
        with self._backend.reading() as state:
            return state.counts()

    def find_election(self, name: str) -> Election:
        """Find an election."""
        with self._backend.reading() as state:
            return need_election(state, name)

    def search_election(self, name: str) -> Election | None:
        """Find an election."""
        with self._backend.reading() as state:
            return state.election(name)

    def elections(self, after: str = "", limit: int | None = None) -> Iterator[Election]:
        """Elections by name."""
        with self._backend.reading() as state:
            yield from islice(state.elections(fold(after)), limit)

    def elections_of_owner(self, owner_name: str) -> list[Election]:
        """The elections that a user organises."""
        with self._backend.reading() as state:
            return state.elections_of_owner(need_user(state, owner_name).name)

    def elections_of_voter(self, voter_name: str) -> list[Election]:
        """The elections in which a user may vote."""
        with self._backend.reading() as state:
            return state.elections_of_voter(need_user(state, voter_name).name)

    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates."""
        with self._backend.reading() as state:
            return state.candidates(need_election(state, election_name).name)

    def candidates_for(self, voter_name: str, election_name: str) -> list[Candidate]:
        """The candidates, shuffled by voter and election: the same at every look."""

        def drawn(candidate: Candidate) -> bytes:
            text = "\n".join((election_name, voter_name, candidate.candidate_name))
            return hashlib.sha256(text.encode()).digest()

        return sorted(self.candidates(election_name), key=drawn)

    def voters(self, election_name: str) -> list[str]:
        """Who may vote."""

        def read(state: State) -> list[str]:
            name = need_election(state, election_name).name
            return [voter.voter_name for voter in state.voters(name)]

        return self._backend.read(read)

    def is_eligible(self, voter_name: str, election_name: str) -> bool:
        """Whether somebody may vote."""
        with self._backend.reading() as state:
            user = need_user(state, voter_name)
            name = need_election(state, election_name).name
            return state.voter(name, user.name) is not None

    def eligibility(self, election_name: str) -> list[Eligibility]:
        """All users, and whether they may vote."""
        voters = set(self.voters(election_name))
        return [Eligibility(user.name, user.name in voters) for user in self.users()]

    def turnout(self, election_name: str) -> Turnout:
        """Who has voted."""

        def read(state: State) -> Turnout:
            name = need_election(state, election_name).name
            voted = sorted(ballot.voter_name for ballot in state.ballots(name))
            done = set(voted)
            missing = [one.voter_name for one in state.voters(name) if one.voter_name not in done]
            return Turnout(voted, missing)

        return self._backend.read(read)

    def search_ballot(self, viewer: str, voter_name: str, election_name: str) -> OwnBallot | None:
        """Find a ballot."""
        with self._backend.reading() as state:
            election = need_election(state, election_name)
            voter = need_user(state, voter_name).name
            if need_user(state, viewer).name != voter:
                if election.secret_ballot:
                    raise Unauthorized(f"election {election.name!r}: its ballots are secret.")
                self._check_shows(election)
            ballot = state.ballot(election.name, voter)
        if ballot is None:
            return None
        contents = open_ballot(ballot, self._seal)
        is_withheld = (
            election.secret_ballot
            and election.confirmations == "apart"
            and election.phase(self._now()) == "finished"
        )
        rankings = () if is_withheld else contents.rankings
        return OwnBallot(contents.confirmation, ballot.when_cast, rankings)

    def shows_results(self, election_name: str) -> bool:
        """Whether results show now."""
        return self._shows(self.find_election(election_name))

    def _shows(self, election: Election) -> bool:
        phase = election.phase(self._now())
        return phase == "finished" or (phase == "open" and not election.secret_ballot)

    def _check_shows(self, election: Election) -> None:
        if not self._shows(election):
            when = "when voting is over" if election.secret_ballot else "when voting has begun"
            raise Unauthorized(f"election {election.name!r}: results show {when}.")

    def _read(self, election_name: str, read: Callable[[State, Election], T]) -> T:
        """Read what shows of an election's ballots, if it may."""

        def checked(state: State) -> T:
            election = need_election(state, election_name)
            self._check_shows(election)
            return read(state, election)

        self._let_settle(self.find_election(election_name))
        return self._backend.read(checked)

    def _let_settle(self, election: Election) -> None:
        """Wait for a ballot that was at its turn when voting ended by itself.

        Who saw the count without it and then with it would know what it says. Its turn is waited
        for by a command that does nothing; in other processes on DynamoDB it is not.
        """
        is_over = election.phase(self._now()) == "finished"
        if election.secret_ballot and is_over and not self._is_settled(election):
            with suppress(Paused):
                self._backend.execute("", self._now, lambda _state, _now: None)

    def ballots(self, election_name: str) -> Iterator[RevealedBallot]:
        """All ballots as they are published; the order tells nothing of who or when."""
        return iter(self._read(election_name, self._published))

    def _published(self, state: State, election: Election) -> list[RevealedBallot]:
        is_secret = election.secret_ballot
        is_beside = not is_secret or election.confirmations == "beside"
        found = [
            self._revealed(ballot, with_voter=not is_secret, with_confirmation=is_beside)
            for ballot in state.ballots(election.name)
        ]
        if is_secret:
            found.sort(key=lambda one: (one.confirmation or "", _in_order(one)))
        return found

    def _revealed(
        self, ballot: Ballot, *, with_voter: bool, with_confirmation: bool
    ) -> RevealedBallot:
        contents = open_ballot(ballot, self._seal)
        return RevealedBallot(
            rankings=contents.rankings,
            confirmation=contents.confirmation if with_confirmation else None,
            voter_name=ballot.voter_name if with_voter else None,
        )

    def find_ballot(self, election_name: str, confirmation: str) -> RevealedBallot | None:
        """Find a ballot by its confirmation."""

        def read(state: State, election: Election) -> RevealedBallot | None:
            is_apart = election.secret_ballot and election.confirmations == "apart"
            found: RevealedBallot | None = None
            # All are opened: they stand by voters' names, so the time must not tell how far it was.
            for ballot in state.ballots(election.name):
                contents = open_ballot(ballot, self._seal)
                if contents.confirmation == confirmation:
                    found = RevealedBallot(() if is_apart else contents.rankings, confirmation)
            return found

        return self._read(election_name, read)

    def rankings(self, election_name: str) -> Iterator[Ranking]:
        """The rankings of all ballots."""
        for ballot in self.ballots(election_name):
            yield from ballot.rankings

    def confirmations(self, election_name: str) -> list[str]:
        """All confirmations in order."""

        def read(state: State, election: Election) -> list[str]:
            ballots = state.ballots(election.name)
            return sorted(open_ballot(ballot, self._seal).confirmation for ballot in ballots)

        return self._read(election_name, read)

    def tally(self, election_name: str) -> Tally:
        """Count the ballots, each read once; what cannot have changed is not counted again."""
        return self._result(election_name).tally

    def result(self, election_name: str) -> Result:
        """Count the ballots and say who cast one, in one reading of them."""
        found = self._result(election_name, with_voters=True)
        if not found.who_voted and found.tally.ballot_count:  # counted before, so not read now
            return Result(found.tally, self.turnout(election_name).voted)
        return found

    def _result(self, election_name: str, *, with_voters: bool = False) -> Result:
        """Count the ballots, with who cast them, unless they were counted before."""
        election = self.find_election(election_name)
        self._check_shows(election)
        key = (election, 0 if self._is_settled(election) else self._backend.head().sequence)
        kept = self._tallies.get(key)
        if kept is None:
            with self._counting:  # many who ask at once wait for one count
                kept = self._tallies.get(key)
                if kept is None:
                    return self._counted(key, with_voters=with_voters)
        return Result(kept, [])

    def _is_settled(self, election: Election) -> bool:
        """Whether no ballot can come in any more, not even one that waited for its turn."""
        now = self._now()
        ended = election.ended_at(now)
        return ended is not None and (election.finalized_at is not None or now >= ended + _SETTLED)

    def _counted(self, key: tuple[Election, int], *, with_voters: bool) -> Result:
        def count(state: State, election: Election) -> Result:
            voted: list[str] = []
            names = [one.candidate_name for one in state.candidates(election.name)]

            def ranks(ballot: Ballot) -> dict[str, int]:
                if with_voters:
                    voted.append(ballot.voter_name)
                return self._ranks(ballot)

            counted = tally(names, map(ranks, state.ballots(election.name)))
            return Result(counted, sorted(voted))

        result = self._read(key[0].name, count)
        while len(self._tallies) >= _KEPT_TALLIES:
            self._tallies.pop(next(iter(self._tallies)))
        self._tallies[key] = result.tally
        return result

    def _ranks(self, ballot: Ballot) -> dict[str, int]:
        if ballot.sealed is not None:
            return self._seal.ranks(ballot.sealed, ballot.election_name)
        rankings = open_ballot(ballot, self._seal).rankings
        return {ranking.candidate_name: ranking.rank for ranking in rankings}

    def head(self) -> LogHead:
        """Where the log ends."""
        return self._backend.head()

    def last_synced(self) -> int:
        """The number of the last event that the rows show."""
        return self._backend.cursor()

    def events(
        self, viewer: str, after: int = 0, limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """The events for an auditor."""
        with self._backend.reading() as state:
            need_permission(state, viewer, Permission.VIEW_SECRETS)
        yield from map(audited, self._backend.events(after, limit))

    def election_events(self, viewer: str, election_name: str) -> Iterator[dict[str, Any]]:
        """The events of one election."""
        with self._backend.reading() as state:
            election = need_election(state, election_name)
            if need_user(state, viewer).name != election.owner_name:
                need_permission(state, viewer, Permission.VIEW_SECRETS)
        for event in self._backend.events():
            if election_of(event) == election.name:
                yield audited(event)

    def table(
        self, viewer: str, name: TableName, after: Sequence[str] = (), limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """A table of the relational projection."""
        if name not in TABLES:
            raise UnknownName(f"Table {name!r} does not exist. There are {', '.join(TABLES)}.")
        with self._backend.reading() as state:
            need_permission(state, viewer, Permission.VIEW_SECRETS)
            yield from islice(rows_of(state, name, after), limit)


def _in_order(ballot: RevealedBallot) -> list[tuple[int, str]]:
    return [(ranking.rank, ranking.candidate_name) for ranking in ballot.rankings]
