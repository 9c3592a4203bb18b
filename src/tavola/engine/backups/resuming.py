"""Completes backups and restores that another process left unfinished."""

from __future__ import annotations

from collections import deque

from tavola.engine.backups.backup_records import all_backups
from tavola.engine.backups.copying import complete_backup, find_orphans
from tavola.engine.backups.restoring import complete_restore
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED
from tavola.engine.tables.moments import drop_moment

__all__ = ["resume_backups"]


def resume_backups(database: Database) -> None:
    """Finish what was begun, and remove what was deleted."""
    for record in all_backups(database):
        if record.status == "CREATING":
            deque(complete_backup(database, record, UNPACED), 0)
    for name in list(database.storage.refresh().tables):
        deque(complete_restore(database, name, UNPACED), 0)
    for number in find_orphans(database):
        deque(drop_moment(database, number, UNPACED), 0)
