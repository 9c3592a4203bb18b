"""The running of a site: proof of a domain, its people, and what it knows of a person."""

from __future__ import annotations

import json
import socket
from importlib import import_module
from threading import Thread
from typing import Any

import pytest

from tavola.errors import OperationError
from tavola_systems.cms.dns import txt_records
from tavola_systems.cms.models import (
    AuditByActor,
    AuditByTarget,
    AuditEntry,
    ContentVersion,
    TenantConfig,
)
from tavola_systems.cms.services.comments import Comments
from tavola_systems.cms.services.consents import Consents
from tavola_systems.cms.services.contexts import Contexts
from tavola_systems.cms.services.domains import (
    Domains,
    DomainTaken,
    normalise_host,
    record_name,
    record_value,
)
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.personal_data import REMOVED, PersonalData
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


def known_person(luna: CmsSite) -> str:
    """A person who left traces everywhere; returns a page's id."""
    scope, db = luna.scope, luna.scope.db
    page = next(one for one in db.content.pages() if one.slug == "/")
    Consents(scope).record(VISITOR, "all")
    Comments(scope).post(
        page.node_id,
        author="Bea",
        body=f"Write to {BEA}",
        policy="after",
        email=BEA,
        visitor_id=VISITOR,
    )
    Contexts(scope).create(title="Readers", body="Ask Bea@Example.com first.")
    db.content.update(page.node_id, blocks=[{"type": "text", "markdown": f"Contact: {BEA}"}])
    now = scope.now()
    version = ContentVersion(
        node_id=page.node_id,
        version=1,
        title="Home",
        blocks=[{"type": "text", "markdown": f"By {BEA}"}],
        updated_at=now,
        updated_by=BEA,
    )
    db.content_version.put_all([version])
    told = {
        "at": now,
        "audit_id": "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "action": "UPDATE_LEAD",
        "target_type": "lead",
        "target_id": BEA,
        "target_title": f"Bea <{BEA}>",
    }
    entry: dict[str, Any] = {**told, "actor_email": BEA}
    db.audit_entry.put(AuditEntry(**entry, actor_id="x", snapshot={"mail": BEA}))
    db.audit_by_actor.put(AuditByActor(**entry))
    db.audit_by_target.put(AuditByTarget(**entry))
    return page.node_id


def test_everything_that_is_known_of_a_person_is_given_to_them(luna: CmsSite) -> None:
    known_person(luna)
    found = luna.program("admin").get("personal-data", params={"email": BEA}).json()
    kinds = sorted({one["kind"] for one in found})
    assert kinds == ["audit", "comment", "consent", "context", "lead", "page", "version 1 of page"]
    assert json.dumps(found).count("Lovely") == 0


def test_an_erased_person_is_nowhere_and_the_rest_stays(luna: CmsSite) -> None:
    page_id = known_person(luna)
    Leads(luna.scope).submit("carl@example.com", source="form")
    told = luna.program("admin").post("personal-data/erasure", json={"email": "BEA@example.com"})
    changes = told.json()["changes"]
    assert [one for one in changes if one.startswith("lead")] == ["lead: deleted"]
    assert any(one.startswith("version 1 of page") for one in changes)
    assert list(PersonalData(luna.scope).export(BEA)) == []
    items = _everything(luna)
    assert [one for one in items if BEA in one.lower()] == []
    assert any("carl@example.com" in one for one in items)
    assert [one.author for one in Comments(luna.scope).in_status("approved")] == [REMOVED]
    page = luna.scope.db.content.get(page_id)
    assert page is not None
    assert page.blocks == [{"type": "text", "markdown": f"Contact: {REMOVED}"}]


def test_to_erase_a_second_time_changes_nothing_more(luna: CmsSite) -> None:
    known_person(luna)
    list(PersonalData(luna.scope).erase(BEA))
    assert list(PersonalData(luna.scope).erase(BEA)) == []


def _everything(luna: CmsSite) -> list[str]:
    """All items of the table, as they are stored."""
    db = luna.scope.db
    answer = json.loads(bytes(db.store.execute("Scan", {"TableName": db.table_name})))
    return [json.dumps(item) for item in answer["Items"]]
