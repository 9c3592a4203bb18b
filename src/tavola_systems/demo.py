"""The demonstration: sample data in a folder of its own, made once, and all systems on it."""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from tavola_systems.platform.running.listening import listen, serve
from tavola_systems.platform.running.process import assemble
from tavola_systems.platform.running.seeding import seed
from tavola_systems.platform.running.settings import Settings
from tavola_systems.platform.system import Progress as Told
from tavola_systems.platform.system import System
from tavola_systems.registry import load_systems

__all__ = ["main"]

_DESCRIPTION = """\
Make sample data of all five systems, once, and serve them to this machine: elections, a CMS,
themes, a blog, event requests. Ctrl-C ends it; the next start keeps what was changed."""

_USUAL_PORT = 8080
_INTERRUPTED = 130


def main(argv: Sequence[str]) -> int:
    """Make the data if there is none, and serve it until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m tavola_systems demo", description=_DESCRIPTION)
    parser.add_argument(
        "--folder", type=Path, default=Path("tavola-demo"), help="(default: %(default)s)"
    )
    parser.add_argument("--port", type=int, help=f"(default: {_USUAL_PORT}, or a free one)")
    parser.add_argument("--reset", action="store_true", help="forget the data, and end")
    args = parser.parse_args(argv)
    if args.reset:
        shutil.rmtree(args.folder, ignore_errors=True)
        sys.stdout.write(f"{args.folder}: forgotten.\n")
        return 0
    systems = load_systems()
    if not args.folder.exists():
        draft = args.folder.with_name(f"{args.folder.name}.making")
        try:
            _make(draft, systems)
        except KeyboardInterrupt:
            shutil.rmtree(draft, ignore_errors=True)
            sys.stderr.write("Ended before the data was whole; the next start makes it again.\n")
            return _INTERRUPTED
        except BaseException:
            # On a full disk above all, half of the data should not stay.
            shutil.rmtree(draft, ignore_errors=True)
            raise
        draft.rename(args.folder)
    _serve(args.folder, args.port, systems)
    return 0


def _make(draft: Path, systems: Sequence[System]) -> None:
    """Write the sample data; until it is whole the folder has another name."""
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    # Nothing is lost if the machine stops meanwhile: the next start makes it all again.
    settings = replace(_settings(draft), store=f"{draft / 'demo.db'}?durability=process")
    settings = settings.with_address("127.0.0.1", _USUAL_PORT)
    process = assemble(settings, systems, log=None, has_workers=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f}%"))
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:

            def told_of(title: str) -> Told:
                task = bar.add_task(title, total=None)
                return lambda done, total: bar.update(task, completed=done, total=total)

            seed(process, systems, told_of)
    finally:
        process.close()


def _settings(folder: Path) -> Settings:
    return Settings(
        store=str(folder / "demo.db"), uploads=str(folder / "uploads"), mail=str(folder / "mail")
    )


def _serve(folder: Path, port: int | None, systems: Sequence[System]) -> None:
    with _listen(port) as listener:
        settings = _settings(folder)
        taken: int = listener.getsockname()[1]
        address = f"http://127.0.0.1:{taken}/"
        ways = "Ctrl-C ends it; `make demo-reset` forgets the data"
        line = f"Tavola's five systems are at {address} ({ways}).\n"

        def announce() -> None:
            sys.stdout.write(line)
            sys.stdout.flush()

        serve(listener, settings, systems, announce)


def _listen(port: int | None) -> socket.socket:
    """Take the port; the usual one if nobody has it."""
    if port is not None:
        return listen("127.0.0.1", port)
    try:
        return listen("127.0.0.1", int(os.environ.get("TAVOLA_PORT", _USUAL_PORT)))
    except OSError:
        return listen("127.0.0.1", 0)
