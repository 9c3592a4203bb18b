"""A run as a picture: answers and results in each second, and who was killed when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from benchmarks.requests_load.run import Report

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 900, 320, 56, 36, 40
_STYLE = (
    "text{font:12px sans-serif;fill:#444}.a{fill:none;stroke:#8a2a83;stroke-width:2}"
    ".b{fill:none;stroke:#17663c;stroke-width:2}.k{stroke:#b3261e;stroke-dasharray:3 4}"
    ".g{stroke:#ddd}"
)


def draw_run(found: Report) -> str:
    """Draw accepted and finished requests by second, with a line for each kill."""
    accepted = _by_second((at for at, _ in found.accepted), found.began)
    finished = _by_second(found.outcome.finished, found.began)
    seconds = max(1, *accepted, *finished) + 1
    top = max(1, *accepted.values(), *finished.values())

    def x(second: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - 16) * second / seconds

    def y(count: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * count / top

    def line(counts: Counter[int], name: str) -> str:
        points = " ".join(f"{x(one):.1f},{y(counts[one]):.1f}" for one in range(seconds))
        return f'<polyline class="{name}" points="{points}"/>'

    grid = [
        f'<line class="g" x1="{_LEFT}" x2="{_WIDTH - 16}" y1="{y(top * part / 4):.1f}"'
        f' y2="{y(top * part / 4):.1f}"/>'
        f'<text x="{_LEFT - 8}" y="{y(top * part / 4) + 4:.1f}" text-anchor="end">'
        f"{top * part / 4:.0f}</text>"
        for part in range(5)
    ]
    kills = [
        f'<line class="k" x1="{x(at - found.began):.1f}" x2="{x(at - found.began):.1f}"'
        f' y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"><title>{name} killed</title></line>'
        for at, name in found.kills
    ]
    labels = [
        f'<text x="{x(seconds * part / 6):.1f}" y="{_HEIGHT - 14}" text-anchor="middle">'
        f"{seconds * part / 6:.0f} s</text>"
        for part in range(7)
    ]
    head = (
        f'<text x="{_LEFT}" y="20">accepted (violet) and decided (green) in each second;'
        f" red: one of {len(found.kills)} killed processes</text>"
    )
    inside = "".join([head, *grid, *kills, line(accepted, "a"), line(finished, "b"), *labels])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f'<style>{_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>{inside}</svg>\n'
    )


def _by_second(times: Iterable[float], began: float) -> Counter[int]:
    return Counter(max(0, int(at - began)) for at in times)
