"""What one client's requests cost another: a steady client's longest wait beside each attack.

    python -m benchmarks fairness [--seconds 5] [--runs 1] [--only WORDS]

A server in a process of its own, in memory and on a file, answers a steady client that reads one
item after another, beside one attacking connection and beside sixteen. Shown are the longest wait
of the steady client, its ratio to an idle server's, the longest piece of work during which the
server did nothing else, and its memory above idle, in memory without the items that it was given.
Each attack begins when the server is done with the one before. Waits are of the clock, so that
whatever else the machine does makes them longer; a piece is shown as what the server computed in
it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from benchmarks import goals
from benchmarks.attacks import (
    ITEMS,
    LARGE_ITEMS,
    MEMBERS,
    NUMBERS,
    SETS,
    TABLE,
    WAYS,
    create_table,
    render,
)
from benchmarks.measuring import Report, mark, print_settings
from tavola.wire.http1 import Response, ResponseReader

_MEGABYTE = 1 << 20
_CALM_SECONDS = 0.25
"""Of CPU in half a second, of which the steady client alone takes less."""
_MOST_SETTLING = 40
CONSOLE = Console()


class SteadyClient:
    """Reads one item after another."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), 60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader = ResponseReader()
        self._get = render("GetItem", {"TableName": TABLE, "Key": {"pk": {"S": "1"}}})

    def send(self, message: bytes) -> Response:
        """Send one request and wait for its answer."""
        self._socket.sendall(message)
        while (answer := self._reader.feed(self._socket.recv(1 << 16))) is None:
            pass
        return answer

    def stored_megabytes(self) -> float:
        """What the items take that all read: in memory these are data, and no cost of requests."""
        answer = self.send(render("DescribeTable", {"TableName": TABLE}))
        size: int = json.loads(answer.body)["Table"]["TableSizeBytes"]
        return size / _MEGABYTE

    def longest_wait(self, seconds: float) -> float:
        """Read for so long; return the longest wait, in milliseconds."""
        longest, end = 0.0, time.perf_counter() + seconds
        while (begun := time.perf_counter()) < end:
            self.send(self._get)
            longest = max(longest, time.perf_counter() - begun)
            time.sleep(0.002)
        return longest * 1000


@dataclass(frozen=True)
class WatchedServer:
    """A server that runs."""

    port: int
    control_port: int
    process_id: int

    def longest_piece(self) -> tuple[float, float]:
        """Ask for the longest piece of work since the last time, by the clock and computed."""
        with socket.create_connection(("127.0.0.1", self.control_port), 60) as wire:
            answer = b""
            while data := wire.recv(1000):
                answer += data
        wall, computed = json.loads(answer)
        return wall, computed


