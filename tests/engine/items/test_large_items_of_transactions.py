"""Large items of a transaction: not held decoded once they are decided, and answered all the same.

A hundred items of 400 KB take 5 GB decoded. Whoever needs one again decodes it again.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tavola.engine.actions import batch_execute_statement
from tavola.engine.items import writes
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.vector_capacity import billed_size
from tavola.engine.items.writes import DeleteWrite, ItemWrite, UpdateWrite, store
from tavola.errors import ConditionFailed, TransactionCancelled, held_item
from tavola.expressions import Scope
from tavola.wire.envelopes import render_error
from tests.engine.client import Client, n, s
from tests.engine.searching import vector, vector_index, vector_table
from tests.engine.streaming import iterator, records

MEMBERS = 12_000
TABLE: dict[str, Any] = {
    "TableName": "indexed",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "v", "AttributeType": "N"},
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by-v",
            "KeySchema": [{"AttributeName": "v", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
}


def item(name: str, value: int = 1, members: int = MEMBERS) -> dict[str, Any]:
    # Also within a map and within another list: these are taken apart, too.
    inner = {"L": [{"L": [{"SS": ["a"]}] * members}]}
    return {
        "id": s(name),
        "v": n(value),
        "x": {"L": [{"SS": ["a"]}] * members},
        "m": {"M": {"inner": inner}},
    }


@pytest.fixture
def indexed(client: Client) -> Client:
    client("CreateTable", **TABLE)
    return client


def held(client: Client, name: str, kind: type[ItemWrite], **more: Any) -> ItemWrite:
    """Decide a write, as one of many."""
    table = client.engine.storage.catalog().tables["indexed"]
    pk, sk = check_key(table, {"id": s(name)})
    write = kind(table=table, key={"id": s(name)}, pk=pk, sk=sk, is_one_of_many=True, **more)
    with client.engine.storage.transaction() as tx:
        write.load(tx)
        write.decide()
    return write


def on_each(action: str, *names: str, **parameters: Any) -> list[dict[str, Any]]:
    return [
        {action: {"TableName": "indexed", "Key": {"id": s(name)}, **parameters}} for name in names
    ]


def start(client: Client) -> str:
    """Begin at the first record of the table's stream."""
    return iterator(
        client, client("DescribeTable", TableName="indexed")["Table"]["LatestStreamArn"]
    )


ADD = {"UpdateExpression": "ADD v :one", "ExpressionAttributeValues": {":one": n(1)}}


def test_what_was_decided_is_held_as_bytes(indexed: Client) -> None:
    indexed.put("indexed", item("a"))
    update = Scope(None, {":one": n(1)}).update("ADD v :one")

    changed = held(indexed, "a", UpdateWrite, update=update)
    deleted = held(indexed, "a", DeleteWrite)

    assert (changed.old, changed.new, deleted.old) == (None, None, None)
    assert changed.item_before() == deleted.item_before() == item("a")
    assert changed.item_after() == item("a", 2)
    assert deleted.item_after() is None


class Decoded(AssertionError):
    """Somebody decoded an item."""


def refuse_to_decode(patch: pytest.MonkeyPatch) -> None:
    def decode(data: bytes) -> Any:
        raise Decoded(data[:40])

    patch.setattr(writes, "decode_in_parts", decode)


@pytest.mark.parametrize(
    ("expression", "event"), [("ADD v :one", "MODIFY"), ("SET v = :one", None)]
)
def test_an_update_is_stored_and_recorded_from_the_bytes(
    indexed: Client, monkeypatch: pytest.MonkeyPatch, expression: str, event: str | None
) -> None:
    indexed.put("indexed", item("a"))
    begun = len(records(indexed, start(indexed)))
    update = Scope(None, {":one": n(1)}).update(expression)
    write = held(indexed, "a", UpdateWrite, update=update)

    with monkeypatch.context() as patch, indexed.engine.storage.transaction() as tx:
        refuse_to_decode(patch)
        store(indexed.engine, tx, write)

    found = records(indexed, start(indexed))[begun:]
    assert [each["eventName"] for each in found] == ([] if event is None else [event])


