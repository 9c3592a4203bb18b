"""Keys that follow a design's changes: tavola reindex."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tavola.cli import main
from tavola.design.load import load_design
from tavola.operations.reindex import Reindex, Reindexed
from tavola.table import Table
from tavola.table.dynamic import table_class

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


@pytest.fixture(name="shop")
def shop_with_orders(tmp_path: Path) -> Path:
    """A file of the embedded engine with three orders of the design before."""
    (tmp_path / "before.yaml").write_text(BEFORE)
    (tmp_path / "after.yaml").write_text(AFTER)
    path = tmp_path / "shop.db"
    with open_shop(path, "before") as db:
        (order,) = db.models
        for number in range(3):
            db.run(
                db.plans(order).add(order(order_id=str(number), customer="c", amount=9 - number))
            )
    return path


def open_shop(path: Path, version: str) -> Table:
    design = load_design(path.parent / f"{version}.yaml")
    return table_class(design).open(f"{path}?durability=process", table="shop")


def items(path: Path) -> list[dict[str, Any]]:
    with open_shop(path, "after") as db:
        found = json.loads(db.store.execute("Scan", {"TableName": "shop"}))["Items"]
        return sorted(found, key=lambda item: str(item["_pk"]))


def set_amount(shop: Path, number: int, value: dict[str, str]) -> None:
    update: dict[str, Any] = {
        "TableName": "shop",
        "Key": {"_pk": {"S": f"o#{number}"}, "_sk": {"S": "o"}},
        "UpdateExpression": "SET amount = :t",
        "ExpressionAttributeValues": {":t": value},
    }
    with open_shop(shop, "after") as db:
        db.store.execute("UpdateItem", update)


def spoil(shop: Path, number: int) -> None:
    set_amount(shop, number, {"S": "nine"})


def misfit(number: int) -> str:
    return (
        f"Order.amount: the item o#{number}/o holds {{'S': 'nine'}}, which does not fit "
        "IntegerField, stored as N."
    )


def reindex(shop: Path, *options: str) -> int:
    return main(["reindex", str(shop.parent / "after.yaml"), "--store", str(shop), *options])


def test_keys_become_what_the_design_says(shop: Path) -> None:
    assert reindex(shop) == 0
    with open_shop(shop, "after") as db:
        (order,) = db.models
        page = db.query(order, "byAmount", customer="c")
        assert [one.amount for one in page] == [7, 8, 9]  # type: ignore[attr-defined]  # a dynamic model
        assert len(list(db.iterate(db.plans(order).iterate()))) == 3


def test_keys_of_an_index_that_is_gone_are_removed(shop: Path) -> None:
    reindex(shop)
    assert [name for item in items(shop) for name in item if name.startswith("_gsi1")] == []


def test_fields_and_versions_stay_as_they_are(shop: Path) -> None:
    before = [{name: one[name] for name in ("orderId", "amount", "version")} for one in items(shop)]
    reindex(shop)
    after = [{name: one[name] for name in ("orderId", "amount", "version")} for one in items(shop)]
    assert after == before


def test_a_second_run_has_nothing_to_write(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reindex(shop)
    reindex(shop, "--workers", "3")
    assert capsys.readouterr().out.splitlines() == [
        "3 items read, 3 rewritten.",
        "3 items read, 0 rewritten.",
    ]


def test_a_dry_run_writes_nothing(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = items(shop)
    reindex(shop, "--dry-run")
    assert capsys.readouterr().out == "3 items read, 3 would be rewritten.\n"
    assert items(shop) == before


def test_only_the_named_model_is_touched(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reindex(shop, "--model", "Invoice") == 1
    assert "the design has no such model. It has Order." in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "257", "many"])
def test_a_number_of_workers_is_checked(
    shop: Path, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        reindex(shop, "--workers", number)
    assert f"'{number}' is no number of workers. Give 1 to 256." in capsys.readouterr().err


def test_a_file_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "after.yaml").write_text(AFTER)
    assert reindex(tmp_path / "nothing.db") == 1
    assert not (tmp_path / "nothing.db").exists()
    assert "there is no such file" in capsys.readouterr().err


def test_a_table_that_is_not_in_the_file_is_not_made(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop.parent / "after.yaml").write_text(AFTER.replace("name: shop", "name: shops"))
    assert reindex(shop, "--dry-run") == 1
    assert capsys.readouterr().err == (
        f"tavola reindex: --store {shop}: has no table 'shops'. "
        "Name the file of the design's table.\n"
    )
    with open_shop(shop, "before") as db:
        assert json.loads(db.store.execute("ListTables", {})) == {"TableNames": ["shop"]}


def test_an_item_that_does_not_fit_its_model_is_left_and_counted(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(shop, 0)
    assert reindex(shop) == 1
    assert capsys.readouterr().out.splitlines() == [
        "3 items read, 2 rewritten.",
        "1 item does not fit the model and was left unchanged:",
        f"  {misfit(0)}",
    ]


def test_several_items_that_do_not_fit_are_named_in_order(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(shop, 2)
    spoil(shop, 1)

    assert reindex(shop) == 1

    assert capsys.readouterr().out.splitlines() == [
        "3 items read, 1 rewritten.",
        "2 items do not fit the model and were left unchanged:",
        f"  {misfit(1)}",
        f"  {misfit(2)}",
    ]


def test_an_item_whose_new_key_cannot_be_written_is_named(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_amount(shop, 0, {"N": str(10**21)})

    assert reindex(shop) == 1

    assert capsys.readouterr().out.splitlines()[1:] == [
        "1 item does not fit the model and was left unchanged:",
        f"  Order o#0/o: key '{{amount}}': amount: {10**21} cannot stand in a key. "
        "It takes an integer of at most 20 digits.",
    ]


def test_a_write_between_reading_and_rewriting_is_seen(shop: Path) -> None:
    with open_shop(shop, "after") as db:
        steps = Reindex(db.own_place, db.codecs()).steps()
        scan: Any = next(steps)
        first: Any = steps.send(db.store.execute(scan.action, scan.body))
        db.store.execute(
            "UpdateItem",
            {
                "TableName": "shop",
                "Key": first.body["Key"],
                "UpdateExpression": "SET amount = :t",
                "ExpressionAttributeValues": {":t": {"N": "100"}},
            },
        )
        result = finish(db, steps, first)
    changed = next(item for item in items(shop) if item["amount"] == {"N": "100"})
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


def test_the_keys_of_every_tenant_are_rewritten(tmp_path: Path) -> None:
    tenancy = "table: {name: shop, tenancy: required}"
    for name, text in (("before", BEFORE), ("after", AFTER)):
        (tmp_path / f"{name}.yaml").write_text(text.replace("table: {name: shop}", tenancy))
    shop = tmp_path / "shop.db"
    with open_shop(shop, "before") as db:
        (order,) = db.models
        for tenant in ("acme", "zeta"):
            plans = db.tenant(tenant).plans(order)
            db.run(plans.add(order(order_id="1", customer="c", amount=1)))
    assert reindex(shop) == 0
    assert [item["_gsi2_pk"] for item in items(shop)] == [
        {"S": "[acme]#o#gsi2#c"},
        {"S": "[zeta]#o#gsi2#c"},
    ]
