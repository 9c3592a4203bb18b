"""What may be uploaded as an asset: small images that are what they say, and run nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

from tavola.errors import OperationError

__all__ = ["MAX_IMAGE_BYTES", "Image", "look_at"]

MAX_IMAGE_BYTES: Final = 5 * 1024 * 1024

_ENDINGS: Final[Mapping[str, str]] = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/x-icon": "ico",
    "image/svg+xml": "svg",
}
_BEGINNINGS: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
)
_SVG: Final = "{http://www.w3.org/2000/svg}"
_ACTIVE: Final = frozenset({"script", "foreignObject", "iframe", "handler", "listener"})
_LINKS: Final = ("href", "{http://www.w3.org/1999/xlink}href")
_OUTSIDE: Final = re.compile(r"url\(\s*['\"]?\s*(?!#)|@import", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Image:
    """What an upload is."""

    media_type: str
    ending: str


def look_at(content: bytes) -> Image:
    """Find out what an upload is by its own bytes; refuse what is no safe image."""
    if not content:
        raise OperationError("content: is empty. Upload an image.")
    if len(content) > MAX_IMAGE_BYTES:
        raise OperationError(
            f"content: has {len(content)} bytes. At most {MAX_IMAGE_BYTES} are allowed."
        )
    media_type = _media_type(content)
    if media_type == "image/svg+xml":
        _check_svg(content)
    return Image(media_type, _ENDINGS[media_type])


def _media_type(content: bytes) -> str:
    for beginning, media_type in _BEGINNINGS:
        if content.startswith(beginning):
            return media_type
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "image/webp"
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<svg", b"<?xml", b"<!--")):
        return "image/svg+xml"
    known = ", ".join(sorted(_ENDINGS.values()))
    raise OperationError(f"content: is no image that is known here. Use {known}.")


def _check_svg(content: bytes) -> None:
    # Without a document type there are no entities, and so nothing that can grow in parsing.
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise OperationError("content: the SVG has a document type. Leave it out.")
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 - no document type, see above
    except (ElementTree.ParseError, LookupError, ValueError) as wrong:
        raise OperationError(f"content: is no well-formed SVG: {wrong}.") from None
    if root.tag != f"{_SVG}svg":
        raise OperationError(f"content: its root is {root.tag!r}. Use an SVG.")
    for element in root.iter():
        _check_element(element)


def _check_element(element: ElementTree.Element) -> None:
    name = str(element.tag).rpartition("}")[2]
    if name in _ACTIVE:
        raise OperationError(f"content: the SVG has a <{name}>. Leave out what runs.")
    if name == "style" and _OUTSIDE.search(element.text or ""):
        raise OperationError("content: the SVG's style reaches outside. Keep it to itself.")
    for attribute, value in element.attrib.items():
        _check_attribute(attribute, value)


def _check_attribute(attribute: str, value: str) -> None:
    if attribute.rpartition("}")[2].lower().startswith("on"):
        raise OperationError(f"content: the SVG has {attribute!r}. Leave out what runs.")
    if attribute in _LINKS and not value.strip().startswith(("#", "data:image/")):
        raise OperationError(f"content: the SVG links to {value[:60]!r}. Link within it only.")
    if _OUTSIDE.search(value):
        raise OperationError(f"content: the SVG's {attribute!r} reaches outside.")
