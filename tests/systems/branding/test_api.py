"""Branding over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.errors import OperationError
from tavola_systems.branding.system import SYSTEM
from tests.systems.site import Site, open_site


@pytest.fixture(scope="module", name="site")
def opened() -> Iterator[Site]:
    """Branding on the embedded engine; what it does on other stores its services' tests show."""
    site = open_site([SYSTEM])
    yield site
    site.process.close()


@pytest.fixture(scope="module")
def client(site: Site) -> Any:
    """A program of somebody who may do everything."""
    return site.program("ada@example.com", "branding", "admin")


@pytest.fixture
def home(business: str) -> str:
    return f"businesses/{business}"


@pytest.fixture
def live(client: Any, home: str) -> str:
    """A business with a published theme and a draft."""
    client.post(f"{home}/drafts", json={"metadata": {"primaryColor": "#0f172a"}})
    client.post(f"{home}/publish", json={"version": 1, "expected": None})
    client.post(f"{home}/drafts", json={"from_published": True})
    return home


def test_a_business_is_registered_and_read(client: Any, home: str) -> None:
    put = client.put(home, json={"name": "Ñandú"})
    assert (put.status_code, put.json()["name"]) == (200, "Ñandú")
    assert client.get(home).json() == put.json()


def test_a_draft_is_created_with_its_contrast(client: Any, home: str, business: str) -> None:
    body = {"metadata": {"textColor": "#777", "backgroundColor": "#fff"}}
    answer = client.post(f"{home}/drafts", json=body)
    draft = answer.json()
    assert (answer.status_code, draft["version"], draft["revision"]) == (201, 1, 1)
    assert (draft["business_id"], draft["status"]) == (business, "draft")
    assert (draft["contrast"][0]["ratio"], draft["contrast"][0]["aa"]) == (4.47, False)


def test_a_draft_from_the_published_theme_has_its_settings(client: Any, live: str) -> None:
    draft = client.get(f"{live}/themes/2").json()
    assert (draft["metadata"], draft["based_on"]) == ({"primaryColor": "#0F172A"}, 1)


def test_an_edit_needs_the_revision_that_was_read(client: Any, live: str) -> None:
    body = {"revision": 1, "metadata": {"note": "x"}}
    first = client.patch(f"{live}/drafts/2", json=body)
    second = client.patch(f"{live}/drafts/2", json=body)
    assert (first.status_code, first.json()["revision"]) == (200, 2)
    assert second.status_code == 409
    assert "is at revision 2, not 1" in second.json()["detail"]


def test_a_draft_is_archived_kept_and_discarded(client: Any, live: str) -> None:
    at = {"at": "2100-01-01T00:00:00Z"}
    archived = client.put(f"{live}/drafts/2/archive", json=at)
    kept = client.delete(f"{live}/drafts/2/archive")
    gone = client.delete(f"{live}/drafts/2", params={"revision": 1})
    assert archived.json()["archived_at"] == "2100-01-01T00:00:00Z"
    assert kept.json()["archived_at"] is None
    assert (gone.status_code, client.get(f"{live}/themes/2").status_code) == (204, 404)


def test_a_published_theme_is_no_draft(client: Any, live: str) -> None:
    answer = client.delete(f"{live}/drafts/1")
    assert answer.status_code == 409
    assert "was published" in answer.json()["detail"]


def test_lists_have_cursors(client: Any, live: str) -> None:
    first = client.get(f"{live}/themes", params={"limit": 1}).json()
    second = client.get(f"{live}/themes", params={"limit": 1, "cursor": first["cursor"]}).json()
    versions = [theme["version"] for theme in (*first["items"], *second["items"])]
    assert (versions, second["cursor"]) == ([2, 1], None)
    assert [draft["version"] for draft in client.get(f"{live}/drafts").json()["items"]] == [2]


def test_a_publication_that_expects_another_version_is_told_the_current_one(
    client: Any, live: str
) -> None:
    body = {"version": 2, "expected": None}
    answer = client.post(f"{live}/publish", json=body)
    assert (answer.status_code, answer.json()["current"]) == (409, 1)


