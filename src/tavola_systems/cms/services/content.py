"""Pages: created with their route, found by it, moved, compared, restored, deleted and back."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct

from tavola.errors import ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.differences import Difference, differences
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.redirects import AddressFixed, AddressTaken
from tavola.table import Page
from tavola_systems.cms.models import BinnedContent, Cms, Content, ContentVersion, Route
from tavola_systems.cms.services.content_writes import (
    EDITABLE,
    DraftConflict,
    Workflow,
    check_changes,
    is_id,
    same_marks,
    values_of,
)
from tavola_systems.cms.services.publishing import PagePublishing
from tavola_systems.cms.services.slugs import normalise_slug

__all__ = ["ContentService", "DraftConflict", "Resolved", "resolve"]

_MAX_FORMER_SLUGS: Final = 50


class Resolved(Struct, frozen=True):
    """Where a slug leads: to a page, or as a redirect to a page that is elsewhere by now."""

    content: Content
    is_redirect: bool
    comment_mark: int = 0
    """Grows whenever other comments are shown under the page."""


def resolve(db: Cms, slug: str) -> Resolved | None:
    """Find where a slug of a tenant's leads, in at most two reads; None if nowhere."""
    try:
        route = db.route.get(normalise_slug(slug))
    except OperationError:  # A slug that no page can have.
        return None
    content = db.content.get(route.node_id) if route else None
    if route is None or content is None:
        return None
    return Resolved(content, bool(route.is_redirect), route.comment_mark)


