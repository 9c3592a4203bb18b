"""What DynamoDB says of each statement that it does not take, and the bounds of those it takes."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest

from tests.engine.client import Client, key, n, s

MALFORMED = "Statement wasn't well formed, can't be processed: "
ITEM = {
    **key("a", 1),
    "v": n(1),
    "l": {"L": [n(1), n(2)]},
    "m": {"M": {"x": n(1)}},
    "tags": {"SS": ["p", "q"]},
}


@pytest.fixture
def filled(client: Client) -> Client:
    client.put("things", ITEM)
    return client


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("SELECT * FROM things.where", "Invalid path dot component"),
        ("SELECT pk things", "Expected FROM"),
        ("SELECT * FROM things WHERE pk = 'a' ORDER sk", "Expected BY"),
        ("SELECT * FROM things WHERE pk = 'a' ORDER BY", "Unexpected term"),
        ("SELECT * FROM things WHERE pk = 'a' ORDER BY sk,", "Unexpected term"),
        ("SELECT l[0 FROM things", "Expected RIGHT_BRACKET"),
        ("INSERT things VALUE {'pk': 'a'}", "Expected INTO"),
        ("INSERT INTO things {'pk': 'a'}", "Expected VALUE"),
        ("INSERT INTO things VALUE {'pk' 'a'}", "Expected COLON"),
        ("INSERT INTO things VALUE {'pk': 'a'", "Expected RIGHT_CURLY"),
        ("INSERT INTO things VALUE {'pk': 'a', 'l': [1, 2}", "Expected RIGHT_BRACKET"),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': <<1, 2}",
            "Expected RIGHT_DOUBLE_ANGLE_BRACKET",
        ),
        ("INSERT INTO things VALUE {'pk': 'a', 'l': SELECT}", "Unexpected keyword"),
        ("INSERT INTO things VALUE {'pk': 'a', 'l': -'x'}", "Unexpected term"),
        ("INSERT INTO things VALUE {'pk': 'a', 'l': = }", "Unexpected term"),
        ("UPDATE things SET v WHERE pk = 'a' AND sk = 1", "Expected EQ"),
        ("UPDATE things WHERE pk = 'a' AND sk = 1", "Expected data manipulation"),
        (
            "UPDATE things SET v = list_append(v, 1 WHERE pk = 'a' AND sk = 1",
            "Expected RIGHT_PAREN",
        ),
        (
            "UPDATE things SET v = set_add(v, <<'a'>> WHERE pk = 'a' AND sk = 1",
            "Expected RIGHT_PAREN",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = 'a' AND sk = 1 RETURNING ALL",
            "Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = 'a' AND sk = 1 RETURNING ALL NEW",
            "Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = 'a' AND sk = 1 RETURNING SOME NEW *",
            "Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = 'a' AND sk = 1 RETURNING ALL BEST *",
            "Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause",
        ),
        ("DELETE things WHERE pk = 'a' AND sk = 1", "Expected FROM"),
        ("EXISTS SELECT * FROM things", "Expected LEFT_PAREN"),
        ("EXISTS(INSERT INTO things VALUE {})", "Expected SELECT"),
        ("EXISTS(SELECT * FROM things WHERE pk = 'a'", "Expected RIGHT_PAREN"),
        ("x IS", "Expected type name"),
        ("x IS BOGUS", "Expected type name"),
        ("x = 1", "Expected data manipulation"),
        ("SELECT * FROM things WHERE pk BETWEEN 1", "Expected AND"),
        ("SELECT * FROM things WHERE pk BETWEEN 1 OR 2", "Expected AND"),
        ("SELECT * FROM things WHERE pk IN ['a'", "Expected RIGHT_BRACKET"),
        ("SELECT * FROM things WHERE pk IN ('a'", "Expected RIGHT_PAREN"),
        ("SELECT * FROM things WHERE pk IN ('a']", "Expected RIGHT_PAREN"),
        ("SELECT * FROM things WHERE pk IS", "Expected type name"),
        ("SELECT * FROM things WHERE size(pk = 1", "Expected RIGHT_PAREN"),
        ("SELECT * FROM things WHERE contains(pk, 'a') = 1", "Unexpected token after expression"),
        ("SELECT * FROM things WHERE contains(pk, 'a'", "Expected RIGHT_PAREN"),
        ("SELECT * FROM things WHERE v = 1e-2147483648", ""),
        ("SELECT * FROM things WHERE v = 1e+21474836470", ""),
        ("SELECT * FROM things WHERE v = 1;;", "Unexpected token after expression"),
        ("SELECT", "Unexpected term"),
        ("UPDATE", "Expected identifier for simple path"),
        ("INSERT", "Expected INTO"),
        ("INSERT INTO", "Expected identifier for simple path"),
        (";", "Expected data manipulation"),
    ],
)
def test_a_statement_that_cannot_be_read_is_refused_with_its_reason(
    filled: Client, statement: str, reason: str
) -> None:
    assert filled.invalid("ExecuteStatement", Statement=statement) == MALFORMED + reason
    assert filled.items("things") == [ITEM]


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("SELECT pk, count(v) FROM things", "Unexpected path component at 1:12:5"),
        (
            "SELECT pk, * FROM things",
            "Other attributes should not be present in the projection when '*' is used.",
        ),
        (
            "SELECT * FROM things.keys.x",
            "A path may contain at most 2 components in the FROM clause",
        ),
        ("SELECT * FROM things GROUP BY pk", "Unsupported clause: GROUP at 1:22:5"),
        ("SELECT * FROM things HAVING pk", "Unsupported clause: HAVING at 1:22:6"),
        ("SELECT * FROM things OFFSET 2", "Unsupported clause: OFFSET at 1:22:6"),
        ('SELECT "" FROM things', "Path component cannot be an empty string"),
        ("SELECT l[*] FROM things", "Wildcard path component like a[*].b are not supported"),
        ("SELECT l[-1] FROM things", "Unexpected path component at 1:10:1"),
        ("SELECT l[1.5] FROM things", "Unexpected path component at 1:10:3"),
        (
            "SELECT l[2147483648] FROM things",
            "List index is not within the allowable range; index: [2147483648]",
        ),
        ("SELECT count(* FROM things", "Unexpected path component at 1:8:5"),
        (
            "INSERT INTO things.keys VALUE {'pk': 'a'}",
            "This operation is not supported on an index",
        ),
        (
            "INSERT INTO things VALUE {pk: 'a'}",
            "Tuple keys must be of type String. Actual type: pk under root",
        ),
        (
            "INSERT INTO things VALUE {1: 'a'}",
            "Tuple keys must be of type String. Actual type: 1 under root",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'pk': 'b'}",
            "Duplicate keys in tuple. Key: pk under root",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'm': {'x': 1, 'x': 2}}",
            "Duplicate keys in tuple. Key: x under root",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'm': {'x': {2: 2}}}",
            "Tuple keys must be of type String. Actual type: 2 under root.x",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'm': {'x': {'y': 1e126}}}",
            "Number overflow. Attempting to store a number with magnitude larger than "
            "supported range under root.x.y",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': [1, [2, 1e126]]}",
            "Number overflow. Attempting to store a number with magnitude larger than "
            "supported range under root[1][1]",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': <<true>>}",
            "Unsupported data type in Bag. DynamoDB only supports either numbers or "
            "strings in bags",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': <<[1]>>}",
            "Unsupported data type in Bag. DynamoDB only supports either numbers or "
            "strings in bags",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': v}",
            "Unsupported data type: v under key root at 1:43:1",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'm': {'x': v}}",
            "Unsupported data type: v under key root.x at 1:49:1",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': [v]}",
            "Unsupported data type: v under key root[0] at 1:44:1",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': COUNT(1)}",
            "Unsupported data type: count under key root at 1:43:5",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'l': MISSING }",
            "MISSING must be compared using IS operator",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'sk': 1} ON CONFLICT DO REPLACE",
            'Invalid conflict action. Only "DO NOTHING" action is supported.',
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'sk': 1} ON CONFLICT NOTHING",
            'Invalid conflict action. Only "DO NOTHING" action is supported.',
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'sk': 1} ON",
            'Invalid conflict action. Only "DO NOTHING" action is supported.',
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'sk': 1, 'x': <<'a', 'a'>>}",
            "One or more parameter values were invalid: Input collection [a, a] contains "
            "duplicates.",
        ),
        (
            "INSERT INTO things VALUE {'pk': '', 'sk': 1}",
            "One or more parameter values are not valid. The AttributeValue for a key "
            "attribute cannot contain an empty string value. Key: pk",
        ),
        (
            "UPDATE things SET v = near(v, 1) WHERE pk = 'a' AND sk = 1",
            "Unrecognized function: near at 1:23:4",
        ),
        (
            "UPDATE things SET v = size(v) WHERE pk = 'a' AND sk = 1",
            "Unrecognized function: size at 1:23:4",
        ),
        (
            "UPDATE things SET v = set_add(v, w) WHERE pk = 'a' AND sk = 1",
            "The second argument to SET_ADD must be a value with type SET at 1:31:1",
        ),
        (
            "UPDATE things SET v = set_add(v, <<'a'>>, 3) WHERE pk = 'a' AND sk = 1",
            "SET_ADD must have exactly two arguments at 1:23:7",
        ),
        (
            "UPDATE things SET v = set_add() WHERE pk = 'a' AND sk = 1",
            "SET_ADD must have exactly two arguments at 1:23:7",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = 'a' AND sk = 1 RETURNING ALL NEW *, ALL OLD *",
            "Invalid syntax with multiple returning elements in RETURNING clause",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = 1 AND sk = 1",
            "Key attribute's data type should match its data type in table's schema: Key pk",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = 'a' AND sk = '1'",
            "Key attribute's data type should match its data type in table's schema: Key sk",
        ),
        (
            "UPDATE things SET v = 1 WHERE pk = '' AND sk = 1",
            "One or more parameter values are not valid. The AttributeValue for a key "
            "attribute cannot contain an empty string value. Key: pk",
        ),
        ("UPDATE things AS t SET v = 1 WHERE pk = 'a' AND sk = 1", "Aliasing is not supported"),
        (
            "DELETE FROM things.keys WHERE pk = 'a' AND sk = 1",
            "This operation is not supported on an index",
        ),
        (
            "DELETE FROM things WHERE pk = 'a' AND sk = 1 RETURNING ALL NEW *",
            "Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is "
            "allowed in DELETE statements.",
        ),
        (
            "DELETE FROM things WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED OLD *",
            "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * "
            "is allowed in DELETE statements.",
        ),
        ("x IS CHARACTER VARYING", "Unsupported operation: IsType"),
        (
            "SELECT * FROM things WHERE pk",
            "WHERE clause must contain an expression that resolves to a boolean",
        ),
        (
            "SELECT * FROM things WHERE pk 'a'",
            "WHERE clause must contain an expression that resolves to a boolean",
        ),
        (
            "SELECT * FROM things WHERE pk + 1",
            "WHERE clause must contain an expression that resolves to a boolean",
        ),
        (
            "SELECT * FROM things WHERE pk IN",
            "IN operator must have a left hand argument of type Variable Reference and "
            "right hand argument of type Seq with at least one member",
        ),
        (
            "SELECT * FROM things WHERE pk IN ()",
            "IN operator must have a left hand argument of type Variable Reference and "
            "right hand argument of type Seq with at least one member",
        ),
        (
            "SELECT * FROM things WHERE pk IN []",
            "IN operator must have a left hand argument of type Variable Reference and "
            "right hand argument of type Seq with at least one member",
        ),
        (
            "SELECT * FROM things WHERE pk IN 'a'",
            "IN operator must have a left hand argument of type Variable Reference and "
            "right hand argument of type Seq with at least one member",
        ),
        (
            "SELECT * FROM things WHERE 'a' IN ['a']",
            "IN operator must have a left hand argument of type Variable Reference and "
            "right hand argument of type Seq with at least one member",
        ),
        (
            "SELECT * FROM things WHERE 1 IS MISSING",
            "The left hand side argument to IS must be a Variable Reference, Literal, or Path",
        ),
        (
            "SELECT * FROM things WHERE pk IS DATE",
            "Unsupported data type for IS operator: DATE. Supported data types are "
            "[MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]",
        ),
        (
            "SELECT * FROM things WHERE pk IS DOUBLE PRECISION",
            "Unsupported data type for IS operator: DOUBLE_PRECISION. Supported data "
            "types are [MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, "
            "LIST]",
        ),
        (
            "SELECT * FROM things WHERE pk IS CHARACTER VARYING",
            "Unsupported data type for IS operator: CHARACTER_VARYING. Supported data "
            "types are [MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, "
            "LIST]",
        ),
        (
            "SELECT * FROM things WHERE pk NOT = 'a'",
            "WHERE clause must contain an expression that resolves to a boolean",
        ),
        (
            "SELECT * FROM things WHERE size(pk)",
            "WHERE clause must contain an expression that resolves to a boolean",
        ),
        (
            "SELECT * FROM things WHERE attribute_type(pk, 'Q')",
            "Invalid attribute type name found; type: Q, valid types: "
            "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        ),
        (
            "SELECT * FROM things WHERE v = 1e2147483647",
            "Number overflow. Attempting to store a number with magnitude larger than "
            "supported range under root",
        ),
        (
            "SELECT * FROM things WHERE v = 1.1e-2147483646",
            "Number underflow. Attempting to store a number with magnitude smaller than "
            "supported range under root",
        ),
        (
            "SELECT * FROM things WHERE v = 1e-2147483647",
            "Number underflow. Attempting to store a number with magnitude smaller than "
            "supported range under root",
        ),
        (
            "SELECT * FROM things WHERE v = 1e+2147483647",
            "Number overflow. Attempting to store a number with magnitude larger than "
            "supported range under root",
        ),
        (
            'SELECT * FROM "th""ings"',
            "Table name should be within the length [3, 255] and only contain 'a-z', "
            "'A-Z', '0-9', '-', '_', '.'.",
        ),
        ("-- SELECT\n/* a\nb */ SELECT near(x) FROM things", "Unexpected path component at 3:13:4"),
        (
            "/* a\nb */ SELECT * FROM\n  things WHERE near(x)",
            "Unrecognized function: near at 3:16:4",
        ),
        ("SELECT * FROM things WHERE\n near(x) -- end", "Unrecognized function: near at 2:2:4"),
        (
            "SELECT * FROM things WHERE pk = 'a\nb' AND near(x)",
            "Unrecognized function: near at 2:8:4",
        ),
        (
            "UPDATE things SET m.x = set_add(tags, <<1>>) WHERE pk = 'a'",
            "The first argument to SET_ADD must equal the assignment value at 1:25:7",
        ),
        (
            "INSERT INTO things VALUE",
            "Unsupported format in item expression. Please use struct format {...} to "
            "express item values for insert statement.",
        ),
        (
            "SELECT * FROM things WHERE pk = 'a' AND sk = 1 AND sk > 'x'",
            "Key attribute's data type should match its data type in table's schema: Key sk",
        ),
        (
            "SELECT * FROM things WHERE (pk = 'a' AND sk < 3) OR (pk = 'a' AND sk > 1)",
            "Overlapping conditions with range keys are not supported in where clause",
        ),
    ],
)
def test_a_statement_that_makes_no_sense_is_refused(
    filled: Client, statement: str, message: str
) -> None:
    assert filled.invalid("ExecuteStatement", Statement=statement) == message
    assert filled.items("things") == [ITEM]


def answered(client: Client, statement: str, *parameters: Any) -> list[dict[str, Any]]:
    given = {"Parameters": list(parameters)} if parameters else {}
    items: list[dict[str, Any]] = client("ExecuteStatement", Statement=statement, **given)["Items"]
    return items


@pytest.mark.parametrize(
    ("statement", "items"),
    [
        ("SELECT l[2147483647], v FROM things", [{"v": n(1)}]),
        ("SELECT m['x'] FROM things", [{"x": n(1)}]),
        ("SELECT l[1], m.x FROM things", [{"l[1]": n(2), "x": n(1)}]),
        ("SELECT v FROM things WHERE v = 1 ;", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE v = +1", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE v > -1", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE v = .1e1", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE v IN (1, 2,)", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE contains(tags, 'z') = false", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE contains(tags, 'p') = false", []),
        ("SELECT v FROM things WHERE contains(tags, 'p') = TRUE AND v = 1", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE v NOT BETWEEN 2 AND 3", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE v NOT BETWEEN 0 AND 3", []),
        ("SELECT v FROM things WHERE v IS NUMERIC AND pk IS STRING", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE m IS TUPLE AND l IS LIST", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE v IS NOT NUMERIC", []),
        ("SELECT v FROM things WHERE v IS BLOB OR v IS BOOLEAN", []),
        ("SELECT v FROM things WHERE 1 <> v OR 2 != v", [{"v": n(1)}]),
        ("SELECT v FROM things WHERE absent <> 2", []),
        ("SELECT v FROM things WHERE 0 < v AND 1 <= v AND 2 > v AND 1 >= v", [{"v": n(1)}]),
        ("DELETE FROM things WHERE pk = 'z' AND sk = 1 RETURNING ALL OLD *", []),
        (
            "UPDATE things REMOVE v, m.x WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED OLD *",
            [{"v": n(1), "m": {"M": {"x": n(1)}}}],
        ),
    ],
)
def test_a_statement_at_its_bounds_is_answered(
    filled: Client, statement: str, items: list[dict[str, Any]]
) -> None:
    assert answered(filled, statement) == items


@pytest.mark.parametrize(
    ("text", "parameters", "stored"),
    [
        ("<<?, 'y'>>", [s("x")], {"SS": ["x", "y"]}),
        ("<<?, ?>>", [n(2), n(1)], {"NS": ["1", "2"]}),
        ("<<?>>", [{"B": "AQ=="}], {"BS": ["AQ=="]}),
        ("[1, [?]]", [s("x")], {"L": [n(1), {"L": [s("x")]}]}),
        ("{'a': {'b': ?}}", [s("x")], {"M": {"a": {"M": {"b": s("x")}}}}),
    ],
)
def test_parameters_stand_anywhere_in_a_value(
    client: Client, text: str, parameters: list[dict[str, Any]], stored: dict[str, Any]
) -> None:
    answered(client, f"INSERT INTO flat VALUE {{'id': 'a', 'v': {text}}}", *parameters)

    assert client.items("flat") == [{"id": s("a"), "v": stored}]


def test_parameters_of_one_bag_are_of_one_type(client: Client) -> None:
    message = client.invalid(
        "ExecuteStatement",
        Statement="INSERT INTO flat VALUE {'id': 'a', 'v': <<?, ?>>}",
        Parameters=[s("x"), n(1)],
    )

    assert message == (
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"
    )


@pytest.mark.parametrize("count", [0, 2])
def test_each_parameter_has_a_value(client: Client, count: int) -> None:
    given = {"Parameters": [s("a")] * count} if count else {}

    message = client.invalid(
        "ExecuteStatement", Statement="SELECT * FROM flat WHERE id = ?", **given
    )

    assert message == "Number of parameters in request and statement don't match."


@pytest.mark.parametrize("depth", [59, 60])
def test_conditions_nest_sixty_levels(filled: Client, depth: int) -> None:
    assert answered(filled, f"SELECT v FROM things WHERE {'NOT ' * depth} v = {1 + depth % 2}") == [
        {"v": n(1)}
    ]


@pytest.mark.parametrize(
    "statement",
    [
        f"SELECT v FROM things WHERE {'NOT ' * 61} v = 1",
        f"SELECT v FROM things WHERE {'(' * 61} v = 1{')' * 61}",
        f"INSERT INTO things VALUE {{'a': {'[' * 61}{']' * 61}}}",
    ],
)
def test_deeper_nesting_is_refused(filled: Client, statement: str) -> None:
    message = filled.invalid("ExecuteStatement", Statement=statement)

    assert message == f"{MALFORMED}Too many nesting levels"


@pytest.mark.parametrize(("source", "cost"), [("things", (0.5, 0.0)), ("things.whole", (0.5, 0.5))])
def test_a_select_costs_where_it_reads(
    client: Client, source: str, cost: tuple[float, float]
) -> None:
    client.put("things", {**key("a", 1), "g": s("x")})

    consumed = client(
        "ExecuteStatement",
        Statement=f"SELECT pk FROM {source} WHERE g = 'x'",
        ReturnConsumedCapacity="INDEXES",
    )["ConsumedCapacity"]

    indexes = consumed.get("GlobalSecondaryIndexes", {"whole": {"CapacityUnits": 0.0}})
    assert (consumed["CapacityUnits"], indexes["whole"]["CapacityUnits"]) == cost


def test_what_a_local_index_lacks_costs_the_table(client: Client) -> None:
    client.put("things", {**key("a", 1), "h": s("h"), "z": s("z")})

    consumed = client(
        "ExecuteStatement",
        Statement="SELECT z FROM things.\"local\" WHERE pk = 'a' AND h = 'h'",
        ReturnConsumedCapacity="INDEXES",
    )["ConsumedCapacity"]

    assert consumed == {
        "TableName": "things",
        "CapacityUnits": 1.0,
        "Table": {"CapacityUnits": 0.5},
        "LocalSecondaryIndexes": {"local": {"CapacityUnits": 0.5}},
    }


def test_a_local_index_gives_what_it_projects(client: Client) -> None:
    client.put("things", {**key("a", 1), "h": s("h"), "x": s("x"), "z": s("z")})

    items = answered(client, "SELECT * FROM things.\"local\" WHERE pk = 'a'")

    assert items == [{**key("a", 1), "h": s("h"), "x": s("x")}]


def altered(token: str, number: int) -> str:
    """Let a token say that another range was read last."""
    fingerprint, _, last = json.loads(urlsafe_b64decode(token))
    return urlsafe_b64encode(json.dumps([fingerprint, number, last]).encode()).decode()


@pytest.mark.parametrize(("number", "is_taken"), [(-1, False), (0, True), (1, True), (2, False)])
def test_a_token_names_a_range_of_its_statement(
    client: Client, number: int, is_taken: bool
) -> None:
    client.put("things", key("a", 1), key("a", 2), key("b", 1))
    body = {"Statement": "SELECT * FROM things WHERE pk IN ['a', 'b']", "Limit": 1}
    token = altered(client("ExecuteStatement", **body)["NextToken"], number)

    if is_taken:
        assert "Items" in client("ExecuteStatement", **body, NextToken=token)
    else:
        message = client.invalid("ExecuteStatement", **body, NextToken=token)
        assert message == "Invalid NextToken"
