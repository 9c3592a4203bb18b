"""A stream tells the same changes as dynoxide's; ExtendDB's take a second to begin."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.difference.changes import KEYS, NAME, changes, real, writes
from tests.difference.compare import Request
from tests.difference.conftest import Comparison
from tests.difference.examples import few

LIFE = (
    Request("PutItem", NAME | {"Item": KEYS[0] | {"a": {"S": "x"}}}),
    Request(
        "UpdateItem",
        NAME
        | {
            "Key": KEYS[0],
            "UpdateExpression": "SET a = :v",
            "ExpressionAttributeValues": {":v": {"S": "y"}},
        },
    ),
    Request("DeleteItem", NAME | {"Key": KEYS[0]}),
    Request("DeleteItem", NAME | {"Key": KEYS[0]}),
)


@few
@given(writes())
def test_the_images_in_a_stream_are_alike(comparison: Comparison, requests: list[Request]) -> None:
    (dynoxide,) = comparison.with_only("dynoxide").references

    ours = changes(comparison.ours, "NEW_AND_OLD_IMAGES", requests)

    assert ours == real(changes(dynoxide, "NEW_AND_OLD_IMAGES", requests))


@pytest.mark.parametrize("view", ["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"])
def test_every_view_of_an_items_life_is_alike(comparison: Comparison, view: str) -> None:
    (dynoxide,) = comparison.with_only("dynoxide").references

    assert changes(comparison.ours, view, LIFE) == changes(dynoxide, view, LIFE)
