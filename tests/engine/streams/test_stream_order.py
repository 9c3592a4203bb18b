"""The records of one item follow one another, whoever wrote."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tavola.engine import Engine
from tests.engine.client import Client, n, s
from tests.engine.streaming import create_streamed, iterator, records

WRITERS = 4
WRITES = 50


def count_up(engine: Engine) -> None:
    """Add 1 to the same item again and again."""
    for _ in range(WRITES):
        engine.execute(
            "UpdateItem",
            {
                "TableName": "log",
                "Key": {"id": s("a")},
                "UpdateExpression": "ADD v :one",
                "ExpressionAttributeValues": {":one": n(1)},
            },
        )


def value(image: dict[str, Any] | None) -> int:
    return 0 if image is None else int(image["v"]["N"])


def test_every_record_begins_where_the_last_one_ended(tmp_path: Path) -> None:
    with Engine.open(f"{tmp_path / 'log.db'}?durability=process") as engine:
        client = Client(engine)
        arn = create_streamed(client)
        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(count_up, [engine] * WRITERS))

        told = [
            (value(each["dynamodb"].get("OldImage")), value(each["dynamodb"]["NewImage"]))
            for each in records(client, iterator(client, arn))
        ]

    assert told == [(number, number + 1) for number in range(WRITERS * WRITES)]
