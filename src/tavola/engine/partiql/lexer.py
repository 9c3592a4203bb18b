"""Splitting a statement into tokens, and a cursor over them that collects the values."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final, NoReturn

from msgspec import Struct

from tavola.errors import ValidationFailed
from tavola.expressions.tree import ValueRef
from tavola.values import Value

__all__ = ["PARAMETER", "PartiqlToken", "TokenReader", "first_word"]

_TOKEN: Final = re.compile(
    r"(?P<space>\s+|--[^\n]*|/\*.*?\*/)"
    r"|(?P<unknown>/\*|[#&\\])"
    r"|(?P<name>[A-Za-z_$][A-Za-z0-9_$]*)"
    r'|(?P<quoted>"(?:[^"]|"")*")'
    r"|(?P<string>'(?:[^']|'')*')"
    r"|(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<unended>[\"'])"
    r"|(?P<symbol><<|>>|<>|<=|>=|!=|.)",
    re.DOTALL,
)
PARAMETER: Final = "?"
"""The type of a value that stands for a parameter, by its number, until it is bound."""

MALFORMED: Final = "Statement wasn't well formed, can't be processed: "
_UNREADABLE: Final = ("unknown", "unended")
_MAX_DEPTH: Final = 60
"""Deeper than any value may be nested; a bound for the parser."""


def first_word(statement: str) -> str:
    """Return the keyword that a statement begins with, behind comments; empty if it is not one."""
    for match in _TOKEN.finditer(statement):
        if match.lastgroup != "space":
            return match.group().upper() if match.lastgroup == "name" else ""
    return ""


class PartiqlToken(Struct, frozen=True):
    """A piece of a statement; `position` is its line, column and length as DynamoDB writes it."""

    kind: str
    text: str
    position: str

    @property
    def word(self) -> str:
        """The text as a keyword, empty if it can be none."""
        return self.text.upper() if self.kind == "name" else ""


class TokenReader:
    """A cursor over the tokens of one statement; its values are kept aside by number."""

    def __init__(self, text: str) -> None:
        self._tokens = [*_tokens(text)]
        self._position = 0
        self._depth = 0
        self._values: dict[str, Value] = {}
        self.parameters = 0

    @property
    def current(self) -> PartiqlToken:
        """The token to look at next."""
        return self._tokens[self._position]

    @property
    def following(self) -> PartiqlToken:
        """The token after the current one."""
        return self._tokens[min(self._position + 1, len(self._tokens) - 1)]

    @property
    def values(self) -> Mapping[str, Value]:
        """The values that were met so far, by their references."""
        return self._values

    def take(self) -> PartiqlToken:
        """Return the current token and go on."""
        token = self.current
        if token.kind != "end":
            self._position += 1
        return token

    def is_symbol(self, *symbols: str) -> bool:
        """Return whether the current token is one of these symbols."""
        return self.current.kind == "symbol" and self.current.text in symbols

    def is_word(self, *words: str) -> bool:
        """Return whether the current token is one of these words, in any case."""
        return self.current.word in words

    def accept_symbol(self, symbol: str) -> bool:
        """Go past a symbol if it stands here."""
        is_here = self.is_symbol(symbol)
        if is_here:
            self.take()
        return is_here

    def accept_word(self, *words: str) -> bool:
        """Go past a word if one of these stands here."""
        is_here = self.is_word(*words)
        if is_here:
            self.take()
        return is_here

    def take_symbol(self, symbol: str, name: str) -> None:
        """Go past a symbol, or refuse the statement."""
        if not self.accept_symbol(symbol):
            self.fail(f"Expected {name}")

    def take_word(self, word: str) -> None:
        """Go past a keyword, or refuse the statement."""
        if not self.accept_word(word):
            self.fail(f"Expected {word}")

    def fail(self, what: str) -> NoReturn:
        """Refuse a statement that does not parse."""
        raise ValidationFailed(MALFORMED + what)

    def parameter(self) -> Value:
        """Return what stands for the next parameter."""
        self.parameters += 1
        return {PARAMETER: self.parameters - 1}

    def keep(self, value: Value) -> ValueRef:
        """Keep a value aside and give the reference that stands for it."""
        ref = f":{len(self._values)}"
        self._values[ref] = value
        return ValueRef(ref)

    @contextmanager
    def deeper(self) -> Generator[None, None, None]:
        """Read what is nested, up to a limit."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            self.fail("Too many nesting levels")
        yield
        self._depth -= 1

    def finish(self) -> None:
        """Refuse what is left over."""
        self.accept_symbol(";")
        if self.current.kind != "end":
            self.fail("Unexpected token after expression")


def _tokens(text: str) -> Generator[PartiqlToken, None, None]:
    line, start = 1, 0
    for match in _TOKEN.finditer(text):
        kind, content = match.lastgroup or "", match[0]
        if kind in _UNREADABLE:
            # DynamoDB: what cannot be split into tokens has no reason behind the colon.
            raise ValidationFailed(MALFORMED)
        if kind != "space":
            position = f"{line}:{match.start() - start + 1}:{len(content)}"
            yield PartiqlToken(kind, _content(kind, content), position)
        if "\n" in content:
            line += content.count("\n")
            start = match.start() + content.rindex("\n") + 1
    yield PartiqlToken("end", "", f"{line}:{len(text) - start + 1}:0")


def _content(kind: str, text: str) -> str:
    if kind == "quoted":
        return text[1:-1].replace('""', '"')
    return text[1:-1].replace("''", "'") if kind == "string" else text
