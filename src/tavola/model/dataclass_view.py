"""Models as `dataclasses` and `inspect` see them, so that what handles dataclasses handles models.

FastAPI takes a parameter for the body only if its class is a dataclass or a Pydantic model.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tavola.model.shape import FieldsShape

if TYPE_CHECKING:
    import dataclasses
    import inspect

__all__ = ["DataclassFields", "signature_of"]


class DataclassFields:
    """Stands for `__dataclass_fields__`, made when it is asked for.

    An instance lists the fields that it has: one that was read in part lacks others.
    """

    def __get__(self, instance: object, owner: type) -> Mapping[str, dataclasses.Field[Any]]:
        import dataclasses

        shape: FieldsShape | None = getattr(owner, "__shape__", None)
        if shape is None:
            raise AttributeError(f"{owner.__name__!r} has no fields")
        names = list(shape.by_python_name)
        if instance is not None:
            names = [name for name in names if hasattr(instance, name)]
        view: Any = dataclasses.make_dataclass(owner.__name__, names, kw_only=True)
        fields: Mapping[str, dataclasses.Field[Any]] = view.__dataclass_fields__
        return fields


def signature_of(shape: FieldsShape, annotations: Mapping[str, Any]) -> inspect.Signature:
    """Say how an instance is made: every field by keyword; what the table sets may be left out."""
    from inspect import Parameter, Signature

    def parameter(name: str) -> Parameter:
        field = shape.by_python_name[name]
        default = None if field.is_automatic else field.default()
        return Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.is_required and default is None else default,
            annotation=annotations.get(name, Parameter.empty),
        )

    return Signature([parameter(name) for name in shape.by_python_name])
