"""Counting: known elections come out exactly, and every way to count agrees."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterable
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola_systems.vote.domain.ballot_files import load_ballots, write_blt, write_csv
from tavola_systems.vote.domain.errors import BadArgument
from tavola_systems.vote.domain.tally import Place, count_pairs, strongest_paths, tally

VECTORS = json.loads((Path(__file__).parent / "tally_vectors.json").read_text())
by_name = pytest.mark.parametrize("known", VECTORS, ids=[one["name"] for one in VECTORS])

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]
BALLOTS = st.lists(st.dictionaries(st.sampled_from(NAMES), st.integers(1, 400)), max_size=30)


def cast(known: dict[str, Any]) -> list[dict[str, int]]:
    """The ballots of a known election, as voters give them."""
    return [
        {
            name: rank
            for name, rank in zip(known["candidates"], group["ranks"], strict=True)
            if rank is not None
        }
        for group in known["ballots"]
        for _ in range(group["times"])
    ]


def pair_by_pair(ballots: list[dict[str, int]]) -> list[list[int]]:
    """Count as a person would: each ballot, each pair."""
    last = 10**9
    return [
        [sum(one.get(a, last) < one.get(b, last) for one in ballots) for b in NAMES] for a in NAMES
    ]


@by_name
def test_a_known_election_has_its_known_matrices(known: dict[str, Any]) -> None:
    _, pairwise, _ = count_pairs(known["candidates"], cast(known))
    assert pairwise.tolist() == known["pairwise"]
    assert strongest_paths(pairwise).tolist() == known["strongest_paths"]


@by_name
def test_a_known_election_has_its_known_places(known: dict[str, Any]) -> None:
    result = tally(known["candidates"], cast(known))
    assert result.places == [Place(*place) for place in known["schulze"]]
    assert result.ranked_pairs == [Place(*place) for place in known["ranked_pairs"]]


@by_name
def test_counting_in_the_order_of_the_places_changes_nothing(known: dict[str, Any]) -> None:
    result = tally(known["candidates"], cast(known))
    assert tally(result.candidate_names, cast(known)) == result


@given(BALLOTS)
def test_counting_in_blocks_is_counting_pair_by_pair(ballots: list[dict[str, int]]) -> None:
    _, pairwise, count = count_pairs(NAMES, ballots)
    assert pairwise.tolist() == pair_by_pair(ballots)
    assert count == len(ballots)


@given(st.lists(st.permutations(NAMES), max_size=15))
def test_who_is_preferred_to_everybody_on_full_ballots_wins(orders: list[list[str]]) -> None:
    result = tally(NAMES, [{name: rank for rank, name in enumerate(one, 1)} for one in orders])
    wins = [
        Place(1, name)
        for index, name in enumerate(result.candidate_names)
        if all(
            result.pairwise[index][other] > result.pairwise[other][index]
            for other in range(len(NAMES))
            if other != index
        )
    ]
    assert not wins or [place for place in result.places if place.place == 1] == wins
    assert not wins or [place for place in result.ranked_pairs if place.place == 1] == wins


def test_names_that_are_no_longer_candidates_count_for_nothing() -> None:
    result = tally(["Ada", "Bo"], [{"Gone": 1, "Bo": 2}])
    assert result.places == [Place(1, "Bo"), Place(2, "Ada")]


@pytest.mark.parametrize("size", [254, 255, 256, 300])
def test_very_many_candidates_are_counted(size: int) -> None:
    names = [f"{number:03}" for number in range(size)]
    order = {name: rank for rank, name in enumerate(names, start=1)}
    result = tally(names, [order, order, {names[-1]: 9999}])
    assert result.places == [Place(rank, name) for name, rank in order.items()]
    assert result.ranked_pairs == result.places
    assert (result.pairwise[0][-1], result.pairwise[-1][0]) == (2, 1)


def ranked_by_hand(ballots: list[dict[str, int]]) -> list[Place]:
    """Ranked pairs as the method is told: buckets of margins, circles dropped together."""
    margins = {
        (a, b): sum((one[a] < one[b]) - (one[b] < one[a]) for one in ballots if {a, b} <= set(one))
        for a in NAMES
        for b in NAMES
        if a != b
    }
    locked: set[tuple[str, str]] = set()
    for margin in sorted({one for one in margins.values() if one > 0}, reverse=True):
        bucket = {pair for pair, one in margins.items() if one == margin}
        fitting = {(a, b) for a, b in bucket if not leads(locked, b, a)}
        locked |= {(a, b) for a, b in fitting if not leads(locked | fitting, b, a)}
    places: list[Place] = []
    left = set(NAMES)
    while left:
        first = {one for one in left if not any(leads(locked, other, one) for other in left)}
        places += [Place(len(NAMES) - len(left) + 1, name) for name in sorted(first)]
        left -= first
    return places


def leads(edges: set[tuple[str, str]], start: str, end: str) -> bool:
    """Whether a path of edges leads from one to another."""
    reached, new = {start}, {start}
    while new:
        new = {b for a, b in edges if a in new} - reached
        reached |= new
    return any((one, end) in edges for one in reached)


@given(BALLOTS)
def test_ranked_pairs_are_those_found_by_hand(ballots: list[dict[str, int]]) -> None:
    assert tally(NAMES, ballots).ranked_pairs == ranked_by_hand(ballots)


def test_memory_does_not_grow_with_the_number_of_ballots() -> None:
    order = {name: rank for rank, name in enumerate(NAMES, start=1)}
    tally(NAMES, repeat(order, 100_000))
    peaks = [_peak(repeat(order, count)) for count in (100_000, 400_000)]
    # Kept ballots would take eight bytes each at least; other threads may hold a little.
    assert peaks[1] < peaks[0] + 2**20


def _peak(ballots: Iterable[dict[str, int]]) -> int:
    tracemalloc.start()
    try:
        tally(NAMES, ballots)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_election_without_ballots_is_a_tie() -> None:
    assert tally(["Ada", "Bo"], []).places == [Place(1, "Ada"), Place(1, "Bo")]


def test_an_election_without_candidates_has_no_places() -> None:
    assert tally([], [{}]).places == []


@given(BALLOTS)
def test_csv_and_blt_files_count_to_the_same_result(ballots: list[dict[str, int]]) -> None:
    expected = tally(NAMES, ballots)
    lines = write_csv(NAMES, ((f"c{n}", None, ballot) for n, ballot in enumerate(ballots)))
    from_csv = load_ballots("".join(lines))
    from_blt = load_ballots("".join(write_blt("Board", NAMES, ballots)))
    assert tally(from_csv.candidates, from_csv.ballots).places == expected.places
    assert tally(from_blt.candidates, from_blt.ballots) == expected
    assert from_blt.title == "Board"


def test_names_that_look_like_formulas_come_back_from_a_csv_file() -> None:
    names = ["=1+1", "@home", '"q", \\', "-"]
    loaded = load_ballots("".join(write_csv(names, [("c", None, {"=1+1": 1})])))
    assert loaded.candidates == names
    assert load_ballots("".join(write_blt("t", names, []))).candidates == names
    assert next(iter(write_csv(names, []))).startswith("confirmation,voter,'=1+1,")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("Ada,Ada\n1,2\n", "line 1"),
        ("Ada,Bo\n1\n", "Line 2 of the ballots has 1 columns"),
        ("Ada,Bo\n1,2\n0,1\n", "line 3: '0' is not a rank"),
        ("2 1\n1 3 0\n0\n", "line 2: name each candidate at most once, from 1 to 2"),
        ("2 1\n1 1 1 0\n0\n", "line 2"),
        ("2 1\n1 1\n0\n", "line 2: '1 1' is not a ballot"),
        ("2 1\n1 1 0\n", "ends too early"),
        ("1 1\n0\nAda\n", 'line 3: write a name as "Name"'),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(BadArgument, match=says):
        load_ballots(text)
