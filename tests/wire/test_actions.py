from __future__ import annotations

from typing import Any

import pytest
from botocore.session import get_session

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


def _model_of(action: str) -> Any:
    service = "dynamodbstreams" if TRAITS[action].is_on_streams else "dynamodb"
    session: Any = get_session()
    return session.get_service_model(service).operation_model(action)


def test_every_action_is_one_of_its_service_s() -> None:
    assert {name: _model_of(name).name for name in TRAITS} == {name: name for name in TRAITS}


@pytest.mark.parametrize(
    "traits", [each for each in TRAITS.values() if each.answer], ids=lambda traits: traits.name
)
def test_an_answer_has_the_members_that_aws_lists(traits: ActionTraits) -> None:
    assert traits.answer is not None
    assert set(traits.answer.members) == set(_model_of(traits.name).output_shape.members)


def test_silent_are_the_actions_whose_answer_has_no_shape() -> None:
    shapeless = {name for name in TRAITS if _model_of(name).output_shape is None}

    assert {name for name, traits in TRAITS.items() if traits.is_silent} == shapeless


def test_units_are_consumed_by_what_reads_or_writes_items() -> None:
    reading = {name for name, traits in TRAITS.items() if traits.reads_items}
    writing = {name for name, traits in TRAITS.items() if traits.writes_items}

    assert reading == {"BatchGetItem", "GetItem", "Query", "Scan", "TransactGetItems"}
    assert writing == {"BatchWriteItem", "DeleteItem", "PutItem", "TransactWriteItems"} | {
        "UpdateItem"
    }
    assert {name for name, each in TRAITS.items() if each.is_metered} == reading | writing


def test_what_describes_gets_lists_or_searches_only_reads() -> None:
    beginnings = ("Describe", "Get", "List", "BatchGet", "TransactGet", "Query", "Scan", "Search")

    assert {name for name, traits in TRAITS.items() if traits.reads} == {
        name for name in TRAITS if name.startswith(beginnings)
    }


def test_what_writes_is_sent_again_only_where_that_changes_nothing() -> None:
    writes = {name: traits.repeatable for name, traits in TRAITS.items() if not traits.reads}

    assert {name: when for name, when in writes.items() if when != "never"} == {
        "BatchWriteItem": "always",
        "DeleteItem": "if unconditional",
        "ExecuteTransaction": "with token",
        "PutItem": "if unconditional",
        "TagResource": "always",
        "TransactWriteItems": "with token",
        "UntagResource": "always",
        "UpdateContinuousBackups": "always",
        "UpdateItem": "if constant",
    }


def test_statements_stand_in_the_parameter_that_aws_names() -> None:
    assert {each.name: each.statements for each in TRAITS.values() if each.statements} == {
        "BatchExecuteStatement": "Statements",
        "ExecuteStatement": "Statement",
        "ExecuteTransaction": "TransactStatements",
    }
