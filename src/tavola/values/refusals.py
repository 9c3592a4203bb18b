"""Refusals of values: DynamoDB's newer and older checks word some of them differently."""

from __future__ import annotations

from tavola.errors import ValidationFailed

__all__ = ["ValueRefused"]


class ValueRefused(ValidationFailed):
    """A value that DynamoDB does not take; `older` is what its older checks say instead."""

    def __init__(self, message: str, older: str | None = None) -> None:
        super().__init__(message)
        self.older = message if older is None else older
