"""A bank whose accounts are projected from its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from tavola.design.load import load_design
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.event_log import EventLog
from tavola.patterns.pieces.parts import Part, part_of
from tavola.patterns.projector import Handler, Projector, Round
from tavola.table import AsyncTable, Record, Table

EVENTS = load_design(Path(__file__).parent / "bank_events.yaml")
ACCOUNTS = load_design(Path(__file__).parent / "bank.yaml")


class Event(Record, schema=EVENTS.models["Event"]):
    """What has happened."""

    branch: str
    sequence: int
    at: datetime
    kind: str
    account: str | None = None
    amount: Decimal | None = None
    data: Any = None
    previous: str | None = None
    hash: str | None = None


class Head(Record, schema=EVENTS.models["Head"]):
    """Where the log ends."""

    branch: str
    sequence: int
    hash: str
    paused: str | None = None


class Account(Record, schema=ACCOUNTS.models["Account"]):
    """What is projected."""

    branch: str
    account: str
    owner: str | None = None
    balance: int = 0


class Cursor(Record, schema=ACCOUNTS.models["Cursor"]):
    """How far the projection is."""

    branch: str
    sequence: int
    done: int
    rebuilding: str | None = None


class BankEvents(Table):
    """The log's table."""

    design = EVENTS
    models = (Event, Head)


class AsyncBankEvents(AsyncTable):
    """The same for event loops."""

    design = EVENTS
    models = (Event, Head)


class Bank(Table):
    """The projection's table."""

    design = ACCOUNTS
    models = (Account, Cursor)


class AsyncBank(AsyncTable):
    """The same for event loops."""

    design = ACCOUNTS
    models = (Account, Cursor)


@dataclass
class Office:
    """What one process has: the log and the projector on their tables."""

    events: Any
    bank: Any
    patience: float = 60.0

    def __post_init__(self) -> None:
        self.log: EventLog[Event, Head] = EventLog(self.events, Event, Head, patience=self.patience)
        self.accounts: Part[Account] = part_of(self.bank, Account)
        handlers: dict[str, Handler] = {
            "open": self._open,
            "move": self._move,
            "bonus": self._bonus,
            "end": self._end,
        }
        self.projector: Projector[Event, Cursor] = Projector(self.log, self.bank, Cursor, handlers)

    def do(self, kind: str, account: str | None = None, **values: Any) -> Any:
        """A command: an event with its effects in one transaction."""
        return self.log.append(
            "b", make=self.make(kind, account, **values), projector=self.projector
        )

    def note(self, kind: str, account: str | None = None, **values: Any) -> Any:
        """An event whose effects are left to the projector."""
        return self.log.append("b", make=self.make(kind, account, **values))

    def make(self, kind: str, account: str | None = None, **values: Any) -> Any:
        """What makes an event of the branch `b`."""

        def made(sequence: int) -> Event:
            now = self.log.events.context.now()
            return Event(
                branch="b", sequence=sequence, at=now, kind=kind, account=account, **values
            )

        return made

    def _open(self, event: Event) -> Sequence[Write[Any]]:
        made = Account(branch="b", account=event.account or "", owner=event.data)
        return [self.accounts.create(made)]

    def _move(self, event: Event) -> Sequence[Write[Any]]:
        change = Account.fields.balance.add(int(event.amount or 0))
        return [self.accounts.update(("b", event.account), change)]

    def _bonus(self, event: Event) -> Sequence[Write[Any]]:
        """More writes than a transaction holds."""
        change = Account.fields.balance.add(1)
        return [self.accounts.update(("b", name), change) for name in event.data]

    def _end(self, event: Event) -> Steps[Round]:
        """Delete all accounts, found by reading."""
        del event
        found: Any = yield from self.accounts.query({"branch": "b"}, limit=3).steps()
        deletes = [self.accounts.delete(("b", one.account)) for one in found.items]
        return Round(deletes, more=found.cursor is not None)

    def empty(self) -> Steps[None]:
        """Delete what was projected."""
        while True:
            found: Any = yield from self.accounts.query({"branch": "b"}).steps()
            if not found.items:
                return
            for one in found.items:
                yield from self.accounts.delete(("b", one.account)).steps()

    def balances(self) -> dict[str, int]:
        """What stands in the accounts."""
        found = self.bank.run(self.accounts.query({"branch": "b"}))
        return {one.account: one.balance for one in found.items}
