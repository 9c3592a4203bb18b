"""Readers who ask for one page again and again, all at once, on connections that stay open."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field


@dataclass
class Load:
    """What readers did in some seconds."""

    seconds: float
    pages: int = 0
    sizes: set[int] = field(default_factory=set[int])
    statuses: set[bytes] = field(default_factory=set[bytes])


def read(port: int, path: str, *, readers: int, seconds: float) -> Load:
    """Let readers ask for a page for some seconds; every answer must come whole."""
    return asyncio.run(_read(port, path, readers, seconds))


async def _read(port: int, path: str, readers: int, seconds: float) -> Load:
    load = Load(seconds)
    end = time.perf_counter() + seconds
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < end:
            writer.write(asked)
            head = await reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
            await reader.readexactly(size)
            load.pages += 1
            load.sizes.add(size)
            load.statuses.add(head[9:12])
        writer.close()

    await asyncio.gather(*(one() for _ in range(readers)))
    return load
