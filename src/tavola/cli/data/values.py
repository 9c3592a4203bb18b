"""Values of fields as people type them, and as JSON: exact both ways.

JSON has neither bytes nor sets. A field's type says what a string or a list stands for; inside maps
and lists, where nothing says so, they are `{"$bytes": …}` and `{"$set": […]}`, and a map of the
user's own that begins with such a word is `{"$map": …}`.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, cast
from uuid import UUID

import msgspec

from tavola.design.schema import FieldSchema
from tavola.errors import OperationError
from tavola.model.document import decode_document, encode_document

__all__ = ["dump_line", "from_json", "keep_unknown", "load_line", "read_text", "to_json"]

_DOCUMENTS = ("ListField", "MapField")
_ENCODER = msgspec.json.Encoder(decimal_format="number")
_DECODER = msgspec.json.Decoder(float_hook=Decimal)
_MARKS = ("$bytes", "$set", "$map")


def read_text(field: FieldSchema, text: str) -> Any:
    """Read what somebody typed for a field; an OperationError says what would be right."""
    read, example = _reader(field)
    try:
        return read(text)
    except (ValueError, ArithmeticError, msgspec.MsgspecError):
        raise OperationError(f"{field.name}={text} is not {example}.") from None


def _reader(field: FieldSchema) -> tuple[Callable[[str], Any], str]:
    if field.is_date:
        return read_moment, "a date such as 2026-05-01 or 2026-05-01T09:30:00Z"
    if field.type == "EnumField":
        return _one_of(field.values), f"one of {', '.join(field.values)}"
    return _READERS.get(field.type, (str, "a string"))


def read_moment(text: str) -> datetime:
    """Read a date or a moment; without a zone it is UTC."""
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _one_of(values: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(text)
        return text

    return read


def _read_boolean(text: str) -> bool:
    return {"true": True, "yes": True, "false": False, "no": False}[text.lower()]


def _boolean(text: str) -> bool:
    try:
        return _read_boolean(text)
    except KeyError:
        raise ValueError(text) from None


def _read_set(text: str) -> set[str]:
    if text.startswith("["):
        return set(msgspec.json.decode(text, type=list[str]))
    return {part.strip() for part in text.split(",") if part.strip()}


def _read_document(text: str) -> Any:
    return _restore(_DECODER.decode(text))


_READERS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "IntegerField": (int, "a whole number"),
    "CounterField": (int, "a whole number"),
    "FloatField": (float, "a number"),
    "DecimalField": (Decimal, "a number"),
    "BooleanField": (_boolean, "true or false"),
    "BinaryField": (lambda text: b64decode(text, validate=True), "base64"),
    "UuidField": (UUID, "a UUID"),
    "StringSetField": (_read_set, "strings with commas between them, or a JSON list"),
    "ListField": (_read_document, "JSON"),
    "MapField": (_read_document, "JSON"),
    "JsonField": (msgspec.json.decode, "JSON"),
}


def to_json(field: FieldSchema, value: Any) -> Any:
    """Write a field's value as what JSON can hold."""
    if value is None or field.type == "JsonField":
        return value
    if field.is_typed:
        return _typed_to_json(field, value)
    if field.type in _DOCUMENTS:
        return _mark(value)
    kind: type = value.__class__
    return _PLAIN.get(kind, _same)(value)


def from_json(field: FieldSchema, value: Any) -> Any:
    """Read a field's value from JSON, as `to_json` wrote it."""
    if value is None or field.type == "JsonField":
        return value
    if field.is_typed:
        return _typed_from_json(field, value)
    if field.type in _DOCUMENTS:
        return _restore(value)
    try:
        return _from_plain(field, value)
    except (ValueError, TypeError, ArithmeticError):
        raise OperationError(f"{field.name}: {value!r} is not {_reader(field)[1]}.") from None


def _typed_to_json(field: FieldSchema, value: Any) -> Any:
    """Write a typed map, with the members that the design does not know, or a list of such."""
    if field.members:
        known = ((one, getattr(value, one.python_name, None)) for one in field.members)
        written = {one.name: to_json(one, inner) for one, inner in known if inner is not None}
        rest: Mapping[str, Any] = value._rest or {}  # noqa: SLF001 - what a map keeps for others
        return written | {name: _mark(decode_document(inner)) for name, inner in rest.items()}
    element = field.element
    assert element is not None  # noqa: S101 - nothing else is typed
    if field.type == "ListField":
        return [to_json(element, inner) for inner in value]
    return {name: to_json(element, inner) for name, inner in value.items()}


