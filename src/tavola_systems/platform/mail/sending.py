"""The worker that sends mails: claims one, sends it, and marks it; a crash sends it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from tavola.errors import ConditionFailed
from tavola_systems.platform.limits import Limit, Limits, TooMany
from tavola_systems.platform.mail.carriers import Carrier, to_message
from tavola_systems.platform.mail.outbox import Outbox
from tavola_systems.platform.models import Mail, Platform

__all__ = ["Postman"]

_CLAIM: Final = timedelta(minutes=2)
_PAUSES: Final = (60, 300, 1800, 7200, 21600)
_PER_RECIPIENT: Final = Limit("mail", 30, 3600)


class Postman:
    """Sends what is due, each mail at least once, and gives up after six attempts."""

    def __init__(
        self,
        db: Platform,
        carrier: Carrier,
        *,
        sender: str,
        limits: Limits,
        clock: Callable[[], float],
    ) -> None:
        self._db = db
        self._carrier = carrier
        self._sender = sender
        self._limits = limits
        self._clock = clock
        self._outbox = Outbox(db, clock)

    def step(self) -> int:
        """Send the mails that are due; return how many were sent."""
        return sum(self._send(mail) for mail in self._outbox.due() if self._claim(mail))

    def _claim(self, mail: Mail) -> bool:
        """Move a mail's time, which only one process can do; after a crash it is due again."""
        seen = mail.due_at
        mail.due_at = self._now() + _CLAIM
        try:
            mail.save(condition=Mail.fields.due_at == seen)
        except ConditionFailed:
            return False
        return True

    def _send(self, mail: Mail) -> bool:
        try:
            self._limits.count(_PER_RECIPIENT, mail.recipient)
        except TooMany as limit:
            self._postpone(mail, limit.retry_after)
            return False
        try:
            self._carrier.carry(to_message(mail, self._sender), mail.mail_id)
        except (OSError, ValueError) as error:  # smtplib's errors are OSErrors
            self._fail(mail, error)
            return False
        mail.queue = None
        mail.sent_at = self._now()
        mail.save()
        return True

    def _fail(self, mail: Mail, error: Exception) -> None:
        attempts = (mail.attempts or 0) + 1
        mail.attempts = attempts
        mail.problem = f"{type(error).__name__}: {error}"[:500]
        if attempts > len(_PAUSES):
            mail.queue = "dead"
            mail.save()
        else:
            self._postpone(mail, _PAUSES[attempts - 1])

    def _postpone(self, mail: Mail, seconds: int) -> None:
        mail.due_at = self._now() + timedelta(seconds=seconds)
        mail.save()

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)
