"""What workers are given: messages, and what becomes of the requests that they name."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from tavola.model.identifiers import is_ulid
from tavola_systems.requests.queues.interface import Delivery

__all__ = ["MessageBody", "WorkRound", "parse_body"]


class MessageBody(Struct, rename="camel", forbid_unknown_fields=False):
    """What a message says; one that names a single request is understood too."""

    event_id: str
    request_ids: list[str] = []
    request_id: str | None = None

    @property
    def ids(self) -> list[str]:
        """The requests that it names, each once."""
        named = [*self.request_ids, *([self.request_id] if self.request_id else [])]
        return list(dict.fromkeys(named))


class WorkRound(Struct):
    """What becomes of the requests of some messages."""

    deliveries: list[tuple[Delivery, list[str]]] = []
    over: set[str] = set()
    """Requests that need no message any more."""
    waits: dict[str, float] = {}
    """When others are to be looked at again, in seconds."""

    def delivery_of(self, request_id: str) -> Delivery | None:
        """The message that named a request; None for one that this worker took up by itself."""
        return next((one for one, ids in self.deliveries if request_id in ids), None)

    @property
    def ids(self) -> list[str]:
        """All requests, each once."""
        return list(dict.fromkeys(one for _, ids in self.deliveries for one in ids))


def parse_body(body: str) -> MessageBody | None:
    """Return what a message says; None if it is not of ours, or an id in it cannot be one."""
    try:
        found = msgspec.json.decode(body.encode(), type=MessageBody)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None
    return found if all(is_ulid(one) for one in found.ids) else None
