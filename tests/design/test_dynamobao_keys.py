"""The managed layout writes DynamoBao's keys byte for byte, where these sort and do not leak."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tavola.design import FieldSchema, ModelSchema
from tavola.design.load import compile_design, load_design
from tavola.keys import BUCKET, TENANT, bucket_of

HERE = Path(__file__).parent
MODELS = HERE / "dynamobao-models.yaml"
ITEMS: list[dict[str, dict[str, Any]]] = json.loads((HERE / "dynamobao-items.json").read_text())
LOCKS = [item for item in ITEMS if "relatedModel" in item]
OWN = [item for item in ITEMS if "relatedModel" not in item]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# Its floats do not sort, and its keys by modelPrefix lose the tenant.
DIFFERENT = {("Kitchen", "_gsi2_sk"), ("Setting", "_pk")}


def models(*, tenancy: bool) -> dict[str, ModelSchema]:
    text = MODELS.read_text()
    if tenancy:
        text = "table: {tenancy: required}\n" + text
    design, _ = compile_design([("models.yaml", text)], "models")
    assert design is not None
    return dict(design.models)


def tenant_of(item: dict[str, dict[str, Any]]) -> str | None:
    key: str = item.get("_iter_pk", item["_pk"])["S"]
    return key[1:].split("]")[0] if key.startswith("[") else None


def model_of(item: dict[str, dict[str, Any]], known: dict[str, ModelSchema]) -> ModelSchema:
    prefix = item["_pk"]["S"].split("]#")[-1].split("#")[0]
    return next(model for model in known.values() if model.model_prefix == prefix)


def python_value(field: FieldSchema, stored: dict[str, Any]) -> object:
    value = next(iter(stored.values()))
    if field.is_date:
        unit = 1000 if field.storage == "epochSeconds" else 1
        return EPOCH + timedelta(milliseconds=int(value) * unit)
    if "N" in stored:
        return float(value) if field.type == "FloatField" else int(value)
    return value


def keys_of(item: dict[str, dict[str, Any]]) -> tuple[str, dict[str, str | None]]:
    tenant = tenant_of(item)
    model = model_of(item, models(tenancy=tenant is not None))
    values: dict[str, object] = {
        name: python_value(field, item[name])
        for name, field in model.fields.items()
        if name in item
    } | {TENANT: tenant}
    pairs = [model.key, *(one.key for one in model.indexes.values() if not one.is_primary)]
    if model.iteration is not None:
        values[BUCKET] = bucket_of(model.primary_id.format_all(values), model.iteration.buckets)
        pairs.append(model.iteration.key)
    keys: dict[str, str | None] = {}
    for pair in pairs:
        assert pair.sort is not None
        assert pair.sort_attribute is not None
        keys[pair.partition_attribute] = pair.partition.format(values)
        keys[pair.sort_attribute] = pair.sort.format(values)
    return model.name, keys


def is_key(name: str) -> bool:
    return name.startswith("_")


def test_the_file_loads_as_it_is() -> None:
    assert list(load_design(MODELS).models) == [
        "User",
        "Post",
        "Tag",
        "TaggedPost",
        "Comment",
        "Kitchen",
        "Setting",
        "Reading",
    ]


@pytest.mark.parametrize("item", OWN, ids=lambda item: item["_pk"]["S"])
def test_an_item_s_keys_are_the_same(item: dict[str, dict[str, Any]]) -> None:
    model, keys = keys_of(item)
    stored = {name: value["S"] for name, value in item.items() if is_key(name)}
    assert {name: text for name, text in keys.items() if (model, name) not in DIFFERENT} == {
        name: text for name, text in stored.items() if (model, name) not in DIFFERENT
    }


@pytest.mark.parametrize("item", LOCKS, ids=lambda item: item["_pk"]["S"])
def test_a_lock_s_key_is_the_same(item: dict[str, dict[str, Any]]) -> None:
    tenant = tenant_of(item)
    unique = models(tenancy=tenant is not None)["User"].uniques["uniqueEmail"]
    email = item["_pk"]["S"].split("email:")[1]
    assert unique.key.partition.format({"email": email, TENANT: tenant}) == item["_pk"]["S"]
    assert unique.key.sort is not None
    assert unique.key.sort.format({}) == item["_sk"]["S"]


def test_a_key_by_model_prefix_carries_the_tenant() -> None:
    setting = models(tenancy=True)["Setting"]
    assert setting.key.partition.format({TENANT: "acme"}) == "[acme]#set"


def test_a_float_sorts() -> None:
    index = models(tenancy=False)["Kitchen"].indexes["byFlt"]
    assert index.key.sort is not None
    texts = [
        index.key.sort.format_all({"flt": value}) for value in (-2.5, -0.5, 0.5, 2.0, 10.0, 100.0)
    ]
    assert texts == sorted(texts)


@pytest.mark.parametrize(
    ("model", "primary_id"),
    [
        ("User", "u1"),
        ("Comment", "p1##__SK__##c1"),
        ("Setting", "lang"),
    ],
)
def test_a_primary_id_is_the_same(model: str, primary_id: str) -> None:
    values = {"userId": "u1", "postId": "p1", "commentId": "c1", "key": "lang"}
    assert load_design(MODELS).models[model].primary_id.format(values) == primary_id
