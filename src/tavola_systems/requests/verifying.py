"""`tavola-requests verify`: check a draw from its published files, without a server or a table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from tavola_systems.requests.domain.verify import Verification, files_in, verify

__all__ = ["add_verify", "report"]

_TEXT = "check a draw from its published files, offline"
_EXAMPLES = """\
examples:
  tavola-requests verify draw-spring.zip
  tavola-requests verify downloads/spring --noted 3f7a… --request 01JXY…

--noted takes the digest of commitment.json that the event's page showed when it opened. Without it
the files are compared with each other only: they prove how it was drawn, not when it was promised.
"""


def add_verify(commands: Any) -> None:
    """Add the command to those of the terminal."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "verify",
        help=_TEXT,
        description=_TEXT[0].upper() + _TEXT[1:] + ".",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", type=Path, help="a folder with the files, or the zip file")
    parser.add_argument("--noted", metavar="SHA256", help="the commitment's digest as you noted it")
    parser.add_argument("--request", metavar="ID", help="say where this request was drawn")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the files, and print what was found; 1 if anything is wrong."""
    found = verify(files_in(args.path), noted=args.noted)
    sys.stdout.write(report(found, args.request))
    return 0 if found.holds else 1


def report(found: Verification, request_id: str | None = None) -> str:
    """Say in lines what was found."""
    lines: list[str] = []
    for check in found.checks:
        lines.append(f"{'ok   ' if check.holds else 'WRONG'}  {check.sentence}")
        if check.detail:
            lines.append(f"       {check.detail}")
    lines += _conclusion(found)
    if found.holds and found.stage == "drawn" and request_id is not None:
        lines.append(_place(found, request_id))
    return "\n".join(lines) + "\n"


def _conclusion(found: Verification) -> list[str]:
    if not found.holds:
        return ["This is not what was promised and published."]
    if found.stage == "committed":
        return ["So far there is only the commitment; entries and draw follow."]
    if found.stage == "frozen":
        return [f"{found.entries} entries are fixed; the draw follows."]
    lines = [f"{len(found.winners)} of {found.entries} were drawn, as promised."]
    if found.public_source:
        source = found.public_source
        lines.append(f"Compare the public value in draw.json with its source: {source}.")
    return [*lines, found.doubt] if found.doubt else lines


def _place(found: Verification, request_id: str) -> str:
    place = found.place_of(request_id)
    if place is None:
        return f"{request_id} did not take part."
    result = "won" if place <= found.places else "did not win"
    return f"{request_id} was drawn as number {place} of {found.entries}, and {result}."
