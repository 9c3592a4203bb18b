"""What branding does: drafts, publication and rollback of themes. Knows nothing of HTTP."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from msgspec import Struct

from tavola.errors import AlreadyExists, ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.model import Change
from tavola.operations.write.operations import Write
from tavola.patterns.drafts import Drafts, Frozen
from tavola.patterns.published import Publishing, SwitchRefused
from tavola.table import Page
from tavola_systems.branding.addresses import digest_of
from tavola_systems.branding.models import (
    Asset,
    Branding,
    Business,
    BusinessEntry,
    Publication,
    PublishedMarker,
    Theme,
)
from tavola_systems.branding.themes.theme_rules import (
    check_assets,
    check_business_id,
    check_metadata,
    check_person,
    plain_asset_id,
)

__all__ = ["AssetsMissing", "BrandingService", "PublishedTheme"]

# Versions stand in keys with 8 digits.
_END_OF_VERSIONS = 10**8
_ALL = "ALL"


class AssetsMissing(ConditionFailed):
    """A theme names assets that its business does not have."""


class PublishedTheme(Struct, frozen=True):
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
        check_business_id(business_id)
        with suppress(AlreadyExists):  # From before, or with its first theme; it gets the name.
            self.db.run(self._drafts.add_owner(business_id, name=name))
        with self.db.transaction() as tx:
            tx.add(self.db.business.plan.update(business_id, name=name))
            tx.put(BusinessEntry(business_id=business_id, name=name, directory=_ALL))
        return self.business(business_id)

    def businesses(self, *, limit: int = 50, cursor: str | None = None) -> Page[BusinessEntry]:
        """List all registered businesses by id."""
        return self.db.business_entry.all_businesses(directory=_ALL, limit=limit, cursor=cursor)

    def some_businesses(self, business_ids: Iterable[str]) -> list[Business]:
        """Read the businesses of somebody who may not see all."""
        found = self.db.business.get_many(sorted(business_ids))
        return [business for business in found if business is not None]

    def business(self, business_id: str) -> Business:
        """Read a business."""
        found = self.db.business.get(business_id)
        if found is None:
            raise ItemMissing(f"Business {business_id} does not exist.")
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
        files = self._check_owned(business_id, chosen)

        def make(version: int) -> Theme:
            return Theme(
                business_id=business_id,
                version=version,
                status="draft",
                metadata=settings,
                assets=chosen,
                files=files,
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
            files = self._check_owned(business_id, chosen)
            changes += [Theme.fields.assets.set(chosen), Theme.fields.files.set(files)]
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
        """Let a draft go away at a time to come; None keeps it. An edit keeps it too."""
        now = self.db.now()
        if at is not None and at <= now:
            raise OperationError("at: it is past. Choose a time to come.")
        self._check_not_live(business_id, version)
        return _clean(self.db.run(self._drafts.archive(business_id, version=version, at=at)))

    def stale_drafts(self, business_id: str, *, before: datetime) -> list[Theme]:
        """List the drafts that were last edited before a time, and are not archived."""
        stale = (Theme.fields.updated_at < before) & Theme.fields.ttl.is_missing()
        found = self.db.theme.drafts(business_id=business_id, filter=stale, consistent=True)
        live = self._live(business_id)
        return [draft for draft in found.all() if draft.version != live]

    def archive_stale(self, business_id: str, *, before: datetime, at: datetime) -> list[int]:
        """Archive every draft that was last edited before a time; return their versions."""
        found = self.stale_drafts(business_id, before=before)
        return [draft.version for draft in found if self._archive_unchanged(draft, at)]

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
        raise ItemMissing(f"Theme {business_id}/{version} does not exist.")

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
            descending=True,
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
                f"Theme {business_id}/{version} was published, so it never changes. "
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
            also=self._freezing,
        )
        with self._explaining_missing_assets(business_id, version):
            return self.db.run(switch)

    def rollback(self, business_id: str, version: int, *, expected: int, by: str) -> Publication:
        """Go back from the expected version to an older one that was published before."""
        switch = self._publishing.rollback(
            business_id,
            version=version,
            expected=expected,
            by=check_person(by),
            also=self._freezing,
        )
        with self._explaining_missing_assets(business_id, version):
            return self.db.run(switch)

    def live_version(self, business_id: str) -> int | None:
        """Return the version that is published now, if there is one."""
        return self._live(business_id)

    def published(self, business_id: str, *, known: int | None = None) -> PublishedTheme:
        """Read what is published; one round trip if it is the known version, two otherwise."""
        if known is not None and not 0 < known < _END_OF_VERSIONS:
            known = None
        found = self.db.run(self._publishing.find(business_id, known=known))
        if found is None:
            raise ItemMissing(f"Business {business_id} has published nothing.")
        return PublishedTheme(_clean(found.version), found.marker.sequence)

    def history(
        self, business_id: str, *, limit: int = 20, cursor: str | None = None
    ) -> Page[Publication]:
        """List who published what and when, latest first."""
        return self.db.publication.history(
            business_id=business_id, limit=limit, cursor=cursor, consistent=True
        )

    def _check_owned(self, business_id: str, asset_ids: Sequence[str]) -> dict[str, str]:
        """Refuse assets that the business does not have; return the digests of those it has."""
        found = self.db.asset.get_many(asset_ids)
        owned = {
            asset.asset_id: digest_of(asset)
            for asset in found
            if asset and asset.business_id == business_id
        }
        missing = [asset_id for asset_id in asset_ids if asset_id not in owned]
        if missing:
            raise AssetsMissing(
                f"assets: {business_id} has no {', '.join(missing)}. Upload them first."
            )
        return {asset_id: owned[asset_id] for asset_id in asset_ids}

    def _freezing(self, theme: Theme) -> list[Write[Asset]]:
        """Mark the theme's assets as published, on the condition that the business has them.

        It is part of the transaction that publishes: from then on none of them is deleted.
        """
        now = self.db.now()
        return [
            self.db.asset.plan.update(
                asset_id,
                Asset.fields.frozen_at.set(now),
                condition=Asset.fields.business_id == theme.business_id,
            )
            for asset_id in dict.fromkeys(map(plain_asset_id, theme.assets or ()))
        ]

    @contextmanager
    def _explaining_missing_assets(self, business_id: str, version: int) -> Generator[None]:
        """Say which assets are missing where a publication was refused because of them."""
        try:
            yield
        except (ItemChanged, SwitchRefused):
            raise
        except ConditionFailed:
            with suppress(ItemMissing):  # Without the theme there is nothing more to say.
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
