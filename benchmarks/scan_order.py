"""What it costs to scan in AWS's order, by MD5, beside the order of earlier formats, by crc32.

python -m benchmarks.scan_order [--items 20000] [--rounds 15]

The hash stands before the partition key on disk and is computed for every key that is looked up
(storage/key_encoding.py). Both run in turns, in one process, each on a file of its own format, and
CPU time is counted, so that others on the machine count little.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.engine import create, make_item
from tavola.engine import Engine

CALLS = 2000
FORMATS = {"crc32": 2, "md5": 4}


def main() -> None:
    """Measure and print: microseconds of each action, and the size of the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sizes = {name: _fill(Path(folder) / name, args.items) for name in FORMATS}
        times = _measure(Path(folder), args.items, args.rounds)
    print(f"{args.items} items; medians of {args.rounds} rounds of {CALLS} calls each")
    for action in ("GetItem", "PutItem", "Query of 1", "Scan of 100"):
        crc, by_md5 = (median(times[name, action]) for name in FORMATS)
        ratio = median(
            two / one for one, two in zip(times["crc32", action], times["md5", action], strict=True)
        )
        print(f"  {action:<12} crc32 {crc:6.2f} µs   md5 {by_md5:6.2f} µs   {ratio:.3f}×")
    print(f"  file         crc32 {sizes['crc32']:,} bytes   md5 {sizes['md5']:,} bytes")


def _fill(path: Path, items: int) -> int:
    with Engine.open(f"{path}?durability=process") as engine:
        # A file keeps to the hash of the format that it has when its first table is made.
        version = f"PRAGMA user_version = {FORMATS[path.name]}"
        engine.storage.session().connection.execute(version)
        create(engine.execute, "bench", index=True)
        for number in range(0, items, 25):
            puts = [
                {"PutRequest": {"Item": make_item(each, each)}}
                for each in range(number, min(number + 25, items))
            ]
            engine.execute("BatchWriteItem", {"RequestItems": {"bench": puts}})
    return path.stat().st_size


def _measure(folder: Path, items: int, rounds: int) -> dict[tuple[str, str], list[float]]:
    times: dict[tuple[str, str], list[float]] = {}
    for turn in range(rounds):
        for name in FORMATS if turn % 2 else reversed(FORMATS):
            with Engine.open(f"{folder / name}?durability=process") as engine:
                for action, requests in _requests(items).items():
                    taken = _time(engine, action.partition(" ")[0], requests)
                    times.setdefault((name, action), []).append(taken)
    return times


def _requests(items: int) -> dict[str, list[dict[str, Any]]]:
    chosen = [make_item(number, number) for number in range(0, items, max(items // CALLS, 1))]
    keys = [{"pk": item["pk"], "sk": item["sk"]} for item in chosen]
    return {
        "GetItem": [{"TableName": "bench", "Key": key} for key in keys],
        "PutItem": [{"TableName": "bench", "Item": item} for item in chosen],
        "Query of 1": [
            {
                "TableName": "bench",
                "KeyConditionExpression": "pk = :p",
                "ExpressionAttributeValues": {":p": key["pk"]},
            }
            for key in keys
        ],
        "Scan of 100": [{"TableName": "bench", "Limit": 100, "ExclusiveStartKey": k} for k in keys],
    }


def _time(engine: Engine, action: str, requests: list[dict[str, Any]]) -> float:
    execute = engine.execute
    for request in requests[:200]:
        execute(action, request)
    began = time.process_time()
    for request in requests:
        execute(action, request)
    return (time.process_time() - began) / len(requests) * 1e6


if __name__ == "__main__":
    main()
