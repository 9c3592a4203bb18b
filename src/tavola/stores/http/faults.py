"""What can go wrong between a store and its endpoint."""

from __future__ import annotations

from tavola.errors import StoreUnavailable


class TransportFault(StoreUnavailable):
    """No whole answer came; `is_sent` unless it is certain that the request did not leave whole."""

    def __init__(self, message: str, *, is_sent: bool) -> None:
        super().__init__(message)
        self.is_sent = is_sent
