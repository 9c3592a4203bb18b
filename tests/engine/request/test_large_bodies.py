"""A large body decoded in pieces is what it would be in one, right or wrong."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine.request.large_bodies import decode_large
from tavola.errors import ValidationFailed

texts = st.text(st.sampled_from('ab,:{}[]"\\ é'), max_size=4)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=30,
)


def outcome(decode: Any, body: bytes) -> Any:
    try:
        return decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "refused"


def in_one(body: bytes) -> Any:
    return msgspec.json.decode(body, type=dict[str, Any])


@given(st.dictionaries(texts, values, max_size=5), st.sampled_from([0, 1, 5, 20]), st.booleans())
def test_pieces_of_any_length_give_the_whole(
    body: dict[str, Any], piece_bytes: int, is_spaced: bool
) -> None:
    encoded = json.dumps(body, ensure_ascii=False, indent=1 if is_spaced else None).encode()

    assert decode_large(encoded, piece_bytes=piece_bytes, few=-1) == body


@given(
    st.dictionaries(texts, values, max_size=5),
    st.sampled_from([0, 1, 5, 20]),
    st.randoms(use_true_random=False),
    st.binary(min_size=0, max_size=1)
    | st.sampled_from([b",", b"[", b"]", b"{", b"}", b'"', b"\\"]),
)
def test_what_is_spoiled_is_refused_in_pieces_as_in_one(
    body: dict[str, Any], piece_bytes: int, rng: random.Random, spoiling: bytes
) -> None:
    encoded = json.dumps(body, ensure_ascii=False).encode()
    place = rng.randrange(len(encoded) + 1)
    spoiled = encoded[:place] + spoiling + encoded[place + rng.randrange(2) :]

    found = outcome(partial(decode_large, piece_bytes=piece_bytes, few=-1), spoiled)

    assert found == outcome(in_one, spoiled)


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b" ", b"[1]", b"1", b'"a"', b"{} {}", b"{}]", b'{"a":[1,]}', b"{", b'{"a":1'),
        *(b'{"a":[1}', b'{"a":[[1],{]]}', b'{"a":[[1]},2]}', b'{"a":{"b":[1]],"c":2}'),
        *(b'{"a":[1 [2,[3]],4]}', b'{"a":[x[2,[3]]]}', b'{"a" [1,[2]]}', b"{[1,[2]]}"),
        *(b'{"a":[[1,[2]] 3,4]}', b'{"a":{"b":[1,[2]] 3}}', b'{"a":[,[1,[2]]]}', b'{"a":[1],}'),
        *(b'{"a":[[1,[2]],,3]}', b'{,"a":1}', b'{"a":1,,"b":2}', b'{"a":1,"b":[1,[2]],}'),
    ],
)
def test_what_is_no_object_is_refused(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_large(text, piece_bytes=0, few=-1)


def test_no_call_of_the_decoder_has_more_than_two_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[int] = []
    decode = msgspec.json.decode

    def count(text: bytes) -> Any:
        decoded.append(len(text))
        return decode(text)

    monkeypatch.setattr("tavola.engine.request.large_bodies._decode", count)
    items = [{"M": {"a": {"N": str(n)}, "b": {"L": [{"S": "x" * 9}] * 9}}} for n in range(9_000)]
    body = json.dumps({"Item": {"pk": {"S": "a"}, "x": {"L": items}}}).encode()

    assert decode_large(body) == decode(body)
    assert (max(decoded) < 2 * 65_536, sum(decoded) < 1.1 * len(body)) == (True, True)


@pytest.mark.parametrize("count", [409_600, 409_601])
def test_no_item_has_more_members_than_bytes(count: int) -> None:
    body = b'{"Item":{"x":{"L":[' + b",".join([b"0"] * count) + b"]}}}"

    if count == 409_600:
        assert len(decode_large(body)["Item"]["x"]["L"]) == count
    else:
        with pytest.raises(ValidationFailed, match="Item size has exceeded"):
            decode_large(body)


def test_what_nests_past_all_limits_is_refused() -> None:
    body = b'{"x":' * 82 + b"[" + b",".join([b"0"] * 60_000) + b"]" + b"}" * 82

    with pytest.raises(ValidationFailed, match="Nesting Levels have exceeded"):
        decode_large(body)
