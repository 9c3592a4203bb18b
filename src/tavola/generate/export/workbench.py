"""A data model for NoSQL Workbench: the table with one facet per model, to be looked at there."""

from __future__ import annotations

import json
from typing import Any, Final

from tavola.design import Design, ModelSchema, PhysicalIndex, TableSettings
from tavola.model.kinds import kind_of
from tavola.operations.tables.create import TEXT, projection_body

_MODEL_VERSION: Final = "3.0"


def to_nosql_workbench(design: Design) -> str:
    """Write the model that NoSQL Workbench imports."""
    tables = "tables" if design.more_tables else "table"
    model = {
        "ModelName": design.name,
        "ModelMetadata": {
            "Author": "",
            "DateCreated": "",
            "DateLastModified": "",
            "Description": f"The {tables} of the design {design.name}",
            "AWSService": "Amazon DynamoDB",
            "Version": _MODEL_VERSION,
        },
        "DataModel": [_table(part) for part in design.parts],
    }
    return json.dumps(model, indent=2, ensure_ascii=False) + "\n"


def _table(design: Design) -> dict[str, Any]:
    table = design.table
    return {
        "TableName": table.name,
        "KeyAttributes": _keys(table, table.keys),
        "NonKeyAttributes": _non_key_attributes(design),
        "TableFacets": [_facet(model, table) for model in design.models.values()],
        "GlobalSecondaryIndexes": [
            _index(index, table) for index in table.indexes if not index.is_local
        ],
        "LocalSecondaryIndexes": [
            _index(index, table) for index in table.indexes if index.is_local
        ],
        "TableData": [],
        "DataAccess": {"MySql": {}},
        "SampleDataFormats": {},
        "BillingMode": "PAY_PER_REQUEST" if table.billing == "onDemand" else "PROVISIONED",
    }


def _keys(table: TableSettings, names: tuple[str, ...]) -> dict[str, Any]:
    words = ("PartitionKey", "SortKey")
    return {
        word: _attribute(name, table.key_types.get(name, TEXT))
        for word, name in zip(words, names, strict=False)
    }


def _attribute(name: str, kind: str) -> dict[str, str]:
    return {"AttributeName": name, "AttributeType": kind}


def _non_key_attributes(design: Design) -> list[dict[str, str]]:
    table = design.table
    kinds = {name: table.key_types.get(name, TEXT) for name in table.key_attributes}
    for name in (table.type_attribute,):
        if name:
            kinds.setdefault(name, "S")
    for model in design.models.values():
        for field in model.fields.values():
            kinds.setdefault(field.attribute_name, kind_of(field).tag)
    own = (table.partition_key, table.sort_key)
    return [_attribute(name, kind) for name, kind in kinds.items() if name not in own]


def _facet(model: ModelSchema, table: TableSettings) -> dict[str, Any]:
    aliases = {"PartitionKeyAlias": str(model.key.partition)}
    if model.key.sort is not None:
        aliases["SortKeyAlias"] = str(model.key.sort)
    keys = (table.partition_key, table.sort_key)
    return {
        "FacetName": model.name,
        "KeyAttributeAlias": aliases,
        "TableData": [],
        "NonKeyAttributes": [
            field.attribute_name
            for field in model.fields.values()
            if field.attribute_name not in keys
        ],
        "DataAccess": {"MySql": {}},
    }


def _index(index: PhysicalIndex, table: TableSettings) -> dict[str, Any]:
    return {
        "IndexName": index.name,
        "KeyAttributes": _keys(
            table, tuple(name for name in (index.partition_key, index.sort_key) if name)
        ),
        "Projection": projection_body(index),
    }
