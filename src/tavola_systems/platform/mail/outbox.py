"""The outbox: a mail is written in the transaction that causes it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from tavola.errors import OperationError
from tavola.operations.write.operations import Create
from tavola.table import Page
from tavola_systems.platform.mail_addresses import check_address
from tavola_systems.platform.models import Mail, Platform

__all__ = ["QUEUES", "Letter", "MailOutbox"]

QUEUES: Final = ("due-0", "due-1", "due-2", "due-3")
_KEPT: Final = timedelta(days=90)


class Letter(Struct, frozen=True):
    """What somebody is told."""

    recipient: str
    subject: str
    body: str


class MailOutbox:
    """Where mails wait."""

    def __init__(self, db: Platform, clock: Callable[[], float]) -> None:
        self._db = db
        self._clock = clock

    def plan(self, system: str, letter: Letter) -> Create[Mail]:
        """Return the write of a mail, to be added to a transaction: `tx.add(outbox.plan(…))`."""
        recipient = check_address(letter.recipient)
        if not letter.subject.isprintable() or len(letter.subject) > 300:
            raise OperationError(
                "mail: the subject is not one line of at most 300 printable characters."
            )
        now = datetime.fromtimestamp(self._clock(), UTC)
        queue = QUEUES[zlib.crc32(recipient.encode()) % len(QUEUES)]
        return self._db.mail.plan.create(
            queue=queue,
            due_at=now,
            recipient=recipient,
            subject=letter.subject,
            body=letter.body,
            system=system,
            ttl=now + _KEPT,
        )

    def send(self, system: str, letter: Letter) -> Mail:
        """Put a mail into the outbox by itself, where nothing else is written."""
        return self._db.run(self.plan(system, letter))

    def due(self) -> Iterator[Mail]:
        """Yield the mails whose time has come."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        for queue in QUEUES:
            for mail in self._db.mail.mail_in_queue(queue=queue).all():
                if mail.due_at > now:
                    break
                yield mail

    def waiting(self) -> int:
        """Return how many mails wait, for the metrics."""
        return sum(1 for queue in QUEUES for _ in self._db.mail.mail_in_queue(queue=queue).all())

    def dead(self, *, limit: int = 50, cursor: str | None = None) -> Page[Mail]:
        """List the mails that could not be sent."""
        return self._db.mail.mail_in_queue(queue="dead", limit=limit, cursor=cursor)

    def revive(self, mail_id: str) -> Mail:
        """Try a dead mail again."""
        mail = self._db.mail.get(mail_id)
        if mail is None or mail.queue != "dead":
            raise OperationError(f"Mail {mail_id} is not among the dead letters.")
        mail.queue = QUEUES[0]
        mail.due_at = datetime.fromtimestamp(self._clock(), UTC)
        mail.attempts = 0
        return mail.save()
