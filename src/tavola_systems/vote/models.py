"""VoteData: typed access to the table `vote_data`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, ListRef, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, UniqueSchema, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Ballot", "Candidate", "Counts", "Election", "Eligibility", "Ownership", "Sync", "User", "VoteData", "Voter"]

_INDEX_1 = PhysicalIndex("GSI-1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI-2", "GSI2PK", "GSI2SK")

_DESIGN = Design(
    name="VoteData", layout="templates", table=TableSettings(name="vote_data", type_attribute="entity_type", indexes=(_INDEX_1, _INDEX_2)),
    models={
        "User": ModelSchema(
            name="User", handle="user",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True, max_length=200),
                "name_folded": FieldSchema("name_folded", "name_folded", "StringField", required=True,
                    description="The name without case; one user has it."),
                "email": FieldSchema("email", "email", "StringField", required=True, max_length=200),
                "email_folded": FieldSchema("email_folded", "email_folded", "StringField", required=True,
                    description="The address without case; one user has it."),
                "salt": FieldSchema("salt", "salt", "StringField", required=True),
                "hash": FieldSchema("hash", "hash", "StringField", required=True,
                    description="argon2id with its parameters; empty without a password."),
                "role": FieldSchema("role", "role", "EnumField", required=True,
                    values=("NO_ACCESS", "OBSERVER", "VOTER", "USER", "ADMIN", "AUDITOR", "OWNER")),
                "epoch": FieldSchema("epoch", "epoch", "IntegerField", required=True,
                    description="The event that last changed name, role or password."),
                "registered_at": FieldSchema("registered_at", "registered_at", "DateTimeField", required=True, storage="epochMillis"),
                "registration_id": FieldSchema("registration_id", "registration_id", "IntegerField", required=True,
                    description="The event that registered them; nobody else ever has it."),
            },
            key=KeyPair("PK", Template(("USER#", Placeholder("name"))), "SK", Template(("METADATA",))), primary_id=Template((Placeholder("name"),)),
            indexes={
                "usersByEmail": IndexSchema("usersByEmail", "users_by_email",
                    KeyPair("GSI1PK", Template((Placeholder("email", "lower"),)), "GSI1SK", Template(("USER#", Placeholder("name")))),
                    physical=_INDEX_1),
                "users": IndexSchema("users", "users", KeyPair("GSI2PK", Template(("LIST#USER",)), "GSI2SK", Template((Placeholder("name_folded"),))),
                    physical=_INDEX_2),
            },
            uniques={
                "uniqueFoldedName": UniqueSchema(name="uniqueFoldedName", fields=("name_folded",), python_name="find_by_folded_name",
                    key=KeyPair("PK", Template(("NAME#", Placeholder("name_folded"))), "SK", Template(("LOCK",)))),
                "uniqueFoldedEmail": UniqueSchema(name="uniqueFoldedEmail", fields=("email_folded",), python_name="find_by_folded_email",
                    key=KeyPair("PK", Template(("EMAIL#", Placeholder("email_folded"))), "SK", Template(("LOCK",)))),
            },
            type_value="USER", description="Somebody who signs in.",
        ),
        "Election": ModelSchema(
            name="Election", handle="election",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True, max_length=200),
                "name_folded": FieldSchema("name_folded", "name_folded", "StringField", required=True,
                    description="The name without case; one election has it."),
                "owner_name": FieldSchema("owner_name", "owner_name", "StringField", required=True, max_length=200),
                "description": FieldSchema("description", "description", "StringField", required=True),
                "secret_ballot": FieldSchema("secret_ballot", "secret_ballot", "BooleanField", required=True),
                "no_voting_before": FieldSchema("no_voting_before", "no_voting_before", "DateTimeField", storage="epochMillis"),
                "no_voting_after": FieldSchema("no_voting_after", "no_voting_after", "DateTimeField", storage="epochMillis"),
                "allow_edit": FieldSchema("allow_edit", "allow_edit", "BooleanField", required=True,
                    description="Whether candidates and voters may change."),
                "allow_vote": FieldSchema("allow_vote", "allow_vote", "BooleanField", required=True),
                "confirmations": FieldSchema("confirmations", "confirmations", "EnumField", required=True, values=("beside", "apart")),
                "created_at": FieldSchema("created_at", "created_at", "DateTimeField", required=True, storage="epochMillis"),
                "launched_at": FieldSchema("launched_at", "launched_at", "DateTimeField", storage="epochMillis"),
                "finalized_at": FieldSchema("finalized_at", "finalized_at", "DateTimeField", storage="epochMillis"),
                "candidate_count": FieldSchema("candidate_count", "candidate_count", "IntegerField", required=True),
                "voter_count": FieldSchema("voter_count", "voter_count", "IntegerField", required=True),
                "ballot_count": FieldSchema("ballot_count", "ballot_count", "IntegerField", required=True),
            },
            key=KeyPair("PK", Template(("ELECTION#", Placeholder("name"))), "SK", Template(("METADATA",))),
            primary_id=Template((Placeholder("name"),)),
            indexes={
                "elections": IndexSchema("elections", "elections",
                    KeyPair("GSI2PK", Template(("LIST#ELECTION",)), "GSI2SK", Template((Placeholder("name_folded"),))), physical=_INDEX_2),
            },
            uniques={
                "uniqueFoldedName": UniqueSchema(name="uniqueFoldedName", fields=("name_folded",), python_name="find_by_folded_name",
                    key=KeyPair("PK", Template(("ELECTIONNAME#", Placeholder("name_folded"))), "SK", Template(("LOCK",)))),
            },
            type_value="ELECTION", description="A question with its rules; what belongs to it is in its partition.",
        ),
        "Candidate": ModelSchema(
            name="Candidate", handle="candidate",
            fields={
                "election_name": FieldSchema("election_name", "election_name", "StringField", required=True, max_length=200),
                "candidate_name": FieldSchema("candidate_name", "candidate_name", "StringField", required=True, max_length=200),
                "description": FieldSchema("description", "description", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("ELECTION#", Placeholder("election_name"))), "SK", Template(("CANDIDATE#", Placeholder("candidate_name")))),
            primary_id=Template((Placeholder("election_name", escaped="%#"), "#", Placeholder("candidate_name"))),
            indexes={
                "candidatesOfElection": IndexSchema(
                    "candidatesOfElection", "candidates_of_election",
                    KeyPair("PK", Template(("ELECTION#", Placeholder("election_name"))), "SK",
                        Template(("CANDIDATE#", Placeholder("candidate_name")))),
                ),
            },
            type_value="CANDIDATE", description="One of the choices.",
        ),
        "Voter": ModelSchema(
            name="Voter", handle="voter",
            fields={
                "election_name": FieldSchema("election_name", "election_name", "StringField", required=True, max_length=200),
                "voter_name": FieldSchema("voter_name", "voter_name", "StringField", required=True, max_length=200),
            },
            key=KeyPair("PK", Template(("ELECTION#", Placeholder("election_name"))), "SK", Template(("VOTER#", Placeholder("voter_name")))),
            primary_id=Template((Placeholder("election_name", escaped="%#"), "#", Placeholder("voter_name"))),
            indexes={
                "votersOfElection": IndexSchema("votersOfElection", "voters_of_election",
                    KeyPair("PK", Template(("ELECTION#", Placeholder("election_name"))), "SK", Template(("VOTER#", Placeholder("voter_name"))))),
            },
            type_value="VOTER", description="A user who may vote in an election.",
        ),
        "Ballot": ModelSchema(
            name="Ballot", handle="ballot",
            fields={
                "election_name": FieldSchema("election_name", "election_name", "StringField", required=True, max_length=200),
                "voter_name": FieldSchema("voter_name", "voter_name", "StringField", required=True, max_length=200),
                "confirmation": FieldSchema("confirmation", "confirmation", "StringField"),
                "when_cast": FieldSchema("when_cast", "when_cast", "DateTimeField", required=True, storage="epochMillis"),
                "rankings": FieldSchema("rankings", "rankings", "ListField", expected_bytes=800, description="Maps of candidate_name and rank."),
                "sealed": FieldSchema("sealed", "sealed", "StringField", expected_bytes=1200),
            },
            key=KeyPair("PK", Template(("ELECTION#", Placeholder("election_name"))), "SK", Template(("BALLOT#", Placeholder("voter_name")))),
            primary_id=Template((Placeholder("election_name", escaped="%#"), "#", Placeholder("voter_name"))),
            indexes={
                "ballotsOfElection": IndexSchema("ballotsOfElection", "ballots_of_election",
                    KeyPair("PK", Template(("ELECTION#", Placeholder("election_name"))), "SK", Template(("BALLOT#", Placeholder("voter_name"))))),
            },
            type_value="BALLOT", description="What a voter has cast; in a secret election it is sealed.",
        ),
        "Ownership": ModelSchema(
            name="Ownership", handle="ownership",
            fields={
                "user_name": FieldSchema("user_name", "user_name", "StringField", required=True, max_length=200),
                "election_name": FieldSchema("election_name", "election_name", "StringField", required=True, max_length=200),
            },
            key=KeyPair("PK", Template(("USER#", Placeholder("user_name"))), "SK", Template(("OWNS#", Placeholder("election_name")))),
            primary_id=Template((Placeholder("user_name", escaped="%#"), "#", Placeholder("election_name"))),
            indexes={
                "electionsOfOwner": IndexSchema("electionsOfOwner", "elections_of_owner",
                    KeyPair("PK", Template(("USER#", Placeholder("user_name"))), "SK", Template(("OWNS#", Placeholder("election_name"))))),
            },
            type_value="OWNERSHIP", description="An election in its organiser's partition.",
        ),
        "Eligibility": ModelSchema(
            name="Eligibility", handle="eligibility",
            fields={
                "user_name": FieldSchema("user_name", "user_name", "StringField", required=True, max_length=200),
                "election_name": FieldSchema("election_name", "election_name", "StringField", required=True, max_length=200),
            },
            key=KeyPair("PK", Template(("USER#", Placeholder("user_name"))), "SK", Template(("VOTES#", Placeholder("election_name")))),
            primary_id=Template((Placeholder("user_name", escaped="%#"), "#", Placeholder("election_name"))),
            indexes={
                "electionsOfVoter": IndexSchema("electionsOfVoter", "elections_of_voter",
                    KeyPair("PK", Template(("USER#", Placeholder("user_name"))), "SK", Template(("VOTES#", Placeholder("election_name"))))),
            },
            type_value="ELIGIBILITY", description="An election in the partition of one who may vote in it.",
        ),
        "Counts": ModelSchema(
            name="Counts", handle="counts",
            fields={
                "user_count": FieldSchema("user_count", "user_count", "CounterField"),
                "election_count": FieldSchema("election_count", "election_count", "CounterField"),
                "last_updated": FieldSchema("last_updated", "last_updated", "DateTimeField", storage="epochMillis",
                    description="When the last event changed one of them."),
            },
            key=KeyPair("PK", Template(("METADATA",)), "SK", Template(("COUNTS",))), primary_id=Template(("Counts",)), type_value="COUNTS",
            counters=("user_count", "election_count"), description="How many there are, counted in the transactions that change it.",
        ),
        "Sync": ModelSchema(
            name="Sync", handle="sync",
            fields={
                "last_event_id": FieldSchema("last_event_id", "last_event_id", "IntegerField", required=True),
                "done": FieldSchema("done", "done", "IntegerField", required=True, description="Writes of the next event that are applied already."),
                "rebuilding": FieldSchema("rebuilding", "rebuilding", "StringField"),
            },
            key=KeyPair("PK", Template(("METADATA",)), "SK", Template(("SYNC",))), primary_id=Template(("Sync",)), type_value="SYNC",
            description="The last event that the rows show.",
        ),
    },
)

UserRole = Literal["NO_ACCESS", "OBSERVER", "VOTER", "USER", "ADMIN", "AUDITOR", "OWNER"]
UserField = Literal["name", "name_folded", "email", "email_folded", "salt", "hash", "role", "epoch", "registered_at", "registration_id"]


class UserFields(Fields):
    """User's fields, for building conditions and changes."""

    name: TextRef
    name_folded: TextRef
    email: TextRef
    email_folded: TextRef
    salt: TextRef
    hash: TextRef
    role: FieldRef[UserRole]
    epoch: NumberRef[int]
    registered_at: FieldRef[datetime]
    registration_id: NumberRef[int]


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
    registration_id: int


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
    registration_id: int
    """The event that registered them; nobody else ever has it."""


