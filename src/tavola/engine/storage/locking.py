"""A turnstile before the write lock, so that writers get it in turn, across threads and processes.

It knows nothing of SQLite: the storage passes the turnstile before it begins a write transaction.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

__all__ = ["Turnstile", "Waiter"]

_SHORT_PAUSE_SECONDS = 0.00005
_LONG_PAUSE_SECONDS = 0.001
_YIELDS = 20
_SHORT_PAUSES = 60


class Waiter:
    """Waits for a lock that others hold, attempt by attempt, within limits."""

    def __init__(self, lock_seconds: float) -> None:
        self._lock_seconds = lock_seconds
        self._since = 0.0

    def wait(self, attempt: int) -> bool:
        """Pause before the next attempt; False when it has taken too long. The first is 0."""
        now = time.monotonic()
        if attempt == 0:
            self._since = now
        _pause(attempt)
        return now - self._since < self._lock_seconds


def _pause(attempt: int) -> None:
    # Hardly at first, a millisecond later on.
    if attempt < _YIELDS:
        time.sleep(0)
    else:
        time.sleep(_SHORT_PAUSE_SECONDS if attempt < _SHORT_PAUSES else _LONG_PAUSE_SECONDS)


class Turnstile:
    """Lets one writer at a time wait for the write lock.

    A plain lock lets whoever just left come straight back in, before those it woke have run. The
    next in line keeps the turnstile until the write lock is its own, so whoever leaves must queue.
    """

    def __init__(self, path: Path, mode: int = 0o644) -> None:
        """Open the lock file; one that is not there is made with this mode."""
        self.path = path
        self._mode = mode
        self._threads = threading.RLock()
        """One that knows whose it is; nobody enters twice."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, mode)

    def enter(self, lock_seconds: float) -> bool:
        """Wait at most `lock_seconds`; False if the turnstile did not become free."""
        if not self._threads.acquire(timeout=lock_seconds):
            return False
        is_inside = False
        try:
            is_inside = _lock(self._file) or _poll(self._file, lock_seconds)
        finally:
            if not is_inside:
                self._threads.release()
        return is_inside

    def leave(self) -> None:
        """Let the next one wait for the write lock."""
        _unlock(self._file)
        self._threads.release()

    def reopen(self) -> None:
        """Start afresh in a forked process: neither locks nor the open file are shared with it."""
        os.close(self._file)
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, self._mode)
        self._threads = threading.RLock()

    def abandon(self) -> None:
        """Leave after an interruption, if this thread is still inside or half way."""
        if self._threads.acquire(blocking=False):
            _unlock(self._file)
            with suppress(RuntimeError):  # it has been given back as often as it was taken
                while True:
                    self._threads.release()

    def close(self) -> None:
        """Close the lock file."""
        os.close(self._file)


def _poll(file: int, lock_seconds: float) -> bool:
    # A blocking flock has no time limit, so a stopped holder would block for ever.
    waiter = Waiter(lock_seconds)
    attempt = 0
    while waiter.wait(attempt):
        if _lock(file):
            return True
        attempt += 1
    return False


if sys.platform == "win32":

    def _lock(file: int) -> bool:
        # Without flock, processes are left to SQLite's own lock, which is safe but not fair.
        return True

    def _unlock(file: int) -> None:
        return None

else:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock

    def _lock(file: int) -> bool:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: int) -> None:
        flock(file, LOCK_UN)
