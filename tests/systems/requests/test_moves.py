"""Moves are written by forms that are rendered once: they do what a planned update does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavola.errors import ConditionFailed, OperationError
from tavola.operations.write.compiled.create_forms import CreateForm
from tavola.operations.write.compiled.prepared import prepare_create
from tavola.operations.write.compiled.update_forms import UpdateForm, UpdateSpec
from tavola.table.internals import codec_of, context_of
from tavola_systems.requests.models import (
    AsyncEventTable,
    Capacity,
    EventConfig,
    IdempotencyLock,
    Request,
    StatusLog,
)
from tavola_systems.requests.services.joined_writes import Doing, creator_of, together
from tavola_systems.requests.services.moves import is_untouched, moving
from tests.systems.requests.simulation import World, open_world

NOW = datetime(2027, 1, 15, 8, tzinfo=UTC)
MOMENTS = st.integers(0, 10**9).map(lambda n: NOW + timedelta(milliseconds=n))
ID = "01HZZZZZZZZZZZZZZZZZZZZZZZ"
NAMES = st.text("abc#%é", min_size=1, max_size=8)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "ticket": st.integers(1, 10**9),
        "queued_at": MOMENTS,
        "started_at": MOMENTS | st.none(),
        "finished_at": MOMENTS | st.none(),
        "attempts": st.integers(0, 5),
        "lease_owner": NAMES | st.none(),
        "lease_until": MOMENTS | st.none(),
        "error_message": NAMES | st.none(),
        "result_code": st.sampled_from(["SUCCESS", "FAILED_WORKER"]) | st.none(),
    },
)


@pytest.fixture(name="world")
def new_world() -> Iterator[World]:
    with open_world() as made:
        yield made


def a_request(db: AsyncEventTable, user: str = "ada", **more: Any) -> Request:
    return db.request.create(
        event_id="e-1",
        user_id=user,
        event_type="FIRST_COME",
        status="RECEIVED",
        requested_at=NOW,
        idempotency_key=f"IDEMP#e-1#{user}",
        **more,
    )


def sent(world: World, request: Request, **values: Any) -> None:
    world.run(lambda: together(world.db, moving(world.db, request, "QUEUED", by="d", **values)))


def stored(world: World, request_id: str) -> dict[str, Any]:
    """The item without what two requests differ in."""
    key = {"PK": {"S": f"REQ#{request_id}"}, "SK": {"S": "META"}}
    body = {"TableName": world.db.table_name, "Key": key, "ConsistentRead": True}
    raw: dict[str, Any] = json.loads(world.db.store.execute("GetItem", body))["Item"]
    raw.pop("movedAt", None)
    own = ("requestId", "PK", "GSI1SK", "GSI2SK", "GSI2PK")
    keys = {name: raw.pop(name)["S"].replace(request_id, "ID") for name in own if name in raw}
    return raw | {name: keys[name] for name in keys if name != "GSI2PK"} | {"n": len(keys)}


@given(values=CHANGES, user=NAMES)
def test_a_move_writes_what_a_planned_update_writes(values: dict[str, Any], user: str) -> None:
    with open_world() as world:
        prepared, planned = a_request(world.db, user), a_request(world.db, user)
        sent(world, prepared, **values)
        world.db.request.update(
            planned.request_id,
            condition=is_untouched("RECEIVED", 0),
            status="QUEUED",
            moves=1,
            **values,
        )
        assert stored(world, prepared.request_id) == stored(world, planned.request_id)


def at_one_time(world: World) -> Any:
    """The table, with a clock that stands still."""
    return replace(context_of(world.db), clock=NOW.timestamp)


@given(occurred_at=MOMENTS, by=NAMES, message=NAMES | st.none())
def test_a_log_entry_of_values_is_what_creating_an_instance_writes(
    occurred_at: datetime, by: str, message: str | None
) -> None:
    with open_world() as world:
        values: dict[str, Any] = {
            "request_id": ID,
            "occurred_at": occurred_at,
            "number": 1,
            "from_status": "QUEUED",
            "to_status": "PROCESSING",
            "by": by,
            "message": message,
        }
        context, codec = at_one_time(world), codec_of(world.db, StatusLog)
        by_form = CreateForm(codec).write(context, **values)
        assert by_form.ready == prepare_create(context, codec, StatusLog(**values)).ready


def test_a_lock_of_values_is_what_creating_an_instance_writes(world: World) -> None:
    values: dict[str, Any] = {"event_id": "e#1", "user_id": "ada", "request_id": ID}
    context, codec = at_one_time(world), codec_of(world.db, IdempotencyLock)
    by_form = CreateForm(codec).write(context, **values)
    assert by_form.ready == prepare_create(context, codec, IdempotencyLock(**values)).ready


def test_what_cannot_be_an_item_is_refused_as_an_instance_is(world: World) -> None:
    context, codec = context_of(world.db), codec_of(world.db, IdempotencyLock)
    form = CreateForm(codec)
    with pytest.raises(OperationError, match="user_id is missing"):
        form.write(context, event_id="e-1", request_id=ID)
    with pytest.raises(OperationError, match="IdempotencyLock"):
        form.write(context, event_id="e-1", user_id="a" * 101, request_id=ID)


@given(user=NAMES, requested_at=MOMENTS, cutoff=MOMENTS | st.none(), queued_at=MOMENTS | st.none())
def test_a_request_of_values_is_what_creating_an_instance_writes(
    user: str, requested_at: datetime, cutoff: datetime | None, queued_at: datetime | None
) -> None:
    with open_world() as world:
        values: dict[str, Any] = {
            "request_id": ID,
            "event_id": "e-1",
            "user_id": user,
            "event_type": "LOTTERY",
            "status": "RECEIVED",
            "requested_at": requested_at,
            "lottery_cutoff_at": cutoff,
            "queued_at": queued_at,
            "idempotency_key": f"IDEMP#e-1#{user}",
        }
        context, codec = at_one_time(world), codec_of(world.db, Request)
        by_form = CreateForm(codec).write(context, **values)
        assert by_form.ready == prepare_create(context, codec, Request(**values)).ready


@given(ttl=MOMENTS | st.none(), created_at=MOMENTS | st.none())
def test_a_form_sets_what_was_given_as_nothing_as_an_instance_does(
    ttl: datetime | None, created_at: datetime | None
) -> None:
    with open_world() as world:
        values: dict[str, Any] = {"event_id": "e", "user_id": "ada", "request_id": ID}
        values |= {"ttl": ttl, "created_at": created_at}
        context, codec = at_one_time(world), codec_of(world.db, IdempotencyLock)
        by_form = CreateForm(codec).write(context, **values)
        assert by_form.ready == prepare_create(context, codec, IdempotencyLock(**values)).ready


def test_a_log_entry_given_no_end_follows_its_date_all_the_same(world: World) -> None:
    values: dict[str, Any] = {"number": 1, "from_status": "A", "to_status": "B", "ttl": None}
    context, codec = at_one_time(world), codec_of(world.db, StatusLog)
    by_form = CreateForm(codec).write(context, request_id=ID, occurred_at=NOW, **values)
    end = int((NOW + timedelta(days=30)).timestamp())
    assert by_form.ready.body["Item"]["ttl"] == {"N": str(end)}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"occurred_at": datetime(9999, 12, 31, tzinfo=UTC)}, "after the year 9999"),
        ({"occurred_at": "2027-01-15"}, "Use a datetime"),
        ({"occurred_at": datetime(1969, 1, 1, tzinfo=UTC)}, "does not fit 13 digits"),
        ({"number": 10**6}, "does not fit 6 digits"),
        ({"number": -1}, "does not fit 6 digits"),
        ({"number": True}, "Use an int"),
        ({"nmber": 2}, "Did you mean 'number'"),
    ],
)
def test_a_form_refuses_what_cannot_be_a_log_entry(
    world: World, changed: dict[str, Any], words: str
) -> None:
    values: dict[str, Any] = {"request_id": ID, "occurred_at": NOW, "number": 1}
    form = CreateForm(codec_of(world.db, StatusLog))
    with pytest.raises(OperationError, match=words):
        form.write(context_of(world.db), **(values | changed), from_status="A", to_status="B")


def test_a_form_refuses_a_status_that_cannot_be_a_first_one(world: World) -> None:
    form = CreateForm(codec_of(world.db, EventConfig))
    values: dict[str, Any] = {
        "event_id": "e-1",
        "title": "A",
        "event_type": "LOTTERY",
        "capacity_total": 1,
    }
    with pytest.raises(OperationError, match=r"status is 'OPEN'\. A new one is 'DRAFT'"):
        form.write(context_of(world.db), status="OPEN", **values)
    by_form = form.write(context_of(world.db), status="DRAFT", **values)
    assert by_form.ready.body["Item"]["status"] == {"S": "DRAFT"}


FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "ticket": st.integers(-1, 10**9),
    "queued_at": st.datetimes(timezones=st.just(UTC)),
    "finished_at": MOMENTS,
    "moves": st.integers(0, 9) | st.booleans(),
    "lease_owner": NAMES | st.just("x" * 101),
    "ui_result": st.sampled_from(["SUCCESS", "LUCK"]),
    "user_id": NAMES,
    "event_id": NAMES,
}
SPECS = st.builds(
    UpdateSpec,
    sets=st.lists(
        st.sampled_from(["ticket", "queued_at", "finished_at", "moves", "lease_owner"]), unique=True
    ).map(tuple),
    fixed=st.just((("status", "QUEUED"),)),
    removes=st.just(("error_code",)),
    equal=st.lists(st.sampled_from([*FIELDS]), unique=True).map(tuple),
    either=st.just(("attempts",)),
)


@st.composite
def given_values(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is set and what must be there: usual values, wrong ones, none, and some left out."""
    some = {name: values | st.none() for name, values in FIELDS.items()}
    sets = draw(st.fixed_dictionaries({}, optional=some))
    return sets, {**draw(st.fixed_dictionaries(some)), "attempts": 0}


