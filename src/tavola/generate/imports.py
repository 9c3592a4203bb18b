"""The names that a generated module takes from elsewhere, renamed where a design has the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tavola import runtime
from tavola.generate.layout import WIDTH, Group, Writer

__all__ = ["Imports"]

_HOMES: Mapping[str, tuple[str, ...]] = {
    "builtins": ("bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple"),
    "collections.abc": ("Iterable", "Sequence"),
    "datetime": ("datetime",),
    "decimal": ("Decimal",),
    "functools": ("cached_property",),
    "typing": ("Any", "ClassVar", "Literal", "TypedDict", "Unpack"),
    "uuid": ("UUID",),
    "tavola": (
        "AsyncPage",
        "AsyncRecord",
        "AsyncTable",
        "Change",
        "Page",
        "Record",
        "SortCondition",
        "Table",
        "TypedMap",
        "begins_with",
        "between",
        "ge",
        "gt",
        "le",
        "lt",
    ),
    "tavola.runtime": tuple(name for name in runtime.__all__ if name not in ("VERSION", "require")),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


class Imports:
    """Gives names from elsewhere and remembers which were used.

    A model called `Page` or a field called `str` keeps its name: ours becomes `Page_` or `str_`.
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._used: dict[str, str] = {}
        self._mixins: dict[tuple[str, str], str] = {}

    def name(self, name: str) -> str:
        """Give the name under which something of ours is known in the module."""
        alias = name
        while alias in self._taken:
            alias += "_"
        self._used[name] = alias
        return alias

    def mixin(self, path: str) -> str:
        """Give the name of a class of the user's, as `shop.orders:OrderMethods`."""
        module, _, name = path.partition(":")
        alias = name
        while alias in self._taken and self._mixins.get((module, name)) != alias:
            alias += "_"
        self._taken.add(alias)
        self._mixins[module, name] = alias
        return alias

    def claim(self, name: str) -> str:
        """Take a name for something that the module defines; what the design has goes first."""
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def write(self, writer: Writer) -> None:
        """Write the import block, as an import sorter would."""
        homes = sorted({_HOME_OF[name] for name in self._used})
        groups = [
            [home for home in homes if not home.startswith("tavola")],
            [home for home in homes if home.startswith("tavola")],
        ]
        for group in groups:
            lines = [home for home in group if home != "builtins" or self._aliased(home)]
            for home in lines:
                self._write_home(writer, home)
            if lines:
                writer.blank()
        for (module, name), alias in sorted(self._mixins.items()):
            renamed = "" if alias == name else f" as {alias}"
            writer.line(f"from {module} import {name}{renamed}")
        if self._mixins:
            writer.blank()

    def _aliased(self, home: str) -> list[str]:
        return [
            name for name, alias in self._used.items() if _HOME_OF[name] == home != alias != name
        ]

    def _write_home(self, writer: Writer, home: str) -> None:
        names = sorted((name for name in self._used if _HOME_OF[name] == home), key=_import_order)
        plain = [name for name in names if self._used[name] == name]
        if plain and home != "builtins":
            whole = f"from {home} import {', '.join(plain)}"
            if len(whole) <= WIDTH:
                writer.line(whole)
            else:
                members = tuple(("", name) for name in plain)
                writer.statement(f"from {home} import ", Group("(", members, ")"))
        for name in names:
            if self._used[name] != name:
                writer.line(f"from {home} import {name} as {self._used[name]}")


def _import_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as import sorters have it."""
    rank = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return rank, name
