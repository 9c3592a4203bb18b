"""Parsing document paths, `a.#b[3]`."""

from __future__ import annotations

from collections.abc import Container

from tavola.expressions.parsing.tokens import Tokens
from tavola.expressions.tree import NameRef, Path

__all__ = ["parse_path", "parse_path_tail"]


def parse_path(tokens: Tokens, keywords: Container[str] = ()) -> Path:
    """Parse a path; none of its names may be one of the keywords."""
    return Path((_name(tokens, keywords), *parse_path_tail(tokens, keywords)))


def parse_path_tail(
    tokens: Tokens,
    keywords: Container[str] = (),
) -> list[str | NameRef | int]:
    """Parse the `.b` and `[3]` that may follow a path's first name."""
    parts: list[str | NameRef | int] = []
    while True:
        if tokens.is_symbol("."):
            tokens.take()
            parts.append(_name(tokens, keywords))
        elif tokens.is_symbol("["):
            tokens.take()
            if tokens.current.kind != "number":
                tokens.fail()
            parts.append(_index(tokens))
            tokens.take_symbol("]")
        else:
            return parts


def _name(tokens: Tokens, keywords: Container[str]) -> str | NameRef:
    token = tokens.current
    if token.kind == "nameref":
        return NameRef(tokens.take().text)
    if token.kind != "name" or token.text.upper() in keywords:
        tokens.fail()
    return tokens.take().text


def _index(tokens: Tokens) -> int:
    # Python refuses to convert more digits than this; no list is that long either.
    return int(tokens.take().text[:4000])
