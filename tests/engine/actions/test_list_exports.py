from __future__ import annotations

from tests.engine.client import Client
from tests.engine.transferring import ARN, export, recover


def test_exports_are_listed_a_page_at_a_time(client: Client) -> None:
    recover(client)
    arns = {export(client)["ExportArn"] for _ in range(3)}

    first = client("ListExports", MaxResults=2)
    second = client("ListExports", MaxResults=2, NextToken=first["NextToken"])

    listed = [each["ExportArn"] for page in (first, second) for each in page["ExportSummaries"]]
    assert (set(listed), len(listed), "NextToken" in second) == (arns, 3, False)


def test_exports_of_one_table_are_listed(client: Client) -> None:
    recover(client)
    recover(client, "things")
    export(client)
    mine = export(client, "things")

    assert client("ListExports", TableArn=f"{ARN}things") == {
        "ExportSummaries": [
            {
                "ExportArn": mine["ExportArn"],
                "ExportStatus": "FAILED",
                "ExportType": "FULL_EXPORT",
            }
        ]
    }


def test_a_wrong_token_is_refused(client: Client) -> None:
    assert client.invalid("ListExports", NextToken="é") == "Invalid NextToken"
