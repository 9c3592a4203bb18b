"""Differences in PartiQL statements that are kept, each with its reason."""

from __future__ import annotations

import re

from tests.difference.compare import Request
from tests.difference.known import ANYTHING, FIXED, NOTHING, SIMPLE, Body, Known, item

BETWEEN = f"SELECT * FROM \"{FIXED}\" WHERE id = 'p' AND a BETWEEN 'b' AND 'a'"
BOUNDS = f"DELETE FROM \"{SIMPLE}\" WHERE id = 'p' AND a BETWEEN 'b' AND 'a'"
MISSING = [{"Statement": f"UPDATE \"{SIMPLE}\" REMOVE a WHERE id = '{key}'"} for key in ("v", "w")]
DESCENDING = f'SELECT * FROM "{FIXED}" WHERE id = \'p\' ORDER BY "at" DESC'
INSERTED = {"Statement": f"INSERT INTO \"{SIMPLE}\" VALUE {{'id': 'p'}}"}
UNORDERED = f"DELETE FROM \"{SIMPLE}\" WHERE id = 'p' AND a <= false"
NESTED = f"UPDATE \"{SIMPLE}\" SET m.a = 1 WHERE id = 'p'"


INTO_NOTHING = {
    "Error": {
        "Code": "ValidationError",
        "Message": "The document path provided in the update expression is invalid for update",
    }
}


def _refuses_paths_into_nothing(ours: Body, theirs: Body) -> bool:
    """Whether we refuse some of the statements that the other took, and all else is alike."""
    pairs = zip(ours["Responses"], theirs["Responses"], strict=True)
    return all(
        own == their or (own == INTO_NOTHING and their.keys() <= {"TableName", "Item"})
        for own, their in pairs
    )


_WRONG_BOUNDS = (
    r"The BETWEEN operator requires .*|Incorrect operand type for operator or function; "
    r"operator or function: BETWEEN, operand type: \w+"
)


def _refuses_wrong_bounds(ours: Body, theirs: Body) -> bool:
    """Whether we refuse some of the statements for their BETWEEN, and all else is alike."""
    pairs = zip(ours["Responses"], theirs["Responses"], strict=True)
    return all(own == their or _is_of_bounds(own) for own, their in pairs)


def _is_of_bounds(response: Body) -> bool:
    error = response.get("Error", {})
    message = error.get("Message", "")
    return error.get("Code") == "ValidationError" and (
        re.fullmatch(_WRONG_BOUNDS, message) is not None
    )


def _has_no_items(ours: Body, theirs: Body) -> bool:
    return ours == {"Items": [], **theirs}


def _has_no_responses(ours: Body, theirs: Body) -> bool:
    return all(each == {} for each in theirs["Responses"]) and ours == {**theirs, "Responses": []}


def _is_turned_round(ours: Body, theirs: Body) -> bool:
    return ours == {**theirs, "Items": theirs["Items"][::-1]}


STATEMENTS = (
    Known(
        "ORDER BY … DESC gives the items in descending order. Captured in October 2026: "
        "paritysuite/dynamodb-conformance, tests/tier2/partiql/grammar.",
        "dynoxide",
        "OK",
        "OK",
        Request("ExecuteStatement", {"Statement": DESCENDING}),
        request=r"ExecuteStatement .*ORDER BY \S+ DESC",
        is_same=_is_turned_round,
    ),
    Known(
        "A write without RETURNING answers with an empty list of items. Captured in four regions, "
        "October 2026: paritysuite/dynamodb-conformance, tests/tier2/partiql/writeResponses.",
        "dynoxide",
        "OK",
        "OK",
        Request("ExecuteStatement", INSERTED),
        (NOTHING,),
        request="ExecuteStatement",
        is_same=_has_no_items,
    ),
    Known(
        "A transaction of writes answers with an empty list of responses. Captured in four "
        "regions, October 2026: paritysuite/dynamodb-conformance, "
        "tests/tier2/partiql/writeResponses.",
        "dynoxide",
        "OK",
        "OK",
        Request("ExecuteTransaction", {"TransactStatements": [INSERTED]}),
        (NOTHING,),
        request="ExecuteTransaction",
        is_same=_has_no_responses,
    ),
    Known(
        "A transaction that is wrong whatever its items are is refused, not cancelled.",
        "dynoxide",
        r"ValidationException: Validation failed in TransactStatements",
        r"TransactionCanceledException: ",
        Request("ExecuteTransaction", {"TransactStatements": [{"Statement": UNORDERED}]}),
        request="ExecuteTransaction",
        source="Captured in October 2026: paritysuite/dynamodb-conformance, "
        "tests/tier3/error-messages/partiqlGrammar.",
    ),
    Known(
        "Bounds of BETWEEN have one type and an order, in statements as in expressions.",
        "dynoxide",
        r"ValidationException: (Validation failed in \S+ )?"
        r"(The BETWEEN operator requires|Incorrect operand type .*: BETWEEN, operand type)",
        ANYTHING,
        Request("ExecuteStatement", {"Statement": BETWEEN}),
        source="Developer guide, Expressions.OperatorsAndFunctions.",
    ),
    Known(
        "Bounds of BETWEEN have one type and an order, in a batch of statements too.",
        "dynoxide",
        "OK",
        "OK",
        Request("BatchExecuteStatement", {"Statements": [{"Statement": BOUNDS}]}),
        (item(),),
        request="BatchExecuteStatement .*BETWEEN",
        is_same=_refuses_wrong_bounds,
        source="Developer guide, Expressions.OperatorsAndFunctions.",
    ),
    Known(
        "A cancelled transaction names the reasons of all its parts. API reference, "
        "CancellationReason.",
        "dynoxide",
        r"TransactionCanceledException: ",
        r"TransactionCanceledException: .*None\]",
        Request("ExecuteTransaction", {"TransactStatements": MISSING}),
        request="ExecuteTransaction",
    ),
    Known(
        "A path into nothing is refused in a batch of statements as it is in a single one.",
        "dynoxide",
        "OK",
        "OK",
        Request("BatchExecuteStatement", {"Statements": [{"Statement": NESTED}]}),
        (item(),),
        request="BatchExecuteStatement",
        is_same=_refuses_paths_into_nothing,
        source="Captured in 2026: nubo-db/dynamodb-conformance, "
        "tests/tier2/partiql/batchExecuteStatement: a member's fault has the single one's words.",
    ),
)
