"""What DynamoDB demands of key schemas and projections, tried at its bounds."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client

INVALID = "One or more parameter values were invalid: "
NAMES = tuple("abcdefghij")


def schema(*kinds: str) -> list[dict[str, str]]:
    """Write a key of the first so many attributes."""
    return [
        {"AttributeName": name, "KeyType": kind} for name, kind in zip(NAMES, kinds, strict=False)
    ]


def key(**kinds: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": kind} for name, kind in kinds.items()]


def request(index: dict[str, Any], kind: str = "GlobalSecondaryIndexes") -> dict[str, Any]:
    given: dict[str, Any] = {"IndexName": "made", "Projection": {"ProjectionType": "ALL"}, **index}
    used = {"a", "b", *(each["AttributeName"] for each in given["KeySchema"])}
    return {
        "TableName": "made",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": "S"} for name in sorted(used)
        ],
        "KeySchema": key(a="HASH", b="RANGE"),
        kind: [given],
    }


def local(*elements: dict[str, str]) -> dict[str, Any]:
    return request({"KeySchema": list(elements)}, "LocalSecondaryIndexes")


@pytest.fixture
def client(engine: Engine) -> Client:
    """A client of an engine without tables."""
    return Client(engine)


@pytest.mark.parametrize(
    "kinds",
    [
        ("HASH",),
        ("HASH", "RANGE"),
        ("HASH", "HASH"),
        ("HASH", "RANGE", "RANGE"),
        ("HASH",) * 4,
        ("HASH",) * 4 + ("RANGE",) * 4,
    ],
)
def test_a_global_index_has_up_to_four_attributes_of_each_kind(
    client: Client, kinds: tuple[str, ...]
) -> None:
    client("CreateTable", **request({"KeySchema": schema(*kinds)}))

    (index,) = client("DescribeTable", TableName="made")["Table"]["GlobalSecondaryIndexes"]
    assert index["KeySchema"] == schema(*kinds)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            request({"KeySchema": schema("HASH", "HASH", "HASH", "HASH", "HASH")}),
            f"{INVALID}The KeySchema exceeds the maximum allowed number of HASH key attributes",
        ),
        (
            request({"KeySchema": schema("HASH", *["RANGE"] * 5)}),
            f"{INVALID}The KeySchema exceeds the maximum allowed number of RANGE key attributes",
        ),
        (
            request({"KeySchema": schema("HASH", "RANGE", "HASH")}),
            f"{INVALID}All HASH key attributes must precede RANGE key attributes in the KeySchema",
        ),
        (
            request({"KeySchema": schema("RANGE", "RANGE", "RANGE")}),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        ),
        (
            request({"KeySchema": [*key(a="HASH", c="HASH"), *key(a="RANGE")]}),
            "The KeySchema contains multiple key attributes with the same name",
        ),
        (
            request({"KeySchema": [*key(a="HASH"), *key(a="RANGE")]}),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name",
        ),
        (
            request({"KeySchema": key(a="RANGE", c="HASH")}),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        ),
        (
            local(*key(a="HASH", c="HASH")),
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
        ),
        (
            local(*key(a="HASH")),
            f"{INVALID}Index KeySchema does not have a range key for index: made",
        ),
        (
            local(*key(c="HASH", b="RANGE")),
            f"{INVALID}Index KeySchema does not have the same leading hash key as table KeySchema "
            "for index: made. index hash key: c, table hash key: a",
        ),
        (
            request({"KeySchema": key(c="HASH"), "Projection": {}}),
            f"{INVALID}Unknown ProjectionType: null",
        ),
        (
            request({"KeySchema": key(c="HASH"), "Projection": {"ProjectionType": "INCLUDE"}}),
            f"{INVALID}ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
        (
            request(
                {
                    "KeySchema": key(c="HASH"),
                    "Projection": {"ProjectionType": "KEYS_ONLY", "NonKeyAttributes": ["x"]},
                }
            ),
            f"{INVALID}ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified",
        ),
        (
            request(
                {
                    "KeySchema": key(c="HASH"),
                    "Projection": {
                        "ProjectionType": "INCLUDE",
                        "NonKeyAttributes": ["x", "y", "x"],
                    },
                }
            ),
            f"{INVALID}Duplicate element in NonKeyAttributes: x",
        ),
    ],
)
def test_an_index_that_cannot_be_is_refused(
    client: Client, body: dict[str, Any], message: str
) -> None:
    assert client.invalid("CreateTable", **body) == message
    assert client("ListTables") == {"TableNames": []}


@pytest.mark.parametrize(("count", "is_taken"), [(20, True), (21, False)])
def test_a_table_has_up_to_twenty_global_indexes(
    client: Client, count: int, is_taken: bool
) -> None:
    body = request({"KeySchema": key(b="HASH")})
    (index,) = body["GlobalSecondaryIndexes"]
    body["GlobalSecondaryIndexes"] = [{**index, "IndexName": f"i{n:02}"} for n in range(count)]

    if is_taken:
        assert client("CreateTable", **body)["TableDescription"]["TableName"] == "made"
    else:
        assert client.invalid("CreateTable", **body) == (
            f"{INVALID}GlobalSecondaryIndex count exceeds the per-table limit of 20"
        )


@pytest.mark.parametrize(("count", "is_taken"), [(5, True), (6, False)])
def test_a_table_has_up_to_five_local_indexes(client: Client, count: int, is_taken: bool) -> None:
    body = local(*key(a="HASH", b="RANGE"))
    (index,) = body["LocalSecondaryIndexes"]
    body["LocalSecondaryIndexes"] = [{**index, "IndexName": f"i{n:02}"} for n in range(count)]

    if is_taken:
        assert client("CreateTable", **body)["TableDescription"]["TableName"] == "made"
    else:
        assert client.invalid("CreateTable", **body) == (
            f"{INVALID}Number of LocalSecondaryIndexes exceeds per-table limit of 5"
        )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"KeySchema": [*key(a="HASH"), *key(a="RANGE")]},
            "Invalid KeySchema: Some index key attribute have no definition",
        ),
        (
            {"KeySchema": key(a="HASH", z="RANGE")},
            "Invalid KeySchema: Some index key attribute have no definition",
        ),
        (
            {"KeySchema": key(z="HASH")},
            f"{INVALID}Some index key attributes are not defined in AttributeDefinitions. Keys: "
            "[z], AttributeDefinitions: [a, b]",
        ),
        (
            {"KeySchema": key(a="HASH", b="HASH")},
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
        ),
        (
            {"KeySchema": key(a="HASH")},
            f"{INVALID}Number of attributes in KeySchema does not exactly match number of "
            "attributes defined in AttributeDefinitions",
        ),
    ],
)
def test_a_tables_key_is_one_or_two_defined_attributes(
    client: Client, changes: dict[str, Any], message: str
) -> None:
    body = {
        "TableName": "made",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": "S"} for name in ("a", "b")
        ],
        **changes,
    }

    assert client.invalid("CreateTable", **body) == message
