"""Tenants: sites with their two system pages, and who may come to which."""

from __future__ import annotations

import pytest

from tavola.errors import AlreadyExists, OperationError
from tavola_systems.cms.services.tenants import REDACTED
from tests.systems.cms.conftest import ADA, CmsSite


def test_a_new_site_has_a_home_and_a_contact_page_that_are_published(luna: CmsSite) -> None:
    db = luna.scope.db
    found = [(one.slug, one.title, one.workflow) for one in db.content.pages()]
    assert sorted(found) == [("/", "Home", "published"), ("/contact", "Contact", "published")]
    assert [(one.slug, one.is_fixed) for one in db.route.routes()] == [
        ("/", True),
        ("/contact", True),
    ]


def test_a_second_site_of_one_name_is_refused_and_changes_nothing(luna: CmsSite) -> None:
    with pytest.raises(AlreadyExists, match="Tenant luna exists already"):
        luna.cms.tenants.create("Luna", ADA)
    assert len(list(luna.scope.db.content.pages())) == 2


def test_a_name_without_letters_is_refused(luna: CmsSite) -> None:
    with pytest.raises(OperationError, match="no letters or digits"):
        luna.cms.tenants.create("!!!", ADA)


def test_a_program_must_name_its_tenant(luna: CmsSite) -> None:
    program = luna.program("admin")
    del program.headers["X-Tenant-Id"]
    answer = program.get("settings")
    assert (answer.status_code, answer.json()["detail"]) == (
        400,
        "The header x-tenant-id is missing. Say in it where you act.",
    )


@pytest.mark.parametrize("other", ["moon", "nowhere"])
def test_a_token_opens_its_own_tenant_only_whether_or_not_another_exists(
    luna: CmsSite, other: str
) -> None:
    luna.cms.tenants.create("Moon", ADA)
    program = luna.program("admin")
    program.headers["X-Tenant-Id"] = other
    assert program.get("settings").status_code == 403


def test_who_runs_all_sites_creates_one_and_works_in_it(luna: CmsSite) -> None:
    boss = luna.site.program("boss@example.com", "cms", "global_admin")
    created = boss.post("tenants", json={"name": "Café Sol"})
    assert (created.status_code, created.json()["tenant_id"]) == (201, "cafe-sol")
    boss.headers["X-Tenant-Id"] = "cafe-sol"
    assert boss.get("settings").json()["settings"] == {"title": "Café Sol"}
    assert luna.program("admin").post("tenants", json={"name": "X"}).status_code == 403


def test_secrets_are_never_shown_and_stay_unless_they_are_given_anew(luna: CmsSite) -> None:
    program = luna.program("admin")
    first = {"secrets": {"mail": {"user": "luna", "password": "hush"}}}
    program.patch("settings", json=first)
    program.patch("settings", json={"secrets": {"mail": {"user": "sol", "password": REDACTED}}})
    shown = program.get("settings").json()
    assert shown["secrets"] == {"mail": {"user": REDACTED, "password": REDACTED}}
    stored = luna.cms.tenants.get("luna").secrets
    assert stored == {"mail": {"user": "sol", "password": "hush"}}


def test_settings_that_somebody_else_has_changed_are_a_conflict(luna: CmsSite) -> None:
    program = luna.program("admin")
    seen = program.get("settings").json()["revision"]
    assert program.patch("settings", json={"settings": {"footer": "©"}}).status_code == 200
    late = program.patch("settings", json={"settings": {"footer": "x"}, "revision": seen})
    assert late.status_code == 409
    assert program.get("settings").json()["settings"]["footer"] == "©"


def test_people_see_the_sites_that_they_belong_to(luna: CmsSite) -> None:
    luna.cms.tenants.create("Moon", ADA)
    page = luna.browser("editor").get("/cms/").text
    assert "Luna" in page
    assert "Moon" not in page


def test_who_runs_all_sites_adds_one_in_the_browser(luna: CmsSite) -> None:
    boss = luna.site.browser("boss@example.com", "cms", "global_admin")
    refused = luna.send(boss, "/", "/tenants", name="Luna")
    assert (refused.status_code, "exists already" in refused.text) == (422, True)
    luna.send(boss, "/", "/tenants", name="Moon")
    assert "Moon" in boss.get("/cms/").text
