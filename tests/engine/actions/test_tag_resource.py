from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client

ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/flat"
INVALID = "One or more parameter values were invalid: "


def tag(key: str, value: str) -> dict[str, str]:
    return {"Key": key, "Value": value}


def tags(client: Client) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = client("ListTagsOfResource", ResourceArn=ARN)["Tags"]
    return listed


def test_tags_are_added_and_replaced(client: Client) -> None:
    client.engine.execute("TagResource", {"ResourceArn": ARN, "Tags": [tag("a", "1")]})

    client.engine.execute(
        "TagResource", {"ResourceArn": ARN, "Tags": [tag("a", "2"), tag("b", "3")]}
    )

    assert tags(client) == [tag("a", "2"), tag("b", "3")]


def test_the_answer_is_empty(client: Client) -> None:
    body = {"ResourceArn": ARN, "Tags": [tag("a", "1")]}

    assert client.engine.execute("TagResource", body) == b""


def test_fifty_tags_are_enough(client: Client) -> None:
    many = [tag(f"k{number}", "") for number in range(50)]
    client.engine.execute("TagResource", {"ResourceArn": ARN, "Tags": many})

    message = client.invalid("TagResource", ResourceArn=ARN, Tags=[tag("one more", "")])

    assert message == "Number of Tags exceed the current limit for the provided ResourceArn"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "Atleast one Tag needs to be provided as Input."),
        ([tag("aws:x", "1")], "Tag Key cannot be prefixed with aws:, Key: aws:x"),
        (
            [tag("a", "1"), tag("a", "2")],
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found a",
        ),
    ],
)
def test_wrong_tags_are_refused(client: Client, given: list[dict[str, str]], message: str) -> None:
    assert client.invalid("TagResource", ResourceArn=ARN, Tags=given) == message


@pytest.mark.parametrize(
    ("arn", "message"),
    [
        ("flat", f"{INVALID}ARNs must start with 'arn:': flat"),
        ("arn:aws:s3:::x", f"{INVALID}Provided Arn is not a DynamoDB resource arn: arn:aws:s3:::x"),
        (
            f"{ARN}/index/x",
            f"{INVALID}Invalid resource arn provided, only table or stream is accepted. "
            f"Provided resource arn: {ARN}/index/x",
        ),
    ],
)
@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("TagResource", {"Tags": [tag("a", "1")]}),
        ("UntagResource", {"TagKeys": ["a"]}),
        ("ListTagsOfResource", {}),
    ],
)
def test_what_is_no_tables_arn_is_refused(
    client: Client, action: str, body: dict[str, Any], arn: str, message: str
) -> None:
    assert client.invalid(action, ResourceArn=arn, **body) == message


def test_an_unknown_table_is_named(client: Client) -> None:
    unknown = ARN.replace("flat", "nowhere")

    refusal = client.refusal("TagResource", ResourceArn=unknown, Tags=[tag("a", "1")])

    assert refusal == (
        "ResourceNotFoundException",
        f"Requested resource not found: ResourcArn: {unknown} not found",
    )
