"""NoSQL Workbench models of designs."""

from __future__ import annotations

import json
from pathlib import Path

from tavola.design import Design
from tavola.design.load import load_design
from tavola.generate.export import to_nosql_workbench


def test_every_model_is_a_facet_that_shows_its_key_templates(full: Design) -> None:
    table = json.loads(to_nosql_workbench(full))["DataModel"][0]

    assert table["TableFacets"] == [
        {
            "FacetName": "Post",
            "KeyAttributeAlias": {"PartitionKeyAlias": "POST#{id}", "SortKeyAlias": "META"},
            "TableData": [],
            "NonKeyAttributes": ["id", "views", "tags", "createdAt"],
            "DataAccess": {"MySql": {}},
        }
    ]


def test_attributes_have_the_types_that_items_store(full: Design) -> None:
    table = json.loads(to_nosql_workbench(full))["DataModel"][0]

    kinds = {part["AttributeName"]: part["AttributeType"] for part in table["NonKeyAttributes"]}
    assert kinds == {
        "GSI1PK": "S",
        "GSI1SK": "S",
        "LSI1SK": "S",
        "type": "S",
        "id": "S",
        "views": "N",
        "tags": "SS",
        "createdAt": "N",
    }


def test_versions_and_json_are_stored_as_text(tmp_path: Path) -> None:
    file = tmp_path / "notes.yaml"
    file.write_text(
        "models: {Note: {modelPrefix: n, primaryKey: {partitionKey: id}, fields: {"
        "id: {type: StringField, required: true}, version: {type: VersionField},"
        "more: {type: JsonField}}}}"
    )

    table = json.loads(to_nosql_workbench(load_design(file)))["DataModel"][0]

    kinds = {part["AttributeName"]: part["AttributeType"] for part in table["NonKeyAttributes"]}
    assert {name: kinds[name] for name in ("version", "more")} == {"version": "S", "more": "S"}


def test_a_table_without_sort_key_has_a_partition_key_alone(plain: Design) -> None:
    table = json.loads(to_nosql_workbench(plain))["DataModel"][0]

    assert table["KeyAttributes"] == {"PartitionKey": {"AttributeName": "id", "AttributeType": "S"}}
