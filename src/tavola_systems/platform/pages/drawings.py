"""Draws a design's models as SVG: each kind of partition is a box, with what stands in it.

Styles are classes of the page's sheet, since pages allow no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from markupsafe import Markup, escape
from msgspec import Struct

from tavola.design.schema import Design
from tavola.generate.book import PlacedItem, items_of_table
from tavola.generate.model_links import Link, links_of

__all__ = ["draw_models", "relations_of"]

_COLUMNS: Final = 3
_LANE: Final = 316
_GAP: Final = 24
_HEAD: Final = 34
_BOX: Final = 46
_BETWEEN: Final = 8
_PAD: Final = 12
_LETTERS: Final = 38
# A partition of more kinds of items than this is drawn in several columns.
_MOST_ROWS: Final = 10


class _Box(Struct, frozen=True):
    """One kind of item, placed."""

    item: PlacedItem
    x: float
    y: float
    width: float


class _Lane(Struct, frozen=True):
    """One kind of partition, placed."""

    title: str
    x: float
    y: float
    width: float
    height: float
    boxes: Sequence[_Box]
    has_owner: bool
    """Whether the others belong to the first."""


def draw_models(design: Design) -> Markup:
    """Draw the models of one table in their partitions, and the relations between them."""
    links = links_of(design)
    lanes = _lay_out(design, links)
    boxes = {box.item.name: box for lane in lanes for box in lane.boxes}
    height = max((lane.y + lane.height for lane in lanes), default=0) + 2
    width = max((lane.x + lane.width for lane in lanes), default=0)
    names = ", ".join(design.models)
    label = escape(f"Models of {design.table.name}: {names}")
    parts = [
        Markup(
            '<svg class="models" viewBox="-2 -2 {} {}" width="{}" height="{}" role="img"'
            ' aria-label="{}">'
        ).format(width + 4, height + 2, width + 4, height + 2, label),
        *(_lane(lane) for lane in lanes),
        *_relations(lanes, links),
        *(_box(box) for box in boxes.values()),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


def _lay_out(design: Design, links: Sequence[Link]) -> list[_Lane]:
    """Put each partition where there is most room; a large one takes several columns."""
    groups = _groups(design)
    pairs = {(one.source, one.target) for one in links}
    wanted = max([min(_COLUMNS, len(groups)), *(_columns_of(len(group)) for group in groups)])
    ends = [0.0] * wanted
    lanes: list[_Lane] = []
    for group in groups:
        columns = _columns_of(len(group))
        first = 0 if columns > 1 else ends.index(min(ends))
        taken = slice(first, first + columns)
        y = max(ends[taken])
        lane = _place(group, _owner(group, pairs), first * (_LANE + _GAP), y)
        lanes.append(lane)
        ends[taken] = [y + lane.height + _GAP] * columns
    return lanes


def _columns_of(count: int) -> int:
    return 1 if count <= _MOST_ROWS else min(_COLUMNS, ceil(count / _MOST_ROWS) + 1)


def _place(group: Sequence[PlacedItem], owner: PlacedItem | None, x: float, y: float) -> _Lane:
    """Place the items of one partition, down one column after the other."""
    columns = _columns_of(len(group))
    rows = ceil(len(group) / columns)
    is_tree = owner is not None and columns == 1
    if owner is not None and is_tree:
        group = [owner, *(one for one in group if one is not owner)]
    boxes: list[_Box] = []
    for number, item in enumerate(group):
        indent = 22 if is_tree and number > 0 else 0
        left = x + _PAD + indent + number // rows * (_LANE + _GAP)
        top = y + _HEAD + number % rows * (_BOX + _BETWEEN)
        boxes.append(_Box(item, left, top, _LANE - 2 * _PAD - indent))
    width = columns * _LANE + (columns - 1) * _GAP
    height = _HEAD + rows * (_BOX + _BETWEEN) - _BETWEEN + _PAD
    return _Lane(group[0].keys[0], x, y, width, height, boxes, is_tree)


def _groups(design: Design) -> list[list[PlacedItem]]:
    """The models by partitions, those with most first. Locks are left out."""
    groups: list[list[PlacedItem]] = []
    for item in items_of_table(design):
        if item.begins_partition:
            groups.append([])
        if item.name in design.models:
            groups[-1].append(item)
    return sorted((group for group in groups if group), key=len, reverse=True)


def _owner(group: Sequence[PlacedItem], pairs: set[tuple[str, str]]) -> PlacedItem | None:
    """Find what the others of a partition belong to: all name it, or it alone is there once."""
    if len(group) < 2:
        return None
    for item in group:
        if all((one.name, item.name) in pairs for one in group if one is not item):
            return item
    single = [item for item in group if len(item.keys) > 1 and "{" not in item.keys[1]]
    return single[0] if len(single) == 1 else None


def _lane(lane: _Lane) -> Markup:
    drawn = Markup(
        '<rect class="lane" x="{}" y="{}" width="{}" height="{}" rx="10"/>'
        '<text class="lane-key" x="{}" y="{}">{}</text>'
    ).format(
        lane.x, lane.y, lane.width, lane.height, lane.x + _PAD, lane.y + 22, _short(lane.title)
    )
    if not lane.has_owner:
        return drawn
    first, last = lane.boxes[0], lane.boxes[-1]
    left = first.x + 10
    lines = [f"M{left} {first.y + _BOX}V{last.y + _BOX / 2}"]
    lines += [f"M{left} {box.y + _BOX / 2}H{box.x}" for box in lane.boxes[1:]]
    return drawn + Markup('<path class="tree" d="{}"/>').format("".join(lines))


def _box(box: _Box) -> Markup:
    sort = box.item.keys[1] if len(box.item.keys) > 1 else ""
    return Markup(
        '<g><rect class="model" x="{}" y="{}" width="{}" height="{}" rx="7"/>'
        '<text class="model-name" x="{}" y="{}">{}</text>'
        '<text class="model-key" x="{}" y="{}">{}</text></g>'
    ).format(
        *(box.x, box.y, box.width, _BOX),
        *(box.x + 10, box.y + 19, box.item.name),
        *(box.x + 10, box.y + 36, _short(sort)),
    )


def _short(text: str) -> str:
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…"


def relations_of(design: Design) -> list[tuple[str, str]]:
    """Say of each model by which fields of which others it is named."""
    named: dict[str, dict[str, list[str]]] = {}
    for link in links_of(design):
        named.setdefault(link.target, {}).setdefault(link.field, []).append(link.source)
    return [
        (target, "; ".join(f"{field} of {', '.join(who)}" for field, who in fields.items()))
        for target, fields in named.items()
    ]


def _relations(lanes: Sequence[_Lane], links: Sequence[Link]) -> Iterator[Markup]:
    """A line for each pair of models of which one names the other, but for those of a tree."""
    boxes = {box.item.name: box for lane in lanes for box in lane.boxes}
    drawn = {pair for lane in lanes for pair in _tree_pairs(lane)}
    for link in links:
        pair = (link.source, link.target)
        if pair in drawn or link.target not in boxes:
            continue
        drawn.add(pair)
        yield _arrow(boxes[link.source], boxes[link.target], link.field)


def _tree_pairs(lane: _Lane) -> Iterator[tuple[str, str]]:
    if lane.has_owner:
        first, *others = (box.item.name for box in lane.boxes)
        yield from ((name, first) for name in others)


def _arrow(source: _Box, target: _Box, field: str) -> Markup:
    """From the item that names to the one that is named."""
    is_right = target.x > source.x
    start = source.x + (source.width if is_right else 0)
    end = target.x + (0 if is_right else target.width)
    if abs(target.x - source.x) < _LANE / 2:
        start, end, bend = source.x + source.width, target.x + target.width, 34.0
    else:
        bend = 30.0 if is_right else -30.0
    top, bottom = source.y + _BOX / 2, target.y + _BOX / 2
    path = f"M{start} {top}C{start + bend} {top} {end - (bend if start != end else -bend)} {bottom}"
    return Markup('<path class="relation" d="{} {} {}"><title>{}</title></path>').format(
        path, end, bottom, field
    )
