"""What DynamoDB demands of a CreateTable request beyond its shape, in its words and order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tavola.engine.tables.rules.index_rules import (
    INVALID,
    check_index_key,
    check_keys_are_defined,
    check_local_key,
    check_pair,
    check_projected_total,
    check_projection,
    key_names,
)
from tavola.engine.tables.rules.setting_rules import (
    check_encryption,
    check_on_demand_limits,
    check_table_class,
    check_tag_count,
    check_tags,
    check_units,
    check_warm_throughput,
)
from tavola.engine.tables.rules.vector_rules import check_new_vectors, search_attributes
from tavola.errors import ValidationFailed

__all__ = ["MAX_GLOBAL_INDEXES", "check_create_table", "check_stream_at_creation"]

# DynamoDB: 20 global and 5 local indexes per table. Developer guide, ServiceQuotas.
MAX_GLOBAL_INDEXES: Final = 20
_MAX_LOCAL_INDEXES: Final = 5

Request = Mapping[str, Any]


def check_create_table(body: Request) -> None:
    """Refuse a CreateTable request that contradicts itself."""
    check_table_class(body.get("TableClass"))
    _check_billing(body)
    local: list[Request] | None = body.get("LocalSecondaryIndexes")
    indexes: list[Request] | None = body.get("GlobalSecondaryIndexes")
    _check_definitions(body, local, indexes)
    if local is not None:
        _check_local_indexes(body, local)
    if indexes is not None:
        _check_global_indexes(body, indexes)
    vectors: list[Request] | None = body.get("VectorIndexes")
    if vectors is not None:
        check_new_vectors(body, vectors)
    every = [*(local or ()), *(indexes or ()), *(vectors or ())]
    _check_names(each["IndexName"] for each in every)
    check_projected_total([len(each["Projection"].get("NonKeyAttributes", ())) for each in every])
    check_stream_at_creation(body.get("StreamSpecification"))
    check_encryption(body.get("SSESpecification"))
    check_tags(body.get("Tags", ()))
    check_tag_count(len(body.get("Tags", ())))


def check_stream_at_creation(stream: Request | None) -> None:
    """Refuse a stream without a view type, or a view type without a stream."""
    if stream is None:
        return
    if stream["StreamEnabled"] and "StreamViewType" not in stream:
        raise ValidationFailed(
            f"{INVALID}Table is being created with a stream enabled, UpdateViewType is required"
        )
    if not stream["StreamEnabled"] and "StreamViewType" in stream:
        raise ValidationFailed(
            f"{INVALID}Table is being created with a stream disabled, "
            "UpdateViewType should not be specified"
        )


def _check_billing(body: Request) -> None:
    throughput: Mapping[str, int] | None = body.get("ProvisionedThroughput")
    limits: Mapping[str, int] | None = body.get("OnDemandThroughput")
    if body.get("BillingMode") == "PAY_PER_REQUEST":
        if throughput is not None:
            raise ValidationFailed(
                f"{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
                "when BillingMode is PAY_PER_REQUEST"
            )
        check_on_demand_limits(limits, subject="table")
    else:
        if throughput is None:
            raise ValidationFailed(
                f"{INVALID}ReadCapacityUnits and WriteCapacityUnits must both be specified "
                "when BillingMode is PROVISIONED"
            )
        check_units(throughput)
        for name in limits or ():
            raise ValidationFailed(
                f"{INVALID}{name} for OnDemandThroughput cannot be specified "
                "when table BillingMode is PROVISIONED."
            )
    check_warm_throughput(body.get("WarmThroughput"), throughput, subject="table")


def _check_definitions(
    body: Request, local: list[Request] | None, indexes: list[Request] | None
) -> None:
    schema: list[dict[str, str]] = body["KeySchema"]
    defined = key_names(body["AttributeDefinitions"])
    for position, name in enumerate(defined):
        if name in defined[:position]:
            raise ValidationFailed(f"Attribute Name is duplicated: {name}")
    _check_table_key(schema, defined)
    for name, listed in (("LocalSecondaryIndexes", local), ("GlobalSecondaryIndexes", indexes)):
        if listed == []:
            raise ValidationFailed(f"{INVALID}List of {name} is empty")
    if local is not None and len(schema) < 2:
        raise ValidationFailed(
            f"{INVALID}Table KeySchema does not have a range key, "
            "which is required when specifying a LocalSecondaryIndex"
        )
    used = {*key_names(schema), *search_attributes(body.get("VectorIndexes"))} & set(defined)
    for index in (*(local or ()), *(indexes or ())):
        check_keys_are_defined(index["KeySchema"], defined)
        used.update(key_names(index["KeySchema"]))
    vector_attributes = {
        each["VectorAttribute"]["AttributeName"] for each in body.get("VectorIndexes", ())
    }
    if len(used) == len(defined) or vector_attributes & set(defined):
        return
    if local is None and indexes is None:
        raise ValidationFailed(
            f"{INVALID}Number of attributes in KeySchema does not exactly match "
            "number of attributes defined in AttributeDefinitions"
        )
    raise ValidationFailed(
        f"{INVALID}Some AttributeDefinitions are not used. AttributeDefinitions: "
        f"[{', '.join(defined)}], keys used: [{', '.join(sorted(used))}]"
    )


def _check_table_key(schema: list[dict[str, str]], defined: list[str]) -> None:
    keys = key_names(schema)
    if len(keys) == 2 and (keys[0] == keys[1] or not set(keys) <= set(defined)):
        raise ValidationFailed("Invalid KeySchema: Some index key attribute have no definition")
    check_keys_are_defined(schema, defined)
    check_pair(schema)


def _check_local_indexes(body: Request, local: list[Request]) -> None:
    for index in local:
        check_local_key(index["IndexName"], index["KeySchema"], body["KeySchema"])
        check_projection(index["Projection"])
    if len(local) > _MAX_LOCAL_INDEXES:
        raise ValidationFailed(
            f"{INVALID}Number of LocalSecondaryIndexes exceeds per-table limit of "
            f"{_MAX_LOCAL_INDEXES}"
        )


def _check_global_indexes(body: Request, indexes: list[Request]) -> None:
    is_on_demand = body.get("BillingMode") == "PAY_PER_REQUEST"
    for index in indexes:
        check_index_key(index["KeySchema"])
        check_projection(index["Projection"])
        _check_index_throughput(index, is_on_demand=is_on_demand)
    if len(indexes) > MAX_GLOBAL_INDEXES:
        raise ValidationFailed(
            f"{INVALID}GlobalSecondaryIndex count exceeds the per-table limit of "
            f"{MAX_GLOBAL_INDEXES}"
        )


def _check_index_throughput(index: Request, *, is_on_demand: bool) -> None:
    name: str = index["IndexName"]
    throughput: Mapping[str, int] | None = index.get("ProvisionedThroughput")
    if is_on_demand and throughput is not None:
        raise ValidationFailed(
            f"{INVALID}ProvisionedThroughput should not be specified for index: {name} "
            "when BillingMode is PAY_PER_REQUEST"
        )
    if not is_on_demand and throughput is None:
        raise ValidationFailed(f"{INVALID}ProvisionedThroughput is not specified for index: {name}")
    if throughput is not None:
        check_units(throughput)
        for limit in index.get("OnDemandThroughput", ()):
            raise ValidationFailed(
                f"{INVALID}{limit} for OnDemandThroughput for index: {name} cannot be specified "
                "when table BillingMode is PROVISIONED."
            )
    check_on_demand_limits(index.get("OnDemandThroughput"), subject=f"index : {name}")
    check_warm_throughput(index.get("WarmThroughput"), throughput, subject=f"index {name}")


def _check_names(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValidationFailed(f"{INVALID}Duplicate index name: {name}")
        seen.add(name)
