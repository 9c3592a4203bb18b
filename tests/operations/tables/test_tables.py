"""Tables made from designs, compared with them, changed and dropped."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tavola.design import Design, PhysicalIndex, TableSettings
from tavola.errors import LimitExceeded, StoreError, StoreUnavailable, TableInUse, TableNotFound
from tavola.operations.steps import Request, Wait
from tavola.operations.tables.change import TableChange, create_table
from tavola.operations.tables.describe import IndexState
from tavola.operations.tables.table_operations import (
    ApplyPlan,
    DescribeTable,
    DropTable,
    PlanTable,
    TablePlan,
)
from tests.operations.tables.conftest import SETTINGS, Run, design_of
from tests.patience import RUNS_OUT_SECONDS

GSI2 = PhysicalIndex("GSI2", "GSI2PK", None, "include", ("title",))
GSI3 = PhysicalIndex("GSI3", "GSI1PK", "SK", "keysOnly")


def _make(run: Run, design: Design) -> None:
    run(ApplyPlan(run(PlanTable(design))))


def test_a_table_is_created_changed_and_dropped_on_every_service(
    run_anywhere: Run, design: Design
) -> None:
    run = run_anywhere
    wider = design_of(replace(SETTINGS, indexes=(*SETTINGS.indexes, GSI2, GSI3)))
    _make(run, design)
    _make(run, wider)

    state, plan = run(DescribeTable("blog-data")), run(PlanTable(wider))
    run(DropTable("blog-data"))

    assert plan == TablePlan("blog-data")
    assert sorted(index.name for index in state.indexes) == ["GSI1", "GSI2", "GSI3", "by_date"]
    assert run(DescribeTable("blog-data")) is None


def _composite(*sort_keys: str) -> Design:
    """A table with an index whose key has several attributes."""
    index = PhysicalIndex(
        "by-place",
        "tenant",
        sort_keys[0],
        more_partition_keys=("region",),
        more_sort_keys=sort_keys[1:],
    )
    types = {"at": "N"}
    return design_of(TableSettings(name="blog-data", indexes=(index,), key_types=types))


def test_an_index_of_several_attributes_is_made_and_compared(run: Run) -> None:
    _make(run, design_of(TableSettings(name="blog-data")))
    wanted = _composite("day", "at")
    _make(run, wanted)

    [index] = run(DescribeTable("blog-data")).indexes

    assert (index.keys, index.partitions) == (("tenant", "region", "day", "at"), 2)
    assert run(PlanTable(wanted)) == TablePlan("blog-data")


@pytest.mark.parametrize("sort_keys", [("day",), ("at", "day"), ("day", "at", "name")])
def test_an_index_of_other_attributes_is_an_obstacle(run: Run, sort_keys: tuple[str, ...]) -> None:
    _make(run, _composite("day", "at"))

    plan = run(PlanTable(_composite(*sort_keys)))

    assert plan.changes == ()
    [obstacle] = plan.obstacles
    assert "by-place" in obstacle


def test_a_new_tables_plan_is_its_creation_and_what_stands_beside_it() -> None:
    design = design_of(
        replace(
            SETTINGS,
            point_in_time_recovery=True,
            billing="provisioned",
            encryption="managed",
            deletion_protection=True,
        )
    )

    plan = _drive(PlanTable(design).steps(), [TableNotFound("no")])

    assert [(change.summary, change.action) for change in plan.changes] == [
        (
            "Create the table with indexes GSI1, by_date; capacity for 5 reads and 5 writes a"
            " second; stream NEW_IMAGE; managed key; deletion protection; tags team",
            "CreateTable",
        ),
        ("Let items expire by ttl", "UpdateTimeToLive"),
        ("Turn point-in-time recovery on", "UpdateContinuousBackups"),
    ]


def test_a_table_with_nothing_but_a_key_is_plainly_created() -> None:
    plan = _drive(PlanTable(design_of(TableSettings("plain"))).steps(), [TableNotFound("no")])

    assert [change.summary for change in plan.changes] == ["Create the table"]


def test_a_described_table_shows_what_the_design_said(run: Run, design: Design) -> None:
    _make(run, design)

    state = run(DescribeTable("blog-data"))

    assert state.indexes == (
        IndexState("GSI1", ("GSI1PK", "GSI1SK"), "ALL"),
        IndexState("by_date", ("PK", "LSI1SK"), "KEYS_ONLY", is_local=True),
    )
    assert (state.keys, state.ttl_attribute, state.has_ttl, state.stream, state.tags) == (
        ("PK", "SK"),
        "ttl",
        True,
        "NEW_IMAGE",
        {"team": "web"},
    )


def test_every_difference_that_can_be_changed_is_a_change(run: Run, design: Design) -> None:
    _make(run, design)
    wanted = replace(
        SETTINGS,
        indexes=(*SETTINGS.indexes, GSI2, GSI3),
        billing="provisioned",
        read_capacity=4,
        write_capacity=2,
        ttl_attribute=None,
        point_in_time_recovery=True,
        deletion_protection=True,
        streams=None,
        tags={"team": "core", "cost": "4711"},
    )

    plan = run(PlanTable(design_of(wanted)))

    assert [change.summary for change in plan.changes] == [
        "Bill by PROVISIONED for 4 reads and 2 writes a second",
        "Add index GSI2 (GSI2PK)",
        "Add index GSI3 (GSI1PK, SK)",
        "Let items no longer expire (ttl)",
        "Turn point-in-time recovery on",
        "Turn deletion protection on",
        "End the stream",
        "Tag with cost, team",
    ]
    assert plan.obstacles == ()


def test_applied_changes_leave_nothing_to_change(run: Run, design: Design) -> None:
    _make(run, design)
    wanted = replace(
        SETTINGS,
        indexes=(*SETTINGS.indexes, GSI2),
        point_in_time_recovery=True,
        deletion_protection=True,
        tags={"team": "core"},
    )
    _make(run, design_of(wanted))

    assert run(PlanTable(design_of(wanted))) == TablePlan("blog-data")


@pytest.mark.parametrize(
    ("changed", "obstacle"),
    [
        ({"partition_key": "id"}, "key: the table has (PK, SK), the design (id, SK)."),
        ({"sort_key": None}, "key: the table has (PK, SK), the design (PK)."),
        ({"ttl_attribute": "gone"}, "time to live: the table expires by ttl, the design by gone."),
        ({"streams": "keysOnly"}, "stream: the table streams NEW_IMAGE, the design KEYS_ONLY."),
        (
            {"indexes": (PhysicalIndex("GSI1", "GSI1PK"),)},
            "Index GSI1 has other keys or another projection than the design.",
        ),
        (
            {"indexes": (PhysicalIndex("late", "PK", "LSI2SK", is_local=True),)},
            "index late: a local index can only be made with its table.",
        ),
    ],
)
def test_what_cannot_be_changed_is_an_obstacle(
    run: Run, design: Design, changed: dict[str, Any], obstacle: str
) -> None:
    _make(run, design)

    plan = run(PlanTable(design_of(replace(SETTINGS, **changed))))

    assert any(text.startswith(obstacle) for text in plan.obstacles)


def test_a_table_with_another_key_is_left_as_it_is(run: Run, design: Design) -> None:
    _make(run, design)

    plan = run(PlanTable(design_of(replace(SETTINGS, sort_key=None, tags={"team": "core"}))))

    assert (plan.changes, len(plan.obstacles)) == ((), 1)


def test_what_the_design_does_not_name_is_left_alone(run: Run, design: Design) -> None:
    _make(run, design)

    plan = run(PlanTable(design_of(replace(SETTINGS, indexes=(), tags={}))))

    assert (plan.changes, plan.notes) == (
        (),
        (
            "index GSI1 is not in the design and stays.",
            "index by_date is not in the design and stays.",
            "tag team is not in the design and stays.",
        ),
    )


def test_a_change_waits_until_the_table_takes_it_and_is_active() -> None:
    change = TableChange("Add index", "blog", "UpdateTable", {"TableName": "blog"})
    answers = [
        TableInUse("busy"),
        None,
        LimitExceeded("too many"),
        None,
        b"{}",
        _described("UPDATING", "CREATING"),
        None,
        _described("ACTIVE", "CREATING"),
        None,
        _described("ACTIVE", "ACTIVE"),
    ]

    steps: list[str] = []
    _drive(change.steps(), answers, steps)

    assert steps == [
        *("UpdateTable", "wait", "UpdateTable", "wait", "UpdateTable"),
        *("DescribeTable", "wait", "DescribeTable", "wait", "DescribeTable"),
    ]


def test_a_new_table_may_not_be_seen_at_once() -> None:
    change = create_table("Create", "blog", {"TableName": "blog"})
    steps: list[str] = []

    _drive(change.steps(), [b"{}", TableNotFound("?"), None, _described("ACTIVE")], steps)

    assert steps == ["CreateTable", "DescribeTable", "wait", "DescribeTable"]


def test_patience_ends() -> None:
    change = TableChange("Add index", "blog", "UpdateTable", {}, patience_seconds=RUNS_OUT_SECONDS)

    with pytest.raises(StoreUnavailable, match="Add index: table blog is not active yet"):
        _drive(change.steps(), [TableInUse("busy"), None, TableInUse("busy")])


def test_a_table_that_exists_is_not_waited_for() -> None:
    change = create_table("Create", "blog", {})

    with pytest.raises(TableInUse):
        _drive(change.steps(), [TableInUse("exists")])


def test_dropping_what_is_not_there_is_refused(run: Run) -> None:
    with pytest.raises(TableNotFound):
        run(DropTable("blog-data"))


def _described(table: str, index: str = "ACTIVE") -> bytes:
    indexes = [{"IndexStatus": index}]
    described = {"TableStatus": table, "GlobalSecondaryIndexes": indexes}
    return msgspec.json.encode({"Table": described})


def _drive(steps: Any, answers: list[Any], seen: list[str] | None = None) -> Any:
    """Answer steps from a list, throwing what is an error; returns the result."""
    given = iter(answers)
    try:
        step = next(steps)
        while True:
            if seen is not None:
                seen.append("wait" if isinstance(step, Wait) else _action(step))
            answer = next(given)
            throws = isinstance(answer, StoreError)
            step = steps.throw(answer) if throws else steps.send(answer)
    except StopIteration as done:
        return done.value


def _action(step: Request) -> str:
    return step.action
