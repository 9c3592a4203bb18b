"""What a Query or Scan wants of the items it reads: filter, attributes, or only their number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavola.engine.items.key_ranges import ReadTarget
from tavola.engine.request.expression_use import read_attributes, read_filter
from tavola.engine.request.messages import ONE_ERROR
from tavola.errors import ValidationFailed
from tavola.expressions import Condition, Projection, Scope

__all__ = ["Selection", "check_target", "read_selection"]


class Selection(Struct, frozen=True):
    """What is returned of each item; `is_fetched` if a local index must ask the table for it."""

    filter: Condition | None = None
    projection: Projection | None = None
    is_count: bool = False
    is_whole: bool = False
    is_fetched: bool = False


_SIMPLE: Mapping[str | None, Selection] = {
    None: Selection(),
    "ALL_PROJECTED_ATTRIBUTES": Selection(),
    "ALL_ATTRIBUTES": Selection(is_whole=True),
    "COUNT": Selection(is_count=True),
}
"""What `Select` alone says."""


def read_selection(scope: Scope | None, body: Mapping[str, Any], older: str) -> Selection:
    """Read filter, projection and `Select`; `older` is what the filter was called before."""
    wanted = body.get("Select")
    # DynamoDB: of several faults the filter's is named first, the projection's last.
    condition = None if scope is None else read_filter(scope, body, older)
    if wanted is not None:
        fault = _find_conflict(wanted, body)
        if fault is not None:
            # DynamoDB: a query counts this fault, a scan does not.
            raise ValidationFailed(fault if older == "ScanFilter" else ONE_ERROR + fault)
    if scope is None:
        return _SIMPLE[wanted]
    return Selection(
        projection=read_attributes(scope, body),
        filter=condition,
        is_count=wanted == "COUNT",
        is_whole=wanted == "ALL_ATTRIBUTES",
    )


def _find_conflict(wanted: str, body: Mapping[str, Any]) -> str | None:
    """Say how a `Select` contradicts the other parameters, if it does."""
    named = next((name for name in ("AttributesToGet", "ProjectionExpression") if name in body), "")
    if wanted == "SPECIFIC_ATTRIBUTES":
        if named:
            return None
        return (
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
            "SPECIFIC_ATTRIBUTES"
        )
    if named:
        what = "only the Count" if wanted == "COUNT" else wanted
        return f"Cannot specify the {named} when choosing to get {what}"
    if wanted == "ALL_PROJECTED_ATTRIBUTES" and "IndexName" not in body:
        return "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"
    return None


def check_target(target: ReadTarget, selection: Selection) -> Selection:
    """Refuse what an index cannot give, or say that it must be fetched from the table."""
    index = target.index
    if index is None or not index.is_projected:
        return selection
    wanted = frozenset[str]() if selection.projection is None else selection.projection.attributes
    missing = wanted - {*target.key_names, *index.non_key_attributes}
    if not index.is_global:
        return replace(selection, is_fetched=selection.is_whole or bool(missing))
    if selection.is_whole:
        raise ValidationFailed(
            "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
            f"supported for global secondary index {index.name} because its projection type is "
            "not ALL"
        )
    if missing:
        # DynamoDB: a global index cannot fetch from its table. Developer guide, GSI.
        raise ValidationFailed(
            "One or more parameter values were invalid: Global secondary index "
            f"{index.name} does not project [{', '.join(sorted(missing))}]"
        )
    return selection
