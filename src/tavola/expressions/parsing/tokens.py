"""Splitting expression text into tokens, and the one message for text that does not parse."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, NoReturn

from tavola.errors import ValidationFailed

__all__ = ["Token", "Tokens"]

# DynamoDB: names begin with a letter; "_a" is a syntax error and needs a placeholder.
_TOKEN: Final = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<nameref>\#[A-Za-z0-9_]+)"
    r"|(?P<valueref>:[A-Za-z0-9_]+)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<space>[ \t\r\n]+)"
    r"|(?P<symbol><>|<=|>=|.)",
    re.ASCII | re.DOTALL,
)
_SPACE: Final = " \t\r\n"


class Token(NamedTuple):
    """A piece of expression text; `kind` is `end` after the last one."""

    kind: str
    text: str
    start: int
    end: int


class Tokens:
    """A cursor over the tokens of one expression."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [
            Token(match.lastgroup or "", match[0], match.start(), match.end())
            for match in _TOKEN.finditer(text)
            if match.lastgroup != "space"
        ]
        size = len(text.rstrip(_SPACE))
        self._tokens.append(Token("end", "<EOF>", size, size))
        self._position = 0

    @property
    def current(self) -> Token:
        """The token to look at next."""
        return self._tokens[self._position]

    @property
    def following(self) -> Token:
        """The token after the current one."""
        return self._tokens[min(self._position + 1, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Return the current token and go on."""
        token = self.current
        if token.kind != "end":
            self._position += 1
        return token

    def take_symbol(self, symbol: str) -> None:
        """Go past a symbol, or fail."""
        if not self.is_symbol(symbol):
            self.fail()
        self.take()

    def is_symbol(self, symbol: str) -> bool:
        """Say whether the current token is this symbol."""
        token = self.current
        return token.text == symbol and token.kind == "symbol"

    def is_keyword(self, *keywords: str) -> bool:
        """Say whether the current token is one of these words, in any case."""
        token = self.current
        return token.kind == "name" and token.text.upper() in keywords

    def fail(self) -> NoReturn:
        """Refuse the current token."""
        # DynamoDB: "near" is the text from the token before to the token after.
        token, position = self.current, self._position
        before = self._tokens[max(position - 1, 0)]
        after = self.following
        near = _printable(self._text[before.start : after.end])
        raise ValidationFailed(
            f'Syntax error; token: "{_printable(token.text)}", near: "{near}"',
        )


def _printable(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
