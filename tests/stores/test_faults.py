"""Broken connections, damaged answers and server errors: what is tried again, and how it ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tavola.errors import OutcomeUnknown, StoreError, StoreUnavailable, Throttled
from tests.stores.conftest import OVER_TLS_TOO, TABLE, Client, OpenClient, Served
from tests.stores.faulty import LOSING_ANSWERS, Fault, FaultyProxy

KEY = {"pk": {"S": "a"}}
GET = {"TableName": TABLE, "Key": KEY}
PUT = {"TableName": TABLE, "Item": KEY | {"name": {"S": "Ada"}}}
CREATE = PUT | {"ConditionExpression": "attribute_not_exists(pk)"}
COUNT = {
    "TableName": TABLE,
    "Key": KEY,
    "UpdateExpression": "ADD hits :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}
TRANSACT = {
    "TransactItems": [
        {
            "Update": {
                "TableName": TABLE,
                "Key": KEY,
                "UpdateExpression": "ADD hits :one",
                "ExpressionAttributeValues": {":one": {"N": "1"}},
            }
        }
    ]
}

pytestmark = OVER_TLS_TOO

NOT_EXECUTED = (
    Fault.DROP_BEFORE,
    Fault.ERROR_500_BEFORE,
    Fault.ERROR_503_BEFORE,
    Fault.HTML_502_BEFORE,
)


@pytest.mark.parametrize("fault", [*LOSING_ANSWERS, *NOT_EXECUTED], ids=lambda fault: fault.name)
def test_a_read_is_tried_again_after_any_fault(
    client: Client, proxy: FaultyProxy, served: Served, fault: Fault
) -> None:
    served.put("a", name={"S": "Ada"})
    proxy.hurt(fault)

    answer = json.loads(client.execute("GetItem", GET))

    assert answer == {"Item": {"pk": {"S": "a"}, "name": {"S": "Ada"}}}
    assert (len(proxy.requests), len(client.pauses)) == (2, 1)


@pytest.mark.parametrize("fault", LOSING_ANSWERS, ids=lambda fault: fault.name)
def test_an_unconditional_put_is_tried_again_and_leaves_one_item(
    client: Client, proxy: FaultyProxy, served: Served, fault: Fault
) -> None:
    proxy.hurt(fault)

    client.execute("PutItem", PUT)

    assert served.item("a") == {"pk": {"S": "a"}, "name": {"S": "Ada"}}
    assert len(proxy.requests) == 2


@pytest.mark.parametrize("fault", LOSING_ANSWERS, ids=lambda fault: fault.name)
def test_a_counter_whose_answer_was_lost_is_not_counted_twice(
    client: Client, proxy: FaultyProxy, served: Served, fault: Fault
) -> None:
    proxy.hurt(fault)

    with pytest.raises(OutcomeUnknown, match=f"UpdateItem on {TABLE}: the answer was lost"):
        client.execute("UpdateItem", COUNT)

    assert served.item("a") == {"pk": {"S": "a"}, "hits": {"N": "1"}}
    assert len(proxy.requests) == 1


@pytest.mark.parametrize("fault", LOSING_ANSWERS, ids=lambda fault: fault.name)
def test_a_creation_whose_answer_was_lost_does_not_claim_that_the_item_existed_before(
    client: Client, proxy: FaultyProxy, served: Served, fault: Fault
) -> None:
    proxy.hurt(fault)

    with pytest.raises(OutcomeUnknown):
        client.execute("PutItem", CREATE)

    assert served.item("a") is not None


@pytest.mark.parametrize("fault", LOSING_ANSWERS, ids=lambda fault: fault.name)
def test_a_transaction_is_tried_again_with_its_token_and_applied_once(
    client: Client, proxy: FaultyProxy, served: Served, fault: Fault
) -> None:
    proxy.hurt(fault)

    client.execute("TransactWriteItems", TRANSACT)

    first, second = (json.loads(body)["ClientRequestToken"] for body in proxy.requests)
    assert first == second
    assert served.item("a") == {"pk": {"S": "a"}, "hits": {"N": "1"}}


@pytest.mark.parametrize("fault", LOSING_ANSWERS, ids=lambda fault: fault.name)
def test_a_transaction_of_statements_is_tried_again_with_its_token_and_applied_once(
    client: Client, proxy: FaultyProxy, served: Served, fault: Fault
) -> None:
    insert = f"INSERT INTO {TABLE} VALUE {{'pk': 'a'}}"
    proxy.hurt(fault)

    client.execute("ExecuteTransaction", {"TransactStatements": [{"Statement": insert}]})

    first, second = (json.loads(body)["ClientRequestToken"] for body in proxy.requests)
    assert first == second
    assert served.item("a") == {"pk": {"S": "a"}}


def test_the_callers_own_token_is_kept(client: Client, proxy: FaultyProxy) -> None:
    client.execute("TransactWriteItems", TRANSACT | {"ClientRequestToken": "mine"})

    assert json.loads(proxy.requests[0])["ClientRequestToken"] == "mine"


def test_a_write_that_could_not_be_sent_is_tried_again(
    client: Client, proxy: FaultyProxy, served: Served
) -> None:
    proxy.hurt(Fault.CLOSE_WHEN_IDLE)
    client.execute("GetItem", GET)
    proxy.ended_connections.acquire()
    client.settle()

    client.execute("UpdateItem", COUNT)

    assert served.item("a") == {"pk": {"S": "a"}, "hits": {"N": "1"}}
    assert (len(proxy.requests), client.pauses) == (2, [])


def test_a_throttled_request_is_left_to_the_caller(client: Client, proxy: FaultyProxy) -> None:
    proxy.hurt(Fault.THROTTLE_BEFORE)

    with pytest.raises(Throttled) as refused:
        client.execute("GetItem", GET)

    assert (refused.value.code, refused.value.message, len(proxy.requests)) == (
        "ProvisionedThroughputExceededException",
        "Slow down",
        1,
    )


def test_an_answer_that_comes_byte_by_byte_is_read_whole(
    client: Client, proxy: FaultyProxy, served: Served
) -> None:
    served.put("a", name={"S": "Ada"})
    proxy.hurt(Fault.SLOW_BYTES)

    answer = json.loads(client.execute("GetItem", GET))

    assert answer["Item"]["name"] == {"S": "Ada"}


@pytest.mark.parametrize("fault", [*LOSING_ANSWERS, *NOT_EXECUTED], ids=lambda fault: fault.name)
@pytest.mark.parametrize(("action", "body"), [("GetItem", GET), ("UpdateItem", COUNT)])
def test_every_lasting_fault_ends_as_one_of_our_errors_with_its_cause(
    client: Client, proxy: FaultyProxy, fault: Fault, action: str, body: dict[str, Any]
) -> None:
    proxy.hurt(fault, fault, fault)

    with pytest.raises(StoreUnavailable) as ended:
        client.execute(action, body)

    assert isinstance(ended.value.__cause__, StoreError)


def test_retries_end_with_the_attempts(client: Client, proxy: FaultyProxy) -> None:
    proxy.hurt(*[Fault.DROP_AFTER] * 5)

    with pytest.raises(StoreUnavailable, match="gave no answer in 3 attempts"):
        client.execute("GetItem", GET)

    assert (len(proxy.requests), len(client.pauses)) == (3, 2)


def test_a_write_whose_retries_end_after_a_lost_answer_may_have_been_applied(
    client: Client, proxy: FaultyProxy, served: Served
) -> None:
    proxy.hurt(Fault.DROP_AFTER, Fault.DROP_BEFORE, Fault.DROP_BEFORE)

    with pytest.raises(OutcomeUnknown, match=r"may or may not have been applied\.$"):
        client.execute("PutItem", PUT)

    assert served.item("a") is not None


def test_retries_end_with_the_deadline(open_client: OpenClient, proxy: FaultyProxy) -> None:
    proxy.hurt(*[Fault.DROP_AFTER] * 20)
    query = f"{proxy.query}&attempts=20&deadline=2.5"
    client = open_client(proxy.url, query, jitter=lambda: 1.0, monotonic=proxy.clock)

    with pytest.raises(StoreUnavailable, match="gave no answer in 7 attempts"):
        client.execute("GetItem", GET)

    # The next one, of 3.2 seconds, would end after the deadline.
    assert client.pauses == pytest.approx([0.05, 0.1, 0.2, 0.4, 0.8, 1.6])


def test_faults_leave_no_connection_behind(open_client: OpenClient, proxy: FaultyProxy) -> None:
    # Who meets a fault may meet another one when it tries again.
    query = f"{proxy.query}&timeout=20&deadline=1000&attempts={2 * len(LOSING_ANSWERS)}"
    client = open_client(proxy.url, query, monotonic=proxy.clock)
    proxy.hurt(*LOSING_ANSWERS)

    client.execute_all([("GetItem", GET)] * len(LOSING_ANSWERS))

    assert client.open_count() <= len(LOSING_ANSWERS)
    assert client.idle_count() == client.open_count()
