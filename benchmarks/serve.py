"""Requests per second of local DynamoDBs: the same signed requests, replayed on kept connections.

    python -m benchmarks.serve [ENGINE …]

All engines run at once and are measured in turn, slot by slot, so that whatever else the machine
does meets them all alike. The fastest slot of each counts. One process sends; its own cost is the
same for every engine and limits the figures. The processor time that an engine takes per request
is taken from the kernel and depends on neither the sender nor on what else runs.
"""

from __future__ import annotations

import json
import math
import os
import platform
import select
import socket
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks import goals
from benchmarks.figures import keep_ratios
from benchmarks.local_engines import ENGINES
from benchmarks.measuring import at_least, at_most, mark
from tavola.wire.http1 import ResponseReader
from tavola.wire.sigv4 import Credentials, DynamoDBSigner
from tests.reference.endpoint import ACCESS_KEY, SECRET_KEY, HttpEndpoint
from tests.reference.engines import running
from tests.reference.installation import Unavailable

PARTITIONS = 10
ITEMS_PER_PARTITION = 100
CONNECTIONS = (1, 8)
SLOT_SECONDS = 0.4
ROUNDS = 5
ACTIONS = goals.ITEM_ACTIONS
SOAK_REQUESTS = 1_000_000
OURS = "tavola, file"
ROWS = {
    "dynoxide": "requests per second of `tavola serve`, beside dynoxide (Rust)",
    "dynalite": "the same beside dynalite (Node)",
}


@dataclass(frozen=True)
class Slot:
    """What one slot gave."""

    answered: int
    seconds: float
    failures: int
    cpu_seconds: float = 0.0


@dataclass
class Contender:
    """An engine under measurement, and what its slots gave."""

    name: str
    endpoint: HttpEndpoint
    requests: dict[str, list[bytes]]
    processes: frozenset[int]
    slots: dict[tuple[str, int], list[Slot]] = field(
        default_factory=dict[tuple[str, int], list[Slot]]
    )

    def rate(self, action: str, connections: int) -> float:
        """Give the fastest slot's requests per second."""
        return max(slot.answered / slot.seconds for slot in self.slots[action, connections])

    def best(self, action: str) -> float:
        """Give the requests per second with as many connections as suit it."""
        return max(self.rate(action, connections) for connections in CONNECTIONS)

    def cost(self, action: str) -> float:
        """Give the processor time of a request, in microseconds."""
        slots = [slot for connections in CONNECTIONS for slot in self.slots[action, connections]]
        answered = sum(slot.answered for slot in slots)
        return 1e6 * sum(slot.cpu_seconds for slot in slots) / answered if answered else math.inf

    def failures(self, action: str) -> str:
        """Say how many requests an engine failed to answer."""
        slots = [slot for connections in CONNECTIONS for slot in self.slots[action, connections]]
        failures = sum(slot.failures for slot in slots)
        return f"{failures} of {failures + sum(slot.answered for slot in slots)} failed"

    def cpu_seconds(self) -> float:
        """Give the processor time that the engine has taken so far."""
        return sum(_cpu_ticks(process) for process in self.processes) / os.sysconf("SC_CLK_TCK")


def _cpu_ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _children(process: int) -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found |= {child, *_children(child)}
    return found


def make_item(partition: int, number: int) -> dict[str, Any]:
    """Make an item of twelve attributes and about 500 bytes."""
    texts = {f"text_{place}": {"S": f"value {place} of item {number:04d}"} for place in range(5)}
    return {
        "pk": {"S": f"USER#{partition:04d}"},
        "sk": {"S": f"POST#{number:08d}"},
        "gsi_pk": {"S": f"DAY#{number % 7}"},
        **texts,
        "count": {"N": str(number)},
        "rating": {"N": "4.25"},
        "active": {"BOOL": True},
        "created_at": {"S": "2025-01-15T10:30:00.000Z"},
    }


def key_schema(partition_key: str, sort_key: str) -> list[dict[str, str]]:
    """Write a key schema."""
    return [
        {"AttributeName": partition_key, "KeyType": "HASH"},
        {"AttributeName": sort_key, "KeyType": "RANGE"},
    ]


def fill(endpoint: HttpEndpoint) -> None:
    """Make the table, with one index, and its items."""
    names = ("pk", "sk", "gsi_pk")
    index = {
        "IndexName": "by_day",
        "KeySchema": key_schema("gsi_pk", "sk"),
        "Projection": {"ProjectionType": "ALL"},
    }
    table = {
        "TableName": "bench",
        "KeySchema": key_schema("pk", "sk"),
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in names],
        "GlobalSecondaryIndexes": [index],
        "BillingMode": "PAY_PER_REQUEST",
    }
    _expect(endpoint, "CreateTable", table)
    _await_active(endpoint)
    for partition in range(PARTITIONS):
        for start in range(0, ITEMS_PER_PARTITION, 25):
            puts = [
                {"PutRequest": {"Item": make_item(partition, number)}}
                for number in range(start, start + 25)
            ]
            _expect(endpoint, "BatchWriteItem", {"RequestItems": {"bench": puts}})


