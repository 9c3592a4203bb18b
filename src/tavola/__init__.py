"""Tavola: a DynamoDB single-table design, as typed Python.

    from blog_models import Blog          # tavola generate blog.yaml -o blog_models.py
    db = Blog.open("blog.db")
    ada = db.user.create(name="Ada", email="ada@example.com")

What applications need is here: the errors, the sort conditions, the base classes, tables as
programs change them, stores and the engine. Each name is imported when it is used, so that
`import tavola` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tavola.late_names import late_names

if TYPE_CHECKING:
    from tavola.codec.bad_items import OnBadItem as OnBadItem
    from tavola.engine import Engine as Engine
    from tavola.errors import AccessRefused as AccessRefused
    from tavola.errors import AlreadyExists as AlreadyExists
    from tavola.errors import CancellationReason as CancellationReason
    from tavola.errors import CollectionTooLarge as CollectionTooLarge
    from tavola.errors import ConditionFailed as ConditionFailed
    from tavola.errors import DecodeError as DecodeError
    from tavola.errors import DesignError as DesignError
    from tavola.errors import Finding as Finding
    from tavola.errors import IdempotencyMismatch as IdempotencyMismatch
    from tavola.errors import ItemChanged as ItemChanged
    from tavola.errors import ItemMissing as ItemMissing
    from tavola.errors import ItemTooLarge as ItemTooLarge
    from tavola.errors import LeftUnprocessed as LeftUnprocessed
    from tavola.errors import LimitExceeded as LimitExceeded
    from tavola.errors import MalformedRequest as MalformedRequest
    from tavola.errors import OperationError as OperationError
    from tavola.errors import OutcomeUnknown as OutcomeUnknown
    from tavola.errors import OutOfBounds as OutOfBounds
    from tavola.errors import StoreError as StoreError
    from tavola.errors import StoreUnavailable as StoreUnavailable
    from tavola.errors import TableInUse as TableInUse
    from tavola.errors import TableNotFound as TableNotFound
    from tavola.errors import TavolaError as TavolaError
    from tavola.errors import Throttled as Throttled
    from tavola.errors import TransactionCancelled as TransactionCancelled
    from tavola.errors import TransactionConflict as TransactionConflict
    from tavola.errors import TransactionInProgress as TransactionInProgress
    from tavola.errors import TransitionRefused as TransitionRefused
    from tavola.errors import UniqueTaken as UniqueTaken
    from tavola.errors import ValidationFailed as ValidationFailed
    from tavola.keys import SortCondition as SortCondition
    from tavola.keys import begins_with as begins_with
    from tavola.keys import between as between
    from tavola.keys import eq as eq
    from tavola.keys import ge as ge
    from tavola.keys import gt as gt
    from tavola.keys import le as le
    from tavola.keys import lt as lt
    from tavola.keys import part as part
    from tavola.model import Change as Change
    from tavola.model import Expr as Expr
    from tavola.model import Model as Model
    from tavola.model import TypedMap as TypedMap
    from tavola.model import ulid_to_uuid as ulid_to_uuid
    from tavola.model import uuid_to_ulid as uuid_to_ulid
    from tavola.operations.hooks import WriteEvent as WriteEvent
    from tavola.operations.read.together import together as together
    from tavola.operations.tables.table_operations import ApplyPlan as ApplyPlan
    from tavola.operations.tables.table_operations import DescribeTable as DescribeTable
    from tavola.operations.tables.table_operations import DropTable as DropTable
    from tavola.operations.tables.table_operations import PlanTable as PlanTable
    from tavola.server import serve as serve
    from tavola.stores.limiting import LimitedStore as LimitedStore
    from tavola.stores.limiting import RateLimit as RateLimit
    from tavola.stores.observed_totals import CapacityTotals as CapacityTotals
    from tavola.stores.observing import naming as naming
    from tavola.stores.opening import open_store as open_store
    from tavola.stores.telemetry import OpenTelemetryObserver as OpenTelemetryObserver
    from tavola.table import AsyncPage as AsyncPage
    from tavola.table import AsyncRecord as AsyncRecord
    from tavola.table import AsyncTable as AsyncTable
    from tavola.table import Page as Page
    from tavola.table import Record as Record
    from tavola.table import Table as Table
    from tavola.table.across_tables import async_transaction as async_transaction
    from tavola.table.across_tables import transaction as transaction
    from tavola.wire.sigv4 import Credentials as Credentials

__version__ = "0.1.0"

_HOMES = {
    "tavola.codec.bad_items": ("OnBadItem",),
    "tavola.engine": ("Engine",),
    "tavola.keys": (
        "SortCondition",
        "begins_with",
        "between",
        "part",
        "eq",
        "ge",
        "gt",
        "le",
        "lt",
    ),
    "tavola.model": ("Change", "Expr", "Model", "TypedMap", "ulid_to_uuid", "uuid_to_ulid"),
    "tavola.operations.hooks": ("WriteEvent",),
    "tavola.operations.read.together": ("together",),
    "tavola.operations.tables.table_operations": (
        "ApplyPlan",
        "DescribeTable",
        "DropTable",
        "PlanTable",
    ),
    "tavola.server": ("serve",),
    "tavola.stores.limiting": ("LimitedStore", "RateLimit"),
    "tavola.stores.observing": ("naming",),
    "tavola.stores.opening": ("open_store",),
    "tavola.stores.observed_totals": ("CapacityTotals",),
    "tavola.stores.telemetry": ("OpenTelemetryObserver",),
    "tavola.table": (
        "AsyncPage",
        "AsyncRecord",
        "AsyncTable",
        "Page",
        "Record",
        "Table",
    ),
    "tavola.table.across_tables": ("async_transaction", "transaction"),
    "tavola.wire.sigv4": ("Credentials",),
}


_find = late_names(__name__, _HOMES)


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    errors = import_module("tavola.errors")  # "from tavola import" would ask here again

    return getattr(errors, name) if name in errors.__all__ else _find(name)


def __dir__() -> list[str]:
    errors = import_module("tavola.errors")  # "from tavola import" would ask here again

    named = (name for names in _HOMES.values() for name in names)
    # What needs an extra is there for who asks for it by name.
    return sorted({*named, *errors.__all__} - {"shown", "store_error", "OpenTelemetryObserver"})
