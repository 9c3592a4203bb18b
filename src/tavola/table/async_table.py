"""Async tables: the same driver with `await`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from tavola.codec.codec import Codec
from tavola.errors import StoreError
from tavola.model.model import Model
from tavola.operations.consumed_capacity import OperationCapacity
from tavola.operations.context import TableContext
from tavola.operations.read.get import Get
from tavola.operations.read.iterate import Batch, Iterate, ScanTable
from tavola.operations.read.mapping import Reach
from tavola.operations.read.queries.query import Query
from tavola.operations.remedies import explain_refusal
from tavola.operations.steps import Await, Operation, Request, Step, Wait
from tavola.operations.tables.prepare import Prepare
from tavola.operations.unreadable import UNFIT, advance, raise_unreadable
from tavola.operations.write.operations import Create
from tavola.stores.observing import naming
from tavola.stores.opening import (
    Location,
    StoreOptions,
    check_kind,
    is_dynamodb,
    locate_tables,
    open_async_store,
    refuse_options,
)
from tavola.stores.store import AsyncStore
from tavola.table.base import BaseTable, counting, new_contexts
from tavola.table.batchers.loop_batcher import LoopBatcher
from tavola.table.result_pages import AsyncPage
from tavola.wire.metering import with_capacity

if TYPE_CHECKING:
    from random import Random

    from tavola.table.transactions import AsyncTransactionBlock

M = TypeVar("M", bound=Model)
R = TypeVar("R")


class AsyncTable(BaseTable):
    """The same, awaited."""

    @classmethod
    async def open(
        cls,
        location: Location | Mapping[str, Location],
        *,
        table: str | None = None,
        clock: Callable[[], float] = time.time,
        rng: Random | None = None,
        cursor_key: bytes | None = None,
        store: AsyncStore | None = None,
        sleep: Callable[[float], Any] = asyncio.sleep,
        **store_options: Unpack[StoreOptions],
    ) -> Self:
        """Open "memory:", a path, or "dynamodb://REGION/TABLE", as `Table.open` does."""
        where, names = locate_tables(location, [one.name for one in cls.design.tables], table)
        if store is None:
            store, _ = open_async_store(where, clock=clock, **store_options)
        else:
            refuse_options(store_options)
            check_kind(store, cls.__name__, is_async=True)
        contexts = new_contexts(store, cls.design, names, clock, rng, cursor_key)
        opened = cls(store, contexts, cls._codecs_of_class(), sleep)
        if not is_dynamodb(where):
            for context in contexts:
                await opened.run(Prepare(context.design, context.table))
        return opened

    def run(self, operation: Operation[R]) -> Coroutine[Any, Any, R]:
        """Drive any operation; observers of the store are given the name of its access pattern."""
        # A function that hands the coroutine on, since every `async def` between costs a frame.
        pattern: str | None = getattr(operation, "access_pattern", None)
        return self._drive(operation) if pattern is None else self._named(pattern, operation)

    async def _named(self, pattern: str, operation: Operation[R]) -> R:
        with naming(pattern):
            return await self._drive(operation)

    async def _drive(self, operation: Operation[R], refused: StoreError | None = None) -> R:
        """The whole data flow is this loop; the first request may have been refused already."""
        steps = operation.steps()
        block = counting.get()
        counted = None if block is None else block.begin(operation)
        tries = 0
        try:
            step = next(steps)
            while True:
                try:
                    if refused is not None:
                        raise refused
                    answer = await self._answer(step, counted)
                except StoreError as refusal:
                    refused = None
                    pause = self._context.backoff.pause_after(refusal, tries)
                    if pause is None:
                        step = steps.throw(explain_refusal(refusal, step))
                        tries = 0
                    else:
                        await self._sleep(pause)
                        tries += 1
                else:
                    if self._budget.is_spent and not isinstance(step, Wait):
                        self._budget.succeed(is_retried=tries > 0)
                    step = advance(steps, step, answer)
                    tries = 0
        except StopIteration as done:
            result: R = done.value
            return result
        finally:
            # What an interruption left half done ends here, not whenever it is collected.
            steps.close()

    async def _answer(self, step: Step, counted: OperationCapacity | None) -> Any:
        if isinstance(step, Wait):
            return await self._sleep(step.seconds)
        if isinstance(step, Await):
            return await _outcome(step)
        if counted is not None:
            return await self._answer_counted(step, counted)
        if isinstance(step, Request):
            return await self.store.execute(step.action, step.body)
        return await self.store.execute_all([(part.action, part.body) for part in step])

    async def _answer_counted(
        self, step: Request | tuple[Request, ...], counted: OperationCapacity
    ) -> Any:
        """Ask for the capacity that requests use, and add it up."""
        parts = (step,) if isinstance(step, Request) else step
        calls = [(part.action, with_capacity(part.action, part.body)) for part in parts]
        answers = await self.store.execute_all(calls)
        for part, answer in zip(parts, answers, strict=True):
            counted.add(part, answer)
        return answers[0] if isinstance(step, Request) else answers

    async def _read_page(self, query: Query[M] | Reach[M]) -> AsyncPage[M]:
        """Run a query and return its first page."""
        operation: Operation[Any] = query
        return AsyncPage(query, await self.run(operation), self.run)

    async def query(self, model: type[M], index: str, /, **arguments: Any) -> AsyncPage[M]:
        """Query a hand-written model by the index's name."""
        return await self._read_page(self._query_plan(model, index, **arguments))

    async def _iterate(self, first: Iterate[M] | ScanTable[M]) -> AsyncIterator[M]:
        """Yield all items of an iteration, read as they are taken."""
        rest: Iterate[M] | ScanTable[M] | None = first
        while rest is not None:
            batch: Batch[M] = await self.run(rest)
            for item in batch.items:
                yield item
            rest = batch.rest

    @cached_property
    def _execute(self) -> Callable[[str, dict[str, Any]], Awaitable[bytes]]:
        return self.store.execute  # type: ignore[no-any-return]  # an AsyncStore

    @cached_property
    def _batcher(self) -> LoopBatcher:
        return LoopBatcher(self._get_alone, self.run)

    def _get(self, get: Get[M]) -> Coroutine[Any, Any, M | None]:
        """Read an item; gets of one turn of the event loop travel together."""
        batcher = self._batcher
        return self._get_alone(get) if batcher.is_waiting_useless() else batcher.get(get)

    async def _get_alone(self, get: Get[M]) -> M | None:
        """What `run` does with a get, without steps unless it is refused."""
        batcher = self._batcher
        batcher.under_way += 1
        batcher.alone_in_a_row += 1
        try:
            if counting.get() is not None:
                return await self._drive(get)
            answer = await self._execute("GetItem", get.body())
        except StoreError as refusal:
            return await self._drive(get, refusal)
        finally:
            batcher.under_way -= 1
        if self._budget.is_spent:
            self._budget.succeed()
        try:
            return get.result(answer)
        except UNFIT as error:
            raise_unreadable(error, Request("GetItem", get.body()))

    async def _create(self, context: TableContext, codec: Codec[M], values: Mapping[str, Any]) -> M:
        """Create an item: what `run` does with a Create, without steps unless it is refused."""
        instance, body = self._creators.prepare(context, codec, values)
        if body is None or counting.get() is not None:
            return await self._drive(Create(context, codec, instance))
        try:
            await self._execute("PutItem", body)
        except StoreError as refusal:
            return await self._drive(Create(context, codec, instance), refusal)
        if self._budget.is_spent:
            self._budget.succeed()
        return instance

    def _sending(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """Give the method that runs the operation that `make` makes."""

        async def send(**options: Any) -> Any:
            return await self.run(make(**options))

        return send

    def transaction(self, *, token: str | None = None) -> AsyncTransactionBlock:
        """Collect writes in a block, and send them as one when it ends without an error."""
        from tavola.table.transactions import AsyncTransactionBlock

        return AsyncTransactionBlock([self], token)

    async def close(self) -> None:
        """Close the store."""
        await self.store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


async def _outcome(step: Await) -> Exception | None:
    """Wait for an async hook. What it raises is its own, never the refusal of a request."""
    try:
        await step.awaitable
    except Exception as error:  # noqa: BLE001 - raised again where the hook was called
        return error
    return None
