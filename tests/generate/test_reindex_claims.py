"""Values of a unique constraint that came later: tavola reindex claims them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tavola import UniqueTaken
from tavola.cli import main
from tavola.design.load import load_design
from tavola.operations.claiming import Taken
from tavola.operations.reindex import Reindex, Reindexed
from tavola.stores.store import Call, Store
from tavola.table import Table
from tavola.table.dynamic import table_class

BEFORE = """
table: {name: people}
models:
  Person:
    modelPrefix: p
    iterable: false
    fields:
      personId: {type: StringField, required: true}
      email: {type: StringField}
      team: {type: StringField}
      ttl: {type: TtlField}
    primaryKey: {partitionKey: personId}
"""
UNIQUE = """
    uniqueConstraints:
      uniqueEmail: {field: email, uniqueConstraintId: uc1}
"""
TEAMS = """
    indexes:
      byTeam: {partitionKey: team, sortKey: personId, indexId: gsi1}
"""
AFTER = BEFORE + UNIQUE
LONG_AGO = {"N": "1000000000"}

Item = dict[str, Any]


@pytest.fixture(name="people")
def file_of_people(tmp_path: Path) -> Path:
    """A file of the embedded engine, and the design before and after."""
    (tmp_path / "before.yaml").write_text(BEFORE)
    (tmp_path / "after.yaml").write_text(AFTER)
    return tmp_path / "people.db"


def opened(path: Path, version: str = "after") -> Table:
    design = load_design(path.parent / f"{version}.yaml")
    return table_class(design).open(f"{path}?durability=process", table="people")


def add(path: Path, person: str, email: str, **more: Item) -> None:
    """Store a person as the design before did: without a lock."""
    item = {"_pk": {"S": f"p#{person}"}, "_sk": {"S": "p"}, "personId": {"S": person}}
    item |= {"email": {"S": email}, **more}
    with opened(path, "before") as db:
        db.store.execute("PutItem", {"TableName": "people", "Item": item})


def create(path: Path, person: str, email: str) -> None:
    """Store a person as the design after does."""
    with opened(path) as db:
        (model,) = db.models
        db.run(db.plans(model).add(model(person_id=person, email=email)))


def items(path: Path) -> list[Item]:
    with opened(path) as db:
        found: list[Item] = json.loads(db.store.execute("Scan", {"TableName": "people"}))["Items"]
    return sorted(found, key=lambda item: str(item["_pk"]))


def owners(path: Path) -> dict[str, str]:
    """Who has the lock of which value."""
    locks = [item for item in items(path) if "relatedId" in item]
    return {lock["uniqueValue"]["S"]: lock["relatedId"]["S"] for lock in locks}


def reindex(path: Path, *options: str) -> int:
    return main(["reindex", str(path.parent / "after.yaml"), "--store", str(path), *options])


def lock_of(email: str) -> str:
    return f"_raft_uc#_uc1#p#email:{email}"


def test_the_values_of_stored_items_are_claimed(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    add(people, "2", "eve")

    assert reindex(people) == 0

    assert capsys.readouterr().out == "2 items read, 0 rewritten, 2 unique values claimed.\n"
    assert sorted(owners(people).values()) == ["1", "2"]


def test_a_lock_is_the_one_that_a_new_item_would_have(people: Path, tmp_path: Path) -> None:
    add(people, "1", "ada")
    reindex(people)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "after.yaml").write_text(AFTER)
    fresh = tmp_path / "new" / "people.db"
    create(fresh, "1", "ada")

    assert items(people) == items(fresh)


def test_a_claimed_value_is_refused_to_others(people: Path) -> None:
    add(people, "1", "ada")
    reindex(people)

    with pytest.raises(UniqueTaken):
        create(people, "9", "ada")


def test_a_second_run_claims_nothing(people: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(people, "1", "ada")
    reindex(people)
    before = items(people)

    assert reindex(people, "--workers", "3") == 0

    assert capsys.readouterr().out.splitlines()[1:] == ["1 item read, 0 rewritten."]
    assert items(people) == before


def test_a_value_of_two_items_goes_to_one_and_both_are_named(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    add(people, "2", "ada")

    assert reindex(people) == 1

    (owner,) = owners(people).values()
    other = {"1": "2", "2": "1"}[owner]
    assert capsys.readouterr().out.splitlines() == [
        "2 items read, 0 rewritten, 1 unique value claimed.",
        "1 item holds a unique value of another and was left unchanged:",
        f"  Person p#{other}/p: email 'ada' belongs to Person p#{owner}/p.",
    ]


def test_of_an_item_whose_value_is_taken_nothing_is_written(people: Path) -> None:
    (people.parent / "after.yaml").write_text(BEFORE + TEAMS.rstrip() + UNIQUE)
    add(people, "1", "ada", team={"S": "t"})
    add(people, "2", "ada", team={"S": "t"})

    reindex(people)

    (owner,) = owners(people).values()
    assert [item["personId"]["S"] for item in items(people) if "_gsi1_pk" in item] == [owner]


def test_it_goes_on_where_the_values_were_put_right(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("1", "2", "3"):
        add(people, number, "ada")
    reindex(people)
    (owner,) = owners(people).values()
    for number in {"1", "2", "3"} - {owner}:
        add(people, number, f"ada{number}")
    capsys.readouterr()

    assert reindex(people) == 0

    assert capsys.readouterr().out == "3 items read, 0 rewritten, 2 unique values claimed.\n"


def test_a_dry_run_finds_values_that_are_not_unique(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("1", "2", "3"):
        add(people, number, "ada" if number != "3" else "eve")
    before = items(people)

    assert reindex(people, "--dry-run", "--workers", "2") == 1

    assert capsys.readouterr().out.splitlines()[:2] == [
        "3 items read, 0 would be rewritten, 2 unique values would be claimed.",
        "1 item holds a unique value of another and was left unchanged:",
    ]
    assert items(people) == before


def test_a_dry_run_after_a_run_names_the_same_items(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    add(people, "2", "ada")
    reindex(people)
    named = capsys.readouterr().out.splitlines()[1:]

    assert reindex(people, "--dry-run") == 1

    assert capsys.readouterr().out.splitlines() == ["2 items read, 0 would be rewritten.", *named]


def test_an_interrupted_run_is_started_again(people: Path) -> None:
    for number in ("1", "2", "3"):
        add(people, number, f"ada{number}")
    with opened(people) as db:
        first = db.run(Reindex(db.own_place, db.codecs(), page=1))
    assert (first.claimed, len(owners(people))) == (1, 1)

    assert reindex(people) == 0

    assert sorted(owners(people).values()) == ["1", "2", "3"]


def test_an_expired_item_claims_nothing(people: Path) -> None:
    add(people, "1", "ada", ttl=LONG_AGO)
    add(people, "2", "ada")

    assert reindex(people) == 0

    assert list(owners(people).values()) == ["2"]


def test_the_lock_of_an_item_that_is_gone_is_taken_over(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    reindex(people)
    key = {"_pk": {"S": "p#1"}, "_sk": {"S": "p"}}
    with opened(people) as db:
        db.store.execute("DeleteItem", {"TableName": "people", "Key": key})
    add(people, "2", "ada")
    capsys.readouterr()

    assert (reindex(people, "--dry-run"), reindex(people)) == (0, 0)

    assert capsys.readouterr().out.splitlines() == [
        "1 item read, 0 would be rewritten, 1 unique value would be claimed.",
        "1 item read, 0 rewritten, 1 unique value claimed.",
    ]
    assert list(owners(people).values()) == ["2"]


def test_a_lock_follows_a_time_to_live_that_came_later(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    far = {"N": "4000000000"}
    add(people, "1", "ada")
    reindex(people)
    add(people, "1", "ada", ttl=far)

    assert (reindex(people, "--dry-run"), reindex(people), reindex(people)) == (0, 0, 0)

    assert [item.get("ttl") for item in items(people)] == [far, far]
    assert capsys.readouterr().out.splitlines()[-1] == "1 item read, 0 rewritten."


class Interrupted:
    """A store on which something else happens just before the first transaction."""

    def __init__(self, store: Store, happens: Callable[[], None]) -> None:
        self.store = store
        self.happening = [happens]

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        if action == "TransactWriteItems" and self.happening:
            self.happening.pop()()
        return self.store.execute(action, body)

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        self.store.close()


def reindexed(people: Path, meanwhile: Callable[[], None]) -> Reindexed:
    """Reindex while somebody else does something."""
    with opened(people) as db:
        store = Interrupted(db.store, meanwhile)
        other = type(db).open("memory:", store=store, table="people")
        return other.run(Reindex(other.own_place, other.codecs()))


def test_a_value_that_changed_since_it_was_read_is_claimed_as_it_is_now(people: Path) -> None:
    add(people, "1", "ada")

    result = reindexed(people, lambda: add(people, "1", "eve"))

    assert (result.claimed, owners(people)) == (1, {lock_of("eve"): "1"})


def test_an_item_that_is_deleted_meanwhile_claims_nothing(people: Path) -> None:
    add(people, "1", "ada")
    key = {"_pk": {"S": "p#1"}, "_sk": {"S": "p"}}

    def delete() -> None:
        with opened(people) as db:
            db.store.execute("DeleteItem", {"TableName": "people", "Key": key})

    result = reindexed(people, delete)

    assert (result, items(people)) == (Reindexed(1, 0, 0, (), (), None), [])


def test_a_value_that_another_item_claims_meanwhile_is_left_to_it(people: Path) -> None:
    add(people, "1", "ada")

    result = reindexed(people, lambda: create(people, "9", "ada"))

    assert result.taken == (Taken("Person p#1/p", "email", "ada", "Person p#9/p"),)
    assert owners(people) == {lock_of("ada"): "9"}


def test_a_value_too_long_for_a_lock_is_named(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "a" * 3000)
    add(people, "2", "ada")

    assert reindex(people) == 1

    out = capsys.readouterr().out.splitlines()
    assert out[:2] == [
        "2 items read, 0 rewritten, 1 unique value claimed.",
        "1 item does not fit the model and was left unchanged:",
    ]
    assert out[2].startswith("  Person p#1/p: email: its value makes a lock's key of 3,0")


def test_each_tenant_has_its_own_values(people: Path) -> None:
    for name, text in (("before", BEFORE), ("after", AFTER)):
        tenanted = text.replace("{name: people}", "{name: people, tenancy: required}")
        (people.parent / f"{name}.yaml").write_text(tenanted)
    with opened(people, "before") as db:
        (person,) = db.models
        for tenant in ("acme", "zeta"):
            plans = db.tenant(tenant).plans(person)
            db.run(plans.add(person(person_id="1", email="ada")))

    assert reindex(people) == 0

    assert len(owners(people)) == 2
