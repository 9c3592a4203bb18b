"""From one status to another: the request and its log, as writes of one transaction.

Every move is conditioned on the status and on the number of moves that were read. So of two who
move a request one is refused, the log has no gap, and no worker finishes what another took over.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any, Final, Literal

from tavola.codec.codec import Codec
from tavola.operations.write.compiled.update_forms import UpdateForm, UpdateSpec
from tavola.operations.write.operations import Write
from tavola.table.internals import codec_of, context_of
from tavola_systems.requests.models import (
    AsyncEventTable,
    Request,
    StatusLog,
    UnticketedRequest,
)
from tavola_systems.requests.rules import short_error
from tavola_systems.requests.services.joined_writes import creator_of, now_of

__all__ = [
    "Status",
    "failed",
    "is_untouched",
    "moving",
    "refused",
    "succeeded",
    "withdrawn",
]

Status = Literal["RECEIVED", "QUEUED", "PROCESSING", "SUCCEEDED", "REJECTED", "FAILED_FINAL"]


def is_untouched(status: str, moves: int) -> Any:
    """The condition that nobody has moved a request since it was read."""
    fields = Request.fields
    counted: Any = fields.moves == moves
    return (fields.status == status) & (counted if moves else counted | fields.moves.is_missing())


def moving(
    db: AsyncEventTable,
    request: Request,
    to: Status,
    *,
    by: str,
    message: str | None = None,
    at: datetime | None = None,
    **values: Any,
) -> list[Write[Any]]:
    """Plan a move of a request that was read, with other fields of it; and its log."""
    before, moves = request.status, request.moves or 0
    # Clocks of two machines differ; the log is in the order in which things happened.
    moment = max(at or now_of(db), request.moved_at or request.requested_at)
    context, codec = context_of(db), codec_of(db, Request)
    entry = creator_of(db, StatusLog)(
        context,
        request_id=request.request_id,
        occurred_at=moment,
        number=moves + 1,
        from_status=before,
        to_status=to,
        message=None if message is None else short_error(message),
        by=by,
    )
    removed = tuple([name for name, value in values.items() if value is None])
    form = _form_of(codec, to, tuple(values), removed, is_first=not moves)
    given = {**values, "moves": moves + 1, "moved_at": moment}
    as_read = {
        "status": before,
        "moves": moves,
        "user_id": request.user_id,
        "event_id": request.event_id,
    }
    change = form.write(context, (request.request_id,), given, as_read)
    for name, value in given.items():
        setattr(request, name, value)
    request.status = to
    return [change, entry]


_LISTED_BY: Final = ("user_id", "event_id")
"""What the lists are made of beside `queued_at`."""


@lru_cache(maxsize=256)
def _form_of(
    codec: Codec[Request],
    to: Status,
    changed: tuple[str, ...],
    removed: tuple[str, ...],
    *,
    is_first: bool,
) -> UpdateForm[Request]:
    """The update of such a move; it is rendered once."""
    written = tuple(name for name in changed if name not in removed)
    listed = _LISTED_BY if "queued_at" in written else ()
    spec = UpdateSpec(
        sets=(*written, "moves", "moved_at"),
        fixed=(("status", to),),
        removes=removed,
        equal=("status", *(() if is_first else ("moves",)), *listed),
        either=("moves",) if is_first else (),
    )
    return UpdateForm(codec, spec)


_NO_LEASE: dict[str, Any] = {"lease_owner": None, "lease_until": None}


def succeeded(
    db: AsyncEventTable, request: Request, *, by: str, message: str | None = None, **more: Any
) -> list[Write[Any]]:
    """Plan that a request gets its place; `more` is what else changes."""
    values = {"ui_result": "SUCCESS", "result_code": "SUCCESS", **more}
    return _ending(db, request, "SUCCEEDED", by=by, message=message, **values)


def refused(
    db: AsyncEventTable,
    request: Request,
    code: Literal["REJECTED_CAPACITY", "REJECTED_LOTTERY_LOSE", "REJECTED_DUPLICATE"],
    *,
    by: str,
    message: str | None = None,
    **more: Any,
) -> list[Write[Any]]:
    """Plan that a request gets no place; `more` is what else changes."""
    values = {"ui_result": "REJECTED", "result_code": code, **more}
    return _ending(db, request, "REJECTED", by=by, message=message, **values)


def withdrawn(db: AsyncEventTable, request: Request, *, by: str) -> list[Write[Any]]:
    """Plan that a request is withdrawn, whatever it had come to."""
    values = {"ui_result": "REJECTED", "result_code": "REJECTED_WITHDRAWN"}
    return _ending(db, request, "REJECTED", by=by, message="withdrawn", **values)


def failed(
    db: AsyncEventTable,
    request: Request,
    *,
    by: str,
    result: Literal["FAILED_INGEST_ENQUEUE", "FAILED_WORKER", "FAILED_VALIDATION", "FAILED_SERDE"],
    code: str,
    message: str,
    is_retryable: bool,
) -> list[Write[Any]]:
    """Plan that a request failed for good; only an operator can queue it again."""
    values = {
        "ui_result": "FAILED",
        "result_code": result,
        "failure_class": "RETRYABLE" if is_retryable else "NON_RETRYABLE",
        "error_code": code,
        "error_message": short_error(message),
    }
    return _ending(db, request, "FAILED_FINAL", by=by, message=message, **values)


def _ending(db: AsyncEventTable, request: Request, to: Status, **values: Any) -> list[Write[Any]]:
    """Plan a move to a final status: now, but not before it began, since clocks differ."""
    began = request.started_at or request.queued_at or request.requested_at
    end = max(now_of(db), began)
    writes = moving(db, request, to, at=end, finished_at=end, **values, **_NO_LEASE)
    return writes if request.ticket is not None else [*writes, _unticketed(db, request)]


def _unticketed(db: AsyncEventTable, request: Request) -> Write[Any]:
    """Plan that a request which ends without a ticket is found all the same."""
    entry = UnticketedRequest(
        event_id=request.event_id,
        request_id=request.request_id,
        user_id=request.user_id,
        result_code=request.result_code,
    )
    return db.unticketed_request.plan.put(entry)
