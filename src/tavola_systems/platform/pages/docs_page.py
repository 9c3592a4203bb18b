"""The page of an API: Swagger UI from a package, so that it works without a network."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response

from tavola_systems.platform.pages.kit import Pages

__all__ = ["DOCS_POLICY", "docs_routes", "swagger_folder"]

# Swagger UI writes style attributes; nothing else of the policy is loosened, and only here.
DOCS_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'self'"
)


def swagger_folder() -> Path:
    """Return where the package fastapi-swagger keeps Swagger UI."""
    return Path(str(resources.files("fastapi_swagger.resources")))


def docs_routes(pages: Pages, *, demo_token: Callable[[], str | None]) -> APIRouter:
    """Serve the page; in a demonstration it carries a token to try things with."""
    router = APIRouter()

    @router.get("/docs")
    def docs(request: Request) -> Response:
        response = pages.render(request, "docs.html", demo_token=demo_token())
        response.headers["Content-Security-Policy"] = DOCS_POLICY
        return response

    return router
