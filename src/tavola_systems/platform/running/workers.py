"""Threads that do the work beside the requests."""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import PurePath
from threading import Event, Thread, local
from typing import Final

from tavola.errors import TavolaError
from tavola_systems.platform.system import BackgroundWork

__all__ = ["WorkerThreads", "error_line"]


_MOST_CHARACTERS: Final = 500
_REST: Final = 7
"""How many times as long as it has computed a thread rests that lets others go first."""


class _Computed(local):
    """CPU seconds of a thread when it last gave way, if it has."""

    seconds: float | None = None


class WorkerThreads:
    """One thread for each worker; they end between two steps, and let go of what they hold."""

    def __init__(
        self,
        log: Callable[[str], None],
        *,
        computed: Callable[[], float] = time.thread_time,
        stop: Event | None = None,
        pause_after_error: float = 5.0,
    ) -> None:
        self._log = log
        self._computed = computed
        self._last = _Computed()
        self._stop = stop or Event()
        self._pause_after_error = pause_after_error
        self._threads: list[Thread] = []

    def start(self, workers: Sequence[BackgroundWork]) -> None:
        """Begin to work."""
        for worker in workers:
            thread = Thread(target=self._work, args=(worker,), name=worker.name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Let each thread finish its step, and wait for that."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def give_way(self) -> bool:
        """Let whoever else computes in this process go first; True if it is time to stop.

        A thread with much to do takes half of the process from the requests, which all wait for the
        interpreter's lock. One that calls this between two pieces of work takes an eighth at most.
        """
        now, last = self._computed(), self._last.seconds
        self._last.seconds = now
        return self._stop.wait(_REST * (now - last) if last is not None else 0.0)

    def _work(self, worker: BackgroundWork) -> None:
        while not self._stop.is_set():
            pause = worker.pause_seconds
            try:
                if worker.step():
                    continue
            except Exception as error:  # noqa: BLE001 - it is told, and a thread never vanishes
                self._complain(worker, error)
                pause = max(pause, self._pause_after_error)
            self._stop.wait(pause)
        try:
            if worker.stop is not None:
                worker.stop()
        except Exception as error:  # noqa: BLE001 - it is told, and a thread never vanishes
            self._complain(worker, error)

    def _complain(self, worker: BackgroundWork, error: Exception) -> None:
        self._log(json.dumps({"worker": worker.name, "error": error_line(error)}))


def error_line(error: BaseException) -> str:
    """Tell an error in one line: what it is, where a mistake of ours is, and what caused it."""
    line = f"{type(error).__name__}: {error}"[:_MOST_CHARACTERS]
    if not isinstance(error, TavolaError | OSError) and error.__traceback__ is not None:
        last = traceback.extract_tb(error.__traceback__)[-1]
        line += f" ({PurePath(last.filename).name}:{last.lineno})"
    cause = error.__cause__
    return line if cause is None else f"{line} Cause: {error_line(cause)}"[: 2 * _MOST_CHARACTERS]
