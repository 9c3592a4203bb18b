"""ARNs name the caller's region and account, and those of others get one answer everywhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.actions import ACTIONS
from tavola.engine.callers import Caller
from tavola.errors import AccessRefused
from tests.engine.client import Client, s
from tests.engine.conftest import FLAT

HERE = "arn:aws:dynamodb:eu-west-1:000000000000:"
STREAMED = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}}


@pytest.fixture
def abroad(engine: Engine) -> Client:
    """A caller in another region, with a table that has a stream."""
    client = Client(engine.seen_by(Caller("eu-west-1")))
    client("CreateTable", **FLAT, **STREAMED)
    return client


def test_a_table_s_addresses_name_the_caller_s_region(abroad: Client) -> None:
    table = abroad("DescribeTable", TableName="flat")["Table"]

    assert table["TableArn"] == f"{HERE}table/flat"
    assert table["LatestStreamArn"].startswith(f"{HERE}table/flat/stream/")


def test_another_caller_sees_the_same_table_with_addresses_of_its_own(abroad: Client) -> None:
    home = Client(abroad.engine.seen_by(Caller()))

    (stream,) = home("ListStreams")["Streams"]

    assert home("DescribeTable", TableName=f"{HERE}table/flat")["Table"]["TableArn"] == (
        "arn:aws:dynamodb:us-east-1:000000000000:table/flat"
    )
    assert stream["StreamArn"].startswith("arn:aws:dynamodb:us-east-1:")


def test_a_stream_is_read_by_the_caller_s_addresses(abroad: Client) -> None:
    abroad.put("flat", {"id": s("a"), "TableArn": s(f"{HERE}table/flat")})
    arn = abroad("DescribeTable", TableName="flat")["Table"]["LatestStreamArn"]
    (shard,) = abroad("DescribeStream", StreamArn=arn)["StreamDescription"]["Shards"]

    iterator = abroad(
        "GetShardIterator",
        StreamArn=arn,
        ShardId=shard["ShardId"],
        ShardIteratorType="TRIM_HORIZON",
    )["ShardIterator"]
    page = abroad("GetRecords", ShardIterator=iterator)

    assert iterator.startswith(arn)
    assert page["NextShardIterator"].startswith(arn)
    assert [each["awsRegion"] for each in page["Records"]] == ["eu-west-1"]
    assert page["Records"][0]["dynamodb"]["NewImage"]["TableArn"] == s(f"{HERE}table/flat")


def test_tags_and_policies_are_found_by_the_caller_s_addresses(abroad: Client) -> None:
    arn = f"{HERE}table/flat"
    stored = "arn:aws:dynamodb:us-east-1:000000000000:table/flat"
    abroad.engine.execute(
        "TagResource", {"ResourceArn": arn, "Tags": [{"Key": "of", "Value": stored}]}
    )

    assert abroad("ListTagsOfResource", ResourceArn=arn) == {
        "Tags": [{"Key": "of", "Value": stored}]
    }
    assert abroad.refusal("GetResourcePolicy", ResourceArn=arn) == (
        "PolicyNotFoundException",
        f"Resource-based policy not found for the provided ResourceArn: {arn}",
    )


KEY = {"id": s("a")}
BACKUP = "$T/backup/01700000000000-abcdefab"
REQUESTS: dict[str, dict[str, Any]] = {
    "BatchGetItem": {"RequestItems": {"$T": {"Keys": [KEY]}}},
    "BatchWriteItem": {"RequestItems": {"$T": [{"DeleteRequest": {"Key": KEY}}]}},
    "CreateBackup": {"TableName": "$T", "BackupName": "daily"},
    "DeleteBackup": {"BackupArn": BACKUP},
    "DeleteItem": {"TableName": "$T", "Key": KEY},
    "DeleteResourcePolicy": {"ResourceArn": "$T"},
    "DeleteTable": {"TableName": "$T"},
    "DescribeBackup": {"BackupArn": BACKUP},
    "DescribeContinuousBackups": {"TableName": "$T"},
    "DescribeContributorInsights": {"TableName": "$T"},
    "DescribeExport": {"ExportArn": "$T/export/01700000000000-abcdefab"},
    "DescribeImport": {"ImportArn": "$T/import/01700000000000-abcdefab"},
    "DescribeStream": {"StreamArn": "$T/stream/2026-01-01T00:00:00.000"},
    "DescribeTable": {"TableName": "$T"},
    "DescribeTimeToLive": {"TableName": "$T"},
    "ExportTableToPointInTime": {"TableArn": "$T", "S3Bucket": "bucket"},
    "GetItem": {"TableName": "$T", "Key": KEY},
    "GetRecords": {"ShardIterator": "$T/stream/2026-01-01T00:00:00.000|1|WzEsMV0="},
    "GetResourcePolicy": {"ResourceArn": "$T"},
    "GetShardIterator": {
        "StreamArn": "$T/stream/2026-01-01T00:00:00.000",
        "ShardId": "shardId-00000000000000000000-00000000",
        "ShardIteratorType": "LATEST",
    },
    "ListBackups": {"TableName": "$T"},
    "ListContributorInsights": {"TableName": "$T"},
    "ListExports": {"TableArn": "$T"},
    "ListImports": {"TableArn": "$T"},
    "ListTagsOfResource": {"ResourceArn": "$T"},
    "PutItem": {"TableName": "$T", "Item": KEY},
    "PutResourcePolicy": {"ResourceArn": "$T", "Policy": "{}"},
    "Query": {
        "TableName": "$T",
        "KeyConditionExpression": "id = :v",
        "ExpressionAttributeValues": {":v": s("a")},
    },
    "RestoreTableFromBackup": {"BackupArn": BACKUP, "TargetTableName": "copy"},
    "Scan": {"TableName": "$T"},
    "SearchVectors": {
        "TableName": "$T",
        "IndexName": "near",
        "SearchVector": [{"N": "1"}],
        "TopK": 1,
    },
    "TagResource": {"ResourceArn": "$T", "Tags": [{"Key": "a", "Value": "b"}]},
    "TransactGetItems": {"TransactItems": [{"Get": {"TableName": "$T", "Key": KEY}}]},
    "TransactWriteItems": {"TransactItems": [{"Delete": {"TableName": "$T", "Key": KEY}}]},
    "UntagResource": {"ResourceArn": "$T", "TagKeys": ["a"]},
    "UpdateContinuousBackups": {
        "TableName": "$T",
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
    },
    "UpdateContributorInsights": {"TableName": "$T", "ContributorInsightsAction": "ENABLE"},
    "UpdateItem": {"TableName": "$T", "Key": KEY},
    "UpdateTable": {"TableName": "$T", "DeletionProtectionEnabled": True},
    "UpdateTimeToLive": {
        "TableName": "$T",
        "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "ttl"},
    },
}
"""A good request of every action that takes an ARN, for the table `$T`."""

WITHOUT_ARN = {
    "BatchExecuteStatement",
    "CreateTable",
    "DescribeEndpoints",
    "DescribeLimits",
    "ExecuteStatement",
    "ExecuteTransaction",
    "ImportTable",
    "ListStreams",
    "ListTables",
}


def named(request: dict[str, Any], arn: str) -> dict[str, Any]:
    """Return a request with the ARN of its table."""
    made: dict[str, Any] = json.loads(json.dumps(request).replace("$T", arn))
    return made


def first_arn(request: dict[str, Any]) -> str:
    """Return the ARN that a request begins to name."""
    found = re.search(r'"(arn:[^"|]*)', json.dumps(request))
    assert found is not None
    return found[1]


def test_every_action_is_known_to_take_an_arn_or_not() -> None:
    assert REQUESTS.keys() | WITHOUT_ARN == ACTIONS.keys()


@pytest.mark.parametrize("action", REQUESTS)
@pytest.mark.parametrize(
    ("caller", "arn"),
    [
        (Caller(), "arn:aws:dynamodb:us-east-1:999999999999:table/flat"),
        (Caller(), "arn:aws-cn:dynamodb:cn-north-1:000000000000:table/flat"),
        (
            Caller("eu-west-1", "111111111111", is_isolated=True),
            "arn:aws:dynamodb:us-east-1:111111111111:table/flat",
        ),
        (
            Caller("eu-west-1", "111111111111", is_isolated=True),
            "arn:aws:dynamodb:eu-west-1:000000000000:table/flat",
        ),
    ],
)
def test_a_foreign_address_gets_the_same_answer_everywhere(
    client: Client, action: str, caller: Caller, arn: str
) -> None:
    request = named(REQUESTS[action], arn)

    with pytest.raises(AccessRefused) as refused:
        client.engine.seen_by(caller).execute(action, request)

    assert refused.value.message == (
        f"User: arn:aws:iam::{caller.account_id}:root is not authorized to perform: "
        f"dynamodb:{action} on resource: {first_arn(request)}"
    )


@pytest.mark.parametrize("action", [*REQUESTS])
def test_an_own_address_is_not_foreign(client: Client, action: str) -> None:
    caller = Caller("eu-west-1", "111111111111", is_isolated=True)
    request = named(REQUESTS[action], "arn:aws:dynamodb:eu-west-1:111111111111:table/flat")

    code = ""
    try:
        client.engine.seen_by(caller).execute(action, request)
    except Exception as refusal:  # noqa: BLE001 - whatever it is, it must not be this
        code = getattr(refusal, "code", repr(refusal))

    assert code != "AccessDeniedException"


def test_a_wrong_request_is_refused_before_a_foreign_address(client: Client) -> None:
    message = client.invalid(
        "GetItem", TableName="arn:aws:dynamodb:us-east-1:999999999999:table/flat"
    )

    assert "'key'" in message


def test_records_name_the_caller_s_region(abroad: Client) -> None:
    abroad.put("flat", {"id": s("a"), "awsRegion": s("us-east-1")})
    arn = abroad("DescribeTable", TableName="flat")["Table"]["LatestStreamArn"]
    (shard,) = abroad("DescribeStream", StreamArn=arn)["StreamDescription"]["Shards"]
    start = abroad(
        "GetShardIterator",
        StreamArn=arn,
        ShardId=shard["ShardId"],
        ShardIteratorType="TRIM_HORIZON",
    )["ShardIterator"]

    (record,) = abroad("GetRecords", ShardIterator=start)["Records"]

    assert record["awsRegion"] == "eu-west-1"
    assert record["dynamodb"]["NewImage"] == {"id": s("a"), "awsRegion": s("us-east-1")}
