"""A table whose design changes, as commands reach it: in a file, or on a service."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tavola.cli import main
from tavola.design.load import load_design
from tavola.table import Table
from tavola.table.dynamic import table_class
from tests.reference.engines import SERVICES
from tests.table.stores import Home, Item, scan_raw

where_commands_reach = pytest.mark.parametrize("home", ["file", "http", *SERVICES], indirect=True)
"""Everywhere but in the memory of the test's own process."""


@dataclass(frozen=True)
class Changing:
    """A table, and the folder with its design before and after a change."""

    home: Home
    folder: Path
    table: str

    @classmethod
    def of(cls, home: Home, folder: Path, before: str, after: str) -> Changing:
        """Write both designs, and make the table as it was before."""
        (folder / "before.yaml").write_text(before)
        (folder / "after.yaml").write_text(after)
        kind = table_class(load_design(folder / "before.yaml"))
        # A location names the table of a service; in a file it is the design that names it.
        opened = home.empty(kind) if home.is_shared else home.open(kind, kind.design.table.name)
        return cls(home, folder, opened.table_name)

    def write_after(self, text: str) -> None:
        """Let the design become another one."""
        (self.folder / "after.yaml").write_text(text)

    def open(self, version: str = "after") -> Table:
        """Open the table by its design before or after."""
        return self.home.open(table_class(load_design(self.folder / f"{version}.yaml")), self.table)

    def items(self) -> list[Item]:
        """Read all items, by their keys."""
        found = scan_raw(self.open(), ConsistentRead=True)
        return sorted(found, key=lambda item: str(item["_pk"]))

    @property
    def location(self) -> str:
        """What commands take for --store."""
        return self.home.address.replace("?", f"/{self.table}?")

    def reindex(self, *options: str) -> int:
        """Run the command with the design after."""
        design = str(self.folder / "after.yaml")
        return main(["reindex", design, "--store", self.location, *options])

    def update(self) -> int:
        """Let `tavola table` make the table what the design after says."""
        design = str(self.folder / "after.yaml")
        return main(["table", "update", design, "--store", self.location, "--yes"])
