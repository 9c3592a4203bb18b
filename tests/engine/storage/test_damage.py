"""Any damage of any byte of a file ends in a StoreError, or in the answers that were stored."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.storage import sqlite
from tavola.errors import StoreError

EXAMPLES = int(os.environ.get("TAVOLA_FUZZ_EXAMPLES", "150"))
NAME = "stored"
TABLE: dict[str, Any] = {
    "TableName": NAME,
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk", "mail")
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "byMail",
            "KeySchema": [{"AttributeName": "mail", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
    "BillingMode": "PAY_PER_REQUEST",
}
READS: list[tuple[str, dict[str, Any]]] = [
    ("ListTables", {}),
    ("DescribeTable", {"TableName": NAME}),
    ("GetItem", {"TableName": NAME, "Key": {"pk": {"S": "p0"}, "sk": {"S": "s1"}}}),
    ("GetItem", {"TableName": NAME, "Key": {"pk": {"S": "p0"}, "sk": {"S": "nothing"}}}),
    *(
        (
            "Query",
            {
                "TableName": NAME,
                "KeyConditionExpression": "pk = :pk",
                "ExpressionAttributeValues": {":pk": {"S": f"p{number}"}},
            },
        )
        for number in range(3)
    ),
    (
        "Query",
        {
            "TableName": NAME,
            "IndexName": "byMail",
            "KeyConditionExpression": "mail = :mail",
            "ExpressionAttributeValues": {":mail": {"S": "m1"}},
        },
    ),
    ("Scan", {"TableName": NAME, "FilterExpression": "attribute_exists(mail)"}),
    ("Scan", {"TableName": NAME, "IndexName": "byMail"}),
    ("ExecuteStatement", {"Statement": f"SELECT * FROM {NAME} WHERE pk = 'p1'"}),
]
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("PutItem", {"TableName": NAME, "Item": {"pk": {"S": "p0"}, "sk": {"S": "s1"}}}),
    ("DeleteItem", {"TableName": NAME, "Key": {"pk": {"S": "p1"}, "sk": {"S": "s2"}}}),
    (
        "UpdateTimeToLive",
        {
            "TableName": NAME,
            "TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": True},
        },
    ),
]


def clock() -> float:
    return 1_800_000_000.0


def store_some(path: Path) -> None:
    with Engine.open(str(path), clock=clock) as engine:
        engine.execute("CreateTable", TABLE)
        for number in range(40):
            item = {
                "pk": {"S": f"p{number % 3}"},
                "sk": {"S": f"s{number}"},
                "mail": {"S": f"m{number % 5}"},
                "text": {"S": "x" * (9000 if number == 7 else 100)},
            }
            engine.execute("PutItem", {"TableName": NAME, "Item": item})


def answer_of(engine: Engine, action: str, body: dict[str, Any]) -> bytes | None:
    """An answer; None where there is a StoreError instead."""
    try:
        return engine.execute(action, body)
    except StoreError:
        return None


def answers_of(path: Path) -> list[bytes | None]:
    """What is answered to all reads, and then to writes; no error but a StoreError."""
    try:
        engine = Engine.open(str(path), clock=clock)
    except StoreError:
        return [None] * (len(READS) + len(WRITES))
    with engine:
        return [answer_of(engine, action, body) for action, body in (*READS, *WRITES)]


@dataclass(frozen=True)
class Whole:
    """A closed store, and what it answers."""

    path: Path
    answers: tuple[bytes | None, ...] = field(repr=False)

    def find_wrong_answers(self, content: bytes) -> list[bytes | None]:
        """Answer from other bytes: what is neither right nor a StoreError."""
        path = self.path.with_name("damaged.db")
        for left in self.path.parent.glob("damaged.db*"):
            left.unlink()
        path.write_bytes(content)
        found = zip(answers_of(path), self.answers, strict=True)
        return [answer for answer, right in found if answer not in (None, right)]


def closed_store(folder: Path) -> Whole:
    store_some(folder / "store.db")
    shutil.copy(folder / "store.db", folder / "copy.db")
    return Whole(folder / "store.db", tuple(answers_of(folder / "copy.db")))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return closed_store(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A store as they were made before there were checksums."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "_has_checksums", lambda: False)
        return closed_store(tmp_path_factory.mktemp("older"))


def flipped(content: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ (1 << rng.randrange(8))]) + content[at + 1 :]


def cut(content: bytes, rng: Random) -> bytes:
    return content[: rng.randrange(1, len(content))]


def overwritten(content: bytes, rng: Random) -> bytes:
    at, length = rng.randrange(len(content)), rng.choice((1, 16, 512, 4096))
    return (content[:at] + rng.randbytes(length) + content[at + length :])[: len(content)]


Damage = Callable[[bytes, Random], bytes]


ANY_DAMAGE = pytest.mark.parametrize("damage", [flipped, cut, overwritten])


def test_a_whole_store_answers_all_but_what_is_not_there(whole: Whole, older: Whole) -> None:
    assert [None in whole.answers, None in older.answers] == [False, False]


@ANY_DAMAGE
@given(seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, derandomize=True)
def test_damage_ends_in_a_store_error_or_right_answers(
    whole: Whole, damage: Damage, seed: int
) -> None:
    content = damage(whole.path.read_bytes(), Random(seed))

    assert whole.find_wrong_answers(content) == []


@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("at", range(100))
def test_a_flip_in_the_head_ends_in_a_store_error_or_right_answers(
    whole: Whole, at: int, bit: int
) -> None:
    content = bytearray(whole.path.read_bytes())
    content[at] ^= 1 << bit

    assert whole.find_wrong_answers(bytes(content)) == []


@ANY_DAMAGE
@given(seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, derandomize=True)
def test_damage_of_an_older_file_raises_nothing_but_store_errors(
    older: Whole, damage: Damage, seed: int
) -> None:
    content = damage(older.path.read_bytes(), Random(seed))

    older.find_wrong_answers(content)
