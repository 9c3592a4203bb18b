"""Each shape takes, reads, refuses and prints values as DynamoDB's parser does."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.request.shapes import (
    BooleanShape,
    IntegerShape,
    ListShape,
    MapShape,
    ParameterShape,
    StringShape,
    StructureShape,
)
from tavola.engine.request.stream_shapes import TimestampShape
from tavola.engine.request.table_shapes import ManagedTableNameShape
from tavola.engine.request.transfer_shapes import BucketNameShape
from tavola.engine.request.value_shapes import (
    AttributeMapShape,
    AttributeValueShape,
    BinaryShape,
    RequestedKeysShape,
    TableNameShape,
)
from tavola.errors import MalformedRequest, ValidationFailed

LONG = "x" * 255
ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/"
ENUM = StringShape(values=("ONE", "TWO"))
BOUNDED = StringShape(shortest=2, longest=4)
NAMED = StringShape(pattern="[a-z]+")
COUNT = IntegerShape(least=1, most=3)
LIST = ListShape(StringShape(), shortest=1, longest=2)
FREE = ListShape(StringShape())
MAP = MapShape(StringShape(), "java.lang.String", longest_member=3)
PLAIN_MAP = MapShape(StringShape(), "java.lang.String")
PAIR = StructureShape("Pair", {"Left": StringShape(required=True), "Right": IntegerShape()})
KEYS = RequestedKeysShape(MapShape(PAIR, "Pair"))
VALUE = AttributeValueShape()
MISPLACED = "Start of structure or map found where not expected"
FIELD = "Unexpected field type"
PAYLOAD = "Unexpected value type in payload"
V20120810 = "com.amazonaws.dynamodb.v20120810."
BUCKET = r"^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$"
NO_NAME: dict[str, Any] = {}


def faults(shape: ParameterShape, value: Any) -> list[str]:
    return list(shape.faults(value, "at"))


def at(shown: str, constraint: str, path: str = "at") -> str:
    return f"Value '{shown}' at '{path}' failed to satisfy constraint: {constraint}"


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (StringShape(), ""),
        (ENUM, "TWO"),
        (BOUNDED, "ab"),
        (BOUNDED, "abcd"),
        (StringShape(shortest=1), "a"),
        (StringShape(longest=1), ""),
        (NAMED, "abc"),
        (IntegerShape(), -5),
        (COUNT, 1),
        (COUNT, 3),
        (BooleanShape(), True),
        (BooleanShape(), False),
        (LIST, ["a"]),
        (LIST, ["a", "b"]),
        (FREE, []),
        (FREE, ["a"] * 9),
        (MAP, {"a": "x", "b": "xyz"}),
        (PLAIN_MAP, {"a": "", "b": "x" * 9}),
        (MAP, NO_NAME),
        (PAIR, {"Left": "a"}),
        (PAIR, {"Left": "a", "Right": 1}),
        (TableNameShape(), "abc"),
        (TableNameShape(), LONG),
        (TableNameShape(), "a.b-c_D9"),
        (KEYS, {"abc": {"Left": "a"}, f"{ARN}abc": {"Left": "a"}}),
        (TimestampShape(), 5),
        (TimestampShape(), 5.5),
        (ManagedTableNameShape(), "abc"),
        (ManagedTableNameShape(), LONG),
        (BucketNameShape(), "ab"),
        (BucketNameShape(), "a.b-c_9" + "x" * 248),
        (BinaryShape(), "AQ=="),
        (VALUE, {"S": "a"}),
        (AttributeMapShape(), {"a": {"S": "a"}}),
    ],
)
def test_what_fits_is_seen_at_once_and_read_as_it_is(shape: ParameterShape, value: Any) -> None:
    assert shape.predicate()(value) is True
    assert faults(shape, value) == []
    assert shape.read(value, 0) == value


@pytest.mark.parametrize(
    ("shape", "value", "read"),
    [
        (IntegerShape(), 2.9, 2),
        (IntegerShape(), -2.9, -2),
        (BooleanShape(), "TRUE", True),
        (BooleanShape(), "1", True),
        (BooleanShape(), "Yes", True),
        (BooleanShape(), "false", False),
        (BooleanShape(), "0", False),
        (BooleanShape(), "NO", False),
        (FREE, [None, "a"], [None, "a"]),
        (PLAIN_MAP, {"a": None, "b": "c"}, {"a": None, "b": "c"}),
        (PAIR, {"Left": "a", "Right": None}, {"Left": "a"}),
        (TableNameShape(), f"{ARN}abc", "abc"),
        (TableNameShape(), f"{ARN}{LONG}", LONG),
        (TableNameShape(), f"{ARN}ab", f"{ARN}ab"),
        (VALUE, {"S": "a", "Q": 1, "N": None}, {"S": "a"}),
        (VALUE, {"BOOL": "yes"}, {"BOOL": True}),
        (VALUE, {"L": [{"NULL": "true"}]}, {"L": [{"NULL": True}]}),
        (VALUE, {"M": {"a": {"Q": 1}}}, {"M": {"a": {}}}),
    ],
)
def test_what_dynamodb_reads_otherwise_is_not_taken_at_once(
    shape: ParameterShape, value: Any, read: Any
) -> None:
    assert shape.read(value, 0) == read
    assert shape.predicate()(value) is (shape is VALUE)


def test_unknown_members_are_dropped() -> None:
    given: dict[str, Any] = {"Left": "a", "Unknown": []}

    assert PAIR.predicate()(given) is True
    assert PAIR.read(given, 0) == {"Left": "a"}


@pytest.mark.parametrize(
    ("shape", "value", "found"),
    [
        (ENUM, "THREE", [at("THREE", "Member must satisfy enum value set: [ONE, TWO]")]),
        (BOUNDED, "a", [at("a", "Member must have length greater than or equal to 2")]),
        (BOUNDED, "abcde", [at("abcde", "Member must have length less than or equal to 4")]),
        (NAMED, "aB", [at("aB", "Member must satisfy regular expression pattern: [a-z]+")]),
        (COUNT, 0, [at("0", "Member must have value greater than or equal to 1")]),
        (COUNT, 4, [at("4", "Member must have value less than or equal to 3")]),
        (LIST, [], [at("[]", "Member must have length greater than or equal to 1")]),
        (
            LIST,
            ["a", "b", "c"],
            [at("[a, b, c]", "Member must have length less than or equal to 2")],
        ),
        (
            ListShape(BOUNDED),
            ["ab", "a"],
            [at("a", "Member must have length greater than or equal to 2", "at.2.member")],
        ),
        (
            MAP,
            {"a": "", "b": "c"},
            [
                at(
                    "{a=, b=c}",
                    "Map value must satisfy constraint: [Member must have length less than or "
                    "equal to 3, Member must have length greater than or equal to 1]",
                )
            ],
        ),
        (
            MAP,
            {"a": "abcd"},
            [
                at(
                    "{a=abcd}",
                    "Map value must satisfy constraint: [Member must have length less than or "
                    "equal to 3, Member must have length greater than or equal to 1]",
                )
            ],
        ),
        (
            ManagedTableNameShape(),
            "a/b",
            [at("a/b", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+")],
        ),
        (
            BucketNameShape(),
            "-a",
            [at("-a", f"Member must satisfy regular expression pattern: {BUCKET}")],
        ),
        (
            BucketNameShape(),
            "a",
            [at("a", f"Member must satisfy regular expression pattern: {BUCKET}")],
        ),
        (
            BucketNameShape(),
            "x" * 256,
            [at("x" * 256, "Member must have length less than or equal to 255")],
        ),
        (
            TableNameShape(),
            "",
            [at("", "Member must have length greater than or equal to 1")],
        ),
        (
            TableNameShape(),
            "a/",
            [
                at("a/", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
                at("a/", "Member must have length greater than or equal to 3"),
            ],
        ),
        (
            TableNameShape(),
            f"{LONG}x",
            [at(f"{LONG}x", "Member must have length less than or equal to 255")],
        ),
    ],
)
def test_a_broken_constraint_is_told_and_never_taken(
    shape: ParameterShape, value: Any, found: list[str]
) -> None:
    assert faults(shape, value) == found
    assert shape.predicate()(value) is False


def test_a_structure_tells_what_is_missing() -> None:
    missing = "Value null at 'at.left' failed to satisfy constraint: Member must not be null"

    assert faults(PAIR, {"Right": 1}) == [missing]
    assert list(PAIR.faults({}, "")) == [missing.replace("at.left", "left")]
    assert PAIR.predicate()({"Right": 1}) is False


def test_a_null_in_a_list_or_map_is_missing() -> None:
    assert faults(LIST, [None]) == [
        "Value null at 'at.1.member' failed to satisfy constraint: Member must not be null"
    ]
    assert faults(MAP, {"a": None}) == [
        "Value null at 'at.a.member' failed to satisfy constraint: Member must not be null"
    ]


def test_a_wrong_name_of_a_table_is_told_with_the_whole_request() -> None:
    request = {"a": {"Left": "x"}}

    assert faults(KEYS, request) == [
        at(
            '{"a":{"Left":"x"}}',
            "Map keys must satisfy constraint: [Member must have length less than or equal to "
            "255, Member must have length greater than or equal to 3, Member must satisfy regular "
            "expression pattern: [a-zA-Z0-9_.-]+]",
        )
    ]
    assert KEYS.predicate()(request) is False


def scalars(java: str) -> list[tuple[Any, str]]:
    return [
        (5, f"NUMBER_VALUE cannot be converted to {java}"),
        (5.5, f"DECIMAL_VALUE cannot be converted to {java}"),
        (True, f"TRUE_VALUE cannot be converted to {java}"),
        (False, f"FALSE_VALUE cannot be converted to {java}"),
        ("a", f"STRING_VALUE cannot be converted to {java}"),
        ([], f"Unrecognized collection type class java.lang.{java}"),
        ({}, MISPLACED),
    ]


@pytest.mark.parametrize(
    ("shape", "value", "message"),
    [
        *((StringShape(), value, said) for value, said in scalars("String") if value != "a"),
        *(
            (IntegerShape(), value, said)
            for value, said in scalars("Integer")
            if value not in (5, 5.5) or value is True
        ),
        (IntegerShape(java="Long"), "a", "STRING_VALUE cannot be converted to Long"),
        (IntegerShape(), float("inf"), "DECIMAL_VALUE cannot be converted to Integer"),
        (BooleanShape(), 1, "NUMBER_VALUE cannot be converted to Boolean"),
        (BooleanShape(), [], "Unrecognized collection type class java.lang.Boolean"),
        (BooleanShape(), "maybe", "Unexpected token received from parser"),
        (LIST, {}, MISPLACED),
        (LIST, "a", FIELD),
        (LIST, 5, FIELD),
        (MAP, [], "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>"),
        (MAP, "a", FIELD),
        (PAIR, [], f"Unrecognized collection type class {V20120810}Pair"),
        (PAIR, "a", FIELD),
        (ListShape(PAIR), ["a"], FIELD),
        (ListShape(ListShape(PAIR)), [["a"]], PAYLOAD),
        (BinaryShape(), [], "Unrecognized collection type class java.nio.ByteBuffer"),
        (BinaryShape(), {}, MISPLACED),
        (TimestampShape(), "5", "Expected number or null for Date"),
        (TimestampShape(), True, "Expected number or null for Date"),
        (ManagedTableNameShape(), 5, "NUMBER_VALUE cannot be converted to String"),
        (BucketNameShape(), 5, "NUMBER_VALUE cannot be converted to String"),
        (BinaryShape(), 5, "only base-64-encoded strings are convertible to bytes"),
        (VALUE, [], f"Unrecognized collection type class {V20120810}AttributeValue"),
        (VALUE, "a", PAYLOAD),
        (VALUE, {"S": 5}, "NUMBER_VALUE cannot be converted to String"),
        (VALUE, {"NS": "a"}, FIELD),
        (
            AttributeMapShape(),
            [],
            "Unrecognized collection type java.util.Map<java.lang.String, "
            f"{V20120810}AttributeValue>",
        ),
    ],
)
def test_another_type_of_json_is_refused_and_never_taken(
    shape: ParameterShape, value: Any, message: str
) -> None:
    with pytest.raises(MalformedRequest) as refused:
        shape.read(value, 0)

    assert refused.value.message == message
    assert shape.predicate()(value) is (shape is VALUE and isinstance(value, dict))


@pytest.mark.parametrize(
    ("shape", "value", "shown"),
    [
        (StringShape(), "a", "a"),
        (IntegerShape(), 5, "5"),
        (BooleanShape(), True, "true"),
        (BooleanShape(), False, "false"),
        (LIST, ["a", None], "[a, null]"),
        (MAP, {"a": "b", "c": None}, "{a=b, c=null}"),
        (PAIR, {"Left": "a"}, "Pair(left=a, right=null)"),
        (PAIR, {"Left": "a", "Right": 5}, "Pair(left=a, right=5)"),
        (TableNameShape(), "abc", "abc"),
        (TimestampShape(), 5.5, "5.5"),
        (ManagedTableNameShape(), "abc", "abc"),
        (BucketNameShape(), "abc", "abc"),
        (BinaryShape(), "AQ==", "java.nio.HeapByteBuffer"),
        (VALUE, {"S": "a", "Q": 1}, "AttributeValue(s=a)"),
        (VALUE, {"BOOL": True}, "AttributeValue(bool=true)"),
        (VALUE, {"BS": ["AQ=="]}, "AttributeValue(bs=[java.nio.HeapByteBuffer])"),
        (
            AttributeMapShape(),
            {"a": {"L": [{"N": "1"}]}},
            "{a=AttributeValue(l=[AttributeValue(n=1)])}",
        ),
    ],
)
def test_a_value_is_printed_as_java_prints_it(
    shape: ParameterShape, value: Any, shown: str
) -> None:
    assert shape.show(value) == shown


@pytest.mark.parametrize(
    ("shape", "depth", "is_read"),
    [(FREE, 64, True), (FREE, 65, False), (PLAIN_MAP, 64, True), (PLAIN_MAP, 65, False)],
)
def test_what_is_deeper_than_any_value_is_left_as_it_is(
    shape: ParameterShape, depth: int, is_read: bool
) -> None:
    value: Any = [5] if shape is FREE else {"a": 5}

    if is_read:
        with pytest.raises(MalformedRequest):
            shape.read(value, depth)
    else:
        assert shape.read(value, depth) is value


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {"S": 5}
    for _ in range(levels):
        value = {"L": [value]}
    return value


def test_the_members_of_a_value_are_one_level_deeper() -> None:
    with pytest.raises(MalformedRequest, match="NUMBER_VALUE cannot be converted to String"):
        VALUE.read(nested(31), 0)
    assert VALUE.read(nested(40), 0) == nested(40)


@pytest.mark.parametrize("name", ["", "ab", f"{LONG}x"])
def test_the_name_of_a_table_that_is_managed_is_measured_first(name: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        ManagedTableNameShape().read(name, 0)

    assert refused.value.message == (
        "TableName must be at least 3 characters long and at most 255 characters long"
    )
