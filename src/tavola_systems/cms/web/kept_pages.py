"""Pages as they were rendered, kept within a bound; the ones that were not asked for go first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from msgspec import Struct

from tavola_systems.platform.http.etags import tag_of

__all__ = ["MAX_KEPT_BYTES", "KeptPages", "RenderedPage"]

MAX_KEPT_BYTES: Final = 64 * 1024 * 1024
Key = tuple[object, ...]


class RenderedPage(Struct, frozen=True):
    """A page's HTML, and the tag that stands for it."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, html: str) -> RenderedPage:
        """Encode what was rendered."""
        body = html.encode()
        return cls(body, tag_of(html))


class KeptPages:
    """What was rendered, by all that it depends on; shared by threads."""

    def __init__(self, most_bytes: int = MAX_KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._pages: OrderedDict[Key, RenderedPage] = OrderedDict()
        self._bytes = 0
        self._turns: dict[Key, Lock] = {}
        self._lock = Lock()

    def find(self, key: Key) -> RenderedPage | None:
        """Return what was kept under a key."""
        with self._lock:
            found = self._pages.get(key)
            if found is not None:
                self._pages.move_to_end(key)
            return found

    def find_or_make(self, key: Key, make: Callable[[], RenderedPage]) -> RenderedPage:
        """Return what was kept, or make it: once, however many readers ask for it."""
        found = self.find(key)
        if found is not None:
            return found
        with self._lock:
            turn = self._turns.setdefault(key, Lock())
        with turn:
            found = self.find(key)
            if found is None:
                found = make()
                self._keep(key, found)
        with self._lock:
            self._turns.pop(key, None)
        return found

    def _keep(self, key: Key, page: RenderedPage) -> None:
        """Keep a page, and let go of others until all fit."""
        with self._lock:
            former = self._pages.pop(key, None)
            self._bytes -= len(former.body) if former else 0
            self._pages[key] = page
            self._bytes += len(page.body)
            while self._bytes > self._most_bytes:
                _, oldest = self._pages.popitem(last=False)
                self._bytes -= len(oldest.body)
