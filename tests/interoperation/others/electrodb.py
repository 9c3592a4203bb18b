"""ElectroDB in a process of its own, called from Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.interoperation.installation import FLAGS, run
from tests.parts import alone
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY
from tests.reference.installation import ROOT, Unavailable

SCRIPTS = Path(__file__).parent / "js"


class Electro:
    """ElectroDB's entities on the shared table."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, verb: str, entity: str = "", index: str = "", /, **given: Any) -> Any:
        """Let ElectroDB do something; `set` holds what a patch changes."""
        change = given.pop("set", None)
        request = {"verb": verb, "entity": entity, "index": index, "given": given, "set": change}
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]


def install(root: Path = ROOT) -> Path:
    """Return the folder with the pinned packages, and fill it if it is not."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise Unavailable("ElectroDB runs on Node.js: apt-get install nodejs npm.")
    folder = root / ".reference" / "electrodb"
    folder.mkdir(parents=True, exist_ok=True)
    wanted, installed = SCRIPTS / "package-lock.json", folder / "installed.json"
    with alone(folder / "lock"):
        if not installed.exists() or installed.read_bytes() != wanted.read_bytes():
            for name in ("package.json", "package-lock.json"):
                shutil.copyfile(SCRIPTS / name, folder / name)
            run([npm, "ci", *FLAGS], folder, os.environ)
            shutil.copyfile(wanted, installed)
    return folder / "node_modules"


@contextmanager
def started(packages: Path, endpoint: str) -> Generator[Electro]:
    """Run ElectroDB until the block ends."""
    variables = {
        **os.environ,
        "NODE_PATH": str(packages),
        "ENDPOINT": endpoint,
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_SESSION_TOKEN": "",
        "AWS_REGION": REGION,
    }
    with subprocess.Popen(
        ["node", str(SCRIPTS / "peer.cjs")],
        env=variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        # Closing its input ends it: leaving the block does so, and waits.
        yield Electro(process)
