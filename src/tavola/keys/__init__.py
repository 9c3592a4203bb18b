"""Key templates: between fields and key text, so that no two tuples give one key."""

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
)
from tavola.keys.forms import HIGHEST, KeyForm, check_tenant, key_form
from tavola.keys.ranges import SortRange, sort_bounds
from tavola.keys.template import BUCKET, TENANT, Placeholder, Template, Values

__all__ = [
    "BUCKET",
    "CONDITIONS",
    "HIGHEST",
    "TENANT",
    "KeyForm",
    "Placeholder",
    "SortCondition",
    "SortRange",
    "Template",
    "Values",
    "begins_with",
    "between",
    "bucket_of",
    "check_tenant",
    "eq",
    "ge",
    "gt",
    "key_form",
    "le",
    "lt",
    "sort_bounds",
]
