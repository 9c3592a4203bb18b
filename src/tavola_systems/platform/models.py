"""Platform: typed access to the table `platform`.

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
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldRef, FieldSchema, Fields, Handle,
    IndexSchema, KeyPair, ListRef, MapRef, Methods, ModelSchema, NumberRef, PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef,
    UniqueSchema, auto, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query,
        QueryOptions, Update)

__all__ = ["Attempt", "Grant", "Link", "Mail", "Platform", "Reply", "Session", "Setting", "Token", "User"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")

_DESIGN = Design(
    name="Platform", layout="templates",
    table=TableSettings(name="platform", type_attribute="type", ttl_attribute="ttl", indexes=(_INDEX_1,), point_in_time_recovery=True),
    models={
        "User": ModelSchema(
            name="User", handle="user",
            fields={
                "userId": FieldSchema("userId", "user_id", "UlidField", auto_assign=True),
                "email": FieldSchema("email", "email", "StringField", required=True, max_length=200, description="As it is compared; lower case."),
                "name": FieldSchema("name", "name", "StringField", required=True, max_length=100),
                "passwordHash": FieldSchema("passwordHash", "password_hash", "StringField", max_length=300,
                    description="Missing until a password is chosen."),
                "epoch": FieldSchema("epoch", "epoch", "CounterField", description="Grows with a new password; what began before has ended."),
                "confirmedAt": FieldSchema("confirmedAt", "confirmed_at", "DateTimeField", storage="iso",
                    description="When the address was shown to be theirs."),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
            },
            key=KeyPair("PK", Template(("USER#", Placeholder("userId"))), "SK", Template(("USER",))), primary_id=Template((Placeholder("userId"),)),
            indexes={
                "allUsers": IndexSchema("allUsers", "all_users", KeyPair("GSI1PK", Template(("USERS",)), "GSI1SK", Template((Placeholder("email"),))),
                    physical=_INDEX_1),
            },
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("PK", Template(("EMAIL#", Placeholder("email"))), "SK", Template(("LOCK",)))),
            },
            type_value="USER", counters=("epoch",), description="Somebody with a password; what they may do is in their grants.",
        ),
        "Grant": ModelSchema(
            name="Grant", handle="grant",
            fields={
                "userId": FieldSchema("userId", "user_id", "UlidField", required=True),
                "system": FieldSchema("system", "system", "StringField", required=True, max_length=40),
                "scope": FieldSchema("scope", "scope", "StringField", required=True, max_length=200),
                "role": FieldSchema("role", "role", "StringField", required=True, max_length=40),
                "grantedBy": FieldSchema("grantedBy", "granted_by", "StringField", max_length=100),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
            },
            key=KeyPair("PK", Template(("USER#", Placeholder("userId"))), "SK",
                Template(("GRANT#", Placeholder("system", escaped="%#"), "#", Placeholder("scope")))),
            primary_id=Template((Placeholder("userId", escaped="%#"), "#", Placeholder("system", escaped="%#"), "#", Placeholder("scope"))),
            indexes={
                "grantsOfUser": IndexSchema(
                    "grantsOfUser", "grants_of_user",
                    KeyPair("PK", Template(("USER#", Placeholder("userId"))), "SK",
                        Template(("GRANT#", Placeholder("system", escaped="%#"), "#", Placeholder("scope")))),
                ),
                "grantsInScope": IndexSchema(
                    "grantsInScope", "grants_in_scope",
                    KeyPair("GSI1PK", Template(("GRANTS#", Placeholder("system", escaped="%#"), "#", Placeholder("scope"))), "GSI1SK",
                        Template((Placeholder("userId"),))),
                    physical=_INDEX_1,
                ),
            },
            type_value="GRANT", description='A role of a user in a system, in one scope or everywhere ("*").',
        ),
        "Session": ModelSchema(
            name="Session", handle="session",
            fields={
                "digest": FieldSchema("digest", "digest", "StringField", required=True, description="SHA-256 of the cookie."),
                "system": FieldSchema("system", "system", "StringField", required=True),
                "subject": FieldSchema("subject", "subject", "StringField", required=True),
                "epoch": FieldSchema("epoch", "epoch", "IntegerField", required=True),
                "roles": FieldSchema("roles", "roles", "StringField", required=True,
                    description="A digest of the roles; the id is renewed when they change."),
                "browser": FieldSchema("browser", "browser", "StringField", max_length=200),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "usedAt": FieldSchema("usedAt", "used_at", "DateTimeField", required=True, storage="iso"),
                "endsAt": FieldSchema("endsAt", "ends_at", "DateTimeField", required=True, storage="iso",
                    description="It ends then however much it is used."),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("PK", Template(("SESSION#", Placeholder("digest"))), "SK", Template(("SESSION",))),
            primary_id=Template((Placeholder("digest"),)),
            indexes={
                "sessionsOfSubject": IndexSchema(
                    "sessionsOfSubject", "sessions_of_subject",
                    KeyPair("GSI1PK", Template(("SESSIONS#", Placeholder("system", escaped="%#"), "#", Placeholder("subject"))), "GSI1SK",
                        Template((Placeholder("createdAt", "iso"),))),
                    physical=_INDEX_1,
                ),
            },
            type_value="SESSION", ttl_field="ttl", description="A browser that is signed in to one system.",
        ),
        "Token": ModelSchema(
            name="Token", handle="token",
            fields={
                "tokenId": FieldSchema("tokenId", "token_id", "UlidField", auto_assign=True),
                "system": FieldSchema("system", "system", "StringField", required=True),
                "subject": FieldSchema("subject", "subject", "StringField", required=True),
                "label": FieldSchema("label", "label", "StringField", required=True, max_length=100),
                "epoch": FieldSchema("epoch", "epoch", "IntegerField", required=True),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("PK", Template(("TOKEN#", Placeholder("tokenId"))), "SK", Template(("TOKEN",))),
            primary_id=Template((Placeholder("tokenId"),)),
            indexes={
                "tokensOfSubject": IndexSchema(
                    "tokensOfSubject", "tokens_of_subject",
                    KeyPair("GSI1PK", Template(("TOKENS#", Placeholder("system", escaped="%#"), "#", Placeholder("subject"))), "GSI1SK",
                        Template((Placeholder("createdAt", "iso"),))),
                    physical=_INDEX_1,
                ),
            },
            type_value="TOKEN", ttl_field="ttl", description="What a program carries in place of a password, for one system.",
        ),
        "Link": ModelSchema(
            name="Link", handle="link",
            fields={
                "digest": FieldSchema("digest", "digest", "StringField", required=True, description="SHA-256 of the secret in the link."),
                "system": FieldSchema("system", "system", "StringField", required=True),
                "purpose": FieldSchema("purpose", "purpose", "StringField", required=True, max_length=40),
                "data": FieldSchema("data", "data", "MapField", items="StringField", description="What the link is about."),
                "takenUntil": FieldSchema("takenUntil", "taken_until", "DateTimeField", storage="iso",
                    description="While somebody's use of it is at work."),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", required=True, storage="epochSeconds"),
            },
            key=KeyPair("PK", Template(("LINK#", Placeholder("digest"))), "SK", Template(("LINK",))), primary_id=Template((Placeholder("digest"),)),
            type_value="LINK", ttl_field="ttl", description="A link in a mail that works once.",
        ),
        "Attempt": ModelSchema(
            name="Attempt", handle="attempt",
            fields={
                "kind": FieldSchema("kind", "kind", "StringField", required=True),
                "key": FieldSchema("key", "key", "StringField", required=True),
                "window": FieldSchema("window", "window", "IntegerField", required=True),
                "count": FieldSchema("count", "count", "CounterField"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("PK", Template(("ATTEMPT#", Placeholder("kind", escaped="%#"), "#", Placeholder("key"))), "SK",
                Template((Placeholder("window", "int:12"),))),
            primary_id=Template((Placeholder("kind", escaped="%#"), "#", Placeholder("key", escaped="%#"), "#", Placeholder("window", "int:12"))),
            type_value="ATTEMPT", ttl_field="ttl", counters=("count",), description="How often something was tried in a stretch of time.",
        ),
        "Mail": ModelSchema(
            name="Mail", handle="mail",
            fields={
                "mailId": FieldSchema("mailId", "mail_id", "UlidField", auto_assign=True),
                "queue": FieldSchema("queue", "queue", "StringField", description="due-0 to due-3, or dead; none once it is sent."),
                "dueAt": FieldSchema("dueAt", "due_at", "DateTimeField", required=True, storage="iso"),
                "recipient": FieldSchema("recipient", "recipient", "StringField", required=True, max_length=200),
                "subject": FieldSchema("subject", "subject", "StringField", required=True, max_length=300),
                "body": FieldSchema("body", "body", "StringField", required=True, expected_bytes=600),
                "system": FieldSchema("system", "system", "StringField", required=True),
                "attempts": FieldSchema("attempts", "attempts", "CounterField"),
                "problem": FieldSchema("problem", "problem", "StringField", description="Why the last attempt failed."),
                "sentAt": FieldSchema("sentAt", "sent_at", "DateTimeField", storage="iso"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", description="A mail that was sent is kept for 30 days."),
            },
            key=KeyPair("PK", Template(("MAIL#", Placeholder("mailId"))), "SK", Template(("MAIL",))), primary_id=Template((Placeholder("mailId"),)),
            indexes={
                "mailInQueue": IndexSchema("mailInQueue", "mail_in_queue",
                    KeyPair("GSI1PK", Template(("MAIL#", Placeholder("queue"))), "GSI1SK", Template((Placeholder("dueAt", "iso"),))),
                    physical=_INDEX_1),
            },
            type_value="MAIL", ttl_field="ttl", counters=("attempts",),
            description="A mail; written in the transaction that causes it, sent by a worker.",
        ),
        "Reply": ModelSchema(
            name="Reply", handle="reply",
            fields={
                "digest": FieldSchema("digest", "digest", "StringField", required=True, description="SHA-256 of system, subject, route and key."),
                "request": FieldSchema("request", "request", "StringField", required=True, description="SHA-256 of the body."),
                "status": FieldSchema("status", "status", "IntegerField", description="Missing while the first request is at work."),
                "mediaType": FieldSchema("mediaType", "media_type", "StringField"),
                "location": FieldSchema("location", "location", "StringField"),
                "body": FieldSchema("body", "body", "StringField"),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="iso"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", required=True, storage="epochSeconds"),
            },
            key=KeyPair("PK", Template(("REPLY#", Placeholder("digest"))), "SK", Template(("REPLY",))), primary_id=Template((Placeholder("digest"),)),
            type_value="REPLY", ttl_field="ttl", description="The answer to an Idempotency-Key, given again when it is repeated.",
        ),
        "Setting": ModelSchema(
            name="Setting", handle="setting",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "values": FieldSchema("values", "values", "ListField", items="StringField"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", storage="iso"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", description="Missing for what is kept for good."),
            },
            key=KeyPair("PK", Template(("SETTING#", Placeholder("name"))), "SK", Template(("SETTING",))), primary_id=Template((Placeholder("name"),)),
            type_value="SETTING", ttl_field="ttl", description="What all processes on a store share, such as the signing keys.",
        ),
    },
    collections={
        "userFile": CollectionSchema(
            name="userFile", python_name="user_file", models=("User", "Grant"), partition_attribute="PK",
            partition=Template(("USER#", Placeholder("userId"))),
            arguments=(
                CollectionArgument(name="userId", python_name="user_id", field=FieldSchema("userId", "user_id", "UlidField", auto_assign=True)),
            ),
            sort_attribute="SK",
        ),
    },
)

UserField = Literal["user_id", "email", "name", "password_hash", "epoch", "confirmed_at", "created_at"]


class UserFields(Fields):
    """User's fields, for building conditions and changes."""

    user_id: TextRef
    email: TextRef
    name: TextRef
    password_hash: TextRef
    epoch: NumberRef[int]
    confirmed_at: FieldRef[datetime]
    created_at: FieldRef[datetime]


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
    """Grant's fields, for building conditions and changes."""

    user_id: TextRef
    system: TextRef
    scope: TextRef
    role: TextRef
    granted_by: TextRef
    created_at: FieldRef[datetime]


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