def _await_active(endpoint: HttpEndpoint) -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        table = endpoint.execute("DescribeTable", {"TableName": "bench"}).body.get("Table", {})
        if table.get("TableStatus") == "ACTIVE":
            return
        time.sleep(0.05)
    raise Unavailable(f"{endpoint.name}: the table does not become active.")


def _expect(endpoint: HttpEndpoint, action: str, body: dict[str, Any]) -> None:
    answer = endpoint.execute(action, body)
    if answer.is_error:
        raise Unavailable(f"{endpoint.name}: {action}: {answer.code}: {answer.message}")


def sign_requests(port: int) -> dict[str, list[bytes]]:
    """Sign what will be sent, beforehand."""
    signer = DynamoDBSigner(Credentials(ACCESS_KEY, SECRET_KEY), "us-east-1", f"127.0.0.1:{port}")
    items = [make_item(number % PARTITIONS, number % ITEMS_PER_PARTITION) for number in range(200)]
    bodies: dict[str, list[dict[str, Any]]] = {
        "GetItem": [{"Key": {"pk": item["pk"], "sk": item["sk"]}} for item in items],
        "PutItem": [{"Item": item} for item in items],
        "Query": [
            {
                "KeyConditionExpression": "pk = :pk",
                "ExpressionAttributeValues": {":pk": {"S": f"USER#{partition:04d}"}},
            }
            for partition in range(PARTITIONS)
        ],
    }

    def sign(action: str, body: dict[str, Any]) -> bytes:
        content = json.dumps({"TableName": "bench", **body}).encode()
        return signer.request(f"DynamoDB_20120810.{action}", content, time.time())

    return {action: [sign(action, body) for body in bodies[action]] for action in bodies}


