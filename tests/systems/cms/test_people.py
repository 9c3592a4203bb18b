"""Who has which role in a site, and that its audit trail hears of every change."""

from __future__ import annotations

from tavola_systems.cms.services.audit import Audit
from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import CmsSite

PEOPLE = "/people/luna"


def trail(luna: CmsSite) -> list[tuple[str, str, str]]:
    CmsWorker(luna.cms.db, luna.cms.tenants, limit=100).step()
    found = Audit(luna.scope).latest().items
    return [(one.action, one.actor_email, one.target_title) for one in found]


def test_the_trail_hears_of_roles_that_are_given_and_taken_in_the_browser(luna: CmsSite) -> None:
    admin = luna.browser("admin")
    invited = {"email": "bea@example.com", "name": "Bea", "role": "editor"}
    assert luna.send(admin, PEOPLE, PEOPLE, **invited).status_code == 200
    user_id = luna.site.person("bea@example.com", "cms")
    removed = luna.send(admin, PEOPLE, f"{PEOPLE}/{user_id}/remove")
    assert "The role is withdrawn." in removed.text
    assert trail(luna)[:2] == [
        ("REMOVE_PERSON", "admin-luna@example.com", "Bea"),
        ("INVITE_PERSON", "admin-luna@example.com", "Bea"),
    ]


def test_the_page_of_people_stands_in_its_site(luna: CmsSite) -> None:
    shown = luna.browser("admin").get(f"/cms{PEOPLE}").text
    assert 'href="/cms/t/luna/content"' in shown
    assert 'href="/cms/people/luna" aria-current="page"' in shown


def test_nobody_removes_who_is_stronger(luna: CmsSite) -> None:
    stronger = luna.site.person("root@example.com", "cms", "global_admin", "luna")
    admin = luna.browser("admin")
    sent = luna.send(admin, PEOPLE, f"{PEOPLE}/{stronger}/remove")
    assert sent.status_code == 403
    assert luna.program("admin").delete(f"people/{stronger}").status_code == 403
    missing = luna.send(admin, PEOPLE, f"{PEOPLE}/01ARZ3NDEKTSV4RRFFQ69G5FAV/remove")
    assert missing.status_code == 404


def test_a_role_that_holds_everywhere_is_in_no_site_s_trail(luna: CmsSite) -> None:
    before = trail(luna)
    root = luna.site.browser("root@example.com", "cms", "global_admin")
    invited = {"email": "bea@example.com", "name": "Bea", "role": "editor"}
    assert luna.send(root, "/people/*", "/people/*", **invited).status_code == 200
    assert trail(luna) == before
