"""What people may upload: small images, encoded again so that nothing else comes along.

Raster images are decoded and encoded again, without metadata. An SVG is read as XML, held against
a list of what may stand in it, and written again, without comments and instructions.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from typing import Any, Final
from xml.etree import ElementTree

from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from tavola.errors import OperationError

__all__ = ["MAX_IMAGE_BYTES", "MAX_PIXELS", "CleanImage", "clean_image", "scaled_to"]

MAX_IMAGE_BYTES: Final = 5 * 1024 * 1024
MAX_PIXELS: Final = 24_000_000
"""Of an image; one that moves may have as many in all its frames together."""
_FORMATS: Final = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "WEBP": "webp", "ICO": "png"}
_MEDIA_TYPES: Final = {"jpg": "image/jpeg", "svg": "image/svg+xml"}

_SVG: Final = "{http://www.w3.org/2000/svg}"
_XLINK_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_DRAWN = """
svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
linearGradient radialGradient stop clipPath mask pattern marker style filter feBlend feColorMatrix
feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset
"""
_DESCRIBED = """
id class style viewBox width height x y x1 x2 y1 y2 cx cy r rx ry fx fy d points transform
preserveAspectRatio version fill fill-opacity fill-rule stroke stroke-width stroke-linecap
stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color
display visibility clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits filter
filterUnits primitiveUnits gradientUnits gradientTransform spreadMethod offset stop-color
stop-opacity patternUnits patternContentUnits patternTransform marker-start marker-mid marker-end
markerWidth markerHeight markerUnits refX refY orient font-family font-size font-weight font-style
font-variant letter-spacing word-spacing text-anchor text-decoration dominant-baseline
alignment-baseline baseline-shift dx dy rotate textLength lengthAdjust startOffset mix-blend-mode
isolation shape-rendering text-rendering image-rendering in in2 result mode operator type values
stdDeviation k1 k2 k3 k4 flood-color flood-opacity role aria-label aria-hidden paint-order
vector-effect
"""
_ELEMENTS: Final = frozenset(_DRAWN.split())
_ATTRIBUTES: Final = frozenset(_DESCRIBED.split())
# A reference leaves the file unless it begins with #; a backslash could hide one.
# CSS has functions beside url() that load what a plain text names.
_OUTSIDE: Final = re.compile(
    r"url\(\s*(?!['\"]?#)|@import|(?:expression|image|image-set|cross-fade|src)\s*\(|\\|javascript:",
    re.I,
)
_MAX_DEPTH: Final = 100


class CleanImage(Struct, frozen=True):
    """An image as it is kept."""

    content: bytes
    ending: str

    @property
    def media_type(self) -> str:
        """Its type, which its own bytes say."""
        return _MEDIA_TYPES.get(self.ending, f"image/{self.ending}")

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height in pixels; a drawing has none."""
        if self.ending == "svg":
            return None
        with Image.open(io.BytesIO(self.content)) as image:
            return image.width, image.height


def clean_image(content: bytes) -> CleanImage:
    """Encode an upload again; refuse what is not an image that is allowed."""
    if not content:
        raise OperationError("content: it is empty. Upload an image.")
    if len(content) > MAX_IMAGE_BYTES:
        raise OperationError(
            f"content: it has {len(content)} bytes. At most {MAX_IMAGE_BYTES} are allowed."
        )
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<svg", b"<?xml", b"<!--")):
        return CleanImage(_clean_svg(content), "svg")
    return _clean_raster(content)


def _clean_raster(content: bytes) -> CleanImage:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image: Any = Image.open(io.BytesIO(content), formats=list(_FORMATS))
            if image.width * image.height > MAX_PIXELS:
                raise OperationError(
                    f"content: it has {image.width} × {image.height} pixels."
                    f" At most {MAX_PIXELS} are allowed."
                )
            return _encoded(image)
    except UnidentifiedImageError:
        raise OperationError(
            "content: it is not an image that is known here. Use gif, ico, jpg, png, svg, webp."
        ) from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Warning) as error:
        raise OperationError(f"content: it cannot be read as an image: {error}.") from None