def test_a_deletion_is_recorded_from_the_bytes(
    indexed: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed.put("indexed", item("a"))
    write = held(indexed, "a", DeleteWrite)

    with monkeypatch.context() as patch, indexed.engine.storage.transaction() as tx:
        refuse_to_decode(patch)
        store(indexed.engine, tx, write)

    assert records(indexed, start(indexed))[-1]["dynamodb"]["OldImage"] == item("a")


def test_what_is_put_again_with_its_members_in_another_order_is_the_same(indexed: Client) -> None:
    indexed.put("indexed", item("a"))
    begun = len(records(indexed, start(indexed)))
    again = dict(reversed(item("a").items()))

    indexed(
        "TransactWriteItems",
        TransactItems=[
            {"Put": {"TableName": "indexed", "Item": again}},
            *on_each("Delete", "none"),
        ],
    )

    assert records(indexed, start(indexed))[begun:] == []


INSERT = """INSERT INTO indexed VALUE {'id': 'a'}"""


def test_an_insert_does_not_decode_what_is_there(
    indexed: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed.put("indexed", item("a"))
    begun = len(records(indexed, start(indexed)))

    with monkeypatch.context() as patch:
        refuse_to_decode(patch)
        refused = indexed.refusal("ExecuteStatement", Statement=INSERT)
        indexed("ExecuteStatement", Statement=f"{INSERT} ON CONFLICT DO NOTHING")

    assert refused == ("DuplicateItemException", "Duplicate primary key exists in table")
    assert records(indexed, start(indexed))[begun:] == []


def test_a_refusal_shows_it_still_undecoded(indexed: Client) -> None:
    indexed.put("indexed", item("a"))
    condition = Scope(None, {":two": n(2)}).condition("v = :two", kind="Condition")

    with pytest.raises(ConditionFailed) as refused:
        held(indexed, "a", DeleteWrite, condition=condition, shows_old=True)

    assert isinstance(held_item(refused.value), msgspec.Raw)
    assert refused.value.item == item("a")


@pytest.mark.parametrize("members", [3, MEMBERS])
def test_a_transaction_writes_what_it_writes_of_small_items(indexed: Client, members: int) -> None:
    indexed.put("indexed", *(item(name, members=members) for name in "abc"))
    begun = len(records(indexed, start(indexed)))

    answer = indexed(
        "TransactWriteItems",
        TransactItems=[*on_each("Update", "a", "b", **ADD), *on_each("Delete", "c")],
        ReturnConsumedCapacity="INDEXES",
    )

    assert sorted(each["id"]["S"] for each in indexed.items("indexed")) == ["a", "b"]
    found = indexed("GetItem", TableName="indexed", Key={"id": s("a")})
    assert found["Item"] == item("a", 2, members)
    (units,) = answer["ConsumedCapacity"]
    index_units = units["GlobalSecondaryIndexes"]["by-v"]["CapacityUnits"]
    # Two entries each leave one place for another, the third leaves its place; and a transaction
    # counts twice what it writes to the table.
    assert index_units * 6 == units["Table"]["CapacityUnits"] * 5
    changes = [record["dynamodb"] for record in records(indexed, start(indexed))[begun:]]
    assert [(each.get("OldImage"), each.get("NewImage")) for each in changes] == [
        (item("a", 1, members), item("a", 2, members)),
        (item("b", 1, members), item("b", 2, members)),
        (item("c", 1, members), None),
    ]


@pytest.mark.parametrize("members", [3, MEMBERS])
def test_a_cancelled_transaction_shows_them(indexed: Client, members: int) -> None:
    indexed.put("indexed", *(item(name, members=members) for name in "ab"))
    checks = on_each(
        "ConditionCheck",
        "a",
        "b",
        ConditionExpression="v = :two",
        ExpressionAttributeValues={":two": n(2)},
        ReturnValuesOnConditionCheckFailure="ALL_OLD",
    )

    with pytest.raises(TransactionCancelled) as cancelled:
        indexed("TransactWriteItems", TransactItems=checks)

    _, envelope = render_error(cancelled.value)
    sent = msgspec.json.decode(envelope)["CancellationReasons"]
    assert [reason["Item"] for reason in sent] == [item(name, 1, members) for name in "ab"]
    assert [reason.item for reason in cancelled.value.reasons] == [one["Item"] for one in sent]


def test_what_it_costs_is_known_from_when_it_was_decided(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client("CreateTable", **{**vector_table(vector_index()), "TableName": "indexed"})
    client.put("indexed", {**item("a"), "e": vector(1, 2, 3)})
    update = Scope(None, {":one": n(1)}).update("ADD v :one")
    write = held(client, "a", UpdateWrite, update=update)
    decoded = write.item_after()

    refuse_to_decode(monkeypatch)

    assert write.table_size == billed_size(write.table, decoded, write.new_size)


def test_a_batch_of_statements_holds_no_large_items(
    indexed: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed.put("indexed", *(item(name) for name in "abc"))
    stored: list[ItemWrite] = []

    def store_and_keep(engine: Any, tx: Any, write: ItemWrite) -> None:
        stored.append(write)
        store(engine, tx, write)

    monkeypatch.setattr(batch_execute_statement, "store", store_and_keep)
    answer = indexed(
        "BatchExecuteStatement",
        Statements=[
            {"Statement": "UPDATE indexed SET v = 2 WHERE id = 'a' RETURNING ALL NEW *"},
            {"Statement": "DELETE FROM indexed WHERE id = 'b' RETURNING ALL OLD *"},
            {
                "Statement": "DELETE FROM indexed WHERE id = 'c' AND v = 2",
                "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            },
        ],
    )

    assert [(write.old, write.new) for write in stored] == [(None, None)] * 2
    shown = [each.get("Item") or each["Error"]["Item"] for each in answer["Responses"]]
    assert shown == [item("a", 2), item("b"), item("c")]
