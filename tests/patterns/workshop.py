"""The workshop's models, written by hand on the library's base classes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tavola.design.load import load_design
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


MODELS: tuple[Any, ...] = (Page, PageVersion)


class Workshop(Table):
    """The table for threads."""

    design = DESIGN
    models = MODELS


class AsyncWorkshop(AsyncTable):
    """The table for event loops."""

    design = DESIGN
    models = MODELS
