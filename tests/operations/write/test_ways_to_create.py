"""A new item is the same whichever way it is written: `create`, `add`, a plan, a transaction.

What is compared before it is sent needs no store; what is stored is compared on each store.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tavola import OperationError, Table
from tavola.model.model import values_of
from tavola.operations.write.compiled.new_item import Creators
from tavola.operations.write.instances import difference
from tavola.operations.write.plans.plan import Plan
from tavola.table.internals import codec_of, context_of
from tests.table.every_field import GUARDED, MANAGED, SOME, TEMPLATES, VALUES, kind_of
from tests.table.internals import create_item
from tests.table.stores import Home, Item, clear, plain, read_raw, scan_raw, tries, unsent

Write = Callable[[Any, Any, dict[str, Any]], object]
DESIGNS = pytest.mark.parametrize(
    "design", [TEMPLATES, MANAGED, GUARDED], ids=["templates", "managed", "guarded"]
)


@cache
def table_of(design: str) -> Any:
    """Open a table of a design, on which nothing is done."""
    return of_acme(unsent(kind_of(design), rng=Random(1), clock=now))


def now() -> float:
    """The time of every creation."""
    return 1_700_000_000.123456


def of_acme(table: Table) -> Any:
    """The table, or that of a tenant."""
    return table.tenant("acme") if table.design.table.has_tenancy else table


def item_of(write: Any) -> Any:
    """What a creation would write: the item, or why it cannot be."""
    try:
        plan = write.plan(None)
    except OperationError as refused:
        return str(refused)
    assert isinstance(plan, Plan)
    write.finish(plan)
    return plan.body["Item"]


def create(table: Any, values: dict[str, Any], number: int = 0) -> tuple[Any, Any]:
    """What a handle's creation makes: the instance, and the item or why there is none."""
    codec = codec_of(table, table.models[number])
    instance, body = Creators().prepare(context_of(table), codec, values)
    if body is None:
        # Only what has unique values or expires is not written at once, and what has no key.
        item = item_of(table.plans(table.models[number]).add(instance))
        assert isinstance(item, str) or not codec.is_written_at_once
        return instance, item
    return instance, body["Item"]


@DESIGNS
@given(values=VALUES)
@settings(max_examples=150)
def test_what_is_made_for_its_creation_is_written_like_any_instance(
    design: str, values: dict[str, Any]
) -> None:
    table = table_of(design)
    plans, model = table.plans(table.models[0]), table.models[0]

    created, item = create(table, values)

    assert item == item_of(plans.add(model(**values_of(created))))


@DESIGNS
@given(values=VALUES)
@settings(max_examples=100)
def test_what_was_created_is_what_is_read_and_has_no_changes(
    design: str, values: dict[str, Any]
) -> None:
    table = table_of(design)
    codec = codec_of(table, table.models[0])

    created, item = create(table, values)
    assume(isinstance(item, dict))

    assert codec.decoder.bytes(msgspec.json.encode(item), None, "acme") == created
    assert difference(codec, created) == []


@pytest.fixture
def root(home: Home, design: str) -> Table:
    """A table of a design that holds nothing, on each store."""
    return home.empty(kind_of(design), clock=now)


def stored_by(root: Table, write: Write, values: dict[str, Any]) -> list[dict[str, Any]]:
    """Write an item in one way; return what is stored then, without its version."""
    clear(root)
    table = of_acme(root)
    write(table, table.plans(table.models[0]), values)
    stored = scan_raw(root, ConsistentRead=True)
    for item in stored:
        item.pop("version", None)
    return [plain(item) for item in sorted(stored, key=lambda item: keys_of(root, item))]


def keys_of(table: Table, item: Item) -> list[str]:
    """The texts of an item's key."""
    settings = table.design.table
    return [item[name]["S"] for name in (settings.partition_key, settings.sort_key) if name]


def by_create(table: Any, plans: Any, values: dict[str, Any]) -> None:
    """What the `create` of a generated handle does."""
    del plans
    create_item(table, table.models[0], values)


