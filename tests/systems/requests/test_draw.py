"""The draw: what decides it, and that it favours nobody."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola_systems.requests.domain.draw import (
    draw,
    entries_digest,
    entries_text,
    tidy_public_value,
)

# Worked out with sha256sum, xxd and `openssl dgst -mac HMAC`, not with this program.
SEED = bytes(range(32))
ENTRIES = ("01REQA", "01REQB", "01REQC", "01REQD")
NUMBERS = "7 12 19 33 40 41"

ids = st.lists(st.from_regex(r"[0-9A-Z]{1,12}", fullmatch=True), unique=True, max_size=40)


def test_a_draw_is_what_other_tools_compute() -> None:
    drawn = draw(SEED, ENTRIES, NUMBERS, 2)

    assert drawn.key == "0e8d1ce546f9595a1d0b93c6206f08b3243bb20caba048ff08c6c75611589de7"
    assert drawn.order == ("01REQD", "01REQB", "01REQA", "01REQC")
    assert drawn.winners == ("01REQD", "01REQB")


def test_a_draw_without_public_value_is_what_other_tools_compute() -> None:
    drawn = draw(SEED, ENTRIES, "", 1)

    assert drawn.key == "482f82586021cd9b8dd60cffa9574fa4d42e798d79c0592f82c86b4eec6e50cc"
    assert drawn.order == ("01REQC", "01REQB", "01REQA", "01REQD")


def test_the_digest_of_entries_is_that_of_their_file() -> None:
    assert entries_text(reversed(ENTRIES)) == "01REQA\n01REQB\n01REQC\n01REQD\n"
    assert (
        entries_digest(ENTRIES)
        == "7f9dab3d5c6977691069bba2447ab7beb7cc32280cd73d398b723249cfa05289"
    )


@given(entries=ids, random=st.randoms(use_true_random=False))
def test_the_order_of_arrival_decides_nothing(entries: list[str], random: Random) -> None:
    shuffled = entries[:]
    random.shuffle(shuffled)

    assert draw(SEED, shuffled, "5", 3) == draw(SEED, entries, "5", 3)


@given(entries=ids, places=st.integers(1, 50))
def test_exactly_as_many_win_as_there_are_places(entries: list[str], places: int) -> None:
    drawn = draw(SEED, entries, NUMBERS, places)

    assert len(set(drawn.winners)) == min(places, len(entries))
    assert sorted(drawn.order) == sorted(entries)


@given(entries=ids, places=st.integers(1, 10))
def test_more_places_take_nobody_out(entries: list[str], places: int) -> None:
    fewer, more = (draw(SEED, entries, NUMBERS, count).winners for count in (places, places + 1))

    assert more[: len(fewer)] == fewer


def test_each_of_seed_entries_and_public_value_changes_the_key() -> None:
    keys = {
        draw(SEED, ENTRIES, NUMBERS, 1).key,
        draw(SEED[::-1], ENTRIES, NUMBERS, 1).key,
        draw(SEED, ENTRIES[:3], NUMBERS, 1).key,
        draw(SEED, ENTRIES, "7 12 19 33 40 42", 1).key,
    }

    assert len(keys) == 4


def _chi_square(counts: Counter[str], expected: float) -> float:
    return sum((counts[one] - expected) ** 2 / expected for one in ROOM)


ROOM = tuple(f"01REQ{number:02d}" for number in range(20))
ROUNDS = 2_000
# The 99.99 % quantile of chi-square with 19 degrees of freedom; the seeds are fixed.
HIGHEST_CHI_SQUARE = 51.0


def _seed(number: int) -> bytes:
    return hashlib.sha256(b"fairness %d" % number).digest()


def test_over_many_seeds_everybody_wins_equally_often() -> None:
    wins: Counter[str] = Counter()
    for number in range(ROUNDS):
        wins.update(draw(_seed(number), ROOM, NUMBERS, 5).winners)

    assert _chi_square(wins, ROUNDS * 5 / len(ROOM)) < HIGHEST_CHI_SQUARE
    assert min(wins.values()) > ROUNDS / 4 - 4 * math.sqrt(ROUNDS * 3 / 16)


def test_over_many_public_values_everybody_comes_first_equally_often() -> None:
    first = Counter(draw(SEED, ROOM, f"round {number}", 1).order[0] for number in range(ROUNDS))

    assert _chi_square(first, ROUNDS / len(ROOM)) < HIGHEST_CHI_SQUARE


def test_an_id_made_by_one_who_knows_the_seed_wins_no_more_often_than_others() -> None:
    """Somebody seeks an id that wins for a guessed public value; the real one comes later."""
    made = next(
        f"01MADE{number}"
        for number in range(10_000)
        if draw(SEED, (*ROOM, f"01MADE{number}"), "a guess", 1).winners == (f"01MADE{number}",)
    )
    entries = (*ROOM, made)

    wins = sum(
        made in draw(SEED, entries, f"round {number}", 1).winners for number in range(ROUNDS)
    )

    share = 1 / len(entries)
    assert abs(wins - ROUNDS * share) < 4 * math.sqrt(ROUNDS * share * (1 - share))


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("  7  12\t19\n33 40 41 ", NUMBERS),
        ("Zu\u0308rich 5", "Z\u00fcrich 5"),
        ("", ""),
    ],
)
def test_a_public_value_counts_however_it_was_copied(typed: str, counts: str) -> None:
    assert tidy_public_value(typed) == counts


@pytest.mark.parametrize(
    "typed", ["7\x00", "\ud800", "7" * 1_001, "\ufeff7 12", "7\u200b12", "7\x1c12", "\x85"]
)
def test_a_public_value_that_nobody_could_have_published_is_refused(typed: str) -> None:
    with pytest.raises(OperationError, match="public value"):
        tidy_public_value(typed)


@pytest.mark.parametrize("entry", ["", "a b", "a\n", "é", "x" * 65, "a\x00"])
def test_what_is_no_request_id_takes_no_part(entry: str) -> None:
    with pytest.raises(OperationError, match="not a request id"):
        draw(SEED, ["01REQA", entry], NUMBERS, 1)


def test_nobody_takes_part_twice() -> None:
    with pytest.raises(OperationError, match="01REQA stands there twice"):
        draw(SEED, ["01REQA", "01REQB", "01REQA"], NUMBERS, 1)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(OperationError, match="seed"):
        draw(seed, ENTRIES, NUMBERS, 1)


@pytest.mark.parametrize("places", [0, -1])
def test_at_least_one_place_is_drawn(places: int) -> None:
    with pytest.raises(OperationError, match="places"):
        draw(SEED, ENTRIES, NUMBERS, places)
