"""Colours: their one written form, and how well one reads on another by WCAG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tavola.errors import OperationError

__all__ = [
    "BLACK",
    "WHITE",
    "Contrast",
    "colours_of",
    "contrast_ratio",
    "contrasts_of",
    "readable_on",
]

BLACK: Final = "#000000"
WHITE: Final = "#FFFFFF"
_HEX: Final = re.compile(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
_SUFFIX: Final = "Color"

# WCAG 2.2, success criteria 1.4.3 and 1.4.6: ordinary text, large text, enhanced.
_AA: Final = 4.5
_AA_LARGE: Final = 3.0
_AAA: Final = 7.0


@dataclass(frozen=True, slots=True)
class Contrast:
    """How well a foreground reads on a background."""

    foreground: str
    """The name of the setting."""
    background: str
    foreground_color: str
    background_color: str
    ratio: float
    """From 1 (the same) to 21 (black on white), cut to two decimals."""
    aa: bool
    aa_large: bool
    aaa: bool


def is_colour_name(name: str) -> bool:
    """Whether a setting of this name is a colour."""
    return name.endswith(_SUFFIX)


def parse_colour(where: str, text: str) -> str:
    """Return a colour as #RRGGBB in capitals."""
    found = _HEX.fullmatch(text)
    if found is None:
        raise OperationError(f"{where}: {text!r} is not a colour. Write #RRGGBB or #RGB.")
    digits = found[1].upper()
    return f"#{digits}" if len(digits) == 6 else "#" + "".join(digit * 2 for digit in digits)


def contrast_ratio(first: str, second: str) -> float:
    """Return WCAG's contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    if channel <= 0.04045:
        return channel / 12.92
    return float(((channel + 0.055) / 1.055) ** 2.4)


def readable_on(colour: str) -> str:
    """Return black or white, whichever reads better on a colour."""
    return max((BLACK, WHITE), key=lambda text: contrast_ratio(text, colour))


def colours_of(metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the colours among a theme's settings; what another writer got wrong is left out."""
    return {
        name: parse_colour(name, value)
        for name, value in metadata.items()
        if is_colour_name(name) and _HEX.fullmatch(value)
    }


def contrasts_of(metadata: Mapping[str, str]) -> list[Contrast]:
    """Report every pair that is read: text on background, and each `onXColor` on its `xColor`.

    Only colours that the theme has are compared.
    """
    colours = colours_of(metadata)
    return [
        _contrast(foreground, background, colours) for foreground, background in _pairs(colours)
    ]


def _pairs(colours: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if {"textColor", "backgroundColor"} <= colours.keys():
        yield "textColor", "backgroundColor"
    for name in colours:
        below = name[2:3].lower() + name[3:]
        if name.startswith("on") and below in colours:
            yield name, below


def _contrast(foreground: str, background: str, colours: Mapping[str, str]) -> Contrast:
    ratio = contrast_ratio(colours[foreground], colours[background])
    return Contrast(
        foreground=foreground,
        background=background,
        foreground_color=colours[foreground],
        background_color=colours[background],
        # Cut, not rounded: 4.496 is shown as 4.49, since it does not reach 4.5.
        ratio=int(ratio * 100) / 100,
        aa=ratio >= _AA,
        aa_large=ratio >= _AA_LARGE,
        aaa=ratio >= _AAA,
    )
