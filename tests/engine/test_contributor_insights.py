"""Contributor insights: a setting of tables and indexes."""

from __future__ import annotations

from tests.engine.client import Client


def test_nothing_is_watched_at_first(client: Client) -> None:
    described = client("DescribeContributorInsights", TableName="things")

    assert described == {"TableName": "things", "ContributorInsightsStatus": "DISABLED"}
    assert client("ListContributorInsights") == {"ContributorInsightsSummaries": []}


def test_what_is_watched_is_listed(client: Client) -> None:
    watch = {"TableName": "things", "ContributorInsightsAction": "ENABLE"}
    client("UpdateContributorInsights", **watch)
    client("UpdateContributorInsights", **watch, IndexName="whole")

    assert client("ListContributorInsights") == {
        "ContributorInsightsSummaries": [
            {"TableName": "things", "ContributorInsightsStatus": "ENABLED"},
            {
                "TableName": "things",
                "IndexName": "whole",
                "ContributorInsightsStatus": "ENABLED",
            },
        ]
    }


def test_watching_ends_when_asked(client: Client) -> None:
    client("UpdateContributorInsights", TableName="things", ContributorInsightsAction="ENABLE")

    ended = client(
        "UpdateContributorInsights", TableName="things", ContributorInsightsAction="DISABLE"
    )

    assert ended == {"TableName": "things", "ContributorInsightsStatus": "DISABLING"}
    assert client("ListContributorInsights", TableName="things") == {
        "ContributorInsightsSummaries": []
    }


def test_an_unknown_index_cannot_be_watched(client: Client) -> None:
    assert client.refusal(
        "DescribeContributorInsights", TableName="things", IndexName="nothing"
    ) == ("ResourceNotFoundException", "Requested resource not found: Index: nothing not found")
