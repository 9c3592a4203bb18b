"""Statements that write, as writes of single items; the WHERE becomes key and condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tavola.engine.database import Database
from tavola.engine.items import writes
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.writes import ItemWrite, check_item_size
from tavola.engine.partiql.statements import (
    DeleteStatement,
    ExistsStatement,
    InsertStatement,
    Returning,
    UpdateStatement,
)
from tavola.engine.partiql.where_keys import ItemKey, StatementFault, find_item_key
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StorageTransaction
from tavola.errors import AlreadyExists
from tavola.expressions import CompiledUpdate, Condition
from tavola.expressions.checking.check_update import actions_of
from tavola.expressions.paths import resolve_path
from tavola.expressions.project import compile_paths
from tavola.expressions.update import compile_update
from tavola.values import Item, Value, item_size

__all__ = ["WriteStatement", "prepare_write", "returned_attributes"]

WriteStatement = InsertStatement | UpdateStatement | DeleteStatement | ExistsStatement

_EXISTS_NEEDS_CONDITION: Final = (
    "EXISTS() must contain a single item read with additional condition"
)


class InsertWrite(writes.PutWrite, kw_only=True):
    """Adds an item where there is none."""

    ignores_conflict: bool = False

    def decide_ahead(self, entry: tuple[bytes, int], change_count: int) -> None:
        """Leave it to the transaction: whether there is an item is soon seen."""

    def load(self, tx: StorageTransaction) -> None:
        """See whether there is an item; it is decoded when it is asked for."""
        self.is_loaded = True
        self.old_data, self.old_size = tx.get(self.table, self.pk, self.sk) or (b"", 0)

    def work_out(self) -> None:
        """Refuse to replace an item, or leave it as it is."""
        if not self.old_data:
            return
        if not self.ignores_conflict:
            raise AlreadyExists(
                "Duplicate primary key exists in table", code="DuplicateItemException"
            )
        self.new, self.new_data, self.new_size = None, self.old_data, self.old_size

    def store(self, tx: StorageTransaction) -> None:
        """Write the row, if there was none."""
        if not self.old_data:
            tx.put(self.table, self.row)


def prepare_write(
    database: Database, statement: WriteStatement, *, shows_old: bool = False
) -> ItemWrite:
    """Make the write of a statement; it is decided and stored as any other."""
    table = database.table(statement.table)
    match statement:
        case InsertStatement():
            return _prepare_insert(table, statement)
        case ExistsStatement(select):
            where, values = select.where, select.values
        case (
            UpdateStatement(where=where, values=values)
            | DeleteStatement(where=where, values=values)
        ):
            pass
    found = find_item_key(table, where, values)
    pk, sk = check_key(table, found.key)
    common: dict[str, Any] = {"table": table, "key": found.key, "pk": pk, "sk": sk}
    condition = _condition(statement, found, values)
    if isinstance(statement, UpdateStatement):
        update = _update(statement)
        write = writes.UpdateWrite(
            **common, condition=condition, shows_old=shows_old, update=update
        )
        write.check_attributes()
        return write
    made = writes.DeleteWrite if isinstance(statement, DeleteStatement) else writes.ConditionCheck
    return made(**common, condition=condition, shows_old=shows_old)


def _prepare_insert(table: TableInfo, statement: InsertStatement) -> ItemWrite:
    size = item_size(statement.item)
    check_item_size(statement.item, size)
    put = writes.PutWrite.prepare(table, statement.item, size)
    return InsertWrite(
        table=table,
        key=put.key,
        pk=put.pk,
        sk=put.sk,
        new=put.new,
        new_size=put.new_size,
        row=put.row,
        ignores_conflict=statement.ignores_conflict,
    )


def _condition(
    statement: WriteStatement, found: ItemKey, values: Mapping[str, Value]
) -> Condition | None:
    """Return what must hold: an update needs its item, a deletion does not."""
    if isinstance(statement, ExistsStatement) and found.rest is None:
        raise StatementFault(_EXISTS_NEEDS_CONDITION)
    rest: Callable[[Mapping[str, Value]], bool] = bool
    weight = 1
    if found.rest is not None:
        condition = Condition.of_tree(found.rest, values, frozenset())
        rest, weight = condition.matches, condition.weight
    if isinstance(statement, DeleteStatement):
        return Condition(lambda item: not item or rest(item), frozenset(), weight=weight)
    return Condition(lambda item: bool(item) and rest(item), frozenset(), weight=weight)


def _update(statement: UpdateStatement) -> CompiledUpdate:
    tree = statement.update
    paths = [resolve_path(action.path, {}) for _, action in actions_of(tree)]
    return CompiledUpdate(
        partial(compile_update(tree, {}), statement.values),
        frozenset(str(path[0]) for path in paths),
        compile_paths(paths),
    )


def returned_attributes(returning: Returning | None, write: ItemWrite) -> Item | None:
    """Return what RETURNING asks for, None if it does not ask or there is nothing."""
    if returning is None:
        return None
    item = write.item_before() if returning.endswith("OLD") else write.item_after()
    if returning.startswith("MODIFIED") and isinstance(write, writes.UpdateWrite) and write.update:
        item = write.update.touched(item or {})
    return dict(item) if item else None
