"""Threads that do the work beside the requests."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread, local
from typing import Final

from tavola.errors import TavolaError
from tavola_systems.platform.system import BackgroundWork

__all__ = ["WorkerThreads"]


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
    ) -> None:
        self._log = log
        self._computed = computed
        self._last = _Computed()
        self._stop = stop or Event()
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
            except (TavolaError, OSError) as error:
                self._complain(worker, error)
                pause = max(pause, 5.0)
            self._stop.wait(pause)
        try:
            if worker.stop is not None:
                worker.stop()
        except (TavolaError, OSError) as error:
            self._complain(worker, error)

    def _complain(self, worker: BackgroundWork, error: Exception) -> None:
        line = {"worker": worker.name, "error": f"{type(error).__name__}: {error}"[:500]}
        self._log(json.dumps(line))
