"""PartiQL as AWS answered it when it was asked.

Source of every answer here: the public captures of paritysuite/dynamodb-conformance (eu-west-2 and
us-east-1, October 2026), files tests/tier2/partiql and tests/tier3/error-messages/partiql*.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, n, s

MALFORMED = "Statement wasn't well formed, can't be processed: "
LEFTOVER = MALFORMED + "Unexpected token after expression"
TERM = MALFORMED + "Unexpected term"
OPERATOR = MALFORMED + "Unexpected operator"
NO_OPERAND = MALFORMED + "Missing right-hand side expression of infix operator"
NO_TABLE = MALFORMED + "Expected identifier for simple path"
ALIAS = "Aliasing is not supported"
NO_KEY = "Where clause does not contain a mandatory equality on all key attributes"
SEVERAL_KEYS = (
    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
    "multi-attribute RANGE keys."
)
NO_INDEX = "The table does not have the specified index"
NOT_CONSISTENT = "Strongly consistent read is not supported on Global Secondary Indexes"
NOT_NUMERIC = "The parameter cannot be converted to a numeric value"
OVERFLOW = (
    "Number overflow. Attempting to store a number with magnitude larger than supported range"
)
UNDERFLOW = (
    "Number underflow. Attempting to store a number with magnitude smaller than supported range"
)
DIGITS = "Attempting to store more than 38 significant digits in a Number"
NESTED = (
    "Nesting Levels have exceeded supported limits: "
    "Attributes in the item have nested levels beyond supported limit"
)
THING = {
    "id": s("it"),
    "a": n(1),
    "b": s("bee"),
    "ss": {"SS": ["a", "b", "c"]},
    "m": {"M": {"sub": s("x")}},
    "nul": {"NULL": True},
    "flag": {"BOOL": True},
}


@pytest.fixture
def filled(client: Client) -> Client:
    client.put("flat", THING)
    return client


def run(client: Client, statement: str, *parameters: Any, **more: Any) -> dict[str, Any]:
    given = {"Parameters": list(parameters)} if parameters else {}
    return client("ExecuteStatement", Statement=statement, **given, **more)


def stored(client: Client, key: str) -> dict[str, Any] | None:
    return client("GetItem", TableName="flat", Key={"id": s(key)}).get("Item")


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO flat VALUE {'id': 'new'}",
        "UPDATE flat SET a = 2 WHERE id = 'it'",
        "DELETE FROM flat WHERE id = 'it'",
        "DELETE FROM flat WHERE id = 'never'",
    ],
)
def test_a_write_without_returning_answers_with_no_items(filled: Client, statement: str) -> None:
    assert run(filled, statement) == {"Items": []}


def test_a_transaction_of_writes_answers_with_no_responses(filled: Client) -> None:
    statements = ["UPDATE flat SET a = 2 WHERE id = 'it'", "INSERT INTO flat VALUE {'id': 'new'}"]

    answer = filled(
        "ExecuteTransaction",
        TransactStatements=[{"Statement": each} for each in statements],
        ReturnConsumedCapacity="TOTAL",
    )

    assert answer["Responses"] == []
    assert [each["TableName"] for each in answer["ConsumedCapacity"]] == ["flat"]


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("FROM flat WHERE id = 'it' SET c = 1", THING | {"c": n(1)}),
        (
            "FROM flat WHERE id = 'it' REMOVE b",
            {name: value for name, value in THING.items() if name != "b"},
        ),
        (
            "from flat where id = 'it' and a = 1 set c = 2 remove a",
            {name: value for name, value in THING.items() if name != "a"} | {"c": n(2)},
        ),
    ],
)
def test_an_update_may_begin_with_its_table(
    filled: Client, statement: str, changed: dict[str, Any]
) -> None:
    assert run(filled, statement) == {"Items": []}
    assert stored(filled, "it") == changed


def test_an_update_that_begins_with_its_table_takes_parameters_and_returns(filled: Client) -> None:
    answer = run(filled, "FROM flat WHERE id = ? SET d = ? RETURNING ALL NEW *", s("it"), n(3))

    assert answer == {"Items": [THING | {"d": n(3)}]}


@pytest.mark.parametrize("condition", ["id = 'it' AND a = 2", "id = 'never'"])
def test_an_update_that_begins_with_its_table_has_conditions(
    filled: Client, condition: str
) -> None:
    refusal = filled.refusal("ExecuteStatement", Statement=f"FROM flat WHERE {condition} SET c = 1")

    assert refusal == ("ConditionalCheckFailedException", "The conditional request failed")
    assert filled.items("flat") == [THING]


def test_batches_and_transactions_run_updates_that_begin_with_their_table(filled: Client) -> None:
    batch = [{"Statement": "FROM flat WHERE id = 'it' SET c = 1"}]

    answer = filled("BatchExecuteStatement", Statements=batch)
    filled(
        "ExecuteTransaction",
        TransactStatements=[{"Statement": "FROM flat WHERE id = 'it' SET d = 1"}],
    )

    assert answer == {"Responses": [{"TableName": "flat"}]}
    assert stored(filled, "it") == THING | {"c": n(1), "d": n(1)}


@pytest.mark.parametrize(
    ("condition", "is_met"),
    [
        ("attribute_exists(ss) = true", True),
        ("attribute_exists(nope) = true", False),
        ("ATTRIBUTE_EXISTS(ss)", True),
        ("(attribute_exists(nope) OR attribute_exists(ss))", True),
        ("NOT attribute_exists(nope)", True),
        ("flag IS BOOL", True),
        ("b IS BOOL", False),
        ("b IS STRING", True),
        ("nul IS NULL", True),
        ("b IS NOT NULL", True),
        ("size(b) = 3", True),
        ("attribute_type(ss, 'S')", False),
    ],
)
def test_functions_and_types_are_conditions(filled: Client, condition: str, is_met: bool) -> None:
    found = run(filled, f"SELECT id FROM flat WHERE id = 'it' AND {condition}")

    assert found["Items"] == ([{"id": s("it")}] if is_met else [])


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("SELECT * FROM flat WHERE id = 'it' AND a = 1 foo", LEFTOVER),
        ("SELECT * FROM flat WHERE a = 1 e5", LEFTOVER),
        ("INSERT INTO flat VALUE {'id': 'x'} foo", LEFTOVER),
        ("UPDATE flat SET a = 9 WHERE id = 'it' foo", LEFTOVER),
        ("DELETE FROM flat WHERE id = 'it' foo", LEFTOVER),
        ("SELECT * FROM flat WHERE a = 1)", LEFTOVER),
        ("DELETE FROM flat WHERE id = 'it' ORDER BY id", LEFTOVER),
        ("SELECT * FROM flat ORDER BY id WHERE id = 'it'", LEFTOVER),
        ("SELECT * FROM flat WHERE a = 1e2147483648", MALFORMED),
        ("SELECT * FROM flat WHERE a = 1e99999999999", MALFORMED),
        ("SELECT * FROM flat WHERE a = 1.5e-2147483647", MALFORMED),
        ("SELECT * FROM flat WHERE a = 1 # note", MALFORMED),
        ("SELECT * FROM flat WHERE a = 1 /* note", MALFORMED),
        ('SELECT * FROM "flat', MALFORMED),
        ("SELECT * FROM flat t WHERE id = 'x'", ALIAS),
        ("SELECT * FROM flat AS t WHERE id = 'x'", ALIAS),
        ("UPDATE flat t SET a = 3 WHERE id = 'x'", ALIAS),
        ("DELETE FROM flat t WHERE id = 'x'", ALIAS),
        ("INSERT INTO flat t VALUE {'id': 'x'}", LEFTOVER),
        ("SELECT * FROM flat WHERE a = 1e126", f"{OVERFLOW} under root"),
        ("SELECT * FROM flat WHERE a = 1e-131", f"{UNDERFLOW} under root"),
        (f"SELECT * FROM flat WHERE a = {'1' * 39}", f"{DIGITS} under root"),
        ("INSERT INTO flat VALUE {'id': 1e126}", f"{OVERFLOW} under root"),
        ("UPDATE flat SET a = 1e-131 WHERE id = 'x'", f"{UNDERFLOW} under root"),
        ("INSERT INTO flat VALUE {'id': 'x', 'm': {'x': 1e126}}", f"{OVERFLOW} under root.x"),
        ("INSERT INTO flat VALUE {'id': 'x', 'l': [1, 1e126]}", f"{OVERFLOW} under root[1]"),
        ("SELECT * FROM flat WHERE", TERM),
        ("SELECT * FROM flat WHERE;", TERM),
        ("SELECT id FROM flat WHERE   ", TERM),
        ("UPDATE flat SET a = 1 WHERE", TERM),
        ("DELETE FROM flat WHERE", TERM),
        ("SELECT * FROM flat WHERE NOT", TERM),
        ("SELECT * FROM flat WHERE (", TERM),
        ('SELECT * FROM "flat-never-created" WHERE', TERM),
        ("SELECT * FROM flat WHERE id = 'p1' AND", NO_OPERAND),
        ("SELECT * FROM flat WHERE id = 'p1' OR", NO_OPERAND),
        ("SELECT * FROM flat WHERE ORDER BY id", MALFORMED + "Unexpected keyword"),
        ("SELECT * FROM flat WHERE id = 'a' AND x IS FOO", MALFORMED + "Expected type name"),
        ("SELECT * FROM flat WHERE IS NULL", OPERATOR),
        ("SELECT * FROM flat WHERE id = LIKE", OPERATOR),
        ("DELETE FROM", NO_TABLE),
        ("DELETE FROM   ", NO_TABLE),
        ("DELETE FROM;", NO_TABLE),
        ("DELETE FROM WHERE id = 'a'", NO_TABLE),
        ("SELECT * FROM", TERM),
        ("FROM flat SET c = 1", NO_KEY),
        ("FROM flat REMOVE a", NO_KEY),
        ("FROM flat WHERE a = 1 SET c = 1", NO_KEY),
        ("FROM flat SET c = 1 WHERE id = 'x'", LEFTOVER),
        ("FROM flat SET c = 1 WHERE id = 'x' SET d = 2", LEFTOVER),
        ("x IS INT4", "Unsupported operation: IsType"),
        ("x IS DOUBLE PRECISION", "Unsupported operation: IsType"),
        ("SELECT * FROM \"\" WHERE id = 'p'", "Path component cannot be an empty string"),
        ('SELECT * FROM "flat".""', "Path component cannot be an empty string"),
        (
            "SELECT * FROM flat WHERE attribute_exists(m.inner)",
            MALFORMED + "Invalid path dot component",
        ),
        (
            "UPDATE flat SET m.inner = set_add(m.inner, <<'y'>>) WHERE id = 'it'",
            MALFORMED + "Invalid path dot component",
        ),
        (
            "SELECT * FROM flat WHERE attribute_exists('ss')",
            "Operator or function requires a document path; operator or function: attribute_exists",
        ),
        (
            "SELECT * FROM flat WHERE attribute_exists()",
            "Incorrect number of operands for operator or function; operator or function: "
            "attribute_exists, number of operands: 0",
        ),
        (
            "SELECT attribute_exists(ss) FROM flat WHERE id = 'it'",
            "Unexpected path component at 1:8:16",
        ),
        ("SELECT * FROM flat WHERE EXISTS(ss)", "Unrecognized function: exists at 1:26:6"),
        (
            "INSERT INTO flat VALUE {'id': 'x', 'ss': set_add(<<'a'>>, <<'b'>>)}",
            "Unsupported data type: set_add under key root at 1:42:7",
        ),
        (
            "UPDATE flat SET ss = set_add(ss, <<'x', 'x'>>) WHERE id = 'it'",
            "One or more parameter values were invalid: Input collection [x, x] contains "
            "duplicates.",
        ),
    ],
)
def test_a_statement_is_refused_in_awss_words(filled: Client, statement: str, message: str) -> None:
    assert filled.invalid("ExecuteStatement", Statement=statement) == message
    assert filled.items("flat") == [THING]


def test_a_missing_table_of_an_update_is_not_named(client: Client) -> None:
    refusal = client.refusal("ExecuteStatement", Statement="FROM gone WHERE id = 'x' SET c = 1")

    assert refusal == ("ResourceNotFoundException", "Requested resource not found")


@pytest.mark.parametrize(
    ("source", "consistent", "message"),
    [
        ('"things"."none"', False, NO_INDEX),
        ('"things"."things"', False, NO_INDEX),
        ('"things"."none"', True, NO_INDEX),
        ('"things"."whole"', True, NOT_CONSISTENT),
    ],
)
def test_an_index_is_refused_in_awss_words(
    client: Client, source: str, consistent: bool, message: str
) -> None:
    statement = f"SELECT * FROM {source} WHERE g = 'x'"

    found = client.invalid("ExecuteStatement", Statement=statement, ConsistentRead=consistent)

    assert found == message


POSITIONS = (
    "SELECT * FROM flat WHERE id = 'x' AND n = ?",
    "INSERT INTO flat VALUE {'id': 'x', 'n': ?}",
    "UPDATE flat SET n = ? WHERE id = 'x'",
    "SELECT * FROM flat WHERE id = ?",
)


@pytest.mark.parametrize("statement", POSITIONS)
@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ({"N": "1e99999999999"}, f"{NOT_NUMERIC}: 1e99999999999"),
        ({"N": "-1e99999999999"}, f"{NOT_NUMERIC}: -1e99999999999"),
        ({"N": "1e-2147483648"}, f"{NOT_NUMERIC}: 1e-2147483648"),
        ({"N": "1e2147483648"}, f"{NOT_NUMERIC}: 1e2147483648"),
        ({"N": "1e2147483647"}, UNDERFLOW),
        ({"N": ""}, NOT_NUMERIC),
        ({"NS": ["1", "1e99999999999"]}, f"{NOT_NUMERIC}: 1e99999999999"),
        ({"M": {"x": {"N": "1e99999999999"}}}, f"{NOT_NUMERIC}: 1e99999999999"),
    ],
)
def test_a_number_in_a_parameter_is_read_as_a_java_decimal(
    client: Client, statement: str, parameter: dict[str, Any], message: str
) -> None:
    found = client.invalid("ExecuteStatement", Statement=statement, Parameters=[parameter])

    assert found == message


def deep(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = s("leaf")
    for _ in range(depth):
        value = {"M": {"n": value}}
    return value


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([deep(40), {"N": "abc"}], NESTED),
        ([{"N": "abc"}, deep(40)], f"{NOT_NUMERIC}: abc"),
        ([deep(40), {"N": "1e126"}], NESTED),
    ],
)
def test_a_wrong_parameter_is_no_fault_of_its_statement(
    client: Client, parameters: list[Any], message: str
) -> None:
    statement = "UPDATE flat SET x = ? SET y = ? WHERE id = 'p'"
    asked = [{"Statement": statement, "Parameters": parameters}]

    batch = client("BatchExecuteStatement", Statements=asked)

    assert client.invalid("ExecuteTransaction", TransactStatements=asked) == message
    assert batch["Responses"][0]["Error"] == {"Code": "ValidationError", "Message": message}


@pytest.fixture
def composite(client: Client) -> Client:
    """A table with indexes of one and of several key attributes, and an item in both."""
    names = ("id", "g", "h1", "h2", "r1")
    several = [{"AttributeName": name, "KeyType": "HASH"} for name in ("h1", "h2")]
    client(
        "CreateTable",
        TableName="multi",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in names],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "several",
                "KeySchema": [*several, {"AttributeName": "r1", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "ALL"},
            },
            {
                "IndexName": "single",
                "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            },
        ],
    )
    client.put("multi", {name: s("v") for name in names})
    return client


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ('SELECT * FROM "multi"."several" WHERE h1 = \'v\'', SEVERAL_KEYS),
        (
            "SELECT id FROM \"multi\".\"several\" WHERE h1 = 'v' AND h2 = 'v' ORDER BY r1 DESC",
            SEVERAL_KEYS,
        ),
        ('SELECT * FROM "multi"."several" WHERE h1 = 5', SEVERAL_KEYS),
        ('SELECT * FROM "multi"."several" WHERE id = \'v\'', SEVERAL_KEYS),
        ('SELECT * FROM "multi"."several"', SEVERAL_KEYS),
        ('SELECT COUNT(*) FROM "multi"."several"', SEVERAL_KEYS),
        ('SELECT * FROM "multi"."several" WHERE', TERM),
        ('SELECT * FROM "multi"."several" WHERE h1 = 1e99999999999', MALFORMED),
    ],
)
def test_an_index_of_several_key_attributes_cannot_be_selected(
    composite: Client, statement: str, message: str
) -> None:
    assert composite.invalid("ExecuteStatement", Statement=statement) == message


@pytest.mark.parametrize("source", ["\"multi\" WHERE id = 'v'", '"multi"."single" WHERE g = \'v\''])
def test_what_stands_beside_such_an_index_can_be_selected(composite: Client, source: str) -> None:
    assert len(run(composite, f"SELECT * FROM {source}")["Items"]) == 1


def test_in_a_batch_only_the_statement_of_such_an_index_fails(composite: Client) -> None:
    needs_key = (
        "Select statements within BatchExecuteStatement must specify the primary key in the where "
        "clause."
    )
    statements = [
        'SELECT * FROM "multi"."single" WHERE g = \'v\'',
        "SELECT * FROM \"multi\".\"several\" WHERE h1 = 'v' AND h2 = 'v' AND r1 = 'v'",
        "SELECT id FROM \"multi\" WHERE id = 'v'",
    ]

    answer = composite(
        "BatchExecuteStatement", Statements=[{"Statement": each} for each in statements]
    )

    assert answer["Responses"] == [
        {"Error": {"Code": "ValidationError", "Message": needs_key}},
        {"Error": {"Code": "ValidationError", "Message": SEVERAL_KEYS}},
        {"TableName": "multi", "Item": {"id": s("v")}},
    ]
