"""Requests as the design document of a service for event requests writes them, as JSON.

What is malformed in a document is corrected here, and said.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tavola.engine import Engine
from tests.engine.client import Client, n, s
from tests.engine.single_table import FAILED, item, table


@pytest.fixture
def empty(engine: Engine) -> Client:
    return Client(engine)


class TestEventRequests:
    # The document's command; of its time-to-live command only a missing blank is corrected.
    CREATE: ClassVar[dict[str, Any]] = table(
        "AsyncEventTable", GSI1=("GSI1PK", "GSI1SK"), GSI2=("GSI2PK", "GSI2SK")
    )
    CAPACITY: ClassVar[dict[str, Any]] = {"PK": s("EVENT#e1"), "SK": s("CAPACITY")}
    TAKE: ClassVar[dict[str, Any]] = {
        "TableName": "AsyncEventTable",
        "Key": CAPACITY,
        "UpdateExpression": "SET capacityRemaining = capacityRemaining - :one",
        "ConditionExpression": "capacityRemaining > :zero",
        "ExpressionAttributeValues": {":one": n(1), ":zero": n(0)},
        "ReturnValues": "UPDATED_NEW",
    }

    @pytest.fixture
    def events(self, empty: Client) -> Client:
        empty("CreateTable", **self.CREATE)
        empty(
            "UpdateTimeToLive",
            TableName="AsyncEventTable",
            TimeToLiveSpecification={"Enabled": True, "AttributeName": "ttl"},
        )
        return empty

    def request(self, number: int) -> dict[str, Any]:
        return item(
            f"REQ#r{number}",
            "META",
            status=s("QUEUED"),
            queuedAt=n(1700000000000 + number),
            GSI1PK=s("USER#u1"),
            GSI1SK=s(f"QAT#{1700000000000 + number}#REQ#r{number}"),
            GSI2PK=s("EVENT#e1"),
            GSI2SK=s(f"QAT#{1700000000000 + number}#REQ#r{number}"),
        )

    def test_the_table_is_active_with_its_indexes_and_time_to_live(self, events: Client) -> None:
        described = events("DescribeTable", TableName="AsyncEventTable")["Table"]
        ttl = events("DescribeTimeToLive", TableName="AsyncEventTable")

        assert described["TableStatus"] == "ACTIVE"
        assert [each["IndexName"] for each in described["GlobalSecondaryIndexes"]] == [
            "GSI1",
            "GSI2",
        ]
        assert ttl["TimeToLiveDescription"]["AttributeName"] == "ttl"

    def test_a_lock_is_taken_once(self, events: Client) -> None:
        lock = {
            "TableName": "AsyncEventTable",
            "Item": item("IDEMP#e1#u1", "LOCK", requestId=s("r1")),
            "ConditionExpression": "attribute_not_exists(PK) AND attribute_not_exists(SK)",
        }
        events("PutItem", **lock)

        assert events.refusal("PutItem", **lock) == FAILED

    def test_my_requests_come_newest_first(self, events: Client) -> None:
        events.put("AsyncEventTable", *(self.request(number) for number in (1, 2, 3)))

        answer = events(
            "Query",
            TableName="AsyncEventTable",
            IndexName="GSI1",
            KeyConditionExpression="GSI1PK = :user",
            ExpressionAttributeValues={":user": s("USER#u1")},
            ScanIndexForward=False,
            Limit=2,
        )

        assert answer["Items"] == [self.request(3), self.request(2)]

    def test_the_requests_of_an_event_hold_nothing_else(self, events: Client) -> None:
        events.put(
            "AsyncEventTable",
            self.request(1),
            {**self.CAPACITY, "capacityRemaining": n(1)},
            item("REQ#r1", "LOG#1700000000001", toStatus=s("QUEUED")),
        )

        answer = events(
            "Query",
            TableName="AsyncEventTable",
            IndexName="GSI2",
            KeyConditionExpression="GSI2PK = :event",
            ExpressionAttributeValues={":event": s("EVENT#e1")},
        )

        assert answer["Items"] == [self.request(1)]

    def test_exactly_as_many_win_as_there_are_places(self, events: Client) -> None:
        events.put("AsyncEventTable", {**self.CAPACITY, "capacityRemaining": n(1)})

        won = events("UpdateItem", **self.TAKE)

        assert won == {"Attributes": {"capacityRemaining": n(0)}}
        assert events.refusal("UpdateItem", **self.TAKE) == FAILED

    def test_a_change_of_status_and_its_log_are_one_transaction(self, events: Client) -> None:
        events.put("AsyncEventTable", self.request(1))

        events(
            "TransactWriteItems",
            TransactItems=[
                {
                    "Update": {
                        "TableName": "AsyncEventTable",
                        "Key": {"PK": s("REQ#r1"), "SK": s("META")},
                        "UpdateExpression": "SET #status = :to, startedAt = :now",
                        "ConditionExpression": "#status = :from",
                        "ExpressionAttributeNames": {"#status": "status"},
                        "ExpressionAttributeValues": {
                            ":from": s("QUEUED"),
                            ":to": s("PROCESSING"),
                            ":now": n(1700000000009),
                        },
                    }
                },
                {
                    "Put": {
                        "TableName": "AsyncEventTable",
                        "Item": item("REQ#r1", "LOG#1700000000009", toStatus=s("PROCESSING")),
                    }
                },
            ],
        )

        answer = events(
            "Query",
            TableName="AsyncEventTable",
            KeyConditionExpression="PK = :request",
            ExpressionAttributeValues={":request": s("REQ#r1")},
        )
        assert [each["SK"]["S"] for each in answer["Items"]] == ["LOG#1700000000009", "META"]
        assert answer["Items"][1]["status"] == s("PROCESSING")
