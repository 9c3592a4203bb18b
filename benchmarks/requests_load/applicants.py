"""Some of the crowd, in a process of their own: each applies until the server has said 202.

`python -m benchmarks.requests_load.applicants PORT PATH TOKENS RESULTS CONNECTIONS SECONDS RATE`
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

_PAUSE_SECONDS = 0.05


@dataclass
class Answers:
    """What the server said: when, how fast, and which request each token got."""

    accepted: list[tuple[float, float, int, str, bool]] = field(default_factory=list)
    """Time, seconds since it was to be sent, number of the token, the request's id, whether it was
    a duplicate."""
    retries: int = 0
    refusals: dict[str, int] = field(default_factory=dict)


class Applicants:
    """Some connections to the server, which share a list of who applies next."""

    def __init__(self, port: int, path: str, tokens: list[str], ends: float, rate: float) -> None:
        self._port = port
        self._path = path
        self._tokens = tokens
        self._ends = ends
        self._rate = rate
        self._began = time.time()
        self._next = 0
        self.answers = Answers()

    async def run(self, connections: int) -> None:
        """Let everybody apply."""
        await asyncio.gather(*(self._connection() for _ in range(connections)))

    async def _connection(self) -> None:
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        while self._next < len(self._tokens) and time.time() < self._ends:
            number, self._next = self._next, self._next + 1
            due = time.time()
            if self._rate:
                # Who is sent late, since all connections are busy, has waited all the same.
                due = self._began + number / self._rate
                await asyncio.sleep(max(0.0, due - time.time()))
            while time.time() < self._ends:
                try:
                    if streams is None:
                        streams = await asyncio.open_connection("127.0.0.1", self._port)
                    if await self._apply(number, due, *streams):
                        break
                    await asyncio.sleep(_PAUSE_SECONDS)
                except (OSError, asyncio.IncompleteReadError, ValueError):
                    # The server was killed; whether it had written the request is not known.
                    self.answers.retries += 1
                    if streams is not None:
                        streams[1].close()
                    streams = None
                    await asyncio.sleep(_PAUSE_SECONDS)
        if streams is not None:
            streams[1].close()

    async def _apply(
        self, number: int, due: float, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        head = (
            f"POST {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Authorization: Bearer {self._tokens[number]}\r\nContent-Length: 0\r\n\r\n"
        )
        writer.write(head.encode())
        await writer.drain()
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = answer.lower().split("\r\n")
        length = next(int(one.split(":")[1]) for one in lines if one.startswith("content-length:"))
        body = await reader.readexactly(length)
        status = answer.split(" ", 2)[1]
        if status != "202":
            self.answers.refusals[status] = self.answers.refusals.get(status, 0) + 1
            return False
        found = json.loads(body)
        now = time.time()
        self.answers.accepted.append(
            (now, now - due, number, found["request_id"], found["is_duplicate"])
        )
        return True


def main() -> None:
    """Apply, and write down what happened."""
    port, path, tokens, results, connections, seconds, rate = sys.argv[1:]
    lines = Path(tokens).read_text().split()
    crowd = Applicants(int(port), path, lines, time.time() + float(seconds), float(rate))
    asyncio.run(crowd.run(int(connections)))
    Path(results).write_text(json.dumps(vars(crowd.answers)))


if __name__ == "__main__":
    main()
