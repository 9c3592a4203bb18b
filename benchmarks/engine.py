"""The embedded engine beside the bare SQLite binding, and beside boto3 with another engine.

python -m benchmarks.engine [--items 100000]
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count as counting
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import msgspec
from rich.console import Console

from benchmarks import goals
from benchmarks.disk import syncing, watched_disk
from benchmarks.figures import keep_ratios
from benchmarks.measuring import Report, at_least, at_most, interleaved, mark, print_settings
from tavola.engine import Engine
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY
from tests.reference.engines import dynoxide, running

PAGE = 100
TABLE = "bench"
CYCLE = 4000
"""How many puts are made beforehand: more than one comparison sends."""
SIZES = (1_000, 10_000, 100_000, 1_000_000)
SCALED = ("GetItem", "PutItem", "Query of 100")
STATEMENT = "GetItem's SQL alone"
MEMORY_FOLDER = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where files are not on a disk, on Linux."""


def make_item(partition: int, number: int) -> dict[str, Any]:
    """Make an item of twelve attributes and about 500 bytes."""
    texts = {
        f"text_{place}": {"S": f"value {place} of item {number:07d} " * 2} for place in range(6)
    }
    return {
        "pk": {"S": f"USER#{partition:07d}"},
        "sk": {"S": f"POST#{number:08d}"},
        "day": {"S": f"DAY#{number:08d}"},
        **texts,
        "count": {"N": str(number)},
        "active": {"BOOL": True},
        "created_at": {"S": "2025-01-15T10:30:00.000Z"},
    }