def test_a_rollback_stands_in_the_history(client: Any, live: str) -> None:
    client.post(f"{live}/publish", json={"version": 2, "expected": 1})
    back = client.post(f"{live}/rollback", json={"version": 1, "expected": 2})
    history = client.get(f"{live}/history").json()["items"]
    assert back.status_code == 200
    assert [entry["action"] for entry in history] == ["rollback", "publish", "publish"]


def test_the_published_theme_can_be_cached(client: Any, live: str) -> None:
    answer = client.get(f"{live}/published")
    assert answer.headers["etag"] == '"1-1"'
    assert answer.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert answer.headers["last-modified"].endswith("GMT")
    assert answer.json()["theme"]["metadata"] == {"primaryColor": "#0F172A"}


@pytest.mark.parametrize("tags", ['"1-1"', 'W/"1-1"', '"x", "1-1"', "*"])
@pytest.mark.parametrize("form", ["", "/css", "/swatches"])
def test_who_has_the_published_theme_gets_nothing_again(
    client: Any, live: str, form: str, tags: str
) -> None:
    answer = client.get(f"{live}/published{form}", headers={"If-None-Match": tags})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"] == '"1-1"'


@pytest.mark.parametrize("tags", ['"1-2"', '"2-1"', "1-1", '"99999999999-1"', "é".encode()])
def test_who_has_another_theme_gets_the_published_one(
    client: Any, live: str, tags: str | bytes
) -> None:
    answer = client.get(f"{live}/published", headers={"If-None-Match": tags})
    assert (answer.status_code, answer.json()["theme"]["version"]) == (200, 1)


def test_a_rollback_changes_the_tag(client: Any, live: str) -> None:
    client.post(f"{live}/publish", json={"version": 2, "expected": 1})
    client.post(f"{live}/rollback", json={"version": 1, "expected": 2})
    answer = client.get(f"{live}/published", headers={"If-None-Match": '"1-1"'})
    assert (answer.status_code, answer.headers["etag"]) == (200, '"1-3"')


def test_nothing_published_is_not_found(client: Any, home: str) -> None:
    assert client.get(f"{home}/published").status_code == 404


@pytest.mark.parametrize("path", ["published", "themes/1"])
def test_a_theme_is_shown_as_css(client: Any, live: str, path: str) -> None:
    answer = client.get(f"{live}/{path}/css")
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.text == ":root {\n  --brand-primary-color: #0F172A;\n}\n"


@pytest.mark.parametrize("path", ["published", "themes/1"])
def test_a_theme_is_shown_as_a_swatch_sheet(client: Any, live: str, path: str) -> None:
    answer = client.get(f"{live}/{path}/swatches")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "#0F172A" in answer.text


def test_an_asset_is_uploaded_listed_shown_and_deleted(
    client: Any, home: str, business: str, png: bytes
) -> None:
    path = f"{home}/assets/logo-{business}"
    asset = client.put(path, params={"asset_type": "logo"}, content=png).json()
    content = client.get(f"assets/{asset['asset_id']}/content")
    assert client.get(f"{home}/assets").json() == {"items": [asset], "cursor": None}
    assert (content.content, content.headers["content-type"]) == (png, "image/png")
    assert content.headers["x-content-type-options"] == "nosniff"
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404


