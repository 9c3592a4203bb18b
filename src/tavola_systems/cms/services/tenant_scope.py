"""Who acts, and in which tenant: what every service of the CMS is made with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, cast

from msgspec import Struct

from tavola.operations.write.operations import Create
from tavola.patterns.outbox import Outbox
from tavola_systems.cms.models import Cms, DeadMessage, OutboxMessage

__all__ = ["SYSTEM_ACTOR", "VISITOR", "Actor", "TenantScope", "outbox_of"]

MAX_SNAPSHOT_TEXT: Final = 500


class Actor(Struct, frozen=True):
    """Who acts: a person whom the audit trail can name."""

    id: str
    email: str


SYSTEM_ACTOR: Final = Actor("system", "system")
"""What happens by itself, or at the terminal."""
VISITOR: Final = Actor("visitor", "visitor")
"""Somebody on the public site."""


class TenantScope(Struct, frozen=True):
    """One tenant's items, and who acts on them; nothing of another tenant can be reached by it."""

    tenant_id: str
    db: Cms
    """The table of this tenant."""
    root: Cms
    """What belongs to no tenant: the outbox, schedules, the registry."""
    actor: Actor
    clock: Callable[[], float]
    new_id: Callable[[], str]
    """Makes a ULID, for items whose id another item of the same transaction names."""

    def now(self) -> datetime:
        """The time, in whole milliseconds, as items store it."""
        milliseconds = int(self.clock() * 1000)
        return datetime.fromtimestamp(milliseconds / 1000, UTC)

    def audit(
        self, action: str, kind: str, target_id: str, title: str, /, **snapshot: Any
    ) -> Create[OutboxMessage]:
        """Plan an audit event, to be added to the transaction of what it tells.

        `title` names the target for people; the snapshot should be useful by itself. Long texts
        are cut: an audit entry is not a backup.
        """
        body = {
            "action": action,
            "tenant": self.tenant_id,
            "at": self.now().isoformat(timespec="milliseconds"),
            "actor": {"id": self.actor.id, "email": self.actor.email},
            "target": {"type": kind, "id": target_id, "title": title},
            "snapshot": {name: _plain(value) for name, value in snapshot.items()},
        }
        return outbox_of(self.root).add(OutboxMessage(of_tenant=self.tenant_id, body=body))


def outbox_of(root: Cms) -> Outbox[OutboxMessage, DeadMessage]:
    """The outbox of all tenants."""
    return Outbox(root, OutboxMessage, DeadMessage)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_plain(one) for one in cast("Sequence[Any]", value)]
    if isinstance(value, dict):
        named = cast("Mapping[Any, Any]", value)
        return {str(name): _plain(one) for name, one in named.items()}
    text = value.isoformat() if isinstance(value, datetime) else str(value)
    return text if len(text) <= MAX_SNAPSHOT_TEXT else f"{text[:MAX_SNAPSHOT_TEXT]}…"
