"""Sample data for the demonstration: two sites that look as if somebody worked there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from tavola_systems.cms import sample_pictures as pictures
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import Content
from tavola_systems.cms.sample_texts import (
    COMMENTS,
    GUIDE,
    HOME,
    HOURS,
    LEADS,
    PRODUCTS,
    ROASTING,
    SIGNALS,
    STORY,
    SUMMER,
    VOICE,
)
from tavola_systems.cms.services.comments import CommentKey, Comments
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.contexts import Contexts
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.products import ProductInput, Products
from tavola_systems.cms.services.resources import Resources
from tavola_systems.cms.services.signals import Signals
from tavola_systems.cms.services.tenant_scope import Actor, TenantScope
from tavola_systems.cms.services.worker import CmsWorker
from tavola_systems.platform.system import Progress, Services

__all__ = ["page_to_move", "seed"]

_ADA: Final = Actor("ada", "ada@example.com")
_LUCA: Final = Actor("luca", "luca@example.com")
_INES: Final = Actor("ines", "ines@example.com")
_STEPS: Final = 6
_DUSK: Final = ((250, 214, 170), (226, 140, 110))
_MORNING: Final = ((196, 222, 232), (246, 226, 196))
_NIGHT: Final = ((44, 58, 92), (120, 104, 128))


def seed(services: Services, progress: Progress) -> None:
    """Write a café's site with pages in every state, and a bookshop's."""
    cms = CmsContext(services)
    cms.tenants.create("Café Luna", _ADA)
    cms.tenants.create("Livros Duarte", _ADA)
    scope = cms.tenants.scope("cafe-luna", _INES)
    progress(1, _STEPS)
    images = _pictures(cms, scope)
    progress(2, _STEPS)
    _look(cms, scope)
    _products(scope, images)
    progress(3, _STEPS)
    story = _live_pages(scope, images)
    progress(4, _STEPS)
    _pages_at_work(scope, images)
    _readers(scope, story)
    _office(cms, scope)
    progress(5, _STEPS)
    _bookshop(cms)
    worker = CmsWorker(cms.db, cms.tenants, limit=100)
    while worker.step():
        pass
    progress(_STEPS, _STEPS)


def page_to_move(services: Services) -> str:
    """Find the page with the opening hours, whatever its address is by now; return its editor's."""
    scope = CmsContext(services).tenants.scope("cafe-luna", _INES)
    found = ContentService(scope).resolve("/hours")
    return f"/t/cafe-luna/content/{found.content.node_id}#address" if found else "/t/cafe-luna"


def _pictures(cms: CmsContext, scope: TenantScope) -> dict[str, str]:
    drawn = {
        "river": ("river-at-dusk.jpg", "The river at dusk", pictures.river(_DUSK, (84, 66, 78), 4)),
        "morning": (
            "morning-fog.jpg",
            "Fog over the river in the morning",
            pictures.river(_MORNING, (92, 112, 120), 9),
        ),
        "night": (
            "after-closing.jpg",
            "The bank by night",
            pictures.river(_NIGHT, (24, 28, 48), 2),
        ),
        "cup": (
            "galao.jpg",
            "A galão in a white cup",
            pictures.cup((128, 86, 54), (244, 240, 232)),
        ),
        "bread": ("bread.jpg", "Three loaves on the table", pictures.bread((112, 78, 52))),
        "coffee": (
            "house-blend.jpg",
            "A tin of the house blend",
            pictures.jar((214, 196, 168), (238, 228, 206), (84, 58, 44)),
        ),
        "honey": (
            "heather-honey.jpg",
            "A jar of heather honey",
            pictures.jar((190, 200, 186), (250, 244, 226), (206, 142, 46)),
        ),
    }
    library = MediaLibrary(scope, cms.storage)
    return {
        key: library.upload(name, content, alt=alt).asset_id
        for key, (name, alt, content) in drawn.items()
    }


def _look(cms: CmsContext, scope: TenantScope) -> None:
    navigation = [
        {"label": "Home", "path": "/"},
        {"label": "Our story", "path": "/our-story"},
        {"label": "Opening hours", "path": "/hours"},
        {"label": "Shop", "path": "/products"},
        {"label": "Contact", "path": "/contact"},
    ]
    settings: dict[str, Any] = {
        "description": "Coffee, bread and a terrace by the river.",
        "footer": "Café Luna · Rua do Cais 12 · open every day but Monday",
        "navigation": navigation,
        "stylesheet": "/branding/api/businesses/cafe-luna/published/css",
        "theme": {
            "primaryColor": "#0f5f59",
            "onPrimaryColor": "#ffffff",
            "secondaryColor": "#d98e4a",
            "backgroundColor": "#fffaf3",
            "textColor": "#27221c",
            "headingFont": "Georgia, serif",
            "cornerRadius": "10px",
        },
    }
    cms.tenants.change(scope, settings)


