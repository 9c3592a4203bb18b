"""The nearest entries of a vector index: kept vectors brought up to date, compared, looked up.

A search compares in 32 bits and takes somewhat more than it was asked for; then it reads these
entries in one snapshot, works out their scores exactly and gives the best. So an entry that was
changed or deleted while the search was under way is shown as it is now, or not at all. A partition
for which there is no room in memory is read again for each search, piece by piece.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Mapping
from heapq import nsmallest
from typing import Any, Final

from msgspec import Struct

from tavola.engine.database import Database
from tavola.engine.pacing import Pace
from tavola.engine.storage import vector_sql
from tavola.engine.storage.catalog import TableInfo, VectorIndexInfo
from tavola.engine.storage.large_items import decode_in_parts
from tavola.engine.storage.vector_rows import unpack_entry
from tavola.engine.vectors.cells import Found, to_floats
from tavola.engine.vectors.kept import Entry, KeptPartition, Key
from tavola.engine.vectors.scores import rank, score
from tavola.values import Item

__all__ = ["Nearest", "VectorQuestion", "search_in_turns"]

_ROWS_PER_STEP: Final = 500
_CHANGES_PER_STEP: Final = 200
_ATTEMPTS: Final = 3
_SPARE: Final = 16
_START: Final = (b"", b"")


class VectorQuestion(Struct, frozen=True):
    """What is searched for, and where."""

    table: TableInfo
    index: VectorIndexInfo
    part: bytes
    vector: bytes
    filters: Mapping[str, bytes]
    count: int


class Nearest(Struct, frozen=True):
    """One entry that was found."""

    score: float
    item: Item
    vector: array[float]


Answer = tuple[list[Nearest], int]
"""What was found, nearest first, and how many entries were looked at."""


def search_in_turns(
    database: Database, question: VectorQuestion, pace: Pace
) -> Generator[None, None, Answer]:
    """Search; in every step, what is kept in memory is this search's alone."""
    steps = _search(database, question, pace)
    while True:
        with database.kept_vectors.lock:
            try:
                next(steps)
            except StopIteration as done:
                answer: Answer = done.value
                return answer
        yield


def _search(
    database: Database, question: VectorQuestion, pace: Pace
) -> Generator[None, None, Answer]:
    attempts = _ATTEMPTS
    while True:
        keys, looked_at = yield from _find_keys(database, question, pace)
        found = _look_up(database, question, keys)
        attempts -= 1
        # If too many were deleted while this was under way, there may be others.
        if len(found) >= min(question.count, len(keys)) or not attempts:
            return found, looked_at


def _find_keys(
    database: Database, question: VectorQuestion, pace: Pace
) -> Generator[None, None, tuple[list[Key], int]]:
    wanted = 2 * question.count + _SPARE
    partition = yield from _current(database, question, pace)
    if partition is None:
        return (yield from _find_in_file(database, question, wanted, pace))
    places = yield from _compare(partition, question, wanted, pace)
    keys = (partition.keys[place] for _, place in places)
    return [key for key in keys if key is not None], len(partition)


def _compare(
    partition: KeptPartition, question: VectorQuestion, wanted: int, pace: Pace
) -> Generator[None, None, list[Found]]:
    nearest: list[Found] = []
    search = partition.compare(question.vector, question.filters)
    if search is None:
        return nearest
    for found in search.steps(wanted):
        if len(nearest) == wanted:
            worst = nearest[-1][0]
            found = [each for each in found if each[0] <= worst]
        nearest = nsmallest(wanted, nearest + found)
        if pace.is_over():
            yield
    return nearest


