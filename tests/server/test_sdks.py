"""boto3, the AWS CLI and the SDK for JavaScript work against the server as they are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from tavola.engine import Engine
from tavola.server import serve
from tavola.wire.sigv4 import Credentials
from tests.parts import alone, missing
from tests.patience import PATIENCE_SECONDS
from tests.server.client import TABLE

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(__file__).parent / "js"
KEYS = Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")


@pytest.fixture
def strict_url(engine: Engine) -> Iterator[str]:
    """A server that answers only what KEYS has signed."""
    with serve(engine, credentials=KEYS) as url:
        yield url


def boto3_client(url: str, secret_key: str = KEYS.secret_key) -> DynamoDBClient:
    boto3_: Any = boto3  # its stubs name every service of AWS, most of them unknown here
    client: DynamoDBClient = boto3_.client(
        "dynamodb",
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id=KEYS.access_key,
        aws_secret_access_key=secret_key,
        config=Config(retries={"total_max_attempts": 1}),
    )
    return client


def run(command: list[str], environment: Mapping[str, str]) -> Any:
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_boto3_writes_and_reads(strict_url: str) -> None:
    client = boto3_client(strict_url)
    client.create_table(
        TableName="things",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.get_waiter("table_exists").wait(TableName="things")
    item: Any = {"pk": {"S": "a"}, "data": {"B": b"\x00\xff"}, "price": {"N": "1.50"}}
    client.put_item(TableName="things", Item=item)

    got = client.get_item(TableName="things", Key={"pk": {"S": "a"}})

    assert got.get("Item") == {**item, "price": {"N": "1.5"}}


def test_boto3_gets_the_refused_item(engine: Engine, strict_url: str) -> None:
    client = boto3_client(strict_url)
    engine.execute("CreateTable", TABLE)
    client.put_item(TableName="things", Item={"pk": {"S": "a"}})

    with pytest.raises(client.exceptions.ConditionalCheckFailedException) as refused:
        client.put_item(
            TableName="things",
            Item={"pk": {"S": "a"}},
            ConditionExpression="attribute_not_exists(pk)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )

    response: Any = refused.value.response
    assert (response["Error"], response["Item"]) == (
        {"Message": "The conditional request failed", "Code": "ConditionalCheckFailedException"},
        {"pk": {"S": "a"}},
    )


def test_boto3_gets_the_reasons_of_a_cancelled_transaction(engine: Engine, strict_url: str) -> None:
    client = boto3_client(strict_url)
    engine.execute("CreateTable", TABLE)

    with pytest.raises(client.exceptions.TransactionCanceledException) as cancelled:
        client.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": "things", "Item": {"pk": {"S": "a"}}}},
                {
                    "ConditionCheck": {
                        "TableName": "things",
                        "Key": {"pk": {"S": "b"}},
                        "ConditionExpression": "attribute_exists(pk)",
                    }
                },
            ]
        )

    reasons = cancelled.value.response.get("CancellationReasons", [])
    assert [reason.get("Code") for reason in reasons] == ["None", "ConditionalCheckFailed"]


def test_boto3_with_a_wrong_secret_is_refused(strict_url: str) -> None:
    client = boto3_client(strict_url, secret_key="wrong")

    with pytest.raises(ClientError) as refused:
        client.list_tables()

    assert refused.value.response.get("Error", {}).get("Code") == "InvalidSignatureException"


def test_the_aws_cli_writes_and_reads(engine: Engine, strict_url: str) -> None:
    installed = ROOT / ".reference" / "awscli" / "bin" / "aws"
    aws = str(installed) if installed.exists() else shutil.which("aws")
    if aws is None:
        missing("No AWS CLI: pip install awscli into a virtualenv of its own, on the PATH.")
        return
    engine.execute("CreateTable", TABLE)
    environment = {
        "AWS_ENDPOINT_URL_DYNAMODB": strict_url,
        "AWS_ACCESS_KEY_ID": KEYS.access_key,
        "AWS_SECRET_ACCESS_KEY": KEYS.secret_key,
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_PAGER": "",
    }
    put = ["put-item", "--table-name=things", '--item={"pk": {"S": "a"}, "n": {"N": "7"}}']
    run([aws, "dynamodb", *put, "--return-consumed-capacity=TOTAL"], environment)

    scanned = run([aws, "dynamodb", "scan", "--table-name=things"], environment)

    assert scanned["Items"] == [{"pk": {"S": "a"}, "n": {"N": "7"}}]


@pytest.fixture(scope="session")
def javascript_sdk() -> Path:
    """The folder of the script, with the SDK installed beside it."""
    npm = shutil.which("npm")
    if npm is None:
        missing("No npm: apt-get install nodejs npm.")
    folder = ROOT / ".reference" / "javascript-sdk"
    folder.mkdir(parents=True, exist_ok=True)
    lock_file = (SCRIPTS / "package-lock.json").read_bytes()
    with alone(folder / "lock"):
        installed = folder / "installed.json"
        if not installed.exists() or installed.read_bytes() != lock_file:
            shutil.copytree(SCRIPTS, folder, dirs_exist_ok=True)
            flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]
            subprocess.run([str(npm), "ci", *flags], cwd=folder, check=True, capture_output=True)
            installed.write_bytes(lock_file)
        shutil.copyfile(SCRIPTS / "client.mjs", folder / "client.mjs")
    return folder


def test_the_javascript_sdk_writes_and_reads(strict_url: str, javascript_sdk: Path) -> None:
    script = str(javascript_sdk / "client.mjs")

    assert run(["node", script, strict_url, KEYS.secret_key], {}) == {
        "got": {"pk": "a", "sk": 2, "text": "nº 2"},
        "keys": [2, 10],
        "refusal": {
            "name": "TransactionCanceledException",
            "reasons": ["ConditionalCheckFailed"],
        },
    }
