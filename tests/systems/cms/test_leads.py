"""Leads and comments: one item for each address, and nothing shown before somebody looked at it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tavola.errors import ItemMissing, OperationError
from tavola_systems.cms.models import Content
from tavola_systems.cms.services.comments import CommentKey, CommentPolicy, Comments
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.tenant_scope import outbox_of
from tests.systems.cms.conftest import CmsSite


def home(luna: CmsSite) -> Content:
    return next(one for one in luna.scope.db.content.pages() if one.slug == "/")


def comment(
    luna: CmsSite, policy: CommentPolicy = "before", email: str | None = None
) -> CommentKey:
    made = Comments(luna.scope).post(
        home(luna).node_id, author="Bea", body="Lovely.", policy=policy, email=email
    )
    return CommentKey(made.page_id, made.posted_at, made.comment_id)


def test_an_address_is_one_lead_however_it_is_written(luna: CmsSite) -> None:
    leads = Leads(luna.scope)
    leads.submit("Bea@Example.com", source="contact form", name="Bea", data={"message": "Hi"})
    again = leads.submit(" bea@example.COM ", source="newsletter", data={"topic": "News"})
    assert (again.email, again.submissions, again.source) == ("bea@example.com", 2, "contact form")
    assert again.data == {"message": "Hi", "topic": "News"}
    assert [one.email for one in leads.page()] == ["bea@example.com"]


def test_who_writes_again_keeps_status_note_and_first_date(luna: CmsSite) -> None:
    leads = Leads(luna.scope)
    first = leads.submit("bea@example.com", source="form")
    leads.change("bea@example.com", status="qualified", note="Call on Monday")
    again = leads.submit("bea@example.com", source="form")
    assert (again.status, again.note, again.created_at) == (
        "qualified",
        "Call on Monday",
        first.created_at,
    )
    assert [one.email for one in leads.page("qualified")] == ["bea@example.com"]
    assert leads.page("new").items == []


def test_the_latest_lead_is_listed_first(luna: CmsSite) -> None:
    leads = Leads(luna.scope)
    for name in ("a", "b", "a"):
        leads.submit(f"{name}@example.com", source="form")
    assert [one.email for one in leads.page()] == ["a@example.com", "b@example.com"]


@pytest.mark.parametrize("email", ["", "bea", "bea@", "a b@example.com", "x@y@z", "a\n@b.c"])
def test_what_is_no_address_becomes_no_lead(luna: CmsSite, email: str) -> None:
    with pytest.raises(OperationError, match="email: "):
        Leads(luna.scope).submit(email, source="form")
    assert Leads(luna.scope).page().items == []


def test_a_form_of_too_many_or_too_long_fields_is_refused(luna: CmsSite) -> None:
    leads = Leads(luna.scope)
    with pytest.raises(OperationError, match="data: it has 21 fields"):
        leads.submit("bea@example.com", source="form", data={str(n): "x" for n in range(21)})
    with pytest.raises(OperationError, match="message: it has 2001 characters"):
        leads.submit("bea@example.com", source="form", data={"message": "x" * 2001})


def test_a_deleted_lead_leaves_no_address_in_the_audit_trail(luna: CmsSite) -> None:
    leads = Leads(luna.scope)
    leads.submit("bea@example.com", source="form")
    leads.delete("BEA@example.com")
    assert leads.page().items == []
    messages, shards = (
        luna.scope.root.outbox_message,
        range(outbox_of(luna.scope.root).items.shards),
    )
    told = [str(one.body) for shard in shards for one in messages.outbox_messages(shard=shard)]
    assert len(told) == 2
    assert not any("bea@example.com" in one for one in told)


def test_a_comment_waits_until_somebody_approves_it(luna: CmsSite) -> None:
    comments, page = Comments(luna.scope), home(luna).node_id
    key = comment(luna)
    assert comments.shown_under(page)[0] == []
    assert [one.body for one in comments.in_status("pending")] == ["Lovely."]
    comments.moderate(key, "approved")
    assert [(one.author, one.body) for one in comments.shown_under(page)[0]] == [("Bea", "Lovely.")]
    assert comments.in_status("pending").items == []


def test_a_site_may_show_comments_at_once_or_take_none(luna: CmsSite) -> None:
    comment(luna, "after")
    assert len(Comments(luna.scope).shown_under(home(luna).node_id)[0]) == 1
    with pytest.raises(OperationError, match="comments are closed"):
        comment(luna, "off")


def test_who_comments_with_an_address_becomes_a_lead_and_readers_never_see_it(
    luna: CmsSite,
) -> None:
    comment(luna, "after", "Bea@example.com")
    lead = Leads(luna.scope).get("bea@example.com")
    shown = Comments(luna.scope).shown_under(home(luna).node_id)[0]
    assert (lead.name, lead.source, lead.submissions) == ("Bea", "comment on Home", 1)
    assert "example.com" not in repr(shown)


def test_two_comments_of_one_millisecond_are_two(luna: CmsSite) -> None:
    scope = replace(luna.scope, clock=lambda: 1_900_000_000.0)
    for body in ("one", "two"):
        Comments(scope).post(home(luna).node_id, author="B", body=body, policy="before")
    found = Comments(luna.scope).in_status("pending").items
    assert len({one.posted_at for one in found}) == 1
    assert sorted(one.body for one in found) == ["one", "two"]


@pytest.mark.parametrize("body", ["", "  \n ", "x" * 2001, "\u202e\u0000"])
def test_a_comment_has_one_to_two_thousand_characters(luna: CmsSite, body: str) -> None:
    with pytest.raises(OperationError, match="body: "):
        Comments(luna.scope).post(home(luna).node_id, author="B", body=body, policy="after")


def test_nobody_comments_on_a_page_that_readers_do_not_see(luna: CmsSite) -> None:
    page = home(luna).node_id
    luna.scope.db.content.update(page, status="draft")
    with pytest.raises(ItemMissing, match="does not exist"):
        comment(luna, email="bea@example.com")
    assert Leads(luna.scope).page().items == []


def test_a_rejected_comment_can_be_approved_later_and_a_deleted_one_is_gone(luna: CmsSite) -> None:
    comments, key = Comments(luna.scope), comment(luna)
    comments.moderate(key, "rejected")
    assert comments.moderate(key, "approved").moderated_by == "ada@example.com"
    comments.delete(key)
    with pytest.raises(ItemMissing):
        comments.get(key)
