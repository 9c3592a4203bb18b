"""Connections: kept, bounded, noticed when closed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import signal
import socket
import threading
from collections.abc import Generator

import pytest

from tavola.errors import StoreUnavailable
from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.dynamodb import DynamoDBStore
from tavola.stores.http.socket_pool import SocketPool
from tavola.stores.http.sockets import SocketConnection
from tests.patience import RUNS_OUT_SECONDS, open_files, until
from tests.stores.conftest import TABLE, OpenClient, Served
from tests.stores.peers import peer

KEYS = {"AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "hidden"}
GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
HUGE_PUT = {"TableName": TABLE, "Item": {"pk": {"S": "a"}, "text": {"S": "x" * 16_000_000}}}


def test_requests_one_after_another_share_a_connection(
    open_client: OpenClient, served: Served
) -> None:
    client = open_client(served.url)

    client.execute("GetItem", GET)
    client.execute("GetItem", GET)

    assert client.open_count() == 1


def test_requests_at_once_use_no_more_connections_than_allowed(
    open_client: OpenClient, served: Served
) -> None:
    client = open_client(served.url, "&connections=3")

    answers = client.execute_all([("GetItem", GET)] * 20)

    assert answers == [b"{}"] * 20
    assert client.open_count() <= 3


def test_answers_come_in_the_order_of_the_requests(open_client: OpenClient, served: Served) -> None:
    names = [f"thing-{number}" for number in range(40)]
    for name in names:
        served.put(name)
    client = open_client(served.url)

    answers = client.execute_all(
        [("GetItem", {"TableName": TABLE, "Key": {"pk": {"S": name}}}) for name in names]
    )

    assert [json.loads(answer)["Item"]["pk"]["S"] for answer in answers] == names


def test_the_first_failure_among_several_requests_is_raised(
    open_client: OpenClient, served: Served
) -> None:
    client = open_client(served.url)
    wrong = {"TableName": "missing", "Key": {"pk": {"S": "a"}}}

    with pytest.raises(Exception, match="Requested resource not found"):
        client.execute_all([("GetItem", GET), ("GetItem", wrong), ("GetItem", GET)])

    assert client.idle_count() == client.open_count()


def test_two_hundred_gets_at_once_stay_bounded_and_leak_nothing(served: Served) -> None:
    before = open_files()

    async def get_often() -> tuple[int, int]:
        location = f"dynamodb://us-east-1/{TABLE}?endpoint={served.url}&connections=10"
        store = AsyncDynamoDBStore.open(location, environment={})
        answers = await asyncio.gather(*(store.execute("GetItem", GET) for _ in range(200)))
        most = store.pool.open_count
        await store.close()
        await asyncio.sleep(0)
        return len(answers), most

    answered, most = asyncio.run(get_often())

    gc.collect()
    assert (answered, most) == (200, 10)
    # The server closes its ends when it hears of ours.
    until(lambda: open_files() <= before, "all files are closed")


def test_a_cancelled_call_gives_its_place_to_another(served: Served) -> None:
    async def cancel_one() -> bytes:
        location = f"dynamodb://us-east-1/{TABLE}?endpoint={served.url}&connections=1"
        store = AsyncDynamoDBStore.open(location, environment={})
        cancelled = asyncio.create_task(store.execute("GetItem", GET))
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
        answer = await store.execute("GetItem", GET)
        await store.close()
        await asyncio.sleep(0)
        return answer

    assert asyncio.run(cancel_one()) == b"{}"


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # the first loop ends without a close
def test_a_store_may_be_used_on_one_loop_after_another(served: Served) -> None:
    location = f"dynamodb://us-east-1/{TABLE}?endpoint={served.url}"
    store = AsyncDynamoDBStore.open(location, environment={})

    answers = [
        asyncio.run(store.execute("GetItem", GET)),
        asyncio.run(store.execute("GetItem", GET)),
    ]

    del store
    gc.collect()
    assert answers == [b"{}", b"{}"]


def test_threads_share_a_bounded_pool(served: Served) -> None:
    location = f"dynamodb://us-east-1/{TABLE}?endpoint={served.url}&connections=2"
    store = DynamoDBStore.open(location, environment={})
    answers: list[bytes] = []
    threads = [
        threading.Thread(
            target=lambda: answers.extend(store.execute("GetItem", GET) for _ in range(25))
        )
        for _ in range(8)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    most = store.pool.open_count
    store.close()
    assert (answers, most <= 2) == ([b"{}"] * 200, True)


def test_a_call_that_is_interrupted_leaves_no_answer_for_the_next() -> None:
    half = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbo"
    looks = iter([0.0] * 4)

    def monotonic() -> float:
        found = next(looks, None)
        if found is None:
            raise KeyboardInterrupt
        return found

    with peer(half) as endpoint:
        location = f"dynamodb://us-east-1/{TABLE}?endpoint={endpoint.url}"
        store = DynamoDBStore.open(location, environment={}, monotonic=monotonic)
        with pytest.raises(KeyboardInterrupt):
            store.execute("GetItem", GET)

    assert (store.pool.open_count, store.pool.idle_count) == (0, 0)


def test_an_interrupted_call_among_several_gives_its_place_back() -> None:
    looks = iter([0.0] * 4)

    def monotonic() -> float:
        found = next(looks, None)
        if found is None:
            raise KeyboardInterrupt
        return found

    with _deaf_peer() as endpoint:
        location = f"dynamodb://us-east-1/{TABLE}?endpoint={endpoint}"
        store = DynamoDBStore.open(location, environment={}, monotonic=monotonic)
        with pytest.raises(KeyboardInterrupt):
            store.execute_all([("PutItem", HUGE_PUT)])

    assert (store.pool.open_count, store.pool.idle_count) == (0, 0)


class _InterruptedAtItsEnd(SocketConnection):
    """A connection whose close is where Ctrl-C arrives."""

    def close(self) -> None:
        super().close()
        raise KeyboardInterrupt


def test_a_connection_that_is_interrupted_at_its_end_gives_its_place_back() -> None:
    ours, theirs = socket.socketpair()
    pool = SocketPool(lambda _: _InterruptedAtItsEnd(ours, lambda: 0.0), 1, 20.0)
    connection = pool.take(0.0, 1.0)
    connection.send(b"a request", 5.0)

    with theirs, pytest.raises(KeyboardInterrupt):
        pool.give_back(connection, 0.0)

    assert pool.open_count == 0


def test_what_is_sent_in_parts_has_one_deadline() -> None:
    looks = iter([0.0] * 4)

    with _deaf_peer() as endpoint:
        location = f"dynamodb://us-east-1/{TABLE}?endpoint={endpoint}&attempts=1&timeout=20"
        store = DynamoDBStore.open(location, environment={}, monotonic=lambda: next(looks, 21.0))
        with pytest.raises(StoreUnavailable, match="cannot send: timed out"):
            store.execute("PutItem", HUGE_PUT)


def test_signals_do_not_put_a_deadline_off() -> None:
    done = threading.Event()
    caught: list[int] = []

    def catch(number: int, _: object) -> None:
        caught.append(number)
        if len(caught) > 5000:
            raise AssertionError("the call outlives its deadline")

    def interrupt() -> None:
        while not done.wait(0.02):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, catch)
    interrupting = threading.Thread(target=interrupt)
    try:
        with _deaf_peer() as endpoint:
            location = f"dynamodb://us-east-1/{TABLE}?endpoint={endpoint}&attempts=1&timeout={RUNS_OUT_SECONDS}"
            store = DynamoDBStore.open(location, environment={})
            interrupting.start()
            with pytest.raises(StoreUnavailable, match="no whole answer: timed out"):
                store.execute("GetItem", GET)
    finally:
        done.set()
        interrupting.join()
        signal.signal(signal.SIGUSR1, before)


@contextlib.contextmanager
def _deaf_peer() -> Generator[str]:
    """Let clients connect, and take nothing from them."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_a_forked_process_does_not_use_its_parents_connections(served: Served) -> None:
    store = DynamoDBStore.open(
        f"dynamodb://us-east-1/{TABLE}?endpoint={served.url}", environment={}
    )
    store.execute("GetItem", GET)

    store.pool.forget()  # what runs in the child after a fork

    left, answer = store.pool.open_count, store.execute("GetItem", GET)
    store.close()
    assert (left, answer) == (0, b"{}")


