"""Transactions: writes collected in a block, sent as one when it ends well."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from tavola.errors import OperationError
from tavola.model.field_expressions import Change
from tavola.model.model import Model, owner_of
from tavola.operations.explain import Explanation
from tavola.operations.filters import Filter, as_expr
from tavola.operations.write.instances import loaded_key, loaded_version, set_automatic
from tavola.operations.write.operations import Update, Write
from tavola.operations.write.transaction import Check, Transaction
from tavola.table.base import BaseTable
from tavola.table.internals import codec_of, context_of, reaches

M = TypeVar("M", bound=Model)


class WriteCollector:
    """Writes of one transaction, in order."""

    def __init__(self, tables: Sequence[BaseTable], token: str | None) -> None:
        self._tables = tables
        self._token = token
        self._writes: list[Write[Any]] = []
        self._is_finished = False
        _check_one_store(tables)

    def _table(self, model: type[Model]) -> BaseTable:
        """The table that a new item of a model goes to."""
        known = {model, owner_of(model)}
        found = [table for table in self._tables if not known.isdisjoint(table.models)]
        # Of two tenants' tables, or a tenant's and `untenanted`, only one may be meant.
        found = [table for table in found if reaches(table, model)] or found[:1]
        if len(found) == 1:
            return found[0]
        if found:
            raise OperationError(
                f"{model.__name__} is a model of {len(found)} tables of this transaction. "
                "Say which: tx.add(table.handle.plan.add(instance))."
            )
        names = ", ".join(type(table).__name__ for table in self._tables)
        raise OperationError(f"{model.__name__} is not a model of {names}.")

    def _table_of(self, instance: Model) -> BaseTable:
        """The table that an instance was read from."""
        owner: BaseTable | None = getattr(instance, "_table", None)
        if owner is None:
            return self._table(type(instance))
        codec = codec_of(owner, type(instance))
        belongs = context_of(owner, codec)
        for table in self._tables:
            is_same = context_of(table, codec).is_same(belongs)
            if is_same and (table is owner or reaches(table, type(instance))):
                return table
        raise OperationError(
            f"{type(instance).__name__}: the instance belongs to {belongs}, which is not "
            "part of this transaction. Use tavola.transaction with both tables."
        )

    def add(self, write: Write[Any]) -> None:
        """Add a planned write: `tx.add(db.user.plan.update(…))`."""
        if self._is_finished:
            raise OperationError(
                "The transaction is already finished. Add writes before its block ends."
            )
        _check_write(write)
        if not write.context.is_on_store_of(context_of(self._tables[0])):
            raise OperationError(
                f"transaction: {write.context} is on another store. "
                "Plan the write on one of the transaction's tables."
            )
        self._writes.append(write)

    def create(self, instance: M) -> M:
        """Create an instance that was made by hand; its id and dates are set at once."""
        table = self._table(type(instance))
        plan = table.plans(type(instance)).add(instance)
        set_automatic(plan.context, instance)
        self.add(plan)
        return instance

    def put(self, instance: M, *, condition: Filter | None = None) -> M:
        """Write an instance whole, whatever stood there."""
        plans = self._table(type(instance)).plans(type(instance))
        self.add(plans.put(instance, condition=condition))
        return instance

    def save(self, instance: M, *, condition: Filter | None = None) -> M:
        """Write what an instance has changed when the block ends, or nothing."""
        plans = self._table_of(instance).plans(type(instance))
        self.add(plans.save(instance, condition=condition))
        return instance

    def update(self, instance: M, *changes: Change, condition: Filter | None = None) -> M:
        """Change an instance's item; the instance itself shows it after a refresh."""
        table = self._table_of(instance)
        codec = codec_of(table, type(instance))
        self.add(
            Update(
                context_of(table, codec),
                codec,
                loaded_key(codec, instance, "updated"),
                changes,
                as_expr(codec, condition),
                loaded_version(codec, instance),
            )
        )
        return instance

    def delete(self, instance: M, *, condition: Filter | None = None) -> M:
        """Delete an instance's item."""
        plans = self._table_of(instance).plans(type(instance))
        self.add(plans.remove(instance, condition=condition))
        return instance

    def check(self, instance: Model, condition: Filter) -> None:
        """Check an item that the transaction does not write."""
        table = self._table_of(instance)
        codec = codec_of(table, type(instance))
        self._check(table, type(instance), loaded_key(codec, instance, "checked"), condition)

    def check_key(self, model: type[Model], key: dict[str, Any], condition: Filter) -> None:
        """Check an item by its key: values by the fields' own or Python names."""
        table = self._table(model)
        codec = codec_of(table, model)
        fields = {codec.field(name): value for name, value in key.items()}
        values = {
            field.name: field.check_type(model.__name__, value) for field, value in fields.items()
        }
        self._check(table, model, values, condition)

    def _check(
        self, table: BaseTable, model: type[Model], key: dict[str, Any], condition: Filter
    ) -> None:
        codec = codec_of(table, model)
        expr = as_expr(codec, condition)
        if expr is None:
            raise OperationError(f"{model.__name__}.check: no condition is given. Give one.")
        self.add(Check(context_of(table, codec), codec, key, expr))

    def explain(self) -> Explanation:
        """Show what the writes that were added so far would send and cost; nothing is sent."""
        return Transaction(context_of(self._tables[0]), tuple(self._writes), self._token).explain()

    def _begun(self) -> Self:
        self._is_finished = False
        return self

    def _operation(self) -> Transaction:
        """Take the writes; a block that is entered again begins afresh."""
        self._is_finished = True
        writes, self._writes = tuple(self._writes), []
        return Transaction(context_of(self._tables[0]), writes, self._token)


def _check_write(planned: object) -> None:
    if not isinstance(planned, Write):
        raise OperationError(
            f"transaction: {type(planned).__name__} is not a single-item write. "
            "Add a planned create, put, save, update, upsert or delete."
        )


def _check_one_store(tables: Sequence[BaseTable]) -> None:
    if not tables:
        raise OperationError("transaction: no table is given. Give at least one.")
    first = context_of(tables[0])
    if not all(context_of(table).is_on_store_of(first) for table in tables):
        raise OperationError(
            "transaction: the tables are on different stores. "
            "Open both on one file, or the second one with store=first.store."
        )


class TransactionBlock(WriteCollector):
    """A block whose writes are sent together when it ends without an error."""

    def __enter__(self) -> Self:
        return self._begun()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        operation = self._operation()
        if kind is None:
            runner: Any = self._tables[0]
            runner.run(operation)


class AsyncTransactionBlock(WriteCollector):
    """The same for `async with`."""

    async def __aenter__(self) -> Self:
        return self._begun()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        operation = self._operation()
        if kind is None:
            runner: Any = self._tables[0]
            await runner.run(operation)
