"""Getting in and out: sign-in, sessions, links from mails."""

from __future__ import annotations

from typing import Any

import pytest

from tavola_systems.platform.access.identity import Account
from tests.systems.site import PASSWORD, Site

SIGN_IN = "/notes/sign-in"
ADA = "ada@example.com"


@pytest.fixture(name="ada")
def registered(site: Site) -> str:
    return site.person(ADA, "notes", "writer")


def sign_in(site: Site, client: Any, password: str = PASSWORD, name: str = ADA, **more: str) -> Any:
    return site.send(client, SIGN_IN, SIGN_IN, name=name, password=password, **more)


def test_who_knows_the_password_gets_in(site: Site, ada: str) -> None:
    client = site.client()
    assert client.get("/notes/private").url.path == SIGN_IN
    assert sign_in(site, client, next="/notes/private").url.path == "/notes/private"


@pytest.mark.parametrize("name", [ADA, "nobody@example.com", "no address"])
def test_a_wrong_password_and_an_unknown_name_are_told_alike(
    site: Site, ada: str, name: str
) -> None:
    answer = sign_in(site, site.client(), "not the password", name)
    assert answer.status_code == 401
    assert "The name or the password is not right." in answer.text


@pytest.mark.parametrize(
    "to", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x", "/other/"]
)
def test_after_sign_in_nobody_is_led_elsewhere(site: Site, ada: str, to: str) -> None:
    answer = sign_in(site, site.client(), next=to)
    assert str(answer.url) == "http://testserver/notes/"


def test_the_cookie_is_new_at_every_sign_in_and_stored_hashed(site: Site, ada: str) -> None:
    client = site.client()
    sign_in(site, client)
    first = client.cookies["tavola-notes"]
    sign_in(site, client)
    second = client.cookies["tavola-notes"]
    stored = site.process.shared.sessions.of("notes", ada)
    assert first != second
    assert len(stored) == 1
    assert second not in repr(stored)


def test_under_https_cookies_are_bound_to_the_host() -> None:
    from tests.systems.platform.conftest import notes
    from tests.systems.site import open_site

    site = open_site([notes()], base_url="https://notes.example", allow_host=("testserver",))
    cookie = site.client().get(SIGN_IN).headers["set-cookie"]
    assert cookie.startswith("__Host-tavola-form=")
    assert {"HttpOnly", "Secure", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))


def test_a_session_ends_when_it_is_idle(site: Site, ada: str) -> None:
    client = site.browser(ADA, "notes")
    site.clock.forward(11 * 3600)
    assert client.get("/notes/private").url.path == "/notes/private"
    site.clock.forward(13 * 3600)
    assert client.get("/notes/private").url.path == SIGN_IN


def test_a_session_ends_after_two_weeks_however_much_it_is_used(site: Site, ada: str) -> None:
    client = site.browser(ADA, "notes")
    for _ in range(28):
        site.clock.forward(11.9 * 3600)
        client.get("/notes/private")
    site.clock.forward(3 * 3600)
    assert client.get("/notes/private").url.path == SIGN_IN


def test_signing_out_ends_the_session(site: Site, ada: str) -> None:
    client = site.browser(ADA, "notes")
    cookie = client.cookies["tavola-notes"]
    site.send(client, "/notes/private", "/notes/sign-out")
    client.cookies.set("tavola-notes", cookie)
    assert client.get("/notes/private").url.path == SIGN_IN


def test_signing_out_everywhere_ends_all_sessions(site: Site, ada: str) -> None:
    here, there = site.browser(ADA, "notes"), site.browser(ADA, "notes")
    site.send(here, "/notes/account", "/notes/account/sign-out-everywhere")
    assert there.get("/notes/private").url.path == SIGN_IN


def test_a_cookie_of_one_system_is_nothing_in_another(site: Site, ada: str) -> None:
    client = site.browser(ADA, "notes")
    client.cookies.set("tavola-other", client.cookies["tavola-notes"])
    assert client.get("/other/private").url.path == "/other/sign-in"


def test_a_changed_role_renews_the_cookie_and_the_session_goes_on(site: Site, ada: str) -> None:
    client = site.browser(ADA, "notes")
    before = client.cookies["tavola-notes"]
    site.process.shared.users.grant(ada, "notes", "admin", by=None)
    assert client.get("/notes/private").url.path == "/notes/private"
    after = client.cookies["tavola-notes"]
    assert after != before
    client.cookies.set("tavola-notes", before, domain="testserver.local")
    assert site.process.shared.sessions.identify("notes", site.process.shared.users, before) is None


def test_a_new_password_ends_other_sessions_and_tokens(site: Site, ada: str) -> None:
    here, there = site.browser(ADA, "notes"), site.browser(ADA, "notes")
    program = site.program(ADA, "notes")
    answer = site.send(
        here,
        "/notes/account",
        "/notes/account/password",
        current=PASSWORD,
        password="another long password",
    )
    site.clock.forward(6)
    assert answer.url.path == "/notes/account"
    assert there.get("/notes/private").url.path == SIGN_IN
    assert program.get("me").status_code == 401


