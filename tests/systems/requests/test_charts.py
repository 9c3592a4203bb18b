"""Pictures of a run, as SVG that a browser can read."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, fromstring

import pytest

from tavola_systems.requests.charts import Series, draw_bars, draw_lines

NOON = 1_800_014_400_000
MINUTE = 60_000


def parsed(text: str) -> Element:
    return fromstring(text)


def numbers_in(element: Element) -> list[float]:
    return [float(one) for one in re.findall(r"-?[0-9.]+", element.get("points", ""))]


def test_a_line_rises_with_its_values() -> None:
    moments = [NOON, NOON + MINUTE, NOON + 2 * MINUTE]
    picture = parsed(draw_lines("Delay", moments, [Series("p50", [0, 50, 100])], " ms"))
    lines = picture.findall(".//polyline")

    points = numbers_in(lines[0])
    assert points[0::2] == [56.0, 262.0, 468.0]
    assert points[1::2] == [172.0, 93.0, 14.0]


def test_a_gap_breaks_a_line_and_a_lone_value_is_a_dot() -> None:
    moments = [NOON + at * MINUTE for at in range(5)]
    picture = parsed(draw_lines("Delay", moments, [Series("p50", [1, 2, None, 3, None])], ""))

    assert len(picture.findall(".//polyline")) == 1
    assert len(picture.findall(".//circle")) == 1


def test_every_value_stays_inside_the_picture() -> None:
    moments = [NOON + at * MINUTE for at in range(4)]
    picture = parsed(draw_bars("Finished", moments, Series("all", [3, 0, 1_234, 7]), ""))
    bars = picture.findall(".//rect")

    assert len(bars) == 3
    assert min(float(bar.get("y", "")) for bar in bars) >= 14
    assert min(float(bar.get("x", "")) for bar in bars) >= 56
    assert max(float(bar.get("x", "")) for bar in bars) <= 468


@pytest.mark.parametrize("values", [[], [None], [0], [0.001], [10**9]])
def test_any_number_of_values_can_be_drawn(values: list[float | None]) -> None:
    moments = [NOON + at * MINUTE for at in range(len(values))]
    assert parsed(draw_lines("x", moments, [Series("a", values)], "")).tag == "svg"


def test_times_stand_below_and_a_title_is_no_markup() -> None:
    moments = [NOON + at * MINUTE for at in range(30)]
    text = draw_lines("<b>", moments, [Series("a", [1.0] * 30)], "")

    assert "&lt;b&gt;" in text
    assert re.findall(r"\d\d:\d\d", text)[0] == "12:00"
    assert re.findall(r"\d\d:\d\d", text)[-1] == "12:29"
