"""Errors on the wire read as DynamoDB's, and come back as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tavola.errors import (
    CancellationReason,
    ConditionFailed,
    IdempotencyMismatch,
    MalformedRequest,
    StoreError,
    StoreUnavailable,
    TableNotFound,
    Throttled,
    TransactionCancelled,
    ValidationFailed,
    store_error,
)
from tavola.wire.envelopes import describe_stranger, parse_error, render_error

DYNAMODB = "com.amazonaws.dynamodb.v20120810#"


@pytest.mark.parametrize(
    ("error", "status", "envelope"),
    [
        (
            ValidationFailed("bad"),
            400,
            {"__type": "com.amazon.coral.validate#ValidationException", "message": "bad"},
        ),
        (
            MalformedRequest("bad"),
            400,
            {"__type": "com.amazon.coral.service#SerializationException", "Message": "bad"},
        ),
        (
            MalformedRequest(""),
            400,
            {"__type": "com.amazon.coral.service#SerializationException"},
        ),
        (
            TableNotFound("gone"),
            400,
            {"__type": f"{DYNAMODB}ResourceNotFoundException", "message": "gone"},
        ),
        (
            store_error("ThrottlingException", "slow"),
            400,
            {"__type": "com.amazon.coral.availability#ThrottlingException", "message": "slow"},
        ),
        (
            IdempotencyMismatch("other"),
            400,
            {"__type": f"{DYNAMODB}IdempotentParameterMismatchException", "Message": "other"},
        ),
        (
            ConditionFailed(item={"pk": {"S": "a"}}),
            400,
            {
                "__type": f"{DYNAMODB}ConditionalCheckFailedException",
                "message": "The conditional request failed",
                "Item": {"pk": {"S": "a"}},
            },
        ),
        (
            TransactionCancelled(
                "cancelled",
                reasons=[
                    CancellationReason("None"),
                    CancellationReason("ConditionalCheckFailed", "failed", {"pk": {"S": "a"}}),
                ],
            ),
            400,
            {
                "__type": f"{DYNAMODB}TransactionCanceledException",
                "Message": "cancelled",
                "CancellationReasons": [
                    {"Code": "None"},
                    {
                        "Code": "ConditionalCheckFailed",
                        "Message": "failed",
                        "Item": {"pk": {"S": "a"}},
                    },
                ],
            },
        ),
        (StoreError("oops"), 500, {"__type": f"{DYNAMODB}InternalServerError", "message": "oops"}),
        (
            StoreUnavailable("locked"),
            503,
            {"__type": "com.amazon.coral.availability#ServiceUnavailable", "message": "locked"},
        ),
    ],
)
def test_an_error_is_rendered_as_dynamodb_s(
    error: StoreError, status: int, envelope: dict[str, Any]
) -> None:
    rendered_status, body = render_error(error)

    assert (rendered_status, json.loads(body)) == (status, envelope)


@pytest.mark.parametrize(
    "error",
    [
        ValidationFailed("bad"),
        TableNotFound("gone"),
        Throttled("slow"),
        ConditionFailed("no", item={"pk": {"S": "a"}}),
        TransactionCancelled("no", reasons=[CancellationReason("None", None, None)]),
    ],
)
def test_an_error_survives_the_wire(error: StoreError) -> None:
    parsed = parse_error(*render_error(error))

    assert (type(parsed), vars(parsed) | {"code": parsed.code}) == (
        type(error),
        vars(error) | {"code": error.code},
    )


@pytest.mark.parametrize(
    ("status", "body", "shown"),
    [
        (502, b"<html>Bad Gateway</html>", "HTTP 502 with '<html>Bad Gateway</html>'"),
        (404, b"<UnknownOperationException/>\n", "HTTP 404 with '<UnknownOperationException/>"),
        (500, b"\xff", "HTTP 500 with '\ufffd'"),
        (400, b"[]", "HTTP 400 with '[]'"),
        (400, b"{}", "HTTP 400 with '{}'"),
    ],
)
def test_a_body_that_is_no_envelope_is_shown(status: int, body: bytes, shown: str) -> None:
    parsed = parse_error(status, body)

    assert type(parsed) is StoreUnavailable
    assert parsed.message.startswith(shown)


@pytest.mark.parametrize(
    "reasons", [7, "x", None, {}, [None, 3, []], [{"Code": 3, "Message": [], "Item": {"a": 1}}]]
)
def test_reasons_of_any_kind_are_read_as_far_as_they_are_some(reasons: object) -> None:
    body = {"__type": "x#TransactionCanceledException", "CancellationReasons": reasons}

    error = parse_error(400, json.dumps(body).encode())

    assert isinstance(error, TransactionCancelled)
    assert {(reason.code, reason.message, reason.item) for reason in error.reasons} <= {
        ("None", None, None)
    }


@pytest.mark.parametrize(
    "item",
    [7, [], {"a": 1}, {"a": {}}, {"a": {"S": 1}}, {"a": {"S": "x", "N": "1"}}, {"a": {"Z": 1}}],
)
def test_an_item_that_is_none_is_left_out_of_a_failed_condition(item: object) -> None:
    body = {"__type": "x#ConditionalCheckFailedException", "Item": item}

    error = parse_error(400, json.dumps(body).encode())

    assert isinstance(error, ConditionFailed)
    assert error.item is None


def test_an_error_that_is_nested_without_end_is_a_stranger_s() -> None:
    error = parse_error(400, b'{"a":' * 100_000)

    assert isinstance(error, StoreUnavailable)


SERVICE = "com.amazon.coral.service#"
PREFIXES = {
    "ValidationException": "com.amazon.coral.validate#",
    "ThrottlingException": "com.amazon.coral.availability#",
    "ServiceUnavailable": "com.amazon.coral.availability#",
    "AccessDeniedException": SERVICE,
    "ExpiredTokenException": SERVICE,
    "IncompleteSignatureException": SERVICE,
    "InvalidSignatureException": SERVICE,
    "MissingAuthenticationTokenException": SERVICE,
    "SerializationException": SERVICE,
    "UnknownOperationException": SERVICE,
    "UnrecognizedClientException": SERVICE,
    "ResourceNotFoundException": DYNAMODB,
    "TransactionInProgressException": DYNAMODB,
    "InternalFailure": DYNAMODB,
}


@pytest.mark.parametrize(("code", "prefix"), PREFIXES.items())
def test_a_code_has_the_prefix_of_who_refuses(code: str, prefix: str) -> None:
    _, body = render_error(StoreError("", code=code))

    assert json.loads(body) == {"__type": prefix + code}


@pytest.mark.parametrize(
    ("code", "status", "member"),
    [
        ("AccessDeniedException", 400, "Message"),
        ("TransactionInProgressException", 400, "Message"),
        ("TransactionConflictException", 400, "message"),
        ("InternalFailure", 500, "message"),
        ("InternalServerError", 500, "message"),
        ("ServiceUnavailable", 503, "message"),
    ],
)
def test_a_code_has_its_status_and_its_way_to_write_message(
    code: str, status: int, member: str
) -> None:
    rendered_status, body = render_error(StoreError("why", code=code))

    assert (rendered_status, json.loads(body)[member]) == (status, "why")


@pytest.mark.parametrize(
    ("envelope", "code", "message"),
    [
        ({"__type": "a#b#ValidationException", "message": "m"}, "ValidationException", "m"),
        ({"__type": "InternalFailure", "Message": "M"}, "InternalFailure", "M"),
        ({"__type": "x#Y", "message": "m", "Message": "M"}, "Y", "m"),
        ({"__type": "x#Y"}, "Y", ""),
        ({"__type": 7}, "7", ""),
    ],
)
def test_an_envelope_is_read_in_either_way_to_write_message(
    envelope: dict[str, Any], code: str, message: str
) -> None:
    error = parse_error(400, json.dumps(envelope).encode())

    assert (error.code, error.message) == (code, message)


def test_a_stranger_s_body_is_shown_to_its_200th_byte() -> None:
    assert describe_stranger(418, b"x" * 201) == (
        f"HTTP 418 with '{'x' * 200}', which is not an answer of DynamoDB. Check the endpoint, and"
        " what stands between."
    )


def test_reasons_keep_their_places_though_some_are_none() -> None:
    item: dict[str, dict[str, Any]] = {
        "s": {"S": "a"},
        "n": {"N": "1"},
        "b": {"B": "YQ=="},
        "yes": {"BOOL": True},
        "null": {"NULL": True},
        "ss": {"SS": ["a"]},
        "ns": {"NS": ["1"]},
        "bs": {"BS": ["YQ=="]},
        "l": {"L": [{"S": "a"}]},
        "m": {"M": {"a": {"S": "a"}}},
    }
    reasons = [7, {"Code": "ConditionalCheckFailed", "Message": "no", "Item": item}, {}]
    body = {"__type": "x#TransactionCanceledException", "CancellationReasons": reasons}

    error = parse_error(400, json.dumps(body).encode())

    assert isinstance(error, TransactionCancelled)
    assert error.reasons == (
        CancellationReason("None"),
        CancellationReason("ConditionalCheckFailed", "no", item),
        CancellationReason("None"),
    )
