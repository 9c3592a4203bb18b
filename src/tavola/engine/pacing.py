"""Work that may pause: who runs an action decides when others go first.

    steps = engine.start("Scan", body, pace)      # works only when it is asked to
    next(steps)                                   # until `pace` says that it is enough, or …
                                                  # … StopIteration, whose value is the response

Between two steps nothing is held, neither a lock nor a cursor of SQLite: the next one reads on
behind the last key. So a long read sees what is written meanwhile, as DynamoDB's does.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, Protocol

__all__ = [
    "MOST_TEXT",
    "MOST_WORK",
    "UNPACED",
    "Answer",
    "Pace",
    "Steps",
    "Unpaced",
    "finish",
    "join_answer",
]

Answer = bytes | list[bytes]
"""A response, or its parts: to join 16 MB takes 20 ms and more, and can be done in a thread."""
Steps = Generator[None, None, Answer]
"""Yields where others may go first; returns the response."""


class Pace(Protocol):
    """Says when a step has lasted long enough.

    It is asked after every item, and within a large one after every comparison.
    """

    def is_over(self) -> bool:
        """Return whether others should go first now."""
        ...

    def take_room(self) -> bool:
        """Return whether one more large item may be held decoded; the taker gives the room back."""
        ...

    def give_room_back(self) -> None:
        """Hold one large item less."""
        ...


class Unpaced:
    """Never pauses."""

    def is_over(self) -> bool:
        """Go on."""
        return False

    def take_room(self) -> bool:
        """Whoever does not pause holds one at a time."""
        return True

    def give_room_back(self) -> None:
        """Go on."""


UNPACED: Final[Pace] = Unpaced()

MOST_WORK: Final = 1_000_000
"""Bytes of an item times comparisons with it: what lasts a few milliseconds at most."""

MOST_TEXT: Final = 8192
"""Characters of expressions or statements that a write may have where others wait for it: to parse
and to compile them takes 20 ms."""


def finish(steps: Generator[Any, None, Answer]) -> bytes:
    """Run all steps, one right after another."""
    try:
        while True:
            next(steps)
    except StopIteration as done:
        return join_answer(done.value)


def join_answer(answer: Answer) -> bytes:
    """Return a response in one piece."""
    return answer if isinstance(answer, bytes) else b"".join(answer)
