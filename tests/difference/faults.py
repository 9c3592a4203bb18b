"""Strategies that spoil requests: parameters missing, of another type or out of range."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import strategies as st

from tests.difference.compare import Json, Request, Scenario
from tests.difference.values import ODDITIES, oddities


@st.composite
def spoiled(draw: st.DrawFn, scenarios: st.SearchStrategy[Scenario]) -> Scenario:
    """Return scenarios with one to three parameters of the request in question spoiled."""
    scenario = draw(scenarios)
    return tuple(request if request.only_helps else _spoil(draw, request) for request in scenario)


def _spoil(draw: st.DrawFn, request: Request) -> Request:
    body = copy.deepcopy(request.body)
    for _ in range(draw(st.integers(1, 3))):
        draw(st.sampled_from([_set_parameter, _set_parameter, _replace, _remove]))(draw, body)
    return Request(request.action, body)


def _set_parameter(draw: st.DrawFn, body: dict[str, Any]) -> None:
    wrong: dict[str, Any] = ODDITIES["wrong_parameters"]
    name = draw(st.sampled_from(sorted(wrong)))
    body[name] = copy.deepcopy(draw(st.sampled_from(wrong[name])))


def _replace(draw: st.DrawFn, body: dict[str, Any]) -> None:
    if found := list(places(body)):
        holder, name = draw(st.sampled_from(found))
        holder[name] = draw(oddities("wrong_types"))


def _remove(draw: st.DrawFn, body: dict[str, Any]) -> None:
    if found := list(places(body)):
        holder, name = draw(st.sampled_from(found))
        del holder[name]


def places(value: Any, depth: int = 3) -> Iterator[tuple[Any, Any]]:
    """Yield every container with a name or position in it, down to a depth."""
    if depth == 0:
        return
    for name, inner in _members(value):
        yield value, name
        yield from places(inner, depth - 1)


def _members(value: Json) -> Iterable[tuple[Any, Any]]:
    match value:
        case dict():
            return list(value.items())
        case list():
            return list(enumerate(value))
        case _:
            return ()
