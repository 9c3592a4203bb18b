"""What a site knows of one person, by their address: all of it as a file, or gone.

An address may stand in leads and comments, which are that person's; in texts that editors wrote
(pages, their drafts and versions, contexts, signals, resources, products), where it is blotted out;
and in the audit trail, as the actor or in a snapshot. Consents are found by the visitor's ids that
a lead remembers. Everything is read by queries, item by item, so that a large site costs time and
not memory; what was changed is told as it happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, cast

from pydantic_core import to_jsonable_python

from tavola.errors import ItemMissing
from tavola.model.model import Model
from tavola_systems.cms.models import (
    AuditEntry,
    Comment,
    Content,
    DeadMessage,
    OutboxMessage,
    TitleEntry,
)
from tavola_systems.cms.services.comments import COMMENT_STATUSES
from tavola_systems.cms.services.consents import Consents
from tavola_systems.cms.services.scope import TenantScope, outbox_of
from tavola_systems.platform.addresses import check_address

__all__ = ["REMOVED", "PersonalData"]

REMOVED: Final = "[removed]"
"""What stands where an address was."""


class PersonalData:
    """Finds and erases what a tenant has of a person."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db

    def export(self, email: str) -> Iterator[dict[str, Any]]:
        """Yield everything that is about a person, each with its kind, ready to be written."""
        address = check_address(email)
        lead = self._db.lead.get(address)
        if lead is not None:
            yield _record("lead", lead)
            for visitor in sorted(lead.visitors):
                for consent in Consents(self._scope).of(visitor):
                    yield _record("consent", consent)
        for comment in self._comments(address):
            yield _record("comment", comment)
        for kind, item in self._texts():
            if _holds(item, address):
                yield {"kind": kind, "title": _title(item), "note": "names the address"}
        for entry in self._audit():
            if _holds(entry, address):
                yield _record("audit", entry)

    def erase(self, email: str) -> Iterator[str]:
        """Erase a person, and yield a line for each thing that was changed.

        What is interrupted is simply run again: every step leaves what a second run finds.
        """
        address = check_address(email)
        lead = self._db.lead.get(address)
        visitors = sorted(lead.visitors) if lead is not None else []
        yield from self._erase_consents(visitors)
        for comment in self._comments(address):
            comment.email, comment.author = None, REMOVED
            comment.body = _blotted(comment.body, address)
            yield from self._saved("comment", comment, comment.page_title or comment.page_id)
        for kind, item in self._texts():
            former = _title(item)
            if _blot(item, address):
                yield from self._saved(kind, item, _title(item), former)
        yield from self._erase_outbox(address)
        yield from self._erase_audit(address)
        if lead is not None and self._db.lead.delete(address):
            yield "lead: deleted"
        with self._scope.root.transaction() as tx:
            tx.add(self._scope.audit("ERASE_PERSON", "person", "removed", "A person"))

    def _erase_consents(self, visitors: list[str]) -> Iterator[str]:
        for visitor in visitors:
            for consent in list(Consents(self._scope).of(visitor)):
                self._db.consent.delete(consent.visitor_id, consent.at, consent.consent_id)
                yield f"consent of {consent.at:%Y-%m-%d}: deleted"

    def _comments(self, address: str) -> Iterator[Comment]:
        for status in COMMENT_STATUSES:
            for one in self._db.comment.comments_by_status(status=status).all():
                if one.email == address:
                    found = self._db.comment.get(one.page_id, one.posted_at, one.comment_id)
                    if found is not None:
                        yield found

    def _texts(self) -> Iterator[tuple[str, Any]]:
        """All that editors wrote: read whole, one after another."""
        db = self._db
        for page in db.content.pages().all():
            for found in (db.content.get(page.node_id), db.content_draft.get(page.node_id)):
                if found is not None:
                    yield "page", found
        for version in db.content_version.versions_of_content().all():
            whole = db.content_version.get(version.node_id, version.version)
            if whole is not None:
                yield f"version {version.version} of page", whole
        for kind, listed, get in self._small_records():
            for summary in listed():
                found = get(summary)
                if found is not None:
                    yield kind, found

    def _small_records(
        self,
    ) -> list[tuple[str, Callable[[], Iterator[Any]], Callable[[Any], Any]]]:
        db = self._db
        return [
            (
                "product",
                lambda: db.product.products().all(),
                lambda x: db.product.get(x.product_id),
            ),
            (
                "context",
                lambda: db.context.contexts().all(),
                lambda x: db.context.get(x.context_id),
            ),
            ("signal", lambda: db.signal.signals().all(), lambda x: db.signal.get(x.signal_id)),
            (
                "resource",
                lambda: db.resource.resources().all(),
                lambda x: db.resource.get(x.resource_id),
            ),
        ]

    def _audit(self) -> Iterator[AuditEntry]:
        for summary in self._db.audit_entry.latest_audit().all():
            found = self._db.audit_entry.get(summary.at, summary.audit_id)
            if found is not None:
                yield found

    def _erase_outbox(self, address: str) -> Iterator[str]:
        """Blot out what waits for the audit trail, before the trail itself: nothing slips by."""
        root, shards = self._scope.root, outbox_of(self._scope.root).items.shards
        for shard in range(shards):
            found: list[OutboxMessage | DeadMessage] = []
            found.extend(root.outbox_message.outbox_messages(shard=shard).all())
            found.extend(root.dead_message.dead_messages(shard=shard).all())
            for message in found:
                if message.of_tenant != self._scope.tenant_id or not _blot(message, address):
                    continue
                with suppress(ItemMissing):  # Moved to the trail meanwhile, which is read next.
                    self._save_message(message)
                    yield "audit event that waits: address removed"

    def _save_message(self, message: OutboxMessage | DeadMessage) -> None:
        with self._scope.root.transaction() as tx:
            tx.save(message)

    def _erase_audit(self, address: str) -> Iterator[str]:
        for entry in self._audit():
            if _blot(entry, address):
                self._db.audit_entry.put(entry)
                yield f"audit entry of {entry.at:%Y-%m-%d}, {entry.action}: address removed"
        for pointer in list(self._db.audit_by_actor.audit_of_actor().all()):
            key = pointer.actor_email, pointer.at, pointer.audit_id
            if _blot(pointer, address):
                self._db.audit_by_actor.put(pointer)
                if pointer.actor_email != key[0]:
                    self._db.audit_by_actor.delete(*key)
        for target in list(self._db.audit_by_target.audit_of_target().all()):
            key = target.target_id, target.at, target.audit_id
            if _blot(target, address):
                self._db.audit_by_target.put(target)
                if target.target_id != key[0]:
                    self._db.audit_by_target.delete(*key)

    def _saved(
        self, kind: str, item: Model, title: str, former: str | None = None
    ) -> Iterator[str]:
        try:
            with self._db.transaction() as tx:
                tx.save(item)
                if isinstance(item, Content) and former is not None and former != title:
                    tx.add(self._db.title_entry.plan.delete(former, item.node_id))
                    tx.put(_entry(item))
        except ItemMissing:  # Deleted meanwhile: there is nothing left to erase.
            return
        yield f"{kind} {title}: address removed"


