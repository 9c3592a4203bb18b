"""Answers that an operation cannot read: reported as such, not as an error in the library."""

from __future__ import annotations

import os
from functools import cache
from types import TracebackType
from typing import Any, NoReturn

import msgspec

from tavola.errors import OutcomeUnknown, StoreUnavailable
from tavola.operations.steps import Request, Step, Steps

_INSTALLED = ("site-packages", "dist-packages")
UNFIT = (
    *(LookupError, ValueError, ArithmeticError, TypeError, AttributeError, RecursionError),
    msgspec.MsgspecError,
)
"""What is raised when an answer is not what it should be."""


def advance(steps: Steps[Any], step: Step, answer: Any) -> Step:
    """Give an operation the answer to its last step, and take the next one."""
    try:
        return steps.send(answer)
    except UNFIT as error:
        raise_unreadable(error, step)


def raise_unreadable(error: Exception, step: Step) -> NoReturn:
    """Raise what an answer is that could not be read, or the error itself if it was not ours.

    What a hook, a clock or a class of the user's raises is the user's own.
    """
    requests = (step,) if isinstance(step, Request) else step
    if not isinstance(requests, tuple) or not requests or not _is_ours(error.__traceback__):
        raise error
    request = requests[0]
    table = request.body.get("TableName")
    where = f"{request.action} on {table}" if table else request.action
    problem = (
        f"{where}: the answer cannot be read ({type(error).__name__}: {str(error)[:200]}). It is"
        " none of DynamoDB's, or the store is damaged."
    )
    from tavola.wire.actions import traits_of

    if traits_of(request.action).reads:
        raise StoreUnavailable(problem) from error
    raise OutcomeUnknown(f"{problem} The write may or may not have been applied.") from error


def _is_ours(trace: TracebackType | None) -> bool:
    """Whether no code but the library's was running, functions that it compiled included."""
    while trace is not None:
        if not _is_library(trace.tb_frame.f_code.co_filename):
            return False
        trace = trace.tb_next
    return True


def _is_library(name: str) -> bool:
    package, standard_library = _folders()
    return name.startswith((package, "<")) or (
        name.startswith(standard_library) and not any(part in name for part in _INSTALLED)
    )


@cache
def _folders() -> tuple[str, str]:
    # Every generated module imports this one, and hardly any process meets such an answer.
    from pathlib import Path

    return str(Path(__file__).parents[1]), str(Path(os.__file__).parent)
