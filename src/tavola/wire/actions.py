"""What DynamoDB's API says of each action, as far as a client has to know it.

    traits_of("PutItem").writes_items            # True: it consumes write units
    traits_of("PutItem").repeatable              # "if unconditional"
    traits_of("NoSuchAction")                    # nothing is known, so nothing is assumed

This is the one list of what actions are, outside `engine/actions/`: stores and the server decide by
these traits and ask for no action by its name. It stands here because clients of DynamoDB must not
load the engine (docs/adr/0010). `engine/unavailable.py` lists those that the engine does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Raw, Struct

__all__ = ["TRAITS", "ActionTraits", "AnswerTraits", "target_of", "traits_of"]

Repeatable = Literal["always", "if unconditional", "if constant", "with token", "never"]
"""When a request may be sent again though the first one may have been applied.

`if unconditional`: with neither a condition nor the item that stood there before in the answer.
`if constant`: besides, when what it writes does not depend on what stands there. `with token`: when
it has a ClientRequestToken, by which DynamoDB knows it again.
"""


class AnswerTraits(Struct, frozen=True):
    """What an action's answer looks like: its members, and the one that is never missing.

    `usual_starts` are the bytes with which answers of DynamoDB and of its imitations begin, where
    the answer is not decoded before it is used.
    """

    members: Mapping[str, Any] = {}
    needed: str = ""
    may_be_empty: bool = False
    """Whether `{}` is an answer."""
    usual_starts: tuple[bytes, ...] = ()


class ActionTraits(Struct, frozen=True):
    """One action.

    `reads` means that it changes nothing. `reads_items` and `writes_items` say which capacity units
    an action consumes, which it reports if ReturnConsumedCapacity asks for it; a PartiQL statement
    may do either, so it has neither trait. `is_on_streams` is an action of DynamoDB Streams.
    `statements` names the parameter with PartiQL, which says itself whether it only reads.
    `answer` is None for actions that the library does not send itself; `is_silent` says that no
    bytes at all are an answer too. `reads_whole_table` is a read of every item there is, which no
    access pattern makes. `permissions` are the actions that IAM asks about instead.
    """

    name: str
    reads: bool = False
    reads_items: bool = False
    writes_items: bool = False
    is_on_streams: bool = False
    is_silent: bool = False
    reads_whole_table: bool = False
    permissions: tuple[str, ...] = ()
    statements: str = ""
    repeatable: Repeatable = "never"
    answer: AnswerTraits | None = None

    @property
    def is_metered(self) -> bool:
        """Whether it reports consumed capacity of one kind."""
        return self.reads_items or self.writes_items


_OBJECT: Final[Any] = dict[str, Raw]
_OBJECTS: Final[Any] = list[Raw]
_LISTS: Final[Any] = dict[str, list[Raw]]


def _answer(**members: Any) -> AnswerTraits:
    return AnswerTraits(members)


def _read(
    name: str, answer: AnswerTraits | None = None, *, is_on_streams: bool = False
) -> ActionTraits:
    return ActionTraits(
        name, reads=True, is_on_streams=is_on_streams, repeatable="always", answer=answer
    )


def _item_read(
    name: str,
    answer: AnswerTraits,
    *,
    reads_whole_table: bool = False,
    permissions: tuple[str, ...] = (),
) -> ActionTraits:
    return ActionTraits(
        name,
        reads=True,
        reads_items=True,
        reads_whole_table=reads_whole_table,
        permissions=permissions,
        repeatable="always",
        answer=answer,
    )


def _item_write(
    name: str, repeatable: Repeatable, *, permissions: tuple[str, ...] = (), **members: Any
) -> ActionTraits:
    answer = AnswerTraits(members, may_be_empty=True)
    return ActionTraits(
        name, writes_items=True, permissions=permissions, repeatable=repeatable, answer=answer
    )


def _single_write(name: str, repeatable: Repeatable) -> ActionTraits:
    return _item_write(
        name,
        repeatable,
        Attributes=_OBJECT,
        ConsumedCapacity=_OBJECT,
        ItemCollectionMetrics=_OBJECT,
    )


_TABLE: Final = _answer(TableDescription=_OBJECT)
_BACKUPS: Final = _answer(ContinuousBackupsDescription=_OBJECT)
_PAGE: Final = AnswerTraits(
    {
        "Items": _OBJECTS,
        "Count": int,
        "ScannedCount": int,
        "LastEvaluatedKey": _OBJECT,
        "ConsumedCapacity": _OBJECT,
    },
    needed="Count",
    usual_starts=(b'{"Items":[', b'{"Count":', b'{"ConsumedCapacity":{'),
)

# DynamoDB: which actions there are, and the members of their answers. API reference, and the
# service's model. IAM asks about the parts of a transaction. Developer guide, transaction-apis-iam.
TRAITS: Final[Mapping[str, ActionTraits]] = {
    traits.name: traits
    for traits in (
        ActionTraits("BatchExecuteStatement", statements="Statements"),
        _item_read(
            "BatchGetItem",
            AnswerTraits(
                {
                    "Responses": _LISTS,
                    "UnprocessedKeys": _OBJECT,
                    "ConsumedCapacity": _OBJECTS,
                },
                needed="Responses",
                usual_starts=(b'{"Responses":{', b'{"ConsumedCapacity":[', b'{"UnprocessedKeys":{'),
            ),
        ),
        _item_write(
            "BatchWriteItem",
            "always",
            UnprocessedItems=_LISTS,
            ItemCollectionMetrics=_OBJECT,
            ConsumedCapacity=_OBJECTS,
        ),
        ActionTraits("CreateBackup"),
        ActionTraits("CreateTable", answer=_TABLE),
        ActionTraits("DeleteBackup"),
        _single_write("DeleteItem", "if unconditional"),
        ActionTraits("DeleteResourcePolicy"),
        ActionTraits("DeleteTable", answer=_TABLE),
        _read("DescribeBackup"),
        _read("DescribeContinuousBackups", _BACKUPS),
        _read("DescribeContributorInsights"),
        _read("DescribeEndpoints"),
        _read("DescribeExport"),
        _read("DescribeImport"),
        _read("DescribeLimits"),
        _read("DescribeStream", _answer(StreamDescription=_OBJECT), is_on_streams=True),
        _read("DescribeTable", _answer(Table=_OBJECT)),
        _read("DescribeTimeToLive", _answer(TimeToLiveDescription=_OBJECT)),
        ActionTraits("ExecuteStatement", statements="Statement"),
        ActionTraits(
            "ExecuteTransaction", statements="TransactStatements", repeatable="with token"
        ),
        ActionTraits("ExportTableToPointInTime"),
        _item_read(
            "GetItem",
            AnswerTraits(
                {"Item": _OBJECT, "ConsumedCapacity": _OBJECT},
                may_be_empty=True,
                usual_starts=(b'{"Item":{', b'{"ConsumedCapacity":{'),
            ),
        ),
        _read("GetRecords", _answer(Records=_OBJECTS, NextShardIterator=str), is_on_streams=True),
        _read("GetResourcePolicy"),
        _read("GetShardIterator", _answer(ShardIterator=str), is_on_streams=True),
        ActionTraits("ImportTable"),
        _read("ListBackups"),
        _read("ListContributorInsights"),
        _read("ListExports"),
        _read("ListImports"),
        _read(
            "ListStreams",
            _answer(Streams=_OBJECTS, LastEvaluatedStreamArn=str),
            is_on_streams=True,
        ),
        _read("ListTables", _answer(TableNames=list[str], LastEvaluatedTableName=str)),
        _read("ListTagsOfResource", _answer(Tags=_OBJECTS, NextToken=str)),
        _single_write("PutItem", "if unconditional"),
        ActionTraits("PutResourcePolicy"),
        _item_read("Query", _PAGE),
        ActionTraits("RestoreTableFromBackup"),
        _item_read("Scan", _PAGE, reads_whole_table=True),
        _read("SearchVectors"),
        ActionTraits("TagResource", is_silent=True, repeatable="always"),
        _item_read(
            "TransactGetItems",
            AnswerTraits(
                {"Responses": _OBJECTS, "ConsumedCapacity": _OBJECTS},
                needed="Responses",
                usual_starts=(b'{"Responses":[', b'{"ConsumedCapacity":['),
            ),
            permissions=("GetItem",),
        ),
        _item_write(
            "TransactWriteItems",
            "with token",
            permissions=("ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem"),
            ConsumedCapacity=_OBJECTS,
            ItemCollectionMetrics=_OBJECT,
        ),
        ActionTraits("UntagResource", is_silent=True, repeatable="always"),
        ActionTraits("UpdateContinuousBackups", repeatable="always", answer=_BACKUPS),
        ActionTraits("UpdateContributorInsights"),
        _single_write("UpdateItem", "if constant"),
        ActionTraits("UpdateTable", answer=_TABLE),
        ActionTraits("UpdateTimeToLive", answer=_answer(TimeToLiveSpecification=_OBJECT)),
    )
}
"""The traits of every action that the engine has, by name."""


def traits_of(action: str) -> ActionTraits:
    """Return an action's traits; of one that is not known, nothing is assumed."""
    return TRAITS.get(action) or ActionTraits(action)


def target_of(action: str) -> str:
    """Write what the X-Amz-Target header says."""
    service = "DynamoDBStreams" if traits_of(action).is_on_streams else "DynamoDB"
    return f"{service}_20120810.{action}"
