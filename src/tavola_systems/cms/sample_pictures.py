"""Pictures for the sample sites, drawn: nobody else's photographs, and the same in every run."""

from __future__ import annotations

import io
import random
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

__all__ = ["bread", "cup", "jar", "river"]

Colour = tuple[int, int, int]
_SIZE: Final = (1600, 1000)


def river(sky: tuple[Colour, Colour], hills: Colour, seed: int) -> bytes:
    """Hills behind a river, in the light of a time of day."""
    drawing = _gradient(sky)
    draw, rng = ImageDraw.Draw(drawing), random.Random(seed)  # noqa: S311 - a picture
    sun_x, horizon = rng.randint(900, 1300), 620
    for radius in range(170, 60, -10):
        light = _mixed(sky[1], (255, 244, 214), 1 - (radius - 60) / 130)
        draw.ellipse((sun_x - radius, 300 - radius, sun_x + radius, 300 + radius), fill=light)
    for layer in range(4):
        share = 0.25 + layer * 0.22
        draw.polygon(_ridge(rng, horizon - 170 + layer * 50), fill=_mixed(sky[1], hills, share))
    water = drawing.crop((0, horizon - 300, 1600, horizon)).transpose(
        Image.Transpose.FLIP_TOP_BOTTOM
    )
    water = water.resize((1600, 1000 - horizon)).filter(ImageFilter.GaussianBlur(6))
    drawing.paste(Image.blend(water, Image.new("RGB", water.size, hills), 0.28), (0, horizon))
    for _ in range(130):
        x, y = rng.randint(0, 1600), rng.randint(horizon + 6, 999)
        length = rng.randint(20, 140) * (y - horizon + 80) // 300
        draw.line((x, y, x + length, y), fill=_mixed(sky[1], (255, 255, 255), 0.35), width=2)
    return _written(drawing)


def cup(table: Colour, china: Colour, seed: int = 1) -> bytes:
    """A cup of coffee, seen from above."""
    drawing = _wood(table, seed)
    _disc(drawing, 800, 520, 400, _mixed(china, (0, 0, 0), 0.06))
    _disc(drawing, 800, 520, 380, china)
    ImageDraw.Draw(drawing).rounded_rectangle((1040, 470, 1220, 560), 45, fill=china)
    _disc(drawing, 800, 510, 265, _mixed(china, (0, 0, 0), 0.1))
    _disc(drawing, 800, 508, 250, china)
    _disc(drawing, 800, 508, 225, (62, 38, 24))
    _disc(drawing, 800, 508, 205, (150, 104, 66))
    for radius in range(120, 20, -20):
        tone = (226, 198, 160) if radius // 20 % 2 else (150, 104, 66)
        _disc(drawing, 800, 508 - (120 - radius) // 2, radius, tone)
    return _written(drawing.filter(ImageFilter.GaussianBlur(1.2)))


def jar(wall: Colour, label: Colour, filling: Colour) -> bytes:
    """A jar on a shelf."""
    drawing = _gradient((_mixed(wall, (255, 255, 255), 0.25), wall))
    draw = ImageDraw.Draw(drawing)
    draw.rectangle((0, 860, 1600, 1000), fill=_mixed(wall, (60, 40, 20), 0.45))
    _shadow(drawing, (540, 800, 1100, 930))
    draw.rounded_rectangle((560, 260, 1040, 880), 70, fill=filling)
    draw.rounded_rectangle((560, 260, 640, 880), 40, fill=_mixed(filling, (255, 255, 255), 0.25))
    draw.rounded_rectangle((590, 170, 1010, 290), 28, fill=(70, 60, 52))
    draw.rectangle((560, 470, 1040, 720), fill=label)
    for number, width in enumerate((260, 180, 220)):
        y = 530 + number * 55
        draw.rounded_rectangle(
            (800 - width // 2, y, 800 + width // 2, y + 18), 9, fill=_mixed(label, (0, 0, 0), 0.55)
        )
    return _written(drawing.filter(ImageFilter.GaussianBlur(1.2)))


def bread(table: Colour, seed: int = 2) -> bytes:
    """Loaves on a table."""
    drawing, rng = _wood(table, seed), random.Random(seed)  # noqa: S311 - a picture
    for x, y in ((520, 560), (960, 480), (1120, 700)):
        _shadow(drawing, (x - 270, y - 90, x + 290, y + 190))
        draw = ImageDraw.Draw(drawing)
        draw.ellipse((x - 260, y - 140, x + 260, y + 140), fill=(166, 104, 52))
        draw.ellipse((x - 235, y - 125, x + 235, y + 110), fill=(196, 136, 76))
        for cut in range(-2, 3):
            at = x + cut * 80 + rng.randint(-8, 8)
            draw.line((at - 35, y - 70, at + 35, y + 60), fill=(240, 214, 166), width=16)
    return _written(drawing.filter(ImageFilter.GaussianBlur(1.4)))


def _gradient(colours: tuple[Colour, Colour]) -> Image.Image:
    column = Image.new("RGB", (1, _SIZE[1]))
    for y in range(_SIZE[1]):
        column.putpixel((0, y), _mixed(*colours, y / _SIZE[1]))
    return column.resize(_SIZE)


def _ridge(rng: random.Random, height: int) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = [(0, 1000)]
    level = float(height)
    for x in range(0, 1601, 80):
        level += rng.uniform(-26, 26) + (height - level) * 0.2
        points.append((x, level))
    return [*points, (1600, 1000)]


def _wood(colour: Colour, seed: int) -> Image.Image:
    drawing, rng = Image.new("RGB", _SIZE, colour), random.Random(seed)  # noqa: S311 - a picture
    draw = ImageDraw.Draw(drawing)
    for y in range(0, _SIZE[1], 5):
        tone = _mixed(colour, (0, 0, 0), rng.uniform(0, 0.09))
        draw.line((0, y, 1600, y + rng.randint(-6, 6)), fill=tone, width=5)
    for y in range(180, 1000, 240):
        draw.line((0, y, 1600, y), fill=_mixed(colour, (0, 0, 0), 0.3), width=4)
    return drawing.filter(ImageFilter.GaussianBlur(1.5))


def _disc(drawing: Image.Image, x: int, y: int, radius: int, fill: Colour) -> None:
    ImageDraw.Draw(drawing).ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def _shadow(drawing: Image.Image, box: tuple[int, int, int, int]) -> None:
    mask = Image.new("L", drawing.size, 0)
    ImageDraw.Draw(mask).ellipse(box, fill=110)
    drawing.paste((20, 14, 8), (0, 0), mask.filter(ImageFilter.GaussianBlur(40)))


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (
        round(a + (b - a) * max(0.0, min(1.0, share))) for a, b in zip(one, other, strict=True)
    )
    return red, green, blue


def _written(drawing: Image.Image) -> bytes:
    written = io.BytesIO()
    drawing.save(written, "JPEG", quality=86)
    return written.getvalue()
