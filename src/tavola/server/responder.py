"""Requests to responses, as DynamoDB's front answers them: routing, refusals, headers.

It must not know connections or event loops; whoever has a request decides in which thread the
engine works on it.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from email.utils import formatdate
from itertools import count
from typing import Any, Final, Protocol, TypedDict

import msgspec

from tavola.engine.engine import LARGE_BODY_BYTES, CheckedRequest, LongWork
from tavola.engine.pacing import Answer, Pace, Steps, join_answer
from tavola.engine.partiql.lexer import first_word
from tavola.engine.request.large_bodies import decode_large
from tavola.engine.unavailable import explain_missing
from tavola.errors import (
    AccessRefused,
    MalformedRequest,
    StoreError,
    StoreUnavailable,
    ValidationFailed,
)
from tavola.server.browsers import BrowserRules
from tavola.server.encodings import (
    MAX_COMPRESSED_BYTES,
    MIN_COMPRESSED_BYTES,
    choose_encoding,
    compress,
    decompress,
)
from tavola.server.worlds import World, Worlds
from tavola.wire.actions import TRAITS, target_of
from tavola.wire.envelopes import render_error
from tavola.wire.http1 import BadRequest, HttpRequest, render_response
from tavola.wire.verification import Verifier, is_plainly_signed, read_authentication

JSON_1_0: Final = b"application/x-amz-json-1.0"
JSON: Final = b"application/json"

_CORS: Final = (
    b"Access-Control-Allow-Origin: %b\r\nVary: Origin\r\nAccess-Control-Expose-Headers:"
    b" x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date\r\n"
)
_FORBIDDEN: Final = 403
# Checksum and copies of a megabyte take about a millisecond, its compression ten.
_LONG_ANSWER_BYTES: Final = 512 * 1024
_LONG_COMPRESSION_BYTES: Final = 32 * 1024
_UNKNOWN_PAGE: Final = b"<UnknownOperationException/>\n"

_log: Final = logging.getLogger("tavola.server")

Outcome = tuple[int, Answer]
"""A status and a body, perhaps in parts."""


class Executes(Protocol):
    """The engine, as far as the server knows it."""

    def execute(self, action: str, body: bytes) -> bytes:
        """Run one action; refusals are raised as StoreErrors."""
        ...

    def read_request(self, action: str, body: bytes) -> CheckedRequest:
        """Decode and check a request; refusals are raised as StoreErrors."""
        ...

    def execute_checked(
        self, action: str, request: CheckedRequest, *, is_apart: bool = False
    ) -> bytes:
        """Run what was read, perhaps in a thread beside the one that does all else."""
        ...

    def execute_briefly(self, action: str, request: CheckedRequest) -> bytes | None:
        """Run what was read, unless it takes so long that it should be run apart; then None."""
        ...

    def start(self, action: str, body: bytes | CheckedRequest, pace: Pace) -> Steps:
        """Run one action in steps between which others may go first."""
        ...

    def execute_together(self, calls: Sequence[tuple[str, bytes]]) -> list[bytes | StoreError]:
        """Run writes of items in one commit; each is answered or refused for itself."""
        ...


Prepared = tuple[str, CheckedRequest]
"""An action and what is asked of it, decoded and checked."""


def execute(engine: Executes, action: str, body: bytes) -> Outcome:
    """Let an engine work; whatever happens there, this is an answer."""
    try:
        return 200, engine.execute(action, body)
    except Exception as error:  # noqa: BLE001 - a fault of ours must not end the server or hang a client
        return _outcome_of(action, error)


def execute_unless_long(engine: Executes, action: str, body: bytes) -> Outcome | None:
    """Let an engine work on the event loop; None if it gave up because that takes long."""
    try:
        return 200, engine.execute(action, body)
    except LongWork:
        return None
    except Exception as error:  # noqa: BLE001 - a fault of ours must not end the server or hang a client
        return _outcome_of(action, error)


def _outcome_of(action: str, error: Exception) -> Outcome:
    if isinstance(error, StoreError):
        return render_error(error)
    _log.error("%s failed", action, exc_info=error)
    return render_error(StoreError("Internal server error"))


def execute_briefly(
    engine: Executes, action: str, asked: bytes | CheckedRequest
) -> Outcome | CheckedRequest:
    """Let an engine work on what ought to be short; what is not comes back, read and checked."""
    try:
        checked = engine.read_request(action, asked) if isinstance(asked, bytes) else asked
        answer = engine.execute_briefly(action, checked)
    except Exception as error:  # noqa: BLE001 - a fault of ours must not end the server or hang a client
        return _outcome_of(action, error)
    return checked if answer is None else (200, answer)


def execute_apart(engine: Executes, action: str, asked: bytes | CheckedRequest) -> Outcome:
    """Let an engine work in a thread beside the event loop."""
    try:
        checked = engine.read_request(action, asked) if isinstance(asked, bytes) else asked
        return 200, engine.execute_checked(action, checked, is_apart=True)
    except Exception as error:  # noqa: BLE001 - whoever asked is to have an answer
        return _outcome_of(action, error)


def execute_together(engine: Executes, calls: Sequence[tuple[str, bytes]]) -> list[Outcome]:
    """Let an engine work on several writes of items at once."""
    if len(calls) > 1:
        try:
            answers = engine.execute_together(calls)
        except Exception:  # noqa: BLE001 - a fault of ours must not end the server or hang a client
            # Nothing was stored: whose fault it was shows when each is tried alone.
            _log.exception("%d writes failed together", len(calls))
        else:
            return [
                (200, answer) if isinstance(answer, bytes) else render_error(answer)
                for answer in answers
            ]
    return [execute(engine, action, body) for action, body in calls]


def start(
    engine: Executes, action: str, body: bytes | CheckedRequest, pace: Pace
) -> Generator[None, None, Outcome]:
    """Let an engine work in steps; whatever happens there, this ends in an answer."""
    try:
        return 200, (yield from engine.start(action, body, pace))
    except Exception as error:  # noqa: BLE001 - a fault of ours must not end the server or hang a client
        return _outcome_of(action, error)


class Responder:
    """Answers requests from an engine."""

    def __init__(
        self,
        worlds: Worlds,
        actions: Iterable[str],
        *,
        clock: Callable[[], float],
        server_id: str,
        verifier: Verifier | None,
        browsers: BrowserRules,
    ) -> None:
        self._worlds = worlds
        self._targets = {target_of(action).encode(): action for action in actions}
        self._clock = clock
        self._verifier = verifier
        self._browsers = browsers
        self._server_id = server_id.encode()
        self._request_numbers = count(1)
        self._second = -1
        self._date = b""

    def find_action(self, request: HttpRequest) -> str | None:
        """Name the action that a request wants done, None when `refuse` has the answer."""
        if not self._browsers.allow(request.headers):
            return None
        action = self._targets.get(request.headers.get(b"x-amz-target", b""))
        if (
            action is None
            or request.method != b"POST"
            or request.headers.get(b"content-type") not in (JSON_1_0, JSON)
            or not is_plainly_signed(request)
        ):
            return self._find_unusual_action(request)
        return action if self._verifier is None or self._is_verified(request) else None

    def _find_unusual_action(self, request: HttpRequest) -> str | None:
        if request.method != b"POST" or (request.body and _content_type(request) is None):
            return None
        action = self._targets.get(request.headers.get(b"x-amz-target", b""))
        return action if action is not None and self._access_fault(request) is None else None

    def _is_verified(self, request: HttpRequest) -> bool:
        return self._access_fault(request) is None

    def _access_fault(self, request: HttpRequest) -> AccessRefused | None:
        try:
            if self._verifier is None:
                read_authentication(request)
            else:
                self._verifier.check(request, self._clock())
        except AccessRefused as refusal:
            return refusal
        return None

    def find_world(self, request: HttpRequest) -> World | Outcome:
        """Find the tables that a request is about, or why it has none."""
        try:
            return self._worlds.find(request)
        except Exception as error:  # noqa: BLE001 - whoever asked is to have an answer
            return _outcome_of("a request", error)

    def answer_apart(self, request: HttpRequest) -> bytes | Prepared:
        """Answer what takes long to read, in a thread beside the event loop.

        What does not write items is only read and checked here: it would keep others out of memory
        while it runs, and the event loop can run it in steps.
        """
        action = None
        try:
            request.join_body()
            action = self.find_action(request)
            if action is None:
                return self.refuse(request)
            if b"content-encoding" in request.headers and (refusal := self.decode(request)):
                return self.render_json(request, refusal)
            engine = self._worlds.find(request).engine
            checked = engine.read_request(action, request.body)
            if not TRAITS[action].writes_items:
                return action, checked
            answer = engine.execute_checked(action, checked, is_apart=True)
            return self.render_json(request, (200, answer))
        except Exception as error:  # noqa: BLE001 - whoever asked is to have an answer
            return self.render_json(request, _outcome_of(action or "a request", error))

    def decode(self, request: HttpRequest) -> Outcome | None:
        """Undo the compression of a request's body; the refusal if that is not possible."""
        try:
            request.body = decompress(request.body, request.headers[b"content-encoding"])
        except BadRequest as fault:
            _, envelope = render_error(MalformedRequest(str(fault)))
            return fault.status, envelope
        return None

    def refuse(self, request: HttpRequest) -> bytes:
        """Answer a request that asks for no action: health, CORS, or a fault in its head."""
        headers = request.headers
        refusal = self._browsers.find_refusal(headers)
        if refusal is not None:
            _, envelope = render_error(AccessRefused(refusal))
            return self.render_json(request, (_FORBIDDEN, envelope))
        if b"origin" in headers and request.method == b"OPTIONS":
            return self.render(request, 200, b"", _preflight_lines(request))
        is_page = request.target.partition(b"?")[0] in (b"/", b"/ping")
        if is_page and request.method in (b"GET", b"HEAD"):
            # DynamoDB: the health page ends with a space.
            return self.render(request, 200, b"healthy: %b " % headers.get(b"host", b""))
        content_type = _content_type(request)
        if request.method != b"POST" or (request.body and content_type is None):
            return self.render(request, 404, _UNKNOWN_PAGE)
        return self.render_json(request, render_error(self._fault(request)))

    def _fault(self, request: HttpRequest) -> StoreError:
        # DynamoDB: JSON is parsed before the target is looked at, the target before the signature.
        if request.body and not _is_json(request.body):
            return MalformedRequest("")
        target = request.headers.get(b"x-amz-target", b"")
        unknown = StoreError(_explain_target(target), code="UnknownOperationException")
        if target not in self._targets:
            return unknown
        return self._access_fault(request) or unknown

    def render_json(self, request: HttpRequest, outcome: Outcome) -> bytes:
        """Write the response for an outcome."""
        status, body = outcome[0], join_answer(outcome[1])
        content_type = _content_type(request) or JSON
        return self.render(request, status, body, b"Content-Type: %b\r\n" % content_type)

    def render(self, request: HttpRequest, status: int, body: bytes, lines: bytes = b"") -> bytes:
        """Write a response with the headers that every one of DynamoDB's has."""
        headers = request.headers
        if b"origin" in headers and self._browsers.allow(headers):
            lines += _CORS % headers[b"origin"]
        is_compressible = MIN_COMPRESSED_BYTES <= len(body) <= MAX_COMPRESSED_BYTES
        if is_compressible and b"accept-encoding" in headers:
            encoding = choose_encoding(headers[b"accept-encoding"])
            if encoding is not None:
                body = compress(body, encoding)
                lines += b"Content-Encoding: %b\r\n" % encoding
        # DynamoDB: its headers come in this order, by which clients may tell a usual answer.
        head = b"Server: Server\r\nDate: %b\r\n%b" % (self._http_date(), lines)
        rest = b"Connection: %b\r\nx-amzn-RequestId: %b%012X\r\nx-amz-crc32: %d\r\n" % (
            b"keep-alive" if request.keep_alive else b"close",
            self._server_id,
            next(self._request_numbers),
            zlib.crc32(body),
        )
        rendered = render_response(status, head, body, rest)
        return rendered if request.method != b"HEAD" else rendered[: len(rendered) - len(body)]

    def _http_date(self) -> bytes:
        second = int(self._clock())
        if second != self._second:
            self._second = second
            self._date = formatdate(second, usegmt=True).encode()
        return self._date