def _record(kind: str, item: Model) -> dict[str, Any]:
    found: dict[str, Any] = to_jsonable_python(_values(item))
    return {"kind": kind, **{name: value for name, value in found.items() if value is not None}}


def _values(item: Model) -> dict[str, Any]:
    names: tuple[str, ...] = type(item).__match_args__
    return {name: getattr(item, name) for name in names}


def _entry(page: Content) -> TitleEntry:
    return TitleEntry(
        title=page.title,
        node_id=page.node_id,
        slug=page.slug,
        workflow=page.workflow,
        updated_at=page.updated_at,
        updated_by=page.updated_by,
    )


def _title(item: Any) -> str:
    return str(getattr(item, "title", None) or getattr(item, "name", ""))


def _holds(item: Any, address: str) -> bool:
    return any(address in str(value).lower() for value in _values(item).values())


def _blot(item: Any, address: str) -> bool:
    """Take an address out of all texts of an item; say whether there was one."""
    changed = False
    for name, value in _values(item).items():
        clean = _blotted(value, address)
        if clean != value:
            setattr(item, name, clean)
            changed = True
    return changed


def _blotted(value: Any, address: str) -> Any:
    if isinstance(value, str):
        return re.sub(re.escape(address), REMOVED, value, flags=re.IGNORECASE)
    if isinstance(value, list):
        several = cast("list[object]", value)
        return [_blotted(one, address) for one in several]
    if isinstance(value, dict):
        found = cast("dict[str, object]", value)
        return {key: _blotted(one, address) for key, one in found.items()}
    return value
