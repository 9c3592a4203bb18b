"""Applying, for API and pages alike: who may, how often, and then intake. Knows no HTTP."""

from __future__ import annotations

from asyncio import to_thread, wrap_future
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import timedelta
from typing import Final

from tavola.errors import ItemMissing, TavolaError
from tavola.model.identifiers import decode_ulid
from tavola_systems.platform.access.identity import Account
from tavola_systems.platform.limits import AttemptLimits, Limit, TooMany
from tavola_systems.requests.models import AsyncEventTable, EventConfig
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.intake import MOST_TOGETHER, Accepted, Applicant, Intake
from tavola_systems.requests.services.lines import Lines

__all__ = ["KEPT_FOR", "Applying", "HasExpired", "NotConfirmed"]

KEPT_FOR: Final = timedelta(
    seconds=AsyncEventTable.design.models["Request"].fields["ttl"].expires_after or 0
)
"""How long a request is kept after its end."""
_REPEATS: Final = Limit("requests-user", 30, 60)
_ADDRESS_SECONDS: Final = 60
_KNOWN_SECONDS: Final = 5.0


class NotConfirmed(WrongState):
    """The applicant has not shown that the mail address is theirs."""


class HasExpired(WrongState):
    """The applicant had a request, which was decided so long ago that it is not kept."""


class Applying:
    """Takes requests of people in, within limits.

    What it needs of an event never changes after creation, so that it is looked up now and then.
    """

    def __init__(
        self, db: AsyncEventTable, limits: AttemptLimits, clock: Callable[[], float]
    ) -> None:
        self._db = db
        self._intake = Intake(db)
        self._applicants = Lines(self._take_in, most=MOST_TOGETHER)
        self._repeats = Lines(self._count_repeats, most=MOST_TOGETHER)
        self._limits = limits
        self._clock = clock
        self._known: dict[str, tuple[float, EventConfig]] = {}

    def apply(self, event_id: str, account: Account, *, address: str, code: str = "") -> Accepted:
        """Take a request in, or give the first one's id; repeated requests are limited."""
        config, applicant = self._prepare(event_id, account, address, code)
        try:
            accepted = self._applicants.join(event_id, (config, applicant)).result()
        except WrongState:
            self._count_repeat(account).result()
            raise
        if accepted.is_duplicate:
            self._count_repeat(account).result()
            if self._is_old(accepted):
                self._check_kept(accepted)
        return accepted

    async def apply_soon(
        self, event_id: str, account: Account, *, address: str, code: str = ""
    ) -> Accepted:
        """The same without a thread of its own; only what has to ask the store gets one."""
        known = self._known.get(event_id)
        if known is None or known[0] <= self._clock() or known[1].address_limit:
            given = (event_id, account, address, code)
            config, applicant = await to_thread(self._prepare, *given)
        else:
            config, applicant = known[1], _applicant(account, code)
        try:
            accepted = await wrap_future(self._applicants.join(event_id, (config, applicant)))
        except WrongState:
            await wrap_future(self._count_repeat(account))
            raise
        if accepted.is_duplicate:
            await wrap_future(self._count_repeat(account))
            if self._is_old(accepted):
                await to_thread(self._check_kept, accepted)
        return accepted

    def _take_in(
        self, _: str, people: Sequence[tuple[EventConfig, Applicant]]
    ) -> list[Accepted | Exception]:
        config = people[0][0]
        return self._db.run(self._intake.accept_all(config, [one for _, one in people]))

    def _count_repeat(self, account: Account) -> Future[bool]:
        return self._repeats.join("repeats", account.subject)

    def _count_repeats(self, _: str, subjects: Sequence[str]) -> list[bool | Exception]:
        """Count a repeated request of each, by one write if none has repeated another lately."""
        if self._limits.count_first(_REPEATS, subjects):
            return [True] * len(subjects)
        return [self._count_one(one) for one in subjects]

    def _count_one(self, subject: str) -> bool | Exception:
        try:
            self._limits.count(_REPEATS, subject)
        except (TooMany, TavolaError) as refused:
            return refused
        return True

    def _is_old(self, accepted: Accepted) -> bool:
        """Whether a duplicate's first request may have expired, in an event that is open long."""
        made_at = (decode_ulid(accepted.request_id) >> 80) / 1000
        return made_at < self._clock() - KEPT_FOR.total_seconds()

    def _check_kept(self, accepted: Accepted) -> None:
        if self._db.request.get(accepted.request_id) is None:
            raise HasExpired(
                "You have applied already. Your request was decided, and its record has expired"
                f" {KEPT_FOR.days} days later."
            )

    def _prepare(
        self, event_id: str, account: Account, address: str, code: str
    ) -> tuple[EventConfig, Applicant]:
        applicant = _applicant(account, code)
        config = self._event(event_id)
        if config.address_limit:
            limit = Limit("requests-address", config.address_limit, _ADDRESS_SECONDS)
            self._limits.count(limit, event_id, address)
        return config, applicant

    def _event(self, event_id: str) -> EventConfig:
        now = self._clock()
        known = self._known.get(event_id)
        if known is not None and known[0] > now:
            return known[1]
        config = self._db.event_config.get(event_id)
        if config is None or config.status == "DRAFT":  # a draft is told to nobody
            raise ItemMissing(f"Event {event_id} does not exist.")
        self._known[event_id] = (now + _KNOWN_SECONDS, config)
        return config


def _applicant(account: Account, code: str) -> Applicant:
    if not account.is_confirmed or account.email is None:
        raise NotConfirmed("Confirm your mail address first; applying needs one.")
    return Applicant(account.subject, account.email.lower(), code)
