"""`python -m tavola_systems`: serving every system behind one port, and the commands."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tavola.errors import OperationError
from tavola_systems.platform.running.settings import read_settings
from tests.patience import PATIENCE_SECONDS, eventually

RUN = (sys.executable, "-m", "tavola_systems")
ADA = "ada@example.com"


@contextmanager
def serving(store: Path, *more: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """All systems in a process of its own, and their address."""
    command = [*RUN, "--serve", "--port=0", f"--store={store}", *more]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            first_line = server.stdout.readline()
            yield server, first_line.removeprefix("blog: ").removesuffix("/blog/\n")
        finally:
            # Asked, not killed: it has processes of its own to end.
            server.terminate()
            server.wait(PATIENCE_SECONDS)


def run(store: Path, *arguments: str, sent: str = "") -> str:
    """Run a command; return what it says."""
    ended = subprocess.run(
        [*RUN, *arguments, f"--store={store}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
        input=sent,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a writer of the blog."""
    path = tmp_path_factory.mktemp("systems") / "systems.db"
    run(path, "create-user", ADA, "Ada Lovelace", "--password", sent="a long enough password\n")
    run(path, "grant", ADA, "blog", "writer")
    return path


@pytest.fixture(scope="module")
def address(store: Path) -> Iterator[str]:
    """Serve all systems while the tests of this module run."""
    with serving(store) as (_, found):
        yield found


@pytest.mark.parametrize("system", ["blog", "branding"])
def test_every_system_describes_its_api(address: str, system: str) -> None:
    with urllib.request.urlopen(
        f"{address}/{system}/openapi.json", timeout=PATIENCE_SECONDS
    ) as answer:
        assert answer.status == HTTPStatus.OK
        assert b'"openapi"' in answer.read()


@pytest.mark.parametrize("system", ["blog", "branding"])
def test_the_front_page_leads_to_every_system(address: str, system: str) -> None:
    with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
        assert f'href="/{system}/"' in answer.read().decode()


