from __future__ import annotations

from tests.engine.client import Client


def test_tags_given_at_creation_are_listed(client: Client) -> None:
    tags = [{"Key": "team", "Value": "blue"}, {"Key": "empty", "Value": ""}]
    made = client(
        "CreateTable",
        TableName="tagged",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        Tags=tags,
    )

    listed = client("ListTagsOfResource", ResourceArn=made["TableDescription"]["TableArn"])

    assert listed == {"Tags": tags}


def test_a_table_without_tags_lists_none(client: Client) -> None:
    arn = "arn:aws:dynamodb:us-east-1:000000000000:table/flat"

    assert client("ListTagsOfResource", ResourceArn=arn) == {"Tags": []}
