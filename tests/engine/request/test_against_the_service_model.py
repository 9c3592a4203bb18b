"""Every action's request is shaped as AWS's own model of the service shapes it.

The model comes with botocore: names of structures and members, what is required, numbers, enums.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from botocore.session import get_session

from tavola.engine.actions import ACTIONS
from tavola.engine.request.shapes import (
    IntegerShape,
    ListShape,
    MapShape,
    StringShape,
    StructureShape,
)

SERVICES = ("dynamodb", "dynamodbstreams")
SAID_ELSEWHERE = {
    "DescribeEndpoints": {
        "DescribeEndpoints is a DescribeEndpointsRequest, not a DescribeEndpointsInput"
    },
    "DescribeStream": {"DescribeStream.Limit is at most None, not 100"},
    "GetRecords": {"GetRecords.Limit is at most None, not 1000"},
    "ListStreams": {"ListStreams.Limit is at most None, not 100"},
}
"""What the model leaves out and the API reference says; a structure that no message names."""
MISSED_IN_OTHER_WORDS = {
    "CreateTable": {"AttributeDefinitions", "KeySchema", "TableName"},
    "ListTagsOfResource": {"ResourceArn"},
    "TagResource": {"ResourceArn", "Tags"},
    "UntagResource": {"ResourceArn", "TagKeys"},
    "DeleteTable": {"TableName"},
    "DescribeContinuousBackups": {"TableName"},
    "DescribeContributorInsights": {"TableName"},
    "DescribeTable": {"TableName"},
    "DescribeTimeToLive": {"TableName"},
    "UpdateContinuousBackups": {"TableName"},
    "UpdateContributorInsights": {"TableName"},
    "UpdateTable": {"TableName"},
    "UpdateTimeToLive": {"TableName"},
}
"""What an action requires and says so later, in words of its own."""


def model_of(action: str) -> Any:
    session = get_session()
    models = [session.get_service_model(name) for name in SERVICES]
    found = [model for model in models if action in model.operation_names]
    return found[0].operation_model(action).input_shape


def input_of(action: str) -> StructureShape:
    shape: StructureShape = vars(ACTIONS[action])["_input"]
    return shape


def differences(path: str, ours: Any, theirs: Any) -> Iterator[str]:
    """List where a shape of ours says something else than the model."""
    if isinstance(ours, StructureShape):
        if ours.name != theirs.name:
            yield f"{path} is a {theirs.name}, not a {ours.name}"
        for name, field in ours.fields.items():
            if name not in theirs.members:
                yield f"{path}.{name} is unknown"
            else:
                yield from differences(f"{path}.{name}", field, theirs.members[name])
    elif isinstance(ours, ListShape):
        yield from differences(f"{path}[]", ours.member, theirs.member)
    elif isinstance(ours, MapShape):
        yield from differences(f"{path}{{}}", ours.member, theirs.value)
    else:
        yield from _differences_of_scalars(path, ours, theirs)


def _differences_of_scalars(path: str, ours: Any, theirs: Any) -> Iterator[str]:
    if isinstance(ours, StringShape) and set(ours.values) - set(theirs.enum):
        yield f"{path} has {sorted(set(ours.values) - set(theirs.enum))}, which AWS does not"
    if isinstance(ours, IntegerShape):
        least, most = theirs.metadata.get("min"), theirs.metadata.get("max")
        if ours.least not in (None, least):
            yield f"{path} is at least {least}, not {ours.least}"
        if ours.most not in (None, most):
            yield f"{path} is at most {most}, not {ours.most}"


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_a_request_is_what_the_service_s_model_says(action: str) -> None:
    model = model_of(action)

    assert set(differences(action, input_of(action), model)) == SAID_ELSEWHERE.get(action, set())


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_what_we_require_the_model_requires_and_the_reverse(action: str) -> None:
    model = model_of(action)
    ours = input_of(action)

    required = {name for name, field in ours.fields.items() if field.required}

    assert required ^ set(model.required_members) == MISSED_IN_OTHER_WORDS.get(action, set())
