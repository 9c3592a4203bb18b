"""Platform: typed access to the table `platform`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    CollectionArgument,
    CollectionSchema,
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
from tavola.model import Change, FieldRef, Fields, ListRef, MapRef, NumberRef, TextRef, auto
from tavola.operations.filters import Filter
from tavola.operations.read.collection import Collect, Collected
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import (
    CollectOptions,
    Handle,
    IndexOptions,
    Page,
    Plans,
    QueryOptions,
    Record,
    Table,
)

__all__ = [
    "Attempt",
    "Grant",
    "Link",
    "Mail",
    "Platform",
    "Reply",
    "Session",
    "Setting",
    "Token",
    "User",
]

_INDEX_1 = PhysicalIndex(name="GSI1", partition_key="GSI1PK", sort_key="GSI1SK")

_DESIGN = Design(
    name="Platform",
    layout="templates",
    table=TableSettings(
        name="platform",
        type_attribute="type",
        ttl_attribute="ttl",
        indexes=(_INDEX_1,),
        point_in_time_recovery=True,
    ),
    models={
        "User": ModelSchema(
            name="User",
            handle="user",
            fields={
                "userId": FieldSchema(
                    name="userId", python_name="user_id", type="UlidField", auto_assign=True
                ),
                "email": FieldSchema(
                    name="email",
                    python_name="email",
                    type="StringField",
                    required=True,
                    max_length=200,
                    description="As it is compared; lower case.",
                ),
                "name": FieldSchema(
                    name="name",
                    python_name="name",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "passwordHash": FieldSchema(
                    name="passwordHash",
                    python_name="password_hash",
                    type="StringField",
                    max_length=300,
                    description="Missing until a password is chosen.",
                ),
                "epoch": FieldSchema(
                    name="epoch",
                    python_name="epoch",
                    type="CounterField",
                    description="Grows with a new password; what began before has ended.",
                ),
                "confirmedAt": FieldSchema(
                    name="confirmedAt",
                    python_name="confirmed_at",
                    type="DateTimeField",
                    storage="iso",
                    description="When the address was shown to be theirs.",
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="iso",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("USER#", Placeholder("userId"))),
                sort_attribute="SK",
                sort=Template(("USER",)),
            ),
            primary_id=Template((Placeholder("userId"),)),
            indexes={
                "allUsers": IndexSchema(
                    name="allUsers",
                    python_name="all_users",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(("USERS",)),
                        sort_attribute="GSI1SK",
                        sort=Template((Placeholder("email"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            uniques={
                "uniqueEmail": UniqueSchema(
                    name="uniqueEmail",
                    fields=("email",),
                    python_name="find_by_email",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("EMAIL#", Placeholder("email"))),
                        sort_attribute="SK",
                        sort=Template(("LOCK",)),
                    ),
                ),
            },
            type_value="USER",
            counters=("epoch",),
            description="Somebody with a password; what they may do is in their grants.",
        ),
        "Grant": ModelSchema(
            name="Grant",
            handle="grant",
            fields={
                "userId": FieldSchema(
                    name="userId", python_name="user_id", type="UlidField", required=True
                ),
                "system": FieldSchema(
                    name="system",
                    python_name="system",
                    type="StringField",
                    required=True,
                    max_length=40,
                ),
                "scope": FieldSchema(
                    name="scope",
                    python_name="scope",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "role": FieldSchema(
                    name="role",
                    python_name="role",
                    type="StringField",
                    required=True,
                    max_length=40,
                ),
                "grantedBy": FieldSchema(
                    name="grantedBy", python_name="granted_by", type="StringField", max_length=100
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="iso",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("USER#", Placeholder("userId"))),
                sort_attribute="SK",
                sort=Template(
                    ("GRANT#", Placeholder("system", escaped="%#"), "#", Placeholder("scope"))
                ),
            ),
            primary_id=Template(
                (
                    Placeholder("userId", escaped="%#"),
                    "#",
                    Placeholder("system", escaped="%#"),
                    "#",
                    Placeholder("scope"),
                ),
            ),
            indexes={
                "grantsOfUser": IndexSchema(
                    name="grantsOfUser",
                    python_name="grants_of_user",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("USER#", Placeholder("userId"))),
                        sort_attribute="SK",
                        sort=Template(
                            (
                                "GRANT#",
                                Placeholder("system", escaped="%#"),
                                "#",
                                Placeholder("scope"),
                            ),
                        ),
                    ),
                ),
                "grantsInScope": IndexSchema(
                    name="grantsInScope",
                    python_name="grants_in_scope",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(
                            (
                                "GRANTS#",
                                Placeholder("system", escaped="%#"),
                                "#",
                                Placeholder("scope"),
                            ),
                        ),
                        sort_attribute="GSI1SK",
                        sort=Template((Placeholder("userId"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            type_value="GRANT",
            description='A role of a user in a system, in one scope or everywhere ("*").',
        ),
        "Session": ModelSchema(
            name="Session",
            handle="session",
            fields={
                "digest": FieldSchema(
                    name="digest",
                    python_name="digest",
                    type="StringField",
                    required=True,
                    description="SHA-256 of the cookie.",
                ),
                "system": FieldSchema(
                    name="system", python_name="system", type="StringField", required=True
                ),
                "subject": FieldSchema(
                    name="subject", python_name="subject", type="StringField", required=True
                ),
                "epoch": FieldSchema(
                    name="epoch", python_name="epoch", type="IntegerField", required=True
                ),
                "roles": FieldSchema(
                    name="roles",
                    python_name="roles",
                    type="StringField",
                    required=True,
                    description="A digest of the roles; the id is renewed when they change.",
                ),
                "browser": FieldSchema(
                    name="browser", python_name="browser", type="StringField", max_length=200
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="iso",
                ),
                "usedAt": FieldSchema(
                    name="usedAt",
                    python_name="used_at",
                    type="DateTimeField",
                    required=True,
                    storage="iso",
                ),
                "endsAt": FieldSchema(
                    name="endsAt",
                    python_name="ends_at",
                    type="DateTimeField",
                    required=True,
                    storage="iso",
                    description="It ends then however much it is used.",
                ),
                "ttl": FieldSchema(
                    name="ttl", python_name="ttl", type="TtlField", storage="epochSeconds"
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("SESSION#", Placeholder("digest"))),
                sort_attribute="SK",
                sort=Template(("SESSION",)),
            ),
            primary_id=Template((Placeholder("digest"),)),
            indexes={
                "sessionsOfSubject": IndexSchema(
                    name="sessionsOfSubject",
                    python_name="sessions_of_subject",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(
                            (
                                "SESSIONS#",
                                Placeholder("system", escaped="%#"),
                                "#",
                                Placeholder("subject"),
                            ),
                        ),
                        sort_attribute="GSI1SK",
                        sort=Template((Placeholder("createdAt", form="iso"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            type_value="SESSION",
            ttl_field="ttl",
            description="A browser that is signed in to one system.",
        ),
        "Token": ModelSchema(
            name="Token",
            handle="token",
            fields={
                "tokenId": FieldSchema(
                    name="tokenId", python_name="token_id", type="UlidField", auto_assign=True
                ),
                "system": FieldSchema(
                    name="system", python_name="system", type="StringField", required=True
                ),
                "subject": FieldSchema(
                    name="subject", python_name="subject", type="StringField", required=True
                ),
                "label": FieldSchema(
                    name="label",
                    python_name="label",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "epoch": FieldSchema(
                    name="epoch", python_name="epoch", type="IntegerField", required=True
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="iso",
                ),
                "ttl": FieldSchema(
                    name="ttl", python_name="ttl", type="TtlField", storage="epochSeconds"
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("TOKEN#", Placeholder("tokenId"))),
                sort_attribute="SK",
                sort=Template(("TOKEN",)),
            ),
            primary_id=Template((Placeholder("tokenId"),)),
            indexes={
                "tokensOfSubject": IndexSchema(
                    name="tokensOfSubject",
                    python_name="tokens_of_subject",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(
                            (
                                "TOKENS#",
                                Placeholder("system", escaped="%#"),
                                "#",
                                Placeholder("subject"),
                            ),
                        ),
                        sort_attribute="GSI1SK",
                        sort=Template((Placeholder("createdAt", form="iso"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            type_value="TOKEN",
            ttl_field="ttl",
            description="What a program carries in place of a password, for one system.",
        ),
        "Link": ModelSchema(
            name="Link",
            handle="link",
            fields={
                "digest": FieldSchema(
                    name="digest",
                    python_name="digest",
                    type="StringField",
                    required=True,
                    description="SHA-256 of the secret in the link.",
                ),
                "system": FieldSchema(
                    name="system", python_name="system", type="StringField", required=True
                ),
                "purpose": FieldSchema(
                    name="purpose",
                    python_name="purpose",
                    type="StringField",
                    required=True,
                    max_length=40,
                ),
                "data": FieldSchema(
                    name="data",
                    python_name="data",
                    type="MapField",
                    items="StringField",
                    description="What the link is about.",
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="iso",
                ),
                "ttl": FieldSchema(
                    name="ttl",
                    python_name="ttl",
                    type="TtlField",
                    required=True,
                    storage="epochSeconds",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("LINK#", Placeholder("digest"))),
                sort_attribute="SK",
                sort=Template(("LINK",)),
            ),
            primary_id=Template((Placeholder("digest"),)),
            type_value="LINK",
            ttl_field="ttl",
            description="A link in a mail that works once.",
        ),
        "Attempt": ModelSchema(
            name="Attempt",
            handle="attempt",
            fields={
                "kind": FieldSchema(
                    name="kind", python_name="kind", type="StringField", required=True
                ),
                "key": FieldSchema(
                    name="key", python_name="key", type="StringField", required=True
                ),
                "window": FieldSchema(
                    name="window", python_name="window", type="IntegerField", required=True
                ),
                "count": FieldSchema(name="count", python_name="count", type="CounterField"),
                "ttl": FieldSchema(
                    name="ttl", python_name="ttl", type="TtlField", storage="epochSeconds"
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(
                    ("ATTEMPT#", Placeholder("kind", escaped="%#"), "#", Placeholder("key"))
                ),
                sort_attribute="SK",
                sort=Template((Placeholder("window", form="int:12"),)),
            ),
            primary_id=Template(
                (
                    Placeholder("kind", escaped="%#"),
                    "#",
                    Placeholder("key", escaped="%#"),
                    "#",
                    Placeholder("window", form="int:12"),
                ),
            ),
            type_value="ATTEMPT",
            ttl_field="ttl",
            counters=("count",),
            description="How often something was tried in a stretch of time.",
        ),
        "Mail": ModelSchema(
            name="Mail",
            handle="mail",
            fields={
                "mailId": FieldSchema(
                    name="mailId", python_name="mail_id", type="UlidField", auto_assign=True
                ),
                "queue": FieldSchema(
                    name="queue",
                    python_name="queue",
                    type="StringField",
                    description="due-0 to due-3, or dead; none once it is sent.",
                ),
                "dueAt": FieldSchema(
                    name="dueAt",
                    python_name="due_at",
                    type="DateTimeField",
                    required=True,
                    storage="iso",
                ),
                "recipient": FieldSchema(
                    name="recipient",
                    python_name="recipient",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
                "subject": FieldSchema(
                    name="subject",
                    python_name="subject",
                    type="StringField",
                    required=True,
                    max_length=300,
                ),
                "body": FieldSchema(
                    name="body",
                    python_name="body",
                    type="StringField",
                    required=True,
                    expected_bytes=600,
                ),
                "system": FieldSchema(
                    name="system", python_name="system", type="StringField", required=True
                ),
                "attempts": FieldSchema(
                    name="attempts", python_name="attempts", type="CounterField"
                ),
                "problem": FieldSchema(
                    name="problem",
                    python_name="problem",
                    type="StringField",
                    description="Why the last attempt failed.",
                ),
                "sentAt": FieldSchema(
                    name="sentAt", python_name="sent_at", type="DateTimeField", storage="iso"
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="iso",
                ),
                "ttl": FieldSchema(
                    name="ttl",
                    python_name="ttl",
                    type="TtlField",
                    storage="epochSeconds",
                    description="A mail that was sent is kept for 30 days.",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("MAIL#", Placeholder("mailId"))),
                sort_attribute="SK",
                sort=Template(("MAIL",)),
            ),
            primary_id=Template((Placeholder("mailId"),)),
            indexes={
                "mailInQueue": IndexSchema(
                    name="mailInQueue",
                    python_name="mail_in_queue",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(("MAIL#", Placeholder("queue"))),
                        sort_attribute="GSI1SK",
                        sort=Template((Placeholder("dueAt", form="iso"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            type_value="MAIL",
            ttl_field="ttl",
            counters=("attempts",),
            description="A mail; written in the transaction that causes it, sent by a worker.",
        ),
        "Reply": ModelSchema(
            name="Reply",
            handle="reply",
            fields={
                "digest": FieldSchema(
                    name="digest",
                    python_name="digest",
                    type="StringField",
                    required=True,
                    description="SHA-256 of system, subject, route and key.",
                ),
                "request": FieldSchema(
                    name="request",
                    python_name="request",
                    type="StringField",
                    required=True,
                    description="SHA-256 of the body.",
                ),
                "status": FieldSchema(
                    name="status",
                    python_name="status",
                    type="IntegerField",
                    description="Missing while the first request is at work.",
                ),
                "mediaType": FieldSchema(
                    name="mediaType", python_name="media_type", type="StringField"
                ),
                "location": FieldSchema(
                    name="location", python_name="location", type="StringField"
                ),
                "body": FieldSchema(name="body", python_name="body", type="StringField"),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="iso",
                ),
                "ttl": FieldSchema(
                    name="ttl",
                    python_name="ttl",
                    type="TtlField",
                    required=True,
                    storage="epochSeconds",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("REPLY#", Placeholder("digest"))),
                sort_attribute="SK",
                sort=Template(("REPLY",)),
            ),
            primary_id=Template((Placeholder("digest"),)),
            type_value="REPLY",
            ttl_field="ttl",
            description="The answer to an Idempotency-Key, given again when it is repeated.",
        ),
        "Setting": ModelSchema(
            name="Setting",
            handle="setting",
            fields={
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", required=True
                ),
                "values": FieldSchema(
                    name="values", python_name="values", type="ListField", items="StringField"
                ),
                "updatedAt": FieldSchema(
                    name="updatedAt",
                    python_name="updated_at",
                    type="ModifiedDateField",
                    storage="iso",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("SETTING#", Placeholder("name"))),
                sort_attribute="SK",
                sort=Template(("SETTING",)),
            ),
            primary_id=Template((Placeholder("name"),)),
            type_value="SETTING",
            description="What all processes on a store share, such as the signing keys.",
        ),
    },
    collections={
        "userFile": CollectionSchema(
            name="userFile",
            python_name="user_file",
            models=("User", "Grant"),
            partition_attribute="PK",
            partition=Template(("USER#", Placeholder("userId"))),
            arguments=(
                CollectionArgument(
                    name="userId",
                    python_name="user_id",
                    field=FieldSchema(
                        name="userId", python_name="user_id", type="UlidField", auto_assign=True
                    ),
                ),
            ),
            sort_attribute="SK",
        ),
    },
)

UserField = Literal[
    "user_id", "email", "name", "password_hash", "epoch", "confirmed_at", "created_at"
]


class UserFields(Fields):
    """User's fields, to make conditions and changes of."""

    user_id: TextRef
    email: TextRef
    name: TextRef
    password_hash: TextRef
    epoch: NumberRef[int]
    confirmed_at: FieldRef[datetime]
    created_at: FieldRef[datetime]


