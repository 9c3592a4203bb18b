"""The audit trail: read newest first, by actor and by target; written by the worker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Protocol

from tavola.operations.write.operations import Write
from tavola.table import Page
from tavola_systems.cms.models import (
    AuditByActor,
    AuditByTarget,
    AuditEntry,
    Cms,
    OutboxMessage,
)
from tavola_systems.cms.services.tenant_scope import TenantScope

__all__ = ["Audit", "EventBridge", "EventBus", "entry_writes"]

SOURCE: Final = "tavola.cms"


class EventBus(Protocol):
    """Takes audit events for others, in the shape in which the outbox holds them."""

    def publish(self, body: Mapping[str, Any]) -> None:
        """Hand an event over; raise if it was not taken, so that it is tried again."""
        ...


class EventBridge:
    """EventBridge as an event bus; the client is boto3's `events`."""

    def __init__(self, client: Any, bus: str) -> None:
        self._client = client
        self._bus = bus

    def publish(self, body: Mapping[str, Any]) -> None:
        """Send an event: its action is the detail type, the whole event the detail."""
        entry = {
            "Source": SOURCE,
            "DetailType": str(body["action"]),
            "Detail": json.dumps(body),
            "EventBusName": self._bus,
            "Time": datetime.fromisoformat(str(body["at"])),
        }
        answer = self._client.put_events(Entries=[entry])
        if answer.get("FailedEntryCount"):
            failed = answer["Entries"][0]
            raise OSError(f"EventBridge: {failed.get('ErrorCode')}: {failed.get('ErrorMessage')}")


class Audit:
    """Who did what in one tenant."""

    def __init__(self, scope: TenantScope) -> None:
        self._db = scope.db

    def latest(self, *, limit: int = 50, cursor: str | None = None) -> Page[AuditEntry]:
        """List what happened, newest first."""
        return self._db.audit_entry.latest_audit(limit=limit, cursor=cursor)

    def by_actor(
        self, email: str, *, limit: int = 50, cursor: str | None = None
    ) -> Page[AuditByActor]:
        """List what one person did, newest first."""
        return self._db.audit_by_actor.audit_of_actor_latest(
            actor_email=email, limit=limit, cursor=cursor
        )

    def by_target(
        self, target_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> Page[AuditByTarget]:
        """List what happened to one thing, newest first."""
        return self._db.audit_by_target.audit_of_target_latest(
            target_id=target_id, limit=limit, cursor=cursor
        )

    def find(self, at: datetime, audit_id: str) -> AuditEntry | None:
        """Read an entry with its snapshot."""
        return self._db.audit_entry.get(at, audit_id)


def entry_writes(db: Cms, message: OutboxMessage) -> list[Write[Any]]:
    """Plan an audit entry and its two pointers, for the transaction that ends its message."""
    body: Mapping[str, Any] = message.body
    actor, target = body["actor"], body["target"]
    at = datetime.fromisoformat(body["at"]).astimezone(UTC)
    common: dict[str, Any] = {
        "at": at,
        "audit_id": message.message_id,
        "action": body["action"],
        "actor_email": actor["email"],
        "target_type": target["type"],
        "target_id": target["id"],
        "target_title": target["title"],
    }
    entry = AuditEntry(**common, actor_id=actor["id"], snapshot=body["snapshot"])
    return [
        db.audit_entry.plan.put(entry),
        db.audit_by_actor.plan.put(AuditByActor(**common)),
        db.audit_by_target.plan.put(AuditByTarget(**common)),
    ]
