"""The running of a site: proof of a domain, its people, and what it knows of a person."""

from __future__ import annotations

import socket
from importlib import import_module
from threading import Thread
from typing import Any

import pytest

from tavola.errors import OperationError
from tavola_systems.cms.dns import txt_records
from tavola_systems.cms.models import (
    TenantConfig,
)
from tavola_systems.cms.services.domains import (
    Domains,
    DomainTaken,
    normalise_host,
    record_name,
    record_value,
)
from tests.patience import PATIENCE_SECONDS
from tests.systems.cms.conftest import ADA, CmsSite

BEA = "bea@example.com"
VISITOR = "visitor-0123456789abcdef"


class Zone:
    """What the DNS says, in a test."""

    def __init__(self) -> None:
        self.records: dict[str, list[str]] = {}

    def __call__(self, name: str) -> list[str]:
        return self.records.get(name, [])


def domains(luna: CmsSite, zone: Zone) -> Domains:
    return Domains(luna.cms.tenants, own_hosts=["testserver", "cms.example"], look_up=zone)


def publish(zone: Zone, config: TenantConfig) -> None:
    host = config.wanted_domain or ""
    zone.records[record_name(host)] = ["v=spf1 -all", record_value(config.domain_token or "")]


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("Luna.Example.", "luna.example"),
        (" https://luna.example:8443/about ", "luna.example"),
        ("Bücher.example", "xn--bcher-kva.example"),
    ],
)
def test_a_host_has_one_form(typed: str, host: str) -> None:
    assert normalise_host(typed) == host


@pytest.mark.parametrize(
    "typed", ["", "luna", "127.0.0.1", "[::1]", "a..b", "-a.example", "a_b.example", "a b.example"]
)
def test_what_is_no_host_is_refused(typed: str) -> None:
    with pytest.raises(OperationError, match="domain: "):
        normalise_host(typed)


def test_a_domain_works_only_once_its_record_is_there(luna: CmsSite) -> None:
    zone = Zone()
    own = domains(luna, zone)
    wanted = own.want(luna.scope, "Luna.example")
    with pytest.raises(OperationError, match=r"_tavola-site\.luna\.example has no TXT record"):
        own.prove(luna.scope)
    assert luna.cms.tenants.get("luna").domain is None
    publish(zone, wanted)
    proven = own.prove(luna.scope)
    assert (proven.domain, proven.wanted_domain, proven.domain_token) == (
        "luna.example",
        None,
        None,
    )


def test_the_record_of_another_host_or_time_proves_nothing(luna: CmsSite) -> None:
    zone = Zone()
    own = domains(luna, zone)
    publish(zone, own.want(luna.scope, "luna.example"))
    own.want(luna.scope, "luna.example")
    with pytest.raises(OperationError, match="has no TXT record"):
        own.prove(luna.scope)


def test_a_domain_is_one_site_s_until_it_gives_it_up(luna: CmsSite) -> None:
    zone = Zone()
    own = domains(luna, zone)
    luna.cms.tenants.create("Moon", ADA)
    moon = luna.cms.tenants.scope("moon", ADA)
    for scope in (luna.scope, moon):
        own.want(scope, "luna.example")
    own.approve(luna.scope)
    with pytest.raises(DomainTaken, match="another site answers"):
        own.approve(moon)
    own.release(luna.scope)
    assert own.approve(moon).domain == "luna.example"


@pytest.mark.parametrize("host", ["cms.example", "x.cms.example"])
def test_nobody_takes_the_platform_s_own_host(luna: CmsSite, host: str) -> None:
    with pytest.raises(OperationError, match="platform's own"):
        domains(luna, Zone()).want(luna.scope, host)


def test_only_who_runs_all_sites_approves_without_a_record(luna: CmsSite) -> None:
    admin = luna.program("admin")
    shown = admin.put("domain", json={"domain": "luna.example"}).json()
    assert shown["record_name"] == "_tavola-site.luna.example"
    assert admin.post("domain/approval").status_code == 403
    boss = luna.site.program("boss@example.com", "cms", "global_admin")
    boss.headers["X-Tenant-Id"] = "luna"
    assert boss.post("domain/approval").json()["domain"] == "luna.example"
    assert admin.delete("domain").json()["domain"] is None


def test_txt_records_are_read_from_the_dns() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        address: tuple[str, int] = server.getsockname()
        thread = Thread(target=_answer_until_told, args=(server,))
        thread.start()
        try:
            found = txt_records("_x.luna.example", servers=address, seconds=PATIENCE_SECONDS)
        finally:
            server.sendto(b"", address)
            thread.join()
    assert sorted(found) == ["one two", "three"]


def _answer_until_told(server: socket.socket) -> None:
    """Answer every question with two records; an empty message ends it."""
    messages: Any = import_module("dns.message")
    sets: Any = import_module("dns.rrset")
    while True:
        asked, address = server.recvfrom(512)
        if not asked:
            return
        query = messages.from_wire(asked)
        response = messages.make_response(query)
        texts = ('"one " "two"', '"three"')
        response.answer.append(sets.from_text(query.question[0].name, 60, "IN", "TXT", *texts))
        server.sendto(response.to_wire(), address)


def test_an_administrator_invites_changes_and_removes_people(luna: CmsSite) -> None:
    admin = luna.program("admin")
    invited = admin.post("people", json={"email": BEA, "name": "Bea", "role": "editor"})
    found = {one["email"]: one["role"] for one in admin.get("people").json()["items"]}
    assert found == {"admin-luna@example.com": "admin", BEA: "editor"}
    assert BEA in luna.site.mails()[-1]["To"]
    user_id = invited.json()["user_id"]
    assert admin.delete(f"people/{user_id}").status_code == 204
    assert admin.delete(f"people/{user_id}").status_code == 404


def test_nobody_gives_a_role_that_is_stronger_than_their_own(luna: CmsSite) -> None:
    admin = luna.program("admin")
    body = {"email": BEA, "name": "Bea", "role": "global_admin"}
    assert admin.post("people", json=body).status_code == 400
    assert luna.program("editor").get("people").status_code == 403
