"""Reads that are too short for a thread: answered on the event loop where the store is near.

A read of the embedded engine takes some ten microseconds; to hand it to a thread and wait for the
interpreter's lock takes longer, and under many readers very much longer. A read that goes over the
network would hold all others up, so that one keeps its thread.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool

__all__ = ["is_near", "near_read"]

P = ParamSpec("P")
R = TypeVar("R")


def is_near(store: str) -> bool:
    """Whether a store at a location answers reads inside this process."""
    return not store.startswith("dynamodb:")


def near_read(store: str) -> Callable[[Callable[P, R]], Callable[P, Awaitable[R]]]:
    """Make a route that only reads a few items by key an async one, for a store at a location."""
    is_here = is_near(store)

    def decorate(endpoint: Callable[P, R]) -> Callable[P, Awaitable[R]]:
        @functools.wraps(endpoint)
        async def answer(*values: P.args, **named: P.kwargs) -> R:
            if is_here:
                return endpoint(*values, **named)
            return await run_in_threadpool(endpoint, *values, **named)

        return answer

    return decorate
