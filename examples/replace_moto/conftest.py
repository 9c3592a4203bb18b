"""The fixtures of the suite: DynamoDB, the application's table in it, the application."""

from __future__ import annotations

from typing import Any

import boto3
import pytest
from orders import Orders, create_table


@pytest.fixture
def aws_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")


@pytest.fixture
def dynamodb(aws_credentials: None, tavola_endpoint: str) -> Any:
    return boto3.resource("dynamodb", "eu-west-1", endpoint_url=tavola_endpoint)


@pytest.fixture
def orders(dynamodb: Any) -> Orders:
    create_table(dynamodb)
    return Orders(dynamodb)
