"""Numbers that DynamoDB cannot have given are refused before they are made, which could last."""

from __future__ import annotations

from typing import Any

import pytest

from tavola import DecodeError
from tavola.codec.codec import Codec
from tests.table.generated.club import Club, Member
from tests.table.generated.library import Book, Library

MEMBERS = Codec(Club.design, Member)
BOOKS = Codec(Library.design, Book)
HUGE = ["1e300000", "1e9999999", "-1e999999999", "9" * 5000, "1e126", "1e-131", "NaN", "Infinity"]


@pytest.mark.parametrize("text", HUGE)
@pytest.mark.parametrize("name", ["__score__", "ttl", "joined-at", "bornAt"])
def test_a_number_out_of_range_is_no_whole_number_or_date(name: str, text: str) -> None:
    item: dict[str, Any] = {"memberId": {"S": "a"}, name: {"N": text}}

    with pytest.raises(DecodeError, match=f"Member.*{text[:4]}"):
        MEMBERS.decoder.raw(item, None)


@pytest.mark.parametrize("text", HUGE)
@pytest.mark.parametrize("value", [{"N": "{}"}, {"NS": ["{}"]}, {"L": [{"N": "{}"}]}])
def test_a_number_out_of_range_stands_in_no_document(value: Any, text: str) -> None:
    (tag, inner), *_ = value.items()
    filled = {tag: text if tag == "N" else [text] if tag == "NS" else [{"N": text}]}
    del inner
    item: dict[str, Any] = {
        "shelf": {"S": "a"},
        "number": {"N": "1"},
        "book title": {"S": "t"},
        "facts.all": {"M": {"x": filled}},
    }

    with pytest.raises(DecodeError, match=r"Book\.facts"):
        BOOKS.decoder.raw(item, None)


@pytest.mark.parametrize(
    ("text", "number"), [("1E+3", 1000), ("4.0", 4), ("9" * 38, int("9" * 38)), ("1e125", 10**125)]
)
def test_a_whole_number_is_read_in_any_form(text: str, number: int) -> None:
    item: dict[str, Any] = {"memberId": {"S": "a"}, "__score__": {"N": text}}

    assert MEMBERS.decoder.raw(item, None).score == number
