"""Writes to single items: prepared, decided against what is stored, then stored.

PutItem, UpdateItem, DeleteItem, BatchWriteItem and TransactWriteItems are made of these. A write is
prepared outside the transaction, so that only `load`, `decide` and `store` run inside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from tavola.engine.database import Database
from tavola.engine.items.capacity_units import IndexEntry
from tavola.engine.items.item_keys import check_index_keys, check_key_attributes, check_key_bytes
from tavola.engine.items.vector_capacity import billed_size, changed_vector_bytes
from tavola.engine.items.vector_checks import check_vectors
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.large_items import decode_in_parts, let_go, takes_long
from tavola.engine.storage.rows import row_of
from tavola.engine.storage.storage import StorageTransaction
from tavola.engine.streams.change_records import Image, add_record, are_equal
from tavola.errors import ConditionFailed, ItemTooLarge, StoreError, ValidationFailed, undecoded
from tavola.expressions import CompiledUpdate, Condition
from tavola.values import MAX_ITEM_BYTES, MAX_NAME_BYTES, Item, check_name, item_size

__all__ = [
    "CHANGE_WEIGHT",
    "ConditionCheck",
    "DeleteWrite",
    "ItemWrite",
    "PutWrite",
    "UpdateWrite",
    "check_item_size",
    "decide_ahead",
    "decode",
    "encode",
    "store",
]

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(dict[str, Any]).decode
_BASE_COLUMNS = 5
# To decode an item, to measure and to write it takes as long as so many comparisons with it.
CHANGE_WEIGHT = 8


class _Ahead(Struct, frozen=True):
    """What was decided before the transaction, and on what."""

    data: bytes
    change_count: int
    refusal: StoreError | None


class _Aside(Struct, frozen=True):
    """What was found out of large items while they were decoded."""

    is_same: bool
    table_size: int


class ItemWrite(Struct, kw_only=True):
    """One write, or the check of a condition, on one item.

    A large item of a transaction is not held decoded once it is decided: `old` and `new` are None
    then, and `item_before` and `item_after` decode it again.
    """

    table: TableInfo
    key: Item
    pk: bytes
    sk: bytes
    condition: Condition | None = None
    shows_old: bool = False
    is_one_of_many: bool = False
    is_loaded: bool = False
    old: Item | None = None
    old_data: bytes = b""
    """Empty if no item was found."""
    old_size: int = 0
    new: Item | None = None
    new_data: bytes = b""
    """What `new` is encoded as, unless it came with the request."""
    new_size: int = 0
    row: tuple[Any, ...] = ()
    ahead: _Ahead | None = None
    aside: _Aside | None = None

    def load(self, tx: StorageTransaction) -> None:
        """Read what stands in the item's place."""
        self.is_loaded = True
        if self.ahead is not None:
            # Nothing was written since, or else nothing to this item.
            if tx.change_count() == self.ahead.change_count or tx.is_still(
                self.table, self.pk, self.sk, self.ahead.data
            ):
                return
            self.forget_ahead()
        entry = tx.get(self.table, self.pk, self.sk)
        if entry is not None:
            weight = 0 if self.condition is None else self.condition.weight
            tx.spend(len(entry[0]) * (CHANGE_WEIGHT + weight))
            self._take(entry)

    def _take(self, entry: tuple[bytes, int]) -> None:
        self.old_data, self.old_size = entry
        self.old = decode_in_parts(self.old_data)

    def decide(self) -> None:
        """Check the condition against what was loaded and work out what will stand there."""
        if self.ahead is None:
            self._work_out_and_set_aside()
        elif (refusal := self.ahead.refusal) is not None:
            self.ahead = None
            try:
                raise refusal
            finally:
                # A refusal holds the frames that it came through, and they are not to hold it.
                del refusal

    def decide_ahead(self, entry: tuple[bytes, int], change_count: int) -> None:
        """Decide on what stands in the item's place now; `load` sees whether it still does."""
        self._take(entry)
        refusal: StoreError | None = None
        try:
            self._work_out_and_set_aside()
        except StoreError as error:
            # The frames that it came through hold this write, which is to hold it.
            error.__traceback__ = None
            refusal = error
        self.ahead = _Ahead(entry[0], change_count, refusal)

    def forget_ahead(self) -> None:
        """Begin again: another item stands there."""
        self.ahead = self.aside = self.old = None
        self.old_data, self.old_size = b"", 0

    def _work_out_and_set_aside(self) -> None:
        if not self.is_one_of_many or not takes_long(self.old_data):
            self.work_out()
            return
        held = self.old or {}
        try:
            self.work_out()
            has_stream = self.table.stream is not None
            self.aside = _Aside(has_stream and self.is_same(), self.table_size)
        finally:
            self.old = None
            if self.new_data:
                self.new = None
            let_go(held)

    def work_out(self) -> None:
        """Check the condition against what is held of the item, and make what will stand there."""
        if self.condition is not None and not self.condition.matches(self.old or {}):
            raise ConditionFailed(item=self._shown() if self.shows_old else None)

    def _shown(self) -> Mapping[str, Mapping[str, Any]] | None:
        if self.is_one_of_many and takes_long(self.old_data):
            return undecoded(self.old_data)
        return self.old

    def item_before(self) -> Item | None:
        """Return the item that was found, None if there was none."""
        if self.old is None and self.old_data:
            return decode_in_parts(self.old_data)
        return self.old

    def item_after(self) -> Item | None:
        """Return the item that will stand there, None if there will be none."""
        if self.new is None and self.new_data:
            return decode_in_parts(self.new_data)
        return self.new

    def data_after(self) -> bytes:
        """Return the bytes of the item that will stand there, none if there will be none."""
        if self.new_data or self.new is None:
            return self.new_data
        data: bytes = self.row[2]
        return data

    def is_same(self) -> bool:
        """Return whether the item that will stand there is the one that was found."""
        if self.aside is not None:
            return self.aside.is_same
        if self.old_data == self.data_after():
            return True
        return are_equal(self.item_before(), self.item_after())

    def store(self, tx: StorageTransaction) -> None:
        """Write the row."""
        tx.put(self.table, self.row, is_new=self.is_loaded and not self.old_data)

    @property
    def table_size(self) -> int:
        """The bytes that count for the table's write units: the larger of before and after."""
        if self.aside is not None:
            return self.aside.table_size
        if self.table.vector_indexes:
            return max(
                billed_size(self.table, self.item_before(), self.old_size),
                billed_size(self.table, self.item_after(), self.new_size),
            )
        return max(self.old_size, self.new_size)

    def index_entries(self) -> dict[str, tuple[IndexEntry | None, IndexEntry | None]]:
        """Return each index's entry before and after."""
        if not self.table.indexes:
            return {}
        before = _entries(self.table, self.item_before(), self.old_data, self.old_size)
        after = _entries(self.table, self.item_after(), b"", self.new_size)
        return {name: (before.get(name), after.get(name)) for name in self.table.indexes}

    def vector_bytes(self) -> dict[str, float]:
        """Return the bytes of each vector index that the write changes."""
        if not self.table.vector_indexes:
            return {}
        return changed_vector_bytes(self.table, self.item_before(), self.item_after())


