from __future__ import annotations

from tests.engine.client import Client


def test_the_endpoint_is_the_regions(client: Client) -> None:
    assert client("DescribeEndpoints") == {
        "Endpoints": [{"Address": "dynamodb.us-east-1.amazonaws.com", "CachePeriodInMinutes": 1440}]
    }
