"""Drafts: numbered, edited under a revision lock, listed, archived."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from tavola.errors import ConditionFailed, ItemChanged, ItemMissing, OperationError
from tavola.patterns.drafts import Frozen
from tavola.stores.recording import RecordingStore
from tavola_systems.branding.models import Theme
from tavola_systems.branding.service import BrandingService
from tests.systems.conftest import TickingClock

DARK = {"primaryColor": "#0F172A"}
LIGHT = {"primaryColor": "#F8FAFC"}
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


NOW = datetime.fromtimestamp(TickingClock().now, UTC)


def in_days(days: int) -> datetime:
    return NOW + timedelta(days=days)


def published(service: BrandingService, business: str) -> Theme:
    """Publish one theme."""
    theme = service.create_draft(business, DARK)
    service.publish(business, theme.version, expected=None, by="ada")
    return theme


def test_a_business_is_registered_and_renamed(service: BrandingService, business: str) -> None:
    service.register(business, "Ñandú")
    service.create_draft(business)
    renamed = service.register(business, "Ñandú & Söhne")
    assert (renamed.name, renamed.last_version) == ("Ñandú & Söhne", 1)
    assert service.business(business) == renamed


def test_an_unknown_business_is_missing(service: BrandingService, business: str) -> None:
    with pytest.raises(ItemMissing, match="does not exist"):
        service.business(business)


def test_drafts_are_numbered_from_one(service: BrandingService, business: str) -> None:
    versions = [service.create_draft(business, DARK).version for _ in range(3)]
    assert versions == [1, 2, 3]


def test_a_draft_is_stored_as_it_was_given(service: BrandingService, business: str) -> None:
    draft = service.create_draft(business, DARK)
    assert service.theme(business, 1) == draft
    assert (draft.status, draft.rev, draft.metadata, draft.assets) == ("draft", 1, DARK, [])


def test_drafts_created_at_once_get_each_version_once(
    service: BrandingService, business: str
) -> None:
    with ThreadPoolExecutor(16) as pool:
        made = [draft.version for draft in pool.map(service.create_draft, [business] * 24)]
    assert sorted(made) == list(range(1, 25))


def test_a_version_is_never_given_again(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    service.discard_draft(business, 1)
    assert service.create_draft(business).version == 2


def test_the_last_version_of_all_is_followed_by_none(
    service: BrandingService, business: str
) -> None:
    service.register(business, "Full")
    service.db.business.update(business, last_version=99_999_998)
    assert service.create_draft(business).version == 99_999_999
    with pytest.raises(OperationError, match="all versions up to 99999999 are used"):
        service.create_draft(business)


def test_a_draft_is_made_from_the_published_theme(service: BrandingService, business: str) -> None:
    published(service, business)
    draft = service.draft_from_published(business, {"textColor": "#111"})
    assert draft.metadata == {**DARK, "textColor": "#111111"}
    assert (draft.version, draft.based_on, draft.status) == (2, 1, "draft")


def test_without_a_published_theme_no_draft_is_made_from_it(
    service: BrandingService, business: str
) -> None:
    with pytest.raises(ItemMissing, match="has published nothing"):
        service.draft_from_published(business)


def test_an_edit_replaces_the_settings_and_moves_the_revision(
    service: BrandingService, business: str
) -> None:
    service.create_draft(business, DARK)
    edited = service.edit_draft(business, 1, revision=1, metadata=LIGHT)
    assert (edited.metadata, edited.rev) == (LIGHT, 2)


def test_an_edit_of_an_older_revision_is_refused(service: BrandingService, business: str) -> None:
    service.create_draft(business, DARK)
    service.edit_draft(business, 1, revision=1, metadata=LIGHT)
    with pytest.raises(ItemChanged, match="is at revision 2, not 1"):
        service.edit_draft(business, 1, revision=1, metadata=DARK)


def test_of_many_editors_of_one_revision_one_wins(service: BrandingService, business: str) -> None:
    service.create_draft(business, DARK)

    def wins(number: int) -> bool:
        try:
            service.edit_draft(business, 1, revision=1, metadata={"note": str(number)})
        except ItemChanged:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        won = list(pool.map(wins, range(16)))
    assert won.count(True) == 1
    assert service.theme(business, 1).metadata == {"note": str(won.index(True))}


def test_an_edit_of_nothing_is_refused(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    with pytest.raises(OperationError, match="nothing is changed"):
        service.edit_draft(business, 1, revision=1)


def test_a_missing_draft_is_not_edited(service: BrandingService, business: str) -> None:
    with pytest.raises(ItemMissing):
        service.edit_draft(business, 1, revision=1, metadata=DARK)


def edit(service: BrandingService, business: str) -> None:
    service.edit_draft(business, 1, revision=1, metadata=LIGHT)


def archive(service: BrandingService, business: str) -> None:
    service.archive_draft(business, 1, at=in_days(1))


def discard(service: BrandingService, business: str) -> None:
    service.discard_draft(business, 1)


@pytest.mark.parametrize("change", [edit, archive, discard])
def test_a_theme_that_was_ever_published_never_changes(
    service: BrandingService, business: str, change: Callable[[BrandingService, str], None]
) -> None:
    published(service, business)
    service.create_draft(business)
    service.publish(business, 2, expected=1, by="ada")
    before = service.theme(business, 1)
    with pytest.raises(Frozen, match="was published, so it never changes"):
        change(service, business)
    assert service.theme(business, 1) == before


def test_only_what_was_never_published_is_a_draft(service: BrandingService, business: str) -> None:
    published(service, business)
    service.create_draft(business)
    service.publish(business, 2, expected=1, by="ada")
    service.create_draft(business)
    service.create_draft(business)
    assert [draft.version for draft in service.drafts(business)] == [4, 3]
    assert [theme.version for theme in service.themes(business)] == [4, 3, 2, 1]


def test_a_page_of_drafts_is_full_however_much_lies_between(
    service: BrandingService, business: str
) -> None:
    service.create_draft(business)
    service.create_draft(business)
    themes = [
        Theme(
            business_id=business,
            version=number,
            status="draft",
            metadata={},
            assets=[],
            first_published_at=LONG_AGO,
        )
        for number in range(3, 303)
    ]
    service.db.theme.put_all(themes)
    first = service.drafts(business, limit=1)
    second = service.drafts(business, limit=1, cursor=first.cursor)
    assert [theme.version for theme in (*first, *second)] == [2, 1]
    assert second.cursor is None


def test_a_cursor_of_another_business_is_refused(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    service.create_draft(business)
    cursor = service.drafts(business, limit=1).cursor
    with pytest.raises(OperationError, match="cursor"):
        service.drafts(f"{business}x", limit=1, cursor=cursor)


def test_an_archived_draft_goes_away_at_its_time(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    service.create_draft(business)
    service.db.theme.update(business, 1, ttl=in_days(-1))
    assert service.archive_draft(business, 2, at=in_days(1)).ttl == in_days(1)
    assert [draft.version for draft in service.drafts(business)] == [2]
    with pytest.raises(ItemMissing):
        service.theme(business, 1)


def test_a_draft_is_not_archived_in_the_past(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    with pytest.raises(OperationError, match="Choose a time to come"):
        service.archive_draft(business, 1, at=in_days(-1))
    assert service.theme(business, 1).ttl is None


def test_a_draft_that_is_kept_or_edited_stays(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    service.create_draft(business)
    service.archive_draft(business, 1, at=in_days(1))
    service.archive_draft(business, 2, at=in_days(1))
    kept = service.archive_draft(business, 1, at=None)
    edited = service.edit_draft(business, 2, revision=1, metadata=DARK)
    assert (kept.ttl, edited.ttl) == (None, None)


def test_stale_drafts_are_archived_and_others_are_not(
    service: BrandingService, business: str
) -> None:
    published(service, business)
    service.create_draft(business)
    service.create_draft(business)
    gone = in_days(30)
    assert service.archive_stale(business, before=LONG_AGO, at=gone) == []
    assert service.archive_stale(business, before=in_days(1), at=gone) == [3, 2]
    assert [theme.ttl for theme in service.themes(business)] == [gone, gone, None]


def test_an_expired_draft_is_not_published(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    service.db.theme.update(business, 1, ttl=in_days(-1))
    with pytest.raises(ItemMissing, match="does not exist, or has expired"):
        service.publish(business, 1, expected=None, by="ada")


def test_publishing_removes_the_ttl(service: BrandingService, business: str) -> None:
    service.create_draft(business)
    service.archive_draft(business, 1, at=in_days(1))
    service.publish(business, 1, expected=None, by="ada")
    assert service.theme(business, 1).ttl is None


def test_a_draft_is_discarded_at_the_revision_that_was_seen(
    service: BrandingService, business: str
) -> None:
    service.create_draft(business, DARK)
    service.edit_draft(business, 1, revision=1, metadata=LIGHT)
    with pytest.raises(ConditionFailed):
        service.discard_draft(business, 1, revision=1)
    service.discard_draft(business, 1, revision=2)
    with pytest.raises(ItemMissing):
        service.discard_draft(business, 1)


def test_a_draft_costs_two_writes(
    recorded: BrandingService, recording: RecordingStore, business: str
) -> None:
    recorded.create_draft(business)
    recording.calls.clear()
    recorded.create_draft(business)
    assert [action for action, _ in recording.calls] == ["UpdateItem", "PutItem"]
