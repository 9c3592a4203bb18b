"""AsyncEventTable: typed access to the table `AsyncEventTable`.

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
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, auto, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = [
    "Admission", "AdmissionCode", "AsyncEventTable", "Capacity", "CountCursor", "DispatcherLease", "Draw", "DrawList", "EventConfig", "EventEntry",
    "FailedEntry", "Gate", "IdempotencyLock", "MinuteCount", "OutboxEntry", "Progress", "Request", "StatusLog", "TicketBlock", "TicketCounter",
    "TicketRun", "UnticketedRequest",
]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK")

_DESIGN = Design(
    name="AsyncEventTable", layout="templates",
    table=TableSettings(name="AsyncEventTable", type_attribute="entityType", ttl_attribute="ttl", indexes=(_INDEX_1, _INDEX_2)),
    models={
        "Request": ModelSchema(
            name="Request", handle="request",
            fields={
                "requestId": FieldSchema("requestId", "request_id", "UlidField", required=True, auto_assign=True),
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "userId": FieldSchema("userId", "user_id", "StringField", required=True, max_length=100),
                "eventType": FieldSchema("eventType", "event_type", "EnumField", required=True, values=("FIRST_COME", "LOTTERY")),
                "status": FieldSchema(
                    "status", "status", "EnumField", required=True,
                    values=("RECEIVED", "QUEUED", "PROCESSING", "SUCCEEDED", "REJECTED", "FAILED_FINAL"),
                    transitions=(
                        ("RECEIVED", ("QUEUED", "REJECTED", "FAILED_FINAL")),
                        ("QUEUED", ("PROCESSING", "REJECTED", "FAILED_FINAL")),
                        ("PROCESSING", ("SUCCEEDED", "REJECTED", "FAILED_FINAL")),
                        ("SUCCEEDED", ("REJECTED",)),
                        ("REJECTED", ("SUCCEEDED",)),
                        ("FAILED_FINAL", ("RECEIVED",)),
                    ),
                    initial=("RECEIVED",),
                ),
                "moves": FieldSchema("moves", "moves", "CounterField", description="How often the status changed; numbers the log."),
                "movedAt": FieldSchema("movedAt", "moved_at", "DateTimeField", storage="epochMillis",
                    description="When it changed last; in a log time does not go back, whatever clocks say."),
                "ticket": FieldSchema("ticket", "ticket", "IntegerField", minimum=1, description="The order; given once, when it is queued."),
                "uiPhase": FieldSchema("uiPhase", "ui_phase", "EnumField", values=("COLLECTING", "DRAWING", "ANNOUNCED"),
                    description="Lotteries only; the event's, when the request became final."),
                "lotteryCutoffAt": FieldSchema("lotteryCutoffAt", "lottery_cutoff_at", "DateTimeField", storage="epochMillis"),
                "announcedAt": FieldSchema("announcedAt", "announced_at", "DateTimeField", storage="epochMillis"),
                "uiResult": FieldSchema("uiResult", "ui_result", "EnumField", required=True, default="PENDING",
                    values=("PENDING", "SUCCESS", "REJECTED", "FAILED")),
                "resultCode": FieldSchema(
                    "resultCode", "result_code", "EnumField",
                    values=(
                        "SUCCESS", "REJECTED_CAPACITY", "REJECTED_DUPLICATE", "REJECTED_LOTTERY_LOSE", "REJECTED_WITHDRAWN", "FAILED_INGEST_ENQUEUE",
                        "FAILED_WORKER", "FAILED_VALIDATION", "FAILED_SERDE",
                    ),
                ),
                "requestedAt": FieldSchema("requestedAt", "requested_at", "DateTimeField", required=True, storage="epochMillis"),
                "queuedAt": FieldSchema("queuedAt", "queued_at", "DateTimeField", storage="epochMillis",
                    description="When the queue accepted it; set once."),
                "startedAt": FieldSchema("startedAt", "started_at", "DateTimeField", storage="epochMillis"),
                "finishedAt": FieldSchema("finishedAt", "finished_at", "DateTimeField", storage="epochMillis"),
                "attempts": FieldSchema("attempts", "attempts", "CounterField", description="How often a worker has begun."),
                "requeuedAt": FieldSchema("requeuedAt", "requeued_at", "DateTimeField", storage="epochMillis",
                    description="When an operator queued it again; it holds up nobody since."),
                "leaseOwner": FieldSchema("leaseOwner", "lease_owner", "StringField", max_length=100, description="The worker that is at it."),
                "leaseUntil": FieldSchema("leaseUntil", "lease_until", "DateTimeField", storage="epochMillis",
                    description="When another worker may take it over."),
                "failureClass": FieldSchema("failureClass", "failure_class", "EnumField", values=("RETRYABLE", "NON_RETRYABLE")),
                "errorCode": FieldSchema("errorCode", "error_code", "StringField", max_length=64),
                "errorMessage": FieldSchema("errorMessage", "error_message", "StringField", max_length=256),
                "idempotencyKey": FieldSchema("idempotencyKey", "idempotency_key", "StringField", required=True),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", expires_after=7776000, expires_from="finishedAt"),
            },
            key=KeyPair("PK", Template(("REQ#", Placeholder("requestId"))), "SK", Template(("META",))),
            primary_id=Template((Placeholder("requestId"),)),
            indexes={
                "requestsOfUser": IndexSchema(
                    "requestsOfUser", "requests_of_user",
                    KeyPair("GSI1PK", Template(("USER#", Placeholder("userId"))), "GSI1SK",
                        Template(("QAT#", Placeholder("queuedAt", "ms:13"), "#REQ#", Placeholder("requestId")))),
                    physical=_INDEX_1,
                ),
                "requestsOfEvent": IndexSchema(
                    "requestsOfEvent", "requests_of_event",
                    KeyPair("GSI2PK", Template(("EVENT#", Placeholder("eventId", escaped="%#"), "#", Placeholder("requestId", "shard:8:text"))),
                        "GSI2SK", Template(("QAT#", Placeholder("queuedAt", "ms:13"), "#REQ#", Placeholder("requestId")))),
                    physical=_INDEX_2, shards=8,
                ),
            },
            type_value="REQUEST", ttl_field="ttl", counters=("moves", "attempts"),
            description="What somebody asked for; one for each user and event.",
        ),
        "IdempotencyLock": ModelSchema(
            name="IdempotencyLock", handle="idempotency_lock",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "userId": FieldSchema("userId", "user_id", "StringField", required=True, max_length=100),
                "requestId": FieldSchema("requestId", "request_id", "UlidField", required=True),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds",
                    description="Set when the event is over, not before: prolonging admits nobody twice."),
            },
            key=KeyPair("PK", Template(("IDEMP#", Placeholder("eventId", escaped="%#"), "#", Placeholder("userId"))), "SK", Template(("LOCK",))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("userId"))), type_value="IDEMPOTENCY", ttl_field="ttl",
            description="The one request of a user for an event.",
        ),
        "Capacity": ModelSchema(
            name="Capacity", handle="capacity",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "capacityTotal": FieldSchema("capacityTotal", "capacity_total", "IntegerField", required=True, minimum=0),
                "capacityRemaining": FieldSchema("capacityRemaining", "capacity_remaining", "IntegerField", required=True),
                "vacant": FieldSchema("vacant", "vacant", "CounterField", default=0,
                    description="Places that were given back or added, on their way to the next in order."),
                "refusals": FieldSchema("refusals", "refusals", "CounterField", default=0,
                    description="How often a request was refused for want of places."),
                "sureThrough": FieldSchema("sureThrough", "sure_through", "IntegerField", required=True, minimum=0,
                    description="Tickets up to this one win at once."),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("CAPACITY",))),
            primary_id=Template((Placeholder("eventId"),)), type_value="CAPACITY", counters=("vacant", "refusals"),
            description="The places of an event that is first come, first served.",
        ),
        "StatusLog": ModelSchema(
            name="StatusLog", handle="status_log",
            fields={
                "requestId": FieldSchema("requestId", "request_id", "UlidField", required=True),
                "occurredAt": FieldSchema("occurredAt", "occurred_at", "DateTimeField", required=True, storage="epochMillis"),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "fromStatus": FieldSchema("fromStatus", "from_status", "StringField", required=True),
                "toStatus": FieldSchema("toStatus", "to_status", "StringField", required=True),
                "message": FieldSchema("message", "message", "StringField", max_length=256),
                "by": FieldSchema("by", "by", "StringField", max_length=100, description="The worker, dispatcher or person."),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", expires_after=2592000, expires_from="occurredAt"),
            },
            key=KeyPair("PK", Template(("REQ#", Placeholder("requestId"))), "SK",
                Template(("LOG#", Placeholder("occurredAt", "ms:13"), "#", Placeholder("number", "int:6")))),
            primary_id=Template(
                (Placeholder("requestId", escaped="%#"), "#", Placeholder("occurredAt", "ms:13"), "#", Placeholder("number", "int:6"))),
            indexes={
                "timeline": IndexSchema(
                    "timeline", "timeline",
                    KeyPair("PK", Template(("REQ#", Placeholder("requestId"))), "SK",
                        Template(("LOG#", Placeholder("occurredAt", "ms:13"), "#", Placeholder("number", "int:6")))),
                ),
            },
            type_value="STATUS_LOG", ttl_field="ttl", description="One change of a request's status.",
        ),
        "EventConfig": ModelSchema(
            name="EventConfig", handle="event_config",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "title": FieldSchema("title", "title", "StringField", required=True, max_length=200),
                "description": FieldSchema("description", "description", "StringField", max_length=4000),
                "eventType": FieldSchema("eventType", "event_type", "EnumField", required=True, values=("FIRST_COME", "LOTTERY")),
                "status": FieldSchema("status", "status", "EnumField", required=True, values=("DRAFT", "OPEN", "CLOSED", "ANNOUNCED"),
                    transitions=(("DRAFT", ("OPEN",)), ("OPEN", ("CLOSED",)), ("CLOSED", ("ANNOUNCED",))), initial=("DRAFT",)),
                "isPaused": FieldSchema("isPaused", "is_paused", "BooleanField", default=False),
                "capacityTotal": FieldSchema("capacityTotal", "capacity_total", "IntegerField", required=True, minimum=1,
                    description="Places, or the number of winners."),
                "admission": FieldSchema("admission", "admission", "EnumField", required=True, default="ANYBODY",
                    values=("ANYBODY", "LISTED", "CODES")),
                "sendsMail": FieldSchema("sendsMail", "sends_mail", "BooleanField", default=True, description="Whether results go by mail."),
                "addressLimit": FieldSchema("addressLimit", "address_limit", "IntegerField", default=120, minimum=0,
                    description="Requests that one address may send in a minute; 0 for any number."),
                "opensAt": FieldSchema("opensAt", "opens_at", "DateTimeField", storage="epochMillis", description="When it opens by itself."),
                "endsAt": FieldSchema("endsAt", "ends_at", "DateTimeField", storage="epochMillis",
                    description="When intake ends, by the server's clock."),
                "lotteryCutoffAt": FieldSchema("lotteryCutoffAt", "lottery_cutoff_at", "DateTimeField", storage="epochMillis",
                    description="Lotteries only; the same as endsAt."),
                "publicSource": FieldSchema("publicSource", "public_source", "StringField", max_length=300,
                    description="Lotteries only: the public value that will count, which exists only after the cutoff."),
                "announcedAt": FieldSchema("announcedAt", "announced_at", "DateTimeField", storage="epochMillis"),
                "closedAt": FieldSchema("closedAt", "closed_at", "DateTimeField", storage="epochMillis"),
                "locksSweptAt": FieldSchema("locksSweptAt", "locks_swept_at", "DateTimeField", storage="epochMillis",
                    description="When every lock had got its time of expiry."),
                "revision": FieldSchema("revision", "revision", "CounterField", description="Grows with every change."),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", storage="epochMillis"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("CONFIG",))),
            primary_id=Template((Placeholder("eventId"),)), type_value="CONFIG", counters=("revision",),
            description="What an event is, and whether it takes requests.",
        ),
        "EventEntry": ModelSchema(
            name="EventEntry", handle="event_entry",
            fields={
                "directory": FieldSchema("directory", "directory", "StringField", required=True, default="ALL"),
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "title": FieldSchema("title", "title", "StringField", required=True, max_length=200),
                "eventType": FieldSchema("eventType", "event_type", "StringField", required=True),
                "isActive": FieldSchema("isActive", "is_active", "BooleanField", required=True, default=True,
                    description="Whether dispatchers look after it."),
            },
            key=KeyPair("PK", Template(("EVENTS#", Placeholder("directory"))), "SK", Template((Placeholder("eventId"),))),
            primary_id=Template((Placeholder("directory", escaped="%#"), "#", Placeholder("eventId"))),
            indexes={
                "allEvents": IndexSchema("allEvents", "all_events",
                    KeyPair("PK", Template(("EVENTS#", Placeholder("directory"))), "SK", Template((Placeholder("eventId"),)))),
            },
            type_value="EVENT_ENTRY", description="An event in the list of all; written with it.",
        ),
        "Gate": ModelSchema(
            name="Gate", handle="gate",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True),
                "isOpen": FieldSchema("isOpen", "is_open", "BooleanField", required=True),
                "opensAt": FieldSchema("opensAt", "opens_at", "DateTimeField", storage="epochMillis",
                    description="Opened by schedule, from then on."),
                "endsAt": FieldSchema("endsAt", "ends_at", "DateTimeField", storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("GATE#", Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), "SK", Template(("GATE",))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), type_value="GATE",
            description="Whether an event takes requests; one of several copies, so that no single item is asked by all.",
        ),
        "Admission": ModelSchema(
            name="Admission", handle="admission",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "email": FieldSchema("email", "email", "StringField", required=True, max_length=200, description="Lower case."),
            },
            key=KeyPair("PK", Template(("ADMISSION#", Placeholder("eventId"))), "SK", Template((Placeholder("email"),))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("email"))),
            indexes={
                "admissions": IndexSchema("admissions", "admissions",
                    KeyPair("PK", Template(("ADMISSION#", Placeholder("eventId"))), "SK", Template((Placeholder("email"),)))),
            },
            type_value="ADMISSION", description="Somebody on the list of those who may take part.",
        ),
        "AdmissionCode": ModelSchema(
            name="AdmissionCode", handle="admission_code",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "digest": FieldSchema("digest", "digest", "StringField", required=True, description="SHA-256 of the code."),
                "requestId": FieldSchema("requestId", "request_id", "UlidField", description="The request that used it."),
            },
            key=KeyPair("PK", Template(("CODES#", Placeholder("eventId"))), "SK", Template((Placeholder("digest"),))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("digest"))),
            indexes={
                "admissionCodes": IndexSchema("admissionCodes", "admission_codes",
                    KeyPair("PK", Template(("CODES#", Placeholder("eventId"))), "SK", Template((Placeholder("digest"),)))),
            },
            type_value="ADMISSION_CODE", description="A code that admits one request.",
        ),
        "OutboxEntry": ModelSchema(
            name="OutboxEntry", handle="outbox_entry",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "requestId": FieldSchema("requestId", "request_id", "UlidField", required=True),
                "ticket": FieldSchema("ticket", "ticket", "IntegerField", description="The ticket of a request that is queued again."),
                "receives": FieldSchema("receives", "receives", "CounterField"),
                "until": FieldSchema("until", "until", "DateTimeField", storage="epochMillis"),
                "receipt": FieldSchema("receipt", "receipt", "StringField"),
            },
            key=KeyPair("PK", Template(("OUTBOX#", Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), "SK",
                Template((Placeholder("requestId"),))),
            primary_id=Template(
                (Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int", escaped="%#"), "#", Placeholder("requestId"))),
            indexes={
                "outboxEntries": IndexSchema(
                    "outboxEntries", "outbox_entries",
                    KeyPair("PK", Template(("OUTBOX#", Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), "SK",
                        Template((Placeholder("requestId"),))),
                ),
            },
            type_value="OUTBOX", counters=("receives",), description="A request that the queue has not accepted yet.",
        ),
        "FailedEntry": ModelSchema(
            name="FailedEntry", handle="failed_entry",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True, default=0),
                "requestId": FieldSchema("requestId", "request_id", "UlidField", required=True),
                "ticket": FieldSchema("ticket", "ticket", "IntegerField"),
                "reason": FieldSchema("reason", "reason", "StringField", required=True, max_length=256),
                "diedAt": FieldSchema("diedAt", "died_at", "DateTimeField", required=True, storage="epochMillis"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", expires_after=7776000, expires_from="diedAt"),
            },
            key=KeyPair("PK", Template(("FAILED#", Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), "SK",
                Template((Placeholder("requestId"),))),
            primary_id=Template(
                (Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int", escaped="%#"), "#", Placeholder("requestId"))),
            indexes={
                "failedEntries": IndexSchema(
                    "failedEntries", "failed_entries",
                    KeyPair("PK", Template(("FAILED#", Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), "SK",
                        Template((Placeholder("requestId"),))),
                ),
            },
            type_value="FAILED_OUTBOX", ttl_field="ttl",
            description="A request that failed for good, in the queue or at work; an operator may queue it again.",
        ),
        "UnticketedRequest": ModelSchema(
            name="UnticketedRequest", handle="unticketed_request",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "requestId": FieldSchema("requestId", "request_id", "UlidField", required=True),
                "userId": FieldSchema("userId", "user_id", "StringField", required=True, max_length=100),
                "resultCode": FieldSchema("resultCode", "result_code", "StringField",
                    description="How it ended, so that the console counts it without reading it."),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", description="Set when the event is over, like its lock's."),
            },
            key=KeyPair("PK", Template(("UNTICKETED#", Placeholder("eventId", escaped="%#"), "#", Placeholder("requestId", "shard:8:text"))), "SK",
                Template((Placeholder("requestId"),))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("requestId"))),
            indexes={
                "unticketedRequests": IndexSchema(
                    "unticketedRequests", "unticketed_requests",
                    KeyPair("PK", Template(("UNTICKETED#", Placeholder("eventId", escaped="%#"), "#", Placeholder("requestId", "shard:8:text"))),
                        "SK", Template((Placeholder("requestId"),))),
                    shards=8,
                ),
            },
            type_value="UNTICKETED", ttl_field="ttl",
            description="A request that ended before it had a ticket, so that lists and the sweep of locks find it.",
        ),
        "DispatcherLease": ModelSchema(
            name="DispatcherLease", handle="dispatcher_lease",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "holder": FieldSchema("holder", "holder", "StringField"),
                "until": FieldSchema("until", "until", "DateTimeField", storage="epochMillis"),
                "fence": FieldSchema("fence", "fence", "IntegerField", required=True),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("DISPATCHER",))),
            primary_id=Template((Placeholder("eventId"),)), type_value="DISPATCHER", description="Which dispatcher gives an event's tickets.",
        ),
        "TicketCounter": ModelSchema(
            name="TicketCounter", handle="ticket_counter",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "lastTicket": FieldSchema("lastTicket", "last_ticket", "IntegerField", required=True, minimum=0),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("TICKETS",))),
            primary_id=Template((Placeholder("eventId"),)), type_value="TICKETS", description="How many tickets were given to blocks.",
        ),
        "TicketBlock": ModelSchema(
            name="TicketBlock", handle="ticket_block",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "fromTicket": FieldSchema("fromTicket", "from_ticket", "IntegerField", required=True),
                "toTicket": FieldSchema("toTicket", "to_ticket", "IntegerField", required=True),
                "owner": FieldSchema("owner", "owner", "StringField", required=True),
                "lease": FieldSchema("lease", "lease", "IntegerField", required=True, description="The fence of the lease that it was taken under."),
                "used": FieldSchema("used", "used", "IntegerField", required=True),
                "lastQueuedAt": FieldSchema("lastQueuedAt", "last_queued_at", "DateTimeField", storage="epochMillis",
                    description="Of the last ticket that was given; time does not go back."),
                "isVoid": FieldSchema("isVoid", "is_void", "BooleanField", required=True, default=False,
                    description="Whether the tickets after the used ones are void."),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("BLOCK#", Placeholder("fromTicket", "int:12")))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("fromTicket", "int:12"))),
            indexes={
                "ticketBlocks": IndexSchema("ticketBlocks", "ticket_blocks",
                    KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("BLOCK#", Placeholder("fromTicket", "int:12"))))),
            },
            type_value="TICKET_BLOCK", description="Tickets that one dispatcher may give; what it did not use is void for ever.",
        ),
        "TicketRun": ModelSchema(
            name="TicketRun", handle="ticket_run",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "fromTicket": FieldSchema("fromTicket", "from_ticket", "IntegerField", required=True),
                "requestIds": FieldSchema("requestIds", "request_ids", "ListField", required=True, items="StringField"),
                "userIds": FieldSchema("userIds", "user_ids", "ListField", items="StringField",
                    description="Whose these are, in the same order: a lock may outlive its request. Runs of the first release have none."),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("TICKET#", Placeholder("fromTicket", "int:12")))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("fromTicket", "int:12"))),
            indexes={
                "ticketRuns": IndexSchema("ticketRuns", "ticket_runs",
                    KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("TICKET#", Placeholder("fromTicket", "int:12"))))),
            },
            type_value="TICKET_RUN", description="Which requests hold some consecutive tickets.",
        ),
        "Progress": ModelSchema(
            name="Progress", handle="progress",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "settledThrough": FieldSchema("settledThrough", "settled_through", "IntegerField", required=True,
                    description="Every ticket up to this one was final."),
                "passedThrough": FieldSchema("passedThrough", "passed_through", "IntegerField", required=True,
                    description="No ticket up to this one waits or was refused for want of places."),
                "locksThrough": FieldSchema("locksThrough", "locks_through", "IntegerField",
                    description="Up to which run of tickets the locks have their time of expiry."),
                "requeues": FieldSchema("requeues", "requeues", "CounterField", description="How often an operator queued a request again."),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("PROGRESS",))),
            primary_id=Template((Placeholder("eventId"),)), type_value="PROGRESS", counters=("requeues",),
            description="How far an event is worked off.",
        ),
        "MinuteCount": ModelSchema(
            name="MinuteCount", handle="minute_count",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "shard": FieldSchema("shard", "shard", "IntegerField", required=True),
                "minute": FieldSchema("minute", "minute", "DateTimeField", required=True, storage="epochSeconds"),
                "queued": FieldSchema("queued", "queued", "CounterField"),
                "succeeded": FieldSchema("succeeded", "succeeded", "CounterField"),
                "rejected": FieldSchema("rejected", "rejected", "CounterField"),
                "failed": FieldSchema("failed", "failed", "CounterField"),
                "waited0": FieldSchema("waited0", "waited0", "CounterField", description="Queued to finished, up to 100 ms."),
                "waited1": FieldSchema("waited1", "waited1", "CounterField", description="Up to 300 ms."),
                "waited2": FieldSchema("waited2", "waited2", "CounterField", description="Up to 1 s."),
                "waited3": FieldSchema("waited3", "waited3", "CounterField", description="Up to 3 s."),
                "waited4": FieldSchema("waited4", "waited4", "CounterField", description="Up to 10 s."),
                "waited5": FieldSchema("waited5", "waited5", "CounterField", description="Up to 1 minute."),
                "waited6": FieldSchema("waited6", "waited6", "CounterField", description="Up to 10 minutes."),
                "waited7": FieldSchema("waited7", "waited7", "CounterField", description="Longer."),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", expires_after=7776000, expires_from="minute"),
            },
            key=KeyPair("PK", Template(("COUNTS#", Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), "SK",
                Template((Placeholder("minute", "s:10"),))),
            primary_id=Template(
                (Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int", escaped="%#"), "#", Placeholder("minute", "s:10"))),
            indexes={
                "minuteCounts": IndexSchema(
                    "minuteCounts", "minute_counts",
                    KeyPair("PK", Template(("COUNTS#", Placeholder("eventId", escaped="%#"), "#", Placeholder("shard", "int"))), "SK",
                        Template((Placeholder("minute", "s:10"),))),
                ),
            },
            type_value="MINUTE", ttl_field="ttl",
            counters=(
                "queued", "succeeded", "rejected", "failed", "waited0", "waited1", "waited2", "waited3", "waited4", "waited5", "waited6", "waited7",
            ),
            description="What happened in one minute, for the console; spread over shards, counted once.",
        ),
        "CountCursor": ModelSchema(
            name="CountCursor", handle="count_cursor",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "countedThrough": FieldSchema("countedThrough", "counted_through", "IntegerField", required=True, minimum=0),
                "byResult": FieldSchema("byResult", "by_result", "JsonField", required=True, description="Final requests by their result code."),
                "isRecounting": FieldSchema("isRecounting", "is_recounting", "BooleanField", required=True, default=False),
                "recountingAt": FieldSchema("recountingAt", "recounting_at", "DateTimeField", storage="epochMillis",
                    description="When the recount under way was begun."),
                "countedAt": FieldSchema("countedAt", "counted_at", "DateTimeField", storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("COUNTED",))),
            primary_id=Template((Placeholder("eventId"),)), type_value="COUNTED",
            description="Up to which ticket an event is counted, and how often each result was.",
        ),
        "Draw": ModelSchema(
            name="Draw", handle="draw",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "attempt": FieldSchema("attempt", "attempt", "IntegerField", required=True, minimum=1),
                "state": FieldSchema("state", "state", "EnumField", required=True, values=("COMMITTED", "FROZEN", "DRAWN", "SETTLED", "ABANDONED"),
                    transitions=(("COMMITTED", ("FROZEN", "ABANDONED")), ("FROZEN", ("DRAWN", "ABANDONED")), ("DRAWN", ("SETTLED",))),
                    initial=("COMMITTED",)),
                "seed": FieldSchema("seed", "seed", "StringField", required=True, description="Hexadecimal; shown to nobody before the draw."),
                "places": FieldSchema("places", "places", "IntegerField", required=True, minimum=1),
                "publicSource": FieldSchema("publicSource", "public_source", "StringField", max_length=300),
                "publicValue": FieldSchema("publicValue", "public_value", "StringField", max_length=1000),
                "commitment": FieldSchema("commitment", "commitment", "StringField", required=True, description="The file commitment.json."),
                "entriesFile": FieldSchema("entriesFile", "entries_file", "StringField", description="The file entries.json."),
                "drawFile": FieldSchema("drawFile", "draw_file", "StringField", description="The file draw.json."),
                "entryCount": FieldSchema("entryCount", "entry_count", "IntegerField", minimum=0),
                "entriesSha256": FieldSchema("entriesSha256", "entries_sha256", "StringField"),
                "orderSha256": FieldSchema("orderSha256", "order_sha256", "StringField"),
                "decided": FieldSchema("decided", "decided", "IntegerField", required=True, default=0, minimum=0,
                    description="Places of the order whose requests are final."),
                "winners": FieldSchema("winners", "winners", "IntegerField", required=True, default=0, minimum=0),
                "nextInOrder": FieldSchema("nextInOrder", "next_in_order", "IntegerField", required=True, default=0, minimum=0,
                    description="Where the next one for a place that is given back is sought."),
                "vacant": FieldSchema("vacant", "vacant", "IntegerField", required=True, default=0, minimum=0,
                    description="Places that were given back and have no new holder yet."),
                "committedAt": FieldSchema("committedAt", "committed_at", "DateTimeField", required=True, storage="epochMillis"),
                "frozenAt": FieldSchema("frozenAt", "frozen_at", "DateTimeField", storage="epochMillis"),
                "drawnAt": FieldSchema("drawnAt", "drawn_at", "DateTimeField", storage="epochMillis"),
                "settledAt": FieldSchema("settledAt", "settled_at", "DateTimeField", storage="epochMillis"),
                "abandonedAt": FieldSchema("abandonedAt", "abandoned_at", "DateTimeField", storage="epochMillis"),
                "abandonedBy": FieldSchema("abandonedBy", "abandoned_by", "StringField", max_length=100),
                "abandonedReason": FieldSchema("abandonedReason", "abandoned_reason", "StringField", max_length=300),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("DRAW#", Placeholder("attempt", "int:6")))),
            primary_id=Template((Placeholder("eventId", escaped="%#"), "#", Placeholder("attempt", "int:6"))),
            indexes={
                "draws": IndexSchema("draws", "draws",
                    KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("DRAW#", Placeholder("attempt", "int:6"))))),
            },
            type_value="DRAW",
            description="A lottery's draw, from the promise at its opening to the last result. It happens once; one that is abandoned stays.",
        ),
        "DrawList": ModelSchema(
            name="DrawList", handle="draw_list",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True, max_length=60),
                "digest": FieldSchema("digest", "digest", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "ids": FieldSchema("ids", "ids", "StringField", required=True, description="Request ids, one to a line."),
            },
            key=KeyPair("PK", Template(("DRAW#", Placeholder("eventId", escaped="%#"), "#", Placeholder("digest"))), "SK",
                Template((Placeholder("number", "int:6"),))),
            primary_id=Template(
                (Placeholder("eventId", escaped="%#"), "#", Placeholder("digest", escaped="%#"), "#", Placeholder("number", "int:6"))),
            indexes={
                "drawLists": IndexSchema(
                    "drawLists", "draw_lists",
                    KeyPair("PK", Template(("DRAW#", Placeholder("eventId", escaped="%#"), "#", Placeholder("digest"))), "SK",
                        Template((Placeholder("number", "int:6"),))),
                ),
            },
            type_value="DRAW_LIST",
            description="A part of the entries or of the order, under the digest of the whole list; what stands there never changes.",
        ),
    },
)

RequestEventType = Literal["FIRST_COME", "LOTTERY"]
RequestStatus = Literal["RECEIVED", "QUEUED", "PROCESSING", "SUCCEEDED", "REJECTED", "FAILED_FINAL"]
RequestUiPhase = Literal["COLLECTING", "DRAWING", "ANNOUNCED"]
RequestUiResult = Literal["PENDING", "SUCCESS", "REJECTED", "FAILED"]
RequestResultCode = Literal["SUCCESS", "REJECTED_CAPACITY", "REJECTED_DUPLICATE", "REJECTED_LOTTERY_LOSE", "REJECTED_WITHDRAWN",
    "FAILED_INGEST_ENQUEUE", "FAILED_WORKER", "FAILED_VALIDATION", "FAILED_SERDE"]
RequestFailureClass = Literal["RETRYABLE", "NON_RETRYABLE"]
RequestField = Literal["request_id", "event_id", "user_id", "event_type", "status", "moves", "moved_at", "ticket", "ui_phase", "lottery_cutoff_at",
    "announced_at", "ui_result", "result_code", "requested_at", "queued_at", "started_at", "finished_at", "attempts", "requeued_at", "lease_owner",
    "lease_until", "failure_class", "error_code", "error_message", "idempotency_key", "ttl"]


class RequestFields(Fields):
    """Request's fields, for building conditions and changes."""

    request_id: TextRef
    event_id: TextRef
    user_id: TextRef
    event_type: FieldRef[RequestEventType]
    status: FieldRef[RequestStatus]
    moves: NumberRef[int]
    moved_at: FieldRef[datetime]
    ticket: NumberRef[int]
    ui_phase: FieldRef[RequestUiPhase]
    lottery_cutoff_at: FieldRef[datetime]
    announced_at: FieldRef[datetime]
    ui_result: FieldRef[RequestUiResult]
    result_code: FieldRef[RequestResultCode]
    requested_at: FieldRef[datetime]
    queued_at: FieldRef[datetime]
    started_at: FieldRef[datetime]
    finished_at: FieldRef[datetime]
    attempts: NumberRef[int]
    requeued_at: FieldRef[datetime]
    lease_owner: TextRef
    lease_until: FieldRef[datetime]
    failure_class: FieldRef[RequestFailureClass]
    error_code: TextRef
    error_message: TextRef
    idempotency_key: TextRef
    ttl: FieldRef[datetime]


