"""Where a command writes its file: never over the design, or over what it did not write itself.

A file that is there already must begin as those of the command do. Knows no command: what its
files begin with is given to it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tavola.errors import OperationError

__all__ = ["check_output"]

_MAX_BEGINNING_BYTES = 100_000


def check_output(
    output: Path, command: str, is_own: Callable[[bytes], bool], design: Path | None = None
) -> None:
    """Refuse the design itself, and what the command did not write; `is_own` sees its beginning."""
    if not output.exists():
        return
    if design is not None and _is_part(output, design):
        raise OperationError(f"-o {output} is the design itself. Choose another file.")
    # What is no ordinary file may wait for ever when it is read.
    if not output.is_file() or not is_own(_beginning(output)):
        raise OperationError(
            f"-o {output} was not written by tavola {command}, and stays as it is."
            " Choose another name, or remove it first."
        )


def _is_part(output: Path, design: Path) -> bool:
    sources = [one for one in (*design.glob("*.y*ml"), design) if one.exists()]
    return any(output.samefile(source) for source in sources)


def _beginning(output: Path) -> bytes:
    """The beginning of a file, with lines as Python writes them everywhere."""
    with output.open("rb") as file:
        return file.read(_MAX_BEGINNING_BYTES).replace(b"\r\n", b"\n")
