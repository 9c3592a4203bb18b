"""When the garbage collector looks: only while the server has little to do.

A collection visits all that is new, or all that is alive, in one piece. One young list of 190,000
maps makes even the smallest kind last 40 ms, and a full one lasts a quarter of a second while eight
requests hold such items. There is little to find: requests and connections leave no cycles behind
(`tests/engine/test_refusals_leave_nothing.py`, `tests/server/test_garbage.py`). So none starts by
itself before far more lists and maps are new than the largest requests hold at one time.

Where too many are new to be visited in one piece they are left out unseen: they are in caches, or
will be freed without the collector's help. Should there be cycles among them, they are found when
no client is connected.

Pools of clients may never leave, and do not keep everything else from being looked at for ever:
when more than twice as much is left out as after the last time that everything was looked at, and
`MOST_LEFT_OUT` beyond, clients wait once at a calm moment. Who only holds much so waits ever more
rarely, and cycles never make up much more than half of what is held.
"""

from __future__ import annotations

import gc
from typing import Final

__all__ = ["PatientCollector"]

_NEVER: Final = 1_000_000_000
_MOST_NEW: Final = 2_000_000
"""Lists and maps since the last collection; past that something does leave cycles behind."""
WORTH_A_LOOK: Final = 20_000
"""How many more there have to be than before until a calm moment is used."""
MOST_AT_ONCE: Final = 100_000
"""How many more are visited while clients are connected: some 20 ms."""
MOST_LEFT_OUT: Final = 2_000_000
"""How many more than twice those that are alive may be left out while clients are connected."""


class PatientCollector:
    """Has the process's garbage collector wait for a calm moment; for processes that only serve."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()
        self._has_unseen = False
        self._alive = 0
        """How many were left out when everything had been looked at."""
        self._left_out = 0
        """How many were left out since they were counted, also those that are gone."""

    def start(self) -> None:
        """Leave out what is there, and let hardly anything but `look` start a collection."""
        gc.freeze()
        self._alive = gc.get_freeze_count()
        gc.set_threshold(_MOST_NEW, self._usual[1], _NEVER)

    def look(self, *, is_calm: bool, has_clients: bool) -> bool:
        """Collect, and say so, if it is time and nobody has to wait for it.

        What is alive then is in caches for long, or is freed without the collector's help, so it is
        left out from then on.
        """
        new = gc.get_count()[0]
        if not is_calm or (new <= WORTH_A_LOOK and (has_clients or not self._has_unseen)):
            return False
        everything = (self._has_unseen and not has_clients) or self._is_overdue(new)
        is_too_long = has_clients and new > MOST_AT_ONCE and not everything
        if is_too_long:
            self._has_unseen = True
        else:
            self._collect(everything=everything)
        gc.freeze()
        if everything:
            self._alive = gc.get_freeze_count()
        return not is_too_long

    def _is_overdue(self, new: int) -> bool:
        """Say whether more than half of what is left out may be cycles."""
        self._left_out += new
        if self._left_out <= MOST_LEFT_OUT:
            return False
        # To count them takes a while, so it is done as rarely.
        self._left_out = 0
        return gc.get_freeze_count() + new > 2 * self._alive + MOST_LEFT_OUT

    def _collect(self, *, everything: bool) -> None:
        if everything:
            gc.unfreeze()
            self._has_unseen = False
        gc.collect()

    def stop(self) -> None:
        """Leave the collector as it was."""
        gc.set_threshold(*self._usual)
        gc.unfreeze()
