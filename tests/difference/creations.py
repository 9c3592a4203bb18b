"""Strategies for the actions on tables."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from tests.difference.compare import Request, Scenario
from tests.difference.faults import places
from tests.difference.values import oddities

NAME = "made-here"
NAMES = ("id", "at", "label", "rank")
BILLING_MODES = ("PAY_PER_REQUEST", "PAY_PER_REQUEST", "PROVISIONED", "FREE")
DESCRIBED = {"AttributeName": st.sampled_from(NAMES)}


@st.composite
def _key_schemas(draw: st.DrawFn) -> list[dict[str, str]]:
    if draw(st.integers(0, 3)) == 3:
        kinds = {"KeyType": st.sampled_from(["HASH", "RANGE"])}
        return draw(st.lists(st.fixed_dictionaries(DESCRIBED | kinds), max_size=3))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True))
    return [
        {"AttributeName": name, "KeyType": kind}
        for name, kind in zip(names, ("HASH", "RANGE"), strict=False)
    ]


def _indexes() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "IndexName": st.sampled_from(["one-index", "two-index", "six-index", "ab", "a b"]),
            "KeySchema": _key_schemas(),
            "Projection": oddities("projections"),
        },
        optional={"ProvisionedThroughput": oddities("throughputs")},
    )


def _options() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"BillingMode": st.sampled_from(BILLING_MODES)},
        optional={
            "LocalSecondaryIndexes": st.lists(_indexes(), max_size=2),
            "GlobalSecondaryIndexes": st.lists(_indexes(), max_size=2),
            "ProvisionedThroughput": oddities("throughputs"),
            "StreamSpecification": oddities("streams"),
            "TableClass": st.sampled_from(["STANDARD", "STANDARD_INFREQUENT_ACCESS", "COLD"]),
            "Tags": oddities("tags"),
        },
    )


@st.composite
def _definitions(draw: st.DrawFn, body: dict[str, Any]) -> list[dict[str, str]]:
    """Return the definitions of all key attributes, or any others."""
    if draw(st.integers(0, 3)) == 3:
        kinds = {"AttributeType": st.sampled_from(["S", "N", "B", "X"])}
        return draw(st.lists(st.fixed_dictionaries(DESCRIBED | kinds), max_size=4))
    indexes = body.get("LocalSecondaryIndexes", []) + body.get("GlobalSecondaryIndexes", [])
    schemas = [body["KeySchema"], *(index["KeySchema"] for index in indexes)]
    names = dict.fromkeys(key["AttributeName"] for schema in schemas for key in schema)
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


@st.composite
def creations(draw: st.DrawFn) -> Scenario:
    """Create a table, often with faults, describe it and delete it."""
    body: dict[str, Any] = {"TableName": NAME, "KeySchema": draw(_key_schemas())}
    body |= draw(_options())
    body["AttributeDefinitions"] = draw(_definitions(body))
    if draw(st.integers(0, 3)) == 3:
        body = copy.deepcopy(body)
        holder, name = draw(st.sampled_from(list(places(body))))
        holder[name] = draw(oddities("wrong_types"))
    table = {"TableName": NAME}
    return (
        Request("DeleteTable", table, only_helps=True),
        Request("CreateTable", body),
        Request("DescribeTable", table),
        Request("DeleteTable", table),
    )
