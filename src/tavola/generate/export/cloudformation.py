"""A CloudFormation template, in YAML, that makes a design's table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tavola.design import Design
from tavola.design.names import pascal_case
from tavola.operations.tables.create import create_body

_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_/:-]*(?<!:)")
_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def to_cloudformation(design: Design) -> str:
    """Write the template; its outputs are each table's name and ARN, and its stream's."""
    resources: dict[str, Any] = {}
    outputs: dict[str, Any] = {}
    for label, part in _labels(design).items():
        resources[label] = {
            "Type": "AWS::DynamoDB::Table",
            # What holds data outlives the stack that made it.
            "DeletionPolicy": "Retain",
            "UpdateReplacePolicy": "Retain",
            "Properties": _properties(part),
        }
        outputs |= _outputs(label, part)
    tables = "tables" if design.more_tables else "table"
    template: dict[str, Any] = {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": f"The {tables} of the design {design.name}",
        "Resources": resources,
        "Outputs": outputs,
    }
    return "\n".join(_lines(template)) + "\n"


def _labels(design: Design) -> dict[str, Design]:
    """Name each table's resource: `Table` for the only one, `ScoresTable` for one of several."""
    if not design.more_tables:
        return {"Table": design}
    labels: dict[str, Design] = {}
    for number, part in enumerate(design.parts, 1):
        # CloudFormation: a logical id has letters and digits alone, so that a-b and ab are one.
        label = f"{pascal_case(part.table.name)}Table"
        labels[f"{label}{number}" if label in labels else label] = part
    return labels


def _outputs(label: str, part: Design) -> dict[str, Any]:
    stem = label.removesuffix("Table") if label != "Table" else ""
    outputs: dict[str, Any] = {
        f"{stem}TableName": {"Value": Reference("Ref", label)},
        f"{stem}TableArn": {"Value": Reference("GetAtt", f"{label}.Arn")},
    }
    if part.table.streams is not None:
        outputs[f"{stem}StreamArn"] = {"Value": Reference("GetAtt", f"{label}.StreamArn")}
    return outputs


def _properties(design: Design) -> dict[str, Any]:
    table = design.table
    body = create_body(design)
    if "SSESpecification" in body:
        body["SSESpecification"] = {
            "SSEEnabled": True,
            **{key: text for key, text in body["SSESpecification"].items() if key != "Enabled"},
        }
    if "StreamSpecification" in body:
        del body["StreamSpecification"]["StreamEnabled"]
    if table.ttl_attribute:
        body["TimeToLiveSpecification"] = {"AttributeName": table.ttl_attribute, "Enabled": True}
    body["PointInTimeRecoverySpecification"] = {
        "PointInTimeRecoveryEnabled": table.point_in_time_recovery
    }
    return body


class Reference(Struct, frozen=True):
    """A short-form function of CloudFormation: `!Ref Table`."""

    function: str
    argument: str

    def __str__(self) -> str:
        return f"!{self.function} {self.argument}"


Yaml = bool | int | str | Reference | list["Yaml"] | Mapping[str, "Yaml"]


def _lines(mapping: Mapping[str, Yaml], indent: str = "") -> Iterator[str]:
    for key, value in mapping.items():
        yield from _entry(f"{indent}{_scalar(key)}:", value, indent + "  ")


def _entry(head: str, value: Yaml, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield head
        yield from _lines(value, indent)
    elif isinstance(value, list):
        yield head
        for member in value:
            yield from _member(member, indent)
    else:
        yield f"{head} {_scalar(value)}"


def _member(member: Yaml, indent: str) -> Iterator[str]:
    if not isinstance(member, Mapping):
        yield f"{indent}- {_scalar(member)}"
        return
    lines = list(_lines(member, indent + "  "))
    yield f"{indent}- {lines[0].lstrip()}"
    yield from lines[1:]


def _scalar(value: Yaml) -> str:
    if isinstance(value, Reference):
        return str(value)
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    # YAML's escapes are whole characters, JSON's are halves of those beyond the first 65,536.
    return json.dumps(value, ensure_ascii=False)
