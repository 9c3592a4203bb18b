"""Numbered drafts of any design."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tavola.errors import AlreadyExists, ItemChanged, ItemMissing, OperationError
from tavola.patterns.drafts import Drafts
from tavola.patterns.pieces.parts import part_of
from tests.patterns.handbook import Edition, Handbook, Handbooks, Release, draft

EditionDrafts = Drafts[Handbook, Edition]


def book(db: Handbooks) -> Handbook | None:
    """The stored owner."""
    return db.run(part_of(db, Handbook).get(("staff",)))


def test_an_owner_without_an_item_gets_one_with_its_first_draft(
    db: Handbooks, drafts: EditionDrafts
) -> None:
    first = db.run(drafts.add("staff", make=draft))
    assert (first.version, first.text) == (1, "e1")
    assert book(db) == Handbook(name="staff", last_version=1)


def test_numbering_goes_on_from_versions_that_others_have_written(
    db: Handbooks, drafts: EditionDrafts
) -> None:
    db.run(db.plans(Edition).add(draft(41)))
    assert db.run(drafts.add("staff", make=draft)).version == 42


def test_an_owner_is_created_with_a_counter_after_stored_versions(
    db: Handbooks, drafts: EditionDrafts
) -> None:
    db.run(db.plans(Edition).add(draft(41)))
    assert db.run(drafts.add_owner("staff")) == Handbook(name="staff", last_version=41)


def test_a_counter_that_lags_behind_catches_up(db: Handbooks, drafts: EditionDrafts) -> None:
    db.run(drafts.add_owner("staff"))
    db.run(db.plans(Edition).add(draft(1)))
    db.run(db.plans(Edition).add(draft(7)))
    assert db.run(drafts.add("staff", make=draft)).version == 8


def test_an_owner_that_was_written_without_a_counter_gets_one(
    db: Handbooks, drafts: EditionDrafts
) -> None:
    key = {"pk": {"S": "T#acme#H#staff"}, "sk": {"S": "BOOK"}}
    item = {**key, "kind": {"S": "Handbook"}, "name": {"S": "staff"}}
    db.store.execute("PutItem", {"TableName": "handbooks", "Item": item})
    db.run(db.plans(Edition).add(draft(3)))
    assert db.run(drafts.add("staff", make=draft)).version == 4


def test_an_owner_is_created_once(db: Handbooks, drafts: EditionDrafts) -> None:
    db.run(drafts.add_owner("staff"))
    with pytest.raises(AlreadyExists):
        db.run(drafts.add_owner("staff"))


def test_versions_end_where_the_design_says(db: Handbooks, drafts: EditionDrafts) -> None:
    db.run(db.plans(Edition).add(draft(999_998)))
    assert db.run(drafts.add("staff", make=draft)).version == 999_999
    with pytest.raises(OperationError, match="Edition of staff: all versions up to 999999 are"):
        db.run(drafts.add("staff", make=draft))


def test_tenants_count_for_themselves(db: Handbooks, drafts: EditionDrafts) -> None:
    other = Drafts(db.tenant("other"), Handbook, Edition)
    db.run(drafts.add("staff", make=draft))
    assert db.tenant("other").run(other.add("staff", make=draft)).version == 1


def test_an_edit_moves_the_revision(db: Handbooks, drafts: EditionDrafts) -> None:
    db.run(drafts.add("staff", make=draft))
    changes = [Edition.fields.text.set("new")]
    edited = db.run(drafts.edit("staff", version=1, revision=1, changes=changes))
    assert (edited.text, edited.rev) == ("new", 2)


def test_a_draft_without_a_revision_is_at_0(db: Handbooks, drafts: EditionDrafts) -> None:
    key = {"pk": {"S": "T#acme#H#staff"}, "sk": {"S": "EDITION#000001"}}
    item = {**key, "kind": {"S": "Edition"}, "status": {"S": "draft"}}
    db.store.execute("PutItem", {"TableName": "handbooks", "Item": item})
    changes = [Edition.fields.text.set("new")]
    edited = db.run(drafts.edit("staff", version=1, revision=0, changes=changes))
    assert (edited.name, edited.version, edited.rev) == ("staff", 1, 1)


def test_an_edit_says_which_revision_is_stored(db: Handbooks, drafts: EditionDrafts) -> None:
    db.run(drafts.add("staff", make=draft))
    changes = [Edition.fields.text.set("new")]
    with pytest.raises(ItemChanged, match="Edition staff/1 is at revision 1, not 5"):
        db.run(drafts.edit("staff", version=1, revision=5, changes=changes))


def test_a_draft_that_is_not_there_is_missing(db: Handbooks, drafts: EditionDrafts) -> None:
    with pytest.raises(ItemMissing, match="Edition staff/1 does not exist"):
        db.run(drafts.discard("staff", version=1))


def test_a_model_without_a_ttl_is_not_archived(drafts: EditionDrafts) -> None:
    with pytest.raises(OperationError, match="Edition has no TtlField"):
        drafts.archive("staff", version=1, at=datetime(2030, 1, 1, tzinfo=UTC))


def test_an_edit_can_be_explained_without_being_sent(drafts: EditionDrafts) -> None:
    changes = [Edition.fields.text.set("new")]
    shown = drafts.edit("staff", version=1, revision=1, changes=changes).explain()
    assert (shown.action, shown.request["Key"]["sk"]) == ("UpdateItem", {"S": "EDITION#000001"})


def test_a_model_that_lacks_a_field_is_refused(db: Handbooks) -> None:
    with pytest.raises(OperationError, match="Release has no field 'status', 'rev', 'first_"):
        Drafts(db, Handbook, Release)
