"""What a site knows of one person, by their address: all of it as a file, or gone.

Leads and comments are a person's own, and consents by the visitor's ids that a lead remembers; an
audit entry about one of them tells of the person too. Wherever else an address stands, in pages,
their drafts and versions, in products, in who changed what, it is blotted out. Everything that a
tenant has is read, item by item, so that nothing is forgotten when the design grows: what is not
the tenant's partition is the outbox, the schedules and the tenant's settings.

What belongs to a person is found by their lead and their comments. These go last, so that an
erasure that was interrupted is simply run again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, cast

from msgspec import Struct
from pydantic_core import to_jsonable_python

from tavola.errors import ConditionFailed, ItemMissing
from tavola.model.model import Model
from tavola_systems.cms.models import (
    AuditByActor,
    AuditByTarget,
    AuditEntry,
    BinnedContent,
    CategoryProduct,
    Cms,
    Comment,
    Consent,
    Content,
    ContentVersion,
    DeadMessage,
    Lead,
    OutboxMessage,
    Route,
    Schedule,
    TenantConfig,
    TitleEntry,
)
from tavola_systems.cms.services.content_writes import schedules_of
from tavola_systems.cms.services.tenant_scope import TenantScope, outbox_of
from tavola_systems.platform.mail_addresses import check_address

__all__ = ["REMOVED", "PersonalData"]

REMOVED: Final = "[removed]"
"""What stands where an address was."""
_KEYS: Final[dict[type[Model], tuple[str, ...]]] = {
    TitleEntry: ("title", "node_id"),
    CategoryProduct: ("category", "product_id"),
    AuditByActor: ("actor_email", "at", "audit_id"),
    AuditByTarget: ("target_id", "at", "audit_id"),
}
"""Keys that an address may stand in: their items are written again under another."""
_ABOUT: Final = {"lead", "comment", "person"}
"""Kinds of audit entries whose snapshot tells of a person."""


class _Person(Struct, frozen=True):
    """Who is looked for, and what is theirs."""

    address: str
    lead: Lead | None
    comments: dict[str, Comment]

    def is_meant(self, kind: str, target: str, holds: bool) -> bool:
        """Whether an audit event is about them: by its target, or because it names them."""
        return kind in _ABOUT and (target in self.comments or holds)


class PersonalData:
    """Finds and erases what a tenant has of a person."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db
        self._root = scope.root

    def export(self, email: str) -> Iterator[dict[str, Any]]:
        """Yield everything that is about a person, each with its kind, ready to be written."""
        person = self._find(email)
        visitors = person.lead.visitors if person.lead else set[str]()
        for item in self._items():
            if isinstance(item, Lead | Comment) and item.email == person.address:
                yield _record(_kind(item), item)
            elif isinstance(item, Consent) and item.visitor_id in visitors:
                yield _record("consent", item)
            elif isinstance(item, AuditEntry) and self._tells_of(person, item):
                yield _record("audit", item)
            elif not isinstance(item, AuditByActor | AuditByTarget | TitleEntry) and _holds(
                item, person.address
            ):
                note = "names the address"
                yield {"kind": _kind(item), "title": _title(item), "note": note}

    def erase(self, email: str) -> Iterator[str]:
        """Erase a person, and yield a line for each thing that was changed."""
        person = self._find(email)
        changed: set[str] = set()
        yield from self._erase_outside(person)
        for item in self._items():
            if isinstance(item, Lead | Comment) and item.email == person.address:
                continue
            if isinstance(item, Content) and _holds(item, person.address):
                changed.add(item.slug)
            yield from self._erase_in(person, item)
        for comment in person.comments.values():
            comment.email, comment.author, comment.body = None, REMOVED, REMOVED
            yield from self._saved(comment)
            page = self._db.content.get(comment.page_id)
            changed |= {page.slug} if page is not None else set()
        self._show_anew(changed)
        if person.lead is not None and self._db.lead.delete(person.address):
            yield "lead: deleted"
        with self._root.transaction() as tx:
            tx.add(self._scope.audit("ERASE_PERSON", "person", "removed", "A person"))

    def _find(self, email: str) -> _Person:
        address = check_address(email)
        comments = {
            item.comment_id: item
            for item in self._items()
            if isinstance(item, Comment) and item.email == address
        }
        return _Person(address, self._db.lead.get(address), comments)

    def _items(self) -> Iterator[Any]:
        """All items of the tenant, as they are now."""
        cursor: str | None = None
        while True:
            page = self._db.tenant_file(limit=100, cursor=cursor, consistent=True)
            for item in page.items:
                whole = _whole(item)
                if whole is not None:
                    yield whole
            cursor = page.cursor
            if cursor is None:
                return

    def _tells_of(self, person: _Person, entry: AuditEntry) -> bool:
        holds = _holds(entry, person.address)
        return holds or person.is_meant(entry.target_type, entry.target_id, holds)

    def _erase_in(self, person: _Person, item: Any) -> Iterator[str]:
        visitors = person.lead.visitors if person.lead else set[str]()
        if isinstance(item, Consent):
            if item.visitor_id in visitors:
                self._db.consent.delete(item.visitor_id, item.at, item.consent_id)
                yield f"consent of {item.at:%Y-%m-%d}: deleted"
            return
        former = _values(item)
        if isinstance(item, AuditEntry | AuditByActor | AuditByTarget):
            if not self._forget(person, item):
                return
        elif not _blot(item, person.address):
            return
        if isinstance(item, tuple(_KEYS)):
            self._move(item, former)
        else:
            yield from self._saved(item)

    def _forget(self, person: _Person, entry: AuditEntry | AuditByActor | AuditByTarget) -> bool:
        """Take a person out of what the trail says; say whether they were in it."""
        holds = _holds(entry, person.address)
        is_meant = person.is_meant(entry.target_type, entry.target_id, holds)
        known = {REMOVED, f"A {entry.target_type}"}
        if is_meant and entry.target_title not in known:
            entry.target_title = f"A {entry.target_type}"
            if isinstance(entry, AuditEntry):
                entry.snapshot = {}
            _blot(entry, person.address)
            return True
        return _blot(entry, person.address)

    def _move(self, item: Any, former: dict[str, Any]) -> None:
        """Write an item whose key has changed, and take away the one under the former key."""
        kind = next(one for one in _KEYS if isinstance(item, one))
        names = _KEYS[kind]
        handles: dict[type[Model], Any] = {
            TitleEntry: self._db.title_entry,
            CategoryProduct: self._db.category_product,
            AuditByActor: self._db.audit_by_actor,
            AuditByTarget: self._db.audit_by_target,
        }
        with self._db.transaction() as tx:
            tx.put(item)
            if any(getattr(item, name) != former[name] for name in names):
                tx.add(handles[kind].plan.delete(*(former[name] for name in names)))

    def _saved(self, item: Any) -> Iterator[str]:
        try:
            with self._db.transaction() as tx:
                tx.save(item)
        except ItemMissing:  # Deleted meanwhile: there is nothing left to erase.
            return
        yield f"{_kind(item)} {_title(item)}: address removed"

    def _show_anew(self, slugs: set[str]) -> None:
        """Mark routes of pages that were changed, so that nobody is shown what was kept."""
        for slug in sorted(slugs):
            with suppress(ItemMissing, ConditionFailed):
                self._db.route.update(slug, Route.fields.comment_mark.add(1))

    def _erase_outside(self, person: _Person) -> Iterator[str]:
        """Erase what stands outside the tenant; what waits for the trail before the trail."""
        for message in self._waiting():
            if self._forget_message(person, message):
                with suppress(ItemMissing, ConditionFailed):  # Moved to the trail, read next.
                    self._save_outside(message)
                    yield "audit event that waits: address removed"
        for schedule in self._schedules():
            if _blot(schedule, person.address):
                with suppress(ItemMissing, ConditionFailed):  # Carried out meanwhile.
                    self._save_outside(schedule)
                    yield "schedule: address removed"
        config = self._root.tenant_config.get(self._scope.tenant_id)
        if config is not None and _blot(config, person.address):
            config.revision += 1
            self._save_outside(config)
            yield "settings: address removed"

    def _waiting(self) -> Iterator[OutboxMessage | DeadMessage]:
        root = self._root
        for shard in range(outbox_of(root).items.shards):
            found: list[OutboxMessage | DeadMessage] = []
            found.extend(root.outbox_message.outbox_messages(shard=shard, consistent=True).all())
            found.extend(root.dead_message.dead_messages(shard=shard, consistent=True).all())
            yield from (one for one in found if one.of_tenant == self._scope.tenant_id)

    def _schedules(self) -> Iterator[Any]:
        root = self._root
        for shard in range(schedules_of(root).items.shards):
            found: list[Any] = []
            found.extend(root.schedule.due_schedules(shard=shard, consistent=True).all())
            found.extend(root.dead_schedule.dead_schedules(shard=shard, consistent=True).all())
            yield from (one for one in found if one.of_tenant == self._scope.tenant_id)

    def _forget_message(self, person: _Person, message: OutboxMessage | DeadMessage) -> bool:
        body: dict[str, Any] = message.body
        target: dict[str, Any] = body["target"]
        holds = _holds(message, person.address)
        if not holds and target["id"] not in person.comments:
            return False
        if person.is_meant(target["type"], target["id"], holds):
            told = {**target, "title": f"A {target['type']}"}
            body = {**body, "snapshot": {}, "target": told}
        message.body = _blotted(body, person.address)
        if isinstance(message, OutboxMessage):
            # A worker that holds it would write what it has read: its receipt ends here.
            message.receipt = message.until = None
        return True

    def _save_outside(self, item: OutboxMessage | DeadMessage | Schedule | TenantConfig) -> None:
        with self._root.transaction() as tx:
            tx.save(item)