class UserValues(TypedDict, total=False):
    """What a new User is made of."""

    user_id: str
    email: Required[str]
    name: Required[str]
    password_hash: str | None
    epoch: int
    confirmed_at: datetime | None
    created_at: datetime


class UserChanges(TypedDict, total=False):
    """What an update of a User may set."""

    email: str
    name: str
    password_hash: str | None
    epoch: int
    confirmed_at: datetime | None
    created_at: datetime


class User(Record, schema=_DESIGN.models["User"]):
    """Somebody with a password; what they may do is in their grants.

    - key: PK = USER#{userId}, SK = USER
    - allUsers (GSI1): GSI1PK = USERS, GSI1SK = {email}
    - uniqueEmail, a lock: PK = EMAIL#{email}, SK = LOCK
    """

    fields: ClassVar[UserFields]
    email: str
    """As it is compared; lower case."""
    name: str
    user_id: str = auto()
    password_hash: str | None = None
    """Missing until a password is chosen."""
    epoch: int = 0
    """Grows with a new password; what began before has ended."""
    confirmed_at: datetime | None = None
    """When the address was shown to be theirs."""
    created_at: datetime = auto()


GrantField = Literal["user_id", "system", "scope", "role", "granted_by", "created_at"]


class GrantFields(Fields):
    """Grant's fields, to make conditions and changes of."""

    user_id: TextRef
    system: TextRef
    scope: TextRef
    role: TextRef
    granted_by: TextRef
    created_at: FieldRef[datetime]


