"""A MariaDB server of our own: its own folder, its own socket, no network."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pymysql

from tests.patience import until
from tests.reference.installation import Unavailable


@contextmanager
def running() -> Generator[Path]:
    """Start a server and end it when the block ends; gives its socket."""
    given = os.environ.get("TAVOLA_TEST_MARIADB_SOCKET")
    if given:
        yield Path(given)
        return
    server = shutil.which("mariadbd") or shutil.which("mariadbd", path="/usr/sbin")
    install = shutil.which("mariadb-install-db")
    if server is None or install is None:
        raise Unavailable("MariaDB is not installed: apt-get install mariadb-server.")
    with tempfile.TemporaryDirectory(prefix="tavola-mariadb-") as name:
        folder = Path(name)
        user = f"--user={getpass.getuser()}"
        data = f"--datadir={folder / 'data'}"
        auth = "--auth-root-authentication-method=normal"
        # A server that starts removes temporary tables of others from a folder that they share.
        own = folder / "temporary"
        own.mkdir()
        temporary = f"--tmpdir={own}"
        _run([install, "--no-defaults", user, data, temporary, auth, "--skip-test-db"])
        log = folder / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [
                    server,
                    "--no-defaults",
                    user,
                    data,
                    temporary,
                    f"--socket={folder / 'socket'}",
                    f"--pid-file={folder / 'pid'}",
                    "--skip-networking",
                    "--innodb-flush-log-at-trx-commit=0",
                ],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        try:
            path = folder / "socket"
            until(lambda: process.poll() is not None or _answers(path), "MariaDB answers")
            if process.poll() is not None:
                said = log.read_text(errors="replace")[-1000:]
                raise Unavailable(f"MariaDB does not start. It said: {said}")
            yield path
        finally:
            process.kill()
            process.wait()


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"{command[0]} fails: {done.stdout[-500:]}{done.stderr[-500:]}")


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def connect(path: Path) -> pymysql.connections.Connection[pymysql.cursors.Cursor]:
    """Connect as the server's own administrator."""
    return pymysql.connect(unix_socket=str(path), user="root")


@contextmanager
def new_database(path: Path, name: str) -> Generator[str]:
    """Make an empty database, and drop it when the block ends; gives its URL."""
    with connect(path) as connection, connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE `{name}`")
    try:
        yield f"mysql+pymysql://root@localhost/{name}?unix_socket={path}"
    finally:
        with connect(path) as connection, connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE `{name}`")
