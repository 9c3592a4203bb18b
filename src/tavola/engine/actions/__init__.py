"""DynamoDB's actions, one file each: this folder is the API reference.

A file has `INPUT`, what may stand in the request, in the order in which DynamoDB reports faults;
`run`, what the action does; and `ACTION`, which names it. Its traits, as DynamoDB's API has them,
stand in `wire/actions.py`, where `Action.traits` finds them. No other module of the engine decides
by an action's name; `unavailable.py` names those that are missing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tavola.engine.action import Action
from tavola.engine.actions import (
    batch_execute_statement,
    batch_get_item,
    batch_write_item,
    create_backup,
    create_table,
    delete_backup,
    delete_item,
    delete_resource_policy,
    delete_table,
    describe_backup,
    describe_continuous_backups,
    describe_contributor_insights,
    describe_endpoints,
    describe_export,
    describe_import,
    describe_limits,
    describe_stream,
    describe_table,
    describe_time_to_live,
    execute_statement,
    execute_transaction,
    export_table_to_point_in_time,
    get_item,
    get_records,
    get_resource_policy,
    get_shard_iterator,
    import_table,
    list_backups,
    list_contributor_insights,
    list_exports,
    list_imports,
    list_streams,
    list_tables,
    list_tags_of_resource,
    put_item,
    put_resource_policy,
    query,
    restore_table_from_backup,
    scan,
    search_vectors,
    tag_resource,
    transact_get_items,
    transact_write_items,
    untag_resource,
    update_continuous_backups,
    update_contributor_insights,
    update_item,
    update_table,
    update_time_to_live,
)

__all__ = ["ACTIONS"]

ACTIONS: Final[Mapping[str, Action]] = {
    action.name: action
    for action in (
        batch_execute_statement.ACTION,
        batch_get_item.ACTION,
        batch_write_item.ACTION,
        create_backup.ACTION,
        create_table.ACTION,
        delete_backup.ACTION,
        delete_item.ACTION,
        delete_resource_policy.ACTION,
        delete_table.ACTION,
        describe_backup.ACTION,
        describe_continuous_backups.ACTION,
        describe_contributor_insights.ACTION,
        describe_endpoints.ACTION,
        describe_export.ACTION,
        describe_import.ACTION,
        describe_limits.ACTION,
        describe_stream.ACTION,
        describe_table.ACTION,
        describe_time_to_live.ACTION,
        execute_statement.ACTION,
        execute_transaction.ACTION,
        export_table_to_point_in_time.ACTION,
        get_item.ACTION,
        get_records.ACTION,
        get_resource_policy.ACTION,
        get_shard_iterator.ACTION,
        import_table.ACTION,
        list_backups.ACTION,
        list_contributor_insights.ACTION,
        list_exports.ACTION,
        list_imports.ACTION,
        list_streams.ACTION,
        list_tables.ACTION,
        list_tags_of_resource.ACTION,
        put_item.ACTION,
        put_resource_policy.ACTION,
        query.ACTION,
        restore_table_from_backup.ACTION,
        scan.ACTION,
        search_vectors.ACTION,
        tag_resource.ACTION,
        transact_get_items.ACTION,
        transact_write_items.ACTION,
        untag_resource.ACTION,
        update_continuous_backups.ACTION,
        update_contributor_insights.ACTION,
        update_item.ACTION,
        update_table.ACTION,
        update_time_to_live.ACTION,
    )
}
"""Every action by the name that DynamoDB gives it."""
