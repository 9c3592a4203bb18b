"""The YAML in the patterns' docstrings is what the patterns need."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tavola.design.load import load_design
from tavola.patterns import (
    capacity,
    drafts,
    event_log,
    idempotency,
    lease,
    outbox,
    projector,
    published,
    queue,
    redirects,
    soft_delete,
    status,
    versions,
)
from tavola.table import Table
from tavola.table.dynamic import table_class

Make = Callable[[Table, Any], Any]


def _soft(table: Table, models: Any) -> tuple[Any, Any]:
    return (
        soft_delete.SoftDelete(table, models["Memo"]),
        soft_delete.Bin(table, models["Memo"], models["BinnedMemo"]),
    )


def _outbox(table: Table, models: Any) -> Any:
    made: outbox.Outbox[Any, Any] = outbox.Outbox(table.untenanted, models["Message"])
    return made


def _projector(table: Table, models: Any) -> Any:
    log: Any = None
    return projector.Projector(log, table, models["ProjectionCursor"], {})


PATTERNS: dict[Any, Make] = {
    capacity: lambda table, models: capacity.Capacity(table, models["Seats"]),
    drafts: lambda table, models: drafts.Drafts(table, models["Book"], models["Edition"]),
    event_log: lambda table, models: event_log.EventLog(table, models["Event"], models["Head"]),
    idempotency: lambda table, models: idempotency.Idempotency(table, models["RequestKey"]),
    lease: lambda table, models: lease.Leases(table, models["Lease"]),
    outbox: _outbox,
    projector: _projector,
    published: lambda table, models: published.Publishing(
        table, models["Edition"], models["Current"], models["Release"]
    ),
    queue: lambda table, models: queue.Queue(table, models["Job"], models["DeadJob"]),
    redirects: lambda table, models: redirects.Routes(table, models["Route"]),
    soft_delete: _soft,
    status: lambda table, models: status.StatusMachine(
        table, models["Order"], {"open": ["paid"]}, models["OrderLog"]
    ),
    versions: lambda table, models: versions.Versions(table, models["Page"], models["PageVersion"]),
}


def pasted(text: str) -> str:
    """The first indented block after the words that announce it."""
    after = text.partition("The YAML to paste")[2].partition(":\n\n")[2]
    lines = after.splitlines()
    end = next((n for n, line in enumerate(lines) if line and line[0] != " "), len(lines))
    return textwrap.dedent("\n".join(lines[:end]))


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.__name__)
def test_what_is_pasted_is_a_design_that_the_pattern_takes(pattern: Any, tmp_path: Path) -> None:
    found = yaml.safe_load(pasted(pattern.__doc__))
    whole = found if "models" in found else {"models": found}
    has_tenants = any("tenancy" in model for model in whole["models"].values())
    table = {"name": "shop", "partitionKey": "PK", "sortKey": "SK", "typeAttribute": "kind"}
    whole.setdefault("table", table | ({"tenancy": "required"} if has_tenants else {}))
    file = tmp_path / "shop.yaml"
    file.write_text(yaml.safe_dump(whole, sort_keys=False))

    opened = table_class(load_design(file)).open("memory:")
    models = {model.__name__: model for model in opened.models}
    assert PATTERNS[pattern](opened, models)
