"""Ballots as they stand in the table: rankings as a list of maps, or, by others, as JSON text.

We write the list. The seed's own example writes the same list as text, so an item of that kind does
not fit the design; it is read from the error that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from tavola.errors import DecodeError
from tavola_systems.vote import models
from tavola_systems.vote.domain.entities import Ballot, Ranking

__all__ = ["TextBallots", "read_ballot"]


class _Text(msgspec.Struct, frozen=True):
    S: str


class _Number(msgspec.Struct, frozen=True):
    N: int


class _TextBallot(msgspec.Struct, frozen=True):
    """An item with its rankings as text; a map without `S` there is another fault."""

    election_name: _Text
    voter_name: _Text
    when_cast: _Number
    rankings: _Text
    confirmation: _Text | None = None


class _Ranked(msgspec.Struct, frozen=True):
    candidate_name: str
    rank: int | None = None


_RANKED = msgspec.json.Decoder(list[_Ranked])


class TextBallots:
    """Collects the ballots of a query that have text, and puts them back into their places."""

    def __init__(self) -> None:
        self._found: list[Ballot] = []

    def collect(self, error: DecodeError) -> None:
        """Take an item that did not fit; what is wrong in another way is raised."""
        self._found.append(_ballot_in(error))

    def among(self, items: Iterable[models.Ballot]) -> Iterator[Ballot]:
        """All ballots by their voters' names; a page's are collected before its items are given."""
        for item in items:
            while self._found and self._found[0].voter_name < item.voter_name:
                yield self._found.pop(0)
            yield _ballot_of(item)
        yield from self._found
        self._found = []


def read_ballot(read: Callable[[], models.Ballot | None]) -> Ballot | None:
    """Read one ballot, if there is one."""
    try:
        found = read()
    except DecodeError as error:
        return _ballot_in(error)
    return None if found is None else _ballot_of(found)


def _ballot_in(error: DecodeError) -> Ballot:
    """Read the ballot that an error carries."""
    try:
        stored = msgspec.convert(error.item, _TextBallot, strict=False)
        ranked = _RANKED.decode(stored.rankings.S)
    except msgspec.MsgspecError:
        raise error from None
    return Ballot(
        election_name=stored.election_name.S,
        voter_name=stored.voter_name.S,
        when_cast=datetime.fromtimestamp(stored.when_cast.N / 1000, UTC),
        confirmation=None if stored.confirmation is None else stored.confirmation.S,
        rankings=tuple(
            Ranking(one.candidate_name, one.rank) for one in ranked if one.rank is not None
        ),
    )


def _ballot_of(item: models.Ballot) -> Ballot:
    """Read a ballot as we write it."""
    return Ballot(
        election_name=item.election_name,
        voter_name=item.voter_name,
        when_cast=item.when_cast,
        confirmation=item.confirmation,
        rankings=_rankings(item.rankings),
        sealed=item.sealed,
    )


def _rankings(stored: Any) -> tuple[Ranking, ...] | None:
    if stored is None:
        return None
    return tuple(Ranking(str(one["candidate_name"]), int(one["rank"])) for one in stored)
