"""Where the parts of a design stand in its files, for findings about the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tavola.design.tree import Node

__all__ = ["Sources"]


@dataclass(frozen=True, slots=True)
class Sources:
    """The nodes of everything that has a name."""

    models: Mapping[str, Node]
    patterns: Mapping[str, Node]
    collections: Mapping[str, Node]
    table: Node
