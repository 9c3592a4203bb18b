"""Branding's keys, stored items and exported table are what its design document says."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import tavola_systems.branding
from tavola.cli import main
from tavola.design.load import load_design
from tavola.generate.export.cloudformation import to_cloudformation
from tavola.generate.export.terraform import to_terraform
from tavola.patterns.drafts import Frozen
from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService

FOLDER = Path(tavola_systems.branding.__file__).parent
THEME = {
    "PK": {"S": "BUS#{business}"},
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
    "assets": {"L": [{"S": "ASSET#logo-123"}, {"S": "banner-123"}]},
    "updatedAt": {"S": "2025-09-21T10:00:00Z"},
}
MARKER = {
    "PK": {"S": "BUS#{business}"},
    "SK": {"S": "PUBLISHED"},
    "type": {"S": "PUBLISHED_MARKER"},
    "version": {"N": "42"},
    "publishedAt": {"S": "2025-09-10T08:30:00Z"},
    "publishedBy": {"S": "user-789"},
}

OLDER = {"SK": {"S": "THEME#00000041"}, "version": {"N": "41"}, "status": {"S": "published"}}
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def put(db: Branding, item: dict[str, Any], business: str) -> None:
    """Put an item as another writer would."""
    text = json.dumps(item).replace("{business}", business)
    db.store.execute("PutItem", {"TableName": db.table_name, "Item": json.loads(text)})


def stored(db: Branding, partition: str) -> list[dict[str, Any]]:
    """Read a partition as it is stored."""
    answer = db.store.execute(
        "Query",
        {
            "TableName": db.table_name,
            "KeyConditionExpression": "PK = :p",
            "ExpressionAttributeValues": {":p": {"S": partition}},
            "ConsistentRead": True,
        },
    )
    items: list[dict[str, Any]] = json.loads(answer)["Items"]
    return items


def test_the_models_are_generated_from_the_design() -> None:
    design = str(FOLDER / "design.yaml")
    assert main(["generate", design, "-o", str(FOLDER / "models.py"), "--check"]) == 0


def test_the_design_has_no_findings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(FOLDER / "design.yaml"), "--strict"]) == 0


def test_the_design_has_no_secondary_index() -> None:
    assert Branding.design.table.indexes == ()


def test_a_publication_stores_the_keys_of_the_design_document(
    service: BrandingService, business: str
) -> None:
    service.register(business, "Ñandú")
    service.create_draft(business)
    service.publish(business, 1, expected=None, by="ada")
    found = [(item["SK"]["S"], item["type"]["S"]) for item in stored(service.db, f"BUS#{business}")]
    assert found == [
        ("HISTORY#00000001", "PUBLICATION"),
        ("META", "BUSINESS"),
        ("PUBLISHED", "PUBLISHED_MARKER"),
        ("THEME#00000001", "THEME"),
    ]


def test_a_published_theme_is_stored_with_a_lower_case_status_and_no_ttl(
    service: BrandingService, business: str
) -> None:
    service.create_draft(business, {"primaryColor": "#0f172a"})
    service.publish(business, 1, expected=None, by="ada")
    theme = stored(service.db, f"BUS#{business}")[-1]
    assert theme["status"] == {"S": "published"}
    assert theme["metadata"] == {"M": {"primaryColor": {"S": "#0F172A"}}}
    assert "ttl" not in theme


def test_the_document_s_theme_is_read_with_its_assets_as_ids(
    service: BrandingService, business: str
) -> None:
    put(service.db, THEME, business)
    theme = service.theme(business, 42)
    assert (theme.business_id, theme.version, theme.status) == (business, 42, "draft")
    assert theme.assets == ["logo-123", "banner-123"]


def test_the_document_s_marker_is_followed_to_its_theme(
    service: BrandingService, business: str
) -> None:
    put(service.db, THEME, business)
    put(service.db, MARKER, business)
    published = service.published(business)
    assert (published.theme.version, published.theme.published_by) == (42, "user-789")
    assert published.theme.status == "published"


def test_the_marker_s_theme_is_published_whatever_its_status_says(
    service: BrandingService, business: str
) -> None:
    put(service.db, THEME, business)
    put(service.db, MARKER, business)
    put(service.db, {**THEME, **OLDER}, business)
    shown = [(theme.version, theme.status) for theme in service.themes(business)]
    assert shown == [(42, "published"), (41, "draft")]
    assert service.theme(business, 42).status == "published"
    assert service.drafts(business, limit=1).items == []


def test_the_marker_s_theme_is_no_draft_whatever_its_status_says(
    service: BrandingService, business: str
) -> None:
    put(service.db, THEME, business)
    put(service.db, MARKER, business)
    with pytest.raises(Frozen, match="was published"):
        service.edit_draft(business, 42, revision=0, metadata={})
    with pytest.raises(Frozen, match="was published"):
        service.discard_draft(business, 42)
    assert service.archive_stale(business, before=NOW, at=NOW) == []


def test_publishing_goes_on_from_the_document_s_items(
    service: BrandingService, business: str
) -> None:
    put(service.db, THEME, business)
    put(service.db, MARKER, business)
    draft = service.create_draft(business)
    service.publish(business, draft.version, expected=42, by="ada")
    assert draft.version == 43
    assert service.theme(business, 42).status == "draft"


def test_publishing_goes_on_from_a_marker_without_its_theme(
    service: BrandingService, business: str
) -> None:
    put(service.db, {**MARKER, "version": {"N": "7"}}, business)
    put(service.db, THEME | {"assets": {"L": []}}, business)
    service.publish(business, 42, expected=7, by="ada")
    assert service.published(business).theme.version == 42


def test_the_exported_table_is_on_demand_recoverable_and_encrypted() -> None:
    design = load_design(FOLDER / "design.yaml")
    template = to_cloudformation(design)
    assert "BillingMode: PAY_PER_REQUEST" in template
    assert "PointInTimeRecoveryEnabled: true" in template
    assert "SSEEnabled: true" in template
    assert "AttributeName: ttl" in template
    assert "GlobalSecondaryIndexes" not in template


def test_the_exported_terraform_says_the_same() -> None:
    text = to_terraform(load_design(FOLDER / "design.yaml"))
    assert "PAY_PER_REQUEST" in text
    assert "point_in_time_recovery" in text
    assert "server_side_encryption" in text
