"""Differences in the settings of tables that are kept, each with its reason."""

from __future__ import annotations

import re
from typing import Any

from tests.difference.compare import Difference, Request
from tests.difference.known import (
    ANYTHING,
    QUIRKS,
    REFUSED,
    SIMPLE,
    Body,
    Known,
    settled,
    without,
    without_period,
)
from tests.difference.known_in_tables import CREATION, PROVISIONED, REMOVAL

WRONG = r"ValidationException: One or more parameter values were invalid: "
GIVEN = (*REMOVAL, Request("CreateTable", CREATION))
DISABLED = Request(
    "UpdateTimeToLive",
    {
        "TableName": SIMPLE,
        "TimeToLiveSpecification": {"Enabled": False, "AttributeName": "ttl"},
    },
)

THROUGHPUT = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
INDEX: Body = {
    "IndexName": "one-index",
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "Projection": {"ProjectionType": "ALL"},
}
PAID: Body = INDEX | {"ProvisionedThroughput": THROUGHPUT}
DEFINITIONS: Body = {"AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}


def _update(**changes: Any) -> Request:
    return Request("UpdateTable", {"TableName": "known"} | changes)


def _recovery(table: str, **setting: Any) -> Request:
    body: Body = {"TableName": table, "PointInTimeRecoverySpecification": setting}
    return Request("UpdateContinuousBackups", body)


def _has_period(difference: Difference) -> bool:
    """Whether we show the period that was asked for, or that there is anyway."""
    asked = difference.request.body.get("PointInTimeRecoverySpecification", {})
    shown = difference.ours.body["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    return shown["RecoveryPeriodInDays"] == asked.get("RecoveryPeriodInDays", 35) or not asked


def _but_units_of_indexes(body: Body) -> Any:
    shown: Any = settled(body)
    for index in shown["TableDescription"].get("GlobalSecondaryIndexes", []):
        index["ProvisionedThroughput"] = without(*THROUGHPUT)(index["ProvisionedThroughput"])
    return shown


def _has_its_units(difference: Difference) -> bool:
    """Whether our indexes have the units that were asked for, or none where the table has none."""
    shown, their = (one.body["TableDescription"] for one in (difference.ours, difference.theirs))
    units = {one["IndexName"]: _units(one) for one in their.get("GlobalSecondaryIndexes", [])}
    for change in difference.request.body.get("GlobalSecondaryIndexUpdates", []):
        asked = [one for one in change.values() if "ProvisionedThroughput" in one]
        units |= {one["IndexName"]: _units(one) for one in asked}
    has_none = not any(_units(shown).values())
    return all(
        _units(one) == (_units(shown) if has_none else units[one["IndexName"]])
        for one in shown.get("GlobalSecondaryIndexes", [])
    )


def _units(described: Body) -> Body:
    return {name: described["ProvisionedThroughput"][name] for name in THROUGHPUT}


def _shows_what_is_deleted(ours: Body, theirs: Body) -> bool:
    shown = ours["TableDescription"]
    kept = [one for one in shown["GlobalSecondaryIndexes"] if one["IndexStatus"] != "DELETING"]
    rest = {name: one for name, one in shown.items() if name != "GlobalSecondaryIndexes"}
    indexes = {"GlobalSecondaryIndexes": kept} if kept else {}
    deleted = [one for one in shown["GlobalSecondaryIndexes"] if one not in kept]
    return settled({"TableDescription": rest | indexes}) == settled(theirs) and bool(
        deleted and all(_is_of_the_table(index, shown) for index in deleted)
    )


def _is_of_the_table(index: Body, table: Body) -> bool:
    """Whether an index that is gone elsewhere can have been one of the table's."""
    bare: Any = settled(index)
    units = table["ProvisionedThroughput"]
    return (
        bare["IndexName"] in ("one-index", "two-index")
        and [one["KeyType"] for one in bare["KeySchema"]] in (["HASH"], ["HASH", "RANGE"])
        and all(re.fullmatch(r"\w+", one["AttributeName"]) for one in bare["KeySchema"])
        and bare["Projection"]["ProjectionType"] in ("ALL", "KEYS_ONLY", "INCLUDE")
        and bare["ProvisionedThroughput"] == units
        and bare.keys() == {"IndexName", "KeySchema", "Projection", "ProvisionedThroughput"}
    )


SETTINGS = (
    Known(
        "AWS shows warm throughput, and a table that changes as UPDATING. API reference, "
        "TableDescription.",
        "dynoxide",
        "OK",
        "OK",
        _update(DeletionProtectionEnabled=True),
        GIVEN,
        "UpdateTable",
        settled,
    ),
    Known(
        "What time to live already is, it cannot become. Developer guide, time-to-live-ttl-how-to.",
        "dynoxide",
        r"ValidationException: TimeToLive is (already|active on a different)",
        ANYTHING,
        DISABLED,
        (DISABLED,),
        source=QUIRKS,
    ),
    Known(
        "Backups reach back 35 days unless told otherwise. API reference, "
        "PointInTimeRecoveryDescription.",
        "ExtendDB",
        "OK",
        "OK",
        _recovery(SIMPLE, PointInTimeRecoveryEnabled=True),
        request="(Update|Describe)ContinuousBackups",
        apart_from=without_period,
        when=_has_period,
    ),
    Known(
        "Backups name a missing table by an exception of their own. API reference, "
        "UpdateContinuousBackups.",
        "ExtendDB",
        r"TableNotFoundException: Table not found: ",
        REFUSED,
        _recovery("nowhere", PointInTimeRecoveryEnabled=True),
    ),
    Known(
        "How far backups reach is said where they are enabled. API reference, "
        "PointInTimeRecoverySpecification.",
        "ExtendDB",
        r"ValidationException: Invalid Request: Cannot specify RecoveryPeriodInDays when disabling",
        ANYTHING,
        _recovery(SIMPLE, PointInTimeRecoveryEnabled=False, RecoveryPeriodInDays=1),
        source=QUIRKS,
    ),
    Known(
        "A table that is paid by request has no units, nor have its indexes; the change is "
        "complete at once.",
        "dynoxide",
        "OK",
        "OK",
        _update(BillingMode="PAY_PER_REQUEST"),
        (
            *REMOVAL,
            Request("CreateTable", CREATION | PROVISIONED | {"GlobalSecondaryIndexes": [PAID]}),
        ),
        'UpdateTable .*"(BillingMode|ProvisionedThroughput)"',
        _but_units_of_indexes,
        when=_has_its_units,
        source="API reference, ProvisionedThroughput, ReadCapacityUnits.",
    ),
    Known(
        "A stream that is enabled says what it shows, one that is disabled exists. API reference, "
        "StreamSpecification.",
        "dynoxide",
        r"ValidationException: (Table has no stream to disable|.* UpdateViewType is required)",
        ANYTHING,
        _update(StreamSpecification={"StreamEnabled": False}),
        GIVEN,
        source=QUIRKS,
    ),
    Known(
        "An index's capacity follows the table's billing mode. API reference, "
        "GlobalSecondaryIndexUpdate.",
        "dynoxide",
        WRONG + r"(Both Read|Neither Read|ProvisionedThroughput must be|The only).* for index: ",
        ANYTHING,
        _update(
            GlobalSecondaryIndexUpdates=[{"Create": INDEX | {"ProvisionedThroughput": THROUGHPUT}}],
            **DEFINITIONS,
        ),
        GIVEN,
        source=QUIRKS,
    ),
    Known(
        "An unknown index is a missing resource; dynoxide calls it a table.",
        "dynoxide",
        r"ResourceNotFoundException: Requested resource not found ",
        REFUSED,
        _update(GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "no-index"}}]),
        GIVEN,
        '.*"GlobalSecondaryIndexUpdates"',
        source="API reference, UpdateTable, ResourceNotFoundException.",
    ),
    Known(
        "What a table's request for an index gets wrong, a later one gets wrong too.",
        "dynoxide",
        WRONG + r"(Duplicate element in NonKeyAttributes|ProjectionType is )",
        ANYTHING,
        _update(
            GlobalSecondaryIndexUpdates=[
                {"Create": INDEX | {"Projection": {"ProjectionType": "INCLUDE"}}}
            ],
            **DEFINITIONS,
        ),
        GIVEN,
        source="API reference, CreateGlobalSecondaryIndexAction.",
    ),
    Known(
        "An index that is being deleted is still shown. Developer guide, GSI.OnlineOps.",
        "dynoxide",
        "OK",
        "OK",
        _update(GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "one-index"}}]),
        (*GIVEN, _update(GlobalSecondaryIndexUpdates=[{"Create": INDEX}], **DEFINITIONS)),
        'UpdateTable .*"Delete"',
        is_same=_shows_what_is_deleted,
    ),
)
