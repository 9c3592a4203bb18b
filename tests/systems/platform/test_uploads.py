"""What may be uploaded: images by their own bytes, that run nothing and reach nowhere."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tavola.errors import OperationError
from tavola_systems.platform.uploads import MAX_IMAGE_BYTES, clean_image

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(inner: str, attributes: str = "") -> bytes:
    return f"<svg {NAMESPACE} {attributes}>{inner}</svg>".encode()


def raster(form: str, mode: str = "RGB", size: tuple[int, int] = (8, 6), **options: Any) -> bytes:
    written = io.BytesIO()
    Image.new(mode, size, 0).save(written, form, **options)
    return written.getvalue()


@pytest.mark.parametrize(
    ("form", "ending"),
    [("PNG", "png"), ("JPEG", "jpg"), ("GIF", "gif"), ("WEBP", "webp"), ("ICO", "png")],
)
def test_a_raster_image_is_written_anew(form: str, ending: str) -> None:
    clean = clean_image(raster(form, size=(16, 16)))
    assert (clean.ending, Image.open(io.BytesIO(clean.content)).size) == (ending, (16, 16))


def test_nothing_of_the_camera_comes_along() -> None:
    exif = Image.Exif()
    exif[0x010F] = "A camera that knows where it was"
    exif[0x0112] = 6
    clean = clean_image(raster("JPEG", exif=exif))
    assert b"camera" not in clean.content
    image = Image.open(io.BytesIO(clean.content))
    assert (image.size, len(image.getexif())) == ((6, 8), 0)


def test_what_stands_behind_an_image_does_not_come_along() -> None:
    assert b"<script>" not in clean_image(raster("PNG") + b"<script>alert(1)</script>").content


@pytest.mark.parametrize("mode", ["P", "L", "LA", "RGBA", "1"])
def test_every_mode_is_taken(mode: str) -> None:
    assert clean_image(raster("PNG", mode)).ending == "png"


def test_an_image_of_too_many_pixels_is_refused() -> None:
    with pytest.raises(OperationError, match="pixels"):
        clean_image(raster("PNG", "1", (6000, 6000)))


@pytest.mark.parametrize(
    "content", [b"<html><script>", b"%PDF-1.7", b"MZ", b"hello", b"RIFF1234WAVE"]
)
def test_what_is_no_image_is_refused(content: bytes) -> None:
    with pytest.raises(OperationError, match="is not an image"):
        clean_image(content)


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n...", raster("PNG")[:40], b"GIF89a"])
def test_a_damaged_image_is_refused(content: bytes) -> None:
    with pytest.raises(OperationError, match="content: "):
        clean_image(content)


def test_an_empty_upload_is_refused() -> None:
    with pytest.raises(OperationError, match="is empty"):
        clean_image(b"")


def test_an_upload_past_the_limit_is_refused() -> None:
    with pytest.raises(OperationError, match=f"At most {MAX_IMAGE_BYTES}"):
        clean_image(b"GIF89a" + bytes(MAX_IMAGE_BYTES))


@pytest.mark.parametrize(
    ("content", "written"),
    [
        (svg('<rect width="1" height="1"/>'), '<rect width="1" height="1" />'),
        (b"<?xml version='1.0'?>\n" + svg('<use href="#a"/>'), '<use href="#a" />'),
        (svg('<use xlink:href="#a"/>'), '<use href="#a" />'),
        (svg('<rect fill="url(#a)"/>'), '<rect fill="url(#a)" />'),
        (svg("<style>.a{fill:red}</style>"), "<style>.a{fill:red}</style>"),
        (svg('<!-- x --><?php y?><g data-x="1"/>'), "<g />"),
        (svg('<i:meta xmlns:i="urn:inkscape"><i:a onload="x"/></i:meta><g/>'), "<g />"),
    ],
)
def test_an_svg_keeps_what_is_drawn(content: bytes, written: str) -> None:
    root = '<svg xmlns="http://www.w3.org/2000/svg">'
    assert clean_image(content).content.decode() == f"{root}{written}</svg>"


@pytest.mark.parametrize(
    "content",
    [
        svg("<script>alert(1)</script>"),
        svg("<foreignObject/>"),
        svg("<set attributeName='href' to='javascript:alert(1)'/>"),
        svg("<a><animate attributeName='href' values='javascript:alert(1)'/></a>"),
        svg("<animateTransform/>"),
        svg("", 'onload="alert(1)"'),
        svg("", 'ONLOAD="alert(1)"'),
        svg('<a href="javascript:alert(1)"/>'),
        svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
        svg('<use href="data:image/svg+xml,x#a"/>'),
        svg('<image xlink:href="https://example.com/x.png"/>'),
        svg('<feImage href="https://example.com/x.png"/>'),
        svg('<rect fill="url(https://example.com/x)"/>'),
        svg('<rect style="fill: u\\72l(//example.com)"/>'),
        svg("<style>@import 'https://example.com'</style>"),
        svg("<style>rect { fill: url(//example.com/x) }</style>"),
        svg('<style>rect { fill: url( "//example.com/x") }</style>'),
        svg("<style><g/>@import 'https://example.com'</style>"),
        svg("<style>@im<i:a xmlns:i='urn:i'/>port 'https://example.com'</style>"),
        svg('<style>g { mask-image: image-set("https://example.com/x.png" 1x) }</style>'),
        svg("<g style=\"mask-image: src('https://example.com/x')\"/>"),
        svg("<g>" * 3000 + "</g>" * 3000),
        b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]>' + svg("&a;"),
        b"<svg",
        b"<?xml version='1.0'?><html/>",
        b"<?xml version='1.0' encoding='nowhere'?><svg/>",
    ],
)
def test_an_svg_that_runs_or_reaches_outside_is_refused(content: bytes) -> None:
    with pytest.raises(OperationError, match="content: "):
        clean_image(content)


def test_an_instruction_to_load_a_style_does_not_come_along() -> None:
    told = b'<?xml version="1.0"?><?xml-stylesheet href="https://example.com/x.css"?>'
    assert b"example.com" not in clean_image(told + svg("<g/>")).content


def moving(frames: int, width: int) -> bytes:
    """A GIF of frames that differ."""
    images = [Image.new("RGB", (width, width), (number, 0, 0)) for number in range(frames)]
    written = io.BytesIO()
    images[0].save(written, "GIF", save_all=True, append_images=images[1:])
    return written.getvalue()


def test_an_image_that_moves_keeps_its_frames() -> None:
    with Image.open(io.BytesIO(clean_image(moving(3, 8)).content)) as image:
        assert getattr(image, "n_frames", 1) == 3


def test_a_small_file_of_many_large_frames_is_refused() -> None:
    with pytest.raises(OperationError, match="it has 30 frames"):
        clean_image(moving(30, 1000))


@pytest.mark.filterwarnings("ignore")
@given(st.data())
def test_whatever_is_wrong_with_a_file_is_a_refusal(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(["PNG", "JPEG", "GIF", "WEBP", "ICO"]))
    written = io.BytesIO()
    Image.linear_gradient("L").resize((24, 24)).convert("RGB").save(written, form)
    content = bytearray(written.getvalue())
    places = st.integers(0, len(content) - 1) | st.integers(0, 60)
    for place, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=20)):
        content[place] = byte
    with suppress(OperationError):
        clean_image(bytes(content[: data.draw(st.integers(1, len(content)))]))
