"""A DynamoDB that answers from cans, over TLS too.

    python -m benchmarks.responder [CERTIFICATE KEY]

prints its port and serves until it is ended. It answers from a thread that waits for one client:
nothing in Python answers sooner, and a client that sleeps for long wakes up with cold caches.
"""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import sys
import threading
import zlib
from typing import Any

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


def _serve(client: socket.socket) -> None:
    """Answer one client, whose requests are cut by nothing but their length."""
    buffer = b""
    with contextlib.suppress(OSError), client:
        while data := client.recv(65536):
            buffer += data
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                continue
            head = buffer[:end]
            length = int(_header(head.lower(), b"content-length:") or b"0")
            if len(buffer) >= end + 4 + length:
                buffer = buffer[end + 4 + length :]
                client.sendall(ANSWERS[_header(head, b"20120810.")])


def _header(head: bytes, name: bytes) -> bytes:
    start = head.find(name)
    if start < 0:
        return b""
    end = head.find(b"\r\n", start)
    return head[start + len(name) : end if end >= 0 else len(head)].strip()


def _listen(files: list[str]) -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    context = None
    if files:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)
    print(listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        secured = client if context is None else context.wrap_socket(client, True)
        threading.Thread(target=_serve, args=(secured,), daemon=True).start()


if __name__ == "__main__":
    _listen(sys.argv[1:])
