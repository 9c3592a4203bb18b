"""Check the published files of a draw, with nothing but the files.

Nothing in them is believed: each document has to be exactly what this program would have written
from what it says, so that a single changed byte is found. What files cannot prove is when they were
published; whoever noted the commitment's digest at the opening gives it as `noted`.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, cast

from msgspec import Struct

from tavola.errors import OperationError
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.draw_files import (
    COMMITMENT,
    DRAW,
    ENTRIES,
    ENTRIES_LIST,
    ORDER,
    SUMS,
    Commitment,
    commitment_file,
    draw_files,
    entries_files,
    sums_of,
)

__all__ = ["CheckedClaim", "Stage", "Verification", "files_in", "files_in_zip", "verify"]

Stage = Literal["committed", "frozen", "drawn"]
_STAGES: Final[dict[frozenset[str], Stage]] = {
    frozenset({COMMITMENT}): "committed",
    frozenset({COMMITMENT, ENTRIES_LIST, ENTRIES}): "frozen",
    frozenset({COMMITMENT, ENTRIES_LIST, ENTRIES, DRAW, ORDER}): "drawn",
}
_NAMES: Final = (COMMITMENT, ENTRIES_LIST, ENTRIES, DRAW, ORDER, SUMS)
MAX_FILE_BYTES: Final = 200 * 2**20
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_WRONG = (OperationError, ValueError, TypeError, KeyError, UnicodeError, RecursionError)


class CheckedClaim(Struct, frozen=True):
    """One thing that was looked at."""

    sentence: str
    holds: bool
    detail: str = ""


class Verification(Struct, frozen=True):
    """What the files show."""

    checks: tuple[CheckedClaim, ...]
    stage: Stage | None
    entries: int = 0
    places: int = 0
    public_source: str = ""
    is_late: bool = False
    """Whether it was promised after the cutoff, in place of one that was abandoned."""
    order: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing was found that is wrong."""
        return self.stage is not None and all(check.holds for check in self.checks)

    @property
    def winners(self) -> tuple[str, ...]:
        """Those whom the draw gave a place."""
        return self.order[: self.places]

    @property
    def doubt(self) -> str:
        """What the files cannot exclude; empty if the operator had no choice."""
        if not self.public_source:
            return "No public value took part: the operator, who had the seed, could have chosen."
        if self.is_late:
            return (
                "It was promised after the cutoff, in place of an abandoned draw: whoever knew the"
                " public value by then could have chosen."
            )
        return ""

    def place_of(self, request_id: str) -> int | None:
        """Return at which place a request was drawn, from 1."""
        return self.order.index(request_id) + 1 if request_id in self.order else None


def verify(files: Mapping[str, bytes], *, noted: str | None = None) -> Verification:
    """Check the files of one draw; `noted` is the commitment's digest from the opening."""
    stage = _STAGES.get(frozenset(files) - {SUMS})
    if stage is None or SUMS not in files:
        wanted = f"{COMMITMENT}, then {ENTRIES_LIST} and {ENTRIES}, then {DRAW} and {ORDER}"
        found = ", ".join(sorted(files)) or "none"
        detail = f"There are: {found}. A draw has {wanted}, and always {SUMS}."
        return Verification(
            (CheckedClaim("All files of the draw are there.", False, detail),), None
        )
    checks = (CheckedClaim("All files of the draw are there.", True), *_checks(files, stage, noted))
    if not all(check.holds for check in checks):
        return Verification(checks, stage)
    promise = json.loads(files[COMMITMENT])
    return Verification(
        checks,
        stage,
        entries=len(files.get(ENTRIES_LIST, b"").split()),
        places=promise["places"],
        public_source=promise["public_source"],
        is_late=promise["committed_at"] >= promise["cutoff_at"],
        order=tuple(files.get(ORDER, b"").decode().split()),
    )


def _checks(files: Mapping[str, bytes], stage: Stage, noted: str | None) -> Iterator[CheckedClaim]:
    yield _check(f"Each file has the SHA-256 that {SUMS} lists.", files, _sums)
    if noted is not None:
        digest = sha256_hex(files[COMMITMENT])
        same = noted.strip().lower() == digest
        detail = "" if same else f"You noted {noted.strip()}, the file has {digest}."
        yield CheckedClaim("The commitment is the one that you noted.", same, detail)
    yield _check("The commitment is well formed.", files, _commitment)
    if stage in {"frozen", "drawn"}:
        sentence = "The entries are those whose digest was published, and follow the commitment."
        yield _check(sentence, files, _entries)
    if stage == "drawn":
        yield _check("The seed is the one that was committed to.", files, _seed)
        yield _check("A public value is given if one was promised.", files, _public_value)
        yield _check("No public value was used before the cutoff.", files, _moment)
        sentence = "Key and order follow from seed, entries and public value."
        yield _check(sentence, files, _draw)


