"""Club: typed access to the table `club`.

Generated from its design; change that, and generate again:

    tavola generate club.yaml -o async_club.py --async
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    IterationSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    Relation,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, NumberRef, SetRef, TextRef, auto
from tavola.model import member as member_
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import (
    AsyncHandle,
    AsyncPage,
    AsyncRecord,
    AsyncTable,
    IndexOptions,
    PageOptions,
    Plans,
    QueryOptions,
    table_of,
)

__all__ = ["Account", "Club", "Follow", "Member", "Ticket", "Visit"]

_INDEX_1 = PhysicalIndex(name="gsi1", partition_key="_gsi1_pk", sort_key="_gsi1_sk")
_INDEX_2 = PhysicalIndex(name="gsi2", partition_key="_gsi2_pk", sort_key="_gsi2_sk")
_INDEX_3 = PhysicalIndex(name="gsi3", partition_key="_gsi3_pk", sort_key="_gsi3_sk")
_INDEX_4 = PhysicalIndex(name="gsi4", partition_key="_gsi4_pk", sort_key="_gsi4_sk")
_INDEX_5 = PhysicalIndex(name="gsi5", partition_key="_gsi5_pk", sort_key="_gsi5_sk")
_INDEX_6 = PhysicalIndex(
    name="iter_index", partition_key="_iter_pk", sort_key="_iter_sk", projection="keysOnly"
)

_DESIGN = Design(
    name="Club",
    layout="managed",
    table=TableSettings(
        name="club",
        partition_key="_pk",
        sort_key="_sk",
        ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6),
    ),
    models={
        "Member": ModelSchema(
            name="Member",
            handle="member",
            fields={
                "memberId": FieldSchema(
                    name="memberId", python_name="member_id", type="UlidField", auto_assign=True
                ),
                "email": FieldSchema(name="email", python_name="email", type="StringField"),
                "nick": FieldSchema(name="nick", python_name="nick", type="StringField"),
                "team": FieldSchema(name="team", python_name="team", type="StringField"),
                "score": FieldSchema(name="score", python_name="score", type="IntegerField"),
                "weight": FieldSchema(name="weight", python_name="weight", type="FloatField"),
                "joinedAt": FieldSchema(
                    name="joinedAt",
                    python_name="joined_at",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "tags": FieldSchema(name="tags", python_name="tags", type="StringSetField"),
                "visits": FieldSchema(name="visits", python_name="visits", type="CounterField"),
                "note": FieldSchema(
                    name="note", python_name="note", type="StringField", default=""
                ),
                "active": FieldSchema(
                    name="active", python_name="active", type="BooleanField", default=False
                ),
                "level": FieldSchema(
                    name="level", python_name="level", type="IntegerField", default=0
                ),
                "bornAt": FieldSchema(
                    name="bornAt",
                    python_name="born_at",
                    type="DateTimeField",
                    default="1970-01-01T00:00:00Z",
                    storage="epochMillis",
                ),
                "ttl": FieldSchema(
                    name="ttl", python_name="ttl", type="TtlField", storage="epochSeconds"
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("m#", Placeholder("memberId"))),
                sort_attribute="_sk",
                sort=Template(("m",)),
            ),
            primary_id=Template((Placeholder("memberId"),)),
            indexes={
                "membersForTeam": IndexSchema(
                    name="membersForTeam",
                    python_name="members_for_team",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("m#gsi1#", Placeholder("team"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("score", form="int20"),)),
                    ),
                    physical=_INDEX_1,
                ),
                "membersByJoining": IndexSchema(
                    name="membersByJoining",
                    python_name="members_by_joining",
                    key=KeyPair(
                        partition_attribute="_gsi2_pk",
                        partition=Template(("m#gsi2#m",)),
                        sort_attribute="_gsi2_sk",
                        sort=Template((Placeholder("joinedAt", form="ms20"),)),
                    ),
                    physical=_INDEX_2,
                ),
                "membersByVisits": IndexSchema(
                    name="membersByVisits",
                    python_name="members_by_visits",
                    key=KeyPair(
                        partition_attribute="_gsi3_pk",
                        partition=Template(("m#gsi3#", Placeholder("team"))),
                        sort_attribute="_gsi3_sk",
                        sort=Template((Placeholder("visits", form="int20"),)),
                    ),
                    physical=_INDEX_3,
                ),
                "membersByWeight": IndexSchema(
                    name="membersByWeight",
                    python_name="members_by_weight",
                    key=KeyPair(
                        partition_attribute="_gsi4_pk",
                        partition=Template(("m#gsi4#", Placeholder("team"))),
                        sort_attribute="_gsi4_sk",
                        sort=Template((Placeholder("weight", form="float16"),)),
                    ),
                    physical=_INDEX_4,
                ),
            },
            uniques={
                "uniqueEmail": UniqueSchema(
                    name="uniqueEmail",
                    fields=("email",),
                    python_name="find_by_email",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("_raft_uc#_uc1#m#email:", Placeholder("email"))),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
                "uniqueNick": UniqueSchema(
                    name="uniqueNick",
                    fields=("nick",),
                    python_name="find_by_nick",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("_raft_uc#_uc2#m#nick:", Placeholder("nick"))),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
            },
            relations=(
                Relation(
                    kind="query",
                    model="Member",
                    python_name="query_visits",
                    target="Visit",
                    field="memberId",
                    source="Visit",
                    index="visitsForMember",
                ),
                Relation(
                    kind="mapping",
                    model="Member",
                    python_name="get_followers",
                    target="Member",
                    field="leaderId",
                    source="Follow",
                    index="followersForLeader",
                    other_field="followerId",
                ),
                Relation(
                    kind="mapping",
                    model="Member",
                    python_name="get_leaders",
                    target="Member",
                    field="followerId",
                    source="Follow",
                    index="leadersForFollower",
                    other_field="leaderId",
                ),
            ),
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(("m#iter#", Placeholder("$bucket", form="int:3"))),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("memberId"),)),
                ),
                buckets=10,
            ),
            model_prefix="m",
            ttl_field="ttl",
            counters=("visits",),
        ),
        "Account": ModelSchema(
            name="Account",
            handle="account",
            fields={
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", required=True
                ),
                "owner": FieldSchema(name="owner", python_name="owner", type="StringField"),
                "balance": FieldSchema(
                    name="balance", python_name="balance", type="IntegerField", default=0
                ),
                "version": FieldSchema(name="version", python_name="version", type="VersionField"),
                "modifiedAt": FieldSchema(
                    name="modifiedAt",
                    python_name="modified_at",
                    type="ModifiedDateField",
                    storage="epochMillis",
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("a#", Placeholder("name"))),
                sort_attribute="_sk",
                sort=Template(("a",)),
            ),
            primary_id=Template((Placeholder("name"),)),
            indexes={
                "accountsForOwner": IndexSchema(
                    name="accountsForOwner",
                    python_name="accounts_for_owner",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("a#gsi1#", Placeholder("owner"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("balance", form="int20"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            iteration=IterationSchema(
                physical=_INDEX_6,
                key=KeyPair(
                    partition_attribute="_iter_pk",
                    partition=Template(("a#iter#", Placeholder("$bucket", form="int:3"))),
                    sort_attribute="_iter_sk",
                    sort=Template((Placeholder("name"),)),
                ),
                buckets=3,
            ),
            model_prefix="a",
            version_field="version",
        ),
        "Visit": ModelSchema(
            name="Visit",
            handle="visit",
            fields={
                "memberId": FieldSchema(
                    name="memberId",
                    python_name="member_id",
                    type="RelatedField",
                    required=True,
                    model="Member",
                ),
                "at": FieldSchema(
                    name="at",
                    python_name="at",
                    type="DateTimeField",
                    required=True,
                    storage="epochMillis",
                ),
                "room": FieldSchema(name="room", python_name="room", type="StringField"),
                "minutes": FieldSchema(name="minutes", python_name="minutes", type="IntegerField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("v#", Placeholder("memberId"))),
                sort_attribute="_sk",
                sort=Template((Placeholder("at", form="ms20"),)),
            ),
            primary_id=Template(
                (Placeholder("memberId"), "##__SK__##", Placeholder("at", form="ms20"))
            ),
            indexes={
                "visitsForMember": IndexSchema(
                    name="visitsForMember",
                    python_name="visits_for_member",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("v#", Placeholder("memberId"))),
                        sort_attribute="_sk",
                        sort=Template((Placeholder("at", form="ms20"),)),
                    ),
                ),
                "visitsForRoom": IndexSchema(
                    name="visitsForRoom",
                    python_name="visits_for_room",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("v#gsi1#", Placeholder("room"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("at", form="ms20"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            relations=(
                Relation(
                    kind="getter",
                    model="Visit",
                    python_name="get_member",
                    target="Member",
                    field="memberId",
                ),
            ),
            model_prefix="v",
        ),
        "Follow": ModelSchema(
            name="Follow",
            handle="follow",
            fields={
                "leaderId": FieldSchema(
                    name="leaderId",
                    python_name="leader_id",
                    type="RelatedField",
                    required=True,
                    model="Member",
                ),
                "followerId": FieldSchema(
                    name="followerId",
                    python_name="follower_id",
                    type="RelatedField",
                    required=True,
                    model="Member",
                ),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("f#", Placeholder("leaderId"))),
                sort_attribute="_sk",
                sort=Template((Placeholder("followerId"),)),
            ),
            primary_id=Template((Placeholder("leaderId"), "##__SK__##", Placeholder("followerId"))),
            indexes={
                "followersForLeader": IndexSchema(
                    name="followersForLeader",
                    python_name="followers_for_leader",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("f#", Placeholder("leaderId"))),
                        sort_attribute="_sk",
                        sort=Template((Placeholder("followerId"),)),
                    ),
                ),
                "leadersForFollower": IndexSchema(
                    name="leadersForFollower",
                    python_name="leaders_for_follower",
                    key=KeyPair(
                        partition_attribute="_gsi1_pk",
                        partition=Template(("f#gsi1#", Placeholder("followerId"))),
                        sort_attribute="_gsi1_sk",
                        sort=Template((Placeholder("leaderId"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            relations=(
                Relation(
                    kind="getter",
                    model="Follow",
                    python_name="get_leader",
                    target="Member",
                    field="leaderId",
                ),
                Relation(
                    kind="getter",
                    model="Follow",
                    python_name="get_follower",
                    target="Member",
                    field="followerId",
                ),
            ),
            model_prefix="f",
            is_mapping=True,
        ),
        "Ticket": ModelSchema(
            name="Ticket",
            handle="ticket",
            fields={
                "ticketId": FieldSchema(
                    name="ticketId", python_name="ticket_id", type="UlidField", auto_assign=True
                ),
                "issuedAt": FieldSchema(
                    name="issuedAt",
                    python_name="issued_at",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "number": FieldSchema(name="number", python_name="number", type="IntegerField"),
                "label": FieldSchema(name="label", python_name="label", type="StringField"),
                "uses": FieldSchema(name="uses", python_name="uses", type="CounterField"),
            },
            key=KeyPair(
                partition_attribute="_pk",
                partition=Template(("k#", Placeholder("ticketId"))),
                sort_attribute="_sk",
                sort=Template(("k",)),
            ),
            primary_id=Template((Placeholder("ticketId"),)),
            uniques={
                "uniqueIssuedAt": UniqueSchema(
                    name="uniqueIssuedAt",
                    fields=("issuedAt",),
                    python_name="find_by_issued_at",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(
                            ("_raft_uc#_uc1#k#issuedAt:", Placeholder("issuedAt", form="ms"))
                        ),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
                "uniqueNumber": UniqueSchema(
                    name="uniqueNumber",
                    fields=("number",),
                    python_name="find_by_number",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(
                            ("_raft_uc#_uc2#k#number:", Placeholder("number", form="int"))
                        ),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
                "uniqueLabel": UniqueSchema(
                    name="uniqueLabel",
                    fields=("label",),
                    python_name="find_by_label",
                    key=KeyPair(
                        partition_attribute="_pk",
                        partition=Template(("_raft_uc#_uc3#k#label:", Placeholder("label"))),
                        sort_attribute="_sk",
                        sort=Template(("_raft_uc",)),
                    ),
                ),
            },
            model_prefix="k",
            counters=("uses",),
        ),
    },
)

MemberField = Literal[
    "member_id",
    "email",
    "nick",
    "team",
    "score",
    "weight",
    "joined_at",
    "tags",
    "visits",
    "note",
    "active",
    "level",
    "born_at",
    "ttl",
]


class MemberFields(Fields):
    """Member's fields, to make conditions and changes of."""

    member_id: TextRef
    email: TextRef
    nick: TextRef
    team: TextRef
    score: NumberRef[int]
    weight: NumberRef[float]
    joined_at: FieldRef[datetime]
    tags: SetRef
    visits: NumberRef[int]
    note: TextRef
    active: FieldRef[bool]
    level: NumberRef[int]
    born_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class MemberValues(TypedDict, total=False):
    """What a new Member is made of."""

    member_id: str
    email: str | None
    nick: str | None
    team: str | None
    score: int | None
    weight: float | None
    joined_at: datetime | None
    tags: set[str]
    visits: int
    note: str | None
    active: bool | None
    level: int | None
    born_at: datetime | None
    ttl: datetime | None


