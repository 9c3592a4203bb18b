"""A theme's swatch sheet as SVG: every colour with its name, value and what reads on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from tavola_systems.branding.themes.colours import (
    Contrast,
    colours_of,
    contrast_ratio,
    contrasts_of,
    readable_on,
)

__all__ = ["to_svg"]

_COLUMNS: Final = 3
_WIDTH: Final = 220
_HEIGHT: Final = 128
_GAP: Final = 16
_MARGIN: Final = 32
_HEAD: Final = 72
_LINE: Final = 44
_PAGE_WIDTH: Final = 2 * _MARGIN + _COLUMNS * _WIDTH + (_COLUMNS - 1) * _GAP
_FONT: Final = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
_LONGEST_TITLE: Final = 48
_LONGEST_NAME: Final = 19


def to_svg(title: str, metadata: Mapping[str, str]) -> str:
    """Draw the sheet; it needs no script, no font file and no other resource."""
    colours = colours_of(metadata)
    contrasts = contrasts_of(metadata)
    rows = -(-len(colours) // _COLUMNS)
    below = _HEAD + _MARGIN + rows * (_HEIGHT + _GAP)
    height = below + _LINE * len(contrasts) + _MARGIN + 12
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_PAGE_WIDTH}" height="{height}" '
            f'viewBox="0 0 {_PAGE_WIDTH} {height}" font-family="{_FONT}" role="img">',
            f"<title>{escape(_printable(title))}</title>",
            f'<rect width="{_PAGE_WIDTH}" height="{height}" fill="#FFFFFF"/>',
            f'<svg width="{_PAGE_WIDTH - _MARGIN}" height="{_HEAD}">',
            _text(_MARGIN, 52, _cut(title, _LONGEST_TITLE), "#111827", size=22, weight=600),
            "</svg>",
            *_swatches(colours),
            *_readings(contrasts, below),
            "</svg>",
            "",
        )
    )


def _swatches(colours: Mapping[str, str]) -> Iterator[str]:
    for number, (name, colour) in enumerate(sorted(colours.items())):
        left = _MARGIN + number % _COLUMNS * (_WIDTH + _GAP)
        top = _HEAD + number // _COLUMNS * (_HEIGHT + _GAP)
        yield from _swatch(left, top, name, colour)


def _swatch(left: int, top: int, name: str, colour: str) -> Iterator[str]:
    """A drawing in the drawing: what is too long for it is cut at its edge."""
    ink = readable_on(colour)
    yield f'<svg x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}">'
    # The line shows the edge of a swatch that is as white as the sheet.
    yield (
        f'<rect x="0.5" y="0.5" width="{_WIDTH - 1}" height="{_HEIGHT - 1}" rx="10" '
        f'fill="{escape(colour)}" stroke="#D1D5DB"/>'
    )
    yield _text(16, 34, _cut(name, _LONGEST_NAME), ink, size=14, weight=600)
    yield _text(16, 58, colour, ink, size=13)
    yield _text(16, 108, f"{contrast_ratio(ink, colour):.1f} : 1", ink, size=12)
    yield _text(_WIDTH - 56, 112, "Aa", ink, size=28, weight=600)
    yield "</svg>"


def _readings(contrasts: Sequence[Contrast], top: int) -> Iterator[str]:
    yield _text(_MARGIN, top, "Contrast", "#111827", size=15, weight=600)
    for number, one in enumerate(contrasts):
        yield from _reading(one, top + 16 + number * _LINE)


def _reading(one: Contrast, top: int) -> Iterator[str]:
    yield (
        f'<rect x="{_MARGIN}" y="{top}" width="72" height="32" rx="6" '
        f'fill="{escape(one.background_color)}" stroke="#D1D5DB"/>'
    )
    yield _text(_MARGIN + 18, top + 22, "Text", one.foreground_color, size=15)
    named = f"{_cut(one.foreground, _LONGEST_NAME)} on {_cut(one.background, _LONGEST_NAME)}"
    yield _text(_MARGIN + 90, top + 21, named, "#374151", size=13)
    yield _text(_PAGE_WIDTH - 210, top + 21, f"{one.ratio:.2f} : 1", "#374151", size=13)
    yield _text(_PAGE_WIDTH - 120, top + 21, _grade(one), "#111827", size=13, weight=600)


def _grade(one: Contrast) -> str:
    if one.aaa:
        return "AAA"
    if one.aa:
        return "AA"
    return "large only" if one.aa_large else "too low"


def _text(left: int, baseline: int, text: str, colour: str, *, size: int, weight: int = 400) -> str:
    return (
        f'<text x="{left}" y="{baseline}" fill="{escape(colour)}" font-size="{size}" '
        f'font-weight="{weight}">{escape(_printable(text))}</text>'
    )


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _printable(text: str) -> str:
    """XML has no form at all for most control characters, escaped or not."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
