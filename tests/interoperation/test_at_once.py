"""Both languages write to one item at the same time, and neither loses."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tavola import UniqueTaken
from tests.interoperation.peer import Bao, Refused
from tests.table.generated.dynamobao_models import DynamobaoModels, User

ROUNDS = 15


def creates(create: Callable[[], Any]) -> bool:
    """Whether it did, or another holds the value."""
    try:
        create()
    except UniqueTaken:
        return False
    except Refused as refusal:
        if refusal.name != "ConditionalError":
            raise
        return False
    return True


def race(*creations: Callable[[], Any]) -> list[bool]:
    with ThreadPoolExecutor(len(creations)) as threads:
        return list(threads.map(creates, creations))


def test_of_two_that_take_a_value_at_once_one_gets_it(db: DynamobaoModels, bao: Bao) -> None:
    emails = [f"{n}@example.com" for n in range(ROUNDS)]
    outcomes = [
        race(
            partial(bao.call, "User.create", {"name": "Ada", "email": email}),
            partial(db.user.create, name="Eve", email=email),
        )
        for email in emails
    ]

    assert [sum(outcome) for outcome in outcomes] == [1] * ROUNDS
    assert len(list(db.user.iterate_all())) == ROUNDS


def test_a_counter_misses_no_count_of_either(db: DynamobaoModels, bao: Bao) -> None:
    ada = db.user.create(name="Ada", email="ada@example.com")
    by_theirs = partial(bao.call, "User.update", ada.user_id, {"loginCount": "+1"})
    by_ours = partial(db.user.update, ada.user_id, User.fields.login_count.add(1))

    race(lambda: [by_theirs() for _ in range(ROUNDS)], *[by_ours] * ROUNDS)

    assert ada.refresh().login_count == 2 * ROUNDS
