"""Each language reads and goes on with the values that the other wrote."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tavola import ItemChanged
from tests.interoperation.peer import Bao, Refused, as_theirs
from tests.table.generated.dynamobao_models import DynamobaoModels, User

ADA = {"name": "Ada", "email": "ada@example.com"}
MOMENT = datetime(2025, 1, 2, 3, 4, 5, 678000, UTC)
FAR = datetime(2100, 1, 1, tzinfo=UTC)
# DynamoBao refuses an item that lacks some part of an index's key.
KITCHEN = {
    "grp": "g",
    "str": "text",
    "int": 42,
    "flt": 3.14,
    "flag": True,
    "bin": b"\x00\xff",
    "sset": {"a", "ä"},
    "at": MOMENT,
    "cnt": 5,
    "ref": "u1",
    "ttl": FAR,
}


def test_javascript_reads_every_type_that_python_wrote(db: DynamobaoModels, bao: Bao) -> None:
    ours = db.kitchen.create(
        kid="k1",
        grp="g",
        str="text",
        int=42,
        flt=3.14,
        flag=True,
        bin=b"\x00\xff",
        sset={"a", "ä"},
        at=MOMENT,
        cnt=5,
        ref="u1",
        ttl=FAR,
    )

    assert bao.call("Kitchen.find", "k1") == as_theirs(ours)


def test_python_reads_every_type_that_javascript_wrote(db: DynamobaoModels, bao: Bao) -> None:
    theirs = bao.call("Kitchen.create", {**KITCHEN, "kid": "k1"})

    assert as_theirs(db.kitchen.get("k1")) == theirs


@pytest.mark.parametrize("value", ["#", "%23", "a#b", "##__SK__##", "naïve ☕ 𝄞", 'it\'s "so"'])
def test_a_text_comes_through_both_ways(db: DynamobaoModels, bao: Bao, value: str) -> None:
    bao.call("User.create", {"name": value, "email": f"theirs {value}"})
    db.user.create(name=value, email=f"ours {value}")

    theirs = db.user.find_by_email(f"theirs {value}")
    ours = bao.call("User.findByEmail", f"ours {value}")

    assert (theirs and theirs.name, ours["name"]) == (value, value)


def test_numbers_sort_as_one_in_an_index(db: DynamobaoModels, bao: Bao) -> None:
    bao.call("Kitchen.create", {**KITCHEN, "kid": "b", "int": 9})
    db.kitchen.create(kid="c", grp="g", int=10)
    bao.call("Kitchen.create", {**KITCHEN, "kid": "d", "int": 100})
    db.kitchen.create(kid="a", grp="g", int=1)

    theirs = bao.call("Kitchen.queryByIndex", "byInt", "g")["items"]

    assert [one.int for one in db.kitchen.by_int(grp="g")] == [1, 9, 10, 100]
    assert [one["int"] for one in theirs] == [1, 9, 10, 100]


def test_a_counter_counts_for_both(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com")
    bao.call("User.update", ada.user_id, {"loginCount": "+2"})
    db.user.update(ada.user_id, User.fields.login_count.add(3))

    after = bao.call("User.update", ada.user_id, {"loginCount": "-1"})

    assert after["loginCount"] == 4
    assert ada.refresh().login_count == 4


def test_a_set_is_changed_by_both(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com", tags={"admin", "beta"})
    bao.save("User", ada.user_id, tags={"admin", "beta", "vip"})
    ada.refresh().tags.discard("beta")
    ada.save()

    after = bao.save("User", ada.user_id, tags={"vip"})

    assert after["tags"] == {"vip"}
    assert ada.refresh().tags == {"vip"}


def test_python_empties_a_set_of_javascript(db: DynamobaoModels, bao: Bao) -> None:
    theirs = bao.call("User.create", {**ADA, "tags": {"admin"}})

    db.user.update(theirs["userId"], tags=set())

    assert bao.call("User.find", theirs["userId"])["tags"] == set()


def test_javascript_empties_a_set_of_python(db: DynamobaoModels, bao: Bao) -> None:
    ours = db.user.create(name="Ada", email="ada@example.com", tags={"admin"})

    bao.save("User", ours.user_id, tags=set())

    assert ours.refresh().tags == set()


def test_python_sees_that_javascript_moved_the_version(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com")
    bao.save("User", ada.user_id, name="Ada Lovelace")
    ada.name = "Augusta Ada"

    with pytest.raises(ItemChanged):
        ada.save()

    assert ada.refresh().name == "Ada Lovelace"


def test_javascript_sees_that_python_moved_the_version(db: DynamobaoModels, bao: Bao) -> None:
    before = bao.call("User.create", ADA)
    db.user.update(before["userId"], name="Ada Lovelace")
    unmoved = {"condition": {"version": before["version"]}}

    with pytest.raises(Refused, match="ConditionalError"):
        bao.call("User.update", before["userId"], {"name": "Augusta Ada"}, unmoved)

    assert bao.call("User.find", before["userId"])["name"] == "Ada Lovelace"


def test_a_version_of_python_lets_javascript_write(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com")
    unmoved = {"condition": {"version": ada.version}}

    after = bao.call("User.update", ada.user_id, {"name": "Ada Lovelace"}, unmoved)

    assert as_theirs(ada.refresh()) == after
    assert after["version"] != unmoved["condition"]["version"]


def test_both_read_one_moment_of_expiry(db: DynamobaoModels, bao: Bao) -> None:
    ours = db.user.create(name="Ada", email="ada@example.com", ttl=FAR)
    theirs = bao.call("User.create", {"name": "Eve", "email": "eve@example.com", "ttl": FAR})

    eve = db.user.get(theirs["userId"])

    assert (bao.call("User.find", ours.user_id)["ttl"], eve and eve.ttl) == (FAR, FAR)


def test_python_hides_what_javascript_let_expire(db: DynamobaoModels, bao: Bao) -> None:
    past = datetime(2020, 1, 1, tzinfo=UTC)
    expired = bao.call("User.create", {**ADA, "ttl": past})

    assert db.user.get(expired["userId"]) is None
    assert as_theirs(db.user.get(expired["userId"], include_expired=True)) == expired


def test_javascript_keeps_what_python_no_longer_lets_expire(db: DynamobaoModels, bao: Bao) -> None:
    expiring = bao.call("User.create", {**ADA, "ttl": FAR})

    db.user.update(expiring["userId"], ttl=None)

    assert bao.call("User.find", expiring["userId"])["ttl"] is None
