"""How long a search through vectors takes: `python -m benchmarks vectors`.

Beside it, one product of a matrix and a vector of 32-bit numbers with NumPy, of the same size, in
turns with the searches and in this process. The first search, which reads all vectors from the
file, is reported apart; so is one without NumPy.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from rich.console import Console

from benchmarks.goals import SEARCH_TO_PRODUCT
from benchmarks.measuring import Report, at_most, interleaved, print_settings
from tavola.engine import Engine
from tavola.engine.vectors.cells import PlainCells
from tavola.engine.vectors.kept import KeptVectors

COUNT: Final = 100_000
DIMENSIONS: Final = 256
NEAREST: Final = 10
ROUNDS: Final = 9
DISTANCES: Final = ("COSINE", "DOT_PRODUCT", "EUCLIDEAN")
MEMORY: Final = 2 << 30

Matrix = np.ndarray[Any, np.dtype[np.float32]]


def main(argv: Sequence[str] = ()) -> None:
    """Measure."""
    count = int(argv[0]) if argv else COUNT
    console = Console()
    print_settings(console, "vectors")
    rng = np.random.default_rng(7)
    matrix: Matrix = rng.standard_normal((count, DIMENSIONS), np.float32).round(4)
    query: Matrix = rng.standard_normal(DIMENSIONS, np.float32).round(4)
    with tempfile.TemporaryDirectory() as folder:
        location = f"{Path(folder) / 'vectors.db'}?durability=process"
        with Engine.open(location, max_vector_bytes=MEMORY) as engine:
            written = _fill(engine, matrix)
            searches = {each: _search(engine, each, query) for each in DISTANCES}
            first = {each: _seconds(search) for each, search in searches.items()}
            _check(searches["EUCLIDEAN"](), matrix, query)
            times = interleaved(
                {"product": lambda: matrix @ query, **searches}, rounds=ROUNDS, slot_seconds=0.2
            )
            plain = _seconds_without_numpy(engine, searches["COSINE"]) if not argv else None
    title = f"The {NEAREST} nearest of {count:,} vectors of {DIMENSIONS} dimensions"
    report = Report(console, title, "what", "time", "beside one product", "goal")
    product = times["product"]
    report.add("one product of matrix and vector", f"{product / 1e3:.1f} ms", "", "")
    for each in DISTANCES:
        ratio = times[each] / product
        shown = at_most(ratio, SEARCH_TO_PRODUCT)
        report.add(f"SearchVectors, {each}", f"{times[each] / 1e3:.1f} ms", f"{ratio:.2f}×", shown)
    for each in DISTANCES:
        report.add(f"the first one, {each}", f"{first[each]:.2f} s", "", "")
    if plain is not None:
        report.add("the first one without NumPy, COSINE", f"{plain[0]:.1f} s", "", "")
        report.add("without NumPy, COSINE", f"{plain[1]:.1f} s", "", "")
    report.add("writing", f"{count / written:,.0f} items/s", "", "")
    report.show()


def _fill(engine: Engine, matrix: Matrix) -> float:
    """Make the table and its items; give the seconds that writing took."""
    indexes = [
        {
            "IndexName": each,
            "VectorAttribute": {"AttributeName": "e"},
            "Dimensions": DIMENSIONS,
            "DistanceFunction": each,
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
        for each in DISTANCES
    ]
    engine.execute(
        "CreateTable",
        {
            "TableName": "docs",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "VectorIndexes": indexes,
        },
    )
    started = time.perf_counter()
    for start in range(0, len(matrix), 25):
        puts = [
            {"PutRequest": {"Item": {"id": {"S": f"k{start + number}"}, "e": {"L": _values(row)}}}}
            for number, row in enumerate(matrix[start : start + 25])
        ]
        engine.execute("BatchWriteItem", {"RequestItems": {"docs": puts}})
    return time.perf_counter() - started


def _values(row: Matrix) -> list[dict[str, str]]:
    return [{"N": f"{number:.4f}"} for number in row.tolist()]


def _search(engine: Engine, index: str, query: Matrix) -> Callable[[], bytes]:
    body = {
        "TableName": "docs",
        "IndexName": index,
        "SearchVector": _values(query),
        "TopK": NEAREST,
    }
    return partial(engine.execute, "SearchVectors", msgspec.json.encode(body))


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _seconds_without_numpy(engine: Engine, search: Callable[[], object]) -> tuple[float, float]:
    """Give the seconds of a first search without NumPy, and of the next."""
    engine.kept_vectors = KeptVectors(MEMORY, PlainCells)
    return _seconds(search), _seconds(search)


def _check(answer: bytes, matrix: Matrix, query: Matrix) -> None:
    """See that the fast answer is the right one."""
    found = [each["Item"]["id"]["S"] for each in msgspec.json.decode(answer)["SearchResults"]]
    difference = matrix.astype(np.float64) - query.astype(np.float64)
    nearest = np.argsort(np.einsum("ij,ij->i", difference, difference))[:NEAREST]
    assert found == [f"k{place}" for place in nearest], "the nearest are others"
