"""Methods of one's own by a mixin, JSON in camelCase, and a model that is named Tenant."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter, ValidationError, create_model

from tavola.design.load import check_design
from tavola.errors import DesignError
from tests.table.stores import Home

Generate = Callable[..., Any]

DESIGN = """
table: {partitionKey: PK, sortKey: SK, tenancy: required}
json: camelCase
models:
  Tenant:
    tenancy: none
    fields: {tenantId: {type: StringField, required: true}}
    key: {PK: "TENANT#{tenantId}", SK: TENANT}
  Order:
    mixin: MODULE:OrderMethods
    fields:
      orderId: {type: StringField, required: true}
      netPrice: {type: IntegerField, defaultValue: 0}
      shipTo:
        type: MapField
        fields: {zipCode: {type: StringField, required: true}, city: {type: StringField}}
      orderLines:
        type: ListField
        items: {type: MapField, class: Line, fields: {unitPrice: {type: IntegerField}}}
      createdAt: {type: CreateDateField}
    key: {PK: "T#{tenant}#ORDER#{orderId}", SK: ORDER}
"""
MIXIN = """
class OrderMethods:
    __slots__ = ()

    @property
    def gross_price(self):
        return self.net_price * 2

    @classmethod
    def named(cls, name):
        return cls(order_id=name)
"""


@pytest.fixture
def mixin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Write a module with a mixin, and give its name."""
    monkeypatch.syspath_prepend(str(tmp_path))  # pyright: ignore[reportUnknownMemberType] # pytest's

    def write(text: str) -> str:
        name = f"own_methods_{tmp_path.name.replace('-', '_')}"
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
        return name

    return write


@pytest.fixture
def shop(generate: Generate, mixin: Callable[[str], str]) -> Any:
    return generate(DESIGN.replace("MODULE", mixin(MIXIN)))


def test_methods_of_a_mixin_work_on_instances_that_were_read(
    home: Home, shop: Any, some: str
) -> None:
    db = home.open(shop.Shop, f"mixin-{some}").tenant("acme")
    db.order.create(order_id=some, net_price=3)

    read = db.order.get(some)

    assert (read.gross_price, shop.Order.named("x").order_id) == (6, "x")
    assert not hasattr(read, "__dict__")


def test_a_mixin_without_slots_is_refused(generate: Generate, mixin: Callable[[str], str]) -> None:
    module = mixin(MIXIN.replace("    __slots__ = ()\n", ""))

    with pytest.raises(DesignError, match=r"its mixin has no __slots__.*Write __slots__ = \(\)"):
        generate(DESIGN.replace("MODULE", module))


def test_a_mixin_that_hides_a_field_is_refused(
    generate: Generate, mixin: Callable[[str], str]
) -> None:
    module = mixin(MIXIN.replace("gross_price", "net_price"))

    with pytest.raises(DesignError, match="its mixin has 'net_price', which is a field of Order"):
        generate(DESIGN.replace("MODULE", module))


def test_a_mixin_is_a_module_and_a_class(tmp_path: Path) -> None:
    path = tmp_path / "shop.yaml"
    path.write_text(DESIGN.replace("MODULE:", ""))

    (found,) = check_design(path)

    assert f"{found.problem} {found.remedy}" == (
        "'mixin' is 'OrderMethods'. Write module:Class, as shop.orders:OrderMethods."
    )


def test_a_model_may_be_named_tenant(home: Home, shop: Any, some: str) -> None:
    db = home.open(shop.Shop, f"mixin-{some}")
    made = db.untenanted.tenant_.create(tenant_id=some)

    assert db.untenanted.tenant_.get(some) == made
    assert db.tenant("acme").order.get(some) is None


def _order(shop: Any) -> Any:
    return shop.Order(
        order_id="o",
        net_price=1,
        ship_to=shop.OrderShipTo(zip_code="1"),
        order_lines=[shop.Line(unit_price=2)],
    )


WRITTEN = {
    "orderId": "o",
    "netPrice": 1,
    "shipTo": {"zipCode": "1"},
    "orderLines": [{"unitPrice": 2}],
}


def test_json_is_in_camel_case(shop: Any) -> None:
    adapter = TypeAdapter(shop.Order)

    assert json.loads(adapter.dump_json(_order(shop), by_alias=True)) == WRITTEN
    assert adapter.validate_python(WRITTEN) == _order(shop)


def test_python_names_are_read_too(shop: Any) -> None:
    given: dict[str, Any] = {
        "order_id": "o",
        "net_price": 1,
        "ship_to": {"zip_code": "1"},
        "order_lines": [],
    }

    assert TypeAdapter(shop.Order).validate_python(given).ship_to.zip_code == "1"
    with pytest.raises(ValidationError, match="orderid"):
        TypeAdapter(shop.Order).validate_python({**given, "orderid": "x"})


def test_fields_of_pydantic_models_are_in_camel_case(shop: Any) -> None:
    basket: type[BaseModel] = create_model("Basket", order=(shop.Order, ...))

    made = basket(order=_order(shop))

    assert json.loads(made.model_dump_json(by_alias=True)) == {"order": WRITTEN}


def test_fastapi_reads_writes_and_describes_camel_case(shop: Any) -> None:
    app = FastAPI()
    order: Any = shop.Order

    def take(body: Any) -> Any:
        return body

    take.__annotations__ = {"body": order, "return": order}
    app.post("/orders")(take)
    with warnings.catch_warnings():
        # Starlette warns of its own use of httpx.
        warnings.simplefilter("ignore")
        from fastapi.testclient import TestClient
    client: Any = TestClient(app)
    with client:
        answer = client.post("/orders", json=WRITTEN)
        described: dict[str, Any] = client.get("/openapi.json").json()["components"]["schemas"]

    assert answer.json() == WRITTEN
    names: set[str] = {name for one in described.values() for name in one.get("properties", {})}
    assert {"orderId", "shipTo", "orderLines", "zipCode", "unitPrice"} <= names
    assert not {name for name in names if "_" in name}