class GrantValues(TypedDict, total=False):
    """What a new Grant is made of."""

    user_id: Required[str]
    system: Required[str]
    scope: Required[str]
    role: Required[str]
    granted_by: str | None
    created_at: datetime


class GrantChanges(TypedDict, total=False):
    """What an update of a Grant may set."""

    role: str
    granted_by: str | None
    created_at: datetime


class Grant(Record, schema=_DESIGN.models["Grant"]):
    """A role of a user in a system, in one scope or everywhere ("*").

    - key: PK = USER#{userId}, SK = GRANT#{system}#{scope}
    - grantsOfUser: key
    - grantsInScope (GSI1): GSI1PK = GRANTS#{system}#{scope}, GSI1SK = {userId}
    """

    fields: ClassVar[GrantFields]
    user_id: str
    system: str
    scope: str
    role: str
    granted_by: str | None = None
    created_at: datetime = auto()


SessionField = Literal[
    "digest",
    "system",
    "subject",
    "epoch",
    "roles",
    "browser",
    "created_at",
    "used_at",
    "ends_at",
    "ttl",
]


class SessionFields(Fields):
    """Session's fields, to make conditions and changes of."""

    digest: TextRef
    system: TextRef
    subject: TextRef
    epoch: NumberRef[int]
    roles: TextRef
    browser: TextRef
    created_at: FieldRef[datetime]
    used_at: FieldRef[datetime]
    ends_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class SessionValues(TypedDict, total=False):
    """What a new Session is made of."""

    digest: Required[str]
    system: Required[str]
    subject: Required[str]
    epoch: Required[int]
    roles: Required[str]
    browser: str | None
    created_at: datetime
    used_at: Required[datetime]
    ends_at: Required[datetime]
    ttl: datetime | None


