"""Results by mail: the platform's outbox, in the transaction of the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from tavola.errors import OperationError
from tavola.operations.write.operations import Write
from tavola_systems.platform.mail.outbox import Letter, MailOutbox
from tavola_systems.platform.models import Platform
from tavola_systems.requests.models import AsyncEventTable, EventConfig, Request
from tavola_systems.requests.services.letters import Outcome

__all__ = ["ResultLetters"]

_KNOWN_SECONDS: Final = 60.0
_SENTENCES: Final[dict[Outcome, str]] = {
    "won": "You have a place.",
    "refused": "There is no place left. If one is given back, it goes to the next in order.",
    "moved up": "A place was given back, and it is yours now.",
    "failed": "Something went wrong with your request. The organiser can take it up again.",
    "withdrawn": "The organiser has withdrawn your request.",
}


class ResultLetters:
    """Writes to those whose address is known, if their event says so."""

    def __init__(
        self,
        db: AsyncEventTable,
        platform: Platform,
        *,
        base_url: str,
        clock: Callable[[], float],
    ) -> None:
        self._db = db
        self._platform = platform
        self._outbox = MailOutbox(platform, clock)
        self._base_url = base_url
        self._clock = clock
        self._known: dict[str, tuple[float, EventConfig | None]] = {}

    def writes(self, request: Request, outcome: Outcome) -> Sequence[Write[Any]]:
        """Plan a mail to the request's user."""
        config = self._event(request.event_id)
        if config is None or config.sends_mail is False:
            return ()
        try:
            user = self._platform.user.get(request.user_id)
        except OperationError:  # an id of another kind of account, which has no address here
            return ()
        if user is None:
            return ()
        address = f"{self._base_url}/requests/requests/{request.request_id}"
        body = f"{config.title}\n\n{_SENTENCES[outcome]}\n\n{address}\n"
        letter = Letter(user.email, f"{config.title}: your request", body)
        return (self._outbox.plan("requests", letter),)

    def _event(self, event_id: str) -> EventConfig | None:
        now = self._clock()
        known = self._known.get(event_id)
        if known is not None and known[0] > now:
            return known[1]
        config = self._db.event_config.get(event_id)
        self._known[event_id] = (now + _KNOWN_SECONDS, config)
        return config
