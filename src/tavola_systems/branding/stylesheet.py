"""A theme as CSS custom properties."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tavola_systems.branding.colours import colours_of
from tavola_systems.branding.theme_rules import is_font_name, sound_metadata

__all__ = ["to_css"]

_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Names that CSS itself knows stand without quotes.
_GENERIC: Final = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"})


def to_css(metadata: Mapping[str, str], *, prefix: str = "brand", selector: str = ":root") -> str:
    """Write a theme's settings as custom properties: `--brand-primary-color: #0F172A;`."""
    colours = colours_of(metadata)
    lines = [
        f"  --{prefix}-{_kebab(name)}: {_value(name, value, colours)};"
        for name, value in sorted(sound_metadata(metadata).items())
    ]
    return "\n".join([f"{selector} {{", *lines, "}", ""])


def _kebab(name: str) -> str:
    return _CAPITAL.sub("-", name).lower()


def _value(name: str, value: str, colours: Mapping[str, str]) -> str:
    if name in colours:
        return colours[name]
    if is_font_name(name):
        return ", ".join(map(_font, value.split(", ")))
    return _string(value)


def _font(name: str) -> str:
    return name if name in _GENERIC else _string(name)


def _string(text: str) -> str:
    """Quote a text so that nothing in it ends the string, the rule or the style element."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    is_plain = character.isalnum() or character in " -_.,:/%()#+"
    return character if is_plain else f"\\{ord(character):x} "
