"""Models that share a key space on purpose, and what is wrong with saying so."""

from __future__ import annotations

import pytest

from tests.design.conftest import Check, Load

DESIGN = """\
table: {typeAttribute: kind}
models:
  User:
    sharesKeyWith: Organisation
    fields: {name: {type: StringField}, email: {type: StringField}}
    key: {PK: "ACCOUNT#{name}", SK: ACCOUNT}
  Organisation:
    fields: {name: {type: StringField}}
    key: {PK: "ACCOUNT#{name}", SK: ACCOUNT}
  Team:
    fields: {name: {type: StringField}}
    key: {PK: "TEAM#{name}", SK: TEAM}
"""


def test_sharing_goes_both_ways_and_on(load: Load) -> None:
    both = load(DESIGN).models
    assert (both["User"].shares, both["Organisation"].shares) == (("Organisation",), ("User",))
    assert both["Team"].shares == ()

    three = load(
        DESIGN.replace("TEAM#", "ACCOUNT#")
        .replace("SK: TEAM", "SK: ACCOUNT")
        .replace("  Team:\n", "  Team:\n    sharesKeyWith: [User]\n")
    ).models
    assert three["Team"].shares == ("User", "Organisation")
    assert three["Organisation"].shares == ("User", "Team")


def test_without_it_keys_that_meet_are_an_error(check: Check) -> None:
    (found,) = check(DESIGN.replace("    sharesKeyWith: Organisation\n", ""))
    assert "can give one key" in found


CAN_MEET = "can give one key (PK='ACCOUNT#', SK='ACCOUNT'). Begin each with a literal of its own."
MEETS_USER = "'ACCOUNT#{name}' / 'ACCOUNT' and User.key 'ACCOUNT#{name}' / 'ACCOUNT' " + CAN_MEET
LOCK = (
    '    key: {PK: "ACCOUNT#{name}", SK: ACCOUNT}\n    uniqueConstraints:\n'
    '      uniqueEmail: {field: email, PK: "ACCOUNT#{email}", SK: ACCOUNT}\n  Organisation'
)
MISTAKES = [
    (
        ("table: {typeAttribute: kind}\n", ""),
        "3: User: 'sharesKeyWith' is given without a type, which alone distinguishes the items. "
        "Add typeAttribute to the table.",
        f"8: Organisation.key: {MEETS_USER}",
    ),
    (
        ("sharesKeyWith: Organisation", "sharesKeyWith: Organization"),
        "4: User: 'sharesKeyWith' names unknown model 'Organization'. Did you mean 'Organisation'?",
        f"9: Organisation.key: {MEETS_USER}",
    ),
    (
        ("sharesKeyWith: Organisation", "sharesKeyWith: [Organisation, User]"),
        "4: User: 'sharesKeyWith' names the model itself. Name the other one.",
    ),
    (
        ("sharesKeyWith: Organisation", "sharesKeyWith: [Organisation, Team]"),
        "4: User: no key of User can be one of Team. Leave it out.",
    ),
    (
        ('    key: {PK: "ACCOUNT#{name}", SK: ACCOUNT}\n  Organisation', LOCK),
        "8: User.uniqueConstraints.uniqueEmail: 'ACCOUNT#{email}' / 'ACCOUNT' and User.key "
        f"'ACCOUNT#{{name}}' / 'ACCOUNT' {CAN_MEET}",
        "11: Organisation.key: 'ACCOUNT#{name}' / 'ACCOUNT' and User.uniqueConstraints.uniqueEmail "
        f"'ACCOUNT#{{email}}' / 'ACCOUNT' {CAN_MEET}",
    ),
]


@pytest.mark.parametrize(
    ("change", "findings"), [(change, findings) for change, *findings in MISTAKES]
)
def test_a_mistake_says_what_would_be_right(
    check: Check, change: tuple[str, str], findings: list[str]
) -> None:
    assert check(DESIGN.replace(*change)) == [f"shop.yaml:{finding}" for finding in findings]


def test_a_model_of_another_table_has_other_keys(check: Check) -> None:
    text = DESIGN.replace(
        "table: {typeAttribute: kind}", "tables: {one: {typeAttribute: kind}, two: {}}"
    )
    for model, table in (("User", "one"), ("Organisation", "two"), ("Team", "one")):
        text = text.replace(f"  {model}:\n", f"  {model}:\n    table: {table}\n")

    assert check(text) == ["shop.yaml:5: User: Organisation is in another table. Leave it out."]