class RequestChanges(TypedDict, total=False):
    """What an update of a Request may set."""

    event_id: str
    user_id: str
    event_type: RequestEventType
    status: RequestStatus
    moves: int
    moved_at: datetime | None
    ticket: int | None
    ui_phase: RequestUiPhase | None
    lottery_cutoff_at: datetime | None
    announced_at: datetime | None
    ui_result: RequestUiResult
    result_code: RequestResultCode | None
    requested_at: datetime
    queued_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    attempts: int
    requeued_at: datetime | None
    lease_owner: str | None
    lease_until: datetime | None
    failure_class: RequestFailureClass | None
    error_code: str | None
    error_message: str | None
    idempotency_key: str
    ttl: datetime | None


class Request(Record, schema=_DESIGN.models["Request"]):
    """What somebody asked for; one for each user and event.

    - key: PK = REQ#{requestId}, SK = META
    - requestsOfUser (GSI1): GSI1PK = USER#{userId}, GSI1SK = QAT#{queuedAt:013d}#REQ#{requestId}
    - requestsOfEvent (GSI2): GSI2PK = EVENT#{eventId}#{requestId:shard:8}, GSI2SK = QAT#{queuedAt:013d}#REQ#{requestId}
    """

    fields: ClassVar[RequestFields]
    event_id: str
    user_id: str
    event_type: RequestEventType
    status: RequestStatus
    requested_at: datetime
    idempotency_key: str
    request_id: str = auto()
    moves: int = 0
    """How often the status changed; numbers the log."""
    moved_at: datetime | None = None
    """When it changed last; in a log time does not go back, whatever clocks say."""
    ticket: int | None = None
    """The order; given once, when it is queued."""
    ui_phase: RequestUiPhase | None = None
    """Lotteries only; the event's, when the request became final."""
    lottery_cutoff_at: datetime | None = None
    announced_at: datetime | None = None
    ui_result: RequestUiResult = "PENDING"
    result_code: RequestResultCode | None = None
    queued_at: datetime | None = None
    """When the queue accepted it; set once."""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    attempts: int = 0
    """How often a worker has begun."""
    requeued_at: datetime | None = None
    """When an operator queued it again; it holds up nobody since."""
    lease_owner: str | None = None
    """The worker that is at it."""
    lease_until: datetime | None = None
    """When another worker may take it over."""
    failure_class: RequestFailureClass | None = None
    error_code: str | None = None
    error_message: str | None = None
    ttl: datetime | None = None


