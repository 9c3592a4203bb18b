"""Texts that people type, as they are stored: trimmed, within their length, nothing hidden."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, TypeVar

from tavola.errors import OperationError

__all__ = ["line", "one_of", "optional_line", "paragraphs"]

S = TypeVar("S", bound=str)

_KEPT: Final = {"\n", "\t"}


def line(name: str, text: str, most: int) -> str:
    """Return a text of one line in single spaces; it must not be empty."""
    found = " ".join(_printable(text).split())
    if not found:
        raise OperationError(f"{name}: it is empty. Use 1 to {most} characters.")
    return _within(name, found, most)


def one_of(name: str, text: str, allowed: Sequence[S]) -> S:
    """Return a text if it is one of those that are allowed."""
    for one in allowed:
        if one == text:
            return one
    raise OperationError(f"{name}: {text[:30]!r} is not known. Use {', '.join(allowed)}.")


def optional_line(name: str, text: str | None, most: int) -> str | None:
    """Return a text of one line, or None if it is empty."""
    return line(name, text, most) if text and text.strip() else None


def paragraphs(name: str, text: str | None, most: int) -> str | None:
    """Return a text of several lines, or None if it is empty."""
    found = _printable(text or "").strip()
    return _within(name, found, most) if found else None


def _within(name: str, text: str, most: int) -> str:
    if len(text) > most:
        raise OperationError(f"{name}: it has {len(text)} characters. Use at most {most}.")
    return text


def _printable(text: str) -> str:
    """Leave out what cannot be seen, and what would turn the direction of the text around it."""
    normal = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(one for one in normal if one in _KEPT or not _is_hidden(one))


def _is_hidden(one: str) -> bool:
    return (
        unicodedata.category(one) in {"Cc", "Cs"}
        or one in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
