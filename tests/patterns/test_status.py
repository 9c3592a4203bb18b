"""Status machines: moves only where they are allowed, each counted and logged once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tavola.design.load import load_design
from tavola.errors import ConditionFailed, ItemMissing, OperationError
from tavola.patterns.capacity import Capacity
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.status import StatusMachine, WrongStatus
from tavola.table.dynamic import table_class
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import AsyncWorkshop, Order, OrderLog, Seats, Workshop
from tests.table.stores import Home, clear, embedded

Orders = StatusMachine[Order, OrderLog]
TRANSITIONS = {"open": ["paid", "cancelled"], "paid": ["sent", "cancelled"], "sent": ["paid"]}


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    tenant = workshop.tenant("acme")
    tenant.run(tenant.plans(Order).add(Order(order_id="o", status="open")))
    return tenant


@pytest.fixture
def orders(db: Workshop) -> Orders:
    return StatusMachine(db, Order, TRANSITIONS, OrderLog)


def logged(db: Workshop, orders: Orders) -> list[tuple[int, str, str]]:
    found = db.run(orders.history("o")).items
    return [(one.number, one.before, one.after) for one in found]


def test_a_move_is_logged_with_who_and_when(db: Workshop, orders: Orders) -> None:
    moved = db.run(orders.move("o", to="paid", by="ada", note="by card"))
    assert (moved.status, moved.changes) == ("paid", 1)
    assert db.run(orders.history("o")).items == [
        OrderLog(
            order_id="o",
            number=1,
            before="open",
            after="paid",
            at=db.now(),
            by="ada",
            note="by card",
        )
    ]


def test_a_move_that_is_not_allowed_names_both_states(db: Workshop, orders: Orders) -> None:
    with pytest.raises(WrongStatus, match=r"Order o is open, and sent comes after paid only") as no:
        db.run(orders.move("o", to="sent"))
    assert (no.value.current, no.value.wanted) == ("open", "sent")
    db.run(orders.move("o", to="cancelled"))
    with pytest.raises(WrongStatus, match=r"is cancelled, and paid comes after open or sent only"):
        db.run(orders.move("o", to="paid"))
    assert logged(db, orders) == [(1, "open", "cancelled")]


def test_other_fields_change_with_the_status(db: Workshop, orders: Orders) -> None:
    def edit(order: Order) -> None:
        order.carrier = "mail"

    db.run(orders.move("o", to="paid"))
    db.run(orders.move("o", to="sent", edit=edit))
    found = db.run(part_of(db, Order).get(("o",)))
    assert found == Order(order_id="o", status="sent", changes=2, carrier="mail")


def test_a_refused_write_of_the_same_transaction_moves_nothing(
    db: Workshop, orders: Orders
) -> None:
    seats = Capacity(db, Seats)
    db.run(seats.create("hall", total=0))
    with pytest.raises(ConditionFailed) as refused:
        db.run(orders.move("o", to="paid", also=lambda _: [seats.taking("hall")]))
    assert (refused.value.position, logged(db, orders)) == (0, [])


def test_what_does_not_exist_is_not_moved(db: Workshop, orders: Orders) -> None:
    with pytest.raises(ItemMissing, match=r"Order x does not exist"):
        db.run(orders.move("x", to="paid"))


def test_moves_without_a_log_are_writes_of_any_transaction(db: Workshop) -> None:
    orders: Orders = StatusMachine(db, Order, TRANSITIONS)
    with db.transaction() as tx:
        tx.add(orders.moving("o", to="paid"))
    with pytest.raises(ConditionFailed):
        db.run(orders.moving("o", to="paid"))
    found = db.run(part_of(db, Order).get(("o",)))
    assert found == Order(order_id="o", status="paid", changes=1)
    with pytest.raises(OperationError, match=r"Order: its moves are not logged"):
        orders.history("o")


def test_without_transitions_the_design_says_them(tmp_path: Path) -> None:
    design = tmp_path / "orders.yaml"
    design.write_text(
        "table: {partitionKey: PK, sortKey: SK}\n"
        "models:\n"
        "  Order:\n"
        "    fields:\n"
        "      orderId: {type: StringField}\n"
        "      status: {type: EnumField, values: [open, paid], defaultValue: open,"
        " transitions: {open: [paid]}}\n"
        "      changes: {type: CounterField}\n"
        '    key: {PK: "ORDER#{orderId}", SK: ORDER}\n'
    )
    shop = table_class(load_design(design)).open("memory:")
    (order,) = shop.models
    shop.run(shop.plans(order).add(order(order_id="a1")))
    machine: StatusMachine[Any, Any] = StatusMachine(shop, order)

    moved = shop.run(machine.move("a1", to="paid"))

    assert moved.status == "paid"
    with pytest.raises(WrongStatus):
        shop.run(machine.move("a1", to="paid"))


def test_mistakes_are_told_before_anything_is_sent(db: Workshop, orders: Orders) -> None:
    with pytest.raises(
        OperationError, match=r"Order.status: 'lost' is not a status. Its values are"
    ):
        StatusMachine(db, Order, {"open": ["lost"]})
    with pytest.raises(OperationError, match=r"Order.status has no transitions in the design"):
        StatusMachine(db, Order)
    with pytest.raises(OperationError, match=r"Order.status: no status leads to 'open'"):
        orders.move("o", to="open")
    with pytest.raises(OperationError, match=r"Order: a logged move takes more than one write"):
        orders.moving("o", to="paid")
    assert (orders.can_move("open", "paid"), orders.can_move("cancelled", "paid")) == (True, False)


def test_of_many_at_once_one_moves_an_item(db: Workshop, orders: Orders) -> None:
    def move(_: int) -> bool:
        try:
            db.run(orders.move("o", to="paid"))
        except WrongStatus:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(move, range(8))) == 1
    assert logged(db, orders) == [(1, "open", "paid")]


def test_moves_on_an_event_loop(home: Home, db: Workshop, orders: Orders) -> None:
    async def scenario() -> None:
        opened = await home.open_async(AsyncWorkshop, "workshop")
        table = opened.tenant("acme")
        await table.run(StatusMachine(table, Order, TRANSITIONS, OrderLog).move("o", to="paid"))
        if home.is_shared:
            await opened.close()

    asyncio.run(scenario())
    assert logged(db, orders) == [(1, "open", "paid")]


@pytest.fixture(scope="module")
def stage() -> Iterator[Workshop]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home.open(Workshop, "workshop").tenant("acme")


@pytest.mark.parametrize("options", [{}, {"deaths": 1, "switches": 2}])
def test_in_every_order_the_log_tells_how_an_item_came_to_its_status(
    stage: Workshop, options: dict[str, int]
) -> None:
    orders: Orders = StatusMachine(stage, Order, TRANSITIONS, OrderLog)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(stage.plans(Order).add(Order(order_id="o", status="open")))
        acts: list[Any] = [orders.move("o", to=to) for to in ("paid", "sent", "cancelled")]
        return [Actor(str(number), act, stage.store) for number, act in enumerate(acts)]

    def check(actors: Sequence[Actor]) -> None:
        assert [one for one in actors if isinstance(one.error, WrongStatus | None)] == actors
        found = stage.run(part_of(stage, Order).get(("o",)))
        assert found is not None
        moves = logged(stage, orders)
        assert [number for number, _, _ in moves] == list(range(1, found.changes + 1))
        states = ["open", *(after for _, _, after in moves)]
        assert states == [*(before for _, before, _ in moves), found.status]
        assert [one for one in moves if orders.can_move(*one[1:])] == moves

    assert Play(begin, check, **options).run() >= 20
