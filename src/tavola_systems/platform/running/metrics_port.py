"""Metrics on a port of their own, for a collector that carries no token."""

from __future__ import annotations

from threading import Thread
from typing import Any

from prometheus_client import start_http_server

from tavola_systems.platform.http.metrics import Metrics

__all__ = ["MetricsPort"]


class MetricsPort:
    """A second port that answers with the metrics, whatever is asked for."""

    def __init__(self, metrics: Metrics, host: str, port: int) -> None:
        """Listen; OSError if the port is not free, and 0 takes a free one."""
        server, self._thread = _listen(metrics, host, port)
        self._server: Any = server
        self.port: int = server.server_port

    def close(self) -> None:
        """Free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _listen(metrics: Metrics, host: str, port: int) -> tuple[Any, Thread]:
    return start_http_server(port, host, metrics.registry)
