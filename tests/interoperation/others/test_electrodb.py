"""Items of ElectroDB, read, queried and changed by our models, and read by ElectroDB again."""

from __future__ import annotations

from datetime import UTC, datetime
from types import ModuleType
from typing import Any

from tests.interoperation.others.electrodb import Electro

CREATED = datetime(2026, 3, 1, 12, 30, 5, 123000, tzinfo=UTC)
MILLIS = int(CREATED.timestamp() * 1000)


def write_task(electro: Electro, some: str, **more: Any) -> dict[str, Any]:
    given = {"taskId": some, "project": "Alpha", "employee": f"Ada {some}", "points": 3}
    made: dict[str, Any] = electro.ask("create", "task", **{**given, **more})
    return made


def test_an_item_is_read_with_every_kind_of_value(
    electro: Electro, db: Any, module: ModuleType, some: str
) -> None:
    more = {"createdAt": MILLIS, "tags": ["b", "a"], "place": {"room": "4"}, "done": False}
    write_task(electro, some, **more)

    task = db.task.get(some, "Alpha", f"Ada {some}")

    assert task == module.Task(
        task_id=some,
        project="Alpha",
        employee=f"Ada {some}",
        status="open",
        points=3,
        created_at=CREATED,
        tags={"a", "b"},
        place={"room": "4"},
        done=False,
        edb_version="1",
    )
    # Keys are in small letters, whoever writes them.
    assert db.task.get(some.lower(), "ALPHA", f"ada {some}") == task


def test_what_we_change_is_found_by_electrodb_where_it_belongs(
    electro: Electro, db: Any, some: str
) -> None:
    write_task(electro, some)
    task = db.task.get(some, "Alpha", f"Ada {some}")
    task.status, task.points, task.tags = "closed", 4, {"x"}
    task.save()

    closed = electro.ask("query", "task", "assigned", employee=f"Ada {some}", status="closed")
    assert [(one["taskId"], one["points"], one["tags"]) for one in closed] == [(some, 4, ["x"])]
    assert electro.ask("query", "task", "assigned", employee=f"Ada {some}", status="open") == []


def test_what_electrodb_changes_is_found_by_us_where_it_belongs(
    electro: Electro, db: Any, some: str
) -> None:
    mine = db.task.create(task_id=some, project="Alpha", employee=f"Ada {some}", points=1)
    key = {"taskId": some, "project": "Alpha", "employee": f"Ada {some}"}
    assert electro.ask("get", "task", **key)["status"] == "open"
    electro.ask("patch", "task", **key, set={"status": "closed", "points": 9})

    page = db.task.tasks_of_employee(employee=f"Ada {some}", status="closed")
    assert [(one.task_id, one.points) for one in page] == [(some, 9)]
    assert mine.refresh().status == "closed"


def test_the_item_that_we_write_is_electrodbs_own_byte_for_byte(
    electro: Electro, db: Any, boto: Any, some: str
) -> None:
    write_task(electro, some, createdAt=MILLIS, done=True)
    key = {"pk": f"$taskapp#taskid_{some.lower()}"}
    key["sk"] = f"$task_1#project_alpha#employee_ada {some.lower()}"
    theirs = boto.get_item(Key=key)["Item"]
    db.task.delete(some, "Alpha", f"Ada {some}")
    more = {"points": 3, "created_at": CREATED, "done": True}
    db.task.create(task_id=some, project="Alpha", employee=f"Ada {some}", **more)

    assert boto.get_item(Key=key)["Item"] == theirs


def test_collections_hold_what_both_wrote(electro: Electro, db: Any, some: str) -> None:
    write_task(electro, f"{some}-1", employee=some)
    db.task.create(task_id=f"{some}-2", project="Beta", employee=some)
    electro.ask("create", "employee", employee=some, office="Rome")

    ours = db.assignments(employee=some)
    theirs = electro.ask("collection", "", "assignments", employee=some)

    assert [one.task_id for one in ours.of(db.task.plan._codec.model)] == [f"{some}-1", f"{some}-2"]
    assert [one["taskId"] for one in theirs["task"]] == [f"{some}-1", f"{some}-2"]
    assert [one["office"] for one in theirs["employee"]] == ["Rome"]
    assert len(ours.items) == 3


def test_what_we_delete_is_gone_for_electrodb_and_the_reverse(
    electro: Electro, db: Any, some: str
) -> None:
    write_task(electro, some)
    key = {"taskId": some, "project": "Alpha", "employee": f"Ada {some}"}
    assert db.task.delete(some, "Alpha", f"Ada {some}") is True
    assert electro.ask("get", "task", **key) is None
    db.task.create(task_id=some, project="Alpha", employee=f"Ada {some}")
    electro.ask("delete", "task", **key)
    assert db.task.get(some, "Alpha", f"Ada {some}") is None
