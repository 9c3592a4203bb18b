"""DynamoDB's error responses, in both directions: an error to status and body, and back."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.errors import (
    CancellationReason,
    ConditionFailed,
    StoreError,
    StoreUnavailable,
    TransactionCancelled,
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
        envelope["CancellationReasons"] = [_render_reason(reason) for reason in error.reasons]
    if isinstance(error, ConditionFailed) and error.item is not None:
        envelope["Item"] = error.item
    return _STATUSES.get(code, _REFUSED), msgspec.json.encode(envelope)


def _render_reason(reason: CancellationReason) -> dict[str, Any]:
    rendered: dict[str, Any] = {"Code": reason.code}
    if reason.message is not None:
        rendered["Message"] = reason.message
    if reason.item is not None:
        rendered["Item"] = reason.item
    return rendered


def parse_error(status: int, body: bytes) -> StoreError:
    """Read the error that a response with this status stands for."""
    try:
        envelope = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        envelope = {}
    code = str(envelope.get("__type", "")).rpartition("#")[2]
    message = str(envelope.get("message") or envelope.get("Message") or "")
    if not code:
        shown = body[:200].decode("utf-8", "replace")
        return StoreUnavailable(
            f"HTTP {status} with {shown!r}, which is no answer of DynamoDB. Check the endpoint, and"
            " what stands between."
        )
    if code == "TransactionCanceledException":
        return TransactionCancelled(message, reasons=_parse_reasons(envelope))
    if code == "ConditionalCheckFailedException":
        return ConditionFailed(message, item=envelope.get("Item"))
    return store_error(code, message)


def _parse_reasons(envelope: dict[str, Any]) -> list[CancellationReason]:
    return [
        CancellationReason(reason.get("Code", "None"), reason.get("Message"), reason.get("Item"))
        for reason in envelope.get("CancellationReasons") or ()
    ]
