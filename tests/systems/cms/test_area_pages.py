"""The editors' pages of the areas: their main tasks, and forms that are shown again."""

from __future__ import annotations

import io
import json
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image

from tavola_systems.cms.services.comments import Comments
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.products import Products
from tests.systems.cms.conftest import CmsSite

AT = "/t/luna"
MUG = {"title": "Blue Mug", "price": "12.50", "currency": "EUR", "categories": "Gifts, Kitchen"}


def image() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (20, 10), "red").save(written, "PNG")
    return written.getvalue()


def upload(luna: CmsSite, client: Any, path: str, file: tuple[str, bytes], **fields: str) -> Any:
    page = path.removesuffix("/new") if path.endswith("media/new") else path
    token = luna.site.form_token(client, f"/cms{page}")
    data = {"_csrf": token, **fields}
    return client.post(f"/cms{page}", data=data, files={"file": file})


def test_an_editor_adds_changes_and_deletes_a_product(luna: CmsSite) -> None:
    editor, at = luna.browser(), f"{AT}/products"
    made = luna.send(editor, f"{at}/new", f"{at}/new", **MUG, status="active")
    assert "The product is added." in made.text
    product = Products(luna.scope).shown("blue-mug")
    one = f"{at}/{product.product_id}"
    luna.send(editor, one, one, **{**MUG, "price": "9,90"}, status="active")
    assert "9.90 EUR" in editor.get(f"/cms{at}?status=active").text
    luna.send(editor, one, f"{one}/delete")
    assert "No products here" in editor.get(f"/cms{at}").text


def test_a_product_that_is_not_right_is_shown_again_with_what_was_typed(luna: CmsSite) -> None:
    at = f"{AT}/products/new"
    again = luna.send(luna.browser(), at, at, **{**MUG, "price": "a lot"}, status="active")
    assert again.status_code == 422
    assert "is not an amount" in again.text
    assert "a lot" in again.text


def test_an_editor_who_comes_second_sees_that_and_keeps_the_text(luna: CmsSite) -> None:
    editor, at = luna.browser(), f"{AT}/products"
    luna.send(editor, f"{at}/new", f"{at}/new", **MUG, status="draft")
    product = Products(luna.scope).page().items[0]
    one, seen = f"{at}/{product.product_id}", product.updated_at.isoformat()
    luna.send(editor, one, one, **MUG, status="active", seen=seen)
    late = luna.send(editor, one, one, **{**MUG, "title": "Late Mug"}, status="draft", seen=seen)
    assert late.status_code == 409
    assert "has changed it meanwhile" in late.text
    assert "Late Mug" in late.text


def test_products_and_leads_are_files_that_a_spreadsheet_takes_no_formula_from(
    luna: CmsSite,
) -> None:
    editor = luna.browser()
    luna.send(editor, f"{AT}/products/new", f"{AT}/products/new", **{**MUG, "title": "=1+1 mug"})
    Leads(luna.scope).submit("bea@example.com", source="form", name="@Bea")
    products = editor.get(f"/cms{AT}/products.csv").text.splitlines()
    leads = editor.get(f"/cms{AT}/leads.csv").text.splitlines()
    assert products[1].startswith("'=1+1 mug,11-mug,12.5,EUR,draft,")
    assert leads[1].startswith("bea@example.com,'@Bea,new,form,1,")


def test_a_moderator_approves_rejects_and_deletes(luna: CmsSite) -> None:
    page = next(one for one in luna.scope.db.content.pages() if one.slug == "/")
    editor, at = luna.browser(), f"{AT}/comments"
    for body in ("Good", "Bad", "Ugly"):
        Comments(luna.scope).post(page.node_id, author="Bea", body=body, policy="before")
    for action in ("approved", "rejected", "delete"):
        one = Comments(luna.scope).in_status("pending").items[0]
        key = f"{one.page_id}/{quote(one.posted_at.isoformat())}/{one.comment_id}"
        luna.send(editor, at, f"{at}/{key}", action=action)
    assert "Good" in editor.get(f"/cms{at}?status=approved").text
    assert "Bad" in editor.get(f"/cms{at}?status=rejected").text
    assert "Nothing here" in editor.get(f"/cms{at}").text


