"""The fixed numbers and words of event requests, and what names may be. Knows no table."""

from __future__ import annotations

import re
from typing import Final, Literal

from tavola.errors import ConditionFailed, OperationError
from tavola.keys import bucket_of

__all__ = [
    "FINAL",
    "MOST_IN_RUN",
    "MOST_PLACES",
    "SHARDS",
    "AdmissionKind",
    "EventType",
    "WrongState",
    "check_capacity",
    "check_event_id",
    "check_title",
    "shard_of",
    "short_error",
]

EventType = Literal["FIRST_COME", "LOTTERY"]
AdmissionKind = Literal["ANYBODY", "LISTED", "CODES"]
SHARDS: Final = 8
"""Parts of an event's lists and gates: one item or partition bears about 1,000 writes a second."""
FINAL: Final = frozenset({"SUCCEEDED", "REJECTED", "FAILED_FINAL"})
MOST_IN_RUN: Final = 30
"""Requests that are queued in one transaction: three writes each, of a hundred."""
MOST_PLACES: Final = 1_000_000
_EVENT_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")
_MAX_ERROR_CHARACTERS: Final = 256


class WrongState(ConditionFailed):
    """What was asked for is not possible in this state; nothing was changed."""


def shard_of(request_id: str) -> int:
    """Return the part of its event's lists that a request stands in."""
    return bucket_of(request_id, SHARDS)


def check_event_id(event_id: str) -> str:
    """Refuse what cannot be an event's id, which stands in addresses and keys."""
    if not _EVENT_ID.fullmatch(event_id):
        raise OperationError(
            f"event_id: {event_id[:60]!r} is not an id. Use 1 to 60 lower-case letters, digits"
            " and '-', which is neither the first nor the last."
        )
    return event_id


def check_title(text: str) -> str:
    """Return a title in single spaces, if it is one."""
    title = " ".join(text.split())
    if not 0 < len(title) <= 200 or not title.isprintable():
        raise OperationError("title: use 1 to 200 printable characters.")
    return title


def check_capacity(total: int) -> int:
    """Refuse a number of places that cannot be meant."""
    if not 0 < total <= MOST_PLACES:
        raise OperationError(f"capacity: {total} is not between 1 and {MOST_PLACES}.")
    return total


def short_error(text: str) -> str:
    """Return an error's text in the length that a request keeps of it."""
    return " ".join(text.split())[:_MAX_ERROR_CHARACTERS]
