"""A page as HTML in its site's frame: the same for every reader, so that it can be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote, urlsplit

from markupsafe import Markup

from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import Content, ContentDraft, TenantConfig
from tavola_systems.cms.services.blocks import Rendering, number_within, render_blocks
from tavola_systems.cms.services.comments import Comments, policy_of
from tavola_systems.cms.services.media import WIDTHS
from tavola_systems.cms.services.products import Products, shown_price
from tavola_systems.cms.web.site_frame import SiteFrame
from tavola_systems.platform.pages.times import show_time

__all__ = ["PageRenderer", "can_be_kept", "day_of", "product_cards"]

_COMMENTS_SHOWN: Final = 50
_MOVING_BLOCKS: Final = frozenset({"products"})
"""Blocks that show what can change without a new version of their page."""


def can_be_kept(page: Content) -> bool:
    """Whether a page's HTML depends on nothing but its version, its comments and the settings."""
    return _MOVING_BLOCKS.isdisjoint(one.get("type") for one in page.blocks or ())


def day_of(moment: datetime) -> Markup:
    """Write a day; the site's script shows it in the reader's zone."""
    return show_time(moment, UTC, is_day_only=True)


def product_cards(products: Iterable[Any], base: str) -> list[dict[str, str | None]]:
    """What a list shows of products; a summary may have no image."""
    return [
        {
            "title": one.title,
            "price": f"{shown_price(one)} {one.currency}",
            "address": f"{base}/products/{quote(one.slug)}",
            "image": f"{base}/media/{one.image}/480" if one.image else None,
        }
        for one in products
    ]


class PageRenderer:
    """Renders the pages of all sites."""

    def __init__(self, cms: CmsContext) -> None:
        self._cms = cms

    def page(self, tenant_id: str, base: str, page: Content) -> str:
        """Render a published page with what readers say about it."""
        policy = policy_of(self._cms.tenant(tenant_id))
        comments, after = Comments(self._cms.public_scope(tenant_id)).shown_under(
            page.node_id, limit=_COMMENTS_SHOWN
        )
        return self._render(
            tenant_id,
            base,
            page,
            page.slug,
            comments=comments,
            after=after,
            policy=policy,
            # Nobody expects a discussion under the home page or a contact form.
            is_open=policy != "off" and not page.is_system,
        )

    def preview(
        self, tenant_id: str, base: str, shown: Content | ContentDraft, slug: str, until: datetime
    ) -> str:
        """Render a page as it will be, for who has the link."""
        return self._render(tenant_id, base, shown, slug, preview_until=until)

    def _render(
        self, tenant_id: str, base: str, shown: Content | ContentDraft, slug: str, **more: Any
    ) -> str:
        config = self._cms.tenant(tenant_id)
        around = self.around(tenant_id, base)
        image = around.image(shown.share_image or "")
        context: dict[str, Any] = {
            "comments": (),
            "after": None,
            "policy": "off",
            "is_open": False,
            "preview_until": None,
            **more,
        }
        return self._cms.services.pages.fragment(
            "site/page.html",
            site=SiteFrame.of(config, base),
            page=shown,
            address=f"{self.home_of(config)}{slug}",
            image=f"{self._origin(config, base)}{image}" if image else None,
            body=render_blocks(shown.blocks or (), around),
            day=day_of,
            values={},
            errors={},
            **context,
        )

    def around(self, tenant_id: str, base: str) -> Rendering:
        """What blocks of a site are shown with."""

        def image(asset: str) -> str | None:
            return f"{base}/media/{asset}/960" if len(asset) == 26 else None

        def widths(asset: str) -> str:
            return ", ".join(f"{base}/media/{asset}/{one} {one}w" for one in WIDTHS)

        def form(block: Mapping[str, Any]) -> Markup:
            return self._cms.services.pages.fragment("site/block_form.html", base=base, block=block)

        products = self._products(tenant_id, base)
        return Rendering(image=image, widths=widths, form=form, products=products)

    def _products(self, tenant_id: str, base: str) -> Callable[[Mapping[str, Any]], Markup]:
        def products(block: Mapping[str, Any]) -> Markup:
            category = str(block.get("category") or "")
            limit = number_within(block.get("limit"), 50, 12)
            scope = self._cms.public_scope(tenant_id)
            found = Products(scope).in_category(category, limit=limit).items if category else ()
            shown = product_cards(found, base)
            return self._cms.services.pages.fragment("site/product_list.html", products=shown)

        return products

    def home_of(self, config: TenantConfig) -> str:
        """Where a site is at home: at its own domain, once that is proven."""
        base = "" if config.domain else f"/cms/s/{config.tenant_id}"
        return f"{self._origin(config, base)}{base}"

    def _origin(self, config: TenantConfig, base: str) -> str:
        """What addresses of a site begin with; never what a request says of its host."""
        own = self._cms.services.shared.base_url.rstrip("/")
        if base or not config.domain:
            return own
        parts = urlsplit(own)
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{config.domain}{port}"
