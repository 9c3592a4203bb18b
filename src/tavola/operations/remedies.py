"""Refusals of the database in words that say what to do, where DynamoDB's own do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavola.errors import StoreError, TableNotFound
from tavola.operations.steps import Request, Step


def explain_refusal(refusal: StoreError, step: Step) -> StoreError:
    """Name the tables of a request that met none; any other refusal is given back as it is."""
    # DynamoDB: to requests for items it says no more than "Requested resource not found".
    if not isinstance(refusal, TableNotFound):
        return refusal
    names = ", ".join(repr(name) for name in sorted({*_tables(step)}))
    if not names:
        return refusal
    made = TableNotFound(
        f"table {names}: {refusal.message.rstrip('.')}. "
        "Make it with `tavola table create`, or open one that is there.",
        code=refusal.code,
    )
    made.__cause__ = refusal
    return made


def _tables(step: Step) -> Iterator[str]:
    """Name the tables that a step's requests are for."""
    if isinstance(step, Request):
        yield from _named_in(step.body)
    elif isinstance(step, tuple):
        for request in step:
            yield from _named_in(request.body)


def _named_in(body: dict[str, Any]) -> Iterator[str]:
    if "TableName" in body:
        yield body["TableName"]
    yield from body.get("RequestItems", ())
    for action in body.get("TransactItems", ()):
        for inner in action.values():
            yield inner["TableName"]