class MemberChanges(TypedDict, total=False):
    """What an update of a Member may set."""

    email: str | None
    nick: str | None
    team: str | None
    score: int | None
    weight: float | None
    joined_at: datetime | None
    tags: set[str]
    visits: int
    note: str | None
    active: bool | None
    level: int | None
    born_at: datetime | None
    ttl: datetime | None


class Member(AsyncRecord, schema=_DESIGN.models["Member"]):
    """A Member.

    - key: _pk = m#{memberId}, _sk = m
    - membersForTeam (gsi1): _gsi1_pk = m#gsi1#{team}, _gsi1_sk = {score:sortable}
    - membersByJoining (gsi2): _gsi2_pk = m#gsi2#m, _gsi2_sk = {joinedAt:sortable}
    - membersByVisits (gsi3): _gsi3_pk = m#gsi3#{team}, _gsi3_sk = {visits:sortable}
    - membersByWeight (gsi4): _gsi4_pk = m#gsi4#{team}, _gsi4_sk = {weight:sortable}
    - uniqueEmail, a lock: _pk = _raft_uc#_uc1#m#email:{email}, _sk = _raft_uc
    - uniqueNick, a lock: _pk = _raft_uc#_uc2#m#nick:{nick}, _sk = _raft_uc
    - iteration (iter_index): _iter_pk = m#iter#{bucket:03d}, _iter_sk = {memberId}
    """

    fields: ClassVar[MemberFields]
    member_id: str = auto()
    email: str | None = None
    nick: str | None = None
    team: str | None = None
    score: int | None = None
    weight: float | None = None
    joined_at: datetime | None = None
    tags: set[str] = member_()
    visits: int = 0
    note: str | None = ""
    active: bool | None = False
    level: int | None = 0
    born_at: datetime | None = member_(default="1970-01-01T00:00:00Z")
    ttl: datetime | None = None

    async def query_visits(
        self,
        *,
        at: datetime | SortCondition | None = None,
        **options: Unpack[QueryOptions[VisitField]],
    ) -> AsyncPage[Visit]:
        """Query the Visit items whose `member_id` is this one."""
        return await table_of(self, Club).visit.visits_for_member(
            member_id=self.member_id, at=at, **options
        )

    async def get_followers(
        self, *, follower_id: str | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> AsyncPage[Member]:
        """Read the Member items of this one, in the order of Follow."""
        mapping = table_of(self, Club).follow.plan.followers_for_leader(
            leader_id=self.member_id, follower_id=follower_id, **options
        )
        return await table_of(self, Club).member.reach(mapping, "followerId")

    async def get_leaders(
        self, *, leader_id: str | SortCondition | None = None, **options: Unpack[PageOptions]
    ) -> AsyncPage[Member]:
        """Read the Member items of this one, in the order of Follow."""
        mapping = table_of(self, Club).follow.plan.leaders_for_follower(
            follower_id=self.member_id, leader_id=leader_id, **options
        )
        return await table_of(self, Club).member.reach(mapping, "leaderId")


AccountField = Literal["name", "owner", "balance", "version", "modified_at"]


class AccountFields(Fields):
    """Account's fields, to make conditions and changes of."""

    name: TextRef
    owner: TextRef
    balance: NumberRef[int]
    version: TextRef
    modified_at: FieldRef[datetime]


class AccountValues(TypedDict, total=False):
    """What a new Account is made of."""

    name: Required[str]
    owner: str | None
    balance: int | None
    version: str
    modified_at: datetime


class AccountChanges(TypedDict, total=False):
    """What an update of an Account may set."""

    owner: str | None
    balance: int | None


class Account(AsyncRecord, schema=_DESIGN.models["Account"]):
    """An Account.

    - key: _pk = a#{name}, _sk = a
    - accountsForOwner (gsi1): _gsi1_pk = a#gsi1#{owner}, _gsi1_sk = {balance:sortable}
    - iteration (iter_index): _iter_pk = a#iter#{bucket:03d}, _iter_sk = {name}
    """

    fields: ClassVar[AccountFields]
    name: str
    owner: str | None = None
    balance: int | None = 0
    version: str = auto()
    modified_at: datetime = auto()


VisitField = Literal["member_id", "at", "room", "minutes"]


class VisitFields(Fields):
    """Visit's fields, to make conditions and changes of."""

    member_id: TextRef
    at: FieldRef[datetime]
    room: TextRef
    minutes: NumberRef[int]


class VisitValues(TypedDict, total=False):
    """What a new Visit is made of."""

    member_id: Required[str]
    at: Required[datetime]
    room: str | None
    minutes: int | None


class VisitChanges(TypedDict, total=False):
    """What an update of a Visit may set."""

    room: str | None
    minutes: int | None


class Visit(AsyncRecord, schema=_DESIGN.models["Visit"]):
    """A Visit.

    - key: _pk = v#{memberId}, _sk = {at:sortable}
    - visitsForMember: key
    - visitsForRoom (gsi1): _gsi1_pk = v#gsi1#{room}, _gsi1_sk = {at:sortable}
    """

    fields: ClassVar[VisitFields]
    member_id: str
    at: datetime
    room: str | None = None
    minutes: int | None = None

    async def get_member(self) -> Member | None:
        """Read the Member that `member_id` refers to."""
        return await table_of(self, Club).member.get_by_id(self.member_id)


FollowField = Literal["leader_id", "follower_id"]


class FollowFields(Fields):
    """Follow's fields, to make conditions and changes of."""

    leader_id: TextRef
    follower_id: TextRef


class FollowValues(TypedDict, total=False):
    """What a new Follow is made of."""

    leader_id: Required[str]
    follower_id: Required[str]


class FollowChanges(TypedDict, total=False):
    """What an update of a Follow may set."""


class Follow(AsyncRecord, schema=_DESIGN.models["Follow"]):
    """A Follow.

    - key: _pk = f#{leaderId}, _sk = {followerId}
    - followersForLeader: key
    - leadersForFollower (gsi1): _gsi1_pk = f#gsi1#{followerId}, _gsi1_sk = {leaderId}
    """

    fields: ClassVar[FollowFields]
    leader_id: str
    follower_id: str

    async def get_leader(self) -> Member | None:
        """Read the Member that `leader_id` refers to."""
        return await table_of(self, Club).member.get_by_id(self.leader_id)

    async def get_follower(self) -> Member | None:
        """Read the Member that `follower_id` refers to."""
        return await table_of(self, Club).member.get_by_id(self.follower_id)


TicketField = Literal["ticket_id", "issued_at", "number", "label", "uses"]


class TicketFields(Fields):
    """Ticket's fields, to make conditions and changes of."""

    ticket_id: TextRef
    issued_at: FieldRef[datetime]
    number: NumberRef[int]
    label: TextRef
    uses: NumberRef[int]


class TicketValues(TypedDict, total=False):
    """What a new Ticket is made of."""

    ticket_id: str
    issued_at: datetime | None
    number: int | None
    label: str | None
    uses: int


class TicketChanges(TypedDict, total=False):
    """What an update of a Ticket may set."""

    issued_at: datetime | None
    number: int | None
    label: str | None
    uses: int


class Ticket(AsyncRecord, schema=_DESIGN.models["Ticket"]):
    """A Ticket.

    - key: _pk = k#{ticketId}, _sk = k
    - uniqueIssuedAt, a lock: _pk = _raft_uc#_uc1#k#issuedAt:{issuedAt}, _sk = _raft_uc
    - uniqueNumber, a lock: _pk = _raft_uc#_uc2#k#number:{number}, _sk = _raft_uc
    - uniqueLabel, a lock: _pk = _raft_uc#_uc3#k#label:{label}, _sk = _raft_uc
    """

    fields: ClassVar[TicketFields]
    ticket_id: str = auto()
    issued_at: datetime | None = None
    number: int | None = None
    label: str | None = None
    uses: int = 0


class MemberPlans(Plans[Member]):
    """Operations on Member, unsent."""

    def create(self, **values: Unpack[MemberValues]) -> Create[Member]:
        """Write a new Member; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, member_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Member]:
        """Read the Member with this key; None if there is none."""
        return self._get((member_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Member]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        member_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[MemberChanges],
    ) -> Update[Member]:
        """Change a Member by its key; refuse if there is none."""
        return self._update((member_id,), changes, values, condition)

    def upsert(self, **values: Unpack[MemberValues]) -> Upsert[Member]:
        """Change a Member, or create it where there is none."""
        return self._upsert(values)

    def delete(self, member_id: str, *, condition: Filter | None = None) -> Delete[Member]:
        """Delete a Member by its key; say whether there was one."""
        return self._delete((member_id,), condition)

    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Member]:
        """Find the one Member with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    def find_by_nick(self, nick: str, *, include_expired: bool = False) -> FindByUnique[Member]:
        """Find the one Member with this `nick`."""
        return self._find("uniqueNick", (nick,), include_expired)

    def members_for_team(
        self,
        *,
        team: str,
        score: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> Query[Member]:
        """Query gsi1: _gsi1_pk = m#gsi1#{team}, _gsi1_sk = {score:sortable}."""
        return self._query("membersForTeam", {"team": team, "score": score}, **options)

    def members_by_joining(
        self,
        *,
        joined_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> Query[Member]:
        """Query gsi2: _gsi2_pk = m#gsi2#m, _gsi2_sk = {joinedAt:sortable}."""
        return self._query("membersByJoining", {"joined_at": joined_at}, **options)

    def members_by_visits(
        self,
        *,
        team: str,
        visits: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> Query[Member]:
        """Query gsi3: _gsi3_pk = m#gsi3#{team}, _gsi3_sk = {visits:sortable}."""
        return self._query("membersByVisits", {"team": team, "visits": visits}, **options)

    def members_by_weight(
        self,
        *,
        team: str,
        weight: float | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> Query[Member]:
        """Query gsi4: _gsi4_pk = m#gsi4#{team}, _gsi4_sk = {weight:sortable}."""
        return self._query("membersByWeight", {"team": team, "weight": weight}, **options)


class MemberHandle(AsyncHandle[Member, MemberPlans]):
    """The Member items of a table."""

    async def create(self, **values: Unpack[MemberValues]) -> Member:
        """Write a new Member; refuse if there is one with its key."""
        return await self._table.create(self._codec, values)

    async def get(
        self, member_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Member | None:
        """Read the Member with this key; None if there is none."""
        return await self._table.get(self._plan_get((member_id,), consistent, include_expired))

    async def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Member | None]:
        """Read items by their keys; the result is in the keys' order."""
        return await self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    async def update(
        self,
        member_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[MemberChanges],
    ) -> Member:
        """Change a Member by its key; refuse if there is none."""
        return await self._run(self.plan.update(member_id, *changes, condition=condition, **values))

    async def upsert(self, **values: Unpack[MemberValues]) -> Member:
        """Change a Member, or create it where there is none."""
        return await self._run(self.plan.upsert(**values))

    async def delete(self, member_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Member by its key; say whether there was one."""
        return await self._run(self.plan.delete(member_id, condition=condition))

    async def find_by_email(self, email: str, *, include_expired: bool = False) -> Member | None:
        """Find the one Member with this `email`."""
        return await self._run(self.plan.find_by_email(email, include_expired=include_expired))

    async def find_by_nick(self, nick: str, *, include_expired: bool = False) -> Member | None:
        """Find the one Member with this `nick`."""
        return await self._run(self.plan.find_by_nick(nick, include_expired=include_expired))

    async def members_for_team(
        self,
        *,
        team: str,
        score: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> AsyncPage[Member]:
        """Query gsi1: _gsi1_pk = m#gsi1#{team}, _gsi1_sk = {score:sortable}."""
        return await self._page(self.plan.members_for_team(team=team, score=score, **options))

    async def members_by_joining(
        self,
        *,
        joined_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> AsyncPage[Member]:
        """Query gsi2: _gsi2_pk = m#gsi2#m, _gsi2_sk = {joinedAt:sortable}."""
        return await self._page(self.plan.members_by_joining(joined_at=joined_at, **options))

    async def members_by_visits(
        self,
        *,
        team: str,
        visits: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> AsyncPage[Member]:
        """Query gsi3: _gsi3_pk = m#gsi3#{team}, _gsi3_sk = {visits:sortable}."""
        return await self._page(self.plan.members_by_visits(team=team, visits=visits, **options))

    async def members_by_weight(
        self,
        *,
        team: str,
        weight: float | SortCondition | None = None,
        **options: Unpack[IndexOptions[MemberField]],
    ) -> AsyncPage[Member]:
        """Query gsi4: _gsi4_pk = m#gsi4#{team}, _gsi4_sk = {weight:sortable}."""
        return await self._page(self.plan.members_by_weight(team=team, weight=weight, **options))


class AccountPlans(Plans[Account]):
    """Operations on Account, unsent."""

    def create(self, **values: Unpack[AccountValues]) -> Create[Account]:
        """Write a new Account; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Account]:
        """Read the Account with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Account]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str | None = None,
        **values: Unpack[AccountChanges],
    ) -> Update[Account]:
        """Change an Account by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition, expect_version)

    def upsert(self, **values: Unpack[AccountValues]) -> Upsert[Account]:
        """Change an Account, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, name: str, *, condition: Filter | None = None, expect_version: str | None = None
    ) -> Delete[Account]:
        """Delete an Account by its key; say whether there was one."""
        return self._delete((name,), condition, expect_version)

    def accounts_for_owner(
        self,
        *,
        owner: str,
        balance: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[AccountField]],
    ) -> Query[Account]:
        """Query gsi1: _gsi1_pk = a#gsi1#{owner}, _gsi1_sk = {balance:sortable}."""
        return self._query("accountsForOwner", {"owner": owner, "balance": balance}, **options)


class AccountHandle(AsyncHandle[Account, AccountPlans]):
    """The Account items of a table."""

    async def create(self, **values: Unpack[AccountValues]) -> Account:
        """Write a new Account; refuse if there is one with its key."""
        return await self._table.create(self._codec, values)

    async def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Account | None:
        """Read the Account with this key; None if there is none."""
        return await self._table.get(self._plan_get((name,), consistent, include_expired))

    async def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Account | None]:
        """Read items by their keys; the result is in the keys' order."""
        return await self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    async def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        expect_version: str | None = None,
        **values: Unpack[AccountChanges],
    ) -> Account:
        """Change an Account by its key; refuse if there is none."""
        return await self._run(
            self.plan.update(
                name, *changes, condition=condition, expect_version=expect_version, **values
            ),
        )

    async def upsert(self, **values: Unpack[AccountValues]) -> Account:
        """Change an Account, or create it where there is none."""
        return await self._run(self.plan.upsert(**values))

    async def delete(
        self, name: str, *, condition: Filter | None = None, expect_version: str | None = None
    ) -> bool:
        """Delete an Account by its key; say whether there was one."""
        return await self._run(
            self.plan.delete(name, condition=condition, expect_version=expect_version)
        )

    async def accounts_for_owner(
        self,
        *,
        owner: str,
        balance: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[AccountField]],
    ) -> AsyncPage[Account]:
        """Query gsi1: _gsi1_pk = a#gsi1#{owner}, _gsi1_sk = {balance:sortable}."""
        return await self._page(
            self.plan.accounts_for_owner(owner=owner, balance=balance, **options)
        )


class VisitPlans(Plans[Visit]):
    """Operations on Visit, unsent."""

    def create(self, **values: Unpack[VisitValues]) -> Create[Visit]:
        """Write a new Visit; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        member_id: str,
        at: datetime,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Visit]:
        """Read the Visit with this key; None if there is none."""
        return self._get((member_id, at), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, datetime]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Visit]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        member_id: str,
        at: datetime,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[VisitChanges],
    ) -> Update[Visit]:
        """Change a Visit by its key; refuse if there is none."""
        return self._update((member_id, at), changes, values, condition)

    def upsert(self, **values: Unpack[VisitValues]) -> Upsert[Visit]:
        """Change a Visit, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, member_id: str, at: datetime, *, condition: Filter | None = None
    ) -> Delete[Visit]:
        """Delete a Visit by its key; say whether there was one."""
        return self._delete((member_id, at), condition)

    def delete_all(self, keys: Iterable[tuple[str, datetime]]) -> BatchWrite[Visit]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def visits_for_member(
        self,
        *,
        member_id: str,
        at: datetime | SortCondition | None = None,
        **options: Unpack[QueryOptions[VisitField]],
    ) -> Query[Visit]:
        """Query the table: _pk = v#{memberId}, _sk = {at:sortable}."""
        return self._query("visitsForMember", {"member_id": member_id, "at": at}, **options)

    def visits_for_room(
        self,
        *,
        room: str,
        at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[VisitField]],
    ) -> Query[Visit]:
        """Query gsi1: _gsi1_pk = v#gsi1#{room}, _gsi1_sk = {at:sortable}."""
        return self._query("visitsForRoom", {"room": room, "at": at}, **options)


