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
        _check_select(wanted, body, is_scan=older == "ScanFilter")
    if scope is None:
        return _SIMPLE[wanted]
    return Selection(
        projection=read_attributes(scope, body),
        filter=condition,
        is_count=wanted == "COUNT",
        is_whole=wanted == "ALL_ATTRIBUTES",
    )


def _check_select(wanted: str, body: Mapping[str, Any], *, is_scan: bool) -> None:
    """Refuse a `Select` that contradicts the other parameters."""
    named = next((name for name in ("AttributesToGet", "ProjectionExpression") if name in body), "")
    if wanted == "SPECIFIC_ATTRIBUTES":
        if not named:
            fault = (
                "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
                "SPECIFIC_ATTRIBUTES"
            )
            raise ValidationFailed(fault if is_scan else ONE_ERROR + fault)
    elif named:
        what = "only the Count" if wanted == "COUNT" else wanted
        raise ValidationFailed(f"Cannot specify the {named} when choosing to get {what}")
    elif wanted == "ALL_PROJECTED_ATTRIBUTES" and "IndexName" not in body:
        raise ValidationFailed(
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"
        )


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
