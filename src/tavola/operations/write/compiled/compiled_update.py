"""From values to the body of an update whose form is always the same, compiled once per form.

Like the other compiled functions it knows only how to succeed; whatever it raises makes the form
go the long way, which says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.key_writer import Text, write_entries, write_template
from tavola.design.schema import KeyPair
from tavola.keys import TENANT
from tavola.model import inline
from tavola.model.shape import FieldShape
from tavola.operations.expiry import now_of, whole_seconds

NOW = "now"
"""The slot of the table's time."""


class FieldSlot(Struct, frozen=True):
    """A place for the value of one field: what it is set to, or what it must be."""

    name: str
    field: FieldShape
    check: Callable[[Any], Any]
    """Return a value as it would be read back, or refuse it; no value is refused too."""


class FormParts(Struct, frozen=True):
    """What the body of an update is made of."""

    equal: Sequence[FieldSlot]
    sets: Sequence[FieldSlot]
    fixed: Mapping[str, Any]
    """Fields that get always the same value, by the fields' own names."""
    pairs: Sequence[KeyPair]
    """The keys of indexes that move."""
    follows: FieldSlot | None
    """The date that the time to live follows, where nobody gives it."""
    body: Mapping[str, Any]
    constants: Mapping[str, Any]
    """The values that are always the same, by their placeholders."""
    places: Sequence[tuple[str, str]]
    """The other placeholders, each with its slot."""


BodyMaker = Callable[..., dict[str, Any]]
"""From a context, a key, what is set and what must be there to the body."""


def compile_update(codec: Codec[Any], parts: FormParts) -> BodyMaker | None:
    """Make the function that makes the body; None where keys are made of more than is given."""
    text = Text("update", "_context, _key, _values, _equal")
    key = _write_key_values(text, codec)
    taken = {one.name: _write_value(text, one, "_equal") for one in parts.equal}
    for one in parts.sets:
        end = _end_of(text, codec, one, parts.follows, taken)
        taken[one.name] = _write_value(text, one, "_values", end)
    slots = (*parts.equal, *parts.sets)
    variables = {one.field.name: taken[one.name] for one in slots} | key
    variables |= {name: text.name(value) for name, value in parts.fixed.items()}
    templates = {one.name: one.template for pair in parts.pairs for one in pair.made}
    if any(name not in variables for one in templates.values() for name in one.fields):
        return None
    sources = {one.name: _encoded(text, one.field, taken[one.name]) for one in slots}
    for name, template in templates.items():
        sources[f"#{name}"] = f"{{'S': {write_template(text, template, variables)}}}"
    sources[NOW] = f"{text.name(now_of)}(_context)"
    entries = write_entries(text, codec.schema.key, variables)
    text.lines.append(f" return {_written_body(text, parts, entries, sources)}")
    return text.compiled(codec.schema.name)


def _write_key_values(text: Text, codec: Codec[Any]) -> dict[str, str]:
    """Write the lines that check the primary key's values; return their variables."""
    text.lines.append(" _tenant = _context.tenant")
    variables = {field.name: f"_part{at}" for at, field in enumerate(codec.key_shapes)}
    text.lines.append(f" [{', '.join(variables.values())}] = _key")
    for field in codec.key_shapes:
        _write_check(text, field, variables[field.name], field.kind.check)
    return variables | {TENANT: "_tenant"}


def _write_value(text: Text, slot: FieldSlot, given: str, otherwise: str = "") -> str:
    """Write the lines that take a field's value; return its variable."""
    name, variable = slot.field.python_name, f"_value{len(text.lines)}"
    if otherwise:
        text.lines.append(f" {variable} = {given}.get({name!r})")
        text.lines.append(f" if {variable} is None: {variable} = {otherwise}")
    else:
        text.lines.append(f" {variable} = {given}[{name!r}]")
    _write_check(text, slot.field, variable, slot.check)
    return variable


def _end_of(
    text: Text,
    codec: Codec[Any],
    slot: FieldSlot,
    follows: FieldSlot | None,
    taken: Mapping[str, str],
) -> str:
    """Write the time to live that follows from a date; nothing for any other field."""
    if follows is None or slot.field is not codec.ttl:
        return ""
    lasts = timedelta(seconds=slot.field.schema.expires_after or 0)
    return f"{text.name(whole_seconds)}({taken[follows.name]} + {text.name(lasts)})"


def _write_check(text: Text, field: FieldShape, variable: str, check: Any) -> None:
    usual = inline.fitting(field.schema, variable)
    text.lines.append(f" if not ({usual}): {variable} = {text.name(check)}({variable})")


def _encoded(text: Text, field: FieldShape, variable: str) -> str:
    if not field.kind.tag:  # of any type
        return f"{text.name(field.kind.attribute)}({variable})"
    return inline.encoding(field.kind, variable, text.name(field.kind.encode))


def _written_body(text: Text, parts: FormParts, key: str, sources: Mapping[str, str]) -> str:
    """Write the expression for the whole body."""
    values = [f"{at!r}: {text.name(value)}" for at, value in parts.constants.items()]
    values += [f"{at!r}: {sources[slot]}" for at, slot in parts.places]
    fixed = "".join(f"{name!r}: {text.name(value)}, " for name, value in parts.body.items())
    return (
        f"{{'TableName': _context.table, 'Key': {{{key}}}, {fixed}"
        f"'ExpressionAttributeValues': {{{', '.join(values)}}}}}"
    )
