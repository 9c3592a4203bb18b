"""The settings of a site that its pages know: each with its rule."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, cast

from tavola.errors import OperationError
from tavola_systems.cms.services.comments import COMMENT_POLICIES
from tavola_systems.cms.services.texts import line, one_of, optional_line, paragraphs

__all__ = [
    "COLOURS",
    "LOOK",
    "MAX_LINKS",
    "STYLESHEET",
    "checked_settings",
    "look_of",
    "navigation_lines",
]

MAX_LINKS: Final = 20
COLOURS: Final = ("primaryColor", "backgroundColor", "textColor")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_FONT: Final = re.compile(r"[A-Za-z0-9 ,'-]{1,120}")
_LENGTH: Final = re.compile(r"\d{1,2}(\.\d{1,2})?(px|rem|em)")
_ANY_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
LOOK: Final = {
    "primaryColor": _ANY_COLOUR,
    "onPrimaryColor": _ANY_COLOUR,
    "secondaryColor": _ANY_COLOUR,
    "backgroundColor": _ANY_COLOUR,
    "textColor": _ANY_COLOUR,
    "headingFont": _FONT,
    "bodyFont": _FONT,
    "cornerRadius": _LENGTH,
}
"""What a site takes of a branding theme, and what each may be: nothing that ends a rule of CSS."""
STYLESHEET: Final = re.compile(r"(/[A-Za-z0-9_.-]+)+")
"""The address of a stylesheet on this server, such as the one that branding publishes."""
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


def checked_settings(
    given: dict[str, str], *, look: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Check what the form of settings holds; what is empty is removed.

    The form has the colours of a look; its fonts and corners stay as they are.
    """
    kept = {name: value for name, value in (look or {}).items() if name not in COLOURS}
    language = given.get("language", "").strip()
    if language and _LANGUAGE.fullmatch(language) is None:
        raise OperationError(f"language: {language[:20]!r} is none. Write en or pt-BR.")
    return {
        "title": line("title", given.get("title", ""), 100),
        "description": optional_line("description", given.get("description"), 300),
        "footer": paragraphs("footer", given.get("footer"), 500),
        "language": language or None,
        "stylesheet": _stylesheet(given.get("stylesheet", "")),
        "navigation": _navigation(given.get("navigation", "")) or None,
        "comments": one_of("comments", given.get("comments", "before"), COMMENT_POLICIES),
        "theme": {**kept, **_theme(given)} or None,
    }


def look_of(text: str) -> dict[str, str]:
    """Read the look of a branding theme: its JSON as branding publishes it, or its settings."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        raise OperationError("look: it is not JSON. Paste what branding publishes.") from None
    given = _named(_named(found).get("theme", found))
    settings = _named(given.get("metadata") or given.get("settings") or given)
    look = {
        name: str(settings[name]).strip()
        for name, allowed in LOOK.items()
        if name in settings and allowed.fullmatch(str(settings[name]).strip())
    }
    if not look:
        known = ", ".join(LOOK)
        raise OperationError(f"look: it has none of {known}. Paste what branding publishes.")
    return {name: value.lower() if name in COLOURS else value for name, value in look.items()}


def _named(found: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _stylesheet(text: str) -> str | None:
    """Check an address; other servers' sheets would not be let in."""
    path = text.strip()
    if path and (STYLESHEET.fullmatch(path) is None or len(path) > 200):
        raise OperationError(
            f"stylesheet: {path[:60]!r} is not an address here. Write"
            " /branding/api/businesses/NAME/published/css"
        )
    return path or None


def _theme(given: dict[str, str]) -> dict[str, str]:
    """Check the colours, named as branding's themes name them."""
    theme: dict[str, str] = {}
    for name in COLOURS:
        colour = given.get(name, "").strip().lower()
        if colour and _COLOUR.fullmatch(colour) is None:
            raise OperationError(f"{name}: {colour[:20]!r} is not a colour. Write #1d4ed8.")
        if colour:
            theme[name] = colour
    return theme


def _navigation(text: str) -> list[dict[str, str]]:
    """Read links, one in a line: `About us = /about`."""
    links: list[dict[str, str]] = []
    for row in text.splitlines():
        label, equals, path = (part.strip() for part in row.rpartition("="))
        if not row.strip():
            continue
        is_local = path.startswith("/") and not path.startswith("//") and "\\" not in path
        if not equals or not label or not (is_local or path.startswith("https://")):
            raise OperationError(
                f"navigation: {row.strip()[:60]!r} is not a link. Write About us = /about"
            )
        links.append(
            {"label": line("navigation", label, 60), "path": line("navigation", path, 300)}
        )
    if len(links) > MAX_LINKS:
        raise OperationError(f"navigation: it has {len(links)} links. Use at most {MAX_LINKS}.")
    return links


def navigation_lines(stored: Any) -> str:
    """Show links as the form takes them."""
    return "\n".join(f"{one['label']} = {one['path']}" for one in stored or ())
