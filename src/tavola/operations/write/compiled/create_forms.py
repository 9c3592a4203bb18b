"""New items of one model, again and again: from values to the write, by one compiled function.

See `prepared` for what such writes are for, and what they leave out. Here no instance is made
either; where the compiled function cannot write an item, the instance's own way says why.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Generic, TypeVar

from tavola.codec.codec import NO_KEY, Codec
from tavola.codec.key_writer import Text
from tavola.errors import OperationError
from tavola.model.model import Model, is_made_plainly
from tavola.operations.context import TableContext
from tavola.operations.expiry import now_of, whole_seconds
from tavola.operations.write.compiled.compiled_item import write_item
from tavola.operations.write.compiled.prepared import (
    PreparedWrite,
    absence_of,
    prepare_create,
    prepared,
)
from tavola.operations.write.instances import automatic_value

__all__ = ["CreateForm"]

M = TypeVar("M", bound=Model)


class CreateForm(Generic[M]):
    """Creations of one model; refused if there is an item with the key that has not expired."""

    def __init__(self, codec: Codec[M]) -> None:
        # Taken first: a change meanwhile is then seen by the next write.
        self._revision = codec.shape.revision
        name = codec.schema.name
        if codec.schema.uniques:
            raise OperationError(f"{name} has unique values. Plan its creation instead.")
        if not is_made_plainly(codec.model):
            raise OperationError(
                f"{name} customizes how its instances are made. Plan its creation instead."
            )
        self._codec = codec
        self._write = self._compile()

    @property
    def write(self) -> Callable[..., PreparedWrite]:
        """Prepare to write a new item, from a context and values by their names in Python.

        It is compiled for the class as it is now: ask for it each time. A class that is no longer
        plain has its instance made.
        """
        revision = self._codec.shape.revision
        if revision is not self._revision:
            is_plain = is_made_plainly(self._codec.model)
            self._write = self._compile() if is_plain else self._by_instance
            self._revision = revision
        return self._write

    def _compile(self) -> Callable[..., PreparedWrite]:
        codec, names = self._codec, dict[str, Any]()
        parameters, taking = codec.shape.write_taking(names, fills_instance=False)
        text = Text("new_item", f"_context, /, {parameters}", names)
        text.lines += [*taking, *self._automatic(text), " _tenant = _context.tenant", " try:"]
        start = len(text.lines)
        text.lines += [*self._first_status(), *self._expiry(text)]
        write_item(text, codec)
        text.lines[start:] = [f" {line}" for line in text.lines[start:]]
        given = ", ".join(f"{name}={name}" for name in codec.shape.by_python_name)
        text.lines.append(f" except {text.name((*NO_KEY, OverflowError))}:")
        text.lines.append(f"  return {text.name(self._by_instance)}(_context, {given})")
        text.lines.append(
            f" return {text.name(prepared)}(_context, {text.name(codec)}, 'Put',"
            f" {self._body(text)}, 'absent')"
        )
        return text.compiled(codec.schema.name)

    def _automatic(self, text: Text) -> list[str]:
        """Write the lines that make what the table sets and nobody gave."""
        make = text.name(automatic_value)
        fields = [(one.python_name, text.name(one)) for one in self._codec.shape.automatic]
        return [
            f" if {name} is _ABSENT or {name} is None: {name} = {make}(_context, {field})"
            for name, field in fields
        ]

    def _first_status(self) -> list[str]:
        """Write the lines that refuse a status which cannot be a first one; none is allowed."""
        states = [(one.python_name, one.initial) for one in self._codec.states if one.initial]
        return [
            f" if {name} is not None and {name} not in {tuple(map(str, initial))!r}: raise _Refused"
            for name, initial in states
        ]

    def _expiry(self, text: Text) -> list[str]:
        """Write the line that makes the time to live, if the design has a rule for it."""
        ttl = self._codec.ttl
        if ttl is None or ttl.schema.expires_after is None:
            return []
        source = self._codec.shape.by_name.get(ttl.schema.expires_from)
        start = "_context.now()" if source is None else source.python_name
        is_due = "" if source is None else f" and {start} is not None"
        lasts = text.name(timedelta(seconds=ttl.schema.expires_after))
        end = f"{text.name(whole_seconds)}({start} + {lasts})"
        return [f" if {ttl.python_name} is None{is_due}: {ttl.python_name} = {end}"]

    def _body(self, text: Text) -> str:
        """Write the expression for the whole body."""
        condition, now = absence_of(self._codec)
        parts = [f"{name!r}: {text.name(value)}" for name, value in condition.items()]
        if now is not None:
            values = f"{{{now!r}: {text.name(now_of)}(_context)}}"
            parts.append(f"'ExpressionAttributeValues': {values}")
        return f"{{'TableName': _context.table, 'Item': _item, {', '.join(parts)}}}"

    def _by_instance(self, context: TableContext, **values: Any) -> PreparedWrite:
        """The long way, which says what is wrong."""
        return prepare_create(context, self._codec, self._codec.model(**values))
