"""The areas over HTTP: what programs write and read, in their own tenant only."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from tests.systems.cms.conftest import ADA, CmsSite

MUG = {"title": "Blue Mug", "price": "12.50", "currency": "EUR", "categories": ["Gifts"]}


def home_id(luna: CmsSite) -> str:
    return next(one.node_id for one in luna.scope.db.content.pages() if one.slug == "/")


def png() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (600, 300), "blue").save(written, "PNG")
    return written.getvalue()


def test_a_program_keeps_products(luna: CmsSite) -> None:
    editor, renderer = luna.program("editor"), luna.program("renderer")
    made = editor.post("products", json={**MUG, "status": "active"}).json()
    assert [one["title"] for one in editor.get("products").json()["items"]] == ["Blue Mug"]
    assert renderer.get("products").status_code == 403
    assert renderer.get("shop/categories").json() == ["Gifts"]
    shown = renderer.get("shop/categories/gifts/products").json()["items"]
    assert [(one["slug"], one["price"]) for one in shown] == [("blue-mug", "12.5")]
    assert renderer.get("shop/products/blue-mug").json()["title"] == "Blue Mug"
    one = f"products/{made['product_id']}"
    changed = editor.put(one, json={**MUG, "price": "9", "seen": made["updated_at"]})
    late = editor.put(one, json={**MUG, "price": "8", "seen": made["updated_at"]})
    assert (changed.status_code, late.status_code) == (200, 409)
    assert renderer.get("shop/products/blue-mug").status_code == 404
    assert editor.delete(one).status_code == 204
    assert editor.get(one).status_code == 404


def test_a_slug_that_is_taken_is_a_conflict_that_names_the_field(luna: CmsSite) -> None:
    editor = luna.program("editor")
    editor.post("products", json=MUG)
    again = editor.post("products", json=MUG)
    assert (again.status_code, again.json()["errors"][0]["field"]) == (409, "slug")


def test_comments_come_in_for_visitors_and_are_moderated(luna: CmsSite) -> None:
    renderer, editor = luna.program("renderer"), luna.program("editor")
    under = f"content/{home_id(luna)}/comments"
    said = {"author": "Bea", "body": "Hello", "email": "bea@example.com"}
    assert renderer.post(under, json=said).json()["status"] == "pending"
    waiting = editor.get("comments").json()["items"][0]
    one = f"comments/{waiting['page_id']}/{waiting['posted_at']}/{waiting['comment_id']}"
    assert editor.patch(one, json={"status": "approved"}).status_code == 200
    shown = renderer.get(under).json()["items"]
    assert [sorted(one) for one in shown] == [["author", "body", "comment_id", "posted_at"]]
    assert editor.delete(one).status_code == 204
    assert editor.patch(one, json={"status": "approved"}).status_code == 404


def test_leads_come_in_for_visitors_and_are_worked_on(luna: CmsSite) -> None:
    renderer, editor = luna.program("renderer"), luna.program("editor")
    sent = {"email": "Bea@Example.com", "source": "contact", "data": {"message": "Hi"}}
    assert renderer.post("leads", json=sent).status_code == 201
    assert renderer.get("leads").status_code == 403
    change = {"status": "contacted", "note": "Called"}
    assert editor.patch("leads/bea@example.com", json=change).json()["note"] == "Called"
    found = editor.get("leads", params={"status": "contacted"}).json()["items"]
    assert [one["email"] for one in found] == ["bea@example.com"]
    assert editor.delete("leads/BEA@example.com").status_code == 204


def test_contexts_and_signals_are_kept(luna: CmsSite) -> None:
    editor = luna.program("editor")
    context = editor.post("contexts", json={"title": "Voice", "body": "Plain"}).json()
    signal = editor.post("signals", json={"title": "Slow", "pain_score": 7}).json()
    one, other = f"contexts/{context['context_id']}", f"signals/{signal['signal_id']}"
    assert editor.put(one, json={"title": "Our voice"}).json()["body"] is None
    assert editor.put(other, json={"title": "Slow", "pain_score": 9}).json()["pain_score"] == 9
    assert editor.put(other, json={"title": "Slow", "pain_score": 11}).status_code == 422
    lists = [editor.get(name).json()["items"][0]["title"] for name in ("contexts", "signals")]
    assert lists == ["Our voice", "Slow"]
    assert [editor.delete(path).status_code for path in (one, other)] == [204, 204]
    assert [editor.get(path).status_code for path in (one, other)] == [404, 404]


def test_an_image_is_uploaded_described_and_served_so_that_it_runs_nowhere(luna: CmsSite) -> None:
    editor, renderer = luna.program("editor"), luna.program("renderer")
    made = editor.post("assets", params={"file_name": "sea.png", "alt": "Sea"}, content=png())
    one = f"assets/{made.json()['asset_id']}"
    served = renderer.get(f"{one}/content", params={"width": "480"})
    assert Image.open(io.BytesIO(served.content)).size == (480, 240)
    assert "sandbox" in served.headers["content-security-policy"]
    assert served.headers["x-content-type-options"] == "nosniff"
    kept = {"If-None-Match": served.headers["etag"]}
    again = renderer.get(f"{one}/content", params={"width": "480"}, headers=kept)
    assert again.status_code == 304
    assert editor.patch(one, json={"title": "Sea", "alt": "Waves"}).json()["alt"] == "Waves"
    assert editor.delete(one).status_code == 204
    assert renderer.get(one).status_code == 404


def test_a_file_behind_a_form_is_given_for_an_address(luna: CmsSite) -> None:
    editor, renderer = luna.program("editor"), luna.program("renderer")
    told = {"file_name": "guide.pdf", "title": "Guide"}
    made = editor.post("resources", params=told, content=b"%PDF-1.7").json()
    one = f"resources/{made['resource_id']}"
    assert renderer.get(f"{one}/content").status_code == 404
    key = renderer.post(f"{one}/links", json={"email": "bea@example.com"}).json()["key"]
    served = renderer.get(f"{one}/content", params={"key": key})
    assert (served.content, served.headers["content-type"]) == (b"%PDF-1.7", "application/pdf")
    assert served.headers["content-disposition"].startswith("attachment")
    assert [one["email"] for one in editor.get("leads").json()["items"]] == ["bea@example.com"]


def test_a_visitor_s_answer_is_kept(luna: CmsSite) -> None:
    renderer = luna.program("renderer")
    answer = {"visitor_id": "visitor-0123456789abcdef", "choice": "necessary"}
    assert renderer.get("consents/visitor-0123456789abcdef").status_code == 404
    assert renderer.post("consents", json=answer).status_code == 201
    found = renderer.get("consents/visitor-0123456789abcdef").json()
    assert found["choice"] == "necessary"


def test_nothing_of_another_tenant_is_reached_by_its_ids(luna: CmsSite) -> None:
    luna.cms.tenants.create("Moon", ADA)
    editor, other = luna.program("editor"), luna.program("editor", "moon")
    ids = _one_of_everything(luna, editor)
    answers: dict[str, Any] = {path: other.get(path).status_code for path in ids}
    assert answers == dict.fromkeys(ids, 404)
    deleted = {path: other.delete(path).status_code for path in ids if "content" not in path}
    assert set(deleted.values()) == {404}
    assert {path: editor.get(path).status_code for path in ids} == dict.fromkeys(ids, 200)
    lists = ("products", "leads", "contexts", "signals", "assets", "resources", "comments")
    assert {name: other.get(name).json()["items"] for name in lists} == {one: [] for one in lists}


def _one_of_everything(luna: CmsSite, editor: Any) -> list[str]:
    product = editor.post("products", json=MUG).json()["product_id"]
    context = editor.post("contexts", json={"title": "Voice"}).json()["context_id"]
    signal = editor.post("signals", json={"title": "Slow", "pain_score": 7}).json()["signal_id"]
    asset = editor.post("assets", params={"file_name": "a.png"}, content=png()).json()["asset_id"]
    free = {"file_name": "a.txt", "title": "A", "is_gated": "false"}
    resource = editor.post("resources", params=free, content=b"x").json()["resource_id"]
    editor.post("leads", json={"email": "bea@example.com", "source": "form"})
    editor.post(f"content/{home_id(luna)}/comments", json={"author": "B", "body": "Hi"})
    return [
        f"products/{product}",
        f"contexts/{context}",
        f"signals/{signal}",
        f"assets/{asset}",
        f"resources/{resource}/content",
        "leads/bea@example.com",
    ]
