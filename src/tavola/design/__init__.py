"""The YAML grammar, the immutable schema it compiles to, and its checks.

    from tavola.design.load import load_design

    load_design("blog.yaml").models["Post"].key        # or a DesignError with all that is wrong

The map
    load.py           from a file or a directory to the schema, with all findings; calls the rest
    checks/           what is proved about a whole design, advice, costs, who shares a range
    access_patterns/  `accessPatterns` and `collections`: what each is given, which range it reads
    models/           models of both layouts, filters, unique constraints, relations, shared keys
    compile_table.py  the `table` section, or each table of `tables`
    keys/             which attributes a key has, its templates, the forms of fields in them
    fields/           types of fields, their rules and defaults, typed maps
    reading/          the YAML file: a tree with line numbers, the grammar, findings
    names.py          the design's names in Python, and those that it may not take
    python_source.py  a schema as Python source
    value_rules.py    what a value must keep to beyond its type: bounds, lengths, patterns
    schema.py         the immutable schema: all that other packages need of a design
    key_pair.py       the key of a table or an index, as a model fills it

Each imports only what stands below it here (import-linter: "The rooms of a design").

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
