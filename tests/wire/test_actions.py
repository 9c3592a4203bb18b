from __future__ import annotations

import pytest

from tavola.wire.actions import TRAITS, ActionTraits, target_of, traits_of


def test_of_an_unknown_action_nothing_is_assumed() -> None:
    assert traits_of("Unheard") == ActionTraits("Unheard")
    assert not traits_of("Unheard").is_metered


def test_what_only_reads_may_always_be_sent_again() -> None:
    assert {each.repeatable for each in TRAITS.values() if each.reads} == {"always"}


def test_no_action_consumes_both_kinds_of_units() -> None:
    assert [each for each in TRAITS.values() if each.reads_items and each.writes_items] == []


@pytest.mark.parametrize(
    ("action", "target"),
    [
        ("GetItem", "DynamoDB_20120810.GetItem"),
        ("GetRecords", "DynamoDBStreams_20120810.GetRecords"),
        ("Unheard", "DynamoDB_20120810.Unheard"),
    ],
)
def test_the_target_names_the_service_of_an_action(action: str, target: str) -> None:
    assert target_of(action) == target