def _check(
    sentence: str, files: Mapping[str, bytes], find: Callable[[Mapping[str, bytes]], str]
) -> CheckedClaim:
    try:
        wrong = find(files)
    except _WRONG as error:
        wrong = f"It cannot be read: {error}"
    return CheckedClaim(sentence, not wrong, wrong)


def _sums(files: Mapping[str, bytes]) -> str:
    return "" if files[SUMS] == sums_of(files) else f"{SUMS} lists other sums or other files."


def _read(files: Mapping[str, bytes], name: str) -> dict[str, Any]:
    values: Any = json.loads(files[name])
    if not isinstance(values, dict):
        raise TypeError(f"{name} is no JSON object.")
    return cast("dict[str, Any]", values)


def _commitment(files: Mapping[str, bytes]) -> str:
    values = _read(files, COMMITMENT)
    values.pop("format")
    promise = Commitment(**values)
    if commitment_file(promise) != files[COMMITMENT]:
        return "It is not written as a commitment is."
    if not _HEX.fullmatch(promise.seed_sha256):
        return "It holds no SHA-256 of a seed."
    if type(promise.places) is not int or promise.places < 1:
        return f"It promises {promise.places!r} places."
    return ""


def _entries(files: Mapping[str, bytes]) -> str:
    values = _read(files, ENTRIES)
    ids = files[ENTRIES_LIST].decode().split("\n")[:-1]
    expected = entries_files(files[COMMITMENT], ids, values["frozen_at"])
    if expected[ENTRIES_LIST] != files[ENTRIES_LIST]:
        return f"{ENTRIES_LIST} is not a sorted list of ids, one to a line."
    return "" if expected[ENTRIES] == files[ENTRIES] else f"{ENTRIES} says otherwise."


def _seed(files: Mapping[str, bytes]) -> str:
    seed = bytes.fromhex(_read(files, DRAW)["seed"])
    promised = _read(files, COMMITMENT)["seed_sha256"]
    found = sha256_hex(seed)
    return "" if found == promised else f"Its SHA-256 is {found}, committed was {promised}."


def _public_value(files: Mapping[str, bytes]) -> str:
    source = _read(files, COMMITMENT)["public_source"]
    value = _read(files, DRAW)["public_value"]
    if bool(source) != bool(value):
        return f"The source is {source!r}, the value {value!r}."
    return ""


def _moment(files: Mapping[str, bytes]) -> str:
    promise = _read(files, COMMITMENT)
    drawn_at, cutoff_at = _read(files, DRAW)["drawn_at"], promise["cutoff_at"]
    if promise["public_source"] and drawn_at < cutoff_at:
        return f"It was drawn at {drawn_at}, and the cutoff was at {cutoff_at}."
    return ""


def _draw(files: Mapping[str, bytes]) -> str:
    values = _read(files, DRAW)
    seed = bytes.fromhex(values["seed"])
    expected = draw_files(files, seed, values["public_value"], values["drawn_at"])
    if expected[ORDER] != files[ORDER]:
        return f"{ORDER} is in another order than the draw leads to."
    return "" if expected[DRAW] == files[DRAW] else f"{DRAW} says otherwise."


def files_in(path: Path) -> dict[str, bytes]:
    """Read a draw's files from a folder or a zip file; other files are left alone."""
    if path.is_dir():
        return {name: (path / name).read_bytes() for name in _NAMES if (path / name).is_file()}
    return files_in_zip(path.read_bytes())


def files_in_zip(packed: bytes) -> dict[str, bytes]:
    """Read a draw's files from a zip file, which may hold them in a folder."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            members = {info.filename.rpartition("/")[2]: info for info in archive.infolist()}
            chosen = {name: members[name] for name in _NAMES if name in members}
            if sum(info.file_size for info in chosen.values()) > MAX_FILE_BYTES:
                raise OperationError(
                    f"files: they are larger than {MAX_FILE_BYTES} bytes together."
                )
            return {name: archive.read(info) for name, info in chosen.items()}
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise OperationError(
            f"files: they cannot be unpacked ({error}). Give a folder or a zip file of a draw."
        ) from error
