"""Many different expressions are parsed where nobody waits for it, or with pauses between them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.engine import CheckedRequest, LongWork
from tavola.engine.pacing import Unpaced
from tests.server.client import TABLE, Connect, request

V = {":v": {"N": "1"}}


class AlwaysOver(Unpaced):
    """Pauses whenever it is asked."""

    def is_over(self) -> bool:
        """Let others go first."""
        return True


def statements(texts: Sequence[str]) -> list[Any]:
    return [{"Statement": text} for text in texts]


def selects(count: int) -> list[Any]:
    return statements(
        [f"SELECT a{number} FROM \"things\" WHERE pk='{number}'" for number in range(count)]
    )


def gets(count: int) -> list[Any]:
    return [
        {"Get": {"TableName": "things", "Key": {"pk": {"S": f"{n}"}}, "ProjectionExpression": "a"}}
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("action", "body", "pauses"),
    [
        # Parsed, prepared and read one by one.
        ("ExecuteTransaction", {"TransactStatements": selects(10)}, 30),
        ("BatchExecuteStatement", {"Statements": selects(10)}, 30),
        # Prepared and read.
        ("TransactGetItems", {"TransactItems": gets(10)}, 20),
        (
            "BatchGetItem",
            {"RequestItems": {name: {"Keys": [{"pk": {"S": "a"}}]} for name in ("things", "more")}},
            4,
        ),
        # Parsed; there is nothing to read.
        ("ExecuteStatement", selects(1)[0], 1),
    ],
)
def test_reads_may_pause_after_each_text(
    engine: Engine, action: str, body: dict[str, Any], pauses: int
) -> None:
    engine.execute("CreateTable", TABLE)
    engine.execute("CreateTable", {**TABLE, "TableName": "more"})
    asked = engine.read_request(action, body)

    assert len(list(engine.start(action, asked, AlwaysOver()))) == pauses


def update_statements(texts: Sequence[str]) -> list[Any]:
    return statements(
        [
            f"UPDATE \"things\" SET a=1 WHERE pk='{number}' AND {text}"
            for number, text in enumerate(texts)
        ]
    )


def checks(texts: Sequence[str]) -> dict[str, Any]:
    return {"TransactItems": [_check(number, text) for number, text in enumerate(texts)]}


def _check(number: int, text: str) -> Any:
    key = {"pk": {"S": f"{number}"}}
    condition = {"ConditionExpression": text, "ExpressionAttributeValues": V}
    return {"ConditionCheck": {"TableName": "things", "Key": key, **condition}}


def updates(texts: Sequence[str]) -> dict[str, Any]:
    return {"TransactItems": [_update(number, text) for number, text in enumerate(texts)]}


def _update(number: int, text: str) -> Any:
    key = {"pk": {"S": f"{number}"}}
    change = {"UpdateExpression": f"SET {text}", "ExpressionAttributeValues": V}
    return {"Update": {"TableName": "things", "Key": key, **change}}


Make = Callable[[Sequence[str]], dict[str, Any]]
WRITES: dict[str, tuple[str, Make, str]] = {
    "batch": ("BatchExecuteStatement", lambda them: {"Statements": update_statements(them)}, "=1"),
    "transaction": (
        "ExecuteTransaction",
        lambda them: {"TransactStatements": update_statements(them)},
        "=1",
    ),
    "checks": ("TransactWriteItems", checks, "<>:v"),
    "updates": ("TransactWriteItems", updates, "=:v"),
}
"""Actions, what makes their bodies of texts, and what stands behind a name in those."""


def long_texts(end: str) -> list[str]:
    """Twenty different texts of five hundred characters."""
    return [f"{'a' * 497}{number}{end}" for number in range(10, 30)]


@pytest.mark.parametrize("kind", WRITES)
def test_a_write_with_many_different_texts_is_given_up_where_others_wait(
    engine: Engine, kind: str
) -> None:
    engine.execute("CreateTable", TABLE)
    action, make, end = WRITES[kind]
    asked = engine.read_request(action, make(long_texts(end)))

    assert engine.execute_briefly(action, asked) is None


@pytest.mark.parametrize("kind", WRITES)
def test_so_it_is_by_an_engine_on_a_file_that_hardly_waits(kind: str, tmp_path: Path) -> None:
    action, make, end = WRITES[kind]
    with Engine.open(f"{tmp_path / 'a.db'}?durability=process") as engine:
        engine.execute("CreateTable", TABLE)
        engine.limit_work()

        with pytest.raises(LongWork):
            engine.execute(action, make(long_texts(end)))


def test_the_same_text_many_times_is_parsed_once_and_holds_nobody_up(engine: Engine) -> None:
    engine.execute("CreateTable", TABLE)
    asked = engine.read_request("TransactWriteItems", updates([f"{'a' * 497}=:v"] * 20))

    assert engine.execute_briefly("TransactWriteItems", asked) == b"{}"


def test_the_server_parses_many_texts_beside_the_event_loop(
    engine: Engine, url: str, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.execute("CreateTable", TABLE)
    threads: list[str] = []
    execute_checked = engine.execute_checked

    def execute_noted(action: str, asked: CheckedRequest, *, is_apart: bool = False) -> bytes:
        threads.append(threading.current_thread().name)
        return execute_checked(action, asked, is_apart=is_apart)

    monkeypatch.setattr(engine, "execute_checked", execute_noted)

    answer = connect(url).exchange(request("TransactWriteItems", updates(long_texts("=:v"))))

    # The event loop gives it up before anything is parsed.
    assert (answer.status, threads) == (200, ["tavola-server", "tavola-reader"])
