"""The quick look at an item's bytes, and the keys that say whose an item is."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tavola.codec.codec import Codec
from tavola.codec.ownership import has_other_type, is_of_other_model, is_of_tenant, read_key
from tests.table.generated.library import Book, Library
from tests.table.generated.offices import Desk, Offices

BOOKS = Codec(Library.design, Book)
KEY = {"PK": {"S": "SHELF#s"}, "SK": {"S": "BOOK#00000001"}}


@pytest.mark.parametrize(
    ("item", "is_own"),
    [
        (KEY, True),
        ({**KEY, "kind": {"S": "BOOK"}, "more": {"N": "1"}}, True),
        ({**KEY, "kind": {"S": "SHELF"}}, False),
        ({**KEY, "kind": {"N": "1"}}, False),
        ({**KEY, "SK": {"S": "PAGE#00000001"}}, False),
        ({**KEY, "SK": {"N": "1"}}, False),
        ({**KEY, "PK": {"S": "ROOM#s"}}, False),
        ({"PK": KEY["PK"]}, False),
        ({"SK": KEY["SK"]}, False),
    ],
)
def test_items_of_other_models_are_left_out_at_a_glance(item: Any, is_own: bool) -> None:
    assert BOOKS.decoder.may_be_own(msgspec.Raw(msgspec.json.encode(item))) is is_own


@pytest.mark.parametrize(
    ("item", "values"),
    [
        (KEY, {"shelf": "s", "number": 1}),
        ({**KEY, "SK": {"S": "BOOK#1"}}, None),
        ({**KEY, "SK": {"N": "1"}}, None),
        ({"PK": KEY["PK"]}, None),
        ({}, None),
    ],
)
def test_a_key_says_the_values_of_its_fields(item: Any, values: Any) -> None:
    assert read_key(BOOKS.schema, item) == values


def test_a_key_is_its_tenants_or_everybodys() -> None:
    desk = Codec(Offices.design, Desk).key({"room": "r", "number": 1}, "acme")
    values = read_key(Desk.__shape__.schema, desk) or {}

    assert [is_of_tenant(values, one) for one in ("acme", "other", None)] == [True, False, False]
    assert [is_of_tenant({"shelf": "s"}, one) for one in ("acme", None)] == [True, True]


@pytest.mark.parametrize(
    ("attribute", "item", "is_other", "is_other_whole"),
    [
        ("kind", {"kind": {"S": "BOOK"}}, False, False),
        ("kind", {"kind": {"S": "SHELF"}}, True, True),
        ("kind", {"kind": {"N": "1"}}, True, True),
        ("kind", {}, False, True),
        (None, {"kind": {"S": "SHELF"}}, False, True),
    ],
)
def test_an_items_type_says_whose_it_is(
    attribute: str | None, item: Any, is_other: bool, is_other_whole: bool
) -> None:
    assert has_other_type(BOOKS.schema, attribute, item) is is_other
    assert is_of_other_model(BOOKS.schema, attribute, item) is is_other_whole
