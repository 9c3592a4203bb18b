"""The version of a theme that a client has."""

from __future__ import annotations

from tavola_systems.platform.http.etags import tags_in

__all__ = ["known_version"]


def known_version(if_none_match: str | None) -> int | None:
    """Return the version that a client has, from the tags that it sends."""
    for tag in tags_in(if_none_match):
        version = tag.partition("-")[0]
        if version.isascii() and version.isdigit() and len(version) <= 8:
            return int(version)
    return None
