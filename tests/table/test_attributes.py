"""Fields that are stored under other names: everything but the stored item knows their own."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from tavola import OperationError
from tavola.design.load import compile_design
from tavola.model.field_expressions import Expr
from tavola.table import Table
from tavola.table.dynamic import table_class
from tavola.table.internals import codec_of
from tests.patience import eventually
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.library import Book, Library
from tests.table.stores import Home, managed_key, plain, read_raw

DESIGN = textwrap.dedent(
    """
    table: {name: leases, ttlAttribute: TimeToLive}
    models:
      Lease:
        fields:
          name: {type: StringField, attribute: class}
          owner: {type: StringField, attribute: "a \\"quoted\\" näme"}
          ends: {type: TtlField, attribute: TimeToLive, after: 10s}
        key: {PK: "LEASE#{name}", SK: LEASE}
        uniqueConstraints: {uniqueOwner: {field: owner, PK: "OWNER#{owner}", SK: LOCK}}
    """
)


def leases(home: Home, some: str) -> Table:
    design, findings = compile_design([("leases.yaml", DESIGN)], "leases")
    assert [one for one in findings if one.is_error] == []
    return home.open(table_class(design), home.name_of("leases", some))


def test_an_item_has_the_attributes_that_the_design_says(club: Club, some: str) -> None:
    ada = club.member.create(email=some, team="red", score=3, tags={"vip"}, visits=2)

    stored = plain(read_raw(club, managed_key("m", ada.member_id)))

    names = ("e-mail", "class", "__score__", "tags[]", "visits.total")
    assert [stored[name] for name in names] == [("S", some), ("S", "red"), 3, ("SS", {"vip"}), 2]
    assert {"email", "team", "score", "tags", "visits"}.isdisjoint(stored)
    assert stored["_gsi1_pk"] == ("S", "m#gsi1#red")


def test_filters_and_projections_name_fields(club: Club, some: str) -> None:
    club.account.create(name=some, owner=some, balance=7)
    club.account.create(name=f"{some}-2", owner=some, balance=1)

    def by_name() -> list[str]:
        found = club.account.accounts_for_owner(owner=some, filter={"balance": {"$gt": 5}})
        return [one.name for one in found]

    def by_expression() -> list[tuple[str, int | None]]:
        large = Account.fields.balance > 5
        found = club.account.accounts_for_owner(owner=some, filter=large, only=["balance"])
        return [(one.name, one.balance) for one in found]

    assert eventually(by_name, [some]) == [some]
    assert eventually(by_expression, [(some, 7)]) == [(some, 7)]


def test_an_attribute_is_no_field(club: Club, some: str) -> None:
    with pytest.raises(OperationError, match="has no field 'e-mail'"):
        club.query(Member, "membersForTeam", team=some, filter={"e-mail": "x"})


def test_a_condition_of_another_model_is_refused(club: Club, some: str) -> None:
    # Both have an attribute `_v` or `level` of their own; a Book's are not a Member's.
    condition: Expr = Book.fields.pages == 3
    with pytest.raises(OperationError, match="has no field 'pages'"):
        club.query(Member, "membersForTeam", team=some, filter=condition)


def test_explain_shows_the_attributes_that_are_sent(club: Club, some: str) -> None:
    plan = club.account.plan.accounts_for_owner(owner=some, filter={"balance": 1}, only=["name"])

    assert 'b a"l' in plan.explain().request["ExpressionAttributeNames"].values()


def test_a_path_into_a_document_begins_at_its_attribute(library: Library, some: str) -> None:
    library.book.create(shelf=some, number=1, title="Emma", facts={"year": 1814})

    library.book.update(some, 1, Book.fields.facts["year"].add(1))
    library.book.update(
        some, 1, Book.fields.facts["by"].set("Austen"), condition=Book.fields.facts["year"] == 1815
    )

    found = library.book.get(some, 1)
    assert found is not None
    assert found.facts == {"year": 1815, "by": "Austen"}


def test_an_attribute_can_be_the_one_that_expires_items(home: Home, some: str) -> None:
    table = leases(home, some)
    lease: Any = table.models[0]
    add = table.plans(lease).add
    first = table.run(add(lease(name=some, owner=some)))
    key = codec_of(table, lease).key({"name": some}, None)
    lock = {"PK": {"S": f"OWNER#{some}"}, "SK": {"S": "LOCK"}}

    assert plain(read_raw(table, key))["TimeToLive"] == plain(read_raw(table, lock))["TimeToLive"]
    home.clock.advance(11)
    second = table.run(add(lease(name=some, owner=some)))
    assert second.ends > first.ends
