"""A small application on boto3: orders of customers, and the stock that they take."""

from __future__ import annotations

from typing import Any

from boto3.dynamodb.conditions import Key

TABLE = "shop"


class OutOfStock(Exception):
    """Fewer pieces are left than were ordered."""


def create_table(dynamodb: Any) -> Any:
    """Create the application's table."""
    attributes = ("PK", "SK", "status")
    return dynamodb.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": n, "AttributeType": "S"} for n in attributes],
        KeySchema=[
            {"AttributeName": "PK", "KeyType": "HASH"},
            {"AttributeName": "SK", "KeyType": "RANGE"},
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "byStatus",
                "KeySchema": [
                    {"AttributeName": "status", "KeyType": "HASH"},
                    {"AttributeName": "SK", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )


class Orders:
    """Takes orders and finds them again."""

    def __init__(self, dynamodb: Any) -> None:
        self._client = dynamodb.meta.client
        self._table = dynamodb.Table(TABLE)

    def stock(self, product: str, pieces: int) -> None:
        """Put pieces on the shelf."""
        self._table.put_item(Item={"PK": f"PRODUCT#{product}", "SK": "STOCK", "pieces": pieces})

    def pieces(self, product: str) -> int:
        """Return how many pieces are left."""
        key = {"PK": f"PRODUCT#{product}", "SK": "STOCK"}
        return int(self._table.get_item(Key=key, ConsistentRead=True)["Item"]["pieces"])

    def place(self, customer: str, order: str, product: str, pieces: int) -> None:
        """Take pieces and write the order, both or neither."""
        take = {
            "TableName": TABLE,
            "Key": {"PK": f"PRODUCT#{product}", "SK": "STOCK"},
            "UpdateExpression": "SET pieces = pieces - :n",
            "ConditionExpression": "pieces >= :n",
            "ExpressionAttributeValues": {":n": pieces},
        }
        item = {"PK": f"CUSTOMER#{customer}", "SK": f"ORDER#{order}", "status": "open"}
        write = {"TableName": TABLE, "Item": item | {"product": product, "pieces": pieces}}
        try:
            self._client.transact_write_items(TransactItems=[{"Update": take}, {"Put": write}])
        except self._client.exceptions.TransactionCanceledException as error:
            raise OutOfStock(product) from error

    def of_customer(self, customer: str) -> list[str]:
        """Return a customer's orders, the newest first."""
        page = self._table.query(
            KeyConditionExpression=Key("PK").eq(f"CUSTOMER#{customer}")
            & Key("SK").begins_with("ORDER#"),
            ScanIndexForward=False,
        )
        return [item["SK"].removeprefix("ORDER#") for item in page["Items"]]

    def ship(self, customer: str, order: str) -> None:
        """Mark an order that exists as shipped."""
        self._table.update_item(
            Key={"PK": f"CUSTOMER#{customer}", "SK": f"ORDER#{order}"},
            UpdateExpression="SET #s = :s",
            ConditionExpression="attribute_exists(PK)",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":s": "shipped"},
        )

    def open_orders(self) -> list[str]:
        """Return all orders that wait, page by page."""
        pages = self._client.get_paginator("query").paginate(
            TableName=TABLE,
            IndexName="byStatus",
            KeyConditionExpression="#s = :s",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":s": "open"},
            PaginationConfig={"PageSize": 2},
        )
        return [item["SK"].removeprefix("ORDER#") for page in pages for item in page["Items"]]
