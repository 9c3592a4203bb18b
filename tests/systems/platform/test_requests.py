"""What every request meets: the guard, the doorway, problem answers, repeats."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any, cast

import pytest
from fastapi import Request
from msgspec.structs import replace

from tavola_systems.platform.access.identity import Account, Accounts, Identity
from tavola_systems.platform.http.guard import RequestGuard
from tests.systems.platform.conftest import notes
from tests.systems.site import BASE, Site, open_site

ADA = "ada@example.com"


def test_the_api_takes_tokens_and_no_cookies(site: Site) -> None:
    browser = site.browser(ADA, "notes")
    assert browser.get("/notes/api/me").status_code == 401
    assert site.program(ADA, "notes").get("me").json()["name"] == "Ada"


def test_a_token_of_one_system_is_nothing_in_another(site: Site) -> None:
    site.person(ADA, "notes")
    token = site.token(ADA, "notes")
    answer = site.client().get("/other/api/me", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (
        401,
        'Bearer realm="tavola"',
    )


@pytest.mark.parametrize("token", ["", "x", "a.b", "é".encode().decode("latin-1"), "x" * 5000])
def test_what_is_no_token_is_refused(site: Site, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}".encode("latin-1")}
    assert site.client().get("/notes/api/me", headers=headers).status_code == 401


def test_a_revoked_token_ends_within_five_seconds(site: Site) -> None:
    program = site.program(ADA, "notes")
    assert program.get("me").status_code == 200
    subject = program.get("me").json()["subject"]
    tokens = site.process.shared.tokens
    [token] = tokens.of("notes", subject)
    tokens.revoke("notes", subject, token.token_id)
    assert program.get("me").status_code == 401


class Seen:
    """Accounts that note the thread in which each is looked up."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self.threads: list[int] = []

    def find(self, system: str, subject: str) -> Account | None:
        self.threads.append(threading.get_ident())
        return self._accounts.find(system, subject)


@pytest.mark.parametrize(("is_near", "in_threads"), [(True, [False]), (False, [True])])
def test_a_token_is_looked_up_in_a_thread_only_where_that_takes_long(
    site: Site, *, is_near: bool, in_threads: list[bool]
) -> None:
    site.person(ADA, "notes")
    shared, accounts = site.process.shared, Seen(site.process.shared.users)
    guard = RequestGuard(
        "notes",
        rules=site.process.application.services["notes"].rules,
        accounts=cast("Accounts", accounts),
        sessions=shared.sessions,
        tokens=shared.tokens,
        keys=shared.keys,
        base_url=BASE,
        is_near=is_near,
    )
    headers = [(b"authorization", f"Bearer {site.token(ADA, 'notes')}".encode())]

    async def identify() -> Identity | None:
        scope = {"type": "http", "path": "/api/me", "query_string": b"", "headers": headers}
        return await guard.identify(Request(scope))

    found = [asyncio.run(identify()), asyncio.run(identify())]

    assert [one and one.name for one in found] == ["Ada", "Ada"]
    assert [one != threading.get_ident() for one in accounts.threads] == in_threads


def test_a_rotated_key_leaves_tokens_valid_and_signs_new_ones(site: Site) -> None:
    program = site.program(ADA, "notes")
    assert site.process.shared.keys.rotate() == 2
    assert program.get("me").status_code == 200


def test_a_role_counts_in_its_scope_only(site: Site) -> None:
    program = site.program(ADA, "notes", "writer", "mine")
    mine = program.post("scopes/mine/notes", json={"text": "x"})
    others = program.post("scopes/others/notes", json={"text": "x"})
    assert (mine.status_code, others.status_code) == (201, 404)
    assert mine.json()["by"] == program.get("me").json()["subject"]


@pytest.mark.parametrize(
    "change",
    [
        {"data": {"text": "x"}},
        {"data": {"text": "x", "_csrf": "0.0"}},
        {"headers": {"Origin": "https://evil.example"}},
        {"headers": {"Sec-Fetch-Site": "cross-site"}},
    ],
)
def test_a_form_that_another_site_sends_is_refused(site: Site, change: dict[str, Any]) -> None:
    client = site.browser(ADA, "notes")
    token = site.form_token(client, "/notes/private")
    call = {"data": {"text": "x", "_csrf": token}, **change}
    assert client.post("/notes/private", **call).status_code == 403


def test_a_form_of_another_session_is_refused(site: Site) -> None:
    mine, other = site.browser(ADA, "notes"), site.browser("eve@example.com", "notes")
    token = site.form_token(other, "/notes/private")
    assert mine.post("/notes/private", data={"text": "x", "_csrf": token}).status_code == 403


def test_sign_in_and_sign_out_need_their_own_forms(site: Site) -> None:
    client = site.client()
    assert client.post("/notes/sign-in", data={"name": "x", "password": "y"}).status_code == 403
    assert client.post("/notes/sign-out").status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", ""])
def test_another_host_is_not_served(site: Site, host: str) -> None:
    answer = site.client().get("/notes/", headers={"Host": host})
    assert (answer.status_code, answer.json()["status"]) == (421, 421)


def test_an_error_that_nobody_foresaw_tells_nothing(site: Site) -> None:
    answer = site.client().get("/notes/api/broken")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "RuntimeError" in site.lines[-1]


