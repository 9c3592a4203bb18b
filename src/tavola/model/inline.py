"""What functions that are compiled per model do themselves, instead of calling a field's kind.

Of a design their texts hold Python names of fields, which are checked here, and `repr`s of strings.
Fields begin with a small letter, so that a leading underscore keeps our own names apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from tavola.design.schema import FieldSchema
from tavola.keys import stored_unit
from tavola.model.identifiers import match_ulid
from tavola.model.kinds import (
    Kind,
)

_TEXT = "{0}.__class__ is _str and {0}.isascii()"
_WHOLE = f"{{0}}.__class__ is _int and -{10**38} < {{0}} < {10**38}"
_MILLIS = "{0}.__class__ is _datetime and {0}.tzinfo is _UTC and not {0}.microsecond % 1000"
_SECONDS = "{0}.__class__ is _datetime and {0}.tzinfo is _UTC and not {0}.microsecond"

_FITTING: Mapping[str, str] = {
    "StringField": _TEXT,
    "RelatedField": _TEXT,
    "VersionField": _TEXT,
    "UlidField": "{0}.__class__ is _str and _match_ulid({0})",
    "IntegerField": _WHOLE,
    "CounterField": _WHOLE,
    "FloatField": "{0}.__class__ is _float and 1e-130 <= {0} < 1e126",
    "BooleanField": "{0}.__class__ is _bool",
    "BinaryField": "{0}.__class__ is _bytes",
    "UuidField": "{0}.__class__ is _UUID",
}
_SECOND = timedelta(seconds=1)
_FITTING_DATES: Mapping[str, str] = {
    "epochMillis": _MILLIS,
    "iso": _MILLIS,
    "epochSeconds": _SECONDS,
    "isoSeconds": _SECONDS,
}

NAMES: Mapping[str, Any] = {
    "_str": str,
    "_int": int,
    "_float": float,
    "_bool": bool,
    "_bytes": bytes,
    "_len": len,
    "_datetime": datetime,
    "_UTC": UTC,
    "_UUID": UUID,
    "_match_ulid": match_ulid,
}
"""What the texts refer to."""


def fitting(schema: FieldSchema, value: str) -> str:
    """Write an expression that is true only of values that the kind's check returns as they are.

    It is false of some of them too: usual values are recognized, all others go to the check.
    """
    if schema.is_date:
        return _fitting_date(schema.storage or "").format(value)
    if schema.type == "VersionField" and schema.is_numbered:
        return _WHOLE.format(value)
    text = _FITTING.get(schema.type, "")
    if schema.pattern or (schema.type == "FloatField" and schema.precision is not None):
        return "False"
    if schema.type == "EnumField":
        return f"{value}.__class__ is _str and {value} in {tuple(map(str, schema.values))!r}"
    if not text:
        return "False"
    if schema.minimum is not None:
        text += f" and {{0}} >= {schema.minimum!r}"
    if schema.maximum is not None:
        text += f" and {{0}} <= {schema.maximum!r}"
    if schema.min_length is not None:
        text += f" and _len({{0}}) >= {int(schema.min_length)}"
    if schema.type == "StringField" and schema.max_length is not None:
        text += f" and _len({{0}}) <= {int(schema.max_length)}"
    return text.format(value)


def _fitting_date(storage: str) -> str:
    found = _FITTING_DATES.get(storage)
    if found is not None:
        return found
    unit = stored_unit(storage)
    if unit < _SECOND:
        return "{0}.__class__ is _datetime and {0}.tzinfo is _UTC"
    return _SECONDS if unit == _SECOND else "False"


def encoding(kind: Kind, value: str, encode: str) -> str:
    """Write an expression for a checked value's attribute; `encode` names the kind's encoder."""
    if kind.encode is str:
        return f"{{{kind.tag!r}: _str({value})}}"
    if kind.decode is None:  # stored as it is
        return f"{{{kind.tag!r}: {value}}}"
    return f"{{{kind.tag!r}: {encode}({value})}}"
