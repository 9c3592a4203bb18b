from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.keys import bucket_of


@pytest.mark.parametrize(
    ("primary_id", "buckets", "bucket"),
    [
        ("abc", 10, 4),
        ("abc", 1, 0),
        ("lang", 10, 8),
        ("theme", 10, 1),
        ("01M7GAV6TXY50Q309060SMM423", 10, 4),
        ("", 10, 0),
        ("\ud800", 1000, 0xD800 % 1000),
    ],
)
def test_a_bucket_is_that_of_the_id_s_hash(primary_id: str, buckets: int, bucket: int) -> None:
    assert bucket_of(primary_id, buckets) == bucket


def test_other_scripts_hash_by_their_utf_16_codes() -> None:
    code_units = [0xD83D, 0xDE00]
    expected = abs(code_units[0] * 31 + code_units[1]) % 1000
    assert bucket_of("\U0001f600", 1000) == expected


@given(text=st.text(max_size=300), buckets=st.integers(2, 1000))
def test_a_hash_multiplies_by_31_code_after_code(text: str, buckets: int) -> None:
    encoded = text.encode("utf-16-le")
    total = 0
    for at in range(0, len(encoded), 2):
        total = (total * 31 + int.from_bytes(encoded[at : at + 2], "little")) % 2**32
    signed = total - 2**32 if total >= 2**31 else total
    assert bucket_of(text, buckets) == abs(signed) % buckets
