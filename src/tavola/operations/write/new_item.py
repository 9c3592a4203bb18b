"""The creation that most are: one PutItem of an instance that nobody has seen before.

It is prepared without steps; a table that cannot send it so runs a Create of the same instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tavola.codec.codec import Codec, PrepareNew
from tavola.model.model import Model
from tavola.operations.context import TableContext

M = TypeVar("M", bound=Model)


def prepare_new(
    context: TableContext, codec: Codec[M], values: Mapping[str, Any]
) -> tuple[M, dict[str, Any] | None]:
    """Make a new item's instance, and the body of its PutItem.

    There is none where more goes with it: hooks, unique values, the place of an expired item, an
    `__init__` of one's own. Otherwise the item is taken for what was loaded.
    """
    if context.hooks.are_there:
        return codec.model(**values), None
    prepare = codec.prepare_new or _compile_on_first_use(codec)
    return prepare(context, **values)


def _compile_on_first_use(codec: Codec[Any]) -> PrepareNew:
    # Imported by who creates something: an import of models should be short.
    from tavola.operations.write.compiled_item import compile_creator

    model = codec.model

    def prepare_instance(context: TableContext, /, **values: Any) -> tuple[Any, None]:
        del context
        return model(**values), None

    prepare = compile_creator(codec) if codec.is_written_at_once else prepare_instance
    codec.prepare_new = prepare
    return prepare