def takes_long_to_render(request: HttpRequest, outcome: Outcome) -> bool:
    """Return whether an answer should be rendered beside the event loop."""
    answer = outcome[1]
    size = len(answer) if isinstance(answer, bytes) else sum(map(len, answer))
    return size >= _LONG_ANSWER_BYTES or (
        size >= _LONG_COMPRESSION_BYTES and b"accept-encoding" in request.headers
    )


TOO_MANY_LARGE: Final = render_error(
    StoreUnavailable("Too many large requests or answers at one time. Try again.")
)
"""What SDKs try again by themselves."""


def may_wait(action: str, asked: bytes | CheckedRequest) -> bool:
    """Return whether a request may wait for other writers, or for the disk to confirm."""
    traits = TRAITS[action]
    if not traits.statements:
        return not traits.reads
    try:
        body = _read_statements(asked) if isinstance(asked, bytes) else asked
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return True
    found = body.get(traits.statements, "")
    statements = [found] if isinstance(found, str) else [one["Statement"] for one in found]
    return not statements or any(first_word(one) != "SELECT" for one in statements)


def has_statements(action: str) -> bool:
    """Return whether an action is of PartiQL, so that its request says whether it only reads."""
    return bool(TRAITS[action].statements)


class _AskedStatement(TypedDict):
    Statement: str


