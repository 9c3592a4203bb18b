"""Terraform resources of designs."""

from __future__ import annotations

from typing import Any

import hcl2
import pytest
from msgspec.structs import replace

from tavola.design import Design
from tavola.generate.export import to_terraform

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def test_a_resource_says_everything_that_the_design_does(full: Design) -> None:
    table = _table(to_terraform(full), "blog-data")

    assert table == {
        "name": "blog-data",
        "billing_mode": "PROVISIONED",
        "read_capacity": 7,
        "write_capacity": 3,
        "hash_key": "PK",
        "range_key": "SK",
        "deletion_protection_enabled": True,
        "stream_enabled": True,
        "stream_view_type": "NEW_AND_OLD_IMAGES",
        "tags": {"cost $${centre}": "4711", "team": "web"},
        "attribute": [
            {"name": name, "type": "S"} for name in ("PK", "SK", "GSI1PK", "GSI1SK", "LSI1SK")
        ],
        "global_secondary_index": [
            {
                "name": "by-status",
                "hash_key": "GSI1PK",
                "range_key": "GSI1SK",
                "projection_type": "INCLUDE",
                "non_key_attributes": ["title", "author"],
                "read_capacity": 7,
                "write_capacity": 3,
            }
        ],
        "local_secondary_index": [
            {"name": "by_date", "range_key": "LSI1SK", "projection_type": "KEYS_ONLY"}
        ],
        "ttl": [{"attribute_name": "ttl", "enabled": True}],
        "point_in_time_recovery": [{"enabled": True}],
        "server_side_encryption": [{"enabled": True}],
        "lifecycle": [{"prevent_destroy": True}],
    }


def test_a_table_without_a_sort_key_has_no_range_key(plain: Design) -> None:
    table = _table(to_terraform(plain), "plain")

    assert table == {
        "name": "plain",
        "billing_mode": "PAY_PER_REQUEST",
        "hash_key": "id",
        "deletion_protection_enabled": False,
        "attribute": [{"name": "id", "type": "S"}],
        "point_in_time_recovery": [{"enabled": False}],
        "lifecycle": [{"prevent_destroy": True}],
    }


@pytest.mark.parametrize(
    ("key", "argument"),
    [
        ("arn:aws:kms:eu-west-1:1:key/k", "arn:aws:kms:eu-west-1:1:key/k"),
        ("alias/blog", "${data.aws_kms_key.plain.arn}"),
    ],
)
def test_a_key_of_ones_own_is_given_by_its_arn(plain: Design, key: str, argument: str) -> None:
    design = replace(plain, table=replace(plain.table, encryption=key))

    table: Any = _table(to_terraform(design), "plain")

    assert table["server_side_encryption"] == [{"enabled": True, "kms_key_arn": argument}]


def test_a_key_that_is_named_otherwise_is_looked_up(plain: Design) -> None:
    design = replace(plain, table=replace(plain.table, encryption="alias/blog"))

    text = to_terraform(design)

    assert '\n\ndata "aws_kms_key" "plain" {\n  key_id = "alias/blog"\n}\n\nresource ' in text


def _table(text: str, label: str) -> Json:
    # The parser has no types of its own.
    parsed: Any = hcl2.loads(text)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    tables: Any = _unquoted(parsed["resource"][0])
    table: Json = tables["aws_dynamodb_table"][label]
    return table


def _unquoted(value: Json) -> Json:
    """Undo the quotes and marks that the parser leaves on texts and blocks."""
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if not key.startswith("__")}
        return {key.strip('"'): _unquoted(inner) for key, inner in kept.items()}
    if isinstance(value, list):
        return [_unquoted(inner) for inner in value]
    return value.strip('"') if isinstance(value, str) else value