def outcome_of(make: Callable[[], dict[str, Any]]) -> Any:
    try:
        return json.dumps(make())
    except (OperationError, ValueError, OverflowError) as refused:
        return type(refused), str(refused)


@settings(max_examples=200)
@given(spec=SPECS, given=given_values(), request_id=st.sampled_from([ID, "1", 1]))
def test_the_compiled_update_is_the_one_that_is_filled_slot_by_slot(
    spec: UpdateSpec, given: tuple[dict[str, Any], dict[str, Any]], request_id: Any
) -> None:
    with open_world() as world:
        context, form = at_one_time(world), UpdateForm(codec_of(world.db, Request), spec)
        arguments = (context, (request_id,), *given)
        quick = outcome_of(lambda: form.write(*arguments).ready.body)
        assert quick == outcome_of(lambda: form.fill(*arguments))


def test_an_index_key_is_made_of_what_is_set_not_of_what_was_there(world: World) -> None:
    spec = UpdateSpec(sets=("queued_at",), equal=("queued_at", "user_id", "event_id"))
    form = UpdateForm(codec_of(world.db, Request), spec)
    later = NOW + timedelta(seconds=1)
    before = {"queued_at": NOW, "user_id": "ada", "event_id": "e-1"}
    arguments = (context_of(world.db), (ID,), {"queued_at": later}, before)
    bodies = (form.write(*arguments).ready.body, form.fill(*arguments))
    moment = f"QAT#{int(later.timestamp() * 1000)}#REQ#{ID}"
    assert [str(body).count(moment) for body in bodies] == [2, 2]


