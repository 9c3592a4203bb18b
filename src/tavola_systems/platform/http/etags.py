"""ETags: a tag on what is shown, and 304 for who has it already."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from email.utils import format_datetime
from typing import Final

from fastapi import Response

__all__ = ["matches", "not_modified", "tag_of", "tags_in", "validators"]

_TAG: Final = re.compile(r'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"')


def tags_in(if_none_match: str | None) -> list[str]:
    """Return the tags that a client sends."""
    return _TAG.findall(if_none_match or "")


def matches(if_none_match: str | None, tag: str) -> bool:
    """Say whether a client has what a tag stands for; If-None-Match compares weakly."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or tag in tags_in(if_none_match)


def tag_of(*parts: object) -> str:
    """Return a tag for content that has no version of its own."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:24]


def validators(
    tag: str, *, cache_seconds: int = 0, modified: datetime | None = None
) -> dict[str, str]:
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
