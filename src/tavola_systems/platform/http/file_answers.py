"""Answers that are files: to keep, or uploads of others, which never run in a reader's browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from tavola.errors import OperationError
from tavola_systems.platform.spreadsheets import csv_line

__all__ = [
    "BINARY_BODY",
    "FOREVER",
    "HARMLESS",
    "attachment",
    "csv_download",
    "download",
    "read_upload",
]

HARMLESS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Headers of what others have uploaded or named: it never runs in a reader's browser."""

FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Headers of what never changes at its address."""


BINARY_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
"""How OpenAPI says that a body is a file."""


async def read_upload(request: Request, most: int) -> bytes:
    """Read a body, and stop as soon as it is too large."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            raise OperationError(f"content: it is too large. At most {most} bytes are allowed.")
    return bytes(content)


def attachment(content: bytes, name: str, media_type: str) -> Response:
    """Send what somebody uploaded as a file to keep."""
    disposition = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    headers = {**HARMLESS, "Content-Disposition": disposition, "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


def download(lines: Iterable[str], name: str, media_type: str) -> Response:
    """Send lines as a file to keep; nobody on the way keeps a copy."""
    disposition = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    headers = {"Content-Disposition": disposition, "Cache-Control": "no-store"}
    return StreamingResponse(
        iter(lines), headers=headers, media_type=f"{media_type}; charset=utf-8"
    )


def csv_download(name: str, titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> Response:
    """Send rows as CSV; the first one is read before the answer begins, so a refusal is one."""
    found = iter(rows)
    first = next(found, None)

    def lines() -> Iterator[str]:
        yield csv_line(titles)
        if first is not None:
            yield csv_line(first)
        for row in found:
            yield csv_line(row)

    return download(lines(), name, "text/csv")
