"""`explain` shows what is sent; its estimate is what items of the expected size consume."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tavola import between, part
from tests.table.generated.archive import Archive, Letter, Person
from tests.table.generated.club import Club, Member
from tests.table.generated.flat import Flat
from tests.table.generated.orders import Orders
from tests.table.stores import Home

DAY = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def archive(here: Home) -> Archive:
    """Sixty letters and as many sheets in one folder, and a person, as large as expected."""
    db = here.open(Archive, "archive")
    for number in range(60):
        db.letter.create(**letter(number))
        db.sheet.create(folder="f" * 10, page=number, text="t" * 900)
    db.person.create(**person(1))
    return db


def letter(number: int) -> Any:
    return {
        "folder": "f" * 10,
        "number": number,
        "title": "t" * 300,
        "body": "b" * 2300,
        "sender": "s" * 20,
        "state": "new",
        "at": DAY + timedelta(minutes=number),
    }


def person(number: int) -> Any:
    name = f"{number}".rjust(20, "n")
    return {"name": name, "email": f"{number}".rjust(40, "m"), "about": "a" * 1500}


def changed(db: Archive, **values: Any) -> Letter:
    found = db.letter.get("f" * 10, 1)
    assert found is not None
    for name, value in values.items():
        setattr(found, name, value)
    return found


def renamed(db: Archive) -> Person:
    found = db.person.get(person(1)["name"])
    assert found is not None
    found.email = "x" * 40
    return found


OTHER = {"title": "v" * 300, "sender": "o" * 20, "state": "read", "at": DAY + timedelta(days=90)}
FOLDER = "f" * 10
MAY = between(DAY, DAY + timedelta(days=3))
PLANS: dict[str, Callable[[Archive], Any]] = {
    "get": lambda db: db.letter.plan.get("f" * 10, 1),
    "get eventually": lambda db: db.letter.plan.get("f" * 10, 1, consistent=False),
    "get_many": lambda db: db.letter.plan.get_many([("f" * 10, number) for number in range(7)]),
    "query": lambda db: db.letter.plan.letters(folder=FOLDER, limit=20),
    "consistent query": lambda db: db.letter.plan.letters(folder=FOLDER, limit=20, consistent=True),
    "some fields": lambda db: db.letter.plan.letters(folder=FOLDER, limit=20, only=["title"]),
    "index": lambda db: db.letter.plan.by_sender(folder=FOLDER, sender="s" * 20, limit=20),
    "keysOnly": lambda db: db.letter.plan.by_state(folder=FOLDER, state="new", limit=50),
    "keys of keysOnly": lambda db: db.letter.plan.by_state(
        folder=FOLDER, state="new", limit=50, only=["number"]
    ),
    "include": lambda db: db.letter.plan.by_title(folder=FOLDER, limit=30, only=["title"]),
    "include read whole": lambda db: db.letter.plan.by_title(folder=FOLDER, limit=30),
    "date part": lambda db: db.letter.plan.by_month(folder=FOLDER, at=part("2026-03"), limit=20),
    "between dates": lambda db: db.letter.plan.by_month(folder=FOLDER, at=MAY, limit=20),
    "shards": lambda db: db.sheet.plan.by_shard(folder=FOLDER, limit=20),
    "first": lambda db: db.letter.plan.first(db.letter.plan.letters(folder=FOLDER)),
    "exists": lambda db: db.letter.plan.exists(db.letter.plan.letters(folder=FOLDER)),
    "find_by": lambda db: db.person.plan.find_by_email(person(1)["email"]),
    "create": lambda db: db.letter.plan.create(**letter(90)),
    "create with a unique value": lambda db: db.person.plan.create(**person(2)),
    "put": lambda db: db.letter.plan.put(Letter(**letter(91))),
    "put_all": lambda db: db.letter.plan.put_all(Letter(**letter(92 + n)) for n in range(30)),
    "update": lambda db: db.letter.plan.update("f" * 10, 1, title="u" * 300),
    "update that moves a key": lambda db: db.letter.plan.update("f" * 10, 1, state="read"),
    "update of a unique value": lambda db: db.person.plan.update(person(1)["name"], email="y" * 40),
    "update of a counter": lambda db: db.person.plan.update(
        person(1)["name"], Person.fields.seen.add(1)
    ),
    "save": lambda db: db.letter.plan.save(changed(db, title="u" * 300)),
    "save that moves a key": lambda db: db.letter.plan.save(changed(db, state="answered")),
    "save of a unique value": lambda db: db.person.plan.save(renamed(db)),
    "upsert": lambda db: db.letter.plan.upsert(**letter(1) | OTHER),
    "delete": lambda db: db.letter.plan.delete("f" * 10, 2),
    "delete with a unique value": lambda db: db.person.plan.delete(person(1)["name"]),
    "delete_all": lambda db: db.letter.plan.delete_all([("f" * 10, n) for n in range(3, 6)]),
    "collection": lambda db: db.plan.whole_folder(folder=FOLDER, limit=119),
}


@pytest.mark.parametrize("make", PLANS.values(), ids=PLANS)
def test_an_explanation_is_what_is_consumed(
    archive: Archive, make: Callable[[Archive], Any]
) -> None:
    plan = make(archive)
    explained = plan.explain()

    with archive.consumed() as consumed:
        archive.run(plan)

    assert (explained.requests, explained.estimated_units) == (consumed.requests, consumed.total)


def test_a_partition_of_one_item_is_read_once(here: Home) -> None:
    flat = here.open(Flat, "flat")

    assert flat.account.plan.account(name="a", limit=20).explain().requests == 1


def test_counting_is_explained_by_a_hundred_items(archive: Archive) -> None:
    plan = archive.letter.plan.count(archive.letter.plan.letters(folder=FOLDER))

    explained = plan.explain()

    assert [(step.action, step.count) for step in explained.steps] == [("Query", 1)]


def test_what_only_data_decides_is_told_apart(archive: Archive) -> None:
    upsert = archive.letter.plan.upsert(**letter(99)).explain()
    filtered = archive.letter.plan.letters(
        folder=FOLDER, limit=5, filter=Letter.fields.state == "new"
    ).explain()

    assert [(step.action, step.condition) for step in upsert.steps] == [
        ("UpdateItem", ""),
        ("PutItem", "there is no such item"),
    ]
    assert [(step.action, step.condition) for step in filtered.steps] == [
        ("Query", ""),
        ("Query", "a page holds too few of them"),
    ]
    assert (upsert.requests, filtered.requests) == (1, 1)


def test_an_explanation_reads_as_a_list_of_requests(archive: Archive) -> None:
    shown = str(archive.letter.plan.by_state(folder=FOLDER, state="new", limit=50).explain())

    assert shown.splitlines()[:4] == [
        "Query on GSI2, about 0.5 units",
        "BatchGetItem, about 25.5 units",
        "2 in all, about 26 units",
        "{",
    ]


def test_a_lock_with_a_condition_is_expected_with_its_owner(here: Home) -> None:
    orders = here.open(Orders, "orders")

    explained = orders.account.plan.find_by_handle("o", "h").explain()

    assert explained.requests == 2


def test_explaining_changes_no_instance_and_runs_no_hook(here: Home) -> None:
    club = here.open(Club, "club")
    member = club.member.create(team="a", email="a", joined_at=DAY)
    member.email = "b"
    ran: list[object] = []
    club.hooks.before_save(Member)(ran.append)
    before = repr(member)

    club.member.plan.save(member).explain()
    club.member.plan.upsert(member_id=member.member_id, team="c").explain()

    assert (repr(member), ran) == (before, [])
    member.save()
    assert club.member.find_by_email("b") == member
