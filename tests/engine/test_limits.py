"""Every exact limit of DynamoDB's in one table: what is below it and at it is taken, above it not.

# DynamoDB: Developer guide, ServiceQuotas and Constraints; API reference of each action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.errors import StoreError
from tests.engine.client import Client, n, s

Body = dict[str, Any]
KEY = {"pk": s("p"), "sk": s("s")}


def _nothing(client: Client, amount: int) -> None:
    """Make nothing beforehand."""


@dataclass(frozen=True)
class Limit:
    """A limit, a request of any amount, and what is said past it.

    What the request meets is made by `given`; a limit from below is tried downwards.
    """

    name: str
    amount: int
    action: str
    body: Callable[[int], Body]
    refusal: str
    is_least: bool = False
    given: Callable[[Client, int], object] = _nothing


def attribute(name: str, kind: str = "S") -> Body:
    return {"AttributeName": name, "AttributeType": kind}


def key_schema(*names: str) -> list[Body]:
    kinds = ("HASH", "RANGE")
    return [
        {"AttributeName": name, "KeyType": kind} for name, kind in zip(names, kinds, strict=False)
    ]


def index(name: str, *keys: str, **more: Any) -> Body:
    return {
        "IndexName": name,
        "KeySchema": key_schema(*keys),
        "Projection": {"ProjectionType": "KEYS_ONLY"},
        **more,
    }


def table(name: str = "new", **more: Any) -> Body:
    return {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("pk"), attribute("sk")],
        "KeySchema": key_schema("pk", "sk"),
        **more,
    }


def global_indexes(count: int) -> Body:
    made = [index(f"index{number}", "sk", "pk") for number in range(count)]
    return table(GlobalSecondaryIndexes=made)


def local_indexes(count: int) -> Body:
    names = [f"l{number}" for number in range(count)]
    return table(
        AttributeDefinitions=[attribute(name) for name in ("pk", "sk", *names)],
        LocalSecondaryIndexes=[index(f"index{name}", "pk", name) for name in names],
    )


def projected(count: int) -> Body:
    names = [f"a{number}" for number in range(count)]
    projection = {"ProjectionType": "INCLUDE", "NonKeyAttributes": names}
    # No single index may have more than twenty of them.
    parts = [names[start : start + 20] for start in range(0, count, 20)]
    return table(
        GlobalSecondaryIndexes=[
            index(f"index{number}", "sk", Projection={**projection, "NonKeyAttributes": part})
            for number, part in enumerate(parts)
        ]
    )


def put(item: Body) -> Body:
    return {"TableName": "kept", "Item": {**KEY, **item}}


def sized(size: int, **more: Any) -> Body:
    """An item of so many bytes: keys and names count too."""
    rest = 2 + 1 + 2 + 1 + 1
    return {**KEY, "x": s("x" * (size - rest)), **more}


def update(expression: str, values: Body | None = None, **more: Any) -> Body:
    body = {"TableName": "kept", "Key": KEY, "UpdateExpression": expression, **more}
    return body if values is None else {**body, "ExpressionAttributeValues": values}


def transaction(*parts: Body) -> Body:
    return {"TransactItems": list(parts)}


def scan(**more: Any) -> Body:
    return {"TableName": "kept", **more}


def nested(depth: int) -> Body:
    value: Body = s("x")
    for _ in range(depth):
        value = {"L": [value]}
    return value


def other_key(number: int) -> Body:
    return {"pk": s(f"p{number}"), "sk": s("s")}


def fill_transaction(size: int) -> list[Body]:
    """Items that have so many bytes together, none more than 400 KB."""
    sizes = [400_000] * (size // 400_000)
    sizes[-1] += size - sum(sizes) if sizes[-1] + size - sum(sizes) <= 409_600 else 0
    if size - sum(sizes):
        sizes.append(size - sum(sizes))
    return [sized(each, pk=s(chr(65 + number))) for number, each in enumerate(sizes)]


def put_all(client: Client, items: list[Body]) -> None:
    client.put("kept", *items)


LIMITS = (
    # How many.
    Limit(
        "actions of a transaction",
        100,
        "TransactWriteItems",
        lambda count: transaction(
            *({"Put": {"TableName": "kept", "Item": other_key(number)}} for number in range(count))
        ),
        "Member must have length less than or equal to 100",
    ),
    Limit(
        "reads of a transaction",
        100,
        "TransactGetItems",
        lambda count: transaction(
            *({"Get": {"TableName": "kept", "Key": other_key(number)}} for number in range(count))
        ),
        "Member must have length less than or equal to 100",
    ),
    Limit(
        "statements of a transaction",
        100,
        "ExecuteTransaction",
        lambda count: {
            "TransactStatements": [
                {"Statement": f"INSERT INTO \"kept\" VALUE {{'pk': 'p{number}', 'sk': 's'}}"}
                for number in range(count)
            ]
        },
        "Member must have length less than or equal to 100",
    ),
    Limit(
        "statements of a batch",
        25,
        "BatchExecuteStatement",
        lambda count: {
            "Statements": [
                {"Statement": f"INSERT INTO \"kept\" VALUE {{'pk': 'p{number}', 'sk': 's'}}"}
                for number in range(count)
            ]
        },
        "Member must have length less than or equal to 25",
    ),
    Limit(
        "writes of a batch",
        25,
        "BatchWriteItem",
        lambda count: {
            "RequestItems": {
                "kept": [{"PutRequest": {"Item": other_key(number)}} for number in range(count)]
            }
        },
        "less than or equal to 25",
    ),
    Limit(
        "keys of a batch",
        100,
        "BatchGetItem",
        lambda count: {
            "RequestItems": {"kept": {"Keys": [other_key(number) for number in range(count)]}}
        },
        "less than or equal to 100",
    ),
    Limit("global indexes", 20, "CreateTable", global_indexes, "GlobalSecondaryIndex"),
    Limit("local indexes", 5, "CreateTable", local_indexes, "LocalSecondaryIndex"),
    Limit("projected attributes", 100, "CreateTable", projected, "ttributes"),
    Limit(
        "tags",
        50,
        "CreateTable",
        lambda count: table(Tags=[{"Key": f"k{number}", "Value": ""} for number in range(count)]),
        "ags",
    ),
    Limit(
        "operands of IN",
        100,
        "Scan",
        lambda count: scan(
            FilterExpression=f"x IN ({','.join(f':{number}' for number in range(count))})",
            ExpressionAttributeValues={f":{number}": n(number) for number in range(count)},
        ),
        "Invalid FilterExpression: The IN operator is provided with too many operands",
    ),
    Limit(
        "operators of an expression",
        300,
        "Scan",
        # Comparisons and what joins them: always an odd number, and a NOT makes it even.
        lambda count: scan(
            FilterExpression=("" if count % 2 else "NOT ")
            + " AND ".join(["a=:a"] * ((count + count % 2) // 2)),
            ExpressionAttributeValues={":a": n(1)},
        ),
        "too many operators",
    ),
    Limit(
        "segments of a scan",
        1_000_000,
        "Scan",
        lambda count: scan(Segment=0, TotalSegments=count),
        "less than or equal to 1000000",
    ),
    Limit(
        "names of tables in a page",
        100,
        "ListTables",
        lambda count: {"Limit": count},
        "less than or equal to 100",
    ),
    Limit(
        "items of a page",
        1,
        "Scan",
        lambda count: scan(Limit=count),
        "greater than or equal to 1",
        is_least=True,
    ),
    # How long.
    Limit(
        "bytes of a partition key",
        2048,
        "PutItem",
        lambda size: put({"pk": s("x" * size)}),
        "Size of hashkey has exceeded the maximum size limit of2048 bytes",
    ),
    Limit(
        "bytes of a sort key",
        1024,
        "PutItem",
        lambda size: put({"sk": s("x" * size)}),
        "Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
    ),
    Limit(
        "bytes of an index's partition key",
        2048,
        "PutItem",
        lambda size: put({"g": s("x" * size)}),
        "Size of hashkey has exceeded the maximum size limit of2048 bytes",
    ),
    Limit(
        "bytes of an index's sort key",
        1024,
        "PutItem",
        lambda size: put({"g": s("g"), "h": s("x" * size)}),
        "Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
    ),
    Limit(
        "bytes of an expression",
        4096,
        "Scan",
        lambda size: scan(
            FilterExpression="a = :a".ljust(size), ExpressionAttributeValues={":a": n(1)}
        ),
        "Expression size has exceeded the maximum allowed size",
    ),
    Limit(
        "characters of a placeholder",
        255,
        "Scan",
        lambda size: scan(
            FilterExpression=f"#{'x' * (size - 1)} = :a",
            ExpressionAttributeNames={f"#{'x' * (size - 1)}": "a"},
            ExpressionAttributeValues={":a": n(1)},
        ),
        "ExpressionAttributeNames",
    ),
    Limit(
        "characters of a table's name",
        255,
        "CreateTable",
        lambda size: table("x" * size),
        "length less than or equal to 255",
    ),
    Limit(
        "characters of a table's name at least",
        3,
        "CreateTable",
        lambda size: table("x" * size),
        "length greater than or equal to 3",
        is_least=True,
    ),
    Limit(
        "characters of an index's name",
        255,
        "CreateTable",
        lambda size: table(GlobalSecondaryIndexes=[index("x" * size, "sk")]),
        "255",
    ),
    Limit(
        "characters of an index's name at least",
        3,
        "CreateTable",
        lambda size: table(GlobalSecondaryIndexes=[index("x" * size, "sk")]),
        "3",
        is_least=True,
    ),
    Limit(
        "characters of a key attribute's name",
        255,
        "CreateTable",
        lambda size: table(
            AttributeDefinitions=[attribute("x" * size)], KeySchema=key_schema("x" * size)
        ),
        "length less than or equal to 255",
    ),
    Limit(
        "bytes of an attribute's name",
        65_535,
        "PutItem",
        lambda size: put({"x" * size: n(1)}),
        "Attribute name is too large",
    ),
    Limit(
        "characters of a request token",
        36,
        "TransactWriteItems",
        lambda size: {
            **transaction({"Put": {"TableName": "kept", "Item": KEY}}),
            "ClientRequestToken": "x" * size,
        },
        "length less than or equal to 36",
    ),
    Limit(
        "characters of a tag's key",
        128,
        "CreateTable",
        lambda size: table(Tags=[{"Key": "k" * size, "Value": ""}]),
        "128",
    ),
    Limit(
        "characters of a tag's value",
        256,
        "CreateTable",
        lambda size: table(Tags=[{"Key": "k", "Value": "v" * size}]),
        "256",
    ),
    # How large.
    Limit(
        "bytes of an item that is put",
        409_600,
        "PutItem",
        lambda size: put(sized(size)),
        "Item size has exceeded the maximum allowed size",
    ),
    Limit(
        "bytes of an item that is updated",
        409_600,
        "UpdateItem",
        # One more attribute of three bytes, on an item that is three shorter.
        lambda size: update("SET y = :y", {":y": s("yy")}),
        "Item size to update has exceeded the maximum allowed size",
        given=lambda client, size: client.put("kept", sized(size - 3)),
    ),
    Limit(
        "bytes of an item that a batch puts",
        409_600,
        "BatchWriteItem",
        lambda size: {"RequestItems": {"kept": [{"PutRequest": {"Item": sized(size)}}]}},
        "Item size has exceeded the maximum allowed size",
    ),
    Limit(
        "bytes of a transaction",
        4 << 20,
        "TransactWriteItems",
        lambda size: transaction(
            *({"Put": {"TableName": "kept", "Item": item}} for item in fill_transaction(size))
        ),
        "exceeding the 4MB limit",
    ),
    Limit(
        "bytes that a transaction reads",
        4 << 20,
        "TransactGetItems",
        lambda size: transaction(
            *(
                {"Get": {"TableName": "kept", "Key": {"pk": item["pk"], "sk": item["sk"]}}}
                for item in fill_transaction(size)
            )
        ),
        "exceeding the 4MB limit",
        given=lambda client, size: put_all(client, fill_transaction(size)),
    ),
    Limit(
        "levels of a value",
        32,
        "PutItem",
        # The item itself is one of them.
        lambda depth: put({"x": nested(depth - 1)}),
        "Nesting Levels have exceeded supported limits",
    ),
    Limit(
        "digits of a number",
        38,
        "PutItem",
        lambda digits: put({"x": {"N": "1" * digits}}),
        "more than 38 significant digits",
    ),
    Limit(
        "magnitude of a number",
        125,
        "PutItem",
        lambda exponent: put({"x": {"N": f"1e{exponent}"}}),
        "Number overflow",
    ),
    Limit(
        "smallness of a number",
        130,
        "PutItem",
        lambda exponent: put({"x": {"N": f"1e-{exponent}"}}),
        "Number underflow",
    ),
    Limit(
        "units of throughput",
        1_000_000_000_000,
        "CreateTable",
        lambda count: table(
            BillingMode="PROVISIONED",
            ProvisionedThroughput={"ReadCapacityUnits": count, "WriteCapacityUnits": 1},
        ),
        "is out of bounds",
    ),
)


@pytest.fixture
def client() -> Any:
    with Engine.open("memory:") as engine:
        engine.execute(
            "CreateTable",
            table(
                "kept",
                AttributeDefinitions=[attribute(name) for name in ("pk", "sk", "g", "h")],
                GlobalSecondaryIndexes=[index("byG", "g", "h")],
            ),
        )
        yield Client(engine)


def outcome(client: Client, limit: Limit, amount: int) -> str:
    limit.given(client, amount)
    try:
        answer = client.engine.execute(limit.action, limit.body(amount))
    except StoreError as refusal:
        return refusal.message
    # A batch of statements says in its answer what was wrong with one of them.
    return "taken" if b'"Error"' not in answer else answer.decode()


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name.replace(" ", "-"))
@pytest.mark.parametrize("place", ["below", "at", "past"])
def test_up_to_a_limit_all_is_taken(client: Client, limit: Limit, place: str) -> None:
    step = {"below": -1, "at": 0, "past": 1}[place] * (-1 if limit.is_least else 1)

    found = outcome(client, limit, limit.amount + step)

    expected = limit.refusal if place == "past" else "taken"
    assert expected in found


# What is not refused past its limit, but answered differently.


@pytest.mark.parametrize(("size", "units"), [(4095, 1.0), (4096, 1.0), (4097, 2.0)])
def test_a_read_unit_has_4096_bytes(client: Client, size: int, units: float) -> None:
    client.put("kept", sized(size))

    found = client(
        "GetItem",
        TableName="kept",
        Key=KEY,
        ConsistentRead=True,
        ReturnConsumedCapacity="TOTAL",
    )

    assert found["ConsumedCapacity"]["CapacityUnits"] == units


@pytest.mark.parametrize(("size", "units"), [(1023, 1.0), (1024, 1.0), (1025, 2.0)])
def test_a_write_unit_has_1024_bytes(client: Client, size: int, units: float) -> None:
    found = client("PutItem", **put(sized(size)), ReturnConsumedCapacity="TOTAL")

    assert found["ConsumedCapacity"]["CapacityUnits"] == units


@pytest.mark.parametrize(("last", "count"), [(248_575, 3), (248_576, 3), (248_577, 2)])
@pytest.mark.parametrize("more", [{}, {"FilterExpression": "attribute_exists(x)"}])
def test_a_page_has_a_megabyte_of_items(client: Client, last: int, count: int, more: Body) -> None:
    for sort, size in (("a", 400_000), ("b", 400_000), ("c", last)):
        client.put("kept", {**sized(size), "sk": s(sort)})

    page = client(
        "Query",
        TableName="kept",
        KeyConditionExpression="pk = :p",
        ExpressionAttributeValues={":p": s("p")},
        **more,
    )

    assert (page["Count"], "LastEvaluatedKey" in page) == (count, count < 3)


@pytest.mark.parametrize(("more", "count"), [(-1, 42), (0, 42), (1, 41)])
def test_a_batch_answers_with_16_megabytes(client: Client, more: int, count: int) -> None:
    sizes = [400_000] * 41
    sizes.append((16 << 20) - sum(sizes) + more)
    # A sort key of three bytes is two longer than the usual one.
    items = [{**sized(size - 2), "sk": s(f"{place:03}")} for place, size in enumerate(sizes)]
    client.put("kept", *items)
    keys = [{"pk": item["pk"], "sk": item["sk"]} for item in items]

    found = client("BatchGetItem", RequestItems={"kept": {"Keys": keys}})

    left = found["UnprocessedKeys"].get("kept", {"Keys": []})["Keys"]
    assert (len(found["Responses"]["kept"]), len(left)) == (count, 42 - count)


@pytest.mark.parametrize(("seconds", "is_known"), [(599, True), (600, False), (601, False)])
def test_a_token_is_known_for_ten_minutes(seconds: int, is_known: bool) -> None:
    now = [1_800_000_000.0]
    with Engine.open("memory:", clock=lambda: now[0]) as engine:
        client = Client(engine)
        client("CreateTable", **table("kept"))
        add = {"TableName": "kept", "Key": KEY, "UpdateExpression": "ADD n :one"}
        body = transaction({"Update": {**add, "ExpressionAttributeValues": {":one": n(1)}}})
        client("TransactWriteItems", **body, ClientRequestToken="t")
        now[0] += seconds
        client("TransactWriteItems", **body, ClientRequestToken="t")
        found = client("GetItem", TableName="kept", Key=KEY)["Item"]["n"]

    assert found == n(1 if is_known else 2)


FIVE_YEARS = 5 * 365 * 24 * 60 * 60
NOW = 1_800_000_000


@pytest.mark.parametrize(
    ("expires", "is_kept"),
    [
        (NOW + 1, True),
        (NOW, True),
        (NOW - 1, False),
        (NOW - FIVE_YEARS + 1, False),
        (NOW - FIVE_YEARS, True),
        (NOW - FIVE_YEARS - 1, True),
    ],
)
def test_an_item_expires_behind_its_time_and_not_five_years_later(
    expires: int, is_kept: bool
) -> None:
    with Engine.open("memory:", clock=lambda: float(NOW)) as engine:
        client = Client(engine)
        client("CreateTable", **table("kept"))
        setting = {"Enabled": True, "AttributeName": "ttl"}
        client("UpdateTimeToLive", TableName="kept", TimeToLiveSpecification=setting)
        client.put("kept", {**KEY, "ttl": n(expires)})
        engine.sweep_expired()

        assert (client.items("kept") != []) == is_kept


@pytest.mark.parametrize(("low", "count"), [("a", 2), ("b", 1), ("c", 0)])
def test_a_start_key_at_the_open_end_is_not_read_again(
    client: Client, low: str, count: int
) -> None:
    client.put("kept", *({"pk": s("p"), "sk": s(name)} for name in "abc"))

    page = client(
        "Query",
        TableName="kept",
        KeyConditionExpression="pk = :p",
        ExpressionAttributeValues={":p": s("p")},
        ExclusiveStartKey={"pk": s("p"), "sk": s(low)},
    )

    assert page["Count"] == count


def test_the_answers_of_a_page_are_json(client: Client) -> None:
    client.put("kept", sized(409_600))

    found = msgspec.json.decode(client.engine.execute("Scan", scan()))

    assert found["Items"] == [sized(409_600)]
