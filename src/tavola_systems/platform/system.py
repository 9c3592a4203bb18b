"""What a system declares to stand on the platform, and what it is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from fastapi import APIRouter, Request, Response
from msgspec import Struct

from tavola.table import Table
from tavola_systems.platform.access.access_tokens import AccessTokens
from tavola_systems.platform.access.browser_sessions import Sessions
from tavola_systems.platform.access.identity import Accounts
from tavola_systems.platform.access.links import Links
from tavola_systems.platform.access.passwords import Passwords
from tavola_systems.platform.access.permissions import AccessRules, Requirement
from tavola_systems.platform.access.users import Users
from tavola_systems.platform.demonstration import DemoPerson
from tavola_systems.platform.http.guard import RequestGuard
from tavola_systems.platform.http.problems import Problem
from tavola_systems.platform.keys import SigningKeys
from tavola_systems.platform.limits import AttemptLimits
from tavola_systems.platform.mail.outbox import MailOutbox
from tavola_systems.platform.models import Platform
from tavola_systems.platform.onboarding import Onboarding
from tavola_systems.platform.pages.kit import NavItem, Pages
from tavola_systems.platform.pages.people_pages import PeopleRecord
from tavola_systems.platform.upload_storage import UploadStorage

__all__ = [
    "BackgroundWork",
    "FirstTask",
    "Progress",
    "Services",
    "Shared",
    "Stage",
    "System",
    "Task",
]

T = TypeVar("T", bound=Table)


class Progress(Protocol):
    """Is told how far a long task is."""

    def __call__(self, done: int, total: int) -> None:
        """Show progress."""
        ...


class BackgroundWork(Struct, frozen=True):
    """Work that is done again and again beside the requests."""

    name: str
    step: Callable[[], int]
    """Do what is due; return how much was done. It is safe to run in several processes."""
    pause_seconds: float = 1.0
    waiting: Callable[[], float] | None = None
    """How much waits, for the metrics."""
    stop: Callable[[], None] | None = None
    """Let go of what is held between two steps, so that no other process waits for it."""


class Task(Struct, frozen=True):
    """What an operator runs by hand: `python -m tavola_systems task SYSTEM NAME [--apply]`."""

    name: str
    help: str
    run: Callable[[Services, bool], Iterator[str]]
    """Yield a line for each thing; change it only if the second argument is true."""


class FirstTask(Struct, frozen=True):
    """What a visitor of the demonstration finishes within a minute, and sees the end of."""

    title: str
    steps: Sequence[str]
    person: str
    """The address of the demonstration's account that does it."""
    finish: str
    """The route that ends it: `POST /elections/{name}/vote`."""
    start: str = "/"
    """Where it begins, within the system."""
    prepare: Callable[[Services], str] | None = None
    """Makes ready what the task needs when somebody begins it; returns where it begins."""
    order: int = 0
    """Its place on the start page."""
    see: tuple[str, str] = ("", "")
    """Where its end is seen: the words of a link, and an address."""


class Shared(Struct, frozen=True):
    """What all systems of a process share."""

    platform: Platform
    tables: Mapping[type[Table], Table]
    users: Users
    passwords: Passwords
    sessions: Sessions
    tokens: AccessTokens
    links: Links
    outbox: MailOutbox
    limits: AttemptLimits
    keys: SigningKeys
    storage: UploadStorage
    clock: Callable[[], float]
    base_url: str
    store: str = "memory:"
    """Where the tables are: a file, `memory:`, or `dynamodb://…`."""
    is_demonstration: bool = False


class Services(Struct, frozen=True):
    """What the platform gives to one system."""

    shared: Shared
    accounts: Accounts
    rules: AccessRules
    onboarding: Onboarding
    pages: Pages
    guard: RequestGuard

    def table(self, kind: type[T]) -> T:
        """Return a system's table, open on the store that all systems share."""
        found: Any = self.shared.tables[kind]
        table: T = found
        return table

    @property
    def clock(self) -> Callable[[], float]:
        """The time, as seconds."""
        return self.shared.clock


class Stage(Protocol):
    """Takes requests of a rehearsal."""

    def __call__(self, method: str, path: str, token: str) -> Awaitable[int]:
        """Send a request of a program, without a body; gives the status of its answer."""
        ...


Routers = Callable[[Services], Sequence[APIRouter]]
ProblemPage = Callable[[Request, Problem], Response | None]


def _nothing(services: Services) -> Sequence[Any]:
    del services
    return ()


class System(Struct, frozen=True):
    """One system: all that the platform needs to know of it."""

    name: str
    title: str
    summary: str
    roles: Sequence[str]
    """From weak to strong; a role may do what the weaker ones may."""
    rules: Mapping[str, Requirement]
    """`"POST /api/posts": role("writer")`: each route of `api` and `pages`, and who may call it."""
    tables: Sequence[type[Table]]
    api: Routers = _nothing
    """Routes for programs, under `/api`; authorised by tokens."""
    pages: Routers = _nothing
    """Pages for people; authorised by sessions."""
    navigation: Sequence[NavItem] = ()
    workers: Callable[[Services], Sequence[BackgroundWork]] = _nothing
    tasks: Sequence[Task] = ()
    rehearse: Callable[[Services, Stage], Coroutine[Any, Any, None]] | None = None
    """Sends the first requests that a crowd would send, on services in memory, before the process
    says that it is ready."""
    seed: Callable[[Services, Progress], None] | None = None
    """Write sample data that looks real; called once, after the accounts of `demo_people`."""
    demo_people: Sequence[DemoPerson] = ()
    first_task: FirstTask | None = None
    accounts: Callable[[Shared], Accounts] | None = None
    """The system's own users; None for the platform's."""
    everyone: str | None = None
    """The role that everybody with an account has; with one, people may sign up by themselves."""
    admin_role: str | None = None
    """Who may invite others, at `/people/{scope}`; None if the system does that itself."""
    problem_page: Callable[[Services], ProblemPage] | None = None
    """Shows a refusal on pages that have a frame of their own; where it returns None, the platform
    shows it."""
    people_record: Callable[[Services], PeopleRecord] | None = None
    """Plans what the system writes when somebody gets or loses a role on the page of people."""
    path_of_host: Callable[[Services], Callable[[str], str | None]] | None = None
    """Says where a host beside the base URL's is answered, such as `/cms/s/luna` for a tenant's own
    domain; None if it is not served. Nothing else of ours is reached by that host."""
    shared_paths: Sequence[str] = ()
    """Addresses that pages of such hosts are made with beside `/static/`, as expressions."""

    @property
    def folder(self) -> Path:
        """Where its templates and static files are."""
        return Path(__file__).parent.parent / self.name