ElectionConfirmations = Literal["beside", "apart"]
ElectionField = Literal["name", "name_folded", "owner_name", "description", "secret_ballot", "no_voting_before", "no_voting_after", "allow_edit",
    "allow_vote", "confirmations", "created_at", "launched_at", "finalized_at", "candidate_count", "voter_count", "ballot_count"]


class ElectionFields(Fields):
    """Election's fields, for building conditions and changes."""

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
    """Candidate's fields, for building conditions and changes."""

    election_name: TextRef
    candidate_name: TextRef
    description: TextRef


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
    """Voter's fields, for building conditions and changes."""

    election_name: TextRef
    voter_name: TextRef


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


BallotField = Literal["election_name", "voter_name", "confirmation", "when_cast", "rankings", "sealed"]


class BallotFields(Fields):
    """Ballot's fields, for building conditions and changes."""

    election_name: TextRef
    voter_name: TextRef
    confirmation: TextRef
    when_cast: FieldRef[datetime]
    rankings: ListRef
    sealed: TextRef


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
    """Ownership's fields, for building conditions and changes."""

    user_name: TextRef
    election_name: TextRef


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
    """Eligibility's fields, for building conditions and changes."""

    user_name: TextRef
    election_name: TextRef


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


CountsField = Literal["user_count", "election_count", "last_updated"]


