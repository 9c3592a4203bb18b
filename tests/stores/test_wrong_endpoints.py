"""What answers at an endpoint but is no DynamoDB: a web server, a login page, a dead proxy."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.errors import OutcomeUnknown, StoreUnavailable
from tavola.server import serve
from tavola.wire.http1 import render_response
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.peers import peer

KEY = {"pk": {"S": "a"}}
GET = {"TableName": TABLE, "Key": KEY}
COUNT = {
    "TableName": TABLE,
    "Key": KEY,
    "UpdateExpression": "ADD n :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}
PAGE = b"<html>Welcome</html>"
WHY = "which is not an answer of DynamoDB. Check the endpoint, and what stands between"


def dynamodb_response(body: bytes) -> bytes:
    """Write a response with the very head that DynamoDB would send."""
    return (
        b"HTTP/1.1 200 OK\r\nServer: Server\r\nDate: Sun, 15 Nov 2026 10:00:00 GMT\r\n"
        b"Content-Type: application/x-amz-json-1.0\r\nContent-Length: %d\r\n"
        b"Connection: keep-alive\r\n"
        b"x-amzn-RequestId: 8T4TI3JUQ4MHJKJJ0D7P2R2VNNVV4KQNSO5AEMVJF66Q9ASUAAJG\r\n"
        b"x-amz-crc32: %d\r\n\r\n%b" % (len(body), zlib.crc32(body), body)
    )


def plain_response(body: bytes) -> bytes:
    """Write a response as any web server would."""
    return render_response(200, b"", body)


either_head = pytest.mark.parametrize("respond", [plain_response, dynamodb_response])


@either_head
@pytest.mark.parametrize("page", [PAGE, b"", b"[]"])
def test_a_page_is_no_answer_and_not_asked_for_again(
    open_client: OpenClient, respond: Callable[[bytes], bytes], page: bytes
) -> None:
    with peer(respond(page)) as web:
        client = open_client(web.url)

        with pytest.raises(StoreUnavailable) as ended:
            client.execute("GetItem", GET)

        assert (type(ended.value), ended.value.message) == (
            StoreUnavailable,
            f"GetItem on {TABLE}: {web.url} gave no answer in 1 attempt:"
            f" HTTP 200 with {page.decode()!r}, {WHY}.",
        )


def test_a_counter_that_a_page_answers_is_in_doubt(open_client: OpenClient) -> None:
    with peer(render_response(200, b"", PAGE)) as web:
        client = open_client(web.url)

        with pytest.raises(OutcomeUnknown, match=re.escape(f"Welcome</html>', {WHY}).")):
            client.execute("UpdateItem", COUNT)


@pytest.mark.parametrize(("action", "body"), [("GetItem", GET), ("UpdateItem", COUNT)])
def test_a_refusal_by_something_else_names_the_endpoint(
    open_client: OpenClient, action: str, body: dict[str, Any]
) -> None:
    with peer(render_response(404, b"", PAGE)) as web:
        client = open_client(web.url)

        with pytest.raises(StoreUnavailable) as ended:
            client.execute(action, body)

        assert (type(ended.value), ended.value.message) == (
            StoreUnavailable,
            f"{action} on {TABLE}: {web.url} refused: HTTP 404 with {PAGE.decode()!r}, {WHY}.",
        )


@either_head
def test_an_action_may_have_nothing_to_say(
    open_client: OpenClient, respond: Callable[[bytes], bytes]
) -> None:
    with peer(respond(b"")) as service:
        client = open_client(service.url)

        assert client.execute("TagResource", {"ResourceArn": "arn", "Tags": []}) == b""


@either_head
def test_white_space_may_come_first(
    open_client: OpenClient, respond: Callable[[bytes], bytes]
) -> None:
    with peer(respond(b"\n {}")) as service:
        client = open_client(service.url)

        assert client.execute("GetItem", GET) == b"\n {}"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_is_not_there_is_named(
    open_client: OpenClient, closed_port: int, scheme: str
) -> None:
    environment = {f"{scheme}_proxy": f"http://ada:hidden@127.0.0.1:{closed_port}"}
    client = open_client(f"{scheme}://localhost", "&attempts=1", environment=environment)

    where = f"{scheme}://localhost through the proxy 127.0.0.1:{closed_port}"
    with pytest.raises(StoreUnavailable, match=f"cannot connect to {where}: ") as ended:
        client.execute("GetItem", GET)

    assert "hidden" not in str(ended.value)


def test_bytes_that_are_no_http_are_told_once(open_client: OpenClient) -> None:
    with peer(b"SSH-2.0-OpenSSH_9.2\r\n\r\n") as service:
        client = open_client(service.url, "&attempts=1")

        with pytest.raises(StoreUnavailable, match="no whole answer: response: "):
            client.execute("GetItem", GET)


def test_an_endpoint_that_speaks_no_tls_is_told_at_once(open_client: OpenClient) -> None:
    with Engine.open("memory:") as engine, serve(engine) as url:
        client = open_client(url.replace("http://", "https://"))

        with pytest.raises(
            StoreUnavailable, match=r"it does not speak TLS .* Write http://"
        ) as ended:
            client.execute("GetItem", GET)

    assert "in 1 attempt" in str(ended.value)


REFUSED = b'{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no"}'
PUT = {"TableName": TABLE, "Item": KEY}
QUERY = {
    "TableName": TABLE,
    "KeyConditionExpression": "pk = :pk",
    "ExpressionAttributeValues": {":pk": {"S": "a"}},
}
NEXT = {**QUERY, "ExclusiveStartKey": {"pk": {"S": "a"}, "sk": {"S": "b"}}}
SAME_KEY = b'"LastEvaluatedKey":{"sk":{"S":"b"},"pk":{"S":"a"}}'
WRITE = {"RequestItems": {TABLE: [{"PutRequest": {"Item": KEY}}]}}
LEFT = b'[{"PutRequest":{"Item":{"pk":{"S":"a"}}}},{"PutRequest":{"Item":{"pk":{"S":"b"}}}}]'


@either_head
@pytest.mark.parametrize(
    ("action", "request_body", "answer"),
    [
        ("PutItem", PUT, b"{nope"),
        ("PutItem", PUT, REFUSED),
        ("PutItem", PUT, b'{"Attributes":[]}'),
        ("PutItem", PUT, b"{}{}"),
        ("PutItem", PUT, b'{"ok":true}'),
        ("UpdateItem", COUNT, b"{nope"),
        ("UpdateItem", COUNT, REFUSED),
        ("BatchWriteItem", WRITE, b'{"UnprocessedItems":{"things":' + LEFT + b"}}"),
        ("BatchWriteItem", WRITE, b'{"UnprocessedItems":{"other":[{}]}}'),
        ("CreateTable", {"TableName": TABLE}, b"{}"),
    ],
)
def test_a_write_whose_answer_is_not_understood_is_in_doubt(
    open_client: OpenClient,
    respond: Callable[[bytes], bytes],
    action: str,
    request_body: dict[str, Any],
    answer: bytes,
) -> None:
    with peer(respond(answer)) as service:
        client = open_client(service.url)

        with pytest.raises(OutcomeUnknown, match="may or may not have been applied"):
            client.execute(action, request_body)


@either_head
@pytest.mark.parametrize(
    ("action", "request_body", "answer"),
    [
        ("GetItem", GET, REFUSED),
        ("GetItem", GET, b'{"message":"ok"}'),
        ("GetItem", GET, b'{"Item":null}'),
        ("GetItem", GET, b'{"\\ud800":1}'),
        ("GetItem", GET, b'{"a":' * 100_000),
        ("Query", QUERY, b"{}"),
        ("Query", QUERY, b'{"ScannedCount":1}'),
        ("Query", NEXT, b'{"Items":[],"Count":0,' + SAME_KEY + b"}"),
        ("Query", NEXT, b'{"Items":[],' + SAME_KEY + b',"Count":0}'),
        ("Query", NEXT, b'{"Count":0,' + SAME_KEY + b',"Items":[{"a":{"S":"' + b"x" * 99),
        ("DescribeTable", {"TableName": TABLE}, b"{}"),
        ("ListTables", {}, b'{"TableNames":{}}'),
    ],
)
def test_a_read_with_another_s_answer_is_refused(
    open_client: OpenClient,
    respond: Callable[[bytes], bytes],
    action: str,
    request_body: dict[str, Any],
    answer: bytes,
) -> None:
    with peer(respond(answer)) as service:
        client = open_client(service.url)

        with pytest.raises(StoreUnavailable, match=r"HTTP 200 with .*not an answer of DynamoDB"):
            client.execute(action, request_body)


@either_head
@pytest.mark.parametrize(
    ("action", "request_body", "answer"),
    [
        ("PutItem", PUT, b'{ "ConsumedCapacity" : {"CapacityUnits": 1.0} }'),
        ("PutItem", PUT, b"{ }"),
        ("UpdateItem", COUNT, b'{"Attributes":{"n":{"N":"1"}},"SomethingNew":1}'),
        ("BatchWriteItem", WRITE, b'{"UnprocessedItems":{"things":[{}]}}'),
        ("GetItem", GET, b'{"ConsumedCapacity":{"CapacityUnits":0.5},"Item":{"pk":{"S":"a"}}}'),
        ("Query", NEXT, b'{"Count":0,"Items":[],"LastEvaluatedKey":{"pk":{"S":"z"}}}'),
        ("Query", NEXT, b'{"Items":[{"t":{"S":"\\"LastEvaluatedKey\\":"}}],"Count":1}'),
        ("DescribeLimits", {}, b'{"AccountMaxReadCapacityUnits":1}'),
    ],
)
def test_an_answer_may_be_written_in_any_order_and_say_more(
    open_client: OpenClient,
    respond: Callable[[bytes], bytes],
    action: str,
    request_body: dict[str, Any],
    answer: bytes,
) -> None:
    with peer(respond(answer)) as service:
        assert open_client(service.url).execute(action, request_body) == answer
