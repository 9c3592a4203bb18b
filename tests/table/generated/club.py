"""Club: typed access to the table `club`.

Generated from its design; change that, and generate again:

    tavola generate club.yaml -o club.py
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
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, IterationSchema, KeyPair, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, Relation, SetRef, TableSettings, Template, TextRef, UniqueSchema, auto, create_method, handle, method,
    table_of, upsert_method)
from tavola.runtime import member as member_

if TYPE_CHECKING:
    from tavola import Change, Page, SortCondition
    from tavola.runtime import (BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, PageOptions, Query, QueryOptions,
        Update)

__all__ = ["Account", "Club", "Follow", "Member", "Ticket", "Visit"]

_INDEX_1 = PhysicalIndex("gsi1", "_gsi1_pk", "_gsi1_sk")
_INDEX_2 = PhysicalIndex("gsi2", "_gsi2_pk", "_gsi2_sk")
_INDEX_3 = PhysicalIndex("gsi3", "_gsi3_pk", "_gsi3_sk")
_INDEX_4 = PhysicalIndex("gsi4", "_gsi4_pk", "_gsi4_sk")
_INDEX_5 = PhysicalIndex("gsi5", "_gsi5_pk", "_gsi5_sk")
_INDEX_6 = PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", projection="keysOnly")

_DESIGN = Design(
    name="Club", layout="managed",
    table=TableSettings(name="club", partition_key="_pk", sort_key="_sk", ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6)),
    models={
        "Member": ModelSchema(
            name="Member", handle="member",
            fields={
                "memberId": FieldSchema("memberId", "member_id", "UlidField", auto_assign=True),
                "email": FieldSchema("email", "email", "StringField", attribute="e-mail"),
                "nick": FieldSchema("nick", "nick", "StringField"),
                "team": FieldSchema("team", "team", "StringField", attribute="class"),
                "score": FieldSchema("score", "score", "IntegerField", attribute="__score__"),
                "weight": FieldSchema("weight", "weight", "FloatField"),
                "joinedAt": FieldSchema("joinedAt", "joined_at", "DateTimeField", storage="epochMillis", attribute="joined-at"),
                "tags": FieldSchema("tags", "tags", "StringSetField", attribute="tags[]"),
                "visits": FieldSchema("visits", "visits", "CounterField", attribute="visits.total"),
                "note": FieldSchema("note", "note", "StringField", default=""),
                "active": FieldSchema("active", "active", "BooleanField", default=False),
                "level": FieldSchema("level", "level", "IntegerField", default=0),
                "bornAt": FieldSchema("bornAt", "born_at", "DateTimeField", default="1970-01-01T00:00:00Z", storage="epochMillis"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("_pk", Template(("m#", Placeholder("memberId"))), "_sk", Template(("m",))), primary_id=Template((Placeholder("memberId"),)),
            indexes={
                "membersForTeam": IndexSchema("membersForTeam", "members_for_team",
                    KeyPair("_gsi1_pk", Template(("m#gsi1#", Placeholder("team"))), "_gsi1_sk", Template((Placeholder("score", "int20"),))),
                    physical=_INDEX_1),
                "membersByJoining": IndexSchema("membersByJoining", "members_by_joining",
                    KeyPair("_gsi2_pk", Template(("m#gsi2#m",)), "_gsi2_sk", Template((Placeholder("joinedAt", "ms20"),))), physical=_INDEX_2),
                "membersByVisits": IndexSchema("membersByVisits", "members_by_visits",
                    KeyPair("_gsi3_pk", Template(("m#gsi3#", Placeholder("team"))), "_gsi3_sk", Template((Placeholder("visits", "int20"),))),
                    physical=_INDEX_3),
                "membersByWeight": IndexSchema("membersByWeight", "members_by_weight",
                    KeyPair("_gsi4_pk", Template(("m#gsi4#", Placeholder("team"))), "_gsi4_sk", Template((Placeholder("weight", "float16"),))),
                    physical=_INDEX_4),
            },
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc1#m#email:", Placeholder("email"))), "_sk", Template(("_raft_uc",)))),
                "uniqueNick": UniqueSchema(name="uniqueNick", fields=("nick",), python_name="find_by_nick",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc2#m#nick:", Placeholder("nick"))), "_sk", Template(("_raft_uc",)))),
            },
            relations=(
                Relation("query", "Member", "query_visits", target="Visit", field="memberId", source="Visit", index="visitsForMember"),
                Relation("mapping", "Member", "get_followers", target="Member", field="leaderId", source="Follow", index="followersForLeader",
                    other_field="followerId"),
                Relation("mapping", "Member", "get_leaders", target="Member", field="followerId", source="Follow", index="leadersForFollower",
                    other_field="leaderId"),
            ),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("m#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("memberId"),))),
                buckets=10),
            model_prefix="m", ttl_field="ttl", counters=("visits",),
        ),
        "Account": ModelSchema(
            name="Account", handle="account",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "owner": FieldSchema("owner", "owner", "StringField"),
                "balance": FieldSchema("balance", "balance", "IntegerField", default=0, attribute='b a"l'),
                "version": FieldSchema("version", "version", "VersionField", attribute="_v"),
                "modifiedAt": FieldSchema("modifiedAt", "modified_at", "ModifiedDateField", storage="epochMillis"),
            },
            key=KeyPair("_pk", Template(("a#", Placeholder("name"))), "_sk", Template(("a",))), primary_id=Template((Placeholder("name"),)),
            indexes={
                "accountsForOwner": IndexSchema("accountsForOwner", "accounts_for_owner",
                    KeyPair("_gsi1_pk", Template(("a#gsi1#", Placeholder("owner"))), "_gsi1_sk", Template((Placeholder("balance", "int20"),))),
                    physical=_INDEX_1),
            },
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("a#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("name"),))),
                buckets=3),
            model_prefix="a", version_field="version",
        ),
        "Visit": ModelSchema(
            name="Visit", handle="visit",
            fields={
                "memberId": FieldSchema("memberId", "member_id", "RelatedField", required=True, model="Member"),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="epochMillis", attribute="room"),
                "room": FieldSchema("room", "room", "StringField", attribute="at"),
                "minutes": FieldSchema("minutes", "minutes", "IntegerField"),
            },
            key=KeyPair("_pk", Template(("v#", Placeholder("memberId"))), "_sk", Template((Placeholder("at", "ms20"),))),
            primary_id=Template((Placeholder("memberId"), "##__SK__##", Placeholder("at", "ms20"))),
            indexes={
                "visitsForMember": IndexSchema("visitsForMember", "visits_for_member",
                    KeyPair("_pk", Template(("v#", Placeholder("memberId"))), "_sk", Template((Placeholder("at", "ms20"),)))),
                "visitsForRoom": IndexSchema("visitsForRoom", "visits_for_room",
                    KeyPair("_gsi1_pk", Template(("v#gsi1#", Placeholder("room"))), "_gsi1_sk", Template((Placeholder("at", "ms20"),))),
                    physical=_INDEX_1),
            },
            relations=(Relation("getter", "Visit", "get_member", target="Member", field="memberId"),), model_prefix="v",
        ),
        "Follow": ModelSchema(
            name="Follow", handle="follow",
            fields={
                "leaderId": FieldSchema("leaderId", "leader_id", "RelatedField", required=True, model="Member"),
                "followerId": FieldSchema("followerId", "follower_id", "RelatedField", required=True, model="Member", attribute="follower_id"),
            },
            key=KeyPair("_pk", Template(("f#", Placeholder("leaderId"))), "_sk", Template((Placeholder("followerId"),))),
            primary_id=Template((Placeholder("leaderId"), "##__SK__##", Placeholder("followerId"))),
            indexes={
                "followersForLeader": IndexSchema("followersForLeader", "followers_for_leader",
                    KeyPair("_pk", Template(("f#", Placeholder("leaderId"))), "_sk", Template((Placeholder("followerId"),)))),
                "leadersForFollower": IndexSchema("leadersForFollower", "leaders_for_follower",
                    KeyPair("_gsi1_pk", Template(("f#gsi1#", Placeholder("followerId"))), "_gsi1_sk", Template((Placeholder("leaderId"),))),
                    physical=_INDEX_1),
            },
            relations=(
                Relation("getter", "Follow", "get_leader", target="Member", field="leaderId"),
                Relation("getter", "Follow", "get_follower", target="Member", field="followerId"),
            ),
            model_prefix="f", is_mapping=True,
        ),
        "Ticket": ModelSchema(
            name="Ticket", handle="ticket",
            fields={
                "ticketId": FieldSchema("ticketId", "ticket_id", "UlidField", auto_assign=True),
                "issuedAt": FieldSchema("issuedAt", "issued_at", "DateTimeField", storage="epochMillis"),
                "number": FieldSchema("number", "number", "IntegerField", attribute="label"),
                "label": FieldSchema("label", "label", "StringField", attribute="number"),
                "uses": FieldSchema("uses", "uses", "CounterField", attribute="USES"),
            },
            key=KeyPair("_pk", Template(("k#", Placeholder("ticketId"))), "_sk", Template(("k",))), primary_id=Template((Placeholder("ticketId"),)),
            uniques={
                "uniqueIssuedAt": UniqueSchema(name="uniqueIssuedAt", fields=("issuedAt",), python_name="find_by_issued_at",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc1#k#issuedAt:", Placeholder("issuedAt", "ms"))), "_sk", Template(("_raft_uc",)))),
                "uniqueNumber": UniqueSchema(name="uniqueNumber", fields=("number",), python_name="find_by_number",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc2#k#number:", Placeholder("number", "int"))), "_sk", Template(("_raft_uc",)))),
                "uniqueLabel": UniqueSchema(name="uniqueLabel", fields=("label",), python_name="find_by_label",
                    key=KeyPair("_pk", Template(("_raft_uc#_uc3#k#label:", Placeholder("label"))), "_sk", Template(("_raft_uc",)))),
            },
            model_prefix="k", counters=("uses",),
        ),
    },
)

MemberField = Literal["member_id", "email", "nick", "team", "score", "weight", "joined_at", "tags", "visits", "note", "active", "level", "born_at",
    "ttl"]


class MemberFields(Fields):
    """Member's fields, for building conditions and changes."""

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