class PutWrite(ItemWrite, kw_only=True):
    """Replaces the whole item."""

    @classmethod
    def prepare(cls, table: TableInfo, item: Item, size: int) -> PutWrite:
        """Check an item's keys and make its row."""
        check_key_attributes(table, item)
        row = row_of(table, item, encode(item), size)
        check_key_bytes(table, row[0], row[1])
        if table.indexes:
            check_index_keys(table, item)
        if table.vector_indexes:
            check_vectors(table, item)
        return cls(table=table, key=item, pk=row[0], sk=row[1], new=item, new_size=size, row=row)


class DeleteWrite(ItemWrite, kw_only=True):
    """Removes the item, if it is there."""

    def store(self, tx: StorageTransaction) -> None:
        """Delete the row."""
        tx.delete(self.table, self.pk, self.sk)


class ConditionCheck(ItemWrite, kw_only=True):
    """Only checks the condition, as part of a transaction."""

    def work_out(self) -> None:
        """Check the condition; a hundred large items are not kept at once."""
        ItemWrite.work_out(self)
        self.old, self.old_data = None, b""

    def store(self, tx: StorageTransaction) -> None:
        """Leave everything as it is."""

    @property
    def table_size(self) -> int:
        """The bytes of the item that was looked at."""
        return self.old_size

    def index_entries(self) -> dict[str, tuple[IndexEntry | None, IndexEntry | None]]:
        """Return nothing: no index changes."""
        return {}

    def vector_bytes(self) -> dict[str, float]:
        """Return nothing: no vector index changes."""
        return {}


