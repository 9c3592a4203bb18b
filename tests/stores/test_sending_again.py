"""What is sent again and what is not, answer by answer; the budget that all calls share."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Generator
from typing import Any

import pytest

from tavola.errors import (
    AccessRefused,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    Throttled,
    TransactionInProgress,
    ValidationFailed,
)
from tavola.wire.envelopes import render_error
from tavola.wire.http1 import RequestReader, render_response
from tests.stores.conftest import TABLE, OpenClient
from tests.stores.faulty import Fault, FaultyProxy
from tests.stores.peers import Peer

GET = {"TableName": TABLE, "Key": {"pk": {"S": "a"}}}
PUT = {"TableName": TABLE, "Item": {"pk": {"S": "a"}}}
TRANSACT = {"TransactItems": [{"Put": PUT}]}
GONE = b""
"""In place of an answer: the connection ends."""
DONE = render_response(200, b"", b"{}")


def _refusal(code: str) -> bytes:
    status, body = render_error(StoreError("No.", code=code))
    return render_response(status, b"", body)


BUSY = _refusal("TransactionInProgressException")


class Scripted(Peer):
    """Answers requests from a list, and goes on with its last one."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = list(answers)
        self.bodies: list[dict[str, Any]] = []
        super().__init__(answers[-1], None)

    def _converse(self, client: socket.socket) -> None:
        reader = RequestReader()
        while data := client.recv(65536):
            reader.feed(data)
            request = reader.next_request()
            if request is None:
                continue
            self.bodies.append(json.loads(request.body))
            answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
            if answer == GONE:
                return
            client.sendall(answer)


@contextlib.contextmanager
def _answering(*answers: bytes) -> Generator[Scripted]:
    running = Scripted(*answers)
    try:
        yield running
    finally:
        running.close()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("ValidationException", ValidationFailed),
        ("AccessDeniedException", AccessRefused),
        ("UnrecognizedClientException", AccessRefused),
        ("ExpiredTokenException", AccessRefused),
        ("ResourceNotFoundException", StoreError),
        ("ItemCollectionSizeLimitExceededException", StoreError),
        ("IdempotentParameterMismatchException", StoreError),
        ("SomethingNewException", StoreError),
        ("ProvisionedThroughputExceededException", Throttled),
    ],
)
def test_a_refusal_is_the_last_word(
    open_client: OpenClient, code: str, kind: type[StoreError]
) -> None:
    with _answering(_refusal(code)) as endpoint:
        client = open_client(endpoint.url)

        with pytest.raises(kind, match=r"No\.") as refused:
            client.execute("GetItem", GET)

        assert (refused.value.code, len(endpoint.bodies), client.pauses) == (code, 1, [])


def test_a_transaction_waits_for_its_own_first_attempt(open_client: OpenClient) -> None:
    with _answering(GONE, BUSY, BUSY, DONE) as endpoint:
        client = open_client(endpoint.url)

        answer = client.execute("TransactWriteItems", TRANSACT)

        tokens = {body["ClientRequestToken"] for body in endpoint.bodies}
        assert (answer, len(endpoint.bodies), len(tokens), len(client.pauses)) == (b"{}", 4, 1, 3)


def test_a_transaction_that_somebody_else_has_under_way_is_left_to_the_caller(
    open_client: OpenClient,
) -> None:
    with _answering(BUSY) as endpoint:
        client = open_client(endpoint.url)

        with pytest.raises(TransactionInProgress):
            client.execute("TransactWriteItems", TRANSACT)

        assert len(endpoint.bodies) == 1


@pytest.mark.parametrize("code", ["InternalServerError", "InternalFailure", "ServiceUnavailable"])
def test_a_server_error_is_tried_again_and_keeps_its_code(
    open_client: OpenClient, code: str
) -> None:
    with _answering(_refusal(code)) as endpoint:
        client = open_client(endpoint.url, "&attempts=4")

        with pytest.raises(StoreUnavailable) as ended:
            client.execute("GetItem", GET)

        assert (ended.value.code, len(endpoint.bodies), len(client.pauses)) == (code, 4, 3)


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("CreateTable", {"TableName": TABLE}),
        ("PutItem", PUT | {"ConditionExpression": "attribute_not_exists(pk)"}),
        ("PutItem", PUT | {"ReturnValues": "ALL_OLD"}),
        ("ExecuteStatement", {"Statement": "DELETE FROM things WHERE pk = 'a'"}),
    ],
)
def test_what_may_have_been_applied_is_not_sent_again(
    open_client: OpenClient, action: str, body: dict[str, Any]
) -> None:
    with _answering(_refusal("InternalServerError"), DONE) as endpoint:
        client = open_client(endpoint.url)

        with pytest.raises(OutcomeUnknown, match="may or may not have been applied"):
            client.execute(action, body)

        assert len(endpoint.bodies) == 1


def test_calls_share_a_budget_that_an_outage_uses_up(
    open_client: OpenClient, proxy: FaultyProxy
) -> None:
    client = open_client(proxy.url, "&attempts=3")
    proxy.hurt(*[Fault.DROP_AFTER] * 3 * 50)
    ended = [_outcome_of(client.execute) for _ in range(50)]
    proxy.hurt(Fault.DROP_AFTER)
    empty = _outcome_of(client.execute)
    refilled = [_outcome_of(client.execute) for _ in range(5)]
    proxy.hurt(Fault.DROP_AFTER)

    again = _outcome_of(client.execute)

    assert ended == ["gave no answer in 3 attempts"] * 50
    assert (empty, refilled, again) == ("gave no answer in 1 attempt", ["done"] * 5, "done")


def _outcome_of(execute: Any) -> str:
    try:
        execute("GetItem", GET)
    except StoreUnavailable as ended:
        return "gave" + ended.message.partition(" gave")[2].partition(":")[0]
    return "done"