class CountsFields(Fields):
    """Counts's fields, for building conditions and changes."""

    user_count: NumberRef[int]
    election_count: NumberRef[int]
    last_updated: FieldRef[datetime]


class CountsChanges(TypedDict, total=False):
    """What an update of a Counts may set."""

    user_count: int
    election_count: int
    last_updated: datetime | None


class Counts(Record, schema=_DESIGN.models["Counts"]):
    """How many there are, counted in the transactions that change it.

    - key: PK = METADATA, SK = COUNTS
    """

    fields: ClassVar[CountsFields]
    user_count: int = 0
    election_count: int = 0
    last_updated: datetime | None = None
    """When the last event changed one of them."""


SyncField = Literal["last_event_id", "done", "rebuilding"]


class SyncFields(Fields):
    """Sync's fields, for building conditions and changes."""

    last_event_id: NumberRef[int]
    done: NumberRef[int]
    rebuilding: TextRef


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


class UserMethods(Methods[User]):
    """The methods of User's handle and plans."""

    create = create_method(User)
    """Write a new User; refuse if there is one with its key."""
    upsert = upsert_method(User)
    """Change a User, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[User]:
        """Read User items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[UserChanges]) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def find_by_folded_name(self, name_folded: str, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `name_folded`."""
        return self._find("uniqueFoldedName", (name_folded,), include_expired)

    @method
    def find_by_folded_email(self, email_folded: str, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `email_folded`."""
        return self._find("uniqueFoldedEmail", (email_folded,), include_expired)

    @method
    def users_by_email(self, *, email: str, name: str | SortCondition | None = None, **options: Unpack[IndexOptions[UserField]]) -> Query[User]:
        """Query `usersByEmail` in GSI-1: GSI1PK = {email:lower}, GSI1SK = USER#{name}."""
        return self._query("usersByEmail", {"email": email, "name": name}, **options)

    @method
    def users(self, *, name_folded: str | SortCondition | None = None, **options: Unpack[IndexOptions[UserField]]) -> Query[User]:
        """Query `users` in GSI-2: GSI2PK = LIST#USER, GSI2SK = {name_folded}."""
        return self._query("users", {"name_folded": name_folded}, **options)


class UserPlans(UserMethods, Plans[User]):
    """Operations on User, unsent."""


class UserHandle(UserMethods, Handle[User, UserPlans]):
    """The User items of a table."""


class ElectionMethods(Methods[Election]):
    """The methods of Election's handle and plans."""

    create = create_method(Election)
    """Write a new Election; refuse if there is one with its key."""
    upsert = upsert_method(Election)
    """Change an Election, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Election]:
        """Read the Election with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Election]:
        """Read Election items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ElectionChanges]) -> Update[Election]:
        """Change an Election by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Election]:
        """Delete an Election by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def find_by_folded_name(self, name_folded: str, *, include_expired: bool = False) -> FindByUnique[Election]:
        """Find the one Election with this `name_folded`."""
        return self._find("uniqueFoldedName", (name_folded,), include_expired)

    @method
    def elections(self, *, name_folded: str | SortCondition | None = None, **options: Unpack[IndexOptions[ElectionField]]) -> Query[Election]:
        """Query `elections` in GSI-2: GSI2PK = LIST#ELECTION, GSI2SK = {name_folded}."""
        return self._query("elections", {"name_folded": name_folded}, **options)


