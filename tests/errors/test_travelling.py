"""Errors travel between processes: a pool that cannot unpickle one would hang or break."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import tavola
from tavola.errors import (
    CancellationReason,
    ConditionFailed,
    DecodeError,
    DesignError,
    Finding,
    LeftUnprocessed,
    OperationError,
    StoreError,
    TavolaError,
    TransactionCancelled,
    UniqueTaken,
)

_WAYS: list[Callable[[Any], Any]] = [
    lambda error: pickle.loads(pickle.dumps(error)),
    copy.copy,
    copy.deepcopy,
]


@pytest.mark.parametrize("travel", _WAYS, ids=["pickle", "copy", "deepcopy"])
@pytest.mark.parametrize(
    "error",
    [
        OperationError("no key"),
        UniqueTaken("taken", fields=("email",), values=("a@b.c",)),
        ConditionFailed(item={"a": {"S": "b"}}),
        TransactionCancelled("cancelled", reasons=[CancellationReason("None")]),
        DesignError([Finding("a.yaml", 1, "User", "is wrong.", "Make it right.")]),
        DecodeError("does not fit", {"a": {"N": "1"}}),
        LeftUnprocessed("left", left=["a"]),
        StoreError("odd", code="OddException"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_arrives_as_it_left(error: TavolaError, travel: Callable[[Any], Any]) -> None:
    arrived = travel(error)

    assert (type(arrived), str(arrived), vars(arrived)) == (type(error), str(error), vars(error))


def test_a_star_import_brings_what_the_package_names() -> None:
    names: dict[str, Any] = {}

    exec("from tavola import *", names)

    assert set(dir(tavola)) == set(names) - {"__builtins__"}
    assert {"TavolaError", "OutcomeUnknown", "ge", "Table", "transaction"} < set(names)
