"""Which requests may be sent twice."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.backoff import Backoff, RetryBudget
from tavola.stores.http.repeating import is_repeatable


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("GetItem", {}),
        ("Query", {}),
        ("TransactGetItems", {}),
        ("DescribeTable", {}),
        ("TagResource", {}),
        ("BatchWriteItem", {}),
        ("PutItem", {"Item": {}}),
        ("DeleteItem", {"Key": {}}),
        ("DeleteItem", {"ReturnValues": "NONE"}),
        ("TransactWriteItems", {"ClientRequestToken": "x"}),
        ("UpdateItem", {"UpdateExpression": "SET a = :a, #b=:b REMOVE c DELETE d :e"}),
        ("UpdateItem", {"UpdateExpression": "SET a = :a", "ReturnValues": "ALL_NEW"}),
    ],
)
def test_what_leaves_the_same_items_may_be_sent_twice(action: str, body: dict[str, Any]) -> None:
    assert is_repeatable(action, body)


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("PutItem", {"ConditionExpression": "attribute_not_exists(pk)"}),
        ("PutItem", {"Expected": {}}),
        ("PutItem", {"ReturnValues": "ALL_OLD"}),
        ("DeleteItem", {"ConditionExpression": "version = :v"}),
        ("TransactWriteItems", {}),
        ("CreateTable", {}),
        ("UpdateTable", {}),
        ("ExecuteStatement", {}),
        ("UpdateItem", {"UpdateExpression": "ADD hits :one"}),
        ("UpdateItem", {"UpdateExpression": "SET hits = hits + :one"}),
        ("UpdateItem", {"UpdateExpression": "SET hits = hits - :one"}),
        ("UpdateItem", {"UpdateExpression": "SET l = list_append(l, :x)"}),
        ("UpdateItem", {"UpdateExpression": "SET l[7] = :x"}),
        ("UpdateItem", {"UpdateExpression": "REMOVE l[0]"}),
        ("UpdateItem", {"UpdateExpression": "SET a = b, b = :x"}),
        ("UpdateItem", {"UpdateExpression": "SET a = :a", "ConditionExpression": "a = :b"}),
        ("UpdateItem", {"UpdateExpression": "SET a = :a", "ReturnValues": "UPDATED_OLD"}),
        ("UpdateItem", {"AttributeUpdates": {}}),
    ],
)
def test_what_depends_on_the_item_before_may_not(action: str, body: dict[str, Any]) -> None:
    assert not is_repeatable(action, body)


def test_a_budget_runs_out_and_is_regained_by_success() -> None:
    budget = RetryBudget(most=2.0, regained=0.5)
    spent = [budget.take(), budget.take(), budget.take()]

    budget.succeed()
    budget.succeed()

    assert (spent, budget.take(), budget.take()) == ([True, True, False], True, False)


def test_a_retry_that_succeeds_gives_back_what_it_took() -> None:
    budget = RetryBudget(most=1.0, regained=0.5)
    spent = [budget.take(), budget.take()]

    budget.succeed(is_retried=True)

    assert (spent, budget.is_spent, budget.take()) == ([True, False], False, True)


def test_pauses_are_a_random_part_of_a_doubling_ceiling() -> None:
    longest = Backoff(random=lambda: 1.0, first_seconds=0.1, most_seconds=1.0)

    assert [longest.pause(retry) for retry in (0, 1, 2, 3, 4, 5)] == [
        0.1,
        0.2,
        0.4,
        0.8,
        1.0,
        1.0,
    ]
    assert Backoff(random=lambda: 0.0).pause(3) == 0.0


def test_by_default_a_hundred_retries_and_five_seconds_are_the_most() -> None:
    budget, longest = RetryBudget(), Backoff(random=lambda: 1.0)

    assert not budget.is_spent
    assert [budget.take() for _ in range(101)] == [True] * 100 + [False]
    assert [longest.pause(retry) for retry in (0, 1, 6, 7)] == [0.05, 0.1, 3.2, 5.0]


def test_a_budget_is_spent_until_all_of_it_is_regained() -> None:
    budget = RetryBudget(most=2.0, regained=0.75)
    budget.take()

    budget.succeed()
    assert budget.is_spent

    budget.succeed()
    assert not budget.is_spent
    assert [budget.take() for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"UpdateExpression": "SET a = :a", "ReturnValues": "UPDATED_NEW"}, True),
        ({"UpdateExpression": "REMOVE a"}, True),
        ({"UpdateExpression": "SET address = :a"}, True),
        ({"UpdateExpression": "add hits :one"}, False),
        ({"UpdateExpression": "SET a = :a", "AttributeUpdates": {}}, False),
        ({"UpdateExpression": "SET a = :a", "Expected": {}}, False),
        ({}, False),
    ],
)
def test_an_update_may_be_sent_twice_if_it_writes_the_same(
    body: dict[str, Any], expected: bool
) -> None:
    assert is_repeatable("UpdateItem", body) is expected
