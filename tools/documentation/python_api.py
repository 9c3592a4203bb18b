"""docs/python-api.md: the public names with their signatures and docstrings.

Annotations are shown as they stand in the source, so that every Python writes the same page.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from msgspec import Struct

import tavola
from tavola.errors import TavolaError

__all__ = ["SECTIONS", "python_api_page"]

FOLDER: Final = Path(__file__).parent
SECTIONS: Final[Mapping[str, Sequence[str]]] = {
    "Tables": (
        "Table",
        "AsyncTable",
        "Page",
        "AsyncPage",
        "transaction",
        "async_transaction",
        "together",
    ),
    "Models": (
        "Model",
        "Record",
        "AsyncRecord",
        "TypedMap",
        "WriteEvent",
        "OnBadItem",
        "ulid_to_uuid",
        "uuid_to_ulid",
    ),
    "Conditions and changes": (
        "Expr",
        "Change",
        "SortCondition",
        "eq",
        "lt",
        "le",
        "gt",
        "ge",
        "between",
        "begins_with",
        "part",
    ),
    "Stores": (
        "open_store",
        "Credentials",
        "LimitedStore",
        "RateLimit",
        "CapacityTotals",
        "naming",
    ),
    "Physical tables": ("PlanTable", "ApplyPlan", "DescribeTable", "DropTable"),
    "The engine": ("Engine", "serve"),
    "Findings and reasons": ("Finding", "CancellationReason"),
}
"""What `tavola` exports besides its errors, by what it is for."""
_GIVEN: Final = frozenset(
    {
        "Page",
        "AsyncPage",
        "Expr",
        "Change",
        "SortCondition",
        "Engine",
        "Model",
        "TypedMap",
        "Faults",
    }
)
"""Classes whose instances a program is given, or whose constructor the generated one hides."""
_FIELDS: Final[Mapping[str, str]] = {
    "TextRef": "A text",
    "NumberRef": "A number",
    "SetRef": "A set",
    "ListRef": "A list",
    "MapRef": "A map",
}
"""Kinds of fields in conditions and changes; they also compare by `==`, `<` and so on."""
_ALIASES: Final[Mapping[str, str]] = {
    "OnBadItem": (
        'What reads of many do with an item that does not fit its model: `"raise"` (the default), '
        '`"skip"`, or a function that is given the `DecodeError`.'
    ),
}
"""What has no docstring of its own."""
_USED: Final[Mapping[str, frozenset[str]]] = {
    "Engine": frozenset({"open", "execute", "sweep_expired", "close"}),
    "Faults": frozenset(
        {"throttle", "conflict", "leave_unprocessed", "lag_indexes", "settle_indexes", "is_lagging"}
    ),
    "LimitedStore": frozenset({"execute", "close"}),
    "RateLimit": frozenset(),
}
"""The members of a class that programs use, where others are for our own modules."""


def python_api_page() -> str:
    """Write the page."""
    lines = [(FOLDER / "introductions" / "python-api.md").read_text("utf-8")]
    lines += _generated()
    for title, names in SECTIONS.items():
        lines += [f"## {title}", ""]
        for name in names:
            lines += _entry(name, getattr(tavola, name), "###")
    lines += _testing()
    lines += _patterns()
    return "\n".join(lines).rstrip() + "\n"


def _generated() -> Iterator[str]:
    """What generated classes inherit: it is named nowhere in `tavola`, and used everywhere."""
    runtime = import_module("tavola.runtime")
    yield (FOLDER / "introductions" / "generated.md").read_text("utf-8").rstrip("\n")
    yield ""
    yield from _inherited("Every handle: `db.post`", runtime.Handle)
    block = import_module("tavola.table.transactions").TransactionBlock
    yield from _inherited("A transaction: `with db.transaction() as tx`", block)
    explanation = import_module("tavola.operations.explain").Explanation
    yield from _inherited("An explanation: `db.post.plan.….explain()`", explanation)
    for name, kind in _FIELDS.items():
        yield from _inherited(f"{kind}: `Post.fields.…`", getattr(runtime, name))


def _inherited(title: str, one: type) -> Iterator[str]:
    yield from (f"### {title}", "", "| member | what it is |", "|---|---|")
    yield from (row for row in _member_rows(one.__name__, one) if not row.startswith("| `field_"))
    yield ""


def _testing() -> Iterator[str]:
    module = import_module("tavola.testing")
    plugin = import_module("tavola.testing.plugin")
    yield from ("## `tavola.testing`", "", _first(_doc(module)), "")
    for name in module.__all__:
        yield from _entry(name, getattr(module, name), "###")
    yield from ("### Fixtures", "", "pytest finds them wherever Tavola is installed.", "")
    yield from ("| fixture | what it is |", "|---|---|")
    for name in sorted(vars(plugin)):
        if name.startswith("tavola_"):
            yield f"| `{name}` | {_first(_doc(getattr(plugin, name)))} |"
    yield ""


def _patterns() -> Iterator[str]:
    package = import_module("tavola.patterns")
    yield from ("## `tavola.patterns`", "", _doc(package).split("\n\n")[0], "")
    yield "What their methods return are operations: `db.run(…)`, awaited on an async table."
    yield ""
    for info in sorted(iter_modules(package.__path__), key=lambda one: one.name):
        module = import_module(f"tavola.patterns.{info.name}")
        for name in getattr(module, "__all__", ()):
            if _is_pattern(getattr(module, name), module.__name__):
                yield from _entry(f"{info.name}.{name}", getattr(module, name), "###")


def _is_pattern(one: Any, module: str) -> bool:
    """Whether a name is a pattern itself, neither an error, an operation nor a piece of it."""
    if not inspect.isclass(one) or one.__module__ != module:
        return False
    return not issubclass(one, TavolaError | Struct) and not getattr(one, "_is_protocol", False)


def _entry(name: str, one: Any, level: str) -> Iterator[str]:
    yield f"{level} `{name}`"
    yield ""
    if name in _ALIASES:
        yield from (_ALIASES[name], "")
    elif isinstance(one, type):
        yield from _class(name, one)
    else:
        yield from (*_block(_signature(name, one)), _doc(one), "")


def _class(name: str, one: type) -> Iterator[str]:
    if name not in _GIVEN and "__init__" in vars(one):
        yield from _block(_signature(name.rpartition(".")[2], vars(one)["__init__"]))
    yield from (_first(_doc(one)), "")
    rows = [*(() if name in _GIVEN else _struct_fields(one)), *_member_rows(name, one)]
    if rows:
        yield from ("| member | what it is |", "|---|---|", *rows, "")


def _struct_fields(one: type) -> Iterator[str]:
    """The fields of a Struct, which its constructor takes by these names."""
    if issubclass(one, Struct):
        annotations = inspect.get_annotations(one)
        for name in one.__struct_fields__:
            if not name.startswith("_"):
                yield f"| `{name}` | `{_cell(str(annotations[name]))}` |"


def _member_rows(owner: str, one: type) -> Iterator[str]:
    for name, value in _members(one):
        if owner in _USED and name not in _USED[owner]:
            continue
        text = name if isinstance(value, property) else _signature(name, value)
        yield f"| `{_cell(text)}` | {_cell(_first(_doc(value)))} |"


def _members(one: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that have a docstring, also of our own bases, by name."""
    seen: dict[str, Any] = {}
    for base in reversed(one.__mro__):
        if base.__module__.partition(".")[0] == "tavola":
            seen.update(vars(base))
    for name in sorted(seen):
        value = seen[name]
        plain = getattr(value, "__func__", value)
        is_shown = isinstance(plain, property) or inspect.isfunction(plain)
        if is_shown and not name.startswith("_") and name != "steps" and plain.__doc__:
            yield name, plain


