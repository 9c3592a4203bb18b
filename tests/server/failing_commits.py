"""A served file on whose disk one sync fails, at each moment in turn.

    python -m tests.server.failing_commits FOLDER failed|busy

Clients add one to a counter all the while. Prints, as JSON, how often they were told that it was
done, what the counter says, and how many syncs failed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import apsw

from tavola.engine import Engine
from tavola.server import serve
from tests.engine.storage.losing import FAULTS, LosingDisk
from tests.server.client import TABLE, Wire, request

CLIENTS, ROUNDS = 4, 12
KEY = {"TableName": "things", "Key": {"pk": {"S": "counter"}}}
ADD = request(
    "UpdateItem",
    {
        **KEY,
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    },
)


class FailingDisk(LosingDisk):
    """A disk one of whose next syncs fails."""

    def __init__(self) -> None:
        super().__init__()
        self.error: type[apsw.Error] = apsw.IOError
        self.good_syncs: int | None = None
        """How many go well before one fails; None if all do."""
        self.failed = 0

    def meet_sync(self) -> None:
        """Count, and fail once."""
        if self.good_syncs == 0:
            self.good_syncs = None
            self.failed += 1
            raise self.error("the disk failed")
        if self.good_syncs is not None:
            self.good_syncs -= 1


def add_and_count(disk: FailingDisk, path: Path) -> tuple[int, int, int]:
    """Add from several clients at once, while one sync of each round fails."""
    told = 0
    with Engine.open(str(path)) as engine:
        engine.execute("CreateTable", TABLE)
        with serve(engine) as url:
            wires = [Wire(url) for _ in range(CLIENTS)]
            for good in range(ROUNDS):
                disk.good_syncs = good % 4
                for _ in range(2):
                    for wire in wires:
                        wire.send(ADD)
                    told += [wire.receive().status for wire in wires].count(200)
            disk.good_syncs = None
            for wire in wires:
                wire.close()
        item = json.loads(engine.execute("GetItem", KEY)).get("Item", {"n": {"N": "0"}})
    return told, int(item["n"]["N"]), disk.failed


if __name__ == "__main__":
    failing = FailingDisk()
    failing.error = FAULTS[sys.argv[2]]
    sys.stdout.write(json.dumps(add_and_count(failing, Path(sys.argv[1]) / "a.db")))
