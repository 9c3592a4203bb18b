"""Items that are set aside as bytes are written, indexed and recorded as those that are held."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.items import writes
from tavola.errors import StoreError
from tavola.values import item_size
from tavola.wire.envelopes import render_error
from tests.engine.client import Client, n, s
from tests.engine.streaming import iterator

TABLE: dict[str, Any] = {
    "TableName": "things",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "S" if name in ("id", "g") else "N"}
        for name in ("id", "k", "v", "g")
    ],
    "KeySchema": [
        {"AttributeName": "id", "KeyType": "HASH"},
        {"AttributeName": "k", "KeyType": "RANGE"},
    ],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "by-v",
            "KeySchema": [
                {"AttributeName": "id", "KeyType": "HASH"},
                {"AttributeName": "v", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]},
        }
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "by-g",
            "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}
VIEWS = ["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"]
UPDATES = [
    "SET v = :one",
    "SET g = :text, x = list_append(if_not_exists(x, :list), :list)",
    "REMOVE g, x",
    "ADD v :one DELETE tags :tags",
    "ADD tags :tags",
    "SET g = g",
    "SET x[0] = :one",
]
VALUES = {":one": n(1), ":text": s("a"), ":list": {"L": [n(1)]}, ":tags": {"SS": ["a", "b"]}}
CONDITIONS = ["attribute_exists(id)", "attribute_not_exists(id)", "v = :one", "size(x) > :one"]

Sent = tuple[str, dict[str, Any]]


def key_of(name: str, sort: int) -> dict[str, Any]:
    return {"id": s(name), "k": n(sort)}


keys = st.builds(key_of, st.sampled_from("ab"), st.integers(1, 2))
attributes = st.fixed_dictionaries(
    {},
    optional={
        "v": st.integers(0, 2).map(n),
        "g": st.sampled_from("ab").map(s),
        "x": st.lists(st.integers(0, 2).map(n), max_size=2).map(lambda each: {"L": each}),
        "tags": st.sampled_from([["a", "b"], ["b", "a"], ["c"]]).map(lambda each: {"SS": each}),
    },
)
# The members of an item in any order: two of the same members are the same item.
items = st.tuples(keys, attributes, st.booleans()).map(
    lambda one: {**one[1], **one[0]} if one[2] else {**one[0], **one[1]}
)


def used(*texts: str) -> dict[str, Any]:
    """The values that expressions use; none may be surplus."""
    found = {name: value for name, value in VALUES.items() if any(name in text for text in texts)}
    return {"ExpressionAttributeValues": found} if found else {}


def write_of(
    kind: str, item: dict[str, Any], update: str, condition: str | None, shown: str
) -> dict[str, Any]:
    """Make the parameters of a write, or of a member of a transaction."""
    if kind == "ConditionCheck":
        condition = condition or CONDITIONS[0]
    key = {name: item[name] for name in ("id", "k")}
    updates = {"UpdateExpression": update} if kind == "Update" else {}
    conditions = {} if condition is None else {"ConditionExpression": condition}
    values = used(updates.get("UpdateExpression", ""), condition or "")
    named = {"Item": item} if kind == "Put" else {"Key": key}
    shows = {"ReturnValuesOnConditionCheckFailure": shown}
    return {"TableName": "things", **named, **updates, **conditions, **values, **shows}


members = st.sampled_from(["Put", "Update", "Delete", "ConditionCheck"]).flatmap(
    lambda kind: st.builds(
        write_of,
        st.just(kind),
        items,
        st.sampled_from(UPDATES),
        st.sampled_from([None, None, None, *CONDITIONS]),
        st.sampled_from(["ALL_OLD", "NONE"]),
    ).map(lambda made: (kind, made))
)
singles = st.tuples(members, st.sampled_from(["NONE", "ALL_OLD"])).filter(
    lambda one: one[0][0] != "ConditionCheck"
)
STATEMENTS = [
    "INSERT INTO things VALUE {{'id': '{id}', 'k': {k}, 'v': 1}}",
    "INSERT INTO things VALUE {{'id': '{id}', 'k': {k}, 'g': 'b'}} ON CONFLICT DO NOTHING",
    "UPDATE things SET v = 2 WHERE id = '{id}' AND k = {k}",
    "UPDATE things SET g = 'a' WHERE id = '{id}' AND k = {k} RETURNING ALL OLD *",
    "UPDATE things REMOVE x WHERE id = '{id}' AND k = {k} RETURNING MODIFIED NEW *",
    "DELETE FROM things WHERE id = '{id}' AND k = {k}",
    "DELETE FROM things WHERE id = '{id}' AND k = {k} AND v = 1",
]


def statements(*texts: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Several statements, each about another item."""
    one = st.tuples(st.sampled_from(texts), keys)
    several = st.lists(one, min_size=1, max_size=4, unique_by=lambda each: str(each[1]))
    return several.map(lambda found: [stated(*each) for each in found])


