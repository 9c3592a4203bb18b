"""Counts and times of requests, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """What one process has seen."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "tavola_requests_total",
            "Requests that were answered.",
            ["route", "method", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "tavola_request_seconds",
            "Time from the first byte of a request to the last of its answer.",
            ["route"],
            buckets=_BUCKETS,
            registry=self.registry,
        )

    def observe(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request; the route is a template, so that ids do not multiply series."""
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def add_depth(self, queue: str, depth: Callable[[], float]) -> None:
        """Show how much waits in a queue, asked for when the metrics are read."""
        name = f"tavola_{queue}_waiting"
        Gauge(name, f"What waits in {queue}.", registry=self.registry).set_function(depth)

    def render(self) -> bytes:
        """Write all metrics in Prometheus's text form."""
        return generate_latest(self.registry)
