"""Writes of a form that is always the same are those that would have been planned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola import (
    AlreadyExists,
    ConditionFailed,
    ItemMissing,
    OperationError,
    TransitionRefused,
)
from tavola.design.load import load_design
from tavola.operations.write.compiled.create_forms import CreateForm
from tavola.operations.write.compiled.prepared import CheckForm, prepare_create, prepare_delete
from tavola.operations.write.compiled.update_forms import UpdateForm, UpdateSpec
from tavola.operations.write.transaction import Transaction
from tavola.table.dynamic import table_class
from tavola.table.internals import codec_of, context_of
from tavola.testing import Clock

DESIGN = """
table:
  name: jobs
  typeAttribute: type
  ttlAttribute: ttl
  indexes:
    GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
models:
  Job:
    fields:
      jobId: {type: StringField, required: true}
      owner: {type: StringField, required: true}
      status: {type: EnumField, values: [new, busy, done], initial: [new], transitions: {new: [busy], busy: [done]}}
      dueAt: {type: DateTimeField, attribute: due, storage: iso}
      note: {type: StringField, maxLength: 5}
      marks: {type: StringSetField}
      worker: {type: StringField}
      createdAt: {type: CreateDateField, storage: epochMillis}
      ttl: {type: TtlField, after: {field: dueAt, add: 1h}}
    key: {PK: "JOB#{jobId}", SK: JOB}
    indexes:
      jobsByStatus: {index: GSI1, GSI1PK: "STATUS#{status}#{owner}", GSI1SK: "{dueAt}"}
  Line:
    fields:
      jobId: {type: StringField, required: true}
      number: {type: IntegerField, required: true}
      text: {type: StringField}
      until: {type: DateTimeField, storage: epochSeconds}
    key: {PK: "LINE#{jobId}", SK: "{number:04d}"}
  Cart:
    fields:
      cartId: {type: StringField, required: true}
      ttl: {type: TtlField, after: 1d}
    key: {PK: "CART#{cartId}", SK: CART}
  User:
    fields:
      name: {type: StringField, required: true}
      email: {type: StringField}
      version: {type: VersionField, storage: number}
    key: {PK: "USER#{name}", SK: USER}
    uniqueConstraints:
      uniqueEmail: {field: email, PK: "EMAIL#{email}", SK: LOCK}
  Page:
    fields:
      path: {type: StringField, required: true}
      seenAt: {type: ModifiedDateField}
    key: {PK: "PAGE#{path}", SK: PAGE}
