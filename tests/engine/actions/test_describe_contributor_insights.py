from __future__ import annotations

from tests.engine.client import Client

NOW = 1_800_000_000.0


def test_nothing_is_watched_at_first(client: Client) -> None:
    described = client("DescribeContributorInsights", TableName="things")

    assert described == {"TableName": "things", "ContributorInsightsStatus": "DISABLED"}


def test_a_watched_table_says_since_when(client: Client) -> None:
    client("UpdateContributorInsights", TableName="things", ContributorInsightsAction="ENABLE")

    assert client("DescribeContributorInsights", TableName="things") == {
        "TableName": "things",
        "ContributorInsightsStatus": "ENABLED",
        "LastUpdateDateTime": NOW,
    }


def test_an_index_is_described_apart_from_its_table(client: Client) -> None:
    client("UpdateContributorInsights", TableName="things", ContributorInsightsAction="ENABLE")

    described = client("DescribeContributorInsights", TableName="things", IndexName="whole")

    assert described == {
        "TableName": "things",
        "IndexName": "whole",
        "ContributorInsightsStatus": "DISABLED",
    }


def test_a_table_may_be_named_by_its_arn(client: Client) -> None:
    arn = client("DescribeTable", TableName="things")["Table"]["TableArn"]

    described = client("DescribeContributorInsights", TableName=arn)

    assert described == {"TableName": "things", "ContributorInsightsStatus": "DISABLED"}


def test_an_unknown_index_is_refused(client: Client) -> None:
    assert client.refusal(
        "DescribeContributorInsights", TableName="things", IndexName="nothing"
    ) == ("ResourceNotFoundException", "Requested resource not found: Index: nothing not found")


def test_an_unknown_table_is_refused(client: Client) -> None:
    assert client.refusal("DescribeContributorInsights", TableName="nothing") == (
        "ResourceNotFoundException",
        "Requested resource not found: Table: nothing not found",
    )
