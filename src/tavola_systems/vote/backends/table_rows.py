"""Rows of the single table: reads of them, and the writes that a change of theirs needs.

A User, an Election, a Candidate, a Voter and a Ballot are the seed's items. Beside them stand the
elections in their organisers' and voters' partitions, so that no question needs an index that lags
or a scan, and counts, which change in the same transaction as what they count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from tavola import gt
from tavola.keys import SortCondition
from tavola.operations.write.operations import Write
from tavola_systems.vote import models
from tavola_systems.vote.backends.stored_ballots import TextBallots, read_ballot
from tavola_systems.vote.domain.entities import (
    Ballot,
    Candidate,
    Election,
    Row,
    User,
    Voter,
)
from tavola_systems.vote.domain.projection import Change, Insert, RemovedRow, Replace
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.domain.state import Counts, State
from tavola_systems.vote.domain.typed_texts import fold, is_name
from tavola_systems.vote.models import VoteData

__all__ = ["CommandRows", "TableRows"]

T = TypeVar("T")
# So many items a query asks for; a page of DynamoDB's holds at most 1 MB of them.
_PAGE = 1000
_USER = tuple(name for name in User.__struct_fields__ if name != "role")
_CHANGING = tuple(name for name in Election.__struct_fields__ if name != "name")


class TableRows(State):
    """The rows as they are now; all reads but the two listings are consistent."""

    def __init__(self, db: VoteData) -> None:
        self._db = db

    def counts(self) -> Counts:
        """Count users and elections."""
        found = self._db.counts.get()
        if found is None:
            return Counts()
        return Counts(found.user_count or 0, found.election_count or 0)

    def find_user(self, name: str) -> User | None:
        """Find a user by the name as it is written, else by its lock."""
        handle = self._db.user
        return _user(handle.get(name) or handle.find_by_folded_name(fold(name)))

    def find_user_by_email(self, email: str) -> User | None:
        """Find a user by the address's lock."""
        return _user(self._db.user.find_by_folded_email(fold(email)))

    def users_by_name(self, names: Iterable[str]) -> list[User | None]:
        """Find several users; those whose names are written otherwise one by one."""
        wanted = list(names)
        found = map(_user, self._db.user.get_many(wanted))
        return [user or self.user(name) for name, user in zip(wanted, found, strict=True)]

    def users(self, after: str = "") -> Iterator[User]:
        """Users by folded name, from the listing."""
        page = self._db.user.users(name_folded=_after(after), limit=_PAGE)
        return map(_some_user, page.all())

    def find_election(self, name: str) -> Election | None:
        """Find an election by the name as it is written, else by its lock."""
        handle = self._db.election
        found = handle.get(name) or handle.find_by_folded_name(fold(name))
        return None if found is None else _election(found)

    def elections(self, after: str = "") -> Iterator[Election]:
        """Elections by folded name, from the listing."""
        page = self._db.election.elections(name_folded=_after(after), limit=_PAGE)
        return map(_election, page.all())

    def elections_of_owner(self, owner_name: str) -> list[Election]:
        """The elections that a user organises."""
        page = self._db.ownership.elections_of_owner(user_name=owner_name, consistent=True)
        return self._named(item.election_name for item in page.all())

    def elections_of_voter(self, voter_name: str) -> list[Election]:
        """The elections in which a user may vote."""
        page = self._db.eligibility.elections_of_voter(user_name=voter_name, consistent=True)
        return self._named(item.election_name for item in page.all())

    def _named(self, names: Iterable[str]) -> list[Election]:
        found = self._db.election.get_many(list(names))
        return [_election(item) for item in found if item is not None]

    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates."""
        page = self._db.candidate.candidates_of_election(
            election_name=election_name, limit=_PAGE, consistent=True
        )
        return [_part(Candidate, item) for item in page.all()]

    def voter(self, election_name: str, voter_name: str) -> Voter | None:
        """Find somebody who may vote."""
        found = self._db.voter.get(election_name, voter_name)
        return None if found is None else _part(Voter, found)

    def voters(self, election_name: str, after: str = "") -> Iterator[Voter]:
        """Who may vote."""
        page = self._db.voter.voters_of_election(
            election_name=election_name, voter_name=_after(after), limit=_PAGE, consistent=True
        )
        for item in page.all():
            yield _part(Voter, item)

    def ballot(self, election_name: str, voter_name: str) -> Ballot | None:
        """Find what a voter has cast."""
        return read_ballot(lambda: self._db.ballot.get(election_name, voter_name))

    def ballots(self, election_name: str, after: str = "") -> Iterator[Ballot]:
        """The ballots, each read once; a page is dropped before the next is read."""
        texts = TextBallots()
        page = self._db.ballot.ballots_of_election(
            election_name=election_name,
            voter_name=_after(after),
            limit=_PAGE,
            consistent=True,
            on_bad_item=texts.collect,
        )
        return texts.among(page.all())

    def writes(self, changes: Sequence[Change], when: datetime) -> list[Write[Any]]:
        """The writes that carry an event's changes out, with the counts that they change."""
        writes = [write for change in changes for write in self._of(change)]
        users = _growth(changes, User)
        elections = _growth(changes, Election)
        if users or elections:
            writes.append(self._count(users, elections, when))
        return writes

    def _count(self, users: int, elections: int, when: datetime) -> Write[Any]:
        plan = self._db.counts.plan
        if self._db.counts.get() is None:
            return plan.create(user_count=users, election_count=elections, last_updated=when)
        fields = models.Counts.fields
        return plan.update(
            fields.user_count.add(users),
            fields.election_count.add(elections),
            fields.last_updated.set(when),
        )

    def _of(self, change: Change) -> list[Write[Any]]:
        match change:
            case Insert(row):
                return self._insert(row)
            case RemovedRow(row):
                return self._delete(row)
            case Replace(old, new):
                return self._replace(old, new)

    def _insert(self, row: Row) -> list[Write[Any]]:
        db = self._db
        match row:
            case User():
                return [db.user.plan.add(models.User(**_user_values(row)))]
            case Election():
                item = models.Election(**_values(row), name_folded=fold(row.name))
                owned = models.Ownership(user_name=row.owner_name, election_name=row.name)
                return [db.election.plan.add(item), db.ownership.plan.put(owned)]
            case Voter():
                may = models.Eligibility(user_name=row.voter_name, election_name=row.election_name)
                return [
                    db.voter.plan.put(models.Voter(**_values(row))),
                    db.eligibility.plan.put(may),
                ]
            case Candidate():
                return [db.candidate.plan.put(models.Candidate(**_values(row)))]
            case Ballot():
                return [db.ballot.plan.put(models.Ballot(**_ballot_values(row)))]

    def _delete(self, row: Row) -> list[Write[Any]]:
        db = self._db
        match row:
            case User():
                return [db.user.plan.delete(row.name)]
            case Election():
                return [
                    db.election.plan.delete(row.name),
                    db.ownership.plan.delete(row.owner_name, row.name),
                ]
            case Voter():
                return [
                    db.voter.plan.delete(row.election_name, row.voter_name),
                    db.eligibility.plan.delete(row.voter_name, row.election_name),
                ]
            case Candidate():
                return [db.candidate.plan.delete(row.election_name, row.candidate_name)]
            case Ballot():
                return [db.ballot.plan.delete(row.election_name, row.voter_name)]

    def _replace(self, old: Row, new: Row) -> list[Write[Any]]:
        db = self._db
        match old, new:
            case User(), User():
                before, after = _user_values(old), _user_values(new)
                changed = {name: after[name] for name in after if after[name] != before[name]}
                return [db.user.plan.update(new.name, **changed)] if changed else []
            case Election(), Election():
                return self._replace_election(old, new)
            case _:
                return self._insert(new)

    def _replace_election(self, old: Election, new: Election) -> list[Write[Any]]:
        db = self._db
        fields = models.Election.fields
        changes = [
            _set(getattr(fields, name), getattr(new, name))
            for name in _CHANGING
            if getattr(new, name) != getattr(old, name)
        ]
        if not changes:
            return []
        writes: list[Write[Any]] = [db.election.plan.update(new.name, *changes)]
        if new.owner_name != old.owner_name:
            owned = models.Ownership(user_name=new.owner_name, election_name=new.name)
            writes += [
                db.ownership.plan.delete(old.owner_name, old.name),
                db.ownership.plan.put(owned),
            ]
        return writes


