"""The suite that replaces moto passes wherever Tavola is installed, and so does its page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from tavola import Engine, serve
from tests.patience import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "replace_moto"
PAGE = ROOT / "docs" / "testing-boto3.md"
# Credentials and endpoints of whoever runs this must not reach boto3.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}


def run_pytest(folder: Path) -> str:
    """Run the tests of a folder in a process of its own; return the last line of the report."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            folder,
            folder,
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
        cwd=folder,
        env=ENVIRONMENT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


def test_the_example_passes_as_it_stands(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "suite", ignore=shutil.ignore_patterns("__pycache__"))

    assert run_pytest(tmp_path / "suite").startswith("6 passed")


def test_the_tests_on_the_page_pass(tmp_path: Path) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    (tmp_path / "test_page.py").write_text("\n\n".join(blocks), "utf-8")

    assert run_pytest(tmp_path).startswith("4 passed")


NOTES: dict[str, Any] = {
    "TableName": "notes",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "S"} for name in ("id", "topic")
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "byTopic",
            "KeySchema": [{"AttributeName": "topic", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}
PUTS = [{"PutRequest": {"Item": {"id": {"S": str(number)}}}} for number in range(26)]
WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "a key of the wrong type in an index": (
        "put_item",
        {"TableName": "notes", "Item": {"id": {"S": "1"}, "topic": {"N": "1"}}},
    ),
    "a batch of 26 items": ("batch_write_item", {"RequestItems": {"notes": PUTS}}),
    "a number of 39 digits": (
        "put_item",
        {"TableName": "notes", "Item": {"id": {"S": "1"}, "n": {"N": "1" * 39}}},
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_moto_lets_pass_fails_here_as_the_page_says(fault: str) -> None:
    method, body = WRONG[fault]
    sdk: Any = boto3
    own = {"aws_access_key_id": "any", "aws_secret_access_key": "any"}

    with mock_aws():
        moto = sdk.client("dynamodb", "eu-west-1", **own)
        moto.create_table(**NOTES)
        getattr(moto, method)(**body)
    with Engine.open("memory:") as engine, serve(engine) as url:
        client = sdk.client("dynamodb", "eu-west-1", endpoint_url=url, **own)
        client.create_table(**NOTES)
        with pytest.raises(ClientError, match="ValidationException"):
            getattr(client, method)(**body)

    assert fault in " ".join(PAGE.read_text().split())


def test_the_page_and_the_example_show_the_fixture_that_the_suite_has() -> None:
    fixture = 'return boto3.resource("dynamodb", "eu-west-1", endpoint_url=tavola_endpoint)'
    shown = [EXAMPLE / "conftest.py", EXAMPLE / "README.md", PAGE]

    assert [fixture in page.read_text("utf-8") for page in shown] == [True, True, True]
