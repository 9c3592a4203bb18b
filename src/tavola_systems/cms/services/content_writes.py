"""What every change of a page writes: the page, its entry in the title search, its audit event.

`marks` counts what changes beside versions (draft, schedule), so that a version's transaction
notices it. Everything that editors see in lists is written in the same transaction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal
from unicodedata import normalize

from tavola.errors import ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.model import Expr
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.differences import Difference, differences
from tavola.patterns.pieces.parts import number_is
from tavola.patterns.queue import Queue
from tavola.patterns.redirects import Routes
from tavola.patterns.versions import VersionConflict, Versions
from tavola_systems.cms.models import (
    Cms,
    Content,
    ContentDraft,
    ContentVersion,
    DeadSchedule,
    Route,
    Schedule,
    TitleEntry,
)
from tavola_systems.cms.services.blocks import check_blocks, check_link
from tavola_systems.cms.services.tenant_scope import TenantScope

__all__ = [
    "EDITABLE",
    "ContentWrites",
    "DraftConflict",
    "Workflow",
    "check_changes",
    "is_id",
    "same_marks",
    "schedules_of",
    "values_of",
]

Workflow = Literal["draft", "published", "changed", "scheduled"]
EDITABLE: Final = ("title", "blocks", "description", "share_image", "canonical")
"""What an edit may set; what is left out stays as it is."""
_KEPT: Final = (*EDITABLE, "slug", "status", "restored_from", "updated_at", "updated_by")
_TRIES: Final = 5
_ID: Final = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")


class DraftConflict(ItemChanged):
    """Somebody else has saved the draft since it was opened; `current` is what they saved."""

    def __init__(self, message: str, *, current: Any, found: Sequence[Difference]) -> None:
        super().__init__(message)
        self.current = current
        self.differences = tuple(found)


def schedules_of(root: Cms) -> Queue[Schedule, DeadSchedule]:
    """What is to be published or unpublished, of all tenants."""
    return Queue(root, Schedule, DeadSchedule, due="due_at")


class ContentWrites:
    """The pages of one tenant, and how they are written."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db
        self._versions = Versions(scope.db, Content, ContentVersion, content=_KEPT)
        self._routes = Routes(scope.db, Route, node="node_id")

    def get(self, node_id: str) -> Content:
        """Read a page whole."""
        found = self.find(node_id)
        if found is None:
            raise ItemMissing(f"Content {node_id} does not exist.")
        return found

    def find(self, node_id: str) -> Content | None:
        """Read a page whole; None if there is none."""
        return self._db.content.get(node_id) if is_id(node_id) else None

    def draft(self, node_id: str) -> ContentDraft | None:
        """Read a page's draft; None if it has no changes that are not published."""
        return self._db.content_draft.get(node_id) if is_id(node_id) else None

    def version(self, node_id: str, version: int) -> ContentVersion:
        """Read one version whole; the latest too."""
        found = None
        if is_id(node_id) and 0 < version < 10**8:
            found = self._db.run(self._versions.find(node_id, version=version))
        if found is None:
            raise ItemMissing(f"Content {node_id} has no version {version}.")
        return found

    def _change(
        self,
        node_id: str,
        version: int,
        edit: Callable[[Content], None],
        action: str,
        *,
        also: Sequence[Write[Any]] = (),
        draft: ContentDraft | None = None,
        keeps_draft: bool = False,
    ) -> Content:
        """Make a version, with all that lists show of it; again if draft or schedule changed."""
        for _ in range(_TRIES):
            try:
                return self._try_change(node_id, version, edit, action, also, draft, keeps_draft)
            except VersionConflict as conflict:
                if conflict.current is None:
                    raise
                raise self._conflict(node_id, version, conflict.current) from None
            except ConditionFailed as refused:
                if refused.position is not None:
                    raise
        raise ItemChanged(
            f"content {node_id}: the change lost the race to other writers {_TRIES} times. "
            "Try again."
        )

    def _try_change(
        self,
        node_id: str,
        version: int,
        edit: Callable[[Content], None],
        action: str,
        also: Sequence[Write[Any]],
        draft: ContentDraft | None,
        keeps_draft: bool,
    ) -> Content:
        seen: list[tuple[str, list[Write[Any]]]] = []

        def apply(page: Content) -> None:
            seen.append((page.title, self._schedule_deletion(page)))
            had_schedule = page.schedule_id
            edit(page)
            if not keeps_draft:
                page.has_draft = False
            if had_schedule == page.schedule_id:
                seen[-1][1].clear()
            page.workflow = workflow_of(page)
            page.workflow_at = page.scheduled_for or page.updated_at

        def more(page: Content) -> list[Write[Any]]:
            title, writes = seen[-1]
            entries = [self._entry(page)]
            if _folded(title) != _folded(page.title):
                entries = [self._db.title_entry.plan.delete(title, node_id), *entries]
            ending = self._draft_end(node_id, draft, keeps_draft)
            return [*also, *ending, *writes, *entries, self._audit(action, page)]

        operation = self._versions.change(
            node_id,
            expected=version,
            edit=apply,
            also=more,
            when=same_marks,
        )
        return self._db.run(operation)

    def _draft_end(
        self, node_id: str, draft: ContentDraft | None, keeps_draft: bool
    ) -> list[Write[Any]]:
        if keeps_draft:
            return []
        condition = ContentDraft.fields.revision == draft.revision if draft else None
        return [self._db.content_draft.plan.delete(node_id, condition=condition)]

    def _assign(self, page: Content, values: Mapping[str, Any]) -> None:
        """Set what differs; an edit that changes nothing makes no version."""
        if all(getattr(page, name) == value for name, value in values.items()):
            return
        for name, value in values.items():
            setattr(page, name, value)
        page.restored_from = None
        self._stamp(page)

    def _stamp(self, page: Content) -> None:
        page.updated_at = self._scope.now()
        page.updated_by = self._scope.actor.email

    def _mark(self, page: Content) -> None:
        """Say where a page stands after a change beside versions."""
        page.marks += 1
        page.workflow = workflow_of(page)
        page.workflow_at = page.scheduled_for or self._scope.now()

    def _unmoved(self, page: Content) -> Expr:
        same: Expr = Content.fields.version == page.version
        return same & same_marks(page)

    def _unschedule(self, page: Content) -> None:
        page.schedule_id = page.schedule_action = page.scheduled_for = None

    def _schedule_deletion(self, page: Content) -> list[Write[Any]]:
        """Plan that the schedule of a page goes, wherever it stands; it may have gone already."""
        if page.schedule_id is None or page.scheduled_for is None or page.schedule_action is None:
            return []
        schedule = Schedule(
            due_at=page.scheduled_for,
            schedule_id=page.schedule_id,
            of_tenant=self._scope.tenant_id,
            node_id=page.node_id,
            action=page.schedule_action,
            actor_email="",
        )
        root = self._scope.root
        shard = schedules_of(root).items.shard_of(schedule)
        return [root.schedule.plan.delete(shard, page.scheduled_for, page.schedule_id)]

    def _entry(self, page: Content) -> Write[Any]:
        entry = TitleEntry(
            title=page.title,
            node_id=page.node_id,
            slug=page.slug,
            workflow=page.workflow,
            updated_at=page.updated_at,
            updated_by=page.updated_by,
        )
        return self._db.title_entry.plan.put(entry)

    def _audit(self, action: str, page: Content, /, **more: Any) -> Write[Any]:
        snapshot = {
            "title": page.title,
            "slug": page.slug,
            "status": page.status,
            "version": page.version,
            "blocks": len(page.blocks or ()),
            **more,
        }
        return self._scope.audit(f"{action}_PAGE", "page", page.node_id, page.title, **snapshot)

    def _send(self, writes: Sequence[Write[Any]]) -> None:
        with self._db.transaction() as tx:
            for write in writes:
                tx.add(write)

    def _at_version(self, node_id: str, version: int) -> Content:
        page = self.get(node_id)
        if page.version != version:
            raise self._conflict(node_id, version, page)
        return page

    def _conflict(self, node_id: str, expected: int, page: Content) -> VersionConflict:
        before = self._db.run(self._versions.find(node_id, version=expected)) if expected else None
        found = differences(values_of(before), values_of(page)) if before else []
        return VersionConflict(
            f"Content {node_id} is at version {page.version}, not {expected}. "
            "Look at what was changed, and repeat your change.",
            expected=expected,
            current=page,
            found=found,
        )

    def _draft_conflict(
        self, node_id: str, draft: ContentDraft | None, page: Content, values: Mapping[str, Any]
    ) -> DraftConflict:
        current = draft or page
        found = differences(values_of(current), {**values_of(current), **values})
        return DraftConflict(
            f"content {node_id}: its draft is at revision {draft.revision if draft else 0}, "
            "somebody else has saved it. Look at what was changed, and repeat your change.",
            current=current,
            found=found,
        )


