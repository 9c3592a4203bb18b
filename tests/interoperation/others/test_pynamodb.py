"""Items of PynamoDB, read, queried and changed by our models, and read by PynamoDB again."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest
from pynamodb.exceptions import PutError

from tavola import ItemChanged
from tavola.operations.tables.table_operations import PlanTable
from tests.interoperation.others import pynamo

ISSUED = datetime(2026, 3, 1, 12, 30, 5, 123456, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("shared_url")


def write_invoice(some: str, **more: Any) -> Any:
    invoice = pynamo.Invoice(
        pk=f"INVOICE#{some}",
        sk="DOC",
        gsi1pk=f"CUSTOMER#{some}",
        gsi1sk=ISSUED.strftime("%Y-%m-%dT%H:%M:%S.%f%z"),
        customer=some,
        issued=ISSUED,
        total=12.5,
        **more,
    )
    invoice.save()
    return invoice


def test_the_table_that_pynamodb_made_is_the_designs(db: Any, module: ModuleType) -> None:
    plan = db.run(PlanTable(module.Shared.design, "shared"))

    assert (plan.obstacles, [change.summary for change in plan.changes]) == ((), [])


def test_an_item_is_read_with_every_kind_of_value(db: Any, module: ModuleType, some: str) -> None:
    ends = datetime(2030, 1, 1, tzinfo=UTC)
    more = {"paid": True, "printed": 1, "tags": {"a", "b"}, "extra": {"x": [1, None]}}
    more |= {"address": {"city": "Rome"}, "lines": [{"sku": "a", "n": 2}], "image": b"\x00\xff"}
    write_invoice(some, **more, ttl=ends)

    assert db.invoice.get(some) == module.Invoice(
        number=some,
        customer=some,
        kind="Invoice",
        issued=ISSUED,
        total=Decimal("12.5"),
        paid=True,
        printed=True,
        tags={"a", "b"},
        extra={"x": [1, None]},
        address={"city": "Rome"},
        lines=[{"sku": "a", "n": 2}],
        image=b"\x00\xff",
        ttl=ends,
        version=1,
    )


def test_what_we_change_is_read_by_pynamodb_with_its_version(db: Any, some: str) -> None:
    theirs = write_invoice(some, codes={1, 2}, printed=0)
    invoice = db.invoice.get(some)
    invoice.total, invoice.printed, invoice.tags = Decimal(20), True, {"late"}
    invoice.address = {"city": "Oslo", "zip": "1"}
    invoice.save()

    theirs.refresh()
    assert (theirs.total, theirs.printed, theirs.tags, theirs.version) == (20, 1, {"late"}, 2)
    assert theirs.address.as_dict() == {"city": "Oslo", "zip": "1"}
    # What the design does not know stays as it is.
    assert theirs.codes == {1, 2}
    assert theirs.issued == ISSUED


def test_versions_are_one_count_for_both(db: Any, some: str) -> None:
    theirs = write_invoice(some)
    invoice = db.invoice.get(some)
    theirs.total = 1
    theirs.save()
    invoice.total = Decimal(2)
    with pytest.raises(ItemChanged):
        invoice.save()
    fresh = invoice.refresh()
    fresh.total = Decimal(3)
    fresh.save()

    theirs.total = 4
    with pytest.raises(PutError, match="conditional request failed"):
        theirs.save()
    assert (db.invoice.get(some).total, db.invoice.get(some).version) == (3, 3)


def test_what_we_create_is_pynamodbs_own_class(db: Any, some: str) -> None:
    made = db.invoice.create(number=some, customer=some, issued=ISSUED, total=Decimal("1.25"))
    db.credit_note.create(invoice=some, number="1", issued=ISSUED)

    found: list[Any] = list(pynamo.Document.query(f"INVOICE#{some}"))
    first, second = found
    assert (type(first), type(second)) == (pynamo.CreditNote, pynamo.Invoice)
    assert (second.issued, second.total, second.version) == (ISSUED, 1.25, 1)
    second.total = 7
    second.save()
    assert (made.refresh().total, made.version) == (7, 2)


def test_indexes_and_collections_hold_what_both_wrote(db: Any, some: str) -> None:
    write_invoice(some)
    db.invoice.create(number=f"{some}-2", customer=some, issued=ISSUED.replace(year=2027), total=1)
    pynamo.CreditNote(pk=f"INVOICE#{some}", sk="CREDIT#9", issued=ISSUED).save()

    theirs = pynamo.Invoice.by_partition.query(f"CUSTOMER#{some}")
    assert [one.pk for one in theirs] == [f"INVOICE#{some}", f"INVOICE#{some}-2"]
    assert [one.number for one in db.invoice.invoices_of_customer(customer=some)] == [
        some,
        f"{some}-2",
    ]
    file = db.invoice_file(number=some).items
    assert [type(one).__name__ for one in file] == ["CreditNote", "Invoice"]
