"""Deletes what has expired, by each table's time-to-live attribute."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from tavola.engine.database import Database
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StaleCatalog
from tavola.engine.streams.change_records import Image, add_record
from tavola.errors import StoreError

__all__ = ["Sweeper", "sweep"]

_ITEMS_PER_STEP: Final = 200
# DynamoDB: a time to live more than five years in the past is taken for a mistake, not an expiry.
# Developer guide, time-to-live-ttl-before-you-start.
_OLDEST_SECONDS: Final = 5 * 365 * 24 * 60 * 60


class Sweeper:
    """Sweeps periodically in a thread of its own, until it is stopped."""

    def __init__(self, sweep_once: Callable[[], int], pause_seconds: float) -> None:
        self._sweep_once = sweep_once
        self._pause = pause_seconds
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tavola-sweeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the sweep that is under way, if one is."""
        self._is_stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_stopped.wait(self._pause):
            try:
                self._sweep_once()
            except StoreError:
                # What is left over is found by the next sweep.
                continue


def sweep(database: Database, now: float) -> int:
    """Delete every expired item, in short transactions; return their number."""
    deleted = 0
    for table in list(database.storage.refresh().tables.values()):
        while table.ttl_attribute is not None:
            try:
                step = _sweep_step(database, table, int(now))
            except StaleCatalog:
                # The next sweep sees the tables as they are then.
                break
            deleted += step
            if step < _ITEMS_PER_STEP:
                break
    return deleted


def _sweep_step(database: Database, table: TableInfo, now: int) -> int:
    bounds = (now - _OLDEST_SECONDS, now, _ITEMS_PER_STEP)
    if not database.storage.total(table.statements.expired, (*bounds[:2], 1)):
        return 0
    with database.storage.transaction() as tx:
        keys = tx.run(table.statements.expired, bounds)
        for pk, sk in keys:
            entry = None if table.stream is None else tx.get(table, pk, sk)
            if entry is not None:
                add_record(database, tx, table, Image(*entry), None, is_expiry=True)
            tx.delete(table, pk, sk)
    return len(keys)