class VisitHandle(AsyncHandle[Visit, VisitPlans]):
    """The Visit items of a table."""

    async def create(self, **values: Unpack[VisitValues]) -> Visit:
        """Write a new Visit; refuse if there is one with its key."""
        return await self._table.create(self._codec, values)

    async def get(
        self,
        member_id: str,
        at: datetime,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Visit | None:
        """Read the Visit with this key; None if there is none."""
        return await self._table.get(self._plan_get((member_id, at), consistent, include_expired))

    async def get_many(
        self,
        keys: Iterable[tuple[str, datetime]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Visit | None]:
        """Read items by their keys; the result is in the keys' order."""
        return await self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    async def update(
        self,
        member_id: str,
        at: datetime,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[VisitChanges],
    ) -> Visit:
        """Change a Visit by its key; refuse if there is none."""
        return await self._run(
            self.plan.update(member_id, at, *changes, condition=condition, **values)
        )

    async def upsert(self, **values: Unpack[VisitValues]) -> Visit:
        """Change a Visit, or create it where there is none."""
        return await self._run(self.plan.upsert(**values))

    async def delete(
        self, member_id: str, at: datetime, *, condition: Filter | None = None
    ) -> bool:
        """Delete a Visit by its key; say whether there was one."""
        return await self._run(self.plan.delete(member_id, at, condition=condition))

    async def delete_all(self, keys: Iterable[tuple[str, datetime]]) -> None:
        """Delete items by their keys, in batches."""
        await self._run(self.plan.delete_all(keys))

    async def visits_for_member(
        self,
        *,
        member_id: str,
        at: datetime | SortCondition | None = None,
        **options: Unpack[QueryOptions[VisitField]],
    ) -> AsyncPage[Visit]:
        """Query the table: _pk = v#{memberId}, _sk = {at:sortable}."""
        return await self._page(self.plan.visits_for_member(member_id=member_id, at=at, **options))

    async def visits_for_room(
        self,
        *,
        room: str,
        at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[VisitField]],
    ) -> AsyncPage[Visit]:
        """Query gsi1: _gsi1_pk = v#gsi1#{room}, _gsi1_sk = {at:sortable}."""
        return await self._page(self.plan.visits_for_room(room=room, at=at, **options))


class FollowPlans(Plans[Follow]):
    """Operations on Follow, unsent."""

    def create(self, **values: Unpack[FollowValues]) -> Create[Follow]:
        """Write a new Follow; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        leader_id: str,
        follower_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Follow]:
        """Read the Follow with this key; None if there is none."""
        return self._get((leader_id, follower_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Follow]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        leader_id: str,
        follower_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[FollowChanges],
    ) -> Update[Follow]:
        """Change a Follow by its key; refuse if there is none."""
        return self._update((leader_id, follower_id), changes, values, condition)

    def upsert(self, **values: Unpack[FollowValues]) -> Upsert[Follow]:
        """Change a Follow, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, leader_id: str, follower_id: str, *, condition: Filter | None = None
    ) -> Delete[Follow]:
        """Delete a Follow by its key; say whether there was one."""
        return self._delete((leader_id, follower_id), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Follow]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def followers_for_leader(
        self,
        *,
        leader_id: str,
        follower_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[FollowField]],
    ) -> Query[Follow]:
        """Query the table: _pk = f#{leaderId}, _sk = {followerId}."""
        return self._query(
            "followersForLeader", {"leader_id": leader_id, "follower_id": follower_id}, **options
        )

    def leaders_for_follower(
        self,
        *,
        follower_id: str,
        leader_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[FollowField]],
    ) -> Query[Follow]:
        """Query gsi1: _gsi1_pk = f#gsi1#{followerId}, _gsi1_sk = {leaderId}."""
        return self._query(
            "leadersForFollower", {"follower_id": follower_id, "leader_id": leader_id}, **options
        )


