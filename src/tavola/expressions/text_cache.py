"""What was parsed is kept, as long as all the texts together are short.

A parsed text takes about fifty times its bytes, so to count texts is not enough: two thousand of
4 KB would be 400 MB. It must not know what is parsed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol, TypeVar

__all__ = ["MAX_KEPT_CHARACTERS", "Names", "keep_parsed"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Names = tuple[tuple[str, str], ...]

MAX_KEPT_CHARACTERS: Final = 1 << 18
"""Of texts and names that one cache keeps; what they were parsed to takes 15 MB."""


class KeptParser(Protocol[T_co]):
    """A function that is called once for one text; `__wrapped__` keeps nothing."""

    @property
    def __wrapped__(self) -> Callable[..., T_co]: ...

    def __call__(self, *key: Any) -> T_co:
        """Return what was made of a text."""
        ...

    def cache_info(self) -> NamedTuple:
        """Say how much is kept."""
        ...


def keep_parsed(size: int) -> Callable[[Callable[..., T]], KeptParser[T]]:
    """Remember what a function makes of texts and names: of `size` keys, and of so many characters.

    What is found again costs nothing more than with `lru_cache`. Past that many characters all is
    forgotten, which whoever asks for ever new texts brings about, and nobody else.
    """

    def keep(make: Callable[..., T]) -> KeptParser[T]:
        kept_characters = 0

        def made(*key: Any) -> T:
            nonlocal kept_characters
            result = make(*key)
            length = sum(map(_length, key))
            kept_characters += length
            if kept_characters > MAX_KEPT_CHARACTERS:
                # This one is added to the empty cache.
                cached.cache_clear()
                kept_characters = length
            return result

        cached = lru_cache(size)(made)
        cached.__wrapped__ = make
        return cached

    return keep


def _length(part: str | Names) -> int:
    return len(part) if isinstance(part, str) else sum(len(ref) + len(name) for ref, name in part)
