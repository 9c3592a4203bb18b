"""Differences in expressions that are kept, each with its reason."""

from __future__ import annotations

from tests.difference.compare import Request
from tests.difference.known import (
    ANYTHING,
    BOTH,
    FIXED,
    ID,
    INVALID,
    NOTHING,
    REFUSED,
    SIMPLE,
    Known,
    item,
    put,
    query,
    touches_a_path_twice,
    unpadded,
    update,
    values,
    without,
)

CONDITIONS = (
    Known(
        "Both describe syntax errors in words of their own; AWS names the token and what is near.",
        BOTH,
        INVALID + r'Syntax error; token: ".*", near: ',
        REFUSED,
        put("a = = b"),
    ),
    Known(
        "A word of the grammar that stands for a name is reported as the reserved word it is.",
        BOTH,
        INVALID + r"Attribute name is a reserved keyword; reserved keyword: ",
        REFUSED,
        update("REMOVE AND"),
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
    ),
    Known(
        "AWS refuses to compare a path with itself.",
        BOTH,
        INVALID + r"The first operand must be distinct from the remaining operands",
        ANYTHING,
        put("attribute_not_exists(id) OR a = a"),
    ),
    Known(
        "The lower bound comes first. Developer guide, Expressions.OperatorsAndFunctions.",
        BOTH,
        INVALID + r"The BETWEEN operator requires upper bound to be greater than or equal to lower",
        ANYTHING,
        query(
            "id = :p AND #a BETWEEN :q AND :p",
            {"S": "p"},
            ExpressionAttributeNames={"#a": "at"},
            ExpressionAttributeValues={":p": {"N": "1"}, ":q": {"N": "2"}},
        ),
    ),
    Known(
        "What a path leads to need not have a prefix: then the condition is false.",
        "ExtendDB",
        "OK|TransactionCanceledException|ConditionalCheckFailedException",
        r"\w+: .*operator or function: begins_with, operand type: ",
        Request("Scan", {"TableName": FIXED, "FilterExpression": "begins_with(n, ss)"}),
    ),
    Known(
        "The bounds of BETWEEN have one type, whether or not an item is compared with them.",
        BOTH,
        INVALID + r"The BETWEEN operator requires same data type for lower and upper bounds",
        ANYTHING,
        query(
            "id = :p",
            {"S": "none"},
            FilterExpression="a BETWEEN :s AND :n",
            **values(p={"S": "none"}, s={"S": ""}, n={"N": "0"}),
        ),
    ),
    Known(
        "An operand may stand in parentheses.",
        BOTH,
        r"OK|ConditionalCheckFailedException",
        INVALID + r"[Ee]xpected comparison operator",
        put("NOT (a) = b"),
        request=r".*\( *[#:\w.\[\]]+ *\) *([<>=]|BETWEEN|IN|AND|OR|\)|\")",
    ),
    Known(
        "An unknown function is named before reserved words.",
        BOTH,
        INVALID + r"Invalid function name; function: ",
        REFUSED,
        put("name(a)"),
    ),
    Known(
        "A function has operands.",
        "ExtendDB",
        INVALID + r'Syntax error; token: "\)", near: "\(\)',
        ANYTHING,
        query("id = :p", {"S": "none"}, FilterExpression="size() = a"),
    ),
    Known(
        "An expression of white space alone is not one.",
        BOTH,
        INVALID + r'Syntax error; token: "<EOF>", near: ""',
        ANYTHING,
        Request(
            "BatchGetItem",
            {"RequestItems": {SIMPLE: {"Keys": [ID], "ProjectionExpression": " "}}},
        ),
    ),
    Known(
        "Values need an expression that can use them.",
        BOTH,
        r"ValidationException: ExpressionAttributeValues can only be specified when using",
        REFUSED,
        Request(
            "Scan",
            {"TableName": SIMPLE, "ProjectionExpression": "a", **values(x={"S": "x"})},
        ),
    ),
    Known(
        "AWS refuses an empty name, and a name that is not used, in a transaction too.",
        "dynoxide",
        r"ValidationException: (ExpressionAttributeNames contains invalid value: Empty|"
        r"Value provided in ExpressionAttribute(Names|Values) unused in expressions)",
        ANYTHING,
        update("REMOVE #a", ExpressionAttributeNames={"#a": ""}),
    ),
    Known(
        "An undefined name or value is reported with the expression that uses it, even where no "
        "item is compared.",
        BOTH,
        INVALID + r"An expression attribute (name|value) used in ",
        ANYTHING,
        put("#x = :x"),
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
    ),
)

