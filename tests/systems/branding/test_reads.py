"""What a read of the published theme costs."""

from __future__ import annotations

import pytest

from tavola.errors import ItemMissing
from tavola.stores.recording import RecordingStore
from tavola_systems.branding.service import BrandingService


@pytest.fixture(name="published")
def published_fixture(
    recorded: BrandingService, recording: RecordingStore, business: str
) -> BrandingService:
    """Two themes, the second of them published; nothing recorded yet."""
    recorded.create_draft(business, {"note": "one"})
    recorded.create_draft(business, {"note": "two"})
    recorded.publish(business, 1, expected=None, by="ada")
    recorded.publish(business, 2, expected=1, by="ada")
    recording.calls.clear()
    return recorded


def actions(recording: RecordingStore) -> list[str]:
    return [action for action, _ in recording.calls]


def test_an_unknown_version_costs_two_consistent_reads(
    published: BrandingService, recording: RecordingStore, business: str
) -> None:
    assert published.published(business).theme.metadata == {"note": "two"}
    assert actions(recording) == ["GetItem", "GetItem"]
    assert [body["ConsistentRead"] for _, body in recording.calls] == [True, True]


def test_a_known_version_costs_one_round_trip(
    published: BrandingService, recording: RecordingStore, business: str
) -> None:
    assert published.published(business, known=2).theme.metadata == {"note": "two"}
    (call,) = recording.calls
    assert call[0] == "BatchGetItem"
    (asked,) = call[1]["RequestItems"].values()
    assert asked["ConsistentRead"] is True


@pytest.mark.parametrize("known", [1, 7])
def test_a_version_that_is_published_no_longer_costs_a_second_one(
    published: BrandingService, recording: RecordingStore, business: str, known: int
) -> None:
    assert published.published(business, known=known).theme.metadata == {"note": "two"}
    assert actions(recording) == ["BatchGetItem", "GetItem"]


@pytest.mark.parametrize("known", [0, -1, 10**8])
def test_a_version_that_cannot_be_is_no_version(
    published: BrandingService, business: str, known: int
) -> None:
    assert published.published(business, known=known).theme.version == 2


def test_a_marker_without_its_theme_says_so(published: BrandingService, business: str) -> None:
    published.db.theme.delete(business, 2)
    with pytest.raises(ItemMissing, match="names version 2, which does not exist"):
        published.published(business)


def test_a_publication_costs_one_read_and_one_transaction(
    recorded: BrandingService, recording: RecordingStore, business: str
) -> None:
    recorded.create_draft(business)
    recorded.create_draft(business)
    recorded.publish(business, 1, expected=None, by="ada")
    recording.calls.clear()
    recorded.publish(business, 2, expected=1, by="ada")
    assert actions(recording) == ["BatchGetItem", "TransactWriteItems"]


def test_nothing_is_ever_scanned(
    recorded: BrandingService, recording: RecordingStore, business: str
) -> None:
    recorded.register(business, "Ñandú")
    recorded.create_draft(business)
    recorded.publish(business, 1, expected=None, by="ada")
    recorded.drafts(business)
    recorded.history(business)
    assert "Scan" not in actions(recording)
