"""Where operations act: the table, the tenant, the clock, the sources of ids and random numbers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from tavola.design.schema import Design
from tavola.model.identifiers import UlidSource
from tavola.operations.hooks import Hooks
from tavola.operations.retry import Retries


class TableContext(Struct, frozen=True):
    """What an operation knows of its table."""

    design: Design
    table: str
    """The physical table's name."""
    clock: Callable[[], float]
    ids: UlidSource
    token: Callable[[], str]
    """Makes idempotency tokens for transactions."""
    backoff: Retries
    tenant: str | None = None
    cursor_key: bytes | None = None
    store_identity: object = None
    """What all stores on one database share; tells two tables of one name apart."""
    owner: object = None
    """The table that decoded instances belong to."""
    hooks: Hooks = msgspec.field(default_factory=Hooks)

    def now(self) -> datetime:
        """The table's time."""
        return datetime.fromtimestamp(self.clock(), UTC)

    def is_on_store_of(self, other: TableContext) -> bool:
        """Say whether two contexts are on one store, or on one file that was opened twice."""
        return self.store_identity == other.store_identity

    def is_same(self, other: TableContext) -> bool:
        """Say whether two contexts are one tenant of one table on one store."""
        names = (self.table, self.tenant) == (other.table, other.tenant)
        return names and self.is_on_store_of(other)

    def is_beside(self, other: TableContext) -> bool:
        """Say whether two contexts are two tables of one store, and not those of two tenants."""
        tenants = {self.tenant, other.tenant} - {None}
        is_other = self.table != other.table and self.is_on_store_of(other)
        return is_other and len(tenants) < 2

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        tenant = "" if self.tenant is None else f" of tenant {self.tenant!r}"
        return f"table {self.table!r}{tenant}"
