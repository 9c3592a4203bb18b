"""Index keys of several attributes: equality from the left, one condition, pages both ways."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola import OperationError, Page, begins_with, between, ge, gt, le, lt
from tavola.design.load import compile_design
from tavola.operations.reindex.reindex import Reindex
from tavola.table.dynamic import table_class
from tavola.table.internals import codec_of, context_of
from tests.patience import eventually
from tests.table.generated.natural import Event, Natural
from tests.table.stores import DAY, Home, tries

HOUR = timedelta(hours=1)


@pytest.fixture
def events(natural: Natural, home: Home) -> Natural:
    """Events, on each store that has keys of several attributes."""
    if home.name == "dynoxide":
        pytest.skip("dynoxide takes the first attribute of a key of several for the whole key.")
    return natural


@pytest.fixture
def ordered(events: Natural, home: Home) -> Natural:
    """Events, on each store that sorts them."""
    if home.name == "extenddb":
        pytest.skip("ExtendDB sorts and searches by the first attribute of a sort key alone.")
    return events


def event(some: str, number: int, **values: Any) -> Event:
    usual: dict[str, Any] = {
        "event_id": f"{some}-{number}",
        "tenant_id": some,
        "region": "eu",
        "day": f"d{number // 4}",
        "at": DAY + number * HOUR,
        "kind": "in",
        "hour": number % 4,
    }
    return Event(**usual | values)


def moment(one: Event) -> datetime:
    assert one.at is not None
    return one.at


def fill(natural: Natural, some: str, number: int = 12) -> list[Event]:
    made = [event(some, n, region=f"eu-{some}") for n in range(number)]
    natural.event.put_all(made)
    query = natural.event.plan.events_by_region(tenant_id=some, region=f"eu-{some}")
    eventually(lambda: natural.event.count(query), number)
    return made


def test_each_condition_finds_what_it_says(ordered: Natural, some: str) -> None:
    events = ordered
    made = fill(events, some)

    def found(**asked: Any) -> list[int]:
        page = events.event.events_by_region(tenant_id=some, region=f"eu-{some}", **asked)
        return [made.index(one) for one in page]

    assert found() == list(range(12))
    assert found(day="d1") == [4, 5, 6, 7]
    assert found(day=ge("d1")) == list(range(4, 12))
    assert found(day=begins_with("d")) == list(range(12))
    assert found(day="d1", at=gt(DAY + 5 * HOUR)) == [6, 7]
    assert found(day="d1", at=between(DAY, DAY + 5 * HOUR)) == [4, 5]
    assert found(day="d1", at=between(DAY + HOUR, DAY)) == []
    assert found(day="d1", at=le(DAY + 4 * HOUR)) == [4]
    assert found(day="d1", at=DAY + 7 * HOUR) == [7]
    assert found(day="d2", descending=True, limit=2) == [11, 10]


def test_templates_and_fields_may_make_one_key(ordered: Natural, some: str) -> None:
    events = ordered
    made = fill(events, some)
    region = f"eu-{some}"

    def found(**asked: Any) -> list[int]:
        page = events.event.events_by_kind(kind="in", region=region, **asked)
        return [made.index(one) for one in page]

    assert eventually(found, list(range(12))) == list(range(12))
    assert found(day="d1") == [4, 5, 6, 7]
    assert found(day="d1", hour=ge(2)) == [6, 7]
    assert found(day="d1", hour=2, at=DAY + 6 * HOUR) == [6]
    assert found(day="d1", hour=2, at=DAY + 6 * HOUR, event_id=made[6].event_id) == [6]
    assert found(day="d1", hour=2, at=lt(DAY)) == []


@pytest.mark.parametrize(
    "asked",
    [{"at": DAY}, {"day": ge("d"), "at": DAY}, {"day": begins_with("d"), "at": ge(DAY)}],
)
def test_an_attribute_needs_all_before_it(
    events: Natural, some: str, asked: dict[str, Any]
) -> None:
    with pytest.raises(OperationError, match="Give the leading fields by equality"):
        events.event.events_by_region(tenant_id=some, region="eu", **asked)


def test_the_partition_needs_all_its_attributes(events: Natural, some: str) -> None:
    with pytest.raises(OperationError, match="region"):
        events.query(Event, "eventsByRegion", tenant_id=some)


def walk(query: Callable[..., Page[Any]], **options: Any) -> tuple[list[Any], list[Any]]:
    """All items page by page, and the same pages backwards."""
    page = query(**options)
    forward = list(page.items)
    while page.cursor is not None:
        page = query(cursor=page.cursor, **options)
        forward += page.items
    backward = list(page.items)
    while page.previous is not None:
        page = query(cursor=page.previous, **options)
        backward = [*page.items, *backward]
    return forward, backward


def test_pages_follow_all_attributes_both_ways(home: Home, ordered: Natural, some: str) -> None:
    events = ordered
    names = (f"{some}-{number}" for number in itertools.count())
    places = st.lists(
        st.tuples(st.sampled_from("abc"), st.integers(-2, 12)), unique=True, max_size=9
    )

    @tries(home, 30)
    @given(places, st.integers(1, 4), st.booleans(), st.booleans())
    def check(drawn: list[tuple[str, int]], limit: int, descending: bool, is_narrow: bool) -> None:
        one = next(names)
        made = [
            event(one, number, day=day, at=DAY + at * HOUR)
            for number, (day, at) in enumerate(drawn)
        ]
        events.event.put_all(made)
        query = events.event.plan.events_by_region(tenant_id=one, region="eu")
        eventually(lambda: events.event.count(query), len(made))
        asked = {"day": "b", "at": ge(DAY)} if is_narrow else {}
        kept = [one for one in made if not is_narrow or (one.day == "b" and moment(one) >= DAY)]
        expected = sorted(kept, key=lambda one: (one.day, moment(one)), reverse=descending)

        forward, backward = walk(
            events.event.events_by_region,
            tenant_id=one,
            region="eu",
            limit=limit,
            descending=descending,
            **asked,
        )

        assert (forward, backward) == (expected, expected)

    check()


def test_a_cursor_of_another_partition_is_refused(events: Natural, some: str) -> None:
    fill(events, some)
    query = events.event.events_by_region
    cursor = query(tenant_id=some, region=f"eu-{some}", limit=2).cursor

    with pytest.raises(OperationError, match="another query, partition or tenant"):
        query(tenant_id=some, region="us", limit=2, cursor=cursor)


def test_shards_may_be_an_attribute_of_their_own(events: Natural, some: str) -> None:
    made = [
        event(some, n, at=DAY + timedelta(days=4000, minutes=n * 7 % 16), kind="out")
        for n in range(16)
    ]
    events.event.put_all(made)
    own = ge(DAY + timedelta(days=4000))

    def found() -> list[str]:
        page = events.event.events_by_shard(kind="out", at=own, filter={"tenantId": some})
        return [one.event_id for one in page.all()]

    expected = [one.event_id for one in sorted(made, key=moment)]
    assert eventually(found, expected) == expected
    forward, backward = walk(
        events.event.events_by_shard, kind="out", at=own, filter={"tenantId": some}, limit=3
    )
    assert [one.event_id for one in forward] == expected
    assert [one.event_id for one in backward] == expected


def test_a_missing_part_leaves_the_item_out(events: Natural, some: str) -> None:
    made = fill(events, some, 3)
    events.event.update(made[1].event_id, Event.fields.region.remove())
    events.event.update(made[2].event_id, Event.fields.hour.remove())

    def by_region() -> list[str]:
        page = events.event.events_by_region(tenant_id=some, region=f"eu-{some}")
        return [one.event_id for one in page]

    def by_kind() -> list[str]:
        page = events.event.events_by_kind(kind="in", region=f"eu-{some}")
        return [one.event_id for one in page]

    left = [made[0].event_id, made[2].event_id]
    assert eventually(by_region, left) == left
    assert eventually(by_kind, left[:1]) == left[:1]


@pytest.mark.usefixtures("events")
def test_reindexing_makes_the_attributes_right(home: Home, some: str) -> None:
    events = home.own(Natural, "natural", some)
    made = fill(events, some, 2)
    codec = codec_of(events, Event)
    context = context_of(events, codec)
    key = codec.key({"eventId": made[1].event_id}, None)
    update = {"UpdateExpression": "SET DSK = :x REMOVE KPK", "Key": key}
    values = {"ExpressionAttributeValues": {":x": {"S": "lost"}}}
    events.store.execute("UpdateItem", {"TableName": context.table, **update, **values})

    step: Reindex | None = Reindex(context, (codec,))
    while step is not None:
        step = events.run(step).rest

    def found() -> list[str]:
        page = events.event.events_by_kind(kind="in", region=f"eu-{some}")
        return [one.event_id for one in page]

    assert eventually(found, [one.event_id for one in made]) == [one.event_id for one in made]


TENANTED = """
table:
  name: halls
  tenancy: required
  indexes:
    GSI1: {partitionKey: [owner, hall], sortKey: [day, slot]}
