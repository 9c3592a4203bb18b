"""Pages over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import CmsSite


def text(markdown: str) -> list[dict[str, Any]]:
    return [{"type": "text", "markdown": markdown}]


def created(program: Any, title: str = "About us", **more: Any) -> dict[str, Any]:
    answer = program.post("content", json={"title": title, "blocks": text("one"), **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_page_goes_from_draft_to_the_public(luna: CmsSite) -> None:
    program = luna.program()
    page = created(program)
    node = page["node_id"]
    saved = program.put(f"content/{node}", json={"version": 1, "title": "About Luna"}).json()
    assert (saved["version"], saved["title"], saved["blocks"]) == (2, "About Luna", text("one"))
    renderer = luna.program("renderer")
    assert renderer.get("content/resolve", params={"slug": "/about-us"}).status_code == 404
    published = program.post(f"content/{node}/publish", json={"version": 2}).json()
    assert (published["status"], published["workflow"]) == ("published", "published")
    shown = renderer.get("content/resolve", params={"slug": "/About-Us/"}).json()
    assert (shown["title"], shown["draft"]) == ("About Luna", None)
    assert renderer.get("content").status_code == 403


def test_a_published_page_is_edited_in_its_draft(luna: CmsSite) -> None:
    program = luna.program()
    node = created(program, publish=True)["node_id"]
    saved = program.put(f"content/{node}", json={"version": 1, "blocks": text("two")}).json()
    assert (saved["blocks"], saved["draft"]["blocks"]) == (text("one"), text("two"))
    body = {"version": 1, "revision": 1, "blocks": text("three"), "autosave": True}
    assert program.put(f"content/{node}/draft", json=body).json()["revision"] == 2
    dropped = program.delete(f"content/{node}/draft", params={"revision": 2}).json()
    assert (dropped["workflow"], dropped["draft"]) == ("published", None)


def test_a_conflict_shows_the_current_version_and_what_differs(luna: CmsSite) -> None:
    program = luna.program()
    node = created(program)["node_id"]
    program.put(f"content/{node}", json={"version": 1, "title": "First"})
    late = program.put(f"content/{node}", json={"version": 1, "title": "Second"})
    assert late.status_code == 409
    assert late.json()["current"]["title"] == "First"
    assert late.json()["differences"] == [
        {"path": ["title"], "before": "About us", "after": "First"}
    ]


def test_versions_are_listed_compared_and_restored(luna: CmsSite) -> None:
    program = luna.program()
    node = created(program)["node_id"]
    program.put(f"content/{node}", json={"version": 1, "blocks": text("two")})
    listed = program.get(f"content/{node}/versions").json()["items"]
    assert [one["version"] for one in listed] == [1]
    found = program.get(f"content/{node}/compare", params={"before": 1, "after": 2}).json()
    assert found == [{"path": ["blocks", 0, "markdown"], "before": "one", "after": "two"}]
    restored = program.post(f"content/{node}/restore", json={"restore": 1, "version": 2}).json()
    assert (restored["version"], restored["restored_from"]) == (3, 1)
    assert program.get(f"content/{node}/versions/2").json()["blocks"] == text("two")


def test_a_page_moves_and_its_redirect_is_listed_and_freed(luna: CmsSite) -> None:
    program = luna.program()
    node = created(program)["node_id"]
    moved = program.put(f"content/{node}/slug", json={"slug": "who", "version": 1}).json()
    assert moved["slug"] == "/who"
    assert program.get("redirects").json()["items"] == [
        {"slug": "/about-us", "node_id": node, "target_slug": "/who"}
    ]
    assert program.delete("redirects", params={"slug": "/about-us"}).status_code == 204
    assert program.get("redirects").json()["items"] == []
    assert program.delete("redirects", params={"slug": "/who"}).status_code == 404


def test_a_page_goes_to_the_bin_and_comes_back(luna: CmsSite) -> None:
    program = luna.program()
    node = created(program)["node_id"]
    assert program.delete(f"content/{node}", params={"version": 1}).status_code == 204
    assert program.get(f"content/{node}").status_code == 404
    assert [one["title"] for one in program.get("bin").json()["items"]] == ["About us"]
    assert program.post(f"bin/{node}").json()["slug"] == "/about-us"


def test_the_home_page_can_neither_be_deleted_nor_renamed(luna: CmsSite) -> None:
    program = luna.program("admin")
    home = program.get("content/resolve", params={"slug": "/"}).json()["node_id"]
    assert program.delete(f"content/{home}", params={"version": 1}).status_code == 409
    moved = program.put(f"content/{home}/slug", json={"slug": "/start", "version": 1})
    assert moved.status_code == 409


def test_a_schedule_is_set_and_taken_back(luna: CmsSite) -> None:
    program = luna.program()
    node = created(program)["node_id"]
    at = (luna.scope.now() + timedelta(days=1)).isoformat()
    planned = program.put(f"content/{node}/schedule", json={"version": 1, "at": at}).json()
    assert (planned["workflow"], planned["schedule_action"]) == ("scheduled", "publish")
    listed = program.get("content", params={"workflow": "scheduled"}).json()["items"]
    assert [one["node_id"] for one in listed] == [node]
    taken = program.delete(f"content/{node}/schedule", params={"version": 1}).json()
    assert taken["workflow"] == "draft"


def test_the_trail_names_who_did_what(luna: CmsSite) -> None:
    program = luna.program()
    node = created(program)["node_id"]
    CmsWorker(luna.cms.db, luna.cms.tenants).step()
    found = program.get("audit", params={"target": node}).json()["items"]
    assert [(one["action"], one["actor_email"], one["target_title"]) for one in found] == [
        ("CREATE_PAGE", "editor-luna@example.com", "About us")
    ]
    entry = program.get(f"audit/{found[0]['audit_id']}", params={"at": found[0]["at"]}).json()
    assert entry["snapshot"]["slug"] == "/about-us"
    mine = program.get("audit", params={"actor": "Editor-luna@example.com"}).json()["items"]
    assert [one["action"] for one in mine] == ["CREATE_PAGE"]
    assert len(program.get("audit").json()["items"]) == 2


def test_pages_are_paged_and_found_by_title(luna: CmsSite) -> None:
    program = luna.program()
    for number in range(3):
        created(program, f"Story {number}")
    first = program.get("content", params={"limit": 2, "prefix": "story"})
    assert [one["title"] for one in first.json()["items"]] == ["Story 0", "Story 1"]
    again = {"limit": 2, "prefix": "story", "cursor": first.json()["cursor"]}
    assert [one["title"] for one in program.get("content", params=again).json()["items"]] == [
        "Story 2"
    ]


def test_a_taken_slug_and_a_wrong_block_are_told(luna: CmsSite) -> None:
    program = luna.program()
    created(program)
    assert program.post("content", json={"title": "About us"}).status_code == 409
    wrong = program.post("content", json={"title": "x", "blocks": [{"type": "script"}]})
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "blocks.0.type")
