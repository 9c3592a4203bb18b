"""The worker that sends mails: claims some, sends and marks each; a crash sends one again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final

from tavola.errors import ConditionFailed
from tavola_systems.platform.limits import Limit, Limits, TooMany
from tavola_systems.platform.mail.carriers import Carrier, to_message
from tavola_systems.platform.mail.outbox import Outbox
from tavola_systems.platform.models import Mail, Platform

__all__ = ["Postman"]

_CLAIM: Final = timedelta(minutes=2)
_CLAIMED_TOGETHER: Final = 5
"""By one write. A carrier gives up after 20 seconds: all are tried while they are claimed."""
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
        return sum(self._send(mail) for mail in self._claimed())

    def _claimed(self) -> Iterator[Mail]:
        """Yield the mails that are due and that no other process has."""
        due = self._outbox.due()
        while some := list(islice(due, _CLAIMED_TOGETHER)):
            are_claimed = self._claim(some)
            yield from (mail for mail in some if are_claimed or self._claim([mail]))

    def _claim(self, mails: Sequence[Mail]) -> bool:
        """Move the mails' time, which only one process can do; after a crash they are due again."""
        seen = [mail.due_at for mail in mails]
        try:
            with self._db.transaction() as tx:
                for mail, due_at in zip(mails, seen, strict=True):
                    mail.due_at = self._now() + _CLAIM
                    tx.save(mail, condition=Mail.fields.due_at == due_at)
        except ConditionFailed:
            for mail, due_at in zip(mails, seen, strict=True):
                mail.due_at = due_at
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
