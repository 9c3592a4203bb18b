"""Condorcet counting: the pairwise matrix, Schulze's strongest paths, and ranked pairs.

Ballots come one by one and are kept in blocks of bytes, one byte for each candidate's rank (two if
there are very many candidates); a block is counted by NumPy and dropped, so that memory does not
grow with the number of ballots.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice, repeat
from operator import itemgetter
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

__all__ = [
    "UNRANKED",
    "Matrix",
    "Place",
    "Tally",
    "count_pairs",
    "ranked_pairs_places",
    "schulze_places",
    "strongest_paths",
    "tally",
]

UNRANKED = 255
"""The byte of a candidate without a rank: below all that have one."""
_WIDE_UNRANKED = 65_535
_BLOCK_BYTES = 160_000

Matrix = NDArray[np.int64]
Ranks = NDArray[Any]


class Place(Struct, frozen=True):
    """A candidate's place; equal ones share it, and the next place skips as many."""

    place: int
    candidate_name: str


class Tally(Struct, frozen=True):
    """The result; the candidates and both axes of the matrices are in order of their places."""

    candidate_names: list[str]
    pairwise: list[list[int]]
    strongest_paths: list[list[int]]
    places: list[Place]
    ranked_pairs: list[Place]
    ballot_count: int


def tally(candidates: Sequence[str], ballots: Iterable[Mapping[str, int]]) -> Tally:
    """Count ballots; names that are not among the candidates count for nothing."""
    both, either, count = count_pairs(candidates, ballots)
    paths = strongest_paths(either)
    places = schulze_places(candidates, paths)
    order = [candidates.index(place.candidate_name) for place in places]
    view = np.ix_(order, order)
    return Tally(
        candidate_names=[candidates[index] for index in order],
        pairwise=either[view].tolist(),
        strongest_paths=paths[view].tolist(),
        places=places,
        ranked_pairs=ranked_pairs_places(candidates, both),
        ballot_count=count,
    )


def count_pairs(
    candidates: Sequence[str], ballots: Iterable[Mapping[str, int]]
) -> tuple[Matrix, Matrix, int]:
    """Count who was preferred to whom: by ballots that rank both, by all ballots, how many."""
    size = len(candidates)
    if size < UNRANKED:
        return _count(_blocks(_rows(candidates, ballots), size, np.dtype(np.uint8)), size, UNRANKED)
    wide = (_wide_row(candidates, ballot) for ballot in ballots)
    return _count(_blocks(wide, size, np.dtype(np.uint16)), size, _WIDE_UNRANKED)


def _count(blocks: Iterable[Ranks], size: int, unranked: int) -> tuple[Matrix, Matrix, int]:
    both = np.zeros((size, size), dtype=np.int64)
    either = np.zeros((size, size), dtype=np.int64)
    total = 0
    for block in blocks:
        total += len(block)
        columns = np.ascontiguousarray(block.T)
        ranked = columns != unranked
        is_ranked = None if ranked.all() else ranked
        for row in range(size):
            is_before = columns[row] < columns
            counts = np.count_nonzero(is_before, axis=1)
            either[row] += counts
            # Before means ranked; the other one may be unranked.
            both[row] += (
                counts if is_ranked is None else np.count_nonzero(is_before & is_ranked, axis=1)
            )
    return both, either, total


def _rows(candidates: Sequence[str], ballots: Iterable[Mapping[str, int]]) -> Iterator[bytes]:
    """Most ballots rank all candidates, and are read at once; the others one by one."""
    if len(candidates) < 2:
        yield from (_row(candidates, ballot) for ballot in ballots)
        return
    ranks_of = itemgetter(*candidates)
    for ballot in ballots:
        try:
            row = bytes(ranks_of(ballot))
        except (KeyError, ValueError):
            row = _row(candidates, ballot)
        else:
            if UNRANKED in row:
                row = _row(candidates, ballot)
        yield row


def _blocks(rows: Iterable[bytes], size: int, kind: np.dtype[Any]) -> Iterator[Ranks]:
    rest = iter(rows)
    while block := list(islice(rest, max(64, _BLOCK_BYTES // max(size, 1)))):
        yield np.frombuffer(b"".join(block), dtype=kind).reshape(len(block), size)


def _row(candidates: Sequence[str], ballot: Mapping[str, int]) -> bytes:
    try:
        row = bytes(map(ballot.get, candidates, repeat(UNRANKED)))
    except ValueError:
        row = b""
    if row and UNRANKED not in ballot.values():
        return row
    # Ranks that one byte does not hold: only their order counts.
    return bytes(_in_order(candidates, ballot, UNRANKED))


def _wide_row(candidates: Sequence[str], ballot: Mapping[str, int]) -> bytes:
    return array("H", _in_order(candidates, ballot, _WIDE_UNRANKED)).tobytes()


def _in_order(candidates: Sequence[str], ballot: Mapping[str, int], unranked: int) -> Iterator[int]:
    ranks = sorted({ballot[name] for name in candidates if name in ballot})
    places = {rank: place for place, rank in enumerate(ranks, start=1)}
    return (places[ballot[name]] if name in ballot else unranked for name in candidates)


def strongest_paths(pairwise: Matrix) -> Matrix:
    """Find the strength of the strongest path from each candidate to each other."""
    paths = pairwise.copy()
    for middle in range(len(paths)):
        detour = np.minimum(paths[:, middle, None], paths[None, middle, :])
        np.maximum(paths, detour, out=paths)
    np.fill_diagonal(paths, 0)
    return paths


def schulze_places(candidates: Sequence[str], paths: Matrix) -> list[Place]:
    """Give places by repeatedly taking all whom nobody left beats."""
    return _places(candidates, paths > paths.T)


def ranked_pairs_places(candidates: Sequence[str], both: Matrix) -> list[Place]:
    """Give places by Tideman's method, by ballots that rank both of a pair.

    Pairs are locked from the largest margin down. Those of one margin are one bucket: a pair that
    contradicts what is locked is dropped, and so are pairs that form a circle within the bucket,
    all of them, since none has a better claim than another.
    """
    size = len(candidates)
    margins = both - both.T
    reach = np.zeros((size, size), dtype=np.bool_)
    pairs = [(int(margins[a, b]), int(a), int(b)) for a, b in np.argwhere(margins > 0)]
    for _, bucket in groupby(sorted(pairs, key=lambda one: -one[0]), key=lambda one: one[0]):
        fitting = [(a, b) for _, a, b in bucket if not reach[b, a]]
        together = reach.copy()
        for a, b in fitting:
            _connect(together, a, b)
        for a, b in fitting:
            if not together[b, a]:
                _connect(reach, a, b)
    return _places(candidates, reach)


def _connect(reach: NDArray[np.bool_], start: int, end: int) -> None:
    """Add an edge to what is reached by edges: all before its start reach all after its end."""
    if reach[start, end]:
        return
    before, after = reach[:, start].copy(), reach[end].copy()
    before[start] = after[end] = True
    reach |= before[:, None] & after[None, :]


def _places(candidates: Sequence[str], beats: NDArray[np.bool_]) -> list[Place]:
    left = list(range(len(candidates)))
    places: list[Place] = []
    while left:
        first = [one for one in left if not beats[left, one].any()]
        place = len(places) + 1
        places += sorted(
            (Place(place, candidates[one]) for one in first), key=lambda one: one.candidate_name
        )
        left = [one for one in left if one not in first]
    return places
