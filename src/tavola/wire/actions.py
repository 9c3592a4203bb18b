"""What DynamoDB's API says of each action, as far as a client has to know it.

    traits_of("PutItem").writes_items            # True: it consumes write units
    traits_of("PutItem").repeatable              # "if unconditional"
    traits_of("NoSuchAction")                    # nothing is known, so nothing is assumed

This is the one list of actions outside `engine/actions/`: stores and the server decide by these
traits and ask for no action by its name. It stands here because clients of DynamoDB must not load
the engine (docs/adr/0010).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

__all__ = ["TRAITS", "ActionTraits", "target_of", "traits_of"]

Repeatable = Literal["always", "if unconditional", "if constant", "with token", "never"]
"""When a request may be sent again though the first one may have been applied.

`if unconditional`: with neither a condition nor the item that stood there before in the answer.
`if constant`: besides, when what it writes does not depend on what stands there. `with token`: when
it has a ClientRequestToken, by which DynamoDB knows it again.
"""


class ActionTraits(Struct, frozen=True):
    """One action.

    `reads` means that it changes nothing. `reads_items` and `writes_items` say which capacity units
    an action consumes, which it reports if ReturnConsumedCapacity asks for it; a PartiQL statement
    may do either, so it has neither trait. `is_on_streams` is an action of DynamoDB Streams.
    """

    name: str
    reads: bool = False
    reads_items: bool = False
    writes_items: bool = False
    is_on_streams: bool = False
    repeatable: Repeatable = "never"

    @property
    def is_metered(self) -> bool:
        """Whether it reports consumed capacity of one kind."""
        return self.reads_items or self.writes_items


def _read(name: str, *, is_on_streams: bool = False) -> ActionTraits:
    return ActionTraits(name, reads=True, is_on_streams=is_on_streams, repeatable="always")


def _item_read(name: str) -> ActionTraits:
    return ActionTraits(name, reads=True, reads_items=True, repeatable="always")


def _item_write(name: str, repeatable: Repeatable) -> ActionTraits:
    return ActionTraits(name, writes_items=True, repeatable=repeatable)


TRAITS: Final[Mapping[str, ActionTraits]] = {
    traits.name: traits
    for traits in (
        ActionTraits("BatchExecuteStatement"),
        _item_read("BatchGetItem"),
        _item_write("BatchWriteItem", "always"),
        ActionTraits("CreateTable"),
        _item_write("DeleteItem", "if unconditional"),
        ActionTraits("DeleteResourcePolicy"),
        ActionTraits("DeleteTable"),
        _read("DescribeContinuousBackups"),
        _read("DescribeContributorInsights"),
        _read("DescribeEndpoints"),
        _read("DescribeExport"),
        _read("DescribeImport"),
        _read("DescribeLimits"),
        _read("DescribeStream", is_on_streams=True),
        _read("DescribeTable"),
        _read("DescribeTimeToLive"),
        ActionTraits("ExecuteStatement"),
        ActionTraits("ExecuteTransaction", repeatable="with token"),
        ActionTraits("ExportTableToPointInTime"),
        _item_read("GetItem"),
        _read("GetRecords", is_on_streams=True),
        _read("GetResourcePolicy"),
        _read("GetShardIterator", is_on_streams=True),
        ActionTraits("ImportTable"),
        _read("ListContributorInsights"),
        _read("ListExports"),
        _read("ListImports"),
        _read("ListStreams", is_on_streams=True),
        _read("ListTables"),
        _read("ListTagsOfResource"),
        _item_write("PutItem", "if unconditional"),
        ActionTraits("PutResourcePolicy"),
        _item_read("Query"),
        _item_read("Scan"),
        ActionTraits("TagResource", repeatable="always"),
        _item_read("TransactGetItems"),
        _item_write("TransactWriteItems", "with token"),
        ActionTraits("UntagResource", repeatable="always"),
        ActionTraits("UpdateContinuousBackups", repeatable="always"),
        ActionTraits("UpdateContributorInsights"),
        _item_write("UpdateItem", "if constant"),
        ActionTraits("UpdateTable"),
        ActionTraits("UpdateTimeToLive"),
    )
}
"""The traits of every action that the API reference names and the engine has."""


def traits_of(action: str) -> ActionTraits:
    """Return an action's traits; of one that is not known, nothing is assumed."""
    return TRAITS.get(action) or ActionTraits(action)


def target_of(action: str) -> str:
    """Write what the X-Amz-Target header says."""
    service = "DynamoDBStreams" if traits_of(action).is_on_streams else "DynamoDB"
    return f"{service}_20120810.{action}"
