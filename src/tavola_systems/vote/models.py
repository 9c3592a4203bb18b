"""VoteData: typed access to the table `vote_data`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, ListRef, NumberRef, TextRef
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, IndexOptions, Page, Plans, QueryOptions, Record, Table

__all__ = [
    "Ballot",
    "Candidate",
    "Counts",
    "Election",
    "Eligibility",
    "Ownership",
    "Sync",
    "User",
    "VoteData",
    "Voter",
]

_INDEX_1 = PhysicalIndex(name="GSI-1", partition_key="GSI1PK", sort_key="GSI1SK")
_INDEX_2 = PhysicalIndex(name="GSI-2", partition_key="GSI2PK", sort_key="GSI2SK")

_DESIGN = Design(
    name="VoteData",
    layout="templates",
    table=TableSettings(
        name="vote_data", type_attribute="entity_type", indexes=(_INDEX_1, _INDEX_2)
    ),
    models={
        "User": ModelSchema(
            name="User",
            handle="user",
            fields={
                "name": FieldSchema(
                    name="name",
                    python_name="name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "name_folded": FieldSchema(
                    name="name_folded",
                    python_name="name_folded",
                    type="StringField",
                    required=True,
                    description="The name without case; one user has it.",
                ),
                "email": FieldSchema(
                    name="email",
                    python_name="email",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "email_folded": FieldSchema(
                    name="email_folded",
                    python_name="email_folded",
                    type="StringField",
                    required=True,
                    description="The address without case; one user has it.",
                ),
                "salt": FieldSchema(
                    name="salt", python_name="salt", type="StringField", required=True
                ),
                "hash": FieldSchema(
                    name="hash",
                    python_name="hash",
                    type="StringField",
                    required=True,
                    description="argon2id with its parameters; empty without a password.",
                ),
                "role": FieldSchema(
                    name="role",
                    python_name="role",
                    type="EnumField",
                    required=True,
                    values=("NO_ACCESS", "OBSERVER", "VOTER", "USER", "ADMIN", "AUDITOR", "OWNER"),
                ),
                "epoch": FieldSchema(
                    name="epoch",
                    python_name="epoch",
                    type="IntegerField",
                    required=True,
                    description="The event that last changed name, role or password.",
                ),
                "registered_at": FieldSchema(
                    name="registered_at",
                    python_name="registered_at",
                    type="DateTimeField",
                    required=True,
                    storage="epochMillis",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("USER#", Placeholder("name"))),
                sort_attribute="SK",
                sort=Template(("METADATA",)),
            ),
            primary_id=Template((Placeholder("name"),)),
            indexes={
                "usersByEmail": IndexSchema(
                    name="usersByEmail",
                    python_name="users_by_email",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template((Placeholder("email", form="lower"),)),
                        sort_attribute="GSI1SK",
                        sort=Template(("USER#", Placeholder("name"))),
                    ),
                    physical=_INDEX_1,
                ),
                "users": IndexSchema(
                    name="users",
                    python_name="users",
                    key=KeyPair(
                        partition_attribute="GSI2PK",
                        partition=Template(("LIST#USER",)),
                        sort_attribute="GSI2SK",
                        sort=Template((Placeholder("name_folded"),)),
                    ),
                    physical=_INDEX_2,
                ),
            },
            uniques={
                "uniqueFoldedName": UniqueSchema(
                    name="uniqueFoldedName",
                    fields=("name_folded",),
                    python_name="find_by_folded_name",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("NAME#", Placeholder("name_folded"))),
                        sort_attribute="SK",
                        sort=Template(("LOCK",)),
                    ),
                ),
                "uniqueFoldedEmail": UniqueSchema(
                    name="uniqueFoldedEmail",
                    fields=("email_folded",),
                    python_name="find_by_folded_email",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("EMAIL#", Placeholder("email_folded"))),
                        sort_attribute="SK",
                        sort=Template(("LOCK",)),
                    ),
                ),
            },
            type_value="USER",
            description="Somebody who signs in.",
        ),
        "Election": ModelSchema(
            name="Election",
            handle="election",
            fields={
                "name": FieldSchema(
                    name="name",
                    python_name="name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "name_folded": FieldSchema(
                    name="name_folded",
                    python_name="name_folded",
                    type="StringField",
                    required=True,
                    description="The name without case; one election has it.",
                ),
                "owner_name": FieldSchema(
                    name="owner_name",
                    python_name="owner_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "description": FieldSchema(
                    name="description", python_name="description", type="StringField", required=True
                ),
                "secret_ballot": FieldSchema(
                    name="secret_ballot",
                    python_name="secret_ballot",
                    type="BooleanField",
                    required=True,
                ),
                "no_voting_before": FieldSchema(
                    name="no_voting_before",
                    python_name="no_voting_before",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "no_voting_after": FieldSchema(
                    name="no_voting_after",
                    python_name="no_voting_after",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "allow_edit": FieldSchema(
                    name="allow_edit",
                    python_name="allow_edit",
                    type="BooleanField",
                    required=True,
                    description="Whether candidates and voters may change.",
                ),
                "allow_vote": FieldSchema(
                    name="allow_vote", python_name="allow_vote", type="BooleanField", required=True
                ),
                "confirmations": FieldSchema(
                    name="confirmations",
                    python_name="confirmations",
                    type="EnumField",
                    required=True,
                    values=("beside", "apart"),
                ),
                "created_at": FieldSchema(
                    name="created_at",
                    python_name="created_at",
                    type="DateTimeField",
                    required=True,
                    storage="epochMillis",
                ),
                "launched_at": FieldSchema(
                    name="launched_at",
                    python_name="launched_at",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "finalized_at": FieldSchema(
                    name="finalized_at",
                    python_name="finalized_at",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "candidate_count": FieldSchema(
                    name="candidate_count",
                    python_name="candidate_count",
                    type="IntegerField",
                    required=True,
                ),
                "voter_count": FieldSchema(
                    name="voter_count",
                    python_name="voter_count",
                    type="IntegerField",
                    required=True,
                ),
                "ballot_count": FieldSchema(
                    name="ballot_count",
                    python_name="ballot_count",
                    type="IntegerField",
                    required=True,
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("ELECTION#", Placeholder("name"))),
                sort_attribute="SK",
                sort=Template(("METADATA",)),
            ),
            primary_id=Template((Placeholder("name"),)),
            indexes={
                "elections": IndexSchema(
                    name="elections",
                    python_name="elections",
                    key=KeyPair(
                        partition_attribute="GSI2PK",
                        partition=Template(("LIST#ELECTION",)),
                        sort_attribute="GSI2SK",
                        sort=Template((Placeholder("name_folded"),)),
                    ),
                    physical=_INDEX_2,
                ),
            },
            uniques={
                "uniqueFoldedName": UniqueSchema(
                    name="uniqueFoldedName",
                    fields=("name_folded",),
                    python_name="find_by_folded_name",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("ELECTIONNAME#", Placeholder("name_folded"))),
                        sort_attribute="SK",
                        sort=Template(("LOCK",)),
                    ),
                ),
            },
            type_value="ELECTION",
            description="A question with its rules; what belongs to it is in its partition.",
        ),
        "Candidate": ModelSchema(
            name="Candidate",
            handle="candidate",
            fields={
                "election_name": FieldSchema(
                    name="election_name",
                    python_name="election_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "candidate_name": FieldSchema(
                    name="candidate_name",
                    python_name="candidate_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "description": FieldSchema(
                    name="description", python_name="description", type="StringField", required=True
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("ELECTION#", Placeholder("election_name"))),
                sort_attribute="SK",
                sort=Template(("CANDIDATE#", Placeholder("candidate_name"))),
            ),
            primary_id=Template(
                (Placeholder("election_name", escaped="%#"), "#", Placeholder("candidate_name"))
            ),
            indexes={
                "candidatesOfElection": IndexSchema(
                    name="candidatesOfElection",
                    python_name="candidates_of_election",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("ELECTION#", Placeholder("election_name"))),
                        sort_attribute="SK",
                        sort=Template(("CANDIDATE#", Placeholder("candidate_name"))),
                    ),
                ),
            },
            type_value="CANDIDATE",
            description="One of the choices.",
        ),
        "Voter": ModelSchema(
            name="Voter",
            handle="voter",
            fields={
                "election_name": FieldSchema(
                    name="election_name",
                    python_name="election_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "voter_name": FieldSchema(
                    name="voter_name",
                    python_name="voter_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("ELECTION#", Placeholder("election_name"))),
                sort_attribute="SK",
                sort=Template(("VOTER#", Placeholder("voter_name"))),
            ),
            primary_id=Template(
                (Placeholder("election_name", escaped="%#"), "#", Placeholder("voter_name"))
            ),
            indexes={
                "votersOfElection": IndexSchema(
                    name="votersOfElection",
                    python_name="voters_of_election",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("ELECTION#", Placeholder("election_name"))),
                        sort_attribute="SK",
                        sort=Template(("VOTER#", Placeholder("voter_name"))),
                    ),
                ),
            },
            type_value="VOTER",
            description="A user who may vote in an election.",
        ),
        "Ballot": ModelSchema(
            name="Ballot",
            handle="ballot",
            fields={
                "election_name": FieldSchema(
                    name="election_name",
                    python_name="election_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "voter_name": FieldSchema(
                    name="voter_name",
                    python_name="voter_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "confirmation": FieldSchema(
                    name="confirmation", python_name="confirmation", type="StringField"
                ),
                "when_cast": FieldSchema(
                    name="when_cast",
                    python_name="when_cast",
                    type="DateTimeField",
                    required=True,
                    storage="epochMillis",
                ),
                "rankings": FieldSchema(
                    name="rankings",
                    python_name="rankings",
                    type="ListField",
                    expected_bytes=800,
                    description="Maps of candidate_name and rank.",
                ),
                "sealed": FieldSchema(
                    name="sealed", python_name="sealed", type="StringField", expected_bytes=1200
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("ELECTION#", Placeholder("election_name"))),
                sort_attribute="SK",
                sort=Template(("BALLOT#", Placeholder("voter_name"))),
            ),
            primary_id=Template(
                (Placeholder("election_name", escaped="%#"), "#", Placeholder("voter_name"))
            ),
            indexes={
                "ballotsOfElection": IndexSchema(
                    name="ballotsOfElection",
                    python_name="ballots_of_election",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("ELECTION#", Placeholder("election_name"))),
                        sort_attribute="SK",
                        sort=Template(("BALLOT#", Placeholder("voter_name"))),
                    ),
                ),
            },
            type_value="BALLOT",
            description="What a voter has cast; in a secret election it is sealed.",
        ),
        "Ownership": ModelSchema(
            name="Ownership",
            handle="ownership",
            fields={
                "user_name": FieldSchema(
                    name="user_name",
                    python_name="user_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "election_name": FieldSchema(
                    name="election_name",
                    python_name="election_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("USER#", Placeholder("user_name"))),
                sort_attribute="SK",
                sort=Template(("OWNS#", Placeholder("election_name"))),
            ),
            primary_id=Template(
                (Placeholder("user_name", escaped="%#"), "#", Placeholder("election_name"))
            ),
            indexes={
                "electionsOfOwner": IndexSchema(
                    name="electionsOfOwner",
                    python_name="elections_of_owner",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("USER#", Placeholder("user_name"))),
                        sort_attribute="SK",
                        sort=Template(("OWNS#", Placeholder("election_name"))),
                    ),
                ),
            },
            type_value="OWNERSHIP",
            description="An election in its organiser's partition.",
        ),
        "Eligibility": ModelSchema(
            name="Eligibility",
            handle="eligibility",
            fields={
                "user_name": FieldSchema(
                    name="user_name",
                    python_name="user_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "election_name": FieldSchema(
                    name="election_name",
                    python_name="election_name",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("USER#", Placeholder("user_name"))),
                sort_attribute="SK",
                sort=Template(("VOTES#", Placeholder("election_name"))),
            ),
            primary_id=Template(
                (Placeholder("user_name", escaped="%#"), "#", Placeholder("election_name"))
            ),
            indexes={
                "electionsOfVoter": IndexSchema(
                    name="electionsOfVoter",
                    python_name="elections_of_voter",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("USER#", Placeholder("user_name"))),
                        sort_attribute="SK",
                        sort=Template(("VOTES#", Placeholder("election_name"))),
                    ),
                ),
            },
            type_value="ELIGIBILITY",
            description="An election in the partition of one who may vote in it.",
        ),
        "Counts": ModelSchema(
            name="Counts",
            handle="counts",
            fields={
                "user_count": FieldSchema(
                    name="user_count", python_name="user_count", type="CounterField"
                ),
                "election_count": FieldSchema(
                    name="election_count", python_name="election_count", type="CounterField"
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("METADATA",)),
                sort_attribute="SK",
                sort=Template(("COUNTS",)),
            ),
            primary_id=Template(("Counts",)),
            type_value="COUNTS",
            counters=("user_count", "election_count"),
            description="How many there are, counted in the transactions that change it.",
        ),
        "Sync": ModelSchema(
            name="Sync",
            handle="sync",
            fields={
                "last_event_id": FieldSchema(
                    name="last_event_id",
                    python_name="last_event_id",
                    type="IntegerField",
                    required=True,
                ),
                "done": FieldSchema(
                    name="done",
                    python_name="done",
                    type="IntegerField",
                    required=True,
                    description="Writes of the next event that are applied already.",
                ),
                "rebuilding": FieldSchema(
                    name="rebuilding", python_name="rebuilding", type="StringField"
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("METADATA",)),
                sort_attribute="SK",
                sort=Template(("SYNC",)),
            ),
            primary_id=Template(("Sync",)),
            type_value="SYNC",
            description="The last event that the rows show.",
        ),
    },
)

UserRole = Literal["NO_ACCESS", "OBSERVER", "VOTER", "USER", "ADMIN", "AUDITOR", "OWNER"]
UserField = Literal[
    "name", "name_folded", "email", "email_folded", "salt", "hash", "role", "epoch", "registered_at"
]


class UserFields(Fields):
    """User's fields, to make conditions and changes of."""

    name: TextRef
    name_folded: TextRef
    email: TextRef
    email_folded: TextRef
    salt: TextRef
    hash: TextRef
    role: FieldRef[UserRole]
    epoch: NumberRef[int]
    registered_at: FieldRef[datetime]


