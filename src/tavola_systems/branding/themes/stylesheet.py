"""A theme as CSS custom properties."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tavola_systems.branding.themes.theme_rules import sound_metadata
from tavola_systems.branding.themes.theme_settings import kind_of

__all__ = ["to_css"]

_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Names that CSS itself knows stand without quotes.
_GENERIC: Final = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"})


def to_css(
    metadata: Mapping[str, str],
    assets: Mapping[str, str] | None = None,
    *,
    prefix: str = "brand",
    selector: str = ":root",
) -> str:
    """Write a theme's settings as custom properties: `--brand-primary-color: #0F172A;`.

    Assets are addresses by name: `--brand-asset-logo: url("https://…");`.
    """
    lines = [
        f"  --{prefix}-{_kebab(name)}: {_value(name, value)};"
        for name, value in sorted(sound_metadata(metadata).items())
    ]
    lines += [
        f"  --{prefix}-asset-{_identifier(name)}: url({_string(address)});"
        for name, address in sorted((assets or {}).items())
    ]
    return "\n".join([f"{selector} {{", *lines, "}", ""])


def _kebab(name: str) -> str:
    return _CAPITAL.sub("-", name).lower()


def _identifier(asset_id: str) -> str:
    """An asset's id as a part of a property's name, in which dots cannot stand."""
    return asset_id.replace(".", "-").lower()


def _value(name: str, value: str) -> str:
    """Write a value as CSS of its kind; it was checked, so nothing in it ends the rule."""
    match kind_of(name):
        case "colour" | "length" | "number":
            return value
        case "font":
            return ", ".join(map(_font, value.split(", ")))
        case "url":
            return f"url({_string(value)})"
        case _:
            return _string(value)


def _font(name: str) -> str:
    return name if name in _GENERIC else _string(name)


def _string(text: str) -> str:
    """Quote a text so that nothing in it ends the string, the rule or the style element."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    is_plain = character.isalnum() or character in " -_.,:/%()#+?=&~@!$*"
    return character if is_plain else f"\\{ord(character):x} "
