"""Values of a unique constraint that came later: tavola reindex claims them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tavola import UniqueTaken
from tavola.operations.reindex.claims import Taken
from tavola.operations.reindex.reindex import Reindex, Reindexed
from tavola.stores.store import Call, Store
from tavola.table.internals import codecs_of, context_of
from tests.generate.changing import Changing, where_commands_reach
from tests.table.stores import Home, clear, delete_raw, managed_key, put_raw

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


pytestmark = [where_commands_reach, pytest.mark.usefixtures("credentials")]


@pytest.fixture(name="people")
def table_of_people(home: Home, tmp_path: Path) -> Changing:
    """A table, and the design before and after."""
    return Changing.of(home, tmp_path, BEFORE, AFTER)


def add(people: Changing, person: str, email: str, **more: dict[str, str]) -> None:
    """Store a person as the design before did: without a lock."""
    fields = {"personId": {"S": person}, "email": {"S": email}}
    put_raw(people.open("before"), {**managed_key("p", person), **fields, **more})


def create(people: Changing, person: str, email: str) -> None:
    """Store a person as the design after does."""
    db = people.open()
    (model,) = db.models
    db.run(db.plans(model).add(model(person_id=person, email=email)))


def owners(people: Changing) -> dict[str, str]:
    """Who has the lock of which value."""
    locks = [item for item in people.items() if "relatedId" in item]
    return {lock["uniqueValue"]["S"]: lock["relatedId"]["S"] for lock in locks}


def lock_of(email: str) -> str:
    return f"_raft_uc#_uc1#p#email:{email}"


def test_the_values_of_stored_items_are_claimed(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    add(people, "2", "eve")

    assert people.reindex() == 0

    assert capsys.readouterr().out == "2 items read, 0 rewritten, 2 unique values claimed.\n"
    assert sorted(owners(people).values()) == ["1", "2"]


def test_a_lock_is_the_one_that_a_new_item_would_have(people: Changing) -> None:
    add(people, "1", "ada")
    people.reindex()
    reindexed = people.items()
    clear(people.open())
    create(people, "1", "ada")

    assert people.items() == reindexed


def test_a_claimed_value_is_refused_to_others(people: Changing) -> None:
    add(people, "1", "ada")
    people.reindex()

    with pytest.raises(UniqueTaken):
        create(people, "9", "ada")


def test_a_second_run_claims_nothing(people: Changing, capsys: pytest.CaptureFixture[str]) -> None:
    add(people, "1", "ada")
    people.reindex()
    before = people.items()

    assert people.reindex("--workers", "3") == 0

    assert capsys.readouterr().out.splitlines()[1:] == ["1 item read, 0 rewritten."]
    assert people.items() == before


def test_a_value_of_two_items_goes_to_one_and_both_are_named(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    add(people, "2", "ada")

    assert people.reindex() == 1

    (owner,) = owners(people).values()
    other = {"1": "2", "2": "1"}[owner]
    assert capsys.readouterr().out.splitlines() == [
        "2 items read, 0 rewritten, 1 unique value claimed.",
        "1 item holds a unique value of another and was left unchanged:",
        f"  Person p#{other}/p: email 'ada' belongs to Person p#{owner}/p.",
    ]


def test_of_an_item_whose_value_is_taken_nothing_is_written(people: Changing) -> None:
    people.write_after(BEFORE + TEAMS.rstrip() + UNIQUE)
    add(people, "1", "ada", team={"S": "t"})
    add(people, "2", "ada", team={"S": "t"})

    people.reindex()

    (owner,) = owners(people).values()
    assert [item["personId"]["S"] for item in people.items() if "_gsi1_pk" in item] == [owner]


def test_it_goes_on_where_the_values_were_put_right(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("1", "2", "3"):
        add(people, number, "ada")
    people.reindex()
    (owner,) = owners(people).values()
    for number in {"1", "2", "3"} - {owner}:
        add(people, number, f"ada{number}")
    capsys.readouterr()

    assert people.reindex() == 0

    assert capsys.readouterr().out == "3 items read, 0 rewritten, 2 unique values claimed.\n"


def test_a_dry_run_finds_values_that_are_not_unique(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("1", "2", "3"):
        add(people, number, "ada" if number != "3" else "eve")
    before = people.items()

    assert people.reindex("--dry-run", "--workers", "2") == 1

    assert capsys.readouterr().out.splitlines()[:2] == [
        "3 items read, 0 would be rewritten, 2 unique values would be claimed.",
        "1 item holds a unique value of another and was left unchanged:",
    ]
    assert people.items() == before


def test_a_dry_run_after_a_run_names_the_same_items(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    add(people, "2", "ada")
    people.reindex()
    named = capsys.readouterr().out.splitlines()[1:]

    assert people.reindex("--dry-run") == 1

    assert capsys.readouterr().out.splitlines() == ["2 items read, 0 would be rewritten.", *named]


def test_an_interrupted_run_is_started_again(people: Changing) -> None:
    for number in ("1", "2", "3"):
        add(people, number, f"ada{number}")
    db = people.open()
    first = db.run(Reindex(context_of(db), codecs_of(db), page=1))
    assert (first.claimed, len(owners(people))) == (1, 1)

    assert people.reindex() == 0

    assert sorted(owners(people).values()) == ["1", "2", "3"]


def test_an_expired_item_claims_nothing(people: Changing) -> None:
    add(people, "1", "ada", ttl=LONG_AGO)
    add(people, "2", "ada")

    assert people.reindex() == 0

    assert list(owners(people).values()) == ["2"]


def test_the_lock_of_an_item_that_is_gone_is_taken_over(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "ada")
    people.reindex()
    delete_raw(people.open(), managed_key("p", "1"))
    add(people, "2", "ada")
    capsys.readouterr()

    assert (people.reindex("--dry-run"), people.reindex()) == (0, 0)

    assert capsys.readouterr().out.splitlines() == [
        "1 item read, 0 would be rewritten, 1 unique value would be claimed.",
        "1 item read, 0 rewritten, 1 unique value claimed.",
    ]
    assert list(owners(people).values()) == ["2"]


def test_a_lock_follows_a_time_to_live_that_came_later(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    far = {"N": "4000000000"}
    add(people, "1", "ada")
    people.reindex()
    add(people, "1", "ada", ttl=far)

    assert (people.reindex("--dry-run"), people.reindex(), people.reindex()) == (0, 0, 0)

    assert [item.get("ttl") for item in people.items()] == [far, far]
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


def reindexed(people: Changing, meanwhile: Callable[[], None]) -> Reindexed:
    """Reindex while somebody else does something."""
    db = people.open()
    store = Interrupted(db.store, meanwhile)
    other = people.home.open(type(db), people.table, store=store)
    return other.run(Reindex(context_of(other), codecs_of(other)))


def test_a_value_that_changed_since_it_was_read_is_claimed_as_it_is_now(people: Changing) -> None:
    add(people, "1", "ada")

    result = reindexed(people, lambda: add(people, "1", "eve"))

    assert (result.claimed, owners(people)) == (1, {lock_of("eve"): "1"})


def test_an_item_that_is_deleted_meanwhile_claims_nothing(people: Changing) -> None:
    add(people, "1", "ada")

    result = reindexed(people, lambda: delete_raw(people.open(), managed_key("p", "1")))

    assert (result, people.items()) == (Reindexed(1, 0, 0, (), (), None), [])


def test_a_value_that_another_item_claims_meanwhile_is_left_to_it(people: Changing) -> None:
    add(people, "1", "ada")

    result = reindexed(people, lambda: create(people, "9", "ada"))

    assert result.taken == (Taken("Person p#1/p", "email", "ada", "Person p#9/p"),)
    assert owners(people) == {lock_of("ada"): "9"}


def test_a_value_too_long_for_a_lock_is_named(
    people: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    add(people, "1", "a" * 3000)
    add(people, "2", "ada")

    assert people.reindex() == 1

    out = capsys.readouterr().out.splitlines()
    assert out[:2] == [
        "2 items read, 0 rewritten, 1 unique value claimed.",
        "1 item does not fit the model and was left unchanged:",
    ]
    assert out[2].startswith("  Person p#1/p: email: its value makes a lock's key of 3,0")


@pytest.mark.parametrize(("length", "claimed"), [(2047, 1), (2048, 1), (2049, 0)])
def test_a_lock_s_key_has_2048_bytes_at_most(people: Changing, length: int, claimed: int) -> None:
    # DynamoDB: a partition key has up to 2,048 bytes. Developer guide, Constraints.
    add(people, "1", "é" * 20 + "a" * (length - len(lock_of("").encode()) - 40))

    result = reindexed(people, lambda: None)

    unfit = (
        "Person p#1/p: email: its value makes a lock's key of 2,049 bytes. DynamoDB takes 2,048."
    )
    assert (result.claimed, result.unfit) == (claimed, () if claimed else (unfit,))


def test_each_tenant_has_its_own_values(home: Home, tmp_path: Path) -> None:
    tenancy = "{name: people, tenancy: required}"
    before, after = (text.replace("{name: people}", tenancy) for text in (BEFORE, AFTER))
    people = Changing.of(home, tmp_path, before, after)
    db = people.open("before")
    (person,) = db.models
    for tenant in ("acme", "zeta"):
        plans = db.tenant(tenant).plans(person)
        db.run(plans.add(person(person_id="1", email="ada")))

    assert people.reindex() == 0

    assert len(owners(people)) == 2
