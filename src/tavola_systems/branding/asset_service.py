"""What can be done with assets: upload, read, list, delete. Knows nothing of HTTP."""

from __future__ import annotations

from typing import Literal

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError
from tavola.model import Expr
from tavola.patterns.drafts import was_published
from tavola.table import Page
from tavola_systems.branding.addresses import digest_of
from tavola_systems.branding.models import (
    Asset,
    AssetLink,
    Branding,
    RemovedAsset,
    Theme,
)
from tavola_systems.branding.themes.theme_rules import (
    check_asset_id,
    check_business_id,
    plain_asset_id,
)
from tavola_systems.platform.upload_storage import (
    ContentDamaged,
    UploadStorage,
    checksum_of,
    is_checksum,
    verify,
)
from tavola_systems.platform.uploads import clean_image

__all__ = ["AssetInUse", "AssetService", "AssetType"]

AssetType = Literal["logo", "banner", "icon"]


class AssetInUse(ConditionFailed):
    """A theme with the asset was published."""


class AssetService:
    """The assets of businesses: items in the table, contents in a storage."""

    def __init__(self, db: Branding, storage: UploadStorage) -> None:
        self.db = db
        self._storage = storage

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
        image = clean_image(content)
        if checksum is not None and not verify(content, checksum):
            raise OperationError(
                f"checksum: the content has {checksum_of(content)}, not {checksum}."
                " Upload it again."
            )
        own = checksum_of(image.content)
        name = f"{_file_name(check_asset_id(asset_id))}-{own[7:23]}.{image.ending}"
        asset = Asset(
            asset_id=asset_id,
            business_id=business_id,
            asset_type=asset_type,
            uri=self._storage.put(name, image.content, image.media_type),
            checksum=own,
            media_type=image.media_type,
            size=len(image.content),
        )
        return self._create(asset, scope)

    def _create(self, asset: Asset, scope: str) -> Asset:
        link = AssetLink(business_id=asset.business_id, asset_id=asset.asset_id, scope=scope)
        try:
            with self.db.transaction() as tx:
                tx.create(asset)
                tx.create(link)
                tx.check_key(RemovedAsset, {"asset_id": asset.asset_id}, _never_other(asset))
        except ConditionFailed as refused:
            return self._existing(asset, refused)
        return asset

    def _existing(self, asset: Asset, refused: ConditionFailed) -> Asset:
        """Return what an upload repeats, or say that its id stands for something else."""
        found = self.db.asset.get(asset.asset_id)
        if found is None and self.db.removed_asset.get(asset.asset_id) is None:
            raise refused
        if found and (found.business_id, found.checksum) == (asset.business_id, asset.checksum):
            return found
        if found is None or found.uri != asset.uri:
            self._storage.delete(asset.uri)
        raise AlreadyExists(
            f"Asset {asset.asset_id} exists already or did, and assets never change. "
            "Choose another id."
        ) from refused

    def asset(self, asset_id: str) -> Asset:
        """Read one asset's metadata by its id, in either form."""
        asset = self.db.asset.get(plain_asset_id(asset_id))
        if asset is None:
            raise ItemMissing(f"Asset {asset_id} does not exist.")
        return asset

    def asset_of(self, business_id: str, asset_id: str) -> Asset:
        """Read an asset of one business; another's does not exist for it."""
        asset = self.asset(asset_id)
        if asset.business_id != business_id:
            raise ItemMissing(f"Asset {asset_id} does not exist.")
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

    def files_of(self, theme: Theme) -> dict[str, str]:
        """Return the digests of a theme's assets; only themes of an earlier time need a read."""
        if theme.files or not theme.assets:
            return theme.files or {}
        return {asset.asset_id: digest_of(asset) for asset in self.of_theme(theme)}

    def _found(self, asset_ids: list[str]) -> list[Asset]:
        found = self.db.asset.get_many(asset_ids)
        return [asset for asset in found if asset is not None]

    def uses(self, business_id: str) -> dict[str, list[Theme]]:
        """Return which themes use each asset of a business, latest first."""
        found: dict[str, list[Theme]] = {}
        themes = self.db.theme.themes_for_business(
            business_id=business_id, descending=True, consistent=True
        )
        for theme in themes.all():
            for asset_id in dict.fromkeys(map(plain_asset_id, theme.assets or ())):
                found.setdefault(asset_id, []).append(theme)
        return found

    def delete(self, asset_id: str) -> None:
        """Delete an asset, unless a theme with it was ever published; its id stays taken.

        Publishing marks assets in its own transaction, so that a race ends with one of the two.
        """
        asset = self.asset(asset_id)
        self._check_never_published(asset)
        removed = RemovedAsset(asset_id=asset.asset_id, checksum=asset.checksum)
        try:
            with self.db.transaction() as tx:
                tx.delete(asset, condition=Asset.fields.frozen_at.is_missing())
                tx.add(self.db.asset_link.plan.delete(asset.business_id, asset.asset_id))
                tx.put(removed)
        except ConditionFailed:
            self._check_never_published(self.asset(asset_id))
            raise
        self._storage.delete(asset.uri)

    def _check_never_published(self, asset: Asset) -> None:
        """Refuse by the mark, and by the themes themselves: earlier ones marked nothing."""
        using = self.uses(asset.business_id).get(asset.asset_id, [])
        live = self.db.published_marker.get(asset.business_id)
        shown = [
            theme.version
            for theme in using
            if was_published(theme) or (live is not None and live.version == theme.version)
        ]
        if shown or asset.frozen_at is not None:
            themes = ", ".join(map(str, shown)) or "one that was"
            raise AssetInUse(
                f"asset {asset.asset_id}: theme {themes} of {asset.business_id} was published with"
                " it, and what was published never changes."
            )


def _never_other(asset: Asset) -> Expr:
    """The condition on which an id was never given to other bytes."""
    checksum = RemovedAsset.fields.checksum
    return checksum.is_missing() | (checksum == asset.checksum)


def _file_name(asset_id: str) -> str:
    """Ids may have dots in a row or at the end, names of contents may not."""
    return "-".join(part for part in asset_id.split(".") if part)
