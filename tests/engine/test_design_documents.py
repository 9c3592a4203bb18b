"""Requests as design documents of voting, content and branding write them, as JSON.

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


class TestVoting:
    ALICE: ClassVar[dict[str, Any]] = item(
        "USER#alice",
        "METADATA",
        entity_type=s("USER"),
        name=s("alice"),
        email=s("alice@example.com"),
        role=s("OWNER"),
        GSI1PK=s("alice@example.com"),
        GSI1SK=s("USER#alice"),
    )
    ELECTION = "ELECTION#Favorite Language"

    @pytest.fixture
    def votes(self, empty: Client) -> Client:
        empty("CreateTable", **table("vote_data", GSI_1=("GSI1PK", "GSI1SK")))
        empty.put(
            "vote_data",
            self.ALICE,
            item(self.ELECTION, "METADATA", owner_name=s("alice"), secret_ballot={"BOOL": True}),
            item(self.ELECTION, "CANDIDATE#Kotlin", candidate_name=s("Kotlin")),
            item(self.ELECTION, "CANDIDATE#Python", candidate_name=s("Python")),
            item(self.ELECTION, "VOTER#alice", voter_name=s("alice")),
        )
        return empty

    def ballot(self, rankings: str) -> dict[str, Any]:
        return item(
            self.ELECTION,
            "BALLOT#alice",
            entity_type=s("BALLOT"),
            election_name=s("Favorite Language"),
            voter_name=s("alice"),
            confirmation=s("0b4c"),
            when_cast={"N": "1736937000"},
            rankings=s(rankings),
        )

    def children(self, client: Client, prefix: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = client(
            "Query",
            TableName="vote_data",
            KeyConditionExpression="PK = :pk AND begins_with(SK, :sk)",
            ExpressionAttributeValues={":pk": s(self.ELECTION), ":sk": s(prefix)},
        )["Items"]
        return found

    def test_a_user_is_found_by_name(self, votes: Client) -> None:
        answer = votes(
            "GetItem", TableName="vote_data", Key={"PK": s("USER#alice"), "SK": s("METADATA")}
        )

        assert answer == {"Item": self.ALICE}

    def test_a_user_is_found_by_email(self, votes: Client) -> None:
        answer = votes(
            "Query",
            TableName="vote_data",
            IndexName="GSI-1",
            KeyConditionExpression="GSI1PK = :email",
            ExpressionAttributeValues={":email": s("alice@example.com")},
        )

        assert answer == {"Items": [self.ALICE], "Count": 1, "ScannedCount": 1}

    def test_a_ballot_is_cast_over_the_one_before(self, votes: Client) -> None:
        ballots = [self.ballot('[{"candidate_name":"Kotlin","rank":1}]'), self.ballot("[]")]

        votes.put("vote_data", *ballots)

        assert self.children(votes, "BALLOT#") == ballots[1:]

    def test_candidates_of_an_election_are_listed(self, votes: Client) -> None:
        candidates = [each["candidate_name"] for each in self.children(votes, "CANDIDATE#")]

        assert candidates == [s("Kotlin"), s("Python")]

    def test_a_candidate_is_removed(self, votes: Client) -> None:
        votes(
            "DeleteItem",
            TableName="vote_data",
            Key={"PK": s(self.ELECTION), "SK": s("CANDIDATE#Kotlin")},
        )

        assert len(self.children(votes, "CANDIDATE#")) == 1

    def test_elections_cannot_be_listed_by_a_prefix_of_the_partition_key(
        self, votes: Client
    ) -> None:
        # The document lists elections so; DynamoDB refuses it, an index has to do it.
        message = votes.invalid(
            "Query",
            TableName="vote_data",
            KeyConditionExpression="begins_with(PK, :pk) AND SK = :sk",
            ExpressionAttributeValues={":pk": s("ELECTION#"), ":sk": s("METADATA")},
        )

        assert message == "Query key condition not supported"

    def test_counts_are_incremented(self, votes: Client) -> None:
        answer = votes(
            "UpdateItem",
            TableName="vote_data",
            Key={"PK": s("METADATA"), "SK": s("COUNTS")},
            UpdateExpression="ADD user_count :one SET last_updated = :now",
            ExpressionAttributeValues={":one": n(1), ":now": n(1736937000)},
            ReturnValues="UPDATED_NEW",
        )

        assert answer["Attributes"] == {"user_count": n(1), "last_updated": n(1736937000)}

    def test_events_since_the_last_are_read_in_order(self, empty: Client) -> None:
        empty("CreateTable", **table("vote_event_log"))
        events = [
            item("EVENTS", f"{number:08}#2025-01-15T10:30:00Z", event_id=n(number))
            for number in (9, 10, 42)
        ]
        empty.put("vote_event_log", *events)

        answer = empty(
            "Query",
            TableName="vote_event_log",
            KeyConditionExpression="PK = :events AND SK >= :last",
            ExpressionAttributeValues={":events": s("EVENTS"), ":last": s("00000010")},
        )

        assert answer["Items"] == events[1:]


class TestContent:
    LATEST: ClassVar[dict[str, Any]] = item(
        "TENANT#t1",
        "CONTENT#home#LATEST",
        title=s("Home"),
        version=n(1),
        blocks={"L": [s("long")]},
    )

    @pytest.fixture
    def pages(self, empty: Client) -> Client:
        empty("CreateTable", **table("cms"))
        empty.put("cms", self.LATEST)
        return empty

    def test_what_exists_is_not_created_again(self, pages: Client) -> None:
        refused = pages.refusal(
            "PutItem",
            TableName="cms",
            Item=self.LATEST,
            ConditionExpression="attribute_not_exists(SK)",
        )

        assert refused == FAILED

    def test_an_update_keeps_a_copy_of_the_version_before(self, pages: Client) -> None:
        pages(
            "TransactWriteItems",
            TransactItems=[
                {
                    "Put": {
                        "TableName": "cms",
                        "Item": {**self.LATEST, "SK": s("CONTENT#home#v00000001")},
                        "ConditionExpression": "attribute_not_exists(SK)",
                    }
                },
                {
                    "Put": {
                        "TableName": "cms",
                        "Item": {**self.LATEST, "title": s("Welcome"), "version": n(2)},
                        "ConditionExpression": "version = :n",
                        "ExpressionAttributeValues": {":n": n(1)},
                    }
                },
            ],
        )

        assert [(each["SK"]["S"], each["version"]["N"]) for each in pages.items("cms")] == [
            ("CONTENT#home#LATEST", "2"),
            ("CONTENT#home#v00000001", "1"),
        ]

    def test_a_list_is_projected_to_metadata(self, pages: Client) -> None:
        answer = pages(
            "Query",
            TableName="cms",
            KeyConditionExpression="PK = :tenant AND begins_with(SK, :content)",
            ProjectionExpression="SK, title, version",
            ExpressionAttributeValues={":tenant": s("TENANT#t1"), ":content": s("CONTENT#")},
        )

        assert answer["Items"] == [
            {"SK": s("CONTENT#home#LATEST"), "title": s("Home"), "version": n(1)}
        ]


class TestBranding:
    MARKER: ClassVar[dict[str, Any]] = {"PK": s("BUS#123"), "SK": s("PUBLISHED")}
    THEME: ClassVar[dict[str, Any]] = {
        "PK": {"S": "BUS#123"},
        "SK": {"S": "THEME#00000042"},
        "type": {"S": "THEME"},
        "version": {"N": "42"},
        "status": {"S": "draft"},
        "metadata": {
            "M": {
                "primaryColor": {"S": "#0F172A"},
                "secondaryColor": {"S": "#22D3EE"},
                "typography": {"S": "intrale-regular"},
            }
        },
        "assets": {"L": [{"S": "ASSET#logo-123"}, {"S": "ASSET#banner-123"}]},
        "updatedAt": {"S": "2025-09-21T10:00:00Z"},
    }
    # The document gives PutItem a Key beside the Item; the key's attributes belong into the item.
    PUBLISH: ClassVar[dict[str, Any]] = {
        "TableName": "branding",
        "Item": {**MARKER, "type": {"S": "PUBLISHED_MARKER"}, "version": {"N": "42"}},
        "ConditionExpression": "attribute_not_exists(PK)",
    }
    CHANGE: ClassVar[dict[str, Any]] = {
        "TableName": "branding",
        "Key": MARKER,
        "UpdateExpression": "SET #v = :next, #updatedAt = :now",
        "ConditionExpression": "#v = :expected",
        "ExpressionAttributeNames": {"#v": "version", "#updatedAt": "updatedAt"},
        "ExpressionAttributeValues": {
            ":expected": {"N": "42"},
            ":next": {"N": "43"},
            ":now": {"S": "2025-09-28T14:31:00Z"},
        },
    }

    @pytest.fixture
    def brands(self, empty: Client) -> Client:
        empty("CreateTable", **table("branding"))
        return empty

    def test_the_request_as_the_document_writes_it_lacks_the_key(self, brands: Client) -> None:
        message = brands.invalid(
            "PutItem",
            TableName="branding",
            Key=self.MARKER,
            Item={"type": {"S": "PUBLISHED_MARKER"}, "version": {"N": "42"}},
            ConditionExpression="attribute_not_exists(PK)",
        )

        assert message == (
            "One or more parameter values were invalid: Missing the key PK in the item"
        )

    def test_a_theme_is_published_once(self, brands: Client) -> None:
        brands("PutItem", **self.PUBLISH)

        assert brands.refusal("PutItem", **self.PUBLISH) == FAILED

    def test_the_published_version_changes_from_what_was_expected(self, brands: Client) -> None:
        brands("PutItem", **self.PUBLISH)

        brands("UpdateItem", **self.CHANGE)

        assert brands.refusal("UpdateItem", **self.CHANGE) == FAILED
        assert brands.items("branding") == [
            {
                **self.PUBLISH["Item"],
                "version": {"N": "43"},
                "updatedAt": {"S": "2025-09-28T14:31:00Z"},
            }
        ]

    def test_drafts_are_filtered_from_the_themes(self, brands: Client) -> None:
        published = {**self.THEME, "SK": s("THEME#00000041"), "status": s("published")}
        brands.put("branding", self.THEME, published, {**self.MARKER, "version": n(41)})

        answer = brands(
            "Query",
            TableName="branding",
            KeyConditionExpression="PK = :business AND begins_with(SK, :theme)",
            FilterExpression="#status = :draft",
            ExpressionAttributeNames={"#status": "status"},
            ExpressionAttributeValues={
                ":business": s("BUS#123"),
                ":theme": s("THEME#"),
                ":draft": s("draft"),
            },
        )

        assert answer == {"Items": [self.THEME], "Count": 1, "ScannedCount": 2}

    def test_assets_are_found_by_id(self, brands: Client) -> None:
        asset = item("ASSET#logo-123", "META", type=s("ASSET"), businessId=s("123"))
        brands.put("branding", asset)

        answer = brands(
            "GetItem", TableName="branding", Key={"PK": s("ASSET#logo-123"), "SK": s("META")}
        )

        assert answer == {"Item": asset}