def create(execute: Callable[..., object], name: str, *, index: bool) -> None:
    """Create a table, with or without one index."""
    names = ["pk", "sk", "day"] if index else ["pk", "sk"]
    body: dict[str, Any] = {
        "TableName": name,
        "AttributeDefinitions": [{"AttributeName": n, "AttributeType": "S"} for n in names],
        "KeySchema": [
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        "BillingMode": "PAY_PER_REQUEST",
    }
    if index:
        body["GlobalSecondaryIndexes"] = [
            {
                "IndexName": "by_day",
                "KeySchema": [
                    {"AttributeName": "day", "KeyType": "HASH"},
                    {"AttributeName": "sk", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ]
    execute("CreateTable", body)


def put(name: str, number: int) -> dict[str, Any]:
    """Make a PutItem into one of a thousand partitions."""
    return {"TableName": name, "Item": make_item(number % 1000, number)}


def get(name: str) -> dict[str, Any]:
    """Make a GetItem of the first item."""
    key = {"pk": {"S": "USER#0000000"}, "sk": {"S": "POST#00000000"}}
    return {"TableName": name, "Key": key}


def query(name: str) -> dict[str, Any]:
    """Make a Query of the page that `fill_page` wrote."""
    return {
        "TableName": name,
        "KeyConditionExpression": "pk = :pk",
        "ExpressionAttributeValues": {":pk": {"S": "USER#9999999"}},
        "Limit": PAGE,
    }


def transact(name: str, number: int) -> dict[str, Any]:
    """Make a TransactWriteItems of two puts."""
    return {
        "TransactItems": [
            {"Put": put(name, number)},
            {"Put": put(name, number + 1)},
        ]
    }


def fill_page(execute: Callable[..., object], name: str) -> None:
    """Write one page in a partition of its own, and the item that `get` reads."""
    for number in range(PAGE):
        execute("PutItem", {"TableName": name, "Item": make_item(9_999_999, number)})
    execute("PutItem", put(name, 0))


Row = tuple[bytes, bytes, bytes, int, bytes, bytes]


def make_row(item: dict[str, Any]) -> Row:
    """Make what stands for an item in SQLite without an engine."""
    pk, sk, day = (item[name]["S"].encode() for name in ("pk", "sk", "day"))
    return pk, sk, msgspec.json.encode(item), 500, day, sk


class Bare:
    """The same rows in SQLite without an engine."""

    def __init__(self, path: str, *, durable: bool) -> None:
        self.connection = apsw.Connection(path)
        self.execute = self.connection.cursor().execute
        self.execute("PRAGMA journal_mode = WAL")
        self.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        self.execute(
            "CREATE TABLE t (pk BLOB, sk BLOB, item BLOB, size INTEGER, g_pk BLOB, g_sk BLOB, "
            "PRIMARY KEY (pk, sk))"
        )
        self.execute("CREATE INDEX g ON t (g_pk, g_sk, pk, sk) WHERE g_pk IS NOT NULL")

    def put(self, row: Row) -> None:
        """Insert one row with an index entry in a transaction."""
        self.execute("BEGIN IMMEDIATE")
        self.execute("INSERT OR REPLACE INTO t VALUES (?, ?, ?, ?, ?, ?)", row)
        self.execute("COMMIT")

    def get(self) -> object:
        """Read one row."""
        return self.execute(
            "SELECT item, size FROM t WHERE pk = ? AND sk = ?", (b"USER#9999999", b"POST#00000001")
        ).fetchone()

    def query(self) -> object:
        """Read one page."""
        return self.execute(
            "SELECT item, size FROM t WHERE pk = ? ORDER BY sk LIMIT 100", (b"USER#9999999",)
        ).fetchall()


def compare_with_sqlite(console: Console, folder: Path) -> None:
    """Measure the engine against the bare binding, both on files without a sync per commit."""
    engine = Engine.open(f"{folder / 'engine.db'}?durability=process")
    create(engine.execute, TABLE, index=True)
    fill_page(engine.execute, TABLE)
    bare = Bare(str(folder / "bare.db"), durable=False)
    for number in range(PAGE):
        bare.put(make_row(make_item(9_999_999, number)))
    # What is asked is made beforehand, for both alike.
    asked_get, asked_query = get(TABLE), query(TABLE)
    puts = [put(TABLE, number) for number in range(CYCLE)]
    bodies = cycle(puts)
    rows = cycle([make_row(body["Item"]) for body in puts])
    times = interleaved(
        {
            "bare get": bare.get,
            "get": lambda: engine.execute("GetItem", asked_get),
            "bare query": bare.query,
            "query": lambda: engine.execute("Query", asked_query),
            "bare put": lambda: bare.put(next(rows)),
            "put": lambda: engine.execute("PutItem", next(bodies)),
        },
        clock=time.process_time,
    )
    title = "Beside the bare SQLite binding, CPU per call"
    report = Report(console, title, "action", "engine µs", "bare µs", "ratio")
    for action, label in (
        ("get", "GetItem"),
        ("query", "Query of 100"),
        ("put", "PutItem, one index"),
    ):
        engine_time, bare_time = times[action], times[f"bare {action}"]
        ratio = at_most(engine_time / bare_time, goals.ENGINE_TO_BARE_SQLITE)
        report.add(label, f"{engine_time:.1f}", f"{bare_time:.1f}", ratio)
    report.show()
    engine.close()


@contextmanager
def boto3_on_dynoxide() -> Iterator[Any]:
    """Start dynoxide and connect boto3 to it."""
    import boto3
    from botocore.config import Config

    with running(dynoxide) as endpoint:
        yield boto3.client(
            "dynamodb",
            endpoint_url=f"http://127.0.0.1:{endpoint.port}",
            region_name=REGION,
            aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET_KEY,
            config=Config(retries={"max_attempts": 1}),
        )


_METHODS = {
    "CreateTable": "create_table",
    "PutItem": "put_item",
    "GetItem": "get_item",
    "Query": "query",
    "TransactWriteItems": "transact_write_items",
}


def actions(who: str, execute: Callable[..., object]) -> dict[str, Callable[[], object]]:
    """Give the actions to compare, each under its contender's name; bodies are made beforehand."""
    asked_get, asked_query = get("plain"), query("plain")
    puts = cycle([put("plain", number) for number in range(CYCLE)])
    indexed = cycle([put(TABLE, number) for number in range(CYCLE)])
    pairs = cycle([transact("plain", number) for number in range(CYCLE, 3 * CYCLE, 2)])
    return {
        f"{who} GetItem": lambda: execute("GetItem", asked_get),
        f"{who} PutItem": lambda: execute("PutItem", next(puts)),
        f"{who} PutItem, one index": lambda: execute("PutItem", next(indexed)),
        f"{who} Query of 100": lambda: execute("Query", asked_query),
        f"{who} TransactWriteItems of 2": lambda: execute("TransactWriteItems", next(pairs)),
    }


def compare_with_boto3(console: Console, folder: Path) -> None:
    """Measure the engine in-process against boto3 talking to another engine."""
    process = Engine.open(f"{folder / 'process.db'}?durability=process")
    disk = Engine.open(str(folder / "disk.db"))
    with boto3_on_dynoxide() as client, syncing(folder / "synced") as write_and_sync:

        def remote(action: str, body: dict[str, Any]) -> Any:
            return getattr(client, _METHODS[action])(**body)

        for execute in (process.execute, disk.execute, remote):
            for name, index in (("plain", False), (TABLE, True)):
                create(execute, name, index=index)
                fill_page(execute, name)
        puts = cycle([put("plain", number) for number in range(CYCLE)])
        work: dict[str, Callable[[], object]] = {}
        for who, execute in (("engine", process.execute), ("boto3", remote)):
            work |= actions(who, execute)
        for name, call in actions("decoded", process.execute).items():
            work[name] = partial(_decoded, call)
        work["disk PutItem"] = lambda: disk.execute("PutItem", next(puts))
        bare = Bare(str(folder / "bare-disk.db"), durable=True)
        rows = cycle([make_row(put("plain", number)["Item"]) for number in range(CYCLE)])
        work["bare disk PutItem"] = lambda: bare.put(next(rows))
        work["sync alone"] = write_and_sync
        times = interleaved(
            work,
            rounds=9,
        )
    report = Report(
        console, "Beside boto3 talking to dynoxide", "action", "engine µs", "boto3 µs", "faster by"
    )
    for action, goal in goals.FASTER_THAN_BOTO3.items():
        ours, theirs = times[f"engine {action}"], times[f"boto3 {action}"]
        report.add(action, f"{ours:.1f}", f"{theirs:.0f}", at_least(theirs / ours, goal))
    # boto3 gives dictionaries, the engine bytes: decoded beside decoded.
    decoded = {
        action: times[f"boto3 {action}"] / times[f"decoded {action}"]
        for action in ("GetItem", "PutItem", "Query of 100")
    }
    for action, ratio in decoded.items():
        ours, theirs = times[f"decoded {action}"], times[f"boto3 {action}"]
        report.add(f"{action}, decoded", f"{ours:.1f}", f"{theirs:.0f}", f"{ratio:.1f}×")
    decoded["PutItem synced to disk"] = times["boto3 PutItem"] / times["disk PutItem"]
    keep_ratios(
        "the embedded engine in this process, beside boto3 on dynoxide; both decoded",
        decoded,
        "faster",
    )
    report.show()
    show_synced(console, times)


def show_synced(console: Console, times: Mapping[str, float]) -> None:
    """Show what a put that is synced takes, beside what the disk takes, whoever asks it."""
    ours, bare = times["disk PutItem"], times["bare disk PutItem"]
    report = Report(console, "PutItem, synced to disk", "who", "µs", "beside the bare binding")
    report.add("engine", f"{ours:.0f}", at_most(ours / bare, goals.SYNCED_PUT_TO_BARE))
    report.add("the bare binding", f"{bare:.0f}", "")
    report.add("the disk alone: two pages, synced", f"{times['sync alone']:.0f}", "")
    report.add("boto3 on dynoxide, which syncs nothing", f"{times['boto3 PutItem']:.0f}", "")
    report.show()


def _decoded(call: Callable[[], object]) -> object:
    answer = call()
    assert isinstance(answer, bytes)
    return msgspec.json.decode(answer)


def show_scale(console: Console, folder: Path, most: int) -> None:
    """Measure the same actions on tables of many sizes, in turn, on keys from all over them.

    The system has the files in memory, as it has those of a program that has run for a while. CPU
    is counted: what other programs do falls on some sizes only. Beside GetItem stands the SQL that
    it runs, which is what SQLite alone makes of a large table.
    """
    sizes = [size for size in SIZES if size <= most]
    work: dict[str, Callable[[], object]] = {}
    with ExitStack() as stack:
        for size in sizes:
            location = f"{folder / f'{size}.db'}?durability=process"
            engine = stack.enter_context(Engine.open(location))
            create(engine.execute, TABLE, index=True)
            grow(engine, size)
            work |= actions_at(engine, size)
        for call in work.values():
            warm_up(call)
        times = interleaved(work, rounds=21, slot_seconds=0.05, clock=time.process_time)
    shown = (*SCALED, STATEMENT)
    figures = [[times[f"{action} {size}"] for action in shown] for size in sizes]
    report = Report(
        console, "While the table grows, CPU per call", "items", *(f"{name} µs" for name in shown)
    )
    for size, costs in zip(sizes, figures, strict=True):
        report.add(f"{size:,}", *(f"{cost:.1f}" for cost in costs))
    *ratios, floor = (last / first for first, last in zip(figures[0], figures[-1], strict=True))
    report.add(
        f"{sizes[-1]:,} ÷ {sizes[0]:,}",
        *(at_most(ratio, goals.GROWN_TABLE) for ratio in ratios),
        f"{floor:.2f}×",
    )
    report.show()


def warm_up(call: Callable[[], object], seconds: float = 0.7) -> None:
    """Bring back to memory what the system put away while the tables were filled."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        call()


def grow(engine: Engine, size: int) -> None:
    """Write items in partitions of a page each."""
    for start in range(0, size, 25):
        numbers = range(start, start + 25)
        puts = [{"PutRequest": {"Item": make_item(n // PAGE, n)}} for n in numbers]
        engine.execute("BatchWriteItem", {"RequestItems": {TABLE: puts}})


def actions_at(engine: Engine, size: int) -> dict[str, Callable[[], object]]:
    """Give a get, a put that replaces, a page, and SQLite's part of the get.

    Each asks for other keys in every call.
    """
    storage = engine.storage
    table = storage.catalog().find(TABLE)
    assert table is not None
    hashed = [table.hash_key(f"USER#{number:07d}".encode()) for number in range(size // PAGE)]
    # A prime step visits items far from one another, the same share of each table.
    numbers = (number % size for number in counting(0, 7_919))

    def get_one() -> object:
        number = next(numbers)
        key = {"pk": {"S": f"USER#{number // PAGE:07d}"}, "sk": {"S": f"POST#{number:08d}"}}
        return engine.execute("GetItem", {"TableName": TABLE, "Key": key})

    def put_one() -> object:
        item = make_item((number := next(numbers)) // PAGE, number)
        return engine.execute("PutItem", {"TableName": TABLE, "Item": item})

    def query_one() -> object:
        partition = {":pk": {"S": f"USER#{next(numbers) // PAGE:07d}"}}
        body = query(TABLE) | {"ExpressionAttributeValues": partition}
        return engine.execute("Query", body)

    def read_one() -> object:
        number = next(numbers)
        return storage.get(table, hashed[number // PAGE], b"POST#%08d" % number)

    works = (get_one, put_one, query_one, read_one)
    names = (*SCALED, STATEMENT)
    return {f"{action} {size}": work for action, work in zip(names, works, strict=True)}


class Writers(NamedTuple):
    """What became of two processes that wrote to one file for a while."""

    counts: list[int]
    longest_ms: list[float]
    disk_ms: float
    """How long the disk alone took at the most, meanwhile."""


def _write_for(path: str, seconds: float, first: int, result: Any) -> None:
    """Write to a shared file for a while; report how many and the longest wait."""
    engine = Engine.open(path)
    longest, count, end = 0.0, 0, time.monotonic() + seconds
    while (started := time.monotonic()) < end:
        engine.execute("PutItem", put(TABLE, first + count))
        longest = max(longest, time.monotonic() - started)
        count += 1
    result.put((count, longest))


def let_two_write(folder: Path, seconds: float) -> Writers:
    """Let two processes write to one file, and this one sync another file beside them."""
    path = str(folder / "shared.db")
    with Engine.open(path) as engine:
        create(engine.execute, TABLE, index=True)
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    writers = [
        context.Process(target=_write_for, args=(path, seconds, number * 10**6, results))
        for number in (1, 2)
    ]
    for writer in writers:
        writer.start()
    with watched_disk(folder) as syncs:
        counts, longest = zip(*(results.get(timeout=60) for _ in writers), strict=True)
    for writer in writers:
        writer.join()
    return Writers(list(counts), [wait * 1000 for wait in longest], max(syncs) * 1000)


def show_two_writers(console: Console, folder: Path, seconds: float = 3.0) -> None:
    """Let two processes write to one file, on disk and in memory.

    They wait for one another and for the disk, which makes everybody wait a tenth of a second at
    times, engine or not. Whether they take turns is judged where no disk is waited for.
    """
    report = Report(
        console,
        "Two processes writing to one file",
        "file",
        "puts",
        "more ÷ less",
        "longest wait ms",
    )
    most = goals.LONGEST_WRITER_WAIT_MS
    on_disk = let_two_write(folder, seconds)
    report.add("on disk", *_shown(on_disk), f"{max(on_disk.longest_ms):.1f}")
    report.add("the disk alone, meanwhile", "", "", f"{on_disk.disk_ms:.1f}")
    with tempfile.TemporaryDirectory(dir=MEMORY_FOLDER) as name:
        in_memory = let_two_write(Path(name), seconds)
    wait = max(in_memory.longest_ms)
    shown = mark(f"{wait:.1f} ms (≤ {most:g})", is_met=wait <= most)
    report.add("in memory", *_shown(in_memory), f"{wait:.1f} {shown} (≤ {most:g})")
    report.show()


def _shown(writers: Writers) -> tuple[str, str]:
    more, less = max(writers.counts), max(min(writers.counts), 1)
    return f"{more:,} and {less:,}", at_most(more / less, goals.UNEVEN_WRITERS)


def main(arguments: list[str] | None = None) -> None:
    """Run all comparisons."""
    parser = argparse.ArgumentParser(description="The embedded engine's speed")
    parser.add_argument("--items", type=int, default=1_000_000, help="how far the table grows")
    options = parser.parse_args(arguments)
    console = Console(width=110)
    print_settings(console, "The embedded engine")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compare_with_sqlite(console, folder)
        compare_with_boto3(console, folder)
        show_scale(console, folder, options.items)
        show_two_writers(console, folder)


if __name__ == "__main__":
    main()
