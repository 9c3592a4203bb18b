"""The line by which a file is known as an export, in formats with comments."""

from __future__ import annotations

from tavola.design import Design

__all__ = ["written_by_export"]


def written_by_export(design: Design, form: str) -> str:
    """Say in a comment what the file is, and where it comes from."""
    tables = "tables" if design.more_tables else "table"
    return (
        f"# The {tables} of the design {design.name}, written by tavola export --format {form}.\n"
    )
