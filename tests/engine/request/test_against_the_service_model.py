"""Every action's request is shaped as AWS's own model of the service shapes it.

The model comes with botocore: names of structures and members, what is required, numbers, enums,
lengths and patterns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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


@cache
def models() -> list[Any]:
    session = get_session()
    return [session.get_service_model(name) for name in SERVICES]


def model_of(action: str) -> Any:
    found = [model for model in models() if action in model.operation_names]
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


OTHER_WORDS = ("TableName", "AttributesToGet[]", "ExpressionAttributeNames{}", "ResourceArn")
"""Members whose length is refused in words of its own, with tests of their own."""
KEY_OF_TWO = "KeySchema has {'min': 1, 'max': 2}, not {'min': 1}"
KEY_OF_EIGHT = "KeySchema has {'min': 1, 'max': 8}, not {'min': 1}"
SEARCH_NAME = "AttributeName has {'min': 1, 'max': 255}, not {'max': 65535}"
TABLE_CLASS = "TableClass is one of [], not ['STANDARD', 'STANDARD_INFREQUENT_ACCESS']"
MORE_THAN_THE_MODEL = {
    "BatchWriteItem": {"RequestItems{} has {}, not {'min': 1, 'max': 25}"},
    "CreateTable": {
        "lacks GlobalTableSettingsReplicationMode, GlobalTableSourceArn",
        KEY_OF_TWO,
        KEY_OF_EIGHT,
        SEARCH_NAME,
        TABLE_CLASS,
    },
    "DescribeStream": {"Limit has {'min': 1, 'max': 100}, not {'min': 1}"},
    "ExportTableToPointInTime": {
        "lacks ExportFromTime, ExportToTime, ExportViewType",
        "lacks ExpressionAttributeNames, ExpressionAttributeValues, FilterExpression, "
        "KeyConditionExpression, ProjectionExpression",
    },
    "GetRecords": {"Limit has {'min': 1, 'max': 1000}, not {'min': 1}"},
    "ImportTable": {"lacks Csv", KEY_OF_TWO, KEY_OF_EIGHT, SEARCH_NAME},
    "ListStreams": {"Limit has {'min': 1, 'max': 100}, not {'min': 1}"},
    "RestoreTableFromBackup": {KEY_OF_TWO, KEY_OF_EIGHT, SEARCH_NAME},
    "SearchVectors": {
        "IndexName has {}, not {'min': 3, 'max': 255, 'pattern': '[a-zA-Z0-9_.-]+'}",
        "SearchVector has {}, not {'min': 1, 'max': 4096}",
        "TopK has {}, not {'min': 1}",
    },
    "UpdateContributorInsights": {"lacks ContributorInsightsMode"},
    "UpdateTable": {
        "lacks DisassociationProtectionEnabled, GlobalTableSettingsReplicationMode, "
        "GlobalTableWitnessUpdates, MultiRegionConsistency, ReplicaUpdates",
        KEY_OF_EIGHT,
        SEARCH_NAME,
        TABLE_CLASS,
    },
}
"""What is refused beyond the shape of a request, or is not there, without the path to it.

Of keys the API reference says how many attributes they have.
"""


def bounds(ours: Any) -> dict[str, Any]:
    if isinstance(ours, IntegerShape):
        found = {"min": ours.least, "max": ours.most}
    elif isinstance(ours, ListShape):
        found = {"min": ours.shortest, "max": ours.longest}
    else:
        found = {"min": ours.shortest, "max": ours.longest, "pattern": ours.pattern}
    return {name: bound for name, bound in found.items() if bound is not None}


def bounds_in_model(theirs: Any) -> dict[str, Any]:
    found = {name: theirs.metadata.get(name) for name in ("min", "max", "pattern")}
    # A length is never less than 0.
    least = (None, 0) if theirs.type_name == "string" else (None,)
    return {name: bound for name, bound in found.items() if bound not in least}


def finer_differences(name: str, ours: Any, theirs: Any) -> Iterator[str]:
    """List members that we do not know, and bounds that are not the model's."""
    if isinstance(ours, StructureShape):
        unknown = sorted(set(theirs.members) - set(ours.fields))
        if unknown:
            yield f"lacks {', '.join(unknown)}"
        for each, field in ours.fields.items():
            if each in theirs.members:
                yield from finer_differences(each, field, theirs.members[each])
                yield from missed_members(each, field, theirs.members[each])
    elif isinstance(ours, MapShape):
        yield from finer_differences(f"{name}{{}}", ours.member, theirs.value)
    elif isinstance(ours, ListShape | StringShape | IntegerShape) and name not in OTHER_WORDS:
        if isinstance(ours, StringShape) and set(ours.values) != set(theirs.enum):
            yield f"{name} is one of {sorted(ours.values)}, not {sorted(theirs.enum)}"
        if bounds(ours) != bounds_in_model(theirs):
            yield f"{name} has {bounds(ours)}, not {bounds_in_model(theirs)}"
        if isinstance(ours, ListShape):
            yield from finer_differences(f"{name}[]", ours.member, theirs.member)
            yield from missed_members(f"{name}[]", ours.member, theirs.member)


def missed_members(name: str, ours: Any, theirs: Any) -> Iterator[str]:
    if isinstance(ours, StructureShape):
        required = {each for each, field in ours.fields.items() if field.required}
        if required != set(theirs.required_members):
            yield f"{name} requires {sorted(required)}, not {sorted(theirs.required_members)}"


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_lengths_patterns_and_enums_are_the_model_s(action: str) -> None:
    found = set(finer_differences(action, input_of(action), model_of(action)))

    assert found == MORE_THAN_THE_MODEL.get(action, set())
