"""DynamoDB actions, one module each: this folder is the API reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tavola.engine.actions import (
    batch_get_item,
    batch_write_item,
    create_table,
    delete_item,
    delete_table,
    describe_continuous_backups,
    describe_endpoints,
    describe_limits,
    describe_stream,
    describe_table,
    describe_time_to_live,
    get_item,
    get_records,
    get_shard_iterator,
    list_streams,
    list_tables,
    list_tags_of_resource,
    put_item,
    query,
    scan,
    tag_resource,
    transact_get_items,
    transact_write_items,
    untag_resource,
    update_continuous_backups,
    update_item,
    update_table,
    update_time_to_live,
)
from tavola.engine.database import Database

__all__ = ["ACTIONS"]

ACTIONS: Mapping[str, Callable[[Database, dict[str, Any]], bytes]] = {
    "BatchGetItem": batch_get_item.run,
    "BatchWriteItem": batch_write_item.run,
    "CreateTable": create_table.run,
    "DeleteItem": delete_item.run,
    "DeleteTable": delete_table.run,
    "DescribeContinuousBackups": describe_continuous_backups.run,
    "DescribeEndpoints": describe_endpoints.run,
    "DescribeLimits": describe_limits.run,
    "DescribeStream": describe_stream.run,
    "DescribeTable": describe_table.run,
    "DescribeTimeToLive": describe_time_to_live.run,
    "GetItem": get_item.run,
    "GetRecords": get_records.run,
    "GetShardIterator": get_shard_iterator.run,
    "ListStreams": list_streams.run,
    "ListTables": list_tables.run,
    "ListTagsOfResource": list_tags_of_resource.run,
    "PutItem": put_item.run,
    "Query": query.run,
    "Scan": scan.run,
    "TagResource": tag_resource.run,
    "TransactGetItems": transact_get_items.run,
    "TransactWriteItems": transact_write_items.run,
    "UntagResource": untag_resource.run,
    "UpdateContinuousBackups": update_continuous_backups.run,
    "UpdateItem": update_item.run,
    "UpdateTable": update_table.run,
    "UpdateTimeToLive": update_time_to_live.run,
}
"""Every action by the name that DynamoDB gives it."""
