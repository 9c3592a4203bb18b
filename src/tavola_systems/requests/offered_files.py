"""The published files of draws, as pages and API offer them."""

from __future__ import annotations

from typing import Final

from fastapi import Response

from tavola_systems.platform.http.problems import NotFound
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.domain.draw_files import (
    COMMITMENT,
    DRAW,
    ENTRIES,
    ENTRIES_LIST,
    ORDER,
    SUMS,
    zip_of,
)
from tavola_systems.requests.models import Draw

__all__ = ["answer_file", "names_of"]

_ZIP: Final = "files.zip"


def names_of(draw: Draw) -> list[str]:
    """The files that are published of a draw so far."""
    names = [COMMITMENT]
    if draw.entries_file is not None:
        names += [ENTRIES_LIST, ENTRIES]
    if draw.draw_file is not None:
        names += [DRAW, ORDER]
    return [*names, SUMS]


def answer_file(desk: Desk, event_id: str, attempt: int, name: str) -> Response:
    """Answer with a file that was published of a draw, or with all of them."""
    draw = desk.db.draw.get(event_id, attempt) if 0 < attempt < 10**6 else None
    if draw is None or name not in {*names_of(draw), _ZIP}:
        raise NotFound
    files = desk.draws.files(draw)
    if name == _ZIP:
        file = f"draw-{event_id}-{attempt}.zip"
        return _download(zip_of(files), file, "application/zip")
    kind = "application/json" if name.endswith(".json") else "text/plain; charset=utf-8"
    return _download(files[name], name, kind)


def _download(content: bytes, name: str, media_type: str) -> Response:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-cache",
    }
    return Response(content, media_type=media_type, headers=headers)
