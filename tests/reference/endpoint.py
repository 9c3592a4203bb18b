"""Send DynamoDB requests from tests to any implementation, and get one shape of answer back."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from tests.patience import PATIENCE_SECONDS, machine_clock

ACCESS_KEY = "AKIAIOSFODNN7EXAMPLE"
# The secret that AWS's documentation uses in its examples; ExtendDB accepts no other.
SECRET_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
REGION = "us-east-1"
STREAM_ACTIONS = frozenset({"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"})

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a body, or an error's code and message (and the rest of its body)."""

    status: int
    code: str | None
    message: str | None
    body: dict[str, Any]
    envelope: str = ""
    """How the error is written: its whole type, and what the member with the message is called."""

    @property
    def is_error(self) -> bool:
        """Whether the request was refused."""
        return self.code is not None


class Endpoint(Protocol):
    """Answers DynamoDB requests."""

    @property
    def name(self) -> str:
        """The implementation's name, as reports show it."""
        ...

    def execute(self, action: str, body: Body) -> Answer:
        """Send one request."""
        ...


@dataclass
class HttpEndpoint:
    """A DynamoDB on a port of this machine, reached by signed requests on one connection."""

    name: str
    port: int
    timeout_seconds: float = PATIENCE_SECONDS
    clock: Callable[[], float] = machine_clock
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)

    def execute(self, action: str, body: Body) -> Answer:
        """Send one request; a connection that the other side has closed is opened again."""
        content = json.dumps(body).encode()
        return self.send(f"{_service(action)}.{action}", content)

    def send(self, target: str, content: bytes) -> Answer:
        """Send bytes, which need not be a sensible request."""
        now = datetime.fromtimestamp(self.clock(), UTC)
        headers = sign(target, content, f"127.0.0.1:{self.port}", now)
        try:
            status, answer = self._exchange(headers, content)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self.close()
            status, answer = self._exchange(headers, content)
        return _answer(status, answer)

    def _exchange(self, headers: Mapping[str, str], content: bytes) -> tuple[int, bytes]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=self.timeout_seconds
            )
        self._connection.request("POST", "/", content, dict(headers))
        response = self._connection.getresponse()
        return response.status, response.read()

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _service(action: str) -> str:
    return "DynamoDBStreams_20120810" if action in STREAM_ACTIONS else "DynamoDB_20120810"


def _answer(status: int, content: bytes) -> Answer:
    try:
        body: dict[str, Any] = json.loads(content) if content else {}
    except ValueError:
        return Answer(status, "NotJson", content.decode(errors="replace"), {})
    if status < 300:
        return Answer(status, None, None, body)
    kind = str(body.pop("__type", ""))
    envelope = " ".join([kind, *(name for name in ("message", "Message") if name in body)])
    message = body.pop("message", body.pop("Message", None))
    body.pop("Message", None)
    return Answer(status, kind.rpartition("#")[2], message, body, envelope)


def sign(target: str, content: bytes, host: str, now: datetime) -> dict[str, str]:
    """Return the headers of a request, signed with Signature Version 4."""
    date = now.strftime("%Y%m%d")
    headers = {
        "content-type": "application/x-amz-json-1.0",
        "host": host,
        "x-amz-date": now.strftime("%Y%m%dT%H%M%SZ"),
        "x-amz-target": target,
    }
    names = ";".join(headers)
    canonical = "\n".join(
        (
            "POST",
            "/",
            "",
            *(f"{name}:{value}" for name, value in headers.items()),
            "",
            names,
            hashlib.sha256(content).hexdigest(),
        )
    )
    scope = f"{date}/{REGION}/dynamodb/aws4_request"
    to_sign = "\n".join(
        (
            "AWS4-HMAC-SHA256",
            headers["x-amz-date"],
            scope,
            hashlib.sha256(canonical.encode()).hexdigest(),
        )
    )
    key = f"AWS4{SECRET_KEY}".encode()
    for part in (date, REGION, "dynamodb", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    headers["authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={ACCESS_KEY}/{scope}, "
        f"SignedHeaders={names}, Signature={signature}"
    )
    return headers
