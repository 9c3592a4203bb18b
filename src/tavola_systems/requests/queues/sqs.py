"""SQS as the queue: two of its queues, one for messages and one for dead letters.

The queue needs no redrive policy: a worker says itself when a message is dead, since its request
has to say so too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import ceil
from time import time
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from tavola.errors import OperationError
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola_systems.requests.queues.interface import DeadLetter, Delivery, Depth, QueueFailed

__all__ = ["SqsQueue"]

T = TypeVar("T")
# SQS: at most 10 messages in one call. Developer guide, quotas-messages.
_MOST_IN_CALL: Final = 10
# SQS: a message is hidden for 12 hours at most. Developer guide, sqs-visibility-timeout.
_MOST_HIDDEN_SECONDS: Final = 43_200
_MAX_BODY_CHARACTERS: Final = 30_000
_MAX_REASON_CHARACTERS: Final = 300
_NOT_OURS: Final = "UNKNOWN: not put there by a worker"
# SQS: a receipt that is no longer good. API reference, ChangeMessageVisibility, and what it answers
# for a receipt that ran out.
_LOST_RECEIPT: Final = frozenset(
    {
        "AWS.SimpleQueueService.MessageNotInflight",
        "InvalidParameterValue",
        "MessageNotInflight",
        "ReceiptHandleIsInvalid",
    }
)


class _Envelope(Struct, rename="camel"):
    """What a dead letter is in."""

    reason: str
    died_at: int
    original_body: str


class SqsQueue:
    """Messages in SQS."""

    def __init__(self, client: Any, url: str, dead_url: str) -> None:
        self._client = client
        self._url = url
        self._dead_url = dead_url

    @classmethod
    def open(cls, client: Any, name: str) -> SqsQueue:
        """Find the queue and `NAME-dead`, its dead letters; neither is made here."""
        try:
            urls = [
                client.get_queue_url(QueueName=one)["QueueUrl"] for one in (name, f"{name}-dead")
            ]
        except client.exceptions.QueueDoesNotExist as error:
            raise OperationError(
                f"queue: {name} and {name}-dead are not both there ({error}). Create them."
            ) from None
        return cls(client, *urls)

    def joining(self, bodies: Sequence[str]) -> Sequence[Write[Any]]:
        """Nothing: SQS knows no transaction of ours."""
        del bodies
        return ()

    def send(self, bodies: Sequence[str]) -> Steps[None]:
        """Send messages, ten at a time."""
        for some in _batches(bodies):
            entries = [{"Id": str(n), "MessageBody": body} for n, body in enumerate(some)]
            answer = self._ask("send_message_batch", QueueUrl=self._url, Entries=entries)
            if answer.get("Failed"):
                reason = answer["Failed"][0].get("Message", "no reason given")
                raise QueueFailed(f"queue: SQS did not accept a message: {reason}"[:300])
        yield from ()

    def receive(self, *, limit: int, seconds: float) -> Steps[list[Delivery]]:
        """Receive messages, in as many calls as that takes."""
        found: list[Delivery] = []
        while len(found) < limit:
            answer = self._ask(
                "receive_message",
                QueueUrl=self._url,
                MaxNumberOfMessages=min(_MOST_IN_CALL, limit - len(found)),
                VisibilityTimeout=ceil(seconds),
                AttributeNames=["ApproximateReceiveCount"],
            )
            some = answer.get("Messages", [])
            found += [_delivery(one) for one in some]
            if not some:
                break
        yield from ()
        return found

    def done(self, deliveries: Sequence[Delivery]) -> Steps[None]:
        """Delete messages; one that stays comes again, and finds its request finished."""
        for some in _batches(deliveries):
            entries = [{"Id": str(n), "ReceiptHandle": one.handle} for n, one in enumerate(some)]
            self._ask("delete_message_batch", QueueUrl=self._url, Entries=entries)
        yield from ()

    def retry(self, delivery: Delivery, *, after: float) -> Steps[None]:
        """Show a message again after some time, in whole seconds.

        One that this worker had for too long comes again by itself.
        """
        hidden = min(ceil(after), _MOST_HIDDEN_SECONDS)
        try:
            self._ask(
                "change_message_visibility",
                QueueUrl=self._url,
                ReceiptHandle=delivery.handle,
                VisibilityTimeout=hidden,
            )
        except QueueFailed as error:
            if _code_of(error.__cause__) not in _LOST_RECEIPT:
                raise
        yield from ()

    def bury(self, delivery: Delivery, *, reason: str, body: str | None = None) -> Steps[None]:
        """Send a message to the dead letters, then take it out; if that fails it comes again."""
        envelope = {
            "reason": reason[:_MAX_REASON_CHARACTERS],
            "diedAt": int(time() * 1000),
            "receives": delivery.receives,
            "originalBody": (body or delivery.body)[:_MAX_BODY_CHARACTERS],
        }
        self._ask("send_message", QueueUrl=self._dead_url, MessageBody=json.dumps(envelope))
        if body is None:
            yield from self.done([delivery])

    def dead(self, *, limit: int = 100) -> Steps[list[DeadLetter]]:
        """Look at dead letters without taking them."""
        answer = self._ask(
            "receive_message",
            QueueUrl=self._dead_url,
            MaxNumberOfMessages=min(_MOST_IN_CALL, limit),
            VisibilityTimeout=0,
            AttributeNames=["SentTimestamp"],
        )
        yield from ()
        return [_letter(one) for one in answer.get("Messages", [])]

    def depth(self) -> Steps[Depth]:
        """Ask SQS, whose count is approximate."""
        yield from ()
        return Depth(self._count(self._url), self._count(self._dead_url))

    def _count(self, url: str) -> int:
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        answer = self._ask("get_queue_attributes", QueueUrl=url, AttributeNames=names)
        return sum(int(answer["Attributes"].get(name, 0)) for name in names)

    def _ask(self, action: str, **request: Any) -> dict[str, Any]:
        """Ask SQS; whatever goes wrong with that is a failed queue."""
        try:
            answer: dict[str, Any] = getattr(self._client, action)(**request)
        except Exception as error:  # botocore's, which has many
            raise QueueFailed(f"queue: SQS does not answer: {error}"[:300]) from error
        return answer


def _code_of(error: BaseException | None) -> str:
    """What SQS calls an error; nothing if it is none of SQS's."""
    response: dict[str, Any] = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), _MOST_IN_CALL):
        yield items[start : start + _MOST_IN_CALL]


def _delivery(message: dict[str, Any]) -> Delivery:
    receives = int(message.get("Attributes", {}).get("ApproximateReceiveCount", 1))
    return Delivery(message["Body"], receives, message["ReceiptHandle"])


def _letter(message: dict[str, Any]) -> DeadLetter:
    """Read a dead letter; one that others sent there is shown as it is."""
    body = message["Body"]
    try:
        envelope = msgspec.json.decode(body.encode(), type=_Envelope)
        died_at = datetime.fromtimestamp(envelope.died_at / 1000, UTC)
    except (msgspec.DecodeError, ValueError, OverflowError, OSError):
        sent = int(message.get("Attributes", {}).get("SentTimestamp", 0))
        return DeadLetter(body, _NOT_OURS, datetime.fromtimestamp(sent / 1000, UTC))
    return DeadLetter(envelope.original_body, envelope.reason, died_at)
