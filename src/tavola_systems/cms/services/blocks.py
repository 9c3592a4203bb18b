"""Block types: what a page is made of, what each block may hold, and its HTML.

Every text is escaped, Markdown shows HTML as text, and addresses that run something are refused
when they are written: nothing that an editor types ever runs in a reader's browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, cast

from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from msgspec import Struct, field

from tavola.errors import OperationError

__all__ = [
    "BLOCK_TYPES",
    "LINK",
    "BlockField",
    "BlockType",
    "Rendering",
    "check_blocks",
    "check_link",
    "number_within",
    "render_blocks",
    "texts_of",
]

MAX_BLOCKS: Final = 200
MAX_TEXT_CHARACTERS: Final = 300_000
# "js-default" leaves HTML of the writer's as text, and refuses javascript: and data: links.
_MARKDOWN: Final = MarkdownIt("js-default", {"linkify": False, "html": False}).disable("image")
_ID: Final = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
LINK: Final = re.compile(r"(https?://[^\s<>\"']+|/[^\s<>\"'/\\][^\s<>\"'\\]*|/)")


class BlockField(Struct, frozen=True):
    """One value of a block."""

    name: str
    label: str
    kind: str = "line"
    """`line`, `text`, `markdown`, `number`, `choice`, `asset` or `assets`."""
    choices: tuple[str, ...] = ()
    is_required: bool = False
    most: int = 1000
    """The most characters, the greatest number, or the most members."""


class BlockType(Struct, frozen=True):
    """A kind of block."""

    name: str
    label: str
    fields: tuple[BlockField, ...]


_ALL: Final = (
    BlockType(
        "heading",
        "Heading",
        (
            BlockField("text", "Text", is_required=True, most=200),
            BlockField("level", "Level", "number", most=4),
        ),
    ),
    BlockType(
        "text",
        "Rich text",
        (BlockField("markdown", "Text", "markdown", is_required=True, most=MAX_TEXT_CHARACTERS),),
    ),
    BlockType(
        "image",
        "Image",
        (
            BlockField("asset", "Image", "asset", is_required=True),
            BlockField("alt", "What it shows", is_required=True, most=300),
            BlockField("caption", "Caption", most=300),
        ),
    ),
    BlockType("gallery", "Gallery", (BlockField("images", "Images", "assets", most=40),)),
    BlockType(
        "quote",
        "Quote",
        (
            BlockField("text", "Text", "text", is_required=True, most=2000),
            BlockField("cite", "Who said it", most=200),
        ),
    ),
    BlockType(
        "code",
        "Code",
        (
            BlockField("text", "Code", "text", is_required=True, most=50_000),
            BlockField("language", "Language", most=30),
        ),
    ),
    BlockType(
        "form",
        "Form",
        (
            BlockField("title", "Title", most=150),
            BlockField("button", "Button", most=60),
            BlockField("source", "Name of the form", most=60),
        ),
    ),
    BlockType(
        "products",
        "Product list",
        (
            BlockField("category", "Category", most=60),
            BlockField("limit", "How many", "number", most=50),
        ),
    ),
)
BLOCK_TYPES: Final[Mapping[str, BlockType]] = {one.name: one for one in _ALL}


def check_blocks(blocks: Any) -> list[dict[str, Any]]:
    """Return blocks as they are stored, or say which one is wrong, and how."""
    if not isinstance(blocks, list):
        raise OperationError("blocks: it is not a list. Give a list of blocks.")
    given: Sequence[Any] = cast("Sequence[Any]", blocks)
    if len(given) > MAX_BLOCKS:
        raise OperationError(f"blocks: there are {len(given)}. A page has at most {MAX_BLOCKS}.")
    return [_check_block(f"blocks.{number}", one) for number, one in enumerate(given)]


def _check_block(where: str, block: Any) -> dict[str, Any]:
    if not isinstance(block, dict):
        raise OperationError(f"{where}: it is not a block. Give a map with its type.")
    given = cast("dict[str, Any]", block)
    kind = BLOCK_TYPES.get(str(given.get("type")))
    if kind is None:
        known = ", ".join(BLOCK_TYPES)
        raise OperationError(f"{where}.type: {given.get('type')!r} is not one of {known}.")
    unknown = [name for name in given if name not in {"type", *(f.name for f in kind.fields)}]
    if unknown:
        near = get_close_matches(unknown[0], [one.name for one in kind.fields], 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise OperationError(f"{where}.{unknown[0]}: a {kind.name} block has no such value.{hint}")
    checked: dict[str, Any] = {"type": kind.name}
    for one in kind.fields:
        value = _check_value(f"{where}.{one.name}", one, given.get(one.name))
        if value is not None:
            checked[one.name] = value
    return checked


def _check_value(where: str, wanted: BlockField, value: Any) -> Any:
    if value is None or value == "":
        if wanted.is_required:
            raise OperationError(f"{where}: it is missing. Fill it in.")
        return None
    match wanted.kind:
        case "number":
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            if not is_whole or not 1 <= value <= wanted.most:
                raise OperationError(f"{where}: use a whole number of 1 to {wanted.most}.")
            return value
        case "asset":
            if not isinstance(value, str) or not _ID.fullmatch(value):
                raise OperationError(f"{where}: it is not the id of an image. Choose one.")
            return value
        case "assets":
            return _check_images(where, wanted, value)
        case _:
            return _check_text(where, wanted, value)


def _check_text(where: str, wanted: BlockField, value: Any) -> str:
    if not isinstance(value, str):
        raise OperationError(f"{where}: it is not a text.")
    if len(value) > wanted.most:
        raise OperationError(f"{where}: it has {len(value)} characters. Use at most {wanted.most}.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise OperationError(f"{where}: it has half of a character. Write it again.") from None
    return value


def _check_images(where: str, wanted: BlockField, value: Any) -> list[dict[str, str]]:
    if not isinstance(value, list):
        raise OperationError(f"{where}: it is not a list of images.")
    images = cast("Sequence[Any]", value)
    if len(images) > wanted.most:
        raise OperationError(f"{where}: it has {len(images)} images. Use at most {wanted.most}.")
    asset, alt = BlockField("asset", "", "asset", is_required=True), BlockField("alt", "", most=300)
    checked: list[dict[str, str]] = []
    for number, one in enumerate(images):
        if not isinstance(one, dict):
            raise OperationError(f"{where}.{number}: it is not an image. Give asset and alt.")
        image = cast("dict[str, Any]", one)
        found = {
            "asset": _check_value(f"{where}.{number}.asset", asset, image.get("asset")),
            "alt": _check_value(f"{where}.{number}.alt", alt, image.get("alt")) or "",
        }
        checked.append(found)
    return checked


def check_link(where: str, text: str) -> str:
    """Return an address that may stand in a link: of the web, or of this site."""
    plain = text.strip()
    if plain and not LINK.fullmatch(plain):
        raise OperationError(f"{where}: {plain[:60]!r} is not an address. Use https://… or /path.")
    return plain


def _no_asset(asset: str) -> str | None:
    del asset
    return None


def _nothing(block: Mapping[str, Any]) -> Markup:
    del block
    return Markup()


class Rendering(Struct, frozen=True):
    """What blocks need from around them to be shown."""

    image: Callable[[str], str | None] = _no_asset
    """The address of an image, by its asset's id; None if there is none."""
    widths: Callable[[str], str | None] = _no_asset
    """Its `srcset`: the same image in other widths."""
    form: Callable[[Mapping[str, Any]], Markup] = field(default=_nothing)
    """The HTML of a form that visitors fill in."""
    products: Callable[[Mapping[str, Any]], Markup] = field(default=_nothing)
    """The HTML of a list of products."""


