"""What may be uploaded: images by their own bytes, that run nothing and reach nowhere."""

from __future__ import annotations

import pytest

from tavola.errors import OperationError
from tavola_systems.branding.images import MAX_IMAGE_BYTES, Image, look_at

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(inner: str, attributes: str = "") -> bytes:
    return f"<svg {NAMESPACE} {attributes}>{inner}</svg>".encode()


@pytest.mark.parametrize(
    ("content", "image"),
    [
        (b"\x89PNG\r\n\x1a\n...", Image("image/png", "png")),
        (b"\xff\xd8\xff\xe0...", Image("image/jpeg", "jpg")),
        (b"GIF89a...", Image("image/gif", "gif")),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", Image("image/webp", "webp")),
        (b"\x00\x00\x01\x00...", Image("image/x-icon", "ico")),
        (svg('<rect width="1" height="1"/>'), Image("image/svg+xml", "svg")),
        (b"<?xml version='1.0'?>\n" + svg('<use href="#a"/>'), Image("image/svg+xml", "svg")),
        (svg('<rect fill="url(#a)"/>'), Image("image/svg+xml", "svg")),
    ],
)
def test_an_image_is_known_by_its_bytes(content: bytes, image: Image) -> None:
    assert look_at(content) == image


@pytest.mark.parametrize(
    "content", [b"<html><script>", b"%PDF-1.7", b"MZ", b"hello", b"RIFF1234WAVE"]
)
def test_what_is_no_image_is_refused(content: bytes) -> None:
    with pytest.raises(OperationError, match="is no image"):
        look_at(content)


def test_an_empty_upload_is_refused() -> None:
    with pytest.raises(OperationError, match="is empty"):
        look_at(b"")


def test_an_upload_past_the_limit_is_refused() -> None:
    with pytest.raises(OperationError, match=f"At most {MAX_IMAGE_BYTES}"):
        look_at(b"GIF89a" + bytes(MAX_IMAGE_BYTES))


@pytest.mark.parametrize(
    "content",
    [
        svg("<script>alert(1)</script>"),
        svg("<foreignObject/>"),
        svg("", 'onload="alert(1)"'),
        svg('<a href="javascript:alert(1)"/>'),
        svg('<image xlink:href="https://example.com/x.png"/>'),
        svg('<rect fill="url(https://example.com/x)"/>'),
        svg("<style>@import 'https://example.com'</style>"),
        svg("<style>rect { fill: url(//example.com/x) }</style>"),
        b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]>' + svg("&a;"),
        b"<svg",
        b"<?xml version='1.0'?><html/>",
        b"<?xml version='1.0' encoding='nowhere'?><svg/>",
    ],
)
def test_an_svg_that_runs_or_reaches_outside_is_refused(content: bytes) -> None:
    with pytest.raises(OperationError, match="content: "):
        look_at(content)
