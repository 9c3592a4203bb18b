"""Settings of tables, as DynamoDB's users observed them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client

INVALID = "One or more parameter values were invalid: "
TABLE: dict[str, Any] = {
    "TableName": "another",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "p", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
}


def test_there_are_two_table_classes(client: Client) -> None:
    assert client.invalid("CreateTable", **TABLE, TableClass="standard") == (
        "Invalid table-class parameter provided. Please try again with a valid table-class value: "
        "[STANDARD, STANDARD_INFREQUENT_ACCESS]."
    )


def test_a_warm_table_does_not_cool_down(client: Client) -> None:
    client("CreateTable", **TABLE, WarmThroughput={"ReadUnitsPerSecond": 13_000})

    refused = client.invalid(
        "UpdateTable", TableName="another", WarmThroughput={"ReadUnitsPerSecond": 12_500}
    )

    assert refused == (
        f"{INVALID}Requested ReadUnitsPerSecond for WarmThroughput for table is lower than current "
        "WarmThroughput, decreasing WarmThroughput is not supported"
    )


@pytest.mark.parametrize(
    ("tag", "place", "text"),
    [
        ({"Key": "hi!", "Value": "dog"}, "key", "hi!"),
        ({"Key": "dog", "Value": "d%g"}, "value", "d%g"),
    ],
)
def test_a_tag_has_letters_numbers_spaces_and_few_signs(
    client: Client, tag: dict[str, str], place: str, text: str
) -> None:
    arn = client("DescribeTable", TableName="things")["Table"]["TableArn"]

    assert client.invalid("TagResource", ResourceArn=arn, Tags=[tag]) == (
        f"1 validation error detected: Value '{text}' at 'tags.1.member.{place}' failed to satisfy "
        r"constraint: Member must satisfy regular expression pattern: "
        r"^([\p{L}\p{Z}\p{N}_.:/=+\-@]*)$"
    )


def test_a_tag_may_be_written_in_any_script(client: Client) -> None:
    arn = client("DescribeTable", TableName="things")["Table"]["TableArn"]
    tag = {"Key": "ключ א", "Value": "a_b.c:d/e=f+g-h"}
    client.engine.execute("TagResource", {"ResourceArn": arn, "Tags": [tag]})

    assert client("ListTagsOfResource", ResourceArn=arn) == {"Tags": [tag]}


def test_tags_of_an_unknown_table_are_not_for_everyone(client: Client) -> None:
    unknown = "arn:aws:dynamodb:us-east-1:000000000000:table/unknown"

    assert client.refusal("ListTagsOfResource", ResourceArn=unknown) == (
        "AccessDeniedException",
        "User: arn:aws:iam::000000000000:root is not authorized to perform: "
        f"dynamodb:ListTagsOfResource on resource: {unknown}",
    )
