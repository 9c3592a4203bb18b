"""What operations of patterns are made with when nothing is said, and what refusals carry."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tavola.errors import ItemMissing, OperationError
from tavola.patterns.capacity import Capacity, NotTaken, SoldOut
from tavola.patterns.chain import NO_PREDECESSOR
from tavola.patterns.drafts import Drafts
from tavola.patterns.event_log import Tip
from tavola.patterns.idempotency import Answer, Begun, Idempotency
from tavola.patterns.lease import LeaseLost, Leases
from tavola.patterns.pieces.log_items import ReadEvents
from tavola.patterns.pieces.log_upkeep import Verify
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.projector import CatchUp, Cursor, Projector, Round, fitting
from tavola.patterns.queue import Queue
from tavola.patterns.redirects import AddressTaken, Routes
from tavola.patterns.versions import VersionConflict, Versions
from tavola.patterns.worker import Worker
from tests.patterns.bank import Account, Office
from tests.patterns.bank import Cursor as BankCursor
from tests.patterns.handbook import Edition, Handbook, Handbooks
from tests.patterns.workshop import (
    DeadJob,
    Job,
    Lease,
    Page,
    PageVersion,
    RequestKey,
    Route,
    Seats,
    Tally,
    Workshop,
)

Jobs = Queue[Job, DeadJob]


@pytest.fixture(name="acme")
def tenant(workshop: Workshop) -> Workshop:
    return workshop.tenant("acme")


@pytest.fixture
def jobs(workshop: Workshop) -> Jobs:
    return Queue(workshop.untenanted, Job, DeadJob)


def test_a_queue_has_8_shards_and_delivers_5_times(jobs: Jobs) -> None:
    items = jobs.items

    assert (items.shards, items.most_receives, items.shard, items.due) == (8, 5, "shard", None)


def test_10_messages_are_received_at_once_and_100_of_a_shard_are_listed(jobs: Jobs) -> None:
    received = jobs.receive()

    assert (received.limit, received.seconds, received.owner) == (10, 30.0, ())
    assert (jobs.waiting().limit, jobs.dead().limit) == (100, 100)


@pytest.mark.parametrize(("limit", "read"), [(1, 4), (8, 4), (9, 5), (16, 5)])
def test_of_a_shard_little_more_is_read_than_its_part(jobs: Jobs, limit: int, read: int) -> None:
    """Two, since shards are not even, and one to see whether there are more."""
    requests: Any = next(jobs.receive(limit=limit).steps())

    assert [request.body["Limit"] for request in requests] == [read] * 8


@pytest.mark.parametrize(
    ("receives", "seconds"), [(None, 1.0), (0, 1.0), (1, 2.0), (9, 512.0), (10, 900.0)]
)
def test_a_message_comes_back_later_each_time(
    jobs: Jobs, receives: int | None, seconds: float
) -> None:
    message = Job(job_id="01ARZ3NDEKTSV4RRFFQ69G5FAV")
    message.receives = receives  # type: ignore[assignment]  # an item may lack it

    assert jobs.retry(message).seconds == seconds
    assert jobs.retry(message, after=0.0).seconds == 0.0
    assert (jobs.retry(message).keeps, jobs.prolong(message).keeps) == (False, True)


def test_a_message_that_is_given_back_has_no_receipt_and_a_prolonged_one_keeps_it(
    workshop: Workshop, jobs: Jobs
) -> None:
    db = workshop.untenanted
    db.run(jobs.put(Job(body=1)))
    (message,) = db.run(jobs.receive())

    prolonged = db.run(jobs.prolong(message, seconds=50.0))
    returned = db.run(jobs.retry(prolonged, after=70.0))

    assert (prolonged.receipt, prolonged.until) == (message.receipt, db.now() + _seconds(50))
    assert (returned.receipt, returned.until, returned.receives) == (
        None,
        db.now() + _seconds(70),
        1,
    )


def _seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def test_a_revived_message_is_returned_as_never_received(workshop: Workshop, jobs: Jobs) -> None:
    db = workshop.untenanted
    db.run(jobs.put(Job(body=1)))
    (message,) = db.run(jobs.receive())
    db.run(jobs.bury(message, reason="odd"))
    (letter,) = db.run(jobs.dead())

    revived = db.run(jobs.revive(letter))

    assert (letter.reason, letter.receives, letter.died_at) == ("odd", 1, db.now())
    assert (revived.body, revived.receives, revived.job_id) == (1, 0, message.job_id)
    assert db.run(jobs.waiting()) == [revived]


@pytest.mark.parametrize("call", ["dead", "bury"])
def test_a_queue_without_a_model_of_the_dead_says_so(workshop: Workshop, call: str) -> None:
    db = workshop.untenanted
    jobs: Queue[Job, Any] = Queue(db, Job)
    db.run(jobs.put(Job(body=1)))
    (message,) = db.run(jobs.receive())

    with pytest.raises(OperationError) as refused:
        db.run(jobs.dead() if call == "dead" else jobs.bury(message, reason="odd"))

    assert str(refused.value) == ("Job: there is no model of dead messages. Give one to the queue.")


def test_a_worker_handles_10_messages_in_a_round(workshop: Workshop) -> None:
    db = workshop.untenanted
    jobs: Jobs = Queue(db, Job, DeadJob, shards=1)
    for number in range(11):
        db.run(jobs.put(Job(body=number)))
    worker = Worker(db, jobs, lambda _: None)

    assert [worker.run_once(), worker.run_once(), worker.run_once()] == [10, 1, 0]


def test_places_are_taken_one_at_a_time_and_there_may_be_none(acme: Workshop) -> None:
    seats = Capacity(acme, Seats)
    hall = part_of(acme, Seats).get(("hall",))
    acme.run(seats.create("empty", total=0))
    acme.run(seats.create("hall", total=5))

    with acme.transaction() as tx:
        tx.add(seats.taking("hall"))
    acme.run(seats.take("hall"))
    found = acme.run(hall)
    acme.run(seats.give_back("hall"))

    assert [one and (one.total, one.remaining) for one in (found, acme.run(hall))] == [
        (5, 3),
        (5, 4),
    ]
    with pytest.raises(OperationError, match=r"^total: -1 is too few\. Give 0 or more\.$"):
        seats.create("hall", total=-1)


def test_a_refusal_of_a_capacity_says_how_many_there_are(acme: Workshop) -> None:
    seats = Capacity(acme, Seats)
    acme.run(seats.create("hall", total=3))
    acme.run(seats.take("hall"))

    with pytest.raises(NotTaken) as not_taken:
        acme.run(seats.give_back("hall", count=2))
    acme.run(seats.take("hall"))
    with pytest.raises(SoldOut) as sold_out:
        acme.run(seats.set_total("hall", total=1))

    assert (not_taken.value.taken, sold_out.value.remaining) == (1, 1)
    acme.run(seats.set_total("hall", total=2))
    with pytest.raises(ItemMissing, match=r"Seats x does not exist\. Create it\.$"):
        acme.run(seats.set_total("x", total=2))


def test_a_lost_lease_comes_with_what_stands_there(acme: Workshop) -> None:
    leases = Leases(acme, Lease)
    former = acme.run(leases.acquire("door", holder="ada", seconds=10))
    acme.run(leases.acquire("door", holder="ada", seconds=10))

    with pytest.raises(LeaseLost) as lost:
        acme.run(leases.renew(former, seconds=10))

    assert lost.value.item is not None
    assert lost.value.item["fence"] == {"N": "2"}


def test_a_log_is_read_from_its_start_100_events_at_a_time(office: Office) -> None:
    log = office.log

    assert log.read("b") == ReadEvents(log, ("b",), 0, 100)
    assert (log.verify("b").page, log.verify("b").known) == (100, {})
    assert log.verify("b", known={1: "x"}) == Verify(log, ("b",), {1: "x"})
    assert office.projector.catch_up("b") == CatchUp(office.projector, ("b",), None, 100)
    assert log.restore("b", events=[]).goes_on is False


def test_pausing_and_resuming_tell_where_a_log_ends(office: Office) -> None:
    log = office.log
    paused = Tip(0, NO_PREDECESSOR, "counting", is_stored=True)
    resumed = Tip(0, NO_PREDECESSOR, None, is_stored=True)

    assert (office.events.run(log.pause("b", reason="counting")), log.known_tip(("b",))) == (
        paused,
        paused,
    )
    assert (office.events.run(log.resume("b")), log.known_tip(("b",))) == (resumed, resumed)


def test_a_process_remembers_the_ends_of_1000_logs(office: Office) -> None:
    log = office.log
    for number in range(1000):
        log.remember((number,), Tip(number))
    assert (log.known_tip((0,)), log.known_tip((999,))) == (Tip(0), Tip(999))

    log.remember((1000,), Tip(1000))
    assert (log.known_tip((0,)), log.known_tip((1000,))) == (None, Tip(1000))


def test_24_events_are_restored_in_a_transaction(office: Office) -> None:
    tip, events = Tip(), list[Any]()
    for number in range(1, 26):
        events.append(office.log.chained(office.make("open", "a")(number), tip))
        tip = office.log.check(events[-1], tip)
    steps: Any = office.log.restore("b", events=events).steps()
    read = next(steps)

    first = steps.send(office.events.store.execute(read.action, read.body))

    assert len(first.body["TransactItems"]) == 25
    steps.close()


def test_a_cursor_begins_before_the_first_event_and_a_round_is_the_last() -> None:
    assert (Cursor(), Round(())) == (Cursor(0, 0, None), Round((), more=False))


@pytest.mark.parametrize(
    ("count", "room", "fits"), [(0, 0, 0), (1, 0, 0), (2, 1, 0), (2, 3, 0), (2, 4, 1), (2, 8, 2)]
)
def test_a_write_with_a_unique_value_needs_room_for_four(
    office: Office, count: int, room: int, fits: int
) -> None:
    change = Account.fields.balance.add(1)
    writes = [office.accounts.update(("b", str(n)), change) for n in range(count)]

    assert fitting(writes, room) == fits


def test_a_write_without_unique_values_needs_room_for_one(acme: Workshop) -> None:
    part = part_of(acme, Tally)
    writes = [part.create(Tally(name=str(n))) for n in range(3)]

    assert [fitting(writes, room) for room in (0, 1, 2, 3, 4)] == [0, 1, 2, 3, 3]


def test_effects_are_inline_if_they_fit_with_the_cursor(office: Office, acme: Workshop) -> None:
    part = part_of(acme, Tally)
    writes = [part.create(Tally(name=str(n))) for n in range(97)]
    handlers: dict[str, Callable[[Any], Any]] = {"x": lambda _: writes}
    projector = Projector(office.log, office.bank, BankCursor, handlers)
    event = office.make("x")(1)

    assert len(projector.inline(("b",), event, 2) or ()) == 98
    assert projector.inline(("b",), event, 3) is None


def test_a_part_of_an_event_leaves_room_for_the_cursor(office: Office, acme: Workshop) -> None:
    part = part_of(acme, Tally)
    writes = [part.create(Tally(name=str(n))) for n in range(100)]
    projector = Projector(office.log, office.bank, BankCursor, {"x": lambda _: writes})
    catch_up: Any = CatchUp(projector, ("b",))
    steps = catch_up._part(Cursor(), office.make("x")(1))

    with pytest.raises(StopIteration) as done:
        next(steps)

    assert done.value.value == (writes[:99], Cursor(0, 99))


def test_drafts_have_numbers_of_eight_digits(db: Handbooks) -> None:
    drafts = Drafts(db, Handbook, Edition)

    assert drafts.add("x", make=lambda _: Edition()).most == 99_999_999  # type: ignore[call-arg]


def test_a_version_conflict_carries_what_was_expected(acme: Workshop) -> None:
    pages = Versions(acme, Page, PageVersion)
    acme.run(pages.create("p", make=lambda n: Page(page_id="p", version=n, title="One")))

    with pytest.raises(VersionConflict) as conflict:
        acme.run(pages.change("p", expected=7, edit=lambda _: None))
    with pytest.raises(VersionConflict) as gone:
        acme.run(pages.delete("q", expected=3))

    assert (conflict.value.expected, conflict.value.current.version) == (7, 1)
    assert conflict.value.differences == ()
    assert (gone.value.expected, gone.value.current, gone.value.differences) == (3, None, ())


def test_a_request_is_answered_as_new_or_as_repeated(acme: Workshop) -> None:
    requests = Idempotency(acme, RequestKey)
    begun = acme.run(requests.begin("k", request=1))
    assert isinstance(begun, Begun)

    assert begun.is_taken_over is False
    assert acme.run(requests.finish(begun, "done")) == Answer("done", is_repeated=False)
    assert acme.run(requests.begin("k", request=1)) == Answer("done", is_repeated=True)
    assert acme.run(requests.give_up(begun)) is False


def test_an_address_of_one_s_own_is_not_claimed_twice(acme: Workshop) -> None:
    routes = Routes(acme, Route)
    acme.run(routes.claim("a", "n1"))

    with pytest.raises(AddressTaken, match=r"Route a is the address of n1 already\.$") as taken:
        acme.run(routes.claim("a", "n1"))

    assert taken.value.node == "n1"
    with pytest.raises(ItemMissing, match=r"Route b leads nowhere\. Claim it first\.$"):
        acme.run(routes.move("n1", "b", "c"))
