"""People and elections that many tests begin with."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.service import VoteService

KEY = bytes(range(32))
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC).timestamp()
BOARD = "Board of the allotment club"
CANDIDATES = ("Rosa Lindqvist", "Tariq Haddad", "Mei Tanaka")
VOTERS = ("vera", "viktor", "vilma")
RANKED = (("Rosa Lindqvist", 1), ("Tariq Haddad", 2), ("Mei Tanaka", 3))


class World:
    """A service with the owner ada, the organiser olga, and three voters."""

    def __init__(self, service: VoteService, clock: Any) -> None:
        self.service = service
        self.commands = service.commands
        self.queries = service.queries
        self.clock = clock
        for name in ("ada", "olga", *VOTERS):
            self.commands.register(name, f"{name}@example.com", f"{name}'s password")
        for voter in VOTERS:
            self.commands.set_role("ada", voter, Role.VOTER)

    def pass_minutes(self, minutes: float) -> None:
        """Let time go by."""
        self.clock.now += 60 * minutes

    def at(self, minutes: float) -> datetime:
        """A time so many minutes from now."""
        return datetime.fromtimestamp(self.clock.now + 60 * minutes, UTC)

    def drafted(self, name: str = BOARD, **settings: Any) -> str:
        """Set an election up, without launching it."""
        self.commands.create_election("olga", name, "Who leads us for two years?")
        self.commands.set_candidates("olga", name, CANDIDATES)
        self.commands.set_eligible_voters("olga", name, VOTERS)
        if settings:
            self.commands.update_election("olga", name, ElectionSettings(**settings))
        return name

    def launched(self, name: str = BOARD, **settings: Any) -> str:
        """Set an election up, and launch it."""
        self.drafted(name, **settings)
        self.commands.launch("olga", name)
        return name

    def voted(self, name: str = BOARD, **settings: Any) -> str:
        """Launch an election in which two of three vote, and end it."""
        self.launched(name, **settings)
        self.commands.cast_ballot("vera", name, RANKED)
        self.commands.cast_ballot("viktor", name, [("Mei Tanaka", 1), ("Rosa Lindqvist", 1)])
        self.commands.finalize("olga", name)
        return name