class UserValues(TypedDict, total=False):
    """What a new User is made of."""

    name: Required[str]
    name_folded: Required[str]
    email: Required[str]
    email_folded: Required[str]
    salt: Required[str]
    hash: Required[str]
    role: Required[UserRole]
    epoch: Required[int]
    registered_at: Required[datetime]


class UserChanges(TypedDict, total=False):
    """What an update of a User may set."""

    name_folded: str
    email: str
    email_folded: str
    salt: str
    hash: str
    role: UserRole
    epoch: int
    registered_at: datetime


class User(Record, schema=_DESIGN.models["User"]):
    """Somebody who signs in.

    - key: PK = USER#{name}, SK = METADATA
    - usersByEmail (GSI-1): GSI1PK = {email:lower}, GSI1SK = USER#{name}
    - users (GSI-2): GSI2PK = LIST#USER, GSI2SK = {name_folded}
    - uniqueFoldedName, a lock: PK = NAME#{name_folded}, SK = LOCK
    - uniqueFoldedEmail, a lock: PK = EMAIL#{email_folded}, SK = LOCK
    """

    fields: ClassVar[UserFields]
    name: str
    name_folded: str
    """The name without case; one user has it."""
    email: str
    email_folded: str
    """The address without case; one user has it."""
    salt: str
    hash: str
    """argon2id with its parameters; empty without a password."""
    role: UserRole
    epoch: int
    """The event that last changed name, role or password."""
    registered_at: datetime


