"""A DynamoDB that answers from cans: the fastest other side that Python gives, over TLS too.

    python -m benchmarks.responder [CERTIFICATE KEY]

prints its port and serves until its standard input ends.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import sys
import threading
import zlib
from typing import Any, cast

from benchmarks.loops import new_loop

PAGE = 100


def item(number: int) -> dict[str, Any]:
    """Make an item of the benchmark's model, as it is stored: fifteen attributes."""
    texts = {
        "pk": "USER#ada",
        "sk": f"POST#{number:08d}",
        "type": "POST",
        "author": "ada",
        "postId": f"{number:08d}",
        "title": f"A title for post {number}",
        "slug": f"a-title-for-post-{number}",
        "summary": "a few words that stand for a real value",
        "language": "en",
        "category": "notes",
        "status": "published",
        "createdAt": "2025-01-15T10:30:00.000Z",
    }
    return {
        **{name: {"S": text} for name, text in texts.items()},
        "views": {"N": str(number)},
        "rating": {"N": "4.25"},
        "active": {"BOOL": True},
    }


def _answers() -> dict[bytes, bytes]:
    page = [item(number) for number in range(PAGE)]
    answers: dict[str, dict[str, Any]] = {
        "GetItem": {"Item": item(1)},
        "PutItem": {},
        "Query": {"Items": page, "Count": PAGE, "ScannedCount": PAGE},
        "DescribeTable": {"Table": {"TableName": "bench", "TableStatus": "ACTIVE"}},
    }
    return {action.encode(): _render(content) for action, content in answers.items()}


def _render(content: dict[str, Any]) -> bytes:
    body = json.dumps(content, separators=(",", ":")).encode()
    head = (
        "HTTP/1.1 200 OK\r\nServer: Server\r\nDate: Sun, 15 Nov 2026 10:00:00 GMT\r\n"
        "Content-Type: application/x-amz-json-1.0\r\n"
        f"Content-Length: {len(body)}\r\nConnection: keep-alive\r\n"
        "x-amzn-RequestId: 8T4TI3JUQ4MHJKJJ0D7P2R2VNNVV4KQNSO5AEMVJF66Q9ASUAAJG\r\n"
        f"x-amz-crc32: {zlib.crc32(body)}\r\n\r\n"
    )
    return head.encode() + body


ANSWERS = _answers()


class Can(asyncio.Protocol):
    """Answers whatever asks for an action that there is a can for."""

    def __init__(self) -> None:
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Answer a request when it is whole."""
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0 or self._transport is None:
            return
        head = self._buffer[:end]
        length = int(_header(head.lower(), b"content-length:") or b"0")
        if len(self._buffer) < end + 4 + length:
            return
        self._buffer = self._buffer[end + 4 + length :]
        target = _header(head, b"20120810.", until=b"\r\n")
        self._transport.write(ANSWERS[target])


def _header(head: bytes, name: bytes, until: bytes = b"\r\n") -> bytes:
    start = head.find(name)
    if start < 0:
        return b""
    end = head.find(until, start)
    return head[start + len(name) : end if end >= 0 else len(head)].strip()


async def _serve(files: list[str]) -> None:
    loop = asyncio.get_running_loop()
    context = None
    if files:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)
    server = await loop.create_server(Can, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended = asyncio.Event()
    threading.Thread(
        target=lambda: (sys.stdin.read(), loop.call_soon_threadsafe(ended.set)), daemon=True
    ).start()
    await ended.wait()


if __name__ == "__main__":
    new_loop().run_until_complete(_serve(sys.argv[1:]))
