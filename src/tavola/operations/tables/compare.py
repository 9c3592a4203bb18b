"""The difference between a design and its live table, as changes that make them equal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavola.design import PhysicalIndex, TableSettings
from tavola.operations.tables import create as bodies
from tavola.operations.tables.change import (
    INDEX_PATIENCE_SECONDS,
    TableChange,
    switch_recovery,
    switch_time_to_live,
    tag_table,
    update_table,
)
from tavola.operations.tables.describe import IndexState, TableState


class TableDifference(Struct, frozen=True):
    """What is not as the design says."""

    changes: tuple[TableChange, ...]
    obstacles: tuple[str, ...]
    notes: tuple[str, ...]


def compare(wanted: TableSettings, state: TableState) -> TableDifference:
    """Compare everything that a design says about its table.

    A table with another primary key is not the design's, and is left as it is.
    """
    if obstacles := tuple(_key_obstacles(wanted, state)):
        return TableDifference((), obstacles, ())
    return TableDifference(
        (
            *_billing(wanted, state),
            *_new_indexes(wanted, state),
            *_time_to_live(wanted, state),
            *_settings(wanted, state),
            *_tags(wanted, state),
        ),
        (*_setting_obstacles(wanted, state), *_index_obstacles(wanted, state)),
        tuple(_notes(wanted, state)),
    )


def _billing(wanted: TableSettings, state: TableState) -> Iterator[TableChange]:
    mode = bodies.BILLING_MODES[wanted.billing]
    throughput = bodies.throughput(wanted)
    actual = {
        "ReadCapacityUnits": state.read_capacity,
        "WriteCapacityUnits": state.write_capacity,
    }
    if mode == state.billing and (throughput is None or throughput == actual):
        return
    body: dict[str, Any] = {"BillingMode": mode}
    summary = f"Bill by {mode}"
    if throughput is not None:
        summary += f" for {bodies.describe_throughput(throughput)}"
        body["ProvisionedThroughput"] = throughput
        kept = [index.name for index in state.indexes if not index.is_local]
        if kept:
            body["GlobalSecondaryIndexUpdates"] = [
                {"Update": {"IndexName": name, "ProvisionedThroughput": throughput}}
                for name in kept
            ]
    yield update_table(summary, state.name, body)


def _new_indexes(wanted: TableSettings, state: TableState) -> Iterator[TableChange]:
    for index in wanted.indexes:
        if index.is_local or state.index(index.name) is not None:
            continue
        keys = index.keys
        names = tuple(dict.fromkeys((*state.keys, *keys)))
        body = {
            "AttributeDefinitions": bodies.attribute_definitions(wanted, names),
            "GlobalSecondaryIndexUpdates": [{"Create": bodies.index_body(index, wanted)}],
        }
        change = update_table(f"Add index {index.name} ({', '.join(keys)})", state.name, body)
        yield replace(change, patience_seconds=INDEX_PATIENCE_SECONDS)


def _time_to_live(wanted: TableSettings, state: TableState) -> Iterator[TableChange]:
    if state.has_ttl is None:
        return
    is_other = state.has_ttl and state.ttl_attribute != wanted.ttl_attribute
    if is_other and state.ttl_attribute and wanted.ttl_attribute is None:
        yield switch_time_to_live(state.name, state.ttl_attribute, is_on=False)
    elif wanted.ttl_attribute is not None and not state.has_ttl:
        yield switch_time_to_live(state.name, wanted.ttl_attribute, is_on=True)


def _settings(wanted: TableSettings, state: TableState) -> Iterator[TableChange]:
    if state.point_in_time_recovery not in (None, wanted.point_in_time_recovery):
        yield switch_recovery(state.name, is_on=wanted.point_in_time_recovery)
    if wanted.deletion_protection != state.deletion_protection:
        on_or_off = "on" if wanted.deletion_protection else "off"
        body: dict[str, Any] = {"DeletionProtectionEnabled": wanted.deletion_protection}
        yield update_table(f"Turn deletion protection {on_or_off}", state.name, body)
    stream = bodies.stream_body(wanted)
    if stream is not None and state.stream is None:
        body = {"StreamSpecification": stream}
        yield update_table(f"Stream changes as {stream['StreamViewType']}", state.name, body)
    if stream is None and state.stream is not None:
        body = {"StreamSpecification": {"StreamEnabled": False}}
        yield update_table("End the stream", state.name, body)
    if not _is_same_encryption(wanted.encryption, state.encryption):
        specification = bodies.encryption_body(wanted) or {"Enabled": False}
        summary = f"Encrypt with the {wanted.encryption} key"
        yield update_table(summary, state.name, {"SSESpecification": specification})


def _is_same_encryption(wanted: str, actual: str) -> bool:
    if wanted == "owned" or actual == "owned":
        return wanted == actual
    # An alias or a bare key id cannot be compared with the ARN that DynamoDB tells.
    return wanted == actual or not wanted.startswith("arn:")


def _tags(wanted: TableSettings, state: TableState) -> Iterator[TableChange]:
    if state.tags is None:
        return
    missing = {key: text for key, text in wanted.tags.items() if state.tags.get(key) != text}
    if missing:
        yield tag_table(
            f"Tag with {', '.join(sorted(missing))}",
            state.name,
            {"ResourceArn": state.arn, "Tags": bodies.tag_list(missing)},
        )


def _key_obstacles(wanted: TableSettings, state: TableState) -> Iterator[str]:
    keys = wanted.keys
    if keys != state.keys:
        yield (
            f"key: the table has ({', '.join(state.keys)}), the design ({', '.join(keys)})."
            " A key cannot change: make a new table and copy the items."
        )


def _setting_obstacles(wanted: TableSettings, state: TableState) -> Iterator[str]:
    for name in wanted.key_attributes:
        needed = wanted.key_types.get(name, bodies.TEXT)
        kind = state.key_types.get(name, needed)
        if kind != needed:
            yield f"Attribute {name} has type {kind}, the design needs {needed}."
    if state.has_ttl and wanted.ttl_attribute not in (None, state.ttl_attribute):
        yield (
            f"time to live: the table expires by {state.ttl_attribute}, the design by"
            f" {wanted.ttl_attribute}. Turn it off first; it can be turned on again after an hour."
        )
    stream = bodies.stream_body(wanted)
    if stream is not None and state.stream not in (None, stream["StreamViewType"]):
        yield (
            f"stream: the table streams {state.stream}, the design {stream['StreamViewType']}."
            " End the stream first: its readers lose their place."
        )


def _index_obstacles(wanted: TableSettings, state: TableState) -> Iterator[str]:
    for index in wanted.indexes:
        actual = state.index(index.name)
        if actual is None and index.is_local:
            yield f"index {index.name}: a local index can only be made with its table."
        elif actual is not None and _shape(actual) != _wanted_shape(index):
            yield (
                f"Index {index.name} has other keys or another projection than the design."
                " Give the new one another name, and remove this one when nobody reads it."
            )


def _shape(index: IndexState) -> tuple[Any, ...]:
    keys = index.keys, index.partitions
    return keys, index.projection, index.included, index.is_local


def _wanted_shape(index: PhysicalIndex) -> tuple[Any, ...]:
    included = tuple(sorted(index.included)) if index.projection == "include" else ()
    keys = index.keys, len(index.partition_keys)
    return keys, bodies.PROJECTIONS[index.projection], included, index.is_local


def _notes(wanted: TableSettings, state: TableState) -> Iterator[str]:
    known = {index.name for index in wanted.indexes}
    for index in state.indexes:
        if index.name not in known:
            yield f"index {index.name} is not in the design and stays."
    for key in sorted(set(state.tags or ()) - set(wanted.tags)):
        yield f"tag {key} is not in the design and stays."
    if state.point_in_time_recovery is None and wanted.point_in_time_recovery:
        yield "point-in-time recovery is not offered by this service."
    if state.has_ttl is None and wanted.ttl_attribute:
        yield "time to live is not offered by this service."
