"""Attribute values: what is refused, with which words, and what is kept."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import MalformedRequest, ValidationFailed
from tavola.values import check_item, check_value

EMPTY = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
SEVERAL = (
    "Supplied AttributeValue has more than one datatypes set, "
    "must contain exactly one of the supported datatypes"
)
INVALID = "One or more parameter values were invalid: "


WRONG_VALUES: list[tuple[Any, str]] = [
    ({}, EMPTY),
    (None, EMPTY),
    ({"X": "a"}, EMPTY),
    ({"S": None}, EMPTY),
    ({"L": [{}]}, EMPTY),
    ({"M": {"a": None}}, EMPTY),
    ({"S": "a", "N": "1"}, SEVERAL),
    ({"S": "a", "SS": []}, SEVERAL),
    ({"S": "a", "N": "x"}, "The parameter cannot be converted to a numeric value: x"),
    ({"NULL": False}, INVALID + "Null attribute value types must have the value of true"),
    ({"SS": []}, INVALID + "An string set  may not be empty"),
    ({"NS": []}, INVALID + "An number set  may not be empty"),
    ({"BS": []}, INVALID + "Binary sets should not be empty"),
    ({"SS": ["a", "a"]}, INVALID + 'Input collection ["a", "a"] contains duplicates.'),
    ({"NS": ["1", "1.0"]}, INVALID + "Input collection contains duplicates."),
    (
        {"BS": ["YQ==", "YQ=="]},
        INVALID + 'Input collection ["YQ==","YQ=="]of type BS contains duplicates.',
    ),
    ({"NS": ["x"]}, "The parameter cannot be converted to a numeric value: x"),
    ({"L": [{"SS": []}]}, INVALID + "An string set  may not be empty"),
]


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {"S": "x"}
    for _ in range(levels):
        value = {"L": [value]}
    return value


@pytest.mark.parametrize(
    "value",
    [
        {"S": ""},
        {"S": "Zoë 🎉"},
        {"N": "-1.5"},
        {"B": ""},
        {"B": "YQ=="},
        {"BOOL": False},
        {"NULL": True},
        {"SS": ["", "a", "b"]},
        {"NS": ["-1", "2", "10"]},
        {"BS": ["", "Yg=="]},
        {"L": []},
        {"M": {}},
        {"M": {"": {"L": [{"S": "x"}]}}},
    ],
)
def test_a_canonical_value_is_returned_as_it_is(value: dict[str, Any]) -> None:
    assert check_value(value) is value


@pytest.mark.parametrize(
    ("value", "canonical"),
    [
        ({"N": "1.50"}, {"N": "1.5"}),
        ({"NS": ["10", "2.0", "-1"]}, {"NS": ["-1", "2", "10"]}),
        ({"SS": ["b", "é", ""]}, {"SS": ["", "b", "é"]}),
        ({"BS": ["/w==", "AA=="]}, {"BS": ["AA==", "/w=="]}),
        ({"L": [{"N": "1e2"}, {"S": "x"}]}, {"L": [{"N": "100"}, {"S": "x"}]}),
        ({"M": {"a": {"N": "-0"}}}, {"M": {"a": {"N": "0"}}}),
        ({"S": "a", "unknown": 1}, {"S": "a"}),
        ({"S": "a", "N": None}, {"S": "a"}),
    ],
)
def test_a_value_is_kept_in_canonical_form(
    value: dict[str, Any], canonical: dict[str, Any]
) -> None:
    assert check_value(value) == canonical


@pytest.mark.parametrize(("value", "message"), WRONG_VALUES)
def test_a_wrong_value_is_refused_in_dynamodbs_words(value: Any, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        check_value(value)
    assert refusal.value.message == message


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("x", "Unexpected value type in payload"),
        (
            [],
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue",
        ),
        ({"S": 1}, "NUMBER_VALUE cannot be converted to String"),
        ({"N": 1.5}, "DECIMAL_VALUE cannot be converted to String"),
        ({"S": True}, "TRUE_VALUE cannot be converted to String"),
        ({"S": []}, "Unrecognized collection type class java.lang.String"),
        ({"S": {}}, "Start of structure or map found where not expected"),
        ({"BOOL": "true"}, "Unexpected token received from parser"),
        ({"BOOL": 1}, "NUMBER_VALUE cannot be converted to Boolean"),
        ({"B": 1}, "only base-64-encoded strings are convertible to bytes"),
        ({"B": "YQ"}, "Base64 encoded length is expected a multiple of 4 bytes but found: 2"),
        ({"B": "!!!!"}, "Invalid Base64 character: '!'"),
        ({"B": "Y=Q="}, "Invalid Base64 character: '='"),
        ({"B": "YR=="}, "Invalid last non-pad Base64 character dectected"),
        ({"B": "===="}, "Invalid last non-pad Base64 character dectected"),
        ({"SS": "a"}, "Unexpected field type"),
        ({"L": {}}, "Start of structure or map found where not expected"),
        (
            {"M": []},
            "Unrecognized collection type java.util.Map<java.lang.String, "
            "com.amazonaws.dynamodb.v20120810.AttributeValue>",
        ),
    ],
)
def test_a_value_of_another_json_type_is_malformed(value: Any, message: str) -> None:
    with pytest.raises(MalformedRequest) as refusal:
        check_value(value)
    assert refusal.value.message == message


@pytest.mark.parametrize(
    "value", [{"S": "a\ud800"}, {"M": {"\udfff": {"S": ""}}}, {"SS": ["\ud83d"]}]
)
def test_a_lone_surrogate_is_malformed(value: dict[str, Any]) -> None:
    with pytest.raises(MalformedRequest, match="Invalid UTF-8: lone surrogate"):
        check_value(value)


def test_values_nest_31_containers_deep() -> None:
    assert check_value(nested(31)) == nested(31)


@pytest.mark.parametrize("levels", [32, 33, 900])
def test_deeper_nesting_is_refused(levels: int) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        check_value(nested(levels))
    assert refusal.value.message == (
        "Nesting Levels have exceeded supported limits: "
        "Attributes in the item have nested levels beyond supported limit"
    )


def test_a_canonical_item_is_not_copied() -> None:
    item = {"pk": {"S": "a"}, "n": {"N": "10"}, "z": {"N": "0"}, "ok": {"BOOL": True}}
    assert check_item(item) is item


def test_an_item_is_copied_when_a_value_changes() -> None:
    item = {"pk": {"S": "a"}, "n": {"N": "1.0"}}
    assert check_item(item) == {"pk": {"S": "a"}, "n": {"N": "1"}}
    assert item == {"pk": {"S": "a"}, "n": {"N": "1.0"}}