class SessionChanges(TypedDict, total=False):
    """What an update of a Session may set."""

    system: str
    subject: str
    epoch: int
    roles: str
    browser: str | None
    created_at: datetime
    used_at: datetime
    ends_at: datetime
    ttl: datetime | None


class Session(Record, schema=_DESIGN.models["Session"]):
    """A browser that is signed in to one system.

    - key: PK = SESSION#{digest}, SK = SESSION
    - sessionsOfSubject (GSI1): GSI1PK = SESSIONS#{system}#{subject}, GSI1SK = {createdAt:iso}
    """

    fields: ClassVar[SessionFields]
    digest: str
    """SHA-256 of the cookie."""
    system: str
    subject: str
    epoch: int
    roles: str
    """A digest of the roles; the id is renewed when they change."""
    used_at: datetime
    ends_at: datetime
    """It ends then however much it is used."""
    browser: str | None = None
    created_at: datetime = auto()
    ttl: datetime | None = None


TokenField = Literal["token_id", "system", "subject", "label", "epoch", "created_at", "ttl"]


class TokenFields(Fields):
    """Token's fields, to make conditions and changes of."""

    token_id: TextRef
    system: TextRef
    subject: TextRef
    label: TextRef
    epoch: NumberRef[int]
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class TokenValues(TypedDict, total=False):
    """What a new Token is made of."""

    token_id: str
    system: Required[str]
    subject: Required[str]
    label: Required[str]
    epoch: Required[int]
    created_at: datetime
    ttl: datetime | None


class TokenChanges(TypedDict, total=False):
    """What an update of a Token may set."""

    system: str
    subject: str
    label: str
    epoch: int
    created_at: datetime
    ttl: datetime | None


class Token(Record, schema=_DESIGN.models["Token"]):
    """What a program carries in place of a password, for one system.

    - key: PK = TOKEN#{tokenId}, SK = TOKEN
    - tokensOfSubject (GSI1): GSI1PK = TOKENS#{system}#{subject}, GSI1SK = {createdAt:iso}
    """

    fields: ClassVar[TokenFields]
    system: str
    subject: str
    label: str
    epoch: int
    token_id: str = auto()
    created_at: datetime = auto()
    ttl: datetime | None = None


LinkField = Literal["digest", "system", "purpose", "data", "created_at", "ttl"]


class LinkFields(Fields):
    """Link's fields, to make conditions and changes of."""

    digest: TextRef
    system: TextRef
    purpose: TextRef
    data: MapRef
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class LinkValues(TypedDict, total=False):
    """What a new Link is made of."""

    digest: Required[str]
    system: Required[str]
    purpose: Required[str]
    data: dict[str, str] | None
    created_at: datetime
    ttl: Required[datetime]


class LinkChanges(TypedDict, total=False):
    """What an update of a Link may set."""

    system: str
    purpose: str
    data: dict[str, str] | None
    created_at: datetime
    ttl: datetime


class Link(Record, schema=_DESIGN.models["Link"]):
    """A link in a mail that works once.

    - key: PK = LINK#{digest}, SK = LINK
    """

    fields: ClassVar[LinkFields]
    digest: str
    """SHA-256 of the secret in the link."""
    system: str
    purpose: str
    ttl: datetime
    data: dict[str, str] | None = None
    """What the link is about."""
    created_at: datetime = auto()


AttemptField = Literal["kind", "key", "window", "count", "ttl"]


class AttemptFields(Fields):
    """Attempt's fields, to make conditions and changes of."""

    kind: TextRef
    key: TextRef
    window: NumberRef[int]
    count: NumberRef[int]
    ttl: FieldRef[datetime]


class AttemptValues(TypedDict, total=False):
    """What a new Attempt is made of."""

    kind: Required[str]
    key: Required[str]
    window: Required[int]
    count: int
    ttl: datetime | None


class AttemptChanges(TypedDict, total=False):
    """What an update of an Attempt may set."""

    count: int
    ttl: datetime | None


class Attempt(Record, schema=_DESIGN.models["Attempt"]):
    """How often something was tried in a stretch of time.

    - key: PK = ATTEMPT#{kind}#{key}, SK = {window:012d}
    """

    fields: ClassVar[AttemptFields]
    kind: str
    key: str
    window: int
    count: int = 0
    ttl: datetime | None = None


MailField = Literal[
    "mail_id",
    "queue",
    "due_at",
    "recipient",
    "subject",
    "body",
    "system",
    "attempts",
    "problem",
    "sent_at",
    "created_at",
    "ttl",
]


class MailFields(Fields):
    """Mail's fields, to make conditions and changes of."""

    mail_id: TextRef
    queue: TextRef
    due_at: FieldRef[datetime]
    recipient: TextRef
    subject: TextRef
    body: TextRef
    system: TextRef
    attempts: NumberRef[int]
    problem: TextRef
    sent_at: FieldRef[datetime]
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class MailValues(TypedDict, total=False):
    """What a new Mail is made of."""

    mail_id: str
    queue: str | None
    due_at: Required[datetime]
    recipient: Required[str]
    subject: Required[str]
    body: Required[str]
    system: Required[str]
    attempts: int
    problem: str | None
    sent_at: datetime | None
    created_at: datetime
    ttl: datetime | None