def check_changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return an edit as it is stored, or say what is wrong with it."""
    unknown = set(changes) - set(EDITABLE)
    if unknown:
        raise OperationError(f"{sorted(unknown)[0]}: a page has no such field.")
    values = dict(changes)
    if "title" in values:
        values["title"] = " ".join(str(values["title"]).split())
        if not 0 < len(values["title"]) <= 150 or not values["title"].isprintable():
            raise OperationError("title: use 1 to 150 printable characters.")
    if "blocks" in values:
        values["blocks"] = check_blocks(values["blocks"])
    if values.get("canonical"):
        values["canonical"] = check_link("canonical", values["canonical"])
    return {name: value if value != "" else None for name, value in values.items()}


def workflow_of(page: Content) -> Workflow:
    """Say where a page stands, as editors see it."""
    if page.scheduled_for is not None:
        return "scheduled"
    if page.status == "draft":
        return "draft"
    return "changed" if page.has_draft else "published"


def same_marks(seen: Content) -> Expr:
    """Nothing beside versions has changed since a page was read."""
    return number_is(Content.fields.marks, seen.marks)


def values_of(source: Any) -> dict[str, Any]:
    """What editors write of a page, a draft or a version."""
    return {name: getattr(source, name) for name in EDITABLE}


def _folded(title: str) -> str:
    """A title as it stands in the key of its entry."""
    return normalize("NFC", normalize("NFC", title).casefold())


def is_id(text: str) -> bool:
    """Whether a text can be the id of a page; another would be refused by the table."""
    return _ID.fullmatch(text) is not None