ElectionConfirmations = Literal["beside", "apart"]
ElectionField = Literal[
    "name",
    "name_folded",
    "owner_name",
    "description",
    "secret_ballot",
    "no_voting_before",
    "no_voting_after",
    "allow_edit",
    "allow_vote",
    "confirmations",
    "created_at",
    "launched_at",
    "finalized_at",
    "candidate_count",
    "voter_count",
    "ballot_count",
]


class ElectionFields(Fields):
    """Election's fields, to make conditions and changes of."""

    name: TextRef
    name_folded: TextRef
    owner_name: TextRef
    description: TextRef
    secret_ballot: FieldRef[bool]
    no_voting_before: FieldRef[datetime]
    no_voting_after: FieldRef[datetime]
    allow_edit: FieldRef[bool]
    allow_vote: FieldRef[bool]
    confirmations: FieldRef[ElectionConfirmations]
    created_at: FieldRef[datetime]
    launched_at: FieldRef[datetime]
    finalized_at: FieldRef[datetime]
    candidate_count: NumberRef[int]
    voter_count: NumberRef[int]
    ballot_count: NumberRef[int]


class ElectionValues(TypedDict, total=False):
    """What a new Election is made of."""

    name: Required[str]
    name_folded: Required[str]
    owner_name: Required[str]
    description: Required[str]
    secret_ballot: Required[bool]
    no_voting_before: datetime | None
    no_voting_after: datetime | None
    allow_edit: Required[bool]
    allow_vote: Required[bool]
    confirmations: Required[ElectionConfirmations]
    created_at: Required[datetime]
    launched_at: datetime | None
    finalized_at: datetime | None
    candidate_count: Required[int]
    voter_count: Required[int]
    ballot_count: Required[int]


class ElectionChanges(TypedDict, total=False):
    """What an update of an Election may set."""

    name_folded: str
    owner_name: str
    description: str
    secret_ballot: bool
    no_voting_before: datetime | None
    no_voting_after: datetime | None
    allow_edit: bool
    allow_vote: bool
    confirmations: ElectionConfirmations
    created_at: datetime
    launched_at: datetime | None
    finalized_at: datetime | None
    candidate_count: int
    voter_count: int
    ballot_count: int