def test_a_closed_store_says_so(open_client: OpenClient, served: Served) -> None:
    client = open_client(served.url)
    client.execute("GetItem", GET)
    client.close_store()

    with pytest.raises(StoreUnavailable, match="The store is closed; open a new one"):
        client.execute("GetItem", GET)


def test_nobody_listening_is_unavailable_with_the_cause(
    open_client: OpenClient, closed_port: int
) -> None:
    client = open_client(f"http://127.0.0.1:{closed_port}", "&attempts=2")

    with pytest.raises(StoreUnavailable, match=r"GetItem on things: .* in 2 attempts") as ended:
        client.execute("GetItem", GET)

    assert isinstance(ended.value.__cause__, StoreUnavailable)
    assert isinstance(ended.value.__cause__.__cause__, OSError)


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}",
        b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    ],
    ids=["chunked", "until close", "HTTP/1.0", "continued"],
)
def test_bodies_of_every_form_are_read(open_client: OpenClient, answer: bytes) -> None:
    with peer(answer) as address:
        client = open_client(address.url)

        body = client.execute("GetItem", GET)

    assert body == b"{}"


def test_an_answer_after_the_answer_is_not_taken_for_the_next_ones(open_client: OpenClient) -> None:
    one = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    with peer(one + one) as address:
        client = open_client(address.url)
        client.execute("GetItem", GET)

        idle = client.idle_count()

    assert idle == 0


