"""Conditions, filters and updates of one large item hold nobody up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.engine.engine import CheckedRequest
from tavola.engine.items import writes
from tavola.engine.pacing import Steps, Unpaced
from tavola.engine.storage.sessions import LongWork
from tavola.errors import ConditionFailed
from tavola.server import serve
from tests.patience import PATIENCE_SECONDS
from tests.server.client import TABLE, Connect, request

MEMBERS = 60_000
KEY = {"pk": {"S": "large"}}
ADD = {
    "TableName": "things",
    "Key": KEY,
    "UpdateExpression": "ADD n :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}


def contains(count: int) -> dict[str, Any]:
    """Comparisons of which none holds, each with every member."""
    return {
        "expression": " OR ".join(f"contains(x, :{n})" for n in range(count)),
        "values": {f":{n}": {"S": f"no{n}"} for n in range(count)},
    }


def condition(count: int) -> dict[str, Any]:
    """The same as a condition."""
    found = contains(count)
    return {
        "ConditionExpression": found["expression"],
        "ExpressionAttributeValues": found["values"],
    }


@pytest.fixture
def large(engine: Engine) -> Engine:
    engine.execute("CreateTable", TABLE)
    item = {**KEY, "x": {"L": [{"NULL": True}] * MEMBERS}}
    engine.execute("PutItem", {"TableName": "things", "Item": item})
    return engine


class OneUnit(Unpaced):
    """Every comparison ends a slice."""

    def is_over(self) -> bool:
        """Let others go first."""
        return True


def count_slices(steps: Steps) -> tuple[int, dict[str, Any]]:
    """Run to the end; how often others could go first, and the answer."""
    slices = 0
    try:
        while True:
            next(steps)
            slices += 1
    except StopIteration as done:
        return slices, msgspec.json.decode(done.value)


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("Scan", {}),
        ("Scan", {"Limit": 1}),
        ("Query", {"KeyConditionExpression": "pk = :pk"}),
    ],
)
def test_a_filter_pauses_after_every_comparison_with_a_large_item(
    large: Engine, action: str, more: dict[str, Any]
) -> None:
    found = contains(40)
    values = found["values"] | ({":pk": KEY["pk"]} if action == "Query" else {})
    body = {
        "TableName": "things",
        "FilterExpression": found["expression"],
        "ExpressionAttributeValues": values,
        **more,
    }

    slices, answer = count_slices(large.start(action, msgspec.json.encode(body), OneUnit()))

    assert slices >= 40
    assert (answer["Count"], answer["ScannedCount"]) == (0, 1)
    assert ("LastEvaluatedKey" in answer) == ("Limit" in more)


def test_a_statement_pauses_after_every_comparison_with_a_large_item(large: Engine) -> None:
    clauses = " OR ".join(f"contains(x, 'no{n}')" for n in range(40))
    body = msgspec.json.encode({"Statement": f'SELECT * FROM "things" WHERE {clauses}'})

    slices, answer = count_slices(large.start("ExecuteStatement", body, OneUnit()))

    assert (slices >= 40, answer) == (True, {"Items": []})


def test_what_a_paused_filter_lets_through_is_the_whole_item(large: Engine) -> None:
    found = contains(40)
    body = {
        "TableName": "things",
        "FilterExpression": f"{found['expression']} OR attribute_exists(pk)",
        "ExpressionAttributeValues": found["values"],
    }

    _, answer = count_slices(large.start("Scan", msgspec.json.encode(body), OneUnit()))

    assert [len(item["x"]["L"]) for item in answer["Items"]] == [MEMBERS]


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("UpdateItem", ADD),
        ("UpdateItem", ADD | {"ConditionExpression": "attribute_exists(x)"}),
        ("DeleteItem", {"TableName": "things", "Key": KEY, **condition(40)}),
        ("PutItem", {"TableName": "things", "Item": KEY, **condition(40)}),
        (
            "TransactWriteItems",
            {
                "TransactItems": [
                    {"ConditionCheck": {"TableName": "things", "Key": KEY, **condition(40)}}
                ]
            },
        ),
        (
            "ExecuteStatement",
            {"Statement": """UPDATE "things" SET y = 1 WHERE pk = 'large' AND contains(x, 'no')"""},
        ),
        (
            "ExecuteTransaction",
            {
                "TransactStatements": [
                    {"Statement": """UPDATE "things" SET y = 1 WHERE pk = 'large'"""}
                ]
            },
        ),
        (
            "BatchExecuteStatement",
            {"Statements": [{"Statement": """UPDATE "things" SET y = 1 WHERE pk = 'large'"""}]},
        ),
    ],
)
def test_a_write_that_looks_at_much_of_memory_is_run_beside(
    large: Engine, action: str, body: dict[str, Any]
) -> None:
    checked = large.read_request(action, body)

    briefly = large.execute_briefly(action, checked)

    assert briefly is None
    # What was not done at all is done the same in a thread as by itself.
    with Engine.open("memory:") as other:
        other.execute("CreateTable", TABLE)
        item = {**KEY, "x": {"L": [{"NULL": True}] * MEMBERS}}
        other.execute("PutItem", {"TableName": "things", "Item": item})
        assert outcome(large, action, checked, is_apart=True) == outcome(
            other, action, checked, is_apart=False
        )
        assert stored(large) == stored(other)


def outcome(engine: Engine, action: str, checked: CheckedRequest, *, is_apart: bool) -> Any:
    """What comes of a request: its answer, or its refusal."""
    try:
        return msgspec.json.decode(engine.execute_checked(action, checked, is_apart=is_apart))
    except Exception as error:  # noqa: BLE001 - compared
        return type(error), str(error)


def stored(engine: Engine) -> Any:
    """The large item as it is."""
    answer = engine.execute("GetItem", {"TableName": "things", "Key": KEY})
    return msgspec.json.decode(answer)


def test_a_small_write_is_done_at_once(large: Engine) -> None:
    checked = large.read_request("UpdateItem", ADD | {"Key": {"pk": {"S": "small"}}})

    assert [large.execute_briefly("UpdateItem", checked) for _ in range(2)] == [b"{}", b"{}"]


def test_what_changes_while_a_write_is_decided_beside_is_seen(
    large: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_out = writes.UpdateWrite.work_out
    seen: list[int] = []

    def change_first(self: writes.UpdateWrite) -> None:
        seen.append(len((self.old or {})["x"]["L"]))
        if len(seen) == 1:
            # Another client's write, between the look and the transaction.
            large.execute("UpdateItem", ADD | {"UpdateExpression": "ADD n :one REMOVE x[0]"})
        work_out(self)

    monkeypatch.setattr(writes.UpdateWrite, "work_out", change_first)

    large.execute_checked("UpdateItem", large.read_request("UpdateItem", ADD), is_apart=True)

    item = stored(large)["Item"]
    # The first look, the other's own, and the look again inside of the transaction.
    assert seen == [MEMBERS, MEMBERS, MEMBERS - 1]
    assert (item["n"], len(item["x"]["L"])) == ({"N": "2"}, MEMBERS - 1)


def test_an_item_that_goes_while_a_write_is_decided_beside_is_gone(
    large: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_out = writes.UpdateWrite.work_out
    seen: list[bool] = []

    def remove_first(self: writes.UpdateWrite) -> None:
        seen.append(self.old is not None)
        if len(seen) == 1:
            large.execute("DeleteItem", {"TableName": "things", "Key": KEY})
        work_out(self)

    monkeypatch.setattr(writes.UpdateWrite, "work_out", remove_first)
    conditional = ADD | {"ConditionExpression": "attribute_exists(pk)"}

    with pytest.raises(ConditionFailed):
        large.execute_checked(
            "UpdateItem", large.read_request("UpdateItem", conditional), is_apart=True
        )

    assert (seen, stored(large)) == ([True, False], {})


@pytest.mark.parametrize("action", ["UpdateItem", "DeleteItem"])
def test_others_read_while_a_large_write_to_memory_is_decided(
    large: Engine, connect: Connect, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    body = ADD if action == "UpdateItem" else {"TableName": "things", "Key": KEY, **condition(40)}
    kind: type[writes.ItemWrite] = getattr(writes, action.replace("Item", "Write"))
    work_out: Callable[[Any], None] = kind.work_out
    threads: list[str] = []
    are_others_done = threading.Event()

    def wait_first(self: writes.ItemWrite) -> None:
        threads.append(threading.current_thread().name)
        assert are_others_done.wait(PATIENCE_SECONDS)
        work_out(self)

    monkeypatch.setattr(kind, "work_out", wait_first)
    get = request("GetItem", {"TableName": "things", "Key": {"pk": {"S": "1"}}})
    with serve(large) as url:
        slow, quick = connect(url), connect(url)
        slow.send(request(action, body))
        answered = [quick.exchange(get).status for _ in range(5)]
        are_others_done.set()
        slow.socket.settimeout(PATIENCE_SECONDS)
        status = slow.receive().status

    assert (answered, threads) == ([200] * 5, ["tavola-reader"])
    assert status == (200 if action == "UpdateItem" else 400)


def test_an_engine_on_the_event_loop_leaves_long_writes_to_another(tmp_path: Any) -> None:
    with Engine.open(f"{tmp_path}/a.db?durability=process") as engine:
        engine.execute("CreateTable", TABLE)
        item = {**KEY, "x": {"L": [{"NULL": True}] * MEMBERS}}
        engine.execute("PutItem", {"TableName": "things", "Item": item})
        engine.limit_work()
        small = msgspec.json.encode(ADD | {"Key": {"pk": {"S": "small"}}})

        answers = engine.execute_together(
            [("UpdateItem", msgspec.json.encode(ADD)), ("UpdateItem", small)]
        )

        assert isinstance(answers[0], LongWork)
        assert (answers[1], "n" in stored(engine)["Item"]) == (b"{}", False)


def test_reads_together_pause_between_two_projections(large: Engine) -> None:
    gets = [
        {"Get": {"TableName": "things", "Key": key, "ProjectionExpression": "y"}}
        for key in (KEY, {"pk": {"S": "none"}})
    ]
    body = msgspec.json.encode({"TransactItems": gets})

    slices, answer = count_slices(large.start("TransactGetItems", body, OneUnit()))

    # Every thousand members are decoded and let go; the rest is for what they stand in, and for the
    # two expressions.
    assert (slices, answer) == (MEMBERS // 1000 * 2 + 8, {"Responses": [{}, {}]})


def test_a_projection_of_a_large_item_is_run_in_slices(large: Engine, connect: Connect) -> None:
    get = {"TableName": "things", "Key": KEY, "ProjectionExpression": "x[3]"}
    with serve(large) as url:
        answer = connect(url).exchange(request("GetItem", get))

    assert msgspec.json.decode(answer.body) == {"Item": {"x": {"L": [{"NULL": True}]}}}


@pytest.mark.parametrize(
    ("action", "parameter"),
    [("BatchExecuteStatement", "Statements"), ("ExecuteTransaction", "TransactStatements")],
)
def test_statements_that_read_a_large_item_pause(
    large: Engine, action: str, parameter: str
) -> None:
    select = {"Statement": "SELECT x[3] FROM things WHERE pk = 'large'"}
    body = msgspec.json.encode({parameter: [select]})

    slices, answer = count_slices(large.start(action, body, OneUnit()))

    # Every thousand members are decoded and let go; the rest is for what they stand in, and for the
    # statement, which is parsed and prepared.
    assert slices == MEMBERS // 1000 * 2 + 7
    assert answer["Responses"][0]["Item"] == {"x[3]": {"NULL": True}}
