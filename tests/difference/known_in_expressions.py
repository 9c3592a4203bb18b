"""Differences in expressions that are kept, each with its reason."""

from __future__ import annotations

from tests.difference.compare import Request
from tests.difference.known import (
    ANYTHING,
    BOTH,
    DYNALITE,
    ID,
    INVALID,
    NOTHING,
    REFUSED,
    SIMPLE,
    Known,
    item,
    put,
    touches_a_path_twice,
    unpadded,
    update,
    values,
    without,
    writes_into_a_list,
)

CONDITIONS = (
    Known(
        "Both describe syntax errors in words of their own; AWS names the token and what is near.",
        BOTH,
        INVALID + r'Syntax error; token: ".*", near: ',
        REFUSED,
        put("a = = b"),
        source=DYNALITE,
    ),
    Known(
        "A word of the grammar that stands for a name is reported as the reserved word it is.",
        BOTH,
        INVALID + r"Attribute name is a reserved keyword; reserved keyword: ",
        REFUSED,
        update("REMOVE AND"),
        source=DYNALITE,
    ),
    Known(
        "Only strings, numbers and binary values have an order: AWS refuses other literals beside "
        "<, <=, >, >= and BETWEEN, whatever the item. API reference, Condition.",
        "dynoxide",
        INVALID + r"Incorrect operand type for operator or function; operator or function: [<>B]",
        ANYTHING,
        put("NOT a < :l", **values(l={"L": []})),
    ),
    Known(
        "begins_with takes strings and binary values, in a transaction too; a size is a number. "
        "Developer guide, Expressions.OperatorsAndFunctions.",
        BOTH,
        INVALID + r"Incorrect operand type .* operator or function: begins_with, operand type: ",
        ANYTHING,
        put("NOT begins_with(a, size(b))"),
        source="Developer guide, Expressions.OperatorsAndFunctions; the words: " + DYNALITE,
    ),
    Known(
        "AWS refuses to compare a path with itself.",
        BOTH,
        INVALID + r"The first operand must be distinct from the remaining operands",
        ANYTHING,
        put("attribute_not_exists(id) OR a = a"),
        source=DYNALITE,
    ),
    Known(
        "An undefined name or value is reported with the expression that uses it, even where no "
        "item is compared.",
        BOTH,
        INVALID + r"An expression attribute (name|value) used in ",
        ANYTHING,
        put("#x = :x"),
        source=DYNALITE,
    ),
    Known(
        "Newer checks of AWS refuse a placeholder's value as any other value; those of scans and "
        "transactions name the placeholder.",
        BOTH,
        r"ValidationException: (ExpressionAttributeValues contains invalid value: )?"
        r"(The parameter cannot|Number |Attempting to|Supplied|Nesting|One or more parameter "
        r"values were invalid: (An|Binary|Input))",
        r"ValidationException: ",
        put("a = :n", **values(n={"NS": ["1", "1"]})),
        source=DYNALITE,
    ),
)

UPDATES = (
    Known(
        "No two clauses may touch the same path, in a transaction neither; the first path is named "
        "first, before other faults. Developer guide, Expressions.UpdateExpressions.",
        BOTH,
        INVALID + r"Two document paths (overlap|conflict) with each other",
        ANYTHING,
        Request(
            "TransactWriteItems",
            {
                "TransactItems": [
                    {"Update": {"TableName": SIMPLE, "Key": ID, "UpdateExpression": "REMOVE a, a"}}
                ]
            },
        ),
        request="(UpdateItem|TransactWriteItems|GetItem|BatchGetItem|Query|Scan|TransactGetItems) ",
        when=touches_a_path_twice,
        source="Developer guide, Expressions.UpdateExpressions; the words: " + DYNALITE,
    ),
    Known(
        "DELETE takes a set, ADD a number or a set, in a transaction too.",
        BOTH,
        INVALID + r"Incorrect operand type for operator or function; operator: (DELETE|ADD), ",
        ANYTHING,
        Request(
            "TransactWriteItems",
            {
                "TransactItems": [
                    {
                        "Update": {
                            "TableName": SIMPLE,
                            "Key": ID,
                            "UpdateExpression": "DELETE a :v",
                            **values(v={"S": "x"}),
                        }
                    }
                ]
            },
        ),
        source="API reference, UpdateItem, UpdateExpression; the words: " + DYNALITE,
    ),
    Known(
        "Of several faults that only the item shows, AWS does not say which one it names.",
        "dynoxide",
        r"ValidationException: (An operand in|The document path provided in|The provided expre)",
        r"ValidationException: ",
        update("SET m = a - :n", **values(n={"N": "1"})),
        (item(a={"S": "x"}),),
        request="UpdateItem",
        source="API reference, TransactWriteItems, which lists the messages in no order.",
    ),
    Known(
        "A sum takes numbers; AWS names other types as they stand in an item.",
        "dynoxide",
        INVALID + r"Incorrect operand type for operator or function; operator or function: [+-], ",
        r"ValidationException: ",
        update("SET a = b + :s", **values(s={"S": "x"})),
        source="Developer guide, Expressions.UpdateExpressions.SET.AddingNumbers.",
    ),
    Known(
        "Of several faults of one part a transaction too names one as its reason, as AWS says it.",
        BOTH,
        r"TransactionCanceledException: .*(document path provided|operand in|provided expression)",
        ANYTHING,
        Request(
            "TransactWriteItems",
            {
                "TransactItems": [
                    {
                        "Update": {
                            "TableName": SIMPLE,
                            "Key": ID,
                            "UpdateExpression": "REMOVE a.b",
                        }
                    }
                ]
            },
        ),
        (item(),),
        source="API reference, CancellationReason; the words: " + DYNALITE,
    ),
    Known(
        "A path through what an item does not have can be neither written nor removed.",
        BOTH,
        r"ValidationException: The document path provided in the update expression is invalid",
        ANYTHING,
        update("REMOVE a.b"),
        (item(),),
        source=DYNALITE,
    ),
    Known(
        "What is added past a list's end is appended. Developer guide, "
        "Expressions.UpdateExpressions.SET.",
        "dynoxide",
        "OK",
        "OK",
        update("SET a[3] = :n", ReturnValues="ALL_NEW", **values(n={"N": "1"})),
        (item(a={"L": []}),),
        "UpdateItem|GetItem",
        unpadded,
        when=writes_into_a_list,
    ),
    Known(
        "Where no item was, ALL_OLD returns nothing. API reference, UpdateItem, ReturnValues.",
        "dynoxide",
        "OK",
        "OK",
        update("SET a = :n", ReturnValues="ALL_OLD", **values(n={"N": "1"})),
        (NOTHING,),
        'UpdateItem .*"ReturnValues": "ALL_OLD"',
        is_same=lambda ours, theirs: ours == without("Attributes")(theirs),
        when=lambda difference: difference.before[-1].action == "DeleteItem",
    ),
)
