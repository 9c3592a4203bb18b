"""Values as other libraries store them: dates by a layout, counted versions, numbered booleans."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from tavola import DecodeError, ItemChanged, OperationError, between, ge, lt
from tavola.model.field_expressions import Expr
from tests.patience import eventually
from tests.table.generated.depot import Crate, Depot, Slot

PACKED = datetime(2026, 5, 4, 3, 2, 1, 123456, tzinfo=UTC)


def _stored(depot: Depot, crate_id: str) -> dict[str, Any]:
    key = {"PK": {"S": f"CRATE#{crate_id}"}, "SK": {"S": "CRATE"}}
    body = {"TableName": depot.table_name, "Key": key, "ConsistentRead": True}
    answer = depot.store.execute("GetItem", body)
    item: dict[str, Any] = msgspec.json.decode(answer)["Item"]
    return item


@pytest.fixture
def crate(depot: Depot, some: str) -> Crate:
    return depot.crate.create(
        crate_id=some, hall=f"h-{some}", sealed=True, packed_at=PACKED, due_on=PACKED
    )


def test_items_have_the_attributes_of_the_other_library(depot: Depot, crate: Crate) -> None:
    item = _stored(depot, crate.crate_id)

    assert item["packedAt"] == {"S": "2026-05-04T03:02:01.123456+0000"}
    assert item["GSI1SK"] == item["packedAt"]
    assert item["dueOn"] == {"S": "20260504"}
    assert item["sealed"] == {"N": "1"}
    assert "checked" not in item
    assert item["version"] == {"N": "1"}


def test_values_are_read_back(depot: Depot, crate: Crate) -> None:
    read = depot.crate.get(crate.crate_id)

    assert read == crate
    assert read is not None
    assert (read.packed_at, read.due_on, read.sealed, read.version) == (
        PACKED,
        datetime(2026, 5, 4, tzinfo=UTC),
        True,
        1,
    )


def test_conditions_compare_what_is_stored(depot: Depot, crate: Crate) -> None:
    def found(asked: Expr) -> list[Crate]:
        return list(depot.crate.crates_by_hall(hall=f"{crate.hall}", filter=asked))

    has_one = (Crate.fields.version == 1) & Crate.fields.sealed.is_in([True])
    eventually(lambda: found(has_one & (Crate.fields.due_on <= PACKED)), [crate])

    # 4 May at midnight is not before itself.
    assert found(has_one & (Crate.fields.due_on < PACKED)) == []


@pytest.mark.parametrize(
    ("condition", "is_found"),
    [
        (lt(PACKED), False),
        (lt(PACKED + timedelta(microseconds=1)), True),
        (ge(PACKED), True),
        (ge(PACKED + timedelta(microseconds=1)), False),
        (between(PACKED, PACKED), True),
    ],
)
def test_a_key_of_microseconds_is_exact(
    depot: Depot, crate: Crate, condition: Any, is_found: bool
) -> None:
    def found(asked: Any = None) -> bool:
        return bool(depot.crate.crates_by_hall(hall=f"{crate.hall}", packed_at=asked))

    eventually(found, True)

    assert found(condition) is is_found


def test_a_range_of_months_is_exact_too(depot: Depot, some: str) -> None:
    days = [PACKED + timedelta(days=20 * number) for number in range(4)]
    made = [
        depot.slot.create(hall=f"m-{some}", since=day, code=f"{some}-{number}")
        for number, day in enumerate(days)
    ]
    low = days[1] + timedelta(microseconds=1)

    own = Slot.fields.hall == f"m-{some}"

    def found() -> list[Slot]:
        return list(depot.slot.slots_by_month(since=between(low, days[3]), filter=own))

    assert eventually(found, made[2:]) == made[2:]


def test_an_instance_counts_its_version(depot: Depot, crate: Crate) -> None:
    crate.sealed = False
    crate.save()
    crate.checked = True
    crate.save()

    assert crate.version == 3
    assert _stored(depot, crate.crate_id)["version"] == {"N": "3"}


def test_a_stale_instance_is_refused(depot: Depot, crate: Crate) -> None:
    stale = depot.crate.get(crate.crate_id)
    assert stale is not None
    crate.sealed = False
    crate.save()
    stale.hall = "south"

    with pytest.raises(ItemChanged):
        stale.save()
    with pytest.raises(ItemChanged):
        stale.delete()


def test_a_write_by_key_counts_on(depot: Depot, crate: Crate) -> None:
    changed = depot.crate.update(crate.crate_id, sealed=False)
    again = depot.crate.update(crate.crate_id, sealed=True, expect_version=changed.version)

    assert (changed.version, again.version) == (2, 3)
    with pytest.raises(ItemChanged):
        depot.crate.update(crate.crate_id, sealed=False, expect_version=2)
    with pytest.raises(OperationError, match=r"version is '3'\. Use an int\."):
        depot.crate.update(crate.crate_id, sealed=False, expect_version="3")  # type: ignore[arg-type]


def test_no_write_by_key_is_counted_twice(depot: Depot, crate: Crate) -> None:
    def update(number: int) -> Crate:
        return depot.crate.update(crate.crate_id, checked=bool(number % 2))

    with ThreadPoolExecutor(4) as pool:
        changed = list(pool.map(update, range(12)))

    assert sorted(one.version for one in changed) == list(range(2, 14))


def test_a_put_counts_on_from_what_is_stored(depot: Depot, crate: Crate) -> None:
    other = Crate(crate_id=crate.crate_id, sealed=False, packed_at=PACKED)
    depot.crate.update(crate.crate_id, checked=True)

    depot.crate.put(other)

    assert other.version == 3
    assert depot.crate.get(crate.crate_id) == other


def test_a_put_of_a_new_item_begins_with_one(depot: Depot, some: str) -> None:
    made = depot.crate.put(Crate(crate_id=some, sealed=False, packed_at=PACKED))

    assert made.version == 1


def test_puts_at_once_are_counted_each(depot: Depot, some: str) -> None:
    def put(number: int) -> int:
        return depot.crate.put(
            Crate(crate_id=some, hall=str(number), sealed=False, packed_at=PACKED)
        ).version

    with ThreadPoolExecutor(3) as pool:
        versions = list(pool.map(put, range(6)))

    assert sorted(versions) == list(range(1, 7))


def test_a_transaction_counts_too(depot: Depot, crate: Crate, some: str) -> None:
    crate.hall = "south"
    with depot.transaction() as tx:
        tx.save(crate)
        tx.create(Slot(hall=some, since=PACKED, code=f"tx-{some}"))

    slot = depot.slot.get(some, PACKED)
    assert slot is not None
    with depot.transaction() as tx:
        tx.update(slot, Slot.fields.code.set(f"tx2-{some}"))
        tx.put(Crate(crate_id=crate.crate_id, sealed=False, packed_at=PACKED))

    assert crate.version == 2
    assert depot.crate.get(crate.crate_id, consistent=True) is not None
    assert _stored(depot, crate.crate_id)["version"] == {"N": "3"}
    assert slot.refresh().version == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sealed", {"N": "2"}),
        ("sealed", {"BOOL": True}),
        ("packedAt", {"S": "4 May 2026"}),
        ("version", {"S": "3"}),
    ],
)
def test_what_does_not_fit_says_so(
    depot: Depot, crate: Crate, name: str, value: dict[str, Any]
) -> None:
    item = {**_stored(depot, crate.crate_id), name: value}
    depot.store.execute("PutItem", {"TableName": depot.table_name, "Item": item})

    with pytest.raises(DecodeError, match=Crate.__shape__.by_name[name].python_name):
        depot.crate.get(crate.crate_id)


def test_other_writings_of_a_date_are_read(depot: Depot, crate: Crate) -> None:
    item = _stored(depot, crate.crate_id) | {"seenAt": {"S": "2026-05-04 05:00:00+0200"}}
    depot.store.execute("PutItem", {"TableName": depot.table_name, "Item": item})
    read = depot.crate.get(crate.crate_id)
    assert read is not None

    read.sealed = False
    read.save()

    assert read.seen_at == datetime(2026, 5, 4, 3, tzinfo=UTC)
    assert _stored(depot, crate.crate_id)["seenAt"] == {"S": "2026-05-04 05:00:00+0200"}
