"""What visitors of a public site do: send forms, comment, ask for files, answer about cookies.

Nobody knows who they are: what they send is limited by their network address, and a field that
people do not see catches programs that fill in everything.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tavola.errors import OperationError
from tavola_systems.cms.access import TenantPath
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import Content
from tavola_systems.cms.services.comments import Comments, policy_of
from tavola_systems.cms.services.consents import CONSENT_CHOICES, Consents, visitor_or_new
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.products import Products
from tavola_systems.cms.services.resources import Resources
from tavola_systems.cms.web.desk import errors_of
from tavola_systems.cms.web.page_rendering import day_of, product_cards
from tavola_systems.cms.web.site_frame import SiteFrame, base_of
from tavola_systems.platform.access.permissions import OPEN_FORM, PUBLIC
from tavola_systems.platform.http.file_answers import attachment
from tavola_systems.platform.http.guard import Form, SentForm
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.limits import Limit
from tavola_systems.platform.pages.kit import local_path

__all__ = ["CONSENT_COOKIE", "RULES", "VISITOR_COOKIE", "routes"]

_SITE: Final = "/s/{tenant}"
RULES: Final = {
    f"POST {_SITE}/forms": OPEN_FORM,
    f"GET {_SITE}/forms/thanks": PUBLIC,
    f"GET {_SITE}/comments/{{page_id}}": PUBLIC,
    f"POST {_SITE}/comments/{{page_id}}": OPEN_FORM,
    f"GET {_SITE}/products": PUBLIC,
    f"GET {_SITE}/products/{{slug}}": PUBLIC,
    f"GET {_SITE}/resources/{{resource_id}}": PUBLIC,
    f"POST {_SITE}/resources/{{resource_id}}": OPEN_FORM,
    f"GET {_SITE}/resources/{{resource_id}}/file": PUBLIC,
    f"GET {_SITE}/consent": PUBLIC,
    f"POST {_SITE}/consent": OPEN_FORM,
}
VISITOR_COOKIE: Final = "site-visitor"
CONSENT_COOKIE: Final = "site-consent"
TRAP: Final = "website"
"""A field that people do not see and leave empty."""
_FORMS: Final = Limit("cms-form", 10, 600)
_COOKIE_SECONDS: Final = 180 * 24 * 3600
_OWN_FIELDS: Final = {"email", "name", "source", TRAP, "_csrf"}


class Visitors:
    """Shows pages of a site's frame to whoever comes."""

    def __init__(self, cms: CmsContext) -> None:
        self.cms = cms

    def show(
        self,
        request: Request,
        tenant: str,
        template: str,
        *,
        status: int = 200,
        values: dict[str, str] | None = None,
        errors: dict[str, str] | None = None,
        **context: Any,
    ) -> Response:
        """Render a page in the frame of the site."""
        frame = SiteFrame.of(self.cms.tenant(tenant), base_of(request, tenant))
        return self.cms.services.pages.render(
            request,
            template,
            status=status,
            site=frame,
            values=values or {},
            errors=errors or {},
            **context,
        )

    def lead_on(self, request: Request, tenant: str, path: str) -> Response:
        """Lead on within the site, at whichever host it is seen."""
        return RedirectResponse(f"{base_of(request, tenant)}{path}", 303)

    def take(self, request: Request, tenant: str, form: Form) -> bool:
        """Count a form; say whether it is a person's."""
        self.cms.tenant(tenant)
        self.cms.services.shared.limits.count(_FORMS, tenant, request.state.address)
        return not form.text(TRAP).strip()


def routes(cms: CmsContext) -> APIRouter:
    """Serve what visitors do."""
    router, visitors = APIRouter(), Visitors(cms)
    for add in (_add_forms, _add_comments, _add_products, _add_resources, _add_consent):
        add(router, visitors)
    return router


def _add_forms(router: APIRouter, visitors: Visitors) -> None:
    @router.post(f"{_SITE}/forms")
    def send(request: Request, tenant: TenantPath, form: SentForm) -> Response:
        if not visitors.take(request, tenant, form):
            return visitors.lead_on(request, tenant, "/forms/thanks")
        data = {name: text for name, text in form.values().items() if name not in _OWN_FIELDS}
        try:
            Leads(visitors.cms.public_scope(tenant)).submit(
                form.text("email"),
                source=form.text("source").strip() or "form",
                name=form.text("name"),
                data=data,
                visitor_id=_visitor_of(request),
            )
        except OperationError as error:
            return visitors.show(
                request,
                tenant,
                "site/form.html",
                status=422,
                values=dict(form.values()),
                errors=errors_of(error),
            )
        return visitors.lead_on(request, tenant, "/forms/thanks")

    @router.get(f"{_SITE}/forms/thanks")
    def thanks(request: Request, tenant: TenantPath) -> Response:
        return visitors.show(request, tenant, "site/thanks.html")


