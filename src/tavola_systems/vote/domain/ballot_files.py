"""Ballots as files: CSV for spreadsheets, BLT for other counting programs, and back.

A file is all that a count needs, so anybody can check a result without this system.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from tavola_systems.platform.spreadsheets import harmless, plain
from tavola_systems.vote.domain.errors import BadArgument

__all__ = ["BallotFile", "load_ballots", "write_blt", "write_csv"]

_CONFIRMATION = "confirmation"
_VOTER = "voter"


class BallotFile(Struct, frozen=True):
    """What a file of ballots holds."""

    candidates: list[str]
    ballots: list[dict[str, int]]
    title: str = ""


def write_csv(
    candidates: Sequence[str],
    ballots: Iterable[tuple[str | None, str | None, Mapping[str, int]]],
) -> Iterator[str]:
    """Write ballots (confirmation, voter, ranks) as lines; an empty cell is unranked."""
    yield _line([_CONFIRMATION, _VOTER, *map(harmless, candidates)])
    for confirmation, voter, ranks in ballots:
        cells = [str(ranks[name]) if name in ranks else "" for name in candidates]
        yield _line([confirmation or "", harmless(voter or ""), *cells])


def _line(cells: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def write_blt(
    title: str, candidates: Sequence[str], ballots: Iterable[Mapping[str, int]]
) -> Iterator[str]:
    """Write ballots in the form of OpaVote and others: numbers in order, `=` between equal ones."""
    yield f"{len(candidates)} 1\n"
    numbers = {name: number for number, name in enumerate(candidates, start=1)}
    for ranks in ballots:
        known = sorted((rank, numbers[name]) for name, rank in ranks.items() if name in numbers)
        groups = groupby(known, key=lambda one: one[0])
        places = ["=".join(str(number) for _, number in group) for _, group in groups]
        yield " ".join(["1", *places, "0"]) + "\n"
    yield "0\n"
    for name in (*candidates, title):
        yield f'"{_quoted(name)}"\n'


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def load_ballots(text: str) -> BallotFile:
    """Read a CSV or BLT file; what is wrong is named by its line."""
    first = text.lstrip("\ufeff \n").partition("\n")[0]
    if re.fullmatch(r"\s*\d+\s+\d+\s*(#.*)?", first):
        return _load_blt(text)
    return _load_csv(text)


def _load_csv(text: str) -> BallotFile:
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff")))
    header = next(rows, None)
    if not header:
        raise BadArgument("ballots: the file is empty. Its first line names the candidates.")
    leading = sum(cell in {_CONFIRMATION, _VOTER} for cell in header[:2])
    candidates = [plain(cell) for cell in header[leading:]]
    if not candidates or len(set(candidates)) < len(candidates):
        raise BadArgument("ballots, line 1: name each candidate once, each in a column.")
    ballots: list[dict[str, int]] = []
    for row in rows:
        if not any(row):
            continue
        if len(row) != len(header):
            raise BadArgument(
                f"Line {rows.line_num} of the ballots has {len(row)} columns. Give {len(header)}."
            )
        cells = zip(candidates, row[leading:], strict=True)
        ballots.append({name: _rank(cell, rows.line_num) for name, cell in cells if cell.strip()})
    return BallotFile(candidates, ballots)


def _rank(cell: str, line: int) -> int:
    text = cell.strip()
    if not re.fullmatch(r"[0-9]{1,7}", text) or int(text) < 1:
        raise BadArgument(f"ballots, line {line}: {cell!r} is not a rank. Ranks begin at 1.")
    return int(text)


def _load_blt(text: str) -> BallotFile:
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1)
        if line.strip()
    ]
    count = int(lines[0][1].split()[0])
    ballots: list[list[list[int]]] = []
    names: list[str] = []
    is_over = False
    for number, line in lines[1:]:
        if is_over:
            names.append(_name(line, number))
        elif line == "0":
            is_over = True
        elif not line.startswith("-"):
            ballots.extend(_blt_ballots(line, number, count))
    if not is_over or len(names) < count:
        raise BadArgument(
            f"ballots: the file ends too early. After a line '0' come {count} names and a title."
        )
    candidates = names[:count]
    ranked = [
        {candidates[one - 1]: rank for rank, group in enumerate(places, 1) for one in group}
        for places in ballots
    ]
    return BallotFile(candidates, ranked, names[count] if len(names) > count else "")


def _name(line: str, number: int) -> str:
    quoted = re.match(r'"((?:[^"\\]|\\.)*)"', line)
    if quoted is None:
        raise BadArgument(f'ballots, line {number}: write a name as "Name".')
    return re.sub(r"\\(.)", r"\1", quoted[1])


def _blt_ballots(line: str, number: int, count: int) -> Iterator[list[list[int]]]:
    words = line.split("#")[0].split()
    if not all(re.fullmatch(r"[0-9]+(=[0-9]+)*", word) for word in words) or words[-1] != "0":
        raise BadArgument(
            f"ballots, line {number}: {line!r} is not a ballot. It is a weight, numbers, and 0."
        )
    places = [[int(one) for one in word.split("=")] for word in words[1:-1]]
    numbers = [one for group in places for one in group]
    if len(set(numbers)) < len(numbers) or any(not 1 <= one <= count for one in numbers):
        raise BadArgument(
            f"ballots, line {number}: name each candidate at most once, from 1 to {count}."
        )
    for _ in range(int(words[0])):
        yield places
