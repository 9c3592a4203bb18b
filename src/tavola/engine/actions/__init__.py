"""DynamoDB actions, one module each: this folder is the API reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tavola.engine.actions import (
    create_table,
    describe_table,
)
from tavola.engine.database import Database

__all__ = ["ACTIONS"]

ACTIONS: Mapping[str, Callable[[Database, dict[str, Any]], bytes]] = {
    "CreateTable": create_table.run,
    "DescribeTable": describe_table.run,
}
"""Every action by the name that DynamoDB gives it."""
