"""What visitors of a public site do, and what they cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tavola_systems.cms.services.comments import Comments
from tavola_systems.cms.services.consents import Consents
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.products import ProductInput, Products
from tavola_systems.cms.services.resources import LINK_SECONDS, Resources
from tests.systems.cms.conftest import CmsSite

AT = "/cms/s/luna"
BEA = {"email": "Bea@example.com", "name": "Bea", "message": "Hello", "source": "contact"}


def home_id(luna: CmsSite) -> str:
    return next(one.node_id for one in luna.scope.db.content.pages() if one.slug == "/")


def guide(luna: CmsSite, *, is_gated: bool = True) -> str:
    shared = luna.site.process.shared
    kept = Resources(luna.scope, shared.storage, shared.keys)
    made = kept.create(title="Guide", file_name="guide.pdf", content=b"%PDF", is_gated=is_gated)
    return f"{AT}/resources/{made.resource_id}"


def change(luna: CmsSite, **settings: str) -> None:
    """Change a setting, and wait until all processes know."""
    luna.cms.tenants.change(luna.scope, settings)
    luna.site.clock.forward(2)


def test_a_form_becomes_a_lead_and_thanks(luna: CmsSite) -> None:
    sent = luna.site.client().post(f"{AT}/forms", data=BEA)
    lead = Leads(luna.scope).get("bea@example.com")
    assert (sent.status_code, "Thank you" in sent.text) == (200, True)
    assert (lead.name, lead.source, lead.data) == ("Bea", "contact", {"message": "Hello"})


def test_a_program_that_fills_in_everything_is_thanked_and_ignored(luna: CmsSite) -> None:
    visitor = luna.site.client()
    assert "Thank you" in visitor.post(f"{AT}/forms", data={**BEA, "website": "x"}).text
    comment = {"author": "Bot", "body": "Buy!", "website": "https://spam.example"}
    visitor.post(f"{AT}/comments/{home_id(luna)}", data=comment)
    assert Leads(luna.scope).page().items == []
    assert Comments(luna.scope).in_status("pending").items == []


def test_a_form_that_is_not_right_is_shown_again(luna: CmsSite) -> None:
    sent = luna.site.client().post(f"{AT}/forms", data={**BEA, "email": "bea"})
    assert (sent.status_code, "is not an address" in sent.text) == (422, True)
    assert 'value="Bea"' in sent.text


def test_who_sends_too_much_waits_and_others_do_not(luna: CmsSite) -> None:
    visitor = luna.site.client()
    codes = [visitor.post(f"{AT}/forms", data=BEA).status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]
    other = luna.site.client(client=("203.0.113.9", 1))
    assert other.post(f"{AT}/forms", data=BEA).status_code == 200


def test_another_site_s_page_sends_no_form_in_a_visitor_s_browser(luna: CmsSite) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
    sent = luna.site.client().post(f"{AT}/forms", data=BEA, headers=headers)
    assert sent.status_code == 403
    assert Leads(luna.scope).page().items == []


def test_a_comment_is_thanked_waits_and_is_shown_as_text(luna: CmsSite) -> None:
    visitor, at = luna.site.client(), f"{AT}/comments/{home_id(luna)}"
    said = {"author": "Bea", "body": "<script>alert(1)</script>", "email": "bea@example.com"}
    sent = visitor.post(at, data=said)
    assert "once somebody has read it" in sent.text
    assert "alert(1)" not in visitor.get(at).text
    change(luna, comments="after")
    visitor.post(at, data=said)
    shown = visitor.get(at).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "bea@example.com" not in shown


def test_an_empty_comment_is_told_and_a_closed_site_takes_none(luna: CmsSite) -> None:
    visitor, at = luna.site.client(), f"{AT}/comments/{home_id(luna)}"
    assert visitor.post(at, data={"author": "Bea", "body": " "}).status_code == 422
    change(luna, comments="off")
    assert "Send the comment" not in visitor.get(at).text
    assert visitor.post(at, data={"author": "Bea", "body": "Hi"}).status_code == 422


def test_comments_of_a_draft_are_nowhere(luna: CmsSite) -> None:
    page = home_id(luna)
    luna.scope.db.content.update(page, status="draft")
    assert luna.site.client().get(f"{AT}/comments/{page}").status_code == 404


def test_visitors_see_active_products_by_category(luna: CmsSite) -> None:
    products = Products(luna.scope)
    for title, status in (("Blue mug", "active"), ("Red mug", "draft")):
        products.create(
            ProductInput(
                title=title, price="12.5", currency="EUR", categories=["Gifts"], status=status
            )
        )
    visitor = luna.site.client()
    listed = visitor.get(f"{AT}/products?category=gifts").text
    assert ("Blue mug" in listed, "Red mug" in listed) == (True, False)
    assert "12.50 EUR" in visitor.get(f"{AT}/products/blue-mug").text
    assert visitor.get(f"{AT}/products/red-mug").status_code == 404


def test_a_file_behind_a_form_is_given_for_fifteen_minutes(luna: CmsSite) -> None:
    visitor, at = luna.site.client(), guide(luna)
    assert visitor.get(f"{at}/file").status_code == 404
    given = visitor.post(at, data={"email": "bea@example.com"})
    key = given.text.partition("/file?key=")[2].partition('"')[0]
    assert given.headers["referrer-policy"] == "no-referrer"
    assert visitor.get(f"{at}/file?key={key}").content == b"%PDF"
    luna.site.clock.forward(LINK_SECONDS)
    assert visitor.get(f"{at}/file?key={key}").status_code == 404


def test_a_free_file_needs_no_form(luna: CmsSite) -> None:
    at = guide(luna, is_gated=False)
    served = luna.site.client().get(f"{at}/file")
    assert served.content == b"%PDF"
    assert "sandbox" in served.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("choice", "keeps_id"), [("all", True), ("necessary", True), ("denied", False)]
)
def test_an_answer_about_cookies_is_kept_and_obeyed(
    luna: CmsSite, choice: str, keeps_id: bool
) -> None:
    visitor = luna.site.client()
    assert "nothing is kept" in visitor.get(f"{AT}/consent").text
    visitor.post(f"{AT}/consent", data={"choice": choice})
    names: dict[str, Any] = dict(visitor.cookies)
    assert names.get("site-consent") == choice
    assert ("site-visitor" in names) is keeps_id


def test_an_answer_follows_a_person_into_what_is_known_of_them(luna: CmsSite) -> None:
    visitor = luna.site.client()
    visitor.post(f"{AT}/consent", data={"choice": "all"})
    visitor.post(f"{AT}/forms", data=BEA)
    lead = Leads(luna.scope).get("bea@example.com")
    assert [Consents(luna.scope).allows_all(one) for one in lead.visitors] == [True]


def test_a_form_block_of_a_page_is_a_form(luna: CmsSite) -> None:
    block = {"type": "form", "title": "Write to us", "button": "Go", "source": "contact"}
    luna.scope.db.content.update(home_id(luna), blocks=[block])
    shown = luna.site.client().get(f"{AT}/").text
    assert f'action="{AT}/forms"' in shown
    assert "Write to us" in shown
    assert 'name="website"' in shown


def test_on_its_own_domain_a_site_takes_forms_and_leads_on_there(luna: CmsSite) -> None:
    luna.scope.root.tenant_config.update("luna", domain="luna.example")
    luna.site.clock.forward(2)
    visitor = luna.site.client(follow_redirects=False)
    sent = visitor.post(
        "/forms", data=BEA, headers={"Host": "luna.example", "Origin": "http://luna.example"}
    )
    assert (sent.status_code, sent.headers["location"]) == (303, "/forms/thanks")