def number_within(value: Any, most: int, default: int) -> int:
    """Return a block's number from 1 to a limit; a preview shows also what is not right yet."""
    try:
        number = int(value or default)
    except (TypeError, ValueError, ArithmeticError):
        number = default
    return max(1, min(most, number))


def render_blocks(blocks: Sequence[Mapping[str, Any]], around: Rendering) -> Markup:
    """Return the HTML of a page's blocks."""
    return Markup("\n").join(_render(one, around) for one in blocks)


def _render(block: Mapping[str, Any], around: Rendering) -> Markup:
    match block.get("type"):
        case "heading":
            level = number_within(block.get("level"), 4, 2)
            return Markup("<h{0}>{1}</h{0}>").format(level, block.get("text", ""))
        case "text":
            # markdown-it escapes every text, and its link validator refuses what runs.
            html = _MARKDOWN.render(str(block.get("markdown", "")))
            return Markup('<div class="prose">{}</div>').format(Markup(html))  # noqa: S704
        case "image":
            return _figure(block, around)
        case "gallery":
            images: Sequence[Mapping[str, Any]] = block.get("images") or ()
            shown = Markup().join(_figure(one, around) for one in images)
            return Markup('<div class="gallery">{}</div>').format(shown)
        case "quote":
            cite = block.get("cite")
            said = Markup("<footer>{}</footer>").format(cite) if cite else Markup()
            return Markup("<blockquote><p>{}</p>{}</blockquote>").format(
                block.get("text", ""), said
            )
        case "code":
            return Markup("<pre><code>{}</code></pre>").format(block.get("text", ""))
        case "form":
            return around.form(block)
        case "products":
            return around.products(block)
        case _:
            return Markup()


def _figure(image: Mapping[str, Any], around: Rendering) -> Markup:
    address = around.image(str(image.get("asset")))
    if address is None:
        return Markup('<p class="missing-image">{}</p>').format(image.get("alt") or "")
    widths = around.widths(str(image.get("asset")))
    sources = Markup(' srcset="{}" sizes="(max-width: 60rem) 100vw, 60rem"').format(widths)
    caption = image.get("caption")
    below = Markup("<figcaption>{}</figcaption>").format(caption) if caption else Markup()
    return Markup('<figure><img src="{}"{} alt="{}" loading="lazy">{}</figure>').format(
        address, sources if widths else Markup(), image.get("alt") or "", below
    )


def texts_of(blocks: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a page's blocks as lines of text, to compare two states of it."""
    lines: list[str] = []
    for block in blocks:
        kind = BLOCK_TYPES.get(str(block.get("type")))
        lines.append(f"[{kind.label if kind else escape(str(block.get('type')))}]")
        for one in kind.fields if kind else ():
            lines += _lines_of(one, block.get(one.name))
    return lines


def _lines_of(wanted: BlockField, value: Any) -> list[str]:
    if value is None:
        return []
    if wanted.kind == "assets":
        images: Sequence[Mapping[str, Any]] = value
        return [f"{wanted.label}: {one.get('asset')} {one.get('alt', '')}" for one in images]
    if wanted.kind in {"markdown", "text"}:
        return str(value).split("\n")
    return [f"{wanted.label}: {value}"]
