"""Threads that do the work beside the requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from threading import Event, Thread

from tavola.errors import TavolaError
from tavola_systems.platform.system import Worker

__all__ = ["WorkerThreads"]


class WorkerThreads:
    """One thread for each worker; they end between two steps, and let go of what they hold."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._stop = Event()
        self._threads: list[Thread] = []

    def start(self, workers: Sequence[Worker]) -> None:
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

    def _work(self, worker: Worker) -> None:
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

    def _complain(self, worker: Worker, error: Exception) -> None:
        line = {"worker": worker.name, "error": f"{type(error).__name__}: {error}"[:500]}
        self._log(json.dumps(line))
