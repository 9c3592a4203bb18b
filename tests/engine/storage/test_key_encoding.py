from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine.storage.key_encoding import (
    TOP,
    after,
    after_prefix,
    hash_bounds,
    hashed_by_crc32,
    hashed_by_md5,
    join_parts,
    part_prefix,
)

KEYS = st.binary(max_size=6)
PARTS = st.lists(st.binary(max_size=4), min_size=2, max_size=4)


@given(PARTS, PARTS)
def test_joined_keys_sort_as_their_parts_do(one: list[bytes], other: list[bytes]) -> None:
    length = min(len(one), len(other))
    left, right = one[:length], other[:length]

    assert (join_parts(left) < join_parts(right)) == (left < right)


@given(PARTS, PARTS)
def test_different_parts_never_give_one_key(one: list[bytes], other: list[bytes]) -> None:
    length = min(len(one), len(other))
    left, right = one[:length], other[:length]

    assert (join_parts(left) == join_parts(right)) == (left == right)


@given(st.binary(max_size=4), st.binary(max_size=4), st.binary(max_size=4))
def test_a_part_prefix_finds_exactly_its_keys(part: bytes, first: bytes, last: bytes) -> None:
    assert join_parts([first, last]).startswith(part_prefix(part)) == (first == part)


@given(KEYS, KEYS)
def test_nothing_lies_between_a_key_and_what_is_after_it(key: bytes, other: bytes) -> None:
    assert (other >= after(key)) == (other > key)


@given(KEYS, KEYS)
def test_a_prefix_ends_before_what_is_after_it(prefix: bytes, key: bytes) -> None:
    assert (prefix <= key < after_prefix(prefix)) == key.startswith(prefix)


@given(st.binary(max_size=40))
def test_the_top_is_above_every_key(key: bytes) -> None:
    assert max(hashed_by_crc32(key), hashed_by_md5(key)) < TOP


@pytest.mark.parametrize("total", [1, 3, 1_000_000])
def test_segments_meet_without_gap_or_overlap(total: int) -> None:
    segments = [hash_bounds(number, total) for number in range(min(total, 50))]

    assert segments[0][0] == b"\0\0\0\0"
    assert [high for _, high in segments[:-1]] == [low for low, _ in segments[1:]]


def test_the_last_segment_is_open() -> None:
    assert hash_bounds(2, 3)[1] == TOP
