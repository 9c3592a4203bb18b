"""Publication and rollback: one version at a time, told in a history."""

from __future__ import annotations

import pytest

from tavola.errors import ItemChanged, ItemMissing, OperationError
from tavola.patterns.published import Stale, SwitchRefused
from tavola_systems.branding.asset_service import AssetInUse, AssetService
from tavola_systems.branding.service import AssetsMissing, BrandingService


def drafts(service: BrandingService, business: str, count: int) -> None:
    """Make some drafts, each with a note of its own."""
    for number in range(1, count + 1):
        service.create_draft(business, {"note": f"n{number}"})


def test_nothing_is_published_at_first(service: BrandingService, business: str) -> None:
    with pytest.raises(ItemMissing, match="has published nothing"):
        service.published(business)


def test_a_first_publication_expects_none(service: BrandingService, business: str) -> None:
    drafts(service, business, 1)
    entry = service.publish(business, 1, expected=None, by="ada")
    published = service.published(business)
    assert (entry.sequence, entry.action, entry.version, entry.previous) == (1, "publish", 1, None)
    assert published.theme == service.theme(business, 1)
    assert (published.theme.status, published.theme.published_by) == ("published", "ada")


def test_the_next_publication_takes_the_status_from_the_one_before(
    service: BrandingService, business: str
) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    service.publish(business, 2, expected=1, by="bob")
    old, new = service.theme(business, 1), service.theme(business, 2)
    assert (old.status, old.published_at, old.published_by) == ("draft", None, None)
    assert (new.status, new.published_by) == ("published", "bob")
    assert service.published(business).theme == new


def test_the_marker_tells_who_published_and_when(service: BrandingService, business: str) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    entry = service.publish(business, 2, expected=1, by="bob")
    marker = service.db.published_marker.get(business)
    assert marker is not None
    assert (marker.version, marker.sequence, marker.published_by) == (2, 2, "bob")
    assert marker.published_at == entry.published_at


@pytest.mark.parametrize(("expected", "told"), [(None, "is 1, not none"), (7, "is 1, not 7")])
def test_another_published_version_than_expected_is_a_refusal(
    service: BrandingService, business: str, expected: int | None, told: str
) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    with pytest.raises(Stale, match=told) as refused:
        service.publish(business, 2, expected=expected, by="bob")
    assert (refused.value.expected, refused.value.current) == (expected, 1)


def test_a_missing_version_is_not_published(service: BrandingService, business: str) -> None:
    with pytest.raises(ItemMissing, match="does not exist"):
        service.publish(business, 1, expected=None, by="ada")


def test_an_older_draft_is_not_published(service: BrandingService, business: str) -> None:
    drafts(service, business, 2)
    service.publish(business, 2, expected=None, by="ada")
    with pytest.raises(SwitchRefused, match="is older than the published version 2"):
        service.publish(business, 1, expected=2, by="ada")


def test_the_published_version_is_not_published_again(
    service: BrandingService, business: str
) -> None:
    drafts(service, business, 1)
    service.publish(business, 1, expected=None, by="ada")
    with pytest.raises(SwitchRefused, match="is the published one already"):
        service.publish(business, 1, expected=1, by="ada")


def test_only_the_revision_that_was_reviewed_is_published(
    service: BrandingService, business: str
) -> None:
    drafts(service, business, 1)
    service.edit_draft(business, 1, revision=1, metadata={"note": "late"})
    with pytest.raises(ItemChanged, match="is at revision 2, not 1"):
        service.publish(business, 1, expected=None, by="ada", revision=1)


def test_a_rollback_brings_back_what_was_published(service: BrandingService, business: str) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    service.publish(business, 2, expected=1, by="bob")
    service.rollback(business, 1, expected=2, by="eve")
    published = service.published(business)
    assert (published.theme.metadata, published.theme.published_by) == ({"note": "n1"}, "eve")
    assert service.theme(business, 2).status == "draft"


def test_what_was_rolled_back_can_be_published_again(
    service: BrandingService, business: str
) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    service.publish(business, 2, expected=1, by="bob")
    service.rollback(business, 1, expected=2, by="eve")
    service.publish(business, 2, expected=1, by="bob")
    assert service.published(business).theme.version == 2


def test_a_rollback_does_not_go_forward(service: BrandingService, business: str) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    with pytest.raises(SwitchRefused, match="is newer than the published version 1"):
        service.rollback(business, 2, expected=1, by="ada")


def test_a_rollback_does_not_go_to_what_was_never_published(
    service: BrandingService, business: str
) -> None:
    drafts(service, business, 2)
    service.publish(business, 2, expected=None, by="ada")
    with pytest.raises(SwitchRefused, match="was never published"):
        service.rollback(business, 1, expected=2, by="ada")


def test_the_history_tells_what_happened_latest_first(
    service: BrandingService, business: str
) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    service.publish(business, 2, expected=1, by="bob")
    service.rollback(business, 1, expected=2, by="eve")
    told = [(e.action, e.version, e.previous, e.published_by) for e in service.history(business)]
    assert told == [
        ("rollback", 1, 2, "eve"),
        ("publish", 2, 1, "bob"),
        ("publish", 1, None, "ada"),
    ]


def test_a_refused_publication_leaves_no_trace(service: BrandingService, business: str) -> None:
    drafts(service, business, 2)
    service.publish(business, 1, expected=None, by="ada")
    before = service.db.business_file(business_id=business, consistent=True).items
    with pytest.raises(Stale):
        service.publish(business, 2, expected=2, by="bob")
    assert service.db.business_file(business_id=business, consistent=True).items == before


@pytest.mark.parametrize("by", ["", "  ", "a\nb", "x" * 201])
def test_somebody_must_publish(service: BrandingService, business: str, by: str) -> None:
    drafts(service, business, 1)
    with pytest.raises(OperationError, match="names nobody"):
        service.publish(business, 1, expected=None, by=by)


def test_a_theme_whose_asset_is_gone_is_not_published(
    service: BrandingService, assets: AssetService, business: str, png: bytes
) -> None:
    logo = f"logo-{business}"
    assets.upload(business, logo, "logo", png)
    service.create_draft(business, assets=[logo])
    assets.delete(logo)
    with pytest.raises(AssetsMissing, match=logo):
        service.publish(business, 1, expected=None, by="ada")


def test_a_rollback_shows_the_very_images_that_were_published(
    service: BrandingService, assets: AssetService, business: str, png: bytes
) -> None:
    logo = f"logo-{business}"
    assets.upload(business, logo, "logo", png)
    service.create_draft(business, assets=[logo])
    service.create_draft(business)
    service.publish(business, 1, expected=None, by="ada")
    service.publish(business, 2, expected=1, by="ada")
    with pytest.raises(AssetInUse, match="theme 1 of"):
        assets.delete(logo)
    service.rollback(business, 1, expected=2, by="ada")
    [shown] = service.published(business).theme.assets
    assert assets.content(shown)[1] == png
