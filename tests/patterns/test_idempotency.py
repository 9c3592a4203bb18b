"""Idempotency keys: a request that comes twice is done once, and answered alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tavola.errors import AlreadyExists
from tavola.patterns.idempotency import (
    Answer,
    Begun,
    Idempotency,
    InProgress,
    KeyReused,
    TakenOver,
    fingerprint_of,
)
from tavola.patterns.pieces.parts import part_of
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import RequestKey, Tally, Workshop
from tests.table.stores import Home, clear, embedded

Requests = Idempotency[RequestKey]


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    tenant = workshop.tenant("acme")
    tenant.run(tenant.plans(Tally).add(Tally(name="t")))
    return tenant


@pytest.fixture
def requests(db: Workshop) -> Requests:
    return Idempotency(db, RequestKey, keep_seconds=3600)


def counting(db: Workshop, result: Any = "done") -> Any:
    """A request whose effect shows how often it happened."""

    def make() -> tuple[Any, list[Any]]:
        return result, [part_of(db, Tally).update(("t",), Tally.fields.count.add(1))]

    return make


def counted(db: Workshop) -> int:
    found = db.run(part_of(db, Tally).get(("t",)))
    assert found is not None
    return found.count


def test_a_request_that_comes_twice_is_done_once_and_answered_alike(
    db: Workshop, requests: Requests
) -> None:
    first = db.run(requests.once("k", request={"a": 1}, make=counting(db, {"id": 7})))
    second = db.run(requests.once("k", request={"a": 1}, make=counting(db, {"id": 8})))
    assert (first, second) == (Answer({"id": 7}, False), Answer({"id": 7}, True))
    assert counted(db) == 1


def test_a_key_that_comes_with_another_request_is_refused(db: Workshop, requests: Requests) -> None:
    db.run(requests.once("k", request={"a": 1}, make=counting(db)))
    with pytest.raises(KeyReused, match=r"RequestKey k was used for another request"):
        db.run(requests.once("k", request={"a": 2}, make=counting(db)))
    with pytest.raises(KeyReused):
        db.run(requests.begin("k", request={"a": 2}))


def test_a_refused_request_may_come_again(db: Workshop, requests: Requests) -> None:
    def make() -> tuple[Any, list[Any]]:
        return None, [db.plans(Tally).add(Tally(name="t"))]

    with pytest.raises(AlreadyExists) as refused:
        db.run(requests.once("k", request=1, make=make))
    assert refused.value.position == 0
    assert db.run(requests.once("k", request=1, make=counting(db))).is_repeated is False


def test_a_key_is_forgotten_after_its_time(home: Home, db: Workshop, requests: Requests) -> None:
    db.run(requests.once("k", request=1, make=counting(db)))
    home.clock.advance(3600)
    assert db.run(requests.once("k", request=2, make=counting(db))).is_repeated is False
    assert counted(db) == 2


def test_requests_are_told_apart_by_content_not_by_order() -> None:
    assert fingerprint_of({"a": 1, "b": [1, 2]}) == fingerprint_of({"b": [1, 2], "a": 1})
    assert fingerprint_of({"b": [1, 2]}) != fingerprint_of({"b": [2, 1]})


def test_a_request_with_an_effect_elsewhere_is_begun_and_finished(
    db: Workshop, requests: Requests
) -> None:
    begun = db.run(requests.begin("k", request=1))
    assert isinstance(begun, Begun)
    with pytest.raises(InProgress, match=r"RequestKey k: the same request is being worked on"):
        db.run(requests.begin("k", request=1))
    with pytest.raises(InProgress):
        db.run(requests.once("k", request=1, make=counting(db)))
    count = part_of(db, Tally).update(("t",), Tally.fields.count.add(1))
    assert db.run(requests.finish(begun, "paid", also=[count])) == Answer("paid", False)
    assert db.run(requests.begin("k", request=1)) == Answer("paid", True)
    assert counted(db) == 1


def test_who_never_finished_is_taken_over_from(
    home: Home, db: Workshop, requests: Requests
) -> None:
    slow = db.run(requests.begin("k", request=1, seconds=10))
    assert isinstance(slow, Begun)
    home.clock.advance(10)
    fast = db.run(requests.begin("k", request=1, seconds=10))
    assert isinstance(fast, Begun)
    assert (slow.is_taken_over, fast.is_taken_over) == (False, True)
    with pytest.raises(TakenOver, match=r"RequestKey k: somebody else has taken over the request"):
        db.run(requests.finish(slow, "paid twice"))
    assert db.run(requests.give_up(slow)) is False
    db.run(requests.finish(fast, "paid"))
    assert db.run(requests.begin("k", request=1)) == Answer("paid", True)


def test_a_request_that_was_given_up_may_come_again(db: Workshop, requests: Requests) -> None:
    begun = db.run(requests.begin("k", request=1))
    assert isinstance(begun, Begun)
    assert db.run(requests.give_up(begun)) is True
    assert isinstance(db.run(requests.begin("k", request=2)), Begun)


def test_a_refused_write_leaves_the_request_begun(db: Workshop, requests: Requests) -> None:
    begun = db.run(requests.begin("k", request=1))
    assert isinstance(begun, Begun)
    again = db.plans(Tally).add(Tally(name="t"))
    with pytest.raises(AlreadyExists) as refused:
        db.run(requests.finish(begun, "paid", also=[again]))
    assert refused.value.position == 0
    assert db.run(requests.finish(begun, "paid")) == Answer("paid", False)


def test_the_same_request_at_once_is_done_once(db: Workshop, requests: Requests) -> None:
    def ask(number: int) -> Any:
        return db.run(requests.once("k", request=1, make=counting(db, number))).result

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1
    assert counted(db) == 1


@pytest.fixture(scope="module")
def stage() -> Iterator[tuple[Home, Workshop]]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home, home.open(Workshop, "workshop").tenant("acme")


def begin_with(db: Workshop, *acts: Any) -> list[Actor]:
    """Put the tally to 0, and the actors at their beginning."""
    clear(db)
    db.run(db.plans(Tally).add(Tally(name="t")))
    return [Actor(str(number), act, db.store) for number, act in enumerate(acts)]


@pytest.mark.parametrize("options", [{}, {"deaths": 1}, {"losses": 1}])
def test_in_every_order_a_request_is_done_once(
    stage: tuple[Home, Workshop], options: dict[str, int]
) -> None:
    _, db = stage
    requests: Requests = Idempotency(db, RequestKey)

    def begin() -> list[Actor]:
        once = [requests.once("k", request=1, make=counting(db, n)) for n in range(3)]
        return begin_with(db, *once)

    def check(actors: Sequence[Actor]) -> None:
        answers = [one.result for one in actors if one.result is not None]
        last = db.run(requests.once("k", request=1, make=counting(db, "last")))
        assert {answer.result for answer in answers} <= {last.result}
        assert sum(not answer.is_repeated for answer in answers) <= 1
        assert [one.error for one in actors] == [None] * 3
        assert counted(db) == 1

    assert Play(begin, check, **options).run() > 5


class Paying:
    """Begin a request, and finish it with an effect in the same transaction."""

    def __init__(self, home: Home, db: Workshop) -> None:
        self.home = home
        self.db = db

    def steps(self) -> Any:
        """Return the answer, whoever gave it."""
        requests: Requests = Idempotency(self.db, RequestKey)
        begun = yield from requests.begin("k", request=1, seconds=10).steps()
        if isinstance(begun, Answer):
            return begun
        self.home.clock.advance(6)
        count = part_of(self.db, Tally).update(("t",), Tally.fields.count.add(1))
        return (yield from requests.finish(begun, "paid", also=[count]).steps())


def test_in_every_order_a_begun_request_is_finished_once(stage: tuple[Home, Workshop]) -> None:
    home, db = stage

    def begin() -> list[Actor]:
        return begin_with(db, *(Paying(home, db) for _ in range(3)))

    def check(actors: Sequence[Actor]) -> None:
        assert {type(one.error) for one in actors} <= {type(None), InProgress, TakenOver}
        home.clock.advance(60)
        db.run(Paying(home, db))
        assert counted(db) == 1

    assert Play(begin, check, deaths=1, switches=2).run() > 50


def test_in_every_order_one_takes_over_what_was_never_finished(
    stage: tuple[Home, Workshop],
) -> None:
    home, db = stage
    requests: Requests = Idempotency(db, RequestKey)

    def begin() -> list[Actor]:
        actors = begin_with(db, *(requests.begin("k", request=1) for _ in range(2)))
        db.run(requests.begin("k", request=1, seconds=10))
        home.clock.advance(10)
        return actors

    def check(actors: Sequence[Actor]) -> None:
        errors = [type(one.error) for one in actors if one.error is not None]
        assert errors == [InProgress]

    assert Play(begin, check).run() >= 6