class ContentService(PagePublishing):
    """The pages of one tenant."""

    def create(
        self, title: str, *, slug: str | None = None, publish: bool = False, **changes: Any
    ) -> Content:
        """Create a page with its route in one transaction; the slug is made from the title."""
        scope, now = self._scope, self._scope.now()
        values = check_changes({"blocks": [], **changes, "title": title})
        status: Literal["draft", "published"] = "published" if publish else "draft"
        page = Content(
            node_id=scope.new_id(),
            version=1,
            slug=normalise_slug(slug or values["title"]),
            status=status,
            workflow=status,
            workflow_at=now,
            published_at=now if publish else None,
            created_at=now,
            created_by=scope.actor.email,
            updated_at=now,
            updated_by=scope.actor.email,
            **values,
        )
        if page.slug == "/":
            raise OperationError("slug: it is empty. Use letters or digits.")
        part_of(self._db, Content).check_size(page)
        also = [self._db.content.plan.add(page), self._entry(page), self._audit("CREATE", page)]
        self._db.run(self._routes.claim(page.slug, page.node_id, also=also))
        return self.get(page.node_id)

    def pages(
        self,
        *,
        workflow: Workflow | None = None,
        prefix: str = "",
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Any]:
        """List summaries: all, those of one state, or those whose title begins with a text."""
        if prefix.strip():
            return self._db.title_entry.pages_by_title(
                title=prefix.strip(), limit=limit, cursor=cursor
            )
        if workflow is not None:
            return self._db.content.pages_in_state(workflow=workflow, limit=limit, cursor=cursor)
        return self._db.content.pages(limit=limit, cursor=cursor)

    def resolve(self, slug: str) -> Resolved | None:
        """Find where a slug leads, in at most two reads; None if nowhere."""
        return resolve(self._db, slug)

    def move(self, node_id: str, slug: str, *, version: int) -> Content:
        """Give a page another address; the old one leads there from now on."""
        new = normalise_slug(slug)
        page = self._at_version(node_id, version)
        old, now = page.slug, self._scope.now()
        if page.is_system:
            raise AddressFixed(f"slug: {old!r} belongs to the site and never changes.")
        if new == old:
            return page
        former = [one for one in page.former_slugs or () if one != new]
        if len(former) >= _MAX_FORMER_SLUGS:
            raise OperationError(
                f"slug: {len(former)} earlier ones lead here already. Delete some redirects first."
            )

        def edit(latest: Content) -> None:
            latest.slug = new
            latest.former_slugs = [*former, old]
            self._stamp(latest)

        left = [Route.fields.target_slug.set(new), Route.fields.moved_at.set(now)]
        moving = self._routes.moving(node_id, old, new, left=left)
        try:
            return self._change(node_id, version, edit, "MOVE", also=moving, keeps_draft=True)
        except ConditionFailed as refused:
            raise self._explain_refusal(refused, new) from refused

    def free_redirect(self, slug: str) -> None:
        """Let a former slug of a page lead nowhere, so that another page can have it."""
        found = self.resolve(slug)
        if found is None or not found.is_redirect:
            raise ItemMissing(f"Redirect {slug} does not exist.")
        page, address = found.content, normalise_slug(slug)
        unmoved = self._unmoved(page)
        page.former_slugs = [one for one in page.former_slugs or () if one != address]
        page.marks += 1
        self._send(
            [
                self._db.content.plan.save(page, condition=unmoved),
                self._routes.freeing(address, page.node_id),
                self._audit("DELETE_REDIRECT", page, slug=address),
            ]
        )

    def delete(self, node_id: str, *, version: int) -> BinnedContent:
        """Delete a page to the bin: its versions are kept, its addresses are free."""
        page, draft = self._at_version(node_id, version), self.draft(node_id)
        if page.is_system:
            raise AddressFixed(f"content {node_id}: {page.slug!r} belongs to the site and stays.")
        scope = self._scope
        binned = BinnedContent(
            node_id=node_id,
            version=page.version,
            title=page.title,
            slug=page.slug,
            deleted_at=scope.now(),
            deleted_by=scope.actor.email,
        )

        def also(latest: Content) -> list[Write[Any]]:
            slugs = [latest.slug, *(latest.former_slugs or ())]
            writes: list[Write[Any]] = [self._routes.freeing(one, node_id) for one in slugs]
            writes += [self._db.title_entry.plan.delete(latest.title, node_id)]
            writes += [self._db.binned_content.plan.put(binned), *self._schedule_deletion(latest)]
            if draft is not None:
                writes.append(self._db.content_draft.plan.delete(node_id))
            return [*writes, self._audit("DELETE", latest)]

        operation = self._versions.delete(
            node_id, expected=version, also=also, when=lambda _: same_marks(page)
        )
        self._db.run(operation)
        return binned

    def bin(self, *, limit: int = 50, cursor: str | None = None) -> Page[BinnedContent]:
        """List deleted pages."""
        return self._db.binned_content.bin(limit=limit, cursor=cursor)

    def bring_back(self, node_id: str) -> Content:
        """Take a page out of the bin as a draft: at its slug if that is free, else beside it."""
        binned = self._db.binned_content.get(node_id) if is_id(node_id) else None
        if binned is None:
            raise ItemMissing(f"Content {node_id} is not in the bin.")
        kept = self.version(node_id, binned.version)
        for slug in [binned.slug, *(f"{binned.slug}-{number}" for number in range(2, 10))]:
            try:
                self._bring_back(binned, kept, slug)
            except AddressTaken:
                continue
            return self.get(node_id)
        raise AddressTaken(f"slug: {binned.slug!r} and those beside it are taken.", node="")

    def _bring_back(self, binned: BinnedContent, kept: ContentVersion, slug: str) -> None:
        scope, now = self._scope, self._scope.now()

        def make(number: int) -> Content:
            return Content(
                node_id=binned.node_id,
                version=number,
                slug=slug,
                status="draft",
                workflow="draft",
                workflow_at=now,
                created_at=now,
                created_by=scope.actor.email,
                updated_at=now,
                updated_by=scope.actor.email,
                restored_from=binned.version,
                **values_of(kept),
            )

        def also(page: Content) -> list[Write[Any]]:
            same = BinnedContent.fields.deleted_at == binned.deleted_at
            return [
                self._routes.claiming(slug, page.node_id),
                self._db.binned_content.plan.delete(page.node_id, condition=same),
                self._entry(page),
                self._audit("BRING_BACK", page),
            ]

        try:
            self._db.run(self._versions.create(binned.node_id, make=make, also=also))
        except ConditionFailed as refused:
            raise self._explain_refusal(refused, slug, moves=0) from refused

    def versions(
        self, node_id: str, *, limit: int = 20, cursor: str | None = None
    ) -> Page[ContentVersion]:
        """List the versions before the latest, newest first, without their blocks."""
        return self._db.content_version.versions_of_content(
            node_id=node_id, limit=limit, cursor=cursor, descending=True, consistent=True
        )

    def compare(self, node_id: str, before: int, after: int) -> list[Difference]:
        """Say what differs between two versions, in what editors write."""
        older, newer = self.version(node_id, before), self.version(node_id, after)
        return differences(values_of(older), values_of(newer))

    def restore(self, node_id: str, wanted: int, *, version: int) -> Content:
        """Make an earlier version's content the latest, as a new version."""
        kept = self.version(node_id, wanted)

        def edit(page: Content) -> None:
            if page.has_draft:
                raise ItemChanged(
                    f"Content {node_id} has changes that are not published. "
                    "Publish or discard them first."
                )
            for name in EDITABLE:
                setattr(page, name, getattr(kept, name))
            page.restored_from = wanted
            self._stamp(page)

        return self._change(node_id, version, edit, "RESTORE", keeps_draft=True)

    def _explain_refusal(
        self, refused: ConditionFailed, slug: str, moves: int = 1
    ) -> ConditionFailed:
        """Say whose an address is, where a transaction was refused because of it."""
        if refused.position != moves:
            return refused
        route = self._db.route.get(slug)
        node = route.node_id if route else ""
        return AddressTaken(f"slug: {slug!r} leads to another page. Choose another.", node=node)
