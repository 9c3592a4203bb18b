"""A Terraform resource that makes a design's table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from tavola.design import Design, PhysicalIndex, TableSettings
from tavola.generate.export.signature import written_by_export
from tavola.operations.tables.create import (
    BILLING_MODES,
    PROJECTIONS,
    STREAM_VIEWS,
    TEXT,
    key_schema,
    throughput,
)

_NOT_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]")


class Expression(str):
    """What Terraform evaluates: `data.aws_kms_key.blog.arn`."""

    __slots__ = ()


Value = None | bool | int | str | list[str] | dict[str, str] | tuple[dict[str, str], ...]
Arguments = dict[str, Value]
Blocks = list[tuple[str, Arguments]]


def to_terraform(design: Design) -> str:
    """Write an `aws_dynamodb_table` resource for each table."""
    labels: dict[str, TableSettings] = {}
    for number, table in enumerate(design.tables, 1):
        name = _NOT_A_NAME.sub("_", table.name)
        label = name if name[0].isalpha() or name[0] == "_" else f"_{name}"
        labels[f"{label}_{number}" if label in labels else label] = table
    resources = [_resource(label, table) for label, table in labels.items()]
    return "\n".join([written_by_export(design, "terraform"), *resources])


def _resource(label: str, table: TableSettings) -> str:
    lines = list(_key_lookup(table, label))
    lines.append(f'resource "aws_dynamodb_table" {_text(label)} {{')
    lines += _arguments(_table_arguments(table))
    for kind, arguments in _blocks(table, label):
        lines += ["", f"  {kind} {{", *_arguments(arguments, "    "), "  }"]
    lines += ["", *_LIFECYCLE, "}"]
    return "\n".join(lines) + "\n"


# What holds data is not dropped because a name in the design changed.
_LIFECYCLE: Final = ("  lifecycle {", "    prevent_destroy = true", "  }")


def _key_lookup(table: TableSettings, label: str) -> Iterator[str]:
    """Let Terraform find the ARN of a key that is named otherwise, since the table wants one."""
    if _needs_lookup(table):
        yield f'data "aws_kms_key" {_text(label)} {{'
        yield from _arguments({"key_id": table.encryption})
        yield from ("}", "")


def _needs_lookup(table: TableSettings) -> bool:
    return table.encryption not in ("owned", "managed") and not table.encryption.startswith("arn:")


def _table_arguments(table: TableSettings) -> Arguments:
    provisioned = throughput(table) or {}
    arguments: Arguments = {
        "name": table.name,
        "billing_mode": BILLING_MODES[table.billing],
        "read_capacity": provisioned.get("ReadCapacityUnits"),
        "write_capacity": provisioned.get("WriteCapacityUnits"),
        "hash_key": table.partition_key,
        "range_key": table.sort_key,
        "deletion_protection_enabled": table.deletion_protection,
    }
    if table.streams is not None:
        arguments["stream_enabled"] = True
        arguments["stream_view_type"] = STREAM_VIEWS[table.streams]
    if table.tags:
        arguments["tags"] = dict(table.tags)
    return arguments


def _blocks(table: TableSettings, label: str) -> Blocks:
    blocks: Blocks = [
        ("attribute", {"name": name, "type": table.key_types.get(name, TEXT)})
        for name in table.key_attributes
    ]
    blocks += [_index_block(index, table) for index in table.indexes]
    if table.ttl_attribute:
        blocks.append(("ttl", {"attribute_name": table.ttl_attribute, "enabled": True}))
    blocks.append(("point_in_time_recovery", {"enabled": table.point_in_time_recovery}))
    if table.encryption != "owned":
        key = None if table.encryption == "managed" else table.encryption
        if _needs_lookup(table):
            key = Expression(f"data.aws_kms_key.{label}.arn")
        blocks.append(("server_side_encryption", {"enabled": True, "kms_key_arn": key}))
    return blocks


def _index_block(index: PhysicalIndex, table: TableSettings) -> tuple[str, Arguments]:
    arguments: Arguments = {
        "name": index.name,
        "range_key": index.sort_key,
        "projection_type": PROJECTIONS[index.projection],
        "non_key_attributes": list(index.included) or None,
    }
    if index.is_local:
        return "local_secondary_index", arguments
    provisioned = throughput(table) or {}
    if index.more_partition_keys or index.more_sort_keys:
        # Terraform: several attributes are blocks of their own; AWS provider 6.29 and later.
        keys = key_schema(index.keys, len(index.partition_keys))
        arguments["range_key"] = None
        arguments["key_schema"] = tuple(
            {"attribute_name": one["AttributeName"], "key_type": one["KeyType"]} for one in keys
        )
    return "global_secondary_index", {
        "name": index.name,
        "hash_key": None if "key_schema" in arguments else index.partition_key,
        **{key: value for key, value in arguments.items() if key != "name"},
        "read_capacity": provisioned.get("ReadCapacityUnits"),
        "write_capacity": provisioned.get("WriteCapacityUnits"),
    }


def _arguments(arguments: Arguments, indent: str = "  ") -> Iterator[str]:
    """Write arguments with their equals signs in one column, as `terraform fmt` does."""
    given = {name: value for name, value in arguments.items() if value is not None}
    width = max(len(name) for name, value in given.items() if not isinstance(value, tuple))
    for name, value in given.items():
        if isinstance(value, tuple):
            for block in value:
                yield from ("", f"{indent}{name} {{")
                yield from _arguments(dict(block), indent + "  ")
                yield f"{indent}}}"
        elif isinstance(value, dict):
            yield f"{indent}{name} = {{"
            yield from _tags(value, indent + "  ")
            yield f"{indent}}}"
        else:
            yield f"{indent}{name:<{width}} = {_value(value)}"


def _tags(tags: dict[str, str], indent: str) -> Iterator[str]:
    width = max(len(_text(key)) for key in tags)
    for key, value in sorted(tags.items()):
        yield f"{indent}{_text(key):<{width}} = {_text(value)}"


def _value(value: Value) -> str:
    if isinstance(value, Expression):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(value: str) -> str:
    # In HCL `${` and `%{` begin an expression even within quotes.
    return json.dumps(value, ensure_ascii=False).replace("${", "$${").replace("%{", "%%{")
