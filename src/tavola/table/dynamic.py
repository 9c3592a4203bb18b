"""The table class of a design that was loaded at run time, for tools without generated modules."""

from __future__ import annotations

from typing import Any, cast

from tavola.design.schema import Design, ModelSchema
from tavola.model.model import ModelMeta
from tavola.table.record import Record
from tavola.table.table import Table

__all__ = ["table_class"]


def table_class(design: Design) -> type[Table]:
    """Make a design's table class; its models are typed as loosely as they can be."""
    models = tuple(_model_class(model) for model in design.models.values())
    return type(design.name, (Table,), {"design": design, "models": models})


def _model_class(schema: ModelSchema) -> type[Record]:
    annotations = {field.python_name: Any for field in schema.fields.values()}
    body = {"__annotations__": annotations, "__module__": __name__}
    return cast("type[Record]", ModelMeta(schema.name, (Record,), body, schema=schema))
