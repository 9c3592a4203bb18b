"""A unique value is taken for both languages, whichever of them took it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tavola import ItemMissing, UniqueTaken
from tests.interoperation.peer import Bao, Refused, as_theirs
from tests.table.generated.dynamobao_models import DynamobaoModels

ADA = {"name": "Ada", "email": "ada@example.com"}


def test_python_finds_by_a_unique_value_what_javascript_created(
    db: DynamobaoModels, bao: Bao
) -> None:
    theirs = bao.call("User.create", {**ADA, "tags": {"admin", "beta"}})

    found = db.user.find_by_email("ada@example.com")

    assert as_theirs(found) == theirs


def test_javascript_finds_by_a_unique_value_what_python_created(
    db: DynamobaoModels, bao: Bao
) -> None:
    ours = db.user.create(name="Ada", email="ada@example.com", tags={"admin", "beta"})

    assert bao.call("User.findByEmail", "ada@example.com") == as_theirs(ours)


def test_python_cannot_take_what_javascript_holds(db: DynamobaoModels, bao: Bao) -> None:
    bao.call("User.create", ADA)

    with pytest.raises(UniqueTaken) as refused:
        db.user.create(name="Eve", email="ada@example.com")

    assert (refused.value.field, refused.value.value) == ("email", "ada@example.com")


def test_javascript_cannot_take_what_python_holds(db: DynamobaoModels, bao: Bao) -> None:
    db.user.create(name="Ada", email="ada@example.com")

    with pytest.raises(Refused, match="ConditionalError: email must be unique"):
        bao.call("User.create", {**ADA, "name": "Eve"})


def test_python_cannot_change_a_value_to_one_that_javascript_holds(
    db: DynamobaoModels, bao: Bao
) -> None:
    bao.call("User.create", ADA)
    eve = db.user.create(name="Eve", email="eve@example.com")
    eve.email = "ada@example.com"

    with pytest.raises(UniqueTaken):
        eve.save()


def test_javascript_cannot_change_a_value_to_one_that_python_holds(
    db: DynamobaoModels, bao: Bao
) -> None:
    db.user.create(name="Ada", email="ada@example.com")
    eve = bao.call("User.create", {"name": "Eve", "email": "eve@example.com"})

    with pytest.raises(Refused, match="ConditionalError: email must be unique"):
        bao.save("User", eve["userId"], email="ada@example.com")


def test_python_changes_a_value_that_javascript_took(db: DynamobaoModels, bao: Bao) -> None:
    ada = bao.call("User.create", ADA)
    db.user.update(ada["userId"], email="ada@example.org")

    eve = bao.call("User.create", {**ADA, "name": "Eve"})

    assert bao.call("User.findByEmail", "ada@example.com") == eve
    assert bao.call("User.findByEmail", "ada@example.org")["userId"] == ada["userId"]


def test_javascript_changes_a_value_that_python_took(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com")
    bao.save("User", ada.user_id, email="ada@example.org")

    eve = db.user.create(name="Eve", email="ada@example.com")

    assert db.user.find_by_email("ada@example.com") == eve
    assert db.user.find_by_email("ada@example.org") == ada.refresh()


def test_python_deletes_what_javascript_created_and_releases_its_value(
    db: DynamobaoModels, bao: Bao
) -> None:
    ada = bao.call("User.create", ADA)

    deleted = db.user.delete(ada["userId"])

    assert deleted
    assert bao.call("User.find", ada["userId"]) is None
    assert bao.call("User.create", ADA)["email"] == "ada@example.com"


def test_javascript_deletes_what_python_created_and_releases_its_value(
    db: DynamobaoModels, bao: Bao
) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com")

    bao.call("User.delete", ada.user_id)

    assert db.user.get(ada.user_id) is None
    assert db.user.create(name="Ada", email="ada@example.com").email == "ada@example.com"


def test_python_does_not_bring_back_what_javascript_deleted(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com")
    bao.call("User.delete", ada.user_id)
    ada.name = "Ada Lovelace"

    with pytest.raises(ItemMissing):
        ada.save()

    assert bao.call("User.find", ada.user_id) is None


def test_python_takes_the_value_of_an_item_of_javascript_that_expired(
    db: DynamobaoModels, bao: Bao
) -> None:
    bao.call("User.create", {**ADA, "ttl": datetime(2020, 1, 1, tzinfo=UTC)})

    eve = db.user.create(name="Eve", email="ada@example.com")

    assert bao.call("User.findByEmail", "ada@example.com")["userId"] == eve.user_id
