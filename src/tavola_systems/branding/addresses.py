"""Where an asset's content is: an address that changes with the content, so it is kept for ever."""

from __future__ import annotations

from collections.abc import Mapping

from tavola_systems.branding.models import Asset

__all__ = ["asset_path", "digest_of", "urls_of"]


def digest_of(asset: Asset) -> str:
    """Return the digest of an asset's content, without its algorithm."""
    return asset.checksum.partition(":")[2]


def asset_path(asset: Asset) -> str:
    """Return the path of a content; its digest stands in it."""
    return _path(asset.asset_id, digest_of(asset))


def urls_of(files: Mapping[str, str], base_url: str) -> dict[str, str]:
    """Return whole addresses by id from a theme's files, for pages of other sites."""
    base = base_url.rstrip("/")
    return {asset_id: f"{base}{_path(asset_id, digest)}" for asset_id, digest in files.items()}


def _path(asset_id: str, digest: str) -> str:
    return f"/branding/files/{digest}/{asset_id}"
