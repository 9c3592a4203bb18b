"""What branding does: drafts, publication and rollback of themes. Knows nothing of HTTP."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tavola.errors import AlreadyExists, ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.model import Change
from tavola.operations.write.transaction import Check
from tavola.patterns.drafts import Drafts, Frozen
from tavola.patterns.published import Publishing, SwitchRefused
from tavola.table import Page
from tavola_systems.branding.models import (
    Asset,
    Branding,
    Business,
    Publication,
    PublishedMarker,
    Theme,
)
from tavola_systems.branding.theme_rules import (
    check_assets,
    check_business_id,
    check_metadata,
    check_person,
    plain_asset_id,
)

__all__ = ["AssetsMissing", "BrandingService", "PublishedTheme"]

# Versions stand in keys with 8 digits.
_END_OF_VERSIONS = 10**8


class AssetsMissing(ConditionFailed):
    """A theme names assets that its business does not have."""


@dataclass(frozen=True, slots=True)
class PublishedTheme:
    """What a business shows to the world."""

    theme: Theme
    sequence: int
    """How often this business has published; it grows with every publication and rollback."""

    @property
    def tag(self) -> str:
        """A text that differs whenever what is published differs."""
        return f"{self.theme.version}-{self.sequence}"


class BrandingService:
    """The commands and queries of branding."""

    def __init__(self, db: Branding) -> None:
        self.db = db
        self._drafts = Drafts(db, Business, Theme)
        self._publishing = Publishing(db, Theme, PublishedMarker, Publication)

    def register(self, business_id: str, name: str) -> Business:
        """Create a business, or give it another name; themes need no registration."""
        try:
            return self.db.business.update(check_business_id(business_id), name=name)
        except ItemMissing:
            pass
        try:
            return self.db.run(self._drafts.add_owner(business_id, name=name))
        except AlreadyExists:
            return self.db.business.update(business_id, name=name)

    def business(self, business_id: str) -> Business:
        """Read a business."""
        found = self.db.business.get(business_id)
        if found is None:
            raise ItemMissing(f"business {business_id}: does not exist.")
        return found

    def create_draft(
        self,
        business_id: str,
        metadata: Mapping[str, str] | None = None,
        assets: Iterable[str] | None = None,
        *,
        based_on: int | None = None,
    ) -> Theme:
        """Create a draft with the next version; settings that are given replace copied ones."""
        check_business_id(business_id)
        source = self.theme(business_id, based_on) if based_on is not None else None
        settings = check_metadata({**(source.metadata if source else {}), **(metadata or {})})
        chosen = check_assets(source.assets if source and assets is None else assets or ())
        self._check_owned(business_id, chosen)

        def make(version: int) -> Theme:
            return Theme(
                business_id=business_id,
                version=version,
                status="draft",
                metadata=settings,
                assets=chosen,
                rev=1,
                based_on=based_on,
            )

        return self.db.run(self._drafts.add(business_id, make=make))

    def draft_from_published(
        self,
        business_id: str,
        metadata: Mapping[str, str] | None = None,
        assets: Iterable[str] | None = None,
    ) -> Theme:
        """Create a draft from what is published now."""
        published = self.published(business_id)
        return self.create_draft(business_id, metadata, assets, based_on=published.theme.version)

    def edit_draft(
        self,
        business_id: str,
        version: int,
        *,
        revision: int,
        metadata: Mapping[str, str] | None = None,
        assets: Iterable[str] | None = None,
    ) -> Theme:
        """Replace a draft's settings or assets, if nobody has edited it since this revision."""
        changes: list[Change] = []
        if metadata is not None:
            changes.append(Theme.fields.metadata.set(check_metadata(metadata)))
        if assets is not None:
            chosen = check_assets(assets)
            self._check_owned(business_id, chosen)
            changes.append(Theme.fields.assets.set(chosen))
        if not changes:
            raise OperationError("draft: nothing is changed. Give metadata or assets.")
        self._check_not_live(business_id, version)
        edit = self._drafts.edit(business_id, version=version, revision=revision, changes=changes)
        return _clean(self.db.run(edit))

    def discard_draft(self, business_id: str, version: int, *, revision: int | None = None) -> None:
        """Delete a draft; its version is never given again."""
        self._check_not_live(business_id, version)
        self.db.run(self._drafts.discard(business_id, version=version, revision=revision))

    def archive_draft(self, business_id: str, version: int, *, at: datetime | None) -> Theme:
        """Let a draft go away at a time; None keeps it. An edit keeps it too."""
        self._check_not_live(business_id, version)
        return _clean(self.db.run(self._drafts.archive(business_id, version=version, at=at)))

    def archive_stale(self, business_id: str, *, before: datetime, at: datetime) -> list[int]:
        """Archive every draft that was last edited before a time; return their versions."""
        stale = (Theme.fields.updated_at < before) & Theme.fields.ttl.is_missing()
        found = self.db.theme.drafts(business_id=business_id, filter=stale, consistent=True)
        live = self._live(business_id)
        return [
            draft.version
            for draft in found.all()
            if draft.version != live and self._archive_unchanged(draft, at)
        ]

    def _archive_unchanged(self, draft: Theme, at: datetime) -> bool:
        archive = self._drafts.archive(
            draft.business_id, version=draft.version, at=at, revision=draft.rev
        )
        try:
            self.db.run(archive)
        except ConditionFailed:
            return False  # It was edited, published or discarded meanwhile, so it is not stale.
        return True

    def theme(self, business_id: str, version: int) -> Theme:
        """Read any version, for a preview."""
        found = None
        if 0 < version < _END_OF_VERSIONS:
            with self.db.batch() as batch:
                marker = batch.get(self.db.published_marker.plan.get(business_id))
                found = batch.get(self.db.theme.plan.get(business_id, version))
            if found.item is not None:
                return _shown(found.item, marker.item.version if marker.item else None)
        raise ItemMissing(f"theme {business_id}/{version}: does not exist.")

    def drafts(
        self, business_id: str, *, limit: int = 20, cursor: str | None = None
    ) -> Page[Theme]:
        """List the themes that were never published, latest first."""
        live = self._live(business_id)
        while True:
            page = self.db.theme.drafts(
                business_id=business_id, limit=limit, cursor=cursor, consistent=True
            )
            page.items[:] = [_shown(theme, live) for theme in page if theme.version != live]
            cursor = page.cursor
            if page.items or cursor is None:
                return page

    def themes(
        self, business_id: str, *, limit: int = 20, cursor: str | None = None
    ) -> Page[Theme]:
        """List all themes, latest first."""
        live = self._live(business_id)
        page = self.db.theme.themes_for_business(
            business_id=business_id,
            limit=limit,
            cursor=cursor,
            newest_first=True,
            consistent=True,
        )
        page.items[:] = [_shown(theme, live) for theme in page]
        return page

    def _live(self, business_id: str) -> int | None:
        """The version that the marker names, whatever another writer has left in statuses."""
        marker = self.db.published_marker.get(business_id)
        return marker.version if marker is not None else None

    def _check_not_live(self, business_id: str, version: int) -> None:
        """Refuse a change of what is published, also where its status does not say so."""
        if self._live(business_id) == version:
            raise Frozen(
                f"theme {business_id}/{version}: was published, so it never changes. "
                "Make a new draft from it."
            )

    def publish(
        self,
        business_id: str,
        version: int,
        *,
        expected: int | None,
        by: str,
        revision: int | None = None,
    ) -> Publication:
        """Publish a version in place of the expected one; None expects that there is none."""
        switch = self._publishing.publish(
            business_id,
            version=version,
            expected=expected,
            by=check_person(by),
            revision=revision,
            also=self._owned_checks,
        )
        with self._explained(business_id, version):
            return self.db.run(switch)

    def rollback(self, business_id: str, version: int, *, expected: int, by: str) -> Publication:
        """Go back from the expected version to an older one that was published before."""
        switch = self._publishing.rollback(
            business_id,
            version=version,
            expected=expected,
            by=check_person(by),
            also=self._owned_checks,
        )
        with self._explained(business_id, version):
            return self.db.run(switch)

    def published(self, business_id: str, *, known: int | None = None) -> PublishedTheme:
        """Read what is published; one round trip if it is the known version, two otherwise."""
        if known is not None and not 0 < known < _END_OF_VERSIONS:
            known = None
        found = self.db.run(self._publishing.find(business_id, known=known))
        if found is None:
            raise ItemMissing(f"business {business_id}: has published nothing.")
        return PublishedTheme(_clean(found.version), found.marker.sequence)

    def history(
        self, business_id: str, *, limit: int = 20, cursor: str | None = None
    ) -> Page[Publication]:
        """List who published what and when, latest first."""
        return self.db.publication.history(
            business_id=business_id, limit=limit, cursor=cursor, consistent=True
        )

    def _check_owned(self, business_id: str, asset_ids: Sequence[str]) -> None:
        """Refuse assets that the business does not have."""
        found = self.db.asset.get_many(asset_ids)
        owned = {asset.asset_id for asset in found if asset and asset.business_id == business_id}
        missing = [asset_id for asset_id in asset_ids if asset_id not in owned]
        if missing:
            raise AssetsMissing(
                f"assets: {business_id} has no {', '.join(missing)}. Upload them first."
            )

    def _owned_checks(self, theme: Theme) -> list[Check]:
        """The same, inside the transaction that publishes."""
        codec = self.db.codec(Asset)
        condition = Asset.fields.business_id == theme.business_id
        return [
            Check(self.db.own_place, codec, {"assetId": reference}, condition)
            for reference in dict.fromkeys(map(plain_asset_id, theme.assets or ()))
        ]

    @contextmanager
    def _explained(self, business_id: str, version: int) -> Generator[None]:
        """Say which assets are missing where a publication was refused because of them."""
        try:
            yield
        except (ItemChanged, ItemMissing, SwitchRefused):
            raise
        except ConditionFailed:
            self._check_owned(business_id, self.theme(business_id, version).assets)
            raise


def _clean(theme: Any) -> Theme:
    """Show a theme as ours are, whoever wrote it."""
    cleaned: Theme = theme
    cleaned.assets = list(dict.fromkeys(map(plain_asset_id, theme.assets or ())))
    cleaned.metadata = theme.metadata or {}
    return cleaned


def _shown(theme: Theme, live: int | None) -> Theme:
    """Show a theme with the status that the marker gives it."""
    theme.status = "published" if theme.version == live else "draft"
    return _clean(theme)
