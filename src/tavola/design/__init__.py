"""The YAML grammar, the immutable schema it compiles to, and its checks.

`load_design` and `check_design` are in `tavola.design.load`, so that importing the schema does not
import yaml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.design.schema import (
    CollectionArgument,
    CollectionSchema,
    Design,
    FieldSchema,
    FieldType,
    IndexSchema,
    IterationSchema,
    KeyPair,
    Layout,
    Literals,
    ModelSchema,
    PatternSchema,
    PhysicalIndex,
    Projection,
    Relation,
    TableSettings,
    UniqueSchema,
)
from tavola.late_names import late_names

if TYPE_CHECKING:
    from tavola.design.python_source import dump_python

__all__ = [
    "CollectionArgument",
    "CollectionSchema",
    "Design",
    "FieldSchema",
    "FieldType",
    "IndexSchema",
    "IterationSchema",
    "KeyPair",
    "Layout",
    "Literals",
    "ModelSchema",
    "PatternSchema",
    "PhysicalIndex",
    "Projection",
    "Relation",
    "TableSettings",
    "UniqueSchema",
    "dump_python",
]

# A generated module needs the schema alone.
__getattr__ = late_names(
    __name__,
    {
        "tavola.design.python_source": ("dump_python",),
    },
)
