"""Which refusals may pass, and how long to wait before trying again."""

from __future__ import annotations

import msgspec

from tavola.backoff import Backoff, RetryBudget
from tavola.errors import (
    StoreError,
    Throttled,
    TransactionCancelled,
    TransactionConflict,
    TransactionInProgress,
)

_PASSING = (Throttled, TransactionConflict, TransactionInProgress)
_PASSING_REASONS = frozenset(
    {"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "None"}
)


# How often an operation reads an item again because another writer was faster.
MAX_RACES = 40


def may_pass(error: StoreError) -> bool:
    """Say whether the very same request may succeed a little later.

    Broken connections and 5xx answers are the store's business: only it knows whether a
    request was sent.
    """
    if isinstance(error, TransactionCancelled):
        return bool(error.reasons) and all(
            reason.code in _PASSING_REASONS for reason in error.reasons
        )
    return isinstance(error, _PASSING)


class Retries(Backoff, frozen=True):
    """How often and how soon the operations of a table try again; they share one budget."""

    first_seconds: float = 0.025
    attempts: int = 8
    budget: RetryBudget = msgspec.field(default_factory=RetryBudget)

    def pause_of_race(self, race: int) -> float:
        """Return the pause before an item is read again that another writer was faster to change.

        It grows from what a write takes in the process to what many writers far away need.
        """
        return self.random() * min(0.5, 0.001 * 1.6**race)

    def pause_after(self, refusal: StoreError, tries: int) -> float | None:
        """Return the pause before the same step again, or None to give up."""
        if tries >= self.attempts or not may_pass(refusal) or not self.budget.take():
            return None
        return self.pause(tries)