IdempotencyLockField = Literal["event_id", "user_id", "request_id", "created_at", "ttl"]


class IdempotencyLockFields(Fields):
    """IdempotencyLock's fields, for building conditions and changes."""

    event_id: TextRef
    user_id: TextRef
    request_id: TextRef
    created_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class IdempotencyLockChanges(TypedDict, total=False):
    """What an update of an IdempotencyLock may set."""

    request_id: str
    created_at: datetime
    ttl: datetime | None


class IdempotencyLock(Record, schema=_DESIGN.models["IdempotencyLock"]):
    """The one request of a user for an event.

    - key: PK = IDEMP#{eventId}#{userId}, SK = LOCK
    """

    fields: ClassVar[IdempotencyLockFields]
    event_id: str
    user_id: str
    request_id: str
    created_at: datetime = auto()
    ttl: datetime | None = None
    """Set when the event is over, not before: prolonging admits nobody twice."""


CapacityField = Literal["event_id", "capacity_total", "capacity_remaining", "vacant", "refusals", "sure_through", "updated_at"]


class CapacityFields(Fields):
    """Capacity's fields, for building conditions and changes."""

    event_id: TextRef
    capacity_total: NumberRef[int]
    capacity_remaining: NumberRef[int]
    vacant: NumberRef[int]
    refusals: NumberRef[int]
    sure_through: NumberRef[int]
    updated_at: FieldRef[datetime]


