"""Which writes share a commit, and which wait for the next one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

from tavola.errors import StoreError, StoreUnavailable
from tavola.server.group_commit import GroupCommitter
from tavola.server.responder import Outcome
from tavola.server.worlds import World
from tests.patience import PATIENCE_SECONDS


class Counting:
    """An engine that remembers what it was asked together, and waits until it may go on."""

    def __init__(self, name: str, refusal: StoreError | None = None) -> None:
        self.name = name
        self.groups: list[int] = []
        self.limited = 0
        self._refusal = refusal
        self.started = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def limit_work(self) -> None:
        self.limited += 1

    def execute(self, action: str, body: bytes) -> bytes:
        del action
        return self._answer([body])[0]

    def execute_together(self, calls: Sequence[tuple[str, bytes]]) -> list[Any]:
        return [self._refusal or answer for answer in self._answer([body for _, body in calls])]

    def _answer(self, bodies: Sequence[bytes]) -> list[bytes]:
        self.groups.append(len(bodies))
        self.started.set()
        assert self.may_go_on.wait(PATIENCE_SECONDS)
        if self._refusal is not None and len(bodies) == 1:
            raise self._refusal
        return [self.name.encode() + body for body in bodies]


def _world(engine: Any, inline: Any = None, group: int = 0) -> World:
    return World(engine, inline, group)


class Asker:
    """Asks a committer, and waits for all answers."""

    def __init__(self) -> None:
        self.committer = GroupCommitter(asyncio.get_running_loop())
        self.answers: list[Outcome] = []
        self._asked = 0
        self._all = asyncio.Event()

    def ask(self, world: World, action: str, body: bytes = b"") -> None:
        self._asked += 1
        self.committer.submit(world, action, body, self._take)

    def _take(self, outcome: Outcome) -> None:
        self.answers.append(outcome)
        if len(self.answers) == self._asked:
            self._all.set()

    async def finish(self) -> None:
        await self._all.wait()
        self.committer.close()


def _held(asker: Asker, engine: Counting) -> None:
    """Keep the committer's thread in a first write, so that others wait together."""
    engine.may_go_on.clear()
    asker.ask(_world(engine), "PutItem", b"first")
    assert engine.started.wait(PATIENCE_SECONDS)


def test_at_most_64_writes_share_a_commit() -> None:
    engine = Counting("e")

    async def run() -> list[Outcome]:
        asker = Asker()
        _held(asker, engine)
        for number in range(130):
            asker.ask(_world(engine), "PutItem", b"%d" % number)
        engine.may_go_on.set()
        await asker.finish()
        return asker.answers

    answers = asyncio.run(run())

    assert engine.groups == [1, 64, 64, 2]
    assert answers == [(200, b"efirst"), *((200, b"e%d" % number) for number in range(130))]


def test_what_writes_no_items_is_committed_alone() -> None:
    engine = Counting("e")

    async def run() -> None:
        asker = Asker()
        _held(asker, engine)
        for action in ("PutItem", "DeleteItem", "CreateTable", "TagResource", "PutItem", "PutItem"):
            asker.ask(_world(engine), action)
        engine.may_go_on.set()
        await asker.finish()

    asyncio.run(run())

    assert engine.groups == [1, 2, 1, 1, 2]


def test_writes_of_another_world_are_committed_apart() -> None:
    one, two = Counting("one"), Counting("two")

    async def run() -> list[Outcome]:
        asker = Asker()
        _held(asker, one)
        for engine, group in ((one, 0), (one, 0), (two, 1), (two, 1), (one, 0)):
            asker.ask(_world(engine, group=group), "PutItem")
        one.may_go_on.set()
        await asker.finish()
        return asker.answers

    answers = asyncio.run(run())

    assert (one.groups, two.groups) == ([1, 2, 1], [2])
    assert [body for _, body in answers] == [b"onefirst", b"one", b"one", b"two", b"two", b"one"]


