"""Who may take part: a list of the eligible, or codes that work once.

Of a code only its digest is kept, so that nobody reads codes from the table. They are shown once,
when they are made.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from tavola.errors import OperationError
from tavola.table import Page
from tavola_systems.platform.mail_addresses import check_address
from tavola_systems.requests.models import Admission, AdmissionCode, AsyncEventTable
from tavola_systems.requests.rules import AdmissionKind, WrongState
from tavola_systems.requests.services.events import EventService
from tavola_systems.requests.services.intake import digest_of_code

__all__ = ["MOST_AT_ONCE", "Admissions", "addresses_in"]

MOST_AT_ONCE: Final = 10_000
# Without I, L, O, U, 0 and 1: read aloud or typed from paper, none is taken for another.
_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
_CODE_LETTERS: Final = 12
_BETWEEN: Final = re.compile(r"[\s,;]+")


def addresses_in(text: str) -> list[str]:
    """Return the addresses of a text, each once: on lines, or between commas and semicolons."""
    found = [check_address(one) for one in _BETWEEN.split(text) if one]
    return list(dict.fromkeys(found))


class Admissions:
    """The lists and codes of events."""

    def __init__(
        self,
        db: AsyncEventTable,
        events: EventService,
        choose: Callable[[Sequence[str]], str] = secrets.choice,
    ) -> None:
        """`choose` draws the letters of codes."""
        self._db = db
        self._events = events
        self._choose = choose

    def add(self, event_id: str, addresses: Sequence[str]) -> int:
        """Put addresses on an event's list; return how many. One that is there stays."""
        self._check(event_id, "LISTED", len(addresses))
        entries = [Admission(event_id=event_id, email=check_address(one)) for one in addresses]
        self._db.admission.put_all(entries)
        return len(entries)

    def remove(self, event_id: str, address: str) -> bool:
        """Take an address off the list; who has applied already keeps the request."""
        return self._db.admission.delete(event_id, check_address(address))

    def listed(
        self, event_id: str, *, limit: int = 100, cursor: str | None = None
    ) -> Page[Admission]:
        """List who may take part, by address."""
        return self._db.admission.admissions(event_id=event_id, limit=limit, cursor=cursor)

    def make_codes(self, event_id: str, count: int) -> list[str]:
        """Make so many codes, and return them; they cannot be read again."""
        self._check(event_id, "CODES", count)
        codes = {self._code() for _ in range(count)}
        while len(codes) < count:
            codes.add(self._code())
        entries = [AdmissionCode(event_id=event_id, digest=digest_of_code(one)) for one in codes]
        self._db.admission_code.put_all(entries)
        return sorted(codes)

    def count(self, event_id: str) -> tuple[int, int]:
        """Count the addresses of a list, or the codes, and those that were used."""
        config = self._events.get(event_id)
        if config.admission == "LISTED":
            handle = self._db.admission
            return handle.count(handle.plan.admissions(event_id=event_id)), 0
        if config.admission == "CODES":
            codes = self._db.admission_code.admission_codes(event_id=event_id).all()
            used = [one.request_id is not None for one in codes]
            return len(used), sum(used)
        return 0, 0

    def _check(self, event_id: str, kind: AdmissionKind, count: int) -> None:
        config = self._events.get(event_id)
        if config.admission != kind:
            raise WrongState(f"Event {event_id} admits by {config.admission}, not by {kind}.")
        if not 0 < count <= MOST_AT_ONCE:
            raise OperationError(f"count: {count} is not between 1 and {MOST_AT_ONCE:,}.")

    def _code(self) -> str:
        letters = "".join(self._choose(_LETTERS) for _ in range(_CODE_LETTERS))
        return "-".join(letters[start : start + 4] for start in range(0, _CODE_LETTERS, 4))
