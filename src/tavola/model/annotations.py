"""What a class body annotates, whether Python keeps that as it is, as text, or for later."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any


def declared_in(namespace: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the body of a class that is being made annotates."""
    found: Mapping[str, Any] | None = namespace.get("__annotations__")
    # Python 3.14 keeps a function that gives them, where they are not postponed as text (PEP 649).
    if found is None and sys.version_info >= (3, 14):
        from annotationlib import Format, call_annotate_function, get_annotate_from_class_namespace

        give = get_annotate_from_class_namespace(namespace)
        found = None if give is None else call_annotate_function(give, Format.FORWARDREF)
    return found or {}


def annotations_of(cls: type) -> Mapping[str, Any]:
    """Return what a class annotates itself; names that do not exist yet are not an error."""
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(cls, format=Format.FORWARDREF)
    return cls.__annotations__