class CapacityChanges(TypedDict, total=False):
    """What an update of a Capacity may set."""

    capacity_total: int
    capacity_remaining: int
    vacant: int
    refusals: int
    sure_through: int


class Capacity(Record, schema=_DESIGN.models["Capacity"]):
    """The places of an event that is first come, first served.

    - key: PK = EVENT#{eventId}, SK = CAPACITY
    """

    fields: ClassVar[CapacityFields]
    event_id: str
    capacity_total: int
    capacity_remaining: int
    sure_through: int
    """Tickets up to this one win at once."""
    vacant: int = 0
    """Places that were given back or added, on their way to the next in order."""
    refusals: int = 0
    """How often a request was refused for want of places."""
    updated_at: datetime = auto()


StatusLogField = Literal["request_id", "occurred_at", "number", "from_status", "to_status", "message", "by", "ttl"]


class StatusLogFields(Fields):
    """StatusLog's fields, for building conditions and changes."""

    request_id: TextRef
    occurred_at: FieldRef[datetime]
    number: NumberRef[int]
    from_status: TextRef
    to_status: TextRef
    message: TextRef
    by: TextRef
    ttl: FieldRef[datetime]


class StatusLogChanges(TypedDict, total=False):
    """What an update of a StatusLog may set."""

    from_status: str
    to_status: str
    message: str | None
    by: str | None
    ttl: datetime | None


class StatusLog(Record, schema=_DESIGN.models["StatusLog"]):
    """One change of a request's status.

    - key: PK = REQ#{requestId}, SK = LOG#{occurredAt:013d}#{number:06d}
    - timeline: key
    """

    fields: ClassVar[StatusLogFields]
    request_id: str
    occurred_at: datetime
    number: int
    from_status: str
    to_status: str
    message: str | None = None
    by: str | None = None
    """The worker, dispatcher or person."""
    ttl: datetime | None = None


EventConfigEventType = Literal["FIRST_COME", "LOTTERY"]
EventConfigStatus = Literal["DRAFT", "OPEN", "CLOSED", "ANNOUNCED"]
EventConfigAdmission = Literal["ANYBODY", "LISTED", "CODES"]
EventConfigField = Literal["event_id", "title", "description", "event_type", "status", "is_paused", "capacity_total", "admission", "sends_mail",
    "address_limit", "opens_at", "ends_at", "lottery_cutoff_at", "public_source", "announced_at", "closed_at", "locks_swept_at", "revision",
    "created_at", "updated_at"]


class EventConfigFields(Fields):
    """EventConfig's fields, for building conditions and changes."""

    event_id: TextRef
    title: TextRef
    description: TextRef
    event_type: FieldRef[EventConfigEventType]
    status: FieldRef[EventConfigStatus]
    is_paused: FieldRef[bool]
    capacity_total: NumberRef[int]
    admission: FieldRef[EventConfigAdmission]
    sends_mail: FieldRef[bool]
    address_limit: NumberRef[int]
    opens_at: FieldRef[datetime]
    ends_at: FieldRef[datetime]
    lottery_cutoff_at: FieldRef[datetime]
    public_source: TextRef
    announced_at: FieldRef[datetime]
    closed_at: FieldRef[datetime]
    locks_swept_at: FieldRef[datetime]
    revision: NumberRef[int]
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]


class EventConfigChanges(TypedDict, total=False):
    """What an update of an EventConfig may set."""

    title: str
    description: str | None
    event_type: EventConfigEventType
    status: EventConfigStatus
    is_paused: bool | None
    capacity_total: int
    admission: EventConfigAdmission
    sends_mail: bool | None
    address_limit: int | None
    opens_at: datetime | None
    ends_at: datetime | None
    lottery_cutoff_at: datetime | None
    public_source: str | None
    announced_at: datetime | None
    closed_at: datetime | None
    locks_swept_at: datetime | None
    revision: int
    created_at: datetime


class EventConfig(Record, schema=_DESIGN.models["EventConfig"]):
    """What an event is, and whether it takes requests.

    - key: PK = EVENT#{eventId}, SK = CONFIG
    """

    fields: ClassVar[EventConfigFields]
    event_id: str
    title: str
    event_type: EventConfigEventType
    status: EventConfigStatus
    capacity_total: int
    """Places, or the number of winners."""
    description: str | None = None
    is_paused: bool | None = False
    admission: EventConfigAdmission = "ANYBODY"
    sends_mail: bool | None = True
    """Whether results go by mail."""
    address_limit: int | None = 120
    """Requests that one address may send in a minute; 0 for any number."""
    opens_at: datetime | None = None
    """When it opens by itself."""
    ends_at: datetime | None = None
    """When intake ends, by the server's clock."""
    lottery_cutoff_at: datetime | None = None
    """Lotteries only; the same as endsAt."""
    public_source: str | None = None
    """Lotteries only: the public value that will count, which exists only after the cutoff."""
    announced_at: datetime | None = None
    closed_at: datetime | None = None
    locks_swept_at: datetime | None = None
    """When every lock had got its time of expiry."""
    revision: int = 0
    """Grows with every change."""
    created_at: datetime = auto()
    updated_at: datetime = auto()


EventEntryField = Literal["directory", "event_id", "title", "event_type", "is_active"]


class EventEntryFields(Fields):
    """EventEntry's fields, for building conditions and changes."""

    directory: TextRef
    event_id: TextRef
    title: TextRef
    event_type: TextRef
    is_active: FieldRef[bool]


class EventEntryChanges(TypedDict, total=False):
    """What an update of an EventEntry may set."""

    title: str
    event_type: str
    is_active: bool


class EventEntry(Record, schema=_DESIGN.models["EventEntry"]):
    """An event in the list of all; written with it.

    - key: PK = EVENTS#{directory}, SK = {eventId}
    - allEvents: key
    """

    fields: ClassVar[EventEntryFields]
    event_id: str
    title: str
    event_type: str
    directory: str = "ALL"
    is_active: bool = True
    """Whether dispatchers look after it."""


GateField = Literal["event_id", "shard", "is_open", "opens_at", "ends_at"]


class GateFields(Fields):
    """Gate's fields, for building conditions and changes."""

    event_id: TextRef
    shard: NumberRef[int]
    is_open: FieldRef[bool]
    opens_at: FieldRef[datetime]
    ends_at: FieldRef[datetime]


class GateChanges(TypedDict, total=False):
    """What an update of a Gate may set."""

    is_open: bool
    opens_at: datetime | None
    ends_at: datetime | None


class Gate(Record, schema=_DESIGN.models["Gate"]):
    """Whether an event takes requests; one of several copies, so that no single item is asked by all.

    - key: PK = GATE#{eventId}#{shard}, SK = GATE
    """

    fields: ClassVar[GateFields]
    event_id: str
    shard: int
    is_open: bool
    opens_at: datetime | None = None
    """Opened by schedule, from then on."""
    ends_at: datetime | None = None


AdmissionField = Literal["event_id", "email"]


class AdmissionFields(Fields):
    """Admission's fields, for building conditions and changes."""

    event_id: TextRef
    email: TextRef


class AdmissionChanges(TypedDict, total=False):
    """What an update of an Admission may set."""


class Admission(Record, schema=_DESIGN.models["Admission"]):
    """Somebody on the list of those who may take part.

    - key: PK = ADMISSION#{eventId}, SK = {email}
    - admissions: key
    """

    fields: ClassVar[AdmissionFields]
    event_id: str
    email: str
    """Lower case."""


AdmissionCodeField = Literal["event_id", "digest", "request_id"]


class AdmissionCodeFields(Fields):
    """AdmissionCode's fields, for building conditions and changes."""

    event_id: TextRef
    digest: TextRef
    request_id: TextRef


class AdmissionCodeChanges(TypedDict, total=False):
    """What an update of an AdmissionCode may set."""

    request_id: str | None


class AdmissionCode(Record, schema=_DESIGN.models["AdmissionCode"]):
    """A code that admits one request.

    - key: PK = CODES#{eventId}, SK = {digest}
    - admissionCodes: key
    """

    fields: ClassVar[AdmissionCodeFields]
    event_id: str
    digest: str
    """SHA-256 of the code."""
    request_id: str | None = None
    """The request that used it."""


OutboxEntryField = Literal["event_id", "shard", "request_id", "ticket", "receives", "until", "receipt"]


class OutboxEntryFields(Fields):
    """OutboxEntry's fields, for building conditions and changes."""

    event_id: TextRef
    shard: NumberRef[int]
    request_id: TextRef
    ticket: NumberRef[int]
    receives: NumberRef[int]
    until: FieldRef[datetime]
    receipt: TextRef


class OutboxEntryChanges(TypedDict, total=False):
    """What an update of an OutboxEntry may set."""

    ticket: int | None
    receives: int
    until: datetime | None
    receipt: str | None


class OutboxEntry(Record, schema=_DESIGN.models["OutboxEntry"]):
    """A request that the queue has not accepted yet.

    - key: PK = OUTBOX#{eventId}#{shard}, SK = {requestId}
    - outboxEntries: key
    """

    fields: ClassVar[OutboxEntryFields]
    event_id: str
    request_id: str
    shard: int = 0
    ticket: int | None = None
    """The ticket of a request that is queued again."""
    receives: int = 0
    until: datetime | None = None
    receipt: str | None = None


FailedEntryField = Literal["event_id", "shard", "request_id", "ticket", "reason", "died_at", "ttl"]


class FailedEntryFields(Fields):
    """FailedEntry's fields, for building conditions and changes."""

    event_id: TextRef
    shard: NumberRef[int]
    request_id: TextRef
    ticket: NumberRef[int]
    reason: TextRef
    died_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class FailedEntryChanges(TypedDict, total=False):
    """What an update of a FailedEntry may set."""

    ticket: int | None
    reason: str
    died_at: datetime
    ttl: datetime | None


class FailedEntry(Record, schema=_DESIGN.models["FailedEntry"]):
    """A request that failed for good, in the queue or at work; an operator may queue it again.

    - key: PK = FAILED#{eventId}#{shard}, SK = {requestId}
    - failedEntries: key
    """

    fields: ClassVar[FailedEntryFields]
    event_id: str
    request_id: str
    reason: str
    died_at: datetime
    shard: int = 0
    ticket: int | None = None
    ttl: datetime | None = None


UnticketedRequestField = Literal["event_id", "request_id", "user_id", "result_code", "ttl"]


class UnticketedRequestFields(Fields):
    """UnticketedRequest's fields, for building conditions and changes."""

    event_id: TextRef
    request_id: TextRef
    user_id: TextRef
    result_code: TextRef
    ttl: FieldRef[datetime]


class UnticketedRequestChanges(TypedDict, total=False):
    """What an update of a UnticketedRequest may set."""

    user_id: str
    result_code: str | None
    ttl: datetime | None


