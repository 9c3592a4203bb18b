"""Slugs: the one form that an address of a page has."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tavola.errors import OperationError

__all__ = ["RESERVED", "SYSTEM_SLUGS", "normalise_slug", "site_id"]

MAX_SLUG_CHARACTERS: Final = 200
SYSTEM_SLUGS: Final = ("/", "/contact")
"""The pages that every site has; they neither move nor go."""
RESERVED: Final = frozenset(
    {
        "static",
        "feed.xml",
        "sitemap",
        "sitemap.xml",
        "robots.txt",
        "media",
        "preview",
        "products",
        "resources",
        "comments",
        "forms",
        "consent",
        "theme.css",
    }
)
"""First parts of addresses that a site answers by itself; no page can have them."""


def normalise_slug(text: str) -> str:
    """Return a slug as it is stored: `" About_Us/Team "` becomes `/about-us/team`.

    Lower case, words with single hyphens, single slashes, one in front and none at the end.
    """
    folded = unicodedata.normalize("NFKC", text.partition("?")[0].partition("#")[0]).casefold()
    parts = [_part(part) for part in folded.split("/")]
    slug = "/" + "/".join(part for part in parts if part)
    if len(slug) > MAX_SLUG_CHARACTERS:
        raise OperationError(
            f"slug: it has {len(slug)} characters. Use at most {MAX_SLUG_CHARACTERS}."
        )
    if slug.split("/")[1] in RESERVED:
        raise OperationError(f"slug: {slug!r} is used by the site itself. Choose another one.")
    return slug


def _part(text: str) -> str:
    spaced = re.sub(r"[\s_]+", "-", text.strip())
    kept = "".join(one for one in spaced if one.isalnum() or one in "-.")
    return re.sub(r"-{2,}", "-", kept).strip("-.")


def site_id(name: str) -> str:
    """Return a tenant's id made from its name: plain letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")
    if not found:
        raise OperationError(
            "name: it has no letters or digits for an address. Choose another one."
        )
    return found
