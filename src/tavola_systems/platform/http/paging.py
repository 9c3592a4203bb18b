"""Pages by cursor: the body has the items and the next cursor, and `Link` leads both ways."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import Query, Request, Response

__all__ = ["Cursor", "Limit", "Paged", "add_links"]

Limit = Annotated[int, Query(ge=1, le=100, description="At most so many items.")]
Cursor = Annotated[str | None, Query(max_length=4000, description="From an earlier page.")]


class Paged(Protocol):
    """What knows its neighbours."""

    @property
    def cursor(self) -> str | None:
        """Where the next page begins."""
        ...

    @property
    def previous(self) -> str | None:
        """A cursor to the page before this one."""
        ...


def add_links(request: Request, response: Response, page: Paged) -> None:
    """Say in `Link` where the next and the previous page are (RFC 8288), by path alone."""
    found = [("next", page.cursor), ("prev", page.previous)]
    links = [f'<{_address(request, cursor)}>; rel="{name}"' for name, cursor in found if cursor]
    if links:
        response.headers["Link"] = ", ".join(links)


def _address(request: Request, cursor: str) -> str:
    url = request.url.include_query_params(cursor=cursor)
    return f"{url.path}?{url.query}"
