"""The files of a draw that was honest, for the tests that check or damage them."""

from __future__ import annotations

from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.draw_files import (
    Commitment,
    commitment_file,
    draw_files,
    entries_files,
    with_sums,
)

SEED = bytes(range(32))
ENTRIES = ("01REQA", "01REQB", "01REQC", "01REQD")
NUMBERS = "7 12 19 33 40 41"
PROMISE = Commitment(
    event_id="spring",
    attempt=1,
    places=2,
    seed_sha256=sha256_hex(SEED),
    public_source="Lotto 6 of 49, 21 March 2026",
    cutoff_at=1_774_000_000_000,
    committed_at=1_773_000_000_000,
)


def published(
    promise: Commitment = PROMISE,
    seed: bytes = SEED,
    value: str = NUMBERS,
    ids: tuple[str, ...] = ENTRIES,
) -> dict[str, bytes]:
    """All files of a draw."""
    files = {"commitment.json": commitment_file(promise)}
    files |= entries_files(files["commitment.json"], ids, 1_774_000_000_500)
    files |= draw_files(files, seed, value, 1_774_100_000_000)
    return with_sums(files)


FILES = published()
