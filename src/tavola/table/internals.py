"""What our own tools reach in a table, and users do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tavola.model.model import Model

if TYPE_CHECKING:
    from tavola.codec.codec import Codec
    from tavola.operations.context import TableContext

M = TypeVar("M", bound=Model)


def codec_of(table: Any, model: type[M]) -> Codec[M]:
    """Return the codec of one of a table's models, or of a class that only adds methods."""
    codec: Codec[M] = table._codec(model)
    return codec


def context_of(table: Any, codec: Codec[Any] | None = None) -> TableContext:
    """Return what operations know of a table: plans of one's own begin with it.

    Where a design has several tables, `codec` says which one is meant.
    """
    context: TableContext = table._context if codec is None else table._context_of(codec)
    return context


def codecs_of(table: Any) -> tuple[Codec[Any], ...]:
    """Return the codecs of all models, for tools that read the whole table."""
    return tuple(table._codecs.values())


def reaches(table: Any, model: type[Model]) -> bool:
    """Say whether a model's items are reached from a table: those of a tenant, or of none."""
    found: bool = table._reaches(model)
    return found
