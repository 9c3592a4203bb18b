"""Versions by copy-on-write: none is lost, of two editors one wins, restored forwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError, UniqueTaken
from tavola.patterns.pieces.differences import Difference, differences
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.versions import VersionConflict, Versions
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import AsyncWorkshop, Page, PageVersion, Workshop
from tests.table.stores import Home, clear, embedded

Pages = Versions[Page, PageVersion]


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    return workshop.tenant("acme")


@pytest.fixture
def pages(db: Workshop) -> Pages:
    return Versions(db, Page, PageVersion)


def made(title: str, *blocks: Any) -> Callable[[int], Page]:
    """What makes the page `p` of a version."""

    def make(version: int) -> Page:
        return Page(page_id="p", version=version, title=title, blocks=list(blocks))

    return make


def titled(title: str) -> Callable[[Page], None]:
    """An edit that gives a title."""

    def edit(page: Page) -> None:
        page.title = title

    return edit


def kept(db: Workshop, pages: Pages) -> list[tuple[int, str | None]]:
    """The earlier versions as they are listed."""
    return [(one.version, one.title) for one in db.run(pages.earlier("p")).items]


def latest(db: Workshop) -> Page | None:
    return db.run(part_of(db, Page).get(("p",)))


def test_a_change_keeps_what_was_there_before(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One", {"text": "a"})))
    changed = db.run(pages.change("p", expected=1, edit=titled("Two")))
    assert (changed.version, changed.title, changed.blocks) == (2, "Two", [{"text": "a"}])
    assert latest(db) == changed
    assert db.run(pages.find("p", version=1)) == PageVersion(
        page_id="p", version=1, title="One", blocks=[{"text": "a"}]
    )


def test_versions_are_listed_newest_first_without_heavy_fields(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("v1")))
    for number in range(1, 12):
        db.run(pages.change("p", expected=number, edit=titled(f"v{number + 1}")))
    first = db.run(pages.earlier("p", limit=2))
    assert [one.version for one in first.items] == [11, 10]
    rest = db.run(pages.earlier("p", limit=20, cursor=first.cursor))
    assert [one.version for one in rest.items] == list(range(9, 0, -1))
    assert not hasattr(first.items[0], "blocks")


def test_a_change_of_a_list_in_place_does_not_reach_the_version_before(
    db: Workshop, pages: Pages
) -> None:
    db.run(pages.create("p", make=made("One", {"text": "a"})))

    def edit(page: Page) -> None:
        assert page.blocks is not None
        page.blocks[0]["text"] = "b"

    db.run(pages.change("p", expected=1, edit=edit))
    found = db.run(pages.find("p", version=1))
    assert found is not None
    assert found.blocks == [{"text": "a"}]


def test_an_edit_that_changes_nothing_makes_no_version(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    assert db.run(pages.change("p", expected=1, edit=titled("One"))).version == 1
    assert kept(db, pages) == []


def test_of_two_editors_one_is_told_what_the_other_changed(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One", "a", "b")))
    db.run(pages.change("p", expected=1, edit=titled("Two")))
    with pytest.raises(VersionConflict, match=r"Page p is at version 2, not 1") as conflict:
        db.run(pages.change("p", expected=1, edit=titled("Mine")))
    assert conflict.value.current.title == "Two"
    assert conflict.value.differences == (Difference(("title",), "One", "Two"),)


def test_a_version_is_restored_forwards(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One", "a")))
    db.run(pages.change("p", expected=1, edit=titled("Two")))
    restored = db.run(pages.restore("p", version=1, expected=2))
    assert (restored.version, restored.title, restored.blocks) == (3, "One", ["a"])
    assert kept(db, pages) == [(2, "Two"), (1, "One")]


def test_what_is_no_content_is_not_restored(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    db.run(pages.change("p", expected=1, edit=titled("Two")))
    db.run(part_of(db, Page).update(("p",), Page.fields.views.add(7)))
    assert db.run(pages.restore("p", version=1, expected=2)).views == 7


def test_only_content_that_was_named_is_kept_and_restored(db: Workshop) -> None:
    pages: Pages = Versions(db, Page, PageVersion, content=["blocks"])
    db.run(pages.create("p", make=made("One", "a")))

    def edit(page: Page) -> None:
        page.title, page.blocks = "Two", ["b"]

    db.run(pages.change("p", expected=1, edit=edit))
    restored = db.run(pages.restore("p", version=1, expected=2))
    assert (restored.title, restored.blocks) == ("Two", ["a"])


def test_a_version_that_is_not_there_cannot_be_restored(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    with pytest.raises(ItemMissing, match=r"Page p has no version 7"):
        db.run(pages.restore("p", version=7, expected=1))


def test_the_latest_version_is_found_like_the_others(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    found = db.run(pages.find("p", version=1))
    assert found == PageVersion(page_id="p", version=1, title="One", blocks=[])
    assert db.run(pages.find("p", version=2)) is None


def test_any_two_versions_are_compared(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One", {"text": "a"}, "x")))

    def edit(page: Page) -> None:
        page.blocks = [{"text": "b"}, "new", "x"]

    db.run(pages.change("p", expected=1, edit=edit))
    db.run(pages.change("p", expected=2, edit=titled("Three")))
    assert db.run(pages.compare("p", before=1, after=3)) == [
        Difference(("title",), "One", "Three"),
        Difference(("blocks", 0, "text"), "a", "b"),
        Difference(("blocks", 1), None, "new"),
    ]


def test_a_deleted_item_keeps_its_versions_and_comes_back(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One", "a")))
    db.run(pages.change("p", expected=1, edit=titled("Two")))
    db.run(pages.delete("p", expected=2))
    assert (latest(db), kept(db, pages)) == (None, [(2, "Two"), (1, "One")])
    with pytest.raises(VersionConflict, match=r"Page p is deleted, not at version 2"):
        db.run(pages.change("p", expected=2, edit=titled("Three")))
    back = db.run(pages.restore("p", version=2, expected=None))
    assert (back.version, back.title, back.blocks) == (3, "Two", ["a"])


def test_an_item_that_is_there_does_not_come_back(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    with pytest.raises(ConditionFailed, match=r"Page p is not deleted. Say which version"):
        db.run(pages.restore("p", version=1, expected=None))
    with pytest.raises(AlreadyExists):
        db.run(pages.create("p", make=made("One")))


def test_a_new_item_in_place_of_a_deleted_one_counts_on(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    db.run(pages.delete("p", expected=1))
    assert db.run(pages.create("p", make=made("New"))).version == 2


def test_unique_values_and_other_writes_belong_to_the_change(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    other = Page(page_id="q", version=1, title="Taken")
    db.run(db.plans(Page).add(other))
    with pytest.raises(UniqueTaken):
        db.run(pages.change("p", expected=1, edit=titled("Taken")))
    check = part_of(db, Page).check(("q",), Page.fields.views > 5)
    with pytest.raises(ConditionFailed) as refused:
        db.run(pages.change("p", expected=1, edit=titled("Two"), also=lambda _: [check]))
    assert (refused.value.position, kept(db, pages)) == (0, [])


def test_what_is_too_large_is_refused_with_its_size(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))

    def edit(page: Page) -> None:
        page.blocks = ["x" * 410_000]

    with pytest.raises(OperationError, match=r"Page: the item has 410\d\d\d bytes. DynamoDB takes"):
        db.run(pages.change("p", expected=1, edit=edit))
    assert kept(db, pages) == []


def test_tenants_have_versions_of_their_own(workshop: Workshop, db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))
    other = workshop.tenant("other")
    theirs: Pages = Versions(other, Page, PageVersion)
    other.run(theirs.create("p", make=made("One")))
    other.run(theirs.change("p", expected=1, edit=titled("Two")))
    assert kept(db, pages) == []


def test_editors_at_once_lose_nothing(db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("start")))

    def edit(number: int) -> bool:
        try:
            db.run(pages.change("p", expected=1, edit=titled(f"by {number}")))
        except VersionConflict:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        won = list(pool.map(edit, range(8)))
    found = latest(db)
    assert found is not None
    assert (won.count(True), found.version, found.title) == (1, 2, f"by {won.index(True)}")
    assert kept(db, pages) == [(1, "start")]


def test_versions_on_an_event_loop(home: Home, db: Workshop, pages: Pages) -> None:
    db.run(pages.create("p", make=made("One")))

    async def scenario() -> int:
        there = await home.open_async(AsyncWorkshop, "workshop")
        table = there.tenant("acme")
        change = Versions(table, Page, PageVersion).change("p", expected=1, edit=titled("Two"))
        version = (await table.run(change)).version
        if home.is_shared:
            await there.close()
        return version

    assert (asyncio.run(scenario()), kept(db, pages)) == (2, [(1, "One")])


def test_a_difference_says_what_was_taken_away() -> None:
    found = differences({"a": [1, 2, 3], "b": {"c": 1}}, {"a": [1, 3], "b": {"d": 2}, "e": 0})
    assert found == [
        Difference(("a", 1), 2, None),
        Difference(("b", "c"), 1, None),
        Difference(("b", "d"), None, 2),
        Difference(("e",), None, 0),
    ]


@pytest.fixture(scope="module")
def stage() -> Iterator[Workshop]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home.open(Workshop, "workshop").tenant("acme")


Acts = Callable[[Pages], Sequence[Any]]


def every_order(stage: Workshop, acts: Acts, **options: Any) -> int:
    """Let operations on a page of version 2 run in every order; check that its history is whole."""
    pages: Pages = Versions(stage, Page, PageVersion)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(pages.create("p", make=made("One")))
        stage.run(pages.change("p", expected=1, edit=titled("Two")))
        return [Actor(str(n), act, stage.store) for n, act in enumerate(acts(pages))]

    def check(actors: Sequence[Actor]) -> None:
        del actors
        page = latest(stage)
        numbers = [number for number, _ in kept(stage, pages)]
        newest = numbers[0] if page is None else page.version - 1
        assert numbers == list(range(newest, 0, -1))
        assert dict(kept(stage, pages)).items() >= {1: "One"}.items()

    return Play(begin, check, **options).run()


def test_changes_restores_and_deletions_in_every_order_leave_a_whole_history(
    stage: Workshop,
) -> None:
    def acts(pages: Pages) -> list[Any]:
        return [
            pages.change("p", expected=2, edit=titled("Three")),
            pages.restore("p", version=1, expected=2),
            pages.delete("p", expected=2),
        ]

    assert every_order(stage, acts, switches=3) > 100


def test_deletion_and_creation_that_may_die_leave_a_whole_history(stage: Workshop) -> None:
    def acts(pages: Pages) -> list[Any]:
        return [
            pages.delete("p", expected=2),
            pages.create("p", make=made("New")),
            pages.delete("p", expected=3),
        ]

    assert every_order(stage, acts, deaths=1, switches=2) > 100


def test_a_version_is_found_while_it_is_replaced(stage: Workshop) -> None:
    pages: Pages = Versions(stage, Page, PageVersion)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(pages.create("p", make=made("One")))
        change = pages.change("p", expected=1, edit=titled("Two"))
        find = pages.find("p", version=1)
        return [Actor("change", change, stage.store), Actor("find", find, stage.store)]

    def check(actors: Sequence[Actor]) -> None:
        assert actors[1].result.title == "One"

    assert Play(begin, check).run() > 5
