"""Partitions that are divided into shards: read in one order, under one cursor."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from typing import Any
from zlib import crc32

import msgspec
import pytest

from tavola import OperationError, Page, between, ge, lt
from tavola.design.load import compile_design
from tavola.operations.reindex.reindex import Reindex
from tavola.table.async_table import AsyncTable
from tavola.table.dynamic import table_class
from tavola.table.internals import codecs_of, context_of
from tests.patience import eventually
from tests.table.generated.spread import Event, Order, Spread
from tests.table.stores import DAY, Home, clear, plain, read_raw, settle

HOUR = timedelta(hours=1)


def fill(spread: Spread, shop: str, number: int = 40, note: str = "") -> list[Order]:
    """Orders of a shop, one in an hour."""
    made = [
        Order(order_id=f"{shop}-{hour:03d}", shop=shop, at=DAY + hour * HOUR, note=note or None)
        for hour in range(number)
    ]
    spread.order.put_all(made)
    eventually(lambda: spread.order.count(spread.order.plan.orders_by_shop(shop=shop)), number)
    return made


def shard(text: str, shards: int) -> int:
    return crc32(text.encode()) % shards


def test_the_shard_is_crc_32_of_the_text(spread: Spread, some: str) -> None:
    order = spread.order.create(order_id=some, shop=some, at=DAY)
    event = spread.event.create(source=some, event_id=7)

    stored = read_raw(spread, spread.order.plan.get(order.order_id).key)
    assert plain(stored)["GSI1PK"] == ("S", f"SHOP#{some}#{shard(some, 8)}")
    assert plain(spread.event.plan.get(some, 7).key) == {
        "PK": ("S", f"LOG#{some}#{shard('7', 4)}"),
        "SK": ("S", "00000007"),
    }
    assert spread.event.get(some, 7) == event


@pytest.mark.parametrize("descending", [False, True])
def test_pages_lead_through_all_shards_in_order_and_back(
    spread: Spread, some: str, descending: bool
) -> None:
    made = fill(spread, some, 20)
    ordered = made[::-1] if descending else made

    def page(cursor: str | None = None) -> Page[Order]:
        return spread.order.orders_by_shop(shop=some, limit=8, cursor=cursor, descending=descending)

    first = page()
    second = page(first.cursor)
    third = page(second.cursor)
    back = page(third.previous)
    start = page(back.previous)

    assert [first.items, second.items, third.items] == [ordered[:8], ordered[8:16], ordered[16:]]
    assert (third.cursor, first.previous) == (None, None)
    assert (back.items, start.items, start.previous) == (ordered[8:16], ordered[:8], None)
    assert page(back.cursor).items == ordered[16:]


def test_bounds_hold_in_every_shard(spread: Spread, some: str) -> None:
    made = fill(spread, some)

    def found(at: Any, limit: int | None = None) -> list[Order]:
        return list(spread.order.orders_by_shop(shop=some, at=at, limit=limit).all())

    assert found(ge(DAY + 30 * HOUR)) == made[30:]
    assert found(lt(DAY + 3 * HOUR), 2) == made[:3]
    assert found(between(DAY + 5 * HOUR, DAY + 25 * HOUR), 7) == made[5:26]
    assert found(DAY + 5 * HOUR, 1) == [made[5]]
    assert found(between(DAY + 5 * HOUR, DAY), 1) == []


def test_equal_sort_keys_come_by_shard_and_none_is_lost_between_pages(
    spread: Spread, some: str
) -> None:
    made = [Order(order_id=f"{some}-{number}", shop=some, at=DAY) for number in range(30)]
    spread.order.put_all(made)
    plan = spread.order.plan.orders_by_shop(shop=some)
    eventually(lambda: spread.order.count(plan), 30)

    found = [one.order_id for one in spread.order.orders_by_shop(shop=some, limit=4).all()]

    assert sorted(found) == sorted(one.order_id for one in made)
    shards = [shard(one, 8) for one in found]
    assert shards == sorted(shards)


def test_a_filter_and_an_expiry_leave_full_pages(home: Home, spread: Spread, some: str) -> None:
    made = fill(spread, some)
    gone = DAY - timedelta(days=400)
    for order in made[::3]:
        spread.order.update(order.order_id, ttl=gone)
    for order in made[1::3]:
        spread.order.update(order.order_id, status="sent")
    left = [one.order_id for one in made[2::3]]
    asked = spread.order.plan.orders_by_shop(
        shop=some, filter={"status": {"$exists": False}}, limit=5
    )
    eventually(lambda: spread.order.count(asked), len(left))

    page = spread.order.orders_by_shop(shop=some, filter={"status": {"$exists": False}}, limit=5)

    assert [one.order_id for one in page.items] == left[:5]
    assert [one.order_id for one in page.all()] == left


def fill_without_sort_key(spread: Spread, shop: str) -> list[str]:
    names = [f"{shop}-{number}" for number in range(12)]
    spread.order.put_all([Order(order_id=name, shop=shop, status="open") for name in names])
    plan = spread.order.plan.orders_by_status(shop=shop, status="open")
    eventually(lambda: spread.order.count(plan), 12)
    return names


def test_an_index_without_a_sort_key_shows_one_shard_after_another(
    spread: Spread, some: str
) -> None:
    names = fill_without_sort_key(spread, some)

    page = spread.order.orders_by_status(shop=some, status="open", limit=5)
    found = [one.order_id for one in page.all()]

    assert sorted(found) == sorted(names)
    shards = [shard(one, 3) for one in found]
    assert shards == sorted(shards)


# ExtendDB gives items without a sort key in one order both ways.
@pytest.mark.parametrize("home", ["memory", "file", "http", "dynoxide"], indirect=True)
def test_without_a_sort_key_pages_lead_back_too(spread: Spread, some: str) -> None:
    fill_without_sort_key(spread, some)

    def page(cursor: str | None = None) -> Page[Order]:
        return spread.order.orders_by_status(shop=some, status="open", limit=5, cursor=cursor)

    first = page()
    second = page(first.cursor)
    third = page(second.cursor)

    assert page(third.previous).items == second.items
    assert page(second.previous).items == first.items


def test_an_item_moves_with_the_fields_of_its_sharded_key(spread: Spread, some: str) -> None:
    order = spread.order.create(order_id=some, shop=some, at=DAY, status="open")
    spread.order.update(some, shop=f"{some}-2", status="sent")

    eventually(lambda: len(spread.order.orders_by_shop(shop=f"{some}-2").items), 1)
    eventually(lambda: len(spread.order.orders_by_shop(shop=some).items), 0)
    stored = read_raw(spread, spread.order.plan.get(order.order_id).key)
    assert plain(stored)["GSI2PK"] == ("S", f"{some}-2#sent#{shard(some, 3)}")


def test_a_primary_key_in_shards_is_queried_consistently(spread: Spread, some: str) -> None:
    spread.event.put_all([Event(source=some, event_id=number) for number in range(25)])

    page = spread.event.events(source=some, event_id=ge(3), limit=10, consistent=True)

    assert [one.event_id for one in page] == list(range(3, 13))
    assert [one.event_id for one in page.all()] == list(range(3, 25))
    assert spread.event.count(spread.event.plan.events(source=some)) == 25


def test_an_item_in_a_shard_that_is_not_its_own_is_nobodys(spread: Spread, some: str) -> None:
    spread.event.create(source=some, event_id=1)
    wrong = (shard("2", 4) + 1) % 4
    key = {"PK": {"S": f"LOG#{some}#{wrong}"}, "SK": {"S": "00000002"}}
    fields = {"source": {"S": some}, "eventId": {"N": "2"}, "type": {"S": "EVENT"}}
    spread.store.execute("PutItem", {"TableName": spread.table_name, "Item": {**key, **fields}})

    assert [one.event_id for one in spread.event.events(source=some)] == [1]
    assert spread.event.count(spread.event.plan.events(source=some)) == 1


def test_the_first_of_all_shards_is_found(spread: Spread, some: str) -> None:
    fill(spread, some, 9)
    plan = spread.order.plan

    first = spread.order.first(plan.orders_by_shop(shop=some))
    last = spread.order.first(plan.orders_by_shop(shop=some, descending=True))

    assert (first, last) == (spread.order.get(f"{some}-000"), spread.order.get(f"{some}-008"))
    assert spread.order.exists(plan.orders_by_shop(shop=some))
    assert not spread.order.exists(plan.orders_by_shop(shop=f"{some}-none"))


def test_an_access_pattern_goes_over_shards_too(spread: Spread, some: str) -> None:
    made = fill(spread, some, 9)

    assert spread.order.latest_orders(shop=some).items == made[:3:-1]


def test_explain_shows_a_request_for_every_shard(spread: Spread, some: str) -> None:
    explained = spread.order.plan.orders_by_shop(shop=some, limit=100).explain()

    assert (explained.action, explained.index, explained.requests) == ("Query", "GSI1", 8)
    assert explained.request["Limit"] == 15


def test_a_page_of_a_hundred_costs_at_most_half_as_much_again(home: Home, some: str) -> None:
    spread = home.open(Spread, home.name_of("spread", some))
    made = fill(spread, some, 150, note="x" * 300)
    size = 580

    with spread.consumed() as spent:
        page = spread.order.orders_by_shop(shop=some, limit=100)

    assert page.items == made[:100]
    assert spent.read <= 1.5 * 0.5 * (100 * size / 4096)


def test_a_cursor_stays_short(spread: Spread, some: str) -> None:
    fill(spread, some)
    cursor = spread.order.orders_by_shop(shop=some, limit=10).cursor

    assert cursor is not None
    assert len(cursor) < 160


def forged(cursor: str, position: list[Any]) -> str:
    """A cursor of the same query with a position of one's own."""
    mark, _ = msgspec.msgpack.decode(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    return urlsafe_b64encode(msgspec.msgpack.encode([mark, position])).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "position",
    [
        [{"GSI1SK": {"S": "x"}, "PK": {"S": "ORDER#x"}, "SK": {"S": "ORDER"}}, False, 8],
        [{"GSI1SK": {"S": "x"}, "PK": {"S": "ORDER#x"}, "SK": {"S": "ORDER"}}, False, -1],
        [{"GSI1SK": {"N": "1"}, "PK": {"S": "ORDER#x"}, "SK": {"S": "ORDER"}}, False, 0],
        [{"PK": {"S": "ORDER#x"}, "SK": {"S": "ORDER"}}, False, 0],
        [{}, False, 0],
    ],
    ids=["no such shard", "a negative one", "a number", "no sort key", "nothing"],
)
def test_a_forged_cursor_is_refused(spread: Spread, some: str, position: list[Any]) -> None:
    fill(spread, some, 12)
    cursor = spread.order.orders_by_shop(shop=some, limit=4).cursor
    assert cursor is not None

    with pytest.raises(OperationError, match="The cursor does not fit"):
        spread.order.orders_by_shop(shop=some, limit=4, cursor=forged(cursor, position))


