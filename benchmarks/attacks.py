"""The worst that allowed requests can ask of a server; an attack is what one connection sends.

    python -m benchmarks.attacks NAME PORT CONNECTIONS [FILE]

sends it, over and over, until it is ended. With FILE, attacks by another process write to it.
"""

from __future__ import annotations

import gzip
import json
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tavola.engine import Engine
from tavola.wire.http1 import ResponseReader

TABLE = "steady"
ITEMS = 40_000
LARGE_ITEMS = 40
MEMBERS = "members"
"""The key of an item with as many members as one may have."""
SETS = 8
"""How many items there are whose members are sets: as many objects as an item may have."""
NUMBERS = "numbers"
"""The key of an item that is one large set."""
HEAD = (
    "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.{action}\r\n"
    "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261115T000000Z\r\n"
    "Authorization: AWS4-HMAC-SHA256 Credential=AKIA/20261115/us-east-1/dynamodb/aws4_request,"
    " SignedHeaders=host;x-amz-date, Signature=aa\r\n{more}"
)
Messages = Sequence[bytes]
EVER_NEW = "everxnew"
"""In a message: another text of the same length whenever it is sent."""


def render(action: str, body: Any, more: str = "") -> bytes:
    """Write a request as an SDK does."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = HEAD.format(action=action, more=f"{more}Content-Length: {len(content)}\r\n\r\n")
    return head.encode() + content


def _filtered(expression: str, values: dict[str, Any], padding: int = 0) -> Messages:
    body = {
        "TableName": TABLE,
        "FilterExpression": expression,
        "ExpressionAttributeValues": values,
    }
    return [render("Scan", json.dumps(body).encode() + b" " * padding)]


def filter_of_many_values(number: int) -> Messages:
    """Ten times one of a hundred values: as much as an expression of 4 KB can hold."""
    part = f"x IN({','.join(f':{n}' for n in range(100))})"
    return _filtered("OR ".join([part] * 10), {f":{n}": {"S": f"{n}"} for n in range(100)})


def filter_of_many_functions(number: int) -> Messages:
    """Two hundred times whether a text is contained."""
    parts = [f"contains(x,:{n})" for n in range(200)]
    return _filtered(" OR ".join(parts), {f":{n}": {"S": f"no{n}"} for n in range(200)})


def filter_in_a_large_body(number: int) -> Messages:
    """The same behind spaces."""
    parts = [f"contains(x,:{n})" for n in range(200)]
    values = {f":{n}": {"S": f"no{n}"} for n in range(200)}
    return _filtered(" OR ".join(parts), values, 100_000)


def filter_of_a_statement(number: int) -> Messages:
    """The same in PartiQL."""
    values = ", ".join(f"'{n}'" for n in range(100))
    clauses = " OR ".join([f"x IN [{values}]"] * 8)
    return [render("ExecuteStatement", {"Statement": f'SELECT * FROM "{TABLE}" WHERE {clauses}'})]


def gzip_of_many_parts(number: int) -> Messages:
    """Empty parts, as many as fit."""
    body = gzip.compress(b"", mtime=0) * 200_000
    return [render("PutItem", body, "Content-Encoding: gzip\r\n")]


def gzip_of_zeros(number: int) -> Messages:
    """Sixteen megabytes of nothing."""
    return [render("PutItem", gzip.compress(bytes(16_000_000)), "Content-Encoding: gzip\r\n")]


def small_chunks(number: int) -> Messages:
    """A body of a byte at a time."""
    head = HEAD.format(action="PutItem", more="Transfer-Encoding: chunked\r\n\r\n")
    return [head.encode() + b"1\r\nx\r\n" * 1_000_000]


def _put_value(value: bytes) -> Messages:
    item = b'{"pk":{"S":"a"},"x":' + value + b"}"
    return [render("PutItem", b'{"TableName":"steady","Item":' + item + b"}")]


def nested_lists(number: int) -> Messages:
    """Fifteen megabytes of small values."""
    return _put_value(b'{"L":[' + b",".join([b'{"NULL":true}'] * 1_000_000) + b"]}")


def deep_lists(number: int) -> Messages:
    """Lists in lists, as deep as allowed, with much at the bottom."""
    inner = b'{"L":[' + b",".join([b'{"L":[]}'] * 1_000_000) + b"]}"
    return _put_value(b'{"L":[' * 30 + inner + b"]}" * 30)


def number_sets(number: int) -> Messages:
    """Fifteen megabytes of numbers in a set."""
    return _put_value(b'{"NS":[' + b",".join(b'"%d"' % n for n in range(1_500_000)) + b"]}")


def an_item_of_many_members(number: int) -> Messages:
    """As many values as an item may have."""
    return _put_value(b'{"L":[' + b",".join([b'{"NULL":true}'] * 200_000) + b"]}")


def bodies_of_all_sizes(number: int) -> Messages:
    """Four to fifteen megabytes, another size on each connection."""
    megabytes = 4 + number * 11 // 15
    return _put_value(b'{"L":[' + b",".join([b'{"S":"xxx"}'] * (megabytes * 83_000)) + b"]}")


def _contains_of_a_large_item(count: int) -> dict[str, Any]:
    parts = [f"contains(x,:{n})" for n in range(count)]
    return {
        "TableName": TABLE,
        "ConditionExpression": " OR ".join(parts),
        # Nearly the text itself, so that each search goes through all of it.
        "ExpressionAttributeValues": {f":{n}": {"S": f"{'x' * 500}{n}"} for n in range(count)},
    }


def conditions_on_a_large_item(number: int) -> Messages:
    """Two hundred searches through one item of nearly 400 KB."""
    key = {"pk": {"S": f"large{number}"}}
    return [render("DeleteItem", {**_contains_of_a_large_item(200), "Key": key})]


def filters_on_large_items(number: int) -> Messages:
    """The same as a filter of a query of one item."""
    found = _contains_of_a_large_item(200)
    found["FilterExpression"] = found.pop("ConditionExpression")
    found["KeyConditionExpression"] = "pk = :pk"
    found["ExpressionAttributeValues"][":pk"] = {"S": f"large{number}"}
    return [render("Query", found)]


def _contains_of_members() -> tuple[str, dict[str, Any]]:
    values = {f":{n}": {"S": f"{n}"} for n in range(200)}
    return " OR ".join(f"contains(x,{name})" for name in values), values


def conditions_on_many_members(number: int) -> Messages:
    """Two hundred searches through a list of as many members as an item may have."""
    expression, values = _contains_of_members()
    return [
        render(
            "DeleteItem",
            {
                "TableName": TABLE,
                "Key": {"pk": {"S": MEMBERS}},
                "ConditionExpression": expression,
                "ExpressionAttributeValues": values,
            },
        )
    ]


def filters_on_many_members(number: int) -> Messages:
    """The same as a filter of a query of one item."""
    expression, values = _contains_of_members()
    return [
        render(
            "Query",
            {
                "TableName": TABLE,
                "KeyConditionExpression": "pk = :pk",
                "FilterExpression": expression,
                "ExpressionAttributeValues": {**values, ":pk": {"S": MEMBERS}},
            },
        )
    ]


def updates_of_many_members(number: int) -> Messages:
    """Little bodies that rewrite a long list."""
    update = {
        "TableName": TABLE,
        "Key": {"pk": {"S": MEMBERS}},
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    return [render("UpdateItem", update)]


def filters_on_many_sets(number: int) -> Messages:
    """Searches through a list of as many lists as an item may have."""
    expression, values = _contains_of_members()
    query = {
        "TableName": TABLE,
        "KeyConditionExpression": "pk = :pk",
        "FilterExpression": expression,
        "ExpressionAttributeValues": {**values, ":pk": {"S": f"sets{number % SETS}"}},
    }
    return [render("Query", query)]


def updates_of_many_sets(number: int) -> Messages:
    """Little bodies that rewrite such a list."""
    update = {
        "TableName": TABLE,
        "Key": {"pk": {"S": f"sets{number % SETS}"}},
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    return [render("UpdateItem", update)]


def updates_together(number: int) -> Messages:
    """A transaction that rewrites all of them."""
    updates = [
        {
            "Update": {
                "TableName": TABLE,
                "Key": key,
                "UpdateExpression": "ADD n :one",
                "ExpressionAttributeValues": {":one": {"N": "1"}},
            }
        }
        for key in _keys_of_sets()
    ]
    return [render("TransactWriteItems", {"TransactItems": updates})]


def updates_of_a_large_set(number: int) -> Messages:
    """One more number in a set of a hundred thousand."""
    update = {
        "TableName": TABLE,
        "Key": {"pk": {"S": NUMBERS}},
        "UpdateExpression": "ADD x :more",
        "ExpressionAttributeValues": {":more": {"NS": ["1"]}},
    }
    return [render("UpdateItem", update)]


def _keys_of_sets() -> list[Any]:
    return [{"pk": {"S": f"sets{number}"}} for number in range(SETS)]


def projections_of_many_sets(number: int) -> Messages:
    """Little answers from much, one item at a time; short requests between them."""
    get = {"TableName": TABLE, "Key": {"pk": {"S": f"sets{number % SETS}"}}}
    small = render("GetItem", {"TableName": TABLE, "Key": {"pk": {"S": "1"}}})
    return [small, render("GetItem", {**get, "ProjectionExpression": "x[7]"})]


def a_batch_of_many_sets(number: int) -> Messages:
    """The same of all of them at once."""
    wanted = {"Keys": _keys_of_sets(), "ProjectionExpression": "x[7]"}
    return [render("BatchGetItem", {"RequestItems": {TABLE: wanted}})]


def statements_on_many_sets(number: int) -> Messages:
    """The same in PartiQL."""
    statements = [
        {"Statement": f"SELECT x[7] FROM \"{TABLE}\" WHERE pk = 'sets{place}'"}
        for place in range(SETS)
    ]
    return [render("BatchExecuteStatement", {"Statements": statements})]


def filter_behind_a_comment(number: int) -> Messages:
    """A statement that does not look like one that reads."""
    values = ", ".join(f"'{n}'" for n in range(100))
    clauses = " OR ".join([f"x IN [{values}]"] * 8)
    statement = f'/* a */ -- b\nSELECT * FROM "{TABLE}" WHERE {clauses}'
    return [render("ExecuteStatement", {"Statement": statement})]


def _new_names(characters: int) -> Sequence[str]:
    """Give as many attributes, never the same ones, as such a text can list."""
    width = len(f"a{EVER_NEW}_000, ")
    return [f"a{EVER_NEW}_{place:03}" for place in range(characters // width)]


def many_statements(number: int) -> Messages:
    """Reads and writes by statements that were never parsed before, as many as fit."""
    messages: list[bytes] = []
    for action, parameter, count, characters in (
        ("BatchExecuteStatement", "Statements", 25, 2_300),
        ("ExecuteTransaction", "TransactStatements", 100, 450),
    ):
        names = _new_names(characters)
        selected, changed = (
            ", ".join(names),
            " ".join(f"REMOVE {name}" for name in names[: len(names) * 3 // 4]),
        )
        for beginning in (f'SELECT {selected} FROM "{TABLE}"', f'UPDATE "{TABLE}" {changed}'):
            statements = [
                {"Statement": f"{beginning} WHERE pk = 'no{place}'"} for place in range(count)
            ]
            messages.append(render(action, {parameter: statements}))
    return messages


def many_conditions(number: int) -> Messages:
    """A transaction of a hundred conditions that were never parsed before."""
    checks = [
        {
            "ConditionCheck": {
                "TableName": TABLE,
                "Key": {"pk": {"S": f"no{place}"}},
                "ConditionExpression": " OR ".join(
                    f"{name}{place} = :v" for name in _new_names(280)
                ),
                "ExpressionAttributeValues": {":v": {"N": "1"}},
            }
        }
        for place in range(100)
    ]
    return [render("TransactWriteItems", {"TransactItems": checks})]


def ever_new_expressions(number: int) -> Messages:
    """A filter, an update and a projection of 4 KB that are never the same twice."""
    table = {"TableName": TABLE}
    names = _new_names(4_096)
    query = {
        "KeyConditionExpression": "pk = :pk",
        "FilterExpression": " OR ".join(f"{name}=:pk" for name in names[:190]),
        "ExpressionAttributeValues": {":pk": {"S": "1"}},
    }
    key = {"Key": {"pk": {"S": f"new{number}"}}}
    return [
        render("Query", {**table, **query}),
        render("UpdateItem", {**table, **key, "UpdateExpression": f"REMOVE {','.join(names)}"}),
        render("GetItem", {**table, **key, "ProjectionExpression": ",".join(names)}),
    ]


def many_names(number: int) -> Messages:
    """As many names as a body may have that is read at once."""
    names = {f"#{n}": f"{n}" for n in range(3_500)}
    body = {
        "TableName": TABLE,
        "Key": {"pk": {"S": "1"}},
        "ProjectionExpression": ",".join(list(names)[:600]),
        "ExpressionAttributeNames": names,
    }
    return [render("GetItem", body)]


def a_large_header(number: int) -> Messages:
    """Headers without end."""
    return [render("GetItem", b"{}", f"X-Long: {'x' * 1_000_000}\r\n")]


def many_headers(number: int) -> Messages:
    """As many headers as fit."""
    return [render("GetItem", b"{}", "".join(f"X-{n}: x\r\n" for n in range(100_000)))]


def writes_of_a_transaction(number: int) -> Messages:
    """Four megabytes that are written together."""
    puts = [
        {
            "Put": {
                "TableName": TABLE,
                "Item": {"pk": {"S": f"together{number}-{n}"}, "x": {"S": "x" * 40_000}},
            }
        }
        for n in range(100)
    ]
    return [render("TransactWriteItems", {"TransactItems": puts})]


def unknown_action(number: int) -> Messages:
    """A long body for nobody."""
    return [render("Nonsense", b'{"x":[' + b",".join([b"{}"] * 4_000_000) + b"]}")]


def _large_keys(count: int) -> list[Any]:
    return [{"pk": {"S": f"large{number}"}} for number in range(count)]


def large_batch(number: int) -> Messages:
    """The largest answer there is, compressed."""
    body = {"RequestItems": {TABLE: {"Keys": _large_keys(LARGE_ITEMS)}}}
    return [render("BatchGetItem", body, "Accept-Encoding: gzip\r\n")]


def writes_of_a_large_batch(number: int) -> Messages:
    """Ten megabytes to write."""
    puts = [
        {"PutRequest": {"Item": {"pk": {"S": f"put{n}"}, "x": {"S": "x" * 390_000}}}}
        for n in range(25)
    ]
    return [render("BatchWriteItem", {"RequestItems": {TABLE: puts}})]


def transactions_of_large_items(number: int) -> Messages:
    """Conditions on as much as there is, and writes of little."""
    condition = {
        "TableName": TABLE,
        "ConditionExpression": "contains(x,:x)",
        "ExpressionAttributeValues": {":x": {"S": "y"}},
    }
    checks = [{"ConditionCheck": {**condition, "Key": key}} for key in _large_keys(LARGE_ITEMS)]
    return [render("TransactWriteItems", {"TransactItems": checks})]


def updates_of_large_items(number: int) -> Messages:
    """Little bodies that rewrite much."""
    update = {
        "TableName": TABLE,
        "Key": {"pk": {"S": f"large{number}"}},
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    return [render("UpdateItem", update)]


def reads_together(number: int) -> Messages:
    """A transaction of reads."""
    gets = [{"Get": {"TableName": TABLE, "Key": key}} for key in _large_keys(10)]
    return [render("TransactGetItems", {"TransactItems": gets})]


def whole_pages(number: int) -> Messages:
    """Pages of a megabyte, compressed."""
    return [render("Scan", {"TableName": TABLE}, "Accept-Encoding: gzip\r\n")]


def describe(number: int) -> Messages:
    """The count of a large table."""
    return [render("DescribeTable", {"TableName": TABLE})]


def making_an_index(number: int) -> Messages:
    """An index on every item of a large table, and its end."""
    name = f"index{number}"
    keys = [{"AttributeName": "x", "KeyType": "HASH"}]
    create = {"IndexName": name, "KeySchema": keys, "Projection": {"ProjectionType": "ALL"}}
    definitions = [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "x")]
    updates = ({"Create": create}, {"Delete": {"IndexName": name}})
    return [
        render(
            "UpdateTable",
            {
                "TableName": TABLE,
                "AttributeDefinitions": definitions,
                "GlobalSecondaryIndexUpdates": [update],
            },
        )
        for update in updates
    ]


def dropping_a_table(number: int) -> Messages:
    """A table of some thousand items that comes and goes."""
    name = f"gone{number}"
    fill = [
        render(
            "BatchWriteItem",
            {
                "RequestItems": {
                    name: [
                        {"PutRequest": {"Item": {"pk": {"S": f"{n}"}, "x": {"S": "x" * 1000}}}}
                        for n in range(start, start + 25)
                    ]
                }
            },
        )
        for start in range(0, 5_000, 25)
    ]
    return [create_table(name), *fill, render("DeleteTable", {"TableName": name})]


def create_table(name: str) -> bytes:
    """Ask for a table with a simple key."""
    return render(
        "CreateTable",
        {
            "TableName": name,
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "BillingMode": "PAY_PER_REQUEST",
        },
    )


def export(number: int) -> Messages:
    """All of a large table, to a file."""
    arn = f"arn:aws:dynamodb:us-east-1:000000000000:table/{TABLE}"
    body = {"TableArn": arn, "S3Bucket": "exports"}
    return [render("ExportTableToPointInTime", body)]


ATTACKS: dict[str, Callable[[int], Messages]] = {
    made.__name__.replace("_", " "): made
    for made in (
        filter_of_many_values,
        filter_of_many_functions,
        filter_in_a_large_body,
        filter_of_a_statement,
        gzip_of_many_parts,
        gzip_of_zeros,
        small_chunks,
        nested_lists,
        deep_lists,
        number_sets,
        an_item_of_many_members,
        bodies_of_all_sizes,
        conditions_on_a_large_item,
        filters_on_large_items,
        conditions_on_many_members,
        filters_on_many_members,
        updates_of_many_members,
        filters_on_many_sets,
        updates_of_many_sets,
        updates_together,
        updates_of_a_large_set,
        projections_of_many_sets,
        a_batch_of_many_sets,
        statements_on_many_sets,
        filter_behind_a_comment,
        many_statements,
        many_conditions,
        ever_new_expressions,
        many_names,
        a_large_header,
        many_headers,
        writes_of_a_transaction,
        unknown_action,
        large_batch,
        writes_of_a_large_batch,
        transactions_of_large_items,
        updates_of_large_items,
        reads_together,
        whole_pages,
        describe,
        making_an_index,
        dropping_a_table,
        export,
    )
}


def attack(port: int, messages: Messages) -> None:
    """Send requests over and over, whatever is answered."""
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as wire:
            while True:
                for message in messages:
                    exchange(wire, message.replace(EVER_NEW.encode(), _new_text()))


def _new_text() -> bytes:
    """Make a text that stands nowhere else, as long as the one that it replaces."""
    return secrets.token_hex(len(EVER_NEW) // 2).encode()


def exchange(wire: socket.socket, message: bytes) -> None:
    """Send one request and read its answer."""
    reader, answered = ResponseReader(), None
    wire.sendall(message)
    while answered is None:
        data = wire.recv(1 << 18)
        if not data:
            raise OSError
        answered = reader.feed(data)


def leave_unread(port: int, messages: Messages) -> None:
    """Ask, and do not read the answer."""
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as wire:
            for _ in range(10):
                wire.sendall(messages[0])
            time.sleep(2.0)


def send_halves(port: int, messages: Messages) -> None:
    """Send most of a request, and wait."""
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as wire:
            wire.sendall(messages[0][:-10])
            time.sleep(2.0)


def drip(port: int, messages: Messages) -> None:
    """Send the bodies of many requests a byte at a time."""
    while True:
        wires: list[socket.socket] = []
        with suppress(OSError):
            for _ in range(50):
                wires.append(socket.create_connection(("127.0.0.1", port)))
                wires[-1].sendall(messages[0][:-10_000])
            for place in range(10_000, 1, -1):
                for wire in wires:
                    wire.sendall(messages[0][-place : -place + 1])
        for wire in wires:
            wire.close()


def crowd(port: int, messages: Messages) -> None:
    """Open connections and say nothing; new ones push the older ones out."""
    wires: list[socket.socket] = []
    while True:
        with suppress(OSError):
            wires.append(socket.create_connection(("127.0.0.1", port)))
        if len(wires) > 1_000:
            wires.pop(0).close()


def write_beside(path: str) -> None:
    """Write to the server's file from another process, and hold its lock."""
    with Engine.open(path) as engine:
        item = {"pk": {"S": "beside"}, "x": {"S": "x"}}
        while True:
            engine.execute("PutItem", {"TableName": TABLE, "Item": item})
            with engine.storage.transaction():
                time.sleep(0.5)


WAYS: dict[str, tuple[Callable[[int, Messages], None], Callable[[int], Messages]]] = {
    **{name: (attack, made) for name, made in ATTACKS.items()},
    "answers left unread": (leave_unread, large_batch),
    "halves of large requests": (send_halves, nested_lists),
    "bodies that drip": (drip, many_names),
    "a silent crowd": (crowd, describe),
    "describe while another writes": (attack, describe),
}


def main(name: str, port: int, connections: int, path: str | None) -> None:
    """Attack on so many connections until the process is ended."""
    way, made = WAYS[name]
    threads = [
        threading.Thread(target=way, args=(port, made(number)), daemon=True)
        for number in range(connections)
    ]
    if path is not None and name == "describe while another writes":
        threads.append(threading.Thread(target=write_beside, args=(path,), daemon=True))
    for thread in threads:
        thread.start()
    print("ready", flush=True)
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] if sys.argv[4:] else None)
