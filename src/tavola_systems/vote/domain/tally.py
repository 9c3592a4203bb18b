"""Condorcet counting: the pairwise matrix, Schulze's strongest paths, and ranked pairs.

Ballots come one by one and are kept in blocks of bytes, one byte for each candidate's rank; a
block is counted by NumPy and dropped, so that memory does not grow with the number of ballots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice, repeat
from operator import itemgetter

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

__all__ = [
    "UNRANKED",
    "Matrix",
    "Place",
    "Tally",
    "count_pairs",
    "count_rows",
    "ranked_pairs_places",
    "schulze_places",
    "strongest_paths",
    "tally",
]

UNRANKED = 255
"""The byte of a candidate without a rank: below all that have one."""
_BLOCK = 8192

Matrix = NDArray[np.int64]


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
    return count_rows(len(candidates), _rows(candidates, ballots))


def count_rows(size: int, rows: Iterable[bytes]) -> tuple[Matrix, Matrix, int]:
    """Count ballots that are rows of bytes already, each candidate's rank in its own byte."""
    both = np.zeros((size, size), dtype=np.int64)
    either = np.zeros((size, size), dtype=np.int64)
    total = 0
    for block in _blocks(rows):
        total += len(block)
        if not size:
            continue
        joined = b"".join(block)
        ranks = np.frombuffer(joined, dtype=np.uint8).reshape(len(block), size)
        columns = np.ascontiguousarray(ranks.T)
        is_ranked = columns != UNRANKED if UNRANKED in joined else None
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


def _blocks(rows: Iterable[bytes]) -> Iterator[list[bytes]]:
    rest = iter(rows)
    while block := list(islice(rest, _BLOCK)):
        yield block


def _row(candidates: Sequence[str], ballot: Mapping[str, int]) -> bytes:
    try:
        row = bytes(map(ballot.get, candidates, repeat(UNRANKED)))
    except ValueError:
        row = b""
    if row and UNRANKED not in ballot.values():
        return row
    # Ranks that one byte does not hold: only their order counts.
    ranks = sorted({ballot[name] for name in candidates if name in ballot})
    places = {rank: place for place, rank in enumerate(ranks, start=1)}
    return bytes(places[ballot[name]] if name in ballot else UNRANKED for name in candidates)


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
    locked = np.zeros((size, size), dtype=np.bool_)
    reach = locked.copy()
    pairs = [(int(margins[pair]), pair) for pair in np.ndindex(size, size) if margins[pair] > 0]
    for _, bucket in groupby(sorted(pairs, key=lambda one: -one[0]), key=lambda one: one[0]):
        fitting = [(a, b) for _, (a, b) in bucket if not reach[b, a]]
        together = locked.copy()
        for pair in fitting:
            together[pair] = True
        circular = _closure(together)
        for a, b in fitting:
            locked[a, b] = not circular[b, a]
        reach = _closure(locked)
    return _places(candidates, reach)


def _closure(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    reach = edges.copy()
    for middle in range(len(reach)):
        reach |= reach[:, middle, None] & reach[None, middle, :]
    return reach


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
