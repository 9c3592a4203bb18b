"""What DynamoDB demands of an UpdateTable request beyond its shape, in its words and order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tavola.engine.storage.catalog import TableInfo, Throughput
from tavola.engine.tables.rules.create_rules import MAX_GLOBAL_INDEXES
from tavola.engine.tables.rules.index_rules import (
    INVALID,
    check_index_key,
    check_keys_are_defined,
    check_projected_total,
    check_projection,
    key_names,
)
from tavola.engine.tables.rules.setting_rules import (
    check_encryption,
    check_on_demand_limits,
    check_table_class,
    check_units,
)
from tavola.engine.tables.rules.vector_rules import check_vector_change, check_vector_updates
from tavola.errors import LimitExceeded, TableNotFound, ValidationFailed

__all__ = ["check_change", "check_request"]

Request = Mapping[str, Any]

# DynamoDB: it names its own parameters here, not all of them public.
_NOTHING_ASKED: Final = (
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
    "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
    "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
    "OnDemandThroughput, WarmThroughput or TableClass is required"
)
_ALONE: Final = {
    "SSESpecification": "Server-Side Encryption modification",
    "TableClass": "TableClass modification",
    "DeletionProtectionEnabled": "DeletionProtection modification",
    "WarmThroughput": "WarmThroughput",
}
_CHANGES: Final = (
    "ProvisionedThroughput",
    "BillingMode",
    "StreamSpecification",
    "GlobalSecondaryIndexUpdates",
    "VectorIndexUpdates",
    "OnDemandThroughput",
    *_ALONE,
)
_ACTIONS: Final = ("Update", "Create", "Delete")


def check_request(body: Request) -> None:
    """Refuse a request that contradicts itself, whatever the table is."""
    check_table_class(body.get("TableClass"))
    changes = [name for name in _CHANGES if name in body]
    updates: Sequence[Request] | None = body.get("GlobalSecondaryIndexUpdates")
    vectors: Sequence[Request] = body.get("VectorIndexUpdates", ())
    listed = {"GlobalSecondaryIndexUpdates", "VectorIndexUpdates"}
    if set(changes) <= listed and not updates and not vectors:
        raise ValidationFailed(_NOTHING_ASKED)
    if updates == []:
        raise ValidationFailed(f"{INVALID}List of GlobalSecondaryIndexUpdates is empty")
    _check_index_actions(updates or ())
    check_vector_updates(vectors)
    _check_combination(changes, updates or ())
    if "ProvisionedThroughput" in body:
        check_units(body["ProvisionedThroughput"])
    _check_billing(body)
    check_encryption(body.get("SSESpecification"))
    _check_stream_request(body.get("StreamSpecification"))


def check_change(table: TableInfo, body: Request) -> None:
    """Refuse a request that does not fit the table as it is."""
    mode = body.get("BillingMode", table.billing_mode)
    _check_throughput(table, body, mode)
    _check_stream_change(table, body.get("StreamSpecification"))
    _check_encryption_change(table, body.get("SSESpecification"))
    _check_warm_throughput(table.warm_throughput, body.get("WarmThroughput"))
    updates: Sequence[Request] = body.get("GlobalSecondaryIndexUpdates", ())
    vectors: Sequence[Request] = body.get("VectorIndexUpdates", ())
    if sum("Update" not in update for update in (*updates, *vectors)) > 1:
        raise LimitExceeded(
            "Subscriber limit exceeded: Only 1 online index can be created or deleted "
            "simultaneously per table"
        )
    for update in updates:
        if "Create" in update:
            _check_new_index(table, body, update["Create"], mode)
        elif "Delete" in update:
            _check_known_index(table, update["Delete"]["IndexName"], "delete")
        else:
            _check_index_update(table, update["Update"], mode)
    _check_limits(table, updates)
    check_vector_change(table, body, mode)


def _check_index_actions(updates: Sequence[Request]) -> None:
    seen: set[str] = set()
    for update in updates:
        actions = [name for name in _ACTIONS if name in update]
        if not actions:
            raise ValidationFailed(
                f"{INVALID}One of GlobalSecondaryIndexUpdate.Update, "
                "GlobalSecondaryIndexUpdate.Create, "
                "GlobalSecondaryIndexUpdate.Delete must not be null"
            )
        if len(actions) > 1:
            raise ValidationFailed(
                f"{INVALID}Only one global secondary index action is allowed per "
                "GlobalSecondaryIndexUpdate object"
            )
        name: str = update[actions[0]]["IndexName"]
        if name in seen:
            raise ValidationFailed(
                f"{INVALID}Only one global secondary index update per index is allowed "
                f"simultaneously. Index: {name}"
            )
        seen.add(name)


def _check_combination(changes: Sequence[str], updates: Sequence[Request]) -> None:
    for name, said in _ALONE.items():
        if name in changes and len(changes) > 1:
            raise ValidationFailed(f"{INVALID}{said} must be the only operation in the request")
    if "OnDemandThroughput" in changes and not set(changes) <= {
        "OnDemandThroughput",
        "BillingMode",
    }:
        raise ValidationFailed(
            f"{INVALID}OnDemandThroughput can only be combined with BillingMode "
            "in an UpdateTable request"
        )
    is_index_made = any("Update" not in update for update in updates)
    if "ProvisionedThroughput" in changes and "StreamSpecification" in changes:
        raise ValidationFailed(
            f"{INVALID}You cannot modify stream status while updating table IOPS"
        )
    if is_index_made and "ProvisionedThroughput" in changes:
        raise ValidationFailed(
            f"{INVALID}You cannot create or delete index while updating table IOPS"
        )
    if is_index_made and "StreamSpecification" in changes:
        raise ValidationFailed(
            f"{INVALID}You cannot create or delete index while changing stream status"
        )


def _check_billing(body: Request) -> None:
    mode = body.get("BillingMode")
    if mode == "PAY_PER_REQUEST" and "ProvisionedThroughput" in body:
        raise ValidationFailed(
            f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
            "when BillingMode is PAY_PER_REQUEST"
        )
    if mode == "PROVISIONED" and "ProvisionedThroughput" not in body:
        raise ValidationFailed(
            f"{INVALID}ProvisionedThroughput must be specified when BillingMode is PROVISIONED"
        )


def _check_stream_request(stream: Request | None) -> None:
    if stream is None:
        return
    if stream["StreamEnabled"] and "StreamViewType" not in stream:
        raise ValidationFailed(
            f"{INVALID}If stream is being enabled then UpdateViewType is required"
        )
    if not stream["StreamEnabled"] and "StreamViewType" in stream:
        raise ValidationFailed(
            f"{INVALID}If stream is being disabled, then UpdateViewType must not be specified"
        )


def _check_throughput(table: TableInfo, body: Request, mode: str) -> None:
    asked: Mapping[str, int] | None = body.get("ProvisionedThroughput")
    is_on_demand = mode == "PAY_PER_REQUEST"
    if asked is not None and is_on_demand:
        raise ValidationFailed(
            f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
            "when BillingMode is PAY_PER_REQUEST"
        )
    if asked is not None and table.billing_mode == "PROVISIONED":
        _check_difference("table", table.throughput, asked)
    limits: Mapping[str, int] | None = body.get("OnDemandThroughput")
    if limits is not None and not is_on_demand:
        for name in limits:
            raise ValidationFailed(
                f"{INVALID}{name} for OnDemandThroughput cannot be specified "
                "when the table BillingMode is PROVISIONED"
            )
    check_on_demand_limits(limits, subject="table", lowest=-1)
    if not is_on_demand and table.billing_mode == "PAY_PER_REQUEST":
        _check_every_index_is_provisioned(table, body)


def _check_every_index_is_provisioned(table: TableInfo, body: Request) -> None:
    given = {
        update["Update"]["IndexName"]
        for update in body.get("GlobalSecondaryIndexUpdates", ())
        if "Update" in update
    }
    missing = [index.name for index in table.global_indexes if index.name not in given]
    if missing:
        raise ValidationFailed(
            f"{INVALID}ProvisionedThroughput must be specified for index: {','.join(missing)}"
        )


def _check_difference(subject: str, current: Throughput, asked: Mapping[str, int]) -> None:
    reads, writes = asked["ReadCapacityUnits"], asked["WriteCapacityUnits"]
    if (reads, writes) == (current.read_units, current.write_units):
        raise ValidationFailed(
            f"The provisioned throughput for the {subject} will not change. The requested value "
            "equals the current value. Current ReadCapacityUnits provisioned for the "
            f"{subject}: {current.read_units}. Requested ReadCapacityUnits: {reads}. Current "
            f"WriteCapacityUnits provisioned for the {subject}: {current.write_units}. Requested "
            f"WriteCapacityUnits: {writes}. Refer to the Amazon DynamoDB Developer Guide for "
            "current limits and how to request higher limits."
        )


def _check_stream_change(table: TableInfo, stream: Request | None) -> None:
    if stream is None:
        return
    if stream["StreamEnabled"] and table.stream is not None:
        raise ValidationFailed(f"Table already has an enabled stream: TableName: {table.name}")
    if not stream["StreamEnabled"] and table.stream is None:
        raise ValidationFailed(f"Table has no stream to disable: TableName: {table.name}")


def _check_encryption_change(table: TableInfo, encryption: Request | None) -> None:
    is_default = encryption is not None and not encryption.get("Enabled", False)
    if is_default and table.encryption is None:
        raise ValidationFailed(f"{INVALID}Table is already encrypted by default")


def _check_warm_throughput(
    current: Mapping[str, int] | None, asked: Mapping[str, int] | None
) -> None:
    """Refuse to lower what a table can take at once."""
    for name, value in (asked or {}).items():
        if value < (current or {}).get(name, 0):
            raise ValidationFailed(
                f"{INVALID}Requested {name} for WarmThroughput for table is lower than current "
                "WarmThroughput, decreasing WarmThroughput is not supported"
            )


def _check_new_index(table: TableInfo, body: Request, index: Request, mode: str) -> None:
    name: str = index["IndexName"]
    if "AttributeDefinitions" not in body:
        raise ValidationFailed(f"{INVALID}AttributeDefinitions is not specified for index: {name}")
    if name in table.indexes or name in table.vector_indexes:
        raise ValidationFailed("Attempting to create an index which already exists")
    # DynamoDB: the table's own key attributes need no second definition.
    defined = key_names(body["AttributeDefinitions"])
    known = [each for each in key_names(index["KeySchema"]) if each in table.key_types]
    if not set(key_names(index["KeySchema"])) <= {*defined, *known}:
        check_keys_are_defined(index["KeySchema"], defined)
    check_index_key(index["KeySchema"])
    _check_types(table, body["AttributeDefinitions"], index["KeySchema"])
    check_projection(index["Projection"])
    throughput: Mapping[str, int] | None = index.get("ProvisionedThroughput")
    if mode == "PAY_PER_REQUEST" and throughput is not None:
        raise ValidationFailed(
            f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
            f"for index: {name} when BillingMode is PAY_PER_REQUEST"
        )
    if mode == "PROVISIONED" and throughput is None:
        raise ValidationFailed(
            f"{INVALID}Both ReadCapacityUnits and WriteCapacityUnits must be specified "
            f"for index: {name}"
        )
    check_on_demand_limits(index.get("OnDemandThroughput"), subject=f"index : {name}")


def _check_types(
    table: TableInfo, definitions: Sequence[Request], schema: Sequence[Request]
) -> None:
    """Refuse to give an attribute of a key another type."""
    types = {each["AttributeName"]: each["AttributeType"] for each in definitions}
    for element in schema:
        name, kind = element["AttributeName"], element["KeyType"]
        known = table.key_types.get(name)
        if known is not None and types.get(name, known) != known:
            raise ValidationFailed(
                f"{INVALID}Attributes cannot be redefined. Please check that your attribute has "
                "the same type as previously defined. Existing schema: Schema:[SchemaElement: "
                f"key{{{name}:{known}:{kind}}}] New schema: Schema:[SchemaElement: "
                f"key{{{name}:{types[name]}:{kind}}}]"
            )


def _check_known_index(table: TableInfo, name: str, verb: str) -> None:
    index = table.indexes.get(name)
    if index is None:
        raise TableNotFound("Requested resource not found")
    if not index.is_global:
        raise ValidationFailed(f"Cannot {verb} an index that is not a GlobalSecondaryIndex: {name}")


def _check_index_update(table: TableInfo, update: Request, mode: str) -> None:
    name: str = update["IndexName"]
    _check_known_index(table, name, "update")
    asked: Mapping[str, int] | None = update.get("ProvisionedThroughput")
    if asked is not None and mode == "PAY_PER_REQUEST":
        raise ValidationFailed(
            f"{INVALID}The only Updates for index: {name} when TableThroughputMode is "
            "PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput"
        )
    if asked is not None:
        check_units(asked)
        if table.billing_mode == "PROVISIONED":
            _check_difference(f"index {name}", table.indexes[name].throughput, asked)
    check_on_demand_limits(update.get("OnDemandThroughput"), subject=f"index : {name}", lowest=-1)


def _check_limits(table: TableInfo, updates: Sequence[Request]) -> None:
    made = [update["Create"] for update in updates if "Create" in update]
    if made and len(table.global_indexes) >= MAX_GLOBAL_INDEXES:
        raise LimitExceeded(
            f"{INVALID}GlobalSecondaryIndex count exceeds the per-table limit of "
            f"{MAX_GLOBAL_INDEXES}"
        )
    counts = [len(index.non_key_attributes) for index in table.indexes.values()]
    counts += [len(index["Projection"].get("NonKeyAttributes", ())) for index in made]
    check_projected_total(counts)
