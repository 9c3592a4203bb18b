"""Requests as OpenTelemetry spans and metrics, by the semantic conventions for DynamoDB.

    db = Blog.open("dynamodb://eu-west-1/blog", observer=OpenTelemetryObserver())

A span is named after its access pattern, or else after its action and table. `error.type` is the
code of the refusal, or StoreUnavailable when there was no answer.

Needs `tavola[telemetry]`; nothing else in Tavola imports OpenTelemetry.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Final

from opentelemetry import metrics, trace
from opentelemetry.trace import SpanKind, Status, StatusCode

from tavola.errors import StoreUnavailable
from tavola.stores.observing import RequestEvent

_NANOSECONDS: Final = 1_000_000_000
# OpenTelemetry: the boundaries that the conventions advise for db.client.operation.duration.
_BOUNDARIES: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0)

Attributes = dict[str, str | int | float | list[str]]


class OpenTelemetryObserver:
    """An observer that writes a span per request and its duration."""

    def __init__(
        self,
        tracer: trace.Tracer | None = None,
        meter: metrics.Meter | None = None,
        *,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        self._tracer = tracer or trace.get_tracer("tavola")
        self._clock = clock
        self._durations = (meter or metrics.get_meter("tavola")).create_histogram(
            "db.client.operation.duration",
            unit="s",
            description="Duration of database client operations.",
            explicit_bucket_boundaries_advisory=_BOUNDARIES,
        )

    def __call__(self, event: RequestEvent) -> None:
        """Write one event, as a child of the caller's current span."""
        attributes = _attributes_of(event)
        ended = self._clock()
        span = self._tracer.start_span(
            _name_of(event),
            kind=SpanKind.CLIENT,
            attributes={**attributes, **_details_of(event)},
            start_time=ended - int(event.seconds * _NANOSECONDS),
        )
        if event.error_code is not None:
            span.set_status(Status(StatusCode.ERROR, event.error_code))
        span.end(ended)
        self._durations.record(event.seconds, attributes)


def _name_of(event: RequestEvent) -> str:
    if event.access_pattern is not None:
        return event.access_pattern
    return f"{event.action} {event.table}" if event.table else event.action


def _attributes_of(event: RequestEvent) -> Attributes:
    """Give what both the span and the metric carry: little, and of few values."""
    # OpenTelemetry: a status code is the database's own; without an answer there is none.
    is_answered = event.error_code != StoreUnavailable.code
    given: dict[str, str | int | None] = {
        "db.system.name": "aws.dynamodb",
        "db.operation.name": event.action,
        "db.collection.name": event.table,
        "db.query.summary": event.access_pattern,
        "db.response.status_code": event.error_code if is_answered else None,
        "error.type": event.error_code,
        "server.address": event.host,
        "server.port": event.port,
    }
    return {name: value for name, value in given.items() if value is not None}


def _details_of(event: RequestEvent) -> Attributes:
    details: Attributes = {
        "rpc.system": "aws-api",
        "rpc.service": "DynamoDB",
        "rpc.method": event.action,
        "aws.dynamodb.table_names": list(event.tables),
    }
    if event.region is not None:
        details["cloud.region"] = event.region
    # OpenTelemetry: a batch of one is not a batch, and what was sent once was not sent again.
    if event.batch_size > 1:
        details["db.operation.batch.size"] = event.batch_size
    if event.retries:
        details["http.request.resend_count"] = event.retries
    if event.capacity is not None:
        details["tavola.consumed_capacity"] = event.capacity
        if event.table is not None:
            consumed = {"TableName": event.table, "CapacityUnits": event.capacity}
            details["aws.dynamodb.consumed_capacity"] = [json.dumps(consumed)]
    return details
