"""Branding for people: what a web team does in a browser without scripts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from tavola_systems.branding.models import Branding
from tavola_systems.branding.service import BrandingService
from tavola_systems.branding.system import SYSTEM
from tests.systems.site import Site, open_site

HOME = "/branding/b/luna"


@pytest.fixture(name="site")
def opened() -> Iterator[Site]:
    site = open_site([SYSTEM])
    yield site
    site.process.close()


@pytest.fixture(name="admin")
def administrator(site: Site) -> Any:
    """Somebody who has added a business."""
    client = site.browser("root@example.com", "branding", "admin")
    added = site.send(
        client, "/branding/", "/branding/businesses", name="Café Luna", business_id="luna"
    )
    assert added.url.path == HOME
    return client


@pytest.fixture(name="team")
def publisher(site: Site, admin: Any) -> Any:
    """Somebody who may publish for that business alone."""
    return site.browser("luca@example.com", "branding", "publisher", "luna")


def new_draft(site: Site, client: Any, based_on: str = "") -> str:
    """Make a draft; return its path."""
    made = site.send(client, HOME, f"{HOME}/drafts", based_on=based_on)
    path: str = made.url.path.removesuffix("/edit")
    return path


def save(site: Site, client: Any, draft: str, revision: str = "", **settings: str) -> Any:
    page = client.get(f"{draft}/edit").text
    found = re.search(r'name="revision" value="(\d+)"', page)
    assert found is not None
    fields = {f"setting.{name}": value for name, value in settings.items()}
    return site.send(
        client, f"{draft}/edit", f"{draft}/edit", revision=revision or found[1], **fields
    )


def publish(site: Site, client: Any, draft: str) -> Any:
    page = client.get(draft).text
    sent = dict(re.findall(r'name="(expected|revision)" value="(\d*)"', page))
    return site.send(client, draft, f"{draft}/publish", **sent)


def upload(site: Site, client: Any, asset_id: str, content: bytes) -> Any:
    token = site.form_token(client, f"{HOME}/assets")
    return client.post(
        f"{HOME}/assets",
        data={"_csrf": token, "asset_id": asset_id, "asset_type": "logo"},
        files={"file": ("logo.png", content, "image/png")},
    )


def png() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(written, "PNG")
    return written.getvalue()


def test_a_theme_is_drafted_saved_compared_and_published(site: Site, team: Any) -> None:
    draft = new_draft(site, team)
    save(site, team, draft, primaryColor="#0f172a", cornerRadius="8px", slogan="Hi")
    compared = team.get(draft).text
    done = publish(site, team, draft)
    css = site.client().get("/branding/api/businesses/luna/published/css").text
    assert "#0F172A" in compared
    assert "Version 1 is published." in done.text
    assert css == (
        ":root {\n  --brand-corner-radius: 8px;\n  --brand-primary-color: #0F172A;\n"
        '  --brand-slogan: "Hi";\n}\n'
    )


def test_a_setting_of_the_wrong_kind_is_told_beside_its_field(site: Site, team: Any) -> None:
    draft = new_draft(site, team)
    answer = save(site, team, draft, cornerRadius="round", slogan="kept")
    assert answer.status_code == 422
    assert 'aria-describedby="e-cornerRadius"' in answer.text
    assert 'value="kept"' in answer.text


def test_a_new_setting_is_added_by_name(site: Site, team: Any) -> None:
    draft = new_draft(site, team)
    save(site, team, draft)
    site.send(
        team,
        f"{draft}/edit",
        f"{draft}/edit",
        revision="2",
        new_name="accentColor",
        new_value="#f00",
    )
    assert "#FF0000" in team.get(draft).text


def test_a_conflict_keeps_what_was_entered(site: Site, team: Any) -> None:
    draft = new_draft(site, team)
    save(site, team, draft, slogan="theirs")
    answer = save(site, team, draft, revision="1", slogan="mine")
    assert (answer.status_code, 'value="mine"' in answer.text) == (409, True)
    assert "theirs" in team.get(draft).text


def test_history_leads_back(site: Site, team: Any) -> None:
    first = new_draft(site, team)
    publish(site, team, first)
    second = new_draft(site, team, based_on="1")
    save(site, team, second, slogan="new")
    publish(site, team, second)
    back = site.send(team, first, f"{HOME}/rollback", version="1", expected="2")
    assert "Version 1 is published again." in back.text
    assert "Back to version" in back.text
    assert "by Luca" in back.text


def test_a_published_theme_is_not_edited(site: Site, team: Any) -> None:
    draft = new_draft(site, team)
    publish(site, team, draft)
    assert team.get(f"{draft}/edit").url.path == draft


def test_an_image_is_uploaded_shown_and_deleted(site: Site, team: Any) -> None:
    page = upload(site, team, "luna-logo", png()).text
    address = re.search(r'src="(/branding/files/[^"]+)"', page)
    assert address is not None
    shown = site.client().get(address[1])
    assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "sandbox" in shown.headers["content-security-policy"]
    site.send(team, f"{HOME}/assets", f"{HOME}/assets/luna-logo/delete")
    assert site.client().get(address[1]).status_code == 404


def test_what_is_no_image_is_told_beside_the_field(site: Site, team: Any) -> None:
    answer = upload(site, team, "luna-logo", b"<html>")
    assert answer.status_code == 422
    assert 'aria-describedby="e-file"' in answer.text


def test_the_published_css_has_addresses_of_images_and_takes_two_reads(
    site: Site, team: Any
) -> None:
    upload(site, team, "luna-logo", png())
    draft = new_draft(site, team)
    site.send(team, f"{draft}/edit", f"{draft}/edit", revision="1", assets="luna-logo")
    publish(site, team, draft)
    db = site.process.application.services["branding"].table(Branding)
    with db.consumed() as consumed:
        BrandingService(db).published("luna")
    css = site.client().get("/branding/api/businesses/luna/published/css").text
    listed = site.client().get("/branding/api/businesses/luna/published/assets").json()
    assert f'--brand-asset-luna-logo: url("{listed[0]["url"]}");' in css
    assert listed[0]["url"].startswith("http://testserver/branding/files/")
    assert consumed.requests == 2


def test_an_image_that_was_published_has_no_delete(site: Site, team: Any) -> None:
    upload(site, team, "luna-logo", png())
    draft = new_draft(site, team)
    site.send(team, f"{draft}/edit", f"{draft}/edit", revision="1", assets="luna-logo")
    publish(site, team, draft)
    page = team.get(f"{HOME}/assets").text
    refused = site.send(team, f"{HOME}/assets", f"{HOME}/assets/luna-logo/delete")
    assert "Was published, so it stays." in page
    assert refused.status_code == 409


def test_a_draft_goes_away_at_a_local_time(site: Site, team: Any) -> None:
    draft = new_draft(site, team)
    site.send(team, draft, f"{draft}/archive", at="2099-07-01T12:00", at_zone="Europe/Berlin")
    text = team.get(draft).text
    assert 'datetime="2099-07-01T10:00:00+00:00"' in text
    assert site.send(team, draft, f"{draft}/archive", at="2001-01-01T00:00").status_code == 400


def test_somebody_sees_their_own_businesses_only(site: Site, admin: Any, team: Any) -> None:
    site.send(admin, "/branding/", "/branding/businesses", name="Nord", business_id="nord")
    assert "nord" not in team.get("/branding/").text
    assert team.get("/branding/b/nord").status_code == 404
    assert "nord" in admin.get("/branding/").text


def test_stale_drafts_are_listed_and_then_archived_by_a_task(site: Site, team: Any) -> None:
    draft = new_draft(site, team)
    site.clock.forward(91 * 86400)
    services = site.process.application.services["branding"]
    [task] = SYSTEM.tasks
    assert list(task.run(services, False)) == ["luna  version 1"]
    assert list(task.run(services, True)) == ["luna  version 1"]
    assert list(task.run(services, False)) == []
    client = site.browser("luca@example.com", "branding")
    assert "goes away" in client.get(draft).text


def test_the_embedding_names_the_public_address(site: Site, team: Any) -> None:
    publish(site, team, new_draft(site, team))
    text = team.get(f"{HOME}/embed").text
    assert "http://testserver/branding/api/businesses/luna/published/css" in text


@pytest.mark.parametrize("typed", ["", "x", "²", "-1", "9" * 5000])
def test_a_version_that_is_none_is_refused_and_publishes_nothing(
    site: Site, team: Any, typed: str
) -> None:
    publish(site, team, new_draft(site, team))
    draft = new_draft(site, team)
    wrong = {"version": typed, "expected": typed, "revision": typed}
    steps = [f"{draft}/edit", f"{draft}/publish", "/branding/b/luna/rollback"]
    answers = [site.send(team, draft, step, **wrong) for step in steps]
    made = site.send(team, draft, "/branding/b/luna/drafts", based_on=typed)
    assert [one.status_code >= 500 for one in (*answers, made)] == [False] * 4
    live = site.client().get("/branding/api/businesses/luna/published").json()
    assert live["theme"]["version"] == 1