def test_an_editor_works_on_a_lead_and_forgets_it(luna: CmsSite) -> None:
    Leads(luna.scope).submit("bea@example.com", source="form", data={"message": "<b>Hi</b>"})
    editor, one = luna.browser(), f"{AT}/leads/bea%40example.com"
    shown = editor.get(f"/cms{one}").text
    assert "&lt;b&gt;Hi&lt;/b&gt;" in shown
    luna.send(editor, one, one, status="qualified", note="Call")
    assert "bea@example.com" in editor.get(f"/cms{AT}/leads?status=qualified").text
    luna.send(editor, one, f"{one}/delete")
    assert "No leads here" in editor.get(f"/cms{AT}/leads").text


def test_an_editor_uploads_an_image_and_says_what_it_shows(luna: CmsSite) -> None:
    editor, at = luna.browser(), f"{AT}/media"
    sent = upload(luna, editor, at, ("sea.png", image()), alt="")
    assert "sea.png is in the library." in sent.text
    asset = luna.scope.db.asset.assets().items[0]
    one = f"{at}/{asset.asset_id}"
    luna.send(editor, one, one, title="Sea", alt="Waves at dusk")
    assert 'alt="Waves at dusk"' in editor.get(f"/cms{at}").text
    served = editor.get(f"/cms{one}/480")
    assert served.headers["content-type"] == "image/png"
    assert "sandbox" in served.headers["content-security-policy"]
    luna.send(editor, one, f"{one}/delete")
    assert "No image yet" in editor.get(f"/cms{at}").text


def test_what_is_no_image_is_told_beside_the_field(luna: CmsSite) -> None:
    sent = upload(luna, luna.browser(), f"{AT}/media", ("a.png", b"<html>"), alt="Nothing")
    assert (sent.status_code, "is not an image" in sent.text) == (422, True)


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("contexts", {"title": "Voice", "kind": "style", "body": "Plain"}),
        ("signals", {"title": "Slow", "pain_score": "9", "status": "new"}),
    ],
)
def test_contexts_and_signals_share_a_list_and_a_form(
    luna: CmsSite, key: str, fields: dict[str, str]
) -> None:
    editor, at = luna.browser(), f"{AT}/{key}"
    added = luna.send(editor, f"{at}/new", f"{at}/new", **fields)
    assert "is added." in added.text
    found: Any = getattr(luna.scope.db, key[:-1])
    record = getattr(found, key)().items[0]
    one = f"{at}/{getattr(record, f'{key[:-1]}_id')}"
    luna.send(editor, one, one, **{**fields, "title": "Another"})
    assert "Another" in editor.get(f"/cms{at}").text
    wrong = luna.send(editor, one, one, **{**fields, "title": " "})
    assert (wrong.status_code, "is empty" in wrong.text) == (422, True)
    luna.send(editor, one, f"{one}/delete")
    assert "Nothing yet" in editor.get(f"/cms{at}").text


def test_an_editor_offers_a_file_and_downloads_it(luna: CmsSite) -> None:
    editor, at = luna.browser(), f"{AT}/resources"
    sent = upload(luna, editor, f"{at}/new", ("guide.pdf", b"%PDF"), title="Guide", is_gated="yes")
    assert "The resource is added." in sent.text
    record = luna.scope.db.resource.resources().items[0]
    served = editor.get(f"/cms{at}/{record.resource_id}/file")
    assert (served.content, served.headers["content-disposition"][:10]) == (b"%PDF", "attachment")
    wrong = upload(luna, editor, f"{at}/new", ("a.html", b"<p>"), title="X")
    assert (wrong.status_code, "is not a known kind of file" in wrong.text) == (422, True)


def test_an_administrator_changes_settings_and_sets_secrets_that_nobody_sees(
    luna: CmsSite,
) -> None:
    admin, at = luna.browser("admin"), f"{AT}/settings"
    revision = str(luna.cms.tenants.get("luna").revision)
    fields = {"title": "Luna!", "navigation": "About = /about\nBlog = https://x.example"}
    sent = luna.send(admin, at, at, **fields, comments="after", revision=revision)
    luna.send(admin, at, f"{at}/secrets", secret="mail_key", value="hush-hush")
    shown = admin.get(f"/cms{at}").text
    config = luna.cms.tenants.get("luna")
    assert "Saved." in sent.text
    assert config.settings["navigation"][0] == {"label": "About", "path": "/about"}
    assert config.secrets == {"mail_key": "hush-hush"}
    assert "mail_key" in shown
    assert "hush-hush" not in shown
    late = luna.send(admin, at, at, **fields, comments="off", revision=revision)
    assert late.status_code == 409
    luna.send(admin, at, f"{at}/secrets", secret="mail_key", value="")
    assert luna.cms.tenants.get("luna").secrets == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"navigation": "About"},
        {"navigation": "About = javascript:alert(1)"},
        {"navigation": "About = //evil.example"},
        {"language": "english"},
        {"comments": "maybe"},
        {"primaryColor": "red; } body { display: none"},
    ],
)
def test_settings_that_are_not_right_are_refused(luna: CmsSite, wrong: dict[str, str]) -> None:
    at = f"{AT}/settings"
    revision = str(luna.cms.tenants.get("luna").revision)
    fields = {"title": "Luna", "comments": "before", "revision": revision, **wrong}
    assert luna.send(luna.browser("admin"), at, at, **fields).status_code == 422