class Member(Record, schema=_DESIGN.models["Member"]):
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

    def query_visits(self, *, at: datetime | SortCondition | None = None, **options: Unpack[QueryOptions[VisitField]]) -> Page[Visit]:
        """Query `visitsForMember`: the Visit items whose `member_id` is this one."""
        return table_of(self, Club).visit.visits_for_member(member_id=self.member_id, at=at, **options)

    def get_followers(self, *, follower_id: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Member]:
        """Read the Member items of this one, in the order of Follow's `followersForLeader`."""
        mapping = table_of(self, Club).follow.plan.followers_for_leader(leader_id=self.member_id, follower_id=follower_id, **options)
        return table_of(self, Club).member.reach(mapping, "followerId")

    def get_leaders(self, *, leader_id: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Member]:
        """Read the Member items of this one, in the order of Follow's `leadersForFollower`."""
        mapping = table_of(self, Club).follow.plan.leaders_for_follower(follower_id=self.member_id, leader_id=leader_id, **options)
        return table_of(self, Club).member.reach(mapping, "leaderId")


AccountField = Literal["name", "owner", "balance", "version", "modified_at"]


class AccountFields(Fields):
    """Account's fields, for building conditions and changes."""

    name: TextRef
    owner: TextRef
    balance: NumberRef[int]
    version: TextRef
    modified_at: FieldRef[datetime]


