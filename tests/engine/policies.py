"""Resource-based policies for tests."""

from __future__ import annotations

from tests.engine.client import Client

POLICY = '{"Version":"2012-10-17","Statement":[]}'
OTHER = '{"Version":"2012-10-17","Statement":[],"Id":"other"}'


def arn_of(client: Client, table: str = "things") -> str:
    """Ask for a table's ARN."""
    arn: str = client("DescribeTable", TableName=table)["Table"]["TableArn"]
    return arn


def not_found(arn: str) -> tuple[str, str]:
    """The refusal where a table has no such policy."""
    message = f"Resource-based policy not found for the provided ResourceArn: {arn}"
    return "PolicyNotFoundException", message
