"""How answers travel: an ETag on what is shown, 304 for who has it already, nothing that runs."""

from __future__ import annotations

import re
from datetime import datetime
from email.utils import format_datetime
from typing import Final

from fastapi import Response

__all__ = ["HARMLESS", "known_version", "matches", "not_modified", "validators"]

HARMLESS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
}
"""What others have uploaded or named never runs in a reader's browser."""

_TAG: Final = re.compile(r'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"')


def matches(if_none_match: str | None, tag: str) -> bool:
    """Say whether a client has what a tag stands for; If-None-Match compares weakly."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or tag in _TAG.findall(if_none_match)


def known_version(if_none_match: str | None) -> int | None:
    """Return the version that a client has, from the tags that it sends."""
    for tag in _TAG.findall(if_none_match or ""):
        version = str(tag).partition("-")[0]
        if version.isascii() and version.isdigit() and len(version) <= 8:
            return int(version)
    return None


def validators(tag: str, cache_seconds: int, modified: datetime | None) -> dict[str, str]:
    """Return the headers that let others keep an answer, and ask whether it still holds."""
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": f"public, max-age={cache_seconds}, must-revalidate",
    }
    if modified is not None:
        headers["Last-Modified"] = format_datetime(modified, usegmt=True)
    return headers


def not_modified(headers: dict[str, str]) -> Response:
    """Answer that a client has the current state."""
    return Response(status_code=304, headers=headers)
