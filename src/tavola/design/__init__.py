"""The YAML grammar, the immutable schema it compiles to, and its checks.

`load_design` and `check_design` are in `tavola.design.load`, so that importing the schema does not
import yaml.
"""

from tavola.design.python_source import dump_python
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
