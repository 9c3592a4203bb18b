# ruff: noqa: E501 - AWS's sentences stay whole where that reads better
"""AWS's refusals, word for word: what we say where the other engines say something else.

A known difference excuses a refusal of ours only if it is one of these from its first word to its
last, and if what it names stands in the request: groups are parts of the request.
"""

from __future__ import annotations

import re
from typing import Final

from tests.difference.compare import Request
from tests.reference.endpoint import Answer

EXPRESSION: Final = r"(?:Invalid \w+Expression: |Validation failed in TransactStatements\[\d+\]: )?"
WRONG: Final = r"One or more parameter values were invalid: "
VALUE: Final = r"(?:ExpressionAttributeValues contains invalid value: )?"
KEY: Final = r"(?: for key :?\w+)?"
CONSTRAINT: Final = (
    r"Value (?:'.*?'|null|) ?at '[\w.-]+' failed to satisfy constraint: (?:"
    r"Member must not be null"
    r"|Member must satisfy enum value set: \[[\w, ]+\]"
    r"|Member must have (?:length|value) (?:less|greater) than or equal to \d+"
    r"|Member must satisfy regular expression pattern: \S+"
    r"|Map value must satisfy constraint: \[.*\]"
    r"|Member must satisfy constraint: \[.*\])"
)