class Election(Record, schema=_DESIGN.models["Election"]):
    """A question with its rules; what belongs to it is in its partition.

    - key: PK = ELECTION#{name}, SK = METADATA
    - elections (GSI-2): GSI2PK = LIST#ELECTION, GSI2SK = {name_folded}
    - uniqueFoldedName, a lock: PK = ELECTIONNAME#{name_folded}, SK = LOCK
    """

    fields: ClassVar[ElectionFields]
    name: str
    name_folded: str
    """The name without case; one election has it."""
    owner_name: str
    description: str
    secret_ballot: bool
    allow_edit: bool
    """Whether candidates and voters may change."""
    allow_vote: bool
    confirmations: ElectionConfirmations
    created_at: datetime
    candidate_count: int
    voter_count: int
    ballot_count: int
    no_voting_before: datetime | None = None
    no_voting_after: datetime | None = None
    launched_at: datetime | None = None
    finalized_at: datetime | None = None


CandidateField = Literal["election_name", "candidate_name", "description"]


class CandidateFields(Fields):
    """Candidate's fields, to make conditions and changes of."""

    election_name: TextRef
    candidate_name: TextRef
    description: TextRef


class CandidateValues(TypedDict, total=False):
    """What a new Candidate is made of."""

    election_name: Required[str]
    candidate_name: Required[str]
    description: Required[str]


class CandidateChanges(TypedDict, total=False):
    """What an update of a Candidate may set."""

    description: str


class Candidate(Record, schema=_DESIGN.models["Candidate"]):
    """One of the choices.

    - key: PK = ELECTION#{election_name}, SK = CANDIDATE#{candidate_name}
    - candidatesOfElection: key
    """

    fields: ClassVar[CandidateFields]
    election_name: str
    candidate_name: str
    description: str


VoterField = Literal["election_name", "voter_name"]


class VoterFields(Fields):
    """Voter's fields, to make conditions and changes of."""

    election_name: TextRef
    voter_name: TextRef


class VoterValues(TypedDict, total=False):
    """What a new Voter is made of."""

    election_name: Required[str]
    voter_name: Required[str]


class VoterChanges(TypedDict, total=False):
    """What an update of a Voter may set."""


class Voter(Record, schema=_DESIGN.models["Voter"]):
    """A user who may vote in an election.

    - key: PK = ELECTION#{election_name}, SK = VOTER#{voter_name}
    - votersOfElection: key
    """

    fields: ClassVar[VoterFields]
    election_name: str
    voter_name: str


BallotField = Literal[
    "election_name", "voter_name", "confirmation", "when_cast", "rankings", "sealed"
]


class BallotFields(Fields):
    """Ballot's fields, to make conditions and changes of."""

    election_name: TextRef
    voter_name: TextRef
    confirmation: TextRef
    when_cast: FieldRef[datetime]
    rankings: ListRef
    sealed: TextRef


class BallotValues(TypedDict, total=False):
    """What a new Ballot is made of."""

    election_name: Required[str]
    voter_name: Required[str]
    confirmation: str | None
    when_cast: Required[datetime]
    rankings: list[Any] | None
    sealed: str | None


class BallotChanges(TypedDict, total=False):
    """What an update of a Ballot may set."""

    confirmation: str | None
    when_cast: datetime
    rankings: list[Any] | None
    sealed: str | None


class Ballot(Record, schema=_DESIGN.models["Ballot"]):
    """What a voter has cast; in a secret election it is sealed.

    - key: PK = ELECTION#{election_name}, SK = BALLOT#{voter_name}
    - ballotsOfElection: key
    """

    fields: ClassVar[BallotFields]
    election_name: str
    voter_name: str
    when_cast: datetime
    confirmation: str | None = None
    rankings: list[Any] | None = None
    """Maps of candidate_name and rank."""
    sealed: str | None = None


OwnershipField = Literal["user_name", "election_name"]


class OwnershipFields(Fields):
    """Ownership's fields, to make conditions and changes of."""

    user_name: TextRef
    election_name: TextRef


class OwnershipValues(TypedDict, total=False):
    """What a new Ownership is made of."""

    user_name: Required[str]
    election_name: Required[str]


class OwnershipChanges(TypedDict, total=False):
    """What an update of an Ownership may set."""


class Ownership(Record, schema=_DESIGN.models["Ownership"]):
    """An election in its organiser's partition.

    - key: PK = USER#{user_name}, SK = OWNS#{election_name}
    - electionsOfOwner: key
    """

    fields: ClassVar[OwnershipFields]
    user_name: str
    election_name: str


EligibilityField = Literal["user_name", "election_name"]


class EligibilityFields(Fields):
    """Eligibility's fields, to make conditions and changes of."""

    user_name: TextRef
    election_name: TextRef


class EligibilityValues(TypedDict, total=False):
    """What a new Eligibility is made of."""

    user_name: Required[str]
    election_name: Required[str]


class EligibilityChanges(TypedDict, total=False):
    """What an update of an Eligibility may set."""


class Eligibility(Record, schema=_DESIGN.models["Eligibility"]):
    """An election in the partition of one who may vote in it.

    - key: PK = USER#{user_name}, SK = VOTES#{election_name}
    - electionsOfVoter: key
    """

    fields: ClassVar[EligibilityFields]
    user_name: str
    election_name: str


CountsField = Literal["user_count", "election_count"]


class CountsFields(Fields):
    """Counts's fields, to make conditions and changes of."""

    user_count: NumberRef[int]
    election_count: NumberRef[int]


class CountsValues(TypedDict, total=False):
    """What a new Counts is made of."""

    user_count: int
    election_count: int


class CountsChanges(TypedDict, total=False):
    """What an update of a Counts may set."""

    user_count: int
    election_count: int


class Counts(Record, schema=_DESIGN.models["Counts"]):
    """How many there are, counted in the transactions that change it.

    - key: PK = METADATA, SK = COUNTS
    """

    fields: ClassVar[CountsFields]
    user_count: int = 0
    election_count: int = 0


