"""`tavola-cms`: what an operator does at a terminal, on any store."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tavola.errors import OperationError, TavolaError
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.audit import EventBridge, EventBus
from tavola_systems.cms.services.personal_data import PersonalData
from tavola_systems.cms.services.tenant_files import delete_tenant, export_tenant, import_tenant
from tavola_systems.cms.services.tenant_scope import SYSTEM_ACTOR, TenantScope
from tavola_systems.cms.services.worker import CmsWorker
from tavola_systems.cms.system import SYSTEM
from tavola_systems.platform.running.process import Process, assemble
from tavola_systems.platform.running.settings import read_settings

__all__ = ["main", "open_bus"]

_EXAMPLES = """\
examples:
  tavola-cms create-tenant 'Café Luna' --store cms.db
  tavola-cms export cafe-luna luna.jsonl --store cms.db
  tavola-cms import luna.jsonl --store 'dynamodb://eu-west-1/prod-*' --uploads s3://prod-uploads
  tavola-cms person cafe-luna ada@example.com --erase --store cms.db
  tavola-cms worker --store cms.db --events eventbridge://eu-west-1/audit
"""
Run = Callable[[argparse.Namespace, Process, CmsContext], None]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it worked."""
    args = _parser().parse_args(argv)
    try:
        settings = read_settings(vars(args), os.environ, None)
        settings = settings.with_address(settings.host, settings.port)
        process = assemble(settings, [SYSTEM], log=None, has_workers=False)
        try:
            run: Run = args.run
            run(args, process, CmsContext(process.application.services["cms"]))
        finally:
            process.close()
    except (TavolaError, OSError) as error:
        sys.stderr.write(f"tavola-cms: {error}\n")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tavola-cms",
        description="The CMS at the terminal: its tenants, their data, and the worker.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _command(commands, "tenants", _tenants, "list all tenants")
    _command(commands, "create-tenant", _create, "make a site with its two pages").add_argument(
        "name"
    )
    export = _command(commands, "export", _export, "write a tenant as JSON lines")
    export.add_argument("tenant")
    export.add_argument("file", type=Path)
    _command(commands, "import", _import, "write a tenant that an export holds").add_argument(
        "file", type=Path
    )
    delete = _command(commands, "delete-tenant", _delete, "delete a tenant and all it has")
    delete.add_argument("tenant")
    delete.add_argument("--yes", action="store_true", help="without this, only say what would go")
    person = _command(commands, "person", _person, "what a tenant knows of somebody, as JSON lines")
    person.add_argument("tenant")
    person.add_argument("email")
    person.add_argument("--erase", action="store_true", help="erase it, and list what was changed")
    worker = _command(commands, "worker", _worker, "write the audit trail, and run schedules")
    worker.add_argument("--events", help="tell others too: eventbridge://REGION/BUS")
    worker.add_argument("--once", action="store_true", help="do what is due, and end")
    return parser


def _command(commands: Any, name: str, run: Run, text: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    made.add_argument("--store", help="a file (default: tavola-systems.db) or dynamodb://…-*")
    made.add_argument("--uploads", help="a folder or s3://bucket (default: beside the file)")
    made.set_defaults(run=run)
    return made


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _tenants(args: argparse.Namespace, process: Process, cms: CmsContext) -> None:
    del args, process
    for one in cms.tenants.all().all():
        _say(f"{one.tenant_id}\t{one.name}\t{one.domain or '-'}")


def _create(args: argparse.Namespace, process: Process, cms: CmsContext) -> None:
    del process
    _say(f"{cms.tenants.create(args.name, SYSTEM_ACTOR).tenant_id}: created.")


def _export(args: argparse.Namespace, process: Process, cms: CmsContext) -> None:
    del process
    count = 0
    # Settings hold secrets, so that the file is its owner's alone.
    descriptor = os.open(args.file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(descriptor, 0o600)  # A file that was there before had a mode of its own.
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        for line in export_tenant(cms.db, args.tenant):
            file.write(f"{line}\n")
            count += 1
    _say(f"{args.file}: {count} items of {args.tenant}.")
    files = len(_stored_files(cms.tenants.scope(args.tenant, SYSTEM_ACTOR)))
    if files:
        _say(f"{files} images and files are in the storage of uploads. Copy it too.")


def _import(args: argparse.Namespace, process: Process, cms: CmsContext) -> None:
    del process
    with args.file.open(encoding="utf-8") as file:
        tenant_id, count = import_tenant(cms.db, file)
    _say(f"{tenant_id}: {count} items. Its domain must be proven again.")


def _delete(args: argparse.Namespace, process: Process, cms: CmsContext) -> None:
    tenant_id = args.tenant
    if not args.yes:
        count = sum(1 for _ in export_tenant(cms.db, tenant_id))
        _say(f"{tenant_id} would delete {count} items, files and roles. Say --yes.")
        return
    scope = cms.tenants.scope(tenant_id, SYSTEM_ACTOR)
    names = _stored_files(scope)
    deleted = delete_tenant(cms.db, tenant_id)
    for name in names:
        process.shared.storage.delete(name)
    users = process.shared.users
    while members := users.members("cms", tenant_id)[1].items:
        for grant in members:
            users.withdraw(grant.user_id, "cms", tenant_id)
    _say(f"{tenant_id}: {deleted} items and {len(names)} files are deleted.")


def _stored_files(scope: TenantScope) -> list[str]:
    """Name the files of a tenant: images in all widths, and resources."""
    db, names = scope.db, list[str]()
    for listed in db.asset.assets().all():
        asset = db.asset.get(listed.asset_id)
        names += (asset.files or {}).values() if asset else []
    for one in db.resource.resources().all():
        resource = db.resource.get(one.resource_id)
        names += [resource.stored_as] if resource else []
    return names


def _person(args: argparse.Namespace, process: Process, cms: CmsContext) -> None:
    del process
    data = PersonalData(cms.tenants.scope(cms.tenants.get(args.tenant).tenant_id, SYSTEM_ACTOR))
    if args.erase:
        for line in data.erase(args.email):
            _say(line)
        return
    for record in data.export(args.email):
        _say(json.dumps(record, ensure_ascii=False))


def _worker(args: argparse.Namespace, process: Process, cms: CmsContext) -> None:
    del process
    bus = open_bus(args.events) if args.events else None

    def report(message: Any, error: Exception) -> None:
        sys.stderr.write(f"tavola-cms worker: {message.of_tenant}: {error}\n")

    worker = CmsWorker(cms.db, cms.tenants, bus=bus, report=report)
    if args.once:
        while worker.step():
            pass
        return
    pause = threading.Event()
    try:
        while True:
            if not worker.step():
                pause.wait(1.0)
    except KeyboardInterrupt:
        return


def open_bus(url: str) -> EventBus:
    """Open `eventbridge://region/bus?endpoint=URL` through boto3, which finds its credentials."""
    parts = urlsplit(url)
    bus = parts.path.strip("/")
    if parts.scheme != "eventbridge" or not parts.netloc or not bus:
        raise OperationError(f"events: {url!r} is not eventbridge://REGION/BUS.")
    try:
        boto3: Any = import_module("boto3")
    except ImportError:
        raise OperationError("events: eventbridge:// needs boto3: pip install boto3.") from None
    endpoint = parse_qs(parts.query).get("endpoint", [None])[0]
    return EventBridge(boto3.client("events", region_name=parts.netloc, endpoint_url=endpoint), bus)


if __name__ == "__main__":
    raise SystemExit(main())
