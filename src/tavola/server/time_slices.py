"""Long reads take turns: what lasts goes on in slices, after all short requests.

A request has its first slice at once, in the turn of the event loop that read it, unless that turn
has already had a slice's time; then it begins in one of the next turns, behind those that came
before it. What its first slice does not end joins a line, of which the first has one slice in every
turn of the loop: the requests that came meanwhile are answered between two slices. So a read of any
length, and any number of them, holds others up for a slice of those that begin and one of those
that go on. It must not know what is read: `Engine.start` makes the steps.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from typing import Final

from tavola.server.responder import Outcome

Work = Generator[None, None, Outcome]
"""Yields when its slice is over; returns the outcome."""
Deliver = Callable[[Outcome], None]

_Waiting = tuple[Work, Deliver, Callable[[], bool]]

FIRST_SLICE_SECONDS: Final = 0.002
SLICE_SECONDS: Final = 0.005
# A turn has too few of shorter ones to matter.
_COUNTED_SECONDS: Final = 0.0002
MAX_UNDER_WAY: Final = 8
"""How many take turns; each may hold an answer of up to 16 MB. Others wait for one to end."""

MAX_LARGE_ITEMS: Final = 2
"""How many items of many members may be held decoded; each takes up to 60 MB."""


class SlicePace:
    """Says when the slice under way is over, by a clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until = 0.0
        self._large_items = 0

    def begin(self, seconds: float) -> None:
        """Start a slice."""
        self._until = self._now() + seconds

    def moment_after(self, seconds: float) -> float:
        """Return when so much time will have passed."""
        return self._now() + seconds

    def is_past(self, moment: float) -> bool:
        """Return whether a moment has come."""
        return self._now() >= moment

    def is_over(self) -> bool:
        """Return whether others should go first now."""
        return self._now() >= self._until

    def take_room(self) -> bool:
        """Return whether one more large item may be held decoded, and count it."""
        if self._large_items == MAX_LARGE_ITEMS:
            return False
        self._large_items += 1
        return True

    def give_room_back(self) -> None:
        """Hold one large item less."""
        self._large_items -= 1


class LoopTurn:
    """How long the requests of this turn of the event loop have taken."""

    def __init__(self, loop: asyncio.AbstractEventLoop, now: Callable[[], float]) -> None:
        self._loop = loop
        self._now = now
        self._begun = 0.0
        self._spent = 0.0

    def begin(self) -> None:
        """Start a request."""
        self._begun = self._now()

    def end(self) -> float:
        """End it; gives the seconds that it took."""
        seconds = self._now() - self._begun
        if seconds >= _COUNTED_SECONDS:
            if not self._spent:
                self._loop.call_soon(self._renew)
            self._spent += seconds
        return seconds

    def is_over(self) -> bool:
        """Return whether what takes long should wait for another turn."""
        return self._spent >= SLICE_SECONDS

    def _renew(self) -> None:
        self._spent = 0.0


class TimeSlices:
    """The line of long reads of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, pace: SlicePace) -> None:
        self._loop = loop
        self.pace = pace
        self._new: deque[_Waiting] = deque()
        """Those that have not begun."""
        self._line: deque[_Waiting] = deque()
        """Those that take turns."""
        self._waiting: deque[_Waiting] = deque()
        """Those that come when one of these has ended."""
        self._is_called = False

    @property
    def has_new(self) -> bool:
        """Whether some wait to begin: what comes now is to wait behind them."""
        return bool(self._new)

    @property
    def is_empty(self) -> bool:
        """Whether nothing has begun, or waits to."""
        return not (self._new or self._line)

    def run(self, work: Work) -> Outcome | None:
        """Run the first slice; the outcome, or None if there is more to do than that."""
        self.pace.begin(FIRST_SLICE_SECONDS)
        try:
            next(work)
        except StopIteration as done:
            outcome: Outcome = done.value
            return outcome
        return None

    def begin_later(self, work: Work, deliver: Deliver, is_wanted: Callable[[], bool]) -> None:
        """Run a work in one of the next turns; `deliver` is called with the outcome."""
        self._new.append((work, deliver, is_wanted))
        self._call()

    def line_up(self, work: Work, deliver: Deliver, is_wanted: Callable[[], bool]) -> None:
        """Go on with what the first slice left; `deliver` is called with the outcome.

        What nobody wants any more ends without one.
        """
        self._call()
        if len(self._line) < MAX_UNDER_WAY:
            self._line.append((work, deliver, is_wanted))
        else:
            self._waiting.append((work, deliver, is_wanted))

    def _call(self) -> None:
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        self._is_called = False
        if self._new:
            self._begin_some()
        if self._line:
            self._go_on_with_one()
        if self._new or self._line:
            self._call()

    def _begin_some(self) -> None:
        """Give those that wait to begin their first slice, until that has taken one's time."""
        end = self.pace.moment_after(SLICE_SECONDS)
        while self._new:
            work, deliver, is_wanted = self._new.popleft()
            if is_wanted():
                outcome = self.run(work)
                if outcome is None:
                    self.line_up(work, deliver, is_wanted)
                else:
                    self._give(deliver, outcome)
            if self.pace.is_past(end):
                return

    def _go_on_with_one(self) -> None:
        """Give the first in line a slice; it joins the end if that was not enough."""
        work, deliver, is_wanted = self._line.popleft()
        if is_wanted():
            self.pace.begin(SLICE_SECONDS)
            try:
                next(work)
            except StopIteration as done:
                self._give(deliver, done.value)
            else:
                self._line.append((work, deliver, is_wanted))
        if self._waiting and len(self._line) < MAX_UNDER_WAY:
            self._line.append(self._waiting.popleft())

    def _give(self, deliver: Deliver, outcome: Outcome) -> None:
        try:
            deliver(outcome)
        except Exception as error:  # noqa: BLE001 - one client's failure must not cost others theirs
            context = {"message": "an answer was not delivered", "exception": error}
            self._loop.call_exception_handler(context)
