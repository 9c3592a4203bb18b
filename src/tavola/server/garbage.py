"""When the garbage collector looks through everything: only while the server has little to do.

A full collection visits every list and map that is alive, in one piece: 20 to 50 ms for one item
with as many members as there may be, and a quarter of a second while eight requests hold such
items. What the process began with is never garbage, and requests leave no cycles behind
(`tests/engine/test_refusals_leave_nothing.py`); what is young is still collected as it comes.
"""

from __future__ import annotations

import gc
from typing import Final

__all__ = ["PatientCollector"]

_NEVER: Final = 1_000_000_000


class PatientCollector:
    """Has the process's garbage collector wait for a calm moment; for processes that only serve."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()

    def start(self) -> None:
        """Leave out what is there, and let nothing but `look` start a full collection."""
        gc.freeze()
        gc.set_threshold(*self._usual[:2], _NEVER)

    def look(self, *, is_calm: bool) -> bool:
        """Collect, and say so, if it is time and nobody has to wait for it."""
        is_time = gc.get_count()[2] > self._usual[2]
        if is_time and is_calm:
            gc.collect()
        return is_time and is_calm

    def stop(self) -> None:
        """Leave the collector as it was."""
        gc.set_threshold(*self._usual)
        gc.unfreeze()
