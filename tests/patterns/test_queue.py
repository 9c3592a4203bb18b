"""A durable queue and an outbox: at least once, by one at a time, dead after too many tries."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any, Literal

import pytest

from tavola.errors import AlreadyExists, ConditionFailed, OperationError
from tavola.patterns.outbox import Outbox
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.queue import Queue, ReceiptLost
from tavola.patterns.worker import AsyncWorker, Worker
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import AsyncWorkshop, DeadJob, Job, Reminder, Tally, Workshop
from tests.table.stores import Home, clear, embedded

Jobs = Queue[Job, DeadJob]


@pytest.fixture(name="db")
def untenanted(workshop: Workshop) -> Workshop:
    return workshop.untenanted


@pytest.fixture
def jobs(db: Workshop) -> Jobs:
    return Queue(db, Job, DeadJob, shards=3, most_receives=2)


def bodies(found: Sequence[Any]) -> list[Any]:
    return [one.body for one in found]


def counted(workshop: Workshop) -> int:
    """How often an effect has happened."""
    tally = workshop.tenant("acme")
    found = tally.run(part_of(tally, Tally).get(("t",)))
    return 0 if found is None else found.count


def counting(workshop: Workshop) -> Any:
    """An effect that shows how often it happens."""
    return part_of(workshop.tenant("acme"), Tally).update(("t",), Tally.fields.count.add(1))


def start_counting(workshop: Workshop) -> None:
    tenant = workshop.tenant("acme")
    tenant.run(tenant.plans(Tally).add(Tally(name="t")))


def test_messages_are_received_about_in_order_from_all_shards(db: Workshop, jobs: Jobs) -> None:
    for number in range(9):
        db.run(jobs.put(Job(job_id=f"01ARZ3NDEKTSV4RRFFQ69G5FA{number}", body=number)))
    assert {one.shard for one in db.run(jobs.waiting())} == {0, 1, 2}
    assert bodies(db.run(jobs.receive(limit=4))) == [0, 1, 2, 3]
    assert bodies(db.run(jobs.receive(limit=9))) == [4, 5, 6, 7, 8]


def test_messages_behind_many_that_others_are_at_are_found(db: Workshop) -> None:
    jobs: Jobs = Queue(db, Job, DeadJob, shards=1)
    for number in range(30):
        db.run(jobs.put(Job(body=number)))
    assert len(db.run(jobs.receive(limit=29))) == 29
    assert bodies(db.run(jobs.receive(limit=1))) == [29]


def test_a_look_at_a_long_queue_reads_little_more_than_it_wants(db: Workshop) -> None:
    jobs: Jobs = Queue(db, Job, DeadJob, shards=1)
    for number in range(60):
        db.run(jobs.put(Job(body="x" * 1000 + str(number))))
    with db.consumed() as consumed:
        db.run(jobs.receive(limit=1))
    assert consumed.read < 3


def test_a_received_message_is_hidden_until_its_time_is_over(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    assert bodies(db.run(jobs.receive(seconds=30))) == ["x"]
    assert db.run(jobs.receive()) == []
    home.clock.advance(30)
    [again] = db.run(jobs.receive())
    assert (again.body, again.receives) == ("x", 2)


def test_a_message_that_is_done_is_gone(db: Workshop, jobs: Jobs) -> None:
    db.run(jobs.put(Job(body="x")))
    [message] = db.run(jobs.receive())
    db.run(jobs.done(message))
    assert db.run(jobs.waiting()) == []


def test_who_was_too_slow_is_told_and_writes_nothing(
    home: Home, workshop: Workshop, db: Workshop, jobs: Jobs
) -> None:
    start_counting(workshop)
    db.run(jobs.put(Job(body="x")))
    [slow] = db.run(jobs.receive())
    home.clock.advance(31)
    [fast] = db.run(jobs.receive())
    effect = counting(workshop)
    with pytest.raises(ReceiptLost, match=r"somebody else has received it, or it is done"):
        db.run(jobs.done(slow, also=[effect]))
    with pytest.raises(ReceiptLost):
        db.run(jobs.prolong(slow))
    with pytest.raises(ReceiptLost):
        db.run(jobs.retry(slow))
    with pytest.raises(ReceiptLost):
        db.run(jobs.bury(slow, reason="late"))
    db.run(jobs.done(fast, also=[effect]))
    assert counted(workshop) == 1


def test_a_slow_worker_that_nobody_replaced_may_still_finish(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    [message] = db.run(jobs.receive())
    home.clock.advance(1000)
    db.run(jobs.done(message))
    assert db.run(jobs.receive()) == []


def test_a_prolonged_message_stays_hidden(home: Home, db: Workshop, jobs: Jobs) -> None:
    db.run(jobs.put(Job(body="x")))
    [message] = db.run(jobs.receive(seconds=30))
    home.clock.advance(20)
    db.run(jobs.prolong(message, seconds=30))
    home.clock.advance(20)
    assert db.run(jobs.receive()) == []
    db.run(jobs.done(message))


def test_a_message_that_is_given_back_comes_later_each_time(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    [message] = db.run(jobs.receive())
    given = db.run(jobs.retry(message))
    assert given.until - db.now() == timedelta(seconds=2)
    assert db.run(jobs.receive()) == []
    home.clock.advance(2)
    [message] = db.run(jobs.receive())
    given = db.run(jobs.retry(message, after=0))
    assert (given.until, given.receipt) == (db.now(), None)


def test_what_is_received_too_often_is_dead_and_can_be_revived(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="poison", of_tenant="acme")))
    for _ in range(2):
        assert bodies(db.run(jobs.receive(seconds=1))) == ["poison"]
        home.clock.advance(2)
    assert db.run(jobs.receive()) == []
    [letter] = db.run(jobs.dead())
    assert (letter.body, letter.of_tenant, letter.reason) == (
        "poison",
        "acme",
        "received 2 times, and never done",
    )
    assert db.run(jobs.waiting()) == []
    db.run(jobs.revive(letter))
    [again] = db.run(jobs.receive())
    assert (again.body, again.receives, db.run(jobs.dead())) == ("poison", 1, [])
    with pytest.raises(ConditionFailed):
        db.run(jobs.revive(letter))


def test_a_worker_buries_what_it_will_never_understand(db: Workshop, jobs: Jobs) -> None:
    db.run(jobs.put(Job(body="?")))
    [message] = db.run(jobs.receive())
    db.run(jobs.bury(message, reason="no such topic"))
    assert [one.reason for one in db.run(jobs.dead())] == ["no such topic"]


def test_a_message_can_be_put_for_later(home: Home, db: Workshop, jobs: Jobs) -> None:
    db.run(jobs.put(Job(body="x"), after=60))
    assert db.run(jobs.receive()) == []
    home.clock.advance(60)
    assert bodies(db.run(jobs.receive())) == ["x"]


def test_a_message_is_not_received_before_it_is_due(home: Home, db: Workshop) -> None:
    reminders: Queue[Reminder, DeadJob] = Queue(db, Reminder, shards=2, due="due_at")
    now = db.now()
    for name, days in (("late", 9), ("soon", 1), ("now", 0)):
        db.run(reminders.put(Reminder(name=name, due_at=now + timedelta(days=days))))
    assert [one.name for one in db.run(reminders.receive())] == ["now"]
    home.clock.advance(10 * 86_400)
    assert [one.name for one in db.run(reminders.receive())] == ["now", "soon", "late"]


def test_a_queue_without_dead_messages_delivers_for_ever(home: Home, db: Workshop) -> None:
    jobs: Jobs = Queue(db, Job, most_receives=1)
    db.run(jobs.put(Job(body="x")))
    for _ in range(3):
        assert bodies(db.run(jobs.receive(seconds=1))) == ["x"]
        home.clock.advance(1)
    [message] = db.run(jobs.receive())
    with pytest.raises(OperationError, match=r"Job: there is no model of dead messages"):
        db.run(jobs.bury(message, reason="?"))
    with pytest.raises(OperationError, match=r"Job: there is no model of dead messages"):
        jobs.dead()


def test_a_message_that_was_not_received_cannot_be_finished(db: Workshop, jobs: Jobs) -> None:
    message = db.run(jobs.put(Job(body="x")))
    with pytest.raises(OperationError, match=r"was not received. Receive it before you finish"):
        db.run(jobs.done(message))


def test_a_refused_effect_leaves_the_message_and_says_which(
    workshop: Workshop, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    [message] = db.run(jobs.receive())
    with pytest.raises(ConditionFailed) as refused:
        db.run(jobs.done(message, also=[counting(workshop)]))
    assert (refused.value.position, len(db.run(jobs.waiting()))) == (0, 1)


def test_an_outbox_has_a_message_if_and_only_if_its_cause_is_written(workshop: Workshop) -> None:
    outbox: Outbox[Job, DeadJob] = Outbox(workshop.untenanted, Job, DeadJob, shards=2)

    def create(body: str) -> None:
        with workshop.tenant("acme").transaction() as tx:
            tx.create(Tally(name="t"))
            tx.add(outbox.add(Job(of_tenant="acme", body=body)))

    create("created")
    with pytest.raises(AlreadyExists):
        create("created again")
    found = workshop.run(outbox.receive())
    assert [(one.of_tenant, one.body) for one in found] == [("acme", "created")]


def test_causes_and_workers_at_once_lose_and_repeat_nothing(workshop: Workshop) -> None:
    outbox: Outbox[Job, DeadJob] = Outbox(workshop.untenanted, Job, DeadJob, shards=2)
    handled: list[Any] = []

    def cause(number: int) -> None:
        tenant = f"tenant-{number % 3}"
        with suppress(AlreadyExists), workshop.tenant(tenant).transaction() as tx:
            tx.create(Tally(name=f"t{number // 6}"))
            tx.add(outbox.add(Job(of_tenant=tenant, body=f"{tenant} t{number // 6}")))

    def work(number: int) -> None:
        cause(number)
        for message in workshop.run(outbox.receive(limit=3)):
            handled.append((message.of_tenant, message.body))
            workshop.run(outbox.done(message))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(12)))
    while found := workshop.run(outbox.receive()):
        for message in found:
            handled.append((message.of_tenant, message.body))
            workshop.run(outbox.done(message))

    # Of two who write the same cause, one does, and has one message.
    names = [
        (f"tenant-{tenant}", f"tenant-{tenant} t{tally}") for tenant in range(3) for tally in (0, 1)
    ]
    assert sorted(handled) == sorted(names)


def test_workers_at_once_handle_each_message_once(
    workshop: Workshop, db: Workshop, jobs: Jobs
) -> None:
    start_counting(workshop)
    for number in range(20):
        db.run(jobs.put(Job(body=number)))
    handled: list[Any] = []

    def handle(message: Job) -> list[Any]:
        handled.append(message.body)
        return [counting(workshop)]

    def work(_: int) -> int:
        worker = Worker(db, jobs, handle, limit=3)
        return sum(iter(worker.run_once, 0))

    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(work, range(3)))
    assert (sum(done), sorted(handled), counted(workshop)) == (20, list(range(20)), 20)


def test_a_failing_handler_is_reported_and_its_message_dies_in_the_end(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="bad")))
    db.run(jobs.put(Job(body="good")))
    reported: list[str] = []

    def handle(message: Job) -> None:
        if message.body == "bad":
            raise ValueError("cannot")

    def report(message: Job, error: Exception) -> None:
        reported.append(f"{message.body}: {error}")

    worker = Worker(db, jobs, handle, report=report)
    assert worker.run_once() == 1
    for _ in range(2):
        home.clock.advance(60)
        worker.run_once()
    assert reported == ["bad: cannot", "bad: cannot"]
    assert bodies(db.run(jobs.dead())) == ["bad"]


def test_a_worker_whose_message_was_taken_over_reports_that(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    reported: list[type[Exception]] = []

    def handle(message: Job) -> None:
        home.clock.advance(60)
        db.run(jobs.receive())
        if message.receives == 1:
            raise ValueError

    worker = Worker(db, jobs, handle, report=lambda _, error: reported.append(type(error)))
    assert (worker.run_once(), reported) == (0, [ValueError, ReceiptLost])


def test_a_worker_works_until_it_is_told_to_stop(db: Workshop, jobs: Jobs) -> None:
    stop = threading.Event()
    db.run(jobs.put(Job(body="x")))

    def handle(message: Job) -> None:
        del message
        stop.set()

    Worker(db, jobs, handle).run(stop, idle_seconds=0)
    assert db.run(jobs.waiting()) == []


class Stop(threading.Event):
    """Is set after three rounds; notes the pauses, and takes no time for them."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0
        self.pauses: list[float | None] = []

    def is_set(self) -> bool:
        self.rounds += 1
        return self.rounds > 3

    def wait(self, timeout: float | None = None) -> bool:
        self.pauses.append(timeout)
        return False


