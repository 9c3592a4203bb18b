from __future__ import annotations

import pytest

from tests.engine.client import Client


@pytest.mark.parametrize(("action", "status"), [("ENABLE", "ENABLING"), ("DISABLE", "DISABLING")])
def test_a_change_is_under_way_when_it_is_answered(
    client: Client, action: str, status: str
) -> None:
    answer = client(
        "UpdateContributorInsights", TableName="things", ContributorInsightsAction=action
    )

    assert answer == {"TableName": "things", "ContributorInsightsStatus": status}


def test_an_index_is_watched_by_itself(client: Client) -> None:
    answer = client(
        "UpdateContributorInsights",
        TableName="things",
        IndexName="whole",
        ContributorInsightsAction="ENABLE",
    )

    assert answer == {
        "TableName": "things",
        "IndexName": "whole",
        "ContributorInsightsStatus": "ENABLING",
    }
    table = client("DescribeContributorInsights", TableName="things")
    assert table["ContributorInsightsStatus"] == "DISABLED"


def test_watching_ends_when_asked(client: Client) -> None:
    watch = {"TableName": "things", "ContributorInsightsAction": "ENABLE"}
    client("UpdateContributorInsights", **watch)
    client("UpdateContributorInsights", **{**watch, "ContributorInsightsAction": "DISABLE"})

    described = client("DescribeContributorInsights", TableName="things")

    assert described == {"TableName": "things", "ContributorInsightsStatus": "DISABLED"}


def test_an_unknown_action_is_refused(client: Client) -> None:
    assert client.invalid(
        "UpdateContributorInsights", TableName="things", ContributorInsightsAction="PAUSE"
    ) == (
        "1 validation error detected: Value 'PAUSE' at 'contributorInsightsAction' failed to "
        "satisfy constraint: Member must satisfy enum value set: [ENABLE, DISABLE]"
    )


def test_an_unknown_index_is_refused(client: Client) -> None:
    assert client.refusal(
        "UpdateContributorInsights",
        TableName="things",
        IndexName="nothing",
        ContributorInsightsAction="ENABLE",
    ) == ("ResourceNotFoundException", "Requested resource not found: Index: nothing not found")
