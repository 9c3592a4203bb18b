"""Results, ballots and events as files to keep and to check."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from fastapi import Response

from tavola_systems.platform.http.file_answers import download
from tavola_systems.platform.spreadsheets import harmless
from tavola_systems.vote.domain.ballot_files import write_blt, write_csv
from tavola_systems.vote.query_model import QueryModel

__all__ = ["ballots_blt", "ballots_csv", "events_lines", "result_csv", "turnout_csv"]


def ballots_csv(queries: QueryModel, election_name: str) -> Response:
    """All published ballots, a line each."""
    names, ballots = _ballots(queries, election_name)
    rows = ((ballot.confirmation, ballot.voter_name, _ranks(ballot)) for ballot in ballots)
    return download(write_csv(names, rows), f"{election_name} ballots.csv", "text/csv")


def ballots_blt(queries: QueryModel, election_name: str) -> Response:
    """All published ballots for other counting programs."""
    names, ballots = _ballots(queries, election_name)
    lines = write_blt(election_name, names, map(_ranks, ballots))
    return download(lines, f"{election_name}.blt", "text/plain")


def _ballots(queries: QueryModel, election_name: str) -> tuple[list[str], list[Any]]:
    """Read them before the answer begins, so that a refusal is one."""
    ballots = list(queries.ballots(election_name))
    return [one.candidate_name for one in queries.candidates(election_name)], ballots


def _ranks(ballot: Any) -> dict[str, int]:
    return {ranking.candidate_name: ranking.rank for ranking in ballot.rankings}


def result_csv(queries: QueryModel, election_name: str) -> Response:
    """Places and both matrices."""
    result = queries.tally(election_name)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [harmless(name) for name in result.candidate_names]
    writer.writerow(["place", "candidate", "ranked pairs place"])
    other = {place.candidate_name: place.place for place in result.ranked_pairs}
    for place in result.places:
        name = place.candidate_name
        writer.writerow([place.place, harmless(name), other[name]])
    for title, matrix in (
        ("preferred to", result.pairwise),
        ("strongest paths", result.strongest_paths),
    ):
        writer.writerow([])
        writer.writerow([title, *names])
        writer.writerows([name, *row] for name, row in zip(names, matrix, strict=True))
    return download([text.getvalue()], f"{election_name} result.csv", "text/csv")


def turnout_csv(queries: QueryModel, election_name: str) -> Response:
    """Who may vote, and who has."""
    turnout = queries.turnout(election_name)
    found = sorted(
        [*((name, "yes") for name in turnout.voted), *((n, "") for n in turnout.missing)]
    )
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["name", "has voted"])
    writer.writerows((harmless(name), voted) for name, voted in found)
    return download([text.getvalue()], f"{election_name} turn-out.csv", "text/csv")


def events_lines(events: Iterable[dict[str, Any]], file_name: str) -> Response:
    """Events as auditors see them, a JSON line each."""
    first = iter(events)
    begun = next(first, None)

    def lines() -> Iterator[str]:
        if begun is None:
            return
        yield msgspec.json.encode(begun).decode() + "\n"
        for event in first:
            yield msgspec.json.encode(event).decode() + "\n"

    return download(lines(), file_name, "application/x-ndjson")