class AccountChanges(TypedDict, total=False):
    """What an update of an Account may set."""

    owner: str | None
    balance: int | None


class Account(Record, schema=_DESIGN.models["Account"]):
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
    """Visit's fields, for building conditions and changes."""

    member_id: TextRef
    at: FieldRef[datetime]
    room: TextRef
    minutes: NumberRef[int]


class VisitChanges(TypedDict, total=False):
    """What an update of a Visit may set."""

    room: str | None
    minutes: int | None


class Visit(Record, schema=_DESIGN.models["Visit"]):
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

    def get_member(self) -> Member | None:
        """Read the Member that `member_id` refers to."""
        return table_of(self, Club).member.get_by_id(self.member_id)


FollowField = Literal["leader_id", "follower_id"]


class FollowFields(Fields):
    """Follow's fields, for building conditions and changes."""

    leader_id: TextRef
    follower_id: TextRef


class FollowChanges(TypedDict, total=False):
    """What an update of a Follow may set."""


class Follow(Record, schema=_DESIGN.models["Follow"]):
    """A Follow.

    - key: _pk = f#{leaderId}, _sk = {followerId}
    - followersForLeader: key
    - leadersForFollower (gsi1): _gsi1_pk = f#gsi1#{followerId}, _gsi1_sk = {leaderId}
    """

    fields: ClassVar[FollowFields]
    leader_id: str
    follower_id: str

    def get_leader(self) -> Member | None:
        """Read the Member that `leader_id` refers to."""
        return table_of(self, Club).member.get_by_id(self.leader_id)

    def get_follower(self) -> Member | None:
        """Read the Member that `follower_id` refers to."""
        return table_of(self, Club).member.get_by_id(self.follower_id)


