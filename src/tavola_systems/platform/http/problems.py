"""Refusals as problem documents (RFC 9457): one table from errors to answers, for all systems."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from msgspec import Struct, field
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from tavola.errors import (
    ConditionFailed,
    ItemMissing,
    OperationError,
    StoreUnavailable,
    TavolaError,
    Throttled,
    TransactionCancelled,
    TransactionConflict,
    UniqueTaken,
)
from tavola_systems.platform.access.passwords import Busy
from tavola_systems.platform.limits import TooMany
from tavola_systems.platform.upload_storage import ContentDamaged, ContentMissing

__all__ = [
    "PROBLEM_RESPONSES",
    "FieldError",
    "NotFound",
    "Problem",
    "ProblemView",
    "Refused",
    "SignInNeeded",
    "problem_of",
    "to_response",
]

MEDIA_TYPE: Final = "application/problem+json"
# Messages begin with the field that they are about: `email: 'x' is not an address.`
_FIELD: Final = re.compile(r"([a-z][A-Za-z0-9_.]{0,60}): ")


class FieldError(Struct, frozen=True):
    """What is wrong with one field."""

    field: str
    message: str


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    status: int
    detail: str
    errors: Sequence[FieldError] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def title(self) -> str:
        """The status in words."""
        return HTTPStatus(self.status).phrase

    def field_errors(self) -> dict[str, str]:
        """Return the messages by field, for a form."""
        return {one.field: one.message for one in self.errors}


class Refused(Exception):
    """A request that is refused for a reason that the platform knows."""

    def __init__(self, status: int, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.more = more


class NotFound(Refused):
    """There is no such thing, or it is none of the caller's business."""

    def __init__(self, detail: str = "There is nothing at this address.") -> None:
        super().__init__(404, detail)


class SignInNeeded(Exception):
    """Only somebody who is signed in may do this."""


class FieldErrorView(BaseModel):
    """What is wrong with one field."""

    field: str
    message: str


class ProblemView(BaseModel):
    """A problem document."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str | None = None
    errors: list[FieldErrorView] = []


PROBLEM_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "description": HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemView"}}},
    }
    for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def problem_of(error: Exception) -> Problem | None:
    """Return how an error is told; None for one that nobody foresaw."""
    match error:
        case Refused():
            return Problem(error.status, str(error), more=error.more)
        case SignInNeeded():
            headers = {"WWW-Authenticate": 'Bearer realm="tavola"'}
            return Problem(401, "Send a token: Authorization: Bearer …", headers=headers)
        case RequestValidationError() if any(e["type"] == "json_invalid" for e in error.errors()):
            return Problem(400, "The body is not JSON.", more={"code": "MALFORMED_JSON"})
        case RequestValidationError():
            return Problem(422, "Some fields are not right.", _validation_errors(error))
        case HTTPException():
            return Problem(error.status_code, str(error.detail), headers=error.headers or {})
        case TooMany():
            headers = {"Retry-After": str(error.retry_after)}
            return Problem(429, str(error), headers=headers)
        case Busy():
            return Problem(503, str(error), headers={"Retry-After": "2"})
        case TavolaError():
            return _table_problem(error)
        case _:
            return None


def _table_problem(error: TavolaError) -> Problem | None:
    match error:
        case ItemMissing():
            return Problem(404, error.message)
        case ContentMissing():
            return Problem(404, str(error))
        case ContentDamaged():
            return Problem(502, str(error))
        case UniqueTaken():
            message = f"{error.field}: it is taken. Choose another one."
            return Problem(409, message, [FieldError(error.field, message)])
        case Throttled() | TransactionConflict() | TransactionCancelled() | StoreUnavailable():
            return Problem(503, error.message, headers={"Retry-After": "1"})
        case ConditionFailed():
            current = getattr(error, "current", None)
            more = {} if current is None else {"current": current}
            return Problem(409, error.message, more=more)
        case OperationError():
            return Problem(400, str(error), _field_errors(str(error)))
        case _:
            return None


def _field_errors(message: str) -> list[FieldError]:
    found = [(_FIELD.match(line), line) for line in message.splitlines()]
    return [FieldError(match[1], line[match.end() :]) for match, line in found if match]


def _validation_errors(error: RequestValidationError) -> list[FieldError]:
    return [
        FieldError(".".join(map(str, one["loc"][1:])) or str(one["loc"][0]), one["msg"])
        for one in error.errors()
    ]


def to_response(problem: Problem, request_id: str | None = None) -> JSONResponse:
    """Write a problem document."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
    }
    if request_id:
        body["instance"] = f"urn:request:{request_id}"
    if problem.errors:
        body["errors"] = [{"field": e.field, "message": e.message} for e in problem.errors]
    body |= problem.more
    return JSONResponse(body, problem.status, dict(problem.headers), MEDIA_TYPE)
