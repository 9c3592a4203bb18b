"""From changes of fields to DynamoDB's update expression."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tavola.errors import OperationError
from tavola.expressions import tree
from tavola.model.document import encode_document
from tavola.model.field_expressions import Change
from tavola.operations.request_bodies import path
from tavola.operations.write.rules.copies import copied_operand


def update_tree(
    changes: Iterable[Change], keys: Iterable[tuple[str, dict[str, Any] | None]]
) -> tree.UpdateTree:
    """Write changes of fields and of key attributes as one update; None removes an attribute."""
    sections: dict[tree.Keyword, list[tree.UpdateAction]] = {}
    for change in changes:
        keyword, action = _ACTIONS[change.verb](change)
        sections.setdefault(keyword, []).append(action)
    for name, attribute in keys:
        if attribute is None:
            sections.setdefault("REMOVE", []).append(tree.UpdateAction(path(name)))
        else:
            action = tree.UpdateAction(path(name), tree.Literal(attribute))
            sections.setdefault("SET", []).append(action)
    if not sections:
        raise OperationError("update: nothing is changed. Give at least one change.")
    return tree.UpdateTree(
        tuple(tree.UpdateClause(k, tuple(actions)) for k, actions in sections.items())
    )


def _path_of(change: Change) -> tree.Path:
    return tree.Path((change.field.attribute_name, *change.path))


def _literal(change: Change) -> tree.Literal:
    if change.path and change.leaf is None:
        return tree.Literal(encode_document(change.value))
    return tree.Literal((change.leaf or change.field).kind.attribute(change.value))


def _set(change: Change) -> tuple[tree.Keyword, tree.UpdateAction]:
    return "SET", tree.UpdateAction(_path_of(change), _literal(change))


def _set_default(change: Change) -> tuple[tree.Keyword, tree.UpdateAction]:
    here = _path_of(change)
    return "SET", tree.UpdateAction(here, tree.Function("if_not_exists", (here, _literal(change))))


def _append(change: Change) -> tuple[tree.Keyword, tree.UpdateAction]:
    here = _path_of(change)
    before = tree.Function("if_not_exists", (here, tree.Literal({"L": []})))
    return "SET", tree.UpdateAction(here, tree.Function("list_append", (before, _literal(change))))


def _add(change: Change) -> tuple[tree.Keyword, tree.UpdateAction]:
    # DynamoDB: ADD works on top-level attributes and document paths alike, from 0 or an empty set.
    return "ADD", tree.UpdateAction(_path_of(change), _literal(change))


def _discard(change: Change) -> tuple[tree.Keyword, tree.UpdateAction]:
    return "DELETE", tree.UpdateAction(_path_of(change), _literal(change))


def _copy(change: Change) -> tuple[tree.Keyword, tree.UpdateAction]:
    assert change.source is not None  # noqa: S101 - a copy has one
    return "SET", tree.UpdateAction(_path_of(change), copied_operand(change.source))


def _remove(change: Change) -> tuple[tree.Keyword, tree.UpdateAction]:
    return "REMOVE", tree.UpdateAction(_path_of(change))


_ACTIONS: Mapping[str, Callable[[Change], tuple[tree.Keyword, tree.UpdateAction]]] = {
    "set": _set,
    "set_default": _set_default,
    "append": _append,
    "add": _add,
    "discard": _discard,
    "remove": _remove,
    "copy": _copy,
}
