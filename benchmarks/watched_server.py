"""`tavola serve` with a look at its event loop: how long it was kept from going on.

    python -m benchmarks.watched_server CONTROL_PORT --port 0 [--db FILE]

Whoever connects to the control port is sent, as JSON, the longest piece of work since the last time
somebody asked, in milliseconds: how long the loop did not come round, and how much of that time the
process computed, in all its threads. The first counts what other programs take from it, the second
does not.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
import time

import tavola.server
from tavola.cli import main as run_command

_BEAT_SECONDS = 0.001


class LoopWatch:
    """Comes round with an event loop and looks at the clocks."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._wall = time.perf_counter()
        self._cpu = time.process_time()
        self.longest = [0.0, 0.0]
        loop.call_soon(self._beat)

    def _beat(self) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        pieces = (wall - self._wall - _BEAT_SECONDS, min(cpu - self._cpu, wall - self._wall))
        self.longest = [max(*pair) for pair in zip(self.longest, pieces, strict=True)]
        self._wall, self._cpu = wall, cpu
        self._loop.call_later(_BEAT_SECONDS, self._beat)

    def answer(self, listener: socket.socket) -> None:
        """Tell everybody who asks, and begin anew."""
        while True:
            asking, _ = listener.accept()
            with asking:
                found, self.longest = self.longest, [0.0, 0.0]
                asking.sendall(json.dumps([seconds * 1000 for seconds in found]).encode())


def main() -> int:
    """Serve, watched."""
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    make_loop = tavola.server.new_event_loop

    def make_watched_loop() -> asyncio.AbstractEventLoop:
        loop = make_loop()
        watch = LoopWatch(loop)
        threading.Thread(target=watch.answer, args=(listener,), daemon=True).start()
        return loop

    tavola.server.new_event_loop = make_watched_loop
    return run_command(["serve", *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
