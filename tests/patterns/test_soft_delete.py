"""Deleted, but not gone: marked, or moved to a bin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError, UniqueTaken
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.soft_delete import Bin, IsDeleted, NotDeleted, SoftDelete
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import BinnedNote, Note, Tally, Workshop
from tests.table.stores import Home, clear, embedded

Notes = Bin[Note, BinnedNote]


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    return workshop.tenant("acme")


@pytest.fixture
def note(db: Workshop) -> Note:
    made = Note(note_id="n", title="Tea", tags={"a", "b"}, data={"x": [1, {"y": 2}]})
    return db.run(db.plans(Note).add(made))


@pytest.fixture
def soft(db: Workshop) -> SoftDelete[Note]:
    return SoftDelete(db, Note, keep_seconds=100)


@pytest.fixture(name="bin_")
def a_bin(db: Workshop) -> Notes:
    return Bin(db, Note, BinnedNote, keep_seconds=100)


def read(db: Workshop) -> Note | None:
    return db.run(part_of(db, Note).get(("n",)))


def listed(db: Workshop, **options: Any) -> list[str]:
    return [one.note_id for one in db.query(Note, "notes", **options).items]


@pytest.mark.usefixtures("note")
def test_a_marked_item_is_there_until_it_expires(
    home: Home, db: Workshop, soft: SoftDelete[Note]
) -> None:
    db.run(soft.delete("n", by="ada"))
    found = read(db)
    assert found is not None
    assert (found.deleted_at, found.deleted_by) == (db.now(), "ada")
    assert (listed(db), listed(db, filter=soft.live)) == (["n"], [])
    home.clock.advance(101)
    assert read(db) is None


@pytest.mark.usefixtures("note")
def test_of_many_who_delete_at_once_one_does(db: Workshop, soft: SoftDelete[Note]) -> None:
    def delete(number: int) -> bool:
        try:
            db.run(soft.delete("n", by=str(number)))
        except IsDeleted:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        deleted = list(pool.map(delete, range(8)))

    found = read(db)
    assert found is not None
    assert sum(deleted) == 1
    assert found.deleted_by == str(deleted.index(True))


def test_of_many_who_bin_and_restore_at_once_none_loses_the_note(
    db: Workshop, bin_: Notes, note: Note
) -> None:
    def move(number: int) -> None:
        with suppress(ConditionFailed):
            db.run(bin_.restore("n") if number % 2 else bin_.delete("n"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(move, range(12)))

    binned = db.run(part_of(db, BinnedNote).get(("n",)))
    assert (read(db) is None) is not (binned is None)
    with suppress(ConditionFailed):
        db.run(bin_.restore("n"))
    assert read(db) == note


def test_a_restored_item_is_what_it_was(db: Workshop, soft: SoftDelete[Note], note: Note) -> None:
    db.run(soft.delete("n", by="ada"))
    db.run(soft.restore("n"))
    assert (read(db), listed(db, filter=soft.live)) == (note, ["n"])


@pytest.mark.usefixtures("note")
def test_what_is_deleted_is_not_deleted_again_and_only_that_is_restored_or_purged(
    db: Workshop, soft: SoftDelete[Note]
) -> None:
    with pytest.raises(NotDeleted, match=r"Note n is not deleted. Delete it first"):
        db.run(soft.restore("n"))
    with pytest.raises(NotDeleted):
        db.run(soft.purge("n"))
    db.run(soft.delete("n"))
    with pytest.raises(IsDeleted, match=r"Note n is deleted already"):
        db.run(soft.delete("n"))
    db.run(soft.purge("n"))
    assert read(db) is None


def test_what_never_was_cannot_be_deleted(
    db: Workshop, soft: SoftDelete[Note], bin_: Notes
) -> None:
    with pytest.raises(ItemMissing, match=r"Note n does not exist"):
        db.run(soft.delete("n"))
    with pytest.raises(ItemMissing, match=r"Note n does not exist"):
        db.run(bin_.delete("n"))
    with pytest.raises(NotDeleted, match=r"BinnedNote n is not in the bin"):
        db.run(bin_.restore("n"))


@pytest.mark.usefixtures("note")
def test_a_deleted_item_takes_no_update_that_asks_for_a_live_one(
    db: Workshop, soft: SoftDelete[Note]
) -> None:
    db.run(soft.delete("n"))
    change = Note.fields.title.set("Coffee")
    with pytest.raises(ConditionFailed):
        db.run(part_of(db, Note).update(("n",), change, condition=soft.live))


@pytest.mark.usefixtures("note")
def test_other_writes_belong_to_a_deletion(
    db: Workshop, soft: SoftDelete[Note], bin_: Notes
) -> None:
    missing = part_of(db, Tally).update(("t",), Tally.fields.count.add(1))
    for deletion in (soft.delete("n", also=[missing]), bin_.delete("n", also=[missing])):
        with pytest.raises(ConditionFailed) as refused:
            db.run(deletion)
        assert (refused.value.position, listed(db, filter=soft.live)) == (0, ["n"])


def test_a_binned_item_is_in_no_list_and_frees_its_values(
    db: Workshop, bin_: Notes, note: Note
) -> None:
    binned = db.run(bin_.delete("n", by="ada"))
    assert (listed(db), binned.title, binned.tags, binned.data, binned.deleted_by) == (
        [],
        "Tea",
        {"a", "b"},
        {"x": [1, {"y": 2}]},
        "ada",
    )
    db.run(db.plans(Note).add(Note(note_id="m", title="Tea")))
    with pytest.raises(UniqueTaken):
        db.run(bin_.restore("n"))
    db.run(part_of(db, Note).delete(("m",)))
    restored = db.run(bin_.restore("n"))
    assert (restored.title, restored.ttl) == (note.title, None)
    assert [one.note_id for one in db.query(BinnedNote, "binnedNotes").items] == []


@pytest.mark.usefixtures("note")
def test_what_is_binned_expires(home: Home, db: Workshop, bin_: Notes) -> None:
    db.run(bin_.delete("n"))
    home.clock.advance(101)
    with pytest.raises(NotDeleted):
        db.run(bin_.restore("n"))


@pytest.mark.usefixtures("note")
def test_a_place_that_is_taken_is_not_overwritten_by_what_comes_back(
    db: Workshop, bin_: Notes
) -> None:
    db.run(bin_.delete("n"))
    db.run(db.plans(Note).add(Note(note_id="n", title="Other")))
    with pytest.raises(AlreadyExists) as refused:
        db.run(bin_.restore("n"))
    assert refused.value.position is None


@pytest.mark.usefixtures("note")
def test_the_bin_keeps_the_last_of_two_with_one_key(db: Workshop, bin_: Notes) -> None:
    db.run(bin_.delete("n"))
    db.run(db.plans(Note).add(Note(note_id="n", title="Second")))
    db.run(bin_.delete("n"))
    assert db.run(bin_.restore("n")).title == "Second"


def test_a_model_that_lacks_a_field_is_refused(db: Workshop) -> None:
    with pytest.raises(OperationError, match=r"Tally has no field 'deleted_at', which this"):
        SoftDelete(db, Tally)


@pytest.fixture(scope="module")
def stage() -> Iterator[Workshop]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home.open(Workshop, "workshop").tenant("acme")


def in_every_order(stage: Workshop, *, is_binned: bool, **options: int) -> int:
    """Delete, restore and edit a note in every order: it stays in one place, with every edit."""
    bin_: Notes = Bin(stage, Note, BinnedNote)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(stage.plans(Note).add(Note(note_id="n", title="Tea")))
        if is_binned:
            stage.run(bin_.delete("n"))
        edit = part_of(stage, Note).update(("n",), Note.fields.title.set("Edited"))
        acts: dict[str, Any] = {
            "delete": bin_.delete("n"),
            "edit": edit,
            "restore": bin_.restore("n"),
        }
        return [Actor(name, act, stage.store) for name, act in acts.items()]

    def check(actors: Sequence[Actor]) -> None:
        here = [one.title for one in stage.query(Note, "notes").items]
        there = [one.title for one in stage.query(BinnedNote, "binnedNotes").items]
        edit = actors[1]
        # Whoever dies does not say what became of the edit.
        allowed = {"Tea", "Edited"} if edit.is_dead else {"Tea" if edit.error else "Edited"}
        assert len(here + there) == 1
        assert {*here, *there} <= allowed

    return Play(begin, check, **options).run()


@pytest.mark.parametrize("is_binned", [False, True])
def test_in_every_order_a_note_is_in_one_place_with_every_edit(
    stage: Workshop, is_binned: bool
) -> None:
    assert in_every_order(stage, is_binned=is_binned, switches=3) > 20


def test_a_death_at_any_point_leaves_a_note_in_one_place(stage: Workshop) -> None:
    assert in_every_order(stage, is_binned=False, switches=1, deaths=1) > 20
