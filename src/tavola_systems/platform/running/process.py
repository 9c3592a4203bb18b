"""Puts a process together from its settings: the store, what systems share, the application."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from tavola.errors import OperationError
from tavola_systems.platform.access.access_tokens import AccessTokens
from tavola_systems.platform.access.browser_sessions import Sessions
from tavola_systems.platform.access.identity import ClosingAccounts
from tavola_systems.platform.access.links import Links
from tavola_systems.platform.access.passwords import Passwords
from tavola_systems.platform.access.users import Users
from tavola_systems.platform.demonstration import is_demonstration
from tavola_systems.platform.http.middleware import DoorwaySettings, write_line
from tavola_systems.platform.keys import SigningKeys
from tavola_systems.platform.limits import AttemptLimits
from tavola_systems.platform.mail.carriers import Carrier, MemoryCarrier, open_carrier
from tavola_systems.platform.mail.outbox import MailOutbox
from tavola_systems.platform.mail.sending import Postman
from tavola_systems.platform.running.application import Application, build
from tavola_systems.platform.running.metrics_port import MetricsPort
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.running.stores import OpenTables, open_tables
from tavola_systems.platform.running.workers import WorkerThreads
from tavola_systems.platform.system import BackgroundWork, Shared, System
from tavola_systems.platform.upload_storage import (
    FolderStorage,
    MemoryStorage,
    S3Storage,
    UploadStorage,
)

__all__ = ["Process", "assemble"]


class Process(Struct, frozen=True):
    """Everything of one process: it serves, works beside that, and stops cleanly."""

    application: Application
    shared: Shared
    carrier: Carrier
    tables: OpenTables

    def close(self) -> None:
        """Close the store, if the server has not done so already."""
        close_accounts(self.application)
        self.tables.close()


def close_accounts(application: Application) -> None:
    """Let go of what systems keep their own users in."""
    for services in application.services.values():
        if isinstance(services.accounts, ClosingAccounts):
            services.accounts.close()


def assemble(
    settings: Settings,
    systems: Sequence[System],
    *,
    clock: Callable[[], float] = time.time,
    passwords: Passwords | None = None,
    carrier: Carrier | None = None,
    log: Callable[[str], None] | None = write_line,
    on_start: Callable[[], None] = lambda: None,
    has_workers: bool = True,
    **store_options: Any,
) -> Process:
    """Open the store, and build the application on it."""
    storage = _storage(settings)
    kinds = [kind for one in systems for kind in one.tables]
    tables = open_tables(settings.store, kinds, clock=clock, **store_options)
    shared = _shared(settings, tables, storage, clock, passwords or Passwords())
    carrier = carrier or _carrier(settings)
    threads = WorkerThreads(log or (lambda _: None))
    postman = Postman(
        shared.platform,
        carrier,
        sender=settings.sender_address,
        limits=shared.limits,
        clock=clock,
        give_way=threads.give_way,
    )
    ports: list[MetricsPort] = []

    def start() -> None:
        if settings.metrics_port:
            port = settings.metrics_port
            ports.append(MetricsPort(application.metrics, settings.host, port))
        if has_workers:
            threads.start(application.workers)
        on_start()

    def stop() -> None:
        threads.stop()
        for port in ports:
            port.close()
        close_accounts(application)
        tables.close()

    application = build(
        systems,
        shared,
        doorway=DoorwaySettings(
            settings.base_url, settings.allow_host, settings.proxy, settings.cors, log=log
        ),
        metrics_token=settings.metrics_token,
        mail=carrier if shared.is_demonstration else None,
        workers=[BackgroundWork("mail", postman.step, waiting=shared.outbox.waiting)],
        on_start=start,
        on_stop=stop,
    )
    return Process(application, shared, carrier, tables)


def _shared(
    settings: Settings,
    tables: OpenTables,
    storage: UploadStorage,
    clock: Callable[[], float],
    passwords: Passwords,
) -> Shared:
    db = tables.platform
    keys = SigningKeys(db, clock=clock, given=settings.secret)
    is_demo = is_demonstration(db)
    if is_demo and not settings.is_loopback and not settings.insecure:
        tables.close()
        raise OperationError(
            "this store holds the demonstration's accounts, whose password everybody knows."
            " Serve it on 127.0.0.1, or say --insecure."
        )
    return Shared(
        platform=db,
        tables=tables.tables,
        users=Users(db, passwords, clock),
        passwords=passwords,
        sessions=Sessions(db, clock),
        tokens=AccessTokens(db, keys, clock),
        links=Links(db, clock, settings.base_url),
        outbox=MailOutbox(db, clock),
        limits=AttemptLimits(db, clock),
        keys=keys,
        storage=storage,
        clock=clock,
        base_url=settings.base_url,
        store=settings.store,
        is_demonstration=is_demo,
    )


def _carrier(settings: Settings) -> Carrier:
    if settings.mail:
        return open_carrier(settings.mail)
    return open_carrier(str(settings.beside_store("mail"))) if settings.is_file else MemoryCarrier()


def _storage(settings: Settings) -> UploadStorage:
    if settings.uploads.startswith("s3://"):
        return _s3(settings.uploads)
    if settings.uploads:
        return FolderStorage(Path(settings.uploads))
    if settings.is_file:
        return FolderStorage(settings.beside_store("uploads"))
    if settings.store.startswith("memory:"):
        return MemoryStorage()
    raise OperationError(
        f"The store {settings.store!r} keeps items only. Say where uploads go: --uploads s3://BUCKET"
        " or a folder that all processes share."
    )


def _s3(url: str) -> S3Storage:
    """Open `s3://bucket/prefix?endpoint=URL` through boto3, which finds its own credentials."""
    from importlib import import_module
    from urllib.parse import parse_qs

    parts = urlsplit(url)
    try:
        boto3: Any = import_module("boto3")
    except ImportError:
        raise OperationError("uploads: s3:// needs boto3: pip install boto3.") from None
    endpoint = parse_qs(parts.query).get("endpoint", [None])[0]
    prefix = parts.path.strip("/")
    client = boto3.client("s3", endpoint_url=endpoint)
    return S3Storage(client, parts.netloc, prefix=f"{prefix}/" if prefix else "")
