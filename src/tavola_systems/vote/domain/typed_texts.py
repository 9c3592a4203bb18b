"""Names, e-mail addresses and texts: what they may hold, and when two of them are the same."""

from __future__ import annotations

import re
import unicodedata

from tavola_systems.vote.domain.errors import BadArgument

__all__ = [
    "MAX_NAME",
    "check_email",
    "check_name",
    "check_password",
    "check_text",
    "fold",
    "is_name",
]

MAX_NAME = 200
MAX_TEXT = 2000
# Marks that turn the direction of text around make one name look like another.
_DIRECTION = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def fold(text: str) -> str:
    """Give the text by which names are compared: without case, in one Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def check_name(text: str, what: str, *, allow_at: bool = True) -> str:
    """Trim a name and collapse its spaces; refuse what no name can be."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not 1 <= len(name) <= MAX_NAME:
        raise BadArgument(f"{what}: it has {len(name)} characters. Give 1 to {MAX_NAME}.")
    _check_characters(name, what)
    if not allow_at and "@" in name:
        raise BadArgument(f"{what}: {name!r} holds '@', which only addresses may. Leave it out.")
    return name


def is_name(text: str) -> bool:
    """Whether a text could be the name or the address of something."""
    try:
        return check_name(text, "name") == unicodedata.normalize("NFC", text)
    except BadArgument:
        return False


def check_text(text: str, what: str, limit: int = MAX_TEXT) -> str:
    """Take a description: several lines, no control characters."""
    cleaned = unicodedata.normalize("NFC", text.replace("\r\n", "\n").strip())
    if len(cleaned) > limit:
        raise BadArgument(f"{what}: it has {len(cleaned)} characters. At most {limit} are kept.")
    _check_characters(cleaned.replace("\n", " "), what)
    return cleaned


def check_email(text: str) -> str:
    """Take an address: one @, something on both sides, no white space."""
    email = unicodedata.normalize("NFC", text.strip())
    if len(email) > MAX_NAME:
        raise BadArgument(f"email: it has {len(email)} characters. Give at most {MAX_NAME}.")
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", email):
        raise BadArgument(f"email: {email!r} is not an address. Give one such as ada@example.com.")
    _check_characters(email, "email")
    return email


def check_password(password: str) -> str:
    """Take a password of 1 to 200 characters, as it is."""
    if not 1 <= len(password) <= MAX_NAME:
        raise BadArgument(f"password: it has {len(password)} characters. Give 1 to {MAX_NAME}.")
    return password


def _check_characters(text: str, what: str) -> None:
    for character in text:
        number = ord(character)
        is_no_character = number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
        if (
            is_no_character
            or character in _DIRECTION
            or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
        ):
            raise BadArgument(
                f"{what}: it holds the character U+{number:04X}, which cannot be shown."
                " Leave it out."
            )
