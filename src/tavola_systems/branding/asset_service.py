"""What can be done with assets: upload, read, list, delete. Knows nothing of HTTP."""

from __future__ import annotations

from typing import Literal

from tavola.errors import AlreadyExists, ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.model import Expr
from tavola.patterns.published import Publishing
from tavola.table import Page
from tavola_systems.branding.images import look_at
from tavola_systems.branding.models import (
    Asset,
    AssetLink,
    Branding,
    Publication,
    PublishedMarker,
    Theme,
)
from tavola_systems.branding.theme_rules import check_asset_id, check_business_id, plain_asset_id
from tavola_systems.platform.storage import (
    ContentDamaged,
    Storage,
    checksum_of,
    is_checksum,
    verify,
)

__all__ = ["AssetInUse", "AssetService", "AssetType"]

AssetType = Literal["logo", "banner", "icon"]

_MAX_RACES = 16


class AssetInUse(ConditionFailed):
    """The published theme uses the asset."""


class AssetService:
    """The assets of businesses: items in the table, contents in a storage."""

    def __init__(self, db: Branding, storage: Storage) -> None:
        self.db = db
        self._storage = storage
        self._publishing = Publishing(db, Theme, PublishedMarker, Publication)

    def upload(
        self,
        business_id: str,
        asset_id: str,
        asset_type: AssetType,
        content: bytes,
        *,
        checksum: str | None = None,
        scope: str = "theme",
    ) -> Asset:
        """Keep an image; repeating an upload changes nothing, and no asset is ever replaced.

        The content is stored before the item, so that no item is without its content.
        """
        check_business_id(business_id)
        image = look_at(content)
        own = checksum_of(content)
        if checksum is not None and not verify(content, checksum):
            raise OperationError(
                f"checksum: the content has {own}, not {checksum}. Upload it again."
            )
        name = f"{_file_name(check_asset_id(asset_id))}-{own[7:23]}.{image.ending}"
        asset = Asset(
            asset_id=asset_id,
            business_id=business_id,
            asset_type=asset_type,
            uri=self._storage.put(name, content, image.media_type),
            checksum=own,
            media_type=image.media_type,
            size=len(content),
        )
        return self._create(asset, scope)

    def _create(self, asset: Asset, scope: str) -> Asset:
        link = AssetLink(business_id=asset.business_id, asset_id=asset.asset_id, scope=scope)
        try:
            with self.db.transaction() as tx:
                tx.create(asset)
                tx.create(link)
        except AlreadyExists:
            found = self.asset(asset.asset_id)
            if (found.business_id, found.checksum) == (asset.business_id, asset.checksum):
                return found
            if found.uri != asset.uri:
                self._storage.delete(asset.uri)
            raise AlreadyExists(
                f"asset {asset.asset_id}: exists already, and assets never change. "
                "Choose another id."
            ) from None
        return asset

    def asset(self, asset_id: str) -> Asset:
        """Read one asset's metadata by its id, in either form."""
        asset = self.db.asset.get(plain_asset_id(asset_id))
        if asset is None:
            raise ItemMissing(f"asset {asset_id}: does not exist.")
        return asset

    def asset_of(self, business_id: str, asset_id: str) -> Asset:
        """Read an asset of one business; another's does not exist for it."""
        asset = self.asset(asset_id)
        if asset.business_id != business_id:
            raise ItemMissing(f"asset {asset_id}: does not exist.")
        return asset

    def content(self, asset_id: str) -> tuple[Asset, bytes]:
        """Read one asset's content, and make sure that it is what was uploaded."""
        asset = self.asset(asset_id)
        content = self._storage.get(asset.uri)
        if not is_checksum(asset.checksum) or not verify(content, asset.checksum):
            raise ContentDamaged(
                f"asset {asset_id}: its content has {checksum_of(content)}, not {asset.checksum}."
            )
        return asset, content

    def of_business(
        self, business_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> tuple[list[Asset], str | None]:
        """List a business's assets by id, and say where the next ones begin."""
        links: Page[AssetLink] = self.db.asset_link.assets_for_business(
            business_id=business_id, limit=limit, cursor=cursor, consistent=True
        )
        return self._found([link.asset_id for link in links]), links.cursor

    def of_theme(self, theme: Theme) -> list[Asset]:
        """List a theme's assets in its order; those that are gone are left out."""
        return self._found([plain_asset_id(reference) for reference in theme.assets])

    def _found(self, asset_ids: list[str]) -> list[Asset]:
        found = self.db.asset.get_many(asset_ids)
        return [asset for asset in found if asset is not None]

    def delete(self, asset_id: str) -> None:
        """Delete an asset, unless the published theme uses it."""
        for _ in range(_MAX_RACES):
            asset = self.asset(asset_id)
            still_so = self._unused(asset)
            try:
                with self.db.transaction() as tx:
                    tx.delete(asset, condition=Asset.fields.uri.exists())
                    tx.add(self.db.asset_link.plan.delete(asset.business_id, asset.asset_id))
                    key = {"business_id": asset.business_id}
                    tx.check_key(PublishedMarker, key, still_so)
            except ConditionFailed:
                continue  # Somebody has published, or deleted it: look again.
            self._storage.delete(asset.uri)
            return
        raise ItemChanged(f"asset {asset_id}: others publish all the time. Try again later.")

    def _unused(self, asset: Asset) -> Expr:
        """Return the condition on which the published theme does not use an asset."""
        published = self.db.run(self._publishing.find(asset.business_id))
        marker = PublishedMarker.fields
        if published is None:
            return marker.version.is_missing()
        theme = published.version
        if asset.asset_id in map(plain_asset_id, theme.assets):
            raise AssetInUse(
                f"asset {asset.asset_id}: the published theme {theme.version} of "
                f"{asset.business_id} uses it. Publish another theme first."
            )
        same = marker.version == theme.version
        count = published.marker.sequence
        return same & (marker.sequence == count) if count else same & marker.sequence.is_missing()


def _file_name(asset_id: str) -> str:
    """Ids may have dots in a row or at the end, names of contents may not."""
    return "-".join(part for part in asset_id.split(".") if part)
