"""Keys that follow a design's changes: tavola reindex."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tavola.operations.reindex.reindex import Reindex, Reindexed
from tavola.table import Table
from tavola.table.internals import codecs_of, context_of
from tests.generate.changing import Changing, where_commands_reach
from tests.table.internals import iterate
from tests.table.stores import Home, managed_key, set_raw, settle

BEFORE = """
table: {name: shop}
models:
  Order:
    modelPrefix: o
    iterationBuckets: 2
    fields:
      orderId: {type: StringField, required: true}
      customer: {type: StringField}
      amount: {type: IntegerField}
      version: {type: VersionField}
    primaryKey: {partitionKey: orderId}
    indexes:
      byCustomer: {partitionKey: customer, sortKey: orderId, indexId: gsi1}
"""
AFTER = BEFORE.replace("iterationBuckets: 2", "iterationBuckets: 5").replace(
    "byCustomer: {partitionKey: customer, sortKey: orderId, indexId: gsi1}",
    "byAmount: {partitionKey: customer, sortKey: amount, indexId: gsi2}",
)


pytestmark = [where_commands_reach, pytest.mark.usefixtures("credentials")]


@pytest.fixture(name="shop")
def shop_with_orders(home: Home, tmp_path: Path) -> Changing:
    """A table with three orders of the design before."""
    shop = Changing.of(home, tmp_path, BEFORE, AFTER)
    db = shop.open("before")
    (order,) = db.models
    for number in range(3):
        db.run(db.plans(order).add(order(order_id=str(number), customer="c", amount=9 - number)))
    return shop


def spoil(shop: Changing, number: int) -> None:
    set_raw(shop.open(), managed_key("o", str(number)), "amount", {"S": "nine"})


def misfit(number: int) -> str:
    return (
        f"Order.amount: the item o#{number}/o holds {{'S': 'nine'}}, which does not fit "
        "IntegerField, stored as N. Give the item a fitting value by an update, or change the type "
        "in the design."
    )


def test_keys_become_what_the_design_says(shop: Changing) -> None:
    assert shop.reindex() == 0
    db = shop.open()
    settle(db)
    (order,) = db.models
    page = db.query(order, "byAmount", customer="c")
    assert [one.amount for one in page] == [7, 8, 9]  # type: ignore[attr-defined]  # a dynamic model
    assert len(list(iterate(db, db.plans(order).iterate()))) == 3


def test_keys_of_an_index_that_is_gone_are_removed(shop: Changing) -> None:
    shop.reindex()
    assert [name for item in shop.items() for name in item if name.startswith("_gsi1")] == []


def test_fields_and_versions_stay_as_they_are(shop: Changing) -> None:
    before = [
        {name: one[name] for name in ("orderId", "amount", "version")} for one in shop.items()
    ]
    shop.reindex()
    after = [{name: one[name] for name in ("orderId", "amount", "version")} for one in shop.items()]
    assert after == before


def test_a_second_run_has_nothing_to_write(
    shop: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.reindex()
    shop.reindex("--workers", "3")
    assert capsys.readouterr().out.splitlines() == [
        "3 items read, 3 rewritten.",
        "3 items read, 0 rewritten.",
    ]


def test_a_dry_run_writes_nothing(shop: Changing, capsys: pytest.CaptureFixture[str]) -> None:
    before = shop.items()
    shop.reindex("--dry-run")
    assert capsys.readouterr().out == "3 items read, 3 would be rewritten.\n"
    assert shop.items() == before


def test_only_the_named_model_is_touched(
    shop: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shop.reindex("--model", "Invoice") == 1
    assert "the design has no such model. It has Order." in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "257", "many"])
def test_a_number_of_workers_is_checked(
    shop: Changing, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        shop.reindex("--workers", number)
    assert f"'{number}' is not a number of workers. Give 1 to 256." in capsys.readouterr().err


def test_an_item_that_does_not_fit_its_model_is_left_and_counted(
    shop: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(shop, 0)
    assert shop.reindex() == 1
    assert capsys.readouterr().out.splitlines() == [
        "3 items read, 2 rewritten.",
        "1 item does not fit the model and was left unchanged:",
        f"  {misfit(0)}",
    ]


def test_several_items_that_do_not_fit_are_named_in_order(
    shop: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(shop, 2)
    spoil(shop, 1)

    assert shop.reindex() == 1

    assert capsys.readouterr().out.splitlines() == [
        "3 items read, 1 rewritten.",
        "2 items do not fit the model and were left unchanged:",
        f"  {misfit(1)}",
        f"  {misfit(2)}",
    ]


def test_an_item_whose_new_key_cannot_be_written_is_named(
    shop: Changing, capsys: pytest.CaptureFixture[str]
) -> None:
    set_raw(shop.open(), managed_key("o", "0"), "amount", {"N": str(10**21)})

    assert shop.reindex() == 1

    assert capsys.readouterr().out.splitlines()[1:] == [
        "1 item does not fit the model and was left unchanged:",
        f"  Order o#0/o: key '{{amount}}': amount: {10**21} cannot stand in a key. "
        "It takes an integer of at most 20 digits.",
    ]


def test_a_write_between_reading_and_rewriting_is_seen(shop: Changing) -> None:
    db = shop.open()
    steps = Reindex(context_of(db), codecs_of(db)).steps()
    scan: Any = next(steps)
    first: Any = steps.send(db.store.execute(scan.action, scan.body))
    set_raw(db, first.body["Key"], "amount", {"N": "100"})

    result = finish(db, steps, first)

    changed = next(item for item in shop.items() if item["amount"] == {"N": "100"})
    assert (result.rewritten, changed["_gsi2_sk"]) == (3, {"S": f"{100:020d}"})


def finish(db: Table, steps: Any, request: Any) -> Reindexed:
    """Drive what is left of an operation."""

    class Rest:
        def steps(self) -> Generator[Any, Any, Any]:
            step = request
            while True:
                try:
                    answer = yield step
                except Exception as refusal:  # noqa: BLE001 - whatever it is, the operation decides
                    step = steps.throw(refusal)
                else:
                    try:
                        step = steps.send(answer)
                    except StopIteration as done:
                        return done.value

    result: Reindexed = db.run(Rest())
    return result


def test_the_keys_of_every_tenant_are_rewritten(home: Home, tmp_path: Path) -> None:
    tenancy = "table: {name: shop, tenancy: required}"
    before, after = (text.replace("table: {name: shop}", tenancy) for text in (BEFORE, AFTER))
    shop = Changing.of(home, tmp_path, before, after)
    db = shop.open("before")
    (order,) = db.models
    for tenant in ("acme", "zeta"):
        plans = db.tenant(tenant).plans(order)
        db.run(plans.add(order(order_id="1", customer="c", amount=1)))

    assert shop.reindex() == 0

    assert [item["_gsi2_pk"] for item in shop.items()] == [
        {"S": "[acme]#o#gsi2#c"},
        {"S": "[zeta]#o#gsi2#c"},
    ]
