"""One call from its request to its answer, step by step, on a clock that a test moves."""

from __future__ import annotations

from email.utils import formatdate
from typing import Any

import pytest

from tavola.errors import (
    OperationError,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    TransactionInProgress,
)
from tavola.stores.http.conversation import (
    Clocks,
    Conversation,
    Outcome,
    Pause,
    Refresh,
    Send,
    Step,
)
from tavola.stores.http.credentials import CredentialSource, FixedCredentials
from tavola.stores.http.endpoint_settings import parse_location
from tavola.stores.http.transport_faults import TransportFault
from tavola.stores.observing import RequestEvent
from tavola.wire.envelopes import render_error
from tavola.wire.http1 import Response
from tavola.wire.sigv4 import Credentials

NOW = 1_800_000_000.0
KEYS = Credentials("AKIDEXAMPLE", "secret")
GET = {"TableName": "t", "Key": {"pk": {"S": "a"}}}
PUT = {"TableName": "t", "Item": {"pk": {"S": "a"}}}
LOST = TransportFault("the connection was closed.", is_sent=True)
UNSENT = TransportFault("nobody listens.", is_sent=False)
DONE = Response(200, b"", b"{}", b"{}")


def _refusal(code: str, message: str = "No.", *, date: float | None = None) -> Response:
    status, body = render_error(StoreError(message, code=code))
    line = "" if date is None else f"\r\nDate: {formatdate(date, usegmt=True)}"
    return Response(status, f"HTTP/1.1 400 No{line}".encode(), body, body)


class Rotating:
    """Credentials that are found when they are asked for, and others after a rejection."""

    def __init__(self) -> None:
        self.kept: Credentials | None = None
        self.rejected = 0

    def fresh(self, now: float) -> Credentials | None:
        del now
        return self.kept

    def refresh(self, now: float) -> None:
        del now
        self.kept = Credentials(f"AKID{self.rejected}", "secret")

    def reject(self) -> bool:
        self.rejected += 1
        self.kept = None
        return True


class Stage:
    """A conversation, its clock, and what its observer was told."""

    def __init__(self, query: str = "", source: CredentialSource | None = None) -> None:
        self.monotonic = 100.0
        self.events: list[RequestEvent] = []
        settings = parse_location(f"dynamodb://eu-west-1/t?endpoint=http://db:8000{query}", {})
        clocks = Clocks(lambda: NOW, lambda: self.monotonic, lambda: 1.0, lambda: "a-token")
        self.talk = Conversation(
            settings,
            source or FixedCredentials(KEYS),
            clocks,
            target=b"/",
            header_lines=b"User-Agent: x\r\n",
            observer=self.events.append,
        )

    def play(self, action: str, body: dict[str, Any], *outcomes: Outcome) -> list[Step | bytes]:
        """Answer a call's attempts; returns its steps after the first attempt, and its answer."""
        call = self.talk.begin(action, body)
        given = list(outcomes)
        first = given.pop(0)
        answer = self.talk.accept(call, first)
        if answer is not None:
            return [answer]
        steps, seen = self.talk.rest(call, first), list[Step | bytes]()
        reply: Outcome = None
        try:
            while True:
                step = steps.send(reply)
                seen.append(step)
                if isinstance(step, Refresh):
                    step.source.refresh(step.now)
                reply = given.pop(0) if isinstance(step, Send) else None
        except StopIteration as done:
            return [*seen, done.value]

    def end(self, action: str, body: dict[str, Any], *outcomes: Outcome) -> StoreError:
        """Play a call that fails."""
        with pytest.raises(StoreError) as ended:
            self.play(action, body, *outcomes)
        return ended.value


def _shape(steps: list[Step | bytes]) -> list[object]:
    """What was done: how long a pause was, how long an attempt may be, what the answer is."""
    return [
        ("send", step.seconds)
        if isinstance(step, Send)
        else ("pause", step.seconds)
        if isinstance(step, Pause)
        else ("refresh", step.now, step.seconds)
        if isinstance(step, Refresh)
        else step
        for step in steps
    ]


def test_a_good_answer_ends_a_call_at_once() -> None:
    stage = Stage()

    assert stage.play("PutItem", PUT, DONE) == [b"{}"]
    assert stage.events == [RequestEvent("PutItem", ("t",))]


def test_pauses_double_and_attempts_have_what_is_left_of_the_deadline() -> None:
    stage = Stage("&timeout=10&deadline=8")

    steps = stage.play("GetItem", GET, LOST, UNSENT, LOST, DONE)

    assert _shape(steps) == [
        *(("pause", 0.05), ("send", 8.0), ("pause", 0.1), ("send", 8.0)),
        *(("pause", 0.2), ("send", 8.0), b"{}"),
    ]
    assert [(event.retries, event.error_code) for event in stage.events] == [(3, None)]