class Sender:
    """One connection on which requests are sent; opened again if the server closes it.

    The usual answer is only counted, byte by byte: a sender that parsed it would measure itself.
    """

    def __init__(self, port: int, poll: select.epoll) -> None:
        self._port = port
        self._poll = poll
        self._missing = 0
        self.failures = 0
        self._open()

    def _open(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", self._port), 30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader = ResponseReader()
        self._poll.register(self._socket, select.EPOLLIN)
        self.number = self._socket.fileno()

    def close(self) -> None:
        """End the connection."""
        self._poll.unregister(self._socket)
        self._socket.close()

    def send(self, request: bytes) -> None:
        """Send a request."""
        self._request = request
        self._socket.sendall(request)

    def receive(self) -> bool:
        """Take what has come; whether that made an answer whole. A failure counts as none."""
        data = self._socket.recv(262_144)
        if not self._missing:
            self._missing = _length(data) if self._reader.is_idle else 0
            if not self._missing:
                return self._receive_slowly(data)
        self._missing -= len(data)
        return self._missing == 0

    def _receive_slowly(self, data: bytes) -> bool:
        response = self._reader.feed(data) if data else self._reader.end_of_stream()
        is_failed = response is not None and response.status != 200
        self.failures += is_failed
        if not data or (response is not None and not response.keep_alive):
            self.close()
            self._open()
        if is_failed or (response is None and not data):
            self.send(self._request)
        return response is not None and not is_failed


def _length(data: bytes) -> int:
    """Give the length of a plain answer of which this is the beginning, 0 if it is not plain."""
    end = data.find(b"\r\n\r\n")
    place = data.find(b"ontent-", 0, end)
    while place >= 0 and data[place + 7 : place + 15].lower() != b"length: ":
        place = data.find(b"ontent-", place + 7, end)
    is_plain = data.startswith(b"HTTP/1.1 200") and b"close" not in data[:end]
    if end < 0 or place < 0 or not is_plain:
        return 0
    return end + 4 + int(data[place + 15 : data.find(b"\r\n", place)])


def measure(port: int, requests: list[bytes], connections: int, seconds: float) -> Slot:
    """Send requests on some connections at once for some time."""
    with ExitStack() as stack:
        poll = stack.enter_context(select.epoll())
        senders = [Sender(port, poll) for _ in range(connections)]
        for sender in senders:
            stack.callback(sender.close)
            sender.send(requests[0])
        answered = 0
        started = time.perf_counter()
        ends = started + seconds
        while (now := time.perf_counter()) < ends:
            if connections > 1:
                ready = {number for number, _ in poll.poll(30)}
                senders_ready = [sender for sender in senders if sender.number in ready]
            else:
                senders_ready = senders
            for sender in senders_ready:
                if sender.receive():
                    answered += 1
                    sender.send(requests[answered % len(requests)])
        return Slot(answered, now - started, sum(sender.failures for sender in senders))


def enter(stack: ExitStack, names: list[str]) -> list[Contender]:
    """Start and fill every engine; say which ones cannot run here."""
    contenders: list[Contender] = []
    for name in names:
        others = _children(os.getpid())
        try:
            started = time.perf_counter()
            endpoint = stack.enter_context(running(ENGINES[name]))
            ready = time.perf_counter() - started
            fill(endpoint)
        except Unavailable as reason:
            print(f"{name}: left out. {reason}")
            continue
        goal = ""
        if name.startswith("tavola"):
            most = goals.SERVE_READY_SECONDS
            shown = mark(f"{name} ready in {ready:.2f} s (< {most} s)", is_met=ready < most)
            goal = f" {shown} (< {most} s)"
        print(f"{name}: ready in {ready:.2f} s{goal}")
        processes = frozenset(_children(os.getpid()) - others)
        contenders.append(Contender(name, endpoint, sign_requests(endpoint.port), processes))
    return contenders


def run_slot(
    contenders: list[Contender], contender: Contender, action: str, connections: int
) -> None:
    """Measure an engine once; one that fails is out."""
    requests = contender.requests[action]
    before = contender.cpu_seconds()
    try:
        slot = measure(contender.endpoint.port, requests, connections, SLOT_SECONDS)
    except (Unavailable, OSError) as reason:
        print(f"{contender.name}: {action} failed, left out. {reason}")
        contenders.remove(contender)
    else:
        slot = replace(slot, cpu_seconds=contender.cpu_seconds() - before)
        contender.slots.setdefault((action, connections), []).append(slot)


def report(contenders: list[Contender]) -> None:
    """Print rates and costs, and how many times better the first engine is than each other."""
    ours = contenders[0]
    for action in ACTIONS:
        shown = "Query of 100" if action == "Query" else action
        print(
            f"\n{shown:16}requests per second (and {ours.name} ÷ it)          µs of processor time"
        )
        for contender in contenders:
            cells = [
                f"{connections} conn. {contender.rate(action, connections):7,.0f}"
                + _times(ours.rate(action, connections), contender.rate(action, connections))
                for connections in CONNECTIONS
            ]
            cost = contender.cost(action)
            cells.append(f"{cost:9,.0f}{_times(cost, ours.cost(action))}")
            cells.append(contender.failures(action))
            print(f"  {contender.name:15}{'   '.join(cells)}")


def report_goals(contenders: list[Contender]) -> None:
    """Print the ratios that have a goal, by the connections with which each engine does best."""
    known = {contender.name: contender for contender in contenders}
    ours = known.get(OURS)
    if ours is None:
        return
    print(f"\nRequests per second, {OURS} (durability=process) ÷ the other, each at its best")
    for name, wanted in goals.SERVE.items():
        if name in known:
            ratios = {action: ours.best(action) / known[name].best(action) for action in ACTIONS}
            cells = (
                f"{action} {at_least(ratios[action], goal)}" for action, goal in wanted.items()
            )
            print(f"  {name:15}{'   '.join(cells)}")
            if name in ROWS:
                keep_ratios(ROWS[name], ratios, "as many")


def soak(count: int) -> None:
    """Send many requests to one server, and see whether its memory grows."""
    with running(ENGINES[OURS]) as endpoint:
        (process,) = _children(os.getpid())
        fill(endpoint)
        requests = sign_requests(endpoint.port)
        mixed = [one for action in ("GetItem", "PutItem") for one in requests[action]]
        send(endpoint.port, mixed, count // 10)
        before = _resident(process)
        send(endpoint.port, mixed, count - count // 10)
        ratio = at_most(_resident(process) / before, goals.SERVE_MEMORY_GROWTH)
    print(f"\nMemory after {count:,} requests ÷ after a tenth of them: {ratio}")


def send(port: int, requests: list[bytes], count: int) -> None:
    """Send so many requests on one connection."""
    with select.epoll() as poll:
        sender = Sender(port, poll)
        answered = 0
        sender.send(requests[0])
        while answered < count:
            if sender.receive():
                answered += 1
                sender.send(requests[answered % len(requests)])
        sender.close()


def _resident(process: int) -> int:
    """Give the memory of a process, in pages."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1])


def _times(one: float, other: float) -> str:
    return f" ({one / other:6.1f}×)" if other else " (     –)"


def main(arguments: list[str] | None = None) -> None:
    """Measure the engines named, or all."""
    names = arguments or list(ENGINES)
    print(
        f"Python {platform.python_version()} on {platform.machine()};"
        f" {PARTITIONS * ITEMS_PER_PARTITION} items of {len(json.dumps(make_item(0, 0)))} bytes,"
        f" one index; {ROUNDS} rounds of {SLOT_SECONDS} s; all in memory but 'file'"
        " (durability=process)"
    )
    with ExitStack() as stack:
        contenders = enter(stack, names)
        for _ in range(ROUNDS):
            for action in ACTIONS:
                for connections in CONNECTIONS:
                    for contender in tuple(contenders):
                        run_slot(contenders, contender, action, connections)
        report(contenders)
        report_goals(contenders)
    soak(SOAK_REQUESTS)


if __name__ == "__main__":
    main(sys.argv[1:])
