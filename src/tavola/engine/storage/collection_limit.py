"""Keeps the items of one partition key below their limit, in tables with local indexes.

Adding up a collection reads all of it, so it is done seldom: not while the whole file is smaller
than one collection may be, and then not before as much was written as there was room for.
"""

from __future__ import annotations

from typing import Final

from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StorageTransaction
from tavola.errors import CollectionTooLarge

__all__ = ["FILE_BYTES", "MAX_COLLECTION_BYTES", "CollectionLimit"]

# DynamoDB: 10 GB for the items of one partition key. Developer guide, LSI.ItemCollections.
MAX_COLLECTION_BYTES: Final = 10 << 30
FILE_BYTES: Final = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
"""More than all items: what is stored of one is longer than its size by DynamoDB's rules."""
_MAX_REMEMBERED: Final = 100_000


class CollectionLimit:
    """What collections may still grow by, as far as this process knows.

    # DynamoDB: the limit is enforced by an estimate, and what does not grow a collection is always
    # allowed. Developer guide, LSI.ItemCollections.SizeLimit.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._file_headroom = 0
        self._headroom: dict[tuple[int, bytes], int] = {}

    def check(
        self,
        tx: StorageTransaction,
        table: TableInfo,
        key: tuple[bytes, bytes],
        size: int,
        growth: int,
    ) -> None:
        """Refuse an item of `size` bytes if its collection has no room for it.

        `growth` is what the collection grows by, or more if the item before was not looked at.
        """
        if growth <= 0:
            return
        self._file_headroom -= growth
        if self._file_headroom >= 0:
            return
        ((file_bytes,),) = tx.run(FILE_BYTES)
        self._file_headroom = self._max_bytes - file_bytes - growth
        if self._file_headroom < 0:
            self._check_collection(tx, table, key, size, growth)

    def _check_collection(
        self,
        tx: StorageTransaction,
        table: TableInfo,
        key: tuple[bytes, bytes],
        size: int,
        growth: int,
    ) -> None:
        collection = (table.id, key[0])
        headroom = self._headroom.get(collection, 0) - growth
        if headroom < 0:
            _, before = tx.get(table, *key) or (b"", 0)
            if size <= before:
                return
            ((total,),) = tx.run(table.statements.collection_size, key[:1])
            headroom = self._max_bytes - int(total) + before - size
            if headroom < 0:
                raise CollectionTooLarge("Collection size exceeded.")
        if len(self._headroom) >= _MAX_REMEMBERED:
            self._headroom.clear()
        self._headroom[collection] = headroom
