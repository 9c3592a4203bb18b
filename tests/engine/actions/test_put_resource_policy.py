from __future__ import annotations

import pytest

from tests.engine.client import Client
from tests.engine.policies import OTHER, POLICY, arn_of, not_found


def test_a_policy_replaces_the_one_before(client: Client) -> None:
    arn = arn_of(client)
    first = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)

    second = client("PutResourcePolicy", ResourceArn=arn, Policy=OTHER)

    assert client("GetResourcePolicy", ResourceArn=arn) == {**second, "Policy": OTHER}
    assert first != second


def test_the_same_policy_has_the_same_revision(client: Client) -> None:
    arn = arn_of(client)

    first = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)

    assert client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY) == first


def test_a_policy_changes_from_the_expected_revision(client: Client) -> None:
    arn = arn_of(client)
    none = client(
        "PutResourcePolicy", ResourceArn=arn, Policy=POLICY, ExpectedRevisionId="NO_POLICY"
    )

    client(
        "PutResourcePolicy", ResourceArn=arn, Policy=OTHER, ExpectedRevisionId=none["RevisionId"]
    )

    assert client("GetResourcePolicy", ResourceArn=arn)["Policy"] == OTHER


def test_a_policy_does_not_change_from_another_revision(client: Client) -> None:
    arn = arn_of(client)
    expected = {"ResourceArn": arn, "Policy": POLICY, "ExpectedRevisionId": "NO_POLICY"}
    client("PutResourcePolicy", **expected)

    revision = client("GetResourcePolicy", ResourceArn=arn)["RevisionId"]

    # moto, aws_verified: test_put_resource_policy_against_norevision_when_revision_exists
    assert client.refusal("PutResourcePolicy", **{**expected, "Policy": OTHER}) == not_found(
        "Requested policy update expecting none to be present for table things, but a policy "
        f"exists with revision id {revision}."
    )
    assert client("GetResourcePolicy", ResourceArn=arn)["Policy"] == POLICY


def test_a_revision_of_a_policy_that_is_not_there_is_refused(client: Client) -> None:
    arn = arn_of(client)

    assert client.refusal(
        "PutResourcePolicy", ResourceArn=arn, Policy=POLICY, ExpectedRevisionId="1"
    ) == not_found(arn)


def test_a_policy_must_be_given(client: Client) -> None:
    assert client.invalid("PutResourcePolicy", ResourceArn=arn_of(client)) == (
        "1 validation error detected: Value null at 'policy' failed to satisfy constraint: "
        "Member must not be null"
    )


@pytest.mark.parametrize("policy", ["", "{", "nothing", '{"Version": }'])
def test_a_policy_is_json(client: Client, policy: str) -> None:
    arn = arn_of(client)
    assert client.invalid("PutResourcePolicy", ResourceArn=arn, Policy=policy) == (
        "One or more parameter values were invalid: Invalid policy document: This policy contains "
        "invalid Json"
    )
    assert client.refusal("GetResourcePolicy", ResourceArn=arn) == not_found(arn)


def test_a_policy_has_at_most_20_kilobytes_with_its_spaces(client: Client) -> None:
    arn = arn_of(client)
    largest = POLICY + " " * (20_480 - len(POLICY))
    client("PutResourcePolicy", ResourceArn=arn, Policy=largest)
    assert client.invalid("PutResourcePolicy", ResourceArn=arn, Policy=largest + " ") == (
        "One or more parameter values were invalid: Maximum policy size of 20480 bytes exceeded"
    )
    assert client("GetResourcePolicy", ResourceArn=arn)["Policy"] == largest
