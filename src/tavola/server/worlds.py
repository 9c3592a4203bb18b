"""Whose tables a request is about: one world for all, or one for each account and region.

By default every key and every region sees the same tables, because the same file is opened in a
process, where there is neither; the region of a request only shows in its ARNs. Isolated, each
account has tables of its own in each region, as on AWS: an engine of its own, with a file of its
own where there are files.
"""

from __future__ import annotations

import re
from base64 import b32decode
from binascii import Error as Base32Error
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Final, Protocol

from msgspec import Struct

from tavola.engine import Engine
from tavola.engine.callers import ACCOUNT_ID, REGION, Caller
from tavola.errors import AccessRefused, StoreError
from tavola.wire.http1 import HttpRequest
from tavola.wire.verification import read_authentication

__all__ = ["MAX_WORLDS", "IsolatedWorlds", "OneWorld", "World", "Worlds", "find_account"]

MAX_WORLDS: Final = 256
"""How many accounts and regions an isolated server keeps apart; each is a database of its own."""

_MAX_REMEMBERED: Final = 1024
_REGION: Final = re.compile("[a-z]{2,12}(-[a-z0-9]{1,12}){1,4}")
_ACCOUNT: Final = re.compile("[0-9]{12}")
_ENCODED: Final = re.compile("A[A-Z]{2}A[A-Z2-7]{16}")


class World(Struct, frozen=True):
    """An engine as one caller sees it, and one on the same file that hardly waits, if there is."""

    engine: Engine
    inline_engine: Engine | None = None
    group: int = 0
    """Writes of worlds with the same number share a commit."""
    brief_engine: Engine | None = None
    """The engine for the event loop: it gives up what takes long."""

    def seen_by(self, caller: Caller) -> World:
        """Return this world as a caller sees it."""
        inline = None if self.inline_engine is None else self.inline_engine.seen_by(caller)
        engine = self.engine.seen_by(caller)
        return World(engine, inline, self.group, engine.made_brief())


class Worlds(Protocol):
    """Finds the world of a request."""

    def find(self, request: HttpRequest) -> World:
        """Return the tables that a request is about."""
        ...


class _Remembered:
    """What was found for requests with the same head, as all of one client's are in a day."""

    def __init__(self, find: Callable[[HttpRequest, bytes], World]) -> None:
        self._find = find
        self._found: dict[tuple[bytes, bytes], World] = {}
        self._lock = Lock()

    def find(self, request: HttpRequest) -> World:
        """Return the world of a request."""
        headers = request.headers
        host = headers.get(b"host", b"")
        scope = headers.get(b"authorization", b"").partition(b",")[0]
        found = self._found.get((scope, host)) if scope else None
        if found is None:
            with self._lock:
                found = self._find(request, host)
                if len(self._found) >= _MAX_REMEMBERED:
                    self._found.clear()
                self._found[scope, host] = found
        return found


class OneWorld(_Remembered):
    """The same tables for everybody."""

    def __init__(self, engine: Engine, inline_engine: Engine | None = None) -> None:
        self._world = World(engine, inline_engine)
        super().__init__(self._find_seen)

    def _find_seen(self, request: HttpRequest, host: bytes) -> World:
        _, region = _find_scope(request)
        return self._world.seen_by(Caller(region=region, address=_show(host)))


class IsolatedWorlds(_Remembered):
    """Tables of their own for each account and region, opened when they are first asked for."""

    def __init__(self, open_world: Callable[[str, str], World]) -> None:
        """Take what opens the world of an account and a region."""
        self._open = open_world
        self._opened: dict[tuple[str, str], World] = {}
        super().__init__(self._find_own)

    def _find_own(self, request: HttpRequest, host: bytes) -> World:
        key, region = _find_scope(request)
        account = find_account(key)
        world = self._opened.get((account, region))
        if world is None:
            if len(self._opened) >= MAX_WORLDS:
                raise StoreError(
                    f"This server keeps {MAX_WORLDS} accounts and regions apart, and has as many. "
                    "Restart it, or start it without --isolated.",
                    code="LimitExceededException",
                )
            opened = self._open(account, region)
            world = World(opened.engine, opened.inline_engine, len(self._opened) + 1)
            self._opened[account, region] = world
        caller = Caller(region, account, is_isolated=True, address=_show(host))
        return world.seen_by(caller)


def find_account(access_key: str) -> str:
    """Name the account of an access key: twelve digits, always the same ones.

    A key of twelve digits is the account itself. Keys in AWS's form hold their account's number;
    any other one has a number of its own.
    """
    if _ACCOUNT.fullmatch(access_key):
        return access_key
    if _ENCODED.fullmatch(access_key):
        try:
            number = int.from_bytes(b32decode(access_key[4:])[:6], "big")
        except Base32Error:
            number = 0
        # AWS: 40 bits of a key are its account's number, behind one that is left out.
        encoded = (number & 0x7FFFFFFFFF80) >> 7
        if 0 < encoded < 10**12:
            return f"{encoded:012d}"
    return f"{int.from_bytes(sha256(access_key.encode()).digest()[:8], 'big') % 10**12:012d}"


def _find_scope(request: HttpRequest) -> tuple[str, str]:
    """Read the access key and the region of a request's signature."""
    try:
        parts = read_authentication(request).credential.rsplit("/", 4)
    except AccessRefused:
        return ACCOUNT_ID, REGION
    if len(parts) != 5 or not _REGION.fullmatch(parts[2]):
        return parts[0], REGION
    return parts[0], parts[2]


def _show(host: bytes) -> str | None:
    return host.decode("latin-1") or None