TicketField = Literal["ticket_id", "issued_at", "number", "label", "uses"]


class TicketFields(Fields):
    """Ticket's fields, for building conditions and changes."""

    ticket_id: TextRef
    issued_at: FieldRef[datetime]
    number: NumberRef[int]
    label: TextRef
    uses: NumberRef[int]


class TicketChanges(TypedDict, total=False):
    """What an update of a Ticket may set."""

    issued_at: datetime | None
    number: int | None
    label: str | None
    uses: int


class Ticket(Record, schema=_DESIGN.models["Ticket"]):
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


class MemberMethods(Methods[Member]):
    """The methods of Member's handle and plans."""

    create = create_method(Member)
    """Write a new Member; refuse if there is one with its key."""
    upsert = upsert_method(Member)
    """Change a Member, or create it where there is none."""

    @method
    def get(self, member_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Member]:
        """Read the Member with this key; None if there is none."""
        return self._get((member_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Member]:
        """Read Member items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, member_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[MemberChanges]) -> Update[Member]:
        """Change a Member by its key; refuse if there is none."""
        return self._update((member_id,), changes, values, condition)

    @method
    def delete(self, member_id: str, *, condition: Filter | None = None) -> Delete[Member]:
        """Delete a Member by its key; say whether there was one."""
        return self._delete((member_id,), condition)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Member]:
        """Find the one Member with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    @method
    def find_by_nick(self, nick: str, *, include_expired: bool = False) -> FindByUnique[Member]:
        """Find the one Member with this `nick`."""
        return self._find("uniqueNick", (nick,), include_expired)

    @method
    def members_for_team(self, *, team: str, score: int | SortCondition | None = None, **options: Unpack[IndexOptions[MemberField]]) -> Query[Member]:
        """Query `membersForTeam` in gsi1: _gsi1_pk = m#gsi1#{team}, _gsi1_sk = {score:sortable}."""
        return self._query("membersForTeam", {"team": team, "score": score}, **options)

    @method
    def members_by_joining(self, *, joined_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[MemberField]]) -> Query[Member]:
        """Query `membersByJoining` in gsi2: _gsi2_pk = m#gsi2#m, _gsi2_sk = {joinedAt:sortable}."""
        return self._query("membersByJoining", {"joined_at": joined_at}, **options)

    @method
    def members_by_visits(self, *, team: str, visits: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[MemberField]]) -> Query[Member]:
        """Query `membersByVisits` in gsi3: _gsi3_pk = m#gsi3#{team}, _gsi3_sk = {visits:sortable}."""
        return self._query("membersByVisits", {"team": team, "visits": visits}, **options)

    @method
    def members_by_weight(self, *, team: str, weight: float | SortCondition | None = None,
            **options: Unpack[IndexOptions[MemberField]]) -> Query[Member]:
        """Query `membersByWeight` in gsi4: _gsi4_pk = m#gsi4#{team}, _gsi4_sk = {weight:sortable}."""
        return self._query("membersByWeight", {"team": team, "weight": weight}, **options)


