"""Strategies for requests with the parameters that expressions have replaced."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.difference import values as va
from tests.difference.compare import Request, Scenario
from tests.difference.pieces import (
    CAPACITY,
    POOLS,
    RETURNS,
    Body,
    chance,
    given,
    item_at,
    optional,
    read_back,
    write_options,
)
from tests.difference.tables import FIXED_TABLES, OPEN_TABLES

ONE_VALUE = ("EQ", "NE", "LT", "LE", "GT", "GE", "CONTAINS", "NOT_CONTAINS", "BEGINS_WITH")
VALUE_COUNTS = dict.fromkeys(ONE_VALUE, 1) | {"NULL": 0, "NOT_NULL": 0, "BETWEEN": 2, "IN": 2}
KEY_OPERATORS = ("EQ", "LT", "LE", "GT", "GE", "BETWEEN", "BEGINS_WITH")
NAMES = st.sampled_from(["a", "n", "m", "l", "ss", "status", "label"])
TOGETHER = st.sampled_from(["AND", "OR"])


@st.composite
def comparisons(draw: st.DrawFn) -> Body:
    """Compare an attribute with values: seldom too many, too few or odd ones."""
    operator = draw(st.sampled_from(sorted(VALUE_COUNTS)))
    count = VALUE_COUNTS[operator]
    if chance(draw, 8):
        count = draw(st.integers(0, 3))
    values = draw(st.lists(va.scalars() | va.values(), min_size=count, max_size=count))
    if chance(draw, 12):
        operator = draw(st.sampled_from(["", "eq", "LIKE"]))
    body: Body = {"ComparisonOperator": operator}
    return body | ({"AttributeValueList": values} if values or chance(draw, 4) else {})


@cache
def _expectations() -> st.SearchStrategy[Body]:
    existing = st.fixed_dictionaries({"Value": va.values()}, optional={"Exists": st.booleans()})
    absent = st.fixed_dictionaries({"Exists": st.booleans()})
    return st.one_of(comparisons(), comparisons(), existing, absent)


def _named(conditions: st.SearchStrategy[Body]) -> st.SearchStrategy[Body]:
    return st.dictionaries(NAMES, conditions, min_size=1, max_size=2)


@cache
def _changes() -> st.SearchStrategy[Body]:
    actions = st.sampled_from(["PUT", "ADD", "DELETE", "PUT", "ADD", "DELETE", "SET"])
    kinds = va.values() | va.sets() | va.typed("N", va.numbers())
    return st.fixed_dictionaries({}, optional={"Action": actions, "Value": kinds})


@st.composite
def expecting_writes(draw: st.DrawFn) -> Scenario:
    """Put or delete an item under older conditions."""
    table = draw(st.sampled_from(OPEN_TABLES))
    key = draw(va.keys(table))
    action = draw(st.sampled_from(["PutItem", "DeleteItem"]))
    body: Body = {"TableName": table.name, "Expected": draw(_named(_expectations()))}
    body |= {"Key": key} if action == "DeleteItem" else {"Item": draw(item_at(table, key))}
    body |= draw(write_options(RETURNS[:2])) | draw(optional(ConditionalOperator=TOGETHER))
    before = draw(st.none() | item_at(table, key))
    return (given(table, key, before), Request(action, body), read_back(table, key))


@st.composite
def attribute_updates(draw: st.DrawFn) -> Scenario:
    """Update an item attribute by attribute."""
    table = draw(st.sampled_from(OPEN_TABLES))
    key = draw(va.keys(table))
    changes = draw(_named(_changes()))
    if all(change.get("Action") == "DELETE" for change in changes.values()):
        # DynamoDB: what only removes makes no item; both engines make one.
        changes |= {"made": {"Value": {"S": "made"}}}
    body: Body = {"TableName": table.name, "Key": key, "AttributeUpdates": changes}
    if chance(draw, 3):
        body["Expected"] = draw(_named(_expectations()))
        body |= draw(optional(ConditionalOperator=TOGETHER))
    body |= draw(write_options(RETURNS))
    before = draw(st.none() | item_at(table, key))
    return (given(table, key, before), Request("UpdateItem", body), read_back(table, key))


@cache
def _wanted() -> st.SearchStrategy[Body]:
    names = st.lists(NAMES, max_size=3, unique=True) | st.just(["a", "a"])
    return optional(AttributesToGet=names, ReturnConsumedCapacity=CAPACITY)


@st.composite
def partial_gets(draw: st.DrawFn) -> Scenario:
    """Read some attributes of one item, alone or in a batch."""
    table = draw(st.sampled_from(FIXED_TABLES))
    key, options = draw(va.keys(table)), draw(_wanted())
    if chance(draw, 3):
        part = {"Keys": [key]} | {k: v for k, v in options.items() if k == "AttributesToGet"}
        return (Request("BatchGetItem", {"RequestItems": {table.name: part}}),)
    return (Request("GetItem", {"TableName": table.name, "Key": key} | options),)


@st.composite
def _key_comparison(draw: st.DrawFn, pool: list[Any], operators: tuple[str, ...]) -> Body:
    operator = draw(st.sampled_from(operators))
    if chance(draw, 12):
        operator = draw(st.sampled_from(sorted(VALUE_COUNTS)))
    count = VALUE_COUNTS[operator]
    values = draw(st.lists(st.sampled_from(pool), min_size=count, max_size=count))
    return {"ComparisonOperator": operator, "AttributeValueList": values}


@st.composite
def key_conditions(draw: st.DrawFn) -> Scenario:
    """Query a table or an index by older conditions, with an older filter."""
    table = draw(st.sampled_from(FIXED_TABLES))
    index = draw(st.sampled_from([None, *table.index_keys()]))
    partition, sort = table.keys_of(index)
    types = {**table.key_types, **table.attribute_types}
    conditions = {partition: draw(_key_comparison(POOLS[types[partition]], ("EQ",)))}
    if sort and draw(st.booleans()):
        operators = KEY_OPERATORS[: -1 if types[sort] == "N" else None]
        conditions[sort] = draw(_key_comparison(POOLS[types[sort]], operators))
    body: Body = {"TableName": table.name, "KeyConditions": conditions}
    body |= {"IndexName": index} if index else {}
    if chance(draw, 3):
        body["QueryFilter"] = draw(_named(comparisons()))
        body |= draw(optional(ConditionalOperator=TOGETHER))
    return (Request("Query", body | draw(optional(ScanIndexForward=st.booleans()))),)


@st.composite
def scan_filters(draw: st.DrawFn) -> Scenario:
    """Scan a table with an older filter."""
    table = draw(st.sampled_from(FIXED_TABLES))
    body: Body = {"TableName": table.name, "ScanFilter": draw(_named(comparisons()))}
    return (Request("Scan", body | draw(_wanted()) | draw(optional(ConditionalOperator=TOGETHER))),)
