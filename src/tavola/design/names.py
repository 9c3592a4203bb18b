"""Names: from the design's to Python's, and the ones that a design may not take."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

__all__ = [
    "CLASS_NAMES",
    "HANDLE_NAMES",
    "INSTANCE_NAMES",
    "KEY_NAMES",
    "TABLE_NAMES",
    "find_closest",
    "handle_name",
    "is_name",
    "name_problem",
    "pascal_case",
    "snake_case",
    "stem_of_index",
    "stem_of_related",
    "stem_of_unique",
    "suggest",
    "with_article",
]

INSTANCE_NAMES = frozenset(
    [
        "fields",
        "save",
        "delete",
        "refresh",
        "primary_id",
        "has_changes",
        "limit",
        "cursor",
        "descending",
        "filter",
        "only",
        "include_expired",
        "on_bad_item",
        "condition",
        "expect_version",
        "force_reindex",
        "allow_scan",
        "consistent",
        "self",
    ]
)
"""Names of instance methods and of the arguments of queries, which take fields by keyword."""

KEY_NAMES = frozenset(["options", "changes", "values"])
"""Names of the other arguments of generated methods that take the fields of a key by name."""

HANDLE_NAMES = frozenset(
    [
        "get",
        "get_many",
        "create",
        "put",
        "put_many",
        "update",
        "upsert",
        "delete",
        "delete_many",
        "scan",
        "count",
        "exists",
        "first",
        "returning_old",
        "iterate_all",
        "iterate_bucket",
        "reindex",
        "plan",
        "query",
        "model",
        "schema",
        "table",
        "fields",
        "add",
        "put_all",
        "delete_all",
        "get_by_id",
        "reach",
        "save",
        "remove",
        "iterate",
    ]
)
"""Names of the methods of every model's handle."""

TABLE_NAMES = frozenset(
    [
        "open",
        "close",
        "run",
        "tenant",
        "untenanted",
        "transaction",
        "batch",
        "plan",
        "query",
        "scan",
        "consumed",
        "design",
        "store",
        "plans",
        "table_name",
        "table_names",
        "now",
        "hooks",
        "models",
    ]
)
"""Names of the methods of every table; a model's handle gives way to them."""

CLASS_NAMES = frozenset(["None", "True", "False"])
"""Names that no class can have; for all others a generated module renames its own."""

_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_FOR = r"(?<=.)For(?=[A-Z])"


def snake_case(name: str) -> str:
    """`userId` → `user_id`, `HTMLPage` → `html_page`."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    spaced = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", spaced)
    return re.sub(r"[^0-9A-Za-z]+", "_", spaced).strip("_").lower()


def pascal_case(name: str) -> str:
    """`vote_data` → `VoteData`; capitals inside a word stay."""
    words = re.split(r"[^0-9A-Za-z]+", name)
    return "".join(word[0].upper() + word[1:] for word in words if word)


def handle_name(model: str) -> str:
    """`TaggedPost` → `tagged_post`; `Tenant` → `tenant_`, since tables have a method `tenant`."""
    name = snake_case(model)
    return f"{name}_" if name in TABLE_NAMES else name


def with_article(name: str) -> str:
    """`Post` → `a Post`, `Order` → `an Order`; what begins with U is mostly a User or a Unit."""
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def is_name(name: str) -> bool:
    """Say whether a field, a model or an index may have the name at all."""
    return re.fullmatch(_NAME, name) is not None


def name_problem(name: str, taken: Iterable[str] = ()) -> str | None:
    """Say what is wrong with a name that becomes Python's, or nothing."""
    if not is_name(name):
        return "is not a name: use letters, digits and '_', a letter first"
    python_name = snake_case(name)
    if keyword.iskeyword(python_name) or keyword.iskeyword(name):
        return f"is a keyword of Python ('{python_name}')"
    if python_name in taken:
        return f"is taken by a method or an argument of ours ('{python_name}')"
    return None


def stem_of_index(name: str) -> str:
    """`recentPostsForTag` → `recent_posts`; a name without `For` stays whole."""
    return snake_case(re.split(_FOR, name, maxsplit=1)[0])


def stem_of_related(name: str) -> str:
    """`userId` → `user`, `createdBy` → `created_by`."""
    stem = snake_case(name)
    return stem.removesuffix("_id") or stem


def stem_of_unique(name: str) -> str:
    """`uniqueEmail` → `email`."""
    stem = snake_case(name)
    return stem.removeprefix("unique_") or stem


def find_closest(name: str, known: Iterable[str]) -> str | None:
    """Find the known name that a misspelt one stands for.

    A name that only has another number is not a typo: gsi6 stands for none of the five.
    """
    from difflib import get_close_matches  # only where somebody misspelt something

    by_lower = {choice.lower(): choice for choice in known}
    near = get_close_matches(name.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[near[0]] if near and not _differ_in_number(near[0], name.lower()) else None


def suggest(name: str, known: Iterable[str]) -> str:
    """Say which known name was meant, or which there are."""
    choices = list(known)
    meant = find_closest(name, choices)
    if meant is not None:
        return f"Did you mean '{meant}'?"
    if not choices:
        return "There is none."
    shown = ", ".join(f"'{choice}'" for choice in choices[:12])
    return f"There is {shown}{' and others' if len(choices) > 12 else ''}."


def _differ_in_number(one: str, other: str) -> bool:
    return one != other and re.sub(r"\d+", "", one) == re.sub(r"\d+", "", other)
