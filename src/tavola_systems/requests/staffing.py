"""`tavola-requests worker|dispatcher|status`: who does the work, and how far it is."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from tavola_systems.platform.running.stores import open_tables
from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.mailing import ResultLetters
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.interface import WorkQueue
from tavola_systems.requests.queues.opening import QUEUE_VARIABLE, open_queue
from tavola_systems.requests.running import DispatchLoop, Loop, UpkeepLoop, WorkLoop, run_loops
from tavola_systems.requests.services.figures import last_ticket
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.progress import ProgressKeeper
from tavola_systems.requests.services.working import WorkerSettings

__all__ = ["add_staff"]

_STORE = "a file, or dynamodb://REGION/PREFIX-* (default: TAVOLA_STORE, or tavola-systems.db)"
_QUEUE = f"sqs://REGION/NAME (default: {QUEUE_VARIABLE}, or the embedded queue)"


def add_staff(commands: Any) -> None:
    """Add the commands to those of the terminal."""
    worker = _command(commands, "worker", _work, "work requests off until stopped")
    worker.add_argument("--count", type=int, default=1, help="so many at once (default: 1)")
    worker.add_argument(
        "--takeover",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="others take over from one that died after this time (default: 20)",
    )
    _command(commands, "dispatcher", _dispatch, "queue requests with tickets until stopped")
    status = _command(commands, "status", _status, "say how far each event is")
    status.add_argument("event", nargs="?", help="this one only")
    recount = _command(commands, "recount", _recount, "count an event's results again, exactly")
    recount.add_argument("event", help="the event's id")


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text[0].upper() + text[1:] + "."
    )
    parser.add_argument("--store", help=_STORE)
    parser.add_argument("--queue", help=_QUEUE)
    parser.set_defaults(run=run)
    return parser


class _Staff(Struct, frozen=True):
    """What dispatchers and workers are given."""

    desk: Desk
    queue: WorkQueue
    letters: ResultLetters


@contextmanager
def _opened(args: argparse.Namespace) -> Generator[_Staff]:
    store = args.store or os.environ.get("TAVOLA_STORE") or "tavola-systems.db"
    tables = open_tables(store, [AsyncEventTable, RequestQueue], clock=time.time)
    try:
        messages: Any = tables.tables[RequestQueue]
        db: Any = tables.tables[AsyncEventTable]
        queue = open_queue(args.queue or os.environ.get(QUEUE_VARIABLE, ""), messages)
        base_url = os.environ.get("TAVOLA_BASE_URL", "http://127.0.0.1:8080")
        letters = ResultLetters(db, tables.platform, base_url=base_url, clock=time.time)
        yield _Staff(open_desk(db), queue, letters)
    finally:
        tables.close()


def _work(args: argparse.Namespace) -> int:
    with _opened(args) as staff:
        db, queue, letters = staff.desk.db, staff.queue, staff.letters
        seconds = max(2.0, args.takeover)
        settings = WorkerSettings(hidden_seconds=seconds, lease_seconds=seconds / 2)
        loops = [
            WorkLoop(db, queue, letters=letters, settings=settings)
            for _ in range(max(1, args.count))
        ]
        _until_stopped(loops)
    return 0


def _dispatch(args: argparse.Namespace) -> int:
    with _opened(args) as staff:
        db = staff.desk.db
        dispatch = DispatchLoop(db, staff.queue, letters=staff.letters)
        _until_stopped([dispatch, UpkeepLoop(db, staff.letters, staff.queue)])
    return 0


def _until_stopped(loops: Sequence[Loop]) -> None:
    """Run until SIGTERM or SIGINT; each loop finishes its step."""
    stop = threading.Event()

    def end(number: int, frame: object) -> None:
        del number, frame
        stop.set()

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, end)
    _say("ready")
    run_loops(loops, stop, _complain)
    _say("stopped")


def _status(args: argparse.Namespace) -> int:
    with _opened(args) as staff:
        desk, queue = staff.desk, staff.queue
        names = [args.event] if args.event else [one.event_id for one in desk.events.all().all()]
        for event_id in names:
            _say(_line(desk, event_id))
        depth = desk.db.run(Doing(queue.depth))
        oldest = depth.oldest.isoformat(timespec="seconds") if depth.oldest else "none"
        _say(f"queue: {depth.waiting} messages, oldest {oldest}, {depth.dead} dead letters")
    return 0


def _recount(args: argparse.Namespace) -> int:
    with _opened(args) as staff:
        desk = staff.desk
        desk.events.get(args.event)
        frontier = desk.db.run(Doing(lambda: ProgressKeeper(desk.db).settle(args.event)))
        count = desk.counts.recount(args.event, frontier.settled_through)
        _say(f"{args.event}: {count} tickets counted")
    return 0


def _line(desk: Desk, event_id: str) -> str:
    config = desk.events.get(event_id)
    places, progress = desk.events.capacity(event_id), desk.events.progress(event_id)
    waiting = len(desk.db.run(desk.outbox.waiting(event_id, limit=1000)))
    failed = len(desk.db.run(desk.outbox.dead(event_id, limit=1000)))
    left = f"{places.capacity_remaining} of {places.capacity_total} places left" if places else ""
    parts = [
        "paused" if config.is_paused else config.status,
        left or f"{config.capacity_total} to win",
        f"{last_ticket(desk.db, event_id)} tickets given",
        f"{progress.settled_through} settled",
        f"{waiting} in the outbox",
        f"{failed} failed",
    ]
    return f"{event_id}: {', '.join(parts)}"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _complain(text: str) -> None:
    sys.stderr.write(f"tavola-requests: {text}\n")
    sys.stderr.flush()