class MailChanges(TypedDict, total=False):
    """What an update of a Mail may set."""

    queue: str | None
    due_at: datetime
    recipient: str
    subject: str
    body: str
    system: str
    attempts: int
    problem: str | None
    sent_at: datetime | None
    created_at: datetime
    ttl: datetime | None


class Mail(Record, schema=_DESIGN.models["Mail"]):
    """A mail; written in the transaction that causes it, sent by a worker.

    - key: PK = MAIL#{mailId}, SK = MAIL
    - mailInQueue (GSI1): GSI1PK = MAIL#{queue}, GSI1SK = {dueAt:iso}
    """

    fields: ClassVar[MailFields]
    due_at: datetime
    recipient: str
    subject: str
    body: str
    system: str
    mail_id: str = auto()
    queue: str | None = None
    """due-0 to due-3, or dead; none once it is sent."""
    attempts: int = 0
    problem: str | None = None
    """Why the last attempt failed."""
    sent_at: datetime | None = None
    created_at: datetime = auto()
    ttl: datetime | None = None
    """A mail that was sent is kept for 30 days."""


ReplyField = Literal[
    "digest", "request", "status", "media_type", "location", "body", "created_at", "ttl"
]


class ReplyFields(Fields):
    """Reply's fields, to make conditions and changes of."""

    digest: TextRef
    request: TextRef
    status: NumberRef[int]
    media_type: TextRef
    location: TextRef
    body: TextRef
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class ReplyValues(TypedDict, total=False):
    """What a new Reply is made of."""

    digest: Required[str]
    request: Required[str]
    status: int | None
    media_type: str | None
    location: str | None
    body: str | None
    created_at: datetime
    ttl: Required[datetime]


class ReplyChanges(TypedDict, total=False):
    """What an update of a Reply may set."""

    request: str
    status: int | None
    media_type: str | None
    location: str | None
    body: str | None
    created_at: datetime
    ttl: datetime


class Reply(Record, schema=_DESIGN.models["Reply"]):
    """The answer to an Idempotency-Key, given again when it is repeated.

    - key: PK = REPLY#{digest}, SK = REPLY
    """

    fields: ClassVar[ReplyFields]
    digest: str
    """SHA-256 of system, subject, route and key."""
    request: str
    """SHA-256 of the body."""
    ttl: datetime
    status: int | None = None
    """Missing while the first request is at work."""
    media_type: str | None = None
    location: str | None = None
    body: str | None = None
    created_at: datetime = auto()


SettingField = Literal["name", "values", "updated_at"]


class SettingFields(Fields):
    """Setting's fields, to make conditions and changes of."""

    name: TextRef
    values: ListRef
    updated_at: FieldRef[datetime]


class SettingValues(TypedDict, total=False):
    """What a new Setting is made of."""

    name: Required[str]
    values: list[str] | None
    updated_at: datetime


class SettingChanges(TypedDict, total=False):
    """What an update of a Setting may set."""

    values: list[str] | None


class Setting(Record, schema=_DESIGN.models["Setting"]):
    """What all processes on a store share, such as the signing keys.

    - key: PK = SETTING#{name}, SK = SETTING
    """

    fields: ClassVar[SettingFields]
    name: str
    values: list[str] | None = None
    updated_at: datetime = auto()


class UserPlans(Plans[User]):
    """Operations on User, unsent."""

    def create(self, **values: Unpack[UserValues]) -> Create[User]:
        """Write a new User; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, user_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((user_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[User]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        user_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[UserChanges],
    ) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((user_id,), changes, values, condition)

    def upsert(self, **values: Unpack[UserValues]) -> Upsert[User]:
        """Change a User, or create it where there is none."""
        return self._upsert(values)

    def delete(self, user_id: str, *, condition: Filter | None = None) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((user_id,), condition)

    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    def all_users(
        self,
        *,
        email: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[UserField]],
    ) -> Query[User]:
        """Query GSI1: GSI1PK = USERS, GSI1SK = {email}."""
        return self._query("allUsers", {"email": email}, **options)


class UserHandle(Handle[User, UserPlans]):
    """The User items of a table."""

    def create(self, **values: Unpack[UserValues]) -> User:
        """Write a new User; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, user_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> User | None:
        """Read the User with this key; None if there is none."""
        return self._table.get(self._plan_get((user_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[User | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        user_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[UserChanges],
    ) -> User:
        """Change a User by its key; refuse if there is none."""
        return self._run(self.plan.update(user_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[UserValues]) -> User:
        """Change a User, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, user_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a User by its key; say whether there was one."""
        return self._run(self.plan.delete(user_id, condition=condition))

    def find_by_email(self, email: str, *, include_expired: bool = False) -> User | None:
        """Find the one User with this `email`."""
        return self._run(self.plan.find_by_email(email, include_expired=include_expired))

    def all_users(
        self,
        *,
        email: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[UserField]],
    ) -> Page[User]:
        """Query GSI1: GSI1PK = USERS, GSI1SK = {email}."""
        return self._page(self.plan.all_users(email=email, **options))


class GrantPlans(Plans[Grant]):
    """Operations on Grant, unsent."""

    def create(self, **values: Unpack[GrantValues]) -> Create[Grant]:
        """Write a new Grant; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        user_id: str,
        system: str,
        scope: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Grant]:
        """Read the Grant with this key; None if there is none."""
        return self._get((user_id, system, scope), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Grant]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        user_id: str,
        system: str,
        scope: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[GrantChanges],
    ) -> Update[Grant]:
        """Change a Grant by its key; refuse if there is none."""
        return self._update((user_id, system, scope), changes, values, condition)

    def upsert(self, **values: Unpack[GrantValues]) -> Upsert[Grant]:
        """Change a Grant, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, user_id: str, system: str, scope: str, *, condition: Filter | None = None
    ) -> Delete[Grant]:
        """Delete a Grant by its key; say whether there was one."""
        return self._delete((user_id, system, scope), condition)

    def delete_all(self, keys: Iterable[tuple[str, str, str]]) -> BatchWrite[Grant]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def grants_of_user(
        self,
        *,
        user_id: str,
        system: str | SortCondition | None = None,
        scope: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[GrantField]],
    ) -> Query[Grant]:
        """Query the table: PK = USER#{userId}, SK = GRANT#{system}#{scope}."""
        return self._query(
            "grantsOfUser", {"user_id": user_id, "system": system, "scope": scope}, **options
        )

    def grants_in_scope(
        self,
        *,
        system: str,
        scope: str,
        user_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[GrantField]],
    ) -> Query[Grant]:
        """Query GSI1: GSI1PK = GRANTS#{system}#{scope}, GSI1SK = {userId}."""
        return self._query(
            "grantsInScope", {"system": system, "scope": scope, "user_id": user_id}, **options
        )


