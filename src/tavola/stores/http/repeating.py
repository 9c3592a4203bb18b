"""Which requests may be sent twice (docs/adr/0006).

It knows neither connections nor clocks.
"""

from __future__ import annotations

import re
from typing import Any, Final

from tavola.wire.actions import traits_of

# Functions, arithmetic and places in lists: what they write depends on what stands there.
_DEPENDS_ON_THE_OLD_ITEM: Final = re.compile(r"\bADD\b|[+\-(\[]", re.IGNORECASE)
_CONSTANT: Final = re.compile(r"=\s*:")


def is_repeatable(action: str, body: dict[str, Any]) -> bool:
    """Say whether sending a request twice leaves the same items and gives the same answer."""
    match traits_of(action).repeatable:
        case "always":
            return True
        case "with token":
            return "ClientRequestToken" in body
        case "if unconditional":
            return _is_unconditional(body)
        case "if constant":
            return _is_unconditional(body) and _sets_constants(body)
        case "never":
            return False


def _is_unconditional(body: dict[str, Any]) -> bool:
    # The second answer to ALL_OLD would show what the first one wrote.
    return (
        "ConditionExpression" not in body
        and "Expected" not in body
        and body.get("ReturnValues", "NONE") in ("NONE", "ALL_NEW", "UPDATED_NEW")
    )


def _sets_constants(body: dict[str, Any]) -> bool:
    """Whether an update would write the same to any item, its own result too."""
    expression: str | None = body.get("UpdateExpression")
    if expression is None or "AttributeUpdates" in body:
        return False
    if _DEPENDS_ON_THE_OLD_ITEM.search(expression):
        return False
    return len(_CONSTANT.findall(expression)) == expression.count("=")
