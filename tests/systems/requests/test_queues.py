"""The two queues: what dispatchers and workers need holds on both."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import httpx
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from tavola.errors import OperationError
from tavola.operations.steps import Steps
from tavola_systems.platform.http.problems import problem_of
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.interface import Delivery, QueueFailed, WorkQueue
from tavola_systems.requests.queues.opening import open_queue
from tavola_systems.requests.queues.sqs import SqsQueue
from tavola_systems.requests.queues.table_queue import EmbeddedQueue
from tavola_systems.requests.running import run_loops
from tavola_systems.requests.services.joined_writes import Doing
from tests.systems.conftest import TickingClock
from tests.systems.requests.simulation import World, open_world

Run = Callable[[Callable[[], Steps[Any]]], Any]


KEYS = {"aws_access_key_id": "x", "aws_secret_access_key": "x"}


@pytest.fixture(scope="session")
def moto_server() -> Iterator[str]:
    """Moto's server, which plays AWS over HTTP; its address."""
    with warnings.catch_warnings():
        # It warns of parts that services need which are not asked for.
        warnings.simplefilter("ignore")
        module: Any = import_module("moto.server")
    server = module.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def sqs(moto_server: str) -> Any:
    """An SQS that moto's server plays, with a queue and its dead letters, both empty."""
    httpx.post(f"{moto_server}/moto-api/reset").raise_for_status()
    boto3: Any = import_module("boto3")
    client = boto3.client("sqs", region_name="eu-west-1", endpoint_url=moto_server, **KEYS)
    for name in ("places", "places-dead"):
        client.create_queue(QueueName=name)
    return client


@pytest.fixture
def table() -> Iterator[RequestQueue]:
    with RequestQueue.open("memory:", clock=TickingClock()) as opened:
        yield opened


@pytest.fixture(params=["embedded", "sqs"])
def queue(request: pytest.FixtureRequest, table: RequestQueue) -> WorkQueue:
    if request.param == "embedded":
        return EmbeddedQueue(table)
    return SqsQueue.open(request.getfixturevalue("sqs"), "places")


@pytest.fixture
def run(table: RequestQueue) -> Run:
    return lambda make: table.run(Doing(make))


def bodies(run: Run, queue: WorkQueue) -> list[str]:
    """All messages that are to be had; one look may leave some of an uneven shard."""
    found: list[str] = []
    while some := run(lambda: queue.receive(limit=30, seconds=600)):
        found += [one.body for one in some]
    return found


def test_what_is_sent_is_delivered_once_while_it_is_hidden(run: Run, queue: WorkQueue) -> None:
    sent = [f"message {n}" for n in range(25)]
    run(lambda: queue.send(sent))
    assert sorted(bodies(run, queue)) == sorted(sent)
    assert bodies(run, queue) == []


def test_a_message_that_is_given_back_comes_again_and_is_counted(
    run: Run, queue: WorkQueue
) -> None:
    run(lambda: queue.send(["one"]))
    [first] = run(lambda: queue.receive(limit=1, seconds=30))
    run(lambda: queue.retry(first, after=0))
    [second] = run(lambda: queue.receive(limit=1, seconds=30))
    assert (first.receives, second.receives) == (1, 2)


def test_a_message_that_is_done_never_comes_again(run: Run, queue: WorkQueue) -> None:
    run(lambda: queue.send(["one", "two"]))
    found = run(lambda: queue.receive(limit=2, seconds=30))
    run(lambda: queue.done(found))
    assert run(queue.depth).waiting == 0


def test_a_dead_letter_says_why(run: Run, queue: WorkQueue) -> None:
    run(lambda: queue.send(["one"]))
    [found] = run(lambda: queue.receive(limit=1, seconds=30))
    run(lambda: queue.bury(found, reason="BROKEN: no way"))
    [letter] = run(queue.dead)
    depth = run(queue.depth)
    assert (letter.body, letter.reason) == ("one", "BROKEN: no way")
    assert (depth.waiting, depth.dead) == (0, 1)


def test_the_embedded_queue_delivers_again_when_a_worker_died(table: RequestQueue) -> None:
    clock = TickingClock()
    with RequestQueue.open("memory:", clock=clock) as opened:
        queue = EmbeddedQueue(opened)
        opened.run(Doing(lambda: queue.send(["one"])))
        first = opened.run(Doing(lambda: queue.receive(limit=1, seconds=30)))
        clock.now += 31
        second = opened.run(Doing(lambda: queue.receive(limit=1, seconds=30)))
    assert [len(first), second[0].receives] == [1, 2]


