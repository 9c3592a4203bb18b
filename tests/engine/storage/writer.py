"""A process that writes to a file until it is killed, and says what was acknowledged.

    python writer.py FILE SEED

Each line on its output is one acknowledged write: `put NUMBER` or `transaction NUMBER`.
"""

from __future__ import annotations

import sys
from typing import Any

from tavola.engine import Engine

TABLE: dict[str, Any] = {
    "TableName": "written",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "group", "AttributeType": "S"},
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "groups",
            "KeySchema": [
                {"AttributeName": "group", "KeyType": "HASH"},
                {"AttributeName": "id", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
}
PARTS = 3


def put(name: str, group: str) -> dict[str, Any]:
    """Ask for one item, in an index, large enough to need pages of its own."""
    item = {"id": {"S": name}, "group": {"S": group}, "filler": {"S": "x" * 700}}
    return {"TableName": "written", "Item": item}


def main(path: str, start: int) -> None:
    """Write single items and transactions, telling of each once it is acknowledged."""
    engine = Engine.open(path)
    number = start
    while True:
        engine.execute("PutItem", put(f"put-{number}", "single"))
        sys.stdout.write(f"put {number}\n")
        sys.stdout.flush()
        parts = [
            {"Put": put(f"part-{number}-{part}", f"transaction-{number}")} for part in range(PARTS)
        ]
        engine.execute("TransactWriteItems", {"TransactItems": parts})
        sys.stdout.write(f"transaction {number}\n")
        sys.stdout.flush()
        number += 1


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
