"""A client that can say anything over the wire."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tavola.wire.http1 import Response, ResponseReader
from tests.patience import PATIENCE_SECONDS

AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261115/us-east-1/dynamodb/aws4_request,"
    " SignedHeaders=host;x-amz-date, Signature=aa"
)
TABLE = {
    "TableName": "things",
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "BillingMode": "PAY_PER_REQUEST",
}


class Wire:
    """A connection on which a test writes bytes and reads responses."""

    def __init__(self, url: str, timeout: float = PATIENCE_SECONDS) -> None:
        parts = urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout)
        self._reader = ResponseReader()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self) -> Response:
        """The next response; EOFError if the server ends the connection instead."""
        while True:
            data = self.socket.recv(65536)
            response = self._reader.feed(data) if data else self._reader.end_of_stream()
            if response is not None:
                return response
            if not data:
                raise EOFError

    def exchange(self, data: bytes) -> Response:
        self.send(data)
        return self.receive()

    def is_closed(self) -> bool:
        """Wait for the server to end the connection."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def close(self) -> None:
        self.socket.close()


Connect = Callable[[str], Wire]


def request(
    action: str | None = None,
    body: Any = None,
    *,
    method: str = "POST",
    path: str = "/",
    **headers: str | None,
) -> bytes:
    """Write a request as an SDK does; a header given as None or "" is left out."""
    raw = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
    lines: dict[str, str | None] = {
        "host": "localhost",
        "x_amz_target": f"DynamoDB_20120810.{action}" if action else None,
        "content_type": "application/x-amz-json-1.0",
        "authorization": AUTHORIZATION,
        "x_amz_date": "20261115T000000Z",
        "content_length": str(len(raw)),
    }
    lines.update(headers)
    head = [f"{method} {path} HTTP/1.1"]
    head += [f"{name.replace('_', '-')}: {value}" for name, value in lines.items() if value]
    return "\r\n".join([*head, "", ""]).encode() + raw
