"""Whose tables a request is about: one world by default, accounts and regions apart on demand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.server import serve
from tavola.server.worlds import MAX_WORLDS, IsolatedWorlds, World, find_account
from tests.server.client import TABLE, Connect, Wire
from tests.server.test_serve_command import running

EXAMPLE = "AKIAIOSFODNN7EXAMPLE"


class Caller:
    """Somebody with an access key, in a region."""

    def __init__(self, wire: Wire, key: str = EXAMPLE, region: str = "us-east-1") -> None:
        self._wire = wire
        self._scope = f"{key}/20261115/{region}/dynamodb/aws4_request"

    def __call__(self, action: str, **body: Any) -> dict[str, Any]:
        content = json.dumps(body).encode()
        service = "DynamoDB_20120810"
        head = (
            f"POST / HTTP/1.1\r\nHost: localhost:8000\r\nX-Amz-Target: {service}.{action}\r\n"
            f"Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261115T000000Z\r\n"
            f"Authorization: AWS4-HMAC-SHA256 Credential={self._scope},"
            f" SignedHeaders=host;x-amz-date, Signature=aa\r\nContent-Length: {len(content)}\r\n"
        )
        answer = self._wire.exchange(head.encode() + b"\r\n" + content)
        decoded: dict[str, Any] = json.loads(answer.body)
        return decoded

    def tables(self) -> list[str]:
        names: list[str] = self("ListTables")["TableNames"]
        return names


def test_all_keys_and_regions_see_the_same_tables(wire: Wire) -> None:
    here, there = Caller(wire), Caller(wire, "other", "eu-west-1")

    created = there("CreateTable", **TABLE)["TableDescription"]["TableArn"]

    assert created == "arn:aws:dynamodb:eu-west-1:000000000000:table/things"
    assert here.tables() == ["things"]
    assert here("DescribeTable", TableName=created)["Table"]["TableArn"] == (
        "arn:aws:dynamodb:us-east-1:000000000000:table/things"
    )


def test_the_address_that_was_called_is_the_endpoint(wire: Wire) -> None:
    endpoints = Caller(wire)("DescribeEndpoints")["Endpoints"]

    assert endpoints == [{"Address": "localhost:8000", "CachePeriodInMinutes": 1440}]


@pytest.mark.parametrize("region", ["", "x y", "../../etc", "UPPER", "a" * 60])
def test_what_is_no_region_is_the_usual_one(wire: Wire, region: str) -> None:
    created = Caller(wire, region=region)("CreateTable", **TABLE)

    assert created["TableDescription"]["TableArn"].startswith("arn:aws:dynamodb:us-east-1:")


@pytest.fixture(params=["memory", "file"])
def isolated(request: pytest.FixtureRequest, tmp_path: Path, connect: Connect) -> Iterator[Wire]:
    """A server that keeps accounts and regions apart."""
    with ExitStack() as stack:

        def open_world(account: str, region: str) -> World:
            path = tmp_path / f"{account}-{region}.db"
            location = "memory:" if request.param == "memory" else f"{path}?durability=process"
            return World(stack.enter_context(Engine.open(location)))

        first = open_world("000000000000", "us-east-1")
        with serve(first.engine, worlds=IsolatedWorlds(open_world)) as url:
            yield connect(url)


def test_each_account_and_region_has_tables_of_its_own(isolated: Wire) -> None:
    mine = Caller(isolated, "111111111111")
    abroad = Caller(isolated, "111111111111", "eu-west-1")
    others = Caller(isolated, "222222222222")
    item = {"pk": {"S": "a"}}
    mine("CreateTable", **TABLE)
    abroad("CreateTable", **TABLE)
    mine("PutItem", TableName="things", Item=item | {"of": {"S": "mine"}})
    abroad("PutItem", TableName="things", Item=item | {"of": {"S": "abroad"}})

    found = [each("Scan", TableName="things").get("Items") for each in (mine, abroad, others)]

    assert found == [
        [item | {"of": {"S": "mine"}}],
        [item | {"of": {"S": "abroad"}}],
        None,
    ]
    assert others.tables() == []


def test_an_isolated_account_cannot_name_another_s_table(isolated: Wire) -> None:
    mine, others = Caller(isolated, "111111111111"), Caller(isolated, "222222222222")
    arn = mine("CreateTable", **TABLE)["TableDescription"]["TableArn"]
    others("CreateTable", **TABLE)

    answer = others("Scan", TableName=arn)

    assert arn == "arn:aws:dynamodb:us-east-1:111111111111:table/things"
    assert answer["__type"].endswith("AccessDeniedException")
    assert mine("Scan", TableName=arn)["Count"] == 0


def test_a_request_for_a_world_too_many_is_refused(connect: Connect) -> None:
    with Engine.open("memory:") as engine:
        worlds = IsolatedWorlds(lambda account, region: World(engine))
        with serve(engine, worlds=worlds) as url:
            wire = connect(url)
            every = [Caller(wire, f"{number:012d}") for number in range(MAX_WORLDS + 1)]
            answers = [each("ListTables") for each in every]

    assert answers[:-1] == [{"TableNames": []}] * MAX_WORLDS
    assert answers[-1]["__type"].endswith("LimitExceededException")


@pytest.mark.parametrize(
    ("key", "account"),
    [
        ("123456789012", "123456789012"),
        # A published pair: "A short note on AWS KEY ID", T. Be'ery, 2023.
        ("ASIAQNZGKIQY56JQ7WML", "029608264753"),
    ],
)
def test_an_access_key_names_its_account(key: str, account: str) -> None:
    assert find_account(key) == account


@pytest.mark.parametrize("key", ["", "any", "AKIA", EXAMPLE, "ключ"])
def test_any_access_key_has_an_account(key: str) -> None:
    assert find_account(key) == find_account(key)
    assert find_account(key).isdigit()
    assert len(find_account(key)) == 12


@pytest.mark.parametrize("durability", ["disk", "process"])
def test_isolated_files_outlive_the_server(
    tmp_path: Path, connect: Connect, durability: str
) -> None:
    arguments = (f"--db={tmp_path / 'a.db'}", "--isolated", f"--durability={durability}")
    with running(*arguments) as (process, line):
        wire = connect(line.split()[3])
        Caller(wire, "111111111111")("CreateTable", **TABLE)
        Caller(wire, "000000000000")("CreateTable", **TABLE | {"TableName": "plain"})
        process.terminate()
        process.wait()

    with running(*arguments) as (_, line):
        wire = connect(line.split()[3])
        found = [Caller(wire, key).tables() for key in ("111111111111", "000000000000", "any")]

    with Engine.open(str(tmp_path / "a.db")) as engine:
        in_process = json.loads(engine.execute("ListTables", {}))

    assert found == [["things"], ["plain"], []]
    assert in_process == {"TableNames": ["plain"]}
