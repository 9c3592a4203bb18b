"""Pieces that the strategies for requests share."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.difference import values as va
from tests.difference.compare import Request
from tests.difference.tables import PARTITIONS, SORT_BINARIES, SORT_NUMBERS, Item, Table

Body = dict[str, Any]

CAPACITY = st.sampled_from(["NONE", "TOTAL", "INDEXES"])
METRICS = st.sampled_from(["NONE", "SIZE"])
RETURNS = ("NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW")
POOLS: dict[str, list[va.Value]] = {
    "S": [{"S": text} for text in ("l0", "l2", "l", "zz", *PARTITIONS)],
    "N": [{"N": text} for text in (*SORT_NUMBERS, "-4", "1.0", "-3", "100")],
    "B": [{"B": text} for text in SORT_BINARIES[1:]],
}


def chance(draw: st.DrawFn, one_in: int) -> bool:
    """Draw a rare True; what is simplest is False."""
    return draw(st.integers(0, one_in - 1)) == one_in - 1


def optional(**parameters: st.SearchStrategy[Any]) -> st.SearchStrategy[Body]:
    return st.fixed_dictionaries({}, optional=parameters)


def read_back(table: Table, key: Item) -> Request:
    body = {"TableName": table.name, "Key": key, "ConsistentRead": True}
    return Request("GetItem", body, only_helps=True)


def given(table: Table, key: Item, item: Item | None) -> Request:
    """Return the request after which `item`, or nothing, stands at `key`."""
    if item is None:
        return Request("DeleteItem", {"TableName": table.name, "Key": key}, only_helps=True)
    return Request("PutItem", {"TableName": table.name, "Item": item}, only_helps=True)


def item_at(table: Table, key: Item) -> st.SearchStrategy[Item]:
    return va.attributes(table).map(lambda others: {**others, **key})


@cache
def write_options(returns: tuple[str, ...]) -> st.SearchStrategy[Body]:
    return optional(
        ReturnValues=st.sampled_from(returns),
        ReturnConsumedCapacity=CAPACITY,
        ReturnItemCollectionMetrics=METRICS,
        ReturnValuesOnConditionCheckFailure=st.sampled_from(["NONE", "ALL_OLD"]),
    )
