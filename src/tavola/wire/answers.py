"""Which bodies are answers of DynamoDB, by action.

A status of 200 says little: a login page has it, a proxy's cache, a service that forgot the status
of its error. A body counts if it is a JSON object without `__type` that has a member of the
action's own answer, or the empty object where that is one.

Reads are looked at by their first bytes alone: who asked decodes them whole anyway, and finds
there what is wrong further on. The answer to a write is often not looked at again, so that all of
its members are; nearly every one is `{}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from tavola.wire.actions import TRAITS, traits_of

__all__ = ["EMPTY", "NEVER_EMPTY", "is_answer"]

EMPTY: Final = b"{}"

NEVER_EMPTY: Final = frozenset(
    name
    for name, traits in TRAITS.items()
    if traits.answer is not None and not traits.answer.may_be_empty
)
"""The actions to which the empty object is not an answer."""
_USUAL_STARTS: Final = {
    name: traits.answer.usual_starts
    for name, traits in TRAITS.items()
    if traits.answer is not None and traits.answer.usual_starts
}
_LAST_KEY: Final = b'"LastEvaluatedKey":'


def is_answer(action: str, body: bytes, request: Mapping[str, Any]) -> bool:
    """Say whether a body can be what DynamoDB answers to a request."""
    starts = _USUAL_STARTS.get(action)
    if starts is None or not body.startswith(starts):
        return _has_members(action, body, request)
    return "ExclusiveStartKey" not in request or _gets_on(body, request["ExclusiveStartKey"])


def _has_members(action: str, body: bytes, request: Mapping[str, Any]) -> bool:
    traits = traits_of(action)
    if traits.is_silent and not body:
        return True
    try:
        found = _decoder(action)(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    members = {name: value for name, value in found.items() if value is not UNSET}
    if "__type" in members:
        return False
    answer = traits.answer
    if answer is None:
        return True
    if not members:
        return answer.may_be_empty and body.split() in ([b"{}"], [b"{", b"}"])
    return answer.needed in {"", *members} and _is_about(members, request)


def _is_about(members: Mapping[str, Any], request: Mapping[str, Any]) -> bool:
    """Whether what is said to be left over was asked for."""
    left: Mapping[str, Sequence[Any]] = members.get("UnprocessedItems", {})
    asked = request.get("RequestItems", {})
    return all(len(writes) <= len(asked.get(table, ())) for table, writes in left.items())


@cache
def _decoder(action: str) -> Callable[[bytes], dict[str, Any]]:
    answer = traits_of(action).answer
    known: Mapping[str, Any] = {} if answer is None else answer.members
    members = [
        (f"member{number}", kind | UnsetType, UNSET) for number, kind in enumerate(known.values())
    ]
    names = [*known, "__type"]
    struct = msgspec.defstruct(
        f"{action}Answer",
        [*members, ("kind", Raw | UnsetType, UNSET)],
        rename={f"member{number}": name for number, name in enumerate(names[:-1])}
        | {"kind": "__type"},
    )
    decode = msgspec.json.Decoder(struct).decode

    def read(body: bytes) -> dict[str, Any]:
        return dict(zip(names, msgspec.structs.astuple(decode(body)), strict=True))

    return read


class _End(msgspec.Struct):
    LastEvaluatedKey: dict[str, dict[str, Any]] | None = None


@cache
def _read_end() -> Callable[[bytes], _End]:
    return msgspec.json.Decoder(_End).decode


def _gets_on(body: bytes, start: object) -> bool:
    """Whether a page does not end where it began: who reads to the end would read for ever."""
    at = body.rfind(_LAST_KEY)
    if at < 0:
        return True
    try:
        # What follows it is an object again with a brace before, unless it stands in an item.
        return _read_end()(b"{" + body[at:]).LastEvaluatedKey != start
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return _read_end()(body).LastEvaluatedKey != start
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