class CommandRows(TableRows):
    """The rows as one command has read them: each is asked for once."""

    def __init__(self, db: VoteData) -> None:
        super().__init__(db)
        self._kept: dict[tuple[str, ...], Any] = {}

    def _once(self, read: Callable[[], T], *key: str) -> T:
        if key not in self._kept:
            self._kept[key] = read()
        kept: T = self._kept[key]
        return kept

    def prepare_ballot(self, voter_name: str, election_name: str) -> None:
        """Read in one request what casting a ballot needs, but for the candidates."""
        db = self._db
        if not is_name(voter_name) or not is_name(election_name):
            return
        with db.batch() as batch:
            user = batch.get(db.user.plan.get(voter_name))
            election = batch.get(db.election.plan.get(election_name))
            voter = batch.get(db.voter.plan.get(election_name, voter_name))
            ballot = batch.get(db.ballot.plan.get(election_name, voter_name))
        # Who writes a name in another case is looked up one by one.
        if user.item is None or election.item is None:
            return
        key = (election_name, voter_name)
        self._kept["user", voter_name] = _user(user.item)
        self._kept["election", election_name] = _election(election.item)
        self._kept["voter", *key] = None if voter.item is None else _part(Voter, voter.item)
        self._kept["ballot", *key] = read_ballot(lambda: ballot.item)

    def find_user(self, name: str) -> User | None:
        """Find a user."""
        return self._once(lambda: TableRows.find_user(self, name), "user", name)

    def find_election(self, name: str) -> Election | None:
        """Find an election."""
        return self._once(lambda: TableRows.find_election(self, name), "election", name)

    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates."""
        return self._once(
            lambda: TableRows.candidates(self, election_name), "candidates", election_name
        )

    def voter(self, election_name: str, voter_name: str) -> Voter | None:
        """Find somebody who may vote."""
        key = (election_name, voter_name)
        return self._once(lambda: TableRows.voter(self, *key), "voter", *key)

    def ballot(self, election_name: str, voter_name: str) -> Ballot | None:
        """Find what a voter has cast."""
        key = (election_name, voter_name)
        return self._once(lambda: TableRows.ballot(self, *key), "ballot", *key)


def _after(name: str) -> SortCondition | None:
    return gt(name) if name else None


def _set(field: Any, value: Any) -> Any:
    return field.remove() if value is None else field.set(value)


def _growth(changes: Sequence[Change], kind: type[Any]) -> int:
    """How many more rows of a kind there are afterwards."""
    added = sum(isinstance(one, Insert) and isinstance(one.row, kind) for one in changes)
    gone = sum(isinstance(one, RemovedRow) and isinstance(one.row, kind) for one in changes)
    return added - gone


def _values(row: Row) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    return {name: value for name, value in values.items() if value is not None}


def _user_values(user: User) -> dict[str, Any]:
    return {
        **_values(user),
        "role": user.role.name,
        "name_folded": fold(user.name),
        "email_folded": fold(user.email),
    }


def _ballot_values(ballot: Ballot) -> dict[str, Any]:
    values = _values(ballot)
    if ballot.rankings is not None:
        values["rankings"] = [msgspec.to_builtins(ranking) for ranking in ballot.rankings]
    return values


def _user(item: models.User | None) -> User | None:
    return None if item is None else _some_user(item)


def _some_user(item: models.User) -> User:
    return User(**{name: getattr(item, name) for name in _USER}, role=Role[item.role])


def _election(item: models.Election) -> Election:
    return Election(**{name: getattr(item, name) for name in Election.__struct_fields__})


def _part(kind: Any, item: Any) -> Any:
    return kind(**{name: getattr(item, name) for name in kind.__struct_fields__})
