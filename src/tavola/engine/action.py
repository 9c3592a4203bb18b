"""What an action is: its name, what may stand in its request, its traits, and what it does.

    ACTION = Action("GetItem", run, INPUT)              # at the end of actions/get_item.py

A good request is passed on as it came. One that DynamoDB would read differently (a
null member, "true" for true, an ARN for a table's name) is passed on as DynamoDB reads it. Wrong
JSON types end in MalformedRequest, broken constraints in ValidationFailed, both in DynamoDB's words
and order. Attribute values are not looked into here: `reread` does that once an action has refused
a request, so that a wrong JSON type inside a value is reported first, as DynamoDB does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from tavola.engine.database import Database
from tavola.engine.pacing import Pace, Steps
from tavola.engine.request.messages import for_action, with_older_message
from tavola.engine.request.shapes import Fields, Predicate, StructureShape
from tavola.errors import ValidationFailed
from tavola.wire.actions import traits_of

__all__ = ["Action", "Run"]

_MAX_REPORTED_FAULTS: Final = 10

Run = Callable[[Database, dict[str, Any]], bytes]
"""Does what a request asks for and writes the response.

It may be called more than once for one request: when tables changed meanwhile, it starts again.
"""
RunInSteps = Callable[[Database, dict[str, Any], Pace], Steps]
"""The same, in steps between which others may go first."""
Report = Callable[[Mapping[str, Any], Sequence[str]], ValidationFailed]
"""Words the refusal of a request that breaks constraints."""


class Action:
    """One of DynamoDB's actions.

    `report` words broken constraints. `requires_table_first` says that a missing table name is
    reported before anything else, in its own words. Actions with `has_older_messages` still have
    the words for wrong values that DynamoDB has rewritten for others. What the API itself says of
    the action, such as that it writes items, is in `traits`.
    """

    def __init__(
        self,
        name: str,
        run: Run,
        fields: Fields,
        *,
        steps: RunInSteps | None = None,
        long_steps: RunInSteps | None = None,
        report: Report = for_action,
        requires_table_first: bool = False,
        has_older_messages: bool = False,
        may_run_apart: bool = False,
    ) -> None:
        self.name = name
        self.run = run
        self.steps = steps
        self.long_steps = steps or long_steps
        """What runs in steps what is short as a rule, when `run` has found that it is not."""
        self.traits = traits_of(name)
        self.names_resources = any(_is_resource(each) for each in fields)
        """Whether a parameter other than a table's name may be an ARN."""
        self.shows_resources = not self.traits.is_metered and not self.traits.statements
        """Whether its answer may have ARNs."""
        self.may_run_apart = may_run_apart or self.traits.writes_items
        """Whether it takes the lock of memory itself where it needs it."""
        self._input = StructureShape(f"{name}Input", fields)
        self._report = report
        self._requires_table_first = requires_table_first
        self._has_older_messages = has_older_messages
        self._fits: Predicate = _never if requires_table_first else self._input.predicate()

    def check(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return a request as DynamoDB reads it, or refuse it."""
        return body if self._fits(body) else self._check_slowly(body)

    def reread(self, body: dict[str, Any]) -> dict[str, Any]:
        """Read a request again down to every attribute value, refusing wrong JSON types."""
        return self._input.read(body, 0)

    def reword(self, refusal: ValidationFailed) -> ValidationFailed:
        """Reword a refusal as this action words it."""
        return with_older_message(refusal) if self._has_older_messages else refusal

    def _check_slowly(self, body: dict[str, Any]) -> dict[str, Any]:
        """Read every part, then collect every fault; only for requests not plainly right."""
        request = self._input.read(body, 0)
        if self._requires_table_first and "TableName" not in request:
            raise ValidationFailed(
                "The parameter 'TableName' is required but was not present in the request"
            )
        faults = list(islice(self._input.faults(request, ""), _MAX_REPORTED_FAULTS))
        if faults:
            raise self._report(request, faults)
        return request


def _is_resource(parameter: str) -> bool:
    return parameter.endswith("Arn") or parameter in ("RequestItems", "ShardIterator")


def _never(_: Any) -> bool:
    return False