SyncField = Literal["last_event_id", "done", "rebuilding"]


class SyncFields(Fields):
    """Sync's fields, to make conditions and changes of."""

    last_event_id: NumberRef[int]
    done: NumberRef[int]
    rebuilding: TextRef


class SyncValues(TypedDict, total=False):
    """What a new Sync is made of."""

    last_event_id: Required[int]
    done: Required[int]
    rebuilding: str | None


class SyncChanges(TypedDict, total=False):
    """What an update of a Sync may set."""

    last_event_id: int
    done: int
    rebuilding: str | None


class Sync(Record, schema=_DESIGN.models["Sync"]):
    """The last event that the rows show.

    - key: PK = METADATA, SK = SYNC
    """

    fields: ClassVar[SyncFields]
    last_event_id: int
    done: int
    """Writes of the next event that are applied already."""
    rebuilding: str | None = None


class UserPlans(Plans[User]):
    """Operations on User, unsent."""

    def create(self, **values: Unpack[UserValues]) -> Create[User]:
        """Write a new User; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[User]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[UserChanges],
    ) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    def upsert(self, **values: Unpack[UserValues]) -> Upsert[User]:
        """Change a User, or create it where there is none."""
        return self._upsert(values)

    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((name,), condition)

    def find_by_folded_name(
        self, name_folded: str, *, include_expired: bool = False
    ) -> FindByUnique[User]:
        """Find the one User with this `name_folded`."""
        return self._find("uniqueFoldedName", (name_folded,), include_expired)

    def find_by_folded_email(
        self, email_folded: str, *, include_expired: bool = False
    ) -> FindByUnique[User]:
        """Find the one User with this `email_folded`."""
        return self._find("uniqueFoldedEmail", (email_folded,), include_expired)

    def users_by_email(
        self,
        *,
        email: str,
        name: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[UserField]],
    ) -> Query[User]:
        """Query GSI-1: GSI1PK = {email:lower}, GSI1SK = USER#{name}."""
        return self._query("usersByEmail", {"email": email, "name": name}, **options)

    def users(
        self,
        *,
        name_folded: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[UserField]],
    ) -> Query[User]:
        """Query GSI-2: GSI2PK = LIST#USER, GSI2SK = {name_folded}."""
        return self._query("users", {"name_folded": name_folded}, **options)


class UserHandle(Handle[User, UserPlans]):
    """The User items of a table."""

    def create(self, **values: Unpack[UserValues]) -> User:
        """Write a new User; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> User | None:
        """Read the User with this key; None if there is none."""
        return self._table.get(self._plan_get((name,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[User | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[UserChanges],
    ) -> User:
        """Change a User by its key; refuse if there is none."""
        return self._run(self.plan.update(name, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[UserValues]) -> User:
        """Change a User, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, name: str, *, condition: Filter | None = None) -> bool:
        """Delete a User by its key; say whether there was one."""
        return self._run(self.plan.delete(name, condition=condition))

    def find_by_folded_name(
        self, name_folded: str, *, include_expired: bool = False
    ) -> User | None:
        """Find the one User with this `name_folded`."""
        return self._run(
            self.plan.find_by_folded_name(name_folded, include_expired=include_expired)
        )

    def find_by_folded_email(
        self, email_folded: str, *, include_expired: bool = False
    ) -> User | None:
        """Find the one User with this `email_folded`."""
        return self._run(
            self.plan.find_by_folded_email(email_folded, include_expired=include_expired)
        )

    def users_by_email(
        self,
        *,
        email: str,
        name: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[UserField]],
    ) -> Page[User]:
        """Query GSI-1: GSI1PK = {email:lower}, GSI1SK = USER#{name}."""
        return self._page(self.plan.users_by_email(email=email, name=name, **options))

    def users(
        self,
        *,
        name_folded: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[UserField]],
    ) -> Page[User]:
        """Query GSI-2: GSI2PK = LIST#USER, GSI2SK = {name_folded}."""
        return self._page(self.plan.users(name_folded=name_folded, **options))


class ElectionPlans(Plans[Election]):
    """Operations on Election, unsent."""

    def create(self, **values: Unpack[ElectionValues]) -> Create[Election]:
        """Write a new Election; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Election]:
        """Read the Election with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Election]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ElectionChanges],
    ) -> Update[Election]:
        """Change an Election by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    def upsert(self, **values: Unpack[ElectionValues]) -> Upsert[Election]:
        """Change an Election, or create it where there is none."""
        return self._upsert(values)

    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Election]:
        """Delete an Election by its key; say whether there was one."""
        return self._delete((name,), condition)

    def find_by_folded_name(
        self, name_folded: str, *, include_expired: bool = False
    ) -> FindByUnique[Election]:
        """Find the one Election with this `name_folded`."""
        return self._find("uniqueFoldedName", (name_folded,), include_expired)

    def elections(
        self,
        *,
        name_folded: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[ElectionField]],
    ) -> Query[Election]:
        """Query GSI-2: GSI2PK = LIST#ELECTION, GSI2SK = {name_folded}."""
        return self._query("elections", {"name_folded": name_folded}, **options)


class ElectionHandle(Handle[Election, ElectionPlans]):
    """The Election items of a table."""

    def create(self, **values: Unpack[ElectionValues]) -> Election:
        """Write a new Election; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Election | None:
        """Read the Election with this key; None if there is none."""
        return self._table.get(self._plan_get((name,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Election | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ElectionChanges],
    ) -> Election:
        """Change an Election by its key; refuse if there is none."""
        return self._run(self.plan.update(name, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[ElectionValues]) -> Election:
        """Change an Election, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, name: str, *, condition: Filter | None = None) -> bool:
        """Delete an Election by its key; say whether there was one."""
        return self._run(self.plan.delete(name, condition=condition))

    def find_by_folded_name(
        self, name_folded: str, *, include_expired: bool = False
    ) -> Election | None:
        """Find the one Election with this `name_folded`."""
        return self._run(
            self.plan.find_by_folded_name(name_folded, include_expired=include_expired)
        )

    def elections(
        self,
        *,
        name_folded: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[ElectionField]],
    ) -> Page[Election]:
        """Query GSI-2: GSI2PK = LIST#ELECTION, GSI2SK = {name_folded}."""
        return self._page(self.plan.elections(name_folded=name_folded, **options))


