"""An event log of any design: numbers without gaps, a chain of hashes, many writers."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from hashlib import sha256
from typing import Any

import pytest

from tavola.errors import ConditionFailed, OperationError, UniqueTaken
from tavola.patterns.chain import NO_PREDECESSOR
from tavola.patterns.event_log import LogBusy, LogDamaged, LogPaused, Tip
from tavola.table.internals import context_of
from tests.patterns.bank import AsyncBank, AsyncBankEvents, Event, Head, Office
from tests.table.stores import Home, Item, delete_raw, put_raw, scan_raw, set_raw

FIRST = {"PK": {"S": "EVENTS#b"}, "SK": {"S": "00000001#2027-01-15T08:00:00.000Z"}}
HEAD = {"PK": {"S": "HEAD#b"}, "SK": {"S": "HEAD"}}


def append(office: Office, kind: str, account: str | None = None, **values: Any) -> Event:
    """Append an event, without effects."""
    event: Event = office.events.run(office.note(kind, account, **values))
    return event


def numbers(office: Office) -> list[int]:
    """The numbers of all events, in order."""
    return [event.sequence for event in office.events.run(office.log.read("b", limit=500))]


def by_key(item: Item) -> tuple[str, str]:
    """Where an item stands."""
    return item["PK"]["S"], item["SK"]["S"]


def test_events_are_numbered_from_one_and_chained(office: Office) -> None:
    first, second = append(office, "open", "a"), append(office, "move", "a", amount=Decimal("1.50"))
    assert (first.sequence, first.previous) == (1, NO_PREDECESSOR)
    assert (second.sequence, second.previous) == (2, first.hash)
    assert office.events.run(office.log.verify("b")) == Tip(2, second.hash or "", is_stored=True)


def test_an_event_is_returned_as_it_is_stored(office: Office) -> None:
    appended = append(office, "move", "a", amount=Decimal("1.50"), data={"b": [1, None]})
    assert office.events.run(office.log.read("b")) == [appended]


def test_the_hash_is_of_a_text_that_anybody_can_write(office: Office) -> None:
    event = append(office, "move", "a", amount=Decimal("1.50"), data={"z": 1, "a": [True, "ü"]})
    text = (
        f'["{NO_PREDECESSOR}",{{"account":"a","amount":"1.5","at":"2027-01-15T08:00:00.000Z",'
        '"branch":"b","data":{"a":[true,"ü"],"z":1},"kind":"move","sequence":1}]'
    )
    assert event.hash == sha256(text.encode()).hexdigest()


def test_an_empty_log_ends_before_its_first_event(office: Office) -> None:
    assert office.events.run(office.log.tip("b")) == Tip(0, NO_PREDECESSOR)
    assert office.events.run(office.log.verify("b")) == Tip(0, NO_PREDECESSOR)


def test_a_refused_condition_writes_nothing_and_uses_no_number(office: Office) -> None:
    check = office.accounts.check(("b", "a"), Head.fields.sequence > 0)
    with pytest.raises(ConditionFailed) as refused:
        office.events.run(office.log.append("b", make=office.make("x"), also=lambda _: [check]))
    assert (refused.value.position, numbers(office)) == (0, [])
    assert append(office, "open", "a").sequence == 1


def test_a_refused_effect_refuses_its_event(office: Office) -> None:
    office.events.run(office.do("open", "a", data="ada"))
    with pytest.raises(UniqueTaken):
        office.events.run(office.do("open", "b", data="ada"))
    assert (numbers(office), office.balances()) == ([1], {"a": 0})


def test_an_event_with_another_number_is_refused(office: Office) -> None:
    make = office.make("open", "a")
    with pytest.raises(OperationError, match=r"has the number 7. Give it 1, which `make`"):
        office.events.run(office.log.append("b", make=lambda _: make(7)))


def test_numbers_end_where_the_key_does(office: Office) -> None:
    append(office, "open", "a")
    set_raw(office.events, HEAD, "sequence", {"N": "99999999"})
    with pytest.raises(OperationError, match="100000000"):
        append(Office(office.events, office.bank), "open", "b")


def test_owners_have_logs_of_their_own(office: Office) -> None:
    append(office, "open", "a")

    def other(sequence: int) -> Event:
        event: Event = office.make("open", "a")(sequence)
        event.branch = "c"
        return event

    assert office.events.run(office.log.append("c", make=other)).sequence == 1
    assert numbers(office) == [1]


def test_threads_of_one_process_never_race_for_the_head(office: Office) -> None:
    append(office, "open", "a")
    sent: list[str] = []
    execute = office.events.store.execute

    class Watched:
        def execute(self, action: str, body: dict[str, Any]) -> bytes:
            sent.append(action)
            answer: bytes = execute(action, body)
            return answer

    table = office.events
    watched = type(table)(Watched(), [context_of(table)], table._codecs, table._sleep)
    shared = Office(watched, office.bank)
    with ThreadPoolExecutor(8) as pool:
        tasks = [pool.submit(append, shared, "move", "a") for _ in range(24)]
    made = [task.result() for task in tasks]

    assert sorted(event.sequence for event in made) == list(range(2, 26))
    assert sent == ["GetItem", *["TransactWriteItems"] * 24]
    assert office.events.run(office.log.verify("b")).sequence == 25


def test_several_processes_append_without_gaps(office: Office) -> None:
    others = [Office(office.events, office.bank) for _ in range(4)]
    office.events.run(office.do("open", "a"))

    def work(number: int) -> None:
        one = others[number % 4]
        one.events.run(one.do("move", "a", amount=Decimal(1)))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(20)))

    assert numbers(office) == list(range(1, 22))
    assert office.balances() == {"a": 20}
    assert office.events.run(office.log.verify("b")).sequence == 21


def test_tasks_of_an_event_loop_append_in_turn(home: Home, office: Office) -> None:
    async def scenario() -> list[int]:
        events = await home.open_async(AsyncBankEvents, "bank_events")
        bank = await AsyncBank.open(
            home.location, store=events.store, table="bank", clock=home.clock
        )
        there = Office(events, bank)
        await events.run(there.do("open", "a"))
        move = there.do("move", "a", amount=Decimal(1))
        made = await asyncio.gather(*(events.run(move) for _ in range(12)))
        assert (await events.run(there.log.verify("b"))).sequence == 13
        if home.is_shared:
            await events.close()
        return [event.sequence for event in made]

    assert asyncio.run(scenario()) == list(range(2, 14))
    assert office.balances() == {"a": 12}


def test_who_loses_every_race_until_the_deadline_is_told(office: Office) -> None:
    append(office, "open", "a")
    hasty = Office(office.events, office.bank, patience=0)
    hasty.log.remember(("b",), Tip(0, NO_PREDECESSOR))
    with pytest.raises(LogBusy, match=r"other writers for 0 seconds. Try again later"):
        append(hasty, "open", "b")
    assert numbers(office) == [1]


def test_a_paused_log_takes_nothing_until_it_is_resumed(office: Office) -> None:
    other = Office(office.events, office.bank)
    append(other, "open", "a")
    office.events.run(office.log.pause("b", reason="counting"))
    with pytest.raises(LogPaused, match=r"the log is paused: counting. Resume it first") as paused:
        append(other, "open", "b")
    with pytest.raises(LogPaused):
        append(office, "open", "b")
    office.events.run(office.log.resume("b"))
    made = [append(office, "open", "b").sequence, append(other, "open", "c").sequence]
    assert (paused.value.reason, made) == ("counting", [2, 3])


def test_a_log_can_be_paused_before_its_first_event(office: Office) -> None:
    office.events.run(office.log.pause("b", reason="not yet"))
    with pytest.raises(LogPaused):
        append(office, "open", "a")
    office.events.run(office.log.resume("b"))
    assert append(office, "open", "a").sequence == 1


def test_a_changed_event_is_found(office: Office) -> None:
    append(office, "move", "a", amount=Decimal(1))
    append(office, "move", "a", amount=Decimal(2))
    set_raw(office.events, FIRST, "amount", {"N": "1000"})
    with pytest.raises(LogDamaged, match="Event 1 was changed after it was written") as damaged:
        office.events.run(office.log.verify("b"))
    assert damaged.value.sequence == 1


def test_a_missing_event_is_found(office: Office) -> None:
    append(office, "open", "a")
    append(office, "open", "b")
    delete_raw(office.events, FIRST)
    with pytest.raises(LogDamaged, match="Event: 1 is missing, 2 comes next"):
        office.events.run(office.log.verify("b"))


def test_a_missing_end_is_found(office: Office) -> None:
    append(office, "open", "a")
    delete_raw(office.events, FIRST)
    with pytest.raises(LogDamaged, match=r"Head names event 1 with hash .*, but the events end"):
        office.events.run(office.log.verify("b"))


def test_a_log_that_was_written_anew_differs_from_a_hash_that_was_kept(office: Office) -> None:
    kept = append(office, "open", "a").hash or ""
    assert office.events.run(office.log.verify("b", known={1: kept})).sequence == 1
    with pytest.raises(LogDamaged, match="Event 1 is not what it was when its hash was taken"):
        office.events.run(office.log.verify("b", known={1: "0"}))
    with pytest.raises(LogDamaged, match="Event 2 is not what it was when its hash was taken"):
        office.events.run(office.log.verify("b", known={2: kept}))


def test_an_event_without_a_head_is_found_when_the_next_is_appended(office: Office) -> None:
    append(office, "open", "a")
    delete_raw(office.events, HEAD)
    with pytest.raises(LogDamaged, match="Event 1 exists, but the head is at 0"):
        append(Office(office.events, office.bank), "open", "b")


def test_a_backup_is_lines_and_restores_the_same_log(office: Office) -> None:
    made = [append(office, "move", "a", amount=Decimal(n), data=[n]) for n in range(30)]
    lines = [office.log.dump(event) for event in made]
    before = scan_raw(office.events)
    for item in before:
        delete_raw(office.events, {name: item[name] for name in ("PK", "SK")})

    fresh = Office(office.events, office.bank)
    tip = fresh.events.run(fresh.log.restore("b", events=map(fresh.log.load, lines)))

    assert (tip.sequence, tip.hash) == (30, made[-1].hash)
    assert sorted(scan_raw(office.events), key=by_key) == sorted(before, key=by_key)
    assert append(fresh, "open", "z").sequence == 31


def test_a_log_that_is_not_empty_is_not_restored(office: Office) -> None:
    made = append(office, "open", "a")
    with pytest.raises(OperationError, match=r"the log has 1 events. Restore into an empty one"):
        office.events.run(office.log.restore("b", events=[made]))


def test_an_interrupted_restore_goes_on(office: Office) -> None:
    made = [append(office, "open", f"a{n}") for n in range(3)]
    head = next(item for item in scan_raw(office.events) if item["PK"] == HEAD["PK"])
    last = {"PK": FIRST["PK"], "SK": {"S": "00000003#2027-01-15T08:00:00.000Z"}}
    delete_raw(office.events, last)
    put_raw(office.events, {**head, "sequence": {"N": "2"}, "hash": {"S": made[1].hash or ""}})

    log = Office(office.events, office.bank).log
    assert office.events.run(log.restore("b", events=made, goes_on=True)).hash == made[2].hash
    assert numbers(office) == [1, 2, 3]


def test_another_log_is_not_continued_by_a_backup(office: Office) -> None:
    first = append(office, "open", "a")
    first.account = "b"
    changed = office.log.chained(first, Tip())
    with pytest.raises(OperationError, match="the log holds other events than the backup"):
        office.events.run(office.log.restore("b", events=[changed], goes_on=True))


def test_a_changed_backup_is_refused(office: Office) -> None:
    first = office.log.chained(office.make("open", "a")(1), Tip())
    first.account = "z"
    with pytest.raises(LogDamaged, match="Event 1 was changed"):
        office.events.run(office.log.restore("b", events=[first]))
    assert numbers(office) == []


def test_a_head_without_the_field_cannot_be_paused(office: Office) -> None:
    log = Office(office.events, office.bank).log
    log.heads = office.log.events  # type: ignore[assignment]  # a model without `paused`
    with pytest.raises(OperationError, match=r"Event has no field 'paused'. Add it to the"):
        office.events.run(log.pause("b", reason="x"))