def by_plan(table: Any, plans: Any, values: dict[str, Any]) -> None:
    """A planned creation, run."""
    table.run(plans._create(values))


def by_add(table: Any, plans: Any, values: dict[str, Any]) -> None:
    """An instance that was made by hand."""
    table.run(plans.add(table.models[0](**values)))


def by_put(table: Any, plans: Any, values: dict[str, Any]) -> None:
    """An instance, whatever stood there."""
    table.run(plans.put(table.models[0](**values)))


def by_upsert(table: Any, plans: Any, values: dict[str, Any]) -> None:
    """An update of an item that is not there."""
    table.run(plans._upsert(values))


def by_transaction(table: Any, plans: Any, values: dict[str, Any]) -> None:
    """An instance in a transaction."""
    del plans
    with table.transaction() as tx:
        tx.create(table.models[0](**values))


WAYS = [by_plan, by_add, by_put, by_upsert, by_transaction]


@DESIGNS
@pytest.mark.parametrize("write", WAYS)
def test_every_way_stores_what_create_stores(root: Table, write: Write) -> None:
    assert stored_by(root, write, SOME) == stored_by(root, by_create, SOME)


@DESIGNS
def test_any_item_is_stored_alike_in_every_way(home: Home, root: Table) -> None:
    @tries(home, 40)
    @given(some=VALUES, write=st.sampled_from(WAYS))
    def check(some: dict[str, Any], write: Write) -> None:
        values = {**SOME, **some, "changed_at": SOME["changed_at"]}
        assume(isinstance(create(of_acme(root), values)[1], dict))

        assert stored_by(root, write, values) == stored_by(root, by_create, values)

    check()


@DESIGNS
def test_any_item_that_was_created_is_stored_and_read_as_it_is(home: Home, root: Table) -> None:
    table = of_acme(root)
    model = table.models[0]
    codec, plans = codec_of(table, model), table.plans(model)

    @tries(home, 40)
    @given(values=VALUES)
    def check(values: dict[str, Any]) -> None:
        clear(root)
        assume(isinstance(create(table, values)[1], dict))

        created = table._create(context_of(table, codec), codec, values)

        planned = item_of(plans.add(model(**values_of(created))))
        get = plans._get([getattr(created, name) for name in KEYS[context_of(table).tenant]])
        found = table._get(get)
        assert plain(read_raw(root, get.key)) == plain(planned)
        assert (found, difference(codec, found)) == (created, [])

    check()


KEYS = {"acme": ("cls", "item", "at"), None: ("cls", "item")}
"""The fields of a key, by tenant."""


def test_a_model_of_one_item_is_created_like_any_other() -> None:
    table = table_of(TEMPLATES)
    plans = table.plans(table.models[1])

    _, item = create(table, {}, 1)

    assert item == item_of(plans.add(table.models[1]()))
    assert item == {
        "ty\\pe {}'": {"S": "SOLE"},
        "P'K": {"S": "ONE#acme#X"},
        'S"K\\ {x}#': {"S": "ONLY"},
    }


@pytest.mark.parametrize("design", [TEMPLATES], ids=["templates"])
def test_the_item_of_a_constant_key_is_read_saved_and_deleted(root: Table) -> None:
    table = of_acme(root)
    plans = table.plans(table.models[1])
    sole = create_item(table, table.models[1], {"name": "a"})
    sole.name = "b"
    sole.save()

    found = table._get(plans._get(()))

    assert (found, found.refresh().name, found.delete()) == (sole, "b", True)
    assert table._get(plans._get(())) is None


def test_what_an_explanation_shows_is_nobody_elses() -> None:
    table = table_of(MANAGED)
    plan = table.plans(table.models[0])._create(SOME)
    shown = plan.explain().request
    shown["ExpressionAttributeNames"]["#other"] = "other"
    shown["Item"].clear()

    assert plan.explain().request["Item"].keys() == plan.plan(None).body["Item"].keys()
    assert "#other" not in plan.explain().request["ExpressionAttributeNames"]