SessionField = Literal["digest", "system", "subject", "epoch", "roles", "browser", "created_at", "used_at", "ends_at", "ttl"]


class SessionFields(Fields):
    """Session's fields, for building conditions and changes."""

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
    """Token's fields, for building conditions and changes."""

    token_id: TextRef
    system: TextRef
    subject: TextRef
    label: TextRef
    epoch: NumberRef[int]
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


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


LinkField = Literal["digest", "system", "purpose", "data", "taken_until", "created_at", "ttl"]


class LinkFields(Fields):
    """Link's fields, for building conditions and changes."""

    digest: TextRef
    system: TextRef
    purpose: TextRef
    data: MapRef
    taken_until: FieldRef[datetime]
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class LinkChanges(TypedDict, total=False):
    """What an update of a Link may set."""

    system: str
    purpose: str
    data: dict[str, str] | None
    taken_until: datetime | None
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
    taken_until: datetime | None = None
    """While somebody's use of it is at work."""
    created_at: datetime = auto()


AttemptField = Literal["kind", "key", "window", "count", "ttl"]


class AttemptFields(Fields):
    """Attempt's fields, for building conditions and changes."""

    kind: TextRef
    key: TextRef
    window: NumberRef[int]
    count: NumberRef[int]
    ttl: FieldRef[datetime]


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


