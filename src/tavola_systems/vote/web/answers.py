"""How names stand in addresses, and refusals in answers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter

from tavola_systems.platform.http.problems import Refused
from tavola_systems.vote.domain.errors import VoteError

__all__ = ["VoteRouter", "as_segment", "from_segment"]


class VoteRouter(APIRouter):
    """Routes that tell refusals of the rules with their status and code."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Add a route whose refusals are told."""
        super().add_api_route(path, _told(endpoint), **options)


def _told(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(endpoint)
    def answer(*values: Any, **named: Any) -> Any:
        try:
            return endpoint(*values, **named)
        except VoteError as error:
            raise Refused(error.status, str(error), code=error.code) from error

    return answer


def as_segment(name: str) -> str:
    """Write a name as one part of a path; slashes and dots cannot stand there as they are."""
    safe = name.replace("~", "~0").replace("/", "~1")
    if set(safe) == {"."}:
        safe = safe.replace(".", "~2")
    return quote(safe, safe="")


def from_segment(segment: str) -> str:
    """Read a name from a path, where the server has undone the percent signs."""
    return segment.replace("~2", ".").replace("~1", "/").replace("~0", "~")
