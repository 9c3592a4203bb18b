from __future__ import annotations

from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola.keys import LiteralKeyText, Placeholder, Template, key_form, shard_of

KEY = Template(("D#", Placeholder("id", "shard:8:text"), "#", Placeholder("id2")))


@pytest.mark.parametrize(
    ("text", "shards", "shard"),
    [
        ("123456789", 1 << 16, 0xCBF43926 % (1 << 16)),
        ("a", 8, 3),
        ("", 8, 0),
        ("a", 1, 0),
        ("\ud800", 100, crc32(b"\xed\xa0\x80") % 100),
    ],
)
def test_a_shard_is_crc_32_modulo_their_number(text: str, shards: int, shard: int) -> None:
    assert shard_of(text, shards) == shard


@given(st.text(st.characters(codec="utf-8")), st.integers(1, 100))
def test_a_shard_is_a_plain_number_below_their_count(text: str, shards: int) -> None:
    assert key_form(f"shard:{shards}:text").write(text) == str(crc32(text.encode()) % shards)


@pytest.mark.parametrize(
    ("form", "value", "text"), [("int", 7, "7"), ("bool", True, "1"), ("text", "7", "7")]
)
def test_a_value_has_the_shard_of_its_text(form: str, value: object, text: str) -> None:
    assert key_form(f"shard:100:{form}").write(value) == str(shard_of(text, 100))


def test_a_key_says_no_value_for_a_shard() -> None:
    assert KEY.find_values("D#5#x") == {"id2": "x"}
    assert KEY.find_values("D#100#x") is None
    assert KEY.find_values("D##x") is None


def test_a_query_writes_the_shard_that_it_reads() -> None:
    assert KEY.format_all({"id": LiteralKeyText(12), "id2": "x"}) == "D#12#x"
    assert KEY.asked == ("id2",)


def test_a_shard_says_no_value() -> None:
    with pytest.raises(OperationError) as refused:
        key_form("shard:8:text").read("5")

    assert str(refused.value) == "key: '5' is a shard, from which no value can be read."