class FollowHandle(AsyncHandle[Follow, FollowPlans]):
    """The Follow items of a table."""

    async def create(self, **values: Unpack[FollowValues]) -> Follow:
        """Write a new Follow; refuse if there is one with its key."""
        return await self._table.create(self._codec, values)

    async def get(
        self,
        leader_id: str,
        follower_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Follow | None:
        """Read the Follow with this key; None if there is none."""
        return await self._table.get(
            self._plan_get((leader_id, follower_id), consistent, include_expired)
        )

    async def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Follow | None]:
        """Read items by their keys; the result is in the keys' order."""
        return await self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    async def update(
        self,
        leader_id: str,
        follower_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[FollowChanges],
    ) -> Follow:
        """Change a Follow by its key; refuse if there is none."""
        return await self._run(
            self.plan.update(leader_id, follower_id, *changes, condition=condition, **values)
        )

    async def upsert(self, **values: Unpack[FollowValues]) -> Follow:
        """Change a Follow, or create it where there is none."""
        return await self._run(self.plan.upsert(**values))

    async def delete(
        self, leader_id: str, follower_id: str, *, condition: Filter | None = None
    ) -> bool:
        """Delete a Follow by its key; say whether there was one."""
        return await self._run(self.plan.delete(leader_id, follower_id, condition=condition))

    async def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        await self._run(self.plan.delete_all(keys))

    async def followers_for_leader(
        self,
        *,
        leader_id: str,
        follower_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[FollowField]],
    ) -> AsyncPage[Follow]:
        """Query the table: _pk = f#{leaderId}, _sk = {followerId}."""
        return await self._page(
            self.plan.followers_for_leader(leader_id=leader_id, follower_id=follower_id, **options)
        )

    async def leaders_for_follower(
        self,
        *,
        follower_id: str,
        leader_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[FollowField]],
    ) -> AsyncPage[Follow]:
        """Query gsi1: _gsi1_pk = f#gsi1#{followerId}, _gsi1_sk = {leaderId}."""
        return await self._page(
            self.plan.leaders_for_follower(follower_id=follower_id, leader_id=leader_id, **options)
        )