def test_who_has_an_asset_gets_nothing_again(
    client: Any, home: str, business: str, png: bytes
) -> None:
    client.put(f"{home}/assets/i-{business}", params={"asset_type": "icon"}, content=png)
    tag = client.get(f"assets/i-{business}/content").headers["etag"]
    again = client.get(f"assets/i-{business}/content", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_an_upload_with_another_checksum_is_refused(
    client: Any, home: str, business: str, png: bytes
) -> None:
    answer = client.put(
        f"{home}/assets/i-{business}",
        params={"asset_type": "icon"},
        headers={"X-Checksum": f"sha256:{'0' * 64}"},
        content=png,
    )
    assert (answer.status_code, "Upload it again" in answer.json()["detail"]) == (400, True)


def test_an_upload_past_the_limit_is_refused(client: Any, home: str, business: str) -> None:
    answer = client.put(
        f"{home}/assets/i-{business}",
        params={"asset_type": "icon"},
        content=b"GIF89a" + bytes(6_000_000),
    )
    assert (answer.status_code, "is too large" in answer.json()["detail"]) == (400, True)


def test_the_assets_of_a_theme_are_listed(
    client: Any, home: str, business: str, png: bytes
) -> None:
    logo = f"logo-{business}"
    client.put(f"{home}/assets/{logo}", params={"asset_type": "logo"}, content=png)
    client.post(f"{home}/drafts", json={"assets": [f"ASSET#{logo}"]})
    listed = client.get(f"{home}/themes/1/assets").json()
    assert [asset["asset_id"] for asset in listed] == [logo]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"metadata": {"primaryColor": "red"}}, "is not a colour"),
        ({"assets": ["../x"]}, "is not an asset id"),
    ],
)
def test_a_wrong_theme_is_refused_with_a_reason(
    client: Any, home: str, body: dict[str, Any], told: str
) -> None:
    answer = client.post(f"{home}/drafts", json=body)
    assert answer.status_code == 400
    assert told in answer.json()["detail"]


def test_a_draft_has_one_source(client: Any, live: str) -> None:
    answer = client.post(f"{live}/drafts", json={"from_published": True, "based_on": 1})
    assert (answer.status_code, "Give one" in answer.json()["detail"]) == (400, True)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "now"])
def test_a_draft_is_not_archived_at_the_end_of_time(client: Any, live: str, at: str) -> None:
    assert client.put(f"{live}/drafts/2/archive", json={"at": at}).status_code == 422


def test_a_content_that_was_changed_is_not_shown(tmp_path: Path, png: bytes) -> None:
    site = open_site([SYSTEM], uploads=str(tmp_path))
    client = site.program("ada@example.com", "branding", "admin")
    client.put("businesses/1/assets/logo-1", params={"asset_type": "logo"}, content=png)
    next(tmp_path.iterdir()).write_bytes(b"other")
    assert client.get("assets/logo-1/content").status_code == 502


def test_who_published_is_who_has_the_token(client: Any, live: str) -> None:
    body = {"version": 2, "expected": 1, "by": "somebody else"}
    refused = client.post(f"{live}/publish", json=body)
    done = client.post(f"{live}/publish", json={"version": 2, "expected": 1}).json()
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "by")
    assert done["published_by"] == client.get("me").json()["subject"]


def test_another_business_answers_like_one_that_does_not_exist(
    site: Site, live: str, business: str
) -> None:
    stranger = site.program("eve@example.com", "branding", "editor", "elsewhere")
    answers = [stranger.get(f"businesses/{one}/themes") for one in (business, "no-such-one")]
    told = [{**answer.json(), "instance": None} for answer in answers]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert told[0] == told[1]


@pytest.mark.parametrize("cursor", ["x", "é", "eyJhIjoxfQ", "%00"])
def test_a_cursor_that_is_none_is_refused(client: Any, live: str, cursor: str) -> None:
    assert client.get(f"{live}/drafts", params={"cursor": cursor}).status_code == 400


def test_on_a_file_contents_are_kept_beside_it(tmp_path: Path, png: bytes) -> None:
    site = open_site([SYSTEM], store=str(tmp_path / "systems.db"))
    client = site.program("ada@example.com", "branding", "admin")
    client.put("businesses/1/assets/logo-1", params={"asset_type": "logo"}, content=png)
    site.process.close()
    kept = list((tmp_path / "systems.db.uploads").iterdir())
    assert [path.read_bytes() for path in kept] == [png]


def test_on_dynamodb_it_must_be_said_where_contents_go(closed_port: int) -> None:
    store = f"dynamodb://eu-west-1/prod-*?endpoint=http://127.0.0.1:{closed_port}"
    with pytest.raises(OperationError, match="keeps items only"):
        open_site([SYSTEM], store=store)
