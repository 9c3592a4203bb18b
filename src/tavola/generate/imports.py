"""The names that a generated module takes from elsewhere, renamed where a design has the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from tavola import runtime
from tavola.generate.layout import INDENT, WIDTH, Group, Writer

__all__ = ["Imports"]

_HOMES: Mapping[str, tuple[str, ...]] = {
    "builtins": ("bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple"),
    "collections.abc": ("Iterable", "Sequence"),
    "datetime": ("datetime",),
    "decimal": ("Decimal",),
    "functools": ("cached_property",),
    "typing": ("TYPE_CHECKING", "Any", "ClassVar", "Literal", "TypedDict", "Unpack"),
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
_IN_SIGNATURES = frozenset(
    (
        *("AsyncPage", "Change", "Page", "SortCondition"),
        *("BatchWrite", "Collect", "Create", "Delete", "FindByUnique", "Get", "GetMany", "Query"),
        *("Update", "Upsert", "Filter", "OnBadItem"),
        *("CollectOptions", "IndexOptions", "PageOptions", "PatternOptions", "QueryOptions"),
    )
)
"""What only signatures of methods name: a module that is imported need not load it."""
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
        late = self._used.keys() & _IN_SIGNATURES
        if "TYPE_CHECKING" in self._taken:  # type checkers know it by this name alone
            late = set[str]()
        if late:
            self._used["TYPE_CHECKING"] = "TYPE_CHECKING"
        self._write_names(writer, self._used.keys() - late)
        for (module, name), alias in sorted(self._mixins.items()):
            renamed = "" if alias == name else f" as {alias}"
            writer.line(f"from {module} import {name}{renamed}")
        if self._mixins:
            writer.blank()
        if late:
            writer.line("if TYPE_CHECKING:")
            self._write_names(writer, late, indent=INDENT)

    def _write_names(self, writer: Writer, used: Set[str], *, indent: int = 0) -> None:
        homes = sorted({_HOME_OF[name] for name in used})
        groups = [
            [home for home in homes if not home.startswith("tavola")],
            [home for home in homes if home.startswith("tavola")],
        ]
        for group in groups:
            lines = [home for home in group if home != "builtins" or self._aliased(home)]
            for home in lines:
                self._write_home(writer, home, used, indent)
            if lines:
                writer.blank()

    def _aliased(self, home: str) -> list[str]:
        return [
            name for name, alias in self._used.items() if _HOME_OF[name] == home != alias != name
        ]

    def _write_home(self, writer: Writer, home: str, used: Set[str], indent: int) -> None:
        names = sorted((name for name in used if _HOME_OF[name] == home), key=_import_order)
        plain = [name for name in names if self._used[name] == name]
        if plain and home != "builtins":
            whole = f"from {home} import {', '.join(plain)}"
            if indent + len(whole) <= WIDTH:
                writer.line(whole, indent=indent)
            else:
                members = tuple(("", name) for name in plain)
                writer.statement(f"from {home} import ", Group("(", members, ")"), indent=indent)
        for name in names:
            if self._used[name] != name:
                writer.line(f"from {home} import {name} as {self._used[name]}", indent=indent)


def _import_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as import sorters have it."""
    rank = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return rank, name
