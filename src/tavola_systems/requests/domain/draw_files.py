"""The files of a draw: what is published at each step, so that anybody can repeat it offline.

A step only adds files. Each document holds the SHA-256 of the one before it, and `SHA256SUMS` (the
form of `sha256sum`) lists what belongs to the draw so far.

    commitment.json   at opening: the seed's hash, places, name of the public value, cutoff
    entries.txt       at the cutoff: the request ids, sorted, one to a line
    entries.json      at the cutoff: their number and digest
    draw.json         the seed, the public value, the key
    order.txt         the request ids as drawn, one to a line; the first ones win
    SHA256SUMS
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from tavola_systems.requests.domain.draw import (
    draw,
    entries_digest,
    entries_text,
    sha256_hex,
    tidy_public_value,
)

__all__ = [
    "COMMITMENT",
    "DRAW",
    "ENTRIES",
    "ENTRIES_LIST",
    "ORDER",
    "SUMS",
    "Commitment",
    "commitment_file",
    "draw_files",
    "entries_files",
    "sums_of",
    "with_sums",
    "zip_of",
]

COMMITMENT: Final = "commitment.json"
ENTRIES_LIST: Final = "entries.txt"
ENTRIES: Final = "entries.json"
DRAW: Final = "draw.json"
ORDER: Final = "order.txt"
SUMS: Final = "SHA256SUMS"
FORMAT: Final = "tavola-draw-1"

Files = dict[str, bytes]


class Commitment(Struct, frozen=True):
    """What is promised when an event opens."""

    event_id: str
    attempt: int
    """1, or more if an earlier draw of the event was abandoned."""
    places: int
    seed_sha256: str
    public_source: str
    """Which public value will count; empty if there is none."""
    cutoff_at: int
    """In milliseconds since 1970."""
    committed_at: int


def commitment_file(commitment: Commitment) -> bytes:
    """Write the first file."""
    return _document(asdict(commitment))


def entries_files(commitment: bytes, ids: Iterable[str], frozen_at: int) -> Files:
    """Write what is added when the entries are fixed."""
    listed = sorted(ids)
    document = {
        "commitment_sha256": sha256_hex(commitment),
        "entries": len(listed),
        "entries_sha256": entries_digest(listed),
        "frozen_at": frozen_at,
    }
    return {ENTRIES_LIST: entries_text(listed).encode(), ENTRIES: _document(document)}


def draw_files(files: Mapping[str, bytes], seed: bytes, public_value: str, drawn_at: int) -> Files:
    """Write what is added by the draw itself, from the files so far."""
    ids = files[ENTRIES_LIST].decode().split()
    places = int(json.loads(files[COMMITMENT])["places"])
    drawn = draw(seed, ids, public_value, places)
    order = "".join(f"{one}\n" for one in drawn.order).encode()
    document = {
        "drawn_at": drawn_at,
        "entries_json_sha256": sha256_hex(files[ENTRIES]),
        "key": drawn.key,
        "order_sha256": sha256_hex(order),
        "public_value": tidy_public_value(public_value),
        "seed": seed.hex(),
    }
    return {DRAW: _document(document), ORDER: order}


def _document(values: Mapping[str, Any]) -> bytes:
    text = json.dumps({"format": FORMAT, **values}, indent=2, sort_keys=True, ensure_ascii=True)
    return f"{text}\n".encode()


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """List the files with their SHA-256, as `sha256sum --check` reads it."""
    lines = [f"{sha256_hex(files[name])}  {name}\n" for name in sorted(files) if name != SUMS]
    return "".join(lines).encode()


def with_sums(files: Mapping[str, bytes]) -> Files:
    """Add the list of sums."""
    return {**files, SUMS: sums_of(files)}


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Pack files into one; the same files always give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, date_time=(2000, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return packed.getvalue()
