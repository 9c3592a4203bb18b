"""Cancellations: how a transaction says which of its actions failed, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from tavola.errors import (
    CancellationReason,
    CollectionTooLarge,
    ConditionFailed,
    StoreError,
    TransactionCancelled,
    held_item,
)

__all__ = ["DUPLICATE", "MAX_TRANSACTION_BYTES", "NO_REASON", "OVERSIZE", "cancel", "reason_of"]

# DynamoDB: 4 MB for all items of a transaction. Developer guide, transaction-apis.
MAX_TRANSACTION_BYTES: Final = 4 << 20

DUPLICATE: Final = "Transaction request cannot include multiple operations on one item"
OVERSIZE: Final = (
    "Collection size of items exceeded, which can also be caused by the aggregate size of the "
    "items in the transaction exceeding the 4MB limit"
)


NO_REASON: Final = CancellationReason("None")
"""Says that an action was not the cause."""


def reason_of(error: StoreError) -> CancellationReason:
    """Turn the refusal of one action into a reason."""
    if error.code == "DuplicateItemException":
        return CancellationReason("DuplicateItem", error.message)
    if isinstance(error, ConditionFailed):
        return CancellationReason("ConditionalCheckFailed", error.message, held_item(error))
    if isinstance(error, CollectionTooLarge):
        return CancellationReason("ItemCollectionSizeLimitExceeded", error.message)
    return CancellationReason("ValidationError", error.message)


def cancel(reasons: Sequence[CancellationReason]) -> NoReturn:
    """Refuse a transaction for these reasons, one per action."""
    codes = ", ".join(reason.code for reason in reasons)
    raise TransactionCancelled(
        f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]",
        reasons=reasons,
    )
