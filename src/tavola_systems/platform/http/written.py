"""The items that a request writes, as a person reads them; what is secret is not told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from msgspec import Struct

from tavola.operations.steps import Request

__all__ = ["WrittenItem", "attribute_text", "is_secret", "masked_json", "written_items"]

_SECRET: Final = re.compile(
    r"password|secret(?!_ballot)|seed|sealed|token|credential|salt|^hash$", re.IGNORECASE
)
_HIDDEN: Final = "…"
_MAX_TEXT: Final = 120
_ALIAS: Final = re.compile(r"[#:][A-Za-z0-9_]+")
Keys = Mapping[str, Sequence[str]]
"""The names of the key attributes of each table."""


def is_secret(name: str) -> bool:
    """Whether an attribute's value is nobody's business, by its name."""
    return _SECRET.search(name) is not None


class WrittenItem(Struct, frozen=True):
    """One item that a request put, updated, deleted or checked."""

    verb: str
    table: str
    key: Sequence[tuple[str, str]]
    attributes: Sequence[tuple[str, str]]
    change: str = ""
    """What an update does, in DynamoDB's words with the names and values in place."""
    condition: str = ""


def written_items(request: Request, keys: Keys) -> Iterator[WrittenItem]:
    """List what a request writes; nothing for one that reads."""
    body = request.body
    match request.action:
        case "PutItem":
            yield _put(body, keys)
        case "UpdateItem" | "DeleteItem":
            yield _changed(request.action.removesuffix("Item"), body)
        case "TransactWriteItems":
            for entry in body["TransactItems"]:
                ((verb, part),) = entry.items()
                yield _put(part, keys) if verb == "Put" else _changed(verb, part)
        case "BatchWriteItem":
            for table, entries in body["RequestItems"].items():
                for entry in entries:
                    ((kind, part),) = entry.items()
                    own = {**part, "TableName": table}
                    yield _put(own, keys) if kind == "PutRequest" else _changed("Delete", own)
        case _:
            return


def _put(body: Mapping[str, Any], keys: Keys) -> WrittenItem:
    item: Mapping[str, Any] = body["Item"]
    names = keys.get(body["TableName"], ())
    texts = {name: _attribute(name, value) for name, value in item.items()}
    return WrittenItem(
        "Put",
        body["TableName"],
        [(name, texts[name]) for name in names if name in texts],
        [(name, text) for name, text in texts.items() if name not in names],
        condition=_words(body, "ConditionExpression"),
    )


def _changed(verb: str, body: Mapping[str, Any]) -> WrittenItem:
    return WrittenItem(
        {"ConditionCheck": "Check"}.get(verb, verb),
        body["TableName"],
        [(name, attribute_text(value)) for name, value in body["Key"].items()],
        (),
        change=_words(body, "UpdateExpression"),
        condition=_words(body, "ConditionExpression"),
    )


def _words(body: Mapping[str, Any], which: str) -> str:
    """An expression with its names and values in their places."""
    names: Mapping[str, str] = body.get("ExpressionAttributeNames", {})
    values: Mapping[str, Any] = body.get("ExpressionAttributeValues", {})
    hides_values = any(is_secret(name) for name in names.values())
    texts = dict(names) | {
        alias: _HIDDEN if hides_values else _quoted(value) for alias, value in values.items()
    }
    return _ALIAS.sub(lambda found: texts.get(found[0], found[0]), body.get(which, ""))


def _attribute(name: str, value: Mapping[str, Any]) -> str:
    return _HIDDEN if is_secret(name) else attribute_text(value)


def _quoted(value: Mapping[str, Any]) -> str:
    text = attribute_text(value)
    return f'"{text}"' if "S" in value else text


def attribute_text(value: Mapping[str, Any]) -> str:
    """A DynamoDB value in a few words."""
    ((tag, inner),) = value.items()
    text = inner if tag in {"S", "N"} else json.dumps(_plain(value), ensure_ascii=False)
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"


def _plain(value: Mapping[str, Any]) -> Any:
    ((tag, inner),) = value.items()
    match tag:
        case "M":
            members = cast("Mapping[str, Any]", inner)
            return {
                name: _HIDDEN if is_secret(name) else _plain(one) for name, one in members.items()
            }
        case "L":
            return [_plain(one) for one in cast("Sequence[Any]", inner)]
        case "NULL":
            return None
        case "B":
            return f"{len(inner)} bytes"
        case "SS" | "NS" | "BS":
            return sorted(map(str, inner))
        case _:
            return inner


def masked_json(body: Mapping[str, Any]) -> str:
    """A request as JSON, without what is secret."""
    return json.dumps(_masked(body), indent=2, ensure_ascii=False, default=_bytes_text)


def _bytes_text(value: Any) -> str:
    return f"{len(value)} bytes"


def _masked(value: object) -> Any:
    if isinstance(value, list):
        return [_masked(one) for one in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    given = cast("dict[str, Any]", value)
    names: dict[str, str] = given.get("ExpressionAttributeNames", {})
    hides_values = any(is_secret(str(name)) for name in names.values())
    return {
        name: _HIDDEN
        if is_secret(name) or (hides_values and name == "ExpressionAttributeValues")
        else _masked(one)
        for name, one in given.items()
    }
