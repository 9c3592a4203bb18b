"""Reads that are sent together: the steps of several operations, answered at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.operations.steps import Request, Steps

__all__ = ["side_by_side"]


def side_by_side(operations: Sequence[Steps[Any]]) -> Steps[list[Any]]:
    """Run operations that only send requests, each one's next request with those of the others."""
    results: list[Any] = [None] * len(operations)
    answers: dict[int, Any] = dict.fromkeys(range(len(operations)))
    while answers:
        requests: dict[int, Request] = {}
        for number, answer in answers.items():
            try:
                step = operations[number].send(answer)
            except StopIteration as done:
                results[number] = done.value
            else:
                assert isinstance(step, Request)  # noqa: S101 - reads send one request at a time
                requests[number] = step
        if not requests:
            break
        answers = dict(zip(requests, (yield tuple(requests.values())), strict=True))
    return results
