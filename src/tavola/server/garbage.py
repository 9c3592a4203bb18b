"""When the garbage collector looks: only while the server has little to do.

A collection visits all that is new, or all that is alive, in one piece. One young list of 190,000
maps makes even the smallest kind last 40 ms, and a full one lasts a quarter of a second while eight
requests hold such items. There is little to find: requests and connections leave no cycles behind
(`tests/engine/test_refusals_leave_nothing.py`, `tests/server/test_garbage.py`). So none starts by
itself before far more lists and maps are new than the largest requests hold at one time.

Where too many are new to be visited in one piece they are left out unseen: they are in caches, or
will be freed without the collector's help. Should there be cycles among them, they are found when
no client is connected.
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


class PatientCollector:
    """Has the process's garbage collector wait for a calm moment; for processes that only serve."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()
        self._has_unseen = False

    def start(self) -> None:
        """Leave out what is there, and let hardly anything but `look` start a collection."""
        gc.freeze()
        gc.set_threshold(_MOST_NEW, self._usual[1], _NEVER)

    def look(self, *, is_calm: bool, has_clients: bool) -> bool:
        """Collect, and say so, if it is time and nobody has to wait for it.

        What is alive then is in caches for long, or is freed without the collector's help, so it is
        left out from then on.
        """
        new = gc.get_count()[0]
        if not is_calm or (new <= WORTH_A_LOOK and (has_clients or not self._has_unseen)):
            return False
        is_too_long = has_clients and new > MOST_AT_ONCE
        if is_too_long:
            self._has_unseen = True
        else:
            self._collect(everything=self._has_unseen and not has_clients)
        gc.freeze()
        return not is_too_long

    def _collect(self, *, everything: bool) -> None:
        if everything:
            gc.unfreeze()
            self._has_unseen = False
        gc.collect()

    def stop(self) -> None:
        """Leave the collector as it was."""
        gc.set_threshold(*self._usual)
        gc.unfreeze()
