"""What our own tools reach in a table, and users do not."""

from __future__ import annotations

from typing import Any, TypeVar

from tavola.codec.codec import Codec
from tavola.model.model import Model
from tavola.operations.context import TableContext

M = TypeVar("M", bound=Model)


def codec_of(table: Any, model: type[M]) -> Codec[M]:
    """Return the codec of one of a table's models, or of a class that only adds methods."""
    codec: Codec[M] = table._codec(model)
    return codec


def context_of(table: Any) -> TableContext:
    """Return what operations know of a table: plans of one's own begin with it."""
    context: TableContext = table._context
    return context


def codecs_of(table: Any) -> tuple[Codec[Any], ...]:
    """Return the codecs of all models, for tools that read the whole table."""
    return tuple(table._codecs.values())