def _signature(name: str, one: Any) -> str:
    found = inspect.signature(one)
    given = [item for item in found.parameters.values() if item.name not in ("self", "cls")]
    texts: list[str] = []
    for place, item in enumerate(given):
        before = given[place - 1].kind if place else None
        if item.kind is item.KEYWORD_ONLY and before not in (
            item.KEYWORD_ONLY,
            item.VAR_POSITIONAL,
        ):
            texts.append("*")
        texts.append(_parameter(item))
    result = found.return_annotation
    arrow = "" if result in (found.empty, "None") else f" -> {result}"
    return f"{name}({', '.join(texts)}){arrow}"


def _parameter(item: inspect.Parameter) -> str:
    text = item.name
    if item.kind is item.VAR_POSITIONAL:
        text = f"*{text}"
    elif item.kind is item.VAR_KEYWORD:
        text = f"**{text}"
    if item.annotation is not item.empty:
        text += f": {item.annotation}"
    return text if item.default is item.empty else f"{text} = {_default(item.default)}"


def _default(value: Any) -> str:
    """A default that is a function or an object is shown by its name, not by its address."""
    name: str | None = getattr(value, "__name__", None)
    return repr(value) if name is None else name


def _block(signature: str) -> list[str]:
    # Shown, not run: a signature is no statement.
    return ["```text", signature, "```", ""]


def _doc(one: Any) -> str:
    return inspect.cleandoc(getattr(one, "__doc__", None) or "")


def _first(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