class CandidatePlans(Plans[Candidate]):
    """Operations on Candidate, unsent."""

    def create(self, **values: Unpack[CandidateValues]) -> Create[Candidate]:
        """Write a new Candidate; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        election_name: str,
        candidate_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Candidate]:
        """Read the Candidate with this key; None if there is none."""
        return self._get((election_name, candidate_name), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Candidate]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        election_name: str,
        candidate_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[CandidateChanges],
    ) -> Update[Candidate]:
        """Change a Candidate by its key; refuse if there is none."""
        return self._update((election_name, candidate_name), changes, values, condition)

    def upsert(self, **values: Unpack[CandidateValues]) -> Upsert[Candidate]:
        """Change a Candidate, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, election_name: str, candidate_name: str, *, condition: Filter | None = None
    ) -> Delete[Candidate]:
        """Delete a Candidate by its key; say whether there was one."""
        return self._delete((election_name, candidate_name), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Candidate]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def candidates_of_election(
        self,
        *,
        election_name: str,
        candidate_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[CandidateField]],
    ) -> Query[Candidate]:
        """Query the table: PK = ELECTION#{election_name}, SK = CANDIDATE#{candidate_name}."""
        return self._query(
            "candidatesOfElection",
            {"election_name": election_name, "candidate_name": candidate_name},
            **options,
        )


class CandidateHandle(Handle[Candidate, CandidatePlans]):
    """The Candidate items of a table."""

    def create(self, **values: Unpack[CandidateValues]) -> Candidate:
        """Write a new Candidate; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        election_name: str,
        candidate_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Candidate | None:
        """Read the Candidate with this key; None if there is none."""
        return self._table.get(
            self._plan_get((election_name, candidate_name), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Candidate | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        election_name: str,
        candidate_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[CandidateChanges],
    ) -> Candidate:
        """Change a Candidate by its key; refuse if there is none."""
        return self._run(
            self.plan.update(election_name, candidate_name, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[CandidateValues]) -> Candidate:
        """Change a Candidate, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, election_name: str, candidate_name: str, *, condition: Filter | None = None
    ) -> bool:
        """Delete a Candidate by its key; say whether there was one."""
        return self._run(self.plan.delete(election_name, candidate_name, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def candidates_of_election(
        self,
        *,
        election_name: str,
        candidate_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[CandidateField]],
    ) -> Page[Candidate]:
        """Query the table: PK = ELECTION#{election_name}, SK = CANDIDATE#{candidate_name}."""
        return self._page(
            self.plan.candidates_of_election(
                election_name=election_name, candidate_name=candidate_name, **options
            ),
        )


class VoterPlans(Plans[Voter]):
    """Operations on Voter, unsent."""

    def create(self, **values: Unpack[VoterValues]) -> Create[Voter]:
        """Write a new Voter; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        election_name: str,
        voter_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Voter]:
        """Read the Voter with this key; None if there is none."""
        return self._get((election_name, voter_name), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Voter]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        election_name: str,
        voter_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[VoterChanges],
    ) -> Update[Voter]:
        """Change a Voter by its key; refuse if there is none."""
        return self._update((election_name, voter_name), changes, values, condition)

    def upsert(self, **values: Unpack[VoterValues]) -> Upsert[Voter]:
        """Change a Voter, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, election_name: str, voter_name: str, *, condition: Filter | None = None
    ) -> Delete[Voter]:
        """Delete a Voter by its key; say whether there was one."""
        return self._delete((election_name, voter_name), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Voter]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def voters_of_election(
        self,
        *,
        election_name: str,
        voter_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[VoterField]],
    ) -> Query[Voter]:
        """Query the table: PK = ELECTION#{election_name}, SK = VOTER#{voter_name}."""
        return self._query(
            "votersOfElection",
            {"election_name": election_name, "voter_name": voter_name},
            **options,
        )


class VoterHandle(Handle[Voter, VoterPlans]):
    """The Voter items of a table."""

    def create(self, **values: Unpack[VoterValues]) -> Voter:
        """Write a new Voter; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        election_name: str,
        voter_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Voter | None:
        """Read the Voter with this key; None if there is none."""
        return self._table.get(
            self._plan_get((election_name, voter_name), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Voter | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        election_name: str,
        voter_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[VoterChanges],
    ) -> Voter:
        """Change a Voter by its key; refuse if there is none."""
        return self._run(
            self.plan.update(election_name, voter_name, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[VoterValues]) -> Voter:
        """Change a Voter, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, election_name: str, voter_name: str, *, condition: Filter | None = None
    ) -> bool:
        """Delete a Voter by its key; say whether there was one."""
        return self._run(self.plan.delete(election_name, voter_name, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def voters_of_election(
        self,
        *,
        election_name: str,
        voter_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[VoterField]],
    ) -> Page[Voter]:
        """Query the table: PK = ELECTION#{election_name}, SK = VOTER#{voter_name}."""
        return self._page(
            self.plan.voters_of_election(
                election_name=election_name, voter_name=voter_name, **options
            ),
        )


class BallotPlans(Plans[Ballot]):
    """Operations on Ballot, unsent."""

    def create(self, **values: Unpack[BallotValues]) -> Create[Ballot]:
        """Write a new Ballot; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        election_name: str,
        voter_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Ballot]:
        """Read the Ballot with this key; None if there is none."""
        return self._get((election_name, voter_name), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Ballot]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        election_name: str,
        voter_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BallotChanges],
    ) -> Update[Ballot]:
        """Change a Ballot by its key; refuse if there is none."""
        return self._update((election_name, voter_name), changes, values, condition)

    def upsert(self, **values: Unpack[BallotValues]) -> Upsert[Ballot]:
        """Change a Ballot, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, election_name: str, voter_name: str, *, condition: Filter | None = None
    ) -> Delete[Ballot]:
        """Delete a Ballot by its key; say whether there was one."""
        return self._delete((election_name, voter_name), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Ballot]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def ballots_of_election(
        self,
        *,
        election_name: str,
        voter_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[BallotField]],
    ) -> Query[Ballot]:
        """Query the table: PK = ELECTION#{election_name}, SK = BALLOT#{voter_name}."""
        return self._query(
            "ballotsOfElection",
            {"election_name": election_name, "voter_name": voter_name},
            **options,
        )


