"""Designs of real systems give these systems' keys byte for byte."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tavola.design import Design, KeyPair
from tavola.design.load import check_design, load_design
from tavola.keys import TENANT

EXAMPLES = Path(__file__).parent / "examples"
QUEUED = datetime(2025, 1, 15, 10, 30, tzinfo=UTC)
ELECTION = {"name": "Favorite Language", "election_name": "Favorite Language"}
ACME = {TENANT: "acme", "at": QUEUED, "createdAt": QUEUED}


def load(name: str) -> Design:
    return load_design(EXAMPLES / f"{name}.yaml")


def written(key: KeyPair, values: dict[str, object]) -> tuple[str | None, str | None]:
    return key.partition.format(values), key.sort.format(values) if key.sort else None


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.yaml")), ids=lambda file: file.stem)
def test_an_example_has_no_errors(file: Path) -> None:
    assert [str(one) for one in check_design(file) if one.is_error] == []


@pytest.mark.parametrize(
    ("example", "model", "values", "keys"),
    [
        ("voting", "User", {"name": "alice"}, ("USER#alice", "METADATA")),
        ("voting", "Election", ELECTION, ("ELECTION#Favorite Language", "METADATA")),
        (
            "voting",
            "Candidate",
            {**ELECTION, "candidate_name": "Kotlin"},
            ("ELECTION#Favorite Language", "CANDIDATE#Kotlin"),
        ),
        (
            "voting",
            "Voter",
            {**ELECTION, "voter_name": "alice"},
            ("ELECTION#Favorite Language", "VOTER#alice"),
        ),
        (
            "voting",
            "Ballot",
            {**ELECTION, "voter_name": "a#b"},
            ("ELECTION#Favorite Language", "BALLOT#a#b"),
        ),
        ("voting", "Counts", {}, ("METADATA", "COUNTS")),
        ("voting", "Sync", {}, ("METADATA", "SYNC")),
        (
            "voting_log",
            "Event",
            {"event_id": 42, "when_occurred": QUEUED},
            ("EVENTS", "00000042#2025-01-15T10:30:00Z"),
        ),
        ("voting_log", "Head", {}, ("HEAD", "HEAD")),
        ("cms", "TenantConfig", {"id": "acme"}, ("SYSTEM", "TENANT#acme")),
        ("cms", "Content", {**ACME, "nodeId": "n1"}, ("TENANT#acme", "CONTENT#n1#LATEST")),
        (
            "cms",
            "ContentVersion",
            {**ACME, "nodeId": "n1", "version": 3},
            ("TENANT#acme", "CONTENT#n1#v00000003"),
        ),
        ("cms", "Route", {**ACME, "slug": "/contact"}, ("TENANT#acme", "ROUTE#/contact")),
        ("cms", "Product", {**ACME, "productId": "p1"}, ("TENANT#acme", "PRODUCT#p1")),
        (
            "cms",
            "Comment",
            {**ACME, "pageId": "p1", "commentId": "01J"},
            ("TENANT#acme", "COMMENT#p1#2025-01-15T10:30:00.000Z#01J"),
        ),
        ("cms", "Lead", {**ACME, "email": "a@b.c"}, ("TENANT#acme", "LEAD#a@b.c")),
        ("cms", "ContextItem", {**ACME, "id": "c1"}, ("TENANT#acme", "CONTEXT#c1")),
        ("cms", "Asset", {**ACME, "assetId": "a1"}, ("TENANT#acme", "ASSET#a1")),
        ("cms", "Resource", {**ACME, "resourceId": "r1"}, ("TENANT#acme", "RESOURCE#r1")),
        (
            "cms",
            "AuditLog",
            {**ACME, "id": "x1"},
            ("TENANT#acme", "AUDIT#2025-01-15T10:30:00.000Z#x1"),
        ),
        ("cms", "Signal", {**ACME, "signalId": "s1"}, ("TENANT#acme", "SIGNAL#s1")),
        (
            "cms",
            "Consent",
            {**ACME, "visitorId": "v1", "consentId": "01J"},
            ("TENANT#acme", "CONSENT#v1#2025-01-15T10:30:00.000Z#01J"),
        ),
        ("branding", "Business", {"businessId": "123"}, ("BUS#123", "META")),
        ("branding", "Theme", {"businessId": "123", "version": 42}, ("BUS#123", "THEME#00000042")),
        ("branding", "PublishedMarker", {"businessId": "123"}, ("BUS#123", "PUBLISHED")),
        ("branding", "Asset", {"assetId": "logo-123"}, ("ASSET#logo-123", "META")),
        (
            "branding",
            "AssetLink",
            {"businessId": "123", "assetId": "logo-123"},
            ("BUS#123", "ASSET#logo-123"),
        ),
        ("requests", "Request", {"requestId": "r1"}, ("REQ#r1", "META")),
        ("requests", "Lock", {"eventId": "e1", "userId": "u1"}, ("IDEMP#e1#u1", "LOCK")),
        ("requests", "Lock", {"eventId": "e#1", "userId": "u#1"}, ("IDEMP#e%231#u#1", "LOCK")),
        ("requests", "Capacity", {"eventId": "e1"}, ("EVENT#e1", "CAPACITY")),
        ("requests", "EventConfig", {"eventId": "e1"}, ("EVENT#e1", "CONFIG")),
        (
            "requests",
            "StatusLog",
            {"requestId": "r1", "occurredAt": QUEUED, "seq": 1},
            ("REQ#r1", "LOG#1736937000000#0001"),
        ),
    ],
)
def test_an_item_gets_its_system_s_key(
    example: str, model: str, values: dict[str, object], keys: tuple[str, str]
) -> None:
    assert written(load(example).models[model].key, values) == keys


@pytest.mark.parametrize(
    ("example", "model", "index", "values", "keys"),
    [
        (
            "voting",
            "User",
            "usersByEmail",
            {"name": "alice", "email": "Alice@Example.com"},
            ("alice@example.com", "USER#alice"),
        ),
        ("cms", "TenantConfig", "tenantsByDomain", {"domain": "Acme.com"}, ("acme.com", None)),
        ("cms", "Content", "pages", ACME, ("TENANT#acme#Page", "2025-01-15T10:30:00.000Z")),
        (
            "cms",
            "WorkItem",
            "workByStatus",
            {**ACME, "status": "draft", "scheduledFor": QUEUED},
            ("TENANT#acme#draft", "2025-01-15T10:30:00.000Z"),
        ),
        (
            "requests",
            "Request",
            "requestsForUser",
            {"userId": "u1", "queuedAt": QUEUED, "requestId": "r1"},
            ("USER#u1", "QAT#1736937000000#REQ#r1"),
        ),
        (
            "requests",
            "Request",
            "requestsForEvent",
            {"eventId": "e1", "queuedAt": QUEUED, "requestId": "r1"},
            ("EVENT#e1", "QAT#1736937000000#REQ#r1"),
        ),
        ("requests", "Request", "requestsForEvent", {"eventId": "e1"}, ("EVENT#e1", None)),
    ],
)
def test_an_item_gets_its_system_s_index_keys(
    example: str,
    model: str,
    index: str,
    values: dict[str, object],
    keys: tuple[str | None, str | None],
) -> None:
    assert written(load(example).models[model].indexes[index].key, values) == keys


def test_a_collection_takes_its_models_partition_under_names_of_its_own() -> None:
    collection = load("voting").collections["electionFile"]
    assert collection.models == ("Election", "Candidate", "Voter", "Ballot")
    assert collection.partition.format({"name": "A"}) == "ELECTION#A"
    assert [one.python_name for one in collection.arguments] == ["name"]


def test_a_pattern_keeps_what_is_fixed_about_its_query() -> None:
    pattern = load("voting").patterns["openBallots"]
    assert (pattern.python_name, pattern.model, pattern.index) == (
        "open_ballots",
        "Ballot",
        "ballotsForElection",
    )
    assert (pattern.filter, pattern.only, pattern.max_capacity) == (
        {"status": "open"},
        ("voter_name",),
        8,
    )


def test_a_model_of_one_item_has_its_name_as_id() -> None:
    assert load("voting").models["Counts"].primary_id.format({}) == "Counts"


def test_a_lock_is_found_whatever_the_case() -> None:
    unique = load("voting").models["User"].uniques["uniqueEmail"]
    assert (unique.python_name, unique.fields) == ("find_by_email", ("email",))
    assert written(unique.key, {"email": "Ada@X.org"}) == ("EMAIL#ada@x.org", "LOCK")