class ElectionPlans(ElectionMethods, Plans[Election]):
    """Operations on Election, unsent."""


class ElectionHandle(ElectionMethods, Handle[Election, ElectionPlans]):
    """The Election items of a table."""


class CandidateMethods(Methods[Candidate]):
    """The methods of Candidate's handle and plans."""

    create = create_method(Candidate)
    """Write a new Candidate; refuse if there is one with its key."""
    upsert = upsert_method(Candidate)
    """Change a Candidate, or create it where there is none."""

    @method
    def get(self, election_name: str, candidate_name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Candidate]:
        """Read the Candidate with this key; None if there is none."""
        return self._get((election_name, candidate_name), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Candidate]:
        """Read Candidate items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, election_name: str, candidate_name: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[CandidateChanges]) -> Update[Candidate]:
        """Change a Candidate by its key; refuse if there is none."""
        return self._update((election_name, candidate_name), changes, values, condition)

    @method
    def delete(self, election_name: str, candidate_name: str, *, condition: Filter | None = None) -> Delete[Candidate]:
        """Delete a Candidate by its key; say whether there was one."""
        return self._delete((election_name, candidate_name), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Candidate]:
        """Delete Candidate items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def candidates_of_election(self, *, election_name: str, candidate_name: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[CandidateField]]) -> Query[Candidate]:
        """Query `candidatesOfElection` in the table: PK = ELECTION#{election_name}, SK = CANDIDATE#{candidate_name}."""
        return self._query("candidatesOfElection", {"election_name": election_name, "candidate_name": candidate_name}, **options)


