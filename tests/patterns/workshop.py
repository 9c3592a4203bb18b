"""The workshop's models, written by hand on the library's base classes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from tavola.design.load import load_design
from tavola.model.model import auto
from tavola.table import AsyncTable, Record, Table

DESIGN = load_design(Path(__file__).parent / "workshop.yaml")


class Page(Record, schema=DESIGN.models["Page"]):
    """The latest version of a page."""

    page_id: str
    version: int
    title: str | None = None
    blocks: list[Any] | None = None
    views: int = 0


class PageVersion(Record, schema=DESIGN.models["PageVersion"]):
    """An earlier version of a page."""

    page_id: str
    version: int
    title: str | None = None
    blocks: list[Any] | None = None


class Job(Record, schema=DESIGN.models["Job"]):
    """A message of a queue, and of an outbox."""

    job_id: str = auto()
    shard: int = 0
    of_tenant: str | None = None
    body: Any = None
    receives: int = 0
    until: datetime | None = None
    receipt: str | None = None


class DeadJob(Record, schema=DESIGN.models["DeadJob"]):
    """A message that nobody could handle."""

    job_id: str
    reason: str
    died_at: datetime
    shard: int = 0
    of_tenant: str | None = None
    body: Any = None
    receives: int = 0


class Reminder(Record, schema=DESIGN.models["Reminder"]):
    """A message that is due at some time."""

    due_at: datetime
    name: str
    shard: int = 0
    receives: int = 0
    until: datetime | None = None
    receipt: str | None = None


class Tally(Record, schema=DESIGN.models["Tally"]):
    """What effects are counted in."""

    name: str
    count: int = 0


MODELS: tuple[Any, ...] = (Page, PageVersion, Job, DeadJob, Reminder, Tally)


class Workshop(Table):
    """The table for threads."""

    design = DESIGN
    models = MODELS


class AsyncWorkshop(AsyncTable):
    """The table for event loops."""

    design = DESIGN
    models = MODELS
