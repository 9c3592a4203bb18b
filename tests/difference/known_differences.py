"""Differences that are kept, each with its reason: there AWS's documentation is on our side."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.difference.compare import Difference
from tests.reference.endpoint import Answer


@dataclass(frozen=True, slots=True)
class Known:
    """A kind of difference: what we say, what the reference engine says, and why ours stands."""

    reference: str
    ours: str
    theirs: str
    reason: str
    actions: str = ""

    def explains(self, difference: Difference) -> bool:
        """Whether a difference is of this kind."""
        return (
            re.search(self.reference, difference.reference) is not None
            and re.search(self.actions, difference.request.action) is not None
            and re.search(self.ours, _text(difference.ours), re.DOTALL) is not None
            and re.search(self.theirs, _text(difference.theirs), re.DOTALL) is not None
        )


def _text(answer: Answer) -> str:
    return f"{answer.code}: {answer.message}" if answer.is_error else "OK"


def is_known(difference: Difference) -> bool:
    """Whether a difference has a reason."""
    return any(known.explains(difference) for known in KNOWN)


KNOWN: tuple[Known, ...] = ()