class CandidatePlans(CandidateMethods, Plans[Candidate]):
    """Operations on Candidate, unsent."""


class CandidateHandle(CandidateMethods, Handle[Candidate, CandidatePlans]):
    """The Candidate items of a table."""


class VoterMethods(Methods[Voter]):
    """The methods of Voter's handle and plans."""

    create = create_method(Voter)
    """Write a new Voter; refuse if there is one with its key."""
    upsert = upsert_method(Voter)
    """Change a Voter, or create it where there is none."""

    @method
    def get(self, election_name: str, voter_name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Voter]:
        """Read the Voter with this key; None if there is none."""
        return self._get((election_name, voter_name), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Voter]:
        """Read Voter items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, election_name: str, voter_name: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[VoterChanges]) -> Update[Voter]:
        """Change a Voter by its key; refuse if there is none."""
        return self._update((election_name, voter_name), changes, values, condition)

    @method
    def delete(self, election_name: str, voter_name: str, *, condition: Filter | None = None) -> Delete[Voter]:
        """Delete a Voter by its key; say whether there was one."""
        return self._delete((election_name, voter_name), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Voter]:
        """Delete Voter items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def voters_of_election(self, *, election_name: str, voter_name: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[VoterField]]) -> Query[Voter]:
        """Query `votersOfElection` in the table: PK = ELECTION#{election_name}, SK = VOTER#{voter_name}."""
        return self._query("votersOfElection", {"election_name": election_name, "voter_name": voter_name}, **options)


