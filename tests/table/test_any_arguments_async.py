"""Every method of an async table, given anything: only errors of ours, or Python's TypeError."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tavola.errors import TavolaError
from tests.table.generated import async_arcade, async_club
from tests.table.test_any_arguments import EXAMPLES, any_call

KINDS: list[type[Any]] = [async_arcade.Arcade, async_club.Club]


def methods() -> Iterator[Any]:
    """All methods of all handles and their plans, by name."""
    for kind in KINDS:
        for name in (model.handle for model in kind.design.models.values()):
            yield from ((kind, name, part) for part in ("handle", "plan"))


async def use(made: Any) -> None:
    """Do with a result what its user would."""
    if inspect.isawaitable(made):
        made = await made
    if hasattr(made, "__aiter__"):
        async for _ in made:
            pass
    if hasattr(made, "explain"):
        made.explain()


async def call_all(kind: type[Any], handle: str, part: str) -> int:
    rng = Random(f"{kind.__name__} {handle} {part}")
    calls = 0
    async with await kind.open("memory:") as db:
        owner = getattr(db, handle) if part == "handle" else getattr(db, handle).plan
        names = [name for name in dir(owner) if not name.startswith("_")]
        for method in (getattr(owner, name) for name in names):
            for _ in range(EXAMPLES if callable(method) else 0):
                given, named = any_call(rng, method)
                calls += 1
                with suppress(TavolaError, TypeError):
                    await use(method(*given, **named))
    return calls


@pytest.mark.parametrize(("kind", "handle", "part"), list(methods()))
def test_anything_ends_in_an_error_of_ours(kind: type[Any], handle: str, part: str) -> None:
    assert asyncio.run(call_all(kind, handle, part)) > EXAMPLES
