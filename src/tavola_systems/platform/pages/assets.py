"""Static files: read once, served with addresses that change with their contents."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["StaticFiles"]

_FOREVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
_MIN_GZIP_BYTES: Final = 600


class _File(Struct, frozen=True):
    content: bytes
    zipped: bytes | None
    media_type: str
    version: str


class StaticFiles:
    """The files of folders, each folder under a name of its own."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._files = {
            f"{name}/{path.relative_to(folder).as_posix()}": _read(path)
            for name, folder in folders.items()
            if folder.is_dir()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def address(self, name: str) -> str:
        """Return where a file is; a changed file has another address."""
        return f"/static/{name}?v={self._files[name].version}"

    def answer(self, request: Request) -> Response:
        """Serve a file."""
        file = self._files.get(request.path_params["name"])
        if file is None:
            return Response("There is no such file.", 404, media_type="text/plain")
        is_current = request.query_params.get("v") == file.version
        headers = {
            "Cache-Control": _FOREVER if is_current else "public, no-cache",
            "ETag": f'"{file.version}"',
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        content = file.content
        if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            content = file.zipped
        return Response(content, headers=headers, media_type=file.media_type)


def _read(path: Path) -> _File:
    content = path.read_bytes()
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    is_text = path.suffix in {".js", ".css", ".svg"} and len(content) >= _MIN_GZIP_BYTES
    return _File(
        content,
        gzip.compress(content, mtime=0) if is_text else None,
        media_type or "application/octet-stream",
        hashlib.sha256(content).hexdigest()[:12],
    )