def _encoded(image: Any) -> CleanImage:
    ending = _FORMATS[image.format]
    written = io.BytesIO()
    if ending == "gif":
        frames = image.n_frames
        if image.width * image.height * frames > MAX_PIXELS:
            raise OperationError(
                f"content: it has {frames} frames of {image.width} × {image.height} pixels."
                f" At most {MAX_PIXELS} in all are allowed."
            )
        image.save(written, "GIF", save_all=True, comment=b"")
        return CleanImage(written.getvalue(), ending)
    upright = ImageOps.exif_transpose(image)
    if upright.mode == "P":
        upright = upright.convert("RGBA")
    plain = Image.new(upright.mode, upright.size)
    plain.paste(upright)
    options: dict[str, Any] = {"jpg": {"quality": 90}, "webp": {"quality": 90}}.get(ending, {})
    plain.save(written, {"jpg": "JPEG"}.get(ending, ending.upper()), **options)
    return CleanImage(written.getvalue(), ending)


def scaled_to(image: CleanImage, width: int) -> CleanImage | None:
    """Return an image in a smaller width; None if it is not wider, is drawn, or moves."""
    size = image.size
    if size is None or size[0] <= width or image.ending == "gif":
        return None
    height = max(1, round(size[1] * width / size[0]))
    written = io.BytesIO()
    form = {"jpg": "JPEG"}.get(image.ending, image.ending.upper())
    options: dict[str, Any] = {} if image.ending == "png" else {"quality": 85}
    with Image.open(io.BytesIO(image.content)) as opened:
        opened.resize((width, height), Image.Resampling.LANCZOS).save(written, form, **options)
    return CleanImage(written.getvalue(), image.ending)


def _clean_svg(content: bytes) -> bytes:
    # Without a document type there are no entities, and so nothing that can grow in parsing.
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise OperationError("content: the SVG has a document type. Leave it out.")
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 - no document type, see above
    except (ElementTree.ParseError, LookupError, ValueError) as wrong:
        raise OperationError(f"content: it is not a well-formed SVG: {wrong}.") from None
    if root.tag != f"{_SVG}svg":
        raise OperationError(f"content: its root is {root.tag[:60]!r}. Use an SVG.")
    clean = _clean_element(root)
    clean.set("xmlns", "http://www.w3.org/2000/svg")
    return bytes(ElementTree.tostring(clean, encoding="utf-8"))


def _clean_element(element: ElementTree.Element, depth: int = 0) -> ElementTree.Element:
    """Copy what is allowed; what other namespaces add, as drawing programs do, is left out."""
    name = element.tag.removeprefix(_SVG)
    if name not in _ELEMENTS:
        raise OperationError(f"content: the SVG has a <{name[:40]}>. Leave out what is not drawn.")
    if depth > _MAX_DEPTH:
        raise OperationError(f"content: the SVG is nested deeper than {_MAX_DEPTH} levels.")
    if name == "style":
        _check_style(element)
    copy = ElementTree.Element(name)
    copy.text, copy.tail = element.text, element.tail
    for attribute, value in element.attrib.items():
        _copy_attribute(copy.set, attribute, value)
    copy.extend([_clean_element(child, depth + 1) for child in element if _is_drawn(child)])
    return copy


def _check_style(element: ElementTree.Element) -> None:
    """Refuse a style that loads something, or whose text goes on behind an element in it."""
    if len(element) or _OUTSIDE.search(element.text or ""):
        raise OperationError("content: the SVG's style reaches outside. Keep it to itself.")


def _is_drawn(child: ElementTree.Element) -> bool:
    return not child.tag.startswith("{") or child.tag.startswith(_SVG)


def _copy_attribute(put: Callable[[str, str], None], attribute: str, value: str) -> None:
    if attribute in {"href", _XLINK_HREF}:
        if not value.strip().startswith("#"):
            raise OperationError(f"content: the SVG links to {value[:60]!r}. Link within it only.")
        put("href", value.strip())
        return
    if attribute.startswith(("{", "data-")):
        return
    if attribute not in _ATTRIBUTES:
        raise OperationError(
            f"content: the SVG has {attribute[:40]!r}. Leave out what is not drawn."
        )
    if _OUTSIDE.search(value):
        raise OperationError(f"content: the SVG's {attribute!r} reaches outside.")
    put(attribute, value)