class UpdateWrite(ItemWrite, kw_only=True):
    """Changes attributes, making the item if there is none."""

    update: CompiledUpdate | None = None

    def check_attributes(self) -> None:
        """Refuse an update of the primary key."""
        if self.update is None:
            return
        for name in self.table.key_attributes:
            if name in self.update.attributes:
                raise ValidationFailed(
                    "One or more parameter values were invalid: Cannot update attribute "
                    f"{name}. This attribute is part of the key"
                )
        for index in self.table.indexes.values():
            for name in index.key_attributes:
                if name in self.update.nested:
                    raise ValidationFailed(
                        "Key attributes must be scalars; list random access '[]' and map lookup "
                        f"'.' are not allowed: IndexKey: {name}"
                    )

    def store(self, tx: StorageTransaction) -> None:
        """Write the row, if there is one."""
        if self.row:
            ItemWrite.store(self, tx)

    def forget_ahead(self) -> None:
        """Begin again: another item stands there."""
        ItemWrite.forget_ahead(self)
        self.new, self.new_data, self.new_size, self.row = None, b"", 0, ()

    def work_out(self) -> None:
        """Check the condition, then apply the update."""
        ItemWrite.work_out(self)
        item = self.old or {}
        if self.old is None and self.update is not None and not self.update.makes_items:
            # DynamoDB: what only removes attributes makes no item.
            self.update.apply(item)
            return
        if self.update is not None:
            item = self.update.apply(item)
        if self.old is None:
            item = {**self.key, **item}
        if self.table.indexes:
            check_index_keys(self.table, item, is_update=True)
        if self.table.vector_indexes:
            check_vectors(self.table, item, self.old or {})
        size = item_size(item)
        if size > MAX_ITEM_BYTES:
            raise ItemTooLarge("Item size to update has exceeded the maximum allowed size")
        self.new, self.new_data, self.new_size = item, encode(item), size
        self.row = row_of(self.table, item, self.new_data, size)


def decide_ahead(database: Database, writes: Iterable[ItemWrite]) -> None:
    """Decide before the transaction, if that would keep all others out of memory meanwhile."""
    if not database.is_apart:
        return
    for write in writes:
        with database.storage.alone_in_memory():
            entry = database.storage.get(write.table, write.pk, write.sk)
            change_count = database.storage.transaction().change_count()
        if entry is not None:
            write.decide_ahead(entry, change_count)


def store(database: Database, tx: StorageTransaction, write: ItemWrite) -> None:
    """Store a write, with its stream record and what indexes that lag on purpose still show."""
    if database.is_apart:
        database.check_current(write.table)
    if write.table.local_indexes:
        growth = write.new_size - write.old_size
        key = (write.pk, write.sk)
        database.collection_limit.check(tx, write.table, key, write.new_size, growth)
    faults = database.faults
    if faults is not None and faults.is_lagging:
        entry = tx.get(write.table, write.pk, write.sk)
        faults.remember(write.table.name, (write.pk, write.sk), entry)
    if write.table.stream is not None and not isinstance(write, ConditionCheck):
        if not write.old_data:
            # A write without a condition has not looked yet.
            write.load(tx)
        if not write.is_same():
            before = Image(write.old_data, write.old_size) if write.old_data else None
            data = write.data_after()
            after = Image(data, write.new_size) if data else None
            add_record(database, tx, write.table, before, after)
    write.store(tx)


def check_item_size(item: Item, size: int) -> None:
    """Refuse an item past 400 KB, and names that are too long in one that may have them."""
    if size > MAX_ITEM_BYTES:
        raise ItemTooLarge("Item size has exceeded the maximum allowed size")
    if size > MAX_NAME_BYTES:
        for name in item:
            check_name(name)


def _entries(
    table: TableInfo, item: Mapping[str, Any] | None, data: bytes, size: int
) -> dict[str, IndexEntry]:
    """Return the entries of an item in the indexes that hold it."""
    if item is None:
        return {}
    row = row_of(table, dict(item), data, size)
    entries: dict[str, IndexEntry] = {}
    start = _BASE_COLUMNS
    for key in table.index_keys:
        columns = row[start : start + len(key.index.columns)]
        start += len(columns)
        if columns[0] is None:
            continue
        if key.index.is_projected:
            entries[key.index.name] = IndexEntry(columns[:2], decode(columns[2]), columns[3])
        else:
            entries[key.index.name] = IndexEntry(columns, item, size)
    return entries
