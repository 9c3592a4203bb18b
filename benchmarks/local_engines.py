"""Whom to measure beside us, installed on demand below `.reference/`: local DynamoDBs, a client."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from tests.reference.engines import Launch, dynoxide, extenddb
from tests.reference.installation import ROOT, Unavailable

DYNALITE = "dynalite@4.0.0"
DYNAMOXY = "dynamoxy==0.3.*"
PYTHON_PACKAGES = ("ministack==1.5.*", "moto[server,dynamodb]==5.2.*")

_SERVE = (sys.executable, "-m", "tavola", "serve")


def tavola_memory(port: int) -> Launch:
    """Describe `tavola serve` in memory."""
    return Launch("tavola", (*_SERVE, "--port", str(port)))


def tavola_file(port: int) -> Launch:
    """Describe `tavola serve` on a file whose writes survive the process."""
    options = ("--db", "bench.db", "--durability", "process", "--port", str(port))
    return Launch("tavola, file", (*_SERVE, *options))


def extenddb_file(port: int) -> Launch:
    """Describe ExtendDB on a file: in memory it answers parallel requests with 500."""
    launch = extenddb(port)
    return replace(
        launch, environment={**launch.environment, "EXTENDDB__STORAGE__SQLITE__PATH": "bench.db"}
    )


def dynalite(port: int) -> Launch:
    """Describe dynalite in memory."""
    folder = _installed("dynalite", _install_dynalite)
    delays = ("--createTableMs", "0", "--deleteTableMs", "0", "--updateTableMs", "0")
    program = str(folder / "node_modules" / ".bin" / "dynalite")
    return Launch("dynalite", (program, "--host", "127.0.0.1", "--port", str(port), *delays))


def ministack(port: int) -> Launch:
    """Describe ministack with DynamoDB alone."""
    environment = {
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "SERVICES": "dynamodb,sts,dynamodbstreams",
        "DOCKER_HOST": "unix:///nonexistent.sock",
    }
    return Launch("ministack", (str(_python_program("ministack")),), environment)


def moto(port: int) -> Launch:
    """Describe moto's server."""
    program = str(_python_program("moto_server"))
    return Launch("moto", (program, "-H", "127.0.0.1", "-p", str(port)))


def dynamoxy_python() -> Path:
    """Give a Python 3.13 that has dynamoxy."""
    return _installed("dynamoxy", _install_dynamoxy) / "venv" / "bin" / "python"


ENGINES: Mapping[str, Callable[[int], Launch]] = {
    "tavola": tavola_memory,
    "tavola, file": tavola_file,
    "dynoxide": dynoxide,
    "ExtendDB, file": extenddb_file,
    "dynalite": dynalite,
    "ministack": ministack,
    "moto": moto,
}


def _installed(name: str, install: Callable[[Path], None]) -> Path:
    folder = ROOT / ".reference" / f"bench-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            install(folder)
            (folder / "ready").touch()
    return folder


def _install_dynalite(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable("dynalite comes from npm: apt-get install nodejs npm.")
    (folder / "package.json").write_text("{}")
    _run([npm, "install", "--no-audit", "--no-fund", DYNALITE], folder)


def _install_python(folder: Path) -> None:
    venv.create(folder / "venv", with_pip=True)
    pip = str(folder / "venv" / "bin" / "pip")
    _run([pip, "install", "--quiet", *PYTHON_PACKAGES], folder)


def _install_dynamoxy(folder: Path) -> None:
    python = shutil.which("python3.13")
    if python is None:
        raise Unavailable("it needs a Python 3.13, and none is at hand.")
    _run([python, "-m", "venv", "venv"], folder)
    _run([str(folder / "venv" / "bin" / "pip"), "install", "--quiet", DYNAMOXY], folder)


def _python_program(name: str) -> Path:
    return _installed("python", _install_python) / "venv" / "bin" / name


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Unavailable(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