class MemberPlans(MemberMethods, Plans[Member]):
    """Operations on Member, unsent."""


class MemberHandle(MemberMethods, Handle[Member, MemberPlans]):
    """The Member items of a table."""


class AccountMethods(Methods[Account]):
    """The methods of Account's handle and plans."""

    create = create_method(Account)
    """Write a new Account; refuse if there is one with its key."""
    upsert = upsert_method(Account)
    """Change an Account, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Account]:
        """Read the Account with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Account]:
        """Read Account items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[AccountChanges]) -> Update[Account]:
        """Change an Account by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition, expect_version)

    @method
    def delete(self, name: str, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[Account]:
        """Delete an Account by its key; say whether there was one."""
        return self._delete((name,), condition, expect_version)

    @method
    def accounts_for_owner(self, *, owner: str, balance: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[AccountField]]) -> Query[Account]:
        """Query `accountsForOwner` in gsi1: _gsi1_pk = a#gsi1#{owner}, _gsi1_sk = {balance:sortable}."""
        return self._query("accountsForOwner", {"owner": owner, "balance": balance}, **options)


class AccountPlans(AccountMethods, Plans[Account]):
    """Operations on Account, unsent."""


class AccountHandle(AccountMethods, Handle[Account, AccountPlans]):
    """The Account items of a table."""


class VisitMethods(Methods[Visit]):
    """The methods of Visit's handle and plans."""

    create = create_method(Visit)
    """Write a new Visit; refuse if there is one with its key."""
    upsert = upsert_method(Visit)
    """Change a Visit, or create it where there is none."""

    @method
    def get(self, member_id: str, at: datetime, *, consistent: bool = True, include_expired: bool = False) -> Get[Visit]:
        """Read the Visit with this key; None if there is none."""
        return self._get((member_id, at), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Visit]:
        """Read Visit items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, member_id: str, at: datetime, *changes: Change, condition: Filter | None = None,
            **values: Unpack[VisitChanges]) -> Update[Visit]:
        """Change a Visit by its key; refuse if there is none."""
        return self._update((member_id, at), changes, values, condition)

    @method
    def delete(self, member_id: str, at: datetime, *, condition: Filter | None = None) -> Delete[Visit]:
        """Delete a Visit by its key; say whether there was one."""
        return self._delete((member_id, at), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, datetime]]) -> BatchWrite[Visit]:
        """Delete Visit items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def visits_for_member(self, *, member_id: str, at: datetime | SortCondition | None = None,
            **options: Unpack[QueryOptions[VisitField]]) -> Query[Visit]:
        """Query `visitsForMember` in the table: _pk = v#{memberId}, _sk = {at:sortable}."""
        return self._query("visitsForMember", {"member_id": member_id, "at": at}, **options)

    @method
    def visits_for_room(self, *, room: str, at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[VisitField]]) -> Query[Visit]:
        """Query `visitsForRoom` in gsi1: _gsi1_pk = v#gsi1#{room}, _gsi1_sk = {at:sortable}."""
        return self._query("visitsForRoom", {"room": room, "at": at}, **options)


class VisitPlans(VisitMethods, Plans[Visit]):
    """Operations on Visit, unsent."""


class VisitHandle(VisitMethods, Handle[Visit, VisitPlans]):
    """The Visit items of a table."""


