"""A few shapes of SVG, as text; nothing here knows what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["arrow", "box", "picture", "text"]

_STYLE = """\
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2937; }
.head { font-weight: 600; fill: #6b7280; }
.title { font: 600 15px system-ui, -apple-system, Segoe UI, sans-serif; }
.say { font: 13px system-ui, -apple-system, Segoe UI, sans-serif; fill: #4b5563; }
.line { stroke: #6b7280; stroke-width: 1.5; fill: none; }
"""


def picture(width: int, height: int, label: str, shapes: Iterable[str]) -> str:
    """A whole picture on white, so that it reads on a dark page too."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(label)}">',
        f"<style>\n{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#6b7280"/></marker></defs>',
        box(0, 0, width, height, "#ffffff", radius=10),
        *shapes,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def text(x: int, y: int, words: str, kind: str = "", *, centred: bool = False) -> str:
    """One line of text; `kind` is a class of the style."""
    named = f' class="{kind}"' if kind else ""
    anchor = ' text-anchor="middle"' if centred else ""
    return f'<text x="{x}" y="{y}"{named}{anchor}>{escape(words)}</text>'


def box(
    x: int, y: int, width: int, height: int, fill: str, *, stroke: str = "#d1d5db", radius: int = 4
) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" '
        f'fill="{fill}" stroke="{stroke}"/>'
    )


def arrow(*points: tuple[int, int]) -> str:
    """A line through points, with a tip at the last."""
    path = " ".join(f"{x} {y}" for x, y in points)
    return f'<path class="line" d="M{path}" marker-end="url(#tip)"/>'