"""  # noqa: E501 - a design
NOW = datetime(2027, 1, 15, 8, tzinfo=UTC)
DUE = NOW + timedelta(hours=5)
STORED_DUE = {"S": "2027-01-15T13:00:00.000Z"}
STORED_END = {"N": str(int((DUE + timedelta(hours=1)).timestamp()))}


class Jobs:
    """A table of jobs in memory, with its models by their names."""

    def __init__(self, folder: Path) -> None:
        file = folder / "jobs.yaml"
        file.write_text(DESIGN)
        self.clock = Clock(NOW.timestamp() + 0.25)
        self.db: Any = table_class(load_design(file)).open("memory:", clock=self.clock)
        self.models = {one.__name__: one for one in self.db.models}

    def codec(self, model: str) -> Any:
        return codec_of(self.db, self.models[model])

    def fields(self, model: str) -> Any:
        return self.models[model].fields

    def made(self, model: str, **values: Any) -> Any:
        return self.models[model](**values)

    @property
    def context(self) -> Any:
        return context_of(self.db)

    def send(self, *writes: Any) -> None:
        self.db.run(Transaction(self.context, writes))

    def item(self, *key: str) -> dict[str, Any]:
        body = {
            "TableName": "jobs",
            "Key": dict(zip(("PK", "SK"), ({"S": one} for one in key), strict=True)),
        }
        found: dict[str, Any] = msgspec.json.decode(self.db.store.execute("GetItem", body))
        item: dict[str, Any] = found.get("Item", {})
        return item

    def planned(self, model: str, **values: Any) -> dict[str, Any]:
        """The item that a planned creation writes."""
        plan = self.db.plans(self.models[model]).add(self.made(model, **values)).plan(None)
        item: dict[str, Any] = plan.body["Item"]
        return item


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    made = Jobs(tmp_path)
    yield made
    made.db.close()


CREATED: list[tuple[str, dict[str, Any]]] = [
    ("Job", {"job_id": "a", "owner": "o"}),
    ("Job", {"job_id": "a", "owner": "o", "status": "new", "due_at": DUE, "note": "abcde"}),
    ("Job", {"job_id": "a#b", "owner": "ö", "due_at": DUE, "marks": {"x", "y"}, "ttl": DUE}),
    ("Job", {"job_id": "a", "owner": "o", "created_at": DUE}),
    ("Line", {"job_id": "a", "number": 7, "text": "t"}),
    ("Cart", {"cart_id": "c"}),
    ("Cart", {"cart_id": "c", "ttl": DUE}),
    ("Page", {"path": "/"}),
]


@pytest.mark.parametrize(("model", "values"), CREATED)
def test_a_prepared_creation_writes_the_item_that_a_planned_one_does(
    jobs: Jobs, model: str, values: dict[str, Any]
) -> None:
    codec = jobs.codec(model)
    planned = jobs.planned(model, **values)

    by_form = CreateForm(codec).write(jobs.context, **values)
    by_hand = prepare_create(jobs.context, codec, jobs.made(model, **values))

    assert by_form.ready == by_hand.ready
    assert by_form.ready.body["Item"] == planned
    assert (by_form.ready.kind, by_form.ready.model, by_form.ready.expects) == (
        "Put",
        model,
        "absent",
    )
    assert by_form.ready.key == {name: planned[name] for name in ("PK", "SK")}


def test_a_prepared_creation_asks_for_no_item_or_an_expired_one(jobs: Jobs) -> None:
    form, line = CreateForm(jobs.codec("Cart")), CreateForm(jobs.codec("Line"))

    body = form.write(jobs.context, cart_id="c").ready.body
    plain = line.write(jobs.context, job_id="a", number=1).ready.body

    assert {name: body[name] for name in body if name not in ("Item", "TableName")} == {
        "ConditionExpression": "attribute_not_exists(#n0) OR #n1 <= :v0",
        "ExpressionAttributeNames": {"#n0": "PK", "#n1": "ttl"},
        "ExpressionAttributeValues": {":v0": {"N": str(int(NOW.timestamp()))}},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    assert {name: plain[name] for name in plain if name not in ("Item", "TableName")} == {
        "ConditionExpression": "attribute_not_exists(#n0)",
        "ExpressionAttributeNames": {"#n0": "PK"},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    assert (body["TableName"], plain["TableName"]) == ("jobs", "jobs")


def test_what_is_there_is_not_created_until_it_has_expired(jobs: Jobs) -> None:
    form = CreateForm(jobs.codec("Cart"))
    jobs.send(form.write(jobs.context, cart_id="c"))

    with pytest.raises(AlreadyExists):
        jobs.send(form.write(jobs.context, cart_id="c"))
    jobs.clock.advance(24 * 3600)
    jobs.send(form.write(jobs.context, cart_id="c"))

    assert jobs.item("CART#c", "CART")["ttl"] == {"N": str(int(NOW.timestamp()) + 2 * 24 * 3600)}


@pytest.mark.parametrize(
    ("model", "values", "message"),
    [
        (
            "Job",
            {"job_id": "a", "owner": "o", "status": "busy"},
            "Job.status is 'busy'. A new one is 'new'.",
        ),
        (
            "Job",
            {"job_id": "a", "owner": "o", "note": "abcdef"},
            "Job.note has 6 characters. At most 5 are allowed.",
        ),
        ("Job", {"job_id": "a"}, "Job.owner is missing. It is required."),
        (
            "Line",
            {"job_id": "a", "number": 10_000},
            "key '{number}': number: 10000 does not fit 4 digits. It takes 0 to 9999; widen the "
            "template or check the value.",
        ),
        (
            "Job",
            {"job_id": "a", "owner": "o", "due_at": datetime.max.replace(tzinfo=UTC)},
            "Job.ttl would be after the year 9999. Give dueAt an earlier date.",
        ),
    ],
)
def test_a_prepared_creation_refuses_what_a_planned_one_does(
    jobs: Jobs, model: str, values: dict[str, Any], message: str
) -> None:
    form = CreateForm(jobs.codec(model))

    with pytest.raises(OperationError) as refused:
        form.write(jobs.context, **values)
    with pytest.raises(OperationError) as planned:
        jobs.planned(model, **values)

    assert (str(refused.value), str(planned.value)) == (message, message)


MOVE = UpdateSpec(
    sets=("due_at", "worker"),
    fixed=(("status", "busy"),),
    removes=("note",),
    equal=("owner",),
    either=("worker",),
)


def a_job(jobs: Jobs, **values: Any) -> Any:
    given = {"job_id": "a", "owner": "o", "status": "new", "note": "x", **values}
    return jobs.db.run(jobs.db.plans(jobs.models["Job"]).add(jobs.made("Job", **given)))


def move(jobs: Jobs, spec: UpdateSpec = MOVE, **given: Any) -> Any:
    values = {"due_at": DUE, "worker": "w", **given.pop("values", {})}
    equal = {"owner": "o", "worker": "v", **given.pop("equal", {})}
    form = UpdateForm(jobs.codec("Job"), spec)
    write = form.write(jobs.context, ("a",), values, equal)
    assert write.ready.body == form.fill(jobs.context, ("a",), values, equal)
    return write


def test_a_prepared_update_is_rendered_as_a_planned_one(jobs: Jobs) -> None:
    write = move(jobs)

    assert write.ready.body == {
        "TableName": "jobs",
        "Key": {"PK": {"S": "JOB#a"}, "SK": {"S": "JOB"}},
        "ConditionExpression": "attribute_exists(#n0) AND NOT #n1 <= :v0 AND "
        "#n2 IN (:v1, :v2) AND #n3 = :v3 AND (#n4 = :v4 OR attribute_not_exists(#n4))",
        "UpdateExpression": "SET #n5 = :v5, #n4 = :v6, #n1 = :v7, #n2 = :v8, #n6 = :v9, "
        "#n7 = :v10 REMOVE #n8",
        "ExpressionAttributeNames": {
            "#n0": "PK",
            "#n1": "ttl",
            "#n2": "status",
            "#n3": "owner",
            "#n4": "worker",
            "#n5": "due",
            "#n6": "GSI1PK",
            "#n7": "GSI1SK",
            "#n8": "note",
        },
        "ExpressionAttributeValues": {
            ":v0": {"N": str(int(NOW.timestamp()))},
            ":v1": {"S": "busy"},
            ":v2": {"S": "new"},
            ":v3": {"S": "o"},
            ":v4": {"S": "v"},
            ":v5": STORED_DUE,
            ":v6": {"S": "w"},
            ":v7": STORED_END,
            ":v8": {"S": "busy"},
            ":v9": {"S": "STATUS#busy#o"},
            ":v10": STORED_DUE,
        },
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    assert (write.ready.kind, write.ready.expects, write.ready.ttl) == ("Update", "present", "ttl")


def test_a_prepared_update_leaves_what_a_planned_one_leaves(jobs: Jobs) -> None:
    a_job(jobs)
    jobs.send(move(jobs))
    prepared = jobs.item("JOB#a", "JOB")
    jobs.db.run(jobs.db.plans(jobs.models["Job"]).remove(jobs.db.run(get(jobs))))
    job = a_job(jobs)
    job.due_at, job.worker, job.status, job.note = DUE, "w", "busy", None
    job.save()

    assert prepared == jobs.item("JOB#a", "JOB")


def get(jobs: Jobs) -> Any:
    plans: Any = jobs.db.plans(jobs.models["Job"])
    return plans.get_by_id("a")


REFUSED: list[tuple[dict[str, Any], dict[str, Any], type[Exception]]] = [
    ({}, {"equal": {"owner": "other"}}, ConditionFailed),
    ({"worker": "u"}, {}, ConditionFailed),
    ({"status": None}, {}, TransitionRefused),
    ({"ttl": NOW}, {}, ItemMissing),
]


@pytest.mark.parametrize(("stored", "given", "kind"), REFUSED)
def test_a_prepared_update_is_refused_where_its_item_is_another(
    jobs: Jobs, stored: dict[str, Any], given: dict[str, Any], kind: type[Exception]
) -> None:
    a_job(jobs, **stored)

    with pytest.raises(kind) as refused:
        jobs.send(move(jobs, **given))
    assert type(refused.value) is kind


def test_a_time_to_live_that_is_given_does_not_follow(jobs: Jobs) -> None:
    spec = UpdateSpec(sets=("due_at", "ttl"), fixed=(("status", "busy"),), equal=("owner",))
    end = DUE + timedelta(days=2)

    body = move(jobs, spec, values={"ttl": end}).ready.body

    assert {"N": str(int(end.timestamp()))} in body["ExpressionAttributeValues"].values()
    assert STORED_END not in body["ExpressionAttributeValues"].values()


FORMS: list[tuple[str, UpdateSpec, str]] = [
    ("User", UpdateSpec(sets=("email",)), "User: every update of it writes more. Plan it."),
    ("Page", UpdateSpec(sets=("seen_at",)), "Page: every update of it writes more. Plan it."),
    ("Job", UpdateSpec(sets=("job_id",)), "Job: its key ['job_id'] is fixed."),
    ("Job", UpdateSpec(removes=("due_at",)), "Job: an index key would be removed. Plan it."),
    ("Job", UpdateSpec(sets=("status",)), "Job.status is a status. Give it as fixed."),
]


@pytest.mark.parametrize(("model", "spec", "message"), FORMS)
def test_what_only_a_planned_update_does_has_no_form(
    jobs: Jobs, model: str, spec: UpdateSpec, message: str
) -> None:
    with pytest.raises(OperationError) as refused:
        UpdateForm(jobs.codec(model), spec)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("spec", "values", "equal", "message"),
    [
        (
            UpdateSpec(sets=("note",)),
            {"note": None},
            {},
            "Job.note has no value, which this form of update needs.",
        ),
        (
            UpdateSpec(sets=("marks",)),
            {"marks": set[str]()},
            {},
            "Job.marks has no value, which this form of update needs.",
        ),
        (
            UpdateSpec(sets=("note",)),
            {"note": "abcdef"},
            {},
            "Job.note has 6 characters. At most 5 are allowed.",
        ),
        (
            UpdateSpec(sets=("due_at",), equal=("owner",)),
            {"due_at": DUE},
            {"owner": "o"},
            "Job: GSI1PK lacks a part. Give it in `sets` or `equal`.",
        ),
    ],
)
def test_a_form_that_is_filled_wrongly_says_with_what(
    jobs: Jobs, spec: UpdateSpec, values: Any, equal: Any, message: str
) -> None:
    form = UpdateForm(jobs.codec("Job"), spec)

    with pytest.raises(OperationError) as refused:
        form.write(jobs.context, ("a",), values, equal)

    assert str(refused.value) == message


def test_a_form_without_index_keys_and_time_to_live_is_short(jobs: Jobs) -> None:
    form = UpdateForm(jobs.codec("Line"), UpdateSpec(removes=("until",), sets=("text",)))

    body = form.write(jobs.context, ("a", 7), {"text": "t"}, {}).ready.body

    assert body == {
        "TableName": "jobs",
        "Key": {"PK": {"S": "LINE#a"}, "SK": {"S": "0007"}},
        "ConditionExpression": "attribute_exists(#n0)",
        "UpdateExpression": "SET #n1 = :v0 REMOVE #n2",
        "ExpressionAttributeNames": {"#n0": "PK", "#n1": "text", "#n2": "until"},
        "ExpressionAttributeValues": {":v0": {"S": "t"}},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


def test_a_prepared_deletion_takes_away_what_is_there(jobs: Jobs) -> None:
    codec = jobs.codec("Line")
    jobs.send(CreateForm(codec).write(jobs.context, job_id="a", number=7))
    delete = prepare_delete(jobs.context, codec, ("a", 7))
    jobs.send(delete)

    assert jobs.item("LINE#a", "0007") == {}
    with pytest.raises(ItemMissing):
        jobs.send(delete)
    assert delete.ready.body == {
        "TableName": "jobs",
        "Key": {"PK": {"S": "LINE#a"}, "SK": {"S": "0007"}},
        "ConditionExpression": "attribute_exists(#n0)",
        "ExpressionAttributeNames": {"#n0": "PK"},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


def test_a_check_of_a_form_differs_in_the_time_alone(jobs: Jobs) -> None:
    line = jobs.fields("Line")
    form = CheckForm(jobs.codec("Line"), lambda now: (line.until > now) & (line.text == "t"))

    check = form.write(jobs.context, ("a", 7), {"N": "5"})

    assert (check.ready.kind, check.ready.expects) == ("ConditionCheck", "any")
    assert check.ready.body == {
        "TableName": "jobs",
        "Key": {"PK": {"S": "LINE#a"}, "SK": {"S": "0007"}},
        "ConditionExpression": "#n0 > :v0 AND #n1 = :v1",
        "ExpressionAttributeNames": {"#n0": "until", "#n1": "text"},
        "ExpressionAttributeValues": {":v0": {"N": "5"}, ":v1": {"S": "t"}},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


PREPARED: list[tuple[Callable[[Jobs], Any], str]] = [
    (
        lambda jobs: CreateForm(jobs.codec("User")),
        "User has unique values. Plan its creation instead.",
    ),
    (
        lambda jobs: prepare_create(
            jobs.context, jobs.codec("User"), jobs.models["User"](name="n")
        ),
        "User has unique values. Plan its creation instead.",
    ),
    (
        lambda jobs: prepare_delete(jobs.context, jobs.codec("User"), ("n",)),
        "User has unique values. Plan its deletion instead.",
    ),
    (
        lambda jobs: prepare_delete(jobs.context, jobs.codec("Cart"), ("n",)),
        "Cart: its items expire. Plan their deletion instead.",
    ),
    (
        lambda jobs: CheckForm(
            jobs.codec("Cart"), lambda _: jobs.models["Cart"].fields.ttl.exists()
        ),
        "Cart: its items expire. Plan the check instead.",
    ),
]


@pytest.mark.parametrize(("make", "message"), PREPARED)
def test_a_model_that_needs_more_is_not_prepared(
    jobs: Jobs, make: Callable[[Jobs], Any], message: str
) -> None:
    with pytest.raises(OperationError) as refused:
        make(jobs)

    assert str(refused.value) == message


def test_prepared_writes_run_no_hook(jobs: Jobs) -> None:
    ran: list[Any] = []
    line = jobs.models["Line"]
    for add in (jobs.db.hooks.before_save, jobs.db.hooks.after_save):
        add(line)(ran.append)

    jobs.send(CreateForm(jobs.codec("Line")).write(jobs.context, job_id="a", number=1))

    assert (ran, jobs.item("LINE#a", "0001")["number"]) == ([], {"N": "1"})
