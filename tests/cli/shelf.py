"""A shelf of toys in a file, and what a terminal shows of commands on it."""

from __future__ import annotations

import io
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from tavola.cli.data.session import load_module
from tavola.design.load import load_design
from tests.cli.conftest import Words

SHELF = """
table:
  name: shelf
  partitionKey: PK
  sortKey: SK
  typeAttribute: type
  indexes:
    GSI1: {partitionKey: GSI1PK}
models:
  Toy:
    type: TOY
    fields:
      kind: {type: StringField, required: true}
      name: {type: StringField, required: true}
      label: {type: StringField}
      price: {type: DecimalField}
      isNew: {type: BooleanField}
      tags: {type: StringSetField}
      notes: {type: MapField}
      sold: {type: CounterField}
    key: {PK: "KIND#{kind}", SK: "TOY#{name}"}
    indexes:
      toysOfKind: primaryKey
      toysByLabel: {index: GSI1, GSI1PK: "LABEL#{label}"}
    uniqueConstraints:
      uniqueLabel: {field: label, PK: "L#{label}", SK: LOCK}
"""
DAYS = """
models:
  Day:
    modelPrefix: d
    iterable: true
    fields: {day: {type: StringField, required: true}}
    primaryKey: {partitionKey: day}
"""
STRAY = {"PK": "KIND#car", "SK": "?"}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three toys, a stray item and two days, in files beside their designs."""
    folder = tmp_path_factory.mktemp("prepared")
    with opened(folder, "shelf", SHELF) as db:
        told: dict[str, Any] = {"price": 1, "is_new": True, "notes": {"n": [1, None]}}
        db.toy.create(kind="car", name="Ant", is_new=False)
        db.toy.create(kind="car", name="Beetle", label="B1", tags={"b", "a"}, **told)
        db.toy.create(kind="car", name="Cricket", label="x" * 40)
        item = {"n": {"L": [{"N": "1"}]}, **{name: {"S": text} for name, text in STRAY.items()}}
        db.store.execute("PutItem", {"TableName": "shelf", "Item": item})
    with opened(folder, "days", DAYS) as db:
        db.day.create(day="2026-05-01")
        db.day.create(day="2026-05-02")
    return folder


@pytest.fixture(autouse=True)
def shelf(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of them, where commands find it."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVOLA_DESIGN", "shelf.yaml")
    monkeypatch.setenv("TAVOLA_STORE", "shelf.db")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO())


def opened(folder: Path, name: str, text: str, table: str | None = None) -> Any:
    """A design's table, in a file beside the design."""
    design = folder / f"{name}.yaml"
    design.write_text(text)
    module = load_module(load_design(design), design.name)
    return getattr(module, table or name.capitalize()).open(
        f"{folder / name}.db?durability=process"
    )


def screen(tavola: Words, line: str) -> str:
    """What a terminal shows after a command: errors are marked, and its exit code unless 0."""
    code, out, err = tavola(*shlex.split(line))
    shown = "".join(f"{part.rstrip()}\n" for part in out.splitlines())
    told = "".join(f"! {part}\n" for part in err.splitlines())
    return f"\n{shown}{told}{f'[{code}]' if code else ''}"
