"""Which bodies are answers of DynamoDB to which action."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.wire.actions import TRAITS
from tavola.wire.answers import NEVER_EMPTY, is_answer

_START = {"pk": {"S": "a"}}
_STARTS = [
    *(("Query", start) for start in (b'{"Items":[', b'{"Count":', b'{"ConsumedCapacity":{')),
    *(("Scan", start) for start in (b'{"Items":[', b'{"Count":', b'{"ConsumedCapacity":{')),
    *(("GetItem", start) for start in (b'{"Item":{', b'{"ConsumedCapacity":{')),
    ("BatchGetItem", b'{"Responses":{'),
    ("BatchGetItem", b'{"ConsumedCapacity":['),
    ("BatchGetItem", b'{"UnprocessedKeys":{'),
    ("TransactGetItems", b'{"Responses":['),
    ("TransactGetItems", b'{"ConsumedCapacity":['),
]


@pytest.mark.parametrize(("action", "start"), _STARTS)
def test_a_read_is_told_by_its_first_bytes(action: str, start: bytes) -> None:
    assert is_answer(action, start + b" and who asked finds what is wrong here", {})
    assert not is_answer(action, start[:-1] + b"!", {})


def test_no_other_first_bytes_are_taken_on_trust() -> None:
    listed = [
        (name, start)
        for name, traits in TRAITS.items()
        if traits.answer
        for start in traits.answer.usual_starts
    ]

    assert sorted(listed) == sorted(_STARTS)


def test_only_a_write_or_a_missing_item_is_answered_by_nothing() -> None:
    empty = {name for name, traits in TRAITS.items() if traits.answer} - NEVER_EMPTY

    assert empty == {
        *("BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "TransactWriteItems"),
        "UpdateItem",
    }


@pytest.mark.parametrize(
    ("action", "body", "expected"),
    [
        ("PutItem", b"{}", True),
        ("PutItem", b" { }\n", True),
        ("PutItem", b'{"ok":true}', False),
        ("PutItem", b'{"Attributes":{"pk":{"S":"a"}}}', True),
        ("PutItem", b'{"Attributes":{},"__type":"x#Refused"}', False),
        ("PutItem", b'{"Attributes":7}', False),
        ("PutItem", b'{"ConsumedCapacity":{"CapacityUnits":1.0}}', True),
        ("PutItem", b'{"ItemCollectionMetrics":{}}', True),
        ("PutItem", b"", False),
        ("PutItem", b"[]", False),
        ("PutItem", b'{"Attributes":"\xff"}', False),
        ("Query", b"{}", False),
        ("Query", b'{"ScannedCount":1,"Count":1}', True),
        ("Query", b'{"ScannedCount":1}', False),
        ("BatchGetItem", b'{ "UnprocessedKeys":{}}', False),
        ("BatchGetItem", b'{ "Responses":{"t":[{}]}}', True),
        ("TransactGetItems", b'{ "Responses":[{}]}', True),
        ("TransactGetItems", b'{ "ConsumedCapacity":[]}', False),
        ("ListTables", b'{"TableNames":["t"]}', True),
        ("ListTables", b'{"TableNames":[7]}', False),
        ("ListTables", b"{}", False),
        ("TagResource", b"", True),
        ("TagResource", b"{}", True),
        ("CreateBackup", b'{"Whatever":1}', True),
        ("CreateBackup", b'{"__type":"x#Refused"}', False),
        ("CreateBackup", b"", False),
    ],
)
def test_a_body_counts_if_it_has_members_of_the_action(
    action: str, body: bytes, expected: bool
) -> None:
    assert is_answer(action, body, {}) is expected


LEFT: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"t": [{}]}, True),
    ({"t": [{}, {}]}, True),
    ({"t": [{}, {}, {}]}, False),
    ({"u": []}, True),
    ({"u": [{}]}, False),
]


@pytest.mark.parametrize(("left", "expected"), LEFT)
def test_no_more_is_left_of_a_batch_than_was_asked_for(
    left: dict[str, Any], expected: bool
) -> None:
    body = str({"UnprocessedItems": left}).replace("'", '"').encode()

    assert is_answer("BatchWriteItem", body, {"RequestItems": {"t": [{}, {}]}}) is expected


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        (b"]}", True),
        (b'],"LastEvaluatedKey":{"pk":{"S":"b"}}}', True),
        (b'],"LastEvaluatedKey":{"pk":{"S":"a"}}}', False),
        (b'],"LastEvaluatedKey":{"pk":{"S":"a"}},"Count":0}', False),
        (b'{"LastEvaluatedKey":{"S":"a"}}]}', True),
        (b'{"LastEvaluatedKey":{"S":"b"}}],"Count":1}', True),
        (b'],"LastEvaluatedKey":{"pk":{"S":"a"}},"x":{"LastEvaluatedKey":7}}', False),
        (b'],"LastEvaluatedKey":{"pk":{"S":"b"}},"x":{"LastEvaluatedKey":7}}', True),
        (b'],"LastEvaluatedKey":{"pk":', False),
    ],
)
def test_a_page_that_ends_where_it_began_is_no_answer(rest: bytes, expected: bool) -> None:
    body = b'{"Items":[' + rest

    assert is_answer("Query", body, {"ExclusiveStartKey": _START}) is expected
    assert is_answer("Query", body, {})
