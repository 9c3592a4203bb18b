"""Branding's themes as the API shows them, and the bodies that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Self

from fastapi import Header, Path, Query
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from tavola_systems.branding.models import (
    Asset,
    Business,
    BusinessEntry,
    Publication,
    Theme,
    ThemeStatus,
)
from tavola_systems.branding.service import PublishedTheme
from tavola_systems.branding.themes.colours import Contrast, contrasts_of
from tavola_systems.platform.http.strict_body import StrictBody

__all__ = [
    "Archiving",
    "AssetId",
    "AssetPage",
    "BusinessId",
    "BusinessName",
    "BusinessPage",
    "DraftEdit",
    "HistoryPage",
    "IfNoneMatch",
    "NewDraft",
    "PublishedAsset",
    "PublishedView",
    "Revision",
    "RollingBack",
    "ThemePage",
    "ThemeVersion",
    "ThemeView",
    "Version",
    "VersionToPublish",
]

Version = Annotated[int, Field(ge=1, le=99_999_999, examples=[2])]
BusinessId = Annotated[str, Path(min_length=1, max_length=100, examples=["123"])]
AssetId = Annotated[
    str, Path(pattern=r"^(ASSET#)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", examples=["logo-123"])
]
ThemeVersion = Annotated[int, Path(ge=1, le=99_999_999, examples=[2])]
Revision = Annotated[int | None, Query(ge=0, lt=10**15)]
IfNoneMatch = Annotated[str | None, Header()]

_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_LATEST = datetime(3000, 1, 1, tzinfo=UTC)


class _ExactBody(StrictBody):
    """A body whose values are of the types that are declared, and not made into them."""

    model_config = ConfigDict(strict=True)


class BusinessName(_ExactBody):
    """What a business is called."""

    name: Annotated[str, Field(min_length=1, max_length=200)]


class NewDraft(_ExactBody):
    """A draft from scratch, from the published theme, or from any version."""

    metadata: dict[str, str] = Field(default={})
    assets: list[str] | None = None
    from_published: bool = False
    based_on: Version | None = None


class DraftEdit(_ExactBody):
    """What replaces a draft's settings or assets, and which revision was read."""

    revision: Annotated[int, Field(ge=0, lt=10**15)]
    metadata: dict[str, str] | None = None
    assets: list[str] | None = None


class Archiving(StrictBody):
    """When a draft goes away."""

    at: Annotated[AwareDatetime, Field(ge=_EARLIEST, lt=_LATEST)]


class VersionToPublish(_ExactBody):
    """Which version to publish, and which one is published now; null for none."""

    version: Version
    expected: Version | None
    revision: Annotated[int, Field(ge=0, lt=10**15)] | None = None


class RollingBack(_ExactBody):
    """Which version to go back to, and which one is published now."""

    version: Version
    expected: Version


class ThemeView(BaseModel):
    """One version of how a business looks."""

    business_id: str
    version: int
    status: ThemeStatus
    revision: int
    metadata: dict[str, str]
    assets: list[str]
    contrast: list[Contrast]
    based_on: int | None
    first_published_at: datetime | None
    published_at: datetime | None
    published_by: str | None
    updated_at: datetime | None
    archived_at: datetime | None

    @classmethod
    def of(cls, theme: Theme) -> Self:
        """Show a theme."""
        return cls(
            business_id=theme.business_id,
            version=theme.version,
            status=theme.status,
            revision=theme.rev,
            metadata=theme.metadata,
            assets=theme.assets,
            contrast=contrasts_of(theme.metadata),
            based_on=theme.based_on,
            first_published_at=theme.first_published_at,
            published_at=theme.published_at,
            published_by=theme.published_by,
            updated_at=theme.updated_at,
            archived_at=theme.ttl,
        )


class PublishedView(BaseModel):
    """What a business shows to the world."""

    sequence: int
    theme: ThemeView

    @classmethod
    def of(cls, published: PublishedTheme) -> Self:
        """Show what is published."""
        return cls(sequence=published.sequence, theme=ThemeView.of(published.theme))


class ThemePage(BaseModel):
    """Themes, and where the next ones begin."""

    items: list[ThemeView]
    cursor: str | None


class HistoryPage(BaseModel):
    """Publications, and where the older ones begin."""

    items: list[Publication]
    cursor: str | None


class BusinessView(BaseModel):
    """A business in a list."""

    business_id: str
    name: str | None


class BusinessPage(BaseModel):
    """Businesses, and where the next ones begin."""

    items: list[BusinessView]
    cursor: str | None

    @classmethod
    def of(cls, found: Sequence[Business | BusinessEntry], cursor: str | None) -> Self:
        """Show businesses."""
        items = [BusinessView(business_id=one.business_id, name=one.name) for one in found]
        return cls(items=items, cursor=cursor)


class PublishedAsset(BaseModel):
    """A published image, and where it is for ever."""

    asset_id: str
    asset_type: str
    media_type: str | None
    url: str

    @classmethod
    def of(cls, asset: Asset, url: str) -> Self:
        """Show an image."""
        return cls(
            asset_id=asset.asset_id,
            asset_type=asset.asset_type,
            media_type=asset.media_type,
            url=url,
        )


class AssetPage(BaseModel):
    """Assets, and where the next ones begin."""

    items: list[Asset]
    cursor: str | None
