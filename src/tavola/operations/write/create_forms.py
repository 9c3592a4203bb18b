"""New items of one model, again and again: from values to the write, by one compiled function.

See `prepared` for what such writes are for, and what they leave out. Here no instance is kept
either; where the compiled function cannot write an item, the instance's own way says why.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Generic, TypeVar

from tavola.codec.codec import Codec
from tavola.errors import OperationError
from tavola.model.model import Model, is_made_plainly
from tavola.operations.context import TableContext
from tavola.operations.expiry import now_of, whole_seconds
from tavola.operations.write.compiled_item import compile_creator
from tavola.operations.write.prepared import (
    PreparedWrite,
    absence_of,
    prepare_create,
    prepared,
)

__all__ = ["CreateForm"]

M = TypeVar("M", bound=Model)


class CreateForm(Generic[M]):
    """Creations of one model; refused if there is an item with the key that has not expired."""

    def __init__(self, codec: Codec[M]) -> None:
        if codec.schema.uniques or not is_made_plainly(codec.model):
            raise OperationError(f"{codec.schema.name} is not plain. Plan its creation instead.")
        self._codec = codec
        self._first = [(one.python_name, one.initial) for one in codec.states if one.initial]
        self._create = compile_creator(codec)
        self._condition, self._now = absence_of(codec)
        ttl = codec.ttl
        self._ttl = None if ttl is None or ttl.schema.expires_after is None else ttl.python_name
        self._lasts = timedelta(seconds=ttl.schema.expires_after or 0) if ttl else timedelta()
        source = codec.shape.by_name.get(ttl.schema.expires_from) if ttl else None
        self._source = None if source is None else source.python_name

    def write(self, context: TableContext, **values: Any) -> PreparedWrite:
        """Prepare to write a new item of values by their names in Python."""
        if self._ttl is not None and self._ttl not in values:
            start = context.now() if self._source is None else values.get(self._source)
            if start is not None:
                values[self._ttl] = whole_seconds(start + self._lasts)
        instance, body = self._create(context, **values)
        if body is None or (self._first and not self._may_begin(instance)):
            return prepare_create(context, self._codec, self._codec.model(**values))
        body |= self._condition
        if self._now is not None:
            body["ExpressionAttributeValues"] = {self._now: now_of(context)}
        return prepared(context, self._codec, "Put", body, "absent")

    def _may_begin(self, instance: M) -> bool:
        """Whether its status can be a first one; having none is no wrong one."""
        return all(getattr(instance, name) in (None, *initial) for name, initial in self._first)