MailField = Literal["mail_id", "queue", "due_at", "recipient", "subject", "body", "system", "attempts", "problem", "sent_at", "created_at", "ttl"]


class MailFields(Fields):
    """Mail's fields, for building conditions and changes."""

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


ReplyField = Literal["digest", "request", "status", "media_type", "location", "body", "created_at", "ttl"]


class ReplyFields(Fields):
    """Reply's fields, for building conditions and changes."""

    digest: TextRef
    request: TextRef
    status: NumberRef[int]
    media_type: TextRef
    location: TextRef
    body: TextRef
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


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


SettingField = Literal["name", "values", "updated_at", "ttl"]


class SettingFields(Fields):
    """Setting's fields, for building conditions and changes."""

    name: TextRef
    values: ListRef
    updated_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class SettingChanges(TypedDict, total=False):
    """What an update of a Setting may set."""

    values: list[str] | None
    ttl: datetime | None


class Setting(Record, schema=_DESIGN.models["Setting"]):
    """What all processes on a store share, such as the signing keys.

    - key: PK = SETTING#{name}, SK = SETTING
    """

    fields: ClassVar[SettingFields]
    name: str
    values: list[str] | None = None
    updated_at: datetime = auto()
    ttl: datetime | None = None
    """Missing for what is kept for good."""


