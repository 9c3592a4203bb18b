"""TLS as a function of bytes: what came in the clear, what goes out sealed. No I/O.

    tls = Tls(context, "dynamodb.eu-west-1.amazonaws.com")
    … send tls.shake_hands(received), until tls.is_ready …
    … send tls.seal(request) …
    answer = tls.unseal(received)                      None until a whole record has come

Whoever owns the socket sends and receives, so that one call of it carries a whole message: TLS
sockets ask the kernel twice for every record, and those of event loops make room for 256 KB first.
"""

from __future__ import annotations

from ssl import (
    SSL_ERROR_EOF,
    SSL_ERROR_SSL,
    MemoryBIO,
    SSLCertVerificationError,
    SSLContext,
    SSLEOFError,
    SSLError,
    SSLWantReadError,
)
from typing import Final

from tavola.stores.http.transport_faults import Refusal

# TLS: a record holds at most 16 KB. RFC 8446, section 5.1.
_RECORD_BYTES: Final = 16 * 1024
# OpenSSL's numbers for a chain that ends in no certificate that is trusted. x509_vfy.h.
_UNKNOWN_ISSUER: Final = frozenset({18, 19, 20, 21})


class Tls:
    """One session, as its client sees it; an SSLError is a fault of the peer."""

    __slots__ = ("_incoming", "_object", "_outgoing", "_read", "_write", "is_over", "is_ready")

    def __init__(self, context: SSLContext, host: str) -> None:
        self._incoming, self._outgoing = MemoryBIO(), MemoryBIO()
        self._object = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host)
        # Python's methods only hand their arguments on to these.
        inner = getattr(self._object, "_sslobj", self._object)
        self._read, self._write = inner.read, inner.write
        self.is_ready = False
        """Whether the handshake is done."""
        self.is_over = False
        """Whether the peer has said that nothing more will come."""

    def shake_hands(self, received: bytes = b"") -> bytes:
        """Take what came of the handshake; returns what is to be sent."""
        self._incoming.write(received)
        try:
            self._object.do_handshake()
            self.is_ready = True
        except SSLWantReadError:
            pass
        except SSLError as error:
            raise _explain(error) from error
        return self._outgoing.read()

    def last_words(self) -> bytes:
        """Return what tells the peer why the handshake failed."""
        return self._outgoing.read()

    def seal(self, data: bytes) -> bytes:
        """Write data as records; an SSLError if the peer wants a second handshake before."""
        self._write(data)
        return self._outgoing.read()

    def unseal(self, received: bytes) -> bytes | None:
        """Read the data of all records that are whole; None if there is none yet.

        As from a socket, b"" is the end of the stream, in both directions; one that comes with
        data is only seen by `is_over`. An end that the peer has not announced, such as one made by
        somebody between, is an SSLError. What TLS owes the peer for records of its own goes out
        with the next data.
        """
        if not received:
            return self._end()
        incoming = self._incoming
        incoming.write(received)
        try:
            data = self._read(_RECORD_BYTES)
        except SSLWantReadError:
            return None
        return data if data and not incoming.pending else self._unseal_more(data)

    def _unseal_more(self, first: bytes) -> bytes:
        parts = [first]
        try:
            while part := self._read(_RECORD_BYTES):
                parts.append(part)
            self.is_over = True
        except SSLWantReadError:
            pass
        return b"".join(parts)

    def _end(self) -> bytes:
        # Python's contexts let OpenSSL take any end for an announced one.
        if not self.is_over:
            raise SSLEOFError(SSL_ERROR_EOF, "the connection was cut")
        return b""


def _explain(error: SSLError) -> SSLError | Refusal:
    """Say what a failed handshake means for who wrote the endpoint's address."""
    reason = error.reason or error
    if isinstance(error, SSLCertVerificationError):
        problem = f"its certificate is refused: {error.verify_message.rstrip('.')} ({reason})"
        if error.verify_code in _UNKNOWN_ISSUER:
            problem += ". Name a file with the certificates to trust as caBundle."
        return Refusal(problem)
    if error.reason == "WRONG_VERSION_NUMBER":
        return Refusal(f"it does not speak TLS ({reason}). Write http:// if it should not.")
    return SSLError(SSL_ERROR_SSL, f"the TLS handshake failed ({reason})")
