"""Where the parts of a design stand in its files, for findings about the whole."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tavola.design.tree import Node

__all__ = ["Sources"]


class Sources(Struct, frozen=True):
    """The nodes of everything that has a name."""

    models: Mapping[str, Node]
    patterns: Mapping[str, Node]
    collections: Mapping[str, Node]
    table: Node
