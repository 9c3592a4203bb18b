"""Fields that are stored under other names: what a design may say of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

TEMPLATES = """\
table:
  name: shop
  typeAttribute: kind
  ttlAttribute: expires
  indexes:
    GSI1: {{partitionKey: GSI1PK, sortKey: GSI1SK, projection: {included}}}
models:
  User:
    fields:
      userId: {{type: StringField, required: true}}
      firstName: {{type: StringField, {first}}}
      other: {{type: {other}}}
    key: {{PK: "USER#{{userId}}", SK: USER}}
    indexes:
      users: {{index: GSI1, GSI1PK: USERS, GSI1SK: "{{userId}}"}}
accessPatterns:
  names: {{model: User, query: users, only: [userId{only}]}}
"""
MANAGED = """\
models:
  User:
    modelPrefix: u
    fields:
      userId: {{type: UlidField, autoAssign: true}}
      name: {{type: StringField, attribute: {name}}}
    primaryKey: {{partitionKey: userId}}
"""


def templates(
    first: str = "attribute: first-name",
    other: str = "StringField",
    included: str = "all",
    only: str = "",
) -> str:
    return TEMPLATES.format(first=first, other=other, included=included, only=only)


def test_a_field_knows_its_attribute(load: Load) -> None:
    field = load(templates()).models["User"].fields["firstName"]

    assert (field.name, field.python_name, field.attribute_name) == (
        "firstName",
        "first_name",
        "first-name",
    )


def test_an_attribute_of_the_fields_own_name_is_none(load: Load) -> None:
    design = load(templates("attribute: firstName"))

    assert design.models["User"].fields["firstName"].attribute == ""


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            templates("attribute: other"),
            "shop.yaml:12: User.fields.other: 'other' and 'firstName' are both stored as 'other'. "
            "Store one as another.",
        ),
        (
            templates("attribute: GSI1PK"),
            "shop.yaml:11: User.fields.firstName: 'GSI1PK' is an attribute of the table. "
            "Store it as another.",
        ),
        (
            templates("attribute: kind"),
            "shop.yaml:11: User.fields.firstName: 'kind' is an attribute of the table. "
            "Store it as another.",
        ),
        (
            templates("attribute: expires"),
            "shop.yaml:11: User.fields.firstName: 'expires' is the attribute that expires items, "
            "and StringField does not. Make it a TtlField, or give it another name.",
        ),
        (
            templates('attribute: ""'),
            "shop.yaml:11: User.fields.firstName: 'attribute' is empty. "
            "Write the attribute's name.",
        ),
        (
            templates("attribute: [a]"),
            "shop.yaml:11: User.fields.firstName: 'attribute' is a list. Write a string, in "
            "quotes if need be.",
        ),
        (
            templates("atribute: first-name"),
            "shop.yaml:11: User.fields.firstName has unknown option 'atribute'. "
            "Did you mean 'attribute'?",
        ),
        (
            templates(other="TtlField, attribute: ttl"),
            "shop.yaml:12: User.fields.other: a TtlField must be stored as 'expires'. "
            "DynamoDB expires by one attribute of the table.",
        ),
        (
            templates(included="{include: [userId, firstName]}"),
            "shop.yaml:6: table.indexes.GSI1: the projection includes 'firstName', which no model "
            "has. Did you mean 'first-name'?",
        ),
        (
            templates(included="{include: [userId]}", only=", firstName"),
            "shop.yaml:17: accessPatterns.names: 'only' needs 'firstName', which the projection of "
            "GSI1 misses. Include it: projection: {include: [first-name]}, or all.",
        ),
        (
            MANAGED.format(name="_gsi1_pk"),
            "shop.yaml:6: User.fields.name: '_gsi1_pk' is an attribute of the table. "
            "Store it as another.",
        ),
        (
            MANAGED.format(name="userId"),
            "shop.yaml:6: User.fields.name: 'name' and 'userId' are both stored as 'userId'. "
            "Store one as another.",
        ),
    ],
)
def test_one_mistake_is_one_finding(check: Check, text: str, finding: str) -> None:
    assert check(text) == [finding]
