"""Headers of what others have uploaded or named, and the version that a client has."""

from __future__ import annotations

from typing import Final

from tavola_systems.platform.http.etags import tags_in

__all__ = ["HARMLESS", "known_version"]

HARMLESS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""What others have uploaded or named never runs in a reader's browser."""


def known_version(if_none_match: str | None) -> int | None:
    """Return the version that a client has, from the tags that it sends."""
    for tag in tags_in(if_none_match):
        version = tag.partition("-")[0]
        if version.isascii() and version.isdigit() and len(version) <= 8:
            return int(version)
    return None
