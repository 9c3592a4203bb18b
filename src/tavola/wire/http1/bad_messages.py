"""What can be wrong with a message, by who is to blame."""

from __future__ import annotations

from tavola.errors import StoreUnavailable, TavolaError


class BadRequest(TavolaError):
    """The client sent no valid request; `status` is the answer before the connection closes."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status


class BadResponse(StoreUnavailable):
    """The server sent no valid response, or only a part of one."""
