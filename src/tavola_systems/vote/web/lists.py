"""Lists that organisers paste or upload: candidates and voters, with errors by line."""

from __future__ import annotations

import csv
import io
import re

from msgspec import Struct

from tavola_systems.platform.spreadsheets import plain
from tavola_systems.vote.domain.errors import BadArgument
from tavola_systems.vote.domain.typed_texts import check_email, check_name, check_text, fold

__all__ = ["Invited", "read_candidates", "read_voters"]

MAX_LINES = 10_000


class Invited(Struct, frozen=True):
    """One line of a list of voters: a name that is registered, or a name and an address."""

    line: int
    name: str
    email: str | None


def read_candidates(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Read a name in each line, with a description after a comma or tab; and what is wrong."""
    found: list[tuple[str, str]] = []
    errors: list[str] = []
    seen: dict[str, int] = {}
    for number, cells in _lines(text):
        try:
            name = check_name(cells[0], "name")
            description = check_text(", ".join(cell for cell in cells[1:] if cell), "description")
        except BadArgument as error:
            errors.append(f"Line {number}: {error}")
            continue
        if fold(name) in seen:
            errors.append(f"Line {number}: {name} stands in line {seen[fold(name)]} already.")
        seen.setdefault(fold(name), number)
        found.append((name, description))
    return found, errors


def read_voters(text: str) -> tuple[list[Invited], list[str]]:
    """Read `Name`, `Name, address`, `Name <address>` or an address in each line; and errors."""
    found: list[Invited] = []
    errors: list[str] = []
    seen: dict[str, int] = {}
    for number, cells in _lines(text):
        try:
            invited = _voter(number, cells)
        except BadArgument as error:
            errors.append(f"Line {number}: {error}")
            continue
        key = fold(invited.email or invited.name)
        if key in seen:
            errors.append(f"Line {number} stands in line {seen[key]} already.")
        seen.setdefault(key, number)
        found.append(invited)
    return found, errors


def _voter(number: int, cells: list[str]) -> Invited:
    bracketed = re.fullmatch(r"(.*?)\s*<([^<>]+)>", cells[0])
    if bracketed:
        cells = [bracketed[1], bracketed[2]]
    filled = [cell for cell in cells if cell]
    if len(filled) > 2:
        raise BadArgument("it has more than a name and an address.")
    addresses = [check_email(cell) for cell in filled if "@" in cell]
    names = [cell for cell in filled if "@" not in cell]
    if len(addresses) > 1 or len(names) > 1:
        raise BadArgument("give one name and one address.")
    email = addresses[0] if addresses else None
    name = names[0] if names else (email or "").partition("@")[0]
    return Invited(number, check_name(name, "name", allow_at=False), email)


def _lines(text: str) -> list[tuple[int, list[str]]]:
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MAX_LINES:
        raise BadArgument(f"list: it has {len(lines)} lines. Send at most {MAX_LINES} at once.")
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    parsed = [(number, _cells(number, line)) for number, line in rows]
    if parsed and [fold(cell) for cell in parsed[0][1]] in _HEADERS:
        parsed = parsed[1:]
    return parsed


_HEADERS = (["name", "email"], ["name", "description"], ["name"], ["email"], ["name", "address"])


def _cells(number: int, line: str) -> list[str]:
    separator = "\t" if "\t" in line else (";" if ";" in line and "," not in line else ",")
    rows = csv.reader(io.StringIO(line.strip()), delimiter=separator, skipinitialspace=True)
    try:
        (cells,) = rows
    except csv.Error as error:
        raise BadArgument(f"list: line {number} cannot be read: {error}.") from error
    return [plain(cell.strip()) for cell in cells]
