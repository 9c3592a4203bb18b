"""The tables of the relational backend, and rows to and from them. Knows no transactions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    RowMapping,
    String,
    Table,
    Text,
)
from sqlalchemy.dialects.mysql import LONGTEXT, VARCHAR
from sqlalchemy.types import TypeEngine

from tavola_systems.vote.domain.entities import (
    Ballot,
    Candidate,
    Election,
    Ranking,
    Row,
    User,
    Voter,
)
from tavola_systems.vote.domain.events import Event, millis
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.domain.typed_texts import fold

__all__ = [
    "BALLOTS",
    "CANDIDATES",
    "CURSOR",
    "ELECTIONS",
    "EVENTS",
    "HEAD",
    "MAILINGS",
    "META",
    "ROWS",
    "USERS",
    "VOTERS",
    "as_ballot",
    "as_candidate",
    "as_election",
    "as_event",
    "as_user",
    "as_voter",
    "event_values",
    "values_of",
]

META = MetaData()
# Names are compared as they are: what counts as the same name is decided by `fold`, in Python.
_COLLATION = {"charset": "utf8mb4", "collation": "utf8mb4_nopad_bin"}
# Folding a letter can give three.
_FOLDED = 600


def _name(length: int = 200) -> TypeEngine[str]:
    return String(length).with_variant(VARCHAR(length, **_COLLATION), "mysql", "mariadb")


def _text() -> TypeEngine[str]:
    return Text().with_variant(LONGTEXT(**_COLLATION), "mysql", "mariadb")


_INNODB: dict[str, Any] = {"mysql_engine": "InnoDB", "mariadb_engine": "InnoDB"}

USERS = Table(
    "users",
    META,
    Column("name_folded", _name(_FOLDED), primary_key=True),
    Column("name", _name(), nullable=False),
    Column("email", _name(), nullable=False),
    Column("email_folded", _name(_FOLDED), nullable=False),
    Column("salt", _name(100), nullable=False),
    Column("hash", _name(200), nullable=False),
    Column("role", String(20), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("registered_at", BigInteger, nullable=False),
    Column("registration_id", BigInteger, nullable=False),
    Index("users_by_email", "email_folded", unique=True),
    **_INNODB,
)
ELECTIONS = Table(
    "elections",
    META,
    Column("name_folded", _name(_FOLDED), primary_key=True),
    Column("name", _name(), nullable=False),
    Column("owner_name", _name(), nullable=False),
    Column("description", _text(), nullable=False),
    Column("secret_ballot", Boolean, nullable=False),
    Column("no_voting_before", BigInteger),
    Column("no_voting_after", BigInteger),
    Column("allow_edit", Boolean, nullable=False),
    Column("allow_vote", Boolean, nullable=False),
    Column("confirmations", String(10), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("launched_at", BigInteger),
    Column("finalized_at", BigInteger),
    Column("candidate_count", Integer, nullable=False),
    Column("voter_count", Integer, nullable=False),
    Column("ballot_count", Integer, nullable=False),
    Index("elections_by_owner", "owner_name"),
    **_INNODB,
)
CANDIDATES = Table(
    "candidates",
    META,
    Column("election_name", _name(), primary_key=True),
    Column("candidate_name", _name(), primary_key=True),
    Column("description", _text(), nullable=False),
    **_INNODB,
)
VOTERS = Table(
    "voters",
    META,
    Column("election_name", _name(), primary_key=True),
    Column("voter_name", _name(), primary_key=True),
    Index("voters_by_name", "voter_name"),
    **_INNODB,
)
BALLOTS = Table(
    "ballots",
    META,
    Column("election_name", _name(), primary_key=True),
    Column("voter_name", _name(), primary_key=True),
    Column("when_cast", BigInteger, nullable=False),
    Column("confirmation", String(36)),
    Column("rankings", _text()),
    Column("sealed", _text()),
    **_INNODB,
)
EVENTS = Table(
    "events",
    META,
    Column("event_id", BigInteger, primary_key=True, autoincrement=False),
    Column("actor", _name(), nullable=False),
    Column("when_occurred", BigInteger, nullable=False),
    Column("event_type", String(50), nullable=False),
    Column("event_data", _text(), nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    **_INNODB,
)
HEAD = Table(
    "log_head",
    META,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("sequence", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("paused", _name()),
    **_INNODB,
)
CURSOR = Table(
    "projection_cursor",
    META,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("last_event_id", BigInteger, nullable=False),
    **_INNODB,
)

MAILINGS = Table(
    "mailings",
    META,
    Column("mailing_id", String(64), primary_key=True),
    Column("election_name", _name(), nullable=False),
    Column("event_id", BigInteger, nullable=False),
    **_INNODB,
)

ROWS: dict[type[Any], Table] = {
    User: USERS,
    Election: ELECTIONS,
    Candidate: CANDIDATES,
    Voter: VOTERS,
    Ballot: BALLOTS,
}
"""The table of each kind of row."""

_TIMES = frozenset(
    (
        "registered_at",
        "no_voting_before",
        "no_voting_after",
        "created_at",
        "launched_at",
        "finalized_at",
        "when_cast",
    )
)
_RANKINGS = msgspec.json.Decoder(tuple[Ranking, ...])


def values_of(row: Row) -> dict[str, Any]:
    """The columns of a row."""
    values: dict[str, Any] = {}
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if value is not None and name in _TIMES:
            value = millis(value)
        elif isinstance(value, Role):
            value = value.name
        elif name == "rankings" and value is not None:
            value = msgspec.json.encode(value).decode()
        values[name] = value
    if isinstance(row, User | Election):
        values["name_folded"] = fold(row.name)
    if isinstance(row, User):
        values["email_folded"] = fold(row.email)
    return values


def _times(row: RowMapping, *without: str) -> dict[str, Any]:
    return {
        name: datetime.fromtimestamp(value / 1000, UTC)
        if name in _TIMES and value is not None
        else value
        for name, value in row.items()
        if name not in without
    }


def as_user(row: RowMapping) -> User:
    """Read a user."""
    values = _times(row, "name_folded", "email_folded", "role")
    return User(**values, role=Role[row["role"]])


def as_election(row: RowMapping) -> Election:
    """Read an election."""
    return Election(**_times(row, "name_folded"))


def as_candidate(row: RowMapping) -> Candidate:
    """Read a candidate."""
    return Candidate(**_times(row))


def as_voter(row: RowMapping) -> Voter:
    """Read a voter."""
    return Voter(**_times(row))


def as_ballot(row: RowMapping) -> Ballot:
    """Read a ballot."""
    text = row["rankings"]
    rankings = None if text is None else _RANKINGS.decode(text)
    return Ballot(**_times(row, "rankings"), rankings=rankings)


def event_values(event: Event) -> dict[str, Any]:
    """The columns of an event."""
    values: dict[str, Any] = {name: getattr(event, name) for name in Event.__struct_fields__}
    values["when_occurred"] = millis(event.when_occurred)
    values["event_data"] = msgspec.json.encode(event.event_data).decode()
    return values


def as_event(row: RowMapping) -> Event:
    """Read an event."""
    load: Callable[[str], Any] = msgspec.json.decode
    values = dict(row)
    values["when_occurred"] = datetime.fromtimestamp(row["when_occurred"] / 1000, UTC)
    values["event_data"] = load(row["event_data"])
    return Event(**values)
