"""The systems that are shipped; each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec

from tavola.errors import OperationError
from tavola_systems.platform.system import System

__all__ = ["load_systems", "system_names"]

_NAMES = ("blog", "branding", "vote", "cms", "requests")


def system_names() -> list[str]:
    """Return the names of the systems that stand on the platform."""
    return [
        name
        for name in _NAMES
        if find_spec(f"tavola_systems.{name}") and find_spec(f"tavola_systems.{name}.system")
    ]


def load_systems(names: Iterable[str] = ()) -> list[System]:
    """Load systems by name; all of them if none is named."""
    known = system_names()
    wanted = list(dict.fromkeys(names)) or known
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise OperationError(f"{unknown[0]!r} is not a system. There are {', '.join(known)}.")
    return [import_module(f"tavola_systems.{name}.system").SYSTEM for name in wanted]