def stated(text: str, key: dict[str, Any]) -> dict[str, Any]:
    return {
        "Statement": text.format(id=key["id"]["S"], k=key["k"]["N"]),
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


def about(member: tuple[str, dict[str, Any]]) -> str:
    """The key of a member of a transaction."""
    named = member[1].get("Item") or member[1]["Key"]
    return f"{named['id']} {named['k']}"


REPORTS = {"ReturnConsumedCapacity": "INDEXES"}
METRICS = {"ReturnItemCollectionMetrics": "SIZE"}
tokens: st.SearchStrategy[dict[str, Any]] = st.sampled_from([{}, {"ClientRequestToken": "a"}])


def transaction(several: list[tuple[str, dict[str, Any]]], token: dict[str, Any]) -> Sent:
    asked = [{kind: made} for kind, made in several]
    return "TransactWriteItems", {"TransactItems": asked, **token, **REPORTS, **METRICS}


def stated_transaction(several: list[dict[str, Any]], token: dict[str, Any]) -> Sent:
    return "ExecuteTransaction", {"TransactStatements": several, **token, **REPORTS}


requests: st.SearchStrategy[Sent] = st.one_of(
    st.builds(transaction, st.lists(members, min_size=1, max_size=4, unique_by=about), tokens),
    singles.map(lambda one: (f"{one[0][0]}Item", {**one[0][1], "ReturnValues": one[1], **REPORTS})),
    statements(*STATEMENTS).map(
        lambda several: ("BatchExecuteStatement", {"Statements": several, **REPORTS})
    ),
    st.builds(
        stated_transaction,
        statements(*(text for text in STATEMENTS if "RETURNING" not in text)),
        tokens,
    ),
)
# Most begin with an item, so that there is something to replace.
sequences = st.tuples(
    st.lists(items, max_size=4).map(
        lambda several: [("PutItem", {"TableName": "things", "Item": item}) for item in several]
    ),
    st.lists(requests, min_size=1, max_size=6),
).map(lambda parts: parts[0] + parts[1])


def answer(engine: Engine, sent: Sent, *, is_apart: bool) -> bytes:
    """Send a request; a refusal is answered as it would be over HTTP."""
    action, body = sent
    try:
        return engine.execute_checked(
            action, engine.read_request(action, msgspec.json.encode(body)), is_apart=is_apart
        )
    except StoreError as refused:
        return render_error(refused)[1]


def outcome(several: list[Sent], view: str, *, is_set_aside: bool, is_apart: bool) -> list[Any]:
    """Send requests to a new engine: what it answers, and what it then holds and has recorded."""

    def takes_long(data: bytes) -> bool:
        return is_set_aside and bool(data)

    with pytest.MonkeyPatch.context() as patch, Engine.open("memory:", clock=lambda: 1.8e9) as one:
        patch.setattr(writes, "takes_long", takes_long)
        client = Client(one)
        stream = {"StreamEnabled": True, "StreamViewType": view}
        made = client("CreateTable", **TABLE, StreamSpecification=stream)
        answers = [answer(one, sent, is_apart=is_apart) for sent in several]
        held = [client("Scan", TableName="things")]
        held += [client("Scan", TableName="things", IndexName=name) for name in ("by-v", "by-g")]
        start = iterator(client, made["TableDescription"]["LatestStreamArn"])
        return [answers, held, one.execute("GetRecords", {"ShardIterator": start})]


@settings(max_examples=80)
@given(sequences, st.sampled_from(VIEWS), st.booleans())
def test_nobody_sees_which_items_are_set_aside(
    several: list[Sent], view: str, is_apart: bool
) -> None:
    held = outcome(several, view, is_set_aside=False, is_apart=False)

    assert outcome(several, view, is_set_aside=True, is_apart=is_apart) == held


@settings(max_examples=80)
@given(sequences, st.booleans())
def test_a_record_counts_what_it_shows(several: list[Sent], is_set_aside: bool) -> None:
    _, _, found = outcome(several, VIEWS[3], is_set_aside=is_set_aside, is_apart=True)

    changes = [each["dynamodb"] for each in msgspec.json.decode(found)["Records"]]
    images = ("Keys", "NewImage", "OldImage")
    assert [each["SizeBytes"] for each in changes] == [
        sum(item_size(each[name]) for name in images if name in each) for each in changes
    ]
    assert [each for each in changes if each.get("NewImage") == each.get("OldImage")] == []
