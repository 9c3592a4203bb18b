"""ULIDs: 26 characters that sort by the time they were made, also within one millisecond."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import UUID

from tavola.errors import OperationError

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
match_ulid = re.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}").fullmatch
"""Match a ULID in its canonical, upper-case form."""
_PAIRS = tuple(first + second for first in _ALPHABET for second in _ALPHABET)
_RANDOM_BITS = 80
_STEP_BITS = 32


def is_ulid(text: str) -> bool:
    """Say whether `text` is a ULID in its canonical, upper-case form."""
    return match_ulid(text) is not None


class UlidSource:
    """Makes ULIDs that grow strictly, whatever the clock does.

    Two sources in two processes may interleave; each one alone never goes back. A new value is
    also made greater than a given one (`after`), so that a version always grows.
    """

    def __init__(self, clock: Callable[[], float], random_bits: Callable[[int], int]) -> None:
        self._clock = clock
        self._random_bits = random_bits
        self._last = -1

    def __call__(self, after: str | None = None) -> str:
        """Return the next ULID."""
        number = int(self._clock() * 1000) << _RANDOM_BITS | self._random_bits(_RANDOM_BITS)
        last = self._last if after is None else max(self._last, decode_ulid(after))
        if number <= last:
            # A random step, so that two threads that meet here do not make one ULID twice.
            number = last + 1 + self._random_bits(_STEP_BITS)
        self._last = number
        return encode_ulid(number)


def encode_ulid(number: int) -> str:
    """Write 128 bits as 26 characters."""
    return "".join([_PAIRS[number >> shift & 1023] for shift in range(120, -1, -10)])


def decode_ulid(text: str) -> int:
    """Read 26 characters as 128 bits; a foreign text counts as the smallest."""
    if not is_ulid(text):
        return -1
    number = 0
    for character in text:
        number = number << 5 | _ALPHABET.index(character)
    return number


def ulid_to_uuid(ulid: str) -> UUID:
    """Give the UUID of the same 128 bits, which sorts as the ULID does."""
    number = decode_ulid(ulid)
    if number < 0:
        raise OperationError(
            f"ulid: {ulid!r} is not a ULID. "
            "Use 26 characters, digits and capitals without I, L, O and U."
        )
    return UUID(int=number)


def uuid_to_ulid(uuid: UUID) -> str:
    """Give the ULID of the same 128 bits."""
    return encode_ulid(uuid.int)
