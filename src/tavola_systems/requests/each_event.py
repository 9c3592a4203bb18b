"""Looking after many events: one that cannot be looked after holds up no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from tavola.errors import TavolaError

__all__ = ["EachEvent", "EventsFailed"]

_SHORTEST_PAUSE: Final = timedelta(seconds=1)
_LONGEST_PAUSE: Final = timedelta(seconds=30)
"""How rarely an event is tried again that fails each time."""


class EventsFailed(TavolaError):
    """Some events could not be looked after; the first one's error is the cause."""


class EachEvent:
    """Does something for event after event; those that failed are left alone for a while."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._pauses: dict[str, timedelta] = {}
        self._not_before: dict[str, datetime] = {}

    def do(self, event_ids: Iterable[str], act: Callable[[str], int]) -> int:
        """Do it for all whose turn it is, and say how much that was; complain at the end."""
        done, failed = 0, dict[str, Exception]()
        for event_id in event_ids:
            if self._is_left_alone(event_id):
                continue
            try:
                done += act(event_id)
            except Exception as error:  # noqa: BLE001 - it is told when the others are done
                self._leave_alone(event_id)
                failed[event_id] = error
            else:
                self._pauses.pop(event_id, None)
        if failed:
            names = ", ".join(failed)
            raise EventsFailed(f"events: {names:.200} cannot be looked after.") from next(
                iter(failed.values())
            )
        return done

    def _is_left_alone(self, event_id: str) -> bool:
        until = self._not_before.get(event_id)
        return until is not None and until > self._now()

    def _leave_alone(self, event_id: str) -> None:
        pause = self._pauses.get(event_id, _SHORTEST_PAUSE)
        self._pauses[event_id] = min(_LONGEST_PAUSE, 2 * pause)
        self._not_before[event_id] = self._now() + pause
