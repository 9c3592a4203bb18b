"""The creation that most are: one PutItem of an instance that nobody has seen before.

It is prepared without steps; a table that cannot send it so runs a Create of the same instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from tavola.codec.codec import Codec
from tavola.model.model import Model
from tavola.operations.context import TableContext

if TYPE_CHECKING:
    from tavola.operations.write.compiled.compiled_item import PrepareNew

M = TypeVar("M", bound=Model)


class Creators:
    """How new items of some models are prepared, compiled for each when it is first created."""

    def __init__(self) -> None:
        self._known: dict[Codec[Any], tuple[object, PrepareNew]] = {}
        """Each with the revision of the class that it was compiled from."""

    def prepare(
        self, context: TableContext, codec: Codec[M], values: Mapping[str, Any]
    ) -> tuple[M, dict[str, Any] | None]:
        """Make a new item's instance, and the body of its PutItem.

        There is none where more goes with it: hooks, unique values, the place of an expired item,
        an `__init__` of one's own. Otherwise the item is taken for what was loaded.
        """
        if context.hooks.are_there:
            return codec.model(**values), None
        revision, prepare = self._known.get(codec) or self._compile(codec)
        if revision is not codec.shape.revision:
            _, prepare = self._compile(codec)
        return prepare(context, **values)

    def _compile(self, codec: Codec[Any]) -> tuple[object, PrepareNew]:
        # Imported by who creates something: an import of models should be short.
        from tavola.operations.write.compiled.compiled_item import compile_creator

        model = codec.model
        # Taken first: a change meanwhile is then seen by the next creation.
        revision = codec.shape.revision

        def prepare_instance(context: TableContext, /, **values: Any) -> tuple[Any, None]:
            del context
            return model(**values), None

        prepare = compile_creator(codec) if codec.is_written_at_once else prepare_instance
        known = self._known[codec] = revision, prepare
        return known
