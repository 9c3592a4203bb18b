"""The media library: images as they were uploaded and in three widths, with what they show."""

from __future__ import annotations

import secrets
from typing import Any, Final

from msgspec import Struct

from tavola.errors import ItemMissing, OperationError
from tavola.table import Page
from tavola_systems.cms.models import Asset
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.cms.services.texts import line, optional_line
from tavola_systems.platform.upload_storage import (
    ContentDamaged,
    ContentMissing,
    UploadStorage,
    checksum_of,
)
from tavola_systems.platform.uploads import clean_image, scaled_to

__all__ = ["ORIGINAL", "WIDTHS", "MediaFile", "MediaLibrary", "last_part"]

WIDTHS: Final = (480, 960, 1600)
ORIGINAL: Final = "original"


class MediaFile(Struct, frozen=True):
    """The bytes of an asset in one width."""

    content: bytes
    media_type: str
    tag: str
    """Differs whenever the bytes differ."""


class MediaLibrary:
    """The assets of one tenant: items in the table, bytes in the storage."""

    def __init__(self, scope: TenantScope, storage: UploadStorage) -> None:
        self._scope = scope
        self._db = scope.db
        self._storage = storage

    def upload(self, file_name: str, content: bytes, *, alt: str | None = None) -> Asset:
        """Keep an image, encoded again, and three smaller ones of it.

        The bytes are stored before the item, so that no item is without them; if the item is
        refused, they go again.
        """
        image = clean_image(content)
        width, height = image.size or (None, None)
        asset = Asset(
            title=line("title", last_part(file_name), 200),
            media_type=image.media_type,
            size=len(image.content),
            width=width,
            height=height,
            alt=optional_line("alt", alt, 300),
            digest=checksum_of(image.content),
            updated_at=self._scope.now(),
            updated_by=self._scope.actor.email,
        )
        copies = {ORIGINAL: image}
        for wanted in WIDTHS:
            smaller = scaled_to(image, wanted)
            if smaller is not None:
                copies[str(wanted)] = smaller
        start = f"cms-{self._scope.tenant_id}-{secrets.token_hex(16)}"
        asset.files = {
            size: self._storage.put(f"{start}-{size}.{copy.ending}", copy.content, copy.media_type)
            for size, copy in copies.items()
        }
        try:
            with self._db.transaction() as tx:
                tx.create(asset)
                tx.add(self._audit("CREATE_ASSET", asset))
        except BaseException:
            self._remove_files(asset)
            raise
        return asset

    def describe(self, asset_id: str, *, title: str, alt: str | None) -> Asset:
        """Say what an image shows; its bytes never change."""
        asset = self.get(asset_id)
        asset.title = line("title", title, 200)
        asset.alt = optional_line("alt", alt, 300)
        asset.updated_at, asset.updated_by = self._scope.now(), self._scope.actor.email
        with self._db.transaction() as tx:
            tx.save(asset)
            tx.add(self._audit("UPDATE_ASSET", asset))
        return asset

    def delete(self, asset_id: str) -> None:
        """Remove an image: the item first, so that nothing leads to bytes that are gone."""
        asset = self.get(asset_id)
        with self._db.transaction() as tx:
            tx.delete(asset)
            tx.add(self._audit("DELETE_ASSET", asset))
        self._remove_files(asset)

    def get(self, asset_id: str) -> Asset:
        """Read an asset."""
        found = self._db.asset.get(asset_id)
        if found is None:
            raise ItemMissing(f"Asset {asset_id} does not exist.")
        return found

    def find(self, asset_id: str) -> Asset | None:
        """Read an asset; None for one that does not exist, and for an invalid id."""
        try:
            return self._db.asset.get(asset_id)
        except OperationError:
            return None

    def page(self, *, limit: int = 50, cursor: str | None = None) -> Page[Asset]:
        """List summaries, the latest first."""
        return self._db.asset.assets(limit=limit, cursor=cursor)

    def file(self, asset_id: str, size: str = ORIGINAL) -> MediaFile:
        """Read an image in a width; where there is no such copy, the original is small enough."""
        asset = self.get(asset_id)
        files = asset.files or {}
        uri = files.get(size) or files.get(ORIGINAL)
        if uri is None or size not in {ORIGINAL, *map(str, WIDTHS)}:
            raise ContentMissing(f"Asset {asset_id} has no width {size[:20]!r}.")
        content = self._storage.get(uri)
        if uri == files.get(ORIGINAL) and checksum_of(content) != asset.digest:
            raise ContentDamaged(f"asset {asset_id}: its content is not what was uploaded.")
        return MediaFile(content, asset.media_type, f"{asset.digest[7:23]}-{size}")

    def _remove_files(self, asset: Asset) -> None:
        for uri in (asset.files or {}).values():
            self._storage.delete(uri)

    def _audit(self, action: str, asset: Asset) -> Any:
        return self._scope.audit(
            action,
            "asset",
            asset.asset_id,
            asset.title,
            mediaType=asset.media_type,
            size=asset.size,
            alt=asset.alt,
        )


def last_part(name: str) -> str:
    """The name of a file without the folders that some browsers send along."""
    return name.replace("\\", "/").rpartition("/")[2] or "image"