class UserMethods(Methods[User]):
    """The methods of User's handle and plans."""

    create = create_method(User)
    """Write a new User; refuse if there is one with its key."""
    upsert = upsert_method(User)
    """Change a User, or create it where there is none."""

    @method
    def get(self, user_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((user_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[User]:
        """Read User items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[UserChanges]) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((user_id,), changes, values, condition)

    @method
    def delete(self, user_id: str, *, condition: Filter | None = None) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((user_id,), condition)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    @method
    def all_users(self, *, email: str | SortCondition | None = None, **options: Unpack[IndexOptions[UserField]]) -> Query[User]:
        """Query `allUsers` in GSI1: GSI1PK = USERS, GSI1SK = {email}."""
        return self._query("allUsers", {"email": email}, **options)


class UserPlans(UserMethods, Plans[User]):
    """Operations on User, unsent."""


class UserHandle(UserMethods, Handle[User, UserPlans]):
    """The User items of a table."""


class GrantMethods(Methods[Grant]):
    """The methods of Grant's handle and plans."""

    create = create_method(Grant)
    """Write a new Grant; refuse if there is one with its key."""
    upsert = upsert_method(Grant)
    """Change a Grant, or create it where there is none."""

    @method
    def get(self, user_id: str, system: str, scope: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Grant]:
        """Read the Grant with this key; None if there is none."""
        return self._get((user_id, system, scope), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Grant]:
        """Read Grant items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_id: str, system: str, scope: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[GrantChanges]) -> Update[Grant]:
        """Change a Grant by its key; refuse if there is none."""
        return self._update((user_id, system, scope), changes, values, condition)

    @method
    def delete(self, user_id: str, system: str, scope: str, *, condition: Filter | None = None) -> Delete[Grant]:
        """Delete a Grant by its key; say whether there was one."""
        return self._delete((user_id, system, scope), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, str]]) -> BatchWrite[Grant]:
        """Delete Grant items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def grants_of_user(self, *, user_id: str, system: str | SortCondition | None = None, scope: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[GrantField]]) -> Query[Grant]:
        """Query `grantsOfUser` in the table: PK = USER#{userId}, SK = GRANT#{system}#{scope}."""
        return self._query("grantsOfUser", {"user_id": user_id, "system": system, "scope": scope}, **options)

    @method
    def grants_in_scope(self, *, system: str, scope: str, user_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[GrantField]]) -> Query[Grant]:
        """Query `grantsInScope` in GSI1: GSI1PK = GRANTS#{system}#{scope}, GSI1SK = {userId}."""
        return self._query("grantsInScope", {"system": system, "scope": scope, "user_id": user_id}, **options)


class GrantPlans(GrantMethods, Plans[Grant]):
    """Operations on Grant, unsent."""


class GrantHandle(GrantMethods, Handle[Grant, GrantPlans]):
    """The Grant items of a table."""


class SessionMethods(Methods[Session]):
    """The methods of Session's handle and plans."""

    create = create_method(Session)
    """Write a new Session; refuse if there is one with its key."""
    upsert = upsert_method(Session)
    """Change a Session, or create it where there is none."""

    @method
    def get(self, digest: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Session]:
        """Read the Session with this key; None if there is none."""
        return self._get((digest,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Session]:
        """Read Session items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, digest: str, *changes: Change, condition: Filter | None = None, **values: Unpack[SessionChanges]) -> Update[Session]:
        """Change a Session by its key; refuse if there is none."""
        return self._update((digest,), changes, values, condition)

    @method
    def delete(self, digest: str, *, condition: Filter | None = None) -> Delete[Session]:
        """Delete a Session by its key; say whether there was one."""
        return self._delete((digest,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Session]:
        """Delete Session items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def sessions_of_subject(self, *, system: str, subject: str, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[SessionField]]) -> Query[Session]:
        """Query `sessionsOfSubject` in GSI1: GSI1PK = SESSIONS#{system}#{subject}, GSI1SK = {createdAt:iso}."""
        return self._query("sessionsOfSubject", {"system": system, "subject": subject, "created_at": created_at}, **options)


class SessionPlans(SessionMethods, Plans[Session]):
    """Operations on Session, unsent."""


class SessionHandle(SessionMethods, Handle[Session, SessionPlans]):
    """The Session items of a table."""


class TokenMethods(Methods[Token]):
    """The methods of Token's handle and plans."""

    create = create_method(Token)
    """Write a new Token; refuse if there is one with its key."""
    upsert = upsert_method(Token)
    """Change a Token, or create it where there is none."""

    @method
    def get(self, token_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Token]:
        """Read the Token with this key; None if there is none."""
        return self._get((token_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Token]:
        """Read Token items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, token_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[TokenChanges]) -> Update[Token]:
        """Change a Token by its key; refuse if there is none."""
        return self._update((token_id,), changes, values, condition)

    @method
    def delete(self, token_id: str, *, condition: Filter | None = None) -> Delete[Token]:
        """Delete a Token by its key; say whether there was one."""
        return self._delete((token_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Token]:
        """Delete Token items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def tokens_of_subject(self, *, system: str, subject: str, created_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[TokenField]]) -> Query[Token]:
        """Query `tokensOfSubject` in GSI1: GSI1PK = TOKENS#{system}#{subject}, GSI1SK = {createdAt:iso}."""
        return self._query("tokensOfSubject", {"system": system, "subject": subject, "created_at": created_at}, **options)


class TokenPlans(TokenMethods, Plans[Token]):
    """Operations on Token, unsent."""


class TokenHandle(TokenMethods, Handle[Token, TokenPlans]):
    """The Token items of a table."""


class LinkMethods(Methods[Link]):
    """The methods of Link's handle and plans."""

    create = create_method(Link)
    """Write a new Link; refuse if there is one with its key."""
    upsert = upsert_method(Link)
    """Change a Link, or create it where there is none."""

    @method
    def get(self, digest: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Link]:
        """Read the Link with this key; None if there is none."""
        return self._get((digest,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Link]:
        """Read Link items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, digest: str, *changes: Change, condition: Filter | None = None, **values: Unpack[LinkChanges]) -> Update[Link]:
        """Change a Link by its key; refuse if there is none."""
        return self._update((digest,), changes, values, condition)

    @method
    def delete(self, digest: str, *, condition: Filter | None = None) -> Delete[Link]:
        """Delete a Link by its key; say whether there was one."""
        return self._delete((digest,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Link]:
        """Delete Link items by their keys, in batches."""
        return self._delete_all(keys)


class LinkPlans(LinkMethods, Plans[Link]):
    """Operations on Link, unsent."""


class LinkHandle(LinkMethods, Handle[Link, LinkPlans]):
    """The Link items of a table."""


class AttemptMethods(Methods[Attempt]):
    """The methods of Attempt's handle and plans."""

    create = create_method(Attempt)
    """Write a new Attempt; refuse if there is one with its key."""
    upsert = upsert_method(Attempt)
    """Change an Attempt, or create it where there is none."""

    @method
    def get(self, kind: str, key: str, window: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Attempt]:
        """Read the Attempt with this key; None if there is none."""
        return self._get((kind, key, window), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Attempt]:
        """Read Attempt items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, kind: str, key: str, window: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[AttemptChanges]) -> Update[Attempt]:
        """Change an Attempt by its key; refuse if there is none."""
        return self._update((kind, key, window), changes, values, condition)

    @method
    def delete(self, kind: str, key: str, window: int, *, condition: Filter | None = None) -> Delete[Attempt]:
        """Delete an Attempt by its key; say whether there was one."""
        return self._delete((kind, key, window), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> BatchWrite[Attempt]:
        """Delete Attempt items by their keys, in batches."""
        return self._delete_all(keys)


class AttemptPlans(AttemptMethods, Plans[Attempt]):
    """Operations on Attempt, unsent."""


class AttemptHandle(AttemptMethods, Handle[Attempt, AttemptPlans]):
    """The Attempt items of a table."""


class MailMethods(Methods[Mail]):
    """The methods of Mail's handle and plans."""

    create = create_method(Mail)
    """Write a new Mail; refuse if there is one with its key."""
    upsert = upsert_method(Mail)
    """Change a Mail, or create it where there is none."""

    @method
    def get(self, mail_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Mail]:
        """Read the Mail with this key; None if there is none."""
        return self._get((mail_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Mail]:
        """Read Mail items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, mail_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[MailChanges]) -> Update[Mail]:
        """Change a Mail by its key; refuse if there is none."""
        return self._update((mail_id,), changes, values, condition)

    @method
    def delete(self, mail_id: str, *, condition: Filter | None = None) -> Delete[Mail]:
        """Delete a Mail by its key; say whether there was one."""
        return self._delete((mail_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Mail]:
        """Delete Mail items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def mail_in_queue(self, *, queue: str, due_at: datetime | SortCondition | None = None, **options: Unpack[IndexOptions[MailField]]) -> Query[Mail]:
        """Query `mailInQueue` in GSI1: GSI1PK = MAIL#{queue}, GSI1SK = {dueAt:iso}."""
        return self._query("mailInQueue", {"queue": queue, "due_at": due_at}, **options)


class MailPlans(MailMethods, Plans[Mail]):
    """Operations on Mail, unsent."""


class MailHandle(MailMethods, Handle[Mail, MailPlans]):
    """The Mail items of a table."""


class ReplyMethods(Methods[Reply]):
    """The methods of Reply's handle and plans."""

    create = create_method(Reply)
    """Write a new Reply; refuse if there is one with its key."""
    upsert = upsert_method(Reply)
    """Change a Reply, or create it where there is none."""

    @method
    def get(self, digest: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Reply]:
        """Read the Reply with this key; None if there is none."""
        return self._get((digest,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Reply]:
        """Read Reply items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, digest: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ReplyChanges]) -> Update[Reply]:
        """Change a Reply by its key; refuse if there is none."""
        return self._update((digest,), changes, values, condition)

    @method
    def delete(self, digest: str, *, condition: Filter | None = None) -> Delete[Reply]:
        """Delete a Reply by its key; say whether there was one."""
        return self._delete((digest,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Reply]:
        """Delete Reply items by their keys, in batches."""
        return self._delete_all(keys)


class ReplyPlans(ReplyMethods, Plans[Reply]):
    """Operations on Reply, unsent."""


class ReplyHandle(ReplyMethods, Handle[Reply, ReplyPlans]):
    """The Reply items of a table."""


class SettingMethods(Methods[Setting]):
    """The methods of Setting's handle and plans."""

    create = create_method(Setting)
    """Write a new Setting; refuse if there is one with its key."""
    upsert = upsert_method(Setting)
    """Change a Setting, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Setting]:
        """Read the Setting with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Setting]:
        """Read Setting items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values_: Unpack[SettingChanges]) -> Update[Setting]:
        """Change a Setting by its key; refuse if there is none."""
        return self._update((name,), changes, values_, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Setting]:
        """Delete a Setting by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Setting]:
        """Delete Setting items by their keys, in batches."""
        return self._delete_all(keys)


class SettingPlans(SettingMethods, Plans[Setting]):
    """Operations on Setting, unsent."""


class SettingHandle(SettingMethods, Handle[Setting, SettingPlans]):
    """The Setting items of a table."""


class PlatformCollections(Collections):
    """Reads of several models at once."""

    @method
    def user_file(self, *, user_id: str, **options: Unpack[CollectOptions]) -> Collect[User | Grant]:
        """Read `userFile`: the items of all its models with PK = USER#{userId}."""
        return self._collect("userFile", {"userId": user_id}, **options)


class PlatformPlans(PlatformCollections, CollectionPlans):
    """The same, unsent."""


class Platform(PlatformCollections, Table):
    """The table `platform` on a store."""

    design = _DESIGN
    models = (User, Grant, Session, Token, Link, Attempt, Mail, Reply, Setting)

    user = handle(User, UserHandle, UserPlans)
    """The User items."""
    grant = handle(Grant, GrantHandle, GrantPlans)
    """The Grant items."""
    session = handle(Session, SessionHandle, SessionPlans)
    """The Session items."""
    token = handle(Token, TokenHandle, TokenPlans)
    """The Token items."""
    link = handle(Link, LinkHandle, LinkPlans)
    """The Link items."""
    attempt = handle(Attempt, AttemptHandle, AttemptPlans)
    """The Attempt items."""
    mail = handle(Mail, MailHandle, MailPlans)
    """The Mail items."""
    reply = handle(Reply, ReplyHandle, ReplyPlans)
    """The Reply items."""
    setting = handle(Setting, SettingHandle, SettingPlans)
    """The Setting items."""

    @cached_property
    def plan(self) -> PlatformPlans:
        """Collections, unsent."""
        return PlatformPlans(self)