class GrantHandle(Handle[Grant, GrantPlans]):
    """The Grant items of a table."""

    def create(self, **values: Unpack[GrantValues]) -> Grant:
        """Write a new Grant; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        user_id: str,
        system: str,
        scope: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Grant | None:
        """Read the Grant with this key; None if there is none."""
        return self._table.get(
            self._plan_get((user_id, system, scope), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[str, str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Grant | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        user_id: str,
        system: str,
        scope: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[GrantChanges],
    ) -> Grant:
        """Change a Grant by its key; refuse if there is none."""
        return self._run(
            self.plan.update(user_id, system, scope, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[GrantValues]) -> Grant:
        """Change a Grant, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, user_id: str, system: str, scope: str, *, condition: Filter | None = None
    ) -> bool:
        """Delete a Grant by its key; say whether there was one."""
        return self._run(self.plan.delete(user_id, system, scope, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def grants_of_user(
        self,
        *,
        user_id: str,
        system: str | SortCondition | None = None,
        scope: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[GrantField]],
    ) -> Page[Grant]:
        """Query the table: PK = USER#{userId}, SK = GRANT#{system}#{scope}."""
        return self._page(
            self.plan.grants_of_user(user_id=user_id, system=system, scope=scope, **options)
        )

    def grants_in_scope(
        self,
        *,
        system: str,
        scope: str,
        user_id: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[GrantField]],
    ) -> Page[Grant]:
        """Query GSI1: GSI1PK = GRANTS#{system}#{scope}, GSI1SK = {userId}."""
        return self._page(
            self.plan.grants_in_scope(system=system, scope=scope, user_id=user_id, **options)
        )


class SessionPlans(Plans[Session]):
    """Operations on Session, unsent."""

    def create(self, **values: Unpack[SessionValues]) -> Create[Session]:
        """Write a new Session; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, digest: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Session]:
        """Read the Session with this key; None if there is none."""
        return self._get((digest,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Session]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        digest: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SessionChanges],
    ) -> Update[Session]:
        """Change a Session by its key; refuse if there is none."""
        return self._update((digest,), changes, values, condition)

    def upsert(self, **values: Unpack[SessionValues]) -> Upsert[Session]:
        """Change a Session, or create it where there is none."""
        return self._upsert(values)

    def delete(self, digest: str, *, condition: Filter | None = None) -> Delete[Session]:
        """Delete a Session by its key; say whether there was one."""
        return self._delete((digest,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Session]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def sessions_of_subject(
        self,
        *,
        system: str,
        subject: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[SessionField]],
    ) -> Query[Session]:
        """Query GSI1: GSI1PK = SESSIONS#{system}#{subject}, GSI1SK = {createdAt:iso}."""
        return self._query(
            "sessionsOfSubject",
            {"system": system, "subject": subject, "created_at": created_at},
            **options,
        )