class TicketPlans(Plans[Ticket]):
    """Operations on Ticket, unsent."""

    def create(self, **values: Unpack[TicketValues]) -> Create[Ticket]:
        """Write a new Ticket; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, ticket_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Ticket]:
        """Read the Ticket with this key; None if there is none."""
        return self._get((ticket_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Ticket]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        ticket_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TicketChanges],
    ) -> Update[Ticket]:
        """Change a Ticket by its key; refuse if there is none."""
        return self._update((ticket_id,), changes, values, condition)

    def upsert(self, **values: Unpack[TicketValues]) -> Upsert[Ticket]:
        """Change a Ticket, or create it where there is none."""
        return self._upsert(values)

    def delete(self, ticket_id: str, *, condition: Filter | None = None) -> Delete[Ticket]:
        """Delete a Ticket by its key; say whether there was one."""
        return self._delete((ticket_id,), condition)

    def find_by_issued_at(
        self, issued_at: datetime, *, include_expired: bool = False
    ) -> FindByUnique[Ticket]:
        """Find the one Ticket with this `issued_at`."""
        return self._find("uniqueIssuedAt", (issued_at,), include_expired)

    def find_by_number(self, number: int, *, include_expired: bool = False) -> FindByUnique[Ticket]:
        """Find the one Ticket with this `number`."""
        return self._find("uniqueNumber", (number,), include_expired)

    def find_by_label(self, label: str, *, include_expired: bool = False) -> FindByUnique[Ticket]:
        """Find the one Ticket with this `label`."""
        return self._find("uniqueLabel", (label,), include_expired)


class TicketHandle(AsyncHandle[Ticket, TicketPlans]):
    """The Ticket items of a table."""

    async def create(self, **values: Unpack[TicketValues]) -> Ticket:
        """Write a new Ticket; refuse if there is one with its key."""
        return await self._table.create(self._codec, values)

    async def get(
        self, ticket_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Ticket | None:
        """Read the Ticket with this key; None if there is none."""
        return await self._table.get(self._plan_get((ticket_id,), consistent, include_expired))

    async def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Ticket | None]:
        """Read items by their keys; the result is in the keys' order."""
        return await self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    async def update(
        self,
        ticket_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TicketChanges],
    ) -> Ticket:
        """Change a Ticket by its key; refuse if there is none."""
        return await self._run(self.plan.update(ticket_id, *changes, condition=condition, **values))

    async def upsert(self, **values: Unpack[TicketValues]) -> Ticket:
        """Change a Ticket, or create it where there is none."""
        return await self._run(self.plan.upsert(**values))

    async def delete(self, ticket_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Ticket by its key; say whether there was one."""
        return await self._run(self.plan.delete(ticket_id, condition=condition))

    async def find_by_issued_at(
        self, issued_at: datetime, *, include_expired: bool = False
    ) -> Ticket | None:
        """Find the one Ticket with this `issued_at`."""
        return await self._run(
            self.plan.find_by_issued_at(issued_at, include_expired=include_expired)
        )

    async def find_by_number(self, number: int, *, include_expired: bool = False) -> Ticket | None:
        """Find the one Ticket with this `number`."""
        return await self._run(self.plan.find_by_number(number, include_expired=include_expired))

    async def find_by_label(self, label: str, *, include_expired: bool = False) -> Ticket | None:
        """Find the one Ticket with this `label`."""
        return await self._run(self.plan.find_by_label(label, include_expired=include_expired))


class Club(AsyncTable):
    """The table `club` on a store."""

    design = _DESIGN
    models = (Member, Account, Visit, Follow, Ticket)

    @cached_property
    def member(self) -> MemberHandle:
        """The Member items."""
        return MemberHandle(self, MemberPlans(self.own_place, self.codec(Member)))

    @cached_property
    def account(self) -> AccountHandle:
        """The Account items."""
        return AccountHandle(self, AccountPlans(self.own_place, self.codec(Account)))

    @cached_property
    def visit(self) -> VisitHandle:
        """The Visit items."""
        return VisitHandle(self, VisitPlans(self.own_place, self.codec(Visit)))

    @cached_property
    def follow(self) -> FollowHandle:
        """The Follow items."""
        return FollowHandle(self, FollowPlans(self.own_place, self.codec(Follow)))

    @cached_property
    def ticket(self) -> TicketHandle:
        """The Ticket items."""
        return TicketHandle(self, TicketPlans(self.own_place, self.codec(Ticket)))