class VoterPlans(VoterMethods, Plans[Voter]):
    """Operations on Voter, unsent."""


class VoterHandle(VoterMethods, Handle[Voter, VoterPlans]):
    """The Voter items of a table."""


class BallotMethods(Methods[Ballot]):
    """The methods of Ballot's handle and plans."""

    create = create_method(Ballot)
    """Write a new Ballot; refuse if there is one with its key."""
    upsert = upsert_method(Ballot)
    """Change a Ballot, or create it where there is none."""

    @method
    def get(self, election_name: str, voter_name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Ballot]:
        """Read the Ballot with this key; None if there is none."""
        return self._get((election_name, voter_name), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Ballot]:
        """Read Ballot items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, election_name: str, voter_name: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[BallotChanges]) -> Update[Ballot]:
        """Change a Ballot by its key; refuse if there is none."""
        return self._update((election_name, voter_name), changes, values, condition)

    @method
    def delete(self, election_name: str, voter_name: str, *, condition: Filter | None = None) -> Delete[Ballot]:
        """Delete a Ballot by its key; say whether there was one."""
        return self._delete((election_name, voter_name), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Ballot]:
        """Delete Ballot items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def ballots_of_election(self, *, election_name: str, voter_name: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[BallotField]]) -> Query[Ballot]:
        """Query `ballotsOfElection` in the table: PK = ELECTION#{election_name}, SK = BALLOT#{voter_name}."""
        return self._query("ballotsOfElection", {"election_name": election_name, "voter_name": voter_name}, **options)


class BallotPlans(BallotMethods, Plans[Ballot]):
    """Operations on Ballot, unsent."""


class BallotHandle(BallotMethods, Handle[Ballot, BallotPlans]):
    """The Ballot items of a table."""


class OwnershipMethods(Methods[Ownership]):
    """The methods of Ownership's handle and plans."""

    create = create_method(Ownership)
    """Write a new Ownership; refuse if there is one with its key."""
    upsert = upsert_method(Ownership)
    """Change an Ownership, or create it where there is none."""

    @method
    def get(self, user_name: str, election_name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Ownership]:
        """Read the Ownership with this key; None if there is none."""
        return self._get((user_name, election_name), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Ownership]:
        """Read Ownership items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_name: str, election_name: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[OwnershipChanges]) -> Update[Ownership]:
        """Change an Ownership by its key; refuse if there is none."""
        return self._update((user_name, election_name), changes, values, condition)

    @method
    def delete(self, user_name: str, election_name: str, *, condition: Filter | None = None) -> Delete[Ownership]:
        """Delete an Ownership by its key; say whether there was one."""
        return self._delete((user_name, election_name), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Ownership]:
        """Delete Ownership items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def elections_of_owner(self, *, user_name: str, election_name: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[OwnershipField]]) -> Query[Ownership]:
        """Query `electionsOfOwner` in the table: PK = USER#{user_name}, SK = OWNS#{election_name}."""
        return self._query("electionsOfOwner", {"user_name": user_name, "election_name": election_name}, **options)


class OwnershipPlans(OwnershipMethods, Plans[Ownership]):
    """Operations on Ownership, unsent."""


class OwnershipHandle(OwnershipMethods, Handle[Ownership, OwnershipPlans]):
    """The Ownership items of a table."""


class EligibilityMethods(Methods[Eligibility]):
    """The methods of Eligibility's handle and plans."""

    create = create_method(Eligibility)
    """Write a new Eligibility; refuse if there is one with its key."""
    upsert = upsert_method(Eligibility)
    """Change an Eligibility, or create it where there is none."""

    @method
    def get(self, user_name: str, election_name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Eligibility]:
        """Read the Eligibility with this key; None if there is none."""
        return self._get((user_name, election_name), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Eligibility]:
        """Read Eligibility items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_name: str, election_name: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[EligibilityChanges]) -> Update[Eligibility]:
        """Change an Eligibility by its key; refuse if there is none."""
        return self._update((user_name, election_name), changes, values, condition)

    @method
    def delete(self, user_name: str, election_name: str, *, condition: Filter | None = None) -> Delete[Eligibility]:
        """Delete an Eligibility by its key; say whether there was one."""
        return self._delete((user_name, election_name), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Eligibility]:
        """Delete Eligibility items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def elections_of_voter(self, *, user_name: str, election_name: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[EligibilityField]]) -> Query[Eligibility]:
        """Query `electionsOfVoter` in the table: PK = USER#{user_name}, SK = VOTES#{election_name}."""
        return self._query("electionsOfVoter", {"user_name": user_name, "election_name": election_name}, **options)


