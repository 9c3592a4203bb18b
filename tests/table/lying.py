"""A service that lies: it does what it is asked, and answers with something else."""

from __future__ import annotations

import json
import socket
import zlib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from random import Random
from typing import Any

from tavola.engine import Engine
from tavola.errors import StoreError
from tavola.wire.envelopes import render_error
from tavola.wire.http1 import HttpRequest, RequestReader, render_response
from tests.stores.peers import Peer

MOST_REQUESTS = 400
"""Past what any operation of a test needs, however often it tries again."""

CODES = (
    *("ConditionalCheckFailedException", "TransactionCanceledException", "ValidationException"),
    *("ResourceNotFoundException", "ProvisionedThroughputExceededException", "Anything"),
    *("TransactionInProgressException", "IdempotentParameterMismatchException"),
)
NAMES = (
    *("Item", "Items", "Count", "ScannedCount", "Attributes", "LastEvaluatedKey", "Responses"),
    *("UnprocessedKeys", "UnprocessedItems", "Table", "TableDescription", "__type", "message"),
    *("CancellationReasons", "ConsumedCapacity", "S", "N", "M", "L", "SS", "_pk", "_sk", "other"),
)


class LyingPeer(Peer):
    """Answers from an engine, but for the answers that a test has replaced."""

    def __init__(self) -> None:
        self.engine = Engine.open("memory:")
        self.lie: Callable[[bytes], bytes] | None = None
        """Makes another response of the right body."""
        self.requests = 0
        super().__init__(b"", None)

    def start_over(self) -> None:
        """Be honest, about an engine with nothing in it."""
        self.lie, self.requests = None, 0
        self.engine.close()
        self.engine = Engine.open("memory:")

    def close(self) -> None:
        super().close()
        self.engine.close()

    def _converse(self, client: socket.socket) -> None:
        reader = RequestReader()
        while data := client.recv(65536):
            reader.feed(data)
            request = reader.next_request()
            if request is None:
                continue
            self.requests += 1
            if self.requests > MOST_REQUESTS:
                return
            status, body = self._execute(request)
            lie = self.lie
            client.sendall(rendered(status, body) if lie is None else lie(body))

    def _execute(self, request: HttpRequest) -> tuple[int, bytes]:
        action = request.headers[b"x-amz-target"].decode().rpartition(".")[2]
        try:
            return 200, self.engine.execute(action, request.body)
        except StoreError as error:
            return render_error(error)


@contextmanager
def lying() -> Generator[LyingPeer]:
    """Run a service that lies when it is told to."""
    peer = LyingPeer()
    try:
        yield peer
    finally:
        peer.close()


def rendered(status: int, body: bytes) -> bytes:
    """Write a response as DynamoDB does."""
    crc = b"x-amz-crc32: %d\r\n" % zlib.crc32(body)
    return render_response(status, b"Content-Type: application/x-amz-json-1.0\r\n" + crc, body)


def any_lie(rng: Random) -> Callable[[bytes], bytes]:
    """Choose how answers are changed: their bytes, their shape, or all of them."""
    kinds = (_noise, _spoiled, _other_json, _changed, _changed, _changed, _error)
    kind = rng.choice(kinds)
    seed = rng.random()
    return lambda body: kind(Random(seed), body)  # the same for every answer: nothing gets on


def _noise(rng: Random, body: bytes) -> bytes:
    del body
    return rng.randbytes(rng.randrange(1, 60)) + b"\r\n\r\n"


def _spoiled(rng: Random, body: bytes) -> bytes:
    """Flip a byte of the body, cut it, or put something behind."""
    at = rng.randrange(len(body))
    changed = (
        body[:at] + bytes([body[at] ^ (1 << rng.randrange(8))]) + body[at + 1 :],
        body[:at],
        body + rng.choice((b"}", b"\xff", b" ", b"{}")),
    )
    return rendered(200, rng.choice(changed))


def _other_json(rng: Random, body: bytes) -> bytes:
    del body
    return rendered(200, json.dumps(_json(rng, 3)).encode())


def _error(rng: Random, body: bytes) -> bytes:
    del body
    envelope = {
        "__type": f"com.amazonaws.dynamodb.v20120810#{rng.choice(CODES)}",
        "message": _json(rng, 1),
        "Item": _json(rng, 3),
        "CancellationReasons": rng.choice(
            (
                _json(rng, 2),
                [{"Code": "ConditionalCheckFailed", "Item": _json(rng, 3)}] * 4,
                [_json(rng, 2)] * 4,
            )
        ),
    }
    return rendered(rng.choice((200, 400, 400, 400, 500, 503, 302)), json.dumps(envelope).encode())


def _changed(rng: Random, body: bytes) -> bytes:
    """Replace or drop a part of the right answer."""
    answer = json.loads(body)
    for _ in range(rng.randrange(1, 4)):
        answer = _with_change(rng, answer)
    return rendered(200, json.dumps(answer, separators=(",", ":")).encode())


def _with_change(rng: Random, value: Any) -> Any:
    kind = value.__class__
    if not value or kind not in (dict, list) or rng.random() < 0.15:
        return _json(rng, 2)
    change = _with_changed_member if kind is list else _with_changed_entry
    return change(rng, value)


def _with_changed_member(rng: Random, value: list[Any]) -> list[Any]:
    at = rng.randrange(len(value))
    return [*value[:at], _with_change(rng, value[at]), *value[at + 1 :]]


def _with_changed_entry(rng: Random, value: dict[str, Any]) -> dict[str, Any]:
    name = rng.choice(list(value))
    if rng.random() < 0.2:
        return {key: inner for key, inner in value.items() if key != name}
    if rng.random() < 0.2:
        return {**value, rng.choice(NAMES): _json(rng, 2)}
    return {**value, name: _with_change(rng, value[name])}


def _json(rng: Random, depth: int) -> Any:
    """Any JSON, with names that answers have."""
    leaves: tuple[Any, ...] = (
        None,
        True,
        0,
        -1,
        1e300,
        10**30,
        "",
        "x",
        "1e9999999",
        "\ud800",
        "NaN",
        [],
        {},
    )
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(leaves)
    size = rng.randrange(3)
    if rng.random() < 0.3:
        return [_json(rng, depth - 1) for _ in range(size)]
    return {rng.choice(NAMES): _json(rng, depth - 1) for _ in range(size)}
