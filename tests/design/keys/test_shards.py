"""Shards in a design: where they may stand, and what is said where they may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

DESIGN = """
    table:
      name: shop
      indexes:
        GSI1: {{partitionKey: GSI1PK, sortKey: GSI1SK}}
    models:
      Order:
        fields:
          orderId: {{type: StringField, required: true}}
          day: {{type: StringField}}
          price: {{type: FloatField}}
          lines: {{type: ListField}}
        key: {key}
        indexes: {{{index}}}
        {more}
    """
KEY = 'PK: "ORDER#{orderId}", SK: ORDER'
INDEX = 'orders: {index: GSI1, GSI1PK: "DAY#{day}#{orderId:shard:8}", GSI1SK: "{orderId}"}'


def design(key: str = KEY, index: str = INDEX, more: str = "") -> str:
    return DESIGN.format(key="{" + key + "}", index=index, more=more)


@pytest.mark.parametrize(("former", "shards"), [("", 8), (", formerShards: 20", 20)])
def test_a_query_reads_the_larger_number_of_shards(load: Load, former: str, shards: int) -> None:
    loaded = load(design(index=INDEX[:-1] + former + "}"))

    index = loaded.models["Order"].indexes["orders"]
    assert index.shards == shards
    assert index.key.asked == ("day", "orderId")


def test_the_shard_of_a_primary_key_has_its_field_there_too(load: Load) -> None:
    loaded = load(design('PK: "ORDER#{orderId:shard:4}", SK: "{orderId}"', "all: primaryKey"))

    model = loaded.models["Order"]
    assert model.key_fields == ("orderId",)
    assert str(model.primary_id) == "{orderId}"
    assert model.indexes["all"].shards == 4


BAD: list[tuple[str, dict[str, str], str]] = [
    (
        "a shard in a sort key",
        {
            "index": INDEX.replace('"{orderId}"', '"{orderId:shard:8}"').replace(
                ':shard:8}",', '}",'
            )
        },
        "14: Order.indexes.orders: '{orderId:shard:8}' has a shard of 'orderId' in a sort key. "
        "Shards divide partitions; write it into the partition key.",
    ),
    (
        "no number",
        {"index": INDEX.replace(":shard:8", ":shard")},
        "14: Order.indexes.orders: 'DAY#{day}#{orderId:shard}' asks for 'orderId' as 'shard'. "
        "Write {orderId:shard:8}, with 1 to 100 shards.",
    ),
    (
        "too many",
        {"index": INDEX.replace(":shard:8", ":shard:101")},
        "14: Order.indexes.orders: 'DAY#{day}#{orderId:shard:101}' asks for 'orderId' as "
        "'shard:101'. Write {orderId:shard:8}, with 1 to 100 shards.",
    ),
    (
        "a misspelt form",
        {"index": INDEX.replace(":shard:8", ":shrad:8")},
        "14: Order.indexes.orders: 'DAY#{day}#{orderId:shrad:8}' asks for 'orderId' as 'shrad:8', "
        "which StringField has not. Write {orderId}.",
    ),
    (
        "a field without an exact text",
        {"index": INDEX.replace("orderId:shard:8", "price:shard:8")},
        "14: Order.indexes.orders: 'DAY#{day}#{price:shard:8}' has a shard of 'price', a "
        "FloatField, which has no exact string. Choose a field with one, as the item's id.",
    ),
    (
        "two shards",
        {"index": INDEX.replace("{day}", "{day:shard:2}")},
        "14: Order.indexes.orders: 'DAY#{day:shard:2}#{orderId:shard:8}' has two shards. "
        "One field chooses the shard.",
    ),
    (
        "former shards of a key that has none",
        {"index": INDEX.replace("#{orderId:shard:8}", "")[:-1] + ", formerShards: 4}"},
        "14: Order.indexes.orders: 'formerShards' is given without a shard in 'DAY#{day}'. Write "
        "{orderId:shard:8} into the partition key, or leave formerShards out.",
    ),
    (
        "former shards out of range",
        {"index": INDEX[:-1] + ", formerShards: 0}"},
        "14: Order.indexes.orders: 'formerShards' is 0. Write 1 to 100.",
    ),
    (
        "former shards misspelt",
        {"index": INDEX[:-1] + ", formerShard: 4}"},
        "14: Order.indexes.orders has unknown key 'formerShard'. Did you mean 'formerShards'?",
    ),
    (
        "a primary key that holds a shard alone",
        {"key": 'PK: "ORDER#{orderId:shard:4}", SK: "{day}"'},
        "13: Order.key: the key has a shard of 'orderId' and not 'orderId' itself, so that items "
        "share a key. Write {orderId} into it too.",
    ),
    (
        "a lock that holds a shard alone",
        {
            "more": "uniqueConstraints: {uniqueDay: {fields: [day, orderId], "
            'PK: "U#{day}#{orderId:shard:4}", SK: U}}'
        },
        "15: Order.uniqueConstraints.uniqueDay: the lock's key has a shard of 'orderId' and not "
        "'orderId' itself, so that items share a key. Write {orderId} into it too.",
    ),
    (
        "a shard of a list",
        {"index": INDEX.replace("orderId:shard:8", "lines:shard:8")},
        "14: Order.indexes.orders: 'DAY#{day}#{lines:shard:8}' names 'lines', a ListField, which "
        "no key can hold. Use a field with one string, number or date.",
    ),
]


@pytest.mark.parametrize(
    ("changes", "expected"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_a_shard_that_cannot_work_says_why(
    check: Check, changes: dict[str, str], expected: str
) -> None:
    assert check(design(**changes)) == [f"shop.yaml:{expected}"]


def test_a_collection_reads_no_shards(check: Check) -> None:
    text = (
        design()
        + """
    collections:
      day: {models: [Order], index: GSI1, GSI1PK: "DAY#{day}#{orderId:shard:8}"}
    """
    )

    (found,) = check(text)
    assert "a collection reads one partition, and Order" in found
    assert found.endswith("or give them an index without shards and date parts.")