class AsyncStop(asyncio.Event):
    """The same on an event loop, where a pause ends with a timeout."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0
        self.pauses = 0

    def is_set(self) -> bool:
        self.rounds += 1
        return self.rounds > 3

    async def wait(self) -> Literal[True]:
        self.pauses += 1
        raise TimeoutError


def test_a_worker_pauses_for_a_second_after_each_round_without_messages(
    db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    stop = Stop()

    Worker(db, jobs, lambda _: None).run(stop)

    assert stop.pauses == [1.0, 1.0]


def test_a_worker_on_a_loop_pauses_after_each_round_without_messages(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))

    async def handle(_: Job) -> None:
        return None

    async def scenario() -> int:
        opened = await home.open_async(AsyncWorkshop, "workshop")
        there: Jobs = Queue(opened.untenanted, Job, DeadJob, shards=3, most_receives=2)
        stop = AsyncStop()
        await AsyncWorker(opened.untenanted, there, handle).run(stop)
        if home.is_shared:
            await opened.close()
        return stop.pauses

    assert asyncio.run(scenario()) == 2


def test_workers_on_an_event_loop(home: Home, db: Workshop, jobs: Jobs) -> None:
    for number in range(6):
        db.run(jobs.put(Job(body=number)))
    handled: Counter[Any] = Counter()

    async def scenario() -> None:
        opened = await home.open_async(AsyncWorkshop, "workshop")
        table = opened.untenanted
        there: Jobs = Queue(table, Job, DeadJob, shards=3, most_receives=2)
        stop = asyncio.Event()

        async def handle(message: Job) -> None:
            handled[message.body] += 1
            if handled.total() == 7:
                stop.set()
            if handled == {0: 1}:
                raise ValueError("once")

        async def wind() -> None:
            while not stop.is_set():
                home.clock.advance(1)
                await asyncio.sleep(0)

        worker = AsyncWorker(table, there, handle, limit=2)
        await asyncio.gather(worker.run(stop, idle_seconds=0.01), wind())
        if home.is_shared:
            await opened.close()

    asyncio.run(scenario())
    assert handled == {0: 2, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}


@pytest.fixture(scope="module")
def stage() -> Iterator[tuple[Home, Workshop]]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home, home.open(Workshop, "workshop")


class Working:
    """An operation that receives one message and finishes it with an effect."""

    def __init__(self, workshop: Workshop, jobs: Jobs) -> None:
        self.workshop = workshop
        self.jobs = jobs

    def steps(self) -> Any:
        """Receive, then finish."""
        found = yield from self.jobs.receive(limit=1).steps()
        for message in found:
            yield from self.jobs.done(message, also=[counting(self.workshop)]).steps()
        return len(found)


def every_order(stage: tuple[Home, Workshop], workers: int, **options: Any) -> int:
    """Let workers race for one message; its effect happens once, at last after the timeout."""
    home, workshop = stage
    db = workshop.untenanted
    jobs: Jobs = Queue(db, Job, DeadJob, shards=1)

    def begin() -> list[Actor]:
        clear(db)
        start_counting(workshop)
        db.run(jobs.put(Job(body="x")))
        return [Actor(str(n), Working(workshop, jobs), db.store) for n in range(workers)]

    def check(actors: Sequence[Actor]) -> None:
        assert sum(one.result or 0 for one in actors if one.is_done and not one.error) <= 1
        assert not any(isinstance(one.error, ReceiptLost) for one in actors)
        home.clock.advance(60)
        db.run(Working(workshop, jobs))
        assert counted(workshop) == 1

    return Play(begin, check, **options).run()


def test_of_two_workers_in_every_order_one_gets_a_message(stage: tuple[Home, Workshop]) -> None:
    assert every_order(stage, 2) > 10


def test_a_worker_may_die_at_any_point_beside_others(stage: tuple[Home, Workshop]) -> None:
    assert every_order(stage, 3, deaths=1, switches=2) > 50


def test_a_lost_answer_repeats_no_effect(stage: tuple[Home, Workshop]) -> None:
    assert every_order(stage, 2, losses=1) > 20


@pytest.mark.parametrize("dies_after", range(3))
def test_a_dead_message_is_in_one_place_wherever_its_mover_dies(
    stage: tuple[Home, Workshop], dies_after: int
) -> None:
    home, workshop = stage
    db = workshop.untenanted
    clear(db)
    jobs: Jobs = Queue(db, Job, DeadJob, shards=1, most_receives=1)
    db.run(jobs.put(Job(body="x")))
    db.run(jobs.receive(seconds=1))
    home.clock.advance(2)
    dying = Actor("dying", jobs.receive(), db.store)
    for _ in range(dies_after):
        dying.step()
    places = [len(db.run(jobs.waiting())), len(db.run(jobs.dead()))]
    assert sorted(places) == [0, 1]


def _looked(db: Workshop, jobs: Jobs) -> tuple[Any, list[bytes]]:
    """Begin to receive: what was found is known, and nothing is taken yet."""
    steps: Any = jobs.receive().steps()
    found = [db.store.execute(request.action, request.body) for request in next(steps)]
    return steps, found


def _refused(db: Workshop, steps: Any, found: list[bytes]) -> list[Any]:
    """Go on to take what was found, which is refused; gives what was received."""
    request = steps.send(found)
    with pytest.raises(ConditionFailed) as refusal:
        db.store.execute(request.action, request.body)
    with pytest.raises(StopIteration) as done:
        steps.throw(refusal.value)
    received: list[Any] = done.value.value
    return received


def test_a_message_that_was_put_off_since_the_look_is_not_taken(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    [held] = db.run(jobs.receive(seconds=30))
    home.clock.advance(30)
    steps, found = _looked(db, jobs)

    db.run(jobs.retry(held, after=60))

    assert _refused(db, steps, found) == []


def test_a_message_that_somebody_had_since_the_look_is_not_taken(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    steps, found = _looked(db, jobs)

    db.run(jobs.receive(seconds=30))
    home.clock.advance(30)

    assert _refused(db, steps, found) == []


@pytest.mark.parametrize(
    ("fails", "told"),
    [(True, [ValueError, ReceiptLost]), (False, [ReceiptLost])],
    ids=["that fails", "that is slow"],
)
def test_a_worker_on_a_loop_whose_message_was_taken_over_reports_that(
    home: Home, db: Workshop, jobs: Jobs, fails: bool, told: list[type[Exception]]
) -> None:
    db.run(jobs.put(Job(body="x")))
    reported: list[type[Exception]] = []

    async def handle(_: Job) -> None:
        home.clock.advance(60)
        db.run(jobs.receive())
        if fails:
            raise ValueError

    async def scenario() -> int:
        opened = await home.open_async(AsyncWorkshop, "workshop")
        table = opened.untenanted
        there: Jobs = Queue(table, Job, DeadJob, shards=3, most_receives=2)
        worker = AsyncWorker(
            table, there, handle, report=lambda _, error: reported.append(type(error))
        )
        done = await worker.run_once()
        if home.is_shared:
            await opened.close()
        return done

    assert (asyncio.run(scenario()), reported) == (0, told)


def test_a_worker_on_a_loop_counts_what_is_done_up_to_10(home: Home, db: Workshop) -> None:
    own: Jobs = Queue(db, Job, DeadJob, shards=1)
    for number in range(11):
        db.run(own.put(Job(body=number)))

    async def handle(_: Job) -> None:
        return None

    async def scenario() -> list[int]:
        opened = await home.open_async(AsyncWorkshop, "workshop")
        table = opened.untenanted
        there: Jobs = Queue(table, Job, DeadJob, shards=1)
        worker = AsyncWorker(table, there, handle)
        done = [await worker.run_once(), await worker.run_once(), await worker.run_once()]
        if home.is_shared:
            await opened.close()
        return done

    assert asyncio.run(scenario()) == [10, 1, 0]


def test_a_slow_worker_reports_that_its_message_was_taken_over(
    home: Home, db: Workshop, jobs: Jobs
) -> None:
    db.run(jobs.put(Job(body="x")))
    reported: list[type[Exception]] = []

    def handle(_: Job) -> None:
        home.clock.advance(60)
        db.run(jobs.receive())

    worker = Worker(db, jobs, handle, report=lambda _, error: reported.append(type(error)))

    assert (worker.run_once(), reported) == (0, [ReceiptLost])
