"""JSON of a large request, decoded piece by piece, so that no call into C lasts long.

While a decoder works, no other thread of the process does: 15 MB of small values take a quarter of
a second. In pieces of 64 KB the interpreter lets others go on after each. What comes out is what
one call would have given, and what is refused is what it would have refused.

One walk over the tokens finds where lists and objects begin and end and where their members do.
A short one is a part of what it stands in; a long one is decoded group by group when it ends, and
its value then stands for it. An item has fewer members than bytes, which bounds the walk.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from tavola.errors import ValidationFailed

__all__ = ["decode_large"]

_PIECE_BYTES: Final = 64 * 1024
_SEARCHED_BYTES: Final = 1 << 20
_FEW: Final = 50_000
"""So many commas, and the values between them, take the decoder about 10 ms at once."""
_MAX_MEMBERS: Final = 400 * 1024
# DynamoDB: values nest 32 levels deep, each of them two of JSON, inside the request's own.
_MAX_DEPTH: Final = 80
_COMMA: Final = ord(",")
_SPACE: Final = b" \t\n\r"
_CLOSING: Final = {ord("["): ord("]"), ord("{"): ord("}")}

_decode = msgspec.json.Decoder(Any).decode
_decode_object = msgspec.json.Decoder(dict[str, Any]).decode

_STRING: Final = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_PLAIN: Final = rb'[^"\[\]{}]{0,999}+'
_FLAT: Final = _PLAIN + rb"(?:" + _STRING + _PLAIN + rb"){0,100}+"
# A text, a short list or object without others in it, a bracket, a comma. A quote alone is the
# beginning of a text that never ends.
_tokens = re.compile(
    _STRING + rb"|\{" + _FLAT + rb"\}|\[" + _FLAT + rb'\]|[\[\]{},"]', re.DOTALL
).finditer


def decode_large(
    body: bytes, *, piece_bytes: int = _PIECE_BYTES, few: int = _FEW
) -> dict[str, Any]:
    """Decode an object; fails as msgspec's decoder does."""
    if not _has_many(body, few):
        return _decode_object(body)
    decoded: dict[str, Any] = _walk(body, piece_bytes)
    return decoded


def _has_many(body: bytes, few: int) -> bool:
    """Return whether there are more commas than that; the search is a piece of work too."""
    count = 0
    for start in range(0, len(body), _SEARCHED_BYTES):
        count += body.count(b",", start, start + _SEARCHED_BYTES)
        if count > few:
            return True
    return False


def _malformed() -> msgspec.DecodeError:
    return msgspec.DecodeError("JSON is malformed")


class _Container:
    """A list or an object that has begun."""

    def __init__(self, body: bytes, start: int) -> None:
        self._body = body
        self._is_object = body[start] == ord("{")
        self.start = start
        self.closing = _CLOSING[body[start]]
        self.value: dict[str, Any] | list[Any] | None = None
        """What is decoded of it; None as long as it is all text."""
        self._members = 0
        self._group = start + 1
        """Where the members begin that are not decoded yet."""
        self._member = start + 1
        """Where the member under way begins."""
        self._rest: int | None = None
        """Where the value of that member ends, if it is decoded already."""

    def end_member(self, place: int, piece_bytes: int) -> None:
        """Take note of a comma; decode what has come together."""
        self._members += 1
        if self._members >= _MAX_MEMBERS:
            raise ValidationFailed("Item size has exceeded the maximum allowed size")
        self._end_decoded(place)
        if place - self._group >= piece_bytes:
            self._decode_group(place)
        self._member = place + 1

    def take(self, value: Any, start: int, end: int) -> None:
        """Take the value of a long list or object inside this one."""
        if self._group < self._member:
            self._decode_group(self._member - 1)
        name = self._body[self._member : start].strip(_SPACE)
        if self._is_object:
            names = list(_decode_object(b"{" + name + b"0}")) if name.endswith(b":") else []
            if len(names) != 1:
                raise _malformed()
            self._add({names[0]: value})
        elif name:
            raise _malformed()
        else:
            self._add([value])
        self._rest = end

    def end(self, place: int) -> Any:
        """Decode what is left; gives the whole."""
        self._end_decoded(place)
        if self._group <= place and not (self._members and self._group > self._member):
            self._decode_group(place)
        return self.value

    def _end_decoded(self, place: int) -> None:
        if self._rest is not None:
            if self._body[self._rest : place].strip(_SPACE):
                raise _malformed()
            self._group, self._rest = place + 1, None

    def _decode_group(self, end: int) -> None:
        opening, closing = (b"{", b"}") if self._is_object else (b"[", b"]")
        text = self._body[self._group : end]
        # The decoder would not see that nothing stands between two commas.
        if not text.strip(_SPACE) and (self._members or self.value is not None):
            raise _malformed()
        self._add(_decode(opening + text + closing))
        self._group = end + 1

    def _add(self, members: Any) -> None:
        if self.value is None:
            self.value = members
        elif isinstance(self.value, dict):
            self.value |= members
        else:
            self.value += members


def _walk(body: bytes, piece_bytes: int) -> Any:
    """Decode an object whose long parts are decoded for themselves."""
    start = len(body) - len(body.lstrip(_SPACE))
    if body[start : start + 1] != b"{":
        raise _malformed()
    opened = [_Container(body, start)]
    for token in _tokens(body, start + 1):
        place, end = token.span()
        sign = body[place]
        if sign == _COMMA:
            opened[-1].end_member(place, piece_bytes)
        elif end != place + 1:
            continue  # a text, or what is flat and short: part of the member under way
        elif sign in _CLOSING:
            _check_depth(opened)
            opened.append(_Container(body, place))
        else:
            ended = opened.pop()
            if sign != ended.closing:
                raise _malformed()
            if not opened:
                return _end_of_all(ended, body, place)
            if ended.value is not None or end - ended.start > piece_bytes:
                opened[-1].take(ended.end(place), ended.start, end)
    raise _malformed()


def _check_depth(opened: list[_Container]) -> None:
    if len(opened) > _MAX_DEPTH:
        raise ValidationFailed("Nesting Levels have exceeded supported limits")


def _end_of_all(ended: _Container, body: bytes, place: int) -> Any:
    if body[place + 1 :].strip(_SPACE):
        raise _malformed()
    return ended.end(place)
