"""The worst that one allowed request can ask of a server; each attack is the bytes of a request.

python -m benchmarks.attacks NAME PORT CONNECTIONS        sends it, over and over, until it is ended
"""

from __future__ import annotations

import gzip
import json
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tavola.wire.http1 import ResponseReader

TABLE = "steady"
ITEMS = 40_000
HEAD = (
    "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.{action}\r\n"
    "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261115T000000Z\r\n"
    "Authorization: AWS4-HMAC-SHA256 Credential=AKIA/20261115/us-east-1/dynamodb/aws4_request,"
    " SignedHeaders=host;x-amz-date, Signature=aa\r\n{more}"
)


def render(action: str, body: Any, more: str = "") -> bytes:
    """Write a request as an SDK does."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = HEAD.format(action=action, more=f"{more}Content-Length: {len(content)}\r\n\r\n")
    return head.encode() + content


def _filtered(expression: str, values: dict[str, Any]) -> bytes:
    return render(
        "Scan",
        {
            "TableName": TABLE,
            "FilterExpression": expression,
            "ExpressionAttributeValues": values,
        },
    )


def filter_of_many_values() -> bytes:
    """Ten times one of a hundred values: as much as an expression of 4 KB can hold."""
    part = f"x IN({','.join(f':{n}' for n in range(100))})"
    return _filtered("OR ".join([part] * 10), {f":{n}": {"S": f"{n}"} for n in range(100)})


def filter_of_many_functions() -> bytes:
    """Two hundred times whether a text is contained."""
    parts = [f"contains(x,:{n})" for n in range(200)]
    return _filtered(" OR ".join(parts), {f":{n}": {"S": f"no{n}"} for n in range(200)})


def filter_of_a_statement() -> bytes:
    """The same in PartiQL."""
    values = ", ".join(f"'{n}'" for n in range(100))
    clauses = " OR ".join([f"x IN [{values}]"] * 8)
    return render("ExecuteStatement", {"Statement": f'SELECT * FROM "{TABLE}" WHERE {clauses}'})


def gzip_of_many_parts() -> bytes:
    """Empty parts, as many as fit."""
    body = gzip.compress(b"", mtime=0) * 200_000
    return render("PutItem", body, "Content-Encoding: gzip\r\n")


def gzip_of_zeros() -> bytes:
    """Sixteen megabytes of nothing."""
    return render("PutItem", gzip.compress(bytes(16_000_000)), "Content-Encoding: gzip\r\n")


def small_chunks() -> bytes:
    """A body of a byte at a time."""
    head = HEAD.format(action="PutItem", more="Transfer-Encoding: chunked\r\n\r\n")
    return head.encode() + b"1\r\nx\r\n" * 1_000_000


def nested_lists() -> bytes:
    """Fifteen megabytes of small values."""
    value = b'{"L":[' + b",".join([b'{"NULL":true}'] * 1_000_000) + b"]}"
    return render("PutItem", b'{"TableName":"steady","Item":{"pk":{"S":"a"},"x":' + value + b"}}")


def number_sets() -> bytes:
    """Fifteen megabytes of numbers in a set."""
    numbers = b",".join(b'"%d"' % number for number in range(1_500_000))
    value = b'{"NS":[' + numbers + b"]}"
    return render("PutItem", b'{"TableName":"steady","Item":{"pk":{"S":"a"},"x":' + value + b"}}")


def unknown_action() -> bytes:
    """A long body for nobody."""
    return render("Nonsense", b'{"x":[' + b",".join([b"{}"] * 4_000_000) + b"]}")


def large_batch() -> bytes:
    """The largest answer there is, compressed."""
    keys = [{"pk": {"S": f"large{number}"}} for number in range(40)]
    body = {"RequestItems": {TABLE: {"Keys": keys}}}
    return render("BatchGetItem", body, "Accept-Encoding: gzip\r\n")


def whole_pages() -> bytes:
    """Pages of a megabyte, compressed."""
    return render("Scan", {"TableName": TABLE}, "Accept-Encoding: gzip\r\n")


def describe() -> bytes:
    """The count of a large table."""
    return render("DescribeTable", {"TableName": TABLE})


ATTACKS: dict[str, Callable[[], bytes]] = {
    made.__name__.replace("_", " "): made
    for made in (
        filter_of_many_values,
        filter_of_many_functions,
        filter_of_a_statement,
        gzip_of_many_parts,
        gzip_of_zeros,
        small_chunks,
        nested_lists,
        number_sets,
        unknown_action,
        large_batch,
        whole_pages,
        describe,
    )
}


def attack(port: int, message: bytes) -> None:
    """Send a request over and over, whatever is answered."""
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as wire:
            reader = ResponseReader()
            while True:
                wire.sendall(message)
                answered = None
                while answered is None:
                    data = wire.recv(1 << 18)
                    if not data:
                        raise OSError
                    answered = reader.feed(data)


def main(name: str, port: int, connections: int) -> None:
    """Attack on so many connections until the process is ended."""
    message = ATTACKS[name]()
    threads = [
        threading.Thread(target=attack, args=(port, message), daemon=True)
        for _ in range(connections)
    ]
    for thread in threads:
        thread.start()
    print("ready", flush=True)
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
