"""A projection of an event log: exactly once, from any point, rebuilt from zero."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import Any

import pytest

from tavola.errors import OperationError
from tavola.operations.steps import Steps
from tavola.patterns.pieces.log_items import LogDamaged
from tavola.patterns.projector import (
    CursorAhead,
    ProjectionFailed,
    Projector,
    Rebuilding,
    Round,
    UnknownEvent,
)
from tests.patterns.bank import AsyncBank, AsyncBankEvents, Cursor, Event, Office
from tests.table.stores import Home, delete_raw, scan_raw, set_raw

CURSOR = {"PK": {"S": "BRANCH#b"}, "SK": {"S": "CURSOR"}}
ACCOUNT = {"PK": {"S": "BRANCH#b"}, "SK": {"S": "ACCOUNT#a"}}
HEAD = {"PK": {"S": "HEAD#b"}, "SK": {"S": "HEAD"}}
MANY = [f"a{number:03d}" for number in range(130)]


def note(office: Office, kind: str, account: str | None = None, **values: Any) -> None:
    """Append an event, and leave its effects to the projector."""
    office.events.run(office.note(kind, account, **values))


def catch_up(office: Office, **options: Any) -> int:
    """Apply what is not applied yet."""
    number: int = office.bank.run(office.projector.catch_up("b", **options))
    return number


def projected(office: Office) -> list[Any]:
    """What is stored in the projection, cursor included."""
    found = scan_raw(office.bank)
    return sorted(found, key=lambda item: (item["PK"]["S"], item["SK"]["S"]))


def test_events_are_applied_once_and_in_order(office: Office) -> None:
    note(office, "open", "a")
    note(office, "move", "a", amount=Decimal(5))
    assert (catch_up(office), catch_up(office)) == (2, 2)
    assert office.balances() == {"a": 5}


def test_a_projector_stops_after_as_many_events_as_asked(office: Office) -> None:
    for name in "abc":
        note(office, "open", name)
    assert (catch_up(office, limit=2), sorted(office.balances())) == (2, ["a", "b"])
    assert (catch_up(office, limit=5), sorted(office.balances())) == (3, ["a", "b", "c"])


def test_an_event_without_effects_moves_the_cursor(office: Office) -> None:
    note(office, "bonus", data=[])
    assert catch_up(office) == 1


def test_a_command_has_its_effects_when_it_returns(office: Office) -> None:
    office.events.run(office.do("open", "a"))
    office.events.run(office.do("move", "a", amount=Decimal(3)))
    assert office.balances() == {"a": 3}
    assert office.bank.run(office.projector.cursors.get(("b",))).sequence == 2


def test_a_command_catches_up_with_a_projection_that_lags_behind(office: Office) -> None:
    note(office, "open", "a")
    note(office, "move", "a", amount=Decimal(4))
    office.events.run(office.do("move", "a", amount=Decimal(3)))
    assert office.balances() == {"a": 7}


def test_more_writes_than_a_transaction_holds_are_applied_in_parts(office: Office) -> None:
    for name in MANY:
        office.events.run(office.do("open", name))
    office.events.run(office.do("bonus", data=MANY))
    assert office.balances() == dict.fromkeys(MANY, 1)


def test_a_command_that_is_too_large_for_a_transaction_is_decided_on_the_whole_log(
    office: Office,
) -> None:
    for name in MANY:
        note(office, "open", name)
    seen: list[int] = []

    def make(sequence: int) -> Event:
        accounts = sorted(office.balances())
        seen.append(len(accounts))
        event: Event = office.make("bonus", data=accounts or MANY)(sequence)
        return event

    office.events.run(office.log.append("b", make=make, projector=office.projector))
    assert (seen, office.balances()) == ([0, 130], dict.fromkeys(MANY, 1))


def test_a_handler_that_reads_is_asked_until_nothing_is_left(office: Office) -> None:
    for name in MANY[:10]:
        office.events.run(office.do("open", name, data=f"owner of {name}"))
    office.events.run(office.do("end"))
    assert office.balances() == {}
    office.events.run(office.do("open", "a", data="owner of a000"))


def test_a_handler_that_asks_for_more_without_writing_is_refused(office: Office) -> None:
    def forever(event: Event) -> Steps[Round]:
        del event
        yield from ()
        return Round([], more=True)

    note(office, "open", "a")
    projector = Projector(office.log, office.bank, Cursor, {"open": forever})
    with pytest.raises(OperationError, match=r"Event 1: its handler asks for another call"):
        office.bank.run(projector.catch_up("b"))


def test_an_unknown_event_is_neither_appended_as_a_command_nor_applied(office: Office) -> None:
    with pytest.raises(
        UnknownEvent, match=r"Event 1: 'rob' is not an event that is known here. Known"
    ):
        office.events.run(office.do("rob"))
    note(office, "open", "a")
    note(office, "rob")
    with pytest.raises(UnknownEvent) as unknown:
        catch_up(office)
    assert (unknown.value.kind, unknown.value.sequence) == ("rob", 2)
    assert office.bank.run(office.projector.cursors.get(("b",))).sequence == 1


def test_an_effect_that_cannot_be_applied_stops_the_projection_before_it(office: Office) -> None:
    note(office, "open", "a")
    note(office, "open", "a")
    with pytest.raises(ProjectionFailed, match=r"Event 2 cannot be applied: .* exists") as failed:
        catch_up(office)
    assert failed.value.sequence == 2
    assert office.bank.run(office.projector.cursors.get(("b",))).sequence == 1


def test_a_gap_in_the_log_stops_the_projection(office: Office) -> None:
    note(office, "open", "a")
    note(office, "open", "b")
    first = {"PK": {"S": "EVENTS#b"}, "SK": {"S": "00000001#2027-01-15T08:00:00.000Z"}}
    delete_raw(office.events, first)
    with pytest.raises(LogDamaged, match="Event: 1 is missing, 2 comes next"):
        catch_up(office)


def test_a_projection_of_a_longer_log_is_told_so(office: Office) -> None:
    office.events.run(office.do("open", "a"))
    set_raw(office.bank, CURSOR, "sequence", {"N": "7"})
    with pytest.raises(CursorAhead, match=r"has seen 7 events, the log has 1. Rebuild"):
        catch_up(office)


def test_a_rebuilt_projection_is_the_same(office: Office) -> None:
    office.events.run(office.do("open", "a", data="ada"))
    office.events.run(office.do("open", "b"))
    office.events.run(office.do("bonus", data=["a", "b"]))
    before = projected(office)
    set_raw(office.bank, ACCOUNT, "balance", {"N": "1000"})
    rebuild = office.projector.rebuild("b", empty=office.empty, by="ops")
    assert (office.bank.run(rebuild), projected(office)) == (3, before)


def test_a_projection_that_never_was_is_rebuilt_too(office: Office) -> None:
    note(office, "open", "a")
    rebuild = office.projector.rebuild("b", empty=office.empty, by="ops")
    assert (office.bank.run(rebuild), office.balances()) == (1, {"a": 0})


class Dies(Exception):
    """A process ends."""


def dying(office: Office) -> Any:
    """Begin to rebuild, and end while the projection is being emptied."""

    def empty() -> Steps[None]:
        yield from ()
        raise Dies

    with pytest.raises(Dies):
        office.bank.run(office.projector.rebuild("b", empty=empty, by="ops"))


def test_nothing_is_applied_while_a_projection_is_emptied(office: Office) -> None:
    office.events.run(office.do("open", "a"))
    dying(office)
    note(office, "open", "b")
    with pytest.raises(Rebuilding, match="Cursor is being rebuilt by ops"):
        catch_up(office)
    with pytest.raises(Rebuilding):
        office.events.run(office.do("open", "c"))


def test_a_rebuild_that_died_goes_on_or_is_taken_over(office: Office) -> None:
    office.events.run(office.do("open", "a"))
    dying(office)
    projector, empty = office.projector, office.empty
    with pytest.raises(Rebuilding, match=r"is being rebuilt by ops. Wait .*; if it died, take"):
        office.bank.run(projector.rebuild("b", empty=empty, by="other"))
    assert office.bank.run(projector.rebuild("b", empty=empty, by="ops")) == 1
    dying(office)
    assert office.bank.run(projector.rebuild("b", empty=empty, by="other", takes_over=True)) == 1
    assert office.balances() == {"a": 0}


def test_who_was_taken_over_from_stops(office: Office) -> None:
    office.events.run(office.do("open", "a"))

    def empty() -> Steps[None]:
        set_raw(office.bank, CURSOR, "rebuilding", {"S": "other"})
        yield from office.empty()

    with pytest.raises(Rebuilding, match="somebody else has taken over the rebuilding from ops"):
        office.bank.run(office.projector.rebuild("b", empty=empty, by="ops"))


def test_a_model_that_lacks_a_field_is_refused(office: Office) -> None:
    with pytest.raises(OperationError, match="Cursor has no field 'last', which this pattern"):
        Projector(office.log, office.bank, Cursor, {}, sequence="last")


def test_a_projection_runs_on_an_event_loop(home: Home, office: Office) -> None:
    note(office, "open", "a")
    note(office, "end")

    async def scenario() -> int:
        events = await home.open_async(AsyncBankEvents, "bank_events")
        bank = await AsyncBank.open(
            home.location, store=events.store, table="bank", clock=home.clock
        )
        last = await bank.run(Office(events, bank).projector.catch_up("b"))
        if home.is_shared:
            await events.close()
        return last

    assert (asyncio.run(scenario()), office.balances()) == (2, {})