class BallotHandle(Handle[Ballot, BallotPlans]):
    """The Ballot items of a table."""

    def create(self, **values: Unpack[BallotValues]) -> Ballot:
        """Write a new Ballot; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        election_name: str,
        voter_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Ballot | None:
        """Read the Ballot with this key; None if there is none."""
        return self._table.get(
            self._plan_get((election_name, voter_name), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Ballot | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        election_name: str,
        voter_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BallotChanges],
    ) -> Ballot:
        """Change a Ballot by its key; refuse if there is none."""
        return self._run(
            self.plan.update(election_name, voter_name, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[BallotValues]) -> Ballot:
        """Change a Ballot, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, election_name: str, voter_name: str, *, condition: Filter | None = None
    ) -> bool:
        """Delete a Ballot by its key; say whether there was one."""
        return self._run(self.plan.delete(election_name, voter_name, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def ballots_of_election(
        self,
        *,
        election_name: str,
        voter_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[BallotField]],
    ) -> Page[Ballot]:
        """Query the table: PK = ELECTION#{election_name}, SK = BALLOT#{voter_name}."""
        return self._page(
            self.plan.ballots_of_election(
                election_name=election_name, voter_name=voter_name, **options
            ),
        )


class OwnershipPlans(Plans[Ownership]):
    """Operations on Ownership, unsent."""

    def create(self, **values: Unpack[OwnershipValues]) -> Create[Ownership]:
        """Write a new Ownership; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        user_name: str,
        election_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Ownership]:
        """Read the Ownership with this key; None if there is none."""
        return self._get((user_name, election_name), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Ownership]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        user_name: str,
        election_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[OwnershipChanges],
    ) -> Update[Ownership]:
        """Change an Ownership by its key; refuse if there is none."""
        return self._update((user_name, election_name), changes, values, condition)

    def upsert(self, **values: Unpack[OwnershipValues]) -> Upsert[Ownership]:
        """Change an Ownership, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, user_name: str, election_name: str, *, condition: Filter | None = None
    ) -> Delete[Ownership]:
        """Delete an Ownership by its key; say whether there was one."""
        return self._delete((user_name, election_name), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Ownership]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def elections_of_owner(
        self,
        *,
        user_name: str,
        election_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[OwnershipField]],
    ) -> Query[Ownership]:
        """Query the table: PK = USER#{user_name}, SK = OWNS#{election_name}."""
        return self._query(
            "electionsOfOwner", {"user_name": user_name, "election_name": election_name}, **options
        )


class OwnershipHandle(Handle[Ownership, OwnershipPlans]):
    """The Ownership items of a table."""

    def create(self, **values: Unpack[OwnershipValues]) -> Ownership:
        """Write a new Ownership; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        user_name: str,
        election_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Ownership | None:
        """Read the Ownership with this key; None if there is none."""
        return self._table.get(
            self._plan_get((user_name, election_name), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Ownership | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        user_name: str,
        election_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[OwnershipChanges],
    ) -> Ownership:
        """Change an Ownership by its key; refuse if there is none."""
        return self._run(
            self.plan.update(user_name, election_name, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[OwnershipValues]) -> Ownership:
        """Change an Ownership, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, user_name: str, election_name: str, *, condition: Filter | None = None
    ) -> bool:
        """Delete an Ownership by its key; say whether there was one."""
        return self._run(self.plan.delete(user_name, election_name, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def elections_of_owner(
        self,
        *,
        user_name: str,
        election_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[OwnershipField]],
    ) -> Page[Ownership]:
        """Query the table: PK = USER#{user_name}, SK = OWNS#{election_name}."""
        return self._page(
            self.plan.elections_of_owner(
                user_name=user_name, election_name=election_name, **options
            ),
        )


class EligibilityPlans(Plans[Eligibility]):
    """Operations on Eligibility, unsent."""

    def create(self, **values: Unpack[EligibilityValues]) -> Create[Eligibility]:
        """Write a new Eligibility; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        user_name: str,
        election_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Eligibility]:
        """Read the Eligibility with this key; None if there is none."""
        return self._get((user_name, election_name), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Eligibility]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        user_name: str,
        election_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[EligibilityChanges],
    ) -> Update[Eligibility]:
        """Change an Eligibility by its key; refuse if there is none."""
        return self._update((user_name, election_name), changes, values, condition)

    def upsert(self, **values: Unpack[EligibilityValues]) -> Upsert[Eligibility]:
        """Change an Eligibility, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, user_name: str, election_name: str, *, condition: Filter | None = None
    ) -> Delete[Eligibility]:
        """Delete an Eligibility by its key; say whether there was one."""
        return self._delete((user_name, election_name), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Eligibility]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def elections_of_voter(
        self,
        *,
        user_name: str,
        election_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[EligibilityField]],
    ) -> Query[Eligibility]:
        """Query the table: PK = USER#{user_name}, SK = VOTES#{election_name}."""
        return self._query(
            "electionsOfVoter", {"user_name": user_name, "election_name": election_name}, **options
        )