def _current(
    database: Database, question: VectorQuestion, pace: Pace
) -> Generator[None, None, KeptPartition | None]:
    """Give a partition as it is now; None if there is no room for it."""
    kept, index = database.kept_vectors, question.index
    partition = kept.find(index.id, question.part)
    if partition is not None and (yield from _refresh(database, question, partition, pace)):
        kept.keep(index.id, question.part, partition)
        return partition
    kept.forget(index.id, question.part)
    statements = question.table.vector_statements(index)
    most = kept.most_entries(index.dimensions)
    if database.storage.total(statements.count, (question.part, most + 1)) > most:
        return None
    position = database.storage.total(vector_sql.LAST_CHANGE)
    partition = kept.make(index.dimensions, index.distance, index.filters, position)
    for entries in _pages(database, question):
        partition.add(entries)
        if pace.is_over():
            yield
    if not (yield from _refresh(database, question, partition, pace)):
        return None
    kept.keep(index.id, question.part, partition)
    return partition


def _refresh(
    database: Database, question: VectorQuestion, partition: KeptPartition, pace: Pace
) -> Generator[None, None, bool]:
    """Apply what the log says; False if its beginning is gone already."""
    statements = question.table.vector_statements(question.index)
    rows = database.storage.rows
    while True:
        last: int = database.storage.total(vector_sql.LAST_CHANGE)
        if partition.position < last - vector_sql.KEPT_CHANGES:
            return False
        if partition.position == last:
            return True
        values = (question.part, partition.position, _CHANGES_PER_STEP)
        changes = rows(statements.changes, values)
        for sequence, pk, sk in changes:
            found = rows(statements.entry, (pk, sk, question.part))
            if found:
                partition.put(_entry((pk, sk), found[0][0], question.index))
            else:
                partition.remove((pk, sk))
            partition.position = sequence
        if len(changes) < _CHANGES_PER_STEP:
            partition.position = max(last, partition.position)
            return True
        if pace.is_over():
            yield


def _entry(key: Key, data: bytes, index: VectorIndexInfo) -> Entry:
    packed, values = unpack_entry(data, index.dimensions)
    return key, packed, values


def _pages(database: Database, question: VectorQuestion) -> Iterator[list[Entry]]:
    """Read a partition in the order of the primary key; what is written behind is not missed."""
    index, behind = question.index, _START
    statements = question.table.vector_statements(index)
    while True:
        values = (question.part, *behind, _ROWS_PER_STEP)
        rows = database.storage.rows(statements.page, values)
        if rows:
            yield [_entry((pk, sk), data, index) for pk, sk, data in rows]
            behind = (rows[-1][0], rows[-1][1])
        if len(rows) < _ROWS_PER_STEP:
            return


def _find_in_file(
    database: Database, question: VectorQuestion, wanted: int, pace: Pace
) -> Generator[None, None, tuple[list[Key], int]]:
    """Compare what is read piece by piece, and keep nothing of it."""
    index, kept = question.index, database.kept_vectors
    best: list[tuple[float, Key]] = []
    looked_at = 0
    for entries in _pages(database, question):
        piece = kept.make(index.dimensions, index.distance, index.filters, 0)
        piece.add(entries)
        looked_at += len(entries)
        found = yield from _compare(piece, question, wanted, pace)
        keyed = ((distance, piece.keys[place] or _START) for distance, place in found)
        best = nsmallest(wanted, [*best, *keyed])
        if pace.is_over():
            yield
    return [key for _, key in best], looked_at


def _look_up(database: Database, question: VectorQuestion, keys: list[Key]) -> list[Nearest]:
    """Read entries in one snapshot; give the nearest of those that are still what they were."""
    index, query = question.index, to_floats(question.vector)
    statement = question.table.vector_statements(index).entry
    found: list[tuple[float, Key, Nearest]] = []
    with database.storage.snapshot():
        for key in keys:
            for data, item in database.storage.rows(statement, (*key, question.part)):
                _, packed, values = _entry(key, data, index)
                if _fits(question, values):
                    vector = to_floats(packed)
                    exact = score(index.distance, query, vector)
                    near = Nearest(exact, decode_in_parts(item), vector)
                    found.append((rank(index.distance, exact), key, near))
    found.sort(key=lambda each: each[:2])
    return [near for _, _, near in found[: question.count]]


def _fits(question: VectorQuestion, values: Any) -> bool:
    mine = dict(zip(question.index.filters, values, strict=True))
    return all(mine[name] == value for name, value in question.filters.items())
