from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.testing import Clock
from tests.engine.client import Client
from tests.engine.transferring import ARN, CREATION, load

DAY = 24 * 60 * 60


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[Client]:
    with Engine.open("memory:", clock=clock, buckets=tmp_path) as engine:
        yield Client(engine)


def load_into(client: Client, table: str) -> str:
    """Import into a new table; return the import's ARN."""
    made = load(client, "in/", TableCreationParameters={**CREATION, "TableName": table})
    arn: str = made["ImportArn"]
    return arn


def listed(answer: dict[str, Any]) -> list[str]:
    return [each["ImportArn"] for each in answer["ImportSummaryList"]]


def test_no_import_is_an_empty_list(client: Client) -> None:
    assert client("ListImports") == {"ImportSummaryList": []}


def test_an_import_is_listed_in_short(client: Client, clock: Clock) -> None:
    described = load(client, "in/")

    assert client("ListImports") == {
        "ImportSummaryList": [
            {
                "ImportArn": described["ImportArn"],
                "ImportStatus": "FAILED",
                "TableArn": f"{ARN}copy",
                "S3BucketSource": {"S3Bucket": "lake", "S3KeyPrefix": "in/"},
                "InputFormat": "DYNAMODB_JSON",
                "StartTime": clock.now,
                "EndTime": clock.now,
            }
        ]
    }


def test_imports_into_one_table_are_listed(client: Client) -> None:
    load_into(client, "one")
    mine = load_into(client, "two")

    assert listed(client("ListImports", TableArn=f"{ARN}two")) == [mine]


def test_the_last_import_is_the_first(client: Client, clock: Clock) -> None:
    first = load_into(client, "one")
    clock.now += 1
    second = load_into(client, "two")

    assert listed(client("ListImports")) == [second, first]


def test_imports_are_listed_a_page_at_a_time(client: Client) -> None:
    arns = {load_into(client, f"table{number}") for number in range(3)}

    first = client("ListImports", PageSize=2)
    second = client("ListImports", PageSize=2, NextToken=first["NextToken"])

    assert (len(listed(first)), len(listed(second)), "NextToken" in second) == (2, 1, False)
    assert {*listed(first), *listed(second)} == arns


def test_a_page_has_at_most_25(client: Client) -> None:
    for number in range(26):
        load_into(client, f"table{number}")

    assert len(listed(client("ListImports"))) == 25


@pytest.mark.parametrize("name", ["abc", "a" * 255])
def test_a_token_is_of_the_documented_form(client: Client, name: str) -> None:
    load_into(client, name)
    load_into(client, "z" + name[1:])

    token = client("ListImports", PageSize=1)["NextToken"]

    assert (len(token) % 16, 112 <= len(token) <= 1024, int(token, 16) > 0) == (0, True, True)


def test_imports_of_the_last_90_days_are_listed(client: Client, clock: Clock) -> None:
    load_into(client, "one")
    clock.now += 90 * DAY + 1
    mine = load_into(client, "two")

    assert listed(client("ListImports")) == [mine]


def test_a_token_of_another_form_is_refused(client: Client) -> None:
    assert client.invalid("ListImports", NextToken="next") == (
        "2 validation errors detected: Value 'next' at 'nextToken' failed to satisfy constraint: "
        "Member must satisfy regular expression pattern: ([0-9a-f]{16})+; "
        "Value 'next' at 'nextToken' failed to satisfy constraint: "
        "Member must have length greater than or equal to 112"
    )


def test_a_token_of_no_import_is_refused(client: Client) -> None:
    assert client.invalid("ListImports", NextToken="0" * 112) == "Invalid NextToken"


@pytest.mark.parametrize(
    ("size", "wanted"),
    [(0, "greater than or equal to 1"), (26, "less than or equal to 25")],
)
def test_a_page_has_1_to_25(client: Client, size: int, wanted: str) -> None:
    assert client.invalid("ListImports", PageSize=size) == (
        f"1 validation error detected: Value '{size}' at 'pageSize' failed to satisfy constraint: "
        f"Member must have value {wanted}"
    )