class UnticketedRequest(Record, schema=_DESIGN.models["UnticketedRequest"]):
    """A request that ended before it had a ticket, so that lists and the sweep of locks find it.

    - key: PK = UNTICKETED#{eventId}#{requestId:shard:8}, SK = {requestId}
    - unticketedRequests: key
    """

    fields: ClassVar[UnticketedRequestFields]
    event_id: str
    request_id: str
    user_id: str
    result_code: str | None = None
    """How it ended, so that the console counts it without reading it."""
    ttl: datetime | None = None
    """Set when the event is over, like its lock's."""


DispatcherLeaseField = Literal["event_id", "holder", "until", "fence"]


class DispatcherLeaseFields(Fields):
    """DispatcherLease's fields, for building conditions and changes."""

    event_id: TextRef
    holder: TextRef
    until: FieldRef[datetime]
    fence: NumberRef[int]


class DispatcherLeaseChanges(TypedDict, total=False):
    """What an update of a DispatcherLease may set."""

    holder: str | None
    until: datetime | None
    fence: int


class DispatcherLease(Record, schema=_DESIGN.models["DispatcherLease"]):
    """Which dispatcher gives an event's tickets.

    - key: PK = EVENT#{eventId}, SK = DISPATCHER
    """

    fields: ClassVar[DispatcherLeaseFields]
    event_id: str
    fence: int
    holder: str | None = None
    until: datetime | None = None


TicketCounterField = Literal["event_id", "last_ticket"]


class TicketCounterFields(Fields):
    """TicketCounter's fields, for building conditions and changes."""

    event_id: TextRef
    last_ticket: NumberRef[int]


class TicketCounterChanges(TypedDict, total=False):
    """What an update of a TicketCounter may set."""

    last_ticket: int


class TicketCounter(Record, schema=_DESIGN.models["TicketCounter"]):
    """How many tickets were given to blocks.

    - key: PK = EVENT#{eventId}, SK = TICKETS
    """

    fields: ClassVar[TicketCounterFields]
    event_id: str
    last_ticket: int


TicketBlockField = Literal["event_id", "from_ticket", "to_ticket", "owner", "lease", "used", "last_queued_at", "is_void"]


class TicketBlockFields(Fields):
    """TicketBlock's fields, for building conditions and changes."""

    event_id: TextRef
    from_ticket: NumberRef[int]
    to_ticket: NumberRef[int]
    owner: TextRef
    lease: NumberRef[int]
    used: NumberRef[int]
    last_queued_at: FieldRef[datetime]
    is_void: FieldRef[bool]


class TicketBlockChanges(TypedDict, total=False):
    """What an update of a TicketBlock may set."""

    to_ticket: int
    owner: str
    lease: int
    used: int
    last_queued_at: datetime | None
    is_void: bool


class TicketBlock(Record, schema=_DESIGN.models["TicketBlock"]):
    """Tickets that one dispatcher may give; what it did not use is void for ever.

    - key: PK = EVENT#{eventId}, SK = BLOCK#{fromTicket:012d}
    - ticketBlocks: key
    """

    fields: ClassVar[TicketBlockFields]
    event_id: str
    from_ticket: int
    to_ticket: int
    owner: str
    lease: int
    """The fence of the lease that it was taken under."""
    used: int
    last_queued_at: datetime | None = None
    """Of the last ticket that was given; time does not go back."""
    is_void: bool = False
    """Whether the tickets after the used ones are void."""


TicketRunField = Literal["event_id", "from_ticket", "request_ids", "user_ids"]


class TicketRunFields(Fields):
    """TicketRun's fields, for building conditions and changes."""

    event_id: TextRef
    from_ticket: NumberRef[int]
    request_ids: ListRef
    user_ids: ListRef


class TicketRunChanges(TypedDict, total=False):
    """What an update of a TicketRun may set."""

    request_ids: list[str]
    user_ids: list[str] | None


class TicketRun(Record, schema=_DESIGN.models["TicketRun"]):
    """Which requests hold some consecutive tickets.

    - key: PK = EVENT#{eventId}, SK = TICKET#{fromTicket:012d}
    - ticketRuns: key
    """

    fields: ClassVar[TicketRunFields]
    event_id: str
    from_ticket: int
    request_ids: list[str]
    user_ids: list[str] | None = None
    """Whose these are, in the same order: a lock may outlive its request. Runs of the first release have none."""


ProgressField = Literal["event_id", "settled_through", "passed_through", "locks_through", "requeues"]


class ProgressFields(Fields):
    """Progress's fields, for building conditions and changes."""

    event_id: TextRef
    settled_through: NumberRef[int]
    passed_through: NumberRef[int]
    locks_through: NumberRef[int]
    requeues: NumberRef[int]


class ProgressChanges(TypedDict, total=False):
    """What an update of a Progress may set."""

    settled_through: int
    passed_through: int
    locks_through: int | None
    requeues: int


class Progress(Record, schema=_DESIGN.models["Progress"]):
    """How far an event is worked off.

    - key: PK = EVENT#{eventId}, SK = PROGRESS
    """

    fields: ClassVar[ProgressFields]
    event_id: str
    settled_through: int
    """Every ticket up to this one was final."""
    passed_through: int
    """No ticket up to this one waits or was refused for want of places."""
    locks_through: int | None = None
    """Up to which run of tickets the locks have their time of expiry."""
    requeues: int = 0
    """How often an operator queued a request again."""


MinuteCountField = Literal["event_id", "shard", "minute", "queued", "succeeded", "rejected", "failed", "waited0", "waited1", "waited2", "waited3",
    "waited4", "waited5", "waited6", "waited7", "ttl"]


class MinuteCountFields(Fields):
    """MinuteCount's fields, for building conditions and changes."""

    event_id: TextRef
    shard: NumberRef[int]
    minute: FieldRef[datetime]
    queued: NumberRef[int]
    succeeded: NumberRef[int]
    rejected: NumberRef[int]
    failed: NumberRef[int]
    waited0: NumberRef[int]
    waited1: NumberRef[int]
    waited2: NumberRef[int]
    waited3: NumberRef[int]
    waited4: NumberRef[int]
    waited5: NumberRef[int]
    waited6: NumberRef[int]
    waited7: NumberRef[int]
    ttl: FieldRef[datetime]


class MinuteCountChanges(TypedDict, total=False):
    """What an update of a MinuteCount may set."""

    queued: int
    succeeded: int
    rejected: int
    failed: int
    waited0: int
    waited1: int
    waited2: int
    waited3: int
    waited4: int
    waited5: int
    waited6: int
    waited7: int
    ttl: datetime | None


class MinuteCount(Record, schema=_DESIGN.models["MinuteCount"]):
    """What happened in one minute, for the console; spread over shards, counted once.

    - key: PK = COUNTS#{eventId}#{shard}, SK = {minute:010d}
    - minuteCounts: key
    """

    fields: ClassVar[MinuteCountFields]
    event_id: str
    shard: int
    minute: datetime
    queued: int = 0
    succeeded: int = 0
    rejected: int = 0
    failed: int = 0
    waited0: int = 0
    """Queued to finished, up to 100 ms."""
    waited1: int = 0
    """Up to 300 ms."""
    waited2: int = 0
    """Up to 1 s."""
    waited3: int = 0
    """Up to 3 s."""
    waited4: int = 0
    """Up to 10 s."""
    waited5: int = 0
    """Up to 1 minute."""
    waited6: int = 0
    """Up to 10 minutes."""
    waited7: int = 0
    """Longer."""
    ttl: datetime | None = None


CountCursorField = Literal["event_id", "counted_through", "by_result", "is_recounting", "recounting_at", "counted_at"]


class CountCursorFields(Fields):
    """CountCursor's fields, for building conditions and changes."""

    event_id: TextRef
    counted_through: NumberRef[int]
    by_result: FieldRef[Any]
    is_recounting: FieldRef[bool]
    recounting_at: FieldRef[datetime]
    counted_at: FieldRef[datetime]


class CountCursorChanges(TypedDict, total=False):
    """What an update of a CountCursor may set."""

    counted_through: int
    by_result: Any
    is_recounting: bool
    recounting_at: datetime | None
    counted_at: datetime | None


class CountCursor(Record, schema=_DESIGN.models["CountCursor"]):
    """Up to which ticket an event is counted, and how often each result was.

    - key: PK = EVENT#{eventId}, SK = COUNTED
    """

    fields: ClassVar[CountCursorFields]
    event_id: str
    counted_through: int
    by_result: Any
    """Final requests by their result code."""
    is_recounting: bool = False
    recounting_at: datetime | None = None
    """When the recount under way was begun."""
    counted_at: datetime | None = None


DrawState = Literal["COMMITTED", "FROZEN", "DRAWN", "SETTLED", "ABANDONED"]
DrawField = Literal["event_id", "attempt", "state", "seed", "places", "public_source", "public_value", "commitment", "entries_file", "draw_file",
    "entry_count", "entries_sha256", "order_sha256", "decided", "winners", "next_in_order", "vacant", "committed_at", "frozen_at", "drawn_at",
    "settled_at", "abandoned_at", "abandoned_by", "abandoned_reason"]


class DrawFields(Fields):
    """Draw's fields, for building conditions and changes."""

    event_id: TextRef
    attempt: NumberRef[int]
    state: FieldRef[DrawState]
    seed: TextRef
    places: NumberRef[int]
    public_source: TextRef
    public_value: TextRef
    commitment: TextRef
    entries_file: TextRef
    draw_file: TextRef
    entry_count: NumberRef[int]
    entries_sha256: TextRef
    order_sha256: TextRef
    decided: NumberRef[int]
    winners: NumberRef[int]
    next_in_order: NumberRef[int]
    vacant: NumberRef[int]
    committed_at: FieldRef[datetime]
    frozen_at: FieldRef[datetime]
    drawn_at: FieldRef[datetime]
    settled_at: FieldRef[datetime]
    abandoned_at: FieldRef[datetime]
    abandoned_by: TextRef
    abandoned_reason: TextRef


class DrawChanges(TypedDict, total=False):
    """What an update of a Draw may set."""

    state: DrawState
    seed: str
    places: int
    public_source: str | None
    public_value: str | None
    commitment: str
    entries_file: str | None
    draw_file: str | None
    entry_count: int | None
    entries_sha256: str | None
    order_sha256: str | None
    decided: int
    winners: int
    next_in_order: int
    vacant: int
    committed_at: datetime
    frozen_at: datetime | None
    drawn_at: datetime | None
    settled_at: datetime | None
    abandoned_at: datetime | None
    abandoned_by: str | None
    abandoned_reason: str | None


class Draw(Record, schema=_DESIGN.models["Draw"]):
    """A lottery's draw, from the promise at its opening to the last result. It happens once; one that is abandoned stays.

    - key: PK = EVENT#{eventId}, SK = DRAW#{attempt:06d}
    - draws: key
    """

    fields: ClassVar[DrawFields]
    event_id: str
    attempt: int
    state: DrawState
    seed: str
    """Hexadecimal; shown to nobody before the draw."""
    places: int
    commitment: str
    """The file commitment.json."""
    committed_at: datetime
    public_source: str | None = None
    public_value: str | None = None
    entries_file: str | None = None
    """The file entries.json."""
    draw_file: str | None = None
    """The file draw.json."""
    entry_count: int | None = None
    entries_sha256: str | None = None
    order_sha256: str | None = None
    decided: int = 0
    """Places of the order whose requests are final."""
    winners: int = 0
    next_in_order: int = 0
    """Where the next one for a place that is given back is sought."""
    vacant: int = 0
    """Places that were given back and have no new holder yet."""
    frozen_at: datetime | None = None
    drawn_at: datetime | None = None
    settled_at: datetime | None = None
    abandoned_at: datetime | None = None
    abandoned_by: str | None = None
    abandoned_reason: str | None = None


DrawListField = Literal["event_id", "digest", "number", "ids"]


