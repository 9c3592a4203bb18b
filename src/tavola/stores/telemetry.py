"""Requests as OpenTelemetry spans and metrics, by the semantic conventions for DynamoDB.

    store, table = open_store(location, observer=OpenTelemetryObserver())

Needs `tavola[telemetry]`; nothing else in Tavola imports OpenTelemetry.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from opentelemetry import metrics, trace
from opentelemetry.trace import SpanKind, Status, StatusCode

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
            f"{event.action} {event.table}" if event.table else event.action,
            kind=SpanKind.CLIENT,
            attributes={**attributes, **_details_of(event)},
            start_time=ended - int(event.seconds * _NANOSECONDS),
        )
        if event.error_code is not None:
            span.set_status(Status(StatusCode.ERROR, event.error_code))
        span.end(ended)
        self._durations.record(event.seconds, attributes)


def _attributes_of(event: RequestEvent) -> Attributes:
    """Give what both the span and the metric carry: little, and of few values."""
    attributes: Attributes = {
        "db.system.name": "aws.dynamodb",
        "db.operation.name": event.action,
    }
    if event.table is not None:
        attributes["db.collection.name"] = event.table
    if event.access_pattern is not None:
        attributes["db.query.summary"] = event.access_pattern
    if event.error_code is not None:
        attributes["db.response.status_code"] = event.error_code
        attributes["error.type"] = event.error_code
    return attributes


def _details_of(event: RequestEvent) -> Attributes:
    details: Attributes = {
        "rpc.system": "aws-api",
        "rpc.service": "DynamoDB",
        "rpc.method": event.action,
        "aws.dynamodb.table_names": list(event.tables),
        "http.request.resend_count": event.retries,
    }
    if event.capacity is not None:
        details["tavola.consumed_capacity"] = event.capacity
    return details
