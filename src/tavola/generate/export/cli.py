"""Commands of the AWS CLI that make a design's table, to be pasted into a shell."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, cast

from tavola.design import Design
from tavola.generate.export.signature import written_by_export
from tavola.operations.tables.create import create_body

__all__ = ["to_cli"]

_PLAIN = re.compile(r"[A-Za-z]+=[A-Za-z0-9_.-]+")
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def to_cli(design: Design) -> str:
    """Write the commands: the table, its time to live and its backups, one after another."""
    commands = [command for part in design.parts for command in _commands(part)]
    return "\n".join([written_by_export(design, "cli"), *commands])


def _commands(part: Design) -> Iterator[str]:
    table = part.table
    yield _command("create-table", create_body(part))
    if table.ttl_attribute or table.point_in_time_recovery:
        # AWS CLI: neither is possible before the table is active.
        yield _command("wait table-exists", {"TableName": table.name})
    if table.ttl_attribute:
        rule = {"Enabled": True, "AttributeName": table.ttl_attribute}
        body = {"TableName": table.name, "TimeToLiveSpecification": rule}
        yield _command("update-time-to-live", body)
    if table.point_in_time_recovery:
        rule = {"PointInTimeRecoveryEnabled": True}
        body = {"TableName": table.name, "PointInTimeRecoverySpecification": rule}
        yield _command("update-continuous-backups", body)


def _command(name: str, body: Mapping[str, Any]) -> str:
    # What is off is what a table has by itself.
    options = [
        f"{_option(key)}{_value(value)}" for key, value in body.items() if value is not False
    ]
    return " \\\n".join([f"aws dynamodb {name}", *(f"  {one}" for one in options)]) + "\n"


def _option(name: str) -> str:
    return f"--{_CAPITAL.sub('-', name).lower()}"


def _value(value: Any) -> str:
    """A value as the shell takes it: a flag has none, and plain ones are written short."""
    if value is True:
        return ""
    if isinstance(value, str):
        return f" {shlex.quote(value)}"
    members: list[Any] = value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType] # JSON
    short = [_short(one) for one in members]
    if None in short:
        return f" {shlex.quote(json.dumps(value, indent=2, ensure_ascii=False))}"
    return "".join(f" \\\n    {one}" for one in short)


def _short(member: Any) -> str | None:
    """AWS CLI: `Key=Value,Key=Value`, for names that need no quotes."""
    if not isinstance(member, Mapping):
        return None
    parts = [
        f"{key}={str(part).lower() if isinstance(part, bool) else part}"
        for key, part in cast("Mapping[str, Any]", member).items()
    ]
    is_plain = all(_PLAIN.fullmatch(one) for one in parts)
    return ",".join(parts) if is_plain else None
