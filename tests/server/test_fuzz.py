"""A fuzz run over heads, expressions, statements and whole designs of requests.

Whatever is sent, the answer is a 2xx or 4xx in bounded time, the server logs no fault of its own,
and its memory does not grow.
`TAVOLA_FUZZ_EXAMPLES=20000` runs longer, with new examples.
"""

from __future__ import annotations

import contextlib
import copy
import gzip
import json
import logging
import os
import re
import socket
import tracemalloc
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.server import Limits, serve
from tests.patience import RUNS_OUT_SECONDS, at_most_cpu_seconds, until
from tests.server.client import TABLE, Wire, request
from tests.server.test_hostile_input import json_values, places

WANTED = os.environ.get("TAVOLA_FUZZ_EXAMPLES")
FUZZ = settings(
    max_examples=int(WANTED or 200),
    derandomize=WANTED is None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/things"
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
KEY: dict[str, Any] = {"pk": {"S": "a"}}
ITEM = KEY | {"n": {"N": "1"}, "l": {"L": [{"S": "x"}]}, "m": {"M": {"a": {"SS": ["x"]}}}}


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    with (
        Engine.open("memory:") as engine,
        serve(engine, limits=Limits(linger_seconds=RUNS_OUT_SECONDS)) as url,
    ):
        engine.execute("CreateTable", {**TABLE, "StreamSpecification": STREAM})
        engine.execute("PutItem", {"TableName": "things", "Item": ITEM})
        yield url


@pytest.fixture
def faults(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What the server has logged as a fault of its own."""
    caplog.set_level(logging.ERROR)
    return caplog.records


STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
FAREWELL = request(method="GET", body=b"", connection="close")


def statuses(url: str, data: bytes, *, is_all: bool = True) -> list[int]:
    """Send bytes, a request to close, and that it is all; the status of every answer that comes."""
    wire = Wire(url)
    received = b""
    with contextlib.closing(wire.socket), at_most_cpu_seconds(3.0):
        with contextlib.suppress(ConnectionError):
            wire.send(data + FAREWELL)
            if is_all:
                wire.socket.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionError):
            while part := wire.socket.recv(65536):
                received += part
    return [int(status) for status in STATUS.findall(received)]


HEADERS = {
    "content_length": ["0", "1", "-1", "+5", "99999999999999999999", "0x10", "5, 5", "5;", "", "é"],
    "transfer_encoding": ["chunked", "gzip, chunked", "identity", "chunked, chunked", "xchunked"],
    "accept_encoding": ["gzip", "gzip;q=0", "*", ";;;", "br, gzip;q=x"],
    "connection": ["close", "keep-alive", "upgrade", "Close, x"],
    "expect": ["100-continue", "200-ok"],
    "host": ["", "a b", "a:b:c", "x" * 3000],
    "upgrade": ["h2c", "websocket"],
    "content_type": [
        "application/x-amz-json-1.0",
        "application/json; charset=utf-16",
        "text/plain",
    ],
    "x_amz_target": ["DynamoDB_20120810.GetItem", "DynamoDBStreams_20120810.GetRecords", "." * 900],
}
FAULTS_OF_OURS = {500, 501, 502, 503, 504}
BODIES = [
    b"",
    b"{}",
    b"0\r\n\r\n",
    b"2\r\n{}\r\n0\r\n\r\n",
    b"fffffffffffffffff\r\n{}",
    b"2;x=y\r\n{}\r\n0\r\nTrailer: x\r\n\r\n",
    b"-1\r\n\r\n",
]


@pytest.fixture(scope="module")
def impatient() -> Iterator[str]:
    """A server that says so when a request does not come to its end."""
    limits = Limits(request_seconds=RUNS_OUT_SECONDS, linger_seconds=RUNS_OUT_SECONDS)
    with Engine.open("memory:") as engine, serve(engine, limits=limits) as url:
        yield url


@FUZZ
@given(
    headers=st.fixed_dictionaries({}, optional={k: st.sampled_from(HEADERS[k]) for k in HEADERS}),
    body=st.sampled_from(BODIES),
    method=st.sampled_from(["POST", "POST", "GET", "OPTIONS", "CONNECT", "post", "P(ST"]),
)
def test_any_framing_is_answered(
    impatient: str,
    faults: list[logging.LogRecord],
    headers: dict[str, str],
    body: bytes,
    method: str,
) -> None:
    message = request("ListTables", body, method=method, **headers)

    found = statuses(impatient, message, is_all=False)

    assert (found != [], set(found) & FAULTS_OF_OURS, faults) == (True, set(), [])


ENCODINGS = ["gzip", "GZIP", "deflate", "br", "gzip, gzip", "identity"]
ZIPPED = st.sampled_from(
    [gzip.compress(b"{}", mtime=0), gzip.compress(b"{}", mtime=0) * 2, bytes(50), b"{}", b""]
)


@FUZZ
@given(encoding=st.sampled_from(ENCODINGS), body=ZIPPED, cut=st.integers(0, 20), odd=st.binary())
def test_any_compression_is_answered(
    served: str, faults: list[logging.LogRecord], encoding: str, body: bytes, cut: int, odd: bytes
) -> None:
    message = request("ListTables", body[cut:] + odd, content_encoding=encoding)

    first, *others = statuses(served, message)

    assert (first in (200, 400), others, faults) == (True, [200], [])


WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        "a b.c l[0] l[99999999999] #n :v ( ) , = <> < <= AND OR NOT IN BETWEEN size( contains( "
        "attribute_exists( attribute_type( begins_with( SET REMOVE ADD DELETE + - if_not_exists( "
        "list_append( [ ] . # : é \x00 \ud7ff 1 'x' \" pk",
    )
)
EXPRESSIONS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("PutItem", "ConditionExpression", {"Item": KEY}),
    ("UpdateItem", "UpdateExpression", {"Key": KEY}),
    ("Query", "KeyConditionExpression", {}),
    ("Scan", "FilterExpression", {}),
    ("GetItem", "ProjectionExpression", {"Key": KEY}),
)


@FUZZ
@given(
    which=st.sampled_from(EXPRESSIONS),
    words=st.lists(WORDS, max_size=12),
    value=json_values,
)
def test_any_expression_is_answered(
    served: str,
    faults: list[logging.LogRecord],
    which: tuple[str, str, dict[str, Any]],
    words: list[str],
    value: Any,
) -> None:
    action, parameter, body = which
    placeholders = {"ExpressionAttributeNames": {"#n": "n"}}
    placeholders["ExpressionAttributeValues"] = {":v": value}
    sent = {"TableName": "things", parameter: " ".join(words), **body, **placeholders}

    first, *_ = statuses(served, request(action, sent))

    assert (first in (200, 400), faults) == (True, [])


PARTIQL = st.sampled_from(
    re.findall(
        r"\S+",
        "SELECT * FROM things \"things\" WHERE pk = 'a' ? INSERT INTO VALUE { } : UPDATE SET "
        "REMOVE DELETE RETURNING ALL OLD NEW ORDER BY DESC AND OR NOT IN [ ] ( ) << >> BETWEEN IS "
        "MISSING NULL n m.a l[0] size( list_append( EXISTS( -- /* ; ' \" é \x00 1e999 .",
    )
)


@FUZZ
@given(words=st.lists(PARTIQL, max_size=14), parameters=st.lists(json_values, max_size=2))
def test_any_statement_is_answered(
    served: str, faults: list[logging.LogRecord], words: list[str], parameters: list[Any]
) -> None:
    statement = {"Statement": " ".join(words), "Parameters": parameters}
    sent = {
        "ExecuteStatement": statement,
        "BatchExecuteStatement": {"Statements": [statement]},
        "ExecuteTransaction": {"TransactStatements": [statement]},
    }

    found = [statuses(served, request(action, body))[0] for action, body in sent.items()]

    assert ([status for status in found if status not in (200, 400)], faults) == ([], [])


INDEX = {
    "IndexName": "byN",
    "KeySchema": [{"AttributeName": "n", "KeyType": "HASH"}],
    "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["l"]},
}
COMPARISON = {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "a"}]}
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("CreateTable", TABLE | {"TableName": "made", "GlobalSecondaryIndexes": [INDEX]}),
    ("DeleteTable", {"TableName": "made"}),
    (
        "UpdateTable",
        {
            "TableName": "made",
            "AttributeDefinitions": [{"AttributeName": "n", "AttributeType": "N"}],
            "GlobalSecondaryIndexUpdates": [{"Create": INDEX}],
            "StreamSpecification": STREAM,
        },
    ),
    (
        "UpdateTimeToLive",
        {
            "TableName": "made",
            "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "t"},
        },
    ),
    (
        "UpdateContinuousBackups",
        {
            "TableName": "made",
            "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
        },
    ),
    ("UntagResource", {"ResourceArn": ARN, "TagKeys": ["a"]}),
    ("ListTagsOfResource", {"ResourceArn": ARN, "NextToken": "x"}),
    ("Query", {"TableName": "things", "KeyConditions": {"pk": COMPARISON}}),
    ("Scan", {"TableName": "things", "ScanFilter": {"n": COMPARISON}, "TotalSegments": 2}),
    (
        "UpdateItem",
        {
            "TableName": "things",
            "Key": KEY,
            "AttributeUpdates": {"n": {"Action": "ADD", "Value": {"N": "1"}}},
            "Expected": {"n": COMPARISON, "z": {"Exists": False}},
            "ConditionalOperator": "OR",
        },
    ),
    (
        "BatchExecuteStatement",
        {"Statements": [{"Statement": "SELECT * FROM things WHERE pk = ?", "Parameters": [KEY]}]},
    ),
    ("ListStreams", {"TableName": "things", "ExclusiveStartStreamArn": ARN, "Limit": 1}),
    ("DescribeStream", {"StreamArn": f"{ARN}/stream/x", "ExclusiveStartShardId": "x", "Limit": 1}),
    (
        "GetShardIterator",
        {
            "StreamArn": f"{ARN}/stream/x",
            "ShardId": "shardId-00000000000000000000-00000000",
            "ShardIteratorType": "AT_SEQUENCE_NUMBER",
            "SequenceNumber": "100000000000000000001",
        },
    ),
    ("GetRecords", {"ShardIterator": f"{ARN}/stream/x|1|WzAsMF0=", "Limit": 1}),
)
STREAM_ACTIONS = {"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"}


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A good request in which one or two things are replaced."""
    action, body = copy.deepcopy(draw(st.sampled_from(REQUESTS)))
    for _ in range(draw(st.integers(1, 2))):
        container, key = draw(st.sampled_from(places(body)))
        container[key] = draw(json_values)
    return action, body


@FUZZ
@given(sent=spoiled())
def test_any_other_action_is_answered(
    served: str, faults: list[logging.LogRecord], sent: tuple[str, dict[str, Any]]
) -> None:
    action, body = sent
    service = "DynamoDBStreams_20120810" if action in STREAM_ACTIONS else "DynamoDB_20120810"

    first, *_ = statuses(served, request(action, body, x_amz_target=f"{service}.{action}"))

    assert (first in (200, 400), faults) == (True, [])


DEEP = 20_000
DEEP_EXPRESSIONS = {
    "parentheses": "(" * DEEP + "a = :v" + ")" * DEEP,
    "negations": "NOT " * DEEP + "a = :v",
    "conjunctions": " AND ".join(["a = :v"] * DEEP),
    "paths": "attribute_exists(a" + ".a" * DEEP + ")",
    "subscripts": "attribute_exists(a" + "[0]" * DEEP + ")",
    "calls": "size(" * DEEP,
    "members": f"a IN ({', '.join([':v'] * DEEP)})",
    "quotes": "'" * DEEP,
}


@pytest.mark.parametrize("text", DEEP_EXPRESSIONS.values(), ids=DEEP_EXPRESSIONS.keys())
def test_a_deep_expression_is_refused_soon(
    served: str, faults: list[logging.LogRecord], text: str
) -> None:
    values = {":v": {"N": "1"}}
    body = {"TableName": "things", "FilterExpression": text, "ExpressionAttributeValues": values}
    statement = {"Statement": f"SELECT * FROM things WHERE {text}"}

    scanned, *_ = statuses(served, request("Scan", body))
    executed, *_ = statuses(served, request("ExecuteStatement", statement))

    assert (scanned, executed, faults) == (400, 400, [])


BIG_BYTES = 4 * 1024 * 1024
BIG_BODIES = {
    "no JSON": b"x" * BIG_BYTES,
    "a long string": json.dumps({"TableName": "x" * BIG_BYTES}).encode(),
    "many members": json.dumps({f"k{n}": n for n in range(300_000)}).encode(),
    "a long list": b'{"Key": [' + b"1," * (BIG_BYTES // 2) + b"1]}",
    "a bomb": gzip.compress(b" " * 200_000_000, 1, mtime=0),
}


@pytest.mark.parametrize("kind", BIG_BODIES)
def test_large_requests_leave_no_memory_behind(served: str, kind: str) -> None:
    encoding = "gzip" if kind == "a bomb" else None
    message = request("GetItem", BIG_BODIES[kind], content_encoding=encoding)
    found = [statuses(served, message)[0] for _ in range(3)]

    with traced() as held_bytes:
        found += [statuses(served, message)[0] for _ in range(4)]
        # A connection holds its last request until its end.
        until(lambda: held_bytes() < BIG_BYTES, "the memory of four requests is given back")

    assert {*found} <= {400, 413}


@contextlib.contextmanager
def traced() -> Generator[Callable[[], int]]:
    """Give what says how much was allocated within a block and is still held."""
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
