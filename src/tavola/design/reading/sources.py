"""Where the parts of a design stand in its files, for findings about the whole."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tavola.design.reading.yaml_tree import Node

__all__ = ["Sources", "TableSource"]


class TableSource(Struct, frozen=True):
    """Where a design describes one of its tables."""

    node: Node
    where: str
    """`table`, or `tables.scores`."""


class Sources(Struct, frozen=True):
    """The nodes of everything that has a name."""

    models: Mapping[str, Node]
    patterns: Mapping[str, Node]
    collections: Mapping[str, Node]
    tables: Mapping[str, TableSource]
    """By the tables' names."""

    def table_entry(self, table: str, *path: str) -> tuple[Node, str]:
        """Find the deepest node on a path within a table's description, and say where it is."""
        source = self.tables[table]
        node = source.node
        for key in path:
            node = node.entries.get(key, node)
        return node, ".".join((source.where, *path))