class EligibilityHandle(Handle[Eligibility, EligibilityPlans]):
    """The Eligibility items of a table."""

    def create(self, **values: Unpack[EligibilityValues]) -> Eligibility:
        """Write a new Eligibility; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        user_name: str,
        election_name: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Eligibility | None:
        """Read the Eligibility with this key; None if there is none."""
        return self._table.get(
            self._plan_get((user_name, election_name), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Eligibility | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        user_name: str,
        election_name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[EligibilityChanges],
    ) -> Eligibility:
        """Change an Eligibility by its key; refuse if there is none."""
        return self._run(
            self.plan.update(user_name, election_name, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[EligibilityValues]) -> Eligibility:
        """Change an Eligibility, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, user_name: str, election_name: str, *, condition: Filter | None = None
    ) -> bool:
        """Delete an Eligibility by its key; say whether there was one."""
        return self._run(self.plan.delete(user_name, election_name, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def elections_of_voter(
        self,
        *,
        user_name: str,
        election_name: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[EligibilityField]],
    ) -> Page[Eligibility]:
        """Query the table: PK = USER#{user_name}, SK = VOTES#{election_name}."""
        return self._page(
            self.plan.elections_of_voter(
                user_name=user_name, election_name=election_name, **options
            ),
        )


class CountsPlans(Plans[Counts]):
    """Operations on Counts, unsent."""

    def create(self, **values: Unpack[CountsValues]) -> Create[Counts]:
        """Write a new Counts; refuse if there is one with its key."""
        return self._create(values)

    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Get[Counts]:
        """Read the Counts with this key; None if there is none."""
        return self._get((), consistent, include_expired)

    def update(
        self, *changes: Change, condition: Filter | None = None, **values: Unpack[CountsChanges]
    ) -> Update[Counts]:
        """Change a Counts by its key; refuse if there is none."""
        return self._update((), changes, values, condition)

    def upsert(self, **values: Unpack[CountsValues]) -> Upsert[Counts]:
        """Change a Counts, or create it where there is none."""
        return self._upsert(values)

    def delete(self, *, condition: Filter | None = None) -> Delete[Counts]:
        """Delete a Counts by its key; say whether there was one."""
        return self._delete((), condition)


class CountsHandle(Handle[Counts, CountsPlans]):
    """The Counts items of a table."""

    def create(self, **values: Unpack[CountsValues]) -> Counts:
        """Write a new Counts; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Counts | None:
        """Read the Counts with this key; None if there is none."""
        return self._table.get(self._plan_get((), consistent, include_expired))

    def update(
        self, *changes: Change, condition: Filter | None = None, **values: Unpack[CountsChanges]
    ) -> Counts:
        """Change a Counts by its key; refuse if there is none."""
        return self._run(self.plan.update(*changes, condition=condition, **values))

    def upsert(self, **values: Unpack[CountsValues]) -> Counts:
        """Change a Counts, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, *, condition: Filter | None = None) -> bool:
        """Delete a Counts by its key; say whether there was one."""
        return self._run(self.plan.delete(condition=condition))


class SyncPlans(Plans[Sync]):
    """Operations on Sync, unsent."""

    def create(self, **values: Unpack[SyncValues]) -> Create[Sync]:
        """Write a new Sync; refuse if there is one with its key."""
        return self._create(values)

    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Get[Sync]:
        """Read the Sync with this key; None if there is none."""
        return self._get((), consistent, include_expired)

    def update(
        self, *changes: Change, condition: Filter | None = None, **values: Unpack[SyncChanges]
    ) -> Update[Sync]:
        """Change a Sync by its key; refuse if there is none."""
        return self._update((), changes, values, condition)

    def upsert(self, **values: Unpack[SyncValues]) -> Upsert[Sync]:
        """Change a Sync, or create it where there is none."""
        return self._upsert(values)

    def delete(self, *, condition: Filter | None = None) -> Delete[Sync]:
        """Delete a Sync by its key; say whether there was one."""
        return self._delete((), condition)


class SyncHandle(Handle[Sync, SyncPlans]):
    """The Sync items of a table."""

    def create(self, **values: Unpack[SyncValues]) -> Sync:
        """Write a new Sync; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Sync | None:
        """Read the Sync with this key; None if there is none."""
        return self._table.get(self._plan_get((), consistent, include_expired))

    def update(
        self, *changes: Change, condition: Filter | None = None, **values: Unpack[SyncChanges]
    ) -> Sync:
        """Change a Sync by its key; refuse if there is none."""
        return self._run(self.plan.update(*changes, condition=condition, **values))

    def upsert(self, **values: Unpack[SyncValues]) -> Sync:
        """Change a Sync, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, *, condition: Filter | None = None) -> bool:
        """Delete a Sync by its key; say whether there was one."""
        return self._run(self.plan.delete(condition=condition))


class VoteData(Table):
    """The table `vote_data` on a store."""

    design = _DESIGN
    models = (User, Election, Candidate, Voter, Ballot, Ownership, Eligibility, Counts, Sync)

    @cached_property
    def user(self) -> UserHandle:
        """The User items."""
        return UserHandle(self, UserPlans(self.own_place, self.codec(User)))

    @cached_property
    def election(self) -> ElectionHandle:
        """The Election items."""
        return ElectionHandle(self, ElectionPlans(self.own_place, self.codec(Election)))

    @cached_property
    def candidate(self) -> CandidateHandle:
        """The Candidate items."""
        return CandidateHandle(self, CandidatePlans(self.own_place, self.codec(Candidate)))

    @cached_property
    def voter(self) -> VoterHandle:
        """The Voter items."""
        return VoterHandle(self, VoterPlans(self.own_place, self.codec(Voter)))

    @cached_property
    def ballot(self) -> BallotHandle:
        """The Ballot items."""
        return BallotHandle(self, BallotPlans(self.own_place, self.codec(Ballot)))

    @cached_property
    def ownership(self) -> OwnershipHandle:
        """The Ownership items."""
        return OwnershipHandle(self, OwnershipPlans(self.own_place, self.codec(Ownership)))

    @cached_property
    def eligibility(self) -> EligibilityHandle:
        """The Eligibility items."""
        return EligibilityHandle(self, EligibilityPlans(self.own_place, self.codec(Eligibility)))

    @cached_property
    def counts(self) -> CountsHandle:
        """The Counts items."""
        return CountsHandle(self, CountsPlans(self.own_place, self.codec(Counts)))

    @cached_property
    def sync(self) -> SyncHandle:
        """The Sync items."""
        return SyncHandle(self, SyncPlans(self.own_place, self.codec(Sync)))
