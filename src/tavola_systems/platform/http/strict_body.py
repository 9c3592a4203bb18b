"""What a program sends: a field that nobody knows is a mistake, and is refused."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["StrictBody"]


class StrictBody(BaseModel):
    """A body that takes no names it does not know."""

    model_config = ConfigDict(extra="forbid")
