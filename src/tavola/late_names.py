"""How a package offers names of its modules without importing them: each when it is asked for.

A plain `import` of a generated module loads what its classes stand on; what few programs need, or
only an open table, waits. Inside of a function the same is done by an import there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["late_names"]


def late_names(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """Make a package's `__getattr__` of the modules that have its names."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def find(name: str) -> Any:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(home), name)

    return find
