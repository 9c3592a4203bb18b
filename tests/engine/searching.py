"""Tables with vector indexes, and searches, that several tests begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engine.client import Client

DISTANCES = ("COSINE", "DOT_PRODUCT", "EUCLIDEAN")


def vector(*numbers: float | str) -> dict[str, Any]:
    """Write an attribute that holds a vector."""
    return {"L": query(*numbers)}


def query(*numbers: float | str) -> list[dict[str, str]]:
    """Write a vector to search for."""
    return [{"N": str(number)} for number in numbers]


def vector_index(name: str = "near", **changes: Any) -> dict[str, Any]:
    roles: dict[str, str] = changes.pop("schema", {})
    index: dict[str, Any] = {
        "IndexName": name,
        "VectorAttribute": {"AttributeName": "e"},
        "Dimensions": 3,
        "DistanceFunction": "COSINE",
        "Projection": {"ProjectionType": "ALL"},
        **changes,
    }
    if roles:
        index["SearchSchema"] = [
            {"AttributeName": attribute, "SearchSchemaElementType": role}
            for attribute, role in roles.items()
        ]
    return index


def vector_table(*indexes: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Write a CreateTable request; `types` are those of attributes beside the key."""
    types: dict[str, str] = changes.pop("types", {})
    return {
        "TableName": "docs",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind}
            for name, kind in {"id": "S", **types}.items()
        ],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "VectorIndexes": list(indexes),
        **changes,
    }


TENANTS = vector_table(
    vector_index("near"),
    vector_index(
        "tenants", schema={"tenant": "HASH", "kind": "INLINE_FILTER", "year": "INLINE_FILTER"}
    ),
    types={"tenant": "S", "kind": "S", "year": "N"},
)


def search(client: Client, *numbers: float, **body: Any) -> dict[str, Any]:
    wanted = {"TableName": "docs", "IndexName": "near", "TopK": 10, **body}
    return client("SearchVectors", SearchVector=query(*numbers), **wanted)


def ids(answer: dict[str, Any]) -> list[str]:
    return [each["Item"]["id"]["S"] for each in answer["SearchResults"]]


def scores(answer: dict[str, Any]) -> list[float]:
    return [each["Score"] for each in answer["SearchResults"]]


def in_tenant(name: str) -> dict[str, Any]:
    return {
        "IndexName": "tenants",
        "SearchConditionExpression": "tenant = :t",
        "ExpressionAttributeValues": {":t": {"S": name}},
    }


def put_vectors(client: Client, vectors: Mapping[str, Sequence[float]]) -> None:
    client.put("docs", *({"id": {"S": name}, "e": vector(*each)} for name, each in vectors.items()))
