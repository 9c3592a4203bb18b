"""What a lottery promises when it opens, as the item that keeps it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tavola.errors import OperationError
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.draw_files import Commitment, commitment_file
from tavola_systems.requests.models import Draw, EventConfig

__all__ = ["check_source", "milliseconds", "new_draw"]

_MAX_SOURCE_CHARACTERS: Final = 300


def check_source(text: str | None, event_type: str) -> str | None:
    """Return the name of a public value in single spaces; None if there is none."""
    source = " ".join((text or "").split())
    if source and event_type != "LOTTERY":
        raise OperationError("public_source: only a lottery is drawn. Leave it out.")
    if len(source) > _MAX_SOURCE_CHARACTERS or not source.isprintable():
        raise OperationError(
            f"public_source: use at most {_MAX_SOURCE_CHARACTERS} printable characters."
        )
    return source or None


def new_draw(config: EventConfig, attempt: int, seed: bytes, now: datetime) -> Draw:
    """Return a draw that is promised and no more."""
    if config.ends_at is None:
        raise OperationError(f"Event {config.event_id} has no cutoff. A lottery needs one.")
    promise = Commitment(
        event_id=config.event_id,
        attempt=attempt,
        places=config.capacity_total,
        seed_sha256=sha256_hex(seed),
        public_source=config.public_source or "",
        cutoff_at=milliseconds(config.ends_at),
        committed_at=milliseconds(now),
    )
    return Draw(
        event_id=config.event_id,
        attempt=attempt,
        state="COMMITTED",
        seed=seed.hex(),
        places=config.capacity_total,
        public_source=config.public_source,
        commitment=commitment_file(promise).decode(),
        committed_at=now,
        decided=0,
        winners=0,
        next_in_order=0,
        vacant=0,
    )


def milliseconds(moment: datetime) -> int:
    """Return a time as published files have it."""
    return round(moment.timestamp() * 1000)