def test_an_attempt_has_its_own_limit_within_the_deadline() -> None:
    assert _shape(Stage("&timeout=3").play("GetItem", GET, LOST, DONE))[1] == ("send", 3.0)


@pytest.mark.parametrize(
    ("query", "outcomes", "attempts"),
    [
        ("&attempts=1", [LOST], "1 attempt"),
        ("&attempts=2", [LOST, LOST], "2 attempts"),
        ("&deadline=0.05", [LOST], "1 attempt"),
        ("&deadline=0.051&attempts=2", [LOST, LOST], "2 attempts"),
    ],
)
def test_a_read_without_an_answer_is_given_up(
    query: str, outcomes: list[Outcome], attempts: str
) -> None:
    ended = Stage(query).end("GetItem", GET, *outcomes)

    assert (type(ended), ended.code, ended.message) == (
        StoreUnavailable,
        LOST.code,
        f"GetItem on t: http://db:8000 gave no answer in {attempts}: the connection was closed.",
    )


def test_a_fault_that_no_further_attempt_can_cure_ends_a_call() -> None:
    final = TransportFault("its certificate is refused.", is_sent=False, is_final=True)

    ended = Stage().end("ListTables", {}, final)

    assert ended.message == (
        "ListTables: http://db:8000 gave no answer in 1 attempt: its certificate is refused."
    )


def test_a_write_that_may_be_repeated_is_in_doubt_when_it_is_given_up() -> None:
    ended = Stage("&attempts=2").end("PutItem", PUT, LOST, UNSENT)

    assert (type(ended), ended.code, ended.message) == (
        OutcomeUnknown,
        UNSENT.code,
        "PutItem on t: http://db:8000 gave no answer in 2 attempts: nobody listens. The write may"
        " or may not have been applied.",
    )


def test_a_write_that_was_never_sent_is_not_in_doubt() -> None:
    ended = Stage("&attempts=2").end("CreateTable", {"TableName": "t"}, UNSENT, UNSENT)

    assert (type(ended), ended.message) == (
        StoreUnavailable,
        "CreateTable on t: http://db:8000 gave no answer in 2 attempts: nobody listens.",
    )


def test_a_write_that_may_not_be_repeated_is_left_to_its_caller() -> None:
    ended = Stage().end("CreateTable", {"TableName": "t"}, LOST)

    assert (type(ended), ended.message) == (
        OutcomeUnknown,
        "CreateTable on t: the answer was lost (the connection was closed). The write may or may"
        " not have been applied: read the item before trying again.",
    )


@pytest.mark.parametrize(("action", "kind"), [("GetItem", StoreUnavailable), ("PutItem", None)])
def test_a_stranger_s_answer_is_not_asked_for_again(
    action: str, kind: type[StoreError] | None
) -> None:
    page = Response(200, b"", b"<html>", b"<html>")

    ended = Stage().end(action, GET if action == "GetItem" else PUT, page)

    assert type(ended) is (kind or OutcomeUnknown)
    assert ended.message.startswith(
        f"{action} on t: http://db:8000 gave no answer in 1 attempt: HTTP 200 with '<html>', which"
    )


@pytest.mark.parametrize(("status", "is_repeated"), [(499, False), (500, True), (503, True)])
def test_a_server_s_fault_is_tried_again_and_no_other(status: int, is_repeated: bool) -> None:
    stage = Stage()
    fault = Response(status, b"", b"oops", b"oops")

    if is_repeated:
        assert _shape(stage.play("GetItem", GET, fault, DONE))[0] == ("pause", 0.05)
    else:
        assert stage.end("GetItem", GET, fault).message == (
            "GetItem on t: http://db:8000 refused: HTTP 499 with 'oops', which is not an answer of"
            " DynamoDB. Check the endpoint, and what stands between."
        )


BUSY = _refusal("TransactionInProgressException")


def test_a_transaction_waits_for_its_own_attempt_but_not_for_another_s() -> None:
    body: dict[str, Any] = {"TransactItems": [{"Put": PUT}]}

    waited = Stage().play("TransactWriteItems", body, LOST, BUSY, DONE)
    ended = Stage("&attempts=2").end("TransactWriteItems", body, LOST, BUSY)

    assert _shape(waited) == [
        *(("pause", 0.05), ("send", 10.0), ("pause", 0.1), ("send", 10.0), b"{}"),
    ]
    assert type(ended) is TransactionInProgress
    assert type(Stage().end("TransactWriteItems", body, BUSY)) is TransactionInProgress


