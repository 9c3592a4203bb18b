"""The demonstration: accounts that everybody knows, only in a store that `seed` made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tavola.errors import TableNotFound
from tavola_systems.platform.access.identity import EVERYWHERE
from tavola_systems.platform.models import Platform

__all__ = ["DEMO_PASSWORD", "DemoPerson", "is_demonstration", "mark_as_demonstration"]

DEMO_PASSWORD: Final = "welcome to tavola"  # noqa: S105 - meant to be known
_MARK: Final = "demonstration"


class DemoPerson(Struct, frozen=True):
    """Somebody in the sample data."""

    email: str
    name: str
    role: str
    scope: str = EVERYWHERE
    is_shown: bool = True
    """Whether the sign-in page names the account."""


def is_demonstration(db: Platform) -> bool:
    """Say whether a store holds accounts that everybody knows; one without tables does not."""
    try:
        return db.setting.get(_MARK) is not None
    except TableNotFound:
        return False


def mark_as_demonstration(db: Platform, systems: Sequence[str]) -> None:
    """Mark a store before the first such account is written."""
    db.setting.upsert(name=_MARK, values=list(systems))


def seeded_systems(db: Platform) -> list[str]:
    """Return the systems whose sample data is there."""
    setting = db.setting.get(_MARK)
    return list(setting.values or ()) if setting else []
