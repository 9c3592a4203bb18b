"""Models as `dataclasses` sees them, so that what handles dataclasses handles models too.

FastAPI takes a parameter for the body only if its class is a dataclass or a Pydantic model.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tavola.model.shape import Shape

if TYPE_CHECKING:
    import dataclasses

__all__ = ["DataclassFields"]


class DataclassFields:
    """Stands for `__dataclass_fields__`, made when it is asked for.

    An instance lists the fields that it has: one that was read in part lacks others.
    """

    def __get__(self, instance: object, owner: type) -> Mapping[str, dataclasses.Field[Any]]:
        import dataclasses

        shape: Shape | None = getattr(owner, "__shape__", None)
        if shape is None:
            raise AttributeError(f"{owner.__name__!r} has no fields")
        names = list(shape.by_python_name)
        if instance is not None:
            names = [name for name in names if hasattr(instance, name)]
        view: Any = dataclasses.make_dataclass(owner.__name__, names, kw_only=True)
        fields: Mapping[str, dataclasses.Field[Any]] = view.__dataclass_fields__
        return fields
