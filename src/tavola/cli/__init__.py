"""The tavola command: check, generate, serve, table, export, reindex."""

from __future__ import annotations


def main(argv: list[str] | None = None) -> int:
    """Run the tavola command."""
    del argv
    return 0
