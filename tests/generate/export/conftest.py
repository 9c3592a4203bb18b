"""Designs to export."""

from __future__ import annotations

import pytest

from tavola.design import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    TableSettings,
)
from tavola.keys import TENANT, Placeholder, Template

BY_STATUS = PhysicalIndex("by-status", "GSI1PK", "GSI1SK", "include", ("title", "author"))
BY_DATE = PhysicalIndex("by_date", "PK", "LSI1SK", "keysOnly", is_local=True)


@pytest.fixture
def full() -> Design:
    """A table that says everything a design can say about one."""
    table = TableSettings(
        name="blog-data",
        ttl_attribute="ttl",
        type_attribute="type",
        indexes=(BY_STATUS, BY_DATE),
        billing="provisioned",
        read_capacity=7,
        write_capacity=3,
        point_in_time_recovery=True,
        encryption="managed",
        deletion_protection=True,
        streams="newAndOldImages",
        tags={"team": "web", "cost ${centre}": "4711"},
    )
    return Design("BlogData", "templates", table, {"Post": _post()})


@pytest.fixture
def plain() -> Design:
    """A table with nothing but a key."""
    table = TableSettings(name="plain", partition_key="id", sort_key=None)
    return Design("Plain", "templates", table, {})


@pytest.fixture
def tenanted() -> Design:
    """A table of tenants, with a registry that belongs to none of them."""
    index = PhysicalIndex("GSI1", "GSI1PK")
    table = TableSettings(name="cms", indexes=(index,), has_tenancy=True)
    tenant = Placeholder(TENANT)
    page_key = KeyPair("PK", Template(("T#", tenant, "#PAGE#", Placeholder("id"))), "SK", META)
    by_slug = KeyPair("GSI1PK", Template(("T#", tenant, "#SLUGS")))
    page = ModelSchema(
        "Page",
        "page",
        FIELDS,
        page_key,
        Template((Placeholder("id"),)),
        {"bySlug": IndexSchema("bySlug", "by_slug", by_slug, index)},
        is_tenanted=True,
    )
    settings_key = KeyPair("PK", Template(("T#", tenant)), "SK", META)
    settings = ModelSchema(
        "Settings", "settings", {}, settings_key, Template(("x",)), is_tenanted=True
    )
    domain_key = KeyPair("PK", Template(("DOMAIN#", Placeholder("id"))), "SK", META)
    by_name = KeyPair("GSI1PK", Template((Placeholder("id"),)))
    domain = ModelSchema(
        "Domain",
        "domain",
        FIELDS,
        domain_key,
        Template((Placeholder("id"),)),
        {"byName": IndexSchema("byName", "by_name", by_name, index)},
    )
    models = {"Page": page, "Settings": settings, "Domain": domain}
    return Design("Cms", "templates", table, models)


META = Template(("META",))
FIELDS = {"id": FieldSchema("id", "id", "StringField", required=True)}


def _post() -> ModelSchema:
    key = KeyPair("PK", Template(("POST#", Placeholder("id"))), "SK", META)
    fields = FIELDS | {
        "views": FieldSchema("views", "views", "CounterField"),
        "tags": FieldSchema("tags", "tags", "StringSetField"),
        "createdAt": FieldSchema("createdAt", "created_at", "DateTimeField", storage="epochMillis"),
    }
    return ModelSchema("Post", "post", fields, key, Template((Placeholder("id"),)))
