from __future__ import annotations

import pytest

from tavola.engine import Engine
from tests.engine.client import Client


@pytest.fixture
def client(engine: Engine) -> Client:
    """A client of an engine with five empty tables."""
    client = Client(engine)
    for name in ("bbb", "aaa", "eee", "ccc", "ddd"):
        client(
            "CreateTable",
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        )
    return client


def test_names_come_in_order(client: Client) -> None:
    assert client("ListTables") == {"TableNames": ["aaa", "bbb", "ccc", "ddd", "eee"]}


def test_a_limit_cuts_the_list_and_says_where(client: Client) -> None:
    answer = client("ListTables", Limit=2)

    assert answer == {"TableNames": ["aaa", "bbb"], "LastEvaluatedTableName": "bbb"}


def test_a_list_goes_on_behind_a_name(client: Client) -> None:
    answer = client("ListTables", ExclusiveStartTableName="bbb", Limit=2)

    assert answer == {"TableNames": ["ccc", "ddd"], "LastEvaluatedTableName": "ddd"}


def test_the_name_to_go_on_behind_need_not_exist(client: Client) -> None:
    assert client("ListTables", ExclusiveStartTableName="dde") == {"TableNames": ["eee"]}


def test_a_limit_that_just_fits_ends_the_list(client: Client) -> None:
    assert "LastEvaluatedTableName" not in client("ListTables", Limit=5)


@pytest.mark.parametrize(
    ("limit", "bound"), [(0, "greater than or equal to 1"), (101, "less than or equal to 100")]
)
def test_a_limit_has_bounds(client: Client, limit: int, bound: str) -> None:
    assert client.invalid("ListTables", Limit=limit) == (
        f"1 validation error detected: Value '{limit}' at 'limit' failed to satisfy constraint: "
        f"Member must have value {bound}"
    )
