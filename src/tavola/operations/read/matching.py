"""Conditions and updates evaluated here instead of in the database, for items read elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tavola.codec.decoder import RawItem
from tavola.expressions import tree
from tavola.expressions.render import Placeholders, render


def matcher(condition: tree.Condition | None) -> Callable[[RawItem], bool]:
    """Compile a condition for use on many items."""
    if condition is None:
        return lambda _: True
    from tavola.expressions.scope import Scope

    placeholders = Placeholders()
    text = render(condition, placeholders)
    # DynamoDB: parameters that name nothing are left out; empty ones are refused.
    values: dict[str, Any] | None = dict(placeholders.values) or None
    return Scope(placeholders.names, values).condition(text, kind="FilterExpression").matches


def bytes_matcher(condition: tree.Condition | None) -> Callable[[bytes | msgspec.Raw], bool]:
    """The same for items that are still bytes."""
    if condition is None:
        return lambda _: True
    matches = matcher(condition)
    return lambda item: matches(msgspec.json.decode(item))


def updated(body: Mapping[str, Any], item: RawItem) -> RawItem:
    """An item as an UpdateItem would leave it."""
    from tavola.expressions.scope import Scope

    scope = Scope(body.get("ExpressionAttributeNames"), body.get("ExpressionAttributeValues"))
    changed: Any = scope.update(body["UpdateExpression"]).apply(item)
    return dict(changed)
