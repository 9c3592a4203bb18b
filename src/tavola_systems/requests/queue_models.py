"""RequestQueue: typed access to the table `RequestQueue`.

Generated from its design; change that, and generate again:

    tavola generate queue.yaml -o queue_models.py
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
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, Placeholder, Plans,
    TableSettings, Template, TextRef, auto, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, OnBadItem, Query, QueryOptions, Update

__all__ = ["DeadMessage", "Message", "RequestQueue"]

_DESIGN = Design(
    name="RequestQueue", layout="templates", table=TableSettings(name="RequestQueue", type_attribute="entityType"),
    models={
        "Message": ModelSchema(
            name="Message", handle="message",
            fields={
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "messageId": FieldSchema("messageId", "message_id", "UlidField", required=True, auto_assign=True),
                "body": FieldSchema("body", "body", "StringField", required=True, max_length=30000),
                "sentAt": FieldSchema("sentAt", "sent_at", "CreateDateField", storage="epochMillis"),
                "receives": FieldSchema("receives", "receives", "CounterField"),
                "until": FieldSchema("until", "until", "DateTimeField", storage="epochMillis"),
                "receipt": FieldSchema("receipt", "receipt", "StringField"),
            },
            key=KeyPair("PK", Template(("QUEUE#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),))),
            primary_id=Template((Placeholder("shard", "int", escaped="%#"), "#", Placeholder("messageId"))),
            indexes={
                "messages": IndexSchema("messages", "messages",
                    KeyPair("PK", Template(("QUEUE#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),)))),
            },
            type_value="MESSAGE", counters=("receives",), description="A request that a worker is to look at.",
        ),
        "DeadMessage": ModelSchema(
            name="DeadMessage", handle="dead_message",
            fields={
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "messageId": FieldSchema("messageId", "message_id", "UlidField", required=True),
                "body": FieldSchema("body", "body", "StringField", required=True, max_length=30000),
                "sentAt": FieldSchema("sentAt", "sent_at", "DateTimeField", storage="epochMillis"),
                "receives": FieldSchema("receives", "receives", "CounterField"),
                "reason": FieldSchema("reason", "reason", "StringField", required=True, max_length=400),
                "diedAt": FieldSchema("diedAt", "died_at", "DateTimeField", required=True, storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("DEAD#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),))),
            primary_id=Template((Placeholder("shard", "int", escaped="%#"), "#", Placeholder("messageId"))),
            indexes={
                "deadMessages": IndexSchema("deadMessages", "dead_messages",
                    KeyPair("PK", Template(("DEAD#", Placeholder("shard", "int"))), "SK", Template((Placeholder("messageId"),)))),
            },
            type_value="DEAD_MESSAGE", counters=("receives",), description="A message that nobody could handle, and why.",
        ),
    },
)

MessageField = Literal["shard", "message_id", "body", "sent_at", "receives", "until", "receipt"]


class MessageFields(Fields):
    """Message's fields, for building conditions and changes."""

    shard: NumberRef[int]
    message_id: TextRef
    body: TextRef
    sent_at: FieldRef[datetime]
    receives: NumberRef[int]
    until: FieldRef[datetime]
    receipt: TextRef


class MessageChanges(TypedDict, total=False):
    """What an update of a Message may set."""

    body: str
    sent_at: datetime
    receives: int
    until: datetime | None
    receipt: str | None


class Message(Record, schema=_DESIGN.models["Message"]):
    """A request that a worker is to look at.

    - key: PK = QUEUE#{shard}, SK = {messageId}
    - messages: key
    """

    fields: ClassVar[MessageFields]
    body: str
    shard: int = 0
    message_id: str = auto()
    sent_at: datetime = auto()
    receives: int = 0
    until: datetime | None = None
    receipt: str | None = None


DeadMessageField = Literal["shard", "message_id", "body", "sent_at", "receives", "reason", "died_at"]


class DeadMessageFields(Fields):
    """DeadMessage's fields, for building conditions and changes."""

    shard: NumberRef[int]
    message_id: TextRef
    body: TextRef
    sent_at: FieldRef[datetime]
    receives: NumberRef[int]
    reason: TextRef
    died_at: FieldRef[datetime]


