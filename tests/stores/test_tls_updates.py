"""Peers that change keys, or begin anew, within a session: `openssl s_server` does both."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.parts import missing
from tests.patience import PATIENCE_SECONDS, PATIENT_CLIENT
from tests.stores.conftest import EVERY_DRIVER, TABLE, OpenClient
from tests.stores.tls_peers import OK

COUNT = {
    "TableName": TABLE,
    "Key": {"pk": {"S": "a"}},
    "UpdateExpression": "ADD hits :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}
# What s_server does when these come on its standard input; all else it sends to its client.
NEW_KEYS_OF_BOTH, NEW_KEYS, SECOND_HANDSHAKE = b"K\n", b"k\n", b"r\n"
# What it prints: that a client has come, what the client sends, and what became of a command.
EVENTS = re.compile(
    rb'(?P<session>CIPHER is )|(?P<request>":one":\{"N":"1"\}\}\})|(?P<done>SSL_do_handshake -> 1)'
)

pytestmark = EVERY_DRIVER


class Server:
    """Answers requests, and does what a test wants while it is idle, or before an answer."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._input, self._output = process.stdin, process.stdout.fileno()
        self._before_answers: deque[bytes] = deque()
        self._owes_answer = False
        self._done = threading.Semaphore(0)
        self._text = b""
        self.sessions = 0
        _, port = self._next(re.compile(rb"ACCEPT .*:(?P<port>[0-9]+)\n"))
        self.url = f"https://127.0.0.1:{port}"
        self.serving = threading.Thread(target=self._serve, daemon=True)
        self.serving.start()

    def do(self, command: bytes) -> None:
        """Do this while no request is under way."""
        self._input.write(command)
        assert self._done.acquire(timeout=PATIENCE_SECONDS)

    def do_before_the_answer(self, command: bytes) -> None:
        """Do this between the next request and its answer."""
        self._before_answers.append(command)

    def _serve(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while True:
                self._react(self._next(EVENTS)[0])

    def _next(self, events: re.Pattern[bytes]) -> tuple[str, str]:
        while (found := events.search(self._text)) is None:
            printed = os.read(self._output, 65536)
            if not printed:
                raise ConnectionResetError("the server has ended")
            self._text += printed
        self._text = self._text[found.end() :]
        kind = found.lastgroup or ""
        return kind, found[kind].decode()

    def _react(self, event: str) -> None:
        match event:
            case "session":
                self.sessions += 1
            case "request" if self._before_answers:
                self._owes_answer = True
                self._input.write(self._before_answers.popleft())
            case "done" if not self._owes_answer:
                self._done.release()
            case _:
                self._owes_answer = False
                self._input.write(OK)


@contextlib.contextmanager
def s_server(certificate: Path, version: str) -> Generator[Server]:
    """Run a server of one version of TLS while the block runs."""
    if shutil.which("stdbuf") is None:
        missing("s_server tells at once what it does if stdbuf says so: apt-get install coreutils.")
    options = ("-accept", "127.0.0.1:0", "-cert", certificate, "-key", certificate, version)
    with subprocess.Popen(
        ["stdbuf", "-o0", "openssl", "s_server", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process:
        server = Server(process)
        try:
            yield server
        finally:
            process.kill()
            server.serving.join()


@pytest.mark.parametrize("command", [NEW_KEYS_OF_BOTH, NEW_KEYS])
def test_new_keys_while_idle_are_taken(
    open_client: OpenClient, certificate: Path, command: bytes
) -> None:
    with s_server(certificate, "-tls1_3") as server:
        client = open_client(server.url, f"&caBundle={certificate}&attempts=1{PATIENT_CLIENT}")
        client.execute("UpdateItem", COUNT)
        server.do(command)
        client.settle()

        answers = [client.execute("UpdateItem", COUNT) for _ in range(3)]

        assert (answers, server.sessions) == ([b"{}"] * 3, 1)


@pytest.mark.parametrize("command", [NEW_KEYS_OF_BOTH, NEW_KEYS])
def test_new_keys_before_an_answer_are_taken(
    open_client: OpenClient, certificate: Path, command: bytes
) -> None:
    with s_server(certificate, "-tls1_3") as server:
        client = open_client(server.url, f"&caBundle={certificate}&attempts=1{PATIENT_CLIENT}")
        server.do_before_the_answer(command)
        server.do_before_the_answer(command)

        answers = [client.execute("UpdateItem", COUNT) for _ in range(3)]

        assert (answers, server.sessions) == ([b"{}"] * 3, 1)


def test_a_second_handshake_costs_the_connection_and_no_write(
    open_client: OpenClient, certificate: Path
) -> None:
    with s_server(certificate, "-tls1_2") as server:
        client = open_client(server.url, f"&caBundle={certificate}&attempts=2{PATIENT_CLIENT}")
        client.execute("UpdateItem", COUNT)
        server.do(SECOND_HANDSHAKE)
        client.settle()

        answers = [client.execute("UpdateItem", COUNT) for _ in range(2)]

        assert (answers, server.sessions, len(client.pauses)) == ([b"{}"] * 2, 2, 1)
