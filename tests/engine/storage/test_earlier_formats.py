"""Files of earlier formats, written by earlier versions: all that is in them is found and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.storage import sqlite
from tests.engine.client import Client, s
from tests.engine.conftest import FLAT, THINGS
from tests.engine.searching import search
from tests.engine.storage.earlier_files import (
    COUNTS,
    FORMATS,
    NOW,
    VECTORS,
    begin_earlier,
    counts,
    people,
    unpack,
)

YEARS = 10**9 + 1


@pytest.fixture(params=FORMATS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return unpack(request.param, tmp_path)


@pytest.fixture
def client(path: Path) -> Iterator[Client]:
    with Engine.open(str(path), clock=lambda: NOW) as engine:
        yield Client(engine)


def in_order(items: list[dict[str, Any]]) -> list[str]:
    """Items as texts that can be compared, whatever order they came in."""
    return sorted(json.dumps(item, sort_keys=True) for item in items)


def whole(client: Client, table: str, **request: Any) -> list[dict[str, Any]]:
    """All pages of a scan."""
    page = client("Scan", TableName=table, Limit=7, **request)
    items: list[dict[str, Any]] = page["Items"]
    while "LastEvaluatedKey" in page:
        start = page["LastEvaluatedKey"]
        page = client("Scan", TableName=table, Limit=7, ExclusiveStartKey=start, **request)
        items += page["Items"]
    return items


def format_of(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64])


@pytest.mark.parametrize(
    ("table", "names", "items"),
    [("people", ("family", "number"), people()), ("counts", ("count",), counts())],
)
def test_every_item_is_found_by_its_key(
    client: Client, table: str, names: tuple[str, ...], items: list[dict[str, Any]]
) -> None:
    keys = [{name: item[name] for name in names} for item in items]

    found = [client("GetItem", TableName=table, Key=key).get("Item") for key in keys]

    assert found == items


@pytest.mark.parametrize("index", [{}, {"IndexName": "byAge"}, {"IndexName": "byAgeAlone"}])
def test_pages_of_a_scan_together_are_the_whole(client: Client, index: dict[str, str]) -> None:
    assert in_order(whole(client, "people", **index)) == in_order(people())


def test_an_earlier_scan_goes_on_where_it_stopped(client: Client) -> None:
    """Its order is what it was, so a key that was the last one of a page still is one."""
    families = [item["family"]["S"] for item in whole(client, "people")]

    assert families == sorted(families, key=lambda family: crc32(family.encode()))


def test_segments_share_the_items_among_them(client: Client) -> None:
    parts = [whole(client, "people", Segment=each, TotalSegments=5) for each in range(5)]

    assert in_order([item for part in parts for item in part]) == in_order(people())


@pytest.mark.parametrize(
    ("index", "names", "values"),
    [
        ("byAgeAlone", ("age",), ({"N": "-1"},)),
        ("byTeamAndAge", ("team", "age"), ({"S": "team 1"}, {"N": "2"})),
        ("byBadge", ("badge",), ({"B": "AA17"},)),
        ("byAge", ("family", "age"), ({"S": "family 5"}, {"N": "1"})),
    ],
)
def test_an_index_finds_its_items(
    client: Client, index: str, names: tuple[str, ...], values: tuple[dict[str, str], ...]
) -> None:
    """The one by badge was being filled when its process ended, and is filled when it is opened."""
    wanted = [each for each in people() if tuple(each.get(name) for name in names) == values]

    answer = client(
        "Query",
        TableName="people",
        IndexName=index,
        KeyConditionExpression=" AND ".join(f"#{name} = :{name}" for name in names),
        ExpressionAttributeNames={f"#{name}": name for name in names},
        ExpressionAttributeValues={
            f":{name}": value for name, value in zip(names, values, strict=True)
        },
    )

    assert (in_order(answer["Items"]), bool(wanted)) == (in_order(wanted), True)


def test_what_is_written_replaces_what_was_there(path: Path) -> None:
    changed = [{**item, "is": s("changed")} for item in people()]
    with Engine.open(str(path), clock=lambda: NOW) as engine:
        Client(engine).put("people", *changed)

    with Engine.open(str(path), clock=lambda: NOW) as engine:
        client = Client(engine)
        by_age = whole(client, "people", IndexName="byAgeAlone")
        assert in_order(whole(client, "people")) == in_order(by_age) == in_order(changed)


def test_what_is_deleted_is_gone_from_every_index(client: Client) -> None:
    for item in people():
        key = {"family": item["family"], "number": item["number"]}
        client("DeleteItem", TableName="people", Key=key)

    indexes = ("byCity", "byAge", "byTeamAndAge", "byBadge")
    left = [whole(client, "people", IndexName=name) for name in indexes]
    assert [whole(client, "people"), *left] == [[]] * 5


def test_expired_items_are_swept(path: Path) -> None:
    with Engine.open(str(path), clock=lambda: NOW + YEARS) as engine:
        assert (engine.sweep_expired(), whole(Client(engine), "people")) == (60, [])


def test_a_backup_is_restored(client: Client) -> None:
    (backup,) = client("ListBackups")["BackupSummaries"]
    client("RestoreTableFromBackup", BackupArn=backup["BackupArn"], TargetTableName="people_again")

    assert in_order(whole(client, "people_again")) == in_order(people())


def test_a_new_table_is_no_reason_to_refuse_the_file_to_who_wrote_it(path: Path) -> None:
    before = format_of(path)
    with Engine.open(str(path), clock=lambda: NOW) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        client.put("flat", *({"id": s(str(number))} for number in range(40)))

    with Engine.open(str(path), clock=lambda: NOW) as engine:
        texts = [item["id"]["S"] for item in whole(Client(engine), "flat")]
        assert texts == sorted(map(str, range(40)), key=lambda text: crc32(text.encode()))
    assert format_of(path) == before


def test_vectors_of_an_earlier_file_are_searched(tmp_path: Path) -> None:
    with Engine.open(str(unpack(3, tmp_path)), clock=lambda: NOW) as engine:
        found = search(Client(engine), 4.2, 1, TableName="counts", TopK=2)["SearchResults"]

    assert [each["Item"]["count"]["N"] for each in found] == ["100", "0.5"]


@pytest.mark.parametrize("version", [1, 2])
def test_a_vector_index_raises_the_format_of_an_earlier_file(tmp_path: Path, version: int) -> None:
    path = unpack(version, tmp_path)
    with Engine.open(str(path)) as engine:
        engine.execute("UpdateTable", VECTORS)

    assert format_of(path) == 3


@pytest.mark.parametrize(("has_checksums", "version"), [(True, 4), (False, 5)])
def test_a_vector_index_leaves_the_format_of_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_checksums: bool, version: int
) -> None:
    monkeypatch.setattr(sqlite, "_has_checksums", lambda: has_checksums)
    with Engine.open(str(tmp_path / "a.db")) as engine:
        engine.execute("CreateTable", COUNTS)
        engine.execute("UpdateTable", VECTORS)

    assert format_of(tmp_path / "a.db") == version


@pytest.mark.parametrize(("version", "reserved"), [(0, 8), (1, 8), (2, 0), (4, 0), (5, 8)])
def test_a_head_that_no_version_writes_is_damage(
    tmp_path: Path, version: int, reserved: int
) -> None:
    path = tmp_path / "a.db"
    Engine.open(str(path)).close()
    content = bytearray(path.read_bytes())
    content[20], content[63] = reserved, version
    path.write_bytes(content)

    with pytest.raises(Exception, match="the file is damaged: its head"):
        sqlite.check_file(path)


WRITES = st.lists(
    st.tuples(
        st.sampled_from(["PutItem", "DeleteItem"]),
        st.sampled_from(["a", "b", "c"]),
        st.integers(-2, 2),
        st.sampled_from(["", "x", "y"]),
    ),
    max_size=25,
)


@given(WRITES)
@settings(max_examples=25)
def test_the_same_writes_leave_the_same_items_in_either_format(
    tmp_path_factory: pytest.TempPathFactory, writes: list[tuple[str, str, int, str]]
) -> None:
    folder = tmp_path_factory.mktemp("formats")
    earlier = contents(str(begin_earlier(folder / "a.db", 2)), writes)

    assert earlier == contents("memory:", writes)


def contents(location: str, writes: list[tuple[str, str, int, str]]) -> list[list[str]]:
    """What stands in the table and its indexes after some writes."""
    with Engine.open(location) as engine:
        client = Client(engine)
        client("CreateTable", **THINGS)
        for action, partition, sort, group in writes:
            key = {"pk": s(partition), "sk": {"N": str(sort)}}
            item = {**key, "g": s(group), "h": s(group)} if group else key
            body = {"Item": item} if action == "PutItem" else {"Key": key}
            client(action, TableName="things", **body)
        indexes = [whole(client, "things", IndexName=name) for name in ("whole", "keys", "local")]
        return [in_order(items) for items in (whole(client, "things"), *indexes)]
