"""What the server does beside its requests: a dispatcher, a worker and upkeep in each process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from tavola_systems.platform.system import BackgroundWork, Services
from tavola_systems.requests.desk import open_desk
from tavola_systems.requests.mailing import ResultLetters
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.interface import WorkQueue
from tavola_systems.requests.queues.opening import QUEUE_VARIABLE, open_queue
from tavola_systems.requests.quick_lottery import QuickDraws
from tavola_systems.requests.running import DispatchLoop, WorkLoop
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.upkeep import Upkeep

__all__ = ["letters_of", "queue_of", "workers_of"]

_PAUSE_SECONDS = 0.2


def queue_of(services: Services) -> WorkQueue:
    """Open the queue that the environment names, or the embedded one."""
    return open_queue(os.environ.get(QUEUE_VARIABLE, ""), services.table(RequestQueue))


def letters_of(services: Services) -> ResultLetters:
    """Return what plans mails of results."""
    shared = services.shared
    db = services.table(AsyncEventTable)
    return ResultLetters(db, shared.platform, base_url=shared.base_url, clock=shared.clock)


STAFF_VARIABLE: Final = "TAVOLA_REQUESTS_STAFF"


def workers_of(services: Services) -> Sequence[BackgroundWork]:
    """Return the loops; more of them run at a terminal, or with `elsewhere` all of them."""
    if os.environ.get(STAFF_VARIABLE, "server") == "elsewhere":
        return []
    db, queue = services.table(AsyncEventTable), queue_of(services)

    def waiting() -> float:
        return float(db.run(Doing(queue.depth)).waiting)

    letters = letters_of(services)
    dispatch = DispatchLoop(db, queue, letters=letters)
    quick = (
        [BackgroundWork("requests-demo-draws", QuickDraws(open_desk(db)).step)]
        if services.shared.is_demonstration
        else []
    )
    return [
        *quick,
        BackgroundWork("requests-dispatcher", dispatch.step, _PAUSE_SECONDS, stop=dispatch.stop),
        BackgroundWork("requests-upkeep", Upkeep(open_desk(db, letters), queue).step),
        BackgroundWork(
            "requests-worker", WorkLoop(db, queue, letters=letters).step, _PAUSE_SECONDS, waiting
        ),
    ]
