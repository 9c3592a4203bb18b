"""Products for editors: a list by status, a form, a file for a spreadsheet."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import ItemChanged, OperationError, UniqueTaken
from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import Product, ProductStatus
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.products import (
    PRODUCT_STATUSES,
    ProductInput,
    Products,
    shown_price,
)
from tavola_systems.cms.web.desk import Desk, errors_of
from tavola_systems.platform.http.file_answers import csv_download
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.http.paging import Cursor

__all__ = ["RULES", "routes"]

_PRODUCTS: Final = "/t/{tenant}/products"
RULES: Final = {
    f"GET {_PRODUCTS}": in_path("editor"),
    f"GET {_PRODUCTS}.csv": in_path("editor"),
    f"GET {_PRODUCTS}/new": in_path("editor"),
    f"POST {_PRODUCTS}/new": in_path("editor"),
    f"GET {_PRODUCTS}/{{product_id}}": in_path("editor"),
    f"POST {_PRODUCTS}/{{product_id}}": in_path("editor"),
    f"POST {_PRODUCTS}/{{product_id}}/delete": in_path("editor"),
}
_TITLES: Final = ("Title", "Slug", "Price", "Currency", "Status", "Changed")


def routes(cms: CmsContext) -> APIRouter:
    """Serve the pages of products."""
    router = APIRouter()
    cms.services.pages.add_filter("price", shown_price)
    _add_lists(router, cms)
    _add_forms(router, cms)
    return router


def _add_lists(router: APIRouter, cms: CmsContext) -> None:
    @router.get(_PRODUCTS)
    def listed(
        request: Request,
        tenant: TenantPath,
        caller: Caller,
        status: ProductStatus | None = None,
        cursor: Cursor = None,
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        page = Products(desk.scope).page(status, limit=50, cursor=cursor)
        return desk.show(
            request, "cms/products.html", page=page, status_shown=status, statuses=PRODUCT_STATUSES
        )

    @router.get(f"{_PRODUCTS}.csv")
    def as_csv(tenant: TenantPath, caller: Caller) -> Response:
        found = Products(Desk(cms, tenant, caller).scope).all()
        rows = (
            (one.title, one.slug, one.price, one.currency, one.status, one.updated_at)
            for one in found
        )
        return csv_download(f"{tenant} products.csv", _TITLES, rows)

    @router.post(f"{_PRODUCTS}/{{product_id}}/delete")
    def delete(tenant: TenantPath, caller: Caller, product_id: str) -> Response:
        desk = Desk(cms, tenant, caller)
        Products(desk.scope).delete(product_id)
        return desk.leave("/products", "The product is gone.")


def _add_forms(router: APIRouter, cms: CmsContext) -> None:
    def form_page(
        desk: Desk, request: Request, product: Product | None, values: dict[str, str], **more: Any
    ) -> Response:
        images = MediaLibrary(desk.scope, cms.storage).page(limit=100)
        return desk.show(
            request,
            "cms/product.html",
            product=product,
            values=values,
            statuses=PRODUCT_STATUSES,
            images=images.items,
            **more,
        )

    @router.get(f"{_PRODUCTS}/new")
    def new_page(request: Request, tenant: TenantPath, caller: Caller) -> Response:
        values = {"currency": "EUR", "status": "draft"}
        return form_page(Desk(cms, tenant, caller), request, None, values)

    @router.post(f"{_PRODUCTS}/new")
    def create(request: Request, tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        try:
            made = Products(desk.scope).create(_given(form))
        except (OperationError, UniqueTaken) as error:
            return form_page(
                desk, request, None, dict(form.values()), status=422, errors=errors_of(error)
            )
        return desk.leave(f"/products/{made.product_id}", "The product is added.")

    @router.get(f"{_PRODUCTS}/{{product_id}}")
    def edit_page(
        request: Request, tenant: TenantPath, caller: Caller, product_id: str
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        product = Products(desk.scope).get(product_id)
        return form_page(desk, request, product, _stored(product))

    @router.post(f"{_PRODUCTS}/{{product_id}}")
    def change(
        request: Request, tenant: TenantPath, caller: Caller, product_id: str, form: SentForm
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        products = Products(desk.scope)
        product = products.get(product_id)
        values = dict(form.values())
        try:
            products.update(product_id, _given(form), expected=_seen(form))
        except ItemChanged as error:
            theirs = products.get(product_id)
            return form_page(desk, request, theirs, values, status=409, conflict=error.message)
        except (OperationError, UniqueTaken) as error:
            errors = errors_of(error)
            return form_page(desk, request, product, values, status=422, errors=errors)
        return desk.leave(f"/products/{product_id}", "Saved.")


def _given(form: Form) -> ProductInput:
    return ProductInput(
        title=form.text("title"),
        price=form.text("price"),
        currency=form.text("currency"),
        slug=form.text("slug").strip() or None,
        description=form.text("description"),
        image=form.text("image") or None,
        categories=form.text("categories").split(","),
        status=form.text("status", "draft"),
    )


def _seen(form: Form) -> datetime | None:
    try:
        return datetime.fromisoformat(form.text("seen"))
    except ValueError:
        return None


def _stored(product: Product) -> dict[str, str]:
    return {
        "title": product.title,
        "slug": product.slug,
        "price": shown_price(product),
        "currency": product.currency,
        "description": product.description or "",
        "image": product.image or "",
        "categories": ", ".join(product.categories or ()),
        "status": product.status,
    }