def _add_comments(router: APIRouter, visitors: Visitors) -> None:
    cms = visitors.cms

    def published(tenant: str, page_id: str) -> Content:
        page = ContentService(cms.public_scope(tenant)).find(page_id)
        if page is None or page.status != "published":
            raise NotFound
        return page

    def show(
        request: Request, tenant: str, page_id: str, cursor: str | None = None, **more: Any
    ) -> Response:
        scope, page = cms.public_scope(tenant), published(tenant, page_id)
        found, after = Comments(scope).shown_under(page_id, cursor=cursor)
        return visitors.show(
            request,
            tenant,
            "site/comments.html",
            page=page,
            comments=found,
            after=after,
            policy=policy_of(cms.tenant(tenant)),
            day=day_of,
            **more,
        )

    @router.get(f"{_SITE}/comments/{{page_id}}")
    def listed(
        request: Request, tenant: TenantPath, page_id: str, cursor: Cursor = None
    ) -> Response:
        return show(request, tenant, page_id, cursor)

    @router.post(f"{_SITE}/comments/{{page_id}}")
    def post(request: Request, tenant: TenantPath, page_id: str, form: SentForm) -> Response:
        page = published(tenant, page_id)
        # A page of the site's own shows comments, but asks for none.
        done = f"{f'/comments/{page_id}' if page.is_system else page.slug}#comment-sent"
        if not visitors.take(request, tenant, form):
            return visitors.lead_on(request, tenant, done)
        try:
            Comments(cms.public_scope(tenant)).post(
                page_id,
                author=form.text("author"),
                body=form.text("body"),
                email=form.text("email"),
                policy=policy_of(cms.tenant(tenant)),
                visitor_id=_visitor_of(request),
            )
        except OperationError as error:
            values, errors = dict(form.values()), errors_of(error)
            return show(request, tenant, page_id, status=422, values=values, errors=errors)
        return visitors.lead_on(request, tenant, done)


def _add_products(router: APIRouter, visitors: Visitors) -> None:
    cms = visitors.cms

    @router.get(f"{_SITE}/products")
    def listed(
        request: Request, tenant: TenantPath, category: str = "", cursor: Cursor = None
    ) -> Response:
        products = Products(cms.public_scope(tenant))
        page: Any = (
            products.in_category(category[:60], cursor=cursor)
            if category.strip()
            else products.page("active", cursor=cursor)
        )
        return visitors.show(
            request,
            tenant,
            "site/products.html",
            page=page,
            products=product_cards(page, base_of(request, tenant)),
            category=category[:60],
            categories=products.categories(),
        )

    @router.get(f"{_SITE}/products/{{slug}}")
    def one(request: Request, tenant: TenantPath, slug: str) -> Response:
        product = Products(cms.public_scope(tenant)).shown(slug)
        return visitors.show(request, tenant, "site/product.html", product=product)


def _add_resources(router: APIRouter, visitors: Visitors) -> None:
    cms = visitors.cms

    def resources(tenant: str) -> Resources:
        return Resources(cms.public_scope(tenant), cms.storage, cms.keys)

    def show(request: Request, tenant: str, resource_id: str, **more: Any) -> Response:
        resource = resources(tenant).get(resource_id)
        key = more.pop("key", None)
        return visitors.show(
            request, tenant, "site/resource.html", resource=resource, key=key, **more
        )

    @router.get(f"{_SITE}/resources/{{resource_id}}")
    def one(request: Request, tenant: TenantPath, resource_id: str) -> Response:
        return show(request, tenant, resource_id)

    @router.post(f"{_SITE}/resources/{{resource_id}}")
    def ask(request: Request, tenant: TenantPath, resource_id: str, form: SentForm) -> Response:
        if not visitors.take(request, tenant, form):
            return visitors.lead_on(request, tenant, "/forms/thanks")
        try:
            key = resources(tenant).ask(
                resource_id,
                form.text("email"),
                name=form.text("name"),
                visitor_id=_visitor_of(request),
            )
        except OperationError as error:
            values, errors = dict(form.values()), errors_of(error)
            return show(request, tenant, resource_id, status=422, values=values, errors=errors)
        response = show(request, tenant, resource_id, key=key)
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    @router.get(f"{_SITE}/resources/{{resource_id}}/file")
    def file(tenant: TenantPath, resource_id: str, key: str = "") -> Response:
        found = resources(tenant).download(resource_id, key[:1000])
        return attachment(found.content, found.name, found.media_type)


def _add_consent(router: APIRouter, visitors: Visitors) -> None:
    cms = visitors.cms

    @router.get(f"{_SITE}/consent")
    def page(request: Request, tenant: TenantPath) -> Response:
        found = Consents(cms.public_scope(tenant)).latest(_visitor_of(request))
        return visitors.show(
            request, tenant, "site/consent.html", found=found, choices=CONSENT_CHOICES
        )

    @router.post(f"{_SITE}/consent")
    def answer(request: Request, tenant: TenantPath, form: SentForm) -> Response:
        visitors.take(request, tenant, form)
        visitor_id = visitor_or_new(request.cookies.get(VISITOR_COOKIE))
        consent = Consents(cms.public_scope(tenant)).record(visitor_id, form.text("choice"))
        back = local_path(form.text("back"), "/consent")
        response = visitors.lead_on(request, tenant, back)
        # The answer may be read by the page, which then asks no more; the id may not. Who allows
        # nothing keeps no id.
        _keep_cookie(request, response, tenant, CONSENT_COOKIE, consent.choice, is_hidden=False)
        if consent.choice == "denied":
            response.delete_cookie(VISITOR_COOKIE, path=base_of(request, tenant) or "/")
        else:
            _keep_cookie(request, response, tenant, VISITOR_COOKIE, visitor_id, is_hidden=True)
        return response


def _keep_cookie(
    request: Request, response: Response, tenant: str, name: str, value: str, *, is_hidden: bool
) -> None:
    """Keep a cookie for one site: the next one on the same host does not see it."""
    response.set_cookie(
        name,
        value,
        max_age=_COOKIE_SECONDS,
        path=base_of(request, tenant) or "/",
        httponly=is_hidden,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _visitor_of(request: Request) -> str | None:
    """The id that a visitor got with an answer about cookies; without one there is none."""
    cookie = request.cookies.get(VISITOR_COOKIE)
    return cookie if cookie is not None and visitor_or_new(cookie) == cookie else None
