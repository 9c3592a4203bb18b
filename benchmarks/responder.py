"""A DynamoDB that answers from cans, over TLS too.

    python -m benchmarks.responder [CERTIFICATE KEY]

prints its port and serves until its standard input ends. It runs where its client runs, on one core
that both keep awake: a core that sleeps between two calls wakes up with cold caches, and the
figures would tell of that.
"""

from __future__ import annotations

import contextlib
import json
import re
import select
import socket
import ssl
import sys
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
_TARGET = b"20120810."
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class _Client:
    """One connection; its requests are cut by nothing but their length."""

    def __init__(self, opened: socket.socket) -> None:
        opened.setblocking(False)
        self.socket = opened
        self._buffer = b""

    def answer(self) -> bool:
        """Answer what has come; says whether the connection is still open."""
        is_more = True
        try:
            while is_more:
                data = self.socket.recv(65536)
                if not data:
                    return False
                self._take(self._buffer + data if self._buffer else data)
                is_more = isinstance(self.socket, ssl.SSLSocket) and self.socket.pending() > 0
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        except OSError:
            return False
        return True

    def _take(self, data: bytes) -> None:
        end = data.find(b"\r\n\r\n") + 4
        length = _LENGTH.search(data)
        whole = end + (int(length[1]) if length else 0)
        if end < 4 or len(data) < whole:
            self._buffer = data
            return
        self._buffer = data[whole:]
        action = data.index(_TARGET) + len(_TARGET)
        _send(self.socket, ANSWERS[data[action : data.index(b"\r", action)]])


def _send(client: socket.socket, data: bytes) -> None:
    sent = 0
    while sent < len(data):
        with contextlib.suppress(BlockingIOError, ssl.SSLWantWriteError):
            sent += client.send(data[sent:] if sent else data)


def _listen(files: list[str]) -> None:
    """Answer until standard input ends."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    context = None
    if files:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)
    ready = select.epoll()
    ready.register(listener, select.EPOLLIN)
    ready.register(sys.stdin, select.EPOLLIN)
    print(listener.getsockname()[1], flush=True)
    clients: dict[int, _Client] = {}
    while True:
        for file, _ in ready.poll():
            if file == sys.stdin.fileno():
                return
            if file == listener.fileno():
                opened, _ = listener.accept()
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                secured = opened if context is None else context.wrap_socket(opened, True)
                clients[secured.fileno()] = _Client(secured)
                ready.register(secured, select.EPOLLIN)
            elif not clients[file].answer():
                clients.pop(file).socket.close()


if __name__ == "__main__":
    _listen(sys.argv[1:])
