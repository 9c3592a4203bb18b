"""Deletes what has expired, by each table's time-to-live attribute."""

from __future__ import annotations

from typing import Final

from tavola.engine.catalog import TableInfo
from tavola.engine.database import Database
from tavola.engine.storage import StaleCatalog

__all__ = ["sweep"]

_ITEMS_PER_STEP: Final = 200
# DynamoDB: a time to live more than five years in the past is taken for a mistake, not an expiry.
# Developer guide, time-to-live-ttl-before-you-start.
_OLDEST_SECONDS: Final = 5 * 365 * 24 * 60 * 60


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
            tx.delete(table, pk, sk)
    return len(keys)