def test_what_one_turn_asks_for_is_written_inline_64_at_a_time() -> None:
    engine, inline, other = Counting("e"), Counting("i"), Counting("o")

    async def run() -> list[Outcome]:
        asker = Asker()
        for _ in range(65):
            asker.ask(_world(engine, inline), "PutItem")
        asker.ask(_world(engine, other, 1), "PutItem")
        asker.ask(_world(engine, inline), "PutItem")
        await asker.finish()
        return asker.answers

    answers = asyncio.run(run())

    assert (inline.groups, other.groups, engine.groups) == ([64, 1, 1], [1], [])
    assert (inline.limited, other.limited) == (3, 1)
    assert answers == [*[(200, b"i")] * 65, (200, b"o"), (200, b"i")]


def test_large_writes_are_written_inline_a_few_at_a_time() -> None:
    engine, inline = Counting("e"), Counting("i")

    async def run() -> list[int]:
        asker = Asker()
        for size in (5_000, 5_000, 6_384, 1, 20_000, 1):
            asker.ask(_world(engine, inline), "PutItem", b"x" * size)
        await asker.finish()
        return [len(body) - 1 for _, body in asker.answers]

    assert asyncio.run(run()) == [5_000, 5_000, 6_384, 1, 20_000, 1]
    assert (inline.groups, engine.groups) == ([3, 1, 1, 1], [])


def test_others_get_their_turn_between_two_groups() -> None:
    engine, inline = Counting("e"), Counting("i")

    async def run() -> list[int]:
        asker = Asker()
        for _ in range(130):
            asker.ask(_world(engine, inline), "PutItem")
        turns: list[int] = []
        while len(asker.answers) < 130:
            await asyncio.sleep(0)
            turns.append(len(asker.answers))
        await asker.finish()
        return turns

    assert asyncio.run(run()) == [64, 128, 130]


def test_what_is_asked_for_by_an_answer_runs_in_the_next_turn() -> None:
    engine, inline = Counting("e"), Counting("i")

    async def run() -> list[list[int]]:
        committer, seen = GroupCommitter(asyncio.get_running_loop()), list[list[int]]()

        def ask_again(_: Outcome) -> None:
            if len(inline.groups) < 5:
                committer.submit(_world(engine, inline), "PutItem", b"", ask_again)

        committer.submit(_world(engine, inline), "PutItem", b"", ask_again)
        while len(inline.groups) < 5:
            await asyncio.sleep(0)
            seen.append(list(inline.groups))
        committer.close()
        return seen

    assert [len(groups) for groups in asyncio.run(run())] == [1, 2, 3, 4, 5]


def test_what_would_have_to_wait_inline_is_done_by_the_thread() -> None:
    engine, inline = Counting("e"), Counting("i", StoreUnavailable("locked"))

    async def run() -> list[Outcome]:
        asker = Asker()
        for _ in range(3):
            asker.ask(_world(engine, inline), "PutItem")
        await asker.finish()
        return asker.answers

    assert asyncio.run(run()) == [(200, b"e")] * 3
    assert inline.groups == [3]


def test_what_is_refused_inline_is_refused() -> None:
    engine, inline = Counting("e"), Counting("i", StoreError("no", code="Odd"))

    async def run() -> list[int]:
        asker = Asker()
        asker.ask(_world(engine, inline), "PutItem")
        asker.ask(_world(engine, inline), "PutItem")
        await asker.finish()
        return [status for status, _ in asker.answers]

    assert asyncio.run(run()) == [400, 400]
    assert engine.groups == []


def test_nothing_overtakes_what_the_thread_has_still_to_do() -> None:
    engine, inline = Counting("e"), Counting("i")

    async def run() -> list[Outcome]:
        asker = Asker()
        _held(asker, engine)
        asker.ask(_world(engine, inline), "PutItem")
        engine.may_go_on.set()
        await asker.finish()
        return asker.answers

    assert asyncio.run(run()) == [(200, b"efirst"), (200, b"e")]
    assert inline.groups == []


def test_closing_writes_what_was_asked_for() -> None:
    engine, inline = Counting("e"), Counting("i")

    async def run() -> list[Outcome]:
        asker = Asker()
        asker.ask(_world(engine, inline), "PutItem")
        asker.committer.close()
        return asker.answers

    assert asyncio.run(run()) == [(200, b"i")]