def _typed_from_json(field: FieldSchema, value: Any) -> Any:
    """Read a typed map as a mapping of its members; those that nobody knows stay away."""
    if field.members:
        known = {one.name: one for one in field.members}
        return {
            name: from_json(known[name], inner) for name, inner in value.items() if name in known
        }
    element = field.element
    assert element is not None  # noqa: S101 - nothing else is typed
    if field.type == "ListField":
        return [from_json(element, inner) for inner in value]
    return {name: from_json(element, inner) for name, inner in value.items()}


def keep_unknown(field: FieldSchema, value: Any, document: Any) -> None:
    """Give a typed map the members of its document that the design does not know."""
    if value is None or not field.is_typed:
        return
    if field.members:
        known = {one.name: one for one in field.members}
        unknown = {name: inner for name, inner in document.items() if name not in known}
        if unknown:
            value._rest = {  # noqa: SLF001 - what a map keeps for others
                name: encode_document(_restore(inner)) for name, inner in unknown.items()
            }
        for name, one in known.items():
            keep_unknown(one, getattr(value, one.python_name, None), document.get(name))
        return
    element = field.element
    assert element is not None  # noqa: S101 - nothing else is typed
    places: Iterable[Any] = range(len(document)) if field.type == "ListField" else document
    for place in places:
        keep_unknown(element, value[place], document[place])


def _from_plain(field: FieldSchema, value: Any) -> Any:
    if field.is_date:
        return read_moment(value)
    match field.type:
        case "BinaryField":
            return b64decode(value, validate=True)
        case "UuidField":
            return UUID(value)
        case "DecimalField":
            return Decimal(str(value))
        case "FloatField":
            return float(value)
        case "StringSetField":
            return set(value)
        case _:
            return value


def _same(value: Any) -> Any:
    return value


def _show_moment(moment: datetime) -> str:
    utc = moment.astimezone(UTC).replace(tzinfo=None)
    has_micros = utc.microsecond % 1000
    return f"{utc.isoformat(timespec='microseconds' if has_micros else 'milliseconds')}Z"


_PLAIN: Mapping[type, Callable[[Any], Any]] = {
    datetime: _show_moment,
    date: str,
    bytes: lambda value: b64encode(value).decode(),
    UUID: str,
    set: sorted,
    frozenset: sorted,
}


def _mark(value: Any) -> Any:
    """Write a document so that bytes and sets are distinguished from strings and lists."""
    if isinstance(value, bytes):
        return {"$bytes": b64encode(value).decode()}
    if isinstance(value, set | frozenset):
        members = [_mark(member) for member in cast("set[Any]", value)]
        return {"$set": sorted(members, key=repr)}
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, Any]", value)
        written = {name: _mark(inner) for name, inner in entries.items()}
        return {"$map": written} if _is_marked(written) else written
    if isinstance(value, list | tuple):
        return [_mark(inner) for inner in cast("list[Any]", value)]
    return value


def _is_marked(value: Mapping[str, Any]) -> bool:
    return len(value) == 1 and next(iter(value)) in _MARKS


def _restore(value: Any) -> Any:
    if isinstance(value, list):
        return [_restore(inner) for inner in value]  # pyright: ignore[reportUnknownVariableType] # JSON
    if not isinstance(value, dict):
        return value
    entries = cast("dict[str, Any]", value)
    if not _is_marked(entries):
        return {name: _restore(inner) for name, inner in entries.items()}
    ((mark, inner),) = entries.items()
    if mark == "$bytes":
        return b64decode(inner, validate=True)
    if mark == "$set":
        return {_restore(member) for member in inner}
    return {name: _restore(member) for name, member in inner.items()}


def dump_line(document: Any) -> str:
    """Write a JSON document on one line; numbers keep every digit."""
    return _ENCODER.encode(document).decode()


def load_line(line: str | bytes, where: str) -> Any:
    """Read one line of JSON; numbers keep every digit."""
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise OperationError(f"{where} is not JSON: {error}.") from None
    except RecursionError:
        raise OperationError(f"{where} is nested too deep.") from None
