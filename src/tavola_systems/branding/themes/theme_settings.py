"""The settings of a theme and their types, which their names tell: `primaryColor`, `baseSize`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal
from urllib.parse import urlsplit

from tavola.errors import OperationError
from tavola_systems.branding.themes.colours import parse_colour

__all__ = ["KINDS", "MAX_VALUE_LENGTH", "Kind", "check_value", "kind_of", "parse_fonts"]

Kind = Literal["colour", "font", "length", "number", "url", "text"]

MAX_VALUE_LENGTH: Final = 500
MAX_FONTS: Final = 8
KINDS: Final[Mapping[Kind, str]] = {
    "colour": "Color",
    "font": "Font, typography",
    "length": "Radius, Size, Width, Height, Spacing, Gap, Length",
    "number": "Weight, Scale, Ratio, Opacity, Number",
    "url": "Url",
    "text": "anything else",
}
"""The kinds, and how names of each kind end."""

_ENDINGS: Final[Mapping[str, Kind]] = {
    "Color": "colour",
    "Font": "font",
    **dict.fromkeys(("Radius", "Size", "Width", "Height", "Spacing", "Gap", "Length"), "length"),
    **dict.fromkeys(("Weight", "Scale", "Ratio", "Opacity", "Number"), "number"),
    "Url": "url",
}
_FONT: Final = re.compile(r"[A-Za-z][A-Za-z0-9 _-]{0,59}")
_LENGTH: Final = re.compile(r"0|-?\d{1,5}(\.\d{1,4})?(px|rem|em|ch|ex|vw|vh|vmin|vmax|%|pt|mm|cm)")
_NUMBER: Final = re.compile(r"-?\d{1,9}(\.\d{1,6})?")
_URL: Final = re.compile(r"[A-Za-z0-9._~:/?#@!$&*+,;=%-]{1,500}")


def kind_of(name: str) -> Kind:
    """Return what a setting of this name holds."""
    if name == "typography":
        return "font"
    for ending, kind in _ENDINGS.items():
        if name.endswith(ending):
            return kind
    return "text"


def check_value(name: str, value: str) -> str:
    """Return a setting's value in the form in which it is stored."""
    return _CHECKS[kind_of(name)](f"metadata.{name}", value)


def parse_fonts(where: str, text: str) -> str:
    """Return font names with single spaces and commas."""
    names = [" ".join(name.split()) for name in text.split(",")]
    if len(names) > MAX_FONTS or not all(_FONT.fullmatch(name) for name in names):
        raise OperationError(
            f"{where}: {text[:60]!r} names no fonts. Write up to {MAX_FONTS} names of letters, "
            "digits, spaces, '_' and '-', with commas between them."
        )
    return ", ".join(names)


def _length(where: str, text: str) -> str:
    if _LENGTH.fullmatch(text.strip()) is None:
        raise OperationError(
            f"{where}: {text[:60]!r} is not a length. Write a number and a unit: 8px, 1.5rem, 50%."
        )
    return text.strip()


def _number(where: str, text: str) -> str:
    if _NUMBER.fullmatch(text.strip()) is None:
        raise OperationError(f"{where}: {text[:60]!r} is not a number. Write 400 or 1.25.")
    return text.strip()


def _url(where: str, text: str) -> str:
    """Take addresses of the web only; they are shown to browsers, never fetched here."""
    address = text.strip()
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme != "https" or not parts.netloc or _URL.fullmatch(address) is None:
        raise OperationError(f"{where}: {text[:60]!r} is not an address. Write https://…")
    return address


def _text(where: str, text: str) -> str:
    if len(text) > MAX_VALUE_LENGTH or not text.isprintable():
        raise OperationError(
            f"{where}: {text[:60]!r} is not a setting. "
            f"Use up to {MAX_VALUE_LENGTH} printable characters."
        )
    return text


_CHECKS: Final[Mapping[Kind, Callable[[str, str], str]]] = {
    "colour": parse_colour,
    "font": parse_fonts,
    "length": _length,
    "number": _number,
    "url": _url,
    "text": _text,
}