def test_a_transaction_without_a_token_gets_one() -> None:
    begin = Stage().talk.begin

    assert begin("TransactWriteItems", {}).body["ClientRequestToken"] == "a-token"
    assert begin("ExecuteTransaction", {"ClientRequestToken": "own"}).body == {
        "ClientRequestToken": "own"
    }
    assert "ClientRequestToken" not in begin("PutItem", {}).body


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("InvalidSignatureException", "Signature expired: …"),
        ("InvalidSignatureException", "Signature not yet current: …"),
        ("RequestTimeTooSkewed", ""),
        ("RequestExpired", ""),
        ("RequestInTheFuture", ""),
    ],
)
def test_a_request_that_is_refused_for_its_time_is_sent_with_the_service_s(
    code: str, message: str
) -> None:
    stage = Stage()

    steps = stage.play("GetItem", GET, _refusal(code, message, date=NOW + 3600), DONE)

    send, answer = steps
    assert isinstance(send, Send)
    assert (b"X-Amz-Date: 20270115T090000Z" in send.wire, answer) == (True, b"{}")
    assert b"T090000Z" in (stage.talk.begin("GetItem", GET).wire or b"")


@pytest.mark.parametrize(
    "refusal",
    [
        _refusal("InvalidSignatureException", "Signature expired", date=NOW + 1),
        _refusal("InvalidSignatureException", "Signature expired"),
        _refusal("InvalidSignatureException", "The signature", date=NOW + 3600),
        _refusal("ValidationException", "Signature expired", date=NOW + 3600),
        _refusal("ExpiredTokenException", date=NOW + 3600),
    ],
)
def test_a_refusal_that_another_time_would_not_cure_is_the_last_word(refusal: Response) -> None:
    ended = Stage().end("GetItem", GET, refusal)

    assert str(ended).startswith(ended.code)


def test_a_time_is_corrected_once_in_a_call() -> None:
    late = _refusal("RequestExpired", date=NOW + 3600)
    later = _refusal("RequestExpired", date=NOW + 7200)

    assert Stage().end("GetItem", GET, late, later).code == "RequestExpired"


@pytest.mark.parametrize("code", ["ExpiredTokenException", "UnrecognizedClientException"])
def test_refused_credentials_are_looked_for_again_once(code: str) -> None:
    source = Rotating()
    source.refresh(NOW)
    stage = Stage(source=source)

    steps = stage.play("GetItem", GET, _refusal(code), DONE)

    assert _shape(steps) == [("refresh", NOW, 30.0), ("send", 10.0), b"{}"]
    assert isinstance(steps[1], Send)
    assert b"Credential=AKID1/" in steps[1].wire
    assert stage.end("GetItem", GET, _refusal(code), _refusal(code)).code == code


def test_credentials_are_found_before_a_first_attempt() -> None:
    stage = Stage(source=Rotating())

    steps = stage.play("GetItem", GET, None, DONE)

    assert _shape(steps) == [("refresh", NOW, 30.0), ("send", 10.0), b"{}"]
    assert [event.retries for event in stage.events] == [0]


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (_refusal("ValidationException"), "ValidationException"),
        (DONE, "StoreUnavailable"),
        (LOST, "StoreUnavailable"),
    ],
)
def test_a_call_that_is_left_is_told_with_its_last_outcome(outcome: Outcome, code: str) -> None:
    stage = Stage()
    call = stage.talk.begin("GetItem", GET)
    stage.monotonic += 1.5

    stage.talk.leave(call, outcome)

    assert [(event.error_code, event.seconds) for event in stage.events] == [(code, 1.5)]


def test_a_call_that_was_never_made_is_not_told() -> None:
    stage = Stage()

    stage.talk.leave(stage.talk.begin("GetItem", GET), None)

    assert stage.events == []


@pytest.mark.parametrize(
    ("action", "body", "message"),
    [
        (7, {}, "The action is of type int. Give a name, as GetItem."),
        ("GetItem", [], "The body is of type list. Give a dictionary."),
        ("Get Item", {}, "'Get Item' is not an action. Write one of DynamoDB's names."),
        ("Gét", {}, "'Gét' is not an action. Write one of DynamoDB's names."),
        (
            "GetItem",
            {"a": object},
            "GetItem cannot be written as JSON: Encoding objects of type type is unsupported.",
        ),
    ],
)
def test_what_is_no_call_is_refused_before_it_is_sent(action: Any, body: Any, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        Stage().talk.begin(action, body)

    assert str(refused.value) == message


def test_an_action_that_is_not_known_is_sent_by_its_name() -> None:
    wire = Stage().talk.begin("SomethingNew", {}).wire

    assert b"X-Amz-Target: DynamoDB_20120810.SomethingNew\r\n" in (wire or b"")
