"""What tavola reindex does with the table itself: it makes none, and fills what others made."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tavola.cli import main
from tests.generate.changing import Changing, where_commands_reach
from tests.reference.engines import SERVICES
from tests.table.stores import Home, settle

DESIGN = """
table: {name: shop}
models:
  Order:
    modelPrefix: o
    fields: {orderId: {type: StringField, required: true}}
    primaryKey: {partitionKey: orderId}
"""


@pytest.fixture
def design(tmp_path: Path) -> Path:
    path = tmp_path / "after.yaml"
    path.write_text(DESIGN)
    return path


def test_a_file_that_is_not_there_is_not_made(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reindex", str(design), "--store", str(tmp_path / "nothing.db")]) == 1
    assert not (tmp_path / "nothing.db").exists()
    assert "there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize("home", ["file"], indirect=True)
def test_a_table_that_is_not_in_the_file_is_not_made(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop = Changing.of(home, tmp_path, DESIGN, DESIGN.replace("name: shop", "name: shops"))

    assert shop.reindex("--dry-run") == 1

    assert capsys.readouterr().err == (
        f"tavola reindex: --store {home.address} has no table 'shops'. "
        "Name the file of the design's table.\n"
    )
    assert tables(home) == ["shop"]


@pytest.mark.parametrize("home", ["http", *SERVICES], indirect=True)
@pytest.mark.usefixtures("credentials")
def test_a_table_that_a_service_does_not_have_is_not_made(
    home: Home, design: Path, some: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Changing(home, design.parent, f"missing-{some}").reindex() == 1

    # Every other service names the table here, as AWS does: ExtendDB's line ends before.
    refusal = "tavola reindex: ResourceNotFoundException: Requested resource not found"
    named = "" if home.name == "extenddb" else f": Table: missing-{some} not found"
    assert capsys.readouterr().err == f"{refusal}{named}\n"
    assert f"missing-{some}" not in tables(home)


def tables(home: Home) -> list[str]:
    """The names of all tables of a store."""
    found: list[str] = msgspec.json.decode(home.store.execute("ListTables", {}))["TableNames"]
    return found


GROWING = """
table:
  name: growing
  typeAttribute: kind
  indexes:
    GSI1: {partitionKey: P1, sortKey: S1}%s
models:
  Order:
    type: ORDER
    fields:
      orderId: {type: StringField, required: true}
      customer: {type: StringField}
    key: {PK: "ORDER#{orderId}", SK: META}
    indexes:
      byId: {index: GSI1, P1: "ALL", S1: "{orderId}"}%s
"""
GAINED = (
    "\n    GSI2: {partitionKey: P2, sortKey: S2, projection: keysOnly}",
    '\n      byCustomer: {index: GSI2, P2: "C#{customer}", S2: "{orderId}"}',
)


@where_commands_reach
@pytest.mark.usefixtures("credentials")
def test_an_index_that_a_design_gained_is_made_and_then_filled(
    home: Home, tmp_path: Path, some: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = f"growing-{some}" if home.is_shared else "growing"
    shop = Changing(home, tmp_path, table)
    (tmp_path / "before.yaml").write_text(GROWING % ("", ""))
    (tmp_path / "after.yaml").write_text(GROWING % GAINED)
    before = shop.open("before")
    (order,) = before.models
    for number in range(3):
        before.run(before.plans(order).add(order(order_id=f"o{number}", customer="c")))

    assert (shop.update(), shop.reindex()) == (0, 0)

    assert capsys.readouterr().out.splitlines()[-1] == "3 items read, 3 rewritten."
    after = shop.open()
    settle(after)
    (order,) = after.models
    found = after.query(order, "byCustomer", customer="c")
    assert [one.order_id for one in found] == ["o0", "o1", "o2"]  # type: ignore[attr-defined]  # a dynamic model
