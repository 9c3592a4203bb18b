"""The handbook's models, written by hand on the library's base classes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from tavola.design.load import load_design
from tavola.table import AsyncTable, Record, Table

DESIGN = load_design(Path(__file__).parent / "handbook.yaml")


class Handbook(Record, schema=DESIGN.models["Handbook"]):
    """What editions belong to."""

    name: str
    last_version: int = 0


class Edition(Record, schema=DESIGN.models["Edition"]):
    """A version; it has no TtlField."""

    name: str
    version: int
    status: str
    text: str | None = None
    rev: int = 0
    published_at: datetime | None = None
    published_by: str | None = None
    first_published_at: datetime | None = None


class Current(Record, schema=DESIGN.models["Current"]):
    """The marker."""

    name: str
    version: int
    sequence: int = 0
    published_at: datetime | None = None
    published_by: str | None = None


class Release(Record, schema=DESIGN.models["Release"]):
    """The log."""

    name: str
    sequence: int
    action: str
    version: int
    published_at: datetime
    published_by: str
    previous: int | None = None


MODELS: tuple[Any, ...] = (Handbook, Edition, Current, Release)


class Handbooks(Table):
    """The table for threads."""

    design = DESIGN
    models = MODELS


class AsyncHandbooks(AsyncTable):
    """The table for event loops."""

    design = DESIGN
    models = MODELS


def draft(version: int) -> Edition:
    """A draft of the handbook `staff`."""
    return Edition(name="staff", version=version, status="draft", text=f"e{version}", rev=1)
