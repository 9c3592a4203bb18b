"""A draw that its operator cannot steer, and that anybody can repeat.

What could go wrong: whoever knows a draw's seed beforehand can try request ids until one wins,
which takes a few hundred tries. A seed alone is therefore not enough, even if its hash was
published. So three things decide together, and each is fixed before anybody can know what it leads
to:

1. *Commitment*, when the event opens: the SHA-256 of a random seed, the number of places, and the
   name of a public value that will exist only after the cutoff (a beacon's round, official
   numbers). From now on the seed cannot change.
2. *Entries*, at the cutoff: the ids of all requests that take part, sorted, and their SHA-256. From
   now on nobody can enter or leave. The public value does not exist yet.
3. *Draw*: the seed and the public value are published. Everything else follows from them:

       key   = SHA-256(seed ‖ digest of the entries ‖ public value)
       order = the ids by HMAC-SHA-256(key, id), smallest first; the first N win

Seed and digest have 32 bytes each, so no two different inputs are joined to the same bytes. A draw
without a public value is possible, and then its operator, who has the seed, could have chosen.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from tavola.errors import OperationError

__all__ = [
    "SEED_BYTES",
    "Drawn",
    "draw",
    "entries_digest",
    "entries_text",
    "sha256_hex",
    "tidy_public_value",
]

SEED_BYTES: Final = 32
MAX_PUBLIC_VALUE_CHARACTERS: Final = 1_000
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
# Controls that are not white space, format characters, surrogates: Unicode's Cc, Cf and Cs. They
# are written out, here and in verify.js, so that all versions of Unicode lead to the same answer.
_INVISIBLE: Final = re.compile(
    "["
    r"\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891"
    r"\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ud800-\udfff"
    r"\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
    "]"
)


class Drawn(Struct, frozen=True):
    """What a draw has led to."""

    key: str
    """In hexadecimal digits."""
    order: tuple[str, ...]
    """All entries; the first ones win, and the next one takes a place that is given back."""
    places: int

    @property
    def winners(self) -> tuple[str, ...]:
        """Those whom the draw gives a place."""
        return self.order[: self.places]


def draw(seed: bytes, entries: Iterable[str], public_value: str, places: int) -> Drawn:
    """Order the entries; the same arguments always lead to the same order."""
    if len(seed) != SEED_BYTES:
        raise OperationError(f"seed: it has {len(seed)} bytes. A seed has {SEED_BYTES}.")
    if places < 1:
        raise OperationError(f"places: {places} cannot be drawn. Give at least 1.")
    ids = tuple(entries)
    digest = bytes.fromhex(entries_digest(ids))
    value = tidy_public_value(public_value).encode()
    key = hashlib.sha256(seed + digest + value).digest()
    ranked = sorted(ids, key=lambda one: (_rank(key, one), one))
    return Drawn(key.hex(), tuple(ranked), places)


def _rank(key: bytes, request_id: str) -> bytes:
    return hmac.digest(key, request_id.encode(), "sha256")


def entries_digest(ids: Iterable[str]) -> str:
    """Return the SHA-256 of the entries, which is also that of the file that lists them."""
    return sha256_hex(entries_text(ids).encode())


def entries_text(ids: Iterable[str]) -> str:
    """Write the entries sorted, one to a line: their order of arrival decides nothing."""
    ordered = sorted(ids)
    check_entries(ordered)
    return "".join(f"{one}\n" for one in ordered)


def check_entries(ordered: Sequence[str]) -> None:
    """Refuse what is not an id, and an id that stands there twice."""
    for one in ordered:
        if not _ID.fullmatch(one):
            raise OperationError(
                f"entries: {one!r} is not a request id. Ids have letters, digits, '-' and '_'."
            )
    for first, second in pairwise(ordered):
        if first == second:
            raise OperationError(f"entries: {first} stands there twice. Each takes part once.")


def tidy_public_value(text: str) -> str:
    """Return a public value as it counts: composed characters, single spaces, none at the ends.

    So it does not matter how somebody copies numbers from a page.
    """
    if _INVISIBLE.search(text):
        raise OperationError(
            "The public value has characters that nobody sees. Type it as it was published."
        )
    value = " ".join(unicodedata.normalize("NFC", text).split())
    if len(value) > MAX_PUBLIC_VALUE_CHARACTERS:
        raise OperationError(
            f"The public value has {len(value)} characters."
            f" Give at most {MAX_PUBLIC_VALUE_CHARACTERS}."
        )
    return value


def sha256_hex(content: bytes) -> str:
    """Return the SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()
