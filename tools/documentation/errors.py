"""docs/errors.md: every error, its cause and what to do, in the order of the tree.

What each class is stands in its docstring; cause and remedy stand in `remedies.toml`, and a class
without an entry there fails a test.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final

from tavola import errors, patterns
from tavola.errors import StoreError, TavolaError

__all__ = ["errors_page", "pattern_errors", "public_errors", "remedies"]

FOLDER: Final = Path(__file__).parent
_TOP: Final = {
    "DesignError": "The design",
    "OperationError": "The call",
    "DecodeError": "The data",
    "StoreError": "The database",
}


def public_errors() -> list[type[TavolaError]]:
    """The errors that `tavola` exports, in the order of their definition."""
    named = [getattr(errors, name) for name in vars(errors) if name in errors.__all__]
    return [one for one in named if isinstance(one, type) and issubclass(one, TavolaError)]


def pattern_errors() -> list[type[TavolaError]]:
    """The errors of patterns, by module and name."""
    found = {
        one
        for info in walk_packages(patterns.__path__, f"{patterns.__name__}.")
        for one in vars(import_module(info.name)).values()
        if isinstance(one, type) and issubclass(one, TavolaError)
        if one.__module__.startswith(patterns.__name__)
    }
    return sorted(found, key=lambda one: (_home(one), one.__name__))


def remedies() -> dict[str, Any]:
    """Cause and remedy of each error, by its name."""
    return tomllib.loads((FOLDER / "remedies.toml").read_text("utf-8"))


def errors_page() -> str:
    """Write the page."""
    return "\n".join([*_lines()]).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield (FOLDER / "introductions" / "errors.md").read_text("utf-8")
    yield "```text"
    yield _tree()
    yield "```"
    yield ""
    for one in public_errors():
        if one.__name__ in _TOP:
            yield f"## {_TOP[one.__name__]}: `{one.__name__}`"
            yield ""
            yield from _entry(one)
        elif one is not TavolaError:
            yield f"### `{one.__name__}`"
            yield ""
            yield from _entry(one)
    yield "## Errors of patterns"
    yield ""
    yield "Each stands in its pattern's module, and all but those marked so are `ConditionFailed`."
    yield ""
    for one in pattern_errors():
        yield f"### `{_home(one)}.{one.__name__}`"
        yield ""
        yield from _entry(one)


def _tree() -> str:
    """The drawing in the module's docstring: the paragraph that begins with the root."""
    paragraphs = cleandoc(errors.__doc__ or "").split("\n\n")
    drawn = next(one for one in paragraphs if one.lstrip().startswith("TavolaError"))
    return drawn.replace("\n    ", "\n").strip()


def _home(one: type[TavolaError]) -> str:
    module = one.__module__.removeprefix("tavola.patterns.")
    # Who uses logs imports their errors from the pattern, not from its pieces.
    return {"pieces.log_items": "event_log"}.get(module, module)


def _entry(one: type[TavolaError]) -> Iterator[str]:
    yield f"{cleandoc(one.__doc__ or '')}{_family(one)}"
    yield ""
    remedy = remedies()[one.__name__]
    yield f"- **Cause:** {remedy['cause']}"
    yield f"- **What to do:** {remedy['remedy']}"
    if "again" in remedy:
        yield f"- **Try again?** {remedy['again']}"
    yield ""


def _family(one: type[TavolaError]) -> str:
    parent = one.__mro__[1]
    kind = "" if parent in (TavolaError, StoreError) else f" A kind of `{parent.__name__}`."
    code = one.__dict__.get("code")
    return f"{kind} Code: `{code}`." if code and issubclass(one, StoreError) else kind
