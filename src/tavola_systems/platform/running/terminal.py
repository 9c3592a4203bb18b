"""What an operator does at the terminal beside serving: accounts, tokens, tables, sample data."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bar

from tavola.errors import OperationError
from tavola_systems.platform.access.identity import EVERYWHERE, Account
from tavola_systems.platform.demonstration import DEMO_PASSWORD
from tavola_systems.platform.running.process import Process
from tavola_systems.platform.running.seeding import seed
from tavola_systems.platform.running.stores import create_tables
from tavola_systems.platform.system import Progress, System

__all__ = ["COMMANDS", "add_commands"]

Command = Callable[[argparse.Namespace, Process, Sequence[System]], None]


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _create_user(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    del systems
    password = _read_password() if args.password else None
    user = process.shared.users.create(args.email, args.name, password)
    _say(f"created {user.email} ({user.user_id})")
    if password is None:
        _say("They choose a password by the link that `reset-password` makes.")


def _read_password() -> str:
    """Read a password without showing it; from a pipe, the first line."""
    if sys.stdin.isatty():
        return getpass.getpass("Password: ")
    return sys.stdin.readline().rstrip("\n")


def _account(process: Process, system: str, email: str) -> Account:
    account = process.application.services[system].accounts.find_by_address(system, email)
    if account is None:
        raise OperationError(f"{email} has no account. Make one with create-user.")
    return account


def _grant(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    system = _named(systems, args.system)
    if system.accounts is not None:
        raise OperationError(f"{system.name} has roles of its own; see its own commands.")
    if args.role not in system.roles:
        raise OperationError(
            f"role: {args.role!r} is not one of {system.name}. Use {', '.join(system.roles)}."
        )
    subject = _account(process, system.name, args.email).subject
    process.shared.users.grant(subject, system.name, args.role, args.scope, by=None)
    _say(f"{args.email} is {args.role} in {system.name} ({args.scope})")


def _token(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    system = _named(systems, args.system)
    account = _account(process, system.name, args.email)
    _say(process.shared.tokens.issue(system.name, account, args.label, days=args.days))


def _reset_password(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    """Print a link, for who cannot get mail."""
    from datetime import timedelta

    system = _named(systems, args.system)
    account = _account(process, system.name, args.email)
    # Where a name is the id, another may have it tomorrow; the epoch says whom this is for.
    data = {"subject": account.subject, "epoch": str(account.epoch)}
    link, address = process.shared.links.plan(system.name, "reset", data, lasts=timedelta(hours=24))
    process.shared.platform.run(link)
    _say(address)


def _rotate_key(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    del args, systems
    count = process.shared.keys.rotate()
    _say(f"a new key signs; {count} keys verify")


def _create_tables(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    del args, systems
    made = create_tables(process.tables)
    _say(f"created {', '.join(made)}" if made else "all tables are there")


def _dead_letters(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    del systems
    for mail in process.shared.outbox.dead(limit=100).all():
        if args.revive:
            process.shared.outbox.revive(mail.mail_id)
        _say(f"{mail.mail_id}  {mail.recipient}  {mail.problem}")


def _task(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    system = _named(systems, args.system)
    found = {task.name: task for task in system.tasks}
    if args.name not in found:
        names = ", ".join(found) or "none"
        raise OperationError(f"{args.name!r} is not a task of {system.name}. There are: {names}.")
    services = process.application.services[system.name]
    count = 0
    for line in found[args.name].run(services, args.apply):
        _say(line)
        count += 1
    _say(f"{count} {'changed' if args.apply else 'found; add --apply to do it'}")


def _seed(args: argparse.Namespace, process: Process, systems: Sequence[System]) -> None:
    del args
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, console=Console(stderr=True)) as bar:

        def progress_of(title: str) -> Progress:
            task = bar.add_task(title, total=None)
            return lambda done, total: bar.update(task, completed=done, total=total)

        written = seed(process, systems, progress_of)
    _say(f"sample data of {', '.join(written)}" if written else "the sample data already exists")
    _say(f"demonstration accounts have the password: {DEMO_PASSWORD}")


def _named(systems: Sequence[System], name: str) -> System:
    for system in systems:
        if system.name == name:
            return system
    names = ", ".join(one.name for one in systems)
    raise OperationError(f"{name!r} is not a system. There are {names}.")


COMMANDS: dict[str, Command] = {
    "seed": _seed,
    "create-user": _create_user,
    "grant": _grant,
    "token": _token,
    "reset-password": _reset_password,
    "rotate-key": _rotate_key,
    "create-tables": _create_tables,
    "dead-letters": _dead_letters,
    "task": _task,
}


def add_commands(parser: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Describe the commands to argparse."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[common])

    add("seed", "write sample data into a new store")
    add("rotate-key", "sign tokens and forms with a new key")
    add("create-tables", "create the tables that a DynamoDB lacks")
    dead = add("dead-letters", "list mails that could not be sent")
    dead.add_argument("--revive", action="store_true", help="try them again")
    task = add("task", "run a system's task; without --apply it only shows what it would do")
    task.add_argument("system")
    task.add_argument("name")
    task.add_argument("--apply", action="store_true", help="do it")
    user = add("create-user", "add somebody")
    user.add_argument("email")
    user.add_argument("name")
    user.add_argument("--password", action="store_true", help="read a password from the terminal")
    grant = add("grant", "give somebody a role in a system")
    grant.add_argument("email")
    grant.add_argument("system")
    grant.add_argument("role")
    grant.add_argument("--scope", default=EVERYWHERE, help="where it holds (default: everywhere)")
    token = add("token", "make a token for a program, and print it")
    token.add_argument("email")
    token.add_argument("system")
    token.add_argument("--label", default="made at the terminal")
    token.add_argument("--days", type=int, default=90)
    reset = add("reset-password", "print a link with which somebody chooses a password")
    reset.add_argument("email")
    reset.add_argument("system")