class _AskedStatements(TypedDict, total=False):
    Statement: str
    Statements: list[_AskedStatement]
    TransactStatements: list[_AskedStatement]


_read_statements: Final[Callable[[bytes], Mapping[str, Any]]] = msgspec.json.Decoder(
    _AskedStatements
).decode


def render_bad_request(status: int) -> bytes:
    """Answer what is not a request, before the connection closes."""
    return render_response(status, b"Server: Server\r\nConnection: close\r\n", b"")


def _explain_target(target: bytes) -> str:
    """Say of an action that DynamoDB has why it is missing here."""
    action = target.rpartition(b".")[2].decode("latin-1")
    return explain_missing(action) if target == target_of(action).encode() else ""


def _content_type(request: HttpRequest) -> bytes | None:
    given = request.headers.get(b"content-type", b"").partition(b";")[0].strip()
    return given if given in (JSON_1_0, JSON) else None


def _is_json(body: bytes) -> bool:
    try:
        # Read, but not made; what is long is looked at in pieces.
        if len(body) < LARGE_BODY_BYTES or not body.lstrip().startswith(b"{"):
            msgspec.json.decode(body, type=msgspec.Raw)
        else:
            decode_large(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    except ValidationFailed:
        return True  # too much of anything, in JSON
    return True


def _preflight_lines(request: HttpRequest) -> bytes:
    lines = b"Access-Control-Max-Age: 172800\r\n"
    for asked, allowed in (
        (b"access-control-request-headers", b"Access-Control-Allow-Headers"),
        (b"access-control-request-method", b"Access-Control-Allow-Methods"),
    ):
        if asked in request.headers:
            lines += b"%b: %b\r\n" % (allowed, request.headers[asked])
    if b"access-control-request-private-network" in request.headers:
        lines += b"Access-Control-Allow-Private-Network: true\r\n"
    return lines
