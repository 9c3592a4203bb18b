"""The queue of one process: first come, first served, by threads and by tasks."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from tavola.operations.steps import Await
from tavola.patterns.pieces.local_queue import LocalQueue, LocalQueues


def entered(queue: LocalQueue, seconds: float = 60.0) -> Any:
    """Enter as a thread does."""
    steps = queue.enter(is_async=False, seconds=seconds)
    try:
        next(steps)
    except StopIteration as done:
        return done.value


async def entered_async(queue: LocalQueue, seconds: float = 60.0) -> Any:
    """Enter as a task does."""
    steps = queue.enter(is_async=True, seconds=seconds)
    try:
        step = next(steps)
        while True:
            assert isinstance(step, Await)
            step = steps.send(await step.awaitable)
    except StopIteration as done:
        return done.value
    finally:
        steps.close()


def test_who_is_first_need_not_wait() -> None:
    queue = LocalQueue()
    ticket = entered(queue)
    assert ticket is not None
    queue.leave(ticket)
    assert entered(queue) is not None


def test_who_waits_too_long_gets_no_turn_and_leaves_the_queue() -> None:
    queue = LocalQueue()
    first = entered(queue)
    assert entered(queue, seconds=0) is None
    queue.leave(first)
    assert entered(queue, seconds=0) is not None


def test_a_turn_that_was_never_given_need_not_be_given_back() -> None:
    queue = LocalQueue()
    first = entered(queue)
    queue.leave(None)
    assert entered(queue, seconds=0) is None
    queue.leave(first)


def test_threads_are_served_one_at_a_time() -> None:
    queue = LocalQueue()
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        ticket = entered(queue)
        inside.append(1)
        most.append(len(inside))
        inside.pop()
        queue.leave(ticket)

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 16


def test_tasks_are_served_in_the_order_they_came() -> None:
    async def scenario() -> list[int]:
        queue, served = LocalQueue(), list[int]()

        async def work(number: int) -> None:
            ticket = await entered_async(queue)
            await asyncio.sleep(0)
            served.append(number)
            queue.leave(ticket)

        await asyncio.gather(*(work(number) for number in range(8)))
        return served

    assert asyncio.run(scenario()) == list(range(8))


def test_a_cancelled_task_leaves_the_queue() -> None:
    async def scenario() -> Any:
        queue = LocalQueue()
        first = await entered_async(queue)
        cancelled = asyncio.create_task(entered_async(queue))
        patient = asyncio.create_task(entered_async(queue))
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.wait([cancelled])
        queue.leave(first)
        return await patient

    assert asyncio.run(scenario()) is not None


def test_a_task_that_is_called_while_it_is_cancelled_passes_the_turn_on() -> None:
    async def scenario() -> Any:
        queue = LocalQueue()
        first = await entered_async(queue)
        cancelled = asyncio.create_task(entered_async(queue))
        patient = asyncio.create_task(entered_async(queue))
        await asyncio.sleep(0)
        queue.leave(first)
        cancelled.cancel()
        return await patient

    assert asyncio.run(scenario()) is not None


def test_a_task_waits_no_longer_than_it_says() -> None:
    async def scenario() -> Any:
        queue = LocalQueue()
        await entered_async(queue)
        return await entered_async(queue, seconds=0)

    assert asyncio.run(scenario()) is None


def test_who_waited_on_a_loop_that_is_closed_is_passed_over() -> None:
    queue = LocalQueue()
    first = entered(queue)
    loop = asyncio.new_event_loop()

    async def give_up() -> Any:
        steps = queue.enter(is_async=True, seconds=60)
        next(steps).awaitable.close()  # type: ignore[union-attr]  # an Await
        return steps

    abandoned = loop.run_until_complete(give_up())
    loop.close()
    queue.leave(first)
    assert entered(queue, seconds=0) is not None
    abandoned.close()


def test_each_item_has_a_queue_as_long_as_somebody_is_in_it() -> None:
    queues = LocalQueues()
    queue = queues.of("a")
    ticket = entered(queue)
    assert entered(queues.of("a"), seconds=0) is None
    assert entered(queues.of("b"), seconds=0) is not None
    queue.leave(ticket)
    assert queues.of("a") is queue