@contextmanager
def serving(path: Path | None, buckets: Path) -> Generator[WatchedServer]:
    """Run a server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        control = free.getsockname()[1]
    options = ["--port", "0", "--buckets", str(buckets)]
    options += [] if path is None else ["--db", str(path)]
    command = [sys.executable, "-m", "benchmarks.watched_server", str(control), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r":(\d+) ", process.stdout.readline())
            assert found is not None
            yield WatchedServer(int(found[1]), control, process.pid)
        finally:
            process.kill()


def fill(client: SteadyClient) -> None:
    """Make the table that all attacks read."""
    client.send(create_table(TABLE))
    recovery = {"PointInTimeRecoveryEnabled": True}
    client.send(
        render(
            "UpdateContinuousBackups",
            {"TableName": TABLE, "PointInTimeRecoverySpecification": recovery},
        )
    )
    for start in range(0, ITEMS, 25):
        writes = [
            {"PutRequest": {"Item": {"pk": {"S": f"{n}"}, "x": {"S": "value"}}}}
            for n in range(start, start + 25)
        ]
        client.send(render("BatchWriteItem", {"RequestItems": {TABLE: writes}}))
    for number in range(LARGE_ITEMS):
        item = {"pk": {"S": f"large{number}"}, "x": {"S": "x" * 395_000}}
        client.send(render("PutItem", {"TableName": TABLE, "Item": item}))
    members = {"pk": {"S": MEMBERS}, "x": {"L": [{"NULL": True}] * 190_000}}
    client.send(render("PutItem", {"TableName": TABLE, "Item": members}))
    for number in range(SETS):
        sets = {"pk": {"S": f"sets{number}"}, "x": {"L": [{"SS": ["a"]}] * 190_000}}
        client.send(render("PutItem", {"TableName": TABLE, "Item": sets}))
    numbers = {"pk": {"S": NUMBERS}, "x": {"NS": [str(number) for number in range(100_000)]}}
    client.send(render("PutItem", {"TableName": TABLE, "Item": numbers}))


def memory_of(process_id: int) -> float:
    """The most memory that a process has had since it was last asked, in megabytes."""
    status = Path(f"/proc/{process_id}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    Path(f"/proc/{process_id}/clear_refs").write_text("5")
    return int(found[1]) * 1024 / _MEGABYTE


def settle(client: SteadyClient, process_id: int) -> None:
    """Read on until the server has done what an attack asked for: the next one begins alone."""
    for _ in range(_MOST_SETTLING):
        begun = computed_by(process_id)
        client.longest_wait(0.5)
        if computed_by(process_id) - begun < _CALM_SECONDS:
            return


def computed_by(process_id: int) -> float:
    """The CPU seconds of a process."""
    after_name = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def attacking(name: str, port: int, connections: int, path: Path | None) -> Generator[None]:
    """Send an attack, from a process of its own, while the block runs."""
    command = [sys.executable, "-m", "benchmarks.attacks", name, str(port), str(connections)]
    command += [] if path is None else [str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield
        finally:
            process.kill()


def measure(title: str, path: Path | None, names: Sequence[str], seconds: float) -> None:
    """Try every attack on one server and print what came of it."""
    columns = ("attack", "beside one", "beside sixteen", "longest piece", "memory")
    report = Report(CONSOLE, f"Longest wait of a steady client, {title}", *columns)
    with tempfile.TemporaryDirectory() as folder, serving(path, Path(folder)) as server:
        client = SteadyClient(server.port)
        fill(client)
        idle = max(client.longest_wait(seconds), 0.1)
        before = memory_of(server.process_id)
        before -= client.stored_megabytes() if path is None else 0.0
        report.add("none", f"{idle:.1f} ms", "", "", f"{before:.0f} MB")
        for name in names:
            waits: list[float] = []
            server.longest_piece()
            for connections in (1, 16):
                with attacking(name, server.port, connections, path):
                    waits.append(client.longest_wait(seconds))
                settle(client, server.process_id)
            wall, computed = server.longest_piece()
            stored = client.stored_megabytes() if path is None else 0.0
            above = memory_of(server.process_id) - before - stored
            report.add(
                name,
                *(
                    f"{_shown(name, wait, 'ms', goals.LONGEST_WAIT_MS)} ({wait / idle:.0f}×)"
                    for wait in waits
                ),
                f"{_shown(name, computed, 'ms', goals.LONGEST_PIECE_MS)} ({wall:.0f} by the clock)",
                f"+{_shown(name, above, 'MB', goals.MEMORY_ABOVE_IDLE_MB)}",
            )
    report.show()


def _shown(attack: str, found: float, unit: str, goal: float) -> str:
    text = f"{found:.0f} {unit}"
    return f"{text} {mark(f'{attack}: {text} (≤ {goal:g})', is_met=found <= goal)}"


def main(arguments: Sequence[str]) -> None:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks fairness", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", default="", help="attacks with these words in their name")
    parser.add_argument("--store", choices=("memory", "file", "both"), default="both")
    args = parser.parse_args(arguments)
    print_settings(CONSOLE, "Fairness")
    names = [name for name in WAYS if args.only in name]
    for _ in range(args.runs):
        if args.store != "file":
            measure("in memory", None, names, args.seconds)
        if args.store != "memory":
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "steady.db"
                measure("on a file", path, names, args.seconds)
