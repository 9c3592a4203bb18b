"""Events, totals, traces and limits."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from tavola.errors import OperationError, StoreError
from tavola.stores.limiting import AsyncLimitedStore, LimitedStore, RateLimit
from tavola.stores.observed_totals import CapacityTotals, Total
from tavola.stores.observing import (
    AsyncObservedStore,
    ObservedStore,
    RequestEvent,
    describe_request,
    naming,
)
from tavola.stores.opening import open_async_store, open_store
from tavola.stores.store import identity_of
from tavola.stores.telemetry import OpenTelemetryObserver
from tests.stores.conftest import CREATE, TABLE, OpenClient, Served
from tests.stores.faulty import Fault, FaultyProxy

KEY = {"pk": {"S": "a"}}
GET = {"TableName": TABLE, "Key": KEY}
PUT = {"TableName": TABLE, "Item": KEY}


def test_a_request_over_http_is_one_event_with_its_retries(
    open_client: OpenClient, proxy: FaultyProxy
) -> None:
    events: list[RequestEvent] = []
    proxy.hurt(Fault.DROP_AFTER)
    client = open_client(proxy.url, observer=events.append)

    with naming("thingById"):
        client.execute("GetItem", GET)

    assert [(e.action, e.table, e.access_pattern, e.retries, e.capacity) for e in events] == [
        ("GetItem", TABLE, "thingById", 1, 0.5)
    ]
    assert events[0].seconds > 0


def test_each_of_several_requests_is_an_event_when_one_fails(
    open_client: OpenClient, served: Served
) -> None:
    events: list[RequestEvent] = []
    client = open_client(served.url, observer=events.append)
    elsewhere = GET | {"TableName": "missing"}

    with pytest.raises(StoreError):
        client.execute_all([("GetItem", elsewhere), ("GetItem", GET), ("GetItem", elsewhere)])

    assert sorted((event.table or "", event.error_code or "") for event in events) == [
        ("missing", "ResourceNotFoundException"),
        ("missing", "ResourceNotFoundException"),
        (TABLE, ""),
    ]


def test_an_event_says_where_its_request_was_sent(open_client: OpenClient, served: Served) -> None:
    events: list[RequestEvent] = []
    client = open_client(served.url, observer=events.append)

    client.execute("GetItem", GET)

    port = int(served.url.rpartition(":")[2])
    assert events == [
        RequestEvent(
            "GetItem",
            (TABLE,),
            seconds=events[0].seconds,
            capacity=0.5,
            region="us-east-1",
            host="127.0.0.1",
            port=port,
        )
    ]


def test_each_of_several_requests_is_an_event(open_client: OpenClient, served: Served) -> None:
    events: list[RequestEvent] = []
    client = open_client(served.url, observer=events.append)

    with naming("frontPage"):
        client.execute_all([("GetItem", GET)] * 40)

    assert [(event.action, event.access_pattern) for event in events] == [
        ("GetItem", "frontPage")
    ] * 40


def test_a_request_without_an_answer_is_an_event(open_client: OpenClient, closed_port: int) -> None:
    events: list[RequestEvent] = []
    address = f"http://127.0.0.1:{closed_port}"
    client = open_client(address, "&attempts=3", observer=events.append)

    with pytest.raises(StoreError):
        client.execute("GetItem", GET)

    assert [(event.error_code, event.retries) for event in events] == [("StoreUnavailable", 2)]


@pytest.mark.parametrize(
    "body",
    ['{"RequestItems": [1]}', '{"TransactItems": [{"Put": {}}]}', '{"TransactItems": 7}'],
)
def test_what_is_no_request_is_observed_and_refused(
    open_client: OpenClient, served: Served, body: str
) -> None:
    events: list[RequestEvent] = []
    client = open_client(served.url, observer=events.append)

    with pytest.raises(StoreError):
        client.execute("TransactWriteItems", json.loads(body))

    assert [(event.action, event.tables) for event in events] == [("TransactWriteItems", ())]


def test_a_refused_request_is_an_event_with_its_code(
    open_client: OpenClient, served: Served
) -> None:
    events: list[RequestEvent] = []
    client = open_client(served.url, observer=events.append)

    with pytest.raises(StoreError):
        client.execute("GetItem", GET | {"TableName": "missing"})

    assert [(e.table, e.error_code, e.capacity) for e in events] == [
        ("missing", "ResourceNotFoundException", None)
    ]


def test_the_embedded_store_is_observed_alike() -> None:
    events: list[RequestEvent] = []
    store, _ = open_store("memory:", observer=events.append)
    store.execute("CreateTable", CREATE)

    store.execute_all([("PutItem", PUT), ("GetItem", GET)])

    assert [(e.action, e.tables, e.capacity) for e in events] == [
        ("CreateTable", (TABLE,), None),
        ("PutItem", (TABLE,), 1.0),
        ("GetItem", (TABLE,), 0.5),
    ]


def test_an_async_embedded_store_is_observed_alike() -> None:
    events: list[RequestEvent] = []

    async def use() -> None:
        store, _ = open_async_store("memory:", observer=events.append)
        await store.execute_all([("CreateTable", CREATE), ("PutItem", PUT)])
        await store.close()

    asyncio.run(use())

    assert [event.action for event in events] == ["CreateTable", "PutItem"]


def test_batches_and_transactions_name_all_their_tables() -> None:
    events: list[RequestEvent] = []
    store, _ = open_store("memory:", observer=events.append)
    store.execute("CreateTable", CREATE)

    store.execute("BatchGetItem", {"RequestItems": {TABLE: {"Keys": [KEY, {"pk": {"S": "b"}}]}}})
    store.execute("BatchWriteItem", {"RequestItems": {TABLE: [{"PutRequest": {"Item": KEY}}]}})
    store.execute("TransactWriteItems", {"TransactItems": [{"Put": PUT}]})

    assert [(event.tables, event.batch_size) for event in events[1:]] == [
        ((TABLE,), 2),
        ((TABLE,), 1),
        ((TABLE,), 1),
    ]


def test_totals_add_up_per_access_pattern() -> None:
    totals = CapacityTotals()

    totals(RequestEvent("Query", ("t",), "posts", 0.5, 1, 2.0))
    totals(RequestEvent("Query", ("t",), "posts", 0.25, 0, 1.0, "ThrottlingException"))
    totals(RequestEvent("PutItem", ("t",), None, 0.5, 0, 1.0))

    assert totals.totals == {
        "posts": Total(requests=2, retries=1, errors=1, seconds=0.75, capacity=3.0),
        "PutItem": Total(requests=1, seconds=0.5, capacity=1.0),
    }


def test_a_request_is_a_span_and_a_duration_by_the_semantic_conventions() -> None:
    spans, metrics = InMemorySpanExporter(), InMemoryMetricReader()
    tracers = TracerProvider()
    tracers.add_span_processor(SimpleSpanProcessor(spans))
    observer = OpenTelemetryObserver(
        tracers.get_tracer("test"),
        MeterProvider([metrics]).get_meter("test"),
        clock=lambda: 2_000_000_000,
    )

    observer(
        RequestEvent(
            "Query",
            ("blog",),
            "Post.postsForUser",
            0.5,
            2,
            4.0,
            region="eu-west-1",
            host="dynamodb.eu-west-1.amazonaws.com",
            port=443,
        )
    )

    (span,) = spans.get_finished_spans()
    assert (span.name, span.kind, span.start_time, span.end_time) == (
        "Post.postsForUser",
        SpanKind.CLIENT,
        1_500_000_000,
        2_000_000_000,
    )
    shared = {
        "db.system.name": "aws.dynamodb",
        "db.operation.name": "Query",
        "db.collection.name": "blog",
        "db.query.summary": "Post.postsForUser",
        "server.address": "dynamodb.eu-west-1.amazonaws.com",
        "server.port": 443,
    }
    assert dict(span.attributes or {}) == shared | {
        "rpc.system": "aws-api",
        "rpc.service": "DynamoDB",
        "rpc.method": "Query",
        "aws.dynamodb.table_names": ("blog",),
        "aws.dynamodb.consumed_capacity": ('{"TableName": "blog", "CapacityUnits": 4.0}',),
        "cloud.region": "eu-west-1",
        "http.request.resend_count": 2,
        "tavola.consumed_capacity": 4.0,
    }
    assert _recorded(metrics) == [("db.client.operation.duration", "s", 0.5, shared)]


@pytest.mark.parametrize(
    ("event", "name", "size"),
    [
        (RequestEvent("GetItem", ("blog",)), "GetItem blog", None),
        (RequestEvent("ListTables"), "ListTables", None),
        (RequestEvent("TransactWriteItems", ("a", "b"), batch_size=3), "TransactWriteItems", 3),
    ],
)
def test_a_span_without_an_access_pattern_is_named_after_its_action(
    event: RequestEvent, name: str, size: int | None
) -> None:
    spans = _observe(event)

    (span,) = spans
    attributes = dict(span.attributes or {})
    assert (span.name, attributes.get("db.operation.batch.size")) == (name, size)


@pytest.mark.parametrize(
    ("code", "status"),
    [("ThrottlingException", "ThrottlingException"), ("StoreUnavailable", None)],
)
def test_a_failed_request_is_a_span_with_an_error(code: str, status: str | None) -> None:
    (span,) = _observe(RequestEvent("GetItem", ("blog",), error_code=code))

    attributes = dict(span.attributes or {})
    assert (span.status.status_code, span.status.description) == (StatusCode.ERROR, code)
    assert (attributes["error.type"], attributes.get("db.response.status_code")) == (code, status)


def test_a_span_belongs_to_the_one_that_its_caller_is_in(
    open_client: OpenClient, served: Served
) -> None:
    spans, tracers = InMemorySpanExporter(), TracerProvider()
    tracers.add_span_processor(SimpleSpanProcessor(spans))
    tracer = tracers.get_tracer("test")
    client = open_client(served.url, observer=OpenTelemetryObserver(tracer))

    with tracer.start_as_current_span("front page") as outer:
        client.execute("GetItem", GET)

    inner, _ = spans.get_finished_spans()
    assert inner.parent is not None
    assert (inner.name, inner.parent.span_id) == (
        f"GetItem {TABLE}",
        outer.get_span_context().span_id,
    )


def _observe(event: RequestEvent) -> tuple[ReadableSpan, ...]:
    spans, tracers = InMemorySpanExporter(), TracerProvider()
    tracers.add_span_processor(SimpleSpanProcessor(spans))
    OpenTelemetryObserver(tracers.get_tracer("test"))(event)
    return spans.get_finished_spans()


def _recorded(metrics: InMemoryMetricReader) -> list[tuple[str, str, float, dict[str, Any]]]:
    data: Any = metrics.get_metrics_data()
    found = data.resource_metrics[0].scope_metrics[0].metrics
    points = [(metric, metric.data.data_points[0]) for metric in found]
    return [(metric.name, metric.unit, at.sum, dict(at.attributes)) for metric, at in points]


def test_requests_beyond_the_burst_wait_their_turn() -> None:
    limit = RateLimit(per_second=10, burst=2)

    waits = [limit.reserve(now=100.0) for _ in range(4)]

    assert waits == pytest.approx([0.0, 0.0, 0.1, 0.2])


def test_time_pays_for_requests() -> None:
    limit = RateLimit(per_second=10, burst=1)
    limit.reserve(now=100.0)

    assert (limit.reserve(now=100.1), limit.reserve(now=101.0)) == pytest.approx((0.0, 0.0))


def test_capacity_is_charged_when_it_is_known_and_the_next_one_waits() -> None:
    limit = RateLimit(per_second=10, burst=5, unit="capacity")
    first = limit.reserve(now=100.0)
    limit.charge(8.0, now=100.0)

    assert (first, limit.reserve(now=100.0)) == pytest.approx((0.0, 0.3))


def test_a_limited_store_sleeps_as_long_as_the_limit_says() -> None:
    pauses: list[float] = []
    store, _ = open_store("memory:")
    limit = RateLimit(per_second=10, burst=1)
    limited = LimitedStore(store, limit, sleep=pauses.append, monotonic=lambda: 7.0)
    limited.execute("CreateTable", CREATE)

    limited.execute_all([("PutItem", PUT), ("GetItem", GET)])

    assert pauses == pytest.approx([0.1, 0.2])


def test_an_async_limited_store_charges_capacity() -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def use() -> None:
        store, _ = open_async_store("memory:")
        limit = RateLimit(per_second=1, burst=0.5, unit="capacity")
        limited = AsyncLimitedStore(store, limit, sleep=sleep, monotonic=lambda: 7.0)
        await limited.execute("CreateTable", CREATE)
        await limited.execute("PutItem", PUT)
        await limited.execute_all([("GetItem", GET)])
        await limited.close()

    asyncio.run(use())

    assert pauses == pytest.approx([0.5])


def test_one_of_several_that_fails_does_not_leave_the_others_alone() -> None:
    async def use() -> list[str]:
        store, _ = open_async_store("memory:")
        limited = AsyncLimitedStore(store, RateLimit(per_second=1e6, burst=100))
        await limited.execute("CreateTable", CREATE)
        wrong = GET | {"TableName": "missing"}
        with pytest.raises(StoreError, match="Requested resource not found"):
            await limited.execute_all([("GetItem", wrong), ("PutItem", PUT), ("GetItem", wrong)])
        answer = json.loads(await limited.execute("GetItem", GET))
        await limited.close()
        return list(answer)

    assert asyncio.run(use()) == ["Item"]


def test_a_limit_that_lets_nothing_through_is_refused() -> None:
    with pytest.raises(OperationError, match="lets nothing through"):
        RateLimit(per_second=0, burst=1)


def test_a_limit_is_above_zero_in_both_its_numbers() -> None:
    for per_second, burst in ((0, 1), (1, 0), (-1, 1)):
        with pytest.raises(OperationError) as refused:
            RateLimit(per_second=per_second, burst=burst)
        assert str(refused.value) == (
            f"rate limit: {per_second} per second with a burst of {burst} lets nothing through."
            " Give numbers above zero."
        )
    assert RateLimit(per_second=0.5, burst=0.5).reserve(now=0.0) == 1.0


def test_a_limit_regains_no_more_than_its_burst_and_nothing_from_a_clock_that_goes_back() -> None:
    limit = RateLimit(per_second=10, burst=2)

    waits = [limit.reserve(now) for now in (100.0, 100.0, 90.0, 100.0, 200.0, 200.0, 200.0)]

    assert waits == pytest.approx([0.0, 0.0, 0.1, 0.2, 0.0, 0.0, 0.1])


def test_a_limit_counts_requests_or_capacity_and_never_both() -> None:
    requests, capacity = RateLimit(1, 1), RateLimit(1, 1, unit="capacity")
    requests.charge(50.0, now=1.0)

    assert [requests.reserve(now=1.0), requests.reserve(now=1.0)] == [0.0, 1.0]
    assert [capacity.reserve(now=1.0), capacity.reserve(now=1.0)] == [0.0, 0.0]
    assert requests.prepare("GetItem", {}) == {}
    assert capacity.prepare("GetItem", {}) == {"ReturnConsumedCapacity": "TOTAL"}


def test_a_limited_store_charges_capacity_too_and_closes_what_is_behind() -> None:
    pauses: list[float] = []
    store, _ = open_store("memory:")
    limit = RateLimit(per_second=1, burst=0.5, unit="capacity")
    limited = LimitedStore(store, limit, sleep=pauses.append, monotonic=lambda: 7.0)

    limited.execute_all([("CreateTable", CREATE), ("PutItem", PUT), ("GetItem", GET)])
    limited.close()

    assert (pauses, limited.identity) == ([0.5], identity_of(store))
    with pytest.raises(StoreError):
        store.execute("ListTables", {})


def test_an_observed_store_is_the_one_behind_and_closes_it() -> None:
    store, _ = open_store("memory:")
    times = iter((1.0, 3.5, 10.0, 14.0))
    events: list[RequestEvent] = []
    observed = ObservedStore(store, events.append, lambda: next(times))

    observed.execute("ListTables", {})
    with pytest.raises(StoreError):
        observed.execute("GetItem", GET)
    observed.close()

    assert observed.identity == identity_of(store)
    assert events == [
        RequestEvent("ListTables", seconds=2.5),
        RequestEvent("GetItem", (TABLE,), seconds=4.0, error_code="ResourceNotFoundException"),
    ]
    with pytest.raises(StoreError):
        store.execute("ListTables", {})


def test_an_awaited_observed_store_is_the_one_behind_and_closes_it() -> None:
    times = iter((1.0, 3.5, 10.0, 14.0))
    events: list[RequestEvent] = []

    async def use() -> None:
        store, _ = open_async_store("memory:")
        observed = AsyncObservedStore(store, events.append, lambda: next(times))
        await observed.execute("ListTables", {})
        with pytest.raises(StoreError):
            await observed.execute("GetItem", GET)
        await observed.close()
        assert observed.identity == identity_of(store)
        with pytest.raises(StoreError):
            await store.execute("ListTables", {})

    asyncio.run(use())

    assert events == [
        RequestEvent("ListTables", seconds=2.5),
        RequestEvent("GetItem", (TABLE,), seconds=4.0, error_code="ResourceNotFoundException"),
    ]


@pytest.mark.parametrize(
    ("body", "tables", "size"),
    [
        ({}, (), 1),
        ({"TableName": "t"}, ("t",), 1),
        ({"RequestItems": {"t": {"Keys": [1, 2]}, "u": [1]}}, ("t", "u"), 3),
        ({"TransactItems": []}, (), 1),
        (
            {
                "TransactItems": [
                    {"Put": {"TableName": "t"}},
                    {"Get": {"TableName": "u"}},
                    {"Put": {"TableName": "t"}},
                ]
            },
            ("t", "u"),
            3,
        ),
        ({"TransactItems": 7}, (), 1),
    ],
)
def test_a_request_is_about_its_tables_and_so_many_items(
    body: dict[str, Any], tables: tuple[str, ...], size: int
) -> None:
    assert describe_request("X", body) == RequestEvent("X", tables, batch_size=size)


def test_an_outer_name_of_an_access_pattern_stays() -> None:
    with naming("outer"), naming("inner"):
        within = describe_request("X", {}).access_pattern
    with naming("next"):
        after = describe_request("X", {}).access_pattern

    assert (within, after, describe_request("X", {}).access_pattern) == ("outer", "next", None)


def test_an_event_has_one_table_or_none_of_several() -> None:
    assert [RequestEvent("X", tables).table for tables in ((), ("a",), ("a", "b"))] == [
        None,
        "a",
        None,
    ]
    assert RequestEvent("X") == RequestEvent("X", (), None, 0.0, 0, None, None, 1, None, None, None)


def test_totals_begin_at_nothing_and_count_what_has_no_capacity() -> None:
    totals = CapacityTotals()

    totals(RequestEvent("Query"))

    assert totals.totals == {"Query": Total(1, 0, 0, 0.0, 0.0)}


def test_a_duration_is_described_with_the_advised_boundaries() -> None:
    metrics = InMemoryMetricReader()
    meter = MeterProvider([metrics]).get_meter("test")

    OpenTelemetryObserver(meter=meter)(RequestEvent("Query", seconds=0.5))

    data: Any = metrics.get_metrics_data()
    (metric,) = data.resource_metrics[0].scope_metrics[0].metrics
    assert (metric.name, metric.description) == (
        "db.client.operation.duration",
        "Duration of database client operations.",
    )
    assert metric.data.data_points[0].explicit_bounds == (
        *(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0),
    )


def test_a_span_of_several_tables_has_their_capacity_without_a_table() -> None:
    (span,) = _observe(RequestEvent("BatchGetItem", ("a", "b"), capacity=2.0, batch_size=2))

    assert dict(span.attributes or {}) == {
        "db.system.name": "aws.dynamodb",
        "db.operation.name": "BatchGetItem",
        "rpc.system": "aws-api",
        "rpc.service": "DynamoDB",
        "rpc.method": "BatchGetItem",
        "aws.dynamodb.table_names": ("a", "b"),
        "db.operation.batch.size": 2,
        "tavola.consumed_capacity": 2.0,
    }
    assert span.status.status_code is StatusCode.UNSET
