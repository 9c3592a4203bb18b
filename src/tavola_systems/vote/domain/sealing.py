"""Sealing what a secret ballot says: AES-GCM under a key that is kept outside the tables."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from tavola_systems.vote.domain.entities import MAX_RANK, Ballot, Ranking
from tavola_systems.vote.domain.errors import ElectionLogDamaged

__all__ = ["Contents", "Seal", "open_ballot", "sealed_length"]

_NONCE_BYTES = 12
KEY_BYTES = 32
_PADDING_BYTES = 256
_TAG_BYTES = 16
_CONFIRMATION_LENGTH = 36


class Contents(Struct, frozen=True, array_like=True):
    """What a ballot says, without who cast it."""

    confirmation: str
    rankings: tuple[Ranking, ...]


class _Packed(Struct, frozen=True, array_like=True):
    confirmation: str
    rankings: tuple[tuple[str, int], ...]


class Opener(Protocol):
    """Reads what was sealed."""

    def open(self, sealed: str, election_name: str) -> Contents:
        """Read a sealed ballot of an election."""
        ...


class Seal:
    """One key, read when it is needed; a sealed ballot opens only as one of its own election."""

    def __init__(self, key: bytes | Callable[[], bytes], random: Callable[[int], bytes]) -> None:
        self._key = key
        self._random = random
        self._decoder = msgspec.json.Decoder(_Packed)

    @cached_property
    def _cipher(self) -> AESGCM:
        key = self._key if isinstance(self._key, bytes) else self._key()
        if len(key) != KEY_BYTES:
            raise ElectionLogDamaged(f"The sealing key has {len(key)} bytes. Give {KEY_BYTES}.")
        return AESGCM(key)

    def close(self, contents: Contents, election_name: str, candidates: Sequence[str]) -> str:
        """Encrypt what a ballot says; equal ballots look different.

        All are as long as one that ranks everybody, so that the length tells nothing.
        """
        pairs = tuple((ranking.candidate_name, ranking.rank) for ranking in contents.rankings)
        plain = msgspec.json.encode(_Packed(contents.confirmation, pairs))
        plain += b" " * (_full_length(candidates) - len(plain))
        nonce = self._random(_NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, plain, election_name.encode())
        return base64.b64encode(sealed).decode()

    def open(self, sealed: str, election_name: str) -> Contents:
        """Decrypt what a ballot says."""
        packed = self._unpack(sealed, election_name)
        return Contents(packed.confirmation, tuple(Ranking(*pair) for pair in packed.rankings))

    def ranks(self, sealed: str, election_name: str) -> dict[str, int]:
        """Decrypt what counts of a ballot."""
        return dict(self._unpack(sealed, election_name).rankings)

    def _unpack(self, sealed: str, election_name: str) -> _Packed:
        try:
            whole = base64.b64decode(sealed, validate=True)
            plain = self._cipher.decrypt(
                whole[:_NONCE_BYTES], whole[_NONCE_BYTES:], election_name.encode()
            )
        except (InvalidTag, binascii.Error, ValueError) as wrong:
            raise ElectionLogDamaged(
                f"election {election_name!r}: a sealed ballot does not open with this key. "
                "Give the key that it was cast under."
            ) from wrong
        return self._decoder.decode(plain)


def _full_length(candidates: Sequence[str]) -> int:
    """The bytes of the longest ballot of these candidates, rounded up."""
    pairs = tuple((name, MAX_RANK) for name in candidates)
    whole = len(msgspec.json.encode(_Packed("-" * _CONFIRMATION_LENGTH, pairs)))
    return whole + -whole % _PADDING_BYTES


def sealed_length(candidates: Sequence[str]) -> int:
    """How long the text of a sealed ballot of these candidates is."""
    return (_NONCE_BYTES + _full_length(candidates) + _TAG_BYTES + 2) // 3 * 4


def open_ballot(ballot: Ballot, seal: Opener) -> Contents:
    """Read what a ballot says, sealed or not."""
    if ballot.sealed is not None:
        return seal.open(ballot.sealed, ballot.election_name)
    return Contents(ballot.confirmation or "", ballot.rankings or ())
