"""A design's table on a store, for one command: opened by its generated module, as users do it."""

from __future__ import annotations

import argparse
import linecache
import os
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct

from tavola.design.load import load_design
from tavola.design.schema import Design, ModelSchema, TableSettings
from tavola.errors import OperationError, TableNotFound
from tavola.generate.module import generate_module
from tavola.stores.opening import is_dynamodb, open_store

__all__ = ["Session", "add_design", "add_store", "check_there", "load_module", "open_session"]

STORE_VARIABLE = "TAVOLA_STORE"


def add_design(parser: argparse.ArgumentParser) -> None:
    """Add the argument that every command begins with."""
    parser.add_argument("design", metavar="DESIGN", help="a design file, or a directory of them")


def add_store(parser: argparse.ArgumentParser, *, has_tenant: bool = True) -> None:
    """Add where the items are, and whose."""
    usual = os.environ.get(STORE_VARIABLE)
    parser.add_argument(
        "--store",
        metavar="URL",
        default=usual,
        required=usual is None,
        help="a file of the embedded engine, or dynamodb://REGION/TABLE?endpoint=URL"
        f" (default: ${STORE_VARIABLE})",
    )
    if has_tenant:
        parser.add_argument("--tenant", metavar="ID", help="whose items, in a design with tenants")


class Session(Struct, frozen=True):
    """An open table, and the design that it follows."""

    design: Design
    module: ModuleType
    """The module that `tavola generate` would write for the design."""
    db: Any
    """Its table, for the tenant that was named."""
    tenant: str | None = None

    def model(self, name: str) -> ModelSchema:
        """Find a model by its name, in capitals or not."""
        by_name = {known.lower(): schema for known, schema in self.design.models.items()}
        found = by_name.get(name.lower())
        if found is None:
            raise OperationError(
                f"{name}: the design has no such model.{_hint(name, self.design.models)}"
            )
        return found

    def table(self, name: str | None) -> TableSettings:
        """Find one of the design's tables; where there are several it must be named."""
        tables = {table.name: table for table in self.design.tables}
        if name is None and len(tables) == 1:
            return self.design.table
        if name not in tables:
            given = f"--table {name}: " if name else ""
            raise OperationError(
                f"{given}the design has the tables {', '.join(tables)}. Say which: --table NAME."
            )
        return tables[name]

    def handle(self, model: ModelSchema) -> Any:
        """Give the handle of a model: `db.post`."""
        if self.design.has_tenancy and not model.is_tenanted:
            return getattr(self.db.untenanted, model.handle)
        if model.is_tenanted and self.tenant is None:
            raise OperationError(f"{model.name} belongs to a tenant. Say whose: --tenant ID.")
        return getattr(self.db, model.handle)

    def fields(self, model: ModelSchema) -> Any:
        """Give what conditions and changes of a model are made of: `Post.fields`."""
        return getattr(self.module, model.name).fields


def _hint(name: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(name, known, n=1)
    return f" Did you mean {near[0]}?" if near else f" It has {', '.join(known)}."


@contextmanager
def open_session(args: argparse.Namespace) -> Generator[Session]:
    """Open the table that a command names; it must be there."""
    design = load_design(args.design)
    check_there(args.store, [table.name for table in design.tables])
    module = load_module(design, Path(args.design).name)
    with getattr(module, design.name).open(args.store) as db:
        scoped = db if args.tenant is None else db.tenant(args.tenant)
        yield Session(design, module, scoped, args.tenant)


def load_module(design: Design, source: str) -> ModuleType:
    """Make the module that `tavola generate` would write, without a file."""
    text = generate_module(design, source=source, output="models.py")
    name = f"<tavola generate {source}>"
    module = ModuleType(f"{design.table.name.replace('-', '_').replace('.', '_')}_models")
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), module.__dict__)  # noqa: S102 - the text is ours
    return module


def check_there(location: str, tables: Iterable[str]) -> None:
    """Refuse a file that opening would make, or in which it would make a table."""
    if is_dynamodb(location):
        return
    path = Path(location.partition("?")[0])
    if "://" not in location and not path.exists():
        raise OperationError(f"--store {path}: there is no such file. Name the table's file.")
    store, _ = open_store(location)
    table = ""
    try:
        for table in tables:
            store.execute("DescribeTable", {"TableName": table})
    except TableNotFound:
        raise OperationError(
            f"--store {path} has no table '{table}'. Name the file of the design's table."
        ) from None
    finally:
        store.close()