models:
  Booking:
    fields:
      bookingId: {type: StringField}
      hall: {type: StringField}
      day: {type: StringField}
      number: {type: IntegerField}
    key: {PK: "{tenant}#{bookingId}", SK: BOOKING}
    indexes:
      bookings: {index: GSI1, owner: "%s", slot: "{number:04d}"}
"""


@pytest.mark.parametrize("owner", ["{tenant}", "T#{tenant}#"])
def test_tenants_have_partitions_of_their_own(home: Home, some: str, owner: str) -> None:
    text = TENANTED % owner
    design, findings = compile_design([("halls.yaml", text)], "halls")
    assert [one for one in findings if one.is_error] == []
    if home.name == "dynoxide":
        pytest.skip("dynoxide takes the first attribute of a key of several for the whole key.")
    name = home.name_of(f"halls-{len(text)}", some)
    root = home.open(table_class(design), name)
    booking: Any = root.models[0]
    for tenant in ("acme", "acme2"):
        table = root.tenant(f"{some}-{tenant}")
        for number in range(3):
            made = booking(booking_id=f"{tenant}{number}", hall="big", day="d1", number=number)
            table.run(table.plans(booking).add(made))

    def found(tenant: str, **asked: Any) -> list[str]:
        table = root.tenant(f"{some}-{tenant}")
        page: Any = table.query(booking, "bookings", hall="big", **asked)
        return [one.booking_id for one in page]

    whole = ["acme0", "acme1", "acme2"]
    assert eventually(lambda: found("acme"), whole) == whole
    if home.name != "extenddb":  # which searches by the first attribute of a sort key alone
        assert found("acme", day="d1", number=ge(1)) == whole[1:]
    with pytest.raises(OperationError, match="tenant"):
        root.query(booking, "bookings", hall="big")


def test_the_tenant_is_in_the_first_attribute() -> None:
    _, findings = compile_design([("halls.yaml", TENANTED % "{bookingId}")], "halls")

    assert [str(one) for one in findings if one.is_error] == [
        "halls.yaml:16: Booking.indexes.bookings: the partition key '{bookingId}' does not begin "
        "with the tenant. Make {tenant} its first placeholder, or say tenancy: none for the model."
    ]
