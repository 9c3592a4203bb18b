"""The files of earlier formats in `earlier/`: what stands in them, and how they were made.

Each was written by the last version of Tavola that wrote its format, by `write`. They are never
made again: a file that today's code has written would only show that it can read itself.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from tavola.engine import Engine
from tavola.engine.pacing import Unpaced

FORMATS = (1, 2, 3)
FOLDER = Path(__file__).parent / "earlier"
NOW = 1_800_000_000.0


class OneStep(Unpaced):
    """A pace whose every step is over at once."""

    def begin(self) -> None:
        """Begin a step."""

    def is_over(self) -> bool:
        """Say that the step is over."""
        return True


def _key(partition: str | list[str], sort: str | None = None) -> list[dict[str, str]]:
    names = [partition] if isinstance(partition, str) else partition
    keys = [{"AttributeName": name, "KeyType": "HASH"} for name in names]
    return keys if sort is None else [*keys, {"AttributeName": sort, "KeyType": "RANGE"}]


def _index(name: str, schema: list[dict[str, str]], projection: str) -> dict[str, Any]:
    return {"IndexName": name, "KeySchema": schema, "Projection": {"ProjectionType": projection}}


PEOPLE: dict[str, Any] = {
    "TableName": "people",
    "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": _key("family", "number"),
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": kind}
        for name, kind in {
            "family": "S",
            "number": "N",
            "city": "S",
            "age": "N",
            "team": "S",
            "badge": "B",
        }.items()
    ],
    "LocalSecondaryIndexes": [_index("byAge", _key("family", "age"), "ALL")],
    "GlobalSecondaryIndexes": [
        _index("byCity", _key("city", "age"), "KEYS_ONLY"),
        _index("byAgeAlone", _key("age"), "ALL"),
        _index("byTeamAndAge", _key(["team", "age"], "badge"), "ALL"),
    ],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
}
COUNTS: dict[str, Any] = {
    "TableName": "counts",
    "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": _key("count"),
    "AttributeDefinitions": [{"AttributeName": "count", "AttributeType": "N"}],
}
NEW_INDEX: dict[str, Any] = {
    "TableName": "people",
    "AttributeDefinitions": [{"AttributeName": "badge", "AttributeType": "B"}],
    "GlobalSecondaryIndexUpdates": [{"Create": _index("byBadge", _key("badge"), "ALL")}],
}
VECTORS: dict[str, Any] = {
    "TableName": "counts",
    "VectorIndexUpdates": [
        {
            "Create": {
                "IndexName": "near",
                "VectorAttribute": {"AttributeName": "at"},
                "Dimensions": 2,
                "DistanceFunction": "EUCLIDEAN",
                "Projection": {"ProjectionType": "ALL"},
            }
        }
    ],
}


def people() -> list[dict[str, Any]]:
    """Sixty people of twelve families; a third of them is in no team."""
    return [_person(number) for number in range(60)]


def _person(number: int) -> dict[str, Any]:
    item: dict[str, Any] = {
        "family": {"S": f"family {number % 12}"},
        "number": {"N": str(number)},
        "city": {"S": ("Ulm", "Köln", "Bonn")[number % 3]},
        "age": {"N": str(number % 7 - 3)},
        "badge": {"B": f"AA{number:02}"},
        "expires": {"N": str(int(NOW) + 10**9)},
    }
    return item if number % 3 == 0 else {**item, "team": {"S": f"team {number % 2}"}}


def counts() -> list[dict[str, Any]]:
    """Numbers of every kind as partition keys."""
    texts = ("0", "1", "-1", "10", "100", "0.5", "-0.05", "123456789", "-99.5", "1" * 38)
    return [
        {"count": {"N": text}, "at": {"L": [{"N": str(place)}, {"N": "1"}]}}
        for place, text in enumerate(texts)
    ]


def write(path: Path, version: int) -> None:
    """Write one of the files; with a new index that is only begun, and a backup."""
    with Engine.open(str(path), clock=lambda: NOW) as engine:
        for table, items in ((PEOPLE, people()), (COUNTS, counts())):
            engine.execute("CreateTable", table)
            for item in items:
                engine.execute("PutItem", {"TableName": table["TableName"], "Item": item})
        ttl = {"AttributeName": "expires", "Enabled": True}
        engine.execute("UpdateTimeToLive", {"TableName": "people", "TimeToLiveSpecification": ttl})
        engine.execute("CreateBackup", {"TableName": "people", "BackupName": "before"})
        if version == 3:
            engine.execute("UpdateTable", VECTORS)
        steps = engine.start("UpdateTable", json.dumps(NEW_INDEX).encode(), OneStep())
        next(iter(steps))


def unpack(version: int, folder: Path) -> Path:
    """Lay out a copy of a kept file."""
    path = folder / f"format-{version}.db"
    path.write_bytes(gzip.decompress((FOLDER / f"{path.name}.gz").read_bytes()))
    return path


def begin_earlier(path: Path, version: int) -> Path:
    """Begin a file as today's code does, and call it one of an earlier format, still empty."""
    with Engine.open(str(path)) as engine:
        engine.storage.session().connection.execute(f"PRAGMA user_version = {version}")
    return path
