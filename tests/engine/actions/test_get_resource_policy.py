from __future__ import annotations

from tests.engine.client import Client
from tests.engine.policies import POLICY, arn_of, not_found


def test_a_table_has_no_policy_at_first(client: Client) -> None:
    arn = arn_of(client)

    assert client.refusal("GetResourcePolicy", ResourceArn=arn) == not_found(arn)


def test_a_policy_is_returned_as_it_was_written_with_its_revision(client: Client) -> None:
    arn = arn_of(client)
    spaced = POLICY.replace(",", ",\n  ")
    put = client("PutResourcePolicy", ResourceArn=arn, Policy=spaced)

    assert client("GetResourcePolicy", ResourceArn=arn) == {**put, "Policy": spaced}


def test_a_policy_belongs_to_one_table(client: Client) -> None:
    client("PutResourcePolicy", ResourceArn=arn_of(client), Policy=POLICY)
    flat = arn_of(client, "flat")

    assert client.refusal("GetResourcePolicy", ResourceArn=flat) == not_found(flat)


def test_a_policy_may_come_with_its_table(client: Client) -> None:
    client(
        "CreateTable",
        TableName="guarded",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        ResourcePolicy=POLICY,
    )

    policy = client("GetResourcePolicy", ResourceArn=arn_of(client, "guarded"))

    assert policy["Policy"] == POLICY


def test_an_unknown_table_is_refused(client: Client) -> None:
    arn = arn_of(client).replace("things", "nothing")

    assert client.refusal("GetResourcePolicy", ResourceArn=arn) == (
        "ResourceNotFoundException",
        "Requested resource not found: Table: nothing not found",
    )


def test_a_resource_must_be_named(client: Client) -> None:
    assert client.invalid("GetResourcePolicy") == (
        "1 validation error detected: Value null at 'resourceArn' failed to satisfy constraint: "
        "Member must not be null"
    )