class EligibilityPlans(EligibilityMethods, Plans[Eligibility]):
    """Operations on Eligibility, unsent."""


class EligibilityHandle(EligibilityMethods, Handle[Eligibility, EligibilityPlans]):
    """The Eligibility items of a table."""


class CountsMethods(Methods[Counts]):
    """The methods of Counts's handle and plans."""

    create = create_method(Counts)
    """Write a new Counts; refuse if there is one with its key."""
    upsert = upsert_method(Counts)
    """Change a Counts, or create it where there is none."""

    @method
    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Get[Counts]:
        """Read the Counts with this key; None if there is none."""
        return self._get((), consistent, include_expired)

    @method
    def update(self, *changes: Change, condition: Filter | None = None, **values: Unpack[CountsChanges]) -> Update[Counts]:
        """Change a Counts by its key; refuse if there is none."""
        return self._update((), changes, values, condition)

    @method
    def delete(self, *, condition: Filter | None = None) -> Delete[Counts]:
        """Delete a Counts by its key; say whether there was one."""
        return self._delete((), condition)


class CountsPlans(CountsMethods, Plans[Counts]):
    """Operations on Counts, unsent."""


class CountsHandle(CountsMethods, Handle[Counts, CountsPlans]):
    """The Counts items of a table."""


class SyncMethods(Methods[Sync]):
    """The methods of Sync's handle and plans."""

    create = create_method(Sync)
    """Write a new Sync; refuse if there is one with its key."""
    upsert = upsert_method(Sync)
    """Change a Sync, or create it where there is none."""

    @method
    def get(self, *, consistent: bool = True, include_expired: bool = False) -> Get[Sync]:
        """Read the Sync with this key; None if there is none."""
        return self._get((), consistent, include_expired)

    @method
    def update(self, *changes: Change, condition: Filter | None = None, **values: Unpack[SyncChanges]) -> Update[Sync]:
        """Change a Sync by its key; refuse if there is none."""
        return self._update((), changes, values, condition)

    @method
    def delete(self, *, condition: Filter | None = None) -> Delete[Sync]:
        """Delete a Sync by its key; say whether there was one."""
        return self._delete((), condition)


class SyncPlans(SyncMethods, Plans[Sync]):
    """Operations on Sync, unsent."""


class SyncHandle(SyncMethods, Handle[Sync, SyncPlans]):
    """The Sync items of a table."""


class VoteData(Table):
    """The table `vote_data` on a store."""

    design = _DESIGN
    models = (User, Election, Candidate, Voter, Ballot, Ownership, Eligibility, Counts, Sync)

    user = handle(User, UserHandle, UserPlans)
    """The User items."""
    election = handle(Election, ElectionHandle, ElectionPlans)
    """The Election items."""
    candidate = handle(Candidate, CandidateHandle, CandidatePlans)
    """The Candidate items."""
    voter = handle(Voter, VoterHandle, VoterPlans)
    """The Voter items."""
    ballot = handle(Ballot, BallotHandle, BallotPlans)
    """The Ballot items."""
    ownership = handle(Ownership, OwnershipHandle, OwnershipPlans)
    """The Ownership items."""
    eligibility = handle(Eligibility, EligibilityHandle, EligibilityPlans)
    """The Eligibility items."""
    counts = handle(Counts, CountsHandle, CountsPlans)
    """The Counts items."""
    sync = handle(Sync, SyncHandle, SyncPlans)
    """The Sync items."""
