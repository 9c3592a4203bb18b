"""A parser that takes a command's words and its options in any order.

`tavola put shop.yaml Crate --store shop.db name=1`: argparse gives words to their places as soon as
it meets the first ones, so that those after an option would be left over. Here options go first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["CommandParser"]


class CommandParser(argparse.ArgumentParser):
    """Reads options wherever they stand."""

    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride] # one of its two forms, which is enough
        self, args: Any = None, namespace: Any = None
    ) -> Any:
        """Read a command line as argparse does, with its options in front."""
        words = list(sys.argv[1:] if args is None else args)
        if self._subparsers is None:
            words = self._options_first(words)
        return super().parse_known_args(words, namespace)

    def _options_first(self, words: Sequence[str]) -> list[str]:
        options: list[str] = []
        others: list[str] = []
        rest = iter(words)
        for word in rest:
            if word == "--":
                # What follows are words, whatever they begin with; those before begin with no dash.
                return [*options, "--", *others, *rest]
            taken = self._taken_by(word)
            if taken is None:
                others.append(word)
            else:
                options += [word, *_next(rest, taken)]
        return [*options, *others]

    def _taken_by(self, word: str) -> int | None:
        """How many of the next words belong to an option; None if this is not one."""
        if not word.startswith("-") or word == "-":
            return None
        known = self._option_string_actions
        name, equals, _ = word.partition("=")
        if name in known:
            found = [known[name]]
        elif word.startswith("--"):
            found = [known[each] for each in known if each.startswith(name)]
        else:
            found = [known[word[:2]]] if word[:2] in known else []
            equals = "joined"  # as in -oFILE
        if not found:
            # A number below zero is a word; argparse complains about the rest.
            return None if word[1:2].isdigit() else 0
        return 0 if equals or found[0].nargs == 0 else 1


def _next(words: Iterator[str], count: int) -> list[str]:
    return [word for _, word in zip(range(count), words, strict=False)]
