"""Resource-based policies: stored, returned, forgotten."""

from __future__ import annotations

import pytest

from tests.engine.client import Client

POLICY = '{"Version":"2012-10-17","Statement":[]}'


@pytest.fixture(name="arn")
def _arn(client: Client) -> str:
    arn: str = client("DescribeTable", TableName="things")["Table"]["TableArn"]
    return arn


def not_found(arn: str) -> tuple[str, str]:
    message = f"Resource-based policy not found for the provided ResourceArn: {arn}"
    return "PolicyNotFoundException", message


def test_a_table_has_no_policy_at_first(client: Client, arn: str) -> None:
    assert client.refusal("GetResourcePolicy", ResourceArn=arn) == not_found(arn)


def test_a_policy_is_returned_with_its_revision(client: Client, arn: str) -> None:
    put = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)

    assert client("GetResourcePolicy", ResourceArn=arn) == {**put, "Policy": POLICY}


def test_a_policy_that_is_deleted_is_gone(client: Client, arn: str) -> None:
    put = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)

    deleted = [client("DeleteResourcePolicy", ResourceArn=arn) for _ in range(2)]

    assert deleted == [put, {}]
    assert client.refusal("GetResourcePolicy", ResourceArn=arn) == not_found(arn)


def test_a_policy_changes_only_from_the_expected_revision(client: Client, arn: str) -> None:
    expected = {"ResourceArn": arn, "Policy": POLICY, "ExpectedRevisionId": "NO_POLICY"}
    client("PutResourcePolicy", **expected)

    assert client.refusal("PutResourcePolicy", **expected) == not_found(arn)