class SessionHandle(Handle[Session, SessionPlans]):
    """The Session items of a table."""

    def create(self, **values: Unpack[SessionValues]) -> Session:
        """Write a new Session; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, digest: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Session | None:
        """Read the Session with this key; None if there is none."""
        return self._table.get(self._plan_get((digest,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Session | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        digest: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SessionChanges],
    ) -> Session:
        """Change a Session by its key; refuse if there is none."""
        return self._run(self.plan.update(digest, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[SessionValues]) -> Session:
        """Change a Session, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, digest: str, *, condition: Filter | None = None) -> bool:
        """Delete a Session by its key; say whether there was one."""
        return self._run(self.plan.delete(digest, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def sessions_of_subject(
        self,
        *,
        system: str,
        subject: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[SessionField]],
    ) -> Page[Session]:
        """Query GSI1: GSI1PK = SESSIONS#{system}#{subject}, GSI1SK = {createdAt:iso}."""
        return self._page(
            self.plan.sessions_of_subject(
                system=system, subject=subject, created_at=created_at, **options
            ),
        )


class TokenPlans(Plans[Token]):
    """Operations on Token, unsent."""

    def create(self, **values: Unpack[TokenValues]) -> Create[Token]:
        """Write a new Token; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, token_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Token]:
        """Read the Token with this key; None if there is none."""
        return self._get((token_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Token]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        token_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TokenChanges],
    ) -> Update[Token]:
        """Change a Token by its key; refuse if there is none."""
        return self._update((token_id,), changes, values, condition)

    def upsert(self, **values: Unpack[TokenValues]) -> Upsert[Token]:
        """Change a Token, or create it where there is none."""
        return self._upsert(values)

    def delete(self, token_id: str, *, condition: Filter | None = None) -> Delete[Token]:
        """Delete a Token by its key; say whether there was one."""
        return self._delete((token_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Token]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def tokens_of_subject(
        self,
        *,
        system: str,
        subject: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[TokenField]],
    ) -> Query[Token]:
        """Query GSI1: GSI1PK = TOKENS#{system}#{subject}, GSI1SK = {createdAt:iso}."""
        return self._query(
            "tokensOfSubject",
            {"system": system, "subject": subject, "created_at": created_at},
            **options,
        )


class TokenHandle(Handle[Token, TokenPlans]):
    """The Token items of a table."""

    def create(self, **values: Unpack[TokenValues]) -> Token:
        """Write a new Token; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, token_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Token | None:
        """Read the Token with this key; None if there is none."""
        return self._table.get(self._plan_get((token_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Token | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        token_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[TokenChanges],
    ) -> Token:
        """Change a Token by its key; refuse if there is none."""
        return self._run(self.plan.update(token_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[TokenValues]) -> Token:
        """Change a Token, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, token_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Token by its key; say whether there was one."""
        return self._run(self.plan.delete(token_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def tokens_of_subject(
        self,
        *,
        system: str,
        subject: str,
        created_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[TokenField]],
    ) -> Page[Token]:
        """Query GSI1: GSI1PK = TOKENS#{system}#{subject}, GSI1SK = {createdAt:iso}."""
        return self._page(
            self.plan.tokens_of_subject(
                system=system, subject=subject, created_at=created_at, **options
            ),
        )


class LinkPlans(Plans[Link]):
    """Operations on Link, unsent."""

    def create(self, **values: Unpack[LinkValues]) -> Create[Link]:
        """Write a new Link; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, digest: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Link]:
        """Read the Link with this key; None if there is none."""
        return self._get((digest,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Link]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        digest: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[LinkChanges],
    ) -> Update[Link]:
        """Change a Link by its key; refuse if there is none."""
        return self._update((digest,), changes, values, condition)

    def upsert(self, **values: Unpack[LinkValues]) -> Upsert[Link]:
        """Change a Link, or create it where there is none."""
        return self._upsert(values)

    def delete(self, digest: str, *, condition: Filter | None = None) -> Delete[Link]:
        """Delete a Link by its key; say whether there was one."""
        return self._delete((digest,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Link]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class LinkHandle(Handle[Link, LinkPlans]):
    """The Link items of a table."""

    def create(self, **values: Unpack[LinkValues]) -> Link:
        """Write a new Link; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, digest: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Link | None:
        """Read the Link with this key; None if there is none."""
        return self._table.get(self._plan_get((digest,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Link | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        digest: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[LinkChanges],
    ) -> Link:
        """Change a Link by its key; refuse if there is none."""
        return self._run(self.plan.update(digest, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[LinkValues]) -> Link:
        """Change a Link, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, digest: str, *, condition: Filter | None = None) -> bool:
        """Delete a Link by its key; say whether there was one."""
        return self._run(self.plan.delete(digest, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class AttemptPlans(Plans[Attempt]):
    """Operations on Attempt, unsent."""

    def create(self, **values: Unpack[AttemptValues]) -> Create[Attempt]:
        """Write a new Attempt; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        kind: str,
        key: str,
        window: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Attempt]:
        """Read the Attempt with this key; None if there is none."""
        return self._get((kind, key, window), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Attempt]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        kind: str,
        key: str,
        window: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[AttemptChanges],
    ) -> Update[Attempt]:
        """Change an Attempt by its key; refuse if there is none."""
        return self._update((kind, key, window), changes, values, condition)

    def upsert(self, **values: Unpack[AttemptValues]) -> Upsert[Attempt]:
        """Change an Attempt, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, kind: str, key: str, window: int, *, condition: Filter | None = None
    ) -> Delete[Attempt]:
        """Delete an Attempt by its key; say whether there was one."""
        return self._delete((kind, key, window), condition)

    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> BatchWrite[Attempt]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class AttemptHandle(Handle[Attempt, AttemptPlans]):
    """The Attempt items of a table."""

    def create(self, **values: Unpack[AttemptValues]) -> Attempt:
        """Write a new Attempt; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        kind: str,
        key: str,
        window: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Attempt | None:
        """Read the Attempt with this key; None if there is none."""
        return self._table.get(self._plan_get((kind, key, window), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Attempt | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        kind: str,
        key: str,
        window: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[AttemptChanges],
    ) -> Attempt:
        """Change an Attempt by its key; refuse if there is none."""
        return self._run(
            self.plan.update(kind, key, window, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[AttemptValues]) -> Attempt:
        """Change an Attempt, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, kind: str, key: str, window: int, *, condition: Filter | None = None) -> bool:
        """Delete an Attempt by its key; say whether there was one."""
        return self._run(self.plan.delete(kind, key, window, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class MailPlans(Plans[Mail]):
    """Operations on Mail, unsent."""

    def create(self, **values: Unpack[MailValues]) -> Create[Mail]:
        """Write a new Mail; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, mail_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Mail]:
        """Read the Mail with this key; None if there is none."""
        return self._get((mail_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Mail]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        mail_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[MailChanges],
    ) -> Update[Mail]:
        """Change a Mail by its key; refuse if there is none."""
        return self._update((mail_id,), changes, values, condition)

    def upsert(self, **values: Unpack[MailValues]) -> Upsert[Mail]:
        """Change a Mail, or create it where there is none."""
        return self._upsert(values)

    def delete(self, mail_id: str, *, condition: Filter | None = None) -> Delete[Mail]:
        """Delete a Mail by its key; say whether there was one."""
        return self._delete((mail_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Mail]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def mail_in_queue(
        self,
        *,
        queue: str,
        due_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[MailField]],
    ) -> Query[Mail]:
        """Query GSI1: GSI1PK = MAIL#{queue}, GSI1SK = {dueAt:iso}."""
        return self._query("mailInQueue", {"queue": queue, "due_at": due_at}, **options)


class MailHandle(Handle[Mail, MailPlans]):
    """The Mail items of a table."""

    def create(self, **values: Unpack[MailValues]) -> Mail:
        """Write a new Mail; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, mail_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Mail | None:
        """Read the Mail with this key; None if there is none."""
        return self._table.get(self._plan_get((mail_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Mail | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        mail_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[MailChanges],
    ) -> Mail:
        """Change a Mail by its key; refuse if there is none."""
        return self._run(self.plan.update(mail_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[MailValues]) -> Mail:
        """Change a Mail, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, mail_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Mail by its key; say whether there was one."""
        return self._run(self.plan.delete(mail_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def mail_in_queue(
        self,
        *,
        queue: str,
        due_at: datetime | SortCondition | None = None,
        **options: Unpack[IndexOptions[MailField]],
    ) -> Page[Mail]:
        """Query GSI1: GSI1PK = MAIL#{queue}, GSI1SK = {dueAt:iso}."""
        return self._page(self.plan.mail_in_queue(queue=queue, due_at=due_at, **options))


class ReplyPlans(Plans[Reply]):
    """Operations on Reply, unsent."""

    def create(self, **values: Unpack[ReplyValues]) -> Create[Reply]:
        """Write a new Reply; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, digest: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Reply]:
        """Read the Reply with this key; None if there is none."""
        return self._get((digest,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Reply]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        digest: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ReplyChanges],
    ) -> Update[Reply]:
        """Change a Reply by its key; refuse if there is none."""
        return self._update((digest,), changes, values, condition)

    def upsert(self, **values: Unpack[ReplyValues]) -> Upsert[Reply]:
        """Change a Reply, or create it where there is none."""
        return self._upsert(values)

    def delete(self, digest: str, *, condition: Filter | None = None) -> Delete[Reply]:
        """Delete a Reply by its key; say whether there was one."""
        return self._delete((digest,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Reply]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class ReplyHandle(Handle[Reply, ReplyPlans]):
    """The Reply items of a table."""

    def create(self, **values: Unpack[ReplyValues]) -> Reply:
        """Write a new Reply; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, digest: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Reply | None:
        """Read the Reply with this key; None if there is none."""
        return self._table.get(self._plan_get((digest,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Reply | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        digest: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ReplyChanges],
    ) -> Reply:
        """Change a Reply by its key; refuse if there is none."""
        return self._run(self.plan.update(digest, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[ReplyValues]) -> Reply:
        """Change a Reply, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, digest: str, *, condition: Filter | None = None) -> bool:
        """Delete a Reply by its key; say whether there was one."""
        return self._run(self.plan.delete(digest, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class SettingPlans(Plans[Setting]):
    """Operations on Setting, unsent."""

    def create(self, **values: Unpack[SettingValues]) -> Create[Setting]:
        """Write a new Setting; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Setting]:
        """Read the Setting with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Setting]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SettingChanges],
    ) -> Update[Setting]:
        """Change a Setting by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    def upsert(self, **values: Unpack[SettingValues]) -> Upsert[Setting]:
        """Change a Setting, or create it where there is none."""
        return self._upsert(values)

    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Setting]:
        """Delete a Setting by its key; say whether there was one."""
        return self._delete((name,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Setting]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class SettingHandle(Handle[Setting, SettingPlans]):
    """The Setting items of a table."""

    def create(self, **values: Unpack[SettingValues]) -> Setting:
        """Write a new Setting; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Setting | None:
        """Read the Setting with this key; None if there is none."""
        return self._table.get(self._plan_get((name,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Setting | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[SettingChanges],
    ) -> Setting:
        """Change a Setting by its key; refuse if there is none."""
        return self._run(self.plan.update(name, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[SettingValues]) -> Setting:
        """Change a Setting, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, name: str, *, condition: Filter | None = None) -> bool:
        """Delete a Setting by its key; say whether there was one."""
        return self._run(self.plan.delete(name, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class PlatformPlans:
    """Operations on several models at once, unsent."""

    def __init__(self, table: Platform) -> None:
        self._table = table

    def user_file(
        self, *, user_id: str, **options: Unpack[CollectOptions]
    ) -> Collect[User | Grant]:
        """Read PK = USER#{userId}, items of all models."""
        return self._table.collect_plan("userFile", {"userId": user_id}, **options)


class Platform(Table):
    """The table `platform` on a store."""

    design = _DESIGN
    models = (User, Grant, Session, Token, Link, Attempt, Mail, Reply, Setting)

    @cached_property
    def user(self) -> UserHandle:
        """The User items."""
        return UserHandle(self, UserPlans(self.own_place, self.codec(User)))

    @cached_property
    def grant(self) -> GrantHandle:
        """The Grant items."""
        return GrantHandle(self, GrantPlans(self.own_place, self.codec(Grant)))

    @cached_property
    def session(self) -> SessionHandle:
        """The Session items."""
        return SessionHandle(self, SessionPlans(self.own_place, self.codec(Session)))

    @cached_property
    def token(self) -> TokenHandle:
        """The Token items."""
        return TokenHandle(self, TokenPlans(self.own_place, self.codec(Token)))

    @cached_property
    def link(self) -> LinkHandle:
        """The Link items."""
        return LinkHandle(self, LinkPlans(self.own_place, self.codec(Link)))

    @cached_property
    def attempt(self) -> AttemptHandle:
        """The Attempt items."""
        return AttemptHandle(self, AttemptPlans(self.own_place, self.codec(Attempt)))

    @cached_property
    def mail(self) -> MailHandle:
        """The Mail items."""
        return MailHandle(self, MailPlans(self.own_place, self.codec(Mail)))

    @cached_property
    def reply(self) -> ReplyHandle:
        """The Reply items."""
        return ReplyHandle(self, ReplyPlans(self.own_place, self.codec(Reply)))

    @cached_property
    def setting(self) -> SettingHandle:
        """The Setting items."""
        return SettingHandle(self, SettingPlans(self.own_place, self.codec(Setting)))

    @cached_property
    def plan(self) -> PlatformPlans:
        """Collections, unsent."""
        return PlatformPlans(self)

    def user_file(
        self, *, user_id: str, **options: Unpack[CollectOptions]
    ) -> Collected[User | Grant]:
        """Read PK = USER#{userId}, items of all models."""
        return self.run(self.plan.user_file(user_id=user_id, **options))
