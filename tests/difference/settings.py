"""Strategies for the actions that change or show a table's settings."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.difference.compare import Request, Scenario
from tests.difference.faults import places
from tests.difference.pieces import Body, chance, optional
from tests.difference.tables import OPEN_SIMPLE
from tests.difference.values import oddities

NAME = "changed-here"
TABLE: Body = {"TableName": NAME}
NAMES = ("id", "at", "label", "rank")
LOST = ("nowhere", "no", "n w")
BILLING_MODES = st.sampled_from(["PAY_PER_REQUEST", "PROVISIONED", "FREE"])
INDEX_NAMES = st.sampled_from(["one-index", "two-index", "six-index", "ab"])
TABLE_CLASSES = st.sampled_from(["STANDARD", "STANDARD_INFREQUENT_ACCESS", "COLD"])
ARN = f"arn:aws:dynamodb:us-east-1:000000000000:table/{OPEN_SIMPLE.name}"


def _creation(*indexes: str, is_provisioned: bool) -> Body:
    throughput = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
    provisioned: Body = {"ProvisionedThroughput": throughput} if is_provisioned else {}
    described = [_index(name) | provisioned for name in indexes]
    return {
        **TABLE,
        **provisioned,
        "BillingMode": "PROVISIONED" if is_provisioned else "PAY_PER_REQUEST",
        "KeySchema": _schema("id"),
        "AttributeDefinitions": _definitions("id", *(["label"] if indexes else [])),
    } | ({"GlobalSecondaryIndexes": described} if indexes else {})


def _schema(*names: str) -> list[Body]:
    kinds = ("HASH", "RANGE")
    return [{"AttributeName": n, "KeyType": k} for n, k in zip(names, kinds, strict=False)]


def _definitions(*names: str) -> list[Body]:
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


def _index(name: str) -> Body:
    projection = {"ProjectionType": "ALL"}
    return {"IndexName": name, "KeySchema": _schema("label"), "Projection": projection}


@st.composite
def _new_indexes(draw: st.DrawFn) -> Body:
    keys = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True))
    index = {
        "IndexName": draw(INDEX_NAMES),
        "KeySchema": _schema(*keys),
        "Projection": draw(oddities("projections")),
    } | draw(optional(ProvisionedThroughput=oddities("throughputs")))
    return {
        "AttributeDefinitions": _definitions(*dict.fromkeys(("id", "label", *keys))),
        "GlobalSecondaryIndexUpdates": [{"Create": index}],
    }


@cache
def _changes() -> st.SearchStrategy[Body]:
    """Change one thing at a time: which of several faults comes first is not compared."""
    throughputs = {"ProvisionedThroughput": oddities("throughputs")}
    updated = st.fixed_dictionaries({"IndexName": INDEX_NAMES} | throughputs)
    return st.one_of(
        _new_indexes(),
        INDEX_NAMES.map(lambda name: _index_change("Delete", {"IndexName": name})),
        updated.map(lambda index: _index_change("Update", index)),
        st.fixed_dictionaries({"BillingMode": BILLING_MODES}, optional=throughputs),
        st.fixed_dictionaries(throughputs),
        st.fixed_dictionaries({"DeletionProtectionEnabled": st.booleans()}),
        st.fixed_dictionaries({"StreamSpecification": oddities("streams")}),
        st.fixed_dictionaries({"TableClass": TABLE_CLASSES}),
    )


def _index_change(kind: str, index: Body) -> Body:
    return {"GlobalSecondaryIndexUpdates": [{kind: index}]}


UNPROTECTED = TABLE | {"DeletionProtectionEnabled": False}
BEFORE = (
    Request("UpdateTable", UNPROTECTED, only_helps=True),
    Request("DeleteTable", TABLE, only_helps=True),
)


@st.composite
def table_updates(draw: st.DrawFn) -> Scenario:
    """Change one thing about a table, often wrongly."""
    indexes = draw(st.sampled_from([(), ("one-index",), ("one-index", "two-index")]))
    creation = _creation(*indexes, is_provisioned=draw(st.booleans()))
    body: Body = copy.deepcopy(TABLE | draw(_changes()))
    if chance(draw, 6):
        holder, name = draw(st.sampled_from(list(places(body))))
        holder[name] = draw(oddities("wrong_types"))
    created = Request("CreateTable", creation, only_helps=True)
    return (*BEFORE, created, Request("UpdateTable", body))


@st.composite
def changed_tables(draw: st.DrawFn) -> Scenario:
    """Change one thing about a table as one may, and describe it."""
    new_index = _index_change("Create", _index("six-index"))
    changes = [
        _index_change("Delete", {"IndexName": "one-index"}),
        new_index | {"AttributeDefinitions": _definitions("id", "label")},
        {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}},
        {"DeletionProtectionEnabled": True},
        {"TableClass": "STANDARD_INFREQUENT_ACCESS"},
    ]
    creation = _creation("one-index", "two-index", is_provisioned=False)
    return (
        *BEFORE,
        Request("CreateTable", creation, only_helps=True),
        Request("UpdateTable", TABLE | draw(st.sampled_from(changes)), only_helps=True),
        Request("DescribeTable", TABLE),
    )


def _table_names() -> st.SearchStrategy[str]:
    return st.sampled_from([OPEN_SIMPLE.name] * 4 + list(LOST))


@st.composite
def expiries(draw: st.DrawFn) -> Scenario:
    """Say, or fail to say, which attribute holds the time to live."""
    setting = st.fixed_dictionaries(
        {},
        optional={
            "Enabled": st.sampled_from([True, True, False, "yes", None]),
            "AttributeName": st.sampled_from(["ttl", "ttl", "other", "", "a" * 256, 1]),
        },
    )
    disabled = [{"Enabled": False, "AttributeName": name} for name in ("ttl", "other")]
    table = {"TableName": draw(_table_names())}
    reset = {"TableName": OPEN_SIMPLE.name}
    return (
        *(
            Request("UpdateTimeToLive", reset | {"TimeToLiveSpecification": each}, only_helps=True)
            for each in disabled
        ),
        Request("UpdateTimeToLive", table | {"TimeToLiveSpecification": draw(setting)}),
        Request("DescribeTimeToLive", table),
    )


@st.composite
def backups(draw: st.DrawFn) -> Scenario:
    """Switch the continuous backups of a table."""
    setting = st.fixed_dictionaries(
        {},
        optional={
            "PointInTimeRecoveryEnabled": st.sampled_from([True, False, None]),
            "RecoveryPeriodInDays": st.sampled_from([1, 35]),
        },
    )
    table = {"TableName": draw(st.sampled_from([OPEN_SIMPLE.name] * 4 + ["nowhere"]))}
    switched = table | {"PointInTimeRecoverySpecification": draw(setting)}
    return (
        Request("UpdateContinuousBackups", switched),
        Request("DescribeContinuousBackups", table),
    )


@cache
def _tags() -> st.SearchStrategy[Any]:
    keys = st.sampled_from(["a", "b", "c", "é", "k" * 128])
    values = st.sampled_from(["", "v", "w", "v" * 256])
    tag = st.fixed_dictionaries({"Key": keys, "Value": values})
    return st.lists(tag, max_size=3, unique_by=lambda tag: tag["Key"]) | oddities("tags")


@st.composite
def tagging(draw: st.DrawFn) -> Scenario:
    """Give a table tags, take some away and list the rest."""
    arn = {"ResourceArn": ARN}
    keys = draw(st.lists(st.sampled_from(["a", "b", "zz"]), max_size=2, unique=True))
    given_before = ["a", "b", "c", "é", "k", "k" * 128]
    return (
        Request("UntagResource", arn | {"TagKeys": given_before}, only_helps=True),
        Request("TagResource", arn | {"Tags": draw(_tags())}),
        Request("UntagResource", arn | {"TagKeys": keys}),
        Request("ListTagsOfResource", arn),
    )
