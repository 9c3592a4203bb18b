"""What a design says of the members of lists and maps: what they are, and how many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from tavola.design.schema import FieldSchema

__all__ = ["find_wrong_member"]

_TYPES: Mapping[str, tuple[type, ...]] = {
    "StringField": (str,),
    "IntegerField": (int,),
    "FloatField": (int, float, Decimal),
    "DecimalField": (int, Decimal),
    "BooleanField": (bool,),
    "BinaryField": (bytes,),
    "ListField": (list,),
    "MapField": (dict,),
}


def find_wrong_member(field: FieldSchema) -> Callable[[Any], str | None] | None:
    """Give what says why a list or map does not fit its field; None where anything fits."""
    if field.items is None and field.max_member_count is None:
        return None
    allowed = _TYPES.get(field.items or "", (object,))
    most = field.max_member_count

    def find(value: Any) -> str | None:
        is_map = field.type == "MapField"
        members: list[Any] = list(value.values() if is_map else value)
        if most is not None and len(members) > most:
            return f"has {len(members)} members. At most {most} are allowed."
        for member in members:
            is_bool = isinstance(member, bool) and bool not in allowed and object not in allowed
            if is_bool or not isinstance(member, allowed):
                return f"holds {member!r}. Its members are {field.items}s."
        return None

    return find
