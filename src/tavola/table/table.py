"""Tables. Here and in `async_table` operations meet stores, and nowhere else."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from tavola.errors import OperationError, StoreError
from tavola.model.model import Model
from tavola.operations.steps import Await, Operation, Request, Step, Wait
from tavola.operations.unreadable import UNFIT, advance, raise_unreadable
from tavola.table.base import BaseTable, counting, new_contexts
from tavola.table.result_pages import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random
    from types import TracebackType

    from tavola.codec.codec import Codec
    from tavola.operations.consumed_capacity import OperationCapacity
    from tavola.operations.context import TableContext
    from tavola.operations.read.get import Get
    from tavola.operations.read.iterate import Batch, Iterate, ScanTable
    from tavola.operations.read.mapping import Reach
    from tavola.operations.read.queries.query import Query
    from tavola.stores.opening import Location, StoreOptions
    from tavola.stores.store import Store
    from tavola.table.batchers.get_batcher import GetBatcher
    from tavola.table.transactions import TransactionBlock

M = TypeVar("M", bound=Model)
R = TypeVar("R")


class Table(BaseTable):
    """A table on a store. `run` is the whole data flow."""

    @cached_property
    def _execute(self) -> Callable[[str, dict[str, Any]], bytes]:
        return self.store.execute  # type: ignore[no-any-return]  # a Store

    @classmethod
    def open(
        cls,
        location: Location | Mapping[str, Location],
        *,
        table: str | None = None,
        clock: Callable[[], float] = time.time,
        rng: Random | None = None,
        cursor_key: bytes | None = None,
        store: Store | None = None,
        sleep: Callable[[float], None] = time.sleep,
        **store_options: Unpack[StoreOptions],
    ) -> Self:
        """Open "memory:", a path, or "dynamodb://REGION/TABLE".

        Several tables stand in one file; "dynamodb://REGION/prod-*" gives each its name after
        `prod-`, and {"scores": "dynamodb://REGION/high-scores", …} names every one.

        An embedded table is created and gets the indexes that it lacks; on DynamoDB nothing is
        changed (`tavola table` does that).
        """
        from tavola.stores.opening import (
            check_kind,
            is_dynamodb,
            locate_tables,
            open_store,
            refuse_options,
        )

        where, names = locate_tables(location, [one.name for one in cls.design.tables], table)
        if store is None:
            store, _ = open_store(where, clock=clock, **store_options)
        else:
            refuse_options(store_options)
            check_kind(store, cls.__name__, is_async=False)
        contexts = new_contexts(store, cls.design, names, clock, rng, cursor_key)
        opened = cls(store, contexts, cls._codecs_of_class(), sleep)
        if not is_dynamodb(where):
            from tavola.operations.tables.prepare import Prepare

            for context in contexts:
                opened.run(Prepare(context.design, context.table))
        return opened

    def run(self, operation: Operation[R]) -> R:
        """Drive any operation; observers of the store are given the name of its access pattern."""
        pattern: str | None = getattr(operation, "access_pattern", None)
        if pattern is None:
            return self._drive(operation)
        from tavola.stores.observing import naming

        with naming(pattern):
            return self._drive(operation)

    def _drive(self, operation: Operation[R], refused: StoreError | None = None) -> R:
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
                    answer = self._answer(step, counted)
                except StoreError as refusal:
                    refused = None
                    pause = self._context.backoff.pause_after(refusal, tries)
                    if pause is None:
                        from tavola.operations.remedies import explain_refusal

                        step = steps.throw(explain_refusal(refusal, step))
                        tries = 0
                    else:
                        self._sleep(pause)
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

    def _answer(self, step: Step, counted: OperationCapacity | None) -> Any:
        if isinstance(step, Wait):
            return self._sleep(step.seconds)
        if isinstance(step, Await):
            return _refuse(step)
        if counted is not None:
            return self._answer_counted(step, counted)
        if isinstance(step, Request):
            return self._execute(step.action, step.body)
        return self.store.execute_all([(part.action, part.body) for part in step])

    def _answer_counted(
        self, step: Request | tuple[Request, ...], counted: OperationCapacity
    ) -> Any:
        """Ask for the capacity that requests use, and add it up."""
        from tavola.wire.metering import with_capacity

        parts = (step,) if isinstance(step, Request) else step
        calls = [(part.action, with_capacity(part.action, part.body)) for part in parts]
        answers = self.store.execute_all(calls)
        for part, answer in zip(parts, answers, strict=True):
            counted.add(part, answer)
        return answers[0] if isinstance(step, Request) else answers

    def _read_page(self, query: Query[M] | Reach[M]) -> Page[M]:
        """Run a query and return its first page."""
        operation: Operation[Any] = query
        return Page(query, self.run(operation), self.run)

    def query(self, model: type[M], index: str, /, **arguments: Any) -> Page[M]:
        """Query a hand-written model by the index's name."""
        return self._read_page(self._query_plan(model, index, **arguments))

    def _iterate(self, first: Iterate[M] | ScanTable[M]) -> Iterator[M]:
        """Yield all items of an iteration, read as they are taken."""
        rest: Iterate[M] | ScanTable[M] | None = first
        while rest is not None:
            batch: Batch[M] = self.run(rest)
            yield from batch.items
            rest = batch.rest

    def _get(self, get: Get[M]) -> M | None:
        """Read an item: what `run` does with a get, without steps unless it is refused."""
        if counting.get() is not None:
            return self._drive(get)
        try:
            answer = self._execute("GetItem", get.body())
        except StoreError as refusal:
            return self._drive(get, refusal)
        if self._budget.is_spent:
            self._budget.succeed()
        try:
            return get.result(answer)
        except UNFIT as error:
            raise_unreadable(error, Request("GetItem", get.body()))

    def _create(self, context: TableContext, codec: Codec[M], values: Mapping[str, Any]) -> M:
        """Create an item: what `run` does with a Create, without steps unless it is refused."""
        instance, body = self._creators.prepare(context, codec, values)
        if body is None or counting.get() is not None:
            from tavola.operations.write.operations import Create

            return self._drive(Create(context, codec, instance))
        try:
            self._execute("PutItem", body)
        except StoreError as refusal:
            from tavola.operations.write.operations import Create

            return self._drive(Create(context, codec, instance), refusal)
        if self._budget.is_spent:
            self._budget.succeed()
        return instance

    def _sending(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """Give the method that runs the operation that `make` makes."""

        def send(**options: Any) -> Any:
            return self.run(make(**options))

        return send

    def batch(self) -> GetBatcher:
        """Collect gets in a block, and read them together when it ends."""
        from tavola.table.batchers.get_batcher import GetBatcher

        return GetBatcher(self.run)

    def transaction(self, *, token: str | None = None) -> TransactionBlock:
        """Collect writes in a block, and send them as one when it ends without an error."""
        from tavola.table.transactions import TransactionBlock

        return TransactionBlock([self], token)

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _refuse(step: Await) -> OperationError:
    """What a table answers to an async hook."""
    close = getattr(step.awaitable, "close", None)
    if close is not None:
        close()
    return OperationError("The hook is async, and this table is not. Use a plain function.")