def test_a_cursor_of_another_partition_is_refused(spread: Spread, some: str) -> None:
    fill(spread, some, 12)
    cursor = spread.order.orders_by_shop(shop=some, limit=4).cursor

    with pytest.raises(OperationError, match="another query, partition or tenant"):
        spread.order.orders_by_shop(shop="other", limit=4, cursor=cursor)


def test_the_field_of_a_shard_is_no_argument(spread: Spread, some: str) -> None:
    with pytest.raises(OperationError, match="'orderId' is not part of its key"):
        spread.query(Order, "ordersByShop", shop=some, order_id="x")


SHOP = """
table:
  name: shop
  tenancy: required
  indexes:
    GSI1: {{partitionKey: GSI1PK, sortKey: GSI1SK}}
models:
  Sale:
    fields:
      saleId: {{type: StringField, required: true}}
      at: {{type: DateTimeField, required: true}}
    key: {{PK: "{{tenant}}#SALE#{{saleId}}", SK: SALE}}
    indexes:
      sales: {{index: GSI1, GSI1PK: "{{tenant}}#S#{{saleId:shard:{shards}}}",
              GSI1SK: "{{at:iso}}"{former}}}
"""


def shop(shards: int, former: int = 0) -> Any:
    more = f", formerShards: {former}" if former else ""
    text = SHOP.format(shards=shards, former=more)
    design, findings = compile_design([("shop.yaml", text)], "shop")
    assert [finding for finding in findings if finding.is_error] == []
    return table_class(design)


