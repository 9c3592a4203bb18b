"""What one bare process of the same web framework reaches: a route that answers 202, and no more.

`python -m benchmarks.requests_load.bare PORT`
"""

from __future__ import annotations

import sys

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

from benchmarks.requests_load.run import PATH


class AcceptedView(BaseModel):
    """What intake answers too."""

    request_id: str
    is_duplicate: bool


def bare_app() -> FastAPI:
    """Make the application."""
    app = FastAPI()

    @app.post(PATH, status_code=202)
    async def apply() -> AcceptedView:
        return AcceptedView(request_id="01ARZ3NDEKTSV4RRFFQ69G5FAV", is_duplicate=False)

    return app


if __name__ == "__main__":
    uvicorn.run(bare_app(), port=int(sys.argv[1]), log_level="warning", access_log=False)
