"""The version of the seam, and how a generated module asks for the one that it was made for."""

from __future__ import annotations

import sys
from typing import Final

from tavola.errors import OperationError

VERSION: Final = 1
"""What this Tavola generates, and the latest that it runs."""
OLDEST: Final = 1
"""The earliest version whose modules still run."""


def require(version: int) -> None:
    """Let a generated module go on, or say in one line that it must be generated again."""
    if OLDEST <= version <= VERSION:
        return
    caller = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]  # `inspect` costs an import
    module = caller.f_globals.get("__name__", "module")
    remedy = "Upgrade tavola, or generate it again" if version > VERSION else "Generate it again"
    raise OperationError(
        f"{module} was generated for version {version} of tavola.runtime, and this is version "
        f"{VERSION}. {remedy} (tavola generate DESIGN -o FILE)."
    )
