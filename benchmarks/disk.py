"""What the disk alone takes: everybody who syncs waits for it, engine or not."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

FRAME_BYTES = 24 + 4096
"""A page in SQLite's log."""
_PAUSE_SECONDS = 0.005


@contextmanager
def syncing(path: Path) -> Iterator[Callable[[], object]]:
    """Give what a put of a new item writes and syncs, over a file that has its length already."""
    places = cycle(range(0, 1000 * FRAME_BYTES, 2 * FRAME_BYTES))
    two_frames = bytes(2 * FRAME_BYTES)

    def write_and_sync() -> None:
        file.seek(next(places))
        file.write(two_frames)
        os.fdatasync(file.fileno())

    with path.open("wb", buffering=0) as file:
        file.write(bytes(1000 * FRAME_BYTES))
        os.fsync(file.fileno())
        yield write_and_sync


@contextmanager
def watched_disk(folder: Path) -> Generator[list[float]]:
    """Sync two pages every few milliseconds while the block runs; gives the seconds of each."""
    seconds: list[float] = []
    is_over = threading.Event()

    def watch() -> None:
        with syncing(folder / "beside") as write_and_sync:
            while not is_over.wait(_PAUSE_SECONDS):
                begun = time.perf_counter()
                write_and_sync()
                seconds.append(time.perf_counter() - begun)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seconds
    finally:
        is_over.set()
        thread.join()