def test_gzip_is_undone_when_asked_for(open_client: OpenClient, served: Served) -> None:
    served.put("a", text={"S": "long " * 1000})
    client = open_client(served.url, "&gzip=true")

    answer = json.loads(client.execute("GetItem", GET))

    assert answer["Item"]["text"] == {"S": "long " * 1000}


async def hand_over(url: str, *, is_late: bool) -> bytes:
    """Let the first of three calls on one connection end while the second one is cancelled."""
    location = f"dynamodb://us-east-1/{TABLE}?endpoint={url}&connections=1"
    store = AsyncDynamoDBStore.open(location, environment={})

    async def cancel_at_the_end() -> None:
        await store.execute("GetItem", GET)
        # The place has been handed to the second call, which has not run since.
        second.cancel()

    first = asyncio.create_task(cancel_at_the_end())
    second, third = (asyncio.create_task(store.execute("GetItem", GET)) for _ in range(2))
    await asyncio.sleep(0)
    if not is_late:
        second.cancel()
    try:
        await asyncio.wait([first, second])
        return await third
    finally:
        await store.close()


@pytest.mark.parametrize("is_late", [True, False])
def test_a_place_that_comes_to_a_cancelled_call_goes_on_to_the_next(
    served: Served, is_late: bool
) -> None:
    assert asyncio.run(hand_over(served.url, is_late=is_late)) == b"{}"


ONE_PLACE = f"&connections=1&attempts=1&timeout=3000&deadline={RUNS_OUT_SECONDS}"


def test_a_deadline_bounds_the_wait_for_a_place(served: Served) -> None:
    location = f"dynamodb://us-east-1/{TABLE}?endpoint={served.url}{ONE_PLACE}"
    store = DynamoDBStore.open(location, environment={})
    taken = store.pool.take(0.0, 1e6)

    with pytest.raises(StoreUnavailable, match="all 1 connections stayed in use"):
        store.execute("GetItem", GET)

    store.pool.give_back(taken, 0.0)
    store.close()


def test_a_deadline_bounds_the_wait_for_a_place_of_an_event_loop(served: Served) -> None:
    location = f"dynamodb://us-east-1/{TABLE}?endpoint={served.url}{ONE_PLACE}"

    async def wait_in_vain() -> None:
        store = AsyncDynamoDBStore.open(location, environment={})
        taken = await store.pool.take(1e6)
        try:
            with pytest.raises(StoreUnavailable, match="all 1 connections stayed in use"):
                await store.execute("GetItem", GET)
        finally:
            store.pool.give_back(taken, 0.0)
            await store.close()

    asyncio.run(wait_in_vain())
