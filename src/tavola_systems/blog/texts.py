"""What writers write: Markdown to HTML that runs nothing, titles for search, tag names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from tavola.errors import OperationError

__all__ = ["check_tags", "check_title", "excerpt_of", "to_html", "to_key"]

MAX_CONTENT_BYTES: Final = 300_000
_MAX_TAGS: Final = 20
_MAX_TAG_LENGTH: Final = 50
_EXCERPT_LENGTH: Final = 280

# "js-default" leaves HTML of the writer's as text, and refuses javascript: and data: links.
_MARKDOWN: Final = MarkdownIt("js-default", {"linkify": False, "html": False}).disable("image")


def to_html(markdown: str) -> Markup:
    """Render Markdown; HTML in it is shown, not run, and images of other hosts are not loaded."""
    # markdown-it escapes every text, and its link validator refuses what runs.
    return Markup(_MARKDOWN.render(markdown))  # noqa: S704 - see above


def excerpt_of(markdown: str) -> str:
    """Return the first sentences as plain text, for lists."""
    words = " ".join(_texts(_MARKDOWN.parse(markdown[: _EXCERPT_LENGTH * 20]))).split()
    text = ""
    for word in words:
        if len(text) + len(word) >= _EXCERPT_LENGTH:
            return f"{text}…"
        text = f"{text} {word}".strip()
    return text


def _texts(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type in {"text", "code_inline"}:
            yield token.content
        elif token.type in {"softbreak", "hardbreak"}:
            yield " "
        elif token.children:
            yield "".join(_texts(token.children))


def check_title(title: str) -> str:
    """Return a title in single spaces, if it is one."""
    plain = " ".join(title.split())
    if not 0 < len(plain) <= 200 or not plain.isprintable():
        raise OperationError("title: use 1 to 200 printable characters.")
    return plain


def check_content(content: str) -> str:
    """Return a text that fits into an item."""
    size = len(content.encode(errors="replace"))
    if size > MAX_CONTENT_BYTES:
        raise OperationError(f"content: it has {size} bytes. At most {MAX_CONTENT_BYTES} fit.")
    return content


def to_key(title: str) -> str:
    """Return a title as it is searched: without case and accents that Unicode can fold."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", title).casefold())
    return " ".join(folded.split())[:200]


def check_tags(names: Iterable[str]) -> list[str]:
    """Return tag names as they are compared: lower case, single spaces, each once."""
    found = list(dict.fromkeys(" ".join(name.lower().split()) for name in names))
    if not all(found):
        raise OperationError("tag: it has no name. Give it at least one letter.")
    if len(found) > _MAX_TAGS:
        raise OperationError(f"tags: {len(found)} are given. A post has at most {_MAX_TAGS}.")
    for name in found:
        if len(name) > _MAX_TAG_LENGTH or not name.isprintable() or "," in name:
            raise OperationError(
                f"tags: {name[:60]!r} is too long or has signs that tags have not."
            )
    return found
