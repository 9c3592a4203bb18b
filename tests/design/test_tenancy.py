"""Tenancy: keys of one tenant can never be another's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.design import Design
from tavola.errors import OperationError
from tavola.keys import HIGHEST, TENANT

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

SHOP = """
    table:
      tenancy: required
      indexes: {GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}}
    models:
      Order:
        fields: {id: {type: StringField}, owner: {type: StringField}}
        key: {PK: "%s", SK: "ORDER#{id}"}
        indexes:
          byOwner: {index: GSI1, GSI1PK: "%s", GSI1SK: "{id}"}
    """


def test_every_partition_key_begins_with_the_tenant(check: Check) -> None:
    found = check(SHOP % ("SHOP#{id}", "{owner}#{tenant}"))
    assert found == [
        "shop.yaml:8: Order.key: the partition key 'SHOP#{id}' does not begin with the tenant. "
        "Make {tenant} its first placeholder, or say tenancy: none for the model.",
        "shop.yaml:10: Order.indexes.byOwner: the partition key '{owner}#{tenant}' does not begin "
        "with the tenant. Make {tenant} its first placeholder, or say tenancy: none for the model.",
    ]


def test_a_tenant_first_and_delimited_is_accepted(check: Check) -> None:
    assert check(SHOP % ("T#{tenant}", "T#{tenant}#{owner}")) == []


def test_a_model_without_tenancy_names_no_tenant(check: Check) -> None:
    found = check("""
        table: {tenancy: required}
        models:
          Site:
            tenancy: none
            fields: {domain: {type: StringField}}
            key: {PK: "SITE#{tenant}", SK: META}
        """)
    assert found == [
        "shop.yaml:7: Site.key: 'SITE#{tenant}' names unknown field 'tenant'. "
        "Only a model of a table with tenancy has a tenant."
    ]


def test_a_model_without_tenancy_may_not_reach_into_a_tenant(check: Check) -> None:
    found = check("""
        table: {tenancy: required}
        models:
          Order:
            fields: {id: {type: StringField}}
            key: {PK: "T#{tenant}", SK: "ORDER#{id}"}
          Site:
            tenancy: none
            fields: {domain: {type: StringField}}
            key: {PK: "T#{domain}", SK: META}
        """)
    assert [one for one in found if "can share a partition across tenants" in one] == [
        "shop.yaml:10: Site.key: 'T#{domain}' and Order.key 'T#{tenant}' can share a partition "
        "across tenants ('T#x'). "
        "Begin tenanted keys alike, and others with a literal of their own."
    ]


def test_two_beginnings_could_give_two_tenants_one_partition(check: Check) -> None:
    found = check("""
        table: {tenancy: required}
        models:
          Order:
            fields: {id: {type: StringField}}
            key: {PK: "TENANT{tenant}", SK: "ORDER#{id}"}
          Bill:
            fields: {id: {type: StringField}}
            key: {PK: "TEN{tenant}", SK: "BILL#{id}"}
        """)
    assert found == [
        "shop.yaml:9: Bill.key: 'TEN{tenant}' and Order.key 'TENANT{tenant}' can share a partition "
        "across tenants ('TENANTx'). Begin tenanted keys alike, and others with a literal of "
        "their own."
    ]


def test_a_field_may_not_be_named_tenant(check: Check) -> None:
    found = check("""
        table: {tenancy: required}
        models:
          Order:
            fields: {tenant: {type: StringField}}
            key: {PK: "T#{tenant}", SK: ORDER}
        """)
    assert found == [
        "shop.yaml:5: Order.fields.tenant: 'tenant' means the table's tenant in templates. "
        "Choose another name."
    ]


def test_the_managed_layout_puts_every_key_under_its_tenant(load: Load) -> None:
    model = load(MANAGED).models["User"]
    values = {TENANT: "acme", "userId": "u1", "email": "a@b", "$bucket": 3, "tenant": "field"}
    assert model.iteration is not None
    pairs = [
        model.key,
        model.iteration.key,
        *(one.key for one in model.indexes.values()),
        *(one.key for one in model.uniques.values()),
    ]
    assert [pair.partition.format(values) for pair in pairs] == [
        "[acme]#u#u1",
        "[acme]#u#iter#003",
        "[acme]#u#gsi1#u",
        "[acme]#_raft_uc#_uc1#u#email:a@b",
    ]


MANAGED = """
    table: {tenancy: required}
    models:
      User:
        modelPrefix: u
        fields:
          userId: {type: UlidField, autoAssign: true}
          email: {type: StringField}
          tenant: {type: StringField}
        primaryKey: {partitionKey: userId}
        indexes:
          allUsers: {partitionKey: modelPrefix, sortKey: email, indexId: gsi1}
        uniqueConstraints:
          uniqueEmail: {field: email, uniqueConstraintId: uc1}
    """

any_text = st.text(
    st.one_of(
        st.sampled_from("[]#%ub:_"),
        st.characters(exclude_categories=["Cs"], exclude_characters=HIGHEST),
    ),
    max_size=10,
)


@pytest.mark.parametrize("place", ["key", "iteration", "index", "lock"])
def test_two_tenants_never_share_a_partition(load: Load, place: str) -> None:
    model = load(MANAGED).models["User"]
    assert model.iteration is not None
    partition = {
        "key": model.key,
        "iteration": model.iteration.key,
        "index": model.indexes["allUsers"].key,
        "lock": model.uniques["uniqueEmail"].key,
    }[place].partition

    @given(any_text, any_text, any_text, any_text)
    @settings(max_examples=150)
    def check(first: str, second: str, mine: str, theirs: str) -> None:
        try:
            one = partition.format({TENANT: first, "userId": mine, "email": mine, "$bucket": 1})
            two = partition.format(
                {TENANT: second, "userId": theirs, "email": theirs, "$bucket": 1}
            )
        except OperationError:
            return
        assert one != two or first == second

    check()
