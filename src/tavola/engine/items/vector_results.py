"""What a search shows of the items that it found."""

from __future__ import annotations

from array import array
from typing import Final

from tavola.engine.items.vector_search import Nearest
from tavola.engine.storage.catalog import TableInfo, VectorIndexInfo
from tavola.engine.storage.vector_rows import projected_entry
from tavola.expressions import Projection
from tavola.values import Item, canonical_number

__all__ = ["result_item"]

_DIGITS: Final = (6, 7, 8, 9)
"""Nine digits tell any two numbers of 32 bits apart; most need fewer."""


def result_item(
    table: TableInfo, index: VectorIndexInfo, near: Nearest, projection: Projection | None
) -> Item:
    """Show what the index projects; the vector itself only if it is asked for.

    # DynamoDB: Developer guide, VectorSearchWorkingWith.
    """
    item = projected_entry(table, index, near.item)
    if projection is None:
        return item
    name = index.attribute
    is_projected = index.projection == "ALL" or name in index.non_key_attributes
    if is_projected and name in projection.attributes:
        item[name] = {"L": [{"N": _shortest(each)} for each in near.vector]}
    return projection.apply(item)


def _shortest(number: float) -> str:
    """Write a number of 32 bits with as few digits as tell it from all others."""
    texts = (f"{number:.{digits}g}" for digits in _DIGITS)
    short = (text for text in texts if array("f", [float(text)])[0] == number)
    return canonical_number(next(short, repr(number)))
