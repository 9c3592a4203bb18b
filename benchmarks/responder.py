"""A DynamoDB that answers from cans, over TLS too.

    python -m benchmarks.responder [CERTIFICATE KEY | --other]

prints its port and serves until its standard input ends. With --other its heads have another order,
as those of other services do, and long answers come in segments of 16 KB.

It runs where its client runs, on one core that both keep awake: a core that sleeps between two
calls wakes up with cold caches, and the figures would tell of that.
"""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import sys
import threading
import zlib
from collections.abc import Callable
from typing import Any

PAGE = 100
_TARGET = b"20120810."
_TOLD = 3
"""So many letters of an action tell it from the others."""


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


def _turned(answer: bytes) -> bytes:
    """Give an answer whose head has its lines in another order."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    return b"\r\n".join([status, *reversed(lines)]) + b"\r\n\r\n" + body


ANSWERS = {action[:_TOLD]: answer for action, answer in _answers().items()}
OTHER_ANSWERS = {told: _turned(answer) for told, answer in ANSWERS.items()}
_SEGMENT_BYTES = 16 * 1024


def _in_segments(send: Callable[[bytes], object]) -> Callable[[bytes], object]:
    def send_all(data: bytes) -> None:
        for start in range(0, len(data), _SEGMENT_BYTES):
            send(data[start : start + _SEGMENT_BYTES])

    return send_all


def _converse(
    receive: Callable[[int], bytes],
    send: Callable[[bytes], object],
    answers: dict[bytes, bytes],
) -> None:
    """Answer one connection's requests with as little work as can be.

    All that the responder does makes its client's caches cold. Requests are short, so that one is
    whole once its last byte closes the JSON object after its head.
    """
    data = b""
    while received := receive(65536):
        data = data + received if data else received
        if data.endswith(b"}") and b"\r\n\r\n{" in data:
            action = data.index(_TARGET) + len(_TARGET)
            send(answers[data[action : action + _TOLD]])
            data = b""


def _listen(files: list[str]) -> None:
    """Answer until standard input ends, each connection in a thread of its own."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    context = None
    if len(files) > 1:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)

    def serve(opened: socket.socket) -> None:
        with contextlib.suppress(OSError):
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if files == ["--other"]:
                _converse(opened.recv, _in_segments(opened.sendall), OTHER_ANSWERS)
            elif context is None:
                _converse(opened.recv, opened.sendall, ANSWERS)
            else:
                secured = context.wrap_socket(opened, True)
                # Its `send` sends all where it may block.
                _converse(secured.recv, secured.send, ANSWERS)

    def accept() -> None:
        while True:
            threading.Thread(target=serve, args=listener.accept()[:1], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    _listen(sys.argv[1:])
