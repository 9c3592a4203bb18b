"""How names stand in addresses, and refusals in answers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Annotated, Any, TypeVar
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request, Response

from tavola_systems.platform.http.problems import Refused
from tavola_systems.vote.domain.errors import VoteError

__all__ = [
    "PAGE",
    "After",
    "Limited",
    "VoteRouter",
    "as_segment",
    "from_segment",
    "link_next",
    "one_page",
    "refusals_told",
]

T = TypeVar("T")
PAGE = 100
"""So many rows a page shows."""
After = Annotated[str, Query(max_length=200, description="The last name of the page before.")]
Limited = Annotated[int, Query(ge=1, le=1000, description="At most so many.")]


class VoteRouter(APIRouter):
    """Routes that tell refusals of the rules with their status and code."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Add a route whose refusals are told."""
        super().add_api_route(path, _told(endpoint), **options)


def _told(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(endpoint)
    def answer(*values: Any, **named: Any) -> Any:
        with refusals_told():
            return endpoint(*values, **named)

    return answer


@contextmanager
def refusals_told() -> Generator[None]:
    """Tell refusals of the rules as the platform tells its own."""
    try:
        yield
    except VoteError as error:
        raise Refused(error.status, str(error), code=error.code) from error


def as_segment(name: str) -> str:
    """Write a name as one part of a path; slashes and dots cannot stand there as they are."""
    safe = name.replace("~", "~0").replace("/", "~1")
    if set(safe) == {"."}:
        safe = safe.replace(".", "~2")
    return quote(safe, safe="")


def from_segment(segment: str) -> str:
    """Read a name from a path, where the server has undone the percent signs."""
    return segment.replace("~2", ".").replace("~1", "/").replace("~0", "~")


def one_page(
    rows: Iterable[T], limit: int, key: Callable[[T], Sequence[str]]
) -> tuple[list[T], Sequence[str] | None]:
    """Take a page of rows, and the key after which the next one begins."""
    found = list(islice(rows, limit + 1))
    if len(found) <= limit:
        return found, None
    return found[:limit], key(found[limit - 1])


def link_next(request: Request, response: Response, after: Sequence[str] | None) -> None:
    """Say in `Link` where the next page is (RFC 8288), by path alone."""
    if after is not None:
        kept = [pair for pair in request.query_params.multi_items() if pair[0] != "after"]
        query = urlencode([*kept, *(("after", name) for name in after)])
        response.headers["Link"] = f'<{request.url.path}?{query}>; rel="next"'
