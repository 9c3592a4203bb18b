"""Parameters that several actions on backups have in common."""

from __future__ import annotations

from tavola.engine.request.shapes import Fields, ListShape, StringShape, StructureShape
from tavola.engine.request.table_shapes import (
    GLOBAL_INDEX_FIELDS,
    LOCAL_INDEX_FIELDS,
    NEW_TABLE_NAME,
    ON_DEMAND_THROUGHPUT,
    SETTINGS_FIELDS,
    VECTOR_INDEX_FIELDS,
    throughput,
)

__all__ = ["BACKUP_ARN", "RESTORE_FIELDS", "START_ARN"]

BACKUP_ARN = StringShape(required=True, shortest=37, longest=1024)
START_ARN = StringShape(shortest=37, longest=1024)
RESTORE_FIELDS: Fields = {
    "TargetTableName": StringShape(
        required=True,
        pattern=NEW_TABLE_NAME.pattern,
        shortest=NEW_TABLE_NAME.shortest,
        longest=NEW_TABLE_NAME.longest,
    ),
    "BillingModeOverride": SETTINGS_FIELDS["BillingMode"],
    "GlobalSecondaryIndexOverride": ListShape(
        StructureShape("GlobalSecondaryIndex", GLOBAL_INDEX_FIELDS)
    ),
    "LocalSecondaryIndexOverride": ListShape(
        StructureShape("LocalSecondaryIndex", LOCAL_INDEX_FIELDS)
    ),
    "VectorIndexOverride": ListShape(StructureShape("VectorIndex", VECTOR_INDEX_FIELDS)),
    "ProvisionedThroughputOverride": throughput(),
    "OnDemandThroughputOverride": ON_DEMAND_THROUGHPUT,
    "SSESpecificationOverride": SETTINGS_FIELDS["SSESpecification"],
}