class DrawListFields(Fields):
    """DrawList's fields, for building conditions and changes."""

    event_id: TextRef
    digest: TextRef
    number: NumberRef[int]
    ids: TextRef


class DrawListChanges(TypedDict, total=False):
    """What an update of a DrawList may set."""

    ids: str


class DrawList(Record, schema=_DESIGN.models["DrawList"]):
    """A part of the entries or of the order, under the digest of the whole list; what stands there never changes.

    - key: PK = DRAW#{eventId}#{digest}, SK = {number:06d}
    - drawLists: key
    """

    fields: ClassVar[DrawListFields]
    event_id: str
    digest: str
    number: int
    ids: str
    """Request ids, one to a line."""


class RequestMethods(Methods[Request]):
    """The methods of Request's handle and plans."""

    create = create_method(Request)
    """Write a new Request; refuse if there is one with its key."""
    upsert = upsert_method(Request)
    """Change a Request, or create it where there is none."""

    @method
    def get(self, request_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Request]:
        """Read the Request with this key; None if there is none."""
        return self._get((request_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Request]:
        """Read Request items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, request_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[RequestChanges]) -> Update[Request]:
        """Change a Request by its key; refuse if there is none."""
        return self._update((request_id,), changes, values, condition)

    @method
    def delete(self, request_id: str, *, condition: Filter | None = None) -> Delete[Request]:
        """Delete a Request by its key; say whether there was one."""
        return self._delete((request_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Request]:
        """Delete Request items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def requests_of_user(self, *, user_id: str, queued_at: datetime | SortCondition | None = None, request_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[RequestField]]) -> Query[Request]:
        """Query `requestsOfUser` in GSI1: GSI1PK = USER#{userId}, GSI1SK = QAT#{queuedAt:013d}#REQ#{requestId}."""
        return self._query("requestsOfUser", {"user_id": user_id, "queued_at": queued_at, "request_id": request_id}, **options)

    @method
    def requests_of_event(self, *, event_id: str, queued_at: datetime | SortCondition | None = None, request_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[RequestField]]) -> Query[Request]:
        """Query `requestsOfEvent` in GSI2: GSI2PK = EVENT#{eventId}#{requestId:shard:8}, GSI2SK = QAT#{queuedAt:013d}#REQ#{requestId}."""
        return self._query("requestsOfEvent", {"event_id": event_id, "queued_at": queued_at, "request_id": request_id}, **options)


class RequestPlans(RequestMethods, Plans[Request]):
    """Operations on Request, unsent."""


class RequestHandle(RequestMethods, Handle[Request, RequestPlans]):
    """The Request items of a table."""


