"""Accounts with tokens for a crowd, written in large steps and signed here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from itsdangerous import URLSafeSerializer

from tavola_systems.platform.models import Platform, Token, User

_TOGETHER = 40
_EPOCH = 1


def make_crowd(db: Platform, secret: str, count: int) -> list[str]:
    """Write so many people whose addresses are confirmed; return a token of each."""
    now = datetime.now(UTC)
    tokens: list[str] = []
    signer = URLSafeSerializer([secret], salt="tavola-token")
    for numbers in _parts(range(count)):
        people = [
            User(
                email=f"guest-{number}@example.com",
                name=f"Guest {number}",
                epoch=_EPOCH,
                confirmed_at=now,
            )
            for number in numbers
        ]
        with db.transaction() as tx:
            for one in people:
                tx.create(one)
        made = [
            Token(
                system="requests",
                subject=one.user_id,
                label="load",
                epoch=_EPOCH,
                ttl=now + timedelta(days=1),
            )
            for one in people
        ]
        db.token.put_all(made)
        tokens += [str(signer.dumps(_content(one))) for one in made]
    return tokens


def _content(token: Token) -> dict[str, object]:
    return {"i": token.token_id, "e": _EPOCH, "s": "requests"}


def _parts(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), _TOGETHER):
        yield numbers[start : start + _TOGETHER]
