"""Start other DynamoDB implementations on this machine, and end them again."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.patience import until
from tests.reference.endpoint import HttpEndpoint
from tests.reference.installation import Unavailable, install, install_dynamodb_local

WITH_DYNAMODB_LOCAL = os.environ.get("TAVOLA_TEST_DYNAMODB_LOCAL") == "1"
"""Whether its licence was accepted on this machine."""
SERVICES = ("dynoxide", "extenddb", *(("dynamodb_local",) if WITH_DYNAMODB_LOCAL else ()))
"""The fixtures of the implementations on which the same tests run as on ours."""
START_ATTEMPTS = 3
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start one implementation."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    folder: Path | None = None


def dynoxide(port: int) -> Launch:
    """Describe dynoxide in memory."""
    program = install() / "@dynoxide" / "linux-x64" / "dynoxide"
    return Launch("dynoxide", (str(program), "serve", "--host", "127.0.0.1", "--port", str(port)))


def extenddb(port: int) -> Launch:
    """Describe ExtendDB in memory."""
    program = install() / "@extenddb" / "linux-x64" / "extenddb"
    return Launch(
        "ExtendDB",
        (str(program), "serve", "--foreground", "--port", str(port)),
        {
            "EXTENDDB__SERVER__BIND_ADDR": "127.0.0.1",
            "EXTENDDB__STORAGE__SQLITE__PATH": ":memory:",
        },
    )


def dynamodb_local(port: int) -> Launch:
    """Describe DynamoDB Local in memory."""
    java = shutil.which("java")
    if java is None:
        raise Unavailable("DynamoDB Local needs Java 17: apt-get install default-jre-headless.")
    flags = ("-inMemory", "-sharedDb", "-disableTelemetry", "-port", str(port))
    command = (java, "-Djava.library.path=DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar", *flags)
    return Launch("DynamoDB Local", command, folder=install_dynamodb_local())


@contextmanager
def running(describe: Callable[[int], Launch]) -> Generator[HttpEndpoint]:
    """Start an implementation on a free port and end it when the block ends."""
    with tempfile.TemporaryDirectory(prefix="tavola-reference-") as home:
        process, endpoint = _start(describe, Path(home))
        try:
            yield endpoint
        finally:
            endpoint.close()
            process.kill()
            process.wait()


def _start(
    describe: Callable[[int], Launch], home: Path
) -> tuple[subprocess.Popen[bytes], HttpEndpoint]:
    # Another process may take the port between its choice and its use: then a new one is tried.
    log = home / "log"
    for _ in range(START_ATTEMPTS):
        port = _free_port()
        launch = describe(port)
        process = _spawn(launch, home, log)
        endpoint = HttpEndpoint(launch.name, port)
        if _answers(endpoint, process):
            return process, endpoint
        process.kill()
        process.wait()
    output = log.read_text(errors="replace")[-2000:]
    raise Unavailable(f"{describe.__name__} does not start. It said: {output}")


def _spawn(launch: Launch, home: Path, log: Path) -> subprocess.Popen[bytes]:
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(home)}
    with log.open("wb") as output:
        return subprocess.Popen(
            launch.command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=launch.folder or home,
            env=environment | dict(launch.environment),
            preexec_fn=_end_with_parent(),
        )


def _end_with_parent() -> Callable[[], None]:
    """Return what a child runs so that the kernel ends it when its parent dies, however it dies."""
    libc = ctypes.CDLL(None)

    def prepare() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)

    return prepare


def _answers(endpoint: HttpEndpoint, process: subprocess.Popen[bytes]) -> bool:
    """Wait until an implementation answers or has ended."""

    def does_answer() -> bool:
        try:
            return not endpoint.execute("ListTables", {}).is_error
        except OSError:
            endpoint.close()
            return False

    until(lambda: process.poll() is not None or does_answer(), f"{endpoint.name} answers")
    return process.poll() is None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
