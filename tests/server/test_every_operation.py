"""Every action that boto3's newest model of DynamoDB has is answered, and no refusal is silent."""

from __future__ import annotations

from typing import Any

import botocore.session
import pytest
from botocore.exceptions import ClientError

from tavola.engine.actions import ACTIONS
from tavola.engine.unavailable import UNAVAILABLE, explain_missing
from tests.server.test_sdk_streams import sdk

SERVICES = ("dynamodb", "dynamodbstreams")


def model_of(service: str) -> Any:
    session: Any = botocore.session.get_session()
    return session.get_service_model(service)


OPERATIONS = [(service, name) for service in SERVICES for name in model_of(service).operation_names]


def smallest(shape: Any) -> Any:
    """Make the smallest value of a shape that botocore sends."""
    if shape.type_name == "structure":
        return {name: smallest(shape.members[name]) for name in shape.required_members}
    if shape.type_name == "list":
        return [smallest(shape.member)] * shape.metadata.get("min", 0)
    if shape.type_name == "string":
        return shape.enum[0] if shape.enum else "a" * max(shape.metadata.get("min", 1), 3)
    simple: dict[str, Any] = {
        "map": {},
        "integer": 1,
        "long": 1,
        "boolean": True,
        "timestamp": 0,
        "double": 1.0,
    }
    return simple[shape.type_name]


def call(url: str, service: str, operation: str) -> dict[str, Any] | tuple[str, str]:
    """Give the answer, or the code and message of the refusal."""
    wanted = smallest(model_of(service).operation_model(operation).input_shape)
    try:
        answer: dict[str, Any] = sdk(service, url)._make_api_call(operation, wanted)
    except ClientError as refusal:
        error = refusal.response.get("Error", {})
        return error.get("Code", ""), error.get("Message", "")
    return answer


@pytest.mark.parametrize(("service", "operation"), OPERATIONS)
def test_an_operation_is_answered(url: str, service: str, operation: str) -> None:
    answer = call(url, service, operation)

    assert isinstance(answer, dict) or "" not in answer


@pytest.mark.parametrize("operation", sorted(UNAVAILABLE))
def test_what_is_missing_is_said(url: str, operation: str) -> None:
    answer = call(url, "dynamodb", operation)

    assert answer == ("UnknownOperationException", explain_missing(operation))


def test_an_operation_is_here_or_said_to_be_missing() -> None:
    assert sorted({*ACTIONS, *UNAVAILABLE}) == sorted(name for _, name in OPERATIONS)
    assert set(ACTIONS).isdisjoint(UNAVAILABLE)


def test_the_engine_says_the_same_as_the_server(engine: Any) -> None:
    with pytest.raises(Exception, match="ListGlobalTables is not available here: a table has one"):
        engine.execute("ListGlobalTables", {})