class DeadMessageChanges(TypedDict, total=False):
    """What an update of a DeadMessage may set."""

    body: str
    sent_at: datetime | None
    receives: int
    reason: str
    died_at: datetime


class DeadMessage(Record, schema=_DESIGN.models["DeadMessage"]):
    """A message that nobody could handle, and why.

    - key: PK = DEAD#{shard}, SK = {messageId}
    - deadMessages: key
    """

    fields: ClassVar[DeadMessageFields]
    message_id: str
    body: str
    reason: str
    died_at: datetime
    shard: int = 0
    sent_at: datetime | None = None
    receives: int = 0


class MessageMethods(Methods[Message]):
    """The methods of Message's handle and plans."""

    create = create_method(Message)
    """Write a new Message; refuse if there is one with its key."""
    upsert = upsert_method(Message)
    """Change a Message, or create it where there is none."""

    @method
    def get(self, shard: int, message_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Message]:
        """Read the Message with this key; None if there is none."""
        return self._get((shard, message_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Message]:
        """Read Message items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, shard: int, message_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[MessageChanges]) -> Update[Message]:
        """Change a Message by its key; refuse if there is none."""
        return self._update((shard, message_id), changes, values, condition)

    @method
    def delete(self, shard: int, message_id: str, *, condition: Filter | None = None) -> Delete[Message]:
        """Delete a Message by its key; say whether there was one."""
        return self._delete((shard, message_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, str]]) -> BatchWrite[Message]:
        """Delete Message items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def messages(self, *, shard: int, message_id: str | SortCondition | None = None, **options: Unpack[QueryOptions[MessageField]]) -> Query[Message]:
        """Query `messages` in the table: PK = QUEUE#{shard}, SK = {messageId}."""
        return self._query("messages", {"shard": shard, "message_id": message_id}, **options)


class MessagePlans(MessageMethods, Plans[Message]):
    """Operations on Message, unsent."""


class MessageHandle(MessageMethods, Handle[Message, MessagePlans]):
    """The Message items of a table."""


class DeadMessageMethods(Methods[DeadMessage]):
    """The methods of DeadMessage's handle and plans."""

    create = create_method(DeadMessage)
    """Write a new DeadMessage; refuse if there is one with its key."""
    upsert = upsert_method(DeadMessage)
    """Change a DeadMessage, or create it where there is none."""

    @method
    def get(self, shard: int, message_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[DeadMessage]:
        """Read the DeadMessage with this key; None if there is none."""
        return self._get((shard, message_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[DeadMessage]:
        """Read DeadMessage items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, shard: int, message_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[DeadMessageChanges]) -> Update[DeadMessage]:
        """Change a DeadMessage by its key; refuse if there is none."""
        return self._update((shard, message_id), changes, values, condition)

    @method
    def delete(self, shard: int, message_id: str, *, condition: Filter | None = None) -> Delete[DeadMessage]:
        """Delete a DeadMessage by its key; say whether there was one."""
        return self._delete((shard, message_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, str]]) -> BatchWrite[DeadMessage]:
        """Delete DeadMessage items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def dead_messages(self, *, shard: int, message_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[DeadMessageField]]) -> Query[DeadMessage]:
        """Query `deadMessages` in the table: PK = DEAD#{shard}, SK = {messageId}."""
        return self._query("deadMessages", {"shard": shard, "message_id": message_id}, **options)


class DeadMessagePlans(DeadMessageMethods, Plans[DeadMessage]):
    """Operations on DeadMessage, unsent."""


class DeadMessageHandle(DeadMessageMethods, Handle[DeadMessage, DeadMessagePlans]):
    """The DeadMessage items of a table."""


class RequestQueue(Table):
    """The table `RequestQueue` on a store."""

    design = _DESIGN
    models = (Message, DeadMessage)

    message = handle(Message, MessageHandle, MessagePlans)
    """The Message items."""
    dead_message = handle(DeadMessage, DeadMessageHandle, DeadMessagePlans)
    """The DeadMessage items."""
