"""A published marker of any design."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tavola.errors import (
    CancellationReason,
    ConditionFailed,
    ItemChanged,
    ItemMissing,
    OperationError,
    TransactionCancelled,
)
from tavola.operations.steps import Request
from tavola.operations.write.transaction import Check
from tavola.patterns.drafts import Drafts
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.published import Publishing, Stale, SwitchRefused
from tavola.table.internals import codec_of, context_of
from tests.patterns.handbook import (
    AsyncHandbooks,
    Current,
    Edition,
    Handbook,
    Handbooks,
    Release,
    draft,
)

Editions = Publishing[Edition, Current, Release]


@pytest.fixture(autouse=True)
def _two_drafts(db: Handbooks, drafts: Drafts[Handbook, Edition]) -> None:
    db.run(drafts.add("staff", make=draft))
    db.run(drafts.add("staff", make=draft))


def answered(db: Handbooks, step: Any) -> Any:
    """Send what an operation that is driven by hand asks for."""
    if isinstance(step, Request):
        return db.store.execute(step.action, step.body)
    return db.store.execute_all([(part.action, part.body) for part in step])


def begun(db: Handbooks, operation: Any) -> tuple[Any, Any]:
    """Answer an operation's first step; return it with its second one."""
    steps = operation.steps()
    return steps, steps.send(answered(db, next(steps)))


def refused(db: Handbooks, steps: Any, step: Any) -> None:
    """Send what will be refused, and tell the operation."""
    with pytest.raises(TransactionCancelled) as refusal:
        answered(db, step)
    steps.throw(refusal.value)


def test_a_publication_is_logged(db: Handbooks, publishing: Editions) -> None:
    entry = db.run(publishing.publish("staff", version=1, expected=None, by="ada"))
    now = db.now()
    assert entry == Release(
        name="staff",
        sequence=1,
        action="publish",
        version=1,
        published_at=now,
        published_by="ada",
    )


def test_the_published_version_is_found_with_its_marker(
    db: Handbooks, publishing: Editions
) -> None:
    db.run(publishing.publish("staff", version=1, expected=None, by="ada"))
    found = db.run(publishing.find("staff"))
    assert found is not None
    assert (found.marker.version, found.version.text, found.version.status) == (
        1,
        "e1",
        "published",
    )


def test_nothing_published_is_none(db: Handbooks, publishing: Editions) -> None:
    assert db.run(publishing.find("staff")) is None
    assert db.run(publishing.find("staff", known=1)) is None


def test_a_version_that_was_read_before_its_publication_is_read_again(
    db: Handbooks, publishing: Editions
) -> None:
    steps: Any = publishing.find("staff", known=1).steps()
    batch = next(steps)
    before = json.loads(answered(db, batch)[0])["Responses"]["handbooks"]
    db.run(publishing.publish("staff", version=1, expected=None, by="ada"))
    after = json.loads(answered(db, batch)[0])["Responses"]["handbooks"]
    torn = [*before, *(item for item in after if item["sk"] == {"S": "CURRENT"})]
    again = steps.send([json.dumps({"Responses": {"handbooks": torn}}).encode()])
    assert (again.action, again.body["Key"]["sk"]) == ("GetItem", {"S": "EDITION#000001"})


def test_who_is_faster_between_read_and_write_wins(db: Handbooks, publishing: Editions) -> None:
    slow = publishing.publish("staff", version=1, expected=None, by="slow")
    steps, write = begun(db, slow)
    db.run(publishing.publish("staff", version=2, expected=None, by="fast"))
    with pytest.raises(Stale, match="is 2, not none"):
        refused(db, steps, write)


def test_a_version_that_went_and_came_back_is_another_publication(
    db: Handbooks, publishing: Editions
) -> None:
    db.run(publishing.publish("staff", version=1, expected=None, by="ada"))
    slow = publishing.publish("staff", version=2, expected=1, by="slow")
    steps, write = begun(db, slow)
    db.run(publishing.publish("staff", version=2, expected=1, by="fast"))
    db.run(publishing.rollback("staff", version=1, expected=2, by="fast"))
    with pytest.raises(Stale):
        refused(db, steps, write)


def test_an_edit_between_read_and_write_refuses_the_publication(
    db: Handbooks, drafts: Drafts[Handbook, Edition], publishing: Editions
) -> None:
    slow = publishing.publish("staff", version=1, expected=None, by="slow")
    steps, write = begun(db, slow)
    changes = [Edition.fields.text.set("new")]
    db.run(drafts.edit("staff", version=1, revision=1, changes=changes))
    with pytest.raises(ItemChanged, match="was edited meanwhile"):
        refused(db, steps, write)


def test_who_never_gets_a_turn_is_told_what_was_published(
    db: Handbooks, publishing: Editions
) -> None:
    slow = publishing.publish("staff", version=1, expected=None, by="slow")
    steps, _ = begun(db, slow)
    db.run(publishing.publish("staff", version=2, expected=None, by="fast"))
    conflict = TransactionCancelled("", reasons=[CancellationReason("TransactionConflict")])
    again = steps.throw(conflict)
    with pytest.raises(Stale, match="is 2, not none"):
        steps.send(answered(db, again))


