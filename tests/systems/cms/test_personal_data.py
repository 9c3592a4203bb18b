"""What a site knows of a person: given to them whole, and gone without a trace."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

from tavola.model.model import Model
from tavola.patterns.worker import Worker
from tavola_systems.cms.models import (
    AuditByActor,
    AuditByTarget,
    AuditEntry,
    Cms,
    ContentVersion,
    Lead,
    OutboxMessage,
    Route,
)
from tavola_systems.cms.services.audit import entry_writes
from tavola_systems.cms.services.comments import CommentKey, Comments
from tavola_systems.cms.services.consents import Consents
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.contexts import Contexts
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.personal_data import REMOVED, PersonalData
from tavola_systems.cms.services.tenant_scope import Actor, outbox_of
from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import CmsSite

BEA = "bea@example.com"
VISITOR = "visitor-0123456789abcdef"


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


def test_a_person_s_name_and_words_leave_the_trail_with_them(luna: CmsSite) -> None:
    page = ContentService(luna.scope).create("About us", publish=True)
    comments, leads = Comments(luna.scope), Leads(luna.scope)
    said = comments.post(
        page.node_id, author="Beatrix", body="A confession", policy="before", email=BEA
    )
    comments.moderate(CommentKey(page.node_id, said.posted_at, said.comment_id), "approved")
    leads.change(BEA, status="contacted", note="Beatrix is nice")
    worker = CmsWorker(luna.cms.db, luna.cms.tenants, limit=100)
    worker.step()
    comments.moderate(CommentKey(page.node_id, said.posted_at, said.comment_id), "rejected")
    list(PersonalData(luna.scope).erase(BEA))
    worker.step()
    left = [one for one in _everything(luna) if "Beatrix" in one or "confession" in one]
    assert left == []
    actions = [one.action for one in luna.scope.db.audit_entry.latest_audit()]
    assert actions.count("MODERATE_COMMENT") == 2


def test_what_was_kept_of_a_page_goes_too(luna: CmsSite) -> None:
    blocks = [{"type": "text", "markdown": f"Write to {BEA}"}]
    page = ContentService(luna.scope).create("About us", blocks=blocks, publish=True)
    Comments(luna.scope).post(page.node_id, author="Bea", body="Hi", policy="after", email=BEA)
    visitor = luna.site.client()
    assert BEA in visitor.get("/cms/s/luna/about-us").text
    list(PersonalData(luna.scope).erase(BEA))
    shown = visitor.get("/cms/s/luna/about-us").text
    assert (BEA in shown, "<strong>Bea</strong>" in shown, REMOVED in shown) == (False, False, True)


def test_an_event_that_a_worker_holds_is_not_written_as_it_was(luna: CmsSite) -> None:
    leads = Leads(luna.scope)
    leads.submit(BEA, source="form", name="Bea")
    leads.change(BEA, status="contacted")
    root = luna.cms.db.untenanted

    def held(message: OutboxMessage) -> Any:
        if message.body["action"] == "UPDATE_LEAD" and BEA in str(message.body):
            list(PersonalData(luna.scope).erase(BEA))
        return entry_writes(luna.cms.db.tenant("luna"), message)

    Worker(root, outbox_of(root), held, limit=100).run_once()
    luna.site.clock.forward(3600)
    CmsWorker(luna.cms.db, luna.cms.tenants, limit=100).step()
    assert [one for one in _everything(luna) if BEA in one.lower()] == []


def filled(luna: CmsSite, model: type[Model]) -> Model:
    """An item whose every text names Bea."""
    values: dict[str, Any] = {
        "StringField": f"By {BEA}",
        "JsonField": {"said": [f"By {BEA}", {BEA: 1}]},
        "ListField": [f"By {BEA}"],
        "MapField": {"said": f"By {BEA}"},
        "StringSetField": set(),
        "UlidField": luna.scope.new_id(),
        "DateTimeField": luna.scope.now(),
        "CreateDateField": luna.scope.now(),
        "IntegerField": 1,
        "CounterField": 1,
        "DecimalField": Decimal(1),
        "BooleanField": True,
    }
    fields = Cms.design.models[model.__name__].fields.values()
    given: dict[str, Any] = {
        one.python_name: one.values[0] if one.values else values[one.type]
        for one in fields
        if not one.pattern
    }
    patterned = {"currency": "EUR", "visitor_id": VISITOR}
    names = [one.python_name for one in fields]
    given |= {name: text for name, text in patterned.items() if name in names}
    # Keys that cannot hold this address: a lead of another person's, and slugs, which have no @.
    keys: dict[type[Model], dict[str, str]] = {
        Lead: {"email": "carl@example.com"},
        Route: {"slug": "/bea"},
    }
    given |= keys.get(model, {})
    return model(**given)


def test_an_address_is_found_wherever_the_design_has_a_text(luna: CmsSite) -> None:
    db = luna.scope.db
    models = [one for one in Cms.models if Cms.design.models[one.__name__].is_tenanted]
    for model in models:
        with db.transaction() as tx:
            tx.put(filled(luna, model))
    page = ContentService(luna.cms.tenants.scope("luna", Actor("bea", BEA))).create("Plans")
    ContentService(luna.cms.tenants.scope("luna", Actor("bea", BEA))).schedule(
        page.node_id, "publish", luna.scope.now() + timedelta(days=1), version=1
    )
    luna.cms.tenants.change(luna.scope, {"footer": f"Write to {BEA}"})
    before = [one for one in _everything(luna) if BEA in one]
    list(PersonalData(luna.scope).erase(BEA))
    assert len(before) > len(models)
    assert [one for one in _everything(luna) if BEA in one] == []


def _everything(luna: CmsSite) -> list[str]:
    """All items of the table, as they are stored."""
    db = luna.scope.db
    answer = json.loads(bytes(db.store.execute("Scan", {"TableName": db.table_name})))
    return [json.dumps(item) for item in answer["Items"]]