def test_a_wrong_current_password_changes_nothing(site: Site, ada: str) -> None:
    client = site.browser(ADA, "notes")
    answer = site.send(
        client, "/notes/account", "/notes/account/password", current="x", password="y" * 20
    )
    assert (answer.status_code, "This is not your password." in answer.text) == (422, True)


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(site: Site, ada: str) -> None:
    client = site.client()
    site.send(client, "/notes/forgot", "/notes/forgot", email=ADA)
    link = site.link_in(site.mails()[-1])
    client.get(link)
    new = "a brand new password"
    assert site.send(client, link, link, password=new).url.path == "/notes/"
    assert client.get(link).status_code == 404
    assert sign_in(site, site.client(), new).url.path == "/notes/"


def test_a_link_is_too_old_after_its_time(site: Site, ada: str) -> None:
    client = site.client()
    site.send(client, "/notes/forgot", "/notes/forgot", email=ADA)
    link = site.link_in(site.mails()[-1])
    site.clock.forward(3601)
    assert client.get(link).status_code == 404


def test_a_link_of_one_system_is_nothing_in_another(site: Site, ada: str) -> None:
    client = site.client()
    site.send(client, "/notes/forgot", "/notes/forgot", email=ADA)
    link = site.link_in(site.mails()[-1])
    assert client.get(link.replace("/notes/", "/other/")).status_code == 404
    assert client.get(link.replace("/reset/", "/invite/")).status_code == 404


def test_a_forgotten_password_of_nobody_is_answered_alike_and_sends_nothing(
    site: Site, ada: str
) -> None:
    answers = [
        site.send(site.client(), "/notes/forgot", "/notes/forgot", email=email)
        for email in (ADA, "nobody@example.com")
    ]
    texts = [answer.text.split("<main")[1].split('name="_csrf"')[0] for answer in answers]
    assert texts[0] == texts[1]
    assert [mail["To"] for mail in site.mails()] == [ADA]


def test_who_signs_up_confirms_the_address_and_is_in(site: Site) -> None:
    client = site.client()
    site.send(client, "/notes/sign-up", "/notes/sign-up", name="Eve", email="eve@example.com")
    link = site.link_in(site.mails()[-1])
    answer = site.send(client, link, link, password=PASSWORD)
    assert "Welcome, Eve." in answer.text
    assert client.get("/notes/private").url.path == "/notes/private"


def test_who_signs_up_again_is_told_by_mail_only(site: Site, ada: str) -> None:
    answer = site.send(site.client(), "/notes/sign-up", "/notes/sign-up", name="Ada", email=ADA)
    mail = site.mails()[-1]
    assert "a mail is on its way" in answer.text
    assert "You have one already" in mail.get_content()
    assert "http" not in mail.get_content()


def test_an_invitation_brings_somebody_in_with_a_role(site: Site) -> None:
    admin = site.browser("root@example.com", "notes", "admin")
    sent = site.send(
        admin, "/notes/people/*", "/notes/people/*", name="Bob", email="bob@x.org", role="writer"
    )
    link = site.link_in(site.mails()[-1])
    bob = site.client()
    site.send(bob, link, link, password=PASSWORD)
    account: Account | None = site.process.shared.users.find_by_address("notes", "bob@x.org")
    assert "The invitation is on its way." in sent.text
    assert account is not None
    assert dict(account.roles) == {"*": "writer"}
    assert account.is_confirmed
    assert bob.get("/notes/private").url.path == "/notes/private"


def test_an_address_is_confirmed_by_the_first_link_that_was_mailed_to_it(site: Site) -> None:
    users = site.process.shared.users
    user_id = site.person(ADA, "notes")
    before = users.find("notes", user_id)
    for _ in range(2):
        site.send(site.client(), "/notes/forgot", "/notes/forgot", email=ADA)
        link = site.link_in(site.mails()[-1])
        site.send(site.client(), link, link, password="another long password")
        site.clock.forward(3600)
    after, when = users.find("notes", user_id), users.user(user_id).confirmed_at
    assert before is not None
    assert after is not None
    assert when is not None
    assert (before.is_confirmed, after.is_confirmed) == (False, True)
    assert when.timestamp() < 1_800_000_100


def test_an_administrator_gives_no_role_that_is_not_known(site: Site) -> None:
    admin = site.browser("root@example.com", "notes", "admin")
    answer = site.send(
        admin, "/notes/people/*", "/notes/people/*", name="B", email="b@x.org", role="owner"
    )
    assert (answer.status_code, site.mails()) == (422, [])


def test_after_ten_wrong_passwords_from_one_address_the_account_waits_there(
    site: Site, ada: str
) -> None:
    client = site.client()
    for _ in range(10):
        sign_in(site, client, "wrong password")
    assert sign_in(site, client).status_code == 429
    site.clock.forward(901)
    assert sign_in(site, client).url.path == "/notes/"


def test_nobody_locks_another_out(site: Site, ada: str) -> None:
    attacker = site.client(client=("203.0.113.9", 1))
    for _ in range(12):
        sign_in(site, attacker, "wrong password")
    assert sign_in(site, attacker).status_code == 429
    assert sign_in(site, site.client()).url.path == "/notes/"
