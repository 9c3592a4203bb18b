"""Comments: what readers say under a page, and what editors let stand there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal

from msgspec import Struct

from tavola.errors import ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.operations.write.operations import Create, Write
from tavola.table import Page
from tavola_systems.cms.models import (
    Comment,
    CommentStatus,
    Content,
    OutboxMessage,
    Route,
    TenantConfig,
)
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.races import until_settled
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import line, one_of, paragraphs
from tavola_systems.platform.mail_addresses import check_address

__all__ = ["COMMENT_POLICIES", "COMMENT_STATUSES", "CommentPolicy", "Comments", "PublicComment"]

COMMENT_STATUSES: Final[tuple[CommentStatus, ...]] = ("pending", "approved", "rejected")
CommentPolicy = Literal["before", "after", "off"]
COMMENT_POLICIES: Final[tuple[CommentPolicy, ...]] = ("before", "after", "off")
"""Whether a comment is looked at before or after it is shown, or nobody can write any."""
_PUBLISHED: Final = Content.fields.status == "published"


class PublicComment(Struct, frozen=True):
    """A comment as readers see it: no address, no status."""

    comment_id: str
    author: str
    body: str
    posted_at: datetime


class CommentKey(Struct, frozen=True):
    """Which comment is meant."""

    page_id: str
    posted_at: datetime
    comment_id: str


class Comments:
    """The comments of one tenant."""

    def __init__(self, scope: TenantScope) -> None:
        self._scope = scope
        self._db = scope.db
        self._leads = Leads(scope)

    def post(
        self,
        page_id: str,
        *,
        author: str,
        body: str,
        policy: CommentPolicy,
        email: str | None = None,
        visitor_id: str | None = None,
    ) -> Comment:
        """Write a comment under a published page; an address becomes a lead with it."""
        if policy == "off":
            raise OperationError("body: comments are closed on this site.")
        name = line("author", author, 80)
        text = paragraphs("body", body, 2000)
        if text is None:
            raise OperationError("body: it is empty. Use 1 to 2000 characters.")
        address = check_address(email) if email and email.strip() else None

        def attempt() -> Comment:
            page = self._page(page_id)
            comment = Comment(
                page_id=page_id,
                posted_at=self._scope.now(),
                author=name,
                email=address,
                body=text,
                status="approved" if policy == "after" else "pending",
                page_title=page.title,
            )
            writes: list[Write[Any]] = [self._db.comment.plan.add(comment)]
            if address is not None:
                source = f"comment on {page.title}"[:100]
                lead = self._leads.plan_submission(
                    address, source=source, name=name, visitor_id=visitor_id
                )
                writes.append(lead)
            self._send(writes, page if policy == "after" else None, published=page_id)
            return comment

        return until_settled(attempt)

    def _send(
        self,
        writes: Sequence[Write[Any]],
        shown_on: Content | None,
        *,
        published: str | None = None,
    ) -> None:
        """Write, and mark the route of a page under which other comments are shown now.

        Who reads a page reads its route, and so learns that what was rendered is out of date.
        """
        marks: list[Write[Any]] = []
        if shown_on is not None:
            condition = Route.fields.node_id == shown_on.node_id
            mark = Route.fields.comment_mark.add(1)
            marks = [self._db.route.plan.update(shown_on.slug, mark, condition=condition)]
        try:
            with self._db.transaction() as tx:
                for write in (*marks, *writes):
                    tx.add(write)
                if published is not None:
                    tx.check_key(Content, {"node_id": published}, _PUBLISHED)
        except ConditionFailed as refused:
            if marks and refused.position == 0:
                raise ItemChanged("comment: its page has just moved. Try again.") from refused
            raise

    def _page(self, page_id: str) -> Content:
        page = self._db.content.get(page_id)
        if page is None or page.status != "published":
            raise ItemMissing(f"Page {page_id} does not exist.")
        return page

    def shown_under(
        self, page_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> tuple[list[PublicComment], str | None]:
        """List what readers see under a page, the oldest first, and where the next ones begin."""
        page = self._db.comment.comments_of_page(
            page_id=page_id,
            filter=Comment.fields.status == "approved",
            limit=limit,
            cursor=cursor,
        )
        shown = [PublicComment(one.comment_id, one.author, one.body, one.posted_at) for one in page]
        return shown, page.cursor

    def in_status(
        self, status: CommentStatus, *, limit: int = 50, cursor: str | None = None
    ) -> Page[Comment]:
        """List comments to moderate, the oldest first."""
        return self._db.comment.comments_to_moderate(status=status, limit=limit, cursor=cursor)

    def get(self, key: CommentKey) -> Comment:
        """Read a comment."""
        found = self._db.comment.get(key.page_id, key.posted_at, key.comment_id)
        if found is None:
            raise ItemMissing(f"Comment {key.comment_id} does not exist.")
        return found

    def moderate(self, key: CommentKey, status: str) -> Comment:
        """Approve or reject a comment; of two moderators at once, the second one is told."""
        chosen = one_of("status", status, COMMENT_STATUSES)
        comment = self.get(key)
        if comment.status == chosen:
            return comment
        seen = Comment.fields.status == comment.status
        writes: list[Write[Any]] = [
            self._db.comment.plan.update(
                key.page_id,
                key.posted_at,
                key.comment_id,
                status=chosen,
                moderated_by=self._scope.actor.email,
                condition=seen,
            ),
            self._audit("MODERATE_COMMENT", comment, after=chosen),
        ]
        self._change(key, writes, is_seen="approved" in {comment.status, chosen})
        return self.get(key)

    def _change(self, key: CommentKey, writes: Sequence[Write[Any]], *, is_seen: bool) -> None:
        """Change a comment; its page is marked if readers see the difference."""

        def attempt() -> None:
            self._send(writes, self._db.content.get(key.page_id) if is_seen else None)

        until_settled(attempt)

    def delete(self, key: CommentKey) -> None:
        """Remove a comment for good."""
        comment = self.get(key)
        writes: list[Write[Any]] = [
            self._db.comment.plan.delete(key.page_id, key.posted_at, key.comment_id),
            self._audit("DELETE_COMMENT", comment),
        ]
        self._change(key, writes, is_seen=comment.status == "approved")

    def _audit(self, action: str, comment: Comment, **more: str) -> Create[OutboxMessage]:
        """Tell what was moderated; who wrote it is named, the address is not."""
        title = f"Comment by {comment.author} on {comment.page_title or 'a page'}"
        return self._scope.audit(
            action,
            "comment",
            comment.comment_id,
            title,
            page=comment.page_id,
            author=comment.author,
            body=comment.body,
            before=comment.status,
            **more,
        )


def policy_of(config: TenantConfig) -> CommentPolicy:
    """Return what a site says about comments; moderation before they are shown, if nothing."""
    settings: dict[str, Any] = config.settings or {}
    for policy in COMMENT_POLICIES:
        if policy == settings.get("comments"):
            return policy
    return "before"
