"""One tree for DynamoDB's expressions, three verbs: render, parse, evaluate.

A request's expressions share one scope, which holds its `ExpressionAttributeNames` and
`ExpressionAttributeValues` and remembers which of them were used:

    scope = Scope(body.get("ExpressionAttributeNames"), body.get("ExpressionAttributeValues"))
    condition = scope.condition(text, kind="ConditionExpression")   # or "FilterExpression"
    update = scope.update(text)
    projection = scope.projection(text)
    keys = scope.key_condition(text)
    scope.check_all_used()

Each call parses (cached by text), resolves and checks, and raises ValidationFailed with AWS's
message. What comes back needs no scope any more:

    condition.matches(item)                  # bool; a missing item is {}
    condition.attributes                     # frozenset of top-level attribute names it reads
    new_item = update.apply(item)            # a new item; `item` is never changed; {} if missing
    update.attributes                        # frozenset of top-level names it writes
    update.touched(item)                     # what UPDATED_OLD / UPDATED_NEW return of an item
    projection.apply(item)                   # the projected item
    projection.attributes
    found = keys.bind(("pk",), ("sk",), {"pk": "S", "sk": "N"})  # names of partition, sort keys
    found.partition                          # the partition values: ({"S": "x"},)
    found.sort                               # sort values fixed by "=", in order
    found.operator, found.bounds             # None, or "<" "<=" ">" ">=" "between" "begins_with"

`legacy.py` makes the same objects of the parameters that expressions replaced.
Items are DynamoDB JSON in canonical form (`tavola.values.check_item`), as plain dicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.expressions.render import Placeholders, render
from tavola.late_names import late_names

if TYPE_CHECKING:
    from tavola.expressions.key_condition import KeyCondition, KeyRange
    from tavola.expressions.legacy import (
        legacy_condition,
        legacy_filter,
        legacy_key_condition,
        legacy_projection,
        legacy_update,
    )
    from tavola.expressions.scope import CompiledUpdate, Condition, Projection, Scope

__all__ = [
    "CompiledUpdate",
    "Condition",
    "KeyCondition",
    "KeyRange",
    "Placeholders",
    "Projection",
    "Scope",
    "legacy_condition",
    "legacy_filter",
    "legacy_key_condition",
    "legacy_projection",
    "legacy_update",
    "render",
]

# Models need the tree, only the engine needs the rest.
__getattr__ = late_names(
    __name__,
    {
        "tavola.expressions.key_condition": ("KeyCondition", "KeyRange"),
        "tavola.expressions.legacy": (
            "legacy_condition",
            "legacy_filter",
            "legacy_key_condition",
            "legacy_projection",
            "legacy_update",
        ),
        "tavola.expressions.scope": ("CompiledUpdate", "Condition", "Projection", "Scope"),
    },
)
