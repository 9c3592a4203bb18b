"""What a refusal shows of an item: an item, also where the engine held it as bytes."""

from __future__ import annotations

import pickle

from msgspec.structs import replace

from tavola.errors import (
    CancellationReason,
    ConditionFailed,
    Item,
    TransactionCancelled,
    undecoded,
)
from tavola.wire.envelopes import render_error

ITEM: Item = {"id": {"S": "a"}}
WRITTEN = b'{"id": {"S": "a"}}'
CODE = "ConditionalCheckFailed"


def test_a_reason_is_made_and_changed_with_its_item() -> None:
    reason = CancellationReason(CODE, item=ITEM)

    assert replace(CancellationReason(CODE), item=ITEM) == reason
    assert repr(reason) == f"CancellationReason(code='{CODE}', message=None, item={ITEM!r})"


def test_reasons_of_undecoded_items_are_those_of_items() -> None:
    reason = CancellationReason(CODE, item=undecoded(WRITTEN))
    cancelled = TransactionCancelled("no", reasons=[reason])

    assert cancelled.reasons == (CancellationReason(CODE, item=ITEM),)
    assert cancelled.reasons[0] is cancelled.reasons[0]


def test_an_undecoded_item_is_decoded_once() -> None:
    refused = ConditionFailed("no", item=undecoded(WRITTEN))

    assert refused.item == ITEM
    assert refused.item is refused.item


def test_an_answer_is_written_from_the_bytes() -> None:
    reason = CancellationReason(CODE, item=undecoded(WRITTEN))

    refused = render_error(ConditionFailed("no", item=undecoded(WRITTEN)))
    cancelled = render_error(TransactionCancelled("no", reasons=[reason]))

    assert b'"Item":' + WRITTEN in refused[1]
    assert b'"Item":' + WRITTEN in cancelled[1]


def test_an_undecoded_item_travels() -> None:
    refused = pickle.loads(pickle.dumps(ConditionFailed("no", item=undecoded(WRITTEN))))

    assert refused.item == ITEM


class Stale(ConditionFailed):
    """Sets its item by itself."""

    def __init__(self, item: Item) -> None:
        super().__init__("stale")
        self.item = item


def test_a_refusal_of_ones_own_sets_its_item() -> None:
    assert Stale(ITEM).item == ITEM


def test_a_cancellation_takes_other_reasons() -> None:
    cancelled = TransactionCancelled("no")

    cancelled.reasons = [CancellationReason(CODE)]

    assert cancelled.reasons == (CancellationReason(CODE),)
