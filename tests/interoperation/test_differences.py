"""Where Tavola stores differently, on purpose: items are shared all the same, but for these."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tavola import UniqueTaken
from tests.interoperation.peer import Bao, as_theirs
from tests.table.generated.dynamobao_models import DynamobaoModels
from tests.table.stores import Home, read_raw

MOMENT = datetime(2025, 1, 2, tzinfo=UTC)
FAR = datetime(2100, 1, 1, tzinfo=UTC)
ADA = {"name": "Ada", "email": "ada@example.com"}


@pytest.mark.parametrize("number", [-5, -1])
def test_a_negative_number_is_read_by_both(db: DynamobaoModels, bao: Bao, number: int) -> None:
    theirs = {"grp": "g", "flt": float(number), "flag": True, "at": MOMENT}
    made = bao.call("Kitchen.create", {"kid": "theirs", "int": number, **theirs})
    ours = db.kitchen.create(kid="ours", grp="g", int=number, flt=float(number))

    assert as_theirs(db.kitchen.get("theirs")) == made
    assert bao.call("Kitchen.find", "ours") == as_theirs(ours)


def test_numbers_that_python_wrote_are_in_order_for_javascript(
    db: DynamobaoModels, bao: Bao
) -> None:
    numbers = [-10, -2, -1, 0, 9, 10]
    made = [db.kitchen.create(kid=str(n), grp="g", int=n, flt=n / 4) for n in reversed(numbers)]

    by_int = bao.call("Kitchen.queryByIndex", "byInt", "g")["items"]
    by_float = bao.call("Kitchen.queryByIndex", "byFlt", "g")["items"]

    assert len(made) == len(by_int)
    assert [one["int"] for one in by_int] == numbers
    assert [one["flt"] for one in by_float] == [n / 4 for n in numbers]


def test_python_keeps_apart_what_javascript_shares_between_tenants(tenants: Any, bao: Bao) -> None:
    bao.for_tenant("acme").call("Setting.create", {"key": "theme", "value": "dark"})

    assert tenants.tenant("acme").setting.get("theme") is None
    assert tenants.tenant("zeta").setting.get("theme") is None


def test_a_lock_that_expires_is_a_lock_for_javascript(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com", ttl=FAR)
    assert bao.call("User.findByEmail", "ada@example.com") == as_theirs(ada)

    bao.call("User.delete", ada.user_id)

    assert db.user.find_by_email("ada@example.com") is None
    assert db.user.create(name="Eve", email="ada@example.com").name == "Eve"


def test_python_lets_a_lock_expire_that_javascript_made(db: DynamobaoModels, bao: Bao) -> None:
    ada = bao.call("User.create", ADA)

    db.user.update(ada["userId"], ttl=FAR)

    lock = read_raw(
        db, {"_pk": {"S": "_raft_uc#_uc1#u#email:ada@example.com"}, "_sk": {"S": "_raft_uc"}}
    )
    assert lock is not None
    assert lock["ttl"] == {"N": str(int(FAR.timestamp()))}


def test_python_moves_the_expiry_of_a_lock_that_javascript_left_behind(
    home: Home, db: DynamobaoModels, bao: Bao
) -> None:
    soon, later = FAR - timedelta(days=2), FAR - timedelta(days=1)
    ada = db.user.create(name="Ada", email="ada@example.com", ttl=soon)
    bao.save("User", ada.user_id, ttl=FAR)
    db.user.update(ada.user_id, ttl=FAR)
    later_on = home.open(DynamobaoModels, bao.table, clock=later.timestamp)

    with pytest.raises(UniqueTaken):
        later_on.user.create(name="Eve", email="ada@example.com")
