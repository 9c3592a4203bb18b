"""Requests and capacity, added up while a program runs."""

from __future__ import annotations

import threading

from msgspec import Struct

from tavola.stores.observing import RequestEvent


class Total(Struct):
    """What requests of one kind added up to."""

    requests: int = 0
    retries: int = 0
    errors: int = 0
    seconds: float = 0.0
    capacity: float = 0.0


class CapacityTotals:
    """An observer that adds up requests and capacity per access pattern, or action without one."""

    def __init__(self) -> None:
        self.totals: dict[str, Total] = {}
        self._lock = threading.Lock()

    def __call__(self, event: RequestEvent) -> None:
        """Count one event; threads may do so at once."""
        with self._lock:
            total = self.totals.setdefault(event.access_pattern or event.action, Total())
            total.requests += 1
            total.retries += event.retries
            total.errors += event.error_code is not None
            total.seconds += event.seconds
            total.capacity += event.capacity or 0.0
