"""Vector indexes are defined, changed and described as DynamoDB does; what does not fit is refused.

Messages are those that AWS gave (captures of August 2026) or that dynoxide and ExtendDB agree on.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.backing_up import backed_up, restored
from tests.engine.client import Client, n, s
from tests.engine.searching import (
    TENANTS,
    ids,
    in_tenant,
    put_vectors,
    search,
    vector,
    vector_index,
    vector_table,
)

INVALID = "One or more parameter values were invalid: "
WRONG = "One or more parameter values were invalid. "
UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}


@pytest.fixture
def docs(client: Client) -> Client:
    client("CreateTable", **TENANTS)
    return client


def shown(client: Client) -> list[dict[str, Any]]:
    table: dict[str, Any] = client("DescribeTable", TableName="docs")["Table"]
    indexes: list[dict[str, Any]] = table["VectorIndexes"]
    return indexes


def many_filters(count: int) -> dict[str, Any]:
    names = [f"f{number}" for number in range(count)]
    index = vector_index(schema=dict.fromkeys(names, "INLINE_FILTER"))
    return vector_table(index, types=dict.fromkeys(names, "S"))


def test_an_index_is_described_as_it_was_defined(docs: Client) -> None:
    docs.put("docs", {"id": s("abc"), "e": vector(1, 0, 0), "tenant": s("t")})

    near, tenants = shown(docs)

    assert near == {
        **vector_index("near"),
        "IndexStatus": "ACTIVE",
        "IndexSizeBytes": 25,
        "ItemCount": 1,
        "IndexArn": "arn:aws:dynamodb:us-east-1:000000000000:table/docs/index/near",
    }
    assert tenants["SearchSchema"] == TENANTS["VectorIndexes"][1]["SearchSchema"]


def test_an_index_is_made_with_its_table(client: Client) -> None:
    made = client("CreateTable", **TENANTS)["TableDescription"]

    states = [(each["IndexStatus"], each.get("Backfilling")) for each in made["VectorIndexes"]]
    assert (made["TableStatus"], states) == ("CREATING", [("CREATING", None)] * 2)


def test_a_table_without_vector_indexes_shows_none(client: Client) -> None:
    assert "VectorIndexes" not in client("DescribeTable", TableName="flat")["Table"]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (vector_table(), f"{INVALID}List of VectorIndexes is empty"),
        (
            vector_table(vector_index(), BillingMode="PROVISIONED", ProvisionedThroughput=UNITS),
            f"{INVALID}Vector indexes are only supported for PAY_PER_REQUEST tables",
        ),
        (
            vector_table(vector_index(Dimensions=4097)),
            f"{INVALID}Number of dimensions must be between 1 and 4096 inclusive.",
        ),
        (
            vector_table(vector_index(Dimensions=0)),
            "1 validation error detected: Value '0' at 'vectorIndexes.1.member.dimensions' failed "
            "to satisfy constraint: Member must have value greater than or equal to 1",
        ),
        (
            vector_table(vector_index(schema={"tenant": "HASH"})),
            f"{INVALID}One element in SearchSchema is not defined in attribute definitions",
        ),
        (
            vector_table(
                vector_index(schema={"a": "HASH", "b": "HASH"}), types={"a": "S", "b": "S"}
            ),
            f"{INVALID}Value '2' at 'SearchSchema' failed to satisfy constraint: Member must have "
            "HASH count less than or equal to 1",
        ),
        (
            vector_table(
                vector_index(
                    SearchSchema=[
                        {"AttributeName": "a", "SearchSchemaElementType": role}
                        for role in ("HASH", "INLINE_FILTER")
                    ]
                ),
                types={"a": "S"},
            ),
            f"{INVALID}SearchSchema contains a duplicate AttributeName",
        ),
        (
            many_filters(19),
            f"{INVALID}Value '19' at 'SearchSchema' failed to satisfy constraint: Member must "
            "have INLINE_FILTER count less than or equal to 18",
        ),
        (
            vector_table(*(vector_index(f"near{number}") for number in range(6))),
            f"{INVALID}VectorIndex count exceeds the per-table limit of 5",
        ),
        (
            vector_table(vector_index(), vector_index()),
            f"{INVALID}Duplicate index name: near",
        ),
        (
            vector_table(vector_index(), vector_index("other", Dimensions=4)),
            f"{INVALID}Conflicting attribute definition for 'e'. All VectorIndexes on the same "
            "vector attribute must use the same dimensions.",
        ),
        (
            vector_table(vector_index(VectorAttribute={"AttributeName": "id"})),
            f"{INVALID}Conflicting attribute definition for 'id'. An attribute cannot be defined "
            "in AttributeDefinitions when used as a VectorAttribute.",
        ),
        (
            vector_table(vector_index(), types={"e": "S"}),
            f"{INVALID}Conflicting attribute definition for 'e'. An attribute cannot be defined "
            "in AttributeDefinitions when used as a VectorAttribute.",
        ),
        (
            vector_table(vector_index(), types={"unused": "S"}),
            f"{INVALID}Number of attributes in KeySchema does not exactly match number of "
            "attributes defined in AttributeDefinitions",
        ),
        (
            vector_table(
                vector_index(Projection={"ProjectionType": "ALL", "NonKeyAttributes": ["x"]})
            ),
            f"{INVALID}ProjectionType is ALL, but NonKeyAttributes is specified",
        ),
    ],
)
def test_what_does_not_fit_is_refused(
    client: Client, request_: dict[str, Any], message: str
) -> None:
    assert client.invalid("CreateTable", **request_) == message
    assert client.refusal("DescribeTable", TableName="docs")[0] == "ResourceNotFoundException"


@pytest.mark.parametrize(
    "request_",
    [
        vector_table(vector_index(Dimensions=4096)),
        many_filters(18),
        vector_table(*(vector_index(f"near{number}") for number in range(5))),
        vector_table(vector_index(schema={"id": "HASH"})),
    ],
)
def test_what_is_at_the_limit_is_taken(client: Client, request_: dict[str, Any]) -> None:
    client("CreateTable", **request_)

    assert shown(client)[0]["IndexStatus"] == "ACTIVE"


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (
            {"e": s("x")},
            f"{WRONG}Invalid type for parameter e, Expected: 32-bit floating point number list "
            "IndexName: near",
        ),
        (
            {"e": vector(1, 2)},
            f"{WRONG}Invalid size for parameter e, Expected: 3, Actual: 2 IndexName: near",
        ),
        (
            {"e": {"L": [n(1), s("x"), n(1)]}},
            f"{WRONG}Invalid type for parameter e[1], Expected: 32-bit floating point number, "
            "Actual: S. IndexName: near",
        ),
        (
            {"e": vector(1, 2, "-1e39")},
            f"{WRONG}Invalid value for parameter e[2], Value: -1E+39 is outside valid range "
            "[-3.4028235E38, 3.4028235E38]. IndexName: near",
        ),
        (
            {"tenant": n(1)},
            f"{WRONG}Attribute 'tenant' type mismatch. Expected: S, Actual: N. IndexName: tenants",
        ),
        (
            {"year": s("1")},
            f"{WRONG}Attribute 'year' type mismatch. Expected: N, Actual: S. IndexName: tenants",
        ),
        (
            {"tenant": s("x" * 2_049)},
            f"{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes",
        ),
        (
            {"tenant": s("")},
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty "
            "string value. IndexName: tenants, IndexKey: tenant",
        ),
    ],
)
def test_an_item_that_does_not_fit_is_refused_everywhere(
    docs: Client, item: dict[str, Any], message: str
) -> None:
    wrong = {"id": s("a"), **item}
    put = {"TableName": "docs", "Item": wrong}

    assert docs.invalid("PutItem", **put) == message
    assert docs.invalid("BatchWriteItem", RequestItems={"docs": [{"PutRequest": {"Item": wrong}}]})
    assert docs.refusal("TransactWriteItems", TransactItems=[{"Put": put}])[0] in (
        "TransactionCanceledException",
        "ValidationException",
    )
    assert docs.items("docs") == []


def test_an_update_is_checked_where_it_changes_something(docs: Client) -> None:
    put_vectors(docs, {"a": (1, 0, 0)})
    body: dict[str, Any] = {"TableName": "docs", "Key": {"id": s("a")}}

    message = docs.invalid(
        "UpdateItem",
        **body,
        UpdateExpression="SET e[0] = :x",
        ExpressionAttributeValues={":x": s("x")},
    )

    assert message.startswith(f"{WRONG}Invalid type for parameter e[0]")
    docs("UpdateItem", **body, UpdateExpression="REMOVE e")
    assert ids(search(docs, 1, 0, 0)) == []


def test_small_numbers_and_empty_filters_are_taken(docs: Client) -> None:
    item = {"id": s("a"), "e": vector("1e-100", 1, 0), "tenant": s("t"), "kind": s("")}
    docs.put("docs", item)

    assert ids(search(docs, 0, 1, 0, **in_tenant("t"))) == ["a"]


def test_a_write_tells_the_bytes_of_each_index_that_it_changes(docs: Client) -> None:
    def consumed(**attributes: Any) -> dict[str, float]:
        item = {"id": s("a"), "e": vector(1, 0, 0), **attributes}
        answer = docs("PutItem", TableName="docs", Item=item, ReturnConsumedCapacity="INDEXES")
        indexes: dict[str, dict[str, float]] = answer["ConsumedCapacity"].get("VectorIndexes", {})
        return {name: each["VectorWriteRequestBytes"] for name, each in indexes.items()}

    text = s("x" * 2_000)

    assert consumed() == {"near": 1024.0}
    assert consumed() == {}
    # The names and values of the projected attributes, and 4 bytes for each of 3 dimensions.
    assert consumed(text=text) == {"near": 2 + 1 + 1 + 12 + 4 + 2_000}
    assert consumed(tenant=s("t")) == {"near": 2_020.0, "tenants": 1024.0}


def test_indexed_vectors_cost_four_bytes_a_dimension_in_the_table(client: Client) -> None:
    client("CreateTable", **vector_table(vector_index(Dimensions=200)))
    item = {"id": s("a"), "e": vector(*(["12345678901234567890123456789012345678"] * 200))}

    answer = client("PutItem", TableName="docs", Item=item, ReturnConsumedCapacity="TOTAL")

    assert answer["ConsumedCapacity"]["CapacityUnits"] == 1.0


def test_an_index_is_added_and_deleted(docs: Client) -> None:
    create = vector_index("late", VectorAttribute={"AttributeName": "f"}, Dimensions=2)

    begun = docs("UpdateTable", TableName="docs", VectorIndexUpdates=[{"Create": create}])
    status = [
        (each["IndexStatus"], each.get("Backfilling"))
        for each in begun["TableDescription"]["VectorIndexes"]
    ]
    there = [each["IndexName"] for each in shown(docs)]
    docs("UpdateTable", TableName="docs", VectorIndexUpdates=[{"Delete": {"IndexName": "late"}}])

    assert status == [("ACTIVE", None), ("ACTIVE", None), ("CREATING", True)]
    assert there == ["near", "tenants", "late"]
    assert [each["IndexName"] for each in shown(docs)] == ["near", "tenants"]


WRONG_UPDATES: list[tuple[list[dict[str, Any]], tuple[str, str]]] = [
    (
        [{"Create": vector_index("one")}, {"Create": vector_index("two")}],
        (
            "LimitExceededException",
            "Subscriber limit exceeded: Only 1 online index can be created or deleted "
            "simultaneously per table",
        ),
    ),
    (
        [{}],
        (
            "ValidationException",
            f"{INVALID}One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null",
        ),
    ),
    (
        [{"Create": vector_index("one"), "Delete": {"IndexName": "near"}}],
        (
            "ValidationException",
            f"{INVALID}Only one vector index action is allowed per VectorIndexUpdate object",
        ),
    ),
    (
        [{"Create": vector_index("near")}],
        ("ValidationException", "Attempting to create an index which already exists"),
    ),
    (
        [{"Delete": {"IndexName": "none"}}],
        (
            "ResourceNotFoundException",
            "Requested resource not found: Index none for table docs",
        ),
    ),
    (
        [{"Create": vector_index("one", schema={"tenant": "HASH"})}],
        (
            "ValidationException",
            f"{INVALID}One element in SearchSchema is not defined in attribute definitions",
        ),
    ),
]


@pytest.mark.parametrize(("updates", "refusal"), WRONG_UPDATES)
def test_a_wrong_change_is_refused(
    docs: Client, updates: list[dict[str, Any]], refusal: tuple[str, str]
) -> None:
    before = shown(docs)

    answer = docs.refusal("UpdateTable", TableName="docs", VectorIndexUpdates=updates)

    assert answer == refusal
    assert shown(docs) == before


def test_a_table_with_vector_indexes_stays_on_demand(docs: Client) -> None:
    message = docs.invalid(
        "UpdateTable", TableName="docs", BillingMode="PROVISIONED", ProvisionedThroughput=UNITS
    )

    assert message == f"{INVALID}Tables with vector indexes must be in PAY_PER_REQUEST mode"


def test_an_index_of_keys_takes_the_place_of_a_vector_index(docs: Client) -> None:
    docs.put("docs", {"id": s("a"), "e": vector(1, 0, 0), "tenant": s("t")})
    docs("UpdateTable", TableName="docs", VectorIndexUpdates=[{"Delete": {"IndexName": "near"}}])
    create = {
        "IndexName": "byTenant",
        "KeySchema": [{"AttributeName": "tenant", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }
    docs(
        "UpdateTable",
        TableName="docs",
        AttributeDefinitions=[{"AttributeName": "tenant", "AttributeType": "S"}],
        GlobalSecondaryIndexUpdates=[{"Create": create}],
    )

    found = docs("Scan", TableName="docs", IndexName="byTenant")["Items"]

    assert [each["id"] for each in found] == [s("a")]
    assert ids(search(docs, 1, 0, 0, **in_tenant("t"))) == ["a"]


def test_a_backup_brings_vector_indexes_back(docs: Client) -> None:
    docs.put("docs", {"id": s("a"), "e": vector(1, 0, 0), "tenant": s("t")})
    arn = backed_up(docs, "docs")
    features = docs("DescribeBackup", BackupArn=arn)["BackupDescription"][
        "SourceTableFeatureDetails"
    ]

    whole = restored(docs, arn, "whole")
    few = restored(docs, arn, "few", VectorIndexOverride=[vector_index("near")])
    none = restored(docs, arn, "none", VectorIndexOverride=[])

    assert features["VectorIndexes"] == TENANTS["VectorIndexes"]
    assert [each["IndexName"] for each in whole["VectorIndexes"]] == ["near", "tenants"]
    assert [each["IndexName"] for each in few["VectorIndexes"]] == ["near"]
    assert "VectorIndexes" not in none
    assert ids(search(docs, 1, 0, 0, TableName="few")) == ["a"]
    assert ids(search(docs, 1, 0, 0, TableName="whole", **in_tenant("t"))) == ["a"]


def test_a_partition_of_2048_bytes_is_found(docs: Client) -> None:
    longest = "x" * 2_048
    docs.put("docs", {"id": s("a"), "e": vector(1, 0, 0), "tenant": s(longest)})

    assert ids(search(docs, 1, 0, 0, **in_tenant(longest))) == ["a"]
    assert ids(search(docs, 1, 0, 0, **in_tenant(longest + "x"))) == []


def test_an_update_may_not_empty_a_partition_key(docs: Client) -> None:
    docs.put("docs", {"id": s("a"), "e": vector(1, 0, 0), "tenant": s("t")})

    message = docs.invalid(
        "UpdateItem",
        TableName="docs",
        Key={"id": s("a")},
        UpdateExpression="SET tenant = :t",
        ExpressionAttributeValues={":t": s("")},
    )

    assert message == (
        "One or more parameter values are not valid. The update expression attempted to update a "
        "secondary index key to a value that is not supported. The AttributeValue for a key "
        "attribute cannot contain an empty string value."
    )


def test_a_binary_partition_key_is_never_empty(client: Client) -> None:
    client(
        "CreateTable", **vector_table(vector_index(schema={"part": "HASH"}), types={"part": "B"})
    )
    asked = {
        "SearchConditionExpression": "part = :p",
        "ExpressionAttributeValues": {":p": {"B": ""}},
    }

    stored = client.invalid("PutItem", TableName="docs", Item={"id": s("a"), "part": {"B": ""}})
    searched = client.invalid(
        "SearchVectors",
        TableName="docs",
        IndexName="near",
        TopK=1,
        SearchVector=vector(1, 0, 0)["L"],
        **asked,
    )

    empty = "The AttributeValue for a key attribute cannot contain an empty binary value. "
    assert stored == (
        "One or more parameter values are not valid. A value specified for a secondary index key "
        f"is not supported. {empty}IndexName: near, IndexKey: part"
    )
    assert searched == f"One or more parameter values are not valid. {empty}Key: part"


def creation(index: dict[str, Any], **types: str) -> dict[str, Any]:
    definitions = [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]
    given = {"AttributeDefinitions": definitions} if types else {}
    return {"VectorIndexUpdates": [{"Create": index}], **given}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            creation(vector_index("one", schema={"tenant": "HASH"}), tenant="N"),
            f"{INVALID}Attributes cannot be redefined. Please check that your attribute has the "
            "same type as previously defined. Existing type of tenant: S. New type: N",
        ),
        (
            creation(vector_index("one", VectorAttribute={"AttributeName": "tenant"})),
            f"{INVALID}Conflicting attribute definition for 'tenant'. An attribute cannot be "
            "defined in AttributeDefinitions when used as a VectorAttribute.",
        ),
        (
            creation(vector_index("one", Dimensions=4)),
            f"{INVALID}Conflicting attribute definition for 'e'. All VectorIndexes on the same "
            "vector attribute must use the same dimensions.",
        ),
        (
            creation(vector_index("one", Dimensions=4097)),
            f"{INVALID}Number of dimensions must be between 1 and 4096 inclusive.",
        ),
        (
            creation(vector_index("one", Projection={"ProjectionType": "INCLUDE"})),
            f"{INVALID}ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
    ],
)
def test_a_new_index_that_does_not_fit_its_table_is_refused(
    docs: Client, body: dict[str, Any], message: str
) -> None:
    assert docs.invalid("UpdateTable", TableName="docs", **body) == message


def test_a_provisioned_table_gets_no_vector_index(client: Client) -> None:
    client(
        "CreateTable",
        TableName="paid",
        ProvisionedThroughput=UNITS,
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
    )

    message = client.invalid("UpdateTable", TableName="paid", **creation(vector_index()))

    assert message == f"{INVALID}Vector indexes are only supported for PAY_PER_REQUEST tables"


def test_a_table_gets_at_most_five_vector_indexes(docs: Client) -> None:
    for name in ("three", "four", "five"):
        docs("UpdateTable", TableName="docs", **creation(vector_index(name)))

    refusal = docs.refusal("UpdateTable", TableName="docs", **creation(vector_index("six")))

    assert refusal == (
        "LimitExceededException",
        f"{INVALID}VectorIndex count exceeds the per-table limit of 5",
    )


def test_an_index_of_a_known_attribute_is_added(docs: Client) -> None:
    docs.put("docs", {"id": s("a"), "e": vector(1, 0, 0), "tenant": s("t")})

    docs(
        "UpdateTable",
        TableName="docs",
        **creation(vector_index("late", schema={"tenant": "INLINE_FILTER"}), tenant="S"),
    )

    found = search(
        docs,
        *(1, 0, 0),
        IndexName="late",
        SearchConditionExpression="tenant = :t",
        ExpressionAttributeValues={":t": s("t")},
    )
    assert ids(found) == ["a"]


def test_the_answer_shows_a_vector_index_going(docs: Client) -> None:
    answer = docs(
        "UpdateTable", TableName="docs", VectorIndexUpdates=[{"Delete": {"IndexName": "near"}}]
    )["TableDescription"]

    states = {each["IndexName"]: each["IndexStatus"] for each in answer["VectorIndexes"]}
    assert (answer["TableStatus"], states) == (
        "UPDATING",
        {"near": "DELETING", "tenants": "ACTIVE"},
    )
    definitions = docs("DescribeTable", TableName="docs")["Table"]["AttributeDefinitions"]
    assert [each["AttributeName"] for each in definitions] == ["id", "tenant", "kind", "year"]


def test_a_deleted_vector_index_takes_its_definitions_along(docs: Client) -> None:
    docs("UpdateTable", TableName="docs", VectorIndexUpdates=[{"Delete": {"IndexName": "tenants"}}])

    definitions = docs("DescribeTable", TableName="docs")["Table"]["AttributeDefinitions"]
    assert definitions == [{"AttributeName": "id", "AttributeType": "S"}]
