"""Compressed requests and responses."""

from __future__ import annotations

import gzip
import json
import zlib

import pytest

from tavola.engine import Engine
from tavola.server.encodings import MAX_COMPRESSED_BYTES, choose_encoding, decompress
from tavola.wire.http1 import BadRequest
from tavola.wire.http1.requests import MAX_REQUEST_BYTES
from tests.server.client import TABLE, Wire, request

SERIALIZATION = "com.amazon.coral.service#SerializationException"
PUT = {"TableName": "things", "Item": {"pk": {"S": "a"}}}


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        (b"", None),
        (b"identity", None),
        (b"br", None),
        (b"x-gzip", None),
        (b"gzip:q=1", None),
        (b"gzip ;q=0", None),
        (b"*;q=0", None),
        (b"gzip;nq=1;q=0 ", None),
        (b"gzip", b"gzip"),
        (b"GZIP, identity", b"gzip"),
        (b"dog, gzip ,, cat", b"gzip"),
        (b"gzip, deflate", b"gzip"),
        (b"br, identity, deflate, gzip", b"deflate"),
        (b"gzip;q=0.5,identity;q=0.8", b"gzip"),
        (b"deflate; q = 0.5 , gzip;q=0", b"deflate"),
        (b"deflate;q=0.5, gzip;q=31", b"gzip"),
        (b"deflate;q=0.5, gzip;q=1;q=0.2", b"gzip"),
        (b"deflate;q=0.5,gzip;q=0.x", b"gzip"),
        (b"deflate;q=-0.5,gzip;q=0.2", b"gzip"),
        (b"gzip;q=0, gzip;q=1, gzip;q=0", b"gzip"),
        (b"*", b"gzip"),
        (b"*, deflate", b"deflate"),
        (b"*, deflate;q=0.5", b"gzip"),
        (b"*, gzip;q=0.5", b"deflate"),
    ],
)
def test_the_encoding_is_chosen_by_weight_then_order(accepted: bytes, chosen: bytes | None) -> None:
    assert choose_encoding(accepted) == chosen


def test_a_response_may_be_deflated(engine: Engine, wire: Wire) -> None:
    engine.execute("CreateTable", TABLE)
    item = {"pk": {"S": "a"}, "text": {"S": "x" * 5000}}
    engine.execute("PutItem", {"TableName": "things", "Item": item})
    get = {"TableName": "things", "Key": {"pk": {"S": "a"}}}

    response = wire.exchange(request("GetItem", get, accept_encoding="deflate"))

    assert response.headers[b"content-encoding"] == b"deflate"
    assert json.loads(zlib.decompress(response.payload)) == {"Item": item}


@pytest.mark.parametrize("cut", [0, 10])
def test_a_request_may_be_zipped_in_parts(engine: Engine, wire: Wire, cut: int) -> None:
    engine.execute("CreateTable", TABLE)
    body = json.dumps(PUT).encode()
    zipped = gzip.compress(body[:cut], mtime=0) + gzip.compress(body[cut:], mtime=0)

    response = wire.exchange(request("PutItem", zipped, content_encoding="gzip"))

    assert (response.status, response.body) == (200, b"{}")


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("garbage", json.dumps(PUT).encode()),
        ("deflate", json.dumps(PUT).encode()),
        ("gzip", json.dumps(PUT).encode()),
        ("gzip", gzip.compress(json.dumps(PUT).encode(), mtime=0)[:-1]),
        ("gzip", gzip.compress(json.dumps(PUT).encode(), mtime=0) + b"junk"),
    ],
)
def test_a_body_that_cannot_be_unzipped_is_not_read(
    engine: Engine, wire: Wire, encoding: str, body: bytes
) -> None:
    engine.execute("CreateTable", TABLE)

    response = wire.exchange(request("PutItem", body, content_encoding=encoding))

    scanned = json.loads(engine.execute("Scan", {"TableName": "things"}))
    kind = json.loads(response.body)["__type"]
    assert (response.status, kind, scanned["Count"]) == (400, SERIALIZATION, 0)


@pytest.mark.parametrize(
    ("size", "status"), [(MAX_REQUEST_BYTES, 400), (MAX_REQUEST_BYTES + 1, 413)]
)
def test_a_body_may_be_unzipped_to_as_much_as_one_may_be_sent(
    wire: Wire, size: int, status: int
) -> None:
    zipped = gzip.compress(b" " * size, 1, mtime=0)

    response = wire.exchange(request("PutItem", zipped, content_encoding="gzip"))

    assert (response.status, json.loads(response.body)["__type"]) == (status, SERIALIZATION)


@pytest.mark.parametrize(
    ("action", "parameters"),
    [
        ("TagResource", {"Tags": [{"Key": "k", "Value": "v"}]}),
        ("UntagResource", {"TagKeys": ["k"]}),
    ],
)
def test_tagging_answers_with_nothing(
    engine: Engine, wire: Wire, action: str, parameters: dict[str, object]
) -> None:
    created = json.loads(engine.execute("CreateTable", TABLE))
    arn = created["TableDescription"]["TableArn"]

    response = wire.exchange(request(action, {"ResourceArn": arn, **parameters}))

    assert (response.status, response.payload) == (200, b"")


@pytest.mark.parametrize("length", [1, 5000, 200_000])
def test_a_body_in_several_parts_is_read_to_the_end(length: int) -> None:
    content = b"".join(b"%d" % number for number in range(length))
    cut = len(content) // 3
    parts = (content[:cut], content[cut : 2 * cut], b"", content[2 * cut :])

    zipped = b"".join(gzip.compress(part, mtime=0) for part in parts)

    assert decompress(zipped, b"gzip") == content


def test_a_body_of_more_parts_than_any_client_sends_is_refused() -> None:
    """Each takes a moment however little is in it, and 16 MB hold 800,000."""
    empty = gzip.compress(b"", mtime=0)

    with pytest.raises(BadRequest, match="more than 1000 parts"):
        decompress(empty * 1001, b"gzip")


def test_what_follows_a_part_is_not_copied_for_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """What zlib was given beyond the end of a part, it copies: 16 MB, a thousand times."""
    given: list[int] = []

    class Counting:
        def __init__(self, window: int) -> None:
            self._real = zlib.decompressobj(window)

        def __getattr__(self, name: str) -> object:
            return getattr(self._real, name)

        def decompress(self, data: bytes, most: int) -> bytes:
            given.append(len(data))
            return self._real.decompress(data, most)

    monkeypatch.setattr("tavola.server.encodings.new_unzipper", Counting)
    empty = gzip.compress(b"", mtime=0)

    decompress(empty * 900 + gzip.compress(b"x" * 1_000_000, 0, mtime=0), b"gzip")

    assert sum(given) < 10_000_000


def test_an_answer_past_two_megabytes_goes_as_it_is(engine: Engine, wire: Wire) -> None:
    engine.execute("CreateTable", TABLE)
    keys = [{"pk": {"S": f"{number}"}} for number in range(6)]
    for key in keys:
        item = {**key, "text": {"S": "x" * 390_000}}
        engine.execute("PutItem", {"TableName": "things", "Item": item})

    body = {"RequestItems": {"things": {"Keys": keys}}}
    response = wire.exchange(request("BatchGetItem", body, accept_encoding="gzip"))

    assert (response.status, response.headers.get(b"content-encoding")) == (200, None)
    assert len(response.body) > MAX_COMPRESSED_BYTES