class FollowMethods(Methods[Follow]):
    """The methods of Follow's handle and plans."""

    create = create_method(Follow)
    """Write a new Follow; refuse if there is one with its key."""
    upsert = upsert_method(Follow)
    """Change a Follow, or create it where there is none."""

    @method
    def get(self, leader_id: str, follower_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Follow]:
        """Read the Follow with this key; None if there is none."""
        return self._get((leader_id, follower_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Follow]:
        """Read Follow items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, leader_id: str, follower_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[FollowChanges]) -> Update[Follow]:
        """Change a Follow by its key; refuse if there is none."""
        return self._update((leader_id, follower_id), changes, values, condition)

    @method
    def delete(self, leader_id: str, follower_id: str, *, condition: Filter | None = None) -> Delete[Follow]:
        """Delete a Follow by its key; say whether there was one."""
        return self._delete((leader_id, follower_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Follow]:
        """Delete Follow items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def followers_for_leader(self, *, leader_id: str, follower_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[FollowField]]) -> Query[Follow]:
        """Query `followersForLeader` in the table: _pk = f#{leaderId}, _sk = {followerId}."""
        return self._query("followersForLeader", {"leader_id": leader_id, "follower_id": follower_id}, **options)

    @method
    def leaders_for_follower(self, *, follower_id: str, leader_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[FollowField]]) -> Query[Follow]:
        """Query `leadersForFollower` in gsi1: _gsi1_pk = f#gsi1#{followerId}, _gsi1_sk = {leaderId}."""
        return self._query("leadersForFollower", {"follower_id": follower_id, "leader_id": leader_id}, **options)


class FollowPlans(FollowMethods, Plans[Follow]):
    """Operations on Follow, unsent."""


class FollowHandle(FollowMethods, Handle[Follow, FollowPlans]):
    """The Follow items of a table."""


class TicketMethods(Methods[Ticket]):
    """The methods of Ticket's handle and plans."""

    create = create_method(Ticket)
    """Write a new Ticket; refuse if there is one with its key."""
    upsert = upsert_method(Ticket)
    """Change a Ticket, or create it where there is none."""

    @method
    def get(self, ticket_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Ticket]:
        """Read the Ticket with this key; None if there is none."""
        return self._get((ticket_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Ticket]:
        """Read Ticket items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, ticket_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[TicketChanges]) -> Update[Ticket]:
        """Change a Ticket by its key; refuse if there is none."""
        return self._update((ticket_id,), changes, values, condition)

    @method
    def delete(self, ticket_id: str, *, condition: Filter | None = None) -> Delete[Ticket]:
        """Delete a Ticket by its key; say whether there was one."""
        return self._delete((ticket_id,), condition)

    @method
    def find_by_issued_at(self, issued_at: datetime, *, include_expired: bool = False) -> FindByUnique[Ticket]:
        """Find the one Ticket with this `issued_at`."""
        return self._find("uniqueIssuedAt", (issued_at,), include_expired)

    @method
    def find_by_number(self, number: int, *, include_expired: bool = False) -> FindByUnique[Ticket]:
        """Find the one Ticket with this `number`."""
        return self._find("uniqueNumber", (number,), include_expired)

    @method
    def find_by_label(self, label: str, *, include_expired: bool = False) -> FindByUnique[Ticket]:
        """Find the one Ticket with this `label`."""
        return self._find("uniqueLabel", (label,), include_expired)


class TicketPlans(TicketMethods, Plans[Ticket]):
    """Operations on Ticket, unsent."""


class TicketHandle(TicketMethods, Handle[Ticket, TicketPlans]):
    """The Ticket items of a table."""


class Club(Table):
    """The table `club` on a store."""

    design = _DESIGN
    models = (Member, Account, Visit, Follow, Ticket)

    member = handle(Member, MemberHandle, MemberPlans)
    """The Member items."""
    account = handle(Account, AccountHandle, AccountPlans)
    """The Account items."""
    visit = handle(Visit, VisitHandle, VisitPlans)
    """The Visit items."""
    follow = handle(Follow, FollowHandle, FollowPlans)
    """The Follow items."""
    ticket = handle(Ticket, TicketHandle, TicketPlans)
    """The Ticket items."""
