"""Attribute values: what is refused, with which words, and what is kept."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from tavola.errors import MalformedRequest, ValidationFailed
from tavola.values import check_item, check_name, check_value
from tavola.values.refusals import ValueRefused

EMPTY = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
SEVERAL = (
    "Supplied AttributeValue has more than one datatypes set, "
    "must contain exactly one of the supported datatypes"
)
INVALID = "One or more parameter values were invalid: "
NULL_MEMBER = "An string set may not have a null string as a member"
LARGER = "Attempting to store a number with magnitude larger than supported range"
SMALLER = "Attempting to store a number with magnitude smaller than supported range"
TOO_DEEP = (
    "Nesting Levels have exceeded supported limits: "
    "Attributes in the item have nested levels beyond supported limit"
)


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
    (
        {"SS": ["b", "é", "a", "b", "A"]},
        INVALID + 'Input collection ["a", "b", "é", "b", "A"] contains duplicates.',
    ),
    (
        {"BS": ["/w==", "AA==", "/w==", "AQ=="]},
        INVALID + 'Input collection ["AA==","/w==","/w==","AQ=="]of type BS contains duplicates.',
    ),
    ({"SS": ["a", None]}, INVALID + NULL_MEMBER),
    ({"NS": [None, "x"]}, INVALID + NULL_MEMBER),
    ({"BS": [None]}, INVALID + NULL_MEMBER),
    ({"S": "a", "NS": ["x"]}, "The parameter cannot be converted to a numeric value: x"),
    ({"S": "a", "NS": []}, INVALID + "An number set  may not be empty"),
    ({"M": {"a": {"SS": []}}}, INVALID + "An string set  may not be empty"),
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
        ({"S": False}, "FALSE_VALUE cannot be converted to String"),
        ({"BOOL": 1.5}, "DECIMAL_VALUE cannot be converted to Boolean"),
        ({"BOOL": []}, "Unrecognized collection type class java.lang.Boolean"),
        ({"BOOL": {}}, "Start of structure or map found where not expected"),
        ({"NULL": "true"}, "Unexpected token received from parser"),
        ({"B": []}, "Unrecognized collection type class java.nio.ByteBuffer"),
        ({"B": {}}, "Start of structure or map found where not expected"),
        ({"BS": [True]}, "only base-64-encoded strings are convertible to bytes"),
        ({"NS": [1]}, "NUMBER_VALUE cannot be converted to String"),
        ({"SS": {}}, "Start of structure or map found where not expected"),
        ({"L": "a"}, "Unexpected field type"),
        ({"M": "a"}, "Unexpected field type"),
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
    ("value", "code"),
    [
        ({"S": "aé\ud800"}, "U+D800"),
        ({"M": {"a": {"S": ""}, "\udfff": {"S": ""}}}, "U+DFFF"),
        ({"SS": ["\ud83d"]}, "U+D83D"),
    ],
)
def test_a_lone_surrogate_is_malformed(value: dict[str, Any], code: str) -> None:
    with pytest.raises(MalformedRequest) as refusal:
        check_value(value)
    assert refusal.value.message == f"Invalid UTF-8: lone surrogate {code} in a string"


def in_maps(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {"S": "x"}
    for _ in range(levels):
        value = {"M": {"a": value}}
    return value


@pytest.mark.parametrize("value", [nested(31), in_maps(31)])
def test_values_nest_31_containers_deep(value: dict[str, Any]) -> None:
    assert check_value(value) is value


@pytest.mark.parametrize("value", [nested(32), nested(33), nested(900), in_maps(32), in_maps(900)])
def test_deeper_nesting_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        check_value(value)
    assert refusal.value.message == TOO_DEEP


@pytest.mark.parametrize("name", ["n" * 65_535, "é" * 32_767 + "n"])
def test_a_name_may_have_65535_bytes(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Empty attribute name"),
        ("n" * 65_536, "Attribute name is too large, must be less than 65536 bytes"),
        ("é" * 32_768, "Attribute name is too large, must be less than 65536 bytes"),
    ],
)
def test_a_name_that_is_empty_or_too_long_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        check_name(name)
    assert refusal.value.message == message


def test_an_item_with_an_empty_name_is_refused() -> None:
    with pytest.raises(ValidationFailed) as refusal:
        check_item({"a": {"S": "b"}, "": {"X": "y"}})
    assert refusal.value.message == "Empty attribute name"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"N": ""}, "The parameter cannot be converted to a numeric value"),
        ({"NS": ["1", "1.0"]}, "Input collection contains duplicates"),
        ({"SS": ["b", "a", "b"]}, INVALID + "Input collection [b, a, b] contains duplicates."),
        (
            {"BS": ["YQ==", "YQ=="]},
            INVALID + "Input collection [YQ==, YQ==]of type BS contains duplicates.",
        ),
        ({"N": f"1e{2**31}"}, f"The parameter cannot be converted to a numeric value: 1e{2**31}"),
        ({"N": f"1e-{2**31}"}, f"The parameter cannot be converted to a numeric value: 1e-{2**31}"),
        ({"N": f"1e{2**31 - 1}"}, f"Number underflow. {SMALLER}"),
        ({"N": f"1e{2**31 - 2}"}, f"Number overflow. {LARGER}"),
        ({"N": f"1e-{2**31 - 1}"}, f"Number underflow. {SMALLER}"),
    ],
)
def test_older_checks_use_other_words(value: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueRefused) as refusal:
        check_value(value)
    assert refusal.value.older == message


def test_a_canonical_item_is_not_copied() -> None:
    item = {"pk": {"S": "a"}, "n": {"N": "10"}, "z": {"N": "0"}, "ok": {"BOOL": True}}
    assert check_item(item) is item


def test_an_item_is_copied_when_a_value_changes() -> None:
    item = {"pk": {"S": "a"}, "n": {"N": "1.0"}}
    assert check_item(item) == {"pk": {"S": "a"}, "n": {"N": "1"}}
    assert item == {"pk": {"S": "a"}, "n": {"N": "1.0"}}


class Frozen(dict[str, Any]):
    """A mapping that is a dict, and no plain one."""


def test_an_item_of_another_mapping_is_given_as_a_dict() -> None:
    item = MappingProxyType({"pk": {"S": "a"}})
    assert check_item(item) == {"pk": {"S": "a"}}
    assert type(check_item(item)) is dict
    assert check_value(Frozen(S="a")) == {"S": "a"}
