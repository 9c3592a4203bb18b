"""Results as pictures, the shade of a cell, the graph of strongest paths; and values as words."""

from __future__ import annotations

import re
from math import cos, pi, sin
from typing import Any

from markupsafe import Markup, escape

from tavola_systems.vote.domain.tally import Tally

__all__ = ["draw_paths", "shade", "shown", "words"]

_WIDTH, _HEIGHT = 900, 500
# It leaves room for a name of 18 characters on both sides.
_RADIUS = 190
_NODE = 20
_SHADES = 9


def shade(pair: tuple[int, int]) -> str:
    """The class of a cell: how clearly a pair was won or lost."""
    count, other = pair
    total = count + other
    if not total or count == other:
        return "even"
    share = abs(count - other) / total
    step = min(_SHADES, max(1, round(1.5 * share * _SHADES)))
    return f"{'won' if count > other else 'lost'}-{step}"


def draw_paths(tally: Tally) -> Markup:
    """Draw who beats whom: an arrow for each pair, as wide as its strongest path is strong."""
    names, paths = tally.candidate_names, tally.strongest_paths
    count = len(names)
    most = max((max(row) for row in paths), default=0) or 1
    places = [_place(index, count) for index in range(count)]
    arrows = [
        _arrow(places[a], places[b], paths[a][b], paths[b][a], most, f"{names[a]} over {names[b]}")
        for a in range(count)
        for b in range(count)
        if paths[a][b] > paths[b][a]
    ]
    nodes = [_node(index, place, names[index]) for index, place in enumerate(places)]
    title = Markup("<title>Strongest paths between the candidates</title>")
    marker = Markup(
        '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11"'
        ' markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10z"/>'
        "</marker></defs>"
    )
    return Markup('<svg class="paths" viewBox="0 0 {} {}" role="img">{}{}{}{}</svg>').format(
        _WIDTH, _HEIGHT, title, marker, Markup("").join(arrows), Markup("").join(nodes)
    )


def _place(index: int, count: int) -> tuple[float, float]:
    """Candidates stand in a circle, the first one on top, in the order of their places."""
    angle = 2 * pi * index / max(count, 1) - pi / 2
    return _WIDTH / 2 + _RADIUS * cos(angle), _HEIGHT / 2 + 12 + _RADIUS * sin(angle)


def _arrow(
    start: tuple[float, float],
    end: tuple[float, float],
    strength: int,
    back: int,
    most: int,
    what: str,
) -> Markup:
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    text = f"{what}: {strength} to {back}"
    # A number stands a quarter of the way: near where its arrow begins, before others cross it.
    label = (x1 + (x2 - x1) * 0.25, y1 + (y2 - y1) * 0.25)
    return Markup(
        '<g class="path"><title>{}</title><line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"'
        ' stroke-width="{:.1f}" marker-end="url(#arrow)"/><text x="{:.1f}" y="{:.1f}">{}</text></g>'
    ).format(
        text,
        x1 + dx * _NODE,
        y1 + dy * _NODE,
        x2 - dx * (_NODE + 4),
        y2 - dy * (_NODE + 4),
        1 + 3.5 * strength / most,
        *label,
        strength,
    )


def _node(index: int, place: tuple[float, float], name: str) -> Markup:
    x, y = place
    side = "middle" if abs(x - _WIDTH / 2) < _RADIUS / 3 else ("start" if x > _WIDTH / 2 else "end")
    outward = {"middle": 0, "start": _NODE + 6, "end": -_NODE - 6}[side]
    below = (_NODE + 18 if y > _HEIGHT / 2 else -_NODE - 10) if side == "middle" else 5
    shown = name if len(name) <= 18 else f"{name[:17]}…"
    return Markup(
        '<g class="node"><title>{}</title><circle cx="{:.1f}" cy="{:.1f}" r="{}"/>'
        '<text class="number" x="{:.1f}" y="{:.1f}">{}</text>'
        '<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text></g>'
    ).format(escape(name), x, y, _NODE, x, y + 5, index + 1, x + outward, y + below, side, shown)


def words(name: str) -> str:
    """A name of the code as people read it: `BallotCast` is "Ballot cast"."""
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").lower()
    return parts[:1].upper() + parts[1:]


def shown(value: Any) -> str:
    """A value of an event or a row as people read it."""
    match value:
        case None | "":
            return "–"
        case bool():
            return "yes" if value else "no"
        case [*several]:
            return "; ".join(shown(one) for one in several)
        case {"name": name, "description": str(description)}:
            return f"{name} ({description})" if description else str(name)
        case {**named}:
            return ", ".join(shown(one) for one in named.values())
        case _:
            return str(value)