def test_an_sqs_that_does_not_answer_is_a_failed_queue(run: Run, sqs: Any) -> None:
    queue = SqsQueue.open(sqs, "places")
    sqs.delete_queue(QueueUrl=sqs.get_queue_url(QueueName="places")["QueueUrl"])
    with pytest.raises(QueueFailed, match="SQS does not answer"):
        run(lambda: queue.send(["one"]))


class SilentSqs:
    """A client whose every call ends in one error."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(**request: Any) -> Any:
            del request
            raise self._error

        return call


NOBODY = EndpointConnectionError(endpoint_url="https://sqs.eu-west-1.amazonaws.com")
DELIVERY = Delivery("one", 1, "receipt")
CALLS: dict[str, Callable[[WorkQueue], Steps[Any]]] = {
    "send": lambda queue: queue.send(["one"]),
    "receive": lambda queue: queue.receive(limit=1, seconds=30),
    "done": lambda queue: queue.done([DELIVERY]),
    "retry": lambda queue: queue.retry(DELIVERY, after=1),
    "bury": lambda queue: queue.bury(DELIVERY, reason="BROKEN: no way"),
    "dead": lambda queue: queue.dead(),
    "depth": lambda queue: queue.depth(),
}


@pytest.mark.parametrize("name", list(CALLS))
def test_whatever_sqs_does_not_answer_is_a_failed_queue(run: Run, name: str) -> None:
    queue = SqsQueue(SilentSqs(NOBODY), "places", "places-dead")
    with pytest.raises(QueueFailed, match="SQS does not answer") as failed:
        run(lambda: CALLS[name](queue))
    problem = problem_of(failed.value)
    assert problem is not None
    assert problem.status == 503


@pytest.mark.parametrize("code", ["InvalidParameterValue", "ReceiptHandleIsInvalid"])
def test_a_message_that_was_held_too_long_comes_again_by_itself(run: Run, code: str) -> None:
    error = ClientError({"Error": {"Code": code, "Message": "expired"}}, "ChangeVisibility")
    queue = SqsQueue(SilentSqs(error), "places", "places-dead")
    assert run(lambda: queue.retry(DELIVERY, after=1)) is None


def test_another_refusal_of_a_retry_is_a_failed_queue(run: Run) -> None:
    error = ClientError({"Error": {"Code": "AccessDenied", "Message": "no"}}, "ChangeVisibility")
    queue = SqsQueue(SilentSqs(error), "places", "places-dead")
    with pytest.raises(QueueFailed, match="AccessDenied"):
        run(lambda: queue.retry(DELIVERY, after=1))


@pytest.mark.parametrize("body", ["hello", "[]", '{"reason": "x"}', '{"diedAt": "soon"}'])
def test_a_dead_letter_of_others_is_shown_as_it_is(run: Run, sqs: Any, body: str) -> None:
    queue = SqsQueue.open(sqs, "places")
    url = sqs.get_queue_url(QueueName="places-dead")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody=body)
    [letter] = run(queue.dead)
    assert (letter.body, letter.reason) == (body, "UNKNOWN: not put there by a worker")
    assert letter.died_at.year > 2000


def test_a_loop_goes_on_after_any_error_and_says_what_it_was() -> None:
    stop, told, errors = threading.Event(), list[str](), [KeyError("place"), NOBODY]

    class Faulty:
        def step(self) -> int:
            if errors:
                raise errors.pop(0)
            stop.set()
            return 0

        def stop(self) -> None:
            raise ValueError("cannot let go")

    run_loops([Faulty()], stop, told.append, pause_after_error=0.0)
    assert [line.split(" (test_queues.py:")[0] for line in told] == [
        "KeyError: 'place'",
        f"EndpointConnectionError: {NOBODY}",
        "ValueError: cannot let go",
    ]


def test_queues_that_are_not_there_are_named(sqs: Any) -> None:
    with pytest.raises(OperationError, match="others and others-dead"):
        SqsQueue.open(sqs, "others")


@pytest.mark.parametrize("url", ["redis://x", "sqs://", "sqs://eu-west-1"])
def test_another_url_is_refused(table: RequestQueue, url: str) -> None:
    with pytest.raises(OperationError, match="is not a queue"):
        open_queue(url, table)


def test_an_event_is_worked_off_through_sqs(sqs: Any) -> None:
    with open_world() as world:
        on_sqs = World(world.desk, world.messages, world.clock, SqsQueue.open(sqs, "places"))
        ids = on_sqs.apply(on_sqs.opened(capacity=2), "ada", "bob", "cyd")
        on_sqs.dispatched("bicycles")
        on_sqs.worked()
        assert on_sqs.statuses(ids) == ["SUCCEEDED", "SUCCEEDED", "REJECTED"]
