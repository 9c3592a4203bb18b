"""boto3 reads streams and runs PartiQL against the server as it does against DynamoDB."""

from __future__ import annotations

from typing import Any

import boto3
import pytest
from botocore.config import Config

from tavola.wire.sigv4 import Credentials

KEYS = Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
TABLE: dict[str, Any] = {
    "TableName": "streamed",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
}


def sdk(service: str, url: str) -> Any:
    boto3_: Any = boto3  # its stubs name every service of AWS, most of them unknown here
    return boto3_.client(
        service,
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id=KEYS.access_key,
        aws_secret_access_key=KEYS.secret_key,
        config=Config(retries={"total_max_attempts": 1}),
    )


@pytest.fixture
def client(url: str) -> Any:
    client = sdk("dynamodb", url)
    client.create_table(**TABLE)
    return client


def test_a_stream_is_read_to_its_end(url: str, client: Any) -> None:
    streams = sdk("dynamodbstreams", url)
    client.put_item(TableName="streamed", Item={"id": {"S": "a"}})
    client.delete_item(TableName="streamed", Key={"id": {"S": "a"}})

    (stream,) = streams.list_streams(TableName="streamed")["Streams"]
    arn = stream["StreamArn"]
    (shard,) = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
    start = streams.get_shard_iterator(
        StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
    )
    page = streams.get_records(ShardIterator=start["ShardIterator"])

    assert [record["eventName"] for record in page["Records"]] == ["INSERT", "REMOVE"]
    assert streams.get_records(ShardIterator=page["NextShardIterator"])["Records"] == []


def test_an_expired_stream_is_reported_by_its_class(url: str, client: Any) -> None:
    streams = sdk("dynamodbstreams", url)
    arn = "arn:aws:dynamodb:us-east-1:000000000000:table/streamed/stream/2001-01-01T00:00:00.000"

    with pytest.raises(streams.exceptions.ResourceNotFoundException):
        streams.describe_stream(StreamArn=arn)


def test_statements_are_run_one_by_one_in_batches_and_in_transactions(client: Any) -> None:
    client.execute_statement(
        Statement="INSERT INTO streamed VALUE {'id': ?, 'v': ?}",
        Parameters=[{"S": "a"}, {"N": "1"}],
    )
    client.batch_execute_statement(
        Statements=[{"Statement": "INSERT INTO streamed VALUE {'id': 'b', 'v': 2}"}]
    )
    client.execute_transaction(
        TransactStatements=[{"Statement": "UPDATE streamed SET v = 3 WHERE id = 'b'"}]
    )

    found = client.execute_statement(Statement="SELECT v FROM streamed WHERE id IN ['a', 'b']")

    assert found["Items"] == [{"v": {"N": "1"}}, {"v": {"N": "3"}}]


def test_a_duplicate_is_reported_by_its_class(client: Any) -> None:
    client.put_item(TableName="streamed", Item={"id": {"S": "a"}})

    with pytest.raises(client.exceptions.DuplicateItemException):
        client.execute_statement(Statement="INSERT INTO streamed VALUE {'id': 'a'}")
