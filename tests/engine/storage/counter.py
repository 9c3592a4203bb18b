"""A process that adds to a counter in a shared file, each time on the condition of what it read.

python counter.py FILE TIMES
"""

from __future__ import annotations

import sys

import msgspec

from tavola.engine import Engine
from tavola.errors import ConditionFailed


def increment(engine: Engine) -> int:
    """Add one, reading and writing until nobody came between; return the attempts."""
    attempts = 0
    while True:
        attempts += 1
        found = msgspec.json.decode(
            engine.execute("GetItem", {"TableName": "written", "Key": {"id": {"S": "counter"}}})
        )
        value = found["Item"]["count"]["N"]
        item = {"id": {"S": "counter"}, "count": {"N": str(int(value) + 1)}}
        try:
            engine.execute(
                "PutItem",
                {
                    "TableName": "written",
                    "Item": item,
                    "ConditionExpression": "#c = :old",
                    "ExpressionAttributeNames": {"#c": "count"},
                    "ExpressionAttributeValues": {":old": {"N": value}},
                },
            )
        except ConditionFailed:
            continue
        return attempts


def main(path: str, times: int) -> None:
    """Add one to the counter, so many times."""
    with Engine.open(path) as engine:
        for _ in range(times):
            increment(engine)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
