"""What a SELECT with OR reads: partitions, each once, or a refusal where branches overlap."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.errors import ValidationFailed
from tests.engine.client import Client, n, s
from tests.engine.conftest import THINGS

OVERLAP = "Overlapping conditions with range keys are not supported in where clause"
KEYS = [(partition, number) for partition in "abc" for number in range(1, 6)]


@pytest.fixture(name="filled", scope="module")
def client_that_only_reads() -> Iterator[Client]:
    with Engine.open("memory:") as engine:
        client = Client(engine)
        client("CreateTable", **THINGS)
        client.put("things", *({"pk": s(p), "sk": n(k), "even": n(k % 2)} for p, k in KEYS))
        yield client


def select(client: Client, where: str, **more: Any) -> list[tuple[str, int]]:
    answer = client("ExecuteStatement", Statement=f"SELECT * FROM things WHERE {where}", **more)
    return [(item["pk"]["S"], int(item["sk"]["N"])) for item in answer["Items"]]


@pytest.mark.parametrize(
    "where",
    [
        # AWS: tests/tier3/error-messages of paritysuite/dynamodb-conformance, October 2026.
        "pk = 'a' AND even = 1 OR pk = 'a' AND sk = 2",
        "pk = 'a' AND even <> 1 OR pk = 'a' AND sk = 2",
        # By the same rule.
        "pk = 'a' OR pk = 'a'",
        "pk IN ['a', 'b', 'a']",
        "pk = 'a' AND (sk > 0 OR sk < 5)",
        "pk = 'a' AND (sk = 1 OR even = 0)",
        "pk = 'a' AND sk IN [1, 1.0]",
        "pk = 'b' OR pk = 'a' AND sk BETWEEN 1 AND 3 OR pk = 'a' AND sk >= 3",
    ],
)
def test_branches_that_would_read_an_item_twice_are_refused(filled: Client, where: str) -> None:
    refusal = filled.refusal("ExecuteStatement", Statement=f"SELECT * FROM things WHERE {where}")

    assert refusal == ("ValidationException", OVERLAP)


# AWS: tests/tier2/partiql/whereOverlap of paritysuite/dynamodb-conformance, October 2026.
@pytest.mark.parametrize(
    ("excluded", "found"),
    [
        ("NOT sk = 1", {2, 3, 4, 5}),
        ("sk <> 1", {2, 3, 4, 5}),
        ("NOT sk IN [1, 3]", {2, 4, 5}),
        ("NOT sk > 5", {1, 2, 3, 4, 5}),
        ("NOT (sk = 1)", {2, 3, 4, 5}),
    ],
)
def test_a_branch_that_excludes_sort_keys_may_overlap(
    filled: Client, excluded: str, found: set[int]
) -> None:
    expected = [("a", number) for number in sorted(found)]

    assert select(filled, f"pk = 'a' AND {excluded} OR pk = 'a' AND sk = 2") == expected
    assert len(select(filled, f"pk = 'a' OR pk = 'a' AND {excluded}")) == 5


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("pk = 'a' AND (sk < 3 OR sk > 3 OR sk = 3)", [("a", k) for k in range(1, 6)]),
        ("pk = 'a' AND sk > 1 AND sk < 3 OR pk = 'a' AND sk > 3 AND sk < 5", [("a", 2), ("a", 4)]),
        ("pk = 'b' AND sk = 1 OR pk = 'a' AND sk = 2", [("b", 1), ("a", 2)]),
        ("pk IN ['c', 'a'] AND sk IN [1, 5]", [("c", 1), ("c", 5), ("a", 1), ("a", 5)]),
        ("pk IN ['a', 'b'] AND pk = 'b' AND sk = 1", [("b", 1)]),
        ("pk = 'a' AND pk = 'b' OR pk = 'a' AND sk = 1", [("a", 1)]),
        ("pk = 'a' AND (even = 1 OR even = 0)", [("a", k) for k in range(1, 6)]),
    ],
)
def test_branches_apart_are_read_one_after_another(
    filled: Client, where: str, found: list[tuple[str, int]]
) -> None:
    assert select(filled, where) == found


def test_an_or_of_partitions_reads_no_others(filled: Client) -> None:
    answer = filled(
        "ExecuteStatement",
        Statement="SELECT * FROM things WHERE pk = 'b' OR pk = 'a' ORDER BY pk DESC, sk DESC",
        Limit=6,
    )

    keys = [(item["pk"]["S"], item["sk"]["N"]) for item in answer["Items"]]
    assert keys == [("b", "5"), ("b", "4"), ("b", "3"), ("b", "2"), ("b", "1"), ("a", "5")]
    assert answer["LastEvaluatedKey"] == {"pk": s("a"), "sk": n(5)}


def test_fifty_partitions_are_read_and_no_more(filled: Client) -> None:
    fifty = [f"'{number}'" for number in range(48)] + ["'a'", "'b'"]

    refusal = filled.refusal(
        "ExecuteStatement",
        Statement=f"SELECT * FROM things WHERE pk IN [{', '.join(fifty)}] OR pk = 'c'",
    )

    assert len(select(filled, f"pk IN [{', '.join(fifty)}]")) == 10
    # The limit: AWS's developer guide, ql-operators. The words: those of DynamoDB Local.
    assert refusal == (
        "ValidationException",
        "Too many decomposed read operations for a given query.",
    )


def test_every_branch_has_values_of_the_keys_type(filled: Client) -> None:
    refusal = filled.refusal(
        "ExecuteStatement", Statement="SELECT * FROM things WHERE pk = 1 OR pk = 'a'"
    )

    assert refusal == (
        "ValidationException",
        "Key attribute's data type should match its data type in table's schema: Key pk",
    )


Branch = tuple[str, int, int]
BRANCHES = st.tuples(st.sampled_from("abc"), st.integers(0, 6), st.integers(0, 6))


def keys_of(branch: Branch) -> set[tuple[str, int]]:
    partition, low, high = branch
    return {(partition, number) for number in range(low, high)}


def answer_or_refusal(client: Client, where: str) -> list[tuple[str, int]] | str:
    try:
        return sorted(select(client, where))
    except ValidationFailed as refusal:
        return str(refusal.message)


@given(branches=st.lists(BRANCHES, min_size=1, max_size=4))
def test_a_select_takes_each_item_once_or_is_refused(
    filled: Client, branches: list[Branch]
) -> None:
    tests = (f"pk = '{p}' AND sk >= {low} AND sk < {high}" for p, low, high in branches)
    where = " OR ".join(tests)
    meets = any(keys_of(one) & keys_of(other) for one, other in combinations(branches, 2))

    found = answer_or_refusal(filled, where)

    wanted = set[tuple[str, int]]().union(*map(keys_of, branches)) & set(KEYS)
    assert found == (OVERLAP if meets else sorted(wanted))


def crossed(partitions: int, sorts: int) -> str:
    names = ", ".join(f"'p{number}'" for number in range(partitions - 1))
    numbers = ", ".join(str(number) for number in range(1, sorts + 1))
    return f"pk IN ['a', {names}] AND sk IN [{numbers}] ORDER BY pk, sk"


def test_a_thousand_branches_are_read_as_partitions(filled: Client) -> None:
    assert select(filled, crossed(10, 100)) == [("a", number) for number in range(1, 6)]


def test_more_branches_are_a_filter_of_everything(filled: Client) -> None:
    where = crossed(11, 91)

    ordered = filled.refusal("ExecuteStatement", Statement=f"SELECT * FROM things WHERE {where}")

    assert ordered[1].startswith("Must have at least one non-optional hash key condition in WHERE")
    found = select(filled, where.partition(" ORDER")[0])
    assert sorted(found) == [("a", number) for number in range(1, 6)]


@pytest.mark.parametrize(("count", "is_taken"), [(50, True), (51, False)])
def test_fifty_partitions_are_read_at_once(filled: Client, count: int, is_taken: bool) -> None:
    where = crossed(count, 1).partition(" AND")[0]

    if is_taken:
        assert select(filled, where) == [("a", number) for number in range(1, 6)]
    else:
        assert filled.refusal(
            "ExecuteStatement", Statement=f"SELECT * FROM things WHERE {where}"
        ) == (
            "ValidationException",
            "Too many decomposed read operations for a given query.",
        )


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("pk = 'a' AND NOT (sk = 1 OR sk = 2) OR pk = 'a' AND sk = 2", [2, 3, 4, 5]),
        ("pk = 'a' AND NOT (NOT sk = 1) OR pk = 'a' AND sk = 1", [1]),
        ("pk = 'a' AND NOT (even = 1 AND sk < 3) OR pk = 'a' AND sk = 1", [1, 2, 3, 4, 5]),
        ("pk = 'a' AND pk = 'b'", []),
        ("pk = 'a' AND sk > 2 AND sk < 5", [3, 4]),
        ("pk = 'a' AND sk = 3 AND sk < 5", [3]),
        ("pk = 'a' AND sk >= 2 AND even = 1", [3, 5]),
        ("pk = 'a' AND 4 <= sk", [4, 5]),
        ("pk = 'a' AND sk IN [5, 1]", [1, 5]),
    ],
)
def test_conditions_on_one_partition_are_joined(
    filled: Client, where: str, found: list[int]
) -> None:
    assert select(filled, where) == [("a", number) for number in found]
