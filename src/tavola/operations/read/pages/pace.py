"""How many items a query asks for at a time, while it does not know how many it will keep."""

from __future__ import annotations

from typing import Any


class PageSizes:
    """Begins with what is wanted, and doubles.

    Of what is read a filter or an expiry may drop much, and items of other models may stand between
    two of the model's own.
    """

    def __init__(self, wanted: int | None, *, at_least: int = 1) -> None:
        self._wanted = wanted
        self._next = at_least

    def set_limit(self, body: dict[str, Any], have: int) -> None:
        """Write into a Query how many items to read next, to get from `have` to what is wanted."""
        if self._wanted is None:
            return
        # One more than wanted, so that a full page knows whether there is another.
        body["Limit"] = max(self._wanted - have + 1, self._next)
        self._next = 2 * int(body["Limit"])