WORDS: Final = (
    # Expressions.
    EXPRESSION + r'Syntax error; token: "(?:<EOF>|(.+))", near: "(.*)"',
    EXPRESSION + r"The expression can not be empty;",
    EXPRESSION + r"Incorrect operand type for operator or function; "
    r"operator(?: or function)?: (?:[<>]=?|[+-]|\w+), operand type: \w+",
    EXPRESSION + r"The first operand must be distinct from the remaining operands for this operator"
    r" or function; operator: (?:<>|[<>]=?|=|\w+), first operand: \[(.+)\]",
    EXPRESSION + r"Invalid function name; function: (\w+)",
    EXPRESSION + r"Incorrect number of operands for operator or function; operator or function: "
    r"(?:[<>=]+|\w+), number of operands: \d+",
    EXPRESSION + r"The function is not allowed in a condition expression; function: (\w+)",
    EXPRESSION
    + r"The BETWEEN operator requires (?:upper bound to be greater than or equal to lower"
    r" bound|same data type for lower and upper bounds); lower bound operand: AttributeValue:"
    r" \{\w+:(.*)\}, upper bound operand: AttributeValue: \{\w+:(.*)\}",
    EXPRESSION + r"An expression attribute (?:name|value) used in (?:the document path|expression)"
    r" is not defined; attribute (?:name|value): ([#:]\w+)",
    EXPRESSION + r"Attribute name is a reserved keyword; reserved keyword: (\w+)",
    EXPRESSION + r"Two document paths (?:overlap|conflict) with each other; must remove or rewrite"
    r" one of these paths; path one: \[.+\], path two: \[.+\]",
    EXPRESSION + r"The expression has redundant parentheses;",
    EXPRESSION + r"The expression contains too many operators; operator count: 301",
    EXPRESSION + r"Operator or function is not allowed in .*",
    EXPRESSION + r"Expression size has exceeded the maximum allowed size; .*",
    EXPRESSION + r"The IN operator is provided with too many operands; number of operands: \d+",
    EXPRESSION + r"Member must satisfy .*",
    EXPRESSION + r"List index is not within the allowable range; index: \[\d+\]",
    r"An operand in the update expression has an incorrect data type",
    r"The document path provided in the update expression is invalid for update",
    r"The provided expression refers to an attribute that does not exist in the item",
    r"ExpressionAttribute(?:Names|Values) can only be specified when using expressions"
    r"(?:: \w+(?:, \w+)*(?: and \w+)* (?:are|is) null)?",
    r"ExpressionAttributeNames contains invalid (?:value: Empty attribute name for key (#\w+)"
    r'|key: Syntax error; key: "(.*)")',
    r'ExpressionAttributeValues contains invalid key: Syntax error; key: "(.*)"',
    r"ExpressionAttribute(?:Names|Values) must not be empty",
    r"Value provided in ExpressionAttribute(?:Names|Values) unused in expressions: keys: \{(.+)\}",
    r"Can not use both expression and non-expression parameters in the same request: Non-expression"
    r" parameters: \{(.+)\} Expression parameters: \{(.+)\}",
    r"The expression can not be empty;",
    # Values.
    VALUE + r"The parameter cannot be converted to a numeric value(?:: (.*))?" + KEY,
    VALUE + r"Number (?:overflow|underflow)\. Attempting to store a number with magnitude"
    r" (?:larger|smaller) than supported range" + KEY,
    VALUE + r"Attempting to store more than 38 significant digits in a Number" + KEY,
    VALUE + r"Supplied AttributeValue (?:is empty, must contain exactly one of the supported"
    r" datatypes|has more than one datatypes set, must contain exactly one of the supported"
    r" datatypes)" + KEY,
    VALUE + r"Nesting Levels have exceeded supported limits(?:: Attributes in the item have nested"
    r" levels beyond supported limit)?" + KEY,
    VALUE
    + WRONG
    + r"An (?:number|string|binary) set ? ?may not (?:be empty|have a empty string as a"
    r" member)" + KEY,
    VALUE + WRONG + r"(?:Binary sets should not be empty|Input collection(?: \[.*\])?"
    r" contains duplicates\.)" + KEY,
    VALUE + WRONG + r"Null attribute value types must have the value of true" + KEY,
    # Items and keys.
    WRONG + r"(?:Missing the key \w+ in the item|Type mismatch for (?:Index )?[Kk]ey \w+.*"
    r"|Type mismatch for attribute to update|Cannot update attribute \w+\. This attribute is part of"
    r" the key|Size of hashkey has exceeded the maximum size limit of2048 bytes"
    r"|Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
    r"|The AttributeValue for a key attribute cannot contain an empty (?:string|binary) value\."
    r" (?:Key|IndexName): .*|Size of .*|Empty attribute name.*)",
    r"The provided key element does not match the schema",
    r"The conditional request failed",
    r"Item size (?:to update )?has exceeded the maximum allowed size",
    r"The number of conditions on the keys is invalid",
    # Reads.
    WRONG + r"Global secondary index (\w+) does not project \[(.+)\]",
    r"Filter Expression can only contain non-primary key attributes: Primary key attribute: (\w+)",
    r"Query (?:condition missed key schema element(?:: \w+)?|key condition not supported|filter.*)",
    WRONG + r"Select type .* is not supported for .*",
    r"The provided starting key is (?:invalid|outside query boundaries.*)(?:: .*)?",
    r"Exclusive Start Key must have same size as table's key schema",
    r"(?:The )?[Cc]onditions can be of length 1 or 2 only",
    r"Either the KeyConditions or KeyConditionExpression parameter must be specified in the request\.",
    r"Consistent reads are not supported on global secondary indexes",
    r"The table does not have the specified index: (\w+)",
    r"Cannot specify .*",
    r"\w+ can be used only when .*",
    r"The (?:Segment|TotalSegments) parameter is .*",
    # Older parameters.
    r"ConditionalOperator (?:can only be used when Filter or Expected has two or more elements"
    r"|cannot be used without Filter or Expected)",
    WRONG + r"Value (?:must be provided when Exists is true|cannot be used when Exists is false|or"
    r" AttributeValueList .*|must be provided when Exists is null) for Attribute: (\w+)",
    WRONG + r"(?:DELETE|ADD) action (?:with value is )?(?:is )?not supported for the type \w+",
    WRONG + r"Only DELETE action is allowed when no attribute value is specified",
    WRONG + r"Duplicate value in attribute name: (\w+)",
    WRONG + r"AttributeValues inside AttributeValueList must be of same type",
    WRONG + r"Invalid number of argument\(s\) for the \w+ ComparisonOperator",
    WRONG + r"ComparisonOperator \w+ is not valid for \w+ AttributeValue type",
    WRONG + r"(?:Exists is set to FALSE.*|AttributeValueList can only be used with a"
    r" ComparisonOperator for Attribute: \w+|Value and AttributeValueList cannot be used together for"
    r" Attribute: \w+|Exists and ComparisonOperator cannot be used together for Attribute: \w+"
    r"|Value or AttributeValueList must be used with ComparisonOperator: \w+ for Attribute: \w+)",
    r"Attempted conditional constraint is not an indexable operation",
    r"The BETWEEN condition was provided a range where the lower bound is greater than the upper"
    r" bound",
    # Parameters.
    r"(?:\d+ validation errors detected: )?" + CONSTRAINT + r"(?:; " + CONSTRAINT + r")*",
    r"TableName must be at least 3 characters long and at most 255 characters long",
    r"The parameter '\w+' is required but was not present in the request",
    r"The requestItems parameter is required for \w+",
    r"TransactItems can only contain one of Check, Put, Update or Delete",
    r"Transaction request cannot include multiple operations on one item",
    r"Empty attribute name",
    r"Type mismatch for attribute to update",
    EXPRESSION + r"Invalid operator used in KeyConditionExpression: (\w+)",
    WRONG + r"Condition parameter type does not match schema type",
    r"Key attributes must be scalars; list random access '\[\]' and map lookup '\.' are not allowed:"
    r" (?:Index)?Key: (\w+)",
    # Tables.
    WRONG + r"Table is being created with a stream enabled, UpdateViewType is required",
    WRONG + r"ProvisionedThroughput is not specified for index: ([\w-]+)",
    r"At least one of (?:\w+, )+\w+ or \w+ is required",
    r"Invalid table-class parameter provided\. Please try again with a valid table-class value:"
    r" \[STANDARD, STANDARD_INFREQUENT_ACCESS\]\.",
    r"Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery\.",
    r"Attempting to create an index which already exists",
    WRONG + r"Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ([\w-]+)",
    WRONG + r"Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: ([\w-]+)"
    r" when BillingMode is PAY_PER_REQUEST",
    WRONG + r"ProvisionedThroughput must be specified for index: ([\w-]+)",
    WRONG
    + r"The only Updates for index: ([\w-]+) when TableThroughputMode is PAY_PER_REQUEST can be"
    r" to OnDemandThroughput, WarmThroughput",
    WRONG + r"If stream is being enabled then UpdateViewType is required",
    WRONG + r"ProjectionType is \w+, but NonKeyAttributes is (?:not )?specified",
    WRONG + r"Duplicate element in NonKeyAttributes: (\w+)",
    WRONG + r"Some index key attributes are not defined in AttributeDefinitions\. Keys: \[(.+)\],"
    r" AttributeDefinitions: \[.*\]",
    r"Table has no stream to disable: TableName: ([\w-]+)",
    r"TimeToLive is (?:already (?:disabled|enabled)|active on a different AttributeName: current"
    r" AttributeName is \w+)",
)
SERIALIZATION: Final = (
    r"(?:TRUE|FALSE|NUMBER|DECIMAL|STRING)_VALUE (?:cannot be converted to \w+|can not be converted to"
    r" an? \w+)",
    r"Start of (?:structure or map|list) found where not expected",
    r"Unexpected (?:field type|value type in payload|token received from parser)",
    r"Expected (?:list or null|null|map or null|string or null)",
    r"Unrecognized collection type (?:class )?[\w.]+(?:<[\w., ]+>)?",
    r"class java\.lang\.\w+ can not be converted to an? \w+",
    r"only base-64-encoded strings are convertible to bytes",
    r"Base64 encoded length is expected a multiple of 4 bytes but found: \d+",
)
REASON: Final = r"(?:None|ConditionalCheckFailed|ValidationError|DuplicateItem)"
BY_CODE: Final = {
    "ValidationException": WORDS,
    "SerializationException": SERIALIZATION,
    "ConditionalCheckFailedException": (r"The conditional request failed",),
    "TransactionCanceledException": (
        r"Transaction cancelled, please refer cancellation reasons for specific reasons"
        rf" \[{REASON}(?:, {REASON})*\]",
    ),
    "ResourceNotFoundException": (r"Requested resource not found(?:: Table: ([\w-]+) not found)?",),
    "TableNotFoundException": (r"Table not found: ([\w-]+)",),
    "DuplicateItemException": (r"Duplicate primary key exists in table",),
}
_BY_CODE: Final = {
    code: [re.compile(one, re.DOTALL) for one in words] for code, words in BY_CODE.items()
}
_PARTS: Final = re.compile(r"[\w#:]+")


def is_said_by_aws(request: Request, answer: Answer) -> bool:
    """Whether a refusal is AWS's, whole, and names only what the request has."""
    text = answer.message or ""
    known = _BY_CODE.get(answer.code or "", [])
    matches = (match for words in known if (match := words.fullmatch(text)) is not None)
    asked = str(request)
    return any(all(_stands_in(group, asked) for group in match.groups()) for match in matches)


def _stands_in(group: str | None, asked: str) -> bool:
    return group is None or all(part in asked for part in _PARTS.findall(group))
