"""`tavola-requests`: what operators and participants do at a terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from tavola.errors import TavolaError
from tavola_systems.requests.staffing import add_staff
from tavola_systems.requests.verifying import add_verify

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it worked."""
    args = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    except (TavolaError, OSError) as error:
        sys.stderr.write(f"tavola-requests: {error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tavola-requests",
        description="Event requests at the terminal: first come, first served, and lotteries.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_staff(commands)
    add_verify(commands)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
