"""What the content API takes and shows."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from tavola.patterns.pieces.differences import Difference
from tavola.patterns.versions import VersionConflict
from tavola_systems.cms.models import Content, ContentDraft
from tavola_systems.cms.services.content_writes import DraftConflict, Workflow, values_of
from tavola_systems.platform.http.problems import Refused
from tavola_systems.platform.http.strict_body import StrictBody

__all__ = [
    "AuditPage",
    "AuditView",
    "BinPage",
    "ContentPage",
    "ContentView",
    "DifferenceView",
    "DraftSave",
    "DraftView",
    "Edit",
    "Moving",
    "NewContent",
    "NodeId",
    "PreviewView",
    "PublishedState",
    "RedirectPage",
    "Restoring",
    "Scheduling",
    "SummaryView",
    "Version",
    "VersionPage",
    "VersionPath",
    "told",
]

NodeId = Annotated[str, Path(max_length=26, description="A page's id.")]
VersionPath = Annotated[int, Path(ge=1, lt=10**8)]
Version = Annotated[int, Query(ge=1, lt=10**8, description="The version that you have seen.")]
_Seen = Annotated[int, Field(ge=1, lt=10**8, description="The version that you have seen.")]
_Revision = Annotated[int, Field(ge=0, lt=10**9, description="The draft's, as you have seen it.")]
_Title = Annotated[str, Field(min_length=1, max_length=150)]
_Slug = Annotated[str, Field(min_length=1, max_length=200)]
_Blocks = Annotated[list[dict[str, Any]], Field(max_length=200)]


class _Writing(StrictBody):
    blocks: _Blocks | None = None
    description: Annotated[str, Field(max_length=300)] | None = None
    share_image: Annotated[str, Field(max_length=60)] | None = None
    canonical: Annotated[str, Field(max_length=500)] | None = None


class NewContent(_Writing):
    """A page to be made; its slug is made from its title if none is given."""

    title: _Title
    slug: _Slug | None = None
    publish: bool = False


class Edit(_Writing):
    """What to change of a page; what is left out stays."""

    title: _Title | None = None
    version: _Seen
    revision: _Revision | None = None

    def changes(self) -> dict[str, Any]:
        """Return what was sent, without what it is compared with."""
        given = self.model_dump(exclude_unset=True, exclude={"version", "revision"})
        kept = {"title", "blocks"}
        return {
            name: value for name, value in given.items() if value is not None or name not in kept
        }


class DraftSave(Edit):
    """A draft to be saved; `autosave` is not told in the audit trail."""

    autosave: bool = False

    def changes(self) -> dict[str, Any]:
        """Return what was sent, without how it was sent."""
        found = super().changes()
        found.pop("autosave", None)
        return found


class PublishedState(BaseModel):
    """Which state of a page is meant."""

    version: _Seen
    revision: _Revision | None = None


class Scheduling(BaseModel):
    """What happens to a page, and when."""

    version: _Seen
    action: Literal["publish", "unpublish"] = "publish"
    at: AwareDatetime


class Moving(BaseModel):
    """Another address for a page."""

    slug: _Slug
    version: _Seen


class Restoring(BaseModel):
    """Which earlier version comes back, as a new one."""

    restore: _Seen
    version: _Seen


class DraftView(BaseModel):
    """Changes that the public does not see yet."""

    revision: int
    base_version: int
    title: str
    blocks: list[dict[str, Any]]
    description: str | None
    share_image: str | None
    canonical: str | None
    updated_at: datetime
    updated_by: str | None

    @classmethod
    def of(cls, draft: ContentDraft) -> DraftView:
        """Show a draft."""
        return cls(
            **values_of(draft),
            revision=draft.revision,
            base_version=draft.base_version,
            updated_at=draft.updated_at,
            updated_by=draft.updated_by,
        )


class ContentView(BaseModel):
    """A page whole, as the public sees it if it is published."""

    node_id: str
    version: int
    title: str
    slug: str
    blocks: list[dict[str, Any]]
    description: str | None
    share_image: str | None
    canonical: str | None
    status: Literal["draft", "published"]
    workflow: Workflow
    is_system: bool
    scheduled_for: datetime | None
    schedule_action: str | None
    restored_from: int | None
    published_at: datetime | None
    updated_at: datetime
    updated_by: str | None
    draft: DraftView | None = None

    @classmethod
    def of(cls, page: Content, draft: ContentDraft | None = None) -> ContentView:
        """Show a page, with its draft for editors."""
        return cls(
            **values_of(page),
            node_id=page.node_id,
            version=page.version,
            slug=page.slug,
            status=page.status,
            workflow=page.workflow,
            is_system=bool(page.is_system),
            scheduled_for=page.scheduled_for,
            schedule_action=page.schedule_action,
            restored_from=page.restored_from,
            published_at=page.published_at,
            updated_at=page.updated_at,
            updated_by=page.updated_by,
            draft=DraftView.of(draft) if draft else None,
        )


class SummaryView(BaseModel):
    """A page in a list, without its blocks."""

    model_config = ConfigDict(from_attributes=True)

    node_id: str
    title: str
    slug: str
    workflow: str
    updated_at: datetime | None
    scheduled_for: datetime | None = None


class ContentPage(BaseModel):
    """Some pages."""

    items: list[SummaryView]
    cursor: str | None = None


class VersionView(BaseModel):
    """An earlier state of a page, without its blocks."""

    model_config = ConfigDict(from_attributes=True)

    version: int
    title: str
    status: str | None
    restored_from: int | None
    updated_at: datetime | None
    updated_by: str | None


class VersionPage(BaseModel):
    """Earlier states of a page, newest first."""

    items: list[VersionView]
    cursor: str | None = None


class DifferenceView(BaseModel):
    """One place that differs; null stands for nothing."""

    path: list[str | int]
    before: Any
    after: Any

    @classmethod
    def of(cls, one: Difference) -> DifferenceView:
        """Show a difference."""
        return cls(path=list(one.path), before=one.before, after=one.after)


class BinView(BaseModel):
    """A deleted page."""

    model_config = ConfigDict(from_attributes=True)

    node_id: str
    title: str
    slug: str
    version: int
    deleted_at: datetime
    deleted_by: str | None


class BinPage(BaseModel):
    """Deleted pages."""

    items: list[BinView]
    cursor: str | None = None


class RedirectView(BaseModel):
    """A slug that leads to a page which is elsewhere by now."""

    model_config = ConfigDict(from_attributes=True)

    slug: str
    node_id: str
    target_slug: str | None


class RedirectPage(BaseModel):
    """Redirects by slug."""

    items: list[RedirectView]
    cursor: str | None = None


class PreviewView(BaseModel):
    """A link that shows a page as it will be."""

    url: str


class AuditView(BaseModel):
    """Who did what to what, and when."""

    model_config = ConfigDict(from_attributes=True)

    at: datetime
    audit_id: str
    action: str
    actor_email: str
    target_type: str
    target_id: str
    target_title: str


class AuditPage(BaseModel):
    """What happened, newest first."""

    items: list[AuditView]
    cursor: str | None = None


@contextmanager
def told() -> Generator[None]:
    """Tell a conflict with what is there now, and what others have changed."""
    try:
        yield
    except (VersionConflict, DraftConflict) as conflict:
        current: Any = conflict.current
        shown = None
        if isinstance(current, Content):
            shown = ContentView.of(current).model_dump(mode="json")
        elif isinstance(current, ContentDraft):
            shown = DraftView.of(current).model_dump(mode="json")
        found = [DifferenceView.of(one).model_dump(mode="json") for one in conflict.differences]
        raise Refused(409, str(conflict.message), current=shown, differences=found) from conflict
