"""What comes at one time is done together: line by line, in turn, and not too often."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from threading import Event

import pytest

from tavola_systems.requests.services.lines import PACE_SECONDS, Lines
from tests.patience import PATIENCE_SECONDS

MOST = 24


class Door:
    """Notes who goes together, and lets them in when it is open."""

    def __init__(self) -> None:
        self.groups: list[tuple[str, list[str]]] = []
        self.is_open = Event()
        self.is_busy = Event()
        self.now = 100.0
        self.pauses: list[float] = []

    def take(self, name: str, people: Sequence[str]) -> list[str | Exception]:
        self.groups.append((name, [*people]))
        self.is_busy.set()
        assert self.is_open.wait(PATIENCE_SECONDS)
        if "nobody" in people:
            raise ValueError("closed")
        return [KeyError(one) if one == "wrong" else f"ticket of {one}" for one in people]

    def pause(self, seconds: float) -> None:
        self.pauses.append(round(seconds, 6))
        self.now += seconds


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
def lines(door: Door) -> Lines[str, str]:
    return Lines(door.take, most=MOST, clock=lambda: door.now, pause=door.pause)


def come(lines: Lines[str, str], name: str, *people: str) -> list[Future[str]]:
    return [lines.join(name, one) for one in people]


def test_who_comes_while_others_are_taken_in_goes_together(
    lines: Lines[str, str], door: Door
) -> None:
    futures = come(lines, "party", "a")
    assert door.is_busy.wait(PATIENCE_SECONDS)
    futures += come(lines, "party", "b", "c")
    door.is_open.set()

    told = [one.result(PATIENCE_SECONDS) for one in futures]

    assert told == ["ticket of a", "ticket of b", "ticket of c"]
    assert door.groups == [("party", ["a"]), ("party", ["b", "c"])]


def test_the_next_group_of_a_line_keeps_its_distance(lines: Lines[str, str], door: Door) -> None:
    door.is_open.set()
    for moment in (0.0, 0.004, PACE_SECONDS):
        door.now += moment
        (future,) = come(lines, "party", "a")
        future.result(PATIENCE_SECONDS)

    assert door.pauses == [pytest.approx(PACE_SECONDS - 0.004)]


def test_no_more_go_together_than_are_allowed(lines: Lines[str, str], door: Door) -> None:
    futures = come(lines, "party", "first")
    assert door.is_busy.wait(PATIENCE_SECONDS)
    futures += come(lines, "party", *map(str, range(MOST + 1)))
    door.is_open.set()

    told = [one.result(PATIENCE_SECONDS) for one in futures]
    assert len(set(told)) == MOST + 2
    assert [len(people) for _, people in door.groups] == [1, MOST, 1]


def test_a_third_line_has_its_turn_though_two_have_crowds(
    lines: Lines[str, str], door: Door
) -> None:
    crowd = [str(number) for number in range(2 * MOST)]
    futures = come(lines, "one", "a") + come(lines, "two", "a")
    futures += come(lines, "one", *crowd) + come(lines, "two", *crowd) + come(lines, "three", "a")
    door.is_open.set()

    for one in futures:
        one.result(PATIENCE_SECONDS)
    order = [name for name, _ in door.groups]
    assert order.index("three") < len(order) - 2


def test_who_went_away_before_their_turn_is_left_out(lines: Lines[str, str], door: Door) -> None:
    futures = come(lines, "party", "a")
    assert door.is_busy.wait(PATIENCE_SECONDS)
    gone, stays = come(lines, "party", "gone", "stays")
    gone.cancel()
    door.is_open.set()

    told = [one.result(PATIENCE_SECONDS) for one in (*futures, stays)]
    assert told == ["ticket of a", "ticket of stays"]
    assert door.groups == [("party", ["a"]), ("party", ["stays"])]


def test_each_has_an_answer_or_a_refusal_of_their_own(lines: Lines[str, str], door: Door) -> None:
    door.is_open.set()
    (right,) = come(lines, "party", "a")
    (wrong,) = come(lines, "party", "wrong")

    assert right.result(PATIENCE_SECONDS) == "ticket of a"
    with pytest.raises(KeyError, match="wrong"):
        wrong.result(PATIENCE_SECONDS)


def test_what_fails_for_all_is_raised_to_each(lines: Lines[str, str], door: Door) -> None:
    first = come(lines, "party", "first")
    assert door.is_busy.wait(PATIENCE_SECONDS)
    futures = come(lines, "party", "a", "nobody")
    door.is_open.set()

    assert [one.result(PATIENCE_SECONDS) for one in first] == ["ticket of first"]
    found = [one.exception(PATIENCE_SECONDS) for one in futures]
    assert [str(one) for one in found] == ["closed", "closed"]