def test_a_move_of_what_moved_meanwhile_is_refused(world: World) -> None:
    request = a_request(world.db)
    before = world.db.request.get(request.request_id)
    assert before is not None
    sent(world, request)
    with pytest.raises(ConditionFailed) as refused:
        sent(world, before)
    assert refused.value.position == 0


def test_a_status_goes_only_where_the_design_lets_it_go(world: World) -> None:
    request = a_request(world.db)
    with pytest.raises(ConditionFailed):
        world.run(lambda: together(world.db, moving(world.db, request, "SUCCEEDED", by="w")))
    kept = world.db.request.get(request.request_id)
    assert kept is not None
    assert kept.status == "RECEIVED"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"ticket": 0}, "ticket"),
        ({"ticket": "1"}, "ticket is '1'. Use an int."),
        ({"error_message": "x" * 257}, "257 characters"),
        ({"result_code": "LUCK"}, "Use one of"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(
    world: World, values: dict[str, Any], words: str
) -> None:
    request = a_request(world.db)
    with pytest.raises(OperationError, match=words):
        sent(world, request, **values)


def test_a_request_that_is_gone_cannot_move(world: World) -> None:
    request = a_request(world.db)
    world.db.request.delete(request.request_id)
    with pytest.raises(ConditionFailed, match="does not exist"):
        sent(world, request)


def test_an_expired_item_gives_its_place_to_a_new_one(world: World) -> None:
    db = world.db
    old = db.now() - timedelta(seconds=5)
    db.idempotency_lock.create(
        event_id="e",
        user_id="ada",
        request_id="01ARZ3NDEKTSV4RRFFQ69G5FAV",
        ttl=old,
    )
    codec = codec_of(db, IdempotencyLock)
    lock = IdempotencyLock(event_id="e", user_id="ada", request_id="01ARZ3NDEKTSV4RRFFQ69G5FAW")
    write = prepare_create(context_of(db), codec, lock)
    db.run(Doing(lambda: together(db, [write])))
    found = db.idempotency_lock.get("e", "ada")
    assert found is not None
    assert found.request_id == "01ARZ3NDEKTSV4RRFFQ69G5FAW"
    with pytest.raises(ConditionFailed, match="exists already"):
        db.run(Doing(lambda: together(db, [write])))


@pytest.mark.parametrize(
    ("model", "spec", "words"),
    [
        (Request, UpdateSpec(sets=("status",)), "is a status"),
        (Request, UpdateSpec(sets=("request_id",)), "is fixed"),
        (Request, UpdateSpec(removes=("queued_at",)), "index key"),
        (Capacity, UpdateSpec(sets=("vacant",)), "writes more"),
    ],
)
def test_a_form_refuses_what_only_a_planned_update_does(
    world: World, model: Any, spec: UpdateSpec, words: str
) -> None:
    with pytest.raises(OperationError, match=words):
        UpdateForm(codec_of(world.db, model), spec)


def test_an_index_key_needs_all_its_parts(world: World) -> None:
    form = UpdateForm(codec_of(world.db, Request), UpdateSpec(sets=("queued_at",)))
    with pytest.raises(OperationError, match="GSI1PK lacks a part"):
        form.write(context_of(world.db), ("01ARZ3NDEKTSV4RRFFQ69G5FAV",), {"queued_at": NOW}, {})


def test_in_a_log_time_does_not_go_back_whatever_clocks_say(world: World) -> None:
    request = a_request(world.db)
    sent(world, request)
    world.clock.now -= 3600
    move = moving(world.db, request, "PROCESSING", by="w")
    world.run(lambda: together(world.db, move))
    log = world.desk.requests.timeline(request.request_id, for_operators=True)
    assert [one.number for one in log] == [1, 2]
    assert log[0].occurred_at <= log[1].occurred_at


def loud(self: Any, name: str, value: Any) -> None:
    """Stand for a `__setattr__`, and write messages in capital letters."""
    object.__setattr__(self, name, value.upper() if name == "message" else value)


def test_a_late_change_of_a_class_is_seen_by_who_creates_its_items(world: World) -> None:
    values = {"request_id": ID, "occurred_at": NOW, "number": 1, "message": "begun"}
    statuses = {"from_status": "RECEIVED", "to_status": "QUEUED"}

    def written() -> Any:
        write = creator_of(world.db, StatusLog)
        return write(context_of(world.db), **values, **statuses).ready.body["Item"]["message"]

    before = written()
    with patch.object(StatusLog, "__setattr__", loud):
        during = written()

    assert (before, during, written()) == ({"S": "begun"}, {"S": "BEGUN"}, {"S": "begun"})
