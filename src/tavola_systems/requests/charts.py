"""Pictures of a run: series over time as SVG. Knows no table; colours come from the style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from math import ceil, floor, log10
from typing import Final

from markupsafe import Markup
from msgspec import Struct

__all__ = ["Series", "draw_bars", "draw_lines"]

_WIDTH: Final = 480
_HEIGHT: Final = 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 14, 28
_STEPS: Final = (1, 2, 5, 10)
_MOST_LINES: Final = 5


class Series(Struct, frozen=True):
    """Values over time, one for each moment; None where there was nothing to measure."""

    name: str
    values: Sequence[float | None]


class _Scale(Struct, frozen=True):
    """Where moments and values stand in the picture."""

    moments: Sequence[int]
    step: float
    """From one line of the grid to the next."""
    lines: int

    @property
    def top(self) -> float:
        """The highest number of the axis."""
        return self.step * self.lines

    def x(self, index: int) -> float:
        """Where a moment stands; a single one stands in the middle."""
        width = _WIDTH - _LEFT - _RIGHT
        if len(self.moments) < 2:
            return _LEFT + width / 2
        first, last = self.moments[0], self.moments[-1]
        return _LEFT + width * (self.moments[index] - first) / (last - first)

    def y(self, value: float) -> float:
        """Where a value stands."""
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - value / self.top)


def draw_lines(
    title: str, moments: Sequence[int], series: Sequence[Series], unit: str, zone: tzinfo = UTC
) -> Markup:
    """Draw series as lines; moments are milliseconds since 1970, in order."""
    scale = _scale(moments, series)
    lines = [_line(scale, one, number) for number, one in enumerate(series, start=1)]
    return _picture(title, scale, unit, zone, Markup("").join(lines))


def draw_bars(
    title: str, moments: Sequence[int], series: Series, unit: str, zone: tzinfo = UTC
) -> Markup:
    """Draw one series as bars."""
    scale = _scale(moments, [series], least=1)
    width = min(24.0, (_WIDTH - _LEFT - _RIGHT) / max(1, len(moments)) * 0.7)
    bars = [
        Markup('<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>').format(
            min(max(scale.x(at) - width / 2, _LEFT), _WIDTH - _RIGHT - width),
            scale.y(value),
            width,
            scale.y(0) - scale.y(value),
        )
        for at, value in enumerate(series.values)
        if value
    ]
    return _picture(title, scale, unit, zone, Markup("").join(bars))


def _scale(moments: Sequence[int], series: Sequence[Series], least: float = 0) -> _Scale:
    """An axis of few round numbers that no value exceeds; steps of `least`, or larger ones."""
    highest = max((value or 0 for one in series for value in one.values), default=0)
    if highest <= 0:
        return _Scale(moments, 1, 1)
    power = 10.0 ** floor(log10(highest / _MOST_LINES))
    wanted = (step * power for step in _STEPS if step * power * _MOST_LINES >= highest)
    step = max(least, next(wanted))
    return _Scale(moments, step, ceil(highest / step - 1e-9))


def _line(scale: _Scale, series: Series, number: int) -> Markup:
    """One line, broken where there is no value; a lone value is a dot."""
    parts: list[Markup] = []
    run: list[tuple[float, float]] = []
    for at, value in enumerate((*series.values, None)):
        if value is not None:
            run.append((scale.x(at), scale.y(value)))
            continue
        if len(run) == 1:
            parts.append(Markup('<circle cx="{:.1f}" cy="{:.1f}" r="3"/>').format(*run[0]))
        elif run:
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in run)
            parts.append(Markup('<polyline points="{}"/>').format(points))
        run = []
    return Markup('<g class="series-{}">{}</g>').format(number, Markup("").join(parts))


def _picture(title: str, scale: _Scale, unit: str, zone: tzinfo, inside: Markup) -> Markup:
    grid = [_grid_line(scale, scale.step * part, unit) for part in range(scale.lines + 1)]
    labels = [_time_label(scale, at, zone) for at in _labelled(len(scale.moments))]
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" role="img"><title>{}</title>{}{}{}</svg>'
    ).format(_WIDTH, _HEIGHT, title, Markup("").join(grid), inside, Markup("").join(labels))


def _grid_line(scale: _Scale, value: float, unit: str) -> Markup:
    y = scale.y(value)
    return Markup(
        '<line class="grid" x1="{}" y1="{:.1f}" x2="{}" y2="{:.1f}"/>'
        '<text class="axis" x="{}" y="{:.1f}" text-anchor="end">{}</text>'
    ).format(_LEFT, y, _WIDTH - _RIGHT, y, _LEFT - 6, y + 4, f"{value:g}{unit}")


def _labelled(count: int) -> list[int]:
    """Which moments are named: at most six, the first and the last among them."""
    if count < 2:
        return list(range(count))
    step = max(1, ceil((count - 1) / 5))
    return [*range(0, count - step // 2 - 1, step), count - 1]


def _time_label(scale: _Scale, at: int, zone: tzinfo) -> Markup:
    moment = datetime.fromtimestamp(scale.moments[at] / 1000, zone)
    anchor = "middle"
    if len(scale.moments) > 1:
        anchor = {0: "start", len(scale.moments) - 1: "end"}.get(at, "middle")
    return Markup('<text class="axis" x="{:.1f}" y="{}" text-anchor="{}">{}</text>').format(
        scale.x(at), _HEIGHT - 8, anchor, moment.strftime("%H:%M")
    )
