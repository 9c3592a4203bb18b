"""The first minute of an event, played through: so that its crowd meets a server that is warm."""

from __future__ import annotations

import asyncio
from typing import Final

from tavola.errors import OperationError
from tavola_systems.platform.system import Services, Stage
from tavola_systems.requests.desk import desk_of
from tavola_systems.requests.services.events import NewEvent

__all__ = ["rehearse"]

_EVENT: Final = "rehearsal"
_PEOPLE: Final = 30


async def rehearse(services: Services, send: Stage) -> None:
    """Let one apply twice, then many at once, and all of them again."""
    tokens = _prepare(services)
    path = f"/requests/api/events/{_EVENT}/requests"
    seen: set[int] = set()
    for some in (tokens[:1], tokens[:1], tokens, tokens):
        seen |= set(await asyncio.gather(*(send("POST", path, token) for token in some)))
    if seen != {202}:
        raise OperationError(f"requests: the rehearsal was answered by {sorted(seen)}, not by 202.")


def _prepare(services: Services) -> list[str]:
    """Open an event, and give people tokens."""
    events = desk_of(services).events
    events.create(NewEvent(_EVENT, "Rehearsal", "FIRST_COME", _PEOPLE))
    events.open(_EVENT)
    shared = services.shared
    tokens: list[str] = []
    for number in range(_PEOPLE):
        user = shared.users.create(f"guest-{number}@example.com", f"Guest {number}")
        shared.users.confirm(user.user_id)
        account = shared.users.find("requests", user.user_id)
        if account is not None:
            tokens.append(shared.tokens.issue("requests", account, "rehearsal"))
    return tokens
