"""The workshop's models, written by hand on the library's base classes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from tavola.design.load import load_design
from tavola.model.model import auto, member
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


class Seats(Record, schema=DESIGN.models["Seats"]):
    """A capacity."""

    name: str
    total: int
    remaining: int


class Lease(Record, schema=DESIGN.models["Lease"]):
    """What one holds at a time."""

    name: str
    fence: int
    holder: str | None = None
    until: datetime | None = None


class RequestKey(Record, schema=DESIGN.models["RequestKey"]):
    """A request that may come twice."""

    key: str
    fingerprint: str
    state: str
    result: Any = None
    receipt: str | None = None
    until: datetime | None = None
    ttl: datetime | None = None


class Note(Record, schema=DESIGN.models["Note"]):
    """What may be deleted, and come back."""

    note_id: str
    title: str | None = None
    tags: set[str] = member()
    data: dict[str, Any] | None = None
    deleted_at: datetime | None = None
    deleted_by: str | None = None
    ttl: datetime | None = None


class BinnedNote(Record, schema=DESIGN.models["BinnedNote"]):
    """A note in the bin."""

    note_id: str
    deleted_at: datetime
    title: str | None = None
    tags: set[str] = member()
    data: dict[str, Any] | None = None
    deleted_by: str | None = None
    ttl: datetime | None = None


class Route(Record, schema=DESIGN.models["Route"]):
    """An address and the node that it leads to."""

    slug: str
    node: str
    is_redirect: bool
    is_fixed: bool | None = None


class Order(Record, schema=DESIGN.models["Order"]):
    """What goes from status to status."""

    order_id: str
    status: str
    changes: int = 0
    carrier: str | None = None


class OrderLog(Record, schema=DESIGN.models["OrderLog"]):
    """One move."""

    order_id: str
    number: int
    before: str
    after: str
    at: datetime
    by: str | None = None
    note: str | None = None


MODELS: tuple[Any, ...] = (
    *(Page, PageVersion, Job, DeadJob, Reminder, Tally),
    *(Seats, Lease, RequestKey, Note, BinnedNote, Route, Order, OrderLog),
)


class Workshop(Table):
    """The table for threads."""

    design = DESIGN
    models = MODELS


class AsyncWorkshop(AsyncTable):
    """The table for event loops."""

    design = DESIGN
    models = MODELS