def test_what_settings_say_is_seen_on_the_site(luna: CmsSite) -> None:
    at, revision = f"{AT}/settings", str(luna.cms.tenants.get("luna").revision)
    told = {"title": "Luna", "comments": "off", "revision": revision}
    look = {"language": "pt-BR", "description": "Coffee", "primaryColor": "#AA3300"}
    luna.send(luna.browser("admin"), at, at, **told, **look)
    luna.site.clock.forward(2)
    visitor = luna.site.client()
    shown = visitor.get("/cms/s/luna/").text
    assert '<html lang="pt-BR">' in shown
    assert '<meta name="description" content="Coffee">' in shown
    assert "--site-primary: #aa3300;" in visitor.get("/cms/s/luna/theme.css").text


def test_a_site_takes_its_look_from_a_branding_theme(luna: CmsSite) -> None:
    admin = luna.browser("admin")
    theme = {
        "primaryColor": "#7A3E1D",
        "headingFont": "Playfair Display, Georgia, serif",
        "cornerRadius": "4px",
        "backgroundColor": "url(https://evil.example)",
        "bodyFont": "x; } body { display: none",
    }
    at = "/t/luna/settings"
    luna.send(admin, at, f"{at}/look", look=json.dumps({"version": 3, "metadata": theme}))
    css = admin.get("/cms/s/luna/theme.css").text
    assert "--site-primary: #7a3e1d;" in css
    assert "--site-heading-font: Playfair Display, Georgia, serif;" in css
    assert "--site-radius: 4px;" in css
    assert "evil" not in css
    assert "display" not in css
    wrong = luna.send(admin, at, f"{at}/look", look="[1]")
    assert (wrong.status_code, "Paste what branding publishes" in wrong.text) == (422, True)
    revision = str(luna.cms.tenants.get("luna").revision)
    luna.send(admin, at, at, title="Luna", primaryColor="#000000", revision=revision)
    css = admin.get("/cms/s/luna/theme.css").text
    assert "--site-primary: #000000;" in css
    assert "--site-radius: 4px;" in css


def test_a_domain_is_asked_for_and_approved_in_the_browser(luna: CmsSite) -> None:
    admin, at = luna.browser("admin"), f"{AT}/domain"
    luna.send(admin, at, at, domain="luna.example")
    shown = admin.get(f"/cms{at}").text
    assert "_tavola-site.luna.example" in shown
    assert "Approve without a record" not in shown
    boss = luna.site.browser("boss@example.com", "cms", "global_admin")
    approved = luna.send(boss, at, f"{at}/approve")
    assert "answers at <strong>luna.example</strong>" in approved.text
    luna.send(admin, at, f"{at}/release")
    assert luna.cms.tenants.get("luna").domain is None


def test_an_administrator_gives_and_erases_what_is_known_of_a_person(luna: CmsSite) -> None:
    Leads(luna.scope).submit("bea@example.com", source="form", name="Bea")
    admin, at = luna.browser("admin"), f"{AT}/privacy"
    given = luna.send(admin, at, f"{at}/export", email="Bea@example.com")
    assert '"kind": "lead"' in given.text
    erased = luna.send(admin, at, f"{at}/erase", email="bea@example.com")
    assert "lead: deleted" in erased.text
    again = luna.send(admin, at, f"{at}/erase", email="bea@example.com")
    assert "Nothing was known" in again.text
    assert luna.send(admin, at, f"{at}/erase", email="nobody").status_code == 422


def test_an_editor_sees_no_page_of_administrators(luna: CmsSite) -> None:
    editor = luna.browser()
    pages = [editor.get(f"/cms{AT}/{key}") for key in ("settings", "domain", "privacy")]
    assert [one.status_code for one in pages] == [403, 403, 403]
    assert "Privacy" not in editor.get(f"/cms{AT}/products").text
