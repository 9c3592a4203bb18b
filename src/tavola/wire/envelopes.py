"""DynamoDB's error responses, in both directions: an error to status and body, and back."""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec

from tavola.errors import (
    CancellationReason,
    ConditionFailed,
    StoreError,
    StoreUnavailable,
    TransactionCancelled,
    held_item,
    held_reasons,
    store_error,
)

_DYNAMODB: Final = "com.amazonaws.dynamodb.v20120810#"
_SERVICE: Final = "com.amazon.coral.service#"

# DynamoDB: what its web framework refuses carries the framework's prefix. Seen in its responses.
_FRAMEWORK_PREFIXES: Final = {
    "ValidationException": "com.amazon.coral.validate#",
    "ThrottlingException": "com.amazon.coral.availability#",
    "ServiceUnavailable": "com.amazon.coral.availability#",
    "AccessDeniedException": _SERVICE,
    "ExpiredTokenException": _SERVICE,
    "IncompleteSignatureException": _SERVICE,
    "InvalidSignatureException": _SERVICE,
    "MissingAuthenticationTokenException": _SERVICE,
    "SerializationException": _SERVICE,
    "UnknownOperationException": _SERVICE,
    "UnrecognizedClientException": _SERVICE,
}

# DynamoDB: these write Message, all others message. API reference, and its service model.
_CAPITAL_MESSAGES: Final = frozenset(
    {
        "AccessDeniedException",
        "IdempotentParameterMismatchException",
        "SerializationException",
        "TransactionCanceledException",
        "TransactionInProgressException",
    }
)

_STATUSES: Final = {"InternalServerError": 500, "InternalFailure": 500, "ServiceUnavailable": 503}
_REFUSED: Final = 400


def render_error(error: StoreError) -> tuple[int, bytes]:
    """Write an error as DynamoDB's status and body."""
    code = "ServiceUnavailable" if isinstance(error, StoreUnavailable) else error.code
    envelope: dict[str, Any] = {"__type": _FRAMEWORK_PREFIXES.get(code, _DYNAMODB) + code}
    if error.message:
        envelope["Message" if code in _CAPITAL_MESSAGES else "message"] = error.message
    if isinstance(error, TransactionCancelled):
        envelope["CancellationReasons"] = [_render_reason(reason) for reason in held_reasons(error)]
    if isinstance(error, ConditionFailed) and (item := held_item(error)) is not None:
        envelope["Item"] = item
    return _STATUSES.get(code, _REFUSED), msgspec.json.encode(envelope)


def _render_reason(reason: CancellationReason) -> dict[str, Any]:
    rendered: dict[str, Any] = {"Code": reason.code}
    if reason.message is not None:
        rendered["Message"] = reason.message
    if reason.item is not None:
        rendered["Item"] = reason.item
    return rendered


def parse_error(status: int, body: bytes) -> StoreError:
    """Read the error that a response with this status stands for; anything may stand in it."""
    try:
        envelope = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        envelope = {}
    code = str(envelope.get("__type", "")).rpartition("#")[2]
    message = str(envelope.get("message") or envelope.get("Message") or "")
    if not code:
        return StoreUnavailable(describe_stranger(status, body))
    if code == "TransactionCanceledException":
        return TransactionCancelled(message, reasons=_parse_reasons(envelope))
    if code == "ConditionalCheckFailedException":
        return ConditionFailed(message, item=_parse_item(envelope.get("Item")))
    return store_error(code, message)


def describe_stranger(status: int, body: bytes) -> str:
    """Say what answered when it was not DynamoDB."""
    shown = body[:200].decode("utf-8", "replace")
    return (
        f"HTTP {status} with {shown!r}, which is not an answer of DynamoDB. Check the endpoint, and"
        " what stands between."
    )


def _parse_reasons(envelope: dict[str, Any]) -> list[CancellationReason]:
    # One for each action, in order: what is not one must not move the others.
    try:
        given = msgspec.convert(envelope.get("CancellationReasons"), list[Any])
    except msgspec.ValidationError:
        return []
    return [_parse_reason(reason) for reason in given]


def _parse_reason(given: Any) -> CancellationReason:
    reason = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    code, message = reason.get("Code"), reason.get("Message")
    return CancellationReason(
        code if isinstance(code, str) else "None",
        message if isinstance(message, str) else None,
        _parse_item(reason.get("Item")),
    )


def _parse_item(given: Any) -> dict[str, dict[str, Any]] | None:
    """Take an item whose every attribute is one value, and no other."""
    try:
        item = msgspec.convert(given, dict[str, _Value])
    except (msgspec.ValidationError, RecursionError):
        return None
    is_whole = all(len(_types(value)) == 1 for value in item.values())
    return cast("dict[str, dict[str, Any]]", given) if is_whole else None


class _Value(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    S: str | msgspec.UnsetType = msgspec.UNSET
    N: str | msgspec.UnsetType = msgspec.UNSET
    B: str | msgspec.UnsetType = msgspec.UNSET
    BOOL: bool | msgspec.UnsetType = msgspec.UNSET
    NULL: bool | msgspec.UnsetType = msgspec.UNSET
    SS: list[str] | msgspec.UnsetType = msgspec.UNSET
    NS: list[str] | msgspec.UnsetType = msgspec.UNSET
    BS: list[str] | msgspec.UnsetType = msgspec.UNSET
    L: list[dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET
    M: dict[str, dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET


def _types(value: _Value) -> list[str]:
    return [name for name in value.__struct_fields__ if getattr(value, name) is not msgspec.UNSET]
