"""Products over HTTP: editors keep them, and who shows a site elsewhere reads the active ones."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import ProductStatus
from tavola_systems.cms.services.products import ProductInput, Products
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit, add_links

__all__ = ["RULES", "routes"]

RULES: Final = {
    "GET /api/products": in_header("editor"),
    "POST /api/products": in_header("editor"),
    "GET /api/products/{product_id}": in_header("editor"),
    "PUT /api/products/{product_id}": in_header("editor"),
    "DELETE /api/products/{product_id}": in_header("editor"),
    "GET /api/shop/categories": in_header("renderer"),
    "GET /api/shop/categories/{category}/products": in_header("renderer"),
    "GET /api/shop/products/{slug}": in_header("renderer"),
}

ProductId = Annotated[str, Path(max_length=26)]


class ProductBody(BaseModel):
    """What is said about a product."""

    title: Annotated[str, Field(min_length=1, max_length=150)]
    price: Annotated[Decimal, Field(ge=0, lt=10**9)]
    currency: Annotated[str, Field(pattern="^[A-Za-z]{3}$")]
    slug: Annotated[str, Field(max_length=200)] | None = None
    description: Annotated[str, Field(max_length=5000)] | None = None
    image: Annotated[str, Field(max_length=26)] | None = None
    categories: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=20)] = []
    status: ProductStatus = "draft"

    def given(self) -> ProductInput:
        """Return it as the rules take it."""
        return ProductInput(
            title=self.title,
            price=self.price,
            currency=self.currency,
            slug=self.slug,
            description=self.description,
            image=self.image,
            categories=self.categories,
            status=self.status,
        )


class ProductChange(ProductBody):
    """What is said about a product, by somebody who saw it as it was at a time."""

    seen: datetime | None = None
    """Its `updated_at`; if it is another one by now, the change is a conflict."""


class ProductSummary(BaseModel):
    """A product as lists show it."""

    model_config = ConfigDict(from_attributes=True)
    product_id: str
    title: str
    slug: str
    price: Decimal
    currency: str
    status: ProductStatus
    updated_at: datetime


class ProductView(ProductSummary):
    """A product whole."""

    description: str | None
    image: str | None
    categories: list[str] | None
    updated_by: str | None


class ShopProduct(BaseModel):
    """An active product as the public sees it in a category."""

    model_config = ConfigDict(from_attributes=True)
    product_id: str
    title: str
    slug: str
    price: Decimal
    currency: str
    image: str | None


class ProductPage(BaseModel):
    """Some products."""

    items: list[ProductSummary]
    cursor: str | None = None


class ShopPage(BaseModel):
    """Some products of a category."""

    items: list[ShopProduct]
    cursor: str | None = None


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of products."""
    router = APIRouter(tags=["products"])

    def products(tenant: str, caller: Caller) -> Products:
        return Products(cms.scope(tenant, caller))

    @router.get("/products")
    def listed(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        status: ProductStatus | None = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ProductPage:
        """List products, the latest change first."""
        page = products(tenant, caller).page(status, limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [ProductSummary.model_validate(one) for one in page.items]
        return ProductPage(items=items, cursor=page.cursor)

    @router.post("/products", status_code=201)
    def create(caller: Caller, tenant: TenantId, body: ProductBody) -> ProductView:
        """Add a product."""
        return ProductView.model_validate(products(tenant, caller).create(body.given()))

    @router.get("/products/{product_id}")
    def get(caller: Caller, tenant: TenantId, product_id: ProductId) -> ProductView:
        """Read a product."""
        return ProductView.model_validate(products(tenant, caller).get(product_id))

    @router.put("/products/{product_id}")
    def change(
        caller: Caller, tenant: TenantId, product_id: ProductId, body: ProductChange
    ) -> ProductView:
        """Replace what is said about a product."""
        changed = products(tenant, caller).update(product_id, body.given(), expected=body.seen)
        return ProductView.model_validate(changed)

    @router.delete("/products/{product_id}", status_code=204)
    def delete(caller: Caller, tenant: TenantId, product_id: ProductId) -> Response:
        """Remove a product."""
        products(tenant, caller).delete(product_id)
        return Response(status_code=204)

    _add_shop(router, cms)
    return router


def _add_shop(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/shop/categories")
    def categories(caller: Caller, tenant: TenantId) -> list[str]:
        """Name the categories that have active products."""
        return Products(cms.scope(tenant, caller)).categories()

    @router.get("/shop/categories/{category}/products")
    def in_category(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        category: Annotated[str, Path(min_length=1, max_length=60)],
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ShopPage:
        """List the active products of a category."""
        page = Products(cms.scope(tenant, caller)).in_category(category, limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [ShopProduct.model_validate(one) for one in page.items]
        return ShopPage(items=items, cursor=page.cursor)

    @router.get("/shop/products/{slug}")
    def shown(
        caller: Caller, tenant: TenantId, slug: Annotated[str, Path(max_length=200)]
    ) -> ProductView:
        """Read an active product by its slug."""
        return ProductView.model_validate(Products(cms.scope(tenant, caller)).shown(slug))
