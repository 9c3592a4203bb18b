"""Copies of instances: they stand for the same item, and share nothing that changes."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from tavola import OperationError
from tests.patience import eventually
from tests.table.generated.club import Account, Club, Member


def _pickled(instance: Any) -> Any:
    return pickle.loads(pickle.dumps(instance))


def test_a_deep_copy_is_saved_where_the_instance_was_read(club: Club) -> None:
    ada = club.member.create(note="a", tags={"x"})
    twin = copy.deepcopy(ada)
    twin.tags.add("y")

    twin.save()

    assert ada.tags == {"x"}
    assert ada.refresh() == twin


def test_a_copy_is_saved_where_the_instance_was_read(club: Club) -> None:
    ada = club.member.create(note="a")
    twin = copy.copy(ada)
    twin.note = "b"

    twin.save()

    assert (ada.note, ada.refresh().note) == ("a", "b")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, _pickled])
def test_a_copy_of_an_instance_made_by_hand_lacks_what_the_table_sets(copied: Any) -> None:
    account = copied(Account(name="n"))

    assert account == Account(name="n")
    assert not hasattr(account, "version")


def test_a_pickled_instance_belongs_to_no_table(club: Club) -> None:
    ada = club.member.create(note="a")
    arrived = _pickled(ada)

    with pytest.raises(OperationError, match=r"^Member: this instance is not stored yet\. "):
        arrived.save()

    assert arrived == ada


def test_a_pickled_instance_is_saved_by_a_plan_as_the_difference(club: Club) -> None:
    ada = club.member.get(club.member.create(note="a", visits=1).member_id)
    arrived: Member = _pickled(ada)
    arrived.visits += 1
    club.member.update(arrived.member_id, note="b")

    club.run(club.member.plan.save(arrived))

    found = club.member.get(arrived.member_id)
    assert found is not None
    assert (found.visits, found.note) == (2, "b")


def test_a_pickled_instance_remembers_what_was_not_read(club: Club, some: str) -> None:
    club.account.create(name=some, owner=some)
    eventually(lambda: len(club.account.accounts_for_owner(owner=some).items), 1)
    [partial] = club.account.accounts_for_owner(owner=some, only=["balance"])

    with pytest.raises(OperationError, match=r"was read without modifiedAt, owner, version"):
        club.account.put(_pickled(partial))
