"""The vote system as one thing to open: a backend, with commands and queries on it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.command_model import CommandModel
from tavola_systems.vote.commands import Commands
from tavola_systems.vote.domain.passwords import PasswordHashes
from tavola_systems.vote.domain.sealing import Seal
from tavola_systems.vote.queries import Queries
from tavola_systems.vote.query_model import QueryModel

__all__ = ["VoteService"]


class VoteService:
    """Commands and queries on one backend; time and randomness are arguments."""

    def __init__(
        self,
        backend: Backend,
        *,
        sealing_key: bytes | Callable[[], bytes],
        clock: Callable[[], float] = time.time,
        random: Callable[[int], bytes] = os.urandom,
        passwords: PasswordHashes | None = None,
    ) -> None:
        self.backend = backend
        seal = Seal(sealing_key, random)
        checked = passwords or PasswordHashes(random)
        self.clock = clock
        self.commands: CommandModel = Commands(
            backend, seal=seal, passwords=checked, clock=clock, random=random
        )
        self.queries: QueryModel = Queries(backend, seal=seal, passwords=checked, clock=clock)

    def close(self) -> None:
        """Let go of the database."""
        self.backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
