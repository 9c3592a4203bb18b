"""The options that the moving commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from tavola.errors import OperationError

__all__ = ["add_moving", "check_is_there"]


def add_moving(parser: argparse.ArgumentParser) -> None:
    """Add how many work side by side, how much they may use, and where the journal stands."""
    parser.add_argument(
        "--workers",
        type=_workers,
        default=2,
        help="parts of the work done side by side (default: %(default)s)",
    )
    parser.add_argument(
        "--capacity",
        type=_capacity,
        metavar="UNITS",
        help="capacity units a second that each table may be asked for (default: no limit)",
    )
    parser.add_argument("--journal", metavar="FILE", help="where the work that is done is noted")


def _workers(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers. Give 1 to 256.")
    return int(text)


def _capacity(text: str) -> float:
    try:
        units = float(text)
    except ValueError:
        units = 0.0
    if not units > 0:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a capacity. Give units a second, above 0."
        )
    return units


def check_is_there(location: str) -> None:
    """Refuse to read from a file that is not there: opening would make it."""
    path = Path(location.partition("?")[0])
    if "://" not in location and not path.exists():
        raise OperationError(f"{path}: there is no such file.")