UPDATES = (
    Known(
        "No two clauses may touch the same path, in a transaction neither; the first path is named "
        "first, before other faults. Developer guide, Expressions.UpdateExpressions.",
        BOTH,
        INVALID + r"Two document paths (overlap|conflict) with each other",
        ANYTHING,
        update("REMOVE a, a"),
        request="(UpdateItem|TransactWriteItems|GetItem|BatchGetItem|Query|Scan|TransactGetItems) ",
        when=touches_a_path_twice,
    ),
    Known(
        "DELETE takes a set, ADD a number or a set. API reference, UpdateItem, UpdateExpression.",
        BOTH,
        INVALID + r"Incorrect operand type for operator or function; operator: (DELETE|ADD), ",
        ANYTHING,
        update("DELETE a :m", **values(m={"M": {}})),
    ),
    Known(
        "Of several faults that only the item shows, AWS does not say which one it names.",
        BOTH,
        r"ValidationException: (An operand in|The document path provided in|The provided expre)",
        REFUSED,
        update("ADD a.b :n", **values(n={"N": "1"})),
        (item(),),
    ),
    Known(
        "So it is with the reasons for which a transaction is cancelled.",
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
    ),
    Known(
        "A transaction that is wrong whatever its items are is refused, not cancelled.",
        BOTH,
        "ValidationException",
        "TransactionCanceledException",
        Request(
            "TransactWriteItems",
            {
                "TransactItems": [
                    {
                        "Put": {
                            "TableName": SIMPLE,
                            "Item": ID,
                            "ConditionExpression": "size(a) = size(b) OR ((a = b))",
                        }
                    }
                ]
            },
        ),
    ),
    Known(
        "A sum takes numbers; AWS names other types as they stand in an item.",
        "dynoxide",
        INVALID + r"Incorrect operand type for operator or function; operator or function: [+-], ",
        REFUSED,
        update("SET a = b + :s", **values(s={"S": "x"})),
    ),
    Known(
        "A path through what an item does not have can be neither written nor removed.",
        BOTH,
        r"ValidationException: The document path provided in the update expression is invalid",
        ANYTHING,
        update("REMOVE a.b"),
        (item(),),
    ),
    Known(
        "What is added past a list's end is appended. Developer guide, "
        "Expressions.UpdateExpressions.SET.",
        "dynoxide",
        "OK",
        "OK",
        update("SET a[3] = :n", ReturnValues="ALL_NEW", **values(n={"N": "1"})),
        (item(a={"L": []}),),
        apart_from=unpadded,
    ),
    Known(
        "ADD past a list's end appends as SET does.",
        "ExtendDB",
        "OK",
        r"ValidationException: The document path provided in the update expression is invalid",
        update("ADD a[3] :n", **values(n={"N": "1"})),
        (item(a={"L": []}),),
    ),
    Known(
        "Where no item was, ALL_OLD returns nothing. API reference, UpdateItem, ReturnValues.",
        "dynoxide",
        "OK",
        "OK",
        update("SET a = :n", ReturnValues="ALL_OLD", **values(n={"N": "1"})),
        (NOTHING,),
        "UpdateItem",
        without("Attributes"),
    ),
)