def _name(item: Any) -> str:
    """The name of an item's model."""
    return next(one.__name__ for one in Cms.models if isinstance(item, one))


def _whole(item: Any) -> Any:
    """Read what a list leaves out of an item; None if it is gone by now."""
    if not Cms.design.models[_name(item)].heavy_fields:
        return item
    try:
        return item.refresh()
    except ItemMissing:
        return None


def _record(kind: str, item: Model) -> dict[str, Any]:
    found: dict[str, Any] = to_jsonable_python(_values(item))
    return {"kind": kind, **{name: value for name, value in found.items() if value is not None}}


def _kind(item: Any) -> str:
    match item:
        case ContentVersion():
            return f"version {item.version} of page"
        case BinnedContent():
            return "page in the bin"
        case AuditEntry():
            return f"audit entry of {item.at:%Y-%m-%d},"
        case _:
            name = _name(item)
            return "page" if name.startswith("Content") else name.lower()


def _values(item: Model) -> dict[str, Any]:
    names: tuple[str, ...] = type(item).__match_args__
    return {name: getattr(item, name) for name in names}


def _title(item: Any) -> str:
    names = ("title", "page_title", "name", "action", "slug")
    return str(next((getattr(item, one) for one in names if getattr(item, one, None)), ""))


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
        return {str(_blotted(key, address)): _blotted(one, address) for key, one in found.items()}
    return value
