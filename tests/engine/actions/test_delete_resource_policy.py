from __future__ import annotations

from tests.engine.client import Client
from tests.engine.policies import POLICY, arn_of, not_found


def test_a_policy_that_is_deleted_is_gone(client: Client) -> None:
    arn = arn_of(client)
    put = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)

    assert client("DeleteResourcePolicy", ResourceArn=arn) == put
    assert client.refusal("GetResourcePolicy", ResourceArn=arn) == not_found(arn)


def test_deleting_nothing_is_no_error(client: Client) -> None:
    assert client("DeleteResourcePolicy", ResourceArn=arn_of(client)) == {}


def test_the_expected_revision_is_deleted(client: Client) -> None:
    arn = arn_of(client)
    put = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)

    deleted = client("DeleteResourcePolicy", ResourceArn=arn, ExpectedRevisionId=put["RevisionId"])

    assert deleted == put


def test_another_revision_is_not_deleted(client: Client) -> None:
    arn = arn_of(client)
    put = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)

    refusal = client.refusal("DeleteResourcePolicy", ResourceArn=arn, ExpectedRevisionId="1")

    # moto, aws_verified: test_delete_resource_policy_from_unknown_revision
    assert refusal == not_found(
        "Requested update for policy with revision id 1, but the policy associated to target "
        f"table things has revision id {put['RevisionId']}."
    )
    assert client("GetResourcePolicy", ResourceArn=arn) == {**put, "Policy": POLICY}


def test_a_revision_that_is_deleted_already_is_refused(client: Client) -> None:
    arn = arn_of(client)
    put = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)
    expected = {"ResourceArn": arn, "ExpectedRevisionId": put["RevisionId"]}
    client("DeleteResourcePolicy", **expected)

    assert client.refusal("DeleteResourcePolicy", **expected) == not_found(arn)
