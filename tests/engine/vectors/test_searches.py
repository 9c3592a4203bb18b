"""Searches find what a comparison with every vector finds, with NumPy and without, always anew."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.pacing import Steps
from tavola.engine.storage import vector_sql
from tavola.engine.storage.vector_rows import WHOLE
from tavola.engine.vectors.cells import MakeCells, PlainCells
from tavola.engine.vectors.kept import KeptVectors, choose_cells
from tavola.engine.vectors.numpy_cells import NumpyCells
from tavola.testing import Clock
from tests.engine.client import Client, n, s
from tests.engine.searching import (
    DISTANCES,
    TENANTS,
    ids,
    in_tenant,
    put_vectors,
    query,
    scores,
    search,
    vector,
    vector_index,
    vector_table,
)
from tests.engine.tables.test_in_steps import UnitPace

START = 1_800_000_000.0
NO_ROOM = 10_000
MAKERS: list[MakeCells] = [NumpyCells, PlainCells]


@pytest.fixture(params=MAKERS, ids=["numpy", "plain"])
def make_cells(request: pytest.FixtureRequest) -> MakeCells:
    made: MakeCells = request.param
    return made


@pytest.fixture(params=["memory:", "file"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    is_memory: bool = request.param == "memory:"
    return "memory:" if is_memory else f"{tmp_path / 'a.db'}?durability=process"


@pytest.fixture
def clock() -> Clock:
    return Clock(START)


@pytest.fixture
def docs(location: str, clock: Clock) -> Iterator[Client]:
    """A table whose vectors have been searched once, so that they are kept."""
    with Engine.open(location, clock=clock) as engine:
        client = Client(engine)
        client("CreateTable", **TENANTS)
        put_vectors(client, {"x": (1, 0, 0), "y": (0, 1, 0)})
        assert ids(search(client, 1, 0, 0)) == ["x", "y"]
        yield client


def expected(distance: str, wanted: list[float], stored: dict[str, list[float]]) -> list[str]:
    """Order keys by an independent calculation in 64 bits of what 32 bits hold."""

    def cut(numbers: list[float]) -> list[float]:
        return list(array("f", numbers))

    def measure(mine: list[float]) -> float:
        one, other = cut(wanted), cut(mine)
        product = sum(a * b for a, b in zip(one, other, strict=True))
        if distance == "DOT_PRODUCT":
            return -product
        if distance == "EUCLIDEAN":
            return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
        lengths = sqrt(sum(a * a for a in one)) * sqrt(sum(b * b for b in other))
        return 1 - product / lengths if lengths else 1.0

    return sorted(stored, key=lambda key: (round(measure(stored[key]), 9), key))


NUMBERS = st.integers(-50, 50).map(lambda each: each / 8)
VECTORS = st.lists(st.lists(NUMBERS, min_size=4, max_size=4), min_size=1, max_size=30)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=15,
)
@given(vectors=VECTORS, wanted=st.lists(NUMBERS, min_size=4, max_size=4), count=st.integers(1, 40))
@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("max_bytes", [1 << 20, NO_ROOM], ids=["kept", "not kept"])
def test_the_nearest_are_found(
    make_cells: MakeCells,
    distance: str,
    max_bytes: int,
    vectors: list[list[float]],
    wanted: list[float],
    count: int,
) -> None:
    with Engine.open("memory:") as engine:
        engine.kept_vectors = KeptVectors(max_bytes, make_cells)
        client = Client(engine)
        index = vector_index(Dimensions=4, DistanceFunction=distance)
        client("CreateTable", **vector_table(index))
        stored = {f"k{number:02}": each for number, each in enumerate(vectors)}
        put_vectors(client, stored)

        found = search(client, *wanted, TopK=count)

        order = expected(distance, wanted, stored)
        best = [round(each, 6) for each in scores(found)]
        all_of_them = [round(each, 6) for each in scores(search(client, *wanted, TopK=40))]
        assert sorted(ids(search(client, *wanted, TopK=40))) == sorted(order)
        assert best == all_of_them[:count]
        assert len(set(ids(found))) == min(count, len(vectors))


def test_numpy_is_taken_where_it_is_installed() -> None:
    assert choose_cells() is NumpyCells


def test_numbers_at_the_end_of_the_range_are_compared(make_cells: MakeCells) -> None:
    with Engine.open("memory:") as engine:
        engine.kept_vectors = KeptVectors(make_cells=make_cells)
        client = Client(engine)
        indexes = [vector_index(each.lower(), DistanceFunction=each) for each in DISTANCES]
        client("CreateTable", **vector_table(*indexes))
        tiny, large = ["1e-23", "0", "0"], ["3e38", "3e38", "0"]
        client.put("docs", {"id": s("tiny"), "e": vector(*tiny)})
        client.put("docs", {"id": s("large"), "e": vector(*large)})
        client.put("docs", {"id": s("one"), "e": vector(0, 1, 0)})

        def near(index: str) -> dict[str, Any]:
            body = {"TableName": "docs", "IndexName": index, "TopK": 3}
            return client("SearchVectors", SearchVector=query("3e38", "-3e38", 0), **body)

        assert ids(near("cosine")) == ["tiny", "large", "one"]
        assert ids(near("dot_product")) == ["tiny", "large", "one"]
        assert scores(near("dot_product")) == pytest.approx([3e15, 0.0, -3e38])
        assert max(scores(near("euclidean"))) == pytest.approx(3.4028234663852886e38)


def test_a_put_is_found_by_the_next_search(docs: Client) -> None:
    put_vectors(docs, {"new": (1, 0, 0), "x": (0, 0, 1)})

    assert ids(search(docs, 1, 0, 0))[0] == "new"
    assert ids(search(docs, 0, 0, 1))[0] == "x"


def test_an_update_of_one_number_is_found(docs: Client) -> None:
    docs(
        "UpdateItem",
        TableName="docs",
        Key={"id": s("y")},
        UpdateExpression="SET e[1] = :zero, e[2] = :one",
        ExpressionAttributeValues={":zero": n(0), ":one": n(1)},
    )

    assert scores(search(docs, 0, 0, 1)) == [0.0, 1.0]


def test_what_is_deleted_is_not_found(docs: Client) -> None:
    docs("DeleteItem", TableName="docs", Key={"id": s("x")})

    assert ids(search(docs, 1, 0, 0)) == ["y"]


def test_a_place_that_was_left_is_taken_again(docs: Client) -> None:
    docs("DeleteItem", TableName="docs", Key={"id": s("x")})
    search(docs, 1, 0, 0)
    put_vectors(docs, {"z": (0, 0, 1)})

    assert ids(search(docs, 0, 0, 1)) == ["z", "y"]


def test_a_batch_and_a_transaction_are_found(docs: Client) -> None:
    put = {"Item": {"id": s("z"), "e": vector(0, 0, 1)}}
    docs("BatchWriteItem", RequestItems={"docs": [{"PutRequest": put}]})
    docs(
        "TransactWriteItems",
        TransactItems=[
            {"Delete": {"TableName": "docs", "Key": {"id": s("x")}}},
            {"Put": {"TableName": "docs", "Item": {"id": s("w"), "e": vector(1, 1, 1)}}},
        ],
    )

    assert sorted(ids(search(docs, 0, 0, 1))) == ["w", "y", "z"]


def test_a_transaction_that_failed_leaves_nothing(docs: Client) -> None:
    docs.refusal(
        "TransactWriteItems",
        TransactItems=[
            {"Put": {"TableName": "docs", "Item": {"id": s("w"), "e": vector(1, 1, 1)}}},
            {
                "Put": {
                    "TableName": "docs",
                    "Item": {"id": s("x"), "e": vector(1, 1, 1)},
                    "ConditionExpression": "attribute_not_exists(id)",
                }
            },
        ],
    )

    assert scores(search(docs, 1, 0, 0)) == [0.0, 1.0]


def test_an_expired_item_is_gone_with_its_vector(docs: Client, clock: Clock) -> None:
    setting = {"Enabled": True, "AttributeName": "ttl"}
    docs("UpdateTimeToLive", TableName="docs", TimeToLiveSpecification=setting)
    docs.put("docs", {"id": s("x"), "e": vector(1, 0, 0), "ttl": n(START + 5)})
    search(docs, 1, 0, 0)

    clock.advance(60)
    docs.engine.sweep_expired()

    assert ids(search(docs, 1, 0, 0)) == ["y"]


def test_partiql_writes_are_found(docs: Client) -> None:
    docs("ExecuteStatement", Statement="INSERT INTO docs VALUE {'id': 'p', 'e': [0, 0, 1]}")

    assert ids(search(docs, 0, 0, 1))[0] == "p"


def test_another_process_is_seen(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as one, Engine.open(path) as other:
        here, there = Client(one), Client(other)
        here("CreateTable", **TENANTS)
        put_vectors(here, {"x": (1, 0, 0), "y": (0, 1, 0)})
        assert ids(search(there, 1, 0, 0)) == ["x", "y"]

        put_vectors(here, {"new": (1, 0, 0)})
        here("DeleteItem", TableName="docs", Key={"id": s("x")})

        assert ids(search(there, 1, 0, 0)) == ["new", "y"]


def test_vectors_are_found_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine:
        client = Client(engine)
        client("CreateTable", **TENANTS)
        put_vectors(client, {"x": (1, 0, 0), "y": (0, 1, 0)})
        before = search(client, 1, 0, 0)

    with Engine.open(path) as engine:
        assert search(Client(engine), 1, 0, 0) == before


def test_who_has_missed_the_log_reads_all_again(
    docs: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_sql, "KEPT_CHANGES", 3)
    put_vectors(docs, {f"k{number}": (0, 0, 1) for number in range(10)})
    docs("DeleteItem", TableName="docs", Key={"id": s("x")})

    assert len(ids(search(docs, 1, 0, 0, TopK=100))) == 11


def test_the_log_stays_short() -> None:
    kept = vector_sql.KEPT_CHANGES
    with Engine.open("memory:") as engine:
        client = Client(engine)
        client("CreateTable", **vector_table(vector_index()))
        put_vectors(client, {"x": (1, 0, 0)})
        raised = f"UPDATE sqlite_sequence SET seq = {2 * kept} WHERE name = 'vector_changes'"
        with engine.storage.transaction() as tx:
            tx.run(raised)
        put_vectors(client, {"y": (1, 0, 0), "z": (1, 0, 0)})

        lines = engine.storage.rows("SELECT sequence FROM vector_changes")

        assert lines == [(2 * kept + 1,), (2 * kept + 2,)]
        assert len(ids(search(client, 1, 0, 0))) == 3


def test_tenants_are_apart(docs: Client) -> None:
    names = ["a", "b", "a\0", "ab", "A", "a ", "é", "e\u0301"]
    for number, name in enumerate(names):
        docs.put("docs", {"id": s(f"k{number}"), "e": vector(1, 0, 0), "tenant": s(name)})

    found = [ids(search(docs, 1, 0, 0, TopK=100, **in_tenant(name))) for name in names]

    assert found == [[f"k{number}"] for number in range(len(names))]


def test_an_item_moves_to_another_tenant(docs: Client) -> None:
    docs.put("docs", {"id": s("k"), "e": vector(1, 0, 0), "tenant": s("a")})
    before = ids(search(docs, 1, 0, 0, **in_tenant("a")))
    docs.put("docs", {"id": s("k"), "e": vector(1, 0, 0), "tenant": s("b")})

    assert before == ["k"]
    assert ids(search(docs, 1, 0, 0, **in_tenant("a"))) == []
    assert ids(search(docs, 1, 0, 0, **in_tenant("b"))) == ["k"]


def test_memory_is_bounded(location: str, make_cells: MakeCells) -> None:
    with Engine.open(location) as engine:
        engine.kept_vectors = KeptVectors(300_000, make_cells)
        client = Client(engine)
        client("CreateTable", **TENANTS)
        for tenant in range(6):
            for number in range(120):
                name = f"k{tenant}-{number}"
                item = {"id": s(name), "e": vector(1, number, 0), "tenant": s(f"t{tenant}")}
                client.put("docs", item)
        used: list[int] = []
        for tenant in range(6):
            found = ids(search(client, 1, 0, 0, TopK=1, **in_tenant(f"t{tenant}")))
            used.append(engine.kept_vectors.bytes_used())
            assert found == [f"k{tenant}-0"]

        assert max(used) <= 300_000
        assert len(ids(search(client, 1, 0, 0, TopK=100))) == 100


def begin(engine: Engine, **body: Any) -> Steps:
    wanted = {"TableName": "docs", "IndexName": "near", "SearchVector": query(1, 0, 0), "TopK": 5}
    request = engine.read_request("SearchVectors", {**wanted, **body})
    return engine.start("SearchVectors", request, UnitPace(1))


def test_a_search_goes_in_steps_while_others_write(location: str) -> None:
    with Engine.open(location) as engine:
        engine.kept_vectors = KeptVectors(make_cells=PlainCells)
        client = Client(engine)
        client("CreateTable", **TENANTS)
        put_vectors(client, {f"k{number:04}": (1, number, 0) for number in range(1_200)})
        steps = begin(engine)
        pauses = 0
        answer = b""
        while True:
            try:
                next(steps)
            except StopIteration as done:
                answer = done.value
                break
            pauses += 1
            client("DeleteItem", TableName="docs", Key={"id": s(f"k{pauses:04}")})

        gone = {f"k{number:04}" for number in range(1, pauses + 1)}
        assert pauses >= 3
        assert gone.isdisjoint(name.decode() for name in answer.split(b'"') if name[:1] == b"k")
        assert b"k0000" in answer


def test_two_searches_at_once_find_the_same(location: str) -> None:
    with Engine.open(location) as engine:
        client = Client(engine)
        client("CreateTable", **TENANTS)
        put_vectors(client, {f"k{number:04}": (1, number, 0) for number in range(1_200)})
        one, other = begin(engine), begin(engine)
        next(one)
        next(other)

        answers = [run_out(one), run_out(other)]

        assert answers[0] == answers[1]


def run_out(steps: Steps) -> bytes:
    while True:
        try:
            next(steps)
        except StopIteration as done:
            answer: bytes = done.value
            return answer


def test_an_index_that_is_made_later_holds_what_was_there(docs: Client) -> None:
    docs.put("docs", {"id": s("wrong"), "f": vector(1, 2), "note": s("too short for this index")})
    docs.put("docs", {"id": s("right"), "f": vector(1, 2, 3)})

    create = vector_index("late", VectorAttribute={"AttributeName": "f"})
    docs("UpdateTable", TableName="docs", VectorIndexUpdates=[{"Create": create}])

    assert ids(search(docs, 1, 2, 3, IndexName="late")) == ["right"]


def test_an_index_that_is_deleted_is_not_found(docs: Client) -> None:
    docs("UpdateTable", TableName="docs", VectorIndexUpdates=[{"Delete": {"IndexName": "near"}}])
    put_vectors(docs, {"z": (0, 0, 1)})

    message = docs.invalid(
        "SearchVectors", TableName="docs", IndexName="near", SearchVector=query(1, 0, 0), TopK=1
    )

    assert message == "The table does not have the specified index: near"


def test_a_table_of_the_same_name_begins_anew(docs: Client) -> None:
    docs("DeleteTable", TableName="docs")
    docs("CreateTable", **TENANTS)

    assert ids(search(docs, 1, 0, 0)) == []


@pytest.mark.parametrize("max_bytes", [1 << 30, NO_ROOM], ids=["kept", "not kept"])
@pytest.mark.parametrize("distance", DISTANCES)
def test_the_nearest_of_many_come_in_order(
    make_cells: MakeCells, max_bytes: int, distance: str
) -> None:
    with Engine.open("memory:") as engine:
        engine.kept_vectors = KeptVectors(max_bytes, make_cells)
        client = Client(engine)
        index = vector_index(Dimensions=2, DistanceFunction=distance)
        client("CreateTable", **vector_table(index))
        stored = {
            f"k{number:04}": [float(number * 37 % 1_201), 600.0 - number] for number in range(1_200)
        }
        put_vectors(client, stored)

        answer = search(client, 1.0, 700.0, TopK=7, ReturnConsumedCapacity="TOTAL")

        assert ids(answer) == expected(distance, [1.0, 700.0], stored)[:7]
        assert answer["ConsumedCapacity"] == {"VectorSearchRequestBytes": 9_600.0}


def test_a_step_keeps_only_what_may_still_be_nearest(make_cells: MakeCells) -> None:
    with Engine.open("memory:") as engine:
        engine.kept_vectors = KeptVectors(make_cells=make_cells)
        client = Client(engine)
        client(
            "CreateTable",
            **vector_table(vector_index(Dimensions=4096, DistanceFunction="EUCLIDEAN")),
        )
        zeros = [0.0] * 4095
        put_vectors(client, {f"k{each:02}": (each * 7 % 40, *zeros) for each in range(40)})

        found = scores(search(client, 0.0, *zeros, TopK=3))

        assert found == [0.0, 1.0, 2.0]


def test_a_partition_stays_in_memory_while_its_log_is_read(docs: Client) -> None:
    kept = docs.engine.kept_vectors
    index = docs.engine.storage.catalog().tables["docs"].vector_indexes["near"]
    before = kept.find(index.id, WHOLE)

    put_vectors(docs, {"z": (0, 0, 1)})
    found = ids(search(docs, 0, 0, 1))

    assert found[0] == "z"
    assert before is not None
    assert kept.find(index.id, WHOLE) is before
