"""`tavola-vote`: what an operator does at a terminal, on any backend."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tavola_systems.vote import maintenance
from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.domain.ballot_files import load_ballots
from tavola_systems.vote.domain.errors import BadArgument, Conflict, VoteError
from tavola_systems.vote.domain.tally import Place, Tally, tally
from tavola_systems.vote.opening import KEY_VARIABLE, open_backend, sealing_key
from tavola_systems.vote.service import VoteService

__all__ = ["main"]

_EXAMPLES = f"""\
backends:
  vote.db                         tables in a file, on the embedded engine
  dynamodb://eu-west-1/prod-*     tables on DynamoDB, prod-vote_data and prod-vote_event_log
  sqlite:///vote.sqlite           a SQLite database
  mysql+pymysql://user@host/vote  a MariaDB database

examples:
  tavola-vote create-owner --backend vote.db --name ada --email ada@example.com
  tavola-vote verify --backend vote.db
  tavola-vote tally ballots.blt

The key that secret ballots are sealed with comes from {KEY_VARIABLE} or --key-file.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it worked."""
    args = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    except (VoteError, OSError) as error:
        sys.stderr.write(f"tavola-vote: {error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tavola-vote",
        description="Elections at the terminal: set up, keep safe, verify, count.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    owner = _command(
        commands, "create-owner", _create_owner, "register the first user, who owns it"
    )
    owner.add_argument("--name", required=True, help="the owner's name")
    owner.add_argument("--email", required=True, help="the owner's address")
    owner.add_argument("--password-file", type=Path, help="read the password there (default: ask)")

    _command(commands, "rebuild", _rebuild, "make all rows again from the log")

    backup = _command(
        commands, "backup", _backup, "write the log as JSON lines, for its owner's eyes"
    )
    backup.add_argument("file", type=Path)

    restore = _command(commands, "restore", _restore, "fill an empty log from a backup")
    restore.add_argument("file", type=Path)

    _command(commands, "verify", _verify, "recompute the chain, and compare log and rows")

    count = _command(
        commands,
        "tally",
        _tally,
        "count an election, or a CSV or BLT file of ballots",
        is_optional=True,
    )
    count.add_argument("what", help="a file, or with --backend an election's name")
    count.add_argument("--key-file", type=Path, help="the key that ballots are sealed with")
    return parser


def _command(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    text: str,
    *,
    is_optional: bool = False,
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text[0].upper() + text[1:] + "."
    )
    parser.add_argument("--backend", required=not is_optional, help="where the elections are kept")
    parser.set_defaults(run=run)
    return parser


def _open(args: argparse.Namespace) -> Backend:
    return open_backend(args.backend)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _create_owner(args: argparse.Namespace) -> int:
    if args.password_file is not None:
        password = args.password_file.read_text().rstrip("\n")
    else:
        password = getpass.getpass("password: ")
        if getpass.getpass("again: ") != password:
            raise BadArgument("password: the two are not the same.")
    with _open(args) as backend:
        service = VoteService(backend, sealing_key=bytes(32))
        if service.queries.counts().users:
            raise Conflict("create-owner: there are users already. Ask the owner.")
        event = service.commands.register(args.name, args.email, password)
        _say(f"{event.event_data['name']} is the {event.event_data['role']}.")
    return 0


def _rebuild(args: argparse.Namespace) -> int:
    with _open(args) as backend:
        _say(f"{backend.rebuild()} events applied.")
    return 0


def _backup(args: argparse.Namespace) -> int:
    with _open(args) as backend:
        _say(f"{maintenance.backup(backend, args.file)} events written to {args.file}.")
    return 0


def _restore(args: argparse.Namespace) -> int:
    with _open(args) as backend:
        _say(f"{maintenance.restore(backend, args.file)} events restored.")
    return 0


def _verify(args: argparse.Namespace) -> int:
    with _open(args) as backend:
        found = maintenance.verify(backend)
    for difference in found.differences:
        _say(difference)
    _say(f"{found.head.sequence} events, the last one's hash is {found.head.hash}.")
    if found.differences:
        _say("The rows are not what the log makes of them: tavola-vote rebuild.")
        return 1
    _say("Log and rows agree.")
    return 0


def _tally(args: argparse.Namespace) -> int:
    if args.backend is None:
        loaded = load_ballots(Path(args.what).read_text(encoding="utf-8-sig"))
        _show(loaded.title or args.what, tally(loaded.candidates, loaded.ballots))
        return 0
    key = sealing_key(args.backend, os.environ, args.key_file)
    with _open(args) as backend:
        service = VoteService(backend, sealing_key=key)
        _show(args.what, service.queries.tally(args.what))
    return 0


def _show(title: str, result: Tally) -> None:
    console = Console(highlight=False)
    places = Table(title=f"{title}: {result.ballot_count} ballots", title_justify="left")
    places.add_column("place", justify="right")
    places.add_column("candidate")
    places.add_column("ranked pairs", justify="right")
    other = {place.candidate_name: place.place for place in result.ranked_pairs}
    for place in result.places:
        name = place.candidate_name
        places.add_row(_shared(result.places, place), name, str(other[name]))
    console.print(places)
    console.print(
        _matrix("Preferred to (rows over columns)", result.candidate_names, result.pairwise)
    )
    console.print(_matrix("Strongest paths", result.candidate_names, result.strongest_paths))


def _shared(places: Sequence[Place], place: Place) -> str:
    is_tie = sum(one.place == place.place for one in places) > 1
    return f"{place.place}=" if is_tie else str(place.place)


def _matrix(title: str, names: Sequence[str], rows: Sequence[Sequence[int]]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for number in range(1, len(names) + 1):
        table.add_column(str(number), justify="right")
    for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1):
        cells = ["–" if column == number else str(count) for column, count in enumerate(row, 1)]
        table.add_row(f"{number} {name}", *cells)
    return table


if __name__ == "__main__":
    raise SystemExit(main())
