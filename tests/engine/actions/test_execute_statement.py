"""PartiQL, one statement at a time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s
from tests.engine.streaming import changes, create_streamed

A1 = {
    **key("a", 1),
    "v": n(1),
    "g": s("x"),
    "m": {"M": {"x": n(1), "y": s("t")}},
    "l": {"L": [n(1), n(2)]},
    "tags": {"SS": ["p", "q"]},
}
A2 = {**key("a", 2), "v": {"NULL": True}}
B1 = {**key("b", 1), "h": s("it's")}

MALFORMED = "Statement wasn't well formed, can't be processed: "
NO_KEY = "Where clause does not contain a mandatory equality on all key attributes"


@pytest.fixture
def filled(client: Client) -> Client:
    client.put("things", A1, A2, B1)
    return client


def run(client: Client, statement: str, *parameters: Any, **more: Any) -> dict[str, Any]:
    if parameters:
        more["Parameters"] = list(parameters)
    return client("ExecuteStatement", Statement=statement, **more)


def places(items: list[dict[str, Any]]) -> set[str]:
    return {item["pk"]["S"] + item["sk"]["N"] for item in items}


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("pk = 'a'", {"a1", "a2"}),
        ("'a' = pk", {"a1", "a2"}),
        ("pk = 'a' AND sk = 1", {"a1"}),
        ("pk = 'a' AND sk > 1", {"a2"}),
        ("pk = 'a' AND sk BETWEEN 1 AND 1", {"a1"}),
        ("pk = 'a' AND 2 > sk", {"a1"}),
        ("pk IN ['a', 'b'] AND sk = 1", {"a1", "b1"}),
        ("pk IN ('b')", {"b1"}),
        ("pk = 'a' OR pk = 'b'", {"a1", "a2", "b1"}),
        ("begins_with(pk, 'a')", {"a1", "a2"}),
        ("contains(tags, 'p')", {"a1"}),
        ("attribute_type(v, 'N')", {"a1"}),
        ("attribute_exists(h)", {"b1"}),
        ("size(tags) = 2", {"a1"}),
        ("v IS MISSING", {"b1"}),
        ("v IS NOT MISSING", {"a1", "a2"}),
        ("v IS NULL", {"a2"}),
        ("v IS NOT NULL", {"a1", "b1"}),
        ("m IS STRUCT", {"a1"}),
        ("v <> 7", {"a1", "a2"}),
        ("v != 1", {"a2"}),
        ("NOT v = 1", {"a2", "b1"}),
        ("NOT (pk = 'a' AND sk = 1)", {"a2", "b1"}),
        ("m.x = 1 AND l[1] = 2", {"a1"}),
        ("h = 'it''s'", {"b1"}),
        ("sk IN [2, 3]", {"a2"}),
        ("sk NOT IN [2, 3]", {"a1", "b1"}),
        ("v = 1.0e0", {"a1"}),
        ("\"pk\" = 'b' -- the only one", {"b1"}),
    ],
)
def test_where_says_which_items_are_selected(filled: Client, where: str, found: set[str]) -> None:
    answer = run(filled, f"SELECT * FROM things WHERE {where}")

    assert places(answer["Items"]) == found


def test_everything_is_selected_without_where(filled: Client) -> None:
    assert places(run(filled, 'SELECT * FROM "things"')["Items"]) == {"a1", "a2", "b1"}


def test_selected_paths_are_named_by_their_last_name(filled: Client) -> None:
    answer = run(filled, "SELECT pk, m.x, l[1] FROM things WHERE pk = 'a'")

    assert answer["Items"] == [{"pk": s("a"), "x": n(1), "l[1]": n(2)}, {"pk": s("a")}]


def test_an_index_is_selected_from(filled: Client) -> None:
    answer = run(filled, "SELECT sk FROM things.keys WHERE g = 'x'")

    assert answer["Items"] == []
    assert run(filled, "SELECT sk FROM things.whole WHERE g = 'x'")["Items"] == [{"sk": n(1)}]


def test_what_a_local_index_lacks_is_fetched(client: Client) -> None:
    client.put("things", {**key("a", 1), "h": s("h"), "x": s("x"), "z": s("z")})

    answer = run(client, 'SELECT z FROM "things"."local" WHERE pk = ? AND h = ?', s("a"), s("h"))

    assert answer["Items"] == [{"z": s("z")}]


@pytest.mark.parametrize(("order", "found"), [("ASC", [1, 2]), ("DESC", [2, 1]), ("", [1, 2])])
def test_items_come_in_the_order_of_their_key(filled: Client, order: str, found: list[int]) -> None:
    answer = run(filled, f"SELECT sk FROM things WHERE pk = 'a' ORDER BY sk {order}")

    assert [int(item["sk"]["N"]) for item in answer["Items"]] == found


def test_partitions_come_in_the_order_of_their_keys(filled: Client) -> None:
    answer = run(
        filled, "SELECT pk FROM things WHERE pk IN ['a', 'b'] AND sk = 1 ORDER BY pk DESC, sk ASC"
    )

    assert answer["Items"] == [{"pk": s("b")}, {"pk": s("a")}]


def test_several_partitions_need_an_order_among_themselves(filled: Client) -> None:
    message = filled.invalid(
        "ExecuteStatement", Statement="SELECT * FROM things WHERE pk IN ['a', 'b'] ORDER BY sk"
    )

    assert message == (
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
        "WHERE clause."
    )


def test_pages_follow_one_another_over_partitions(filled: Client) -> None:
    statement = "SELECT * FROM things WHERE pk IN ['a', 'b']"

    first = run(filled, statement, Limit=1)
    second = run(filled, statement, Limit=1, NextToken=first["NextToken"])
    third = run(filled, statement, NextToken=second["NextToken"])

    assert [page["Items"] for page in (first, second, third)] == [[A1], [A2], [B1]]
    assert first["LastEvaluatedKey"] == key("a", 1)
    assert "NextToken" not in third


def test_pages_of_a_whole_table_follow_one_another(filled: Client) -> None:
    first = run(filled, "SELECT * FROM things", Limit=2)
    second = run(filled, "SELECT * FROM things", NextToken=first["NextToken"])

    assert places(first["Items"]) | places(second["Items"]) == {"a1", "a2", "b1"}


@pytest.mark.parametrize(
    ("statement", "token", "message"),
    [
        ("SELECT * FROM things", "x", "Invalid NextToken"),
        ("SELECT * FROM things", "e30=", "Invalid NextToken"),
        ("SELECT pk FROM things", None, "NextToken does not match request"),
    ],
)
def test_a_token_of_another_request_is_refused(
    filled: Client, statement: str, token: str | None, message: str
) -> None:
    mine = run(filled, "SELECT * FROM things", Limit=1)["NextToken"]

    assert message == filled.invalid(
        "ExecuteStatement", Statement=statement, NextToken=token or mine
    )


def test_an_insert_stores_every_type_of_value(client: Client) -> None:
    answer = run(
        client,
        "INSERT INTO things VALUE {'pk': ?, 'sk': -1.50, 'n': null, 'y': true, 'l': [1, 'x', ?],"
        " 'm': {'q': {}}, 'ss': <<'x', 'y'>>, 'ns': <<1, 2.0>>}",
        s("new"),
        {"B": "AQ=="},
    )

    assert answer == {"Items": []}
    assert client.items("things") == [
        {
            "pk": s("new"),
            "sk": n(-1.5),
            "n": {"NULL": True},
            "y": {"BOOL": True},
            "l": {"L": [n(1), s("x"), {"B": "AQ=="}]},
            "m": {"M": {"q": {"M": {}}}},
            "ss": {"SS": ["x", "y"]},
            "ns": {"NS": ["1", "2"]},
        }
    ]


def test_an_insert_replaces_nothing(filled: Client) -> None:
    refused = filled.refusal(
        "ExecuteStatement", Statement="INSERT INTO things VALUE {'pk': 'b', 'sk': 1}"
    )

    assert refused == ("DuplicateItemException", "Duplicate primary key exists in table")
    assert B1 in filled.items("things")


def test_an_insert_may_leave_what_is_there(filled: Client) -> None:
    run(filled, "INSERT INTO things VALUE {'pk': 'b', 'sk': 1} ON CONFLICT DO NOTHING")

    assert B1 in filled.items("things")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ("SET v = v + 1 SET w = 'x'", {"v": n(2), "w": s("x")}),
        ("SET v = 5, w = v - 3", {"v": n(5), "w": n(-2)}),
        ("SET m.x = 9", {"m": {"M": {"x": n(9)}}}),
        ("SET l[0] = 7", {"l": {"L": [n(7)]}}),
        ("SET l = list_append(l, [3])", {"l": {"L": [n(1), n(2), n(3)]}}),
        ("SET tags = set_add(tags, <<'r'>>)", {"tags": {"SS": ["p", "q", "r"]}}),
        ("SET tags = set_delete(tags, <<'p'>>)", {"tags": {"SS": ["q"]}}),
        ("SET w = if_not_exists(w, 1) REMOVE v", {"w": n(1)}),
    ],
)
def test_an_update_changes_attributes(
    filled: Client, changes: str, expected: dict[str, Any]
) -> None:
    answer = run(
        filled, f"UPDATE things {changes} WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED NEW *"
    )

    assert answer["Items"] == [expected]


@pytest.mark.parametrize(
    ("returning", "items"),
    [
        ("ALL OLD", [{**key("a", 2), "v": {"NULL": True}}]),
        ("ALL NEW", [{**key("a", 2), "w": n(1)}]),
        ("MODIFIED OLD", [{"v": {"NULL": True}}]),
        ("MODIFIED NEW", [{"w": n(1)}]),
    ],
)
def test_an_update_returns_what_it_is_asked_for(
    filled: Client, returning: str, items: list[Any]
) -> None:
    answer = run(
        filled, f"UPDATE things REMOVE v SET w = 1 WHERE pk='a' AND sk=2 RETURNING {returning} *"
    )

    assert answer == {"Items": items}


def test_nothing_to_return_is_an_empty_list(filled: Client) -> None:
    answer = run(
        filled, "UPDATE things REMOVE v WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED NEW *"
    )

    assert answer == {"Items": []}


def test_a_delete_removes_and_returns_an_item(filled: Client) -> None:
    answer = run(filled, "DELETE FROM things WHERE pk = 'b' AND sk = 1 RETURNING ALL OLD *")

    assert answer == {"Items": [B1]}
    assert places(filled.items("things")) == {"a1", "a2"}


def test_a_delete_of_nothing_is_no_fault(filled: Client) -> None:
    assert run(filled, "DELETE FROM things WHERE pk = 'zz' AND sk = 1") == {"Items": []}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE things SET v = 2 WHERE pk = 'zz' AND sk = 1",
        "UPDATE things SET v = 2 WHERE pk = 'a' AND sk = 1 AND v = 99",
        "DELETE FROM things WHERE pk = 'a' AND sk = 1 AND (v = 99 OR w IS NOT MISSING)",
    ],
)
def test_a_condition_that_does_not_hold_is_reported(filled: Client, statement: str) -> None:
    assert filled.refusal("ExecuteStatement", Statement=statement) == (
        "ConditionalCheckFailedException",
        "The conditional request failed",
    )


def test_statements_leave_records_in_a_stream(client: Client) -> None:
    arn = create_streamed(client)
    run(client, "INSERT INTO log VALUE {'id': 'a'}")
    run(client, "UPDATE log SET v = 1 WHERE id = 'a'")
    run(client, "DELETE FROM log WHERE id = 'a'")

    assert [name for name, _, _ in changes(client, arn)] == ["INSERT", "MODIFY", "REMOVE"]


@pytest.mark.parametrize(
    ("statement", "units"),
    [
        ("SELECT * FROM things WHERE pk = 'a'", 0.5),
        ("INSERT INTO things VALUE {'pk': 'c', 'sk': 1}", 1.0),
        ("UPDATE things SET w = 1 WHERE pk = 'a' AND sk = 2", 1.0),
    ],
)
def test_consumed_capacity_is_reported(filled: Client, statement: str, units: float) -> None:
    answer = run(filled, statement, ReturnConsumedCapacity="TOTAL")

    assert answer["ConsumedCapacity"] == {"TableName": "things", "CapacityUnits": units}


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("SLECT * FROM things", f"{MALFORMED}Expected data manipulation"),
        (
            "SELECT * FROM things WHERE pk = ",
            f"{MALFORMED}Missing right-hand side expression of infix operator",
        ),
        ("SELECT * FROM things WHERE pk = 'a", MALFORMED),
        ("SELECT * FROM things WHERE (pk = 'a'", f"{MALFORMED}Expected RIGHT_PAREN"),
        ("SELECT * FROM things WHERE pk = 'a' x", f"{MALFORMED}Unexpected token after expression"),
        ("SELECT m.where FROM things", f"{MALFORMED}Invalid path dot component"),
        ("SELECT count(*) FROM things", "Unexpected path component at 1:8:5"),
        ("SELECT * FROM things\nWHERE near(pk, 1)", "Unrecognized function: near at 2:7:4"),
        ("SELECT * FROM things LIMIT 1", "Unsupported clause: LIMIT at 1:22:5"),
        ("SELECT * FROM things t", "Aliasing is not supported"),
        ("SELECT pk AS x FROM things", "Aliasing is not supported"),
        ("SELECT pk, m.pk FROM things", "Duplicate identifiers in select clause: pk"),
        (
            "SELECT *, pk FROM things",
            "Other attributes should not be present in the projection when '*' is used.",
        ),
        (
            "SELECT * FROM things, flat",
            "Only select from a single table or index is supported.",
        ),
        (
            "SELECT * FROM things ORDER BY sk",
            "Must have WHERE clause in the statement when using ORDER BY clause.",
        ),
        (
            "SELECT * FROM things WHERE pk = 'a' ORDER BY v",
            "Variable reference v in ORDER BY clause must be part of the primary key",
        ),
        (
            "SELECT * FROM things WHERE sk = 1 ORDER BY sk",
            "Must have at least one non-optional hash key condition in WHERE clause when using "
            "ORDER BY clause.",
        ),
        (
            "SELECT * FROM things WHERE v = MISSING",
            "MISSING must be compared using IS operator",
        ),
        (
            "SELECT * FROM things WHERE pk = 1",
            "Key attribute's data type should match its data type in table's schema: Key pk",
        ),
        (
            "SELECT * FROM things WHERE pk = ?",
            "Number of parameters in request and statement don't match.",
        ),
        (
            "SELECT * FROM things WHERE begins_with(pk)",
            "Incorrect number of operands for operator or function; "
            "operator or function: begins_with, number of operands: 1",
        ),
        (
            "SELECT * FROM things.nope WHERE g = 'x'",
            "The table does not have the specified index",
        ),
        (
            "SELECT v FROM things.keys WHERE g = 'x'",
            "One or more parameter values were invalid: Global secondary index keys does not "
            "project [v]",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'sk': 1, 'e': <<>>}",
            "Empty bags are not supported",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a', 'sk': 1, 'e': <<1, 'a'>>}",
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in "
            "bags",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'a'}",
            "One or more parameter values were invalid: Missing the key sk in the item",
        ),
        (
            "INSERT INTO things VALUE ['a']",
            "Unsupported format in item expression. Please use struct format {...} to express item "
            "values for insert statement.",
        ),
        (
            "INSERT INTO things VALUE {'pk': 'c', 'sk': 1} RETURNING ALL OLD *",
            "RETURNING is not supported in INSERT",
        ),
        ("UPDATE things SET v = 1 WHERE pk = 'a'", NO_KEY),
        ("UPDATE things SET v = 1 WHERE pk = 'a' AND sk > 1", NO_KEY),
        ("UPDATE things SET v = 1", NO_KEY),
        ("DELETE FROM things WHERE pk = 'a' OR sk = 1", NO_KEY),
        (
            "UPDATE things SET v = 1 WHERE pk = 'a' AND pk = 'b' AND sk = 1",
            "Multiple conditions on same key pk. Only single item Update/Insert/Delete are "
            "supported",
        ),
        (
            "UPDATE things SET pk = 'b' WHERE pk = 'a' AND sk = 1",
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute "
            "is part of the key",
        ),
        (
            "UPDATE things SET v = set_add(tags, <<'r'>>) WHERE pk = 'a' AND sk = 1",
            "The first argument to SET_ADD must equal the assignment value at 1:23:7",
        ),
        (
            "UPDATE things SET tags = set_delete(tags, 'r') WHERE pk = 'a' AND sk = 1",
            "The second argument to SET_DELETE must be a value with type SET at 1:37:4",
        ),
        (
            "UPDATE things SET tags = set_add(tags) WHERE pk = 'a' AND sk = 1",
            "SET_ADD must have exactly two arguments at 1:26:7",
        ),
        (
            "UPDATE things.whole SET v = 1 WHERE g = 'a'",
            "This operation is not supported on an index",
        ),
        (
            "DELETE FROM things WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED NEW *",
            "Invalid returning clause: RETURNING MODIFIED NEW *. Only RETURNING ALL OLD * is "
            "allowed in DELETE statements.",
        ),
        (
            "EXISTS(SELECT * FROM things WHERE pk = 'a')",
            "EXISTS can only be used in ExecuteTransaction write requests.",
        ),
        (
            "SELECT * FROM t",
            "Table name should be within the length [3, 255] and only contain "
            "'a-z', 'A-Z', '0-9', '-', '_', '.'.",
        ),
    ],
)
def test_a_wrong_statement_is_refused(filled: Client, statement: str, message: str) -> None:
    assert filled.invalid("ExecuteStatement", Statement=statement) == message


@pytest.mark.parametrize(
    "statement",
    [
        f"SELECT * FROM things WHERE {'(' * 4000}",
        f"SELECT * FROM things WHERE {'NOT ' * 2000}",
        f"INSERT INTO things VALUE {{'a': {'[' * 4000}",
        f"UPDATE things SET a = {'list_append(' * 600}",
    ],
)
def test_deep_nesting_is_refused(client: Client, statement: str) -> None:
    assert client.invalid("ExecuteStatement", Statement=statement).startswith(MALFORMED)


def test_an_unknown_table_is_refused(client: Client) -> None:
    assert client.refusal("ExecuteStatement", Statement="SELECT * FROM gone") == (
        "ResourceNotFoundException",
        "Requested resource not found",
    )
