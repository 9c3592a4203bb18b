"""Systems on the platform as tests run them: in memory, a clock to move, cheap passwords."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from tavola_systems.platform.access.passwords import Passwords
from tavola_systems.platform.mail.carriers import MemoryCarrier
from tavola_systems.platform.running.process import Process, assemble
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.system import System

with warnings.catch_warnings():
    # Starlette warns of its own use of httpx.
    warnings.simplefilter("ignore")
    from fastapi.testclient import TestClient

BASE = "http://testserver"
PASSWORD = "a long enough password"


class Clock:
    """A time that moves only when it is told to, and a little with every look."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        self.now += 0.001
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Site:
    """A process with systems, and the people who use it."""

    process: Process
    clock: Clock
    lines: list[str] = field(default_factory=list[str])

    def client(self, **options: Any) -> Any:
        """A browser or program that nobody knows."""
        app: Any = self.process.application.asgi
        return TestClient(app, base_url=BASE, raise_server_exceptions=False, **options)

    def person(self, email: str, system: str, role: str | None = None, scope: str = "*") -> str:
        """Somebody with a role; returns the id."""
        users = self.process.shared.users
        user = users.find_or_create(email, email.partition("@")[0].title())
        if user.password_hash is None:
            users.set_password(user.user_id, PASSWORD)
        if role is not None:
            users.grant(user.user_id, system, role, scope, by=None)
        return user.user_id

    def token(self, email: str, system: str) -> str:
        """A token of somebody for a system."""
        account = self.process.shared.users.find_by_address(system, email)
        assert account is not None
        return self.process.shared.tokens.issue(system, account, "test")

    def program(self, email: str, system: str, role: str | None = None, scope: str = "*") -> Any:
        """A program with somebody's token; addresses begin at the system's API."""
        self.person(email, system, role, scope)
        client = self.client(headers={"Authorization": f"Bearer {self.token(email, system)}"})
        client.base_url = client.base_url.join(f"/{system}/api")
        return client

    def browser(self, email: str, system: str, role: str | None = None, scope: str = "*") -> Any:
        """A browser in which somebody is signed in."""
        self.person(email, system, role, scope)
        client = self.client()
        sent = self.send(
            client, f"/{system}/sign-in", f"/{system}/sign-in", name=email, password=PASSWORD
        )
        assert sent.status_code == 200, sent.text
        return client

    def send(self, client: Any, page: str, to: str, /, **fields: Any) -> Any:
        """Open a page, and send one of its forms as a browser would."""
        return client.post(to, data={"_csrf": self.form_token(client, page), **fields})

    def form_token(self, client: Any, page: str) -> str:
        """The token that the forms of a page carry."""
        found = re.search(r'name="_csrf" value="([^"]+)"', client.get(page).text)
        assert found is not None, f"{page} has no form"
        return found[1]

    def mails(self) -> list[EmailMessage]:
        """Let the workers do and send what is due; return all that was sent."""
        for worker in sorted(self.process.application.workers, key=lambda one: one.name == "mail"):
            worker.step()
        carrier = self.process.carrier
        assert isinstance(carrier, MemoryCarrier)
        return carrier.sent

    def link_in(self, mail: EmailMessage) -> str:
        """The path of the link in a mail."""
        found = re.search(rf"{BASE}(/\S+)", mail.get_content())
        assert found is not None
        return found[1]


def open_site(
    systems: Sequence[System],
    store_options: dict[str, Any] | None = None,
    passwords: Passwords | None = None,
    **settings: Any,
) -> Site:
    """Put systems together: in memory, unless the settings name another store."""
    clock = Clock()
    lines: list[str] = []
    chosen: dict[str, Any] = {"store": "memory:", "base_url": BASE, **settings}
    process = assemble(
        Settings(**chosen),
        systems,
        clock=clock,
        passwords=passwords or Passwords.cheap(),
        carrier=MemoryCarrier(),
        log=lines.append,
        has_workers=False,
        **(store_options or {}),
    )
    return Site(process, clock, lines)
