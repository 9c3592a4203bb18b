"""Errors carry DynamoDB's own names, and say what a program may want to know."""

from __future__ import annotations

import pytest

from tavola import errors
from tavola.errors import (
    ConditionFailed,
    DesignError,
    Finding,
    ItemTooLarge,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    UniqueTaken,
    ValidationFailed,
    shown,
    store_error,
)

KINDS = {
    "AccessDeniedException": errors.AccessRefused,
    "ConditionalCheckFailedException": errors.ConditionFailed,
    "ExpiredTokenException": errors.AccessRefused,
    "IdempotentParameterMismatchException": errors.IdempotencyMismatch,
    "IncompleteSignatureException": errors.AccessRefused,
    "IndexNotFoundException": errors.TableNotFound,
    "InvalidSignatureException": errors.AccessRefused,
    "ItemCollectionSizeLimitExceededException": errors.CollectionTooLarge,
    "LimitExceededException": errors.LimitExceeded,
    "MissingAuthenticationTokenException": errors.AccessRefused,
    "ProvisionedThroughputExceededException": errors.Throttled,
    "RequestLimitExceeded": errors.Throttled,
    "ResourceInUseException": errors.TableInUse,
    "ResourceNotFoundException": errors.TableNotFound,
    "SerializationException": errors.MalformedRequest,
    "TableAlreadyExistsException": errors.TableInUse,
    "TableInUseException": errors.TableInUse,
    "TableNotFoundException": errors.TableNotFound,
    "ThrottlingException": errors.Throttled,
    "TransactionCanceledException": errors.TransactionCancelled,
    "TransactionConflictException": errors.TransactionConflict,
    "TransactionInProgressException": errors.TransactionInProgress,
    "UnheardOfException": errors.StoreError,
    "UnrecognizedClientException": errors.AccessRefused,
    "ValidationException": errors.ValidationFailed,
}


@pytest.mark.parametrize(("code", "kind"), KINDS.items())
def test_each_code_of_dynamodb_has_its_error(code: str, kind: type[StoreError]) -> None:
    error = store_error(code, "why")

    assert (type(error), error.code, error.message) == (kind, code, "why")
    assert str(error) == f"{code}: why"


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (StoreError, "InternalServerError"),
        (errors.Throttled, "ProvisionedThroughputExceededException"),
        (errors.AccessRefused, "AccessDeniedException"),
        (errors.CollectionTooLarge, "ItemCollectionSizeLimitExceededException"),
        (errors.IdempotencyMismatch, "IdempotentParameterMismatchException"),
        (errors.LimitExceeded, "LimitExceededException"),
        (errors.MalformedRequest, "SerializationException"),
        (errors.TableInUse, "ResourceInUseException"),
        (errors.TableNotFound, "ResourceNotFoundException"),
        (errors.TransactionCancelled, "TransactionCanceledException"),
        (errors.TransactionConflict, "TransactionConflictException"),
        (errors.TransactionInProgress, "TransactionInProgressException"),
        (errors.ConditionFailed, "ConditionalCheckFailedException"),
        (ValidationFailed, "ValidationException"),
        (ItemTooLarge, "ValidationException"),
    ],
)
def test_an_error_has_a_code_of_dynamodb_s(kind: type[StoreError], code: str) -> None:
    assert (kind("why").code, str(kind("why"))) == (code, f"{code}: why")


@pytest.mark.parametrize(
    ("code", "message", "kind"),
    [
        ("ValidationException", "Item size has exceeded", ItemTooLarge),
        ("ValidationException", "The Item size", ValidationFailed),
        ("LimitExceededException", "Item size", errors.LimitExceeded),
    ],
)
def test_an_item_past_400_kb_is_told_by_its_message(
    code: str, message: str, kind: type[StoreError]
) -> None:
    error = store_error(code, message)

    assert (type(error), error.code, error.message) == (kind, code, message)


def test_an_unavailable_store_has_no_code_of_dynamodb_s_in_its_text() -> None:
    assert (StoreUnavailable("gone").code, str(StoreUnavailable("gone"))) == (
        "StoreUnavailable",
        "gone",
    )
    assert str(OutcomeUnknown("lost")) == "lost"
    assert str(StoreUnavailable("busy", code="InternalFailure")) == "InternalFailure: busy"


def test_a_failed_condition_says_what_dynamodb_says() -> None:
    error = ConditionFailed()

    assert (error.message, error.item, error.position) == (
        "The conditional request failed",
        None,
        None,
    )


def test_a_unique_value_is_named_alone_or_with_its_fellows() -> None:
    one = UniqueTaken("taken", fields=("email",), values=("a@b",))
    two = UniqueTaken("taken", fields=("name", "year"), values=("Ada", 1843))

    assert (one.field, one.value) == ("email", "a@b")
    assert (two.field, two.value) == ("name, year", ("Ada", 1843))


@pytest.mark.parametrize(
    ("problem", "remedy", "text"),
    [
        ("is 5.", "", "a.yaml:3: Post.title is 5."),
        ("is 5.", "Use a str.", "a.yaml:3: Post.title is 5. Use a str."),
        ("issues.", "", "a.yaml:3: Post.title: issues."),
        *(
            (f"{word} it.", "", f"a.yaml:3: Post.title {word} it.")
            for word in (
                *("asks", "cannot", "does", "gives", "has", "holds"),
                *("is", "lacks", "names", "refers", "relates", "was"),
            )
        ),
    ],
)
def test_a_finding_has_its_place_as_subject_or_before_a_colon(
    problem: str, remedy: str, text: str
) -> None:
    finding = Finding("a.yaml", 3, "Post.title", problem, remedy)

    assert (str(finding), finding.is_error) == (text, True)


def test_a_design_error_has_each_finding_on_its_line() -> None:
    findings = [Finding("a.yaml", line, "Post", "is odd.") for line in (1, 2)]

    error = DesignError(findings)

    assert str(error) == "a.yaml:1: Post is odd.\na.yaml:2: Post is odd."
    assert error.findings == tuple(findings)


def test_a_value_is_shown_to_its_thousandth_sign_however_deep_it_is() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]

    assert (shown("a"), shown("a" * 2000)) == ("'a'", f"'{'a' * 999}")
    assert shown(nested) == "a list nested too deep"