def write_post(address: str, token: str) -> int:
    request = urllib.request.Request(
        f"{address}/blog/api/posts",
        json.dumps({"title": "Hello", "content": "…"}).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
        status: int = answer.status
        return status


def test_a_token_made_at_the_terminal_works(store: Path, address: str) -> None:
    assert write_post(address, run(store, "token", ADA, "blog").strip()) == HTTPStatus.CREATED


def test_a_link_made_at_the_terminal_leads_to_a_form(store: Path, address: str) -> None:
    link = run(store, "reset-password", ADA, "blog", f"--base-url={address}").strip()
    with urllib.request.urlopen(link, timeout=PATIENCE_SECONDS) as answer:
        assert "Choose a password" in answer.read().decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_signal_closes_the_store(tmp_path: Path, number: signal.Signals, workers: int) -> None:
    path = tmp_path / "systems.db"
    run(path, "create-user", ADA, "Ada")
    run(path, "grant", ADA, "blog", "writer")
    token = run(path, "token", ADA, "blog").strip()
    with serving(path, f"--workers={workers}") as (server, address):
        assert write_post(address, token) == HTTPStatus.CREATED
        server.send_signal(number)
        server.wait(timeout=PATIENCE_SECONDS)

    names = sorted(one.name for one in tmp_path.glob("systems.db*"))
    assert names == ["systems.db", "systems.db-lock"]


def test_a_port_that_is_taken_is_named_before_anything_is_opened(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ended = subprocess.run(
            [*RUN, "--serve", f"--port={port}", f"--store={tmp_path / 'new.db'}"],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    assert (ended.returncode, ended.stdout, ended.stderr) == (
        1,
        "",
        f"tavola_systems: cannot listen on 127.0.0.1:{port}: Address already in use."
        " Choose another one with --port, or 0 for a free one.\n",
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("grant", ADA, "blog", "king"), "'king' is not one of blog"),
        (("grant", ADA, "blgo", "writer"), "'blgo' is not a system"),
        (("token", "nobody@example.com", "blog"), "has no account"),
        (("create-user", "no address", "X"), "is not an address"),
    ],
)
def test_a_wrong_command_says_what_would_be_right(
    store: Path, arguments: tuple[str, ...], told: str
) -> None:
    ended = subprocess.run(
        [*RUN, *arguments, f"--store={store}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert (ended.returncode, told in ended.stderr) == (1, True)


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--proxy=nonsense", "proxy: 'nonsense' is not a network."),
        ("--cors=nonsense", "cors: 'nonsense' is not an origin."),
        ("--cors=https://a.example/", "cors: 'https://a.example/' is not an origin."),
        ("--workers=0", "workers: 0 is too few."),
        ("--uploads=ftp://x", "uploads: 'ftp://x' is not known."),
        ("--base-url=ftp://x", "base-url: 'ftp://x' is not an address."),
        ("--mail=pigeon://x", "mail: 'pigeon://x' is not known."),
    ],
)
def test_a_setting_that_cannot_be_meant_is_told_in_one_line(
    tmp_path: Path, option: str, told: str
) -> None:
    store = f"--store={tmp_path / 'new.db'}"
    ended = subprocess.run(
        [*RUN, "--serve", "blog", "--port=0", store, option],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert [line.startswith(f"tavola_systems: {told}") for line in ended.stderr.splitlines()] == [
        True
    ]


@pytest.mark.parametrize("name", ["TAVOLA_PORT", "TAVOLA_METRICS_PORT"])
def test_a_port_that_is_none_is_told_whoever_says_it(name: str) -> None:
    with pytest.raises(OperationError, match="65536 is not a port"):
        read_settings({}, {name: "65536"})


def test_where_one_process_cannot_start_none_goes_on(tmp_path: Path) -> None:
    """A metrics port is taken, and the manager of services is to hear of it."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        store = f"--store={tmp_path / 'new.db'}"
        ended = subprocess.run(
            [*RUN, "--serve", "blog", "--port=0", store, "--workers=2", f"--metrics-port={port}"],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr.endswith(
        "tavola_systems: One of the processes has ended, so the others were ended too.\n"
    )


def test_several_processes_serve_one_file(tmp_path: Path) -> None:
    """What one process writes the others show at once, and nothing is lost or done twice."""
    path = tmp_path / "systems.db"
    run(path, "create-user", ADA, "Ada")
    run(path, "grant", ADA, "blog", "writer")
    token = run(path, "token", ADA, "blog").strip()
    with serving(path, "--workers=3") as (_, address):
        with ThreadPoolExecutor(8) as pool:
            written = [pool.submit(write_post, address, token) for _ in range(32)]
        assert [one.result() for one in written] == [HTTPStatus.CREATED] * 32
        shown = [read_json(f"{address}/blog/api/posts?limit=100") for _ in range(6)]
        assert [len(one["items"]) for one in shown] == [32] * 6
        for number in range(4):
            sign_up(address, number)
        folder = tmp_path / "systems.db.mail"
        eventually(lambda: len(list(folder.glob("*.eml"))) if folder.is_dir() else 0, 4)


def read_json(address: str) -> Any:
    """Read an answer of the API."""
    with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
        return json.load(answer)


def sign_up(address: str, number: int) -> None:
    """Sign up as a browser does, whichever process answers each request."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    door = f"{address}/blog/sign-up"
    page = browser.open(door, timeout=PATIENCE_SECONDS).read().decode()
    token = re.search(r'name="_csrf" value="([^"]+)"', page)
    assert token is not None
    fields = {"_csrf": token[1], "email": f"new{number}@example.com", "name": f"New {number}"}
    browser.open(door, urllib.parse.urlencode(fields).encode(), timeout=PATIENCE_SECONDS).close()


SERVED = """
import gc, os, signal
from tavola_systems.blog.system import SYSTEM
from tavola_systems.platform.running.listening import listen, serve
from tavola_systems.platform.running.settings import Settings

def announce():
    print(gc.get_freeze_count() > 10_000)
    os.kill(os.getpid(), signal.SIGTERM)

serve(listen("127.0.0.1", 0), Settings(store="memory:"), [SYSTEM], announce)
"""


def test_garbage_collections_leave_out_what_the_server_began_with() -> None:
    command = [sys.executable, "-c", SERVED]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )

    assert (ended.stdout, ended.stderr) == ("True\n", "")
