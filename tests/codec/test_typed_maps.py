"""decode(encode(x)) == x for typed maps, both ways; members that nobody knows stay."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tavola.codec.codec import Codec
from tests.table.generated.depot import (
    Depot,
    Score,
    ScoreAddress,
    ScoreAddressGeo,
    ScoreLine,
    ScoreRoom,
)

SCORES = Codec(Depot.design, Score)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\U0010ffff"), max_size=8)
DATES = st.datetimes(datetime(1970, 1, 2), datetime(9000, 1, 1), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000)
)
DEGREES = st.integers(-(10**9), 10**9).map(lambda number: number / 10**7)
GEOS = st.builds(ScoreAddressGeo, lat=DEGREES, lon=DEGREES)
ADDRESSES = st.builds(
    ScoreAddress,
    city=TEXTS,
    zip_code=st.none() | st.from_regex("[0-9]{1,5}", fullmatch=True).filter(str.isascii),
    visits=st.none() | st.integers(0, 5),
    seen_at=st.none() | DATES,
    kind=st.sampled_from(["home", "work"]) | st.none(),
    tags=st.sets(TEXTS, max_size=3),
    geo=st.none() | GEOS,
)
LINES = st.builds(
    ScoreLine,
    sku=TEXTS,
    quantity=st.integers(1, 10**20) | st.none(),
    price=st.none() | st.decimals(-(10**9), 10**9, places=3).map(Decimal),
)
MADE = st.builds(
    Score,
    user_id=TEXTS.filter(bool),
    game=TEXTS,
    address=st.none() | ADDRESSES,
    billing=st.none() | ADDRESSES,
    lines=st.none() | st.lists(LINES, max_size=3),
    marks=st.none() | st.lists(st.integers(-9, 6), max_size=4),
    rooms=st.none()
    | st.dictionaries(
        TEXTS, st.builds(ScoreRoom, seats=st.integers(-(10**30), 10**30)), max_size=3
    ),
)
SOMETHING: list[dict[str, Any]] = [
    {"S": "a"},
    {"NULL": True},
    {"L": [{"N": "1"}]},
    {"M": {}},
    {"BS": ["YQ=="]},
]
UNKNOWN = st.dictionaries(
    st.text("xyz", min_size=3, max_size=5),
    st.sampled_from(SOMETHING),
    max_size=3,
)


def _item(score: Score) -> dict[str, Any]:
    values, attributes = SCORES.encode(score)
    return SCORES.complete(attributes, values, None)


@given(MADE)
def test_a_score_is_read_as_it_was_written(score: Score) -> None:
    item = _item(score)
    answer = msgspec.json.encode({"Item": item})

    assert SCORES.decoder.one(answer, None) == score
    assert SCORES.decoder.raw(item, None) == score


@given(MADE)
def test_an_item_is_written_as_it_was_read(score: Score) -> None:
    item = _item(score)
    read = SCORES.decoder.one(msgspec.json.encode({"Item": item}), None)
    assert read is not None

    assert _item(read) == item


@given(ADDRESSES, st.lists(LINES, min_size=1, max_size=2), UNKNOWN, UNKNOWN)
def test_members_that_nobody_knows_come_back(
    address: ScoreAddress,
    lines: list[ScoreLine],
    inside: dict[str, Any],
    beside: dict[str, Any],
) -> None:
    item = _item(Score(user_id="u", game="g", address=address, lines=lines))
    item["address"]["M"] |= inside
    item["lines"]["L"][0]["M"] |= beside
    read = SCORES.decoder.one(msgspec.json.encode({"Item": item}), None)
    assert read is not None
    assert read.address is not None

    read.address.city = "moved"

    item["address"]["M"]["city"] = {"S": "moved"}
    assert _item(read) == item