def test_who_never_gets_a_turn_though_nothing_was_published_is_told_that(
    db: Handbooks, publishing: Editions
) -> None:
    steps, _ = begun(db, publishing.publish("staff", version=1, expected=None, by="slow"))
    conflict = TransactionCancelled("", reasons=[CancellationReason("TransactionConflict")])
    again = steps.throw(conflict)
    with pytest.raises(TransactionCancelled):
        steps.send(answered(db, again))


def test_other_checks_belong_to_the_same_transaction(db: Handbooks, publishing: Editions) -> None:
    def also(edition: Edition) -> list[Check]:
        codec = codec_of(db, Handbook)
        condition = Handbook.fields.last_version > edition.version + 5
        return [Check(context_of(db), codec, {"name": "staff"}, condition)]

    with pytest.raises(ConditionFailed, match="Handbook T#acme#H#staff/BOOK: the condition"):
        db.run(publishing.publish("staff", version=1, expected=None, by="ada", also=also))
    assert db.run(publishing.find("staff")) is None


def test_a_model_that_lacks_a_field_is_refused(db: Handbooks) -> None:
    with pytest.raises(OperationError, match="Handbook has no field 'version'"):
        Publishing(db, Edition, Handbook, Release)


def test_the_same_operations_run_on_an_event_loop() -> None:
    async def publish() -> tuple[str | None, int]:
        async with await AsyncHandbooks.open("memory:") as opened:
            db = opened.tenant("acme")
            drafts = Drafts(db, Handbook, Edition)
            publishing = Publishing(db, Edition, Current, Release)
            await db.run(drafts.add("staff", make=draft))
            entry = await db.run(publishing.publish("staff", version=1, expected=None, by="ada"))
            found = await db.run(publishing.find("staff", known=1))
            assert found is not None
            return found.version.text, entry.sequence

    assert asyncio.run(publish()) == ("e1", 1)


def test_a_switch_lowers_what_was_published_and_counts_on(
    db: Handbooks, publishing: Editions
) -> None:
    part = part_of(db, Edition)
    db.run(publishing.publish("staff", version=1, expected=None, by="ada"))
    first_at = db.now()

    entry = db.run(publishing.publish("staff", version=2, expected=1, by="bob"))
    back = db.run(publishing.rollback("staff", version=1, expected=2, by="eve"))

    assert [(one.sequence, one.action, one.previous) for one in (entry, back)] == [
        (2, "publish", 1),
        (3, "rollback", 2),
    ]
    one, two = (db.run(part.get(("staff", number))) for number in (1, 2))
    assert one is not None
    assert two is not None
    assert (one.status, one.published_by, one.first_published_at) == ("published", "eve", first_at)
    assert (two.status, two.published_by, two.published_at) == ("draft", None, None)
    assert two.first_published_at is not None


@pytest.mark.parametrize(
    ("version", "expected", "message"),
    [
        (1, 2, "staff/1 is older than the published version 2."),
        (2, 2, "staff/2 is the published one already."),
        (9, 2, "staff/9 does not exist, or has expired."),
        (3, 1, "staff/3: the published version is 2, not 1. Look at it and try again."),
        (3, None, "staff/3: the published version is 2, not none. Look at it and try again."),
    ],
)
def test_a_publication_that_may_not_be_says_why(
    db: Handbooks,
    drafts: Drafts[Handbook, Edition],
    publishing: Editions,
    version: int,
    expected: int | None,
    message: str,
) -> None:
    db.run(drafts.add("staff", make=draft))
    db.run(publishing.publish("staff", version=2, expected=None, by="ada"))

    with pytest.raises(ConditionFailed) as no:
        db.run(publishing.publish("staff", version=version, expected=expected, by="bob"))

    assert f"Edition {message}" in no.value.message
    if isinstance(no.value, Stale):
        assert (no.value.expected, no.value.current) == (expected, 2)


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (3, "staff/3 is newer than the published version 2. Publish it instead."),
        (1, "staff/1 was never published, so nothing can go back to it."),
        (2, "staff/2 is the published one already."),
    ],
)
def test_only_what_was_published_before_is_gone_back_to(
    db: Handbooks,
    drafts: Drafts[Handbook, Edition],
    publishing: Editions,
    version: int,
    message: str,
) -> None:
    db.run(drafts.add("staff", make=draft))
    db.run(publishing.publish("staff", version=2, expected=None, by="ada"))

    with pytest.raises(SwitchRefused) as no:
        db.run(publishing.rollback("staff", version=version, expected=2, by="bob"))

    assert f"Edition {message}" in no.value.message


def test_a_revision_that_was_not_reviewed_is_not_published(
    db: Handbooks, publishing: Editions
) -> None:
    with pytest.raises(ItemChanged, match=r"staff/1 is at revision 1, not 4\. Review it again\."):
        db.run(publishing.publish("staff", version=1, expected=None, by="ada", revision=4))

    db.run(publishing.publish("staff", version=1, expected=None, by="ada", revision=1))


def test_a_marker_whose_version_is_gone_is_told(db: Handbooks, publishing: Editions) -> None:
    db.run(publishing.publish("staff", version=1, expected=None, by="ada"))
    db.run(part_of(db, Edition).delete(("staff", 1)))

    with pytest.raises(ItemMissing, match=r"Current staff names version 1, which does not exist\."):
        db.run(publishing.find("staff"))
