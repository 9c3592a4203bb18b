"""Key templates: between fields and key text, so that no two tuples give one key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.keys.date_layouts import date_layout, is_date_layout, stored_unit
from tavola.keys.date_parts import MAX_PARTS, check_part, is_layout, parts_between
from tavola.keys.forms import HIGHEST, check_tenant, key_form
from tavola.keys.key_form import KeyForm, LiteralKeyText
from tavola.keys.shards import MAX_SHARDS, shard_of
from tavola.keys.template import BUCKET, TENANT, Placeholder, Template, Values
from tavola.keys.typed_forms import key_value
from tavola.late_names import late_names

if TYPE_CHECKING:
    from tavola.keys.buckets import bucket_of
    from tavola.keys.conditions import (
        CONDITIONS,
        SortCondition,
        begins_with,
        between,
        eq,
        ge,
        gt,
        le,
        lt,
        part,
    )
    from tavola.keys.narrowing import beyond
    from tavola.keys.ranges import SortRange, empty_range, next_written, sort_bounds, sort_ranges

__all__ = [
    "BUCKET",
    "CONDITIONS",
    "HIGHEST",
    "MAX_PARTS",
    "MAX_SHARDS",
    "TENANT",
    "KeyForm",
    "LiteralKeyText",
    "Placeholder",
    "SortCondition",
    "SortRange",
    "Template",
    "Values",
    "begins_with",
    "between",
    "beyond",
    "bucket_of",
    "check_part",
    "check_tenant",
    "date_layout",
    "empty_range",
    "eq",
    "ge",
    "gt",
    "is_date_layout",
    "is_layout",
    "key_form",
    "key_value",
    "le",
    "lt",
    "next_written",
    "part",
    "parts_between",
    "shard_of",
    "sort_bounds",
    "sort_ranges",
    "stored_unit",
]

# What only reads and writes need, no schema.
__getattr__ = late_names(
    __name__,
    {
        "tavola.keys.buckets": ("bucket_of",),
        "tavola.keys.conditions": (
            "CONDITIONS",
            "SortCondition",
            "begins_with",
            "between",
            "eq",
            "ge",
            "gt",
            "le",
            "lt",
            "part",
        ),
        "tavola.keys.narrowing": ("beyond",),
        "tavola.keys.ranges": (
            "SortRange",
            "empty_range",
            "next_written",
            "sort_bounds",
            "sort_ranges",
        ),
    },
)
