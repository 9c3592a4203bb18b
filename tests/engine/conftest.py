"""An engine in memory with two tables: one with every kind of index, one with a partition key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.faults import Faults
from tests.engine.client import Client

THINGS: dict[str, Any] = {
    "TableName": "things",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"},
        {"AttributeName": "sk", "AttributeType": "N"},
        {"AttributeName": "g", "AttributeType": "S"},
        {"AttributeName": "h", "AttributeType": "S"},
        {"AttributeName": "b", "AttributeType": "B"},
    ],
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "whole",
            "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        },
        {
            "IndexName": "keys",
            "KeySchema": [
                {"AttributeName": "g", "KeyType": "HASH"},
                {"AttributeName": "h", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        },
        {
            "IndexName": "binary",
            "KeySchema": [{"AttributeName": "b", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        },
    ],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "local",
            "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "h", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]},
        }
    ],
}
FLAT: dict[str, Any] = {
    "TableName": "flat",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def engine(faults: Faults) -> Iterator[Engine]:
    with Engine.open("memory:", clock=lambda: 1_800_000_000.0, faults=faults) as engine:
        yield engine


@pytest.fixture
def client(engine: Engine) -> Client:
    """A client of an engine that has the tables `things` and `flat`."""
    client = Client(engine)
    client("CreateTable", **THINGS)
    client("CreateTable", **FLAT)
    return client