def test_a_refusal_is_a_problem_document_with_field_errors(site: Site) -> None:
    answer = site.program(ADA, "notes", "admin").post("scopes/a/notes", json={})
    told = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (told["status"], told["detail"]) == (422, "Some fields are not right.")
    assert told["errors"] == [{"field": "text", "message": "Field required"}]
    assert told["instance"] == f"urn:request:{answer.headers['x-request-id']}"


def test_a_page_that_is_not_there_is_told_as_a_page(site: Site) -> None:
    answer = site.client().get("/notes/nowhere")
    assert (answer.status_code, "<h1>Not Found</h1>" in answer.text) == (404, True)


def test_a_log_line_has_the_request_and_no_secret(site: Site) -> None:
    client = site.browser(ADA, "notes")
    cookie = client.cookies["tavola-notes"]
    client.get("/notes/private?token=hush")
    line = json.loads(site.lines[-1])
    assert (line["route"], line["status"]) == ("/notes/private", 200)
    assert "subject" in line
    assert not any(secret in "".join(site.lines) for secret in (cookie, "hush", "password"))


def test_pages_run_nothing_that_is_not_ours(site: Site) -> None:
    policy = site.client().get("/notes/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_health_and_metrics(site: Site) -> None:
    client = site.client()
    client.get("/notes/")
    with_token = client.get("/metrics", headers={"Authorization": f"Bearer {'m' * 32}"})
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/metrics").status_code == 404
    assert 'tavola_requests_total{method="GET",route="/notes/",status="200"} 1.0' in with_token.text
    assert "tavola_mail_waiting 0.0" in with_token.text


def test_another_origin_reads_the_api_only_where_it_is_allowed(site: Site) -> None:
    def asked(origin: str, path: str) -> str | None:
        answer = site.client().get(path, headers={"Origin": origin})
        allowed: str | None = answer.headers.get("access-control-allow-origin")
        return allowed

    assert asked("https://a.example", "/notes/api/notes") == "https://a.example"
    assert asked("https://b.example", "/notes/api/notes") is None
    assert asked("https://a.example", "/notes/") is None


def test_a_cache_keeps_answers_for_each_origin_apart(site: Site) -> None:
    answer = site.client().get("/notes/api/notes")
    assert "Origin" in answer.headers["vary"]


def test_a_preflight_is_answered(site: Site) -> None:
    headers = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    answer = site.client().options("/notes/api/notes", headers=headers)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (
        204,
        "https://a.example",
    )


@pytest.mark.parametrize("length", ["\u00b2", "9" * 5000, "-1", "many"])
def test_a_length_that_is_no_number_is_refused(site: Site, length: str) -> None:
    answer = site.client().post(
        "/notes/api/notes", content=b"{}", headers={b"content-length": length.encode("latin-1")}
    )
    assert answer.status_code == 413


def test_a_body_past_the_limit_is_refused(site: Site) -> None:
    program = site.program(ADA, "notes", "admin")
    answer = program.post("scopes/a/notes", content=b"x" * 7_000_000)
    assert answer.status_code == 413


def test_a_repeated_post_gets_the_first_answer(site: Site) -> None:
    program = site.program(ADA, "notes", "admin")
    headers = {"Idempotency-Key": "one"}
    first = program.post("scopes/a/notes", json={"text": "x"}, headers=headers)
    again = program.post("scopes/a/notes", json={"text": "x"}, headers=headers)
    other = program.post("scopes/a/notes", json={"text": "y"}, headers=headers)
    assert (first.status_code, again.status_code, other.status_code) == (201, 201, 422)
    assert again.json() == first.json()
    assert again.headers["idempotent-replayed"] == "true"


def test_a_key_of_another_user_is_another_key(site: Site) -> None:
    headers = {"Idempotency-Key": "one"}
    answers = [
        site.program(email, "notes", "admin").post(
            "scopes/a/notes", json={"text": email}, headers=headers
        )
        for email in (ADA, "eve@example.com")
    ]
    assert [answer.status_code for answer in answers] == [201, 201]


def test_a_route_without_a_rule_is_never_served() -> None:
    whole = notes()
    rules = {route: need for route, need in whole.rules.items() if route != "GET /private"}
    with pytest.raises(ValueError, match="routes without a rule \\['GET /private'\\]"):
        open_site([replace(whole, rules=rules)])


def test_the_address_behind_a_proxy_is_the_nearest_that_is_not_ours() -> None:
    site = open_site([notes()], proxy=("10.0.0.0/8",))
    behind = site.client(client=("10.0.0.1", 1))
    direct = site.client(client=("192.0.2.1", 1))
    forwarded = {"X-Forwarded-For": "6.6.6.6, 203.0.113.7, 10.9.9.9"}
    behind.get("/notes/", headers=forwarded)
    direct.get("/notes/", headers=forwarded)
    addresses = [json.loads(line)["address"] for line in site.lines]
    assert addresses == ["203.0.113.7", "192.0.2.1"]


def test_the_docs_page_loads_nothing_from_elsewhere(site: Site) -> None:
    text = site.client().get("/notes/docs").text
    assert "/static/swagger/swagger-ui-bundle.js" in text
    assert text.count("http") == 0
    assert BASE not in text


def test_a_static_file_is_kept_for_ever_under_its_address(site: Site) -> None:
    text = site.client().get("/notes/").text
    address = text.split('stylesheet" href="')[1].split('"')[0]
    answer = site.client().get(address)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert site.client().get(address.partition("?")[0]).headers["cache-control"] == (
        "public, no-cache"
    )
