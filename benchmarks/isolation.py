"""Fresh processes in an environment of a few packages and what they require, nothing else.

Beside the tools of a development environment an import does more: msgspec, for one, also imports
the typing_extensions that others brought.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("boto3", "tavola")

_NAME = re.compile(r"[A-Za-z0-9_.-]+")


@contextmanager
def few_packages() -> Generator[Path]:
    """Make a folder that holds tavola, boto3, what they require, and these benchmarks."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for package in sorted(_required({*PACKAGES})):
            _link(package, folder)
        (folder / "tavola").symlink_to(ROOT / "src" / "tavola")
        (folder / "benchmarks").symlink_to(ROOT / "benchmarks")
        yield folder


def run_python(folder: Path, program: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a program with what is in the folder; give what it printed."""
    # Installed packages are compiled once; a checkout on a path that forbids it is compiled anew.
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={**kept, "PYTHONPATH": str(folder), **(environment or {})},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _required(wanted: set[str]) -> set[str]:
    found: set[str] = set()
    while wanted:
        package = wanted.pop()
        found.add(package)
        for requirement in distribution(package).requires or ():
            name = _NAME.match(requirement)
            if name is not None and "extra ==" not in requirement and name[0] not in found:
                wanted.add(name[0])
    return found


def _link(package: str, folder: Path) -> None:
    try:
        files = distribution(package).files or ()
    except PackageNotFoundError:
        return
    tops = {file.parts[0] for file in files if ".." not in file.parts}
    for top in tops:
        target = Path(str(distribution(package).locate_file(top)))
        # The library's own code is linked from its source.
        if target.exists() and top != "tavola" and not top.endswith((".dist-info", ".pth")):
            (folder / top).symlink_to(target)
