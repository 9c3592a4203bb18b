"""The event log and its projector, request by request in every order, with deaths at any point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import pytest

from tavola.errors import OutcomeUnknown
from tests.patterns.bank import Bank, BankEvents, Office
from tests.patterns.schedules import Actor, Play
from tests.table.stores import clear, embedded


@pytest.fixture(scope="module")
def tables() -> Iterator[tuple[BankEvents, Bank]]:
    """A log and a projection in memory."""
    with embedded("memory:") as home:
        yield home.open(BankEvents, "bank_events"), home.open(Bank, "bank")


class Stage:
    """Actors, each in a process of its own, before an account that is open already."""

    def __init__(self, tables: tuple[BankEvents, Bank]) -> None:
        self.events, self.bank = tables

    def office(self) -> Office:
        """A process of its own."""
        return Office(self.events, self.bank)

    def begin(self, *notes: Decimal) -> Office:
        """One account, and movements that are not projected yet."""
        clear(self.events)
        clear(self.bank)
        office = self.office()
        self.events.run(office.do("open", "a"))
        for amount in notes:
            self.events.run(office.note("move", "a", amount=amount))
        return office

    def actor(self, name: str, amount: int) -> Actor:
        """A command of another process."""
        move = self.office().do("move", "a", amount=Decimal(amount))
        return Actor(name, move, self.events.store)

    def projecting(self, name: str) -> Actor:
        """A projector of another process."""
        return Actor(name, self.office().projector.catch_up("b"), self.bank.store)

    def check(self, actors: Sequence[Actor]) -> None:
        """The log has no gap, and whatever it says was applied once."""
        office = self.office()
        self.bank.run(office.projector.catch_up("b"))
        events = self.events.run(office.log.read("b"))
        assert self.events.run(office.log.verify("b")).sequence == len(events)
        assert office.balances() == {"a": sum(int(event.amount or 0) for event in events)}
        appended = [one.result for one in actors if one.is_done and hasattr(one.result, "hash")]
        assert [event for event in appended if event in events] == appended


def test_two_commands_in_every_order_are_two_events(tables: tuple[BankEvents, Bank]) -> None:
    stage = Stage(tables)

    def begin() -> list[Actor]:
        stage.begin()
        return [stage.actor("first", 1), stage.actor("second", 10)]

    def check(actors: Sequence[Actor]) -> None:
        stage.check(actors)
        assert [one.error for one in actors] == [None, None]
        assert stage.office().balances() == {"a": 11}

    assert Play(begin, check).run() >= 6


def test_three_commands_that_may_die_leave_whole_events(tables: tuple[BankEvents, Bank]) -> None:
    stage = Stage(tables)

    def begin() -> list[Actor]:
        stage.begin()
        return [stage.actor("first", 1), stage.actor("second", 10), stage.actor("third", 100)]

    def check(actors: Sequence[Actor]) -> None:
        stage.check(actors)
        assert [one.error for one in actors] == [None, None, None]

    assert Play(begin, check, deaths=1, switches=2).run() > 100


def test_a_command_whose_answer_is_lost_is_done_once(tables: tuple[BankEvents, Bank]) -> None:
    stage = Stage(tables)

    def begin() -> list[Actor]:
        stage.begin()
        return [stage.actor("first", 1), stage.actor("second", 10)]

    def check(actors: Sequence[Actor]) -> None:
        stage.check(actors)
        assert [one.error for one in actors] == [None, None]
        assert stage.office().balances() == {"a": 11}

    assert Play(begin, check, losses=1).run() > 20


def test_a_command_that_was_never_answered_nor_written_is_not_known_to_be_done(
    tables: tuple[BankEvents, Bank],
) -> None:
    stage = Stage(tables)
    office = stage.begin()
    steps = office.do("move", "a", amount=Decimal(1)).steps()
    next(steps)
    look = steps.throw(OutcomeUnknown("no answer"))
    answer = stage.events.store.execute(look.action, look.body)
    with pytest.raises(OutcomeUnknown, match=r"no answer came, and the event is not there yet"):
        steps.send(answer)


def test_two_projectors_and_a_command_apply_everything_once(
    tables: tuple[BankEvents, Bank],
) -> None:
    stage = Stage(tables)

    def begin() -> list[Actor]:
        stage.begin(Decimal(1))
        return [stage.projecting("one"), stage.projecting("two"), stage.actor("command", 10)]

    def check(actors: Sequence[Actor]) -> None:
        stage.check(actors)
        assert [one.error for one in actors] == [None, None, None]
        assert stage.office().balances() == {"a": 11}

    assert Play(begin, check, switches=2).run() > 100


def test_a_projector_may_die_at_any_point_beside_another(tables: tuple[BankEvents, Bank]) -> None:
    stage = Stage(tables)

    def begin() -> list[Actor]:
        stage.begin(Decimal(11))
        return [stage.projecting("one"), stage.projecting("two")]

    def check(actors: Sequence[Actor]) -> None:
        stage.check(actors)
        assert [one.error for one in actors] == [None, None]
        assert stage.office().balances() == {"a": 11}

    assert Play(begin, check, deaths=1, losses=1, switches=1).run() > 100


def test_an_event_in_parts_is_applied_once_wherever_its_projector_dies(
    tables: tuple[BankEvents, Bank],
) -> None:
    stage = Stage(tables)
    names = [f"a{number:02d}" for number in range(60)]

    def begin() -> list[Actor]:
        office = stage.begin()
        for name in names:
            stage.events.run(office.do("open", name))
        stage.events.run(office.note("bonus", data=names))
        return [stage.projecting("one"), stage.projecting("two")]

    def check(actors: Sequence[Actor]) -> None:
        del actors
        stage.bank.run(stage.office().projector.catch_up("b"))
        assert stage.office().balances() == {"a": 0} | dict.fromkeys(names, 1)

    one_after_another = Actor("one", stage.office().projector.catch_up("b"), stage.bank.store)
    begin()
    one_after_another.finish()
    for dies_after in range(one_after_another.requests + 1):
        one, two = begin()
        for _ in range(dies_after):
            one.step()
        two.finish()
        check([two])


@pytest.mark.parametrize("dies_after", range(12))
def test_a_rebuild_goes_on_wherever_it_died(
    tables: tuple[BankEvents, Bank], dies_after: int
) -> None:
    stage = Stage(tables)
    office = stage.begin()
    stage.events.run(office.do("open", "c", data="cora"))
    stage.events.run(office.do("bonus", data=["a", "c"]))
    rebuild = office.projector.rebuild("b", empty=office.empty, by="ops")
    dead = Actor("dead", rebuild, stage.bank.store)
    for _ in range(dies_after):
        dead.step()

    assert stage.bank.run(stage.office().projector.rebuild("b", empty=office.empty, by="ops")) == 3
    assert office.balances() == {"a": 1, "c": 1}
