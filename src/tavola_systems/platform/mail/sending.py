"""The worker that sends mails: claims some, sends and marks them; a crash sends these again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final

from tavola.errors import ConditionFailed
from tavola_systems.platform.limits import AttemptLimits, Limit, TooMany
from tavola_systems.platform.mail.carriers import Carrier, to_message
from tavola_systems.platform.mail.outbox import MailOutbox
from tavola_systems.platform.models import Mail, Platform

__all__ = ["Postman"]

_CLAIM: Final = timedelta(minutes=2)
_CLAIMED_TOGETHER: Final = 5
"""By one write. A carrier gives up after 20 seconds: all are tried while they are claimed."""
_UNMARKED_SECONDS: Final = 1.0
"""What was sent so long ago is marked before the next one is sent: a crash would send it again."""
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
        limits: AttemptLimits,
        clock: Callable[[], float],
        give_way: Callable[[], bool] = lambda: False,
    ) -> None:
        """`give_way` lets others go first between two groups of mails; True ends the step."""
        self._db = db
        self._carrier = carrier
        self._sender = sender
        self._limits = limits
        self._clock = clock
        self._give_way = give_way
        self._outbox = MailOutbox(db, clock)

    def step(self) -> int:
        """Send the mails that are due; return how many were sent."""
        sent = 0
        for some in self._claimed():
            sent += self._deliver(some)
            if self._give_way():
                break
        return sent

    def _claimed(self) -> Iterator[list[Mail]]:
        """Yield the mails that are due and that no other process has, some at a time."""
        due = self._outbox.due()
        while some := list(islice(due, _CLAIMED_TOGETHER)):
            if self._claim(some):
                yield some
            else:
                yield from ([mail] for mail in some if self._claim([mail]))

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

    def _deliver(self, mails: Sequence[Mail]) -> int:
        """Send claimed mails, and mark them together, soon after the first has gone."""
        are_first = self._limits.count_first(_PER_RECIPIENT, [mail.recipient for mail in mails])
        sent: list[Mail] = []
        marked = 0
        since = self._clock()
        try:
            for mail in mails:
                if (are_first or self._is_allowed(mail)) and self._carry(mail):
                    sent.append(mail)
                if self._clock() - since >= _UNMARKED_SECONDS:
                    self._mark(sent[marked:])
                    marked, since = len(sent), self._clock()
        finally:
            self._mark(sent[marked:])
        return len(sent)

    def _is_allowed(self, mail: Mail) -> bool:
        try:
            self._limits.count(_PER_RECIPIENT, mail.recipient)
        except TooMany as limit:
            self._postpone(mail, limit.retry_after)
            return False
        return True

    def _carry(self, mail: Mail) -> bool:
        try:
            self._carrier.carry(to_message(mail, self._sender), mail.mail_id)
        except (OSError, ValueError) as error:  # smtplib's errors are OSErrors
            self._fail(mail, error)
            return False
        return True

    def _mark(self, mails: Sequence[Mail]) -> None:
        """Note that mails have gone, by one write unless somebody has changed one of them."""
        for mail in mails:
            mail.queue = None
            mail.sent_at = self._now()
        try:
            with self._db.transaction() as tx:
                for mail in mails:
                    tx.save(mail)
        except ConditionFailed:
            for mail in mails:
                # Somebody has claimed it again, after two minutes, or deleted it.
                with suppress(ConditionFailed):
                    mail.save()

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
