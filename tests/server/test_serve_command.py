"""tavola serve, as a user starts and stops it."""

from __future__ import annotations

import argparse
import contextlib
import errno
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

import pytest

from tavola.cli import serve
from tavola.engine import Engine
from tavola.stores.dynamodb import DynamoDBStore
from tavola.wire.sigv4 import Credentials
from tests.patience import PATIENCE_SECONDS
from tests.server.client import TABLE, Connect, Wire, request

DESCRIBE = request("DescribeTable", {"TableName": "things"})


def parse(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser("tavola")
    serve.add_parser(parser.add_subparsers())
    return parser.parse_args(["serve", *arguments])


@contextmanager
def running(*arguments: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its first line."""
    command = [sys.executable, "-m", "tavola", "serve", "--port=0", *arguments]
    with subprocess.Popen(command, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()


def test_the_first_line_says_where_and_how() -> None:
    with running() as (_, line):
        assert re.fullmatch(
            r"tavola: memory on (http://127\.0\.0\.1:\d+)"
            r" \(try: aws dynamodb list-tables --endpoint-url \1; Ctrl-C stops\)\n",
            line,
        )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_well(number: signal.Signals) -> None:
    with running() as (process, _):
        process.send_signal(number)

        assert process.wait(timeout=PATIENCE_SECONDS) == 0


@pytest.mark.parametrize("durability", ["disk", "process"])
def test_a_file_outlives_the_server(tmp_path: Path, connect: Connect, durability: str) -> None:
    arguments = (f"--db={tmp_path / 'a.db'}", f"--durability={durability}")
    with running(*arguments) as (process, line):
        connect(line.split()[3]).exchange(request("CreateTable", TABLE))
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)

    with running(*arguments) as (_, line):
        assert connect(line.split()[3]).exchange(DESCRIBE).status == 200


def find(engine: Engine, name: str) -> tuple[str, bool]:
    answer = engine.execute("GetItem", {"TableName": "things", "Key": {"pk": {"S": name}}})
    return name, answer != b"{}"


def put_until_the_end(wire: Wire, client: int, answered: threading.Semaphore) -> list[str]:
    """Put one item after another; return the names of those that were acknowledged."""
    acknowledged: list[str] = []
    with contextlib.suppress(OSError, EOFError):
        for number in itertools.count():
            name = f"{client}-{number}"
            put = {"TableName": "things", "Item": {"pk": {"S": name}}}
            assert wire.exchange(request("PutItem", put)).status == 200
            acknowledged.append(name)
            answered.release()
    return acknowledged


@pytest.mark.parametrize("durability", ["disk", "process"])
def test_what_was_acknowledged_to_many_clients_outlives_a_kill(
    tmp_path: Path, connect: Connect, durability: str
) -> None:
    path = str(tmp_path / "a.db")
    with running(f"--db={path}", f"--durability={durability}") as (process, line):
        url = line.split()[3]
        connect(url).exchange(request("CreateTable", TABLE))
        answered = threading.Semaphore(0)
        wires = [connect(url) for _ in range(8)]
        with ThreadPoolExecutor(len(wires)) as pool:
            clients = [
                pool.submit(put_until_the_end, wire, one, answered)
                for one, wire in enumerate(wires)
            ]
            seen = [answered.acquire(timeout=PATIENCE_SECONDS) for _ in range(200)]
            process.kill()
            acknowledged = {name for client in clients for name in client.result()}

    with Engine.open(path) as engine:
        found = (find(engine, name) for name in sorted(acknowledged))
        assert [name for name, is_there in found if not is_there] == []
    assert (set(seen), len(acknowledged) >= 200) == ({True}, True)


def test_an_export_lies_in_the_folder_of_buckets(tmp_path: Path, connect: Connect) -> None:
    (tmp_path / "lake").mkdir()
    recovery = {"PointInTimeRecoveryEnabled": True}
    arn = f"arn:aws:dynamodb:us-east-1:000000000000:table/{TABLE['TableName']}"
    requests = (
        request("CreateTable", TABLE),
        request(
            "UpdateContinuousBackups",
            {"TableName": TABLE["TableName"], "PointInTimeRecoverySpecification": recovery},
        ),
        request("ExportTableToPointInTime", {"TableArn": arn, "S3Bucket": "lake"}),
    )
    with running(f"--buckets={tmp_path}") as (_, line):
        wire = connect(line.split()[3])
        statuses = [wire.exchange(each).status for each in requests]

    assert statuses == [200, 200, 200]
    assert len(list(tmp_path.glob("lake/AWSDynamoDB/*/manifest-summary.json"))) == 1


def test_with_require_auth_an_unknown_key_is_refused(tmp_path: Path, connect: Connect) -> None:
    (tmp_path / "secret").write_text("secret\n")
    keys = ("--access-key=AKIAOTHER", f"--secret-key-file={tmp_path / 'secret'}")
    with running("--require-auth", *keys) as (_, line):
        response = connect(line.split()[3]).exchange(DESCRIBE)

    assert b"InvalidSignatureException" in response.body


def test_a_secret_in_a_file_verifies_what_it_signed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(" s3cr3t\n")
    keys = ("--access-key=AKIDEXAMPLE", f"--secret-key-file={tmp_path / 'secret'}")
    with running("--require-auth", *keys) as (_, line):
        location = f"dynamodb://us-east-1/things?endpoint={line.split()[3]}"
        store = DynamoDBStore.open(location, credentials=Credentials("AKIDEXAMPLE", "s3cr3t"))
        answer = store.execute("ListTables", {})
        store.close()

    assert answer == b'{"TableNames":[]}'


def test_a_file_of_the_secret_that_is_not_there_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "secret"

    code = serve.run(parse("--require-auth", f"--secret-key-file={path}"))

    message = f"tavola serve: --secret-key-file {path}: No such file or directory.\n"
    assert (code, capsys.readouterr().err) == (1, message)


def test_a_secret_among_the_arguments_is_refused_and_not_repeated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = serve.run(parse("--require-auth", "--access-key=AKIA", "--secret-key=s3cr3t"))

    assert (code, capsys.readouterr().err) == (
        2,
        "tavola serve: --secret-key would show the secret in the list of processes. Give"
        " --secret-key-file, or set AWS_SECRET_ACCESS_KEY.\n",
    )


def test_require_auth_needs_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID", raising=False)

    code = serve.run(parse("--require-auth"))

    assert (code, capsys.readouterr().err) == (
        2,
        "tavola serve: --require-auth has no keys. Set AWS_ACCESS_KEY_ID and"
        " AWS_SECRET_ACCESS_KEY, or give --access-key and --secret-key-file.\n",
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.0.2.1"])
def test_listening_beyond_this_machine_without_keys_has_to_be_asked_for(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = serve.run(parse(f"--host={host}", "--port=0"))

    assert (code, capsys.readouterr().err) == (
        2,
        f"tavola serve: --host {host} lets other machines in, and nobody is asked who they are."
        " Add --require-auth, or --insecure if all who reach it may read and write everything.\n",
    )


def test_listening_beyond_this_machine_is_said_aloud() -> None:
    command = [sys.executable, "-m", "tavola", "serve", "--port=0", "--host=0.0.0.0", "--insecure"]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        process.terminate()
        warning = process.stderr.read()

    assert line.startswith("tavola: memory on http://0.0.0.0:")
    assert warning == ("tavola serve: whoever reaches 0.0.0.0:0 may read and write everything.\n")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_this_machine_s_own_addresses_are_loopback(host: str) -> None:
    assert serve.is_loopback(host)


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("--allow-origin=*", "'*' is not the origin of a site."),
        ("--allow-origin=null", "'null' is not the origin of a site."),
        ("--allow-origin=http://app/page", "'http://app/page' is not the origin of a site."),
        ("--allow-host=db:8000", "'db:8000' is not a host name."),
    ],
)
def test_what_is_no_origin_or_host_is_wrong_usage(
    option: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(option)

    assert ended.value.code == 2
    assert problem in capsys.readouterr().err


def test_an_allowed_host_and_origin_are_answered(connect: Connect) -> None:
    allowed = ("--allow-host=db", "--allow-origin=http://app")
    with running(*allowed) as (_, line):
        wire = connect(line.split()[3])

        assert wire.exchange(request("ListTables", host="db", origin="http://app")).status == 200


@pytest.mark.parametrize("host", ["no-such-host.invalid", "192.0.2.1"])
def test_a_host_that_is_not_this_machine_is_one_line(host: str) -> None:
    command = [sys.executable, "-m", "tavola", "serve", f"--host={host}", "--port=0", "--insecure"]

    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    message = ended.stderr.splitlines()[-1]
    assert ended.returncode == 1
    assert message.startswith(f"tavola serve: cannot listen on {host}:0: ")
    assert message.endswith(". Choose an address of this machine with --host.")


def test_a_taken_port_is_one_line(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    port = url.rpartition(":")[2]

    code = serve.run(parse(f"--port={port}"))

    assert (code, capsys.readouterr().err) == (
        1,
        f"tavola serve: cannot listen on 127.0.0.1:{port}: Address already in use."
        " Choose another one with --port, or 0 for a free one.\n",
    )


def test_a_file_that_is_no_database_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("notes" * 1000)

    code = serve.run(parse(f"--db={path}", "--port=0"))

    assert code == 1
    assert re.fullmatch(r"tavola serve: .*notes\.txt.*\n", capsys.readouterr().err)


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_out_of_range_is_wrong_usage(port: str) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(f"--port={port}")

    assert ended.value.code == 2


NO_KEYS = (
    "tavola serve: --require-auth has no keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,"
    " or give --access-key and --secret-key-file.\n"
)
NO_HOST = f"tavola serve: --host {'x' * 100}: no host has such a name.\n"


@pytest.mark.parametrize(
    ("given", "environment", "told"),
    [
        (["key", "file"], {}, NO_HOST),
        (["key"], {"AWS_SECRET_ACCESS_KEY": "s"}, NO_HOST),
        (["file"], {"AWS_ACCESS_KEY_ID": "k"}, NO_HOST),
        ([], {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"}, NO_HOST),
        (["key"], {}, NO_KEYS),
        (["file"], {}, NO_KEYS),
        ([], {"AWS_ACCESS_KEY_ID": "k"}, NO_KEYS),
        ([], {"AWS_SECRET_ACCESS_KEY": "s"}, NO_KEYS),
        (["key", "empty"], {"AWS_SECRET_ACCESS_KEY": "s"}, NO_KEYS),
    ],
)
def test_keys_come_from_options_or_from_the_environment(
    given: list[str], environment: dict[str, str], told: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "secret").write_text("s")
    (tmp_path / "empty").write_text(" \n")
    options = {
        "key": "--access-key=k",
        "file": f"--secret-key-file={tmp_path / 'secret'}",
        "empty": f"--secret-key-file={tmp_path / 'empty'}",
    }
    words = [options[name] for name in given]

    # Nobody can listen there: who gets so far has its keys.
    code = serve.run(parse("--require-auth", *words, f"--host={'x' * 300}", "--port=0"))

    assert (code, capsys.readouterr().err) == (1 if told == NO_HOST else 2, told)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            OSError(errno.EADDRINUSE, "in use"),
            f"{os.strerror(errno.EADDRINUSE)}."
            " Choose another one with --port, or 0 for a free one.",
        ),
        (
            OSError(errno.EADDRNOTAVAIL, "strange"),
            f"{os.strerror(errno.EADDRNOTAVAIL)}. Choose an address of this machine with --host.",
        ),
        (
            socket.gaierror(-2, "Name or service not known"),
            "Name or service not known. Choose an address of this machine with --host.",
        ),
    ],
)
def test_a_port_that_cannot_be_taken_is_told_with_what_to_do(error: OSError, told: str) -> None:
    assert serve.describe_refusal("h", 7, error) == f"cannot listen on h:7: {told}"


def test_ports_are_those_that_there_are() -> None:
    assert [serve.port_number(text) for text in ("0", "65535")] == [0, 65535]


def test_what_is_served_has_its_usual_settings() -> None:
    usual = vars(parse())
    del usual["run"]
    assert usual == {
        "access_key": None,
        "allow_host": [],
        "allow_origin": [],
        "buckets": None,
        "db": None,
        "durability": "disk",
        "host": "127.0.0.1",
        "insecure": False,
        "isolated": False,
        "lenient": False,
        "port": 8000,
        "require_auth": False,
        "secret_key_file": None,
        "shown_secret": None,
    }
