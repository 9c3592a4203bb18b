"""One call from its request to its answer: signing, faults, retries. No I/O.

    call = conversation.begin(action, body)
    outcome = … send call.wire …                           most calls need no more than this
    answer = conversation.accept(call, outcome)            the response's body, or None: then …
    … drive conversation.rest(call, outcome) …             … what is to be done until there is one

How requests are sent and how one sleeps is all that a sync and an async store do differently.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final

import msgspec
from msgspec import Struct

from tavola.backoff import Backoff, RetryBudget
from tavola.errors import (
    AccessRefused,
    OperationError,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    TransactionInProgress,
)
from tavola.stores.http.credentials import CredentialSource, FixedCredentials
from tavola.stores.http.endpoint_settings import EndpointSettings
from tavola.stores.http.repeating import is_repeatable
from tavola.stores.http.transport_faults import TransportFault
from tavola.stores.observing import Observer, RequestEvent, describe_request
from tavola.wire.actions import TRAITS, target_of, traits_of
from tavola.wire.answers import EMPTY, NEVER_EMPTY, is_answer
from tavola.wire.envelopes import describe_stranger, parse_error
from tavola.wire.http1 import Response
from tavola.wire.metering import with_capacity
from tavola.wire.sigv4 import Credentials, DynamoDBSigner

_OK: Final = 200
_SERVER_FAULT: Final = 500
_LEAST_SKEW_SECONDS: Final = 1.0
# DynamoDB: how it says that a request's time is too far from its own. Common errors.
_SKEW_WORDS: Final = ("Signature expired", "Signature not yet current")
_SKEW_CODES: Final = frozenset({"RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture"})
REFRESH_TIMED_OUT: Final = (
    "credentials: none were found before the call's deadline. Check what gives them, or allow more"
    " with deadline= in the location."
)
_STALE_CODES: Final = frozenset({"ExpiredTokenException", "UnrecognizedClientException"})
_TARGETS: Final = {action: target_of(action) for action in TRAITS}
_TOKENED: Final = frozenset(
    action for action, traits in TRAITS.items() if traits.repeatable == "with token"
)


def _check_call(action: object, body: object) -> None:
    """Refuse what is not a call at all."""
    if not isinstance(action, str):
        raise OperationError(
            f"The action is of type {type(action).__name__}. Give a name, as GetItem."
        )
    if not isinstance(body, dict):
        raise OperationError(f"The body is of type {type(body).__name__}. Give a dictionary.")


def _unusual_target(action: str) -> str:
    """Write the target of an action that we do not know; an OperationError for what is not one."""
    if not action.isalnum() or not action.isascii():
        raise OperationError(f"{action!r} is not an action. Write one of DynamoDB's names.")
    return target_of(action)


Outcome = Response | TransportFault | None
"""How an attempt ended; None for one that could not be made yet."""


class Send(Struct, frozen=True, gc=False):
    """Send these bytes and answer with the outcome."""

    wire: bytes
    seconds: float
    """How long all of it may take."""


class Pause(Struct, frozen=True, gc=False):
    """Sleep."""

    seconds: float


class Refresh(Struct, frozen=True, gc=False):
    """Let the credential source refresh itself, which may block."""

    source: Any
    now: float
    seconds: float


Step = Send | Pause | Refresh
Steps = Generator[Step, Outcome, bytes]
"""A Send is answered with its outcome, the others with None."""


class Clocks(Struct, frozen=True):
    """Where time and randomness come from."""

    wall: Callable[[], float]
    monotonic: Callable[[], float]
    random: Callable[[], float]
    token: Callable[[], str]
    """Makes a ClientRequestToken for a transaction that has none."""


class Conversation:
    """Makes the steps of calls to one endpoint; shared by all threads of a store."""

    def __init__(
        self,
        settings: EndpointSettings,
        source: CredentialSource,
        clocks: Clocks,
        *,
        target: bytes,
        header_lines: bytes,
        observer: Observer | None = None,
    ) -> None:
        """Prepare; `target` and `header_lines` depend on whether a proxy stands between."""
        self._settings = settings
        self._source = source
        self._clocks = clocks
        self._opening = b"POST %b HTTP/1.1\r\n%b" % (target, header_lines)
        self._observer = observer
        self._backoff = Backoff(clocks.random)
        self.budget = RetryBudget()
        self._encode = msgspec.json.Encoder().encode
        self._wall = clocks.wall
        self._monotonic = clocks.monotonic
        self._skew_seconds = 0.0
        lasting = source.fresh(0.0) if isinstance(source, FixedCredentials) else None
        signer = self._new_signer(lasting or Credentials("", ""))
        self._lasting_signer = None if lasting is None else signer

    def begin(self, action: str, body: dict[str, Any]) -> Call:
        """Start a call and sign its first attempt; an OperationError if its body is not JSON."""
        if type(body) is not dict or type(action) is not str:
            _check_call(action, body)
        if action in _TOKENED and "ClientRequestToken" not in body:
            body = {**body, "ClientRequestToken": self._clocks.token()}
        if self._observer is not None:
            body = with_capacity(action, body)
        try:
            content = self._encode(body)
        except (TypeError, ValueError, RecursionError) as error:
            raise OperationError(f"{action} cannot be written as JSON: {error}.") from error
        event = None if self._observer is None else describe_request(action, body)
        wire = self._sign(action, content)
        return Call(action, body, content, wire, self._monotonic(), event)

    def _sign(self, action: str, content: bytes) -> bytes | None:
        """Write an attempt, signed; None if the credentials have to be refreshed before."""
        now = self._wall()
        signer = self._lasting_signer or self._fresh_signer(now)
        if signer is None:
            return None
        target = _TARGETS.get(action) or _unusual_target(action)
        return signer.request(target, content, now + self._skew_seconds)

    def _fresh_signer(self, now: float) -> DynamoDBSigner | None:
        credentials = self._source.fresh(now)
        if credentials is None:
            return None
        known, signer = self._signer
        return signer if known is credentials else self._new_signer(credentials)

    def accept(self, call: Call, outcome: Outcome) -> bytes | None:
        """Give the body of a response that ends the call well; None for any other outcome."""
        if not isinstance(outcome, Response) or outcome.status != _OK:
            return None
        body = outcome.body
        if (body != EMPTY or call.action in NEVER_EMPTY) and not is_answer(
            call.action, body, call.body
        ):
            return None
        if self.budget.is_spent:
            self.budget.succeed(is_retried=call.retries > 0)
        if call.event is not None:
            self._tell(call, None, body)
        return body

    def rest(self, call: Call, outcome: Outcome) -> Steps:
        """Yield what is to be done after an outcome that does not end a call well.

        Returns the body of the response that does, or raises a StoreError.
        """
        try:
            return (yield from self._rest(call, outcome))
        except StoreError as error:
            self._tell(call, error.code, b"")
            raise

    def leave(self, call: Call, outcome: Outcome) -> None:
        """Take a call's outcome for its last, whatever it is."""
        if isinstance(outcome, Response):
            error = parse_error(outcome.status, outcome.body)
            is_refusal = outcome.status != _OK
            self._tell(call, error.code if is_refusal else StoreUnavailable.code, b"")
        elif outcome is not None:
            self._tell(call, outcome.code, b"")

    def _rest(self, call: Call, outcome: Outcome) -> Steps:
        answer: bytes | None = None
        while answer is None:
            if outcome is not None:
                pause = self._pause_after(call, outcome)
                call.retries += 1
                if pause > 0:
                    yield Pause(pause)
            while (wire := self._sign(call.action, call.content)) is None:
                yield Refresh(self._source, self._clocks.wall(), self._left(call))
            outcome = yield Send(wire, min(self._settings.attempt_seconds, self._left(call)))
            answer = self.accept(call, outcome)
        return answer

    def _tell(self, call: Call, code: str | None, answer: bytes) -> None:
        if self._observer is not None and call.event is not None:
            seconds = self._clocks.monotonic() - call.started
            event = call.event.finished(seconds, answer, retries=call.retries, error_code=code)
            self._observer(event)

    def _new_signer(self, credentials: Credentials) -> DynamoDBSigner:
        settings = self._settings
        authority = settings.endpoint.authority
        signer = DynamoDBSigner(credentials, settings.region, authority, self._opening)
        self._signer = credentials, signer
        return signer

    def _left(self, call: Call) -> float:
        return call.started + self._settings.deadline_seconds - self._clocks.monotonic()

    def _pause_after(self, call: Call, outcome: Response | TransportFault) -> float:
        """Give the pause before the next attempt, or raise what ends the call."""
        if isinstance(outcome, TransportFault):
            cause: StoreError = outcome
            is_applied_never = not outcome.is_sent
        else:
            is_applied_never = False
            if outcome.status == _OK:
                message = describe_stranger(outcome.status, outcome.body)
                cause = TransportFault(message, is_sent=True, is_final=True)
            else:
                cause = parse_error(outcome.status, outcome.body)
                if outcome.status < _SERVER_FAULT:
                    return self._pause_after_refusal(call, outcome, cause)
        if not is_applied_never and not is_repeatable(call.action, call.body):
            reason = cause.message.rstrip(".")
            raise OutcomeUnknown(
                f"{call.where}: the answer was lost ({reason}). The write may or may not"
                " have been applied: read the item before trying again."
            ) from cause
        call.is_in_doubt |= not is_applied_never and not traits_of(call.action).reads
        return self._pause_or_give_up(call, cause)

    def _pause_after_refusal(self, call: Call, response: Response, refusal: StoreError) -> float:
        """Try again what was refused for its time, its credentials or its own first attempt."""
        if isinstance(refusal, TransactionInProgress) and call.retries:
            return self._pause_or_give_up(call, refusal)
        is_curable = not call.is_cured and (
            self._correct_skew(response, refusal)
            or (refusal.code in _STALE_CODES and self._source.reject())
        )
        if not is_curable and isinstance(refusal, StoreUnavailable):
            message = f"{call.where}: {self._settings.endpoint.url} refused: {refusal.message}"
            raise StoreUnavailable(message, code=refusal.code) from refusal
        if not is_curable:
            raise refusal
        call.is_cured = True
        return 0.0

    def _correct_skew(self, response: Response, refusal: StoreError) -> bool:
        """Take the service's time for ours when it refused a request for its time."""
        is_about_time = refusal.code in _SKEW_CODES or (
            isinstance(refusal, AccessRefused) and refusal.message.startswith(_SKEW_WORDS)
        )
        theirs = _date_of(response)
        if not is_about_time or theirs is None:
            return False
        skew = theirs - self._clocks.wall()
        is_new = abs(skew - self._skew_seconds) > _LEAST_SKEW_SECONDS
        self._skew_seconds = skew
        return is_new

    def _pause_or_give_up(self, call: Call, cause: StoreError) -> float:
        pause = self._backoff.pause(call.retries)
        is_over = (
            call.retries + 1 >= self._settings.attempts
            or pause >= self._left(call)
            or (isinstance(cause, TransportFault) and cause.is_final)
        )
        if is_over or not self.budget.take():
            if isinstance(cause, TransactionInProgress):
                raise cause
            attempts = f"{call.retries + 1} attempt{'s' if call.retries else ''}"
            message = (
                f"{call.where}: {self._settings.endpoint.url} gave no answer in {attempts}:"
                f" {cause.message}"
            )
            if call.is_in_doubt:
                message = message.rstrip(".") + ". The write may or may not have been applied."
                raise OutcomeUnknown(message, code=cause.code) from cause
            raise StoreUnavailable(message, code=cause.code) from cause
        return pause


class Call(Struct):
    """What is known about one call while it lasts."""

    action: str
    body: dict[str, Any]
    content: bytes
    wire: bytes | None
    """The first attempt; None if the credentials have to be refreshed before."""
    started: float
    event: RequestEvent | None
    """The event that observers get."""
    retries: int = 0
    is_cured: bool = False
    is_in_doubt: bool = False
    """Whether a write was sent whose answer was lost."""

    @property
    def where(self) -> str:
        """What messages begin with."""
        table = self.body.get("TableName")
        return f"{self.action} on {table}" if table else self.action


def _date_of(response: Response) -> float | None:
    # What few calls need is imported by those: a first reply should come soon.
    from email.utils import parsedate_to_datetime

    text = response.headers.get(b"date", b"").decode("latin-1")
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):
        return None