class IdempotencyLockMethods(Methods[IdempotencyLock]):
    """The methods of IdempotencyLock's handle and plans."""

    create = create_method(IdempotencyLock)
    """Write a new IdempotencyLock; refuse if there is one with its key."""
    upsert = upsert_method(IdempotencyLock)
    """Change an IdempotencyLock, or create it where there is none."""

    @method
    def get(self, event_id: str, user_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[IdempotencyLock]:
        """Read the IdempotencyLock with this key; None if there is none."""
        return self._get((event_id, user_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[IdempotencyLock]:
        """Read IdempotencyLock items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, user_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[IdempotencyLockChanges]) -> Update[IdempotencyLock]:
        """Change an IdempotencyLock by its key; refuse if there is none."""
        return self._update((event_id, user_id), changes, values, condition)

    @method
    def delete(self, event_id: str, user_id: str, *, condition: Filter | None = None) -> Delete[IdempotencyLock]:
        """Delete an IdempotencyLock by its key; say whether there was one."""
        return self._delete((event_id, user_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[IdempotencyLock]:
        """Delete IdempotencyLock items by their keys, in batches."""
        return self._delete_all(keys)


class IdempotencyLockPlans(IdempotencyLockMethods, Plans[IdempotencyLock]):
    """Operations on IdempotencyLock, unsent."""


class IdempotencyLockHandle(IdempotencyLockMethods, Handle[IdempotencyLock, IdempotencyLockPlans]):
    """The IdempotencyLock items of a table."""


class CapacityMethods(Methods[Capacity]):
    """The methods of Capacity's handle and plans."""

    create = create_method(Capacity)
    """Write a new Capacity; refuse if there is one with its key."""
    upsert = upsert_method(Capacity)
    """Change a Capacity, or create it where there is none."""

    @method
    def get(self, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Capacity]:
        """Read the Capacity with this key; None if there is none."""
        return self._get((event_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Capacity]:
        """Read Capacity items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[CapacityChanges]) -> Update[Capacity]:
        """Change a Capacity by its key; refuse if there is none."""
        return self._update((event_id,), changes, values, condition)

    @method
    def delete(self, event_id: str, *, condition: Filter | None = None) -> Delete[Capacity]:
        """Delete a Capacity by its key; say whether there was one."""
        return self._delete((event_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Capacity]:
        """Delete Capacity items by their keys, in batches."""
        return self._delete_all(keys)


class CapacityPlans(CapacityMethods, Plans[Capacity]):
    """Operations on Capacity, unsent."""


class CapacityHandle(CapacityMethods, Handle[Capacity, CapacityPlans]):
    """The Capacity items of a table."""


class StatusLogMethods(Methods[StatusLog]):
    """The methods of StatusLog's handle and plans."""

    create = create_method(StatusLog)
    """Write a new StatusLog; refuse if there is one with its key."""
    upsert = upsert_method(StatusLog)
    """Change a StatusLog, or create it where there is none."""

    @method
    def get(self, request_id: str, occurred_at: datetime, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[StatusLog]:
        """Read the StatusLog with this key; None if there is none."""
        return self._get((request_id, occurred_at, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[StatusLog]:
        """Read StatusLog items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, request_id: str, occurred_at: datetime, number: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[StatusLogChanges]) -> Update[StatusLog]:
        """Change a StatusLog by its key; refuse if there is none."""
        return self._update((request_id, occurred_at, number), changes, values, condition)

    @method
    def delete(self, request_id: str, occurred_at: datetime, number: int, *, condition: Filter | None = None) -> Delete[StatusLog]:
        """Delete a StatusLog by its key; say whether there was one."""
        return self._delete((request_id, occurred_at, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, datetime, int]]) -> BatchWrite[StatusLog]:
        """Delete StatusLog items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def timeline(self, *, request_id: str, occurred_at: datetime | SortCondition | None = None, number: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[StatusLogField]]) -> Query[StatusLog]:
        """Query `timeline` in the table: PK = REQ#{requestId}, SK = LOG#{occurredAt:013d}#{number:06d}."""
        return self._query("timeline", {"request_id": request_id, "occurred_at": occurred_at, "number": number}, **options)


class StatusLogPlans(StatusLogMethods, Plans[StatusLog]):
    """Operations on StatusLog, unsent."""


class StatusLogHandle(StatusLogMethods, Handle[StatusLog, StatusLogPlans]):
    """The StatusLog items of a table."""


class EventConfigMethods(Methods[EventConfig]):
    """The methods of EventConfig's handle and plans."""

    create = create_method(EventConfig)
    """Write a new EventConfig; refuse if there is one with its key."""
    upsert = upsert_method(EventConfig)
    """Change an EventConfig, or create it where there is none."""

    @method
    def get(self, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[EventConfig]:
        """Read the EventConfig with this key; None if there is none."""
        return self._get((event_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[EventConfig]:
        """Read EventConfig items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[EventConfigChanges]) -> Update[EventConfig]:
        """Change an EventConfig by its key; refuse if there is none."""
        return self._update((event_id,), changes, values, condition)

    @method
    def delete(self, event_id: str, *, condition: Filter | None = None) -> Delete[EventConfig]:
        """Delete an EventConfig by its key; say whether there was one."""
        return self._delete((event_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[EventConfig]:
        """Delete EventConfig items by their keys, in batches."""
        return self._delete_all(keys)


class EventConfigPlans(EventConfigMethods, Plans[EventConfig]):
    """Operations on EventConfig, unsent."""


class EventConfigHandle(EventConfigMethods, Handle[EventConfig, EventConfigPlans]):
    """The EventConfig items of a table."""


class EventEntryMethods(Methods[EventEntry]):
    """The methods of EventEntry's handle and plans."""

    create = create_method(EventEntry)
    """Write a new EventEntry; refuse if there is one with its key."""
    upsert = upsert_method(EventEntry)
    """Change an EventEntry, or create it where there is none."""

    @method
    def get(self, directory: str, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[EventEntry]:
        """Read the EventEntry with this key; None if there is none."""
        return self._get((directory, event_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[EventEntry]:
        """Read EventEntry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, directory: str, event_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[EventEntryChanges]) -> Update[EventEntry]:
        """Change an EventEntry by its key; refuse if there is none."""
        return self._update((directory, event_id), changes, values, condition)

    @method
    def delete(self, directory: str, event_id: str, *, condition: Filter | None = None) -> Delete[EventEntry]:
        """Delete an EventEntry by its key; say whether there was one."""
        return self._delete((directory, event_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[EventEntry]:
        """Delete EventEntry items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def all_events(self, *, directory: str, event_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[EventEntryField]]) -> Query[EventEntry]:
        """Query `allEvents` in the table: PK = EVENTS#{directory}, SK = {eventId}."""
        return self._query("allEvents", {"directory": directory, "event_id": event_id}, **options)


class EventEntryPlans(EventEntryMethods, Plans[EventEntry]):
    """Operations on EventEntry, unsent."""


class EventEntryHandle(EventEntryMethods, Handle[EventEntry, EventEntryPlans]):
    """The EventEntry items of a table."""


class GateMethods(Methods[Gate]):
    """The methods of Gate's handle and plans."""

    create = create_method(Gate)
    """Write a new Gate; refuse if there is one with its key."""
    upsert = upsert_method(Gate)
    """Change a Gate, or create it where there is none."""

    @method
    def get(self, event_id: str, shard: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Gate]:
        """Read the Gate with this key; None if there is none."""
        return self._get((event_id, shard), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Gate]:
        """Read Gate items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, shard: int, *changes: Change, condition: Filter | None = None, **values: Unpack[GateChanges]) -> Update[Gate]:
        """Change a Gate by its key; refuse if there is none."""
        return self._update((event_id, shard), changes, values, condition)

    @method
    def delete(self, event_id: str, shard: int, *, condition: Filter | None = None) -> Delete[Gate]:
        """Delete a Gate by its key; say whether there was one."""
        return self._delete((event_id, shard), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Gate]:
        """Delete Gate items by their keys, in batches."""
        return self._delete_all(keys)


class GatePlans(GateMethods, Plans[Gate]):
    """Operations on Gate, unsent."""


class GateHandle(GateMethods, Handle[Gate, GatePlans]):
    """The Gate items of a table."""


class AdmissionMethods(Methods[Admission]):
    """The methods of Admission's handle and plans."""

    create = create_method(Admission)
    """Write a new Admission; refuse if there is one with its key."""
    upsert = upsert_method(Admission)
    """Change an Admission, or create it where there is none."""

    @method
    def get(self, event_id: str, email: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Admission]:
        """Read the Admission with this key; None if there is none."""
        return self._get((event_id, email), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Admission]:
        """Read Admission items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, email: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[AdmissionChanges]) -> Update[Admission]:
        """Change an Admission by its key; refuse if there is none."""
        return self._update((event_id, email), changes, values, condition)

    @method
    def delete(self, event_id: str, email: str, *, condition: Filter | None = None) -> Delete[Admission]:
        """Delete an Admission by its key; say whether there was one."""
        return self._delete((event_id, email), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Admission]:
        """Delete Admission items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def admissions(self, *, event_id: str, email: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[AdmissionField]]) -> Query[Admission]:
        """Query `admissions` in the table: PK = ADMISSION#{eventId}, SK = {email}."""
        return self._query("admissions", {"event_id": event_id, "email": email}, **options)


class AdmissionPlans(AdmissionMethods, Plans[Admission]):
    """Operations on Admission, unsent."""


class AdmissionHandle(AdmissionMethods, Handle[Admission, AdmissionPlans]):
    """The Admission items of a table."""


class AdmissionCodeMethods(Methods[AdmissionCode]):
    """The methods of AdmissionCode's handle and plans."""

    create = create_method(AdmissionCode)
    """Write a new AdmissionCode; refuse if there is one with its key."""
    upsert = upsert_method(AdmissionCode)
    """Change an AdmissionCode, or create it where there is none."""

    @method
    def get(self, event_id: str, digest: str, *, consistent: bool = True, include_expired: bool = False) -> Get[AdmissionCode]:
        """Read the AdmissionCode with this key; None if there is none."""
        return self._get((event_id, digest), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[AdmissionCode]:
        """Read AdmissionCode items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, digest: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[AdmissionCodeChanges]) -> Update[AdmissionCode]:
        """Change an AdmissionCode by its key; refuse if there is none."""
        return self._update((event_id, digest), changes, values, condition)

    @method
    def delete(self, event_id: str, digest: str, *, condition: Filter | None = None) -> Delete[AdmissionCode]:
        """Delete an AdmissionCode by its key; say whether there was one."""
        return self._delete((event_id, digest), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[AdmissionCode]:
        """Delete AdmissionCode items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def admission_codes(self, *, event_id: str, digest: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[AdmissionCodeField]]) -> Query[AdmissionCode]:
        """Query `admissionCodes` in the table: PK = CODES#{eventId}, SK = {digest}."""
        return self._query("admissionCodes", {"event_id": event_id, "digest": digest}, **options)


class AdmissionCodePlans(AdmissionCodeMethods, Plans[AdmissionCode]):
    """Operations on AdmissionCode, unsent."""


class AdmissionCodeHandle(AdmissionCodeMethods, Handle[AdmissionCode, AdmissionCodePlans]):
    """The AdmissionCode items of a table."""


class OutboxEntryMethods(Methods[OutboxEntry]):
    """The methods of OutboxEntry's handle and plans."""

    create = create_method(OutboxEntry)
    """Write a new OutboxEntry; refuse if there is one with its key."""
    upsert = upsert_method(OutboxEntry)
    """Change an OutboxEntry, or create it where there is none."""

    @method
    def get(self, event_id: str, shard: int, request_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[OutboxEntry]:
        """Read the OutboxEntry with this key; None if there is none."""
        return self._get((event_id, shard, request_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[OutboxEntry]:
        """Read OutboxEntry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, shard: int, request_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[OutboxEntryChanges]) -> Update[OutboxEntry]:
        """Change an OutboxEntry by its key; refuse if there is none."""
        return self._update((event_id, shard, request_id), changes, values, condition)

    @method
    def delete(self, event_id: str, shard: int, request_id: str, *, condition: Filter | None = None) -> Delete[OutboxEntry]:
        """Delete an OutboxEntry by its key; say whether there was one."""
        return self._delete((event_id, shard, request_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int, str]]) -> BatchWrite[OutboxEntry]:
        """Delete OutboxEntry items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def outbox_entries(self, *, event_id: str, shard: int, request_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[OutboxEntryField]]) -> Query[OutboxEntry]:
        """Query `outboxEntries` in the table: PK = OUTBOX#{eventId}#{shard}, SK = {requestId}."""
        return self._query("outboxEntries", {"event_id": event_id, "shard": shard, "request_id": request_id}, **options)


class OutboxEntryPlans(OutboxEntryMethods, Plans[OutboxEntry]):
    """Operations on OutboxEntry, unsent."""


class OutboxEntryHandle(OutboxEntryMethods, Handle[OutboxEntry, OutboxEntryPlans]):
    """The OutboxEntry items of a table."""


class FailedEntryMethods(Methods[FailedEntry]):
    """The methods of FailedEntry's handle and plans."""

    create = create_method(FailedEntry)
    """Write a new FailedEntry; refuse if there is one with its key."""
    upsert = upsert_method(FailedEntry)
    """Change a FailedEntry, or create it where there is none."""

    @method
    def get(self, event_id: str, shard: int, request_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[FailedEntry]:
        """Read the FailedEntry with this key; None if there is none."""
        return self._get((event_id, shard, request_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[FailedEntry]:
        """Read FailedEntry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, shard: int, request_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[FailedEntryChanges]) -> Update[FailedEntry]:
        """Change a FailedEntry by its key; refuse if there is none."""
        return self._update((event_id, shard, request_id), changes, values, condition)

    @method
    def delete(self, event_id: str, shard: int, request_id: str, *, condition: Filter | None = None) -> Delete[FailedEntry]:
        """Delete a FailedEntry by its key; say whether there was one."""
        return self._delete((event_id, shard, request_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int, str]]) -> BatchWrite[FailedEntry]:
        """Delete FailedEntry items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def failed_entries(self, *, event_id: str, shard: int, request_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[FailedEntryField]]) -> Query[FailedEntry]:
        """Query `failedEntries` in the table: PK = FAILED#{eventId}#{shard}, SK = {requestId}."""
        return self._query("failedEntries", {"event_id": event_id, "shard": shard, "request_id": request_id}, **options)


class FailedEntryPlans(FailedEntryMethods, Plans[FailedEntry]):
    """Operations on FailedEntry, unsent."""


class FailedEntryHandle(FailedEntryMethods, Handle[FailedEntry, FailedEntryPlans]):
    """The FailedEntry items of a table."""


class UnticketedRequestMethods(Methods[UnticketedRequest]):
    """The methods of UnticketedRequest's handle and plans."""

    create = create_method(UnticketedRequest)
    """Write a new UnticketedRequest; refuse if there is one with its key."""
    upsert = upsert_method(UnticketedRequest)
    """Change a UnticketedRequest, or create it where there is none."""

    @method
    def get(self, event_id: str, request_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[UnticketedRequest]:
        """Read the UnticketedRequest with this key; None if there is none."""
        return self._get((event_id, request_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[UnticketedRequest]:
        """Read UnticketedRequest items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, request_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[UnticketedRequestChanges]) -> Update[UnticketedRequest]:
        """Change a UnticketedRequest by its key; refuse if there is none."""
        return self._update((event_id, request_id), changes, values, condition)

    @method
    def delete(self, event_id: str, request_id: str, *, condition: Filter | None = None) -> Delete[UnticketedRequest]:
        """Delete a UnticketedRequest by its key; say whether there was one."""
        return self._delete((event_id, request_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[UnticketedRequest]:
        """Delete UnticketedRequest items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def unticketed_requests(self, *, event_id: str, request_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[UnticketedRequestField]]) -> Query[UnticketedRequest]:
        """Query `unticketedRequests` in the table: PK = UNTICKETED#{eventId}#{requestId:shard:8}, SK = {requestId}."""
        return self._query("unticketedRequests", {"event_id": event_id, "request_id": request_id}, **options)


class UnticketedRequestPlans(UnticketedRequestMethods, Plans[UnticketedRequest]):
    """Operations on UnticketedRequest, unsent."""


class UnticketedRequestHandle(UnticketedRequestMethods, Handle[UnticketedRequest, UnticketedRequestPlans]):
    """The UnticketedRequest items of a table."""


class DispatcherLeaseMethods(Methods[DispatcherLease]):
    """The methods of DispatcherLease's handle and plans."""

    create = create_method(DispatcherLease)
    """Write a new DispatcherLease; refuse if there is one with its key."""
    upsert = upsert_method(DispatcherLease)
    """Change a DispatcherLease, or create it where there is none."""

    @method
    def get(self, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[DispatcherLease]:
        """Read the DispatcherLease with this key; None if there is none."""
        return self._get((event_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[DispatcherLease]:
        """Read DispatcherLease items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[DispatcherLeaseChanges]) -> Update[DispatcherLease]:
        """Change a DispatcherLease by its key; refuse if there is none."""
        return self._update((event_id,), changes, values, condition)

    @method
    def delete(self, event_id: str, *, condition: Filter | None = None) -> Delete[DispatcherLease]:
        """Delete a DispatcherLease by its key; say whether there was one."""
        return self._delete((event_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[DispatcherLease]:
        """Delete DispatcherLease items by their keys, in batches."""
        return self._delete_all(keys)


class DispatcherLeasePlans(DispatcherLeaseMethods, Plans[DispatcherLease]):
    """Operations on DispatcherLease, unsent."""


class DispatcherLeaseHandle(DispatcherLeaseMethods, Handle[DispatcherLease, DispatcherLeasePlans]):
    """The DispatcherLease items of a table."""


class TicketCounterMethods(Methods[TicketCounter]):
    """The methods of TicketCounter's handle and plans."""

    create = create_method(TicketCounter)
    """Write a new TicketCounter; refuse if there is one with its key."""
    upsert = upsert_method(TicketCounter)
    """Change a TicketCounter, or create it where there is none."""

    @method
    def get(self, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[TicketCounter]:
        """Read the TicketCounter with this key; None if there is none."""
        return self._get((event_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[TicketCounter]:
        """Read TicketCounter items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[TicketCounterChanges]) -> Update[TicketCounter]:
        """Change a TicketCounter by its key; refuse if there is none."""
        return self._update((event_id,), changes, values, condition)

    @method
    def delete(self, event_id: str, *, condition: Filter | None = None) -> Delete[TicketCounter]:
        """Delete a TicketCounter by its key; say whether there was one."""
        return self._delete((event_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[TicketCounter]:
        """Delete TicketCounter items by their keys, in batches."""
        return self._delete_all(keys)


class TicketCounterPlans(TicketCounterMethods, Plans[TicketCounter]):
    """Operations on TicketCounter, unsent."""


class TicketCounterHandle(TicketCounterMethods, Handle[TicketCounter, TicketCounterPlans]):
    """The TicketCounter items of a table."""


class TicketBlockMethods(Methods[TicketBlock]):
    """The methods of TicketBlock's handle and plans."""

    create = create_method(TicketBlock)
    """Write a new TicketBlock; refuse if there is one with its key."""
    upsert = upsert_method(TicketBlock)
    """Change a TicketBlock, or create it where there is none."""

    @method
    def get(self, event_id: str, from_ticket: int, *, consistent: bool = True, include_expired: bool = False) -> Get[TicketBlock]:
        """Read the TicketBlock with this key; None if there is none."""
        return self._get((event_id, from_ticket), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[TicketBlock]:
        """Read TicketBlock items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, from_ticket: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[TicketBlockChanges]) -> Update[TicketBlock]:
        """Change a TicketBlock by its key; refuse if there is none."""
        return self._update((event_id, from_ticket), changes, values, condition)

    @method
    def delete(self, event_id: str, from_ticket: int, *, condition: Filter | None = None) -> Delete[TicketBlock]:
        """Delete a TicketBlock by its key; say whether there was one."""
        return self._delete((event_id, from_ticket), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[TicketBlock]:
        """Delete TicketBlock items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def ticket_blocks(self, *, event_id: str, from_ticket: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[TicketBlockField]]) -> Query[TicketBlock]:
        """Query `ticketBlocks` in the table: PK = EVENT#{eventId}, SK = BLOCK#{fromTicket:012d}."""
        return self._query("ticketBlocks", {"event_id": event_id, "from_ticket": from_ticket}, **options)


class TicketBlockPlans(TicketBlockMethods, Plans[TicketBlock]):
    """Operations on TicketBlock, unsent."""


class TicketBlockHandle(TicketBlockMethods, Handle[TicketBlock, TicketBlockPlans]):
    """The TicketBlock items of a table."""


class TicketRunMethods(Methods[TicketRun]):
    """The methods of TicketRun's handle and plans."""

    create = create_method(TicketRun)
    """Write a new TicketRun; refuse if there is one with its key."""
    upsert = upsert_method(TicketRun)
    """Change a TicketRun, or create it where there is none."""

    @method
    def get(self, event_id: str, from_ticket: int, *, consistent: bool = True, include_expired: bool = False) -> Get[TicketRun]:
        """Read the TicketRun with this key; None if there is none."""
        return self._get((event_id, from_ticket), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[TicketRun]:
        """Read TicketRun items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, from_ticket: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[TicketRunChanges]) -> Update[TicketRun]:
        """Change a TicketRun by its key; refuse if there is none."""
        return self._update((event_id, from_ticket), changes, values, condition)

    @method
    def delete(self, event_id: str, from_ticket: int, *, condition: Filter | None = None) -> Delete[TicketRun]:
        """Delete a TicketRun by its key; say whether there was one."""
        return self._delete((event_id, from_ticket), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[TicketRun]:
        """Delete TicketRun items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def ticket_runs(self, *, event_id: str, from_ticket: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[TicketRunField]]) -> Query[TicketRun]:
        """Query `ticketRuns` in the table: PK = EVENT#{eventId}, SK = TICKET#{fromTicket:012d}."""
        return self._query("ticketRuns", {"event_id": event_id, "from_ticket": from_ticket}, **options)


class TicketRunPlans(TicketRunMethods, Plans[TicketRun]):
    """Operations on TicketRun, unsent."""


class TicketRunHandle(TicketRunMethods, Handle[TicketRun, TicketRunPlans]):
    """The TicketRun items of a table."""


class ProgressMethods(Methods[Progress]):
    """The methods of Progress's handle and plans."""

    create = create_method(Progress)
    """Write a new Progress; refuse if there is one with its key."""
    upsert = upsert_method(Progress)
    """Change a Progress, or create it where there is none."""

    @method
    def get(self, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Progress]:
        """Read the Progress with this key; None if there is none."""
        return self._get((event_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Progress]:
        """Read Progress items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ProgressChanges]) -> Update[Progress]:
        """Change a Progress by its key; refuse if there is none."""
        return self._update((event_id,), changes, values, condition)

    @method
    def delete(self, event_id: str, *, condition: Filter | None = None) -> Delete[Progress]:
        """Delete a Progress by its key; say whether there was one."""
        return self._delete((event_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Progress]:
        """Delete Progress items by their keys, in batches."""
        return self._delete_all(keys)


class ProgressPlans(ProgressMethods, Plans[Progress]):
    """Operations on Progress, unsent."""


class ProgressHandle(ProgressMethods, Handle[Progress, ProgressPlans]):
    """The Progress items of a table."""


class MinuteCountMethods(Methods[MinuteCount]):
    """The methods of MinuteCount's handle and plans."""

    create = create_method(MinuteCount)
    """Write a new MinuteCount; refuse if there is one with its key."""
    upsert = upsert_method(MinuteCount)
    """Change a MinuteCount, or create it where there is none."""

    @method
    def get(self, event_id: str, shard: int, minute: datetime, *, consistent: bool = True, include_expired: bool = False) -> Get[MinuteCount]:
        """Read the MinuteCount with this key; None if there is none."""
        return self._get((event_id, shard, minute), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int, datetime]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[MinuteCount]:
        """Read MinuteCount items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, shard: int, minute: datetime, *changes: Change, condition: Filter | None = None,
            **values: Unpack[MinuteCountChanges]) -> Update[MinuteCount]:
        """Change a MinuteCount by its key; refuse if there is none."""
        return self._update((event_id, shard, minute), changes, values, condition)

    @method
    def delete(self, event_id: str, shard: int, minute: datetime, *, condition: Filter | None = None) -> Delete[MinuteCount]:
        """Delete a MinuteCount by its key; say whether there was one."""
        return self._delete((event_id, shard, minute), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int, datetime]]) -> BatchWrite[MinuteCount]:
        """Delete MinuteCount items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def minute_counts(self, *, event_id: str, shard: int, minute: datetime | SortCondition | None = None,
            **options: Unpack[QueryOptions[MinuteCountField]]) -> Query[MinuteCount]:
        """Query `minuteCounts` in the table: PK = COUNTS#{eventId}#{shard}, SK = {minute:010d}."""
        return self._query("minuteCounts", {"event_id": event_id, "shard": shard, "minute": minute}, **options)


class MinuteCountPlans(MinuteCountMethods, Plans[MinuteCount]):
    """Operations on MinuteCount, unsent."""


class MinuteCountHandle(MinuteCountMethods, Handle[MinuteCount, MinuteCountPlans]):
    """The MinuteCount items of a table."""


class CountCursorMethods(Methods[CountCursor]):
    """The methods of CountCursor's handle and plans."""

    create = create_method(CountCursor)
    """Write a new CountCursor; refuse if there is one with its key."""
    upsert = upsert_method(CountCursor)
    """Change a CountCursor, or create it where there is none."""

    @method
    def get(self, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[CountCursor]:
        """Read the CountCursor with this key; None if there is none."""
        return self._get((event_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[CountCursor]:
        """Read CountCursor items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[CountCursorChanges]) -> Update[CountCursor]:
        """Change a CountCursor by its key; refuse if there is none."""
        return self._update((event_id,), changes, values, condition)

    @method
    def delete(self, event_id: str, *, condition: Filter | None = None) -> Delete[CountCursor]:
        """Delete a CountCursor by its key; say whether there was one."""
        return self._delete((event_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[CountCursor]:
        """Delete CountCursor items by their keys, in batches."""
        return self._delete_all(keys)


class CountCursorPlans(CountCursorMethods, Plans[CountCursor]):
    """Operations on CountCursor, unsent."""


class CountCursorHandle(CountCursorMethods, Handle[CountCursor, CountCursorPlans]):
    """The CountCursor items of a table."""


class DrawMethods(Methods[Draw]):
    """The methods of Draw's handle and plans."""

    create = create_method(Draw)
    """Write a new Draw; refuse if there is one with its key."""
    upsert = upsert_method(Draw)
    """Change a Draw, or create it where there is none."""

    @method
    def get(self, event_id: str, attempt: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Draw]:
        """Read the Draw with this key; None if there is none."""
        return self._get((event_id, attempt), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Draw]:
        """Read Draw items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, attempt: int, *changes: Change, condition: Filter | None = None, **values: Unpack[DrawChanges]) -> Update[Draw]:
        """Change a Draw by its key; refuse if there is none."""
        return self._update((event_id, attempt), changes, values, condition)

    @method
    def delete(self, event_id: str, attempt: int, *, condition: Filter | None = None) -> Delete[Draw]:
        """Delete a Draw by its key; say whether there was one."""
        return self._delete((event_id, attempt), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Draw]:
        """Delete Draw items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def draws(self, *, event_id: str, attempt: int | SortCondition | None = None, **options: Unpack[QueryOptions[DrawField]]) -> Query[Draw]:
        """Query `draws` in the table: PK = EVENT#{eventId}, SK = DRAW#{attempt:06d}."""
        return self._query("draws", {"event_id": event_id, "attempt": attempt}, **options)


class DrawPlans(DrawMethods, Plans[Draw]):
    """Operations on Draw, unsent."""


class DrawHandle(DrawMethods, Handle[Draw, DrawPlans]):
    """The Draw items of a table."""


class DrawListMethods(Methods[DrawList]):
    """The methods of DrawList's handle and plans."""

    create = create_method(DrawList)
    """Write a new DrawList; refuse if there is one with its key."""
    upsert = upsert_method(DrawList)
    """Change a DrawList, or create it where there is none."""

    @method
    def get(self, event_id: str, digest: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[DrawList]:
        """Read the DrawList with this key; None if there is none."""
        return self._get((event_id, digest, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[DrawList]:
        """Read DrawList items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, digest: str, number: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[DrawListChanges]) -> Update[DrawList]:
        """Change a DrawList by its key; refuse if there is none."""
        return self._update((event_id, digest, number), changes, values, condition)

    @method
    def delete(self, event_id: str, digest: str, number: int, *, condition: Filter | None = None) -> Delete[DrawList]:
        """Delete a DrawList by its key; say whether there was one."""
        return self._delete((event_id, digest, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> BatchWrite[DrawList]:
        """Delete DrawList items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def draw_lists(self, *, event_id: str, digest: str, number: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[DrawListField]]) -> Query[DrawList]:
        """Query `drawLists` in the table: PK = DRAW#{eventId}#{digest}, SK = {number:06d}."""
        return self._query("drawLists", {"event_id": event_id, "digest": digest, "number": number}, **options)


class DrawListPlans(DrawListMethods, Plans[DrawList]):
    """Operations on DrawList, unsent."""


class DrawListHandle(DrawListMethods, Handle[DrawList, DrawListPlans]):
    """The DrawList items of a table."""


class AsyncEventTable(Table):
    """The table `AsyncEventTable` on a store."""

    design = _DESIGN
    models = (
        Request, IdempotencyLock, Capacity, StatusLog, EventConfig, EventEntry, Gate, Admission, AdmissionCode, OutboxEntry, FailedEntry,
        UnticketedRequest, DispatcherLease, TicketCounter, TicketBlock, TicketRun, Progress, MinuteCount, CountCursor, Draw, DrawList,
    )

    request = handle(Request, RequestHandle, RequestPlans)
    """The Request items."""
    idempotency_lock = handle(IdempotencyLock, IdempotencyLockHandle, IdempotencyLockPlans)
    """The IdempotencyLock items."""
    capacity = handle(Capacity, CapacityHandle, CapacityPlans)
    """The Capacity items."""
    status_log = handle(StatusLog, StatusLogHandle, StatusLogPlans)
    """The StatusLog items."""
    event_config = handle(EventConfig, EventConfigHandle, EventConfigPlans)
    """The EventConfig items."""
    event_entry = handle(EventEntry, EventEntryHandle, EventEntryPlans)
    """The EventEntry items."""
    gate = handle(Gate, GateHandle, GatePlans)
    """The Gate items."""
    admission = handle(Admission, AdmissionHandle, AdmissionPlans)
    """The Admission items."""
    admission_code = handle(AdmissionCode, AdmissionCodeHandle, AdmissionCodePlans)
    """The AdmissionCode items."""
    outbox_entry = handle(OutboxEntry, OutboxEntryHandle, OutboxEntryPlans)
    """The OutboxEntry items."""
    failed_entry = handle(FailedEntry, FailedEntryHandle, FailedEntryPlans)
    """The FailedEntry items."""
    unticketed_request = handle(UnticketedRequest, UnticketedRequestHandle, UnticketedRequestPlans)
    """The UnticketedRequest items."""
    dispatcher_lease = handle(DispatcherLease, DispatcherLeaseHandle, DispatcherLeasePlans)
    """The DispatcherLease items."""
    ticket_counter = handle(TicketCounter, TicketCounterHandle, TicketCounterPlans)
    """The TicketCounter items."""
    ticket_block = handle(TicketBlock, TicketBlockHandle, TicketBlockPlans)
    """The TicketBlock items."""
    ticket_run = handle(TicketRun, TicketRunHandle, TicketRunPlans)
    """The TicketRun items."""
    progress = handle(Progress, ProgressHandle, ProgressPlans)
    """The Progress items."""
    minute_count = handle(MinuteCount, MinuteCountHandle, MinuteCountPlans)
    """The MinuteCount items."""
    count_cursor = handle(CountCursor, CountCursorHandle, CountCursorPlans)
    """The CountCursor items."""
    draw = handle(Draw, DrawHandle, DrawPlans)
    """The Draw items."""
    draw_list = handle(DrawList, DrawListHandle, DrawListPlans)
    """The DrawList items."""
