from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client


def watch(client: Client, table: str, **index: str) -> dict[str, Any]:
    """Watch a table or an index of it; return how it is listed."""
    enable = {"TableName": table, **index, "ContributorInsightsAction": "ENABLE"}
    client("UpdateContributorInsights", **enable)
    return {"TableName": table, **index, "ContributorInsightsStatus": "ENABLED"}


def test_nothing_is_listed_at_first(client: Client) -> None:
    assert client("ListContributorInsights") == {"ContributorInsightsSummaries": []}


def test_tables_and_indexes_that_are_watched_are_listed(client: Client) -> None:
    things = watch(client, "things")
    whole = watch(client, "things", IndexName="whole")
    flat = watch(client, "flat")

    assert client("ListContributorInsights") == {
        "ContributorInsightsSummaries": [flat, things, whole]
    }


def test_one_table_is_listed_with_its_indexes(client: Client) -> None:
    watch(client, "flat")
    whole = watch(client, "things", IndexName="whole")

    assert client("ListContributorInsights", TableName="things") == {
        "ContributorInsightsSummaries": [whole]
    }


def test_what_is_no_longer_watched_is_not_listed(client: Client) -> None:
    watch(client, "things")
    client("UpdateContributorInsights", TableName="things", ContributorInsightsAction="DISABLE")

    assert client("ListContributorInsights") == {"ContributorInsightsSummaries": []}


def test_they_are_listed_a_page_at_a_time(client: Client) -> None:
    things = watch(client, "things")
    whole = watch(client, "things", IndexName="whole")
    keys = watch(client, "things", IndexName="keys")

    first = client("ListContributorInsights", MaxResults=2)
    second = client("ListContributorInsights", MaxResults=2, NextToken=first.pop("NextToken"))

    assert first == {"ContributorInsightsSummaries": [things, keys]}
    assert second == {"ContributorInsightsSummaries": [whole]}


def test_a_wrong_token_is_refused(client: Client) -> None:
    assert client.invalid("ListContributorInsights", NextToken="next") == "Invalid NextToken"


@pytest.mark.parametrize("size", [0, 100])
def test_a_page_has_at_most_100(client: Client, size: int) -> None:
    things = watch(client, "things")

    listed = client("ListContributorInsights", MaxResults=size)

    assert listed == {"ContributorInsightsSummaries": [things]}
    assert client.invalid("ListContributorInsights", MaxResults=101) == (
        "1 validation error detected: Value '101' at 'maxResults' failed to satisfy constraint: "
        "Member must have value less than or equal to 100"
    )


def test_an_unknown_table_is_refused(client: Client) -> None:
    assert client.refusal("ListContributorInsights", TableName="nothing") == (
        "ResourceNotFoundException",
        "Requested resource not found: Table: nothing not found",
    )
