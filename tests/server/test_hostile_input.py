"""Whatever comes, the answer is a 4xx in bounded time, and the server goes on."""

from __future__ import annotations

import contextlib
import copy
import logging
import socket
from collections.abc import Iterator
from typing import Any

import botocore.session
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.actions import ACTIONS
from tavola.server import Limits, serve
from tests.patience import RUNS_OUT_SECONDS, at_most_cpu_seconds
from tests.server.client import TABLE, Wire, request

HEALTH = request(method="GET", body=b"")
WELL_FORMED = request("GetItem", {"TableName": "things", "Key": {"pk": {"S": "a"}}})
FUZZ = settings(
    max_examples=200,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    with (
        Engine.open("memory:") as engine,
        serve(engine, limits=Limits(linger_seconds=RUNS_OUT_SECONDS)) as url,
    ):
        engine.execute("CreateTable", TABLE)
        yield url


def statuses(url: str, data: bytes) -> list[int]:
    """Send bytes and the end of them; the status of every answer until the server closes."""
    wire = Wire(url)
    found: list[int] = []
    with contextlib.closing(wire.socket), at_most_cpu_seconds(2.0):
        with contextlib.suppress(ConnectionError):
            wire.send(data + request(method="GET", body=b"", connection="close"))
            wire.socket.shutdown(socket.SHUT_WR)
        with contextlib.suppress(EOFError, ConnectionError):
            while True:
                found.append(wire.receive().status)
    return found


def is_healthy(url: str) -> bool:
    wire = Wire(url)
    with contextlib.closing(wire.socket):
        return wire.exchange(HEALTH).status == 200


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good request with some bytes cut out, put in or changed."""
    message = WELL_FORMED
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(message)))
        end = draw(st.integers(start, min(len(message), start + 20)))
        message = message[:start] + draw(st.binary(max_size=10)) + message[end:]
    return message


@FUZZ
@given(data=st.binary(max_size=500) | damaged())
def test_any_bytes_leave_the_server_well(
    served: str, caplog: pytest.LogCaptureFixture, data: bytes
) -> None:
    found = statuses(served, data)

    assert not [status for status in found if status >= 500 and status != 505]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert is_healthy(served)


header_text = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"))


@FUZZ
@given(
    target=header_text,
    content_type=st.sampled_from(["application/x-amz-json-1.0", "text/html", "application/json;x"]),
    authorization=header_text | header_text.map("AWS4-HMAC-SHA256 {}".format),
    date=header_text,
    path=st.text(st.characters(codec="ascii", exclude_characters=" ", min_codepoint=33)),
)
def test_any_headers_are_answered(
    served: str, target: str, content_type: str, authorization: str, date: str, path: str
) -> None:
    message = request(
        "ListTables",
        path="/" + path.replace("\x7f", ""),
        x_amz_target=target,
        content_type=content_type,
        authorization=authorization,
        x_amz_date=date,
    )

    first, *_ = statuses(served, message.decode().encode("latin-1"))

    assert first in (400, 404)


MODEL = botocore.session.get_session().get_service_model("dynamodb")


def members(action: str) -> set[str]:
    """The parameters that an action has."""
    shape: Any = MODEL.operation_model(action).input_shape
    return set(shape.members)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["things", "pk", "S", "N", "a = :b", "#x", "SET a = a + :b"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["S", "N", "M", "L", "SS", "NULL", "pk", ":b", "#x"])
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)
PARAMETERS = st.sampled_from(
    sorted({name for action in MODEL.operation_names for name in members(action)})
)


@FUZZ
@given(
    action=st.sampled_from(sorted(set(ACTIONS) - {"CreateTable", "DeleteTable", "UpdateTable"})),
    body=st.dictionaries(PARAMETERS, json_values, max_size=6),
)
def test_any_json_is_answered_without_a_fault_of_ours(
    served: str, caplog: pytest.LogCaptureFixture, action: str, body: dict[str, Any]
) -> None:
    first, *_ = statuses(served, request(action, {"TableName": "things", **body}))

    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert first in (200, 400)


KEY: dict[str, Any] = {"pk": {"S": "a"}}
VALUES: dict[str, Any] = {":n": {"N": "1"}, ":s": {"S": "a"}}
REQUESTS: dict[str, dict[str, Any]] = {
    "PutItem": {
        "Item": {**KEY, "l": {"L": [{"N": "1"}, {"M": {"x": {"NULL": True}}}]}, "s": {"SS": ["a"]}},
        "ConditionExpression": "attribute_not_exists(pk) OR #n > :n",
        "ExpressionAttributeNames": {"#n": "n"},
        "ExpressionAttributeValues": {":n": {"N": "1"}},
        "ReturnValues": "ALL_OLD",
    },
    "UpdateItem": {
        "Key": KEY,
        "UpdateExpression": "SET n = if_not_exists(n, :n) + :n, m.x = :s REMOVE l[0] ADD c :n",
        "ExpressionAttributeValues": VALUES,
        "ReturnValues": "UPDATED_NEW",
    },
    "Query": {
        "KeyConditionExpression": "pk = :s",
        "FilterExpression": "size(l) > :n",
        "ExpressionAttributeValues": VALUES,
        "ExclusiveStartKey": KEY,
        "Limit": 3,
    },
    "BatchGetItem": {"RequestItems": {"things": {"Keys": [KEY], "ProjectionExpression": "pk"}}},
    "BatchWriteItem": {
        "RequestItems": {
            "things": [
                {"PutRequest": {"Item": KEY}},
                {"DeleteRequest": {"Key": {"pk": {"S": "b"}}}},
            ]
        }
    },
    "TransactWriteItems": {
        "TransactItems": [
            {"Put": {"TableName": "things", "Item": KEY}},
            {"Delete": {"TableName": "things", "Key": {"pk": {"S": "b"}}}},
        ],
        "ClientRequestToken": "token",
    },
    "TransactGetItems": {"TransactItems": [{"Get": {"TableName": "things", "Key": KEY}}]},
    "TagResource": {
        "ResourceArn": "arn:aws:dynamodb:us-east-1:000000000000:table/things",
        "Tags": [{"Key": "a", "Value": "b"}],
    },
}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a request where something stands: its container and its key."""
    keys: list[Any] = [*value] if hasattr(value, "items") else [*range(len(value))]
    nested: list[Any] = [value[key] for key in keys if type(value[key]) in (dict, list)]
    return [(value, key) for key in keys] + [place for inner in nested for place in places(inner)]


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A good request in which something is replaced."""
    action = draw(st.sampled_from(sorted(REQUESTS)))
    body = copy.deepcopy({"TableName": "things", **REQUESTS[action]})
    container, key = draw(st.sampled_from(places(body)))
    container[key] = draw(json_values)
    return action, body


@FUZZ
@given(sent=spoiled())
def test_a_good_request_with_one_thing_wrong_is_answered(
    served: str, caplog: pytest.LogCaptureFixture, sent: tuple[str, dict[str, Any]]
) -> None:
    first, *_ = statuses(served, request(*sent))

    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert first in (200, 400)


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 1_000_000,
        b'{"a":' * 200_000,
        b'{"TableName": "things", "Key": '
        + b'{"M": {"a": ' * 50_000
        + b"1"
        + b"}}" * 50_000
        + b"}",
        b'{"TableName": "\\ud800"}',
        b'{"TableName": "things", "Key": {"pk": {"S": "\\ud800"}}}',
        b'{"TableName": ' + b"9" * 1_000_000 + b"}",
        b'{"TableName": 1e999999}',
        b'{"TableName": NaN}',
        b"\xef\xbb\xbf{}",
        b"\x00" * 1000,
    ],
    ids=lambda body: repr(body[:16]),
)
def test_extreme_json_is_refused(served: str, body: bytes) -> None:
    first, *_ = statuses(served, request("GetItem", body))

    assert first == 400
