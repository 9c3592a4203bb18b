"""What cannot be read as a request is refused as one of the reference engines refuses it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.difference import scenarios
from tests.difference.compare import Scenario
from tests.difference.conftest import Comparison
from tests.difference.examples import few
from tests.reference.endpoint import Answer, HttpEndpoint

DYNAMODB = "DynamoDB_20120810."
BODIES = {
    "nothing": b"",
    "a word": b"hello",
    "half a map": b'{"TableName": "open-simple"',
    "two maps": b"{}{}",
    "a comma too many": b'{"TableName": "open-simple",}',
    "single quotes": b"{'TableName': 'open-simple'}",
    "half a surrogate": b'{"TableName": "\\ud800"}',
    "a bare NaN": b'{"TableName": NaN}',
    "a comment": b'/* */ {"TableName": "open-simple"}',
    "a control character": b'{"TableName": "open\x01simple"}',
    "a name twice": b'{"TableName": "nowhere", "TableName": "open-simple"}',
    "spaces around": b' \r\n\t{"TableName": "open-simple"} \r\n',
}
# The reference engines read these further than DynamoDB does, each in its own way.
NO_MAPS = {
    "a number": b"1",
    "a string": b'"TableName"',
    "a list": b"[]",
    "null": b"null",
    "no UTF-8": b'{"TableName": "\xff"}',
}
SERVICE = "com.amazon.coral.service#"
UNREADABLE = Answer(400, "SerializationException", None, {}, SERVICE + "SerializationException")
UNKNOWN = Answer(400, "UnknownOperationException", None, {}, SERVICE + "UnknownOperationException")
TARGETS = (
    "",
    "DynamoDB_20120810",
    "DynamoDB_20120810.",
    "DynamoDB_20120810.describetable",
    "DynamoDB_20120810.DescribeTable ",
    "DynamoDB_20111205.DescribeTable",
    "DynamoDB_20120810.DescribeTable.DescribeTable",
    "DescribeTable",
)


def refusal(answer: Answer) -> Any:
    """Return a refusal as it is written; of an answer only that it is one."""
    return answer if answer.is_error else answer.status


def answers(comparison: Comparison, target: str, content: bytes) -> list[Any]:
    """Return every implementation's answer to bytes; ours comes first."""
    asked = (comparison.ours, *comparison.references)
    return [refusal(each.send(target, content)) for each in asked if isinstance(each, HttpEndpoint)]


@pytest.mark.parametrize("content", BODIES.values(), ids=BODIES.keys())
def test_a_body_that_is_no_request_is_refused_alike(comparison: Comparison, content: bytes) -> None:
    ours, *theirs = answers(comparison, DYNAMODB + "DescribeTable", content)

    assert ours in theirs


@pytest.mark.parametrize("content", NO_MAPS.values(), ids=NO_MAPS.keys())
def test_what_is_no_map_in_utf8_is_not_read(comparison: Comparison, content: bytes) -> None:
    ours, *_ = answers(comparison, DYNAMODB + "DescribeTable", content)

    assert ours == UNREADABLE


@pytest.mark.parametrize(
    "target", ["DynamoDBStreams_20120810.DescribeTable", "DynamoDB_20120810.ListStreams"]
)
def test_an_action_of_the_other_service_is_unknown(comparison: Comparison, target: str) -> None:
    # DynamoDB: streams are a service of their own, which the reference engines do not tell apart.
    ours, *_ = answers(comparison, target, b'{"TableName": "open-simple"}')

    assert ours == UNKNOWN


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_that_is_none_is_refused_alike(comparison: Comparison, target: str) -> None:
    ours, *theirs = answers(comparison, target, b'{"TableName": "open-simple"}')

    assert ours in theirs


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    """Return a read in whose JSON a few bytes are missing or others."""
    scenario: Scenario = draw(st.one_of(scenarios.gets(), scenarios.queries()))
    content = json.dumps(scenario[0].body).encode()
    start = draw(st.integers(0, len(content) - 1))
    end = draw(st.integers(start, min(start + 3, len(content))))
    odd = draw(st.sampled_from([b"", b'"', b"{", b"}", b"[", b",", b":", b"\\", b"\x00"]))
    return DYNAMODB + scenario[0].action, content[:start] + odd + content[end:]


def is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return False
    return True


@few
@given(damaged().filter(lambda sent: not is_json(sent[1])))
def test_damaged_json_is_refused_alike(comparison: Comparison, sent: tuple[str, bytes]) -> None:
    ours, *theirs = answers(comparison, *sent)

    assert ours in theirs
