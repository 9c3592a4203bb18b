"""HTTP/1.1 in both roles as plain functions of bytes.

It must not know sockets, event loops, clocks or DynamoDB: whoever owns the connection feeds what
arrived and sends what was rendered.

    reader = RequestReader(); reader.feed(data)     a server reads:
    reader.next_request()                           a Request, or None until there is a whole one

    render_response(200, headers, body)             a server writes …
    reader = ResponseReader(); reader.feed(data)    … what a client reads: a Response, or None
    reader.end_of_stream()                          the peer closed: fine, or in the middle?

Faults of the peer are `BadRequest` (with the status to answer) and `BadResponse`.
"""

from __future__ import annotations

from tavola.wire.http1.bad_messages import BadRequest, BadResponse
from tavola.wire.http1.heads import Headers
from tavola.wire.http1.requests import HttpRequest, RequestReader
from tavola.wire.http1.responses import Response, ResponseReader, render_response

__all__ = [
    "BadRequest",
    "BadResponse",
    "Headers",
    "HttpRequest",
    "RequestReader",
    "Response",
    "ResponseReader",
    "render_response",
]