def sell(table: Any, tenant: str, number: int) -> list[str]:
    (model,) = table.models
    scoped = table.tenant(tenant)
    sales = [model(sale_id=f"s{one}", at=DAY + one * HOUR) for one in range(number)]
    for sale in sales:
        scoped.run(scoped.plans(model).add(sale))
    return [sale.sale_id for sale in sales]


def sold(table: Any, tenant: str, limit: int = 3) -> list[str]:
    (model,) = table.models
    page = table.tenant(tenant).query(model, "sales", limit=limit)
    return [sale.sale_id for sale in page.all()]


def test_a_tenant_reads_its_own_shards_alone(home: Home) -> None:
    table = home.empty(shop(4))
    clear(table)
    names = sell(table, "acme", 9)
    sell(table, "umbrella", 2)
    settle(table)

    assert sold(table, "acme") == names


@pytest.mark.parametrize(("before", "after"), [(2, 7), (7, 2), (1, 5)])
def test_former_shards_are_read_until_reindex_has_moved_all(
    home: Home, before: int, after: int
) -> None:
    table = home.empty(shop(before))
    clear(table)
    names = sell(table, "acme", 12)
    settle(table)
    changed = home.open(shop(after, former=before), table.table_name)

    assert sold(changed, "acme") == names
    changed.run(Reindex(context_of(changed), codecs_of(changed)))
    settle(changed)
    assert sold(changed, "acme") == names
    assert sold(home.open(shop(after), table.table_name), "acme") == names


def test_shards_are_read_by_an_async_table_too(home: Home) -> None:
    async def scenario() -> list[str]:
        sync = shop(4)
        table = home.empty(sync)
        clear(table)
        sell(table, "acme", 9)
        settle(table)
        kind = type("AsyncShop", (AsyncTable,), {"design": sync.design, "models": sync.models})
        opened: Any = await home.open_async(kind, table.table_name)
        (model,) = sync.models
        page = await opened.tenant("acme").query(model, "sales", limit=2)
        found = [one.sale_id async for one in page.all()]
        await opened.close()
        return found

    assert asyncio.run(scenario()) == [f"s{number}" for number in range(9)]