def _products(scope: TenantScope, images: dict[str, str]) -> None:
    for title, price, image, categories, status, text in PRODUCTS:
        Products(scope).create(
            ProductInput(
                title=title,
                price=price,
                currency="EUR",
                image=images.get(image),
                categories=categories,
                status=status,
                description=text,
            )
        )


def _placed(blocks: list[dict[str, Any]], images: dict[str, str]) -> list[dict[str, Any]]:
    """Put the ids of pictures where their names stand."""
    placed: list[dict[str, Any]] = []
    for block in blocks:
        made = dict(block)
        if "asset" in made:
            made["asset"] = images[made["asset"]]
        if "images" in made:
            made["images"] = [{**one, "asset": images[one["asset"]]} for one in made["images"]]
        placed.append(made)
    return placed


def _live_pages(scope: TenantScope, images: dict[str, str]) -> Content:
    pages = ContentService(scope)
    _rewrite(pages, "/", "Café Luna", _placed(HOME, images), images["river"])
    contact: list[dict[str, Any]] = [
        {"type": "heading", "text": "Write to us", "level": 1},
        {"type": "text", "markdown": "Tables, cakes for a birthday, or a word about the coffee."},
        {"type": "form", "button": "Send the letter", "source": "contact"},
    ]
    _rewrite(pages, "/contact", "Contact", contact, None)
    blocks = _placed(STORY, images)
    story = pages.create("About us", blocks=blocks[:2], publish=True)
    pages.move(story.node_id, "/our-story", version=1)
    draft = pages.save_draft(
        story.node_id,
        {"title": "Our story", "blocks": blocks, "share_image": images["morning"]},
        version=2,
    )
    pages.publish(story.node_id, version=2, revision=draft.revision)
    page = pages.create("Opening hours", slug="/hours", blocks=HOURS, publish=True)
    later = [*HOURS[:1], {"type": "text", "markdown": "Until September we close at **21:00**."}]
    pages.save_draft(page.node_id, {"blocks": later}, version=1)
    return story


def _rewrite(
    pages: ContentService, slug: str, title: str, blocks: list[dict[str, Any]], image: str | None
) -> None:
    found = pages.resolve(slug)
    if found is None:
        return
    node, version = found.content.node_id, found.content.version
    changes = {"title": title, "blocks": blocks, "share_image": image}
    draft = pages.save_draft(node, changes, version=version)
    pages.publish(node, version=version, revision=draft.revision)


def _pages_at_work(scope: TenantScope, images: dict[str, str]) -> None:
    pages = ContentService(scope)
    roasting = pages.create("How we roast", blocks=_placed(ROASTING[:1], images))
    pages.update(roasting.node_id, {"blocks": _placed(ROASTING, images)}, version=1)
    menu = pages.create("The summer menu", blocks=_placed(SUMMER, images))
    at = scope.now() + timedelta(days=7)
    pages.schedule(menu.node_id, "publish", at, version=1)
    old = pages.create("Winter menu", blocks=[{"type": "text", "markdown": "Hot chocolate."}])
    pages.delete(old.node_id, version=1)


def _readers(scope: TenantScope, story: Content) -> None:
    comments = Comments(scope)
    for author, email, body, status in COMMENTS:
        said = comments.post(story.node_id, author=author, email=email, body=body, policy="before")
        if status != "pending":
            key = CommentKey(story.node_id, said.posted_at, said.comment_id)
            comments.moderate(key, status)
    for email, name, source, message, status in LEADS:
        Leads(scope).submit(email, name=name, source=source, data={"message": message})
        if status != "new":
            Leads(scope).change(email, status=status)


def _office(cms: CmsContext, scope: TenantScope) -> None:
    Resources(scope, cms.storage, cms.keys).create(
        title="Coffee at home, in nine pages",
        file_name="coffee-at-home.md",
        content=GUIDE.encode(),
        description="Grinding, water, time: what we tell everybody who takes beans home.",
    )
    Contexts(scope).create(title="How we sound", kind="voice", body=VOICE)
    for title, pain, source in SIGNALS:
        Signals(scope).create(title=title, pain_score=pain, source=source)
    cms.domains.want(cms.tenants.scope("cafe-luna", _LUCA), "www.cafe-luna.example")


def _bookshop(cms: CmsContext) -> None:
    scope = cms.tenants.scope("livros-duarte", _ADA)
    pages = ContentService(scope)
    pages.create(
        "Readings in June",
        blocks=[{"type": "text", "markdown": "Every *Thursday* at seven, among the shelves."}],
        publish=True,
    )
    pages.create("A window on the Douro", blocks=[{"type": "text", "markdown": "To be written."}])
