"""What can go wrong between a store and its endpoint."""

from __future__ import annotations

from tavola.errors import StoreUnavailable


class TransportFault(StoreUnavailable):
    """No whole answer came."""

    def __init__(self, message: str, *, is_sent: bool, is_final: bool = False) -> None:
        """Tell of a fault; `is_sent` unless it is certain that the request did not leave whole.

        What is final would happen at the next attempt too.
        """
        super().__init__(message)
        self.is_sent = is_sent
        self.is_final = is_final


class Refusal(StoreUnavailable):
    """A proxy or a certificate does not let us connect, and will not a moment later."""


def cannot_connect(where: str, error: Exception) -> TransportFault:
    """Make the fault of a connection that could not be opened."""
    reason = error.message if isinstance(error, StoreUnavailable) else str(error)
    if isinstance(error, TimeoutError):
        reason = "timed out"
    fault = TransportFault(
        f"cannot connect to {where}: {reason}", is_sent=False, is_final=isinstance(error, Refusal)
    )
    fault.__cause__ = error
    return fault
