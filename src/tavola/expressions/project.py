"""Projections as functions: the part of an item that some paths select."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tavola.errors import ValidationFailed
from tavola.expressions.checking.shared_checks import find_clash, find_wrong_part, find_wrong_path
from tavola.expressions.paths import ResolvedPath, resolve_path
from tavola.expressions.tree import ProjectionTree
from tavola.values import Item, Value

__all__ = ["Project", "check_projection", "compile_paths"]

Project = Callable[[Mapping[str, Value]], Item]


def check_projection(projection: ProjectionTree, names: Mapping[str, str]) -> list[ResolvedPath]:
    """Refuse what DynamoDB refuses, in its order; return the paths it selects."""
    fault = find_wrong_part(projection.paths) or find_wrong_path(projection.paths, names)
    if fault:
        raise ValidationFailed(fault)
    paths = [resolve_path(path, names) for path in projection.paths]
    if fault := find_clash(paths):
        raise ValidationFailed(fault)
    return paths


def compile_paths(paths: Iterable[ResolvedPath]) -> Project:
    """Return a function that selects these paths of an item."""
    branches: dict[str | int, Any] = {}
    for path in paths:
        branch = branches
        for part in path[:-1]:
            branch = branch.setdefault(part, {})
        branch[path[-1]] = None
    if not any(branches.values()):
        names = [str(name) for name in branches]
        return lambda item: {name: item[name] for name in names if name in item}
    return lambda item: _select_members(item, branches)


def _select_members(members: Mapping[str, Value], branches: Mapping[Any, Any]) -> Item:
    selected: Item = {}
    for name, inner in branches.items():
        value = members.get(name)
        part = None if value is None else _select(value, inner)
        if part is not None:
            selected[name] = part
    return selected


def _select(value: Value, branches: Mapping[Any, Any] | None) -> Value | None:
    if branches is None:
        return value
    if "M" in value:
        members = _select_members(value["M"], branches)
        return {"M": members} if members else None
    if "L" in value:
        elements = _select_elements(value["L"], branches)
        return {"L": elements} if elements else None
    return None


def _select_elements(elements: list[Value], branches: Mapping[Any, Any]) -> list[Value]:
    """Select list elements in the list's order, closing the gaps."""
    wanted = sorted(index for index in branches if isinstance(index, int))
    parts = (_select(elements[index], branches[index]) for index in wanted if index < len(elements))
    return [part for part in parts if part is not None]
