"""Drafts and publication: an edit of a published page is seen when somebody publishes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal

from tavola.errors import ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.parts import part_of
from tavola_systems.cms.models import Content, ContentDraft, Schedule
from tavola_systems.cms.services.content_writes import (
    ContentWrites,
    check_changes,
    schedules_of,
    values_of,
)

__all__ = ["PagePublishing", "ScheduledAction"]

ScheduledAction = Literal["publish", "unpublish"]


class PagePublishing(ContentWrites):
    """What the public sees, and what it does not see yet."""

    def save(
        self,
        node_id: str,
        changes: Mapping[str, Any],
        *,
        version: int,
        revision: int | None = None,
    ) -> Content | ContentDraft:
        """Save an edit: a published page's goes to its draft, another's makes a version."""
        page = self.get(node_id)
        if page.status == "published":
            return self.save_draft(node_id, changes, version=version, revision=revision)
        draft = self.draft(node_id)
        if draft is not None and draft.revision != (revision or 0):
            raise self._draft_conflict(node_id, draft, page, check_changes(changes))
        return self.update(node_id, changes, version=version)

    def update(self, node_id: str, changes: Mapping[str, Any], *, version: int) -> Content:
        """Change a page that is not published: what it was is kept as a version."""
        values = check_changes(changes)

        def edit(page: Content) -> None:
            if page.status == "published":
                raise ItemChanged(f"Content {node_id} is published. Save a draft of it.")
            self._assign(page, values)

        return self._change(node_id, version, edit, "UPDATE")

    def save_draft(
        self,
        node_id: str,
        changes: Mapping[str, Any],
        *,
        version: int,
        revision: int | None = None,
        is_autosave: bool = False,
    ) -> ContentDraft:
        """Save changes that the public does not see; `revision` is that of the draft one saw.

        Without a draft `revision` is None or 0. Somebody else's save in between is a conflict.
        """
        values = check_changes(changes)
        page, draft = self.get(node_id), self.draft(node_id)
        if page.version != version:
            raise self._conflict(node_id, version, page)
        if (draft.revision if draft else 0) != (revision or 0):
            raise self._draft_conflict(node_id, draft, page, values)
        if draft is None:
            return self._begin_draft(page, values, is_autosave=is_autosave)
        return self._go_on(page, draft, values, is_autosave=is_autosave)

    def _begin_draft(
        self, page: Content, values: dict[str, Any], *, is_autosave: bool
    ) -> ContentDraft:
        draft = ContentDraft(
            node_id=page.node_id,
            revision=1,
            base_version=page.version,
            updated_at=self._scope.now(),
            updated_by=self._scope.actor.email,
            **(values_of(page) | values),
        )
        part_of(self._db, ContentDraft).check_size(draft)
        unmoved = self._unmoved(page)
        page.has_draft = True
        self._mark(page)
        writes: list[Write[Any]] = [
            self._db.content.plan.save(page, condition=unmoved),
            self._db.content_draft.plan.add(draft),
            self._entry(page),
        ]
        if not is_autosave:
            writes.append(self._audit("SAVE_DRAFT", page, title=draft.title))
        try:
            self._send(writes)
        except ConditionFailed:
            raise self._draft_conflict(
                page.node_id, self.draft(page.node_id), self.get(page.node_id), values
            ) from None
        return draft

    def _go_on(
        self, page: Content, draft: ContentDraft, values: dict[str, Any], *, is_autosave: bool
    ) -> ContentDraft:
        seen = draft.revision
        for name, value in values.items():
            setattr(draft, name, value)
        draft.revision = seen + 1
        draft.updated_at = self._scope.now()
        draft.updated_by = self._scope.actor.email
        part_of(self._db, ContentDraft).check_size(draft)
        same = ContentDraft.fields.revision == seen
        writes: list[Write[Any]] = [self._db.content_draft.plan.save(draft, condition=same)]
        if not is_autosave:
            writes.append(self._audit("SAVE_DRAFT", page, title=draft.title))
        try:
            self._send(writes)
        except ConditionFailed:
            current, latest = self.draft(page.node_id), self.get(page.node_id)
            raise self._draft_conflict(page.node_id, current, latest, values) from None
        return draft

    def discard_draft(self, node_id: str, *, revision: int) -> Content:
        """Throw a draft away; the page stays as it is."""
        page = self.get(node_id)
        unmoved = self._unmoved(page)
        page.has_draft = False
        self._mark(page)
        same = ContentDraft.fields.revision == revision
        self._send(
            [
                self._db.content.plan.save(page, condition=unmoved),
                self._db.content_draft.plan.delete(node_id, condition=same),
                self._entry(page),
                self._audit("DISCARD_DRAFT", page),
            ]
        )
        return self.get(node_id)

    def publish(self, node_id: str, *, version: int, revision: int | None = None) -> Content:
        """Show a page to the public, with its draft if there is one.

        `revision` is that of the draft that is meant; None takes it as it is now.
        """
        return self._with_draft(node_id, version, revision, self._published, "PUBLISH")

    def _published(self, page: Content) -> None:
        page.status = "published"
        page.published_at = page.published_at or self._scope.now()

    def _with_draft(
        self,
        node_id: str,
        version: int,
        revision: int | None,
        then: Callable[[Content], None],
        action: str,
    ) -> Content:
        """Make the draft, if there is one, the latest version, and do something to it."""
        draft = self.draft(node_id)
        if revision is not None and (draft.revision if draft else 0) != revision:
            raise self._draft_conflict(node_id, draft, self.get(node_id), {})
        if draft is not None and draft.base_version != version:
            raise self._conflict(node_id, version, self.get(node_id))

        def edit(page: Content) -> None:
            self._assign(page, values_of(draft) if draft else {})
            then(page)
            self._unschedule(page)

        return self._change(node_id, version, edit, action, draft=draft)

    def unpublish(self, node_id: str, *, version: int) -> Content:
        """Hide a page from the public; its draft stays."""

        def edit(page: Content) -> None:
            page.status = "draft"
            self._unschedule(page)

        return self._change(node_id, version, edit, "UNPUBLISH", keeps_draft=True)

    def schedule(
        self, node_id: str, action: ScheduledAction, at: datetime, *, version: int
    ) -> Content:
        """Publish or unpublish a page at a time; a schedule that it had is replaced."""
        scope, page = self._scope, self._at_version(node_id, version)
        if at <= scope.now():
            raise OperationError("at: it is not in the future. Choose a later time.")
        planned = Schedule(
            due_at=at,
            schedule_id=scope.new_id(),
            of_tenant=scope.tenant_id,
            node_id=node_id,
            action=action,
            actor_id=scope.actor.id,
            actor_email=scope.actor.email,
        )
        writes, unmoved = self._schedule_deletion(page), self._unmoved(page)
        page.schedule_id = planned.schedule_id
        page.schedule_action = action
        page.scheduled_for = at
        self._mark(page)
        self._send(
            [
                self._db.content.plan.save(page, condition=unmoved),
                schedules_of(scope.root).put(planned),
                *writes,
                self._entry(page),
                self._audit("SCHEDULE", page, schedule=action, at=at),
            ]
        )
        return self.get(node_id)

    def cancel_schedule(self, node_id: str, *, version: int) -> Content:
        """Take a schedule back."""
        page = self._at_version(node_id, version)
        if page.schedule_id is None:
            raise ItemMissing(f"content {node_id}: nothing is scheduled.")
        writes, unmoved = self._schedule_deletion(page), self._unmoved(page)
        self._unschedule(page)
        self._mark(page)
        self._send(
            [
                self._db.content.plan.save(page, condition=unmoved),
                *writes,
                self._entry(page),
                self._audit("CANCEL_SCHEDULE", page),
            ]
        )
        return self.get(node_id)

    def run_schedule(self, schedule: Schedule) -> None:
        """Do what is due, if it is still the page's schedule; once, however often it is tried."""
        page = self.find(schedule.node_id)
        if page is None or page.schedule_id != schedule.schedule_id:
            return
        if schedule.action == "publish":
            self.publish(page.node_id, version=page.version)
        else:
            self.unpublish(page.node_id, version=page.version)

    def end_previews(self, node_id: str) -> Content:
        """Let all preview links of a page end."""
        page = self.get(node_id)
        ended = Content.fields.preview_epoch.add(1)
        self._send(
            [
                self._db.content.plan.update(node_id, ended),
                self._audit("END_PREVIEWS", page),
            ]
        )
        return self.get(node_id)
